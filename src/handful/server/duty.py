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
NEVER = 1 << 62
"""A number that no log reaches."""
AGAIN_S, AGAIN_MS = 0.5, 500
"""How long to wait before something that did not work is tried again."""


class Duty:
    """The leases of this node, the timer of each table, and the bots that think."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.held: set[str] = set()
        self._timers: dict[str, tuple[int, asyncio.TimerHandle]] = {}
        """By table: when its timer rings, and the timer."""
        self._renewed = house.now()
        """When the store last answered to a renewal of the leases."""
        self._adopting: dict[str, int] = {}
        """Tables that are about to be taken over: since when nobody had looked after them."""
        self._thinking: dict[tuple[str, int, int], asyncio.Task[None]] = {}

    async def take(self, room: Room) -> None:
        """Take or renew the duty for a table, if no other node has it."""
        since = self._adopting.pop(room.id, None)
        if since is None:
            since = await self.house.store.tended(room.id)
        now = self.house.now()
        mine = await self.house.store.lease(room.id, self.house.node, now, now + self.house.settings.lease_ms)
        if mine:
            await self._give_time_back(room, since)
        (self.held.add if mine else self.held.discard)(room.id)
        self.house.metrics.duties.set(len(self.held))
        self.plan(room)

    async def _give_time_back(self, room: Room, since: int) -> None:
        """Nobody shall lose on time because no server was there: before any clock rings, it gets the silence back."""
        try:
            await room.command(lambda table, now: table.resume(since, now))
        except (Busy, Closed, Unsaved, Unavailable, Refused) as error:
            log.warning("clocks not set anew", table=room.id[:4], error=type(error).__name__)

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
        self._stop_timer(table)

    async def renew(self) -> None:
        """Renew all leases, and take over tables that nobody looks after."""
        now = self.house.now()
        renewed = await self.house.store.renew(self.house.node, now, now + self.house.settings.lease_ms)
        self._renewed = now
        rooms = [self.house.hub.rooms.get(table) for table in self.held - renewed]
        await asyncio.gather(*(self.take(room) for room in rooms if room and room.table.status == "playing"))
        for table in renewed - self.house.hub.rooms.keys():  # of a life before this one
            await self._return(table)
        orphans = await self.house.store.orphans(self.house.now(), 10_000)
        asleep = self.house.hub.asleep
        left = [table for table, number in orphans.items() if number > asleep.get(table, 0)]
        for at in range(0, len(left), AT_ONCE):
            await asyncio.gather(*map(self._adopt, left[at : at + AT_ONCE]))

    async def _adopt(self, table: str) -> None:
        """Take over a table that nobody looks after; one that cannot be loaded does not keep others waiting."""
        try:
            since, now = await self.house.store.tended(table), self.house.now()
            if await self.house.store.lease(table, self.house.node, now, now + self.house.settings.lease_ms):
                self._adopting[table] = since  # from now on it looks as if it had been looked after all the time
                room = await self.house.hub.current(table)  # the last holder may have died before telling
                if room and room.table.status == "playing":
                    await self.take(room)
                    self.house.list_table(room.table, again=True)
        except BadText:  # of newer rules: for a newer node
            self.house.hub.asleep[table] = NEVER
            await self._return(table)
        except Exception as error:
            log.error("a table cannot be loaded", error=type(error).__name__)
        finally:
            self._adopting.pop(table, None)

    def plan(self, room: Room) -> None:
        """Let a table's bots think, and see that somebody looks when its next clock runs out."""
        table, now = room.table, self.house.now()
        if table.status != "playing":
            self._forget(room.id)
        if room.id not in self.held:
            self._stop_timer(room.id)
            return
        if now - self._renewed > self.house.settings.lease_ms:  # the store is lost: no clock rings until it is back
            due: int | None = now + AGAIN_MS
        else:
            for seat in table.bots_due(now):
                self._let_think(room, seat)
            due = table.next_deadline()
            if due is not None and due <= now:
                due = now if table.lapsed(now) else table.next_deadline(now)
        set_for, _ = self._timers.get(room.id, (None, None))
        if due is not None and (set_for is None or due < set_for):  # one that rings too early only looks again
            self._stop_timer(room.id)
            ring = asyncio.get_running_loop().call_later(max(0, due - now) / 1000, self._ring, room)
            self._timers[room.id] = due, ring

    def _stop_timer(self, table: str) -> None:
        if timer := self._timers.pop(table, None):
            timer[1].cancel()

    def _ring(self, room: Room) -> None:
        self._timers.pop(room.id, None)
        now = self.house.now()
        if room.table.lapsed(now) and now - self._renewed <= self.house.settings.lease_ms:
            self.house.spawn(self._time_out(room))
        else:
            self.plan(room)

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
        """Ask a seat's bot and do what it says when its pause is over: how long it thought tells nothing."""
        settings, loop = self.house.settings, asyncio.get_running_loop()
        planned, seen = loop.time() + settings.bot_pause_s(), room.table.number
        try:
            answer = await self.house.pool.ask(room.table.question(seat), settings.bot_timeout_ms / 1000)
            await asyncio.sleep(planned - loop.time())
            await room.command(lambda table, now: table.bot_act(seat, answer.action, answer.reason, now, seen))
            self.house.metrics.bot_late_seconds.observe(loop.time() - planned)
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
    return next((table.time_out(seat, now) for seat in table.lapsed(now)), [])
