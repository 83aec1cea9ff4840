"""What stands between a line and uvicorn's HTTP: endless heads, slow requests and floods of requests are cut.

A guard reads along with the parser that uvicorn uses, and hands on what may pass; uvicorn's own protocol is an
`asyncio.Protocol` to it and nothing else. Requests are counted when they begin, and again when they are answered.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

from httptools import HttpParserError, HttpParserUpgrade, HttpRequestParser, parse_url
from litestar.types import ASGIApp, Receive, Send
from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from handful.server.limits import Places
from handful.server.security import Proxies, household
from handful.server.websocket import refusal
from handful.table.refusals import Refused

GUARD = "handful.guard"
HEAD_BYTES = 64 * 1024
"""A request's address and headers; sixty times what a browser sends."""

PIPELINE = 16
"""So many requests may come on one line before the first of them is answered; a browser sends one."""

LINES = 65_536
"""Lines that are no sockets, in all."""

UNREADABLE = b"400 Bad Request", Refused("no_http")
TOO_LONG = b"431 Request Header Fields Too Large", Refused("long_headers")
TOO_MANY = b"429 Too Many Requests", Refused("many_unanswered")
CROWDED = b"429 Too Many Requests", Refused("many_connections")


class Guard(asyncio.Protocol):
    """A line on which requests come, each with a head of some length, and each done after some time."""

    patience = 30.0
    """Seconds: how long a request may take to come in and its answer to be taken, or a new line say nothing."""
    lines: Places
    """Those that are open, by address; a proxy's are not counted."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._loop = _loop or asyncio.get_running_loop()
        self._http: Any = HttpToolsProtocol(config, server_state, {**app_state, GUARD: self}, _loop)
        self._parser: Any = HttpRequestParser(self)
        self._parser.set_dangerous_leniencies(lenient_data_after_close=True)  # as uvicorn does
        self._late: asyncio.TimerHandle | None = None
        self._in_head = True
        self._head = 0
        self._address = b""
        self._unanswered = 0
        self._proxies = Proxies(config.forwarded_allow_ips or "127.0.0.1")
        self._peer = ""
        """The address that the line is counted for."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The first request has to come."""
        self._transport = cast(asyncio.Transport, transport)
        peer = str((transport.get_extra_info("peername") or ("",))[0])
        if peer not in self._proxies:
            peer = household(peer)
            if not self.lines.enter(peer):
                self._http = None  # which never hears of it
                self._transport.write(refusal(*CROWDED))
                self._transport.close()
                return
            self._peer = peer
        self._http.connection_made(transport)
        self._begin()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody waits any more."""
        self._end()
        if self._peer:
            self.lines.leave(self._peer)
        if self._http:
            self._http.connection_lost(exc)
        self._http = self._parser = None  # they know this object: it would stay as a circle

    def pause_writing(self) -> None:
        """The client does not read as fast as it is told."""
        self._http.pause_writing()

    def resume_writing(self) -> None:
        """The client has read."""
        self._http.resume_writing()

    def data_received(self, data: bytes) -> None:
        """Take in some bytes of requests, and hand them on if they may pass."""
        self._begin()
        if trouble := self._trouble(data):
            self._transport.write(refusal(*trouble))
            self._transport.close()  # a client that does not read this is cut off like any other
            return
        self._http.data_received(data)
        if self._transport.get_protocol() is not self:  # it has become a socket, with limits of its own
            self.connection_lost(ConnectionAbortedError())

    def answered(self) -> None:
        """A request was answered; the next, which may have begun already, has its own time."""
        self._unanswered -= 1
        self._end()
        if self._unanswered:
            self._begin()

    def _trouble(self, data: bytes) -> tuple[bytes, Refused] | None:
        """Why some bytes may not pass."""
        try:
            self._parser.feed_data(data)
        except HttpParserUpgrade:
            pass
        except HttpParserError:
            return UNREADABLE
        if self._unanswered > PIPELINE:
            return TOO_MANY
        self._head = self._head + len(data) if self._in_head else 0
        return TOO_LONG if self._head > HEAD_BYTES else None

    def on_message_begin(self) -> None:
        """A head begins."""
        self._in_head = True
        self._address = b""
        self._unanswered += 1

    def on_url(self, part: bytes) -> None:
        """Some of the address came."""
        self._address += part

    def on_headers_complete(self) -> None:
        """A head is complete; an address that nobody can read is an error here."""
        self._in_head = False
        parse_url(self._address).path.decode("ascii")

    def _begin(self) -> None:
        if self._late is None and not self._transport.is_closing():
            self._late = self._loop.call_later(self.patience, self._transport.abort)

    def _end(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


def guard(seconds: float, lines_each: int) -> type[Guard]:
    """Guards with so much patience, for so many lines of an address."""
    return type("Guard", (Guard,), {"patience": seconds, "lines": Places(LINES, lines_each)})


def counted(app: ASGIApp) -> ASGIApp:
    """An application that tells the guard of a line when a request is answered."""

    async def run(scope: Any, receive: Receive, send: Send) -> None:
        try:
            await app(scope, receive, send)
        finally:
            if scope["type"] == "http":
                scope["state"][GUARD].answered()

    return run
