"""Copies of a store. A backup is itself a store in one file, whatever the store is, and can be put back into any other.

So a backup of PostgreSQL can be restored into a file and the other way round. It is made while the server runs: all of
it is from one moment.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from handful.game import BadText
from handful.store import EVER, Store, open_store, schema
from handful.store.sqlite_file import migrate
from handful.table.entries import AnyEntry, Opened
from handful.table.proposal import fold
from handful.table.table import Table

PAGES, ROWS = 1_000, 1_000
"""How much is copied at a time."""
NODE, COPYING = "handful", "handful copies"
"""The names under which PostgreSQL knows the connections of a node, and ours."""

Progress = Callable[[str, int, int], None]
"""Is told what is being done, how much of it is done, and of how much."""
Counts = dict[str, int]
"""How many rows each table of a database has."""


class CannotCopy(Exception):
    """A backup cannot be made or restored; the message is a sentence."""


class Checked(NamedTuple):
    """What was found in a store in which everything holds."""

    tables: int
    entries: int
    finished: int
    foreign: int
    """Tables of rules that this version does not know: their logs are there, but were not played again."""


def is_postgresql(address: str) -> bool:
    """Whether a store's address is that of a server."""
    return address.startswith(("postgresql://", "postgres://"))


def path_of(address: str) -> Path:
    """The file of a store that is one."""
    path = address.removeprefix("sqlite:///")
    if path == ":memory:":
        raise CannotCopy("A store in memory cannot be copied: it is gone with its server.")
    return Path(path)


# ------------------------------------------------------------ backing up


async def back_up(address: str, file: Path, force: bool, progress: Progress) -> Counts:
    """Copy a store into a file, while it is in use; what the file holds."""
    if file.exists() and not force:
        raise CannotCopy(f"{file} is there already. Choose another name, or add --force to replace it.")
    with new_file(file) as part:
        if is_postgresql(address):
            counts = await copy_from_server(address, part, progress)
        else:
            counts = copy_file(path_of(address), part, progress)
        finish(part, counts)
        os.replace(part, file)
    return counts


@contextmanager
def new_file(file: Path) -> Iterator[Path]:
    """A file beside another that only its owner may read; it is gone afterwards, unless it was moved."""
    part = file.with_name(f".{file.name}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        yield part
    except (OSError, sqlite3.Error) as error:
        raise CannotCopy(f"{file} cannot be written: {error}.") from error
    finally:
        for left in (part, *beside(part)):
            left.unlink(missing_ok=True)


def beside(file: Path) -> list[Path]:
    """The files that SQLite may keep beside another."""
    return [file.with_name(file.name + end) for end in ("-wal", "-shm", "-journal")]


def opened(path: Path) -> sqlite3.Connection:
    """A connection to a file that is a store; CannotCopy if it is none."""
    if not path.is_file():
        raise CannotCopy(f"There is no store {path}.")
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None)
    try:
        connection.execute("SELECT version FROM schema").fetchone()
    except sqlite3.Error as error:
        connection.close()
        raise CannotCopy(f"{path} is not a store of Handful, or is damaged: {error}.") from error
    return connection


def copy_file(source: Path, part: Path, progress: Progress) -> Counts:
    """Copy a store's file as it is at this moment; writers need not wait."""
    with closing(opened(source)) as original, closing(sqlite3.connect(part, isolation_level=None)) as copy:
        original.execute("BEGIN")  # what is written from now on is not seen here, and is not in the copy
        try:
            counts = count_rows(original)
            original.backup(copy, pages=PAGES, progress=lambda _, left, total: progress("Copying", total - left, total))
        except sqlite3.Error as error:
            raise CannotCopy(f"{source} cannot be copied: {error}.") from error
    return counts


async def copy_from_server(address: str, part: Path, progress: Progress) -> Counts:
    """Copy all rows of a database as they are at one moment."""
    async with connected(address) as connection, connection.transaction(isolation="repeatable_read", readonly=True):
        if await connection.fetchval("SELECT to_regclass('schema')") is None:
            raise CannotCopy("There is no store of Handful in this database.")
        version = await connection.fetchval("SELECT max(version) FROM schema")
        schema.missing(version, schema.STEPS, schema.POSTGRESQL)  # of a newer Handful: it says so
        with closing(sqlite3.connect(part, isolation_level=None)) as copy:
            migrate(copy, schema.STEPS[:version])
            names = names_of(copy)
            counts = {name: await connection.fetchval(f"SELECT count(*) FROM {name}") for name in names}
            total, done = sum(counts.values()), 0
            copy.execute("BEGIN")
            for name in names:
                columns = columns_of(copy, name)
                insert = f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
                rows = connection.cursor(f"SELECT {', '.join(columns)} FROM {name}", prefetch=ROWS)
                async for row in rows:
                    copy.execute(insert, tuple(row))
                    done += 1
                    if done % ROWS == 0:
                        progress("Copying", done, total)
            copy.execute("COMMIT")
    return counts


