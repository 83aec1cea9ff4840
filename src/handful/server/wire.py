"""uvicorn's two protocols, with the limits that it lacks: endless heads, slow requests, floods of control frames."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.utils import apply_mask

from handful.server.limits import Bucket
from handful.server.messages import FRAME_BYTES, TOO_MANY
from handful.server.security import HEADERS

DROP = "handful.drop"
PUSH = "handful.push"
RECEIVE = "handful.receive"
GRACE_S = 3.0
"""How long a client that was too slow has to read the reason before the line is cut."""

LAST_WORDS_S = 6.0
"""How long a client that was sent away has to read what waits for it."""

HEAD_BYTES = 64 * 1024
"""A request's address and headers; sixty times what a browser sends."""

FRAGMENTS = 64
"""In so many pieces may one message come."""

BEHIND = 8
"""So many messages may wait for the application before no more are read."""

PINGS_RATE, PINGS_BURST = 2.0, 40
UNREADABLE = b"400 Bad Request", "This is no HTTP request that can be read."
TOO_LONG = b"431 Request Header Fields Too Large", "The headers of this request are too long."
NO_HANDSHAKE = b"400 Bad Request", "This is no WebSocket handshake that can be read."
NO_SOCKET = b"404 Not Found", "There is no such socket."
FORBIDDEN = b"403 Forbidden", "This request comes from another site."
WRONG_ORIGIN = 4403
"""The code with which the application refuses a socket of another site."""


def framed(text: bytes) -> bytes:
    r"""A text as a frame, whole and not compressed.

    >>> framed(b"hi"), framed(bytes(300))[:4], framed(bytes(70_000))[:10]
    (b'\x81\x02hi', b'\x81~\x01,', b'\x81\x7f\x00\x00\x00\x00\x00\x01\x11p')
    """
    size = len(text)
    if size < 126:
        return bytes((0x81, size)) + text
    return (b"\x81\x7e" + size.to_bytes(2) if size < 1 << 16 else b"\x81\x7f" + size.to_bytes(8)) + text


def refusal(status: bytes, sentence: str) -> bytes:
    """An answer to what did not even get to the application; the line is closed behind it."""
    body = json.dumps({"sentence": sentence}).encode()
    lines = [b"HTTP/1.1 " + status, *(name + b": " + value for name, value in HEADERS), b"cache-control: no-store"]
    lines += [b"content-type: application/json", b"content-length: %d" % len(body), b"connection: close", b""]
    return b"\r\n".join([*lines, body])


def whole_text(data: bytes) -> bytes | None:
    r"""The text of what is one whole frame as clients send it, and nothing else; None for anything out of the ordinary.

    >>> whole_text(b"\x81\x82\0\0\0\0hi"), whole_text(b"\x81\x82\0\0\0\0hi\x81"), whole_text(b"\x89\x80\0\0\0\0")
    (b'hi', None, None)
    """
    if len(data) < 6 or data[0] != 0x81:
        return None
    size, begin = data[1] - 0x80, 6
    if size == 126:
        size, begin = int.from_bytes(data[2:4]), 8
    if size < 0 or size > FRAME_BYTES or len(data) != begin + size:
        return None
    return apply_mask(data[begin:], data[begin - 4 : begin])


