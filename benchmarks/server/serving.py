"""The servers that are measured, each in its own process: `python -m benchmarks.server.serving handful|echo FOLDER`."""

from __future__ import annotations

import sys
from typing import Any

import uvicorn
from litestar import Litestar, WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from handful.server import logs
from handful.server.messages import FRAME_BYTES
from handful.server.running import keep_pauses_short, listen, run
from handful.server.settings import Limits, Settings
from handful.server.wire import HttpProtocol, socket_protocol

FREE, BURST = 1e9, 1 << 30
LIMITS = Limits(
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
    """Send back what comes."""
    await socket.accept()
    try:
        while True:
            await socket.send_text(await socket.receive_text())
    except WebSocketDisconnect:
        return


def bare_echo() -> None:
    """The same stack with the same settings, and nothing behind it."""
    listening = listen("127.0.0.1", 0)
    config = uvicorn.Config(
        Litestar([echo], openapi_config=None, logging_config=None),
        loop="uvloop",
        http=HttpProtocol,
        ws=socket_protocol(),
        ws_max_size=FRAME_BYTES,
        ws_per_message_deflate=False,
        access_log=False,
        log_config=None,
        interface="asgi3",
    )
    print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
    keep_pauses_short()
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    if sys.argv[1] == "echo":
        bare_echo()
    else:
        handful(sys.argv[2])
