"""What the log says, and whether what clients were told agrees with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from handful.observe import SPECTATOR
from handful.store import open_store
from handful.table.entries import Acted, AnyEntry, Opened
from handful.table.pictures import listing
from handful.table.pictures import picture as picture_of
from handful.table.proposal import fold
from handful.table.table import Table
from tests.cluster.nodes import FLOOR_MS, SCALE, Cluster
from tests.server.clients import Message, Seated
from tests.server.games import plain


@dataclass
class Log:
    """The log of a table."""

    table: str
    secret: bytes
    entries: list[AnyEntry]

    def tables(self) -> Iterator[tuple[Table, AnyEntry | None]]:
        """The table as it was after each entry, with the entry that comes next."""
        first = self.entries[0]
        assert isinstance(first, Opened)
        table = Table.begin(self.table, self.secret, first, SCALE)
        for entry, proposal in zip(self.entries[1:], fold(table, self.entries[1:]), strict=True):
            yield table, entry
            table = proposal.table
        yield table, None

    @property
    def status(self) -> str:
        """How far the game is."""
        return [table.status for table, _ in self.tables()][-1]

    @property
    def listing(self) -> Message:
        """What a lobby should show of the table now."""
        *_, (table, _) = self.tables()
        shown: Message = plain(listing(table))
        return shown

    @property
    def ids(self) -> dict[str, int]:
        """The numbers of the entries that did the clients' actions, by the clients' ids; none is there twice."""
        acted = [(entry.id, number) for number, entry in enumerate(self.entries, 1) if isinstance(entry, Acted)]
        named = [one for one in acted if one[0]]
        assert len(named) == len(dict(named))
        return dict(named)


async def log_of(cluster: Cluster, table: str) -> Log:
    """What the store has of a table."""
    store = await open_store(cluster.store)
    try:
        secret = await store.secret(table)
        assert secret
        return Log(table, bytes.fromhex(secret), await store.read(table))
    finally:
        await store.close()


def check_log(log: Log) -> Table:
    """Nobody acted for a player before the clock had run out, and no bot answered a question but its own."""
    table = None
    for table, entry in log.tables():
        if isinstance(entry, Acted) and entry.who != "player":
            info, asked = table.seats[entry.seat], table.asked_at[entry.seat]
            begun = asked if info.by_bot else table.deadlines()[entry.seat]
            assert begun is not None
            floor = FLOOR_MS - 2 if entry.who == "bot" else 0  # timers are as fine as a millisecond
            assert entry.at >= begun + floor, (table.number, entry, entry.at - begun)
    assert table is not None
    return table


def pictures(client: Seated) -> Iterator[Message]:
    """Every picture that a client has had, made again from what it was sent."""
    shadow = Seated(client.guest, client.socket)
    for message in client.messages:
        shadow._follow(message)
        if message["type"] in ("welcome", "fresh", "update"):
            yield shadow.picture


def check_pictures(log: Log, clients: Iterable[Seated]) -> None:
    """Every picture of every client is the one that the log gives for its number: so equal numbers, equal pictures."""
    shown: dict[tuple[int, int], list[Message]] = {}
    for client in clients:
        for picture in pictures(client):
            viewer = SPECTATOR if picture["seat"] is None else picture["seat"]
            shown.setdefault((picture["number"], viewer), []).append(picture)
    assert shown
    for table, _ in log.tables():
        for number, viewer in [key for key in shown if key[0] == table.number]:
            true = plain(picture_of(table, viewer))
            for picture in shown.pop((number, viewer)):
                assert picture == true
    assert not shown, "a client has seen a number that the log does not have"


def check_told(client: Seated) -> None:
    """A client was told of every entry, in order and exactly once."""
    numbers = [told["number"] for told in client.told]
    first = client.messages[0]["picture"]["number"] - len(client.messages[0]["missed"])
    assert numbers == list(range(first + 1, client.picture["number"] + 1))
