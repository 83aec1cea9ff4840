"""What messages cost on our sockets, on uvicorn's own, and on picows: `python -m benchmarks.sockets`.

First a message there and back between processes: many clients send, and send again when their message is back. Then
what a move takes inside the server, without a network: one message comes in, its sender gets two frames, five others
one each. picows has no part in that, for its lines are its own; it is no dependency: `pip install picows` first, or it
is left out.
"""

from __future__ import annotations

import asyncio
import importlib.util
import statistics
import time
from typing import Any

import uvicorn
import uvloop
from rich.console import Console
from rich.table import Table
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from benchmarks.server.measure import SOCKETS, Line, line
from benchmarks.server.players import Order
from benchmarks.server.processes import our_session
from handful.server.messages import FRAME_BYTES
from handful.server.websocket import EXTENSION, WebSocket

SECONDS = 2.0
ROUNDS = 3
SERVERS = {"echo": "ours", "plain": "uvicorn's, by ASGI", "picows": "picows"}
LINES, MOVES = 60, 3_600
UPDATE, ACK = b"x" * 700, b"y" * 60
ACT = Frame(Opcode.TEXT, b'{"type":"act","id":"k3mzq7w2x5","seen":12,"actions":["As"]}').serialize(mask=True)
HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def measured(server: str) -> Line:
    """One server, for a while."""
    order = Order(port=0, tables=SOCKETS, seconds=SECONDS, pace=0.0, kind="echo")
    with our_session(order, 1, server) as ready:
        return line(server, 0, ready.sockets, *ready.play())


class Nowhere:
    """A transport to which one may write without end."""

    def __getattr__(self, _: str) -> Any:
        return lambda *_: None


class Crowd:
    """Clients on lines that lead nowhere; whatever one of them says is a move."""

    def __init__(self) -> None:
        self.moves = 0
        self.writers: list[Any] = []

    async def ours(self, scope: Any, receive: Any, send: Any) -> None:
        """As tables do it: on the line itself."""
        await receive()
        await send({"type": "websocket.accept"})
        own, number = scope["extensions"][EXTENSION], len(self.writers)
        self.writers.append(own)
        while await own.read() is not None:
            own.write(UPDATE, ACK)
            for other in range(number + 1, number + 6):
                self.writers[other % LINES].write(UPDATE)
            self.moves += 1

    async def plain(self, _: Any, receive: Any, send: Any) -> None:
        """By ASGI."""
        await receive()
        await send({"type": "websocket.accept"})
        number = len(self.writers)
        self.writers.append(send)
        while (await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": UPDATE.decode()})
            await send({"type": "websocket.send", "text": ACK.decode()})
            for other in range(number + 1, number + 6):
                await self.writers[other % LINES]({"type": "websocket.send", "text": UPDATE.decode()})
            self.moves += 1


async def a_move(kind: Any, app: Any, crowd: Crowd) -> float:
    """Microseconds of a move: the quickest of several hundred at a time."""
    config = uvicorn.Config(
        app, ws_max_size=FRAME_BYTES, ws_per_message_deflate=False, interface="asgi3", log_config=None
    )
    config.load()
    state, lines, quickest = ServerState(), [], 1.0
    for _ in range(LINES):
        lines.append(kind(config=config, server_state=state, app_state={}))
        lines[-1].connection_made(Nowhere())
        lines[-1].data_received(HANDSHAKE)
        await asyncio.sleep(0.001)
    for _ in range(10):
        begin, before = time.process_time(), crowd.moves
        while crowd.moves < before + MOVES:
            for one in lines:
                one.data_received(ACT)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        quickest = min(quickest, (time.process_time() - begin) / (crowd.moves - before))
    for one in lines:
        one.connection_lost(None)
    await asyncio.sleep(0.1)
    return 1e6 * quickest


def moves() -> dict[str, float]:
    """What a move takes, by server."""
    ours, plain = Crowd(), Crowd()
    return {
        "echo": uvloop.run(a_move(WebSocket, ours.ours, ours)),
        "plain": uvloop.run(a_move(WebSocketsSansIOProtocol, plain.plain, plain)),
    }


def main() -> None:
    """Measure all of them in turns, and print the medians."""
    servers = [one for one in SERVERS if one != "picows" or importlib.util.find_spec("picows")]
    found: dict[str, list[Line]] = {one: [] for one in servers}
    for _ in range(ROUNDS):
        for server in servers:
            found[server].append(measured(server))
    table = Table("sockets", "messages/s", "µs a message", "µs a move", title="The server's processor, by sockets")
    inside = moves()
    for server, lines in found.items():
        rate = statistics.median(one.moves for one in lines)
        cost = statistics.median(one.cost for one in lines)
        move = f"{inside[server]:.1f}" if server in inside else ""
        table.add_row(SERVERS[server], f"{rate:,.0f}", f"{1000 * cost:.1f}", move)
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
