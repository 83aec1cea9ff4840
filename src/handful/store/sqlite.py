"""The store in one file: SQLite, one thread that writes, and a few that read.

Writes queue up, and all that wait become one transaction (group commit): the disk is asked to keep them once, and only
then is each of them answered. However many appends there are, each statement is given all of them at once: every call
into SQLite gives the interpreter lock away, and getting it back from a busy event loop is what takes the time.
"""

from __future__ import annotations

import asyncio
import queue
import secrets
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec

from handful.store import Conflict, RatingRow, ResultRow, TableRow, Unavailable, sql
from handful.store.batch import Append, Batches, Head, Plan, another_was_rated, closed
from handful.store.sql import Row, SqlStore
from handful.store.sqlite_file import MEMORY, reading, roll_back, writing
from handful.store.sqlite_trouble import Watch, is_trouble, unavailable
from handful.table.entries import AnyEntry, Opened, encode

Answer = TypeVar("Answer")
Work = Callable[[sqlite3.Connection], Answer]

READERS = 2
PAUSE_S = 0.006
"""How long writes gather where many come. Where little goes on nobody waits."""

HEADS = """SELECT json_group_array(json_array(id, key, entries)) FROM tables
    WHERE id IN (SELECT value FROM json_each(?1))"""
WRITE_ENTRIES = sql.WRITE_ENTRIES.format(
    entries="""(SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'),
        CAST(json_extract(value, '$[2]') AS BLOB) FROM json_each(?1))"""
)
WRITE_HEADS = sql.WRITE_HEADS.format(
    heads="""(SELECT json_extract(value, '$[0]') AS key, json_extract(value, '$[1]') AS entries,
        json_extract(value, '$[2]') AS status, json_extract(value, '$[3]') AS changed FROM json_each(?1)) AS head"""
)


class SqliteStore(SqlStore):
    """A store in a file, or in memory."""

    _among_the_first = "IN (SELECT value FROM json_each($1))"
    _now = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
    _locked_in_order = ""  # there is one writer

    def __init__(self, path: str) -> None:
        self._path = path
        self._watch = Watch(path)
        self._thread = ThreadPoolExecutor(1, "handful-store-writer")
        self._file: sqlite3.Connection
        """The connection that writes; only the thread uses it."""
        self._writes: Batches[Append | Work[Any]]
        self._readers: ThreadPoolExecutor | None = None
        self._idle: queue.SimpleQueue[sqlite3.Connection] = queue.SimpleQueue()

    @classmethod
    async def open(cls, path: str) -> SqliteStore:
        """Open a file (making it where it is missing, in a folder that is there), or `:memory:`."""
        store = cls(path)
        try:
            store._file = await store._in_thread(lambda: writing(path))
            store._watch.begin()
        except BaseException:
            store._thread.shutdown(wait=False)
            raise
        store._writes = Batches(lambda batch: store._in_thread(lambda: store._write(batch)), PAUSE_S)
        if path != MEMORY:
            store._readers = ThreadPoolExecutor(READERS, "handful-store-reader")
            for _ in range(READERS):
                store._idle.put(reading(path))
        return store

    def _in_thread(self, work: Callable[[], Answer]) -> asyncio.Future[Answer]:
        return asyncio.get_running_loop().run_in_executor(self._thread, work)

    @property
    def commits(self) -> int:
        """How many transactions were written."""
        return self._writes.commits

    async def open_table(self, row: TableRow, secret: str, first: AnyEntry) -> None:
        """Keep a new table, its secret, and entry 1 of its log, all or none."""
        by = first.by if isinstance(first, Opened) else ""
        await self._do(lambda connection: write_table(connection, row, secret, encode(first), by))

    async def append(self, table: str, number: int, entries: Sequence[AnyEntry], status: str) -> None:
        """Add entries number, number + 1 …, all or none; Conflict if another entry is there, or a gap would be left."""
        if entries:
            await self._writes.ask(Append.of(table, number, entries, status))

    async def save_results(self, results: Sequence[ResultRow], ratings: Sequence[RatingRow]) -> bool:
        """Keep the results and new ratings of a finished table, once: False if its results are kept already."""
        return await self._do(lambda connection: write_results(connection, results, ratings))

    async def key(self, name: str) -> bytes:
        """A random 32-byte key of a name, made once and the same for all nodes."""

        def make(connection: sqlite3.Connection) -> bytes:
            connection.execute(numbered(sql.SAVE_KEY), bound(name, secrets.token_bytes(32)))
            return bytes(connection.execute(numbered(sql.KEY), bound(name)).fetchone()[0])

        return await self._do(make)

    async def trouble(self) -> str:
        """What keeps the store from its work, as a code of `refusals`; empty if it answers and can write."""
        try:
            found = await self._change(sql.PULSE, time.time_ns() // 1_000_000)
        except Unavailable as error:
            return error.code or "store_silent"
        return "" if found else "no_layout"

    async def look_through(self) -> None:
        """Look for damage on pages that nobody has read yet."""
        await asyncio.to_thread(self._watch.look_through)

    async def close(self) -> None:
        """Write what is waiting and close."""
        self._watch.stop()
        await self._writes.close()
        self._thread.shutdown()
        await asyncio.to_thread(self._file.close)
        if self._readers:
            self._readers.shutdown(wait=True)
            while not self._idle.empty():
                self._idle.get().close()

    async def _rows(self, statement: str, *values: object) -> Sequence[Row]:
        def ask(connection: sqlite3.Connection) -> list[Row]:
            return connection.execute(numbered(statement), bound(*values)).fetchall()

        if self._readers is None:
            return await self._do(ask)  # memory has one connection only
        if self._writes.closing:
            raise closed()
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._with_a_reader, ask)

    def _with_a_reader(self, ask: Work[Answer]) -> Answer:
        connection = self._idle.get()
        try:
            return ask(connection)
        except sqlite3.DatabaseError as error:
            trouble = unavailable(error)
            self._met(trouble)
            raise trouble from error
        finally:
            self._idle.put(connection)

    def _met(self, damage: Unavailable) -> None:
        self._watch.note(damage)

    def _write(self, batch: Sequence[Append | Work[Any]]) -> list[object]:
        """Write a batch, if the file is still there and whole."""
        self._watch.refuse()
        try:
            answers = write(self._file, batch)
        except Unavailable as error:
            self._watch.note(error)
            raise
        for answer in answers:
            self._watch.note(answer)
        return answers

    async def _change(self, statement: str, *values: object) -> int:
        return await self._do(lambda connection: connection.execute(numbered(statement), bound(*values)).rowcount)

    async def _do(self, work: Work[Answer]) -> Answer:
        """Have something written; the answer comes when it is durable."""
        answer: Answer = await self._writes.ask(work)
        return answer

    def _texts(self, texts: Sequence[str]) -> object:
        return as_json(list(texts))


