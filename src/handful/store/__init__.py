"""Where tables are kept: the log that decides, and what is looked up beside it.

`open_store("sqlite:///path")` (or a bare path, or `:memory:`) keeps everything in one file, `postgresql://…` on a
server that many processes share. Both do the same and pass the same tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from handful.table.entries import AnyEntry

EVER = (1 << 63) - 1
"""Later than any time, more than any number."""


class Conflict(Exception):
    """Another entry has that number already: somebody else was quicker. Nothing was written."""


class Unavailable(Exception):
    """The database does not answer, or cannot write. What was asked is done as a whole or not at all.

    Asking again is harmless: an append that was done in fact is then recognised, and nothing is written twice.
    """

    def __init__(self, sentence: str, code: str = "") -> None:
        super().__init__(sentence)
        self.code = code
        """Why, as a code of `refusals`, for everybody to be told; empty where it may pass by itself."""


class TableRow(msgspec.Struct, frozen=True):
    """What is known of a table without reading its log."""

    id: str
    game: str
    public: bool
    status: str
    """open, playing, over or stopped."""
    opened: int
    changed: int
    """Milliseconds since 1970."""
    entries: int
    """How many entries its log has."""
    source: str = ""
    """A mark of the address that it was opened from; empty where that is not known."""


class PlayerRow(msgspec.Struct, frozen=True):
    """A player's identity: never the name decides, always the id."""

    id: str
    name: str
    created: int
    sign: str = ""
    colour: str = ""
    """The player's face."""
    page: str = ""
    """The id of the player's public page, which tells nothing of the other; once given it stays."""


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
    name: str = ""
    """What the player, or the bot, was called there."""
    seats: int = 0
    place: int = 0
    """The first, second … of so many; those who are equal have the same."""
    mu: float = 0.0
    sigma: float = 0.0
    """The rating after the game; both 0 if it was not rated."""

    @property
    def rated(self) -> bool:
        """Whether the game was rated."""
        return self.sigma > 0


class Sitter(msgspec.Struct, frozen=True):
    """Somebody in a finished game, for others to see."""

    result: ResultRow
    page: str
    sign: str
    colour: str
    """Of the player as it is now; all empty for a bot."""


class StatisticsRow(msgspec.Struct, frozen=True):
    """What a player's finished games of one game and one number of seats come to."""

    game: str
    seats: int
    games: int
    wins: int
    places: int
    """The sum of the places."""
    points: int
    best: int


