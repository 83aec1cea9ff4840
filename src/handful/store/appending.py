"""Many appends in one transaction: which of them come next in their logs, and which came too late.

Both databases work alike: lock the rows of the tables that are asked for, plan, write what was planned, and see whether
those that came too late are in truth retries of what is written already.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from handful.store import Conflict, RatingRow
from handful.table.entries import AnyEntry, encode

MOST_WAITING = 10_000
"""So many writes may wait; whoever comes then waits for a place among them."""
MOST_AT_ONCE = 1_000
"""So many writes become one transaction at most: more would make the first of them wait for the last."""


@dataclass(frozen=True, eq=False)
class Append:
    """Entries that wait to be written, and the future of whoever waits for that."""

    table: str
    number: int
    bodies: list[bytes]
    status: str
    changed: int
    done: asyncio.Future[None]

    @classmethod
    def of(
        cls, table: str, number: int, entries: Sequence[AnyEntry], status: str, done: asyncio.Future[None]
    ) -> Append:
        """The request to append entries."""
        return cls(table, number, [encode(entry) for entry in entries], status, entries[-1].at, done)

    @property
    def last(self) -> int:
        """The number of its last entry."""
        return self.number + len(self.bodies) - 1


class Head(NamedTuple):
    """What a table's row says: its key in the log, and how many entries there are."""

    key: int
    entries: int


class NewEntry(NamedTuple):
    """A row of the log."""

    key: int
    number: int
    body: bytes


class NewHead(NamedTuple):
    """What a table's row shall say."""

    key: int
    entries: int
    status: str
    changed: int


@dataclass(frozen=True)
class Plan:
    """What to write, and the requests for which it is too late (or too early)."""

    entries: list[NewEntry] = field(default_factory=list)
    heads: dict[str, NewHead] = field(default_factory=dict)
    late: list[Append] = field(default_factory=list)

    @classmethod
    def of(cls, requests: Sequence[Append], heads: Mapping[str, Head]) -> Plan:
        """Take the requests in their order; each must continue its table's log exactly."""
        plan = cls()
        lengths = {table: head.entries for table, head in heads.items()}
        for request in requests:
            if lengths.get(request.table) != request.number - 1:
                plan.late.append(request)
                continue
            key = heads[request.table].key
            plan.entries.extend(
                NewEntry(key, number, body) for number, body in enumerate(request.bodies, request.number)
            )
            plan.heads[request.table] = NewHead(key, request.last, request.status, request.changed)
            lengths[request.table] = request.last
        return plan


def verdict(request: Append, written: Sequence[bytes] | None) -> Conflict | None:
    """Whether a request that came too late is in truth done: the log has just these entries there. None: done."""
    if written is None:
        return Conflict(f"There is no table {request.table}.")
    if list(written) == request.bodies:
        return None
    return Conflict(f"Table {request.table} is not waiting for entry {request.number}.")


def another_was_rated(rating: RatingRow) -> Conflict:
    """What to say when a rating does not rest on the last one any more."""
    return Conflict(f"Another game of {rating.player} was rated in the meantime.")