def finish(part: Path, counts: Counts) -> None:
    """Check a copy: its pages are whole, and all rows are there."""
    settle(part)
    with closing(sqlite3.connect(part, isolation_level=None)) as copy:
        check_pages(copy, part)
        if count_rows(copy) != counts:
            raise CannotCopy("The copy does not have all rows.")


def settle(part: Path) -> None:
    """Make a copy one file, with no log beside it, which is on the disk."""
    with closing(sqlite3.connect(part, isolation_level=None)) as copy:
        copy.execute("PRAGMA journal_mode = DELETE")
    with part.open("rb") as file:
        os.fsync(file.fileno())


def check_pages(connection: sqlite3.Connection, path: Path) -> None:
    """Make sure that a file is whole."""
    found = [row[0] for row in connection.execute("PRAGMA integrity_check(3)")]
    if found != ["ok"]:
        raise CannotCopy(f"{path} is damaged: {'; '.join(found)}.")


def names_of(connection: sqlite3.Connection) -> list[str]:
    """The tables of the layout, but for the one row of the layout itself."""
    found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    return [name for (name,) in found if name != "schema" and not name.startswith("sqlite_")]


def columns_of(connection: sqlite3.Connection, name: str) -> list[str]:
    """The columns of a table."""
    return [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]


def count_rows(connection: sqlite3.Connection) -> Counts:
    """How many rows each table has."""
    return {name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names_of(connection)}


# ------------------------------------------------------------ restoring


async def restore(file: Path, address: str, force: bool, progress: Progress) -> Checked:
    """Put a backup into a store that is empty, or in place of what is there; what the store then holds.

    The backup is copied, brought up to date and checked to the last move before anything is changed.
    """
    if is_postgresql(address):
        await must_be_free_server(address, force)
        with tempfile.TemporaryDirectory() as folder, new_file(Path(folder) / "restoring") as part:
            await prepare(file, part, progress)
            await copy_to_server(part, address, progress)
        return await check_store(address, progress)
    target = path_of(address)
    must_be_free_file(target, force)
    with new_file(target) as part:
        checked = await prepare(file, part, progress)
        must_be_free_file(target, force)
        for log in beside(target):  # of the file that was there: it would be taken for that of the new one
            log.unlink(missing_ok=True)
        os.replace(part, target)
    return checked


async def prepare(file: Path, part: Path, progress: Progress) -> Checked:
    """Copy a backup, bring the copy up to date, and check all of it."""
    counts = copy_file(file, part, progress)
    finish(part, counts)
    checked = await check_store(str(part), progress)
    settle(part)
    return checked


def must_be_free_file(target: Path, force: bool) -> None:
    """Make sure that a file may be replaced: no server has it open, and it is empty or is to be replaced by force."""
    if not target.parent.is_dir():
        raise CannotCopy(f"There is no folder {target.parent}; make it first.")
    if not target.exists() or target.stat().st_size == 0:
        return
    if is_open(target):
        raise CannotCopy(f"{target} is in use. Stop the server first.")
    if force:
        return
    with closing(opened(target)) as connection:
        if holds_something(count_rows(connection)):
            raise CannotCopy(f"{target} is not empty. Choose another store, or add --force to replace all of it.")


def is_open(target: Path) -> bool:
    """Whether any other process has a store's file open. If none has, its log is written into it, too."""
    with closing(sqlite3.connect(target, timeout=0, isolation_level=None)) as connection:
        try:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
        except sqlite3.OperationalError as error:
            return error.sqlite_errorcode in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
        except sqlite3.DatabaseError:  # it is no database any more: nobody uses it
            return False
    return False


def holds_something(counts: Counts) -> bool:
    """Whether there is anything to lose; a key for cookies alone is nothing."""
    return any(count for name, count in counts.items() if name != "keys")


@contextmanager
def said() -> Iterator[None]:
    """What asyncpg has to say, in a sentence."""
    import asyncpg  # type: ignore[import-untyped]

    try:
        yield
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, ValueError) as error:
        raise CannotCopy(f"The database cannot be used: {str(error) or type(error).__name__}.") from error


