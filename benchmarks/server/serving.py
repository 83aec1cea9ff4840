"""The servers that are measured, each in its own process: `python -m benchmarks.server.serving KIND FOLDER`.

KIND is `handful`, or one that only sends back what comes: `echo` on our own sockets, `plain` on uvicorn's, `picows`.
"""

from __future__ import annotations

import contextlib
import sys
from typing import Any, cast

import uvicorn
import uvloop
from litestar import Litestar, WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from handful.server import logs
from handful.server.messages import FRAME_BYTES
from handful.server.process import configured, keep_pauses_short, listen, run
from handful.server.settings import Limits, Settings
from handful.server.websocket import EXTENSION

FREE, BURST = 1e9, 1 << 30
LIMITS = Limits(
    lines_per_address=BURST,
    tables_per_address_rate=FREE,
    tables_per_address_burst=BURST,
    listed_per_address=BURST,
    messages_rate=FREE,
    messages_burst=BURST,
    player_rate=FREE,
    player_burst=BURST,
    requests_rate=FREE,
    requests_burst=BURST,
    connects_rate=FREE,
    connects_burst=BURST,
    tables_rate=FREE,
    tables_burst=BURST,
    identities_rate=FREE,
    identities_burst=BURST,
    connections=BURST,
    connections_per_address=BURST,
)
"""All clients have one address here: the limits for one visitor are off. All else is as `handful serve` has it."""


def handful(folder: str) -> None:
    """The table server, with its store in a file."""
    logs.begin()
    settings = Settings(store=f"{folder}/tables.db", port=0, bots=1, limits=LIMITS)
    run(settings, lambda address: print(address, flush=True))


@websocket("/echo")
async def echo(socket: WebSocket[Any, Any, Any]) -> None:
    """Send back what comes, on the way that tables take."""
    await socket.accept()
    line = cast(Any, socket.scope)["extensions"][EXTENSION]
    while (text := await line.read()) is not None:
        line.write(text.encode())


@websocket("/echo")
async def plain_echo(socket: WebSocket[Any, Any, Any]) -> None:
    """Send back what comes, through all layers of ASGI."""
    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            await socket.send_text(await socket.receive_text())


def bare(handler: Any) -> Litestar:
    """An application with one socket, and nothing behind it."""
    return Litestar([handler], openapi_config=None, logging_config=None)


def serve(config: uvicorn.Config) -> None:
    """Serve until the process is ended."""
    listening = listen("127.0.0.1", 0)
    print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
    keep_pauses_short()
    uvicorn.Server(config).run(sockets=[listening])


def bare_echo() -> None:
    """The same stack with the same settings, and nothing behind it."""
    serve(configured(bare(echo)))


def plain() -> None:
    """Uvicorn's own socket, as it comes."""
    serve(
        uvicorn.Config(
            cast(Any, bare(plain_echo)),
            loop="uvloop",
            http="httptools",
            ws="websockets-sansio",
            ws_max_size=FRAME_BYTES,
            ws_per_message_deflate=False,
            access_log=False,
            log_config=None,
        )
    )


def picows() -> None:
    """The library picows, which has a listener of its own."""
    uvloop.run(picows_echo())


async def picows_echo() -> None:
    """Send back what comes, in picows' callback."""
    from picows import WSListener, WSMsgType, ws_create_server

    class Echo(WSListener):  # type: ignore[misc]
        def on_ws_frame(self, transport: Any, frame: Any) -> None:
            if frame.msg_type == WSMsgType.CLOSE:
                transport.disconnect()
            else:
                transport.send(frame.msg_type, frame.get_payload_as_bytes())

    server = await ws_create_server(lambda _: Echo(), "127.0.0.1", 0)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    keep_pauses_short()
    await server.serve_forever()


SERVERS = {"echo": bare_echo, "plain": plain, "picows": picows}

if __name__ == "__main__":
    if sys.argv[1] in SERVERS:
        SERVERS[sys.argv[1]]()
    else:
        handful(sys.argv[2])
