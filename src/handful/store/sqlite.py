"""The store in one file: SQLite, one thread that writes, and a few that read.

Writes queue up, and all that wait become one transaction (group commit): the disk is asked to keep them once, and only
then is each of them answered. A batch of appends is one script, however many there are: every call into SQLite gives
the interpreter lock away, and getting it back from a busy event loop is what takes the time. Only when an append does
not come next in its log, which is rare, are they looked at one after the other.
"""

from __future__ import annotations

import asyncio
import queue
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import msgspec

from handful.store import Conflict, RatingRow, ResultRow, TableRow, Unavailable, sql
from handful.store.appending import MOST_AT_ONCE, MOST_WAITING, Append, Head, Plan, another_was_rated, verdict
from handful.store.sql import Row, SqlStore
from handful.store.sqlite_file import MEMORY, reading, roll_back, writing
from handful.table.entries import AnyEntry, encode

Answer = TypeVar("Answer")
Work = Callable[[sqlite3.Connection], Answer]

READERS = 2
BUSY, PAUSE_S = 4, 0.006
"""When so many were written together there are more to come: then some milliseconds pass before the next commit, which
costs the same whether it is for one or for twenty. Where little goes on nobody waits."""

BEGIN = "BEGIN IMMEDIATE"
COMMIT = "COMMIT"
QUICK_ENTRIES = """INSERT INTO entries (table_key, number, body)
    SELECT (SELECT key FROM tables WHERE id = column1 AND entries = column2), column3, column4 FROM (VALUES {rows})"""
"""One that does not come next in its log has no key, and is refused with all the others."""
QUICK_HEADS = """UPDATE tables SET entries = column2, status = column3, changed = column4,
        node = CASE column3 WHEN 'over' THEN '' ELSE node END, until = CASE column3 WHEN 'over' THEN 0 ELSE until END
    FROM (VALUES {rows}) WHERE tables.id = column1"""
QUICK_ENDS = """INSERT INTO unrated (table_id, ended) SELECT column1, column4 FROM (VALUES {rows})
    WHERE column3 = 'over' ON CONFLICT (table_id) DO NOTHING"""
HEADS = """SELECT json_group_array(json_array(id, key, entries)) FROM tables
    WHERE id IN (SELECT value FROM json_each(?1))"""
WRITE_ENTRIES = """INSERT INTO entries (table_key, number, body)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), CAST(json_extract(value, '$[2]') AS BLOB)
    FROM json_each(?1)"""
WRITE_HEADS = """UPDATE tables SET entries = head.entries, status = head.status, changed = head.changed,
        node = CASE head.status WHEN 'over' THEN '' ELSE node END,
        until = CASE head.status WHEN 'over' THEN 0 ELSE until END
    FROM (SELECT json_extract(value, '$[0]') AS key, json_extract(value, '$[1]') AS entries,
        json_extract(value, '$[2]') AS status, json_extract(value, '$[3]') AS changed FROM json_each(?1)) AS head
    WHERE tables.key = head.key"""
WRITTEN = "SELECT body FROM entries WHERE table_key = ?1 AND number BETWEEN ?2 AND ?3 ORDER BY number"


@dataclass(frozen=True, eq=False)
class Job:
    """A write other than an append."""

    work: Work[Any]
    done: asyncio.Future[Any]


class Outcome(NamedTuple):
    """What became of a request."""

    done: asyncio.Future[Any]
    answer: object = None
    error: Exception | None = None