class Store(Protocol):
    """The operations of a store. Every write is durable when its awaitable is done."""

    async def open_table(self, row: TableRow, secret: str, first: AnyEntry) -> None:
        """Keep a new table, its secret, and entry 1 of its log, all or none."""

    async def append(self, table: str, number: int, entries: Sequence[AnyEntry], status: str) -> None:
        """Add entries number, number + 1 …, all or none; Conflict if another entry is there (or a gap would be left).

        Where exactly these entries have these numbers already, they are added: whoever retries does no harm.
        """

    async def read(self, table: str, after: int = 0) -> list[AnyEntry]:
        """The entries after a number, in order; empty for an unknown table."""

    async def table(self, table: str) -> TableRow | None:
        """A table's row."""

    async def tables(
        self, status: str, public: bool = True, limit: int = 200, since: int = 0, each: int = EVER
    ) -> list[TableRow]:
        """Tables of a status, the newest first; public ones only, or all.

        Only those that changed since a time, and no more of one source than `each`.
        """

    async def games_of(self, player: str, limit: int = 50) -> list[TableRow]:
        """Open tables, and those being played, that a player opened or ever sat at; the last changed first."""

    async def secret(self, table: str) -> str | None:
        """The secret of a table's shuffle, in hex. Only for the fold and for finished games."""

    async def lease(self, table: str, node: str, milliseconds: int) -> bool:
        """Take or renew the duty for a table's clock and bots; False while another node's lease lasts.

        Leases go by the database's clock: those of the nodes may differ.
        """

    async def silence(self, table: str) -> int:
        """For how many milliseconds no node has taken or renewed the duty for a table, or added an entry to it."""

    async def renew(self, node: str, milliseconds: int) -> set[str]:
        """Renew all leases of a node that still last, at once; the tables that it holds then."""

    async def release(self, node: str) -> None:
        """Give all leases of a node back."""

    async def orphans(self, limit: int = 200) -> dict[str, int]:
        """Tables being played for whose clock and bots nobody holds a lease, with how many entries their logs have."""

    async def save_player(self, row: PlayerRow) -> None:
        """Keep a player, or a player's new name and face; a page that was given stays."""

    async def player(self, player: str) -> PlayerRow | None:
        """A player's row."""

    async def save_source(self, player: str, source: str) -> None:
        """Keep from where a player sat down last, as a mark of the address."""

    async def arrival(self, player: str) -> tuple[int, str]:
        """When a player first came, and the mark of the address of the last seat; 0 and empty for nobody."""

    async def save_code(self, mark: str, player: str, milliseconds: int) -> None:
        """Keep the mark of a code with which another device becomes a player, in place of that player's last one."""

    async def use_code(self, mark: str) -> str:
        """The player of a code, once; empty if there is none, or its time is over."""

    async def peek_code(self, mark: str) -> str:
        """The player of a code, which stays good; empty if there is none, or its time is over."""

    async def log_out(self, player: str) -> int:
        """End all cookies of a player; the generation of the next ones."""

    async def generations(self) -> dict[str, int]:
        """The generation of the cookies of each player who ever logged out everywhere."""

    async def player_of_page(self, page: str) -> PlayerRow | None:
        """The player whose public page this is."""

    async def save_results(self, results: Sequence[ResultRow], ratings: Sequence[RatingRow]) -> bool:
        """Keep the results and new ratings of a finished table, once: False if its results are kept already.

        Conflict if a rating does not rest on the last one any more, because another game was rated in the meantime.
        """

    async def not_rated(self, table: str) -> None:
        """A finished game leaves no results: it need not be rated."""

    async def unrated(self, before: int, limit: int = 200) -> list[str]:
        """Tables whose games were over before a time and whose results are not kept yet."""

    async def ratings(self, game: str, players: Sequence[str]) -> dict[str, RatingRow]:
        """The ratings that some players have in a game."""

    async def met(self, player: str, since: int) -> dict[str, int]:
        """With whom a player has played rated games since a time, and how many."""

    async def history(self, player: str, limit: int = 50, before: int | None = None, game: str = "") -> list[ResultRow]:
        """A player's finished games, the newest first; of one game, or of all."""

    async def sitters(self, tables: Sequence[str]) -> dict[str, list[Sitter]]:
        """Who played in some finished games, by table and in the order of their seats."""

    async def statistics(self, player: str) -> list[StatisticsRow]:
        """What a player's finished games come to, by game and number of seats."""

    async def course(self, player: str, game: str, limit: int = 500) -> list[ResultRow]:
        """A player's last rated games of one game, the oldest first: the course of the rating."""

    async def key(self, name: str) -> bytes:
        """A random 32-byte key of a name, made once and the same for all nodes."""

    async def healthy(self) -> bool:
        """Whether the store answers and can write."""

    async def trouble(self) -> str:
        """What keeps the store from its work, as a code of `refusals`; empty if it answers and can write."""

    async def look_through(self) -> None:
        """Look for damage that nobody has met yet, where that is the store's own business."""

    async def close(self) -> None:
        """Write what is waiting and close."""


async def open_store(address: str) -> Store:
    """Open the store of an address."""
    if address.startswith(("postgresql://", "postgres://")):
        from handful.store.postgresql import PostgresStore

        return await PostgresStore.open(address)
    from handful.store.sqlite import SqliteStore

    return await SqliteStore.open(address.removeprefix("sqlite:///"))
