"""Relays on the loopback, in a thread of their own: a wire between two processes that can be held still or be cut."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Reach = Callable[[], Awaitable[Ends]]
COMMIT = b"COMMIT;"


class Exchange:
    """The thread in which all wires run: tests that wait for something do not stop them."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, name="wires", daemon=True)
        self._thread.start()
        self._wires: list[Wire] = []

    def wire(self, reach: Reach) -> Wire:
        """A new wire to what `reach` connects to."""
        wire = Wire(self, reach)
        self.do(wire.begin())
        self._wires.append(wire)
        return wire

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done in the thread, and wait for it."""
        asyncio.run_coroutine_threadsafe(work, self.loop).result(10)

    def end(self) -> None:
        """Cut all wires and end the thread."""
        for wire in self._wires:
            self.do(wire.end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(10)
        self.loop.close()


class Wire:
    """One wire: what comes to its port goes on to the other end, and back."""

    def __init__(self, exchange: Exchange, reach: Reach) -> None:
        self.exchange = exchange
        self.reach = reach
        self.port = 0
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._whole = True
        self._hold_at_commit = False
        self._relays: set[asyncio.Task[None]] = set()

    async def begin(self) -> None:
        """Listen on a free port."""
        self._server = await asyncio.start_server(self._relay, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def end(self) -> None:
        """Close every line, and stop listening."""
        self._server.close()
        await self._break()

    def hold(self) -> None:
        """Let nothing through any more, in both directions, and tell nobody: as when a cable is pulled."""
        self.exchange.do(self._set(flowing=False))

    def hold_in_a_transaction(self) -> None:
        """The same, as soon as a transaction of PostgreSQL has written something and only its end is still to come."""
        self._hold_at_commit = True

    def cut(self) -> None:
        """Close all lines and every new one: as when a process is gone, or a firewall refuses."""
        self.exchange.do(self._set(whole=False))

    def heal(self) -> None:
        """Let everything through again."""
        self.exchange.do(self._set())

    @property
    def held(self) -> bool:
        """Whether nothing comes through."""
        return not self._flowing.is_set()

    async def _set(self, flowing: bool = True, whole: bool = True) -> None:
        self._whole = whole
        (self._flowing.set if flowing else self._flowing.clear)()
        if not whole:
            await self._break()

    async def _break(self) -> None:
        for relay in list(self._relays):
            relay.cancel()
        if self._relays:
            await asyncio.wait(self._relays)

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._relays.add(task)
        ends = [writer]
        try:
            await self._flowing.wait()
            if not self._whole:
                return
            far_reader, far_writer = await self.reach()
            ends.append(far_writer)
            async with asyncio.TaskGroup() as both:
                both.create_task(self._pass_on(reader, far_writer, asking=True))
                both.create_task(self._pass_on(far_reader, writer))
        except (asyncio.CancelledError, ExceptionGroup, OSError):
            pass  # cut, or closed by one of the two
        finally:
            for end in ends:
                end.transport.abort()
            self._relays.discard(task)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, asking: bool = False) -> None:
        while data := await reader.read(65536):
            if asking and self._hold_at_commit and COMMIT in data:
                self._hold_at_commit = False
                self._flowing.clear()
            await self._flowing.wait()
            writer.write(data)
            await writer.drain()
        await self._flowing.wait()
        raise EOFError  # the other direction ends too


@contextlib.contextmanager
def exchange() -> Any:
    """An exchange, as long as it is needed."""
    running = Exchange()
    try:
        yield running
    finally:
        running.end()
