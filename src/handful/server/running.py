"""Running the server in this process, with an orderly end."""

from __future__ import annotations

import contextlib
import gc
import resource
import socket
import sys
from collections.abc import Callable

import uvicorn

from handful.server.app import make_app
from handful.server.messages import FRAME_BYTES
from handful.server.settings import Settings
from handful.server.wire import http_protocol, socket_protocol

GRACE_S = 10
FILES = 65_536
GARBAGE = 5_000_000, 10, 10
"""When Python looks for garbage in cycles. Here it would look in vain and often: play, requests and sockets leave none,
but every move replaces a hundred objects, and a look at those of thousands of tables takes a tenth of a second. So the
house looks itself, at a quiet moment; this is for what nobody has thought of."""

SWITCH_S = 0.0005
"""How long the loop may keep the interpreter from the store's writer; with Python's own 5 ms every commit waits."""


class CannotServe(Exception):
    """The address is taken or not ours, or the store cannot be opened; the message is a sentence."""


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
        raise CannotServe(f"Cannot listen on {host}, port {port}: {error.strerror}.") from None
    return listening


def keep_pauses_short() -> None:
    """Set the interpreter for many tables in one process, where a pause is a pause for everybody."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    sys.setswitchinterval(SWITCH_S)


def allow_many_lines() -> None:
    """Take as many open files as the system gives: every client needs one, and the usual number is 1,024."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def run(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve until a signal ends it; `ready` is told the address when clients can come."""
    listening = listen(settings.host, settings.port)
    shown = f"[{settings.host}]" if ":" in settings.host else settings.host
    app = make_app(settings)
    config = uvicorn.Config(
        app,
        loop="uvloop",
        http=http_protocol(settings.request_ms / 1000),
        ws=socket_protocol(),
        ws_max_size=FRAME_BYTES,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE_S,
        access_log=False,
        log_config=None,
        server_header=False,
        interface="asgi3",
    )
    address = f"http://{shown}:{listening.getsockname()[1]}"
    keep_pauses_short()
    allow_many_lines()
    try:
        with contextlib.suppress(KeyboardInterrupt):
            Server(config, lambda: ready(address)).run(sockets=[listening])
    except SystemExit:  # uvicorn's answer when the application cannot start
        raise CannotServe(app.state.get("trouble", "The server cannot start.")) from None
    finally:
        listening.close()
