"""The sockets themselves, without a table behind them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from handful.server.running import listen
from handful.server.wire import PUSH, framed, socket_protocol

pytestmark = pytest.mark.anyio
PING, TEXT, CLOSE = 0x89, 0x81, 0x88
HELLO = b"\x81\x82\0\0\0\0hi"
INTERVAL_S = 0.6


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Push three frames for every message, and close after the word."""
    await receive()
    await send({"type": "websocket.accept"})
    push = scope["extensions"][PUSH]
    while (event := await receive())["type"] == "websocket.receive":
        for text in (b"one", b"two", b"three"):
            assert push(framed(text))
        if event["text"] == "go":
            await send({"type": "websocket.close", "code": 1000})
            return


@asynccontextmanager
async def serving() -> AsyncIterator[int]:
    """A server with such sockets; its port."""
    listening = listen("127.0.0.1", 0)
    config = uvicorn.Config(
        app,
        http=HttpToolsProtocol,
        ws=socket_protocol(),
        ws_ping_interval=INTERVAL_S,
        lifespan="off",
        log_config=None,
        interface="asgi3",
    )
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve([listening]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        await running


@asynccontextmanager
async def connected(port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A socket of a client that is not helped by any library."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    try:
        yield reader, writer
    finally:
        writer.close()
        await writer.wait_closed()


async def frames(reader: asyncio.StreamReader) -> list[tuple[int, bytes]]:
    """All frames until nothing comes for a while."""
    found = []
    try:
        while True:
            async with asyncio.timeout(2 * INTERVAL_S):
                kind, size = await reader.readexactly(2)
                found.append((kind, await reader.readexactly(size)))
    except (TimeoutError, asyncio.IncompleteReadError):
        return found


async def test_a_client_that_says_nothing_is_pinged_and_one_that_was_heard_is_not() -> None:
    async with serving() as port, connected(port) as (silent, _), connected(port) as (heard, line):
        for _ in range(30):
            line.write(HELLO)
            await asyncio.sleep(INTERVAL_S / 12)
        line.write_eof()
        assert {kind for kind, _ in await frames(heard)} == {TEXT}
        assert PING in {kind for kind, _ in await frames(silent)}


async def test_what_was_pushed_comes_whole_and_in_order_before_a_close() -> None:
    async with serving() as port, connected(port) as (reader, line):
        line.write(HELLO + b"\x81\x82\0\0\0\0go")
        found = [one for one in await frames(reader) if one[0] != PING]
        assert [text for kind, text in found if kind == TEXT] == [b"one", b"two", b"three"] * 2
        assert found[-1][0] == CLOSE
