"""The loaded tables of this process: loaded when somebody comes or a clock runs, put away when nothing happens."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

import structlog

from handful.server.bus import TABLE
from handful.server.live_table import Closed, LiveTable
from handful.server.services import Services, now
from handful.table.entries import Opened
from handful.table.proposal import Change, fold
from handful.table.table import Table

log = structlog.get_logger()


class Tables:
    """A dictionary of loaded tables that fills itself from the store."""

    def __init__(
        self,
        services: Services,
        loaded: Callable[[LiveTable], Awaitable[None]],
        changed: Callable[[LiveTable, Table], None],
        leaving: Callable[[LiveTable], Awaitable[None]],
    ) -> None:
        self.services = services
        self.live: dict[str, LiveTable] = {}
        self.asleep: dict[str, int] = {}
        """Tables being played where nothing will happen until a player comes, and the last entry of each then.

        As long as there is no newer one nobody need look after them.
        """
        self._loaded, self._changed, self._leaving = loaded, changed, leaving
        """Whom to tell that a table is here now, that it has gone on, and that it is about to be put away."""
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}

    async def get(self, table: str) -> LiveTable | None:
        """A table, loaded if need be; None if there is no such table."""
        if live := self.live.get(table):
            return live
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.create_task(self._load(table))
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def current(self, table: str) -> LiveTable | None:
        """A table, compared with the log where other nodes may have written to it."""
        live = await self.get(table)
        if live and self.services.bus.shared:
            with contextlib.suppress(Closed):  # put away just now: then it was idle, and is as it was
                await live.do(live.catch_up, always=True)
        return live

    async def _load(self, table: str) -> LiveTable | None:
        await self.services.bus.watch(TABLE + table)  # before the log is read, so that no entry falls between
        read = None
        try:
            read = await self.read(table)
        finally:
            if read is None:
                await self.services.bus.unwatch(TABLE + table)
        if read is None:
            return None
        self.asleep.pop(table, None)
        live = self.live[table] = LiveTable(*read, self.services, self._changed, self._give_up)
        self.services.metrics.tables.set(len(self.live))
        await self._loaded(live)
        return live

    def _give_up(self, live: LiveTable) -> None:
        self.services.spawn(self.put_away(live))

    async def read(self, table: str) -> tuple[Table, list[Change]] | None:
        """A table from its log, and the changes that led there."""
        store = self.services.store
        secret, entries = await store.secret(table), await store.read(table)
        if secret is None or not entries:
            return None
        first = entries[0]
        assert isinstance(first, Opened)
        found = Table.begin(table, bytes.fromhex(secret), first, self.services.settings.clock_scale)
        changes: list[Change] = []
        for count, proposal in enumerate(fold(found, entries[1:]), 1):
            found = proposal.table
            changes += proposal.changes
            if count % 100 == 0:
                await asyncio.sleep(0)  # a long log does not keep the other tables waiting
        return found, changes

    async def put_away_idle(self, expects: Callable[[LiveTable], bool]) -> None:
        """Put tables away where nobody is and nothing is expected to happen."""
        before = now() - self.services.settings.idle_ms
        for live in list(self.live.values()):
            if live.touched < before and not (live.connections or live.waiting or expects(live)):
                await self.put_away(live)

    async def put_away(self, live: LiveTable) -> None:
        """Forget a table here; it stays in the store."""
        if live.table.status == "playing":
            self.asleep[live.id] = live.table.number
        self.live.pop(live.id, None)
        self.services.metrics.tables.set(len(self.live))
        await self._leaving(live)
        await live.close()
        if live.id not in self.live and live.id not in self._loading:
            await self.services.bus.unwatch(TABLE + live.id)

    async def catch_up(self, wanted: Callable[[LiveTable], bool]) -> None:
        """Read what the bus may not have told, of those tables where it is wanted."""
        for live in [one for one in self.live.values() if wanted(one)]:
            try:
                await live.do(live.catch_up, always=True)
            except Exception as error:  # a store in trouble: the next round tries again
                log.warning("catch up failed", table=live.id[:4], error=type(error).__name__)
