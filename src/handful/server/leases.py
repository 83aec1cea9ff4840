"""Which tables this node looks after: for their clocks and bots it holds a lease in the store.

A lease only spares work: should two nodes act at once, the log takes one of the two actions.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog

from handful.game import BadText
from handful.server.live_table import Closed, LiveTable
from handful.server.services import Services, now
from handful.server.tables import Tables
from handful.store import Unavailable
from handful.table import commands
from handful.table.refusals import Refused

log = structlog.get_logger()
AT_ONCE = 50
"""How many tables are loaded side by side."""
NEVER = 1 << 62
"""A number that no log reaches."""


class Leases:
    """The leases of this node."""

    def __init__(self, services: Services, tables: Tables, taken: Callable[[LiveTable, bool], None]) -> None:
        self.services = services
        self.tables = tables
        self.held: set[str] = set()
        self._taken = taken
        """Whom to tell of a table that was asked for, and whether it was taken over from nobody."""
        self._renewed = now()
        """When the store last answered to a renewal."""
        self._adopting: dict[str, int] = {}
        """Tables that are about to be taken over: since when nobody had looked after them."""

    @property
    def lasting(self) -> bool:
        """Whether the leases can still be ours: not if the store has been lost for as long as they are."""
        return now() - self._renewed <= self.services.settings.lease_ms

    async def take(self, live: LiveTable, adopted: bool = False) -> None:
        """Take or renew the lease of a table, if no other node has it."""
        since = self._adopting.pop(live.id, None)
        if since is None:
            since = await self._looked_after(live.id)
        mine = await self._lease(live.id, self.services.settings.lease_ms)
        if mine:
            await self._give_time_back(live, since)
        (self.held.add if mine else self.held.discard)(live.id)
        self._count()
        self._taken(live, adopted)

    async def _lease(self, table: str, milliseconds: int) -> bool:
        return await self.services.store.lease(table, self.services.node, milliseconds)

    async def _looked_after(self, table: str) -> int:
        """When somebody last looked after a table, by this node's clock."""
        return now() - await self.services.store.silence(table)

    async def _give_time_back(self, live: LiveTable, since: int) -> None:
        """Nobody shall lose on time because no server was there: before any clock rings, it gets the silence back."""
        try:
            await live.command(lambda table, now: commands.resume(table, since, now))
        except (Closed, Unavailable, Refused) as error:
            log.warning("clocks not set anew", table=live.id[:4], error=type(error).__name__)

    async def give_back(self, table: str) -> None:
        """Leave a table's clock and bots to whoever comes next."""
        if table in self.held:
            self.forget(table)
            await self._lease(table, 0)

    def forget(self, table: str) -> None:
        """Look after a table no longer; nobody has to."""
        self.held.discard(table)
        self._count()

    def _count(self) -> None:
        self.services.metrics.duties.set(len(self.held))

    async def renew(self) -> None:
        """Renew all leases, and take over tables that nobody looks after."""
        time, store = now(), self.services.store
        renewed = await store.renew(self.services.node, self.services.settings.lease_ms)
        self._renewed = time
        lost = [self.tables.live.get(table) for table in self.held - renewed]
        await asyncio.gather(*(self.take(live) for live in lost if live and live.table.status == "playing"))
        for table in renewed - self.tables.live.keys():  # of a life before this one
            await self._lease(table, 0)
        orphans = await store.orphans(10_000)
        left = [table for table, number in orphans.items() if number > self.tables.asleep.get(table, 0)]
        for at in range(0, len(left), AT_ONCE):
            await asyncio.gather(*map(self._adopt, left[at : at + AT_ONCE]))

    async def _adopt(self, table: str) -> None:
        """Take over a table that nobody looks after; one that cannot be loaded does not keep others waiting."""
        try:
            since = await self._looked_after(table)
            if await self._lease(table, self.services.settings.lease_ms):
                self._adopting[table] = since  # from now on it looks as if it had been looked after all the time
                live = await self.tables.current(table)  # the last holder may have died before telling
                if live and live.table.status == "playing":
                    await self.take(live, adopted=True)
        except BadText:  # of newer rules: for a newer node
            self.tables.asleep[table] = NEVER
            await self._lease(table, 0)
        except Exception as error:
            log.error("a table cannot be loaded", error=type(error).__name__)
        finally:
            self._adopting.pop(table, None)
