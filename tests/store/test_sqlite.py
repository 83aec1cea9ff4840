"""What only the store in a file has to promise."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from handful.store import Conflict, Unavailable, open_store
from handful.store.sqlite import SqliteStore
from tests.store.things import first, move, nodes, open_tables, outcomes, whole

pytestmark = pytest.mark.anyio


async def test_every_commit_waits_for_the_disk(tmp_path: Path) -> None:
    async with nodes(f"{tmp_path}/tables.db", 1) as (store,):
        assert isinstance(store, SqliteStore)
        settings = [
            await store._do(lambda file, name=name: file.execute(f"PRAGMA {name}").fetchone()[0])
            for name in ("journal_mode", "synchronous")
        ]
    assert settings == ["wal", 2]


async def test_only_the_owner_may_read_the_file(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    async with nodes(str(path), 1) as (store,):
        await open_tables(store, "t")
        assert {stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()} == {0o600}


async def test_memory_keeps_until_it_is_closed() -> None:
    async with nodes(":memory:", 2) as (one, other):
        await open_tables(one, "t")
        assert await one.read("t") == [first()]
        assert await other.read("t") == []


async def test_a_file_that_is_something_else_is_told_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear all, " * 200)
    with pytest.raises(Unavailable, match=r"letter\.txt cannot be opened: file is not a database"):
        await open_store(str(path))
    with pytest.raises(Unavailable, match="cannot be opened"):
        await open_store(str(path / "below"))
    with pytest.raises(Unavailable, match="cannot be opened"):
        await open_store(str(tmp_path))


async def test_another_process_that_writes_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    async with nodes(str(path), 1) as (store,):
        await open_tables(store, "t")
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            append = asyncio.create_task(store.append("t", 2, [move(2)], "playing"))
            assert await store.read("t") == [first()]  # reading does not wait
            await asyncio.sleep(0.2)
            assert not append.done()
            other.execute("COMMIT")
            await append
        assert await store.read("t") == [first(), move(2)]


async def test_a_full_disk_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    tables = [f"t{n}" for n in range(30)]
    async with nodes(str(tmp_path / "tables.db"), 1) as (store,):
        assert isinstance(store, SqliteStore)
        await open_tables(store, *tables)
        pages = await store._do(lambda file: file.execute("PRAGMA page_count").fetchone()[0])
        await store._do(lambda file: file.execute(f"PRAGMA max_page_count = {pages + 20}").fetchall())
        number, failed = 1, False
        acknowledged = dict.fromkeys(tables, 1)
        while not failed:
            number += 1
            found = await outcomes(*(store.append(t, number, [move(number, id="x" * 900)], "playing") for t in tables))
            acknowledged |= {table: number for table, one in zip(tables, found, strict=True) if one is None}
            failed = any(found)
            assert all(one is None or isinstance(one, Unavailable) for one in found)
        assert not await store.healthy() or number > 1
        logs = [await store.read(table) for table in tables]
        assert [len(log) for log in logs] == list(acknowledged.values())
        assert all(map(whole, logs))
        await store._do(lambda file: file.execute(f"PRAGMA max_page_count = {pages + 2000}").fetchall())
        for table, log in zip(tables, logs, strict=True):
            await store.append(table, len(log) + 1, [move(len(log) + 1)], "playing")


async def test_a_damaged_file_is_told_as_such(tmp_path: Path) -> None:
    """Not as an error of whoever asked."""
    path = tmp_path / "tables.db"
    tables = [f"t{n}" for n in range(60)]
    async with nodes(str(path), 1) as (store,):
        await open_tables(store, *tables)
        await asyncio.gather(*(store.append(t, 2, [move(2, id="x" * 900)], "playing") for t in tables))
    with closing(sqlite3.connect(path)) as file:
        (size,) = file.execute("PRAGMA page_size").fetchone()
        (page,) = file.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'entries'").fetchone()
    with path.open("r+b") as raw:
        raw.seek((page - 1) * size)
        raw.write(b"\xee" * size)
    async with nodes(str(path), 1) as (store,):
        with pytest.raises(Unavailable, match="malformed"):
            await store.append("t1", 3, [move(3)], "playing")
        with pytest.raises(Unavailable, match="malformed"):
            await store.read("t1")


async def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    path = tmp_path / "typing-error" / "tables.db"
    with pytest.raises(Unavailable, match=r"there is no folder .*/typing-error; make it first"):
        await open_store(str(path))
    assert not path.parent.exists()


async def test_no_text_is_taken_for_sql(tmp_path: Path) -> None:
    """What comes from outside stays a text, whatever is in it."""
    names = ["it's", "'); DROP TABLE entries; --", "x' OR entries = 1 --", '"', "\\'", "§ ♠", "; COMMIT;"]
    async with nodes(f"{tmp_path}/tables.db", 1) as (store,):
        await open_tables(store, *names)
        await asyncio.gather(*(store.append(name, 2, [move(2, id=name), move(3)], name) for name in names))
        for name in names:
            assert await store.read(name) == [first(), move(2, id=name), move(3)]
            row = await store.table(name)
            assert row
            assert (row.status, row.entries) == (name, 3)
        missing = await outcomes(*(store.append(f"{name}'", 2, [move(2)], "playing") for name in names))
        assert all(isinstance(one, Conflict) for one in missing)