@asynccontextmanager
async def connected(address: str) -> AsyncIterator[Any]:
    """A connection to PostgreSQL, as long as it is needed."""
    import asyncpg

    with said():
        connection = await asyncpg.connect(address, timeout=10, server_settings={"application_name": COPYING})
        try:
            yield connection
        finally:
            await connection.close()


async def must_be_free_server(address: str, force: bool) -> None:
    """Make sure that a database may be filled: no node is connected, and it is empty or is to be emptied by force."""
    async with connected(address) as connection:
        await no_nodes(connection)
        if force or await connection.fetchval("SELECT to_regclass('schema')") is None:
            return
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as layout:
            migrate(layout, schema.STEPS)
            counts = {}
            for name in names_of(layout):
                there = await connection.fetchval("SELECT to_regclass($1)", name) is not None
                counts[name] = await connection.fetchval(f"SELECT count(*) FROM {name}") if there else 0
        if holds_something(counts):
            raise CannotCopy("The database is not empty. Choose another, or add --force to replace all of it.")


async def no_nodes(connection: Any) -> None:
    """Make sure that no node is connected."""
    nodes = await connection.fetchval(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1", NODE
    )
    if nodes:
        raise CannotCopy(f"The database is in use by {nodes} connections of Handful. Stop all nodes first.")


async def copy_to_server(part: Path, address: str, progress: Progress) -> None:
    """Put all rows of a copy into a database, all or none."""
    from handful.store.postgresql import migrate as migrate_server

    async with connected(address) as connection:
        await migrate_server(connection, schema.STEPS)
        with closing(opened(part)) as copy:
            async with connection.transaction():
                await no_nodes(connection)
                await fill(connection, copy, progress)


async def fill(connection: Any, copy: sqlite3.Connection, progress: Progress) -> None:
    """Empty all tables of a database and fill them from a copy; all rows must be there then."""
    counts = count_rows(copy)
    await connection.execute(f"TRUNCATE {', '.join(counts)}")
    for done, name in enumerate(counts):
        progress("Restoring", done, len(counts))
        columns = columns_of(copy, name)
        truths = await truths_of(connection, name)
        rows = (
            [bool(value) if column in truths else value for column, value in zip(columns, row, strict=True)]
            for row in copy.execute(f"SELECT {', '.join(columns)} FROM {name}")
        )
        await connection.copy_records_to_table(name, columns=columns, records=rows)
    found = {name: await connection.fetchval(f"SELECT count(*) FROM {name}") for name in counts}
    if found != counts:
        raise CannotCopy("Not all rows came into the database; nothing was changed.")
    await connection.execute("SELECT setval(pg_get_serial_sequence('tables', 'key'), max(key)) FROM tables")


async def truths_of(connection: Any, name: str) -> Sequence[str]:
    """The columns of a table that are true or false: SQLite has 1 and 0 there."""
    rows = await connection.fetch(
        "SELECT attname FROM pg_attribute WHERE attrelid = to_regclass($1) AND atttypid = 'boolean'::regtype", name
    )
    return [row[0] for row in rows]


# ------------------------------------------------------------ checking


async def check_store(address: str, progress: Progress) -> Checked:
    """Open a store, which brings its layout up to date, and check all of it."""
    store = await open_store(address)
    try:
        return await check(store, progress)
    finally:
        await store.close()


async def check(store: Store, progress: Progress) -> Checked:
    """Play every log of a store again; CannotCopy if one is not whole."""
    rows, entries, foreign = [], 0, 0
    for status in ("open", "playing", "over", "stopped"):
        rows += await store.tables(status, public=False, limit=EVER)
    for done, row in enumerate(rows):
        progress("Checking", done, len(rows))
        log, secret = await store.read(row.id), await store.secret(row.id)
        if len(log) != row.entries or secret is None:
            raise CannotCopy(f"Table {row.id[:4]}… is not whole: {len(log)} of its {row.entries} entries are there.")
        entries += len(log)
        try:
            played_again(row.id, secret, log)
        except BadText:
            foreign += 1
        except Exception as error:
            raise CannotCopy(f"The log of table {row.id[:4]}… cannot be played again: {error}.") from error
    return Checked(len(rows), entries, sum(row.status in ("over", "stopped") for row in rows), foreign)


def played_again(id: str, secret: str, log: Sequence[AnyEntry]) -> Table:
    """A table from its log."""
    first = log[0]
    assert isinstance(first, Opened)
    table = Table.begin(id, bytes.fromhex(secret), first)
    for proposal in fold(table, log[1:]):
        table = proposal.table
    return table
