"""A file of SQLite, opened as the store needs it: kept at every commit, and with its layout up to date."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from handful.store import Unavailable, schema

MEMORY = ":memory:"
BUSY_SECONDS = 10.0
"""How long to wait for another process that is writing to the same file."""

SETTINGS = (
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",  # without it macOS does not wait for the disk
    "PRAGMA wal_autocheckpoint = 1000",  # the more pages at a time, the longer an append may wait for them
    "PRAGMA journal_size_limit = 67108864",
    "PRAGMA cache_size = -32768",
)


def writing(path: str) -> sqlite3.Connection:
    """A connection that writes, to a file whose layout is up to date."""
    try:
        if path != MEMORY:
            make_private_file(Path(path))
        connection = connected(path)
        try:
            settle_in(connection)
        except BaseException:
            connection.close()
            raise
    except (OSError, sqlite3.Error) as error:
        raise Unavailable(f"The store {path} cannot be opened: {error}.") from error
    return connection


def connected(path: str) -> sqlite3.Connection:
    """A connection for one thread at a time."""
    return sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)


def settle_in(connection: sqlite3.Connection) -> None:
    """Make the settings of a connection that writes, and bring the file's layout up to date."""
    use_wal(connection)
    for setting in SETTINGS:
        connection.execute(setting)
    migrate(connection, schema.STEPS)


def make_private_file(path: Path) -> None:
    """Make a file that only its owner may read: it holds the shuffles of games in progress."""
    if not path.parent.is_dir():
        raise Unavailable(f"The store {path} cannot be opened: there is no folder {path.parent}; make it first.")
    path.touch(mode=0o600)


def use_wal(connection: sqlite3.Connection) -> None:
    """Write ahead to a log. SQLite does not wait for others here, so we do."""
    end = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(0.02)


def migrate(connection: sqlite3.Connection, steps: Sequence[schema.Step]) -> None:
    """Apply the steps that a file has not seen yet, all or none."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(schema.in_dialect(schema.VERSION_TABLE, schema.SQLITE))
        (version,) = connection.execute("SELECT coalesce(max(version), 0) FROM schema").fetchone()
        statements = schema.missing(version, steps, schema.SQLITE)
        for statement in statements:
            connection.execute(statement)
        if statements:
            connection.execute("DELETE FROM schema")
            connection.execute("INSERT INTO schema (version, checked) VALUES (?, 0)", (len(steps),))
        connection.execute("COMMIT")
    except BaseException:
        roll_back(connection)
        raise


def roll_back(connection: sqlite3.Connection) -> None:
    """Undo the transaction, unless SQLite has done so already."""
    if connection.in_transaction:
        with suppress(sqlite3.Error):  # then it is undone when the file is next opened
            connection.execute("ROLLBACK")


def reading(path: str) -> sqlite3.Connection:
    """A connection that only reads."""
    connection = connected(path)
    connection.execute("PRAGMA query_only = ON")
    return connection
