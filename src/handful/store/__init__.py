"""Where tables are kept: the log that decides, and what is looked up beside it.

`open_store("sqlite:///path")` (or a bare path, or `:memory:`) keeps everything in one file, `postgresql://…` on a
server that many processes share. Both do the same and pass the same tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from handful.table.entries import AnyEntry


class Conflict(Exception):
    """Another entry has that number already: somebody else was quicker. Nothing was written."""


class Unavailable(Exception):
    """The database does not answer, or cannot write. What was asked is done as a whole or not at all.

    Asking again is harmless: an append that was done in fact is then recognised, and nothing is written twice.
    """


class TableRow(msgspec.Struct, frozen=True):
    """What is known of a table without reading its log."""

    id: str
    game: str
    public: bool
    status: str
    """open, playing or over."""
    opened: int
    changed: int
    """Milliseconds since 1970."""
    entries: int
    """How many entries its log has."""


class PlayerRow(msgspec.Struct, frozen=True):
    """A player's identity: never the name decides, always the id."""

    id: str
    name: str
    created: int


class RatingRow(msgspec.Struct, frozen=True):
    """A rating (mu, sigma) in one game, and how many rated games it rests on."""

    player: str
    game: str
    mu: float
    sigma: float
    games: int


class ResultRow(msgspec.Struct, frozen=True):
    """What a finished game was for one seat."""

    table: str
    game: str
    ended: int
    seat: int
    player: str
    """The player's id, or bot:LEVEL."""
    score: int
    won: bool


class Store(Protocol):
    """The operations of a store. Every write is durable when its awaitable is done."""

    async def open_table(self, row: TableRow, secret: str, first: AnyEntry) -> None:
        """Keep a new table, its secret, and entry 1 of its log, all or none."""

    async def append(self, table: str, number: int, entries: Sequence[AnyEntry], status: str) -> None:
        """Add entries number, number + 1 …, all or none; Conflict if another entry is there (or a gap would be left).

        Where exactly these entries have these numbers already, they are added: whoever retries does no harm.
        """

    async def read(self, table: str, after: int = 0) -> list[AnyEntry]:
        """The entries behind a number, in order; empty for an unknown table."""

    async def table(self, table: str) -> TableRow | None:
        """A table's row."""

    async def tables(self, status: str, public: bool = True, limit: int = 200) -> list[TableRow]:
        """Tables of a status, the newest first; public ones only, or all."""

    async def secret(self, table: str) -> str | None:
        """The secret of a table's shuffle, in hex. Only for the fold and for finished games."""

    async def lease(self, table: str, node: str, now: int, until: int) -> bool:
        """Take or renew the duty for a table's clock and bots; False while another node's lease lasts."""

    async def tended(self, table: str) -> int:
        """When a node last took or renewed the duty for a table, or an entry was added to it."""

    async def renew(self, node: str, now: int, until: int) -> set[str]:
        """Renew all leases of a node that still last, at once; the tables that it holds then."""

    async def release(self, node: str) -> None:
        """Give all leases of a node back."""

    async def orphans(self, now: int, limit: int = 200) -> dict[str, int]:
        """Tables being played for whose clock and bots nobody holds a lease, with how many entries their logs have."""

    async def save_player(self, row: PlayerRow) -> None:
        """Keep a player, or a player's new name."""

    async def player(self, player: str) -> PlayerRow | None:
        """A player's row."""

    async def save_results(self, results: Sequence[ResultRow], ratings: Sequence[RatingRow]) -> bool:
        """Keep the results and new ratings of a finished table, once: False if its results are kept already.

        Conflict if a rating does not rest on the last one any more, because another game was rated in the meantime.
        """

    async def unrated(self, before: int, limit: int = 200) -> list[str]:
        """Tables whose games were over before a time and whose results are not kept yet."""

    async def ratings(self, game: str, players: Sequence[str]) -> dict[str, RatingRow]:
        """The ratings that some players have in a game."""

    async def history(self, player: str, limit: int = 50, before: int | None = None) -> list[ResultRow]:
        """A player's finished games, the newest first."""

    async def key(self, name: str) -> bytes:
        """A random 32-byte key of a name, made once and the same for all nodes."""

    async def healthy(self) -> bool:
        """Whether the store answers and can write."""

    async def close(self) -> None:
        """Write what is waiting and close."""


async def open_store(address: str) -> Store:
    """Open the store of an address."""
    if address.startswith(("postgresql://", "postgres://")):
        from handful.store.postgresql import PostgresStore

        return await PostgresStore.open(address)
    from handful.store.sqlite import SqliteStore

    return await SqliteStore.open(address.removeprefix("sqlite:///"))