def write(connection: sqlite3.Connection, batch: Sequence[Append | Work[Any]]) -> list[object]:
    """Write a batch in one transaction; if that fails, nothing of it is written."""
    appends = [request for request in batch if isinstance(request, Append)]
    try:
        connection.execute("BEGIN IMMEDIATE")
        written = iter(write_appends(connection, appends) if appends else ())
        answers = [next(written) if isinstance(one, Append) else attempt(connection, one) for one in batch]
        connection.execute("COMMIT")
    except Exception as error:
        roll_back(connection)
        raise unavailable(error) if is_trouble(error) else error from error
    return answers


def attempt(connection: sqlite3.Connection, work: Work[object]) -> object:
    """Do something as a whole or not at all, within the transaction; what it answers, or its error."""
    connection.execute("SAVEPOINT request")
    try:
        answer = work(connection)
    except Exception as error:
        if not connection.in_transaction:  # a full disk, say: SQLite has undone the requests before this one, too
            raise
        connection.execute("ROLLBACK TO request")
        answer = unavailable(error) if is_trouble(error) else error
    connection.execute("RELEASE request")
    return answer


def write_appends(connection: sqlite3.Connection, requests: Sequence[Append]) -> Sequence[Conflict | None]:
    """Write those appends that come next in their logs; what to say to every one of them."""
    (found,) = connection.execute(HEADS, bound(as_json([request.table for request in requests]))).fetchone()
    heads = {id: Head(key, entries) for id, key, entries in msgspec.json.decode(found)}
    plan = Plan.of(requests, heads)
    if plan.entries:
        entries = [(entry.key, entry.number, entry.body.decode()) for entry in plan.entries]
        connection.execute(WRITE_ENTRIES, bound(as_json(entries)))
        connection.execute(WRITE_HEADS, bound(as_json(list(plan.heads.values()))))
    if plan.seated:
        connection.executemany(numbered(sql.SAT_DOWN), [bound(*one) for one in plan.seated])
    if plan.over:
        connection.executemany(numbered(sql.TO_BE_RATED), [bound(*one) for one in plan.over])
    written = {}
    for one in plan.late:
        if one.table in heads:
            rows = connection.execute(numbered(sql.WRITTEN), bound(heads[one.table].key, one.number, one.last))
            written[one] = [body for (body,) in rows]
    return plan.answers(written)


def write_table(connection: sqlite3.Connection, row: TableRow, secret: str, first: bytes, by: str) -> None:
    """Write a new table."""
    kept = connection.execute(numbered(sql.SAME_TABLE), bound(row.id)).fetchone()
    if kept is not None:
        if kept == (secret, first):
            return
        raise Conflict(f"There is a table {row.id} already.")
    values = (row.id, row.game, row.public, row.status, row.opened, row.changed, row.source)
    key = connection.execute(numbered(sql.SAVE_TABLE), bound(*values)).lastrowid
    connection.execute("INSERT INTO secrets (table_key, secret) VALUES (?1, ?2)", bound(key, secret))
    connection.execute("INSERT INTO entries (table_key, number, body) VALUES (?1, 1, ?2)", bound(key, first))
    connection.execute(numbered(sql.SAT_DOWN), bound(by, key))


def write_results(connection: sqlite3.Connection, results: Sequence[ResultRow], ratings: Sequence[RatingRow]) -> bool:
    """Write what a finished table came to, once."""
    table = results[0].table
    connection.execute(numbered(sql.RATED), bound(table))
    if connection.execute(numbered(sql.RESULTS_KEPT), bound(table)).fetchone():
        return False
    connection.executemany(numbered(sql.SAVE_RESULT), [bound(*msgspec.structs.astuple(one)) for one in results])
    for rating in ratings:
        if not connection.execute(numbered(sql.SAVE_RATING), bound(*msgspec.structs.astuple(rating))).rowcount:
            raise another_was_rated(rating)
    return True


def numbered(statement: str) -> str:
    """A statement with its values called as SQLite calls them."""
    return statement.replace("$", "?")


def bound(*values: object) -> dict[str, object]:
    """Values by their numbers: a sequence is not taken for numbered places from Python 3.14 on."""
    return {str(number): value for number, value in enumerate(values, 1)}


def as_json(value: object) -> str:
    """Many values as one, for json_each."""
    return msgspec.json.encode(value).decode()
