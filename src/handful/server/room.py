"""A loaded table with the clients at it. One task does its work in order, so nothing has to be locked.

An entry is appended to the store first; only when it is durable is it folded, acknowledged and told.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import msgspec
import structlog

from handful.server import bus, telling
from handful.server.connection import Connection
from handful.server.messages import GOING, TAKEN_OVER, Bye, TakenOver, encode
from handful.store import Conflict
from handful.table.entries import AnyEntry, decode
from handful.table.entries import encode as encode_entry
from handful.table.table import Change, Refused, Table

if TYPE_CHECKING:
    from handful.server.house import House

log = structlog.get_logger()
Result = TypeVar("Result")
Making = Callable[[Table, int], list[AnyEntry]]
"""A command: from the table and the time to the entries that do it, or Refused."""

TRIES = 5
"""How often a command is tried again after somebody else was quicker."""


class Busy(Exception):
    """More work waits at this table than it can take."""


class Closed(Exception):
    """The table was put away; load it again."""


class Unsaved(Exception):
    """The store did not answer: nobody knows yet whether the entry is kept."""


async def _settle(work: Callable[[], Awaitable[Result]], done: asyncio.Future[Result]) -> None:
    """Do some work, and tell who waits for it what came of it."""
    try:
        result = await work()
    except Exception as error:
        if not done.cancelled():
            done.set_exception(error.with_traceback(None) if isinstance(error, Refused) else error)
    else:
        if not done.cancelled():
            done.set_result(result)


class Room:
    """A table, its connections, and the task that works for it."""

    def __init__(self, table: Table, changes: Sequence[Change], house: House) -> None:
        self.table = table
        self.house = house
        self.connections: set[Connection] = set()
        self.touched = house.now()
        self.kept: deque[Change] = deque(changes, maxlen=house.settings.kept)
        self._pictures: dict[int, telling.Picture] = {}
        self._work: asyncio.Queue[Callable[[], Awaitable[None]]] = asyncio.Queue()
        self._uncertain = False
        self._closed = False
        self._task = asyncio.create_task(self._run(), name=f"room {table.id}")

    @property
    def id(self) -> str:
        return self.table.id

    @property
    def waiting(self) -> int:
        """How much work waits."""
        return self._work.qsize()

    async def _run(self) -> None:
        while True:
            work = await self._work.get()
            await work()

    async def do(self, work: Callable[[], Awaitable[Result]], always: bool = False) -> Result:
        """Do something in the table's own order, and wait for what it gives; Busy if too much waits before it."""
        if self._closed:
            raise Closed
        if not always and self._work.qsize() >= self.house.settings.limits.waiting:
            raise Busy
        done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._work.put_nowait(functools.partial(_settle, work, done))
        try:
            return await done
        finally:
            del done  # it holds the error, and the error this frame: a flood of refusals must not leave such circles

    async def command(self, make: Making) -> int:
        """Do a command; the number of the last entry then. Refused says why not."""
        return await self.do(lambda: self.commit(make))

    async def commit(self, make: Making) -> int:
        """Make entries and append them; when somebody was quicker, look again and try again."""
        for _ in range(TRIES):
            if self._uncertain:
                await self.catch_up()
            try:
                entries = make(self.table, self.house.now())
            except Refused:
                if await self._was_behind():
                    continue
                raise
            if not entries or await self._append(entries):
                return self.table.number
        raise Refused("Others were quicker several times; look again.")

    async def _was_behind(self) -> bool:
        """Whether another node has appended what this one has not heard: then a refusal may be wrong."""
        before = self.table.number
        if self.house.bus.shared:
            await self.catch_up()
        return self.table.number > before

    async def _append(self, entries: Sequence[AnyEntry]) -> bool:
        first, status = self.table.number + 1, self.table.status_after(entries)
        try:
            with self.house.metrics.append_seconds.time():
                await self.house.store.append(self.id, first, entries, status)
        except Conflict:
            self.house.metrics.conflicts.inc()
            await self.catch_up()
            return False
        except Exception as error:
            self._uncertain = True
            log.error("append failed", table=self.id[:4], error=type(error).__name__)
            raise Unsaved from error
        self.house.metrics.entries.inc(len(entries))
        self.take(entries)
        await self._publish(first, entries)
        return True

    async def _publish(self, first: int, entries: Sequence[AnyEntry]) -> None:
        if self.house.bus.shared:
            bodies = [msgspec.Raw(encode_entry(entry)) for entry in entries]
            await self.house.bus.publish(
                bus.Appended(node=self.house.node, table=self.id, number=first, entries=bodies)
            )

    async def catch_up(self) -> None:
        """Read and fold what others have appended, and pass it on: who appended it may have died before telling."""
        first = self.table.number + 1
        missing = await self.house.store.read(self.id, self.table.number)
        self._uncertain = False
        if missing:
            self.take(missing)
            await self._publish(first, missing)

    async def heard(self, news: bus.Appended) -> None:
        """Fold another node's entries, or read the store where some are missing."""
        new = news.entries[max(0, self.table.number + 1 - news.number) :]
        if news.number > self.table.number + 1:
            await self.catch_up()
        elif new:
            self.take([decode(bytes(body)) for body in new])

    def take(self, entries: Sequence[AnyEntry]) -> None:
        """Fold durable entries, and tell everybody."""
        before = self.table.status
        try:
            changes = [self.table.fold(entry) for entry in entries]
        except Exception:
            self._give_up()
            raise
        self.kept.extend(changes)
        self.touched = self.house.now()
        self._tell(changes)
        self.house.noticed(self, changes, before)

    def _give_up(self) -> None:
        """A table that does not fold as it was checked is not to be trusted: it is loaded anew from its log."""
        for connection in list(self.connections):
            connection.end(Bye(sentence="The table is loaded anew; come again in a moment.", retry=True), GOING)
        self.house.spawn(self.house.hub.put_away(self))

    def _tell(self, changes: Sequence[Change]) -> None:
        story = telling.Story(self.table, changes)
        frames: dict[tuple[int, bool], str] = {}
        pictures: dict[int, telling.Picture] = {}
        for connection in list(self.connections):
            viewer = self.table.seat_of(connection.player)
            # Whoever has just taken or left a seat has another's picture: all of the new one is sent.
            key = viewer, connection.viewer == viewer and viewer in self._pictures
            if viewer not in pictures:
                pictures[viewer] = self.table.picture(viewer)
            if key not in frames:
                before = self._pictures[viewer] if key[1] else {}
                frames[key] = encode(telling.update(self.table.number, story, viewer, before, pictures[viewer]))
            connection.viewer = viewer
            connection.send_frame(frames[key])
            self.house.metrics.deliveries.inc()
        self._pictures = pictures

    async def enter(self, connection: Connection, seen: int) -> None:
        """Welcome a client; an earlier client of the same seated player is told and sent away."""
        if self.house.bus.shared:
            await self.catch_up()  # a node that was cut off must not show what was as what is
        viewer = self.table.seat_of(connection.player)
        connection.viewer = viewer
        picture = self.table.picture(viewer)
        if not any(other.viewer == viewer for other in self.connections):
            self._pictures[viewer] = picture
        missed = [change for change in self.kept if change.number > seen] if seen else []
        complete = 0 < seen <= self.table.number and len(missed) == self.table.number - seen
        connection.send(telling.welcome(self.table, viewer, missed if complete else [], complete, picture))
        self.connections.add(connection)
        await self.take_over(connection)

    async def take_over(self, connection: Connection) -> None:
        """A seat is played from one place only: the newest."""
        if self.table.seat_of(connection.player) < 0:
            return
        self.send_away(connection.player, connection)
        if self.house.bus.shared:
            await self.house.bus.publish(
                bus.CameElsewhere(node=self.house.node, table=self.id, player=connection.player)
            )

    def send_away(self, player: str, newest: Connection | None) -> None:
        """Close a player's other clients at this table."""
        for other in [one for one in self.connections if one.player == player and one is not newest]:
            other.end(TakenOver(sentence="You opened this table elsewhere; go on there."), TAKEN_OVER)
            self.connections.discard(other)

    def leave(self, connection: Connection) -> None:
        """A client is gone."""
        self.connections.discard(connection)
        self.touched = self.house.now()

    async def close(self) -> None:
        """Stop working; what has begun is finished."""
        self._closed = True
        with contextlib.suppress(asyncio.TimeoutError):
            async with asyncio.timeout(5):
                while self._work.qsize():
                    await asyncio.sleep(0.01)
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