class HttpProtocol(HttpToolsProtocol):
    """uvicorn's HTTP, for requests with a head of some length, that end after some time."""

    patience = 30.0
    """Seconds: how long a request may take to come in and its answer to be taken, or a new line say nothing."""

    _late: asyncio.TimerHandle | None = None
    _in_head = True
    _head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The first request has to come."""
        super().connection_made(transport)
        self._begin()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody waits any more."""
        self._end()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in some bytes of a request."""
        self._begin()
        super().data_received(data)
        self._head = self._head + len(data) if self._in_head else 0
        if self._head > HEAD_BYTES and not self.transport.is_closing():
            self._refuse(*TOO_LONG)

    def on_message_begin(self) -> None:
        """A head begins."""
        self._in_head = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """A head is complete."""
        self._in_head = False
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """A request was answered; the next, which may have come already, has its own time."""
        self._end()
        if self.pipeline:
            self._begin()
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        """From now on it is a socket, with limits of its own."""
        self._end()
        super().handle_websocket_upgrade()
        cast(Any, self).parser = cast(Any, self).flow = None  # they know this object: it would stay as a circle

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Refuse what is no HTTP."""
        self._refuse(*UNREADABLE)

    def _refuse(self, status: bytes, sentence: str) -> None:
        self.transport.write(refusal(status, sentence))
        self.transport.close()
        self._begin()  # a client that does not read this is cut off like any other

    def _begin(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(self.patience, self.transport.abort)

    def _end(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


def http_protocol(seconds: float) -> type[HttpProtocol]:
    """HTTP with so much patience."""
    return type("HttpProtocol", (HttpProtocol,), {"patience": seconds})


class Inbox:
    """Messages that nobody has taken yet: asyncio's queue for a single reader, which is simpler and quicker."""

    __slots__ = ("_items", "_loop", "_reader")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._items: deque[Any] = deque()
        self._reader: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._items)

    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self._items

    def put_nowait(self, item: Any) -> None:
        """Put a message behind the others, and wake the reader."""
        self._items.append(item)
        reader, self._reader = self._reader, None
        if reader is not None and not reader.done():
            reader.set_result(None)

    async def get(self) -> Any:
        """The first message, as soon as there is one; who sends many at once lets the others go between."""
        if self._items:
            await asyncio.sleep(0)
        while not self._items:
            self._reader = self._loop.create_future()
            await self._reader
        return self._items.popleft()


class Outbox:
    """Frames of one turn of the event loop, written one behind the other at its end.

    Between two frames of a move there is work; a client on this machine would fall asleep each time, and to wake it up
    costs the writer more than to write.
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[SocketProtocol, bytes]] = []

    def put(self, protocol: SocketProtocol, frames: bytes) -> None:
        """Have frames written before anything that is planned from now on."""
        if not self._waiting:
            protocol.loop.call_soon(self.flush)
        self._waiting.append((protocol, frames))

    def flush(self) -> None:
        """Write all of them now, in their order."""
        waiting, self._waiting = self._waiting, []
        for protocol, frames in waiting:
            protocol.write_now(frames)


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's socket, with a way to cut the line of a client that no longer reads, or pings without end.

    Ordinary frames go past the layers between in both directions; all others take the long way.
    """

    outbox: Outbox

    def __init__(self, *settings: Any, **more: Any) -> None:
        super().__init__(*settings, **more)
        self.queue: Any = Inbox(self.loop)
        self._pings = Bucket(PINGS_RATE, PINGS_BURST)
        self._heard = False
        self._served = False

    def handle_connect(self, event: Request) -> None:
        """Offer the cut, and the short ways in and out, to the application; refuse what is no handshake."""
        if self.conn.accept(event).status_code != 101:
            self._turn_away(*NO_HANDSHAKE)
            return
        super().handle_connect(event)
        extensions: dict[str, Any] = cast(Any, self.scope)["extensions"]
        extensions[DROP] = self.drop
        extensions[PUSH] = self.push
        extensions[RECEIVE] = self.receive

    async def send(self, message: Any) -> None:
        """Send for the application; a socket that it closes before it was open gets a sentence, as a request would."""
        self.outbox.flush()
        if message["type"] == "websocket.close" and not self.handshake_complete:
            self._turn_away(*(FORBIDDEN if message.get("code") == WRONG_ORIGIN else NO_SOCKET))
        else:
            await super().send(message)

    def _turn_away(self, status: bytes, sentence: str) -> None:
        self.handshake_complete = self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1006})
        self.transport.write(refusal(status, sentence))
        self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Take in some bytes; mostly they are just one message."""
        conn = self.conn
        if conn.state is OPEN and conn.current_size is None and not conn.reader.buffer and not self.close_sent:
            text = whole_text(data)
            if text is not None and text.isascii():
                self._heard = True
                self.queue.put_nowait({"type": "websocket.receive", "text": text.decode("ascii")})
                if len(self.queue) >= BEHIND and not self.read_paused:
                    self.read_paused = True
                    self.transport.pause_reading()
                return
        super().data_received(data)

    def send_keepalive_ping(self) -> None:
        """Ask whether the client is still there, unless it has said something since it was last thought of."""
        if self._heard:
            self._heard = False
            self.schedule_ping()
        else:
            super().send_keepalive_ping()

    def handle_ping(self) -> None:
        """Answer; the application does not see these frames, so they are counted here."""
        super().handle_ping()
        if not self._pings.take():
            self.drop(TOO_MANY.code, TOO_MANY.meaning)

    def handle_cont(self, event: Frame) -> None:
        """Take in a piece of a message; even empty pieces cost memory."""
        super().handle_cont(event)
        if len(self.frames) > FRAGMENTS:
            self.drop(TOO_MANY.code, TOO_MANY.meaning)

    def push(self, frames: bytes) -> bool:
        """Write whole frames, past all layers between; False if they must wait."""
        if self.conn.state is not OPEN or self.disconnected or not self.writable.is_set():
            return False
        self.outbox.put(self, frames)
        return True

    def write_now(self, frames: bytes) -> None:
        """Write whole frames, if the line is still open."""
        if self.conn.state is OPEN and not self.transport.is_closing():
            self.transport.write(frames)

    def shutdown(self) -> None:
        """Close, behind what is already on its way."""
        self.outbox.flush()
        super().shutdown()

    def drop(self, code: int, reason: str) -> None:
        """Say why behind what is already on its way, and cut the line soon."""
        self.outbox.flush()
        if self.transport.is_closing():
            return
        if not self.close_sent:
            self.conn.send_close(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.transport.pause_reading()
        self.read_paused = False  # for good: whoever empties the queue does not resume
        self.loop.call_later(GRACE_S, self.transport.abort)

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """The application is done with this client: a line on which nobody reads must not stay for ever."""
        super().on_task_complete(task)
        self._served = True
        if self.disconnected:
            self._fall_apart()
        else:
            self.loop.call_later(LAST_WORDS_S, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is cut."""
        super().connection_lost(exc)
        if self._served:
            self._fall_apart()

    def _fall_apart(self) -> None:
        """Open the circles between the parts: else the memory of every client that was here stays for minutes."""
        cast(Any, self.scope).clear()
        cast(Any, self.conn).parser = None


def socket_protocol() -> type[SocketProtocol]:
    """Sockets of one event loop, which have an outbox together."""
    return type("SocketProtocol", (SocketProtocol,), {"outbox": Outbox()})
