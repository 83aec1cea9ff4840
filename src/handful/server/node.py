"""One running server: its parts, how they begin and end, and who is told what."""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections.abc import Awaitable

import structlog

from handful.bots.pool import BotPool
from handful.game import BadText
from handful.server import bus, results
from handful.server.connection import Connection
from handful.server.health import Health
from handful.server.identity import source_mark
from handful.server.leases import Leases
from handful.server.limits import Buckets, Places
from handful.server.live_table import Closed, LiveTable
from handful.server.lobby import Lobby
from handful.server.messages import GOING, LOGGED_OUT, bye
from handful.server.own_games import OwnGamesBoard
from handful.server.replay_pool import ReplayPool
from handful.server.services import Services, now, where
from handful.server.settings import Settings
from handful.server.tables import Tables
from handful.server.timers import Timers
from handful.store import Store
from handful.table.refusals import Refused
from handful.table.table import Table, new_player

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


class Node:
    """One server: one of those that share a store, or the only one."""

    def __init__(self, settings: Settings, store: Store, key: bytes) -> None:
        limits = settings.limits
        # A process that is alone keeps its name, so that after a crash it need not wait for its own leases to end.
        name = settings.node or (new_player() if settings.bus else "alone")
        self.services = Services(name, settings, store, bus.open_bus(settings.bus, name))
        self.settings = settings
        self.store = store
        self.bus = self.services.bus
        self.metrics = self.services.metrics
        self.health = Health(self.services)
        self.key = key
        """Signs the cookies."""
        self.pool = BotPool(settings.bots or None)
        self.replays = ReplayPool()
        self.lobby = Lobby(self.services)
        self.own_games = OwnGamesBoard(self.services, self.look_at)
        self.tables = Tables(self.services, self._loaded, self._changed, self._leaving)
        self.leases = Leases(self.services, self.tables, self._taken)
        self.timers = Timers(self.services, self.leases, self.pool)
        self.places = Places(limits.connections, limits.connections_per_address)
        self.connects = Buckets(limits.connects_rate, limits.connects_burst)
        self.requests = Buckets(limits.requests_rate, limits.requests_burst)
        self.player_messages = Buckets(limits.player_rate, limits.player_burst)
        self.openings = Buckets(limits.tables_rate, limits.tables_burst)
        self.address_openings = Buckets(limits.tables_per_address_rate, limits.tables_per_address_burst)
        self.identities = Buckets(limits.identities_rate, limits.identities_burst)
        self.names = Buckets(limits.names_rate, limits.names_burst)
        self.reactions = Buckets(limits.reactions_rate, limits.reactions_burst)
        self.table_reactions = Buckets(limits.table_reactions_rate, limits.table_reactions_burst)
        self.generations: dict[str, int] = {}
        """Of the cookies of those who ever logged out everywhere."""
        self.connections: set[Connection] = set()
        self.stopping = False
        self._rating = asyncio.Lock()
        self._loops: list[asyncio.Task[None]] = []

    # ------------------------------------------------------------ beginning and end

    async def start(self) -> None:
        """Listen to the bus; then, beside the first clients, go on with all games and fill the lobby."""
        await self.store.release(self.services.node)  # what it held before a crash
        self.generations = await self.store.generations()
        await self.bus.open(self._heard, self._bus_is_back)
        self._loops = [asyncio.create_task(loop) for loop in (self._sweeps(), self._renewals(), self.health.watch())]
        self.services.spawn(self.lobby.fill(self._unloaded))
        self.services.spawn(self._save_missing_results())

    def _bus_is_back(self) -> None:
        self.services.spawn(self._after_silence())

    async def _after_silence(self) -> None:
        """Read what the bus could not tell."""
        await self.tables.catch_up(lambda _: True)
        await self.lobby.fill(self._unloaded)
        for live in list(self.tables.live.values()):
            self.lobby.show(live.table, again=True)
            for connection in list(live.connections):
                await live.tell_of(connection)

    async def _unloaded(self, table: str) -> Table | None:
        """A table from the store, unless it is loaded here: then the lobby is told of it anyway."""
        read = await self.tables.read(table)
        return read[0] if read and table not in self.tables.live else None

    async def look_at(self, table: str) -> Table | None:
        """A table as it is now, loaded or not; None if there is none."""
        if live := self.tables.live.get(table):
            return live.table
        read = await self.tables.read(table)
        return read[0] if read else None

    async def _save_missing_results(self) -> None:
        """A process, this one or another, may have died between the last move of a game and its results."""
        for table in await self.store.unrated(now() - (RATED_MS if self.bus.shared else 0)):
            with contextlib.suppress(BadText):  # of rules that are not known any more
                if read := await self.tables.read(table):
                    await self._save_results(read[0])

    async def say_goodbye(self) -> None:
        """Take no new work, and tell every client to come again."""
        self.stopping = True
        for connection in list(self.connections):
            connection.end(bye(Refused("safe_restart"), retry=True), GOING)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2):
                while self.connections:
                    await asyncio.sleep(0.02)

    async def stop(self) -> None:
        """Finish what has begun, give the leases back, and close everything."""
        self.stopping = True
        for loop in self._loops:
            loop.cancel()
        self.leases.held.clear()
        self.timers.close()
        for live in list(self.tables.live.values()):
            await live.close()
        await self.pool.close()
        self.replays.close()
        if self.services.tasks:
            await asyncio.wait(self.services.tasks, timeout=3)
        with contextlib.suppress(Exception):
            await self.store.release(self.services.node)
        await self.bus.close()
        await self.store.close()

    # ------------------------------------------------------------ again and again

    async def _sweeps(self) -> None:
        count = 0
        while True:
            await asyncio.sleep(SWEEP_S)
            count += 1
            await _tried("sweep failed", self._sweep(count))

    async def _sweep(self, count: int) -> None:
        everywhere = count % ALL_SWEEPS == 0
        if self.bus.shared and (everywhere or not self.bus.connected):
            held = self.leases.held
            await self.tables.catch_up(lambda live: everywhere or bool(live.connections) or live.id in held)
        if self.bus.shared and everywhere:
            await self.lobby.fill(self._unloaded)
            for player, generation in (await self.store.generations()).items():
                self._logged_out(player, generation)
        if everywhere:
            await self._save_missing_results()
        await self.tables.put_away_idle(self.timers.expects)
        self._look_who_is_here(count % max(1, self.settings.beat_ms // 1000) == 0, everywhere)
        self.lobby.drop_stale(now())
        for what in ("asked", "answered", "fallbacks", "replaced", "late"):
            self.metrics.bots.labels(what).set(getattr(self.pool, what))
        if count % TIDY_ANYWAY == 0 or (count % TIDY_SWEEPS == 0 and self._quiet()):
            gc.collect()

    def _look_who_is_here(self, beat: bool, everywhere: bool) -> None:
        """Forget nodes that are gone, tell the others who is here, and the lobby where people are."""
        for live in list(self.tables.live.values()):
            if self.bus.shared:
                live.attendance.forget_silent(now())
                live.tell_presence(again=beat and bool(live.connections))
            if live.attendance.anybody():
                self.lobby.attended(live.table, again=everywhere and self.bus.shared and bool(live.connections))

    def _quiet(self) -> bool:
        since = now() - 1000
        return sum(live.touched > since for live in self.tables.live.values()) < QUIET

    async def _renewals(self) -> None:
        while True:  # with a store in trouble, leases end by themselves, and are taken again
            await _tried("renewing leases failed", self.leases.renew())
            await asyncio.sleep(self.settings.lease_ms / 3000)

    # ------------------------------------------------------------ news

    async def _loaded(self, live: LiveTable) -> None:
        """A table is here now: if it is being played, somebody must look after it."""
        if live.table.opened.public and (row := await self.store.table(live.id)):
            self.lobby.know(live.id, row.source)
        if self.bus.shared:
            await self.bus.publish(bus.Present(node=self.services.node, table=live.id, asks=True))
        if live.table.status == "playing":
            await self.leases.take(live)

    def _changed(self, live: LiveTable, before: Table) -> None:
        """A table has gone on: the lobby, the clock, the bots and the results follow."""
        table = live.table
        if table.status != before.status or table.seats is not before.seats or table.opened is not before.opened:
            self.lobby.show(table)
        self.own_games.changed(before, table, live.appended)
        if table.status == "playing" and before.status == "open":
            self.services.spawn(self.leases.take(live))
        else:
            self.timers.plan(live)
        if table.status == "over" and before.status != "over":
            self.services.spawn(self._save_results(table))

    def came(self, live: LiveTable) -> None:
        """Somebody has come to a table: if it rested, it goes on; a node that looks after it hears who is present."""
        self.timers.plan(live)

    async def sat_down(self, player: str, address: str) -> None:
        """Remember from where somebody plays; a game of two of one address is not rated."""
        await self.store.save_source(player, source_mark(address, self.key))

    async def log_out(self, player: str) -> None:
        """End all cookies of a player, here and on all other nodes."""
        generation = await self.store.log_out(player)
        self._logged_out(player, generation)
        await self.bus.publish(bus.LoggedOut(node=self.services.node, player=player, generation=generation))

    def _logged_out(self, player: str, generation: int) -> None:
        if generation <= self.generations.get(player, 0):
            return
        self.generations[player] = generation
        for connection in [one for one in self.connections if one.player == player]:
            connection.end(bye(Refused("logged_out"), retry=True), LOGGED_OUT)

    async def _leaving(self, live: LiveTable) -> None:
        """A table is about to be put away: whoever comes next looks after it."""
        self.timers.stop(live.id)
        await self.leases.give_back(live.id)

    def _taken(self, live: LiveTable, adopted: bool) -> None:
        self.timers.plan(live)
        if adopted and live.id in self.lobby.listings:
            self.lobby.show(live.table, again=True)

    async def _save_results(self, table: Table) -> None:
        if table.opened.origin:
            await self.store.not_rated(table.id)
            return
        async with self._rating:  # games that end at once are rated one after the other: they would only disturb
            saved = await results.save(self.store, table, table.acts[-1].at, self.settings.rated)
        if saved:
            log.info("game over", table_game=table.opened.game, entries=table.number)

    def _heard(self, news: bus.AnyNews) -> None:
        """Another node tells something."""
        if isinstance(news, bus.Listed):
            self.lobby.heard(news)
        elif isinstance(news, bus.LoggedOut):
            self._logged_out(news.player, news.generation)
        elif isinstance(news, bus.OwnGameNews):
            self.own_games.heard(news)
        elif live := self.tables.live.get(news.table):
            self._heard_at(live, news)

    def _heard_at(self, live: LiveTable, news: bus.AnyNews) -> None:
        if isinstance(news, bus.Appended):
            self.services.spawn(_follow(live, news))
        elif isinstance(news, bus.Present):
            live.heard_of(news)
            if news.here or news.watching:
                live.watched_elsewhere()
                self.timers.plan(live)
        elif isinstance(news, bus.CameElsewhere):
            self.services.spawn(live.came_elsewhere(news))
        elif isinstance(news, bus.ReactedElsewhere):
            for connection in live.connections:
                connection.send_frame(news.frame.encode())


async def _follow(live: LiveTable, news: bus.Appended) -> None:
    with contextlib.suppress(Closed):  # put away: it is read from the store when somebody comes
        await live.do(lambda: live.heard(news), always=True)


async def _tried(failed: str, work: Awaitable[None]) -> None:
    """Do something that is done again and again; what goes wrong is logged."""
    try:
        await work
    except Exception as error:
        log.error(failed, error=type(error).__name__, where=where(error))
