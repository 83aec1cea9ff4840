"""The lobby: public tables that are open or being played, and everybody who looks at them."""

from __future__ import annotations

from typing import Any

from handful.server.connection import Connection
from handful.server.messages import LobbyGone, LobbyNow, LobbyTable, encode

Listing = dict[str, Any]
MOST = 400
MOST_REMEMBERED = 10_000
STALE_MS = 6 * 3600 * 1000
"""An open table at which nothing has begun for so long is no longer shown."""


class Lobby:
    """The tables to show, by id, and the clients that look on."""

    def __init__(self) -> None:
        self.listings: dict[str, Listing] = {}
        self.numbers: dict[str, int] = {}
        """Of each table, also of some that are gone: how long its log was when it was last heard of."""
        self.watchers: set[Connection] = set()

    def put(self, table: str, listing: Listing | None, number: int) -> bool:
        """Show a table as it was at a number of its log, or no longer; whether that is a change."""
        if number < self.numbers.get(table, 0):
            return False
        self._remember(table, number)
        if self.listings.get(table) == listing:
            return False
        if listing is None:
            del self.listings[table]
            self._tell(encode(LobbyGone(id=table)))
            return True
        self.listings[table] = listing
        self._tell(encode(LobbyTable(table=listing)))
        if len(self.listings) > MOST:
            self._drop(next(iter(self.listings)))
        return True

    def _remember(self, table: str, number: int) -> None:
        self.numbers.pop(table, None)
        self.numbers[table] = number
        if len(self.numbers) > MOST_REMEMBERED:
            del self.numbers[next(iter(self.numbers))]

    def _drop(self, table: str) -> None:
        self.put(table, None, self.numbers.get(table, 0))

    def drop_stale(self, now: int) -> None:
        """Forget open tables that nobody has begun to play at."""
        old = [id for id, one in self.listings.items() if one["status"] == "open" and one["opened"] < now - STALE_MS]
        for table in old:
            self._drop(table)

    def now(self) -> LobbyNow:
        """The whole lobby, the newest tables first."""
        return LobbyNow(tables=list(reversed(self.listings.values())))

    def _tell(self, frame: bytes) -> None:
        for watcher in self.watchers:
            watcher.send_frame(frame)
