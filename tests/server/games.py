"""Short games of all rooms, played by clients; and tables as the store knows them."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import msgspec

from handful.store import open_store
from handful.table.entries import Acted, AnyEntry, Opened
from handful.table.proposal import Change, fold, propose
from handful.table.table import Table
from tests.server.clients import Guest, Seated, Server

SHORT: dict[str, dict[str, Any]] = {
    "half_suit": {"seats": 6, "options": {"stop_at_5": "yes"}, "draw_seats": False},
    "spar": {"seats": 3, "options": {"target": "3"}},
    "thirteam": {"seats": 4, "options": {"threshold": "1"}},
    "claim": {"seats": 4, "options": {"deals": "2", "floor_rounds": "4"}},
    "top_suit": {"seats": 3},
}
TIMER_MS = 2
"""How early a timer may seem to be: its two ends are read from two clocks, in whole milliseconds."""


@dataclass
class Party:
    """Some guests at one table, each with a socket."""

    table: str
    guests: list[Guest]
    clients: list[Seated]


async def gather(server: Server, stack: AsyncExitStack, game: str, start: bool = True, **wish: Any) -> Party:
    """A table with a guest in every seat."""
    wish = {"clock": "off", **SHORT[game], **wish}
    guests = [Guest(server, f"{game} {seat}").introduce() for seat in range(wish.get("seats", 4))]
    table = guests[0].open(game, **wish)
    clients = [await stack.enter_async_context(guest.at(table)) for guest in guests]
    for seat, client in enumerate(clients):
        await client.do("sit", seat=seat, nonce=f"nonce{seat}")
    if start:
        await clients[0].do("start")
        for client in clients:
            await client.until_picture(lambda picture: picture["status"] == "playing")
    return Party(table, guests, clients)


async def play_out(party: Party, seed: int = 1) -> None:
    """All play legal actions at random until the game is over."""
    await asyncio.gather(*(one.play(random.Random(seed * 100 + seat)) for seat, one in enumerate(party.clients)))


async def play_a_while(party: Party, entries: int) -> None:
    """All play legal actions at random until the log has so many entries; then nobody plays on."""
    first = party.clients[0]
    playing = [asyncio.create_task(one.play(random.Random(seat))) for seat, one in enumerate(party.clients)]
    while first.picture["number"] < entries and first.picture["status"] == "playing":
        await asyncio.sleep(0)
    for one in playing:
        one.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


def plain(data: object) -> Any:
    """Data as its JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(data))


@dataclass
class Kept:
    """A table from the store: the table after each entry can be asked for again."""

    id: str
    secret: bytes
    entries: list[AnyEntry]
    scale: float

    def fold(self) -> tuple[Table, tuple[Change, ...]]:
        """The table now, and what led there."""
        changes, table = propose(self.begin(), *self.entries[1:])
        return table, changes

    def tables(self) -> list[tuple[Table, AnyEntry]]:
        """Every entry but the first, each with the table as it was before."""
        table, found = self.begin(), []
        for entry, proposal in zip(self.entries[1:], fold(table, self.entries[1:]), strict=True):
            found.append((table, entry))
            table = proposal.table
        return [(table, self.entries[0]), *found]

    def waits(self) -> list[tuple[int, int]]:
        """For each bot's answer: how many legal actions it had, and the milliseconds since it was asked."""
        found = []
        for table, entry in self.tables():
            if isinstance(entry, Acted) and entry.who == "bot" and table.seats[entry.seat].by_bot:
                assert table.position is not None
                found.append((len(table.position.legal(entry.seat)), entry.at - table.asked_at[entry.seat]))
        return found

    def begin(self) -> Table:
        """The table when it was opened."""
        first = self.entries[0]
        assert isinstance(first, Opened)
        return Table.begin(self.id, self.secret, first, self.scale)


async def kept(server: Server, table: str) -> Kept:
    """What the store has of a table."""
    store = await open_store(server.settings.store)
    try:
        secret = await store.secret(table)
        assert secret
        return Kept(table, bytes.fromhex(secret), await store.read(table), server.settings.clock_scale)
    finally:
        await store.close()
