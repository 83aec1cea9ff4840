"""A lean WebSocket and HTTP client: on two cores, what the client takes the server does not get."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, cast

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
Heard = Callable[[bytes], None]


def framed(text: bytes, kind: int = TEXT) -> bytes:
    """A client's frame; the key of its mask is zeros, so the text stays as it is, but the server has to unmask it."""
    size = len(text)
    if size < 126:
        return bytes((kind, 0x80 | size, 0, 0, 0, 0)) + text
    return bytes((kind, 0x80 | 126, size >> 8, size & 255, 0, 0, 0, 0)) + text


class Socket(asyncio.Protocol):
    """One WebSocket. Every text frame goes to `heard`, as bytes."""

    def __init__(self, host: str, path: str, cookie: str, heard: Heard, lost: Callable[[], None]) -> None:
        self.heard = heard
        self.lost = lost
        self.closed = False
        self._asked = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
        )
        self._rest = b""
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self._asked.encode())

    def connection_lost(self, _: Exception | None) -> None:
        """The server is gone, in order or not."""
        if not self.open.done():
            self.open.set_exception(ConnectionError("the server closed the socket before it was open"))
        if not self.closed:
            self.closed = True
            self.lost()

    def data_received(self, data: bytes) -> None:
        """Take frames apart, once the upgrade is through."""
        data = self._rest + data if self._rest else data
        if not self.open.done():
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._rest = head
                return
            if b" 101 " not in head[:16]:
                self.open.set_exception(ConnectionError(head[:60].decode(errors="replace")))
                return
            self.open.set_result(None)
        self._rest = data[self._take(data) :]

    def _take(self, data: bytes) -> int:
        """Give whole frames away; where the first that is not whole begins."""
        at, end = 0, len(data)
        while end - at >= 2:
            size, begin = data[at + 1], at + 2
            if size >= 126:
                begin = at + (4 if size == 126 else 10)
                if end < begin:
                    break
                size = int.from_bytes(data[at + 2 : begin], "big")
            if end < begin + size:
                break
            self._give(data[at], data[begin : begin + size])
            at = begin + size
        return at

    def _give(self, kind: int, text: bytes) -> None:
        if kind == TEXT:
            self.heard(text)
        elif kind == PING:
            self.transport.write(framed(text, PONG))
        elif kind == CLOSE:
            self.transport.close()

    def send(self, text: bytes) -> None:
        """Send a text."""
        self.transport.write(framed(text))

    def close(self) -> None:
        """Leave without a word."""
        self.closed = True
        self.transport.close()


async def connect(address: tuple[str, int], path: str, cookie: str, heard: Heard, lost: Callable[[], None]) -> Socket:
    """An open WebSocket."""
    host, port = address
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(f"{host}:{port}", path, cookie, heard, lost), host, port)
    await socket.open
    return socket


class Web:
    """A kept-alive HTTP connection, one request at a time."""

    def __init__(self, address: tuple[str, int]) -> None:
        self.address = address
        self._lines: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._turn = asyncio.Lock()

    async def post(self, path: str, body: dict[str, Any], cookie: str = "") -> tuple[dict[str, Any], str]:
        """The answer to a request, and the cookie that came with it."""
        text = json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {self.address[0]}:{self.address[1]}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(text)}\r\nCookie: {cookie}\r\n\r\n"
        )
        async with self._turn:
            status, fields, data = await self._exchange(head.encode() + text)
        if status[0] != "2":
            raise ConnectionError(f"{path}: {data.decode()}")
        return json.loads(data), fields.get("set-cookie", "").partition(";")[0]

    async def _exchange(self, request: bytes) -> tuple[str, dict[str, str], bytes]:
        """Send a request and read its answer; on a new line where the server has hung up in the meantime."""
        if self._lines is None or self._lines[0].at_eof() or self._lines[1].is_closing():
            self._lines = await asyncio.open_connection(*self.address)
        reader, writer = self._lines
        writer.write(request)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode()
        fields = dict(line.split(": ", 1) for line in answer.split("\r\n")[1:] if ": " in line)
        return answer.split(" ", 2)[1], fields, await reader.readexactly(int(fields["content-length"]))

    def close(self) -> None:
        """Hang up."""
        if self._lines:
            self._lines[1].close()
