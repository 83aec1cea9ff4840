"""The store on a server that many processes share: PostgreSQL through asyncpg.

Appends go through one connection with group commit: while one transaction is being kept, the next ones gather. All else
goes through a small pool. When the server is lost, everything is asked again for a while, on new connections, and
nothing is done twice by that.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, TypeVar

import asyncpg  # type: ignore[import-untyped]
import msgspec
import stamina

from handful.store import Conflict, RatingRow, ResultRow, TableRow, Unavailable, schema, sql
from handful.store.batch import Append, Batches, Head, Plan, another_was_rated, closed
from handful.store.sql import Row, SqlStore
from handful.table.entries import AnyEntry, Opened, encode

Answer = TypeVar("Answer")

CONNECTIONS = 4
"""For all that is not an append."""
PATIENCE = 15.0
"""For how many seconds a lost server is asked again."""
COMMAND_SECONDS = 10.0
HEALTH_SECONDS = 3.0
MIGRATING = 0x68616E6466756C
"""The advisory lock under which one node at a time brings the layout up to date."""
RESULTS_OF_A_TABLE = 0x726573
"""The first half of the advisory lock under which the results of one table are kept."""

HEADS = "SELECT id, key, entries FROM tables WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE"
HEAD_ROWS = "unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) AS head (key, entries, status, changed)"
ENTRY_ROWS = "unnest($5::bigint[], $6::bigint[], $7::bytea[])"
WRITE = f"WITH heads AS ({sql.WRITE_HEADS.format(heads=HEAD_ROWS)}) {sql.WRITE_ENTRIES.format(entries=ENTRY_ROWS)}"
WRITE_TABLE = f"""WITH new AS ({sql.SAVE_TABLE} ON CONFLICT (id) DO NOTHING RETURNING key),
        hidden AS (INSERT INTO secrets (table_key, secret) SELECT key, $8 FROM new),
        sat AS (INSERT INTO seated (player, table_key) SELECT $10, key FROM new)
    INSERT INTO entries (table_key, number, body) SELECT key, 1, $9 FROM new"""
HESITATION_MS = 3_000
"""A node that is cut off in the middle of a transaction keeps the others from its tables for no longer than this."""
CONNECTING = {
    "timeout": COMMAND_SECONDS,
    "command_timeout": COMMAND_SECONDS,
    "server_settings": {
        "application_name": "handful",
        "synchronous_commit": "on",  # every commit waits for the disk, also where the server's own setting is not to
        "idle_in_transaction_session_timeout": str(HESITATION_MS),
    },
}

PASSING = (
    OSError,  # time-outs are among them
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # so asyncpg may say when a connection is cut between two messages
    asyncpg.OperatorInterventionError,
    asyncpg.TransactionRollbackError,
    asyncpg.InsufficientResourcesError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.IdleInTransactionSessionTimeoutError,
)


class PostgresStore(SqlStore):
    """A store on a PostgreSQL server."""

    _among_the_first = "= ANY($1::text[])"
    _now = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"
    _locked_in_order = "ORDER BY id FOR UPDATE"

    def __init__(self, address: str, patience: float = PATIENCE) -> None:
        self._address = address
        self._patience = patience
        self._pool: Any = None
        self._writer: Any = None
        self._writes: Batches[Append]

    @property
    def commits(self) -> int:
        """How many transactions of appends were written."""
        return self._writes.commits

    @classmethod
    async def open(cls, address: str, patience: float = PATIENCE) -> PostgresStore:
        """Connect to a server, and bring the layout of its database up to date."""
        store = cls(address, patience)
        try:
            await store._begin()
        except (asyncpg.PostgresError, ValueError) as error:
            raise Unavailable(f"The store cannot be opened: {error}.") from error
        return store

    async def _begin(self) -> None:
        self._pool = await asyncpg.create_pool(
            self._address,
            min_size=0,  # connections are made when they are needed: here nothing can fail for want of a server
            max_size=CONNECTIONS,
            **CONNECTING,
        )
        try:
            await self._patiently(self._bring_up_to_date)
        except BaseException:
            self._pool.terminate()
            raise
        self._writes = Batches(lambda batch: self._patiently(lambda: self._write(batch)))

    async def _bring_up_to_date(self) -> None:
        async with self._pool.acquire() as connection:
            await migrate(connection, schema.STEPS)

    async def open_table(self, row: TableRow, secret: str, first: AnyEntry) -> None:
        """Keep a new table, its secret, and entry 1 of its log, all or none."""
        body = encode(first)
        by = first.by if isinstance(first, Opened) else ""
        values = (row.id, row.game, row.public, row.status, row.opened, row.changed, row.source, secret, body, by)
        if await self._change(WRITE_TABLE, *values):
            return
        kept = await self._rows(sql.SAME_TABLE, row.id)
        if [tuple(each) for each in kept] != [(secret, body)]:
            raise Conflict(f"There is a table {row.id} already.")

    async def append(self, table: str, number: int, entries: Sequence[AnyEntry], status: str) -> None:
        """Add entries number, number + 1 …, all or none; Conflict if another entry is there, or a gap would be left."""
        if entries:
            await self._writes.ask(Append.of(table, number, entries, status))

    async def save_results(self, results: Sequence[ResultRow], ratings: Sequence[RatingRow]) -> bool:
        """Keep the results and new ratings of a finished table, once: False if its results are kept already."""

        async def save() -> bool:
            async with self._pool.acquire() as connection, connection.transaction(isolation="read_committed"):
                return await write_results(connection, results, ratings)

        return await self._ask(save)

    async def key(self, name: str) -> bytes:
        """A random 32-byte key of a name, made once and the same for all nodes."""
        await self._change(sql.SAVE_KEY, name, secrets.token_bytes(32))
        ((key,),) = await self._rows(sql.KEY, name)
        return bytes(key)

    async def trouble(self) -> str:
        """What keeps the store from its work, as a code of `refusals`; empty if it answers and can write."""
        if self._writes.closing:
            return "store_silent"
        try:
            async with asyncio.timeout(HEALTH_SECONDS):
                found = count(await self._pool.execute(sql.PULSE, time.time_ns() // 1_000_000))
        except (asyncpg.PostgresError, *PASSING) as error:
            return code_of(error) or "store_silent"
        return "" if found else "no_layout"

    async def look_through(self) -> None:
        """The server looks after its own pages."""

    async def close(self) -> None:
        """Write what is waiting and close."""
        await self._writes.close()
        if self._writer:
            await self._writer.close()
        await self._pool.close()

    async def _rows(self, statement: str, *values: object) -> Sequence[Row]:
        rows: Sequence[Row] = await self._ask(lambda: self._pool.fetch(statement, *values))
        return rows

    async def _change(self, statement: str, *values: object) -> int:
        return count(await self._ask(lambda: self._pool.execute(statement, *values)))

    def _texts(self, texts: Sequence[str]) -> object:
        return list(texts)

    async def _ask(self, work: Callable[[], Awaitable[Answer]]) -> Answer:
        if self._writes.closing:
            raise closed()
        return await self._patiently(work)

    async def _patiently(self, work: Callable[[], Awaitable[Answer]]) -> Answer:
        """Do something, again and again for a while if the server is lost. It must be harmless to do it twice."""
        again = stamina.retry_context(
            is_passing, attempts=None, timeout=self._patience, wait_initial=0.02, wait_max=1.0, wait_jitter=0.1
        )
        try:
            async for attempt in again:
                with attempt:
                    return await work()
        except PASSING as error:
            if is_passing(error):
                raise unavailable(error) from error
            raise
        raise AssertionError("stamina ends with an answer or an error")

    async def _write(self, batch: Sequence[Append]) -> Sequence[Conflict | None]:
        """Write a batch in one transaction."""
        if self._writer is None or self._writer.is_closed():
            self._writer = await asyncpg.connect(self._address, **CONNECTING)
        try:
            async with self._writer.transaction(isolation="read_committed"):
                return await write_appends(self._writer, batch)
        except BaseException:
            self._writer.terminate()  # a fresh connection knows what the old one is in doubt of
            raise


async def migrate(connection: Any, steps: Sequence[schema.Step]) -> None:
    """Apply the steps that a database has not seen yet, all or none, one node at a time."""
    async with connection.transaction(isolation="read_committed"):
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATING)
        if await connection.fetchval("SELECT to_regclass('schema')") is None:
            await connection.execute(schema.in_dialect(schema.VERSION_TABLE, schema.POSTGRESQL))
        version = await connection.fetchval("SELECT coalesce(max(version), 0) FROM schema")
        statements = schema.missing(version, steps, schema.POSTGRESQL)
        for statement in statements:
            await connection.execute(statement)
        if statements:
            await connection.execute("DELETE FROM schema")
            await connection.execute("INSERT INTO schema (version, checked) VALUES ($1, 0)", len(steps))


async def write_appends(connection: Any, requests: Sequence[Append]) -> Sequence[Conflict | None]:
    """Write those appends that come next in their logs; what to say to every one of them."""
    found = await connection.fetch(HEADS, list({request.table for request in requests}))
    heads = {id: Head(key, entries) for id, key, entries in found}
    plan = Plan.of(requests, heads)
    if plan.entries:
        await connection.execute(WRITE, *columns(plan.heads.values()), *columns(plan.entries))
    if plan.seated:
        await connection.executemany(sql.SAT_DOWN, plan.seated)
    if plan.over:
        await connection.executemany(sql.TO_BE_RATED, plan.over)
    written = {}
    for one in plan.late:
        if one.table in heads:
            rows = await connection.fetch(sql.WRITTEN, heads[one.table].key, one.number, one.last)
            written[one] = [body for (body,) in rows]
    return plan.answers(written)


async def write_results(connection: Any, results: Sequence[ResultRow], ratings: Sequence[RatingRow]) -> bool:
    """Write what a finished table came to, once."""
    table = results[0].table
    await connection.execute("SELECT pg_advisory_xact_lock($1, hashtext($2))", RESULTS_OF_A_TABLE, table)
    await connection.execute(sql.RATED, table)
    if await connection.fetch(sql.RESULTS_KEPT, table):
        return False
    in_order = sorted(ratings, key=lambda row: (row.game, row.player))  # so that two nodes never wait for each other
    await connection.executemany(sql.SAVE_RESULT, [msgspec.structs.astuple(row) for row in results])
    for row in in_order:
        if not count(await connection.execute(sql.SAVE_RATING, *msgspec.structs.astuple(row))):
            raise another_was_rated(row)
    return True


def columns(rows: Iterable[Sequence[Any]]) -> list[list[Any]]:
    """Rows turned into columns."""
    return [list(column) for column in zip(*rows, strict=True)]


def count(status: str) -> int:
    """How many rows a statement changed, by what the server says of it."""
    return int(status.rsplit(" ", 1)[-1])


def is_passing(error: Exception) -> bool:
    """Whether an error is the server's state at the moment, and not something wrong with what was asked."""
    return isinstance(error, PASSING) and not isinstance(error, ValueError)


def unavailable(error: Exception) -> Unavailable:
    """What to say when the server is lost."""
    return Unavailable(f"The database does not answer: {error or type(error).__name__}.", code_of(error))


def code_of(error: Exception) -> str:
    """Why the server failed, as a code of `refusals`; empty where it passes by itself."""
    if isinstance(error, asyncpg.DiskFullError):
        return "database_full"
    return "database_locked" if isinstance(error, asyncpg.ReadOnlySQLTransactionError) else ""