class SqliteStore(SqlStore):
    """A store in a file, or in memory."""

    _among_the_second = "IN (SELECT value FROM json_each($2))"
    _locked_in_order = ""  # there is one writer

    def __init__(self, path: str) -> None:
        self._writer = Writer(path)
        self._readers: ThreadPoolExecutor | None = None
        self._idle: queue.SimpleQueue[sqlite3.Connection] = queue.SimpleQueue()

    @classmethod
    async def open(cls, path: str) -> SqliteStore:
        """Open a file (making it where it is missing, in a folder that is there), or `:memory:`."""
        store = cls(path)
        await store._writer.begin()
        if path != MEMORY:
            store._readers = ThreadPoolExecutor(READERS, "handful-store-reader")
            for _ in range(READERS):
                store._idle.put(reading(path))
        return store

    @property
    def commits(self) -> int:
        """How many transactions were written."""
        return self._writer.commits

    async def open_table(self, row: TableRow, secret: str, first: AnyEntry) -> None:
        """Keep a new table, its secret, and entry 1 of its log, all or none."""
        await self._writer.do(lambda connection: write_table(connection, row, secret, encode(first)))

    async def append(self, table: str, number: int, entries: Sequence[AnyEntry], status: str) -> None:
        """Add entries number, number + 1 …, all or none; Conflict if another entry is there, or a gap would be left."""
        if entries:
            await self._writer.append(table, number, entries, status)

    async def save_results(self, results: Sequence[ResultRow], ratings: Sequence[RatingRow]) -> bool:
        """Keep the results and new ratings of a finished table, once: False if its results are kept already."""
        return await self._writer.do(lambda connection: write_results(connection, results, ratings))

    async def key(self, name: str) -> bytes:
        """A random 32-byte key of a name, made once and the same for all nodes."""

        def make(connection: sqlite3.Connection) -> bytes:
            connection.execute(numbered(sql.SAVE_KEY), (name, secrets.token_bytes(32)))
            return bytes(connection.execute(numbered(sql.KEY), (name,)).fetchone()[0])

        return await self._writer.do(make)

    async def healthy(self) -> bool:
        """Whether the store answers and can write."""
        try:
            return await self._change(sql.PULSE, time.time_ns() // 1_000_000) == 1
        except Unavailable:
            return False

    async def close(self) -> None:
        """Write what is waiting and close."""
        await self._writer.end()
        if self._readers:
            self._readers.shutdown(wait=True)
            while not self._idle.empty():
                self._idle.get().close()

    async def _rows(self, statement: str, *values: object) -> Sequence[Row]:
        def ask(connection: sqlite3.Connection) -> list[Row]:
            return connection.execute(numbered(statement), values).fetchall()

        if self._readers is None:
            return await self._writer.do(ask)  # memory has one connection only
        if self._writer.closing:
            raise closed()
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._with_a_reader, ask)

    def _with_a_reader(self, ask: Work[Answer]) -> Answer:
        connection = self._idle.get()
        try:
            return ask(connection)
        except sqlite3.OperationalError as error:
            raise unavailable(error) from error
        finally:
            self._idle.put(connection)

    async def _change(self, statement: str, *values: object) -> int:
        return await self._writer.do(lambda connection: connection.execute(numbered(statement), values).rowcount)

    def _texts(self, texts: Sequence[str]) -> object:
        return as_json(list(texts))


class Writer:
    """The one thread that writes, and the queue before it."""

    def __init__(self, path: str) -> None:
        self.commits = 0
        self.closing = False
        self._path = path
        self._loop = asyncio.get_running_loop()
        self._waiting = 0
        self._room = asyncio.Event()
        """Set whenever some have been answered."""
        self._queue: queue.SimpleQueue[Append | Job | None] = queue.SimpleQueue()
        self._begun: asyncio.Future[None] = self._loop.create_future()
        self._ended: asyncio.Future[None] = self._loop.create_future()
        self._thread = threading.Thread(target=self._run, name="handful-store-writer", daemon=True)

    async def begin(self) -> None:
        """Start the thread; it opens the file and brings its layout up to date."""
        self._thread.start()
        await self._begun

    async def do(self, work: Work[Answer]) -> Answer:
        """Have something written; the answer comes when it is durable."""
        done: asyncio.Future[Answer] = self._loop.create_future()
        await self._enter(Job(work, done))
        return await done

    async def append(self, table: str, number: int, entries: Sequence[AnyEntry], status: str) -> None:
        """Have entries appended; the answer comes when they are durable."""
        done: asyncio.Future[None] = self._loop.create_future()
        await self._enter(Append.of(table, number, entries, status, done))
        await done

    async def end(self) -> None:
        """Write what is waiting, and stop."""
        if not self.closing:
            self.closing = True
            self._queue.put(None)
        await asyncio.shield(self._ended)

    async def _enter(self, request: Append | Job) -> None:
        while self._waiting >= MOST_WAITING and not self.closing:
            self._room.clear()
            await self._room.wait()
        if self.closing:
            raise closed()
        self._waiting += 1
        self._queue.put(request)

    def _run(self) -> None:
        try:
            connection = writing(self._path)
        except Exception as error:  # whatever it is, it is for the one who opens the store
            self._tell(settle, [Outcome(self._begun, error=error)])
            return
        self._tell(settle, [Outcome(self._begun)])
        going_on = True
        while going_on:
            batch, going_on = self._collect()
            self._tell(self._answer, self._commit(connection, batch))
            if len(batch) >= BUSY:
                time.sleep(PAUSE_S)
        connection.close()
        self._tell(settle, [Outcome(self._ended)])

    def _collect(self) -> tuple[list[Append | Job], bool]:
        """All that waits, at least one; and whether more may come."""
        batch: list[Append | Job] = []
        try:
            request = self._queue.get()
            while request is not None:
                batch.append(request)
                if len(batch) == MOST_AT_ONCE:
                    return batch, True
                request = self._queue.get_nowait()
        except queue.Empty:
            return batch, True
        return batch, False

    def _commit(self, connection: sqlite3.Connection, batch: list[Append | Job]) -> list[Outcome]:
        """Write a batch in one transaction; if that fails, nothing of it is written and all of it has failed."""
        if not batch:
            return []
        try:
            outcomes = write_batch(connection, batch)
        except Exception as error:
            roll_back(connection)
            return [Outcome(request.done, error=unavailable(error)) for request in batch]
        self.commits += 1
        return outcomes

    def _answer(self, outcomes: list[Outcome]) -> None:
        settle(outcomes)
        self._waiting -= len(outcomes)
        self._room.set()

    def _tell(self, what: Callable[[list[Outcome]], None], outcomes: list[Outcome]) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(what, outcomes)


