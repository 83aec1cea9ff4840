"""What a move costs without sockets and store: `python -m benchmarks.moves`.

A whole random game is played at a table of each game, as its log would have it. Measured is processor time: to work out
what an entry does, and to write the frames of everybody at the table and of one who watches.
"""

from __future__ import annotations

import random
from time import process_time_ns

from handful.games import ROOMS, find
from handful.observe import SPECTATOR
from handful.table import commands
from handful.table.entries import AnyEntry
from handful.table.proposal import propose
from handful.table.table import Table
from handful.table.updates import Step

TIMES = 5
"""Each game is gone through so often; the least counts, for others use the machine as well."""


def played(room: str) -> tuple[Table, list[AnyEntry]]:
    """A table that has only been opened, and the entries of a whole random game."""
    rng, secret = random.Random(room), bytes(32)
    opened = commands.opening("ada", room, find(room).usual_seats(), {}, "normal", False, secret, 0)
    first = table = Table.begin("measured", secret, opened)
    entries: list[AnyEntry] = []
    for seat in range(len(first.seats)):
        entries += commands.sit(table, "ada" if not seat else f"p{seat}", f"P{seat}", seat, "", 0).entries
        table = propose(first, *entries).table
    entries += (begun := commands.start(table, "ada", 0)).entries
    table = begun.table
    while table.status == "playing":
        seat = rng.choice(table.actors())
        move = commands.act(table, table.seats[seat].player, [rng.choice(table.legal(seat))], "", table.number, 0)
        entries += move.entries
        table = move.table
    return first, entries


def gone_through(table: Table, entries: list[AnyEntry]) -> tuple[float, float]:
    """Microseconds an entry: to work it out, and to write what it makes everybody see."""
    thought = written = 0
    for entry in entries:
        begin = process_time_ns()
        proposal = propose(table, entry)
        done = process_time_ns()
        step = Step(table, proposal.changes, proposal.table)
        for viewer in (SPECTATOR, *range(len(table.seats))):
            step.frame(viewer)
        thought += done - begin
        written += process_time_ns() - done
        table = proposal.table
    return thought / len(entries) / 1000, written / len(entries) / 1000


if __name__ == "__main__":
    for room in ROOMS:
        first, entries = played(room)
        runs = [gone_through(first, entries) for _ in range(TIMES)]
        thought, written = (min(column) for column in zip(*runs, strict=True))
        title, seats = find(room).title, len(first.seats)
        print(f"{title}, {seats} seats: {thought:.0f} µs to work out, {written:.0f} µs for {seats + 1} viewers")
