"""Acting for clocks and bots, at the tables that this node holds a lease for.

A lease only spares work: should two nodes act at once, the log takes one of the two actions.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog

from handful.bots.pool import PoolClosed
from handful.game import BadText
from handful.server.room import Busy, Closed, Room, Unsaved
from handful.store import Unavailable
from handful.table.entries import AnyEntry
from handful.table.table import Refused, Table

if TYPE_CHECKING:
    from handful.server.house import House

log = structlog.get_logger()
AT_ONCE = 50
"""How many tables are loaded side by side."""
AGAIN_S = 0.5
"""How long to wait before something that did not work is tried again."""


class Duty:
    """The leases of this node, the timer of each table, and the bots that think."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.held: set[str] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._thinking: dict[tuple[str, int, int], asyncio.Task[None]] = {}

    async def take(self, room: Room) -> None:
        """Take or renew the duty for a table, if no other node has it."""
        now = self.house.now()
        mine = await self.house.store.lease(room.id, self.house.node, now, now + self.house.settings.lease_ms)
        (self.held.add if mine else self.held.discard)(room.id)
        self.house.metrics.duties.set(len(self.held))
        self.plan(room)

    async def give_back(self, table: str) -> None:
        """Leave a table's clock and bots to whoever comes next."""
        if table in self.held:
            self._forget(table)
            await self._return(table)

    async def _return(self, table: str) -> None:
        now = self.house.now()
        await self.house.store.lease(table, self.house.node, now, now)

    def _forget(self, table: str) -> None:
        self.held.discard(table)
        self.house.metrics.duties.set(len(self.held))
        if timer := self._timers.pop(table, None):
            timer.cancel()

    async def renew(self) -> None:
        """Renew all leases, and take over tables that nobody looks after."""
        now = self.house.now()
        renewed = await self.house.store.renew(self.house.node, now, now + self.house.settings.lease_ms)
        rooms = [self.house.hub.rooms.get(table) for table in self.held - renewed]
        await asyncio.gather(*(self.take(room) for room in rooms if room and room.table.status == "playing"))
        for table in renewed - self.house.hub.rooms.keys():  # of a life before this one
            await self._return(table)
        orphans = await self.house.store.orphans(self.house.now(), 10_000)
        left = [table for table in orphans if table not in self.house.hub.asleep]
        for at in range(0, len(left), AT_ONCE):
            await asyncio.gather(*map(self._adopt, left[at : at + AT_ONCE]))

    async def _adopt(self, table: str) -> None:
        """Take over a table that nobody looks after; one that cannot be loaded does not keep others waiting."""
        now = self.house.now()
        try:
            if await self.house.store.lease(table, self.house.node, now, now + self.house.settings.lease_ms):
                room = await self.house.hub.current(table)  # the last holder may have died before telling
                if room and room.table.status == "playing":
                    await self.take(room)
        except BadText:  # of newer rules: for a newer node
            self.house.hub.asleep.add(table)
            await self._return(table)
        except Exception as error:
            log.error("a table cannot be loaded", error=type(error).__name__)

    def plan(self, room: Room) -> None:
        """Set the timer for a table's next deadline, and let its bots think."""
        if timer := self._timers.pop(room.id, None):
            timer.cancel()
        if room.table.status != "playing":
            self._forget(room.id)
        if room.id not in self.held:
            return
        table, now = room.table, self.house.now()
        for seat in table.bots_due(now):
            self._let_think(room, seat)
        if (due := self._next(table, now)) is not None:
            loop = asyncio.get_running_loop()
            self._timers[room.id] = loop.call_later(max(0, due - now) / 1000, self._ring, room)

    def _next(self, table: Table, now: int) -> int | None:
        """When a clock runs out for which no bot thinks yet."""
        if lapse(table, now):
            return now
        times = [time for seat in table.actors() if (time := table.deadline(seat)) is not None]
        return min((time for time in times if time > now), default=None)

    def _ring(self, room: Room) -> None:
        self.house.spawn(self._time_out(room))

    async def _time_out(self, room: Room) -> None:
        try:
            await room.command(lapse)
        except (Busy, Unsaved, Unavailable, Refused):
            await asyncio.sleep(AGAIN_S)
        except Closed:
            return
        self.plan(room)

    def _let_think(self, room: Room, seat: int) -> None:
        key = room.id, seat, room.table.asked[seat]
        if key not in self._thinking:
            task = self._thinking[key] = self.house.spawn(self._answer(room, seat, key))
            task.add_done_callback(lambda _: self._thinking.pop(key, None))

    async def _answer(self, room: Room, seat: int, key: tuple[str, int, int]) -> None:
        """Ask a seat's bot and do what it says, never sooner than the floor: how long it thought tells nothing."""
        settings, loop = self.house.settings, asyncio.get_running_loop()
        floor, seen = loop.time() + settings.bot_floor_ms / 1000, room.table.number
        try:
            answer = await self.house.pool.ask(room.table.question(seat), settings.bot_timeout_ms / 1000)
            await asyncio.sleep(floor - loop.time())
            await room.command(lambda table, now: table.bot_act(seat, answer.action, answer.reason, now, seen))
        except (Closed, PoolClosed):
            return
        except Refused:
            pass  # the decision is another now, or the player is back
        except (Busy, Unsaved, Unavailable):
            await asyncio.sleep(AGAIN_S)
        self._thinking.pop(key, None)
        self.plan(room)

    def stop(self) -> None:
        """Act for nobody any more."""
        for table in list(self.held):
            self._forget(table)
        for task in list(self._thinking.values()):
            task.cancel()


def lapse(table: Table, now: int) -> list[AnyEntry]:
    """What the rules do for the first seat whose clock has run out."""
    for seat in table.actors():
        if entries := table.time_out(seat, now):
            return entries
    return []