def settle(outcomes: list[Outcome]) -> None:
    """Tell those who still wait what became of their requests."""
    for done, answer, error in outcomes:
        if done.done():  # whoever asked has given up waiting
            continue
        if error is None:
            done.set_result(answer)
        else:
            done.set_exception(error)


def write_batch(connection: sqlite3.Connection, batch: Sequence[Append | Job]) -> list[Outcome]:
    """Write many requests in a transaction; what goes wrong with one of them leaves the others alone."""
    appends = [request for request in batch if isinstance(request, Append)]
    jobs = [request for request in batch if isinstance(request, Job)]
    if appends and write_quickly(connection, appends, commit=not jobs):
        outcomes = [Outcome(request.done) for request in appends]
    else:
        connection.execute(BEGIN)
        outcomes = write_together(connection, appends) if appends else []
    outcomes += [attempt(connection, request.done, request.work) for request in jobs]
    if connection.in_transaction:
        connection.execute(COMMIT)
    return outcomes


def write_quickly(connection: sqlite3.Connection, appends: Sequence[Append], commit: bool) -> bool:
    """Begin a transaction with appends that all come next in their logs; if one does not, write nothing: False."""
    entries = ",".join(
        f"({text(one.table)},{one.number - 1},{number},x'{body.hex()}')"
        for one in appends
        for number, body in enumerate(one.bodies, one.number)
    )
    heads = ",".join(f"({text(one.table)},{one.last},{text(one.status)},{one.changed})" for one in appends)
    script = [BEGIN, QUICK_ENTRIES.format(rows=entries), QUICK_HEADS.format(rows=heads)]
    if any(one.status == "over" for one in appends):
        script.append(QUICK_ENDS.format(rows=heads))
    if commit:
        script.append(COMMIT)
    try:
        connection.executescript(";".join(script))
    except Exception as error:
        roll_back(connection)
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
            raise  # another process has been waited for already
        return False  # whatever it is, those who write them one by one find out
    return True


def text(value: str) -> str:
    """A text as SQL has it.

    >>> text("it's")
    "'it''s'"
    """
    return "'" + value.replace("'", "''") + "'"


def write_together(connection: sqlite3.Connection, appends: Sequence[Append]) -> list[Outcome]:
    """Begin a transaction with many appends; if one of them cannot be written, each by itself."""
    try:
        return write_appends(connection, appends)
    except Exception:  # which one it was, and whether it is at fault, the next lines find out
        roll_back(connection)
        connection.execute(BEGIN)
        return [one_append(connection, request) for request in appends]


