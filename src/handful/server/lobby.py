"""The lobby: public tables that are open or being played, and everybody who looks at them."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from handful.game import BadText
from handful.server import bus
from handful.server.connection import Connection
from handful.server.messages import LobbyGone, LobbyNow, LobbyTable, encode
from handful.server.services import Services, now
from handful.store import TableRow
from handful.table.pictures import Listing, listing
from handful.table.table import Table

MOST = 400
MOST_REMEMBERED = 10_000
STALE_MS = 3600 * 1000
"""An open table at which nobody has sat down or left for so long is no longer shown, though somebody may wait there."""


class Lobby:
    """The tables to show, by id, and the clients that look on. Nobody else writes a listing."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.listings: dict[str, Listing] = {}
        self.numbers: dict[str, int] = {}
        """Of each table, also of some that are gone: how long its log was when it was last heard of."""
        self.sources: dict[str, str] = {}
        """Of the same tables: a mark of the address that each was opened from."""
        self.outdone: dict[str, int] = {}
        """Of the same tables: at which number one had to make room, or was too old; it stays away until it changes."""
        self.changed: dict[str, int] = {}
        """Of each table that is shown: when it was shown otherwise before."""
        self.watchers: set[Connection] = set()
        self.owners: dict[str, set[str]] = {}
        """By table that is shown: the players whose own it is."""
        self.seen: dict[str, int] = {}
        """By table that is shown: when people were last known to be there."""
        self.deserted: set[str] = set()
        """Tables that are no longer shown because nobody is there, though bots may play on."""

    @property
    def share(self) -> int:
        """How many tables of one source are shown."""
        return self.services.settings.limits.listed_per_address

    def show(self, table: Table, again: bool = False) -> None:
        """Show a public table, here and on the other nodes; `again`: there even if it is shown so here."""
        shown = listing(table) if table.opened.public and not table.ended and table.id not in self.deserted else None
        if shown:
            self.owners[table.id] = {info.player for info in table.seats if info.player} | {table.opened.by}
            self.seen.setdefault(table.id, now())
        changed = self._put(table.id, shown, table.number)
        over = table.ended  # others may show it even if this node did not
        if self.services.bus.shared and (changed or (table.opened.public and (over or again))):
            news = bus.Listed(
                node=self.services.node,
                table=table.id,
                number=table.number,
                listing=shown,
                owners=sorted(self.owners.get(table.id, ())),
                source=self.sources.get(table.id, ""),
                seen=self.seen.get(table.id, 0),
            )
            self.services.spawn(self.services.bus.publish(news))

    def know(self, table: str, source: str) -> None:
        """Take note from where a table was opened."""
        if source:
            self.sources[table] = source

    def heard(self, news: bus.Listed) -> None:
        """Another node shows a table, or no longer."""
        self.know(news.table, news.source)
        if news.listing:
            self.owners[news.table] = set(news.owners)
            self.seen[news.table] = max(news.seen, self.seen.get(news.table, 0))
            self.deserted.discard(news.table)
        self._put(news.table, news.listing, news.number)

    def attended(self, table: Table, again: bool) -> None:
        """There are people at a table; `again`: the other nodes are told so."""
        if table.opened.public and not table.ended:
            came_back = table.id not in self.listings and self.outdone.get(table.id) != table.number
            self.deserted.discard(table.id)
            if came_back or table.id in self.listings:
                self.seen[table.id] = now()
            if came_back or (again and table.id in self.listings):
                self.show(table, again=again)

    async def fill(self, read: Callable[[str], Awaitable[Table | None]]) -> None:
        """Show what the store has, and no longer what is over there; `read` gives a table that is not loaded here."""
        gone = set(self.listings)
        for status in ("open", "playing"):
            since = now() - STALE_MS if status == "open" else 0
            for row in reversed(await self.services.store.tables(status, since=since, each=self.share)):
                self.know(row.id, row.source)
                gone.discard(row.id)
                if row.id not in self.listings and row.changed < now() - self.services.settings.deserted_ms:
                    self.deserted.add(row.id)
                if row.id not in self.deserted and self._is_news(row):
                    with contextlib.suppress(BadText):  # of rules that are not known any more
                        if table := await read(row.id):
                            self.owners[row.id] = {info.player for info in table.seats if info.player}
                            self.seen[row.id] = row.changed
                            self._put(table.id, listing(table), table.number)
        for id in gone:
            known = await self.services.store.table(id)
            if known and known.status in ("over", "stopped"):
                self._put(id, None, known.entries)

    def _is_news(self, row: TableRow) -> bool:
        """Whether the lobby shows a table otherwise; the moves of a game change nothing there."""
        shown = self.listings.get(row.id)
        in_play = shown is not None and shown.status == row.status == "playing"
        return not in_play and row.entries > self.numbers.get(row.id, 0)

    def _put(self, table: str, shown: Listing | None, number: int) -> bool:
        """Show a table as it was at a number of its log, or no longer; whether that is a change."""
        if number < self.numbers.get(table, 0):
            return False
        self._remember(table, number)
        if self.listings.get(table) == shown:
            return False
        if shown is None:
            del self.listings[table]
            del self.changed[table]
            self.owners.pop(table, None)
            self.seen.pop(table, None)
            for watcher in self.watchers:
                watcher.send_frame(encode(LobbyGone(id=table)))
            return True
        self.listings[table] = shown
        self.changed[table] = now()
        self._tell(shown)
        self._make_room(self._source(table))
        return True

    def _source(self, table: str) -> str:
        return self.sources.get(table) or table  # where it is not known, each is one of its own

    def _make_room(self, source: str) -> None:
        """Drop the oldest of those who have too many: of this source, and of the one with most if the lobby is full."""
        counts = Counter(map(self._source, self.listings))
        if counts[source] > self.share:
            self._drop_oldest_of(source)
        elif len(self.listings) > MOST:
            self._drop_oldest_of(max(counts, key=counts.__getitem__))

    def _drop_oldest_of(self, source: str) -> None:
        self._outdo(next(table for table in self.listings if self._source(table) == source))

    def _outdo(self, table: str) -> None:
        self.outdone[table] = self.numbers.get(table, 0)
        self._drop(table)

    def _remember(self, table: str, number: int) -> None:
        self.numbers.pop(table, None)
        self.numbers[table] = number
        if len(self.numbers) > MOST_REMEMBERED:
            oldest = next(iter(self.numbers))
            del self.numbers[oldest]
            self.sources.pop(oldest, None)
            self.outdone.pop(oldest, None)

    def _drop(self, table: str) -> None:
        self._put(table, None, self.numbers.get(table, 0))

    def drop_stale(self, now: int) -> None:
        """Forget open tables where nothing has changed for long, and all at which nobody has been for some minutes."""
        if len(self.deserted) > MOST_REMEMBERED:
            self.deserted.clear()
        deserted, stale = now - self.services.settings.deserted_ms, now - STALE_MS
        for id, one in list(self.listings.items()):
            if one.status == "open" and self.changed[id] < stale:
                self._outdo(id)
            elif self.seen.get(id, 0) < deserted:
                self._drop(id)
                self.deserted.add(id)

    def now(self, player: str = "") -> LobbyNow:
        """The whole lobby, the newest tables first, as a player sees it."""
        return LobbyNow(tables=[self._seen_by(player, one) for one in reversed(self.listings.values())])

    def _seen_by(self, player: str, shown: Listing) -> Listing:
        mine = bool(player) and player in self.owners.get(shown.table, ())
        return replace(shown, mine=True) if mine else shown

    def _tell(self, shown: Listing) -> None:
        """Tell everybody of a table; its own people, that it is theirs."""
        frame = encode(LobbyTable(table=shown))
        for watcher in self.watchers:
            seen = self._seen_by(watcher.player, shown)
            watcher.send_frame(frame if seen is shown else encode(LobbyTable(table=seen)))
