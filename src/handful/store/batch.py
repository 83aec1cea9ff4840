"""Many writes in one transaction (group commit): how they gather, which appends come next, and which came too late.

Both databases work alike: whatever waits while one transaction is being kept becomes the next. The rows of the tables
that are appended to are locked, what comes next in its log is written, and of what came too late it is seen whether it
is in truth a retry of what is written already.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from handful.store import Conflict, RatingRow, Unavailable
from handful.table.entries import AnyEntry, Sat, encode

Request = TypeVar("Request")

MOST_WAITING = 10_000
"""So many writes may wait; whoever comes then waits for a place among them."""
MOST_AT_ONCE = 1_000
"""So many writes become one transaction at most: more would make the first of them wait for the last."""
BUSY = 4
"""When so many were written together, there are more to come."""


@dataclass(frozen=True, eq=False)
class Append:
    """Entries to be written."""

    table: str
    number: int
    bodies: list[bytes]
    status: str
    changed: int
    players: Sequence[str] = ()
    """Those who sit down."""

    @classmethod
    def of(cls, table: str, number: int, entries: Sequence[AnyEntry], status: str) -> Append:
        """The request to append entries."""
        players = [entry.player for entry in entries if isinstance(entry, Sat)]
        return cls(table, number, [encode(entry) for entry in entries], status, entries[-1].at, players)

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
    """What to write for some appends, and those for which it is too late (or too early)."""

    requests: Sequence[Append]
    entries: list[NewEntry] = field(default_factory=list)
    heads: dict[str, NewHead] = field(default_factory=dict)
    late: list[Append] = field(default_factory=list)
    seated: list[tuple[str, int]] = field(default_factory=list)
    """Who sits down, and at which table's key."""

    @classmethod
    def of(cls, requests: Sequence[Append], heads: Mapping[str, Head]) -> Plan:
        """Take the requests in their order; each must continue its table's log exactly."""
        plan = cls(requests)
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
            plan.seated.extend((player, key) for player in request.players)
            lengths[request.table] = request.last
        return plan

    @property
    def over(self) -> list[tuple[str, int]]:
        """The tables whose games end here, in order, and when."""
        return [(table, head.changed) for table, head in sorted(self.heads.items()) if head.status == "over"]

    def answers(self, written: Mapping[Append, Sequence[bytes]]) -> list[Conflict | None]:
        """What to say to each request, given what the logs have where those that came too late wanted to write."""
        errors = {request: verdict(request, written.get(request)) for request in self.late}
        return [errors.get(request) for request in self.requests]


def verdict(request: Append, written: Sequence[bytes] | None) -> Conflict | None:
    """Whether a request that came too late is in truth done: the log has just these entries there. None: done."""
    if written is None:
        return Conflict(f"There is no table {request.table}.")
    if list(written) == request.bodies:
        return None
    return Conflict(f"Table {request.table} is not waiting for entry {request.number}.")


class Batches(Generic[Request]):
    """Requests that wait to be written: all that wait are written together."""

    def __init__(self, write: Callable[[list[Request]], Awaitable[Sequence[object]]], pause_s: float = 0.0) -> None:
        self.closing = False
        self.commits = 0
        """How many transactions were written."""
        self._write = write
        self._pause_s = pause_s
        """How long to let more gather when there are many, as a commit costs the same for one and for twenty."""
        self._places = asyncio.Semaphore(MOST_WAITING)
        self._waiting: deque[tuple[Request, asyncio.Future[Any]]] = deque()
        self._news = asyncio.Event()
        self._writing = asyncio.create_task(self._keep_writing(), name="handful-store-writer")

    def __len__(self) -> int:
        return len(self._waiting)

    async def ask(self, request: Request) -> Any:
        """Have something written; the answer comes when it is durable."""
        await self._places.acquire()
        if self.closing:
            self._places.release()
            raise closed()
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((request, done))
        self._news.set()
        return await done

    async def close(self) -> None:
        """Write what waits, and stop."""
        self.closing = True
        self._news.set()
        await asyncio.shield(self._writing)

    async def _keep_writing(self) -> None:
        while self._waiting or not self.closing:
            await self._news.wait()
            batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), MOST_AT_ONCE))]
            if not self._waiting:
                self._news.clear()
            if batch:
                await self._answer(batch)
            if len(batch) >= BUSY:
                await asyncio.sleep(self._pause_s)

    async def _answer(self, batch: list[tuple[Request, asyncio.Future[Any]]]) -> None:
        """Write a batch and answer it; if it fails for a reason of its own, each by itself."""
        try:
            answers = await self._write([request for request, _ in batch])
            self.commits += 1
        except Exception as error:
            if len(batch) > 1 and not isinstance(error, Unavailable):
                for one in batch:
                    await self._answer([one])
                return
            answers = [error] * len(batch)
        for (_, done), answer in zip(batch, answers, strict=True):
            self._places.release()
            if done.done():  # whoever asked has given up waiting
                continue
            if isinstance(answer, Exception):
                done.set_exception(answer)
            else:
                done.set_result(answer)


def another_was_rated(rating: RatingRow) -> Conflict:
    """What to say when a rating does not rest on the last one any more."""
    return Conflict(f"Another game of {rating.player} was rated in the meantime.")


def closed() -> Unavailable:
    """What to say when the store is closed."""
    return Unavailable("The store is closed.")
