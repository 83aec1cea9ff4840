"""One socket: frames wait in a bounded queue, and a reader who is too slow is dropped."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, cast

from litestar import WebSocket
from litestar.exceptions import WebSocketException
from uvicorn.protocols.utils import ClientDisconnected

from handful.game import SPECTATOR
from handful.server.limits import Bucket
from handful.server.messages import SLOW, CloseCode, ToLobby, ToPlayer, encode
from handful.server.settings import Limits
from handful.server.wire import DROP, PUSH, RECEIVE, framed


class Connection:
    """A client at a table or in the lobby."""

    __slots__ = (
        "_behind",
        "_bytes",
        "_dropped",
        "_ended",
        "_most_bytes",
        "_push",
        "_queue",
        "_receive",
        "_socket",
        "_waiting",
        "bucket",
        "malformed",
        "player",
        "since",
        "viewer",
    )

    def __init__(self, socket: WebSocket[Any, Any, Any], player: str, limits: Limits) -> None:
        self.player = player
        """The player's id; empty for somebody without one."""
        self.viewer = SPECTATOR
        """Whose picture this client has."""
        self.since = 0
        """When it came to its seat, in milliseconds since 1970."""
        self.malformed = 0
        self.bucket = Bucket(limits.messages_rate, limits.messages_burst)
        self._socket = socket
        self._waiting = limits.outgoing
        self._queue: asyncio.Queue[bytes | CloseCode] = asyncio.Queue()
        self._behind = 0
        """Frames that are not written yet."""
        self._bytes = 0
        self._most_bytes = limits.outgoing_bytes
        self._push: Callable[[bytes], bool] | None = self._extension(PUSH)
        self._receive: Callable[[], Awaitable[Any]] = self._extension(RECEIVE) or socket.receive
        self._ended = False
        self._dropped = False

    def _extension(self, name: str) -> Any:
        """Something that the protocol of our own server offers."""
        return cast(dict[str, Any], self._socket.scope.get("extensions") or {}).get(name)

    def send(self, message: ToPlayer | ToLobby) -> None:
        """Send a message, when the client has read the ones before."""
        self.send_frame(encode(message))

    def send_frame(self, frame: bytes) -> None:
        """Send an encoded message, when the client has read the ones before."""
        if self._ended:
            return
        if not self._behind and self._push and self._push(framed(frame)):
            return
        self._keep(frame)

    def send_frames(self, frame: bytes, another: bytes) -> None:
        """Send two encoded messages, in one piece if it can be."""
        if self._ended:
            return
        if not self._behind and self._push and self._push(framed(frame) + framed(another)):
            return
        self._keep(frame)
        if not self._ended:
            self._keep(another)

    def _keep(self, frame: bytes) -> None:
        if self._behind >= self._waiting or self._bytes > self._most_bytes:
            self._drop()
            return
        self._behind += 1
        self._bytes += len(frame)
        self._queue.put_nowait(frame)

    def end(self, message: ToPlayer | ToLobby, code: CloseCode) -> None:
        """Send a last message and close."""
        if not self._ended:
            self.send(message)
            self._ended = True
            self._queue.put_nowait(code)

    def _drop(self) -> None:
        self._ended = self._dropped = True
        cut: Callable[[int, str], None] | None = self._extension(DROP)
        if cut:
            cut(SLOW.code, SLOW.meaning)

    @property
    def ended(self) -> bool:
        """Whether nothing is sent any more."""
        return self._ended

    @property
    def closing(self) -> bool:
        """Whether a last message is still to be written."""
        return self._ended and not self._dropped

    async def write(self) -> None:
        """Write what waits, until the end."""
        with contextlib.suppress(ClientDisconnected, WebSocketException, RuntimeError):
            while True:
                item = await self._queue.get()
                if isinstance(item, CloseCode):
                    await self._socket.close(item.code, item.meaning)
                    return
                await self._socket.send_data(item.decode())
                self._behind -= 1
                self._bytes -= len(item)

    async def read(self) -> str | bytes | None:
        """The next frame; None when the client is gone."""
        event = await self._receive()
        if event["type"] != "websocket.receive":
            return None
        text = event.get("text")
        return text if text is not None else event.get("bytes") or b""
