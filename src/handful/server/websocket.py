"""One WebSocket on the sans-I/O protocol of `websockets`: messages in both directions, and every limit on them.

uvicorn makes one for each handshake (its setting `ws`), and ASGI decides who may come in. An application that takes
this object from the scope's extensions reads and writes with no layer between.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, cast
from urllib.parse import unquote

import msgspec
import structlog
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol

from handful.server.limits import Bucket
from handful.server.messages import TOO_MANY, problem
from handful.server.security import HEADERS
from handful.table.refusals import Refused

log = structlog.get_logger()
EXTENSION = "handful.websocket"
GRACE_S = 3.0
"""How long a client that was too slow has to read the reason before the line is cut."""

LAST_WORDS_S = 6.0
"""How long a client that was sent away has to read what waits for it."""

FRAGMENTS = 64
"""In so many pieces may one message come."""

BACKLOG = 8
"""So many messages may wait for the application before no more are read."""

PINGS_RATE, PINGS_BURST = 2.0, 40
NO_HANDSHAKE = b"400 Bad Request", Refused("no_handshake")
NO_SOCKET = b"404 Not Found", Refused("no_socket")
FORBIDDEN = b"403 Forbidden", Refused("other_site")
WRONG_ORIGIN = 4403
"""The code with which the application refuses a socket of another site."""


def refusal(status: bytes, why: Refused) -> bytes:
    """An answer to what did not even get to the application; the line is closed after it."""
    body = msgspec.json.encode(problem(why))
    lines = [b"HTTP/1.1 " + status, *(name + b": " + value for name, value in HEADERS), b"cache-control: no-store"]
    lines += [b"content-type: application/json", b"content-length: %d" % len(body), b"connection: close", b""]
    return b"\r\n".join([*lines, body])


def framed(text: bytes) -> bytes:
    r"""A text as one whole frame, as the protocol itself would write it, in a fifth of the time.

    >>> framed(b"hi"), framed(bytes(300))[:4], framed(bytes(70_000))[:10]
    (b'\x81\x02hi', b'\x81~\x01,', b'\x81\x7f\x00\x00\x00\x00\x00\x01\x11p')
    """
    size = len(text)
    if size < 126:
        return bytes((0x81, size)) + text
    return (b"\x81\x7e" + size.to_bytes(2) if size < 1 << 16 else b"\x81\x7f" + size.to_bytes(8)) + text


class Gone(OSError):
    """Somebody writes to a client that is gone."""


class WebSocket(asyncio.Protocol):
    """A client's line, from its handshake to its end."""

    def __init__(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any], _loop: object = None
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._app = config.loaded_app
        self._ping_s = config.ws_ping_interval
        self._state = app_state
        self._lines: set[Any] = server_state.connections
        self._tasks = server_state.tasks
        self._protocol = ServerProtocol(max_size=config.ws_max_size)
        self._response: Response | None = None
        """The answer to the handshake, once there was one."""
        self._timer: asyncio.TimerHandle | None = None
        self._pings = Bucket(PINGS_RATE, PINGS_BURST)
        self._pinged = self._heard = False
        self._pieces: list[Frame] = []
        self._inbox: deque[str | bytes] = deque()
        self._reader: asyncio.Future[None] | None = None
        self._paused = False
        self._writable = asyncio.Event()
        self._writable.set()
        self._texts: list[bytes] = []
        """Frames to be written at the end of this turn of the event loop."""
        self._open = False
        """Between the handshake and whatever ends it."""
        self._announced = self._served = self._lost = False

    # ------------------------------------------------------------ the line

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the line over; the handshake is the first that comes."""
        self._transport = cast(asyncio.Transport, transport)
        self._lines.add(self)

    def connection_lost(self, _: Exception | None) -> None:
        """The line is cut."""
        self._lines.discard(self)
        self._lost = True
        self._end()
        self._later(0, None)
        if self._served:
            self._fall_apart()

    def pause_writing(self) -> None:
        """The client does not read as fast as it is told."""
        self._writable.clear()

    def resume_writing(self) -> None:
        """The client has read."""
        self._writable.set()

    def data_received(self, data: bytes) -> None:
        """Take in some bytes."""
        protocol = self._protocol
        if self._response is None:
            self._greet(data)
            return
        protocol.receive_data(data)
        for event in protocol.events_received():
            self._take(cast(Frame, event))
        if protocol.state is not State.OPEN:
            self._flush()
            self._end()

    def shutdown(self) -> None:
        """Close, after what is already on its way: the server stops."""
        self.close(CloseCode.SERVICE_RESTART, "")
        self._transport.close()

    # ------------------------------------------------------------ in

    def _greet(self, data: bytes) -> None:
        """Take in the handshake, and let the application decide."""
        self._protocol.receive_data(data)
        found = self._protocol.events_received()
        if found:
            self._response = self._protocol.accept(cast(Request, found[0]))
        if self._response is None or self._response.status_code != 101:
            self._turn_away(*NO_HANDSHAKE)
            return
        self._transport.pause_reading()  # nothing is to come before the answer
        task = self._loop.create_task(self._serve(self._scope(cast(Request, found[0]))))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _scope(self, request: Request) -> dict[str, Any]:
        """The handshake as ASGI has it."""
        path, _, query = request.path.partition("?")
        peer, own = (self._transport.get_extra_info(name) for name in ("peername", "sockname"))
        return {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "server": own[:2] if isinstance(own, tuple) else None,
            "client": peer[:2] if isinstance(peer, tuple) else None,
            "root_path": "",
            "path": unquote(path),
            "raw_path": path.encode("ascii", "surrogateescape"),
            "query_string": query.encode("ascii", "surrogateescape"),
            "headers": [
                (name.lower().encode("ascii"), value.encode("latin-1", "surrogateescape"))
                for name, value in request.headers.raw_items()
            ],
            "subprotocols": [],
            "state": self._state.copy(),
            "extensions": {EXTENSION: self},
        }

    def _take(self, frame: Frame) -> None:
        """Take in one frame; pings and pieces never reach the application, so they are counted here."""
        if not self._open:
            if frame.opcode is Opcode.PING and not self._pings.take():
                self._transport.abort()
        elif frame.opcode is Opcode.TEXT and frame.fin:
            self._hear(Opcode.TEXT, frame.data)
        elif frame.opcode is Opcode.PING:
            if not self._pings.take():
                self.drop(TOO_MANY.code, TOO_MANY.meaning)
            self._flush()
        elif frame.opcode is Opcode.PONG:
            self._pinged = False
        elif frame.opcode is not Opcode.CLOSE:
            self._pieces.append(frame)
            if len(self._pieces) > FRAGMENTS:
                self.drop(TOO_MANY.code, TOO_MANY.meaning)
            elif frame.fin:
                pieces, self._pieces = self._pieces, []
                self._hear(pieces[0].opcode, b"".join(piece.data for piece in pieces))

    def _hear(self, kind: Opcode, data: bytes | bytearray | memoryview) -> None:
        """Keep a message for the application; when many wait, no more are read."""
        try:
            self._inbox.append(str(data, "utf-8") if kind is Opcode.TEXT else bytes(data))
        except UnicodeDecodeError:
            self._protocol.fail(CloseCode.INVALID_DATA, "not UTF-8")
            self._end()
            return
        self._heard = True
        self._wake()
        if len(self._inbox) >= BACKLOG and not self._paused:
            self._paused = True
            self._transport.pause_reading()

    def _wake(self) -> None:
        reader, self._reader = self._reader, None
        if reader is not None and not reader.done():
            reader.set_result(None)

    async def read(self) -> str | bytes | None:
        """The next message; None when no more come. Who sends many at once lets the others go between."""
        if self._inbox:
            await asyncio.sleep(0)
        while not self._inbox:
            if not self._open:
                return None
            self._reader = self._loop.create_future()
            await self._reader
        message = self._inbox.popleft()
        if self._paused and not self._inbox and self._open and not self._transport.is_closing():
            self._paused = False
            self._transport.resume_reading()
        return message

    # ------------------------------------------------------------ out

    def write(self, *texts: bytes) -> bool:
        """Have texts written at the end of this turn of the event loop; False if they must wait, or nobody is there.

        Between two frames of a move there is work; a client on this machine would fall asleep each time, and to wake it
        up costs the writer more than to write.
        """
        if not self._open or not self._writable.is_set():
            return False
        if not self._texts:
            self._loop.call_soon(self._flush)
        for text in texts:
            self._texts.append(framed(text))
        return True

    async def drained(self) -> bool:
        """Write what was to be written, and wait until there is room for more; False if the line has ended."""
        self._flush()
        await self._writable.wait()
        return self._open

    def close(self, code: int, reason: str) -> None:
        """Say goodbye after what is already on its way; the client has a while to read it and to answer."""
        if self._open and not self._transport.is_closing():
            self._protocol.send_close(code, reason)
            self._flush()
            self._end()
            self._transport.resume_reading()
            self._later(LAST_WORDS_S, self._transport.abort)

    def drop(self, code: int, reason: str) -> None:
        """Say why after what is already on its way, and cut the line soon, whether it is read or not."""
        if self._open and not self._transport.is_closing():
            self.close(code, reason)
            self._transport.pause_reading()
            self._later(GRACE_S, self._transport.abort)

    def _flush(self) -> None:
        """Write what the protocol has to say, and close when it says so."""
        if self._transport.is_closing():
            return
        said, self._texts = self._texts, []
        said += self._protocol.data_to_send()
        if said:
            self._transport.write(b"".join(said))
        if said and not said[-1]:  # the mark of the end
            self._transport.close()
            self._later(LAST_WORDS_S, self._transport.abort)

    def _end(self) -> None:
        """No more messages come or go: nobody need wait for that."""
        self._open = False
        self._writable.set()
        self._wake()

    def _turn_away(self, status: bytes, why: Refused) -> None:
        """Refuse the handshake."""
        self._transport.write(refusal(status, why))
        self._transport.close()
        self._later(LAST_WORDS_S, self._transport.abort)

    # ------------------------------------------------------------ time

    def _later(self, seconds: float, what: Callable[[], None] | None) -> None:
        """Do something after a while, instead of what was to be done."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(seconds, what) if what and not self._lost else None

    def _keep_alive(self) -> None:
        """Ask whether a client that has said nothing lately is still there; cut one that did not answer."""
        if self._pinged:
            self._protocol.fail(CloseCode.INTERNAL_ERROR, "keepalive ping timeout")
            self._end()
        elif not self._heard:
            self._pinged = True
            self._protocol.send_ping(b"")
        self._heard = False
        self._flush()
        if self._open and self._ping_s:
            self._later(self._ping_s, self._keep_alive)

    # ------------------------------------------------------------ ASGI

    async def _serve(self, scope: dict[str, Any]) -> None:
        """Run the application for this client."""
        try:
            await cast(Any, self._app)(scope, self._receive, self._send)
        except Gone:
            pass
        except Exception as error:
            log.error("socket failed", error=type(error).__name__)
            self.close(CloseCode.INTERNAL_ERROR, "")
        finally:
            scope.clear()
            self.close(CloseCode.NORMAL_CLOSURE, "")
            if self._protocol.state is State.CONNECTING and not self._transport.is_closing():
                self._turn_away(*NO_SOCKET)
            self._served = True
            if self._lost:
                self._fall_apart()

    async def _receive(self) -> dict[str, Any]:
        """What ASGI is told: somebody is there, messages, and the end."""
        if not self._announced:
            self._announced = True
            return {"type": "websocket.connect"}
        message = await self.read()
        if message is None:
            return {"type": "websocket.disconnect", "code": CloseCode.NO_STATUS_RCVD}
        return {"type": "websocket.receive", "text" if isinstance(message, str) else "bytes": message}

    async def _send(self, message: dict[str, Any]) -> None:
        """What ASGI asks for; a socket that is closed before it was open gets a sentence, as a request would."""
        kind = message["type"]
        if self._protocol.state is State.CONNECTING and not self._transport.is_closing():
            if kind == "websocket.accept":
                self._accept()
            else:
                self._turn_away(*(FORBIDDEN if message.get("code") == WRONG_ORIGIN else NO_SOCKET))
        elif kind == "websocket.close":
            self.close(message.get("code", CloseCode.NORMAL_CLOSURE), message.get("reason") or "")
        elif not await self.drained():
            raise Gone
        else:
            self.write(message["text"].encode())

    def _accept(self) -> None:
        assert self._response
        self._protocol.send_response(self._response)
        self._flush()
        self._open = True
        self._transport.resume_reading()
        if self._ping_s:
            self._later(self._ping_s, self._keep_alive)

    def _fall_apart(self) -> None:
        """Empty the protocol, whose parser knows it: such a circle would stay in memory for minutes."""
        vars(self._protocol).clear()
