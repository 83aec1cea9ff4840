"""One client: what it is sent waits in a bounded queue, and a reader who is too slow is dropped."""

from __future__ import annotations

import asyncio
from collections import deque

from handful.observe import SPECTATOR
from handful.server.limits import Bucket
from handful.server.messages import SLOW, CloseCode, ToLobby, ToPlayer, encode
from handful.server.settings import Limits
from handful.server.websocket import WebSocket
from handful.table.pictures import Visitor


class Connection:
    """A client at a table or in the lobby."""

    __slots__ = (
        "_bytes",
        "_closing",
        "_ended",
        "_limits",
        "_line",
        "_waiting",
        "_writer",
        "address",
        "bucket",
        "malformed",
        "player",
        "since",
        "viewer",
        "visitor",
    )

    def __init__(self, line: WebSocket, player: str, address: str, limits: Limits) -> None:
        self.player = player
        """The player's id; empty for somebody without one."""
        self.address = address
        """Where the client is."""
        self.viewer = SPECTATOR
        """Whose picture this client has."""
        self.visitor: Visitor | None = None
        """How others see this client while it watches; None for somebody without a name."""
        self.since = 0
        """When it came to its seat, in milliseconds since 1970."""
        self.malformed = 0
        self.bucket = Bucket(limits.messages_rate, limits.messages_burst)
        self._line = line
        self._limits = limits
        self._waiting: deque[bytes] = deque()
        """Frames that the client is not ready for."""
        self._bytes = 0
        self._writer: asyncio.Task[None] | None = None
        """Writes what waits, while something does."""
        self._ended = False
        self._closing: CloseCode | None = None
        """With what to close when the last message is written."""

    def send(self, message: ToPlayer | ToLobby) -> None:
        """Send a message, when the client has read the ones before."""
        self.send_frame(encode(message))

    def send_frame(self, *frames: bytes) -> None:
        """Send encoded messages, when the client has read the ones before."""
        if self._ended or (not self._waiting and self._line.write(*frames)):
            return
        for frame in frames:
            if len(self._waiting) >= self._limits.outgoing or self._bytes > self._limits.outgoing_bytes:
                self._ended = True
                self._line.drop(SLOW.code, SLOW.meaning)
                return
            self._waiting.append(frame)
            self._bytes += len(frame)
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())

    def end(self, message: ToPlayer | ToLobby, code: CloseCode) -> None:
        """Send a last message and close."""
        if self._ended:
            return
        self.send(message)
        self._ended = True
        self._closing = code
        if self._writer is None:
            self._line.close(code.code, code.meaning)

    @property
    def ended(self) -> bool:
        """Whether nothing is sent any more."""
        return self._ended

    async def _write(self) -> None:
        """Write what waits, whenever the client is ready for more."""
        while self._waiting and await self._line.drained():
            if self._line.write(self._waiting[0]):
                self._bytes -= len(self._waiting.popleft())
        self._writer = None
        if self._closing:
            self._line.close(self._closing.code, self._closing.meaning)

    async def last_words(self, seconds: float) -> None:
        """Wait until everything is written, but not for long."""
        if self._writer:
            await asyncio.wait([self._writer], timeout=seconds)

    def forget(self) -> None:
        """Give up what waits: the client is gone."""
        writer, self._writer, self._ended = self._writer, None, True
        if writer:  # a cancelled task that is kept would keep this connection, in a circle
            writer.cancel()

    async def read(self) -> str | bytes | None:
        """The next message; None when the client is gone."""
        return await self._line.read()
