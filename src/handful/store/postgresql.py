"""The store on a server that many processes share: PostgreSQL through asyncpg.

Appends go through one connection with group commit: while one transaction is being kept, the next ones gather. All else
goes through a small pool. When the server is lost, everything is asked again for a while, on new connections, and
nothing is done twice by that.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import asyncpg  # type: ignore[import-untyped]
import msgspec
import stamina

from handful.store import Conflict, RatingRow, ResultRow, TableRow, Unavailable, schema, sql
from handful.store.appending import MOST_AT_ONCE, MOST_WAITING, Append, Head, Plan, another_was_rated, verdict
from handful.store.sql import Row, SqlStore
from handful.table.entries import AnyEntry, encode

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
WRITE = """WITH heads AS (
        UPDATE tables SET entries = head.entries, status = head.status, changed = head.changed,
            node = CASE head.status WHEN 'over' THEN '' ELSE node END,
            until = CASE head.status WHEN 'over' THEN 0 ELSE until END
        FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) AS head (key, entries, status, changed)
        WHERE tables.key = head.key)
    INSERT INTO entries (table_key, number, body) SELECT * FROM unnest($5::bigint[], $6::bigint[], $7::bytea[])"""
WRITTEN = "SELECT body FROM entries WHERE table_key = $1 AND number BETWEEN $2 AND $3 ORDER BY number"
WRITE_TABLE = f"""WITH new AS ({sql.SAVE_TABLE} ON CONFLICT (id) DO NOTHING RETURNING key),
        hidden AS (INSERT INTO secrets (table_key, secret) SELECT key, $7 FROM new)
    INSERT INTO entries (table_key, number, body) SELECT key, 1, $8 FROM new"""
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

    _among_the_second = "= ANY($2::text[])"
    _locked_in_order = "ORDER BY id FOR UPDATE"

    def __init__(self, address: str, patience: float = PATIENCE) -> None:
        self.commits = 0
        """How many transactions of appends were written."""
        self._address = address
        self._patience = patience
        self._pool: Any = None
        self._writer: Any = None
        self._closing = False
        self._room = asyncio.Semaphore(MOST_WAITING)
        self._queue: asyncio.Queue[Append | None] = asyncio.Queue()
        self._writing: asyncio.Task[None] | None = None

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
        self._writing = asyncio.create_task(self._keep_writing(), name="handful-store-writer")

    async def _bring_up_to_date(self) -> None:
        async with self._pool.acquire() as connection:
            await migrate(connection, schema.STEPS)

    async def open_table(self, row: TableRow, secret: str, first: AnyEntry) -> None:
        """Keep a new table, its secret, and entry 1 of its log, all or none."""
        body = encode(first)
        values = (row.id, row.game, row.public, row.status, row.opened, row.changed, secret, body)
        if await self._change(WRITE_TABLE, *values):
            return
        kept = await self._rows(sql.SAME_TABLE, row.id)
        if [tuple(each) for each in kept] != [(secret, body)]:
            raise Conflict(f"There is a table {row.id} already.")

    async def append(self, table: str, number: int, entries: Sequence[AnyEntry], status: str) -> None:
        """Add entries number, number + 1 …, all or none; Conflict if another entry is there, or a gap would be left."""
        if not entries:
            return
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self._room.acquire()
        if self._closing:
            self._room.release()
            raise closed()
        self._queue.put_nowait(Append.of(table, number, entries, status, done))
        await done

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

    async def healthy(self) -> bool:
        """Whether the store answers and can write."""
        if self._closing:
            return False
        try:
            async with asyncio.timeout(HEALTH_SECONDS):
                return count(await self._pool.execute(sql.PULSE, time.time_ns() // 1_000_000)) == 1
        except (asyncpg.PostgresError, *PASSING):
            return False

    async def close(self) -> None:
        """Write what is waiting and close."""
        if not self._closing:
            self._closing = True
            self._queue.put_nowait(None)
        if self._writing:
            await asyncio.shield(self._writing)
        await self._pool.close()

    async def _rows(self, statement: str, *values: object) -> Sequence[Row]:
        rows: Sequence[Row] = await self._ask(lambda: self._pool.fetch(statement, *values))
        return rows

    async def _change(self, statement: str, *values: object) -> int:
        return count(await self._ask(lambda: self._pool.execute(statement, *values)))

    def _texts(self, texts: Sequence[str]) -> object:
        return list(texts)

    async def _ask(self, work: Callable[[], Awaitable[Answer]]) -> Answer:
        if self._closing:
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

    async def _keep_writing(self) -> None:
        going_on = True
        while going_on:
            batch, going_on = await self._collect()
            if batch:
                await self._commit(batch)
        if self._writer:
            await self._writer.close()

    async def _collect(self) -> tuple[list[Append], bool]:
        """All appends that wait, at least one; and whether more may come."""
        batch: list[Append] = []
        try:
            request = await self._queue.get()
            while request is not None:
                batch.append(request)
                if len(batch) == MOST_AT_ONCE:
                    return batch, True
                request = self._queue.get_nowait()
        except asyncio.QueueEmpty:
            return batch, True
        return batch, False

    async def _commit(self, batch: Sequence[Append]) -> None:
        """Write a batch and answer it; if it fails for a reason of its own, each by itself."""
        try:
            errors = await self._patiently(lambda: self._write(batch))
        except Exception as error:
            if len(batch) > 1 and not isinstance(error, Unavailable):
                for request in batch:
                    await self._commit([request])
                return
            errors = dict.fromkeys(batch, error)
        for request in batch:
            self._room.release()
            settle(request, errors.get(request))

    async def _write(self, batch: Sequence[Append]) -> dict[Append, Exception]:
        """Write a batch in one transaction; what is wrong with some of it."""
        if self._writer is None or self._writer.is_closed():
            self._writer = await asyncpg.connect(self._address, **CONNECTING)
        try:
            async with self._writer.transaction(isolation="read_committed"):
                errors = await write_appends(self._writer, batch)
        except BaseException:
            self._writer.terminate()  # a fresh connection knows what the old one is in doubt of
            raise
        self.commits += 1
        return errors


def settle(request: Append, error: Exception | None) -> None:
    """Tell whoever waits for an append, if somebody still does."""
    if request.done.done():
        return
    if error is None:
        request.done.set_result(None)
    else:
        request.done.set_exception(error)


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


async def write_appends(connection: Any, requests: Sequence[Append]) -> dict[Append, Exception]:
    """Write those appends that come next in their logs; why the others do not."""
    found = await connection.fetch(HEADS, list({request.table for request in requests}))
    heads = {id: Head(key, entries) for id, key, entries in found}
    plan = Plan.of(requests, heads)
    if plan.entries:
        await connection.execute(WRITE, *columns(plan.heads.values(), 4), *columns(plan.entries, 3))
    over = [(table, head.changed) for table, head in sorted(plan.heads.items()) if head.status == "over"]
    if over:
        await connection.executemany(sql.TO_BE_RATED, over)
    errors: dict[Append, Exception] = {}
    for request in plan.late:
        error = verdict(request, await written(connection, request, heads))
        if error:
            errors[request] = error
    return errors


async def written(connection: Any, request: Append, heads: dict[str, Head]) -> list[bytes] | None:
    """What the log has where a request wanted to write; None if there is no such table."""
    if request.table not in heads:
        return None
    rows = await connection.fetch(WRITTEN, heads[request.table].key, request.number, request.last)
    return [body for (body,) in rows]


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


def columns(rows: Any, width: int) -> list[list[Any]]:
    """Rows turned into columns."""
    return [list(column) for column in zip(*rows, strict=True)] or [[]] * width


def count(status: str) -> int:
    """How many rows a statement changed, by what the server says of it."""
    return int(status.rsplit(" ", 1)[-1])


def is_passing(error: Exception) -> bool:
    """Whether an error is the server's state at the moment, and not something wrong with what was asked."""
    return isinstance(error, PASSING) and not isinstance(error, ValueError)


def unavailable(error: Exception) -> Unavailable:
    """What to say when the server is lost."""
    return Unavailable(f"The database does not answer: {error or type(error).__name__}.")


def closed() -> Unavailable:
    """What to say when the store is closed."""
    return Unavailable("The store is closed.")
