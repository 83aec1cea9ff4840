"""Running the server in this process, with an orderly end."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable

import uvicorn

from handful.server.app import make_app
from handful.server.connection import SocketProtocol
from handful.server.messages import FRAME_BYTES
from handful.server.settings import Settings

GRACE_S = 10


class CannotListen(Exception):
    """The address is taken or not ours; the message is a sentence."""


class Server(uvicorn.Server):
    """uvicorn's server, which tells when it is ready, and says goodbye before it closes the sockets."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and tell."""
        await super().startup(sockets)
        if self.started:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Refuse new work, tell the clients, then close."""
        await self.config.app.state.house.say_goodbye()  # type: ignore[union-attr]
        await super().shutdown(sockets)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on an address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise CannotListen(f"Cannot listen on {host}, port {port}: {error.strerror}.") from None
    return listening


def run(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve until a signal ends it; `ready` is told the address when clients can come."""
    listening = listen(settings.host, settings.port)
    shown = f"[{settings.host}]" if ":" in settings.host else settings.host
    config = uvicorn.Config(
        make_app(settings),
        loop="uvloop",
        ws=SocketProtocol,
        ws_max_size=FRAME_BYTES,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE_S,
        access_log=False,
        log_config=None,
        server_header=False,
        interface="asgi3",
    )
    address = f"http://{shown}:{listening.getsockname()[1]}"
    with contextlib.suppress(KeyboardInterrupt):
        Server(config, lambda: ready(address)).run(sockets=[listening])
