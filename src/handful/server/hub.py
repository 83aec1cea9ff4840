"""The loaded tables of this process: loaded when somebody comes or a clock runs, put away when nothing happens."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import structlog

from handful.server.room import Closed, Room
from handful.table.entries import Opened
from handful.table.table import Change, Table

if TYPE_CHECKING:
    from handful.server.house import House

log = structlog.get_logger()


class Hub:
    """A dictionary of rooms that fills itself from the store."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.rooms: dict[str, Room] = {}
        self.asleep: dict[str, int] = {}
        """Tables being played where nothing will happen until a player comes, and the last entry of each then.

        As long as there is no newer one they need no duty.
        """
        self._loading: dict[str, asyncio.Task[Room | None]] = {}

    async def room(self, table: str) -> Room | None:
        """The room of a table, loaded if need be; None if there is no such table."""
        if room := self.rooms.get(table):
            return room
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.create_task(self._load(table))
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def current(self, table: str) -> Room | None:
        """The same, compared with the log where other nodes may have written to it."""
        room = await self.room(table)
        if room and self.house.bus.shared:
            with contextlib.suppress(Closed):  # put away just now: then it was idle, and is as it was
                await room.do(room.catch_up, always=True)
        return room

    async def _load(self, table: str) -> Room | None:
        await self.house.bus.watch(table)  # before the log is read, so that no entry falls between
        folded = None
        try:
            folded = await self.fold(table)
        finally:
            if folded is None:
                await self.house.bus.unwatch(table)
        if folded is None:
            return None
        self.asleep.pop(table, None)
        room = self.rooms[table] = Room(*folded, self.house)
        self.house.metrics.tables.set(len(self.rooms))
        if room.table.status == "playing":
            await self.house.duty.take(room)
        return room

    async def fold(self, table: str) -> tuple[Table, list[Change]] | None:
        """A table from its log, and the changes that led there."""
        store = self.house.store
        secret, entries = await store.secret(table), await store.read(table)
        if secret is None or not entries:
            return None
        first = entries[0]
        assert isinstance(first, Opened)
        folded = Table.begin(table, bytes.fromhex(secret), first, self.house.settings.clock_scale)
        changes = []
        for count, entry in enumerate(entries[1:], 1):
            changes.append(folded.fold(entry))
            if count % 100 == 0:
                await asyncio.sleep(0)  # a long log does not keep the other tables waiting
        return folded, changes

    async def put_away_idle(self) -> None:
        """Put rooms away where nobody is and nothing will happen."""
        before = self.house.now() - self.house.settings.idle_ms
        for room in [room for room in self.rooms.values() if room.touched < before and self._idle(room)]:
            await self.put_away(room)

    def _idle(self, room: Room) -> bool:
        table = room.table
        due = room.id in self.house.duty.held and (table.next_deadline() is not None or table.bots_due())
        return not (room.connections or room.waiting or due)

    async def put_away(self, room: Room) -> None:
        """Forget a room; its table stays in the store."""
        if room.table.status == "playing":
            self.asleep[room.id] = room.table.number
        self.rooms.pop(room.id, None)
        self.house.metrics.tables.set(len(self.rooms))
        await self.house.duty.give_back(room.id)
        await room.close()
        if room.id not in self.rooms and room.id not in self._loading:
            await self.house.bus.unwatch(room.id)

    async def catch_up(self, everywhere: bool) -> None:
        """Read what the bus may not have told, where somebody is waiting for it."""
        for room in list(self.rooms.values()):
            if everywhere or room.connections or room.id in self.house.duty.held:
                try:
                    await room.do(room.catch_up, always=True)
                except Exception as error:  # a store in trouble: the next round tries again
                    log.warning("catch up failed", table=room.id[:4], error=type(error).__name__)
