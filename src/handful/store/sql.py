"""What both databases are asked in the same words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from handful.store import EVER, PlayerRow, RatingRow, ResultRow, Sitter, StatisticsRow, TableRow, Unavailable
from handful.table.entries import AnyEntry, decode

TABLE = "id, game, public, status, opened, changed, entries, source"

ENTRIES = """SELECT body FROM entries WHERE table_key = (SELECT key FROM tables WHERE id = $1) AND number > $2
    ORDER BY number"""
ONE_TABLE = f"SELECT {TABLE} FROM tables WHERE id = $1"
TABLES = f"""SELECT {TABLE} FROM (
        SELECT *, row_number() OVER (
            PARTITION BY CASE source WHEN '' THEN id ELSE source END ORDER BY opened DESC, key DESC) AS nth
        FROM tables WHERE status = $1 AND (public OR NOT CAST($2 AS boolean)) AND changed >= $4) AS found
    WHERE nth <= $5 ORDER BY opened DESC, key DESC LIMIT $3"""
SAVE_TABLE = """INSERT INTO tables (id, game, public, status, opened, changed, source, entries)
    VALUES ($1, $2, $3, $4, $5, $6, $7, 1)"""
SAME_TABLE = """SELECT secret, body FROM tables JOIN secrets ON secrets.table_key = key
    JOIN entries ON entries.table_key = key AND number = 1 WHERE id = $1"""
WRITE_HEADS = """UPDATE tables SET entries = head.entries, status = head.status, changed = head.changed,
        node = CASE WHEN head.status IN ('over', 'stopped') THEN '' ELSE node END,
        until = CASE WHEN head.status IN ('over', 'stopped') THEN 0 ELSE until END
    FROM {heads} WHERE tables.key = head.key"""
WRITE_ENTRIES = "INSERT INTO entries (table_key, number, body) SELECT * FROM {entries}"
WRITTEN = "SELECT body FROM entries WHERE table_key = $1 AND number BETWEEN $2 AND $3 ORDER BY number"
SECRET = "SELECT secret FROM secrets WHERE table_key = (SELECT key FROM tables WHERE id = $1)"
LEASE = """UPDATE tables SET node = $2, until = {now} + $3, tended = {now}
    WHERE id = $1 AND (node = $2 OR until <= {now})"""
TENDED = "SELECT {now}, tended, changed FROM tables WHERE id = $1"
RENEW = """UPDATE tables SET until = {now} + $2, tended = {now} WHERE key IN (
    SELECT key FROM tables WHERE node = $1 AND node <> '' AND until > {now} AND status = 'playing' {locked})"""
HELD = "SELECT id FROM tables WHERE node = $1 AND node <> '' AND until > {now}"
RELEASE = """UPDATE tables SET node = '', until = 0 WHERE key IN (
    SELECT key FROM tables WHERE node = $1 AND node <> '' {locked})"""
ORPHANS = "SELECT id, entries FROM tables WHERE status = 'playing' AND until <= {now} ORDER BY opened, key LIMIT $1"
SAT_DOWN = """INSERT INTO seated (player, table_key) VALUES ($1, $2) ON CONFLICT (player, table_key) DO NOTHING"""
GAMES_OF = f"""SELECT {TABLE} FROM seated JOIN tables ON tables.key = table_key
    WHERE player = $1 AND status IN ('open', 'playing') ORDER BY changed DESC, key DESC LIMIT $2"""
SAVE_PLAYER = """INSERT INTO players (id, name, created, sign, colour, page) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, sign = excluded.sign, colour = excluded.colour,
        page = CASE players.page WHEN '' THEN excluded.page ELSE players.page END"""
PLAYER = "SELECT id, name, created, sign, colour, page FROM players WHERE id = $1"
PLAYER_OF_PAGE = "SELECT id, name, created, sign, colour, page FROM players WHERE page = $1 AND page <> ''"
RESULT = "table_id, game, ended, seat, player, score, won, results.name, seats, place, mu, sigma"
HISTORY = f"""SELECT {RESULT} FROM results WHERE player = $1 AND ended < $2
    AND (CAST($4 AS text) = '' OR game = $4) ORDER BY ended DESC, table_id, seat LIMIT $3"""
SITTERS = f"""SELECT {RESULT}, coalesce(page, ''), coalesce(sign, ''), coalesce(colour, '')
    FROM results LEFT JOIN players ON players.id = player WHERE table_id {{among}} ORDER BY table_id, seat"""
STATISTICS = """SELECT game, seats, count(*), sum(CASE WHEN won THEN 1 ELSE 0 END), sum(place), sum(score), max(score)
    FROM results WHERE player = $1 GROUP BY game, seats ORDER BY game, seats"""
COURSE = f"""SELECT {RESULT} FROM results WHERE player = $1 AND game = $2 AND sigma > 0
    ORDER BY ended DESC, table_id, seat LIMIT $3"""
RESULTS_KEPT = "SELECT 1 FROM results WHERE table_id = $1 LIMIT 1"
SAVE_RESULT = """INSERT INTO results
    (table_id, game, ended, seat, player, score, won, name, seats, place, mu, sigma)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"""
SAVE_SOURCE = "UPDATE players SET source = $2 WHERE id = $1 AND source <> $2"
ARRIVAL = "SELECT created, source FROM players WHERE id = $1"
GENERATIONS = "SELECT id, generation FROM players WHERE generation > 0"
LOG_OUT = "UPDATE players SET generation = generation + 1 WHERE id = $1"
GENERATION = "SELECT generation FROM players WHERE id = $1"
FORGET_CODES = "DELETE FROM codes WHERE player = $1 OR until <= {now}"
SAVE_CODE = """INSERT INTO codes (mark, player, until) VALUES ($1, $2, {now} + $3)
    ON CONFLICT (mark) DO UPDATE SET player = excluded.player, until = excluded.until"""
CODE = "SELECT player FROM codes WHERE mark = $1 AND until > {now}"
USED_CODE = "DELETE FROM codes WHERE mark = $1"
MET = """SELECT other.player, count(DISTINCT other.table_id) FROM results AS own
    JOIN results AS other ON other.table_id = own.table_id AND other.player <> own.player
    WHERE own.player = $1 AND own.ended > $2 AND own.sigma > 0 GROUP BY other.player"""
# A rating replaces one that rests on just one game less: another game was rated in the meantime if that is not there.
SAVE_RATING = """INSERT INTO ratings (player, game, mu, sigma, games) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (game, player) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games = excluded.games
    WHERE ratings.games = excluded.games - 1"""
TO_BE_RATED = "INSERT INTO unrated (table_id, ended) VALUES ($1, $2) ON CONFLICT (table_id) DO NOTHING"
RATED = "DELETE FROM unrated WHERE table_id = $1"
UNRATED = "SELECT table_id FROM unrated WHERE ended <= $1 ORDER BY ended, table_id LIMIT $2"
RATINGS = "SELECT player, game, mu, sigma, games FROM ratings WHERE game = $2 AND player {among}"
SAVE_KEY = "INSERT INTO keys (name, secret) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING"
KEY = "SELECT secret FROM keys WHERE name = $1"
PULSE = "UPDATE schema SET checked = $1"

Row = Sequence[Any]


class SqlStore(ABC):
    """The operations that are one statement, whatever the database."""

    @abstractmethod
    async def _rows(self, statement: str, *values: object) -> Sequence[Row]:
        """What a question finds."""

    @abstractmethod
    async def _change(self, statement: str, *values: object) -> int:
        """Change something durably; how many rows it was."""

    _among_the_first: ClassVar[str]
    """How to say that a column is among the texts that are given as $1."""
    _now: ClassVar[str]
    """The database's own clock, in milliseconds since 1970."""
    _locked_in_order: ClassVar[str]
    """How to lock many tables as appends do, by their ids: in another order the two would wait for each other."""

    @abstractmethod
    def _texts(self, texts: Sequence[str]) -> object:
        """A list of texts as one value."""

    @abstractmethod
    async def trouble(self) -> str:
        """What keeps the store from its work, as a code of `refusals`; empty if it answers and can write."""

    def _met(self, damage: Unavailable) -> None:  # noqa: B027 - a database may look after itself
        """Remember damage that somebody has met."""

    async def healthy(self) -> bool:
        """Whether the store answers and can write."""
        return not await self.trouble()

    async def read(self, table: str, after: int = 0) -> list[AnyEntry]:
        """The entries after a number, in order; empty for an unknown table."""
        rows = await self._rows(ENTRIES, table, after)
        try:
            return [decode(body) for (body,) in rows]
        except msgspec.ValidationError:  # whole, but of another version
            raise
        except msgspec.DecodeError as error:
            damage = Unavailable(f"The log of table {table[:4]}… cannot be read: {error}.", "damaged")
            self._met(damage)
            raise damage from error

    async def table(self, table: str) -> TableRow | None:
        """A table's row."""
        return next(map(table_row, await self._rows(ONE_TABLE, table)), None)

    async def tables(
        self, status: str, public: bool = True, limit: int = 200, since: int = 0, each: int = EVER
    ) -> list[TableRow]:
        """Tables of a status, the newest first; public ones only, or all.

        Only those that changed since a time, and no more of one source than `each`.
        """
        return list(map(table_row, await self._rows(TABLES, status, public, limit, since, each)))

    async def secret(self, table: str) -> str | None:
        """The secret of a table's shuffle, in hex. Only for the fold and for finished games."""
        return next((secret for (secret,) in await self._rows(SECRET, table)), None)

    async def lease(self, table: str, node: str, milliseconds: int) -> bool:
        """Take or renew the duty for a table's clock and bots; False while another node's lease lasts."""
        return await self._change(LEASE.format(now=self._now), table, node, milliseconds) == 1

    async def silence(self, table: str) -> int:
        """For how many milliseconds no node has taken or renewed the duty for a table, or added an entry to it."""
        rows = await self._rows(TENDED.format(now=self._now), table)
        # An entry has the time of the node that made it, which may be ahead.
        return next((max(0, now - max(tended, changed)) for now, tended, changed in rows), 0)

    async def renew(self, node: str, milliseconds: int) -> set[str]:
        """Renew all leases of a node that still last, at once; the tables that it holds then."""
        await self._change(RENEW.format(locked=self._locked_in_order, now=self._now), node, milliseconds)
        return {table for (table,) in await self._rows(HELD.format(now=self._now), node)}

    async def release(self, node: str) -> None:
        """Give all leases of a node back."""
        await self._change(RELEASE.format(locked=self._locked_in_order), node)

    async def orphans(self, limit: int = 200) -> dict[str, int]:
        """Tables being played for whose clock and bots nobody holds a lease, with how many entries their logs have."""
        return {row[0]: row[1] for row in await self._rows(ORPHANS.format(now=self._now), limit)}

    async def save_player(self, row: PlayerRow) -> None:
        """Keep a player, or a player's new name and face; a page that was given stays."""
        await self._change(SAVE_PLAYER, *msgspec.structs.astuple(row))

    async def player(self, player: str) -> PlayerRow | None:
        """A player's row."""
        return next((PlayerRow(*row) for row in await self._rows(PLAYER, player)), None)

    async def save_source(self, player: str, source: str) -> None:
        """Keep from where a player sat down last, as a mark of the address."""
        await self._change(SAVE_SOURCE, player, source)

    async def arrival(self, player: str) -> tuple[int, str]:
        """When a player first came, and the mark of the address of the last seat; 0 and empty for nobody."""
        return next(((row[0], row[1]) for row in await self._rows(ARRIVAL, player)), (0, ""))

    async def save_code(self, mark: str, player: str, milliseconds: int) -> None:
        """Keep the mark of a code with which another device becomes a player, in place of that player's last one."""
        await self._change(FORGET_CODES.format(now=self._now), player)
        await self._change(SAVE_CODE.format(now=self._now), mark, player, milliseconds)

    async def peek_code(self, mark: str) -> str:
        """The player of a code, which stays good; empty if there is none, or its time is over."""
        return next((player for (player,) in await self._rows(CODE.format(now=self._now), mark)), "")

    async def use_code(self, mark: str) -> str:
        """The player of a code, once; empty if there is none, or its time is over."""
        player = await self.peek_code(mark)
        first = await self._change(USED_CODE, mark) == 1  # of several who use it at once, one
        return player if first else ""

    async def log_out(self, player: str) -> int:
        """End all cookies of a player; the generation of the next ones."""
        await self._change(FORGET_CODES.format(now=self._now), player)
        await self._change(LOG_OUT, player)
        return next((generation for (generation,) in await self._rows(GENERATION, player)), 0)

    async def generations(self) -> dict[str, int]:
        """The generation of the cookies of each player who ever logged out everywhere."""
        return {row[0]: row[1] for row in await self._rows(GENERATIONS)}

    async def player_of_page(self, page: str) -> PlayerRow | None:
        """The player whose public page this is."""
        return next((PlayerRow(*row) for row in await self._rows(PLAYER_OF_PAGE, page)), None)

    async def games_of(self, player: str, limit: int = 50) -> list[TableRow]:
        """Open tables, and those being played, that a player opened or ever sat at; the last changed first."""
        return list(map(table_row, await self._rows(GAMES_OF, player, limit)))

    async def not_rated(self, table: str) -> None:
        """A finished game leaves no results: it need not be rated."""
        await self._change(RATED, table)

    async def unrated(self, before: int, limit: int = 200) -> list[str]:
        """Tables whose games were over before a time and whose results are not kept yet."""
        return [table for (table,) in await self._rows(UNRATED, before, limit)]

    async def ratings(self, game: str, players: Sequence[str]) -> dict[str, RatingRow]:
        """The ratings that some players have in a game."""
        rows = await self._rows(RATINGS.format(among=self._among_the_first), self._texts(players), game)
        return {row[0]: RatingRow(*row) for row in rows}

    async def met(self, player: str, since: int) -> dict[str, int]:
        """With whom a player has played rated games since a time, and how many."""
        return {row[0]: row[1] for row in await self._rows(MET, player, since)}

    async def history(self, player: str, limit: int = 50, before: int | None = None, game: str = "") -> list[ResultRow]:
        """A player's finished games, the newest first; of one game, or of all."""
        end = EVER if before is None else before
        return list(map(result_row, await self._rows(HISTORY, player, end, limit, game)))

    async def sitters(self, tables: Sequence[str]) -> dict[str, list[Sitter]]:
        """Who played in some finished games, by table and in the order of their seats."""
        found: dict[str, list[Sitter]] = {}
        rows = await self._rows(SITTERS.format(among=self._among_the_first), self._texts(tables))
        for *row, page, sign, colour in rows:
            result = result_row(row)
            found.setdefault(result.table, []).append(Sitter(result, page, sign, colour))
        return found

    async def statistics(self, player: str) -> list[StatisticsRow]:
        """What a player's finished games come to, by game and number of seats."""
        rows = await self._rows(STATISTICS, player)
        return [StatisticsRow(game, *map(int, numbers)) for game, *numbers in rows]

    async def course(self, player: str, game: str, limit: int = 500) -> list[ResultRow]:
        """A player's last rated games of one game, the oldest first: the course of the rating."""
        rows = await self._rows(COURSE, player, game, limit)
        return [result_row(row) for row in reversed(rows)]


def table_row(row: Row) -> TableRow:
    """A table's row from the columns of TABLE."""
    id, game, public, *rest = row
    return TableRow(id, game, bool(public), *rest)


def result_row(row: Row) -> ResultRow:
    """A result from its columns."""
    table, game, ended, seat, player, score, won, *rest = row
    return ResultRow(table, game, ended, seat, player, score, bool(won), *rest)
