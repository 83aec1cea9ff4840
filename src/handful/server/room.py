"""A loaded table with the clients at it. Its work is done in order, one after the other.

An entry is appended to the store first; only when it is durable is it folded, acknowledged and told.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import msgspec
import structlog

from handful.server import bus, telling
from handful.server.connection import Connection
from handful.server.messages import GOING, TAKEN_OVER, Ack, Bye, TakenOver, encode
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


class Answer:
    """The acknowledgement of a command, to be given as soon as its entry is durable."""

    __slots__ = ("connection", "given", "id")

    def __init__(self, connection: Connection, id: str) -> None:
        self.connection = connection
        self.id = id
        self.given = False

    def give(self, number: int) -> bytes:
        """Its frame."""
        self.given = True
        return encode(Ack(id=self.id, number=number))


TRIES = 5
"""How often a command is tried again after somebody else was quicker."""


class Busy(Exception):
    """More work waits at this table than it can take."""


class Closed(Exception):
    """The table was put away; load it again."""


class Unsaved(Exception):
    """The store did not answer: nobody knows yet whether the entry is kept."""


class Room:
    """A table and its connections."""

    def __init__(self, table: Table, changes: Sequence[Change], house: House) -> None:
        self.table = table
        self.house = house
        self.connections: set[Connection] = set()
        self.touched = house.now()
        self.kept: deque[Change] = deque(changes, maxlen=house.settings.kept)
        self.waiting = 0
        """How much work waits or is being done."""
        self._teller = telling.Teller(table)
        self._turn = asyncio.Lock()  # whoever waits for it gets it in order
        self._uncertain = False
        self._closed = False

    @property
    def id(self) -> str:
        return self.table.id

    async def do(self, work: Callable[[], Awaitable[Result]], always: bool = False) -> Result:
        """Do something in the table's own order; Busy if too much waits before it."""
        if self._closed:
            raise Closed
        if not always and self.waiting > self.house.settings.limits.waiting:
            raise Busy
        self.waiting += 1
        try:
            async with self._turn:
                return await work()
        finally:
            self.waiting -= 1

    async def command(self, make: Making, answer: Answer | None = None) -> int:
        """Do a command; the number of the last entry then. Refused says why not.

        Who gave it is answered behind the update that it makes, in one piece with it.
        """
        return await self.do(lambda: self.commit(make, answer))

    async def commit(self, make: Making, answer: Answer | None = None) -> int:
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
            if not entries or await self._append(entries, answer):
                return self.table.number
        raise Refused("Others were quicker several times; look again.")

    async def _was_behind(self) -> bool:
        """Whether another node has appended what this one has not heard: then a refusal may be wrong."""
        before = self.table.number
        if self.house.bus.shared:
            await self.catch_up()
        return self.table.number > before

    async def _append(self, entries: Sequence[AnyEntry], answer: Answer | None) -> bool:
        first, status = self.table.number + 1, self.table.status_after(entries)
        begin = time.perf_counter()
        try:
            await self.house.store.append(self.id, first, entries, status)
        except Conflict:
            self.house.metrics.conflicts.inc()
            await self.catch_up()
            return False
        except Exception as error:
            self._uncertain = True
            log.error("append failed", table=self.id[:4], error=type(error).__name__)
            raise Unsaved from error
        except BaseException:  # whoever asked is sent away in the middle: nobody knows whether the entry is kept
            self._uncertain = True
            raise
        self.house.metrics.append_seconds.observe(time.perf_counter() - begin)
        self.house.metrics.entries.inc(len(entries))
        self.take(entries, answer)
        if self.house.bus.shared:
            await self._publish(first, entries)
        return True

    async def _publish(self, first: int, entries: Sequence[AnyEntry]) -> None:
        bodies = [msgspec.Raw(encode_entry(entry)) for entry in entries]
        await self.house.bus.publish(bus.Appended(node=self.house.node, table=self.id, number=first, entries=bodies))

    async def catch_up(self) -> None:
        """Read and fold what others have appended, and pass it on: who appended it may have died before telling."""
        first = self.table.number + 1
        missing = await self.house.store.read(self.id, self.table.number)
        self._uncertain = False
        if missing:
            self.take(missing)
            if self.house.bus.shared:
                await self._publish(first, missing)

    async def heard(self, news: bus.Appended) -> None:
        """Fold another node's entries, or read the store where some are missing."""
        new = news.entries[max(0, self.table.number + 1 - news.number) :]
        if news.number > self.table.number + 1:
            await self.catch_up()
        elif new:
            self.take([decode(bytes(body)) for body in new])

    def take(self, entries: Sequence[AnyEntry], answer: Answer | None = None) -> None:
        """Fold durable entries, and tell everybody."""
        before, away = self.table.status, [info.away for info in self.table.seats]
        try:
            changes = [self.table.fold(entry) for entry in entries]
        except Exception:
            self._give_up()
            raise
        self.kept.extend(changes)
        self.touched = self.house.now()
        if self.connections:
            self._tell(changes, answer)
        if away != [info.away for info in self.table.seats]:
            self.house.list_table(self.table)
        self.house.noticed(self, changes, before)

    def _give_up(self) -> None:
        """A table that does not fold as it was checked is not to be trusted: it is loaded anew from its log."""
        for connection in list(self.connections):
            connection.end(Bye(sentence="The table is loaded anew; come again in a moment.", retry=True), GOING)
        self.house.spawn(self.house.hub.put_away(self))

    def _tell(self, changes: Sequence[Change], answer: Answer | None) -> None:
        step = self._teller.step(changes)
        asker = answer.connection if answer else None
        for connection in [one for one in self.connections if one is not asker]:
            connection.send_frame(self._frame_for(connection, step))
        if answer and asker in self.connections:  # the last: whoever is answered knows that all others are told
            answer.connection.send_frames(self._frame_for(answer.connection, step), answer.give(changes[-1].number))
        self.house.metrics.deliveries.inc(len(self.connections))

    def _frame_for(self, connection: Connection, step: telling.Step) -> bytes:
        viewer = self.table.seat_of(connection.player)
        # Whoever has just taken or left a seat has another's picture: all of the new one is sent.
        frame = step.frame(viewer, connection.viewer == viewer)
        connection.viewer = viewer
        return frame

    async def enter(self, connection: Connection, seen: int) -> None:
        """Welcome a client; an earlier client of the same seated player is told and sent away."""
        if self.house.bus.shared:
            await self.catch_up()  # a node that was cut off must not show what was as what is
        viewer = self.table.seat_of(connection.player)
        connection.viewer = viewer
        picture = self._teller.show(viewer)
        seen = max(seen, 1)  # entry 1 opens the table, and tells nothing
        missed = [change for change in self.kept if change.number > seen]
        complete = len(missed) == self.table.number - seen
        connection.send(telling.welcome(self.table, viewer, missed, complete, picture))
        self.connections.add(connection)
        await self.take_over(connection)

    async def take_over(self, connection: Connection) -> None:
        """A seat is played from one place only: the newest."""
        if self.table.seat_of(connection.player) < 0:
            return
        connection.since = self.house.now()
        self.send_away(connection.player, connection)
        await self.tell_of(connection)

    async def tell_of(self, connection: Connection) -> None:
        """Tell the other nodes that a seat is played from here."""
        if self.house.bus.shared and self.table.seat_of(connection.player) >= 0:
            news = bus.CameElsewhere(node=self.house.node, table=self.id, player=connection.player, at=connection.since)
            await self.house.bus.publish(news)

    async def came_elsewhere(self, news: bus.CameElsewhere) -> None:
        """A seat is played from another node, unless somebody came here later still: then the others are told."""
        for connection in [one for one in self.connections if one.player == news.player]:
            if (connection.since, self.house.node) > (news.at, news.node):
                await self.tell_of(connection)
            else:
                self._send_away(connection)

    def send_away(self, player: str, newest: Connection) -> None:
        """Close a player's other clients at this table."""
        for other in [one for one in self.connections if one.player == player and one is not newest]:
            self._send_away(other)

    def _send_away(self, connection: Connection) -> None:
        connection.end(TakenOver(sentence="You opened this table elsewhere; go on there."), TAKEN_OVER)
        self.connections.discard(connection)

    def leave(self, connection: Connection) -> None:
        """A client is gone."""
        self.connections.discard(connection)
        self.touched = self.house.now()

    async def close(self) -> None:
        """Stop working; what has begun is finished."""
        self._closed = True
        with contextlib.suppress(asyncio.TimeoutError):
            async with asyncio.timeout(5):
                await self._turn.acquire()
