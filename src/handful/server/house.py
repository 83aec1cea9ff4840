"""All the parts of one running server: the store, the bus, the bots, the loaded tables, the lobby, the limits."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import time
from collections.abc import Coroutine, Sequence
from typing import Any

import structlog

from handful.bots.pool import BotPool
from handful.game import BadText
from handful.server import bus, results
from handful.server.connection import Connection
from handful.server.duty import Duty
from handful.server.hub import Hub
from handful.server.limits import Buckets, Places
from handful.server.lobby import Lobby
from handful.server.messages import GOING, Bye
from handful.server.metrics import Metrics
from handful.server.room import Closed, Room
from handful.server.settings import Settings
from handful.store import Store, TableRow
from handful.table.entries import Acted
from handful.table.table import Change, Table, new_player

log = structlog.get_logger()
SWEEP_S = 1.0
TIDY_SWEEPS, TIDY_ANYWAY = 60, 600
"""Garbage in cycles is looked for so often while little goes on, and so often in any case: everything waits for it."""
QUIET = 20
"""Tables at which something happened in the last second: fewer are little."""
RATED_MS = 5_000
"""After so long somebody else keeps the results of a game, if whoever served its last move has not."""
ALL_SWEEPS = 15
"""With other nodes about, every table is compared with the store this often, whatever the bus says."""


class House:
    """One server."""

    def __init__(self, settings: Settings, store: Store, key: bytes) -> None:
        limits = settings.limits
        self.settings = settings
        self.store = store
        self.key = key
        """Signs the cookies."""
        # A process that is alone keeps its name, so that after a crash it need not wait for its own leases to end.
        self.node = settings.node or (new_player() if settings.bus else "alone")
        self.bus: bus.Bus = bus.open_bus(settings.bus, self.node)
        self.pool = BotPool(settings.bots or None)
        self.metrics = Metrics()
        self.hub = Hub(self)
        self.duty = Duty(self)
        self.lobby = Lobby()
        self.places = Places(limits.connections, limits.connections_per_address)
        self.connects = Buckets(limits.connects_rate, limits.connects_burst)
        self.requests = Buckets(limits.requests_rate, limits.requests_burst)
        self.player_messages = Buckets(limits.player_rate, limits.player_burst)
        self.openings = Buckets(limits.tables_rate, limits.tables_burst)
        self.connections: set[Connection] = set()
        self.identities = Buckets(limits.identities_rate, limits.identities_burst)
        self.stopping = False
        self._rating = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loops: list[asyncio.Task[None]] = []

    @staticmethod
    def now() -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something beside; what goes wrong is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("task failed", error=type(error).__name__, where=_where(error))

    # ------------------------------------------------------------ beginning and end

    async def start(self) -> None:
        """Listen to the bus; then, beside the first clients, go on with all games and fill the lobby."""
        await self.store.release(self.node)  # what it held before a crash
        await self.bus.open(self.heard, self._bus_is_back)
        self._loops = [asyncio.create_task(self._sweep()), asyncio.create_task(self._renew())]
        self.spawn(self._fill_lobby())
        self.spawn(self._save_missing_results())

    def _bus_is_back(self) -> None:
        self.spawn(self._after_silence())

    async def _after_silence(self) -> None:
        """Read what the bus could not tell."""
        await self.hub.catch_up(everywhere=True)
        await self._fill_lobby()
        for room in list(self.hub.rooms.values()):
            self.list_table(room.table, again=True)
            for connection in list(room.connections):
                await room.tell_of(connection)

    async def _fill_lobby(self) -> None:
        """Show what the store has, and no longer what is over there."""
        gone = set(self.lobby.listings)
        for status in ("open", "playing"):
            for row in reversed(await self.store.tables(status)):
                gone.discard(row.id)
                if self._is_news(row):
                    await self._show(row.id)
        for table in gone:
            known = await self.store.table(table)
            if known and known.status == "over":
                self.lobby.put(table, None, known.entries)

    def _is_news(self, row: TableRow) -> bool:
        """Whether the lobby shows a table otherwise; the moves of a game change nothing there."""
        shown = self.lobby.listings.get(row.id)
        in_play = shown is not None and shown["status"] == row.status == "playing"
        return not in_play and row.entries > self.lobby.numbers.get(row.id, 0)

    async def _show(self, table: str) -> None:
        with contextlib.suppress(BadText):  # of rules that are not known any more
            folded = await self.hub.fold(table)
            if folded and table not in self.hub.rooms:
                self.lobby.put(table, folded[0].listing(), folded[0].number)

    async def _save_missing_results(self) -> None:
        """A process, this one or another, may have died between the last move of a game and its results."""
        for table in await self.store.unrated(self.now() - (RATED_MS if self.bus.shared else 0)):
            with contextlib.suppress(BadText):  # of rules that are not known any more
                if folded := await self.hub.fold(table):
                    await self._save_results(folded[0])

    async def say_goodbye(self) -> None:
        """Take no new work, and tell every client to come again."""
        self.stopping = True
        for connection in list(self.connections):
            connection.end(Bye(sentence="The server is restarting; your game is safe.", retry=True), GOING)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2):
                while self.connections:
                    await asyncio.sleep(0.02)

    async def stop(self) -> None:
        """Finish what has begun, give the leases back, and close everything."""
        self.stopping = True
        for loop in self._loops:
            loop.cancel()
        self.duty.stop()
        for room in list(self.hub.rooms.values()):
            await room.close()
        await self.pool.close()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=3)
        with contextlib.suppress(Exception):
            await self.store.release(self.node)
        await self.bus.close()
        await self.store.close()

    async def _sweep(self) -> None:
        count = 0
        while True:
            await asyncio.sleep(SWEEP_S)
            count += 1
            try:
                if self.bus.shared and (not self.bus.connected or count % ALL_SWEEPS == 0):
                    await self.hub.catch_up(everywhere=count % ALL_SWEEPS == 0)
                if self.bus.shared and count % ALL_SWEEPS == 0:
                    await self._fill_lobby()
                if count % ALL_SWEEPS == 0:
                    await self._save_missing_results()
                await self.hub.put_away_idle()
                self.lobby.drop_stale(self.now())
                self._count()
                if count % TIDY_ANYWAY == 0 or (count % TIDY_SWEEPS == 0 and self._quiet()):
                    gc.collect()
            except Exception as error:
                log.error("sweep failed", error=type(error).__name__, where=_where(error))

    def _quiet(self) -> bool:
        since = self.now() - 1000
        return sum(room.touched > since for room in self.hub.rooms.values()) < QUIET

    def _count(self) -> None:
        for what in ("asked", "answered", "fallbacks", "replaced", "late"):
            self.metrics.bots.labels(what).set(getattr(self.pool, what))

    async def _renew(self) -> None:
        while True:
            try:
                await self.duty.renew()
            except Exception as error:  # a store in trouble: leases end by themselves, and are taken again
                log.error("renewing leases failed", error=type(error).__name__, where=_where(error))
            await asyncio.sleep(self.settings.lease_ms / 3000)

    # ------------------------------------------------------------ news

    def noticed(self, room: Room, changes: Sequence[Change], before: str) -> None:
        """A room has folded new entries: the lobby, the clock, the bots and the results follow."""
        table = room.table
        if table.status != before or any(type(change.entry) is not Acted for change in changes):
            self.list_table(table)
        if table.status == "playing" and before == "open":
            self.spawn(self.duty.take(room))
        else:
            self.duty.plan(room)
        if table.status == "over" and before != "over":
            self.spawn(self._save_results(table))

    async def _save_results(self, table: Table) -> None:
        async with self._rating:  # games that end at once are rated one after the other: they would only disturb
            saved = await results.save(self.store, table, table.acts[-1].at)
        if saved:
            log.info("game over", table_game=table.opened.game, entries=table.number)

    def list_table(self, table: Table, again: bool = False) -> None:
        """Show a public table in the lobby, here and on the other nodes; `again`: even if it is shown so here."""
        listing = table.listing() if table.opened.public and table.status != "over" else None
        changed = self.lobby.put(table.id, listing, table.number)
        over = table.status == "over"  # others may show it even if this node did not
        if self.bus.shared and (changed or (table.opened.public and (over or again))):
            news = bus.Listed(node=self.node, table=table.id, number=table.number, listing=listing)
            self.spawn(self.bus.publish(news))

    def heard(self, news: bus.AnyNews) -> None:
        """Another node tells something."""
        if isinstance(news, bus.Listed):
            self.lobby.put(news.table, news.listing, news.number)
        elif room := self.hub.rooms.get(news.table):
            self._heard_at(room, news)

    @staticmethod
    async def _take_in(room: Room, news: bus.Appended) -> None:
        with contextlib.suppress(Closed):  # put away: it is read from the store when somebody comes
            await room.do(lambda: room.heard(news), always=True)

    def _heard_at(self, room: Room, news: bus.AnyNews) -> None:
        if isinstance(news, bus.Appended):
            self.spawn(self._take_in(room, news))
        elif isinstance(news, bus.CameElsewhere):
            self.spawn(room.came_elsewhere(news))
        elif isinstance(news, bus.ReactedElsewhere):
            for connection in room.connections:
                connection.send_frame(news.frame.encode())


def _where(error: BaseException) -> str:
    """The place of an error without its message, which could hold something secret."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}" if trace else ""
