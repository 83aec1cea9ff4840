"""Everybody's own games: those that wait or are being played, and whose turn it is there. Told live in the lobby."""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from handful.game import BadText
from handful.observe import SPECTATOR
from handful.server import bus
from handful.server.connection import Connection
from handful.server.messages import OwnGame, OwnGameGone, OwnGameNow, OwnGames, encode
from handful.server.services import Services, now
from handful.store import TableRow
from handful.table.pictures import listed_seats
from handful.table.table import Table

WAITING_MS = 24 * 3600 * 1000
"""A table that nobody has begun to play at for so long is no game of anybody's."""
MOST_KEPT = 5_000

Read = Callable[[str], Awaitable[Table | None]]
"""A table as it is now, from the store or from memory."""


def is_of(table: Table, player: str) -> bool:
    """Whether a table is a player's game: who sits there, and before the start who opened it."""
    if table.ended or not player:
        return False
    return table.seat_of(player) != SPECTATOR or (table.status == "open" and table.opened.by == player)


def own_game(table: Table, player: str) -> OwnGame:
    """A game as its player is shown it from outside: nothing that a spectator may not know."""
    opened, seat, actors = table.opened, table.seat_of(player), table.actors()
    seated = seat != SPECTATOR
    return OwnGame(
        table=table.id,
        status=table.status,
        game=opened.game,
        rules=opened.rules,
        options=opened.options,
        clock=table.clock,
        public=opened.public,
        opened=opened.at,
        seat=seat if seated else None,
        seats=listed_seats(table),
        mine=seat in actors,
        actors=actors,
        since=max((table.asked_at[one] for one in actors), default=opened.at),
        deadline=table.deadlines()[seat] if seated else None,
        scores=table.scores(),
        phase=table.phase,
    )


class OwnGamesBoard:
    """Who looks at their own games, and what they are told."""

    def __init__(self, services: Services, read: Read) -> None:
        self.services = services
        self._read = read
        self._watchers: dict[str, dict[Connection, set[str]]] = {}
        """By player: the clients that look on, and the tables that each was told of."""
        self._known: OrderedDict[str, tuple[int, Table]] = OrderedDict()
        """Tables that are not loaded, by how long their logs were: such a log gives the same table again."""

    async def of(self, player: str) -> list[OwnGame]:
        """The games of a player: those where it is the player's turn first, then by their last change."""
        rows = await self.services.store.games_of(player)
        since = now() - WAITING_MS
        tables = [await self._table(row) for row in rows if row.status != "open" or row.changed > since]
        games = [own_game(table, player) for table in tables if table and is_of(table, player)]
        return sorted(games, key=lambda game: not game.mine)

    async def _table(self, row: TableRow) -> Table | None:
        length, table = self._known.get(row.id, (0, None))
        if table is None or length != row.entries:
            with contextlib.suppress(BadText):  # of rules that are not known any more
                table = await self._read(row.id)
            if table is None:
                return None
            self._known[row.id] = table.number, table
            if len(self._known) > MOST_KEPT:
                self._known.popitem(last=False)
        return table

    async def enter(self, connection: Connection) -> None:
        """A client of somebody with a name comes to the lobby."""
        player = connection.player
        first = player not in self._watchers
        told = self._watchers.setdefault(player, {}).setdefault(connection, set())
        if first:
            await self.services.bus.watch(bus.PLAYER + player)
        games = await self.of(player)
        told |= {game.table for game in games}
        connection.send(OwnGames(games=games))

    async def leave(self, connection: Connection) -> None:
        """A client has gone."""
        player = connection.player
        watchers = self._watchers.get(player, {})
        watchers.pop(connection, None)
        if not watchers and self._watchers.pop(player, None) is not None:
            await self.services.bus.unwatch(bus.PLAYER + player)

    def changed(self, before: Table, table: Table, told_others: bool) -> None:
        """A table has gone on: its players' clients in the lobby are told; `told_others`: those on other nodes too."""
        self._known.pop(table.id, None)
        players = {info.player for one in (before, table) for info in one.seats if info.player}
        players.add(table.opened.by)
        for player in players:
            watched, tells = player in self._watchers, told_others and self.services.bus.shared
            if not watched and not tells:
                continue
            was = own_game(before, player) if is_of(before, player) else None
            is_now = own_game(table, player) if is_of(table, player) else None
            if was == is_now:
                continue
            frame = encode(OwnGameNow(game=is_now) if is_now else OwnGameGone(id=table.id))
            self._tell(player, table.id, frame, is_now is not None)
            if tells:
                news = bus.OwnGameNews(
                    node=self.services.node, player=player, table=table.id, frame=frame.decode(), gone=is_now is None
                )
                self.services.spawn(self.services.bus.publish(news))

    def opened(self, table: Table) -> None:
        """A table is new: who opened it has one more game."""
        frame = encode(OwnGameNow(game=own_game(table, table.opened.by)))
        self._tell(table.opened.by, table.id, frame, True)
        if self.services.bus.shared:
            news = bus.OwnGameNews(
                node=self.services.node, player=table.opened.by, table=table.id, frame=frame.decode(), gone=False
            )
            self.services.spawn(self.services.bus.publish(news))

    def heard(self, news: bus.OwnGameNews) -> None:
        """Another node tells of a player's game."""
        self._known.pop(news.table, None)
        self._tell(news.player, news.table, news.frame.encode(), not news.gone)

    def _tell(self, player: str, table: str, frame: bytes, there: bool) -> None:
        for connection, told in self._watchers.get(player, {}).items():
            if there or table in told:
                connection.send_frame(frame)
            (told.add if there else told.discard)(table)
