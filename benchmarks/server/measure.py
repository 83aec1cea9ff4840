"""The measurements: tables at a person's pace, tables as fast as they can, the bare echo, and boardgame.io."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from benchmarks.server.peer import peer_session
from benchmarks.server.players import Measured, Order
from benchmarks.server.processes import Session, Taken, our_session

PACED, FASTEST, ECHO, PEER = "a move a second", "as fast as they can", "bare echo", "boardgame.io"
FASTEST_TABLES = 100
SOCKETS = 440
"""What a hundred tables of all five games have: the echo has as many."""
WATCHERS = 1000
"""Spectators by whom the memory of a connection is measured."""

Tick = Callable[[str], None]


class Pace(msgspec.Struct, frozen=True):
    """How long things are measured."""

    paced_s: float
    fastest_s: float
    rounds: int


FULL, QUICK = Pace(15.0, 5.0, 3), Pace(5.0, 3.0, 1)


class Line(msgspec.Struct):
    """One measurement. Times are in milliseconds, processor time in cores, memory in KiB."""

    what: str
    tables: int
    sockets: int
    moves: float
    """Durable moves a second (the echo: messages)."""
    delivered: float
    """Messages a second that came to clients: updates and acknowledgements."""
    ack50: float
    ack99: float
    slow50: float
    """Until the slowest viewer of a move has it."""
    slow99: float
    server: float
    client: float
    cost: float = 0.0
    """Milliseconds of the server's processor a move."""
    late99: float = 0.0
    """How late the client itself was with its moves: what it adds to the times of the server is not the server's."""
    memory: float = 0.0
    """All of the server's memory at the end."""
    connection: float = 0.0
    table: float = 0.0
    """A table with its log in memory, its connections apart."""
    games: int = 0
    refused: int = 0
    lost: int = 0
    size: float = 0.0
    """Bytes a message."""


def at(times: list[float], part: float) -> float:
    """A percentile."""
    return sorted(times)[min(len(times) - 1, int(part * len(times)))] if times else 0.0


def line(what: str, tables: int, sockets: int, seen: Measured, server: Taken) -> Line:
    """What was seen, as a line."""
    return Line(
        what,
        tables,
        sockets,
        moves=len(seen.acks) / seen.seconds,
        delivered=seen.delivered / seen.seconds,
        ack50=at(seen.acks, 0.5),
        ack99=at(seen.acks, 0.99),
        slow50=at(seen.slowest, 0.5),
        slow99=at(seen.slowest, 0.99),
        server=server.cpu,
        client=seen.cpu / seen.seconds,
        cost=1000 * server.cpu * seen.seconds / max(1, len(seen.acks)),
        late99=at(seen.late, 0.99),
        memory=server.memory / 1024,
        games=seen.games,
        refused=len(seen.refusals),
        lost=seen.lost,
        size=seen.received / max(1, seen.delivered),
    )


def connection_memory() -> float:
    """KiB that one more connection takes."""
    with our_session(Order(port=0, tables=WATCHERS, seconds=1.0, kind="watch"), 1) as ready:
        _, after = ready.play()
        return max(0.0, after.memory - ready.settled.memory) / 1024 / WATCHERS


def paced(tables: int, pace: Pace, clients: int, connection: float, pin: bool = False) -> Line:
    """Tables at which people play: a move a second."""
    with our_session(Order(port=0, tables=tables, seconds=pace.paced_s, pin=pin), clients) as ready:
        found = played(PACED, tables, ready)
    grown = found.memory - ready.empty.memory / 1024 - found.sockets * connection
    return msgspec.structs.replace(found, connection=connection, table=max(0.0, grown) / tables)


def played(what: str, tables: int, ready: Session) -> Line:
    """Give the word, and write down what was seen."""
    seen, server = ready.play()
    return line(what, tables, ready.sockets, seen, server)


def fastest(pace: Pace, clients: int, peer: Path | None, tick: Tick, found: dict[str, list[Line]]) -> None:
    """Everything as fast as it can, in turns, round by round."""
    for _ in range(pace.rounds):
        for what in (ECHO, *((PEER,) if peer else ()), FASTEST):
            tick(what)
            found.setdefault(what, []).append(one_of(what, pace.fastest_s, clients, peer))


def medians(found: dict[str, list[Line]]) -> Iterator[Line]:
    """The median of the rounds."""
    for lines in found.values():
        middle = statistics.median_low(one.moves for one in lines)
        yield next(one for one in lines if one.moves == middle)


def one_of(what: str, seconds: float, clients: int, peer: Path | None) -> Line:
    """One of those that go as fast as they can."""
    if what == PEER:
        assert peer
        with peer_session(peer, Order(port=0, tables=FASTEST_TABLES, seconds=seconds)) as ready:
            return played(PEER, FASTEST_TABLES, ready)
    echo = what == ECHO
    order = Order(
        port=0,
        tables=SOCKETS if echo else FASTEST_TABLES,
        seconds=seconds,
        pace=0.0,
        kind="echo" if echo else "handful",
    )
    with our_session(order, clients) as ready:
        return played(what, 0 if echo else FASTEST_TABLES, ready)
