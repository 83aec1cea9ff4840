"""The sockets themselves, without a table behind them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import pytest
import uvicorn
from websockets.frames import Frame, Opcode

from handful.server.process import configured, listen
from handful.server.websocket import EXTENSION, FRAGMENTS, framed
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.anyio
PING, TEXT, CLOSE = 0x89, 0x81, 0x88
HELLO = b"\x81\x82\0\0\0\0hi"
GO = b"\x81\x82\0\0\0\0go"
INTERVAL_S = 0.6
Found = TypeVar("Found")


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Write three texts for every message, and close after the word; `/plain` sends back what comes, by ASGI alone."""
    if scope["type"] != "websocket":
        return
    assert await receive() == {"type": "websocket.connect"}
    await send({"type": "websocket.accept"})
    while scope["path"] == "/plain" and (event := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": event.get("text") or event["bytes"].hex()})
    line = scope["extensions"][EXTENSION]
    while (text := await line.read()) is not None:
        assert line.write(b"one")
        assert line.write(b"two", b"three")
        if text == "go":
            await send({"type": "websocket.close", "code": 1000})
            return


@asynccontextmanager
async def serving() -> AsyncIterator[int]:
    """A server with such sockets; its port."""
    listening = listen("127.0.0.1", 0)
    config = configured(app, ping_s=INTERVAL_S)
    config.lifespan = "off"
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
async def connected(port: int, path: str = "/") -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A socket of a client that is not helped by any library."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n".encode()
        + b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    try:
        yield reader, writer
    finally:
        writer.close()
        await writer.wait_closed()


async def frame(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """The next frame: its kind and what is in it."""
    async with asyncio.timeout(PATIENCE_S):
        kind, size = await reader.readexactly(2)
        return kind, await reader.readexactly(size)


async def frames(reader: asyncio.StreamReader, last: int) -> list[tuple[int, bytes]]:
    """All frames up to the first of a kind."""
    found = [await frame(reader)]
    while found[-1][0] != last:
        found.append(await frame(reader))
    return found


async def undisturbed(attempt: Callable[[], Awaitable[Found]]) -> Found:
    """What an attempt finds that nothing has held up: on a busy machine it is made again."""

    async def tick() -> None:
        nonlocal longest
        loop = asyncio.get_running_loop()
        while True:
            begun = loop.time()
            await asyncio.sleep(INTERVAL_S / 30)
            longest = max(longest, loop.time() - begun)

    async with asyncio.timeout(PATIENCE_S):
        longest = INTERVAL_S
        while longest >= INTERVAL_S / 3:
            longest = 0.0
            ticking = asyncio.create_task(tick())
            found = await attempt()
            ticking.cancel()
    return found


async def test_a_client_that_says_nothing_is_pinged_and_one_that_was_heard_is_not() -> None:
    async def attempt() -> set[int]:
        async with serving() as port, connected(port) as (silent, _), connected(port) as (heard, line):
            for _ in range(30):
                line.write(HELLO)
                await asyncio.sleep(INTERVAL_S / 12)
            line.write(GO)
            await frames(silent, PING)
            return {kind for kind, _ in await frames(heard, CLOSE)}

    assert await undisturbed(attempt) == {TEXT, CLOSE}


async def test_what_was_pushed_comes_whole_and_in_order_before_a_close() -> None:
    async with serving() as port, connected(port) as (reader, line):
        line.write(HELLO + GO)
        found = [one for one in await frames(reader, CLOSE) if one[0] != PING]
        assert [text for kind, text in found if kind == TEXT] == [b"one", b"two", b"three"] * 2
        assert found[-1][0] == CLOSE


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_a_frame_is_the_one_that_the_library_would_write(size: int) -> None:
    assert framed(b"x" * size) == Frame(Opcode.TEXT, b"x" * size).serialize(mask=False)


async def test_messages_come_and_go_by_asgi_alone_whole_or_in_pieces() -> None:
    pieces = b"\x01\x81\0\0\0\0a" + b"\x00\x80\0\0\0\0" * (FRAGMENTS - 2) + b"\x80\x81\0\0\0\0z"
    async with serving() as port, connected(port, "/plain") as (reader, line):
        line.write(HELLO + pieces + b"\x82\x82\0\0\0\0\x0f\xff")
        found: list[bytes] = []
        while len(found) < 3:
            found += [text for kind, text in [await frame(reader)] if kind == TEXT]
        assert found == [b"hi", b"az", b"0fff"]


async def test_a_client_that_does_not_answer_a_ping_is_cut_and_one_that_answers_is_not() -> None:
    async def attempt() -> tuple[bytes, bool]:
        async with serving() as port, connected(port) as (silent, _), connected(port) as (there, line):
            answering = asyncio.create_task(answer_pings(there, line))
            _, code = (await frames(silent, CLOSE))[-1]
            cut = answering.done()
            answering.cancel()
            return code, cut

    code, cut = await undisturbed(attempt)
    assert code == (1011).to_bytes(2) + b"keepalive ping timeout"
    assert not cut


async def answer_pings(reader: asyncio.StreamReader, line: asyncio.StreamWriter) -> None:
    """Answer every ping until the line is closed."""
    while (asked := await frame(reader))[0] == PING:
        line.write(bytes([0x8A, 0x80 | len(asked[1]), 0, 0, 0, 0]) + asked[1])


async def test_nothing_that_comes_with_the_handshake_is_taken_before_it_is_answered() -> None:
    """A ping that does not wait for the answer must not be answered before the handshake is."""
    async with serving() as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        writer.write(b"\x89\x80\0\0\0\0")
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")
        writer.close()
        await writer.wait_closed()
