"""What both databases are asked in the same words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from handful.store import PlayerRow, RatingRow, ResultRow, TableRow
from handful.table.entries import AnyEntry, decode

EVER = (1 << 63) - 1
TABLE = "id, game, public, status, opened, changed, entries"

ENTRIES = """SELECT body FROM entries WHERE table_key = (SELECT key FROM tables WHERE id = $1) AND number > $2
    ORDER BY number"""
ONE_TABLE = f"SELECT {TABLE} FROM tables WHERE id = $1"
TABLES = f"""SELECT {TABLE} FROM tables WHERE status = $1 AND (public OR NOT CAST($2 AS boolean))
    ORDER BY opened DESC, key DESC LIMIT $3"""
SAVE_TABLE = """INSERT INTO tables (id, game, public, status, opened, changed, entries)
    VALUES ($1, $2, $3, $4, $5, $6, 1)"""
SAME_TABLE = """SELECT secret, body FROM tables JOIN secrets ON secrets.table_key = key
    JOIN entries ON entries.table_key = key AND number = 1 WHERE id = $1"""
SECRET = "SELECT secret FROM secrets WHERE table_key = (SELECT key FROM tables WHERE id = $1)"
LEASE = "UPDATE tables SET node = $2, until = $4, tended = $3 WHERE id = $1 AND (node = $2 OR until <= $3)"
TENDED = "SELECT tended, changed FROM tables WHERE id = $1"
RENEW = """UPDATE tables SET until = $3, tended = $2 WHERE key IN (
    SELECT key FROM tables WHERE node = $1 AND node <> '' AND until > $2 AND status = 'playing' {locked})"""
HELD = "SELECT id FROM tables WHERE node = $1 AND node <> '' AND until > $2"
RELEASE = """UPDATE tables SET node = '', until = 0 WHERE key IN (
    SELECT key FROM tables WHERE node = $1 AND node <> '' {locked})"""
ORPHANS = "SELECT id, entries FROM tables WHERE status = 'playing' AND until <= $1 ORDER BY opened, key LIMIT $2"
SAVE_PLAYER = """INSERT INTO players (id, name, created) VALUES ($1, $2, $3)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name"""
PLAYER = "SELECT id, name, created FROM players WHERE id = $1"
HISTORY = """SELECT table_id, game, ended, seat, player, score, won FROM results WHERE player = $1 AND ended < $2
    ORDER BY ended DESC, table_id, seat LIMIT $3"""
RESULTS_KEPT = "SELECT 1 FROM results WHERE table_id = $1 LIMIT 1"
SAVE_RESULT = """INSERT INTO results (table_id, game, ended, seat, player, score, won)
    VALUES ($1, $2, $3, $4, $5, $6, $7)"""
# A rating replaces one that rests on just one game less: another game was rated in the meantime if that is not there.
SAVE_RATING = """INSERT INTO ratings (player, game, mu, sigma, games) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (game, player) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games = excluded.games
    WHERE ratings.games = excluded.games - 1"""
TO_BE_RATED = "INSERT INTO unrated (table_id, ended) VALUES ($1, $2) ON CONFLICT (table_id) DO NOTHING"
RATED = "DELETE FROM unrated WHERE table_id = $1"
UNRATED = "SELECT table_id FROM unrated WHERE ended <= $1 ORDER BY ended, table_id LIMIT $2"
RATINGS = "SELECT player, game, mu, sigma, games FROM ratings WHERE game = $1 AND player "
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

    _among_the_second: ClassVar[str]
    """How to say that a column is among the texts that are given as $2."""
    _locked_in_order: ClassVar[str]
    """How to lock many tables as appends do, by their ids: in another order the two would wait for each other."""

    @abstractmethod
    def _texts(self, texts: Sequence[str]) -> object:
        """A list of texts as one value."""

    async def read(self, table: str, after: int = 0) -> list[AnyEntry]:
        """The entries behind a number, in order; empty for an unknown table."""
        return [decode(body) for (body,) in await self._rows(ENTRIES, table, after)]

    async def table(self, table: str) -> TableRow | None:
        """A table's row."""
        return next(map(table_row, await self._rows(ONE_TABLE, table)), None)

    async def tables(self, status: str, public: bool = True, limit: int = 200) -> list[TableRow]:
        """Tables of a status, the newest first; public ones only, or all."""
        return list(map(table_row, await self._rows(TABLES, status, public, limit)))

    async def secret(self, table: str) -> str | None:
        """The secret of a table's shuffle, in hex. Only for the fold and for finished games."""
        return next((secret for (secret,) in await self._rows(SECRET, table)), None)

    async def lease(self, table: str, node: str, now: int, until: int) -> bool:
        """Take or renew the duty for a table's clock and bots; False while another node's lease lasts."""
        return await self._change(LEASE, table, node, now, until) == 1

    async def tended(self, table: str) -> int:
        """When a node last took or renewed the duty for a table, or an entry was added to it."""
        return max((time for row in await self._rows(TENDED, table) for time in row), default=0)

    async def renew(self, node: str, now: int, until: int) -> set[str]:
        """Renew all leases of a node that still last, at once; the tables that it holds then."""
        await self._change(RENEW.format(locked=self._locked_in_order), node, now, until)
        return {table for (table,) in await self._rows(HELD, node, now)}

    async def release(self, node: str) -> None:
        """Give all leases of a node back."""
        await self._change(RELEASE.format(locked=self._locked_in_order), node)

    async def orphans(self, now: int, limit: int = 200) -> dict[str, int]:
        """Tables being played for whose clock and bots nobody holds a lease, with how many entries their logs have."""
        return {row[0]: row[1] for row in await self._rows(ORPHANS, now, limit)}

    async def save_player(self, row: PlayerRow) -> None:
        """Keep a player, or a player's new name."""
        await self._change(SAVE_PLAYER, row.id, row.name, row.created)

    async def player(self, player: str) -> PlayerRow | None:
        """A player's row."""
        return next((PlayerRow(*row) for row in await self._rows(PLAYER, player)), None)

    async def unrated(self, before: int, limit: int = 200) -> list[str]:
        """Tables whose games were over before a time and whose results are not kept yet."""
        return [table for (table,) in await self._rows(UNRATED, before, limit)]

    async def ratings(self, game: str, players: Sequence[str]) -> dict[str, RatingRow]:
        """The ratings that some players have in a game."""
        rows = await self._rows(RATINGS + self._among_the_second, game, self._texts(players))
        return {row[0]: RatingRow(*row) for row in rows}

    async def history(self, player: str, limit: int = 50, before: int | None = None) -> list[ResultRow]:
        """A player's finished games, the newest first."""
        end = EVER if before is None else before
        return list(map(result_row, await self._rows(HISTORY, player, end, limit)))


def table_row(row: Row) -> TableRow:
    """A table's row from the columns of TABLE."""
    id, game, public, *rest = row
    return TableRow(id, game, bool(public), *rest)


def result_row(row: Row) -> ResultRow:
    """A result from its columns."""
    table, game, ended, seat, player, score, won = row
    return ResultRow(table, game, ended, seat, player, score, bool(won))