def one_append(connection: sqlite3.Connection, request: Append) -> Outcome:
    """Write an append by itself."""
    outcome = attempt(connection, request.done, lambda c: write_appends(c, [request])[0])
    return outcome.answer if isinstance(outcome.answer, Outcome) else outcome


def attempt(connection: sqlite3.Connection, done: asyncio.Future[Any], work: Work[object]) -> Outcome:
    """Do something as a whole or not at all, within the transaction."""
    connection.execute("SAVEPOINT request")
    try:
        outcome = Outcome(done, work(connection))
    except Exception as error:
        if not connection.in_transaction:  # a full disk, say: SQLite has undone the requests before this one, too
            raise
        connection.execute("ROLLBACK TO request")
        outcome = Outcome(done, error=unavailable(error) if isinstance(error, sqlite3.OperationalError) else error)
    connection.execute("RELEASE request")
    return outcome


def write_appends(connection: sqlite3.Connection, requests: Sequence[Append]) -> list[Outcome]:
    """Write those appends that come next in their logs; the outcome of every one of them."""
    asked = as_json([request.table for request in requests])
    heads = {id: Head(key, entries) for id, key, entries in rows_of(connection.execute(HEADS, (asked,)))}
    plan = Plan.of(requests, heads)
    if plan.entries:
        entries = as_json([(entry.key, entry.number, entry.body.decode()) for entry in plan.entries])
        connection.execute(WRITE_ENTRIES, (entries,))
        connection.execute(WRITE_HEADS, (as_json(list(plan.heads.values())),))
        over = [(table, head.changed) for table, head in plan.heads.items() if head.status == "over"]
        if over:
            connection.executemany(numbered(sql.TO_BE_RATED), over)
    errors = {request: verdict(request, written(connection, request, heads)) for request in plan.late}
    return [Outcome(request.done, error=errors.get(request)) for request in requests]


def written(connection: sqlite3.Connection, request: Append, heads: dict[str, Head]) -> list[bytes] | None:
    """What the log has where a request wanted to write; None if there is no such table."""
    if request.table not in heads:
        return None
    span = (heads[request.table].key, request.number, request.last)
    return [body for (body,) in connection.execute(WRITTEN, span)]


def write_table(connection: sqlite3.Connection, row: TableRow, secret: str, first: bytes) -> None:
    """Write a new table."""
    kept = connection.execute(numbered(sql.SAME_TABLE), (row.id,)).fetchone()
    if kept is not None:
        if kept == (secret, first):
            return
        raise Conflict(f"There is a table {row.id} already.")
    values = (row.id, row.game, row.public, row.status, row.opened, row.changed)
    key = connection.execute(numbered(sql.SAVE_TABLE), values).lastrowid
    connection.execute("INSERT INTO secrets (table_key, secret) VALUES (?1, ?2)", (key, secret))
    connection.execute("INSERT INTO entries (table_key, number, body) VALUES (?1, 1, ?2)", (key, first))


def write_results(connection: sqlite3.Connection, results: Sequence[ResultRow], ratings: Sequence[RatingRow]) -> bool:
    """Write what a finished table came to, once."""
    table = results[0].table
    connection.execute(numbered(sql.RATED), (table,))
    if connection.execute(numbered(sql.RESULTS_KEPT), (table,)).fetchone():
        return False
    connection.executemany(numbered(sql.SAVE_RESULT), map(msgspec.structs.astuple, results))
    for rating in ratings:
        if not connection.execute(numbered(sql.SAVE_RATING), msgspec.structs.astuple(rating)).rowcount:
            raise another_was_rated(rating)
    return True


def numbered(statement: str) -> str:
    """A statement with its values called as SQLite calls them."""
    return statement.replace("$", "?")


def as_json(value: object) -> str:
    """Many values as one, for json_each."""
    return msgspec.json.encode(value).decode()


def rows_of(found: sqlite3.Cursor) -> list[list[Any]]:
    """The rows of an answer that came as one JSON array."""
    return msgspec.json.decode(found.fetchone()[0], type=list[list[Any]])


def unavailable(error: Exception) -> Unavailable:
    """What to say when the file cannot be read or written."""
    return Unavailable(f"The store cannot be read or written now: {error}.")


def closed() -> Unavailable:
    """What to say when the store is closed."""
    return Unavailable("The store is closed.")
