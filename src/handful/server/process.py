"""The process of a server: it listens, is set up for many tables, and ends in good order."""

from __future__ import annotations

import contextlib
import gc
import logging
import resource
import socket
import sys
from collections.abc import Callable, Sequence
from typing import Any, cast

import uvicorn
from litestar import Litestar
from litestar.types import ASGIApp

from handful.server.app import make_app
from handful.server.guard import counted, guard
from handful.server.messages import FRAME_BYTES
from handful.server.settings import Limits, Settings
from handful.server.websocket import WebSocket

GRACE_S = 10
FILES = 65_536
GARBAGE = 5_000_000, 10, 10
"""When Python looks for garbage in cycles. Here it would look in vain and often: play, requests and sockets leave none,
but every move replaces a hundred objects, and a look at those of thousands of tables takes a tenth of a second. So the
node looks itself, at a quiet moment; this is for what nobody has thought of."""

SWITCH_S = 0.0005
"""How long the loop may keep the interpreter from the store's writer; with Python's own 5 ms every commit waits."""


class CannotServe(Exception):
    """The address is taken or not ours, or the store cannot be opened; the message is a sentence."""


class Server(uvicorn.Server):
    """uvicorn's server, which tells when it is ready, and says goodbye before it closes the sockets."""

    def __init__(self, config: uvicorn.Config, app: Litestar, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.app = app
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and tell."""
        await super().startup(sockets)
        if self.started:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Refuse new work, tell the clients, then close."""
        await self.app.state.node.say_goodbye()
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


def configured(
    app: ASGIApp,
    request_s: float = 30.0,
    ping_s: float = 20.0,
    proxies: Sequence[str] = (),
    lines_each: int = Limits().lines_per_address,
) -> uvicorn.Config:
    """Uvicorn with our sockets, and with guards before its HTTP."""
    return uvicorn.Config(
        cast(Any, counted(app)),
        loop="uvloop",
        http=guard(request_s, lines_each),
        ws=WebSocket,
        ws_max_size=FRAME_BYTES,
        ws_ping_interval=ping_s,
        timeout_graceful_shutdown=GRACE_S,
        access_log=False,
        log_config=None,
        server_header=False,
        forwarded_allow_ips=list(proxies) or None,
        interface="asgi3",
    )


def run(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve until a signal ends it; `ready` is told the address when clients can come."""
    listening = listen(settings.host, settings.port)
    shown = f"[{settings.host}]" if ":" in settings.host else settings.host
    app = make_app(settings)
    # A store that cannot be opened is said in a sentence, below; uvicorn would add how that came about.
    logging.getLogger("uvicorn.error").addFilter(lambda _: not app.state.get("trouble"))
    lines = settings.limits.lines_per_address
    config = configured(app, settings.request_ms / 1000, proxies=settings.proxies, lines_each=lines)
    address = f"http://{shown}:{listening.getsockname()[1]}"
    keep_pauses_short()
    allow_many_lines()
    try:
        with contextlib.suppress(KeyboardInterrupt):
            Server(config, app, lambda: ready(address)).run(sockets=[listening])
    except SystemExit:  # uvicorn's answer when the application cannot start
        raise CannotServe(app.state.get("trouble", "The server cannot start.")) from None
    finally:
        listening.close()
