"""Backups: made while people play, restored elsewhere, and never over anything that is there."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import stat
import subprocess
import sys
from contextlib import AsyncExitStack, closing
from pathlib import Path

import pytest

from handful.store import PlayerRow, Unavailable, open_store, schema
from handful.store.backup import CannotCopy, back_up, check_store, played_again, restore
from handful.store.sqlite_file import migrate
from handful.table.transcript import transcript
from handful.table.verification import verify
from tests.hosting.machines import ROOT
from tests.server.clients import Server
from tests.server.games import SHORT, gather, play_out
from tests.store.postgres import Postgres

pytestmark = pytest.mark.xdist_group("backup")


def silent(what: str, done: int, total: int) -> None:
    assert what
    assert 0 <= done <= total


def handful(*words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "handful", *map(str, words)],
        cwd=ROOT,
        env={"PATH": "", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


async def keep_playing(server: Server, stop: asyncio.Event) -> int:
    """Play one table after the other until told to stop; how many were finished."""
    finished = 0
    while not stop.is_set():
        async with AsyncExitStack() as stack:
            await play_out(await gather(server, stack, "spar", seats=2, options={"target": "1"}), finished)
            finished += 1
    return finished


async def everything_holds(address: str, finished: int) -> None:
    """All logs of a store fold, as many games as said are finished, and each of those verifies."""
    checked = await check_store(address, silent)
    assert checked.finished >= finished
    assert checked.foreign == 0
    store = await open_store(address)
    try:
        for row in await store.tables("over", public=False):
            secret = await store.secret(row.id)
            assert secret
            assert verify(transcript(played_again(row.id, secret, await store.read(row.id)))).moves > 0
    finally:
        await store.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_backup_made_while_people_play_holds_every_game(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Of either database, and restored into both."""

    async def evening() -> None:
        server_of_databases: Postgres = request.getfixturevalue("database")
        address = f"{tmp_path}/tables.db" if kind == "sqlite" else server_of_databases.address()
        copies = []
        with Server(tmp_path, store=address) as server:
            async with AsyncExitStack() as stack:
                for game in SHORT:
                    await play_out(await gather(server, stack, game))
                await gather(server, stack, "claim")  # one is being played, and one has only been opened
                await gather(server, stack, "spar", start=False)
                stop = asyncio.Event()
                playing = asyncio.create_task(keep_playing(server, stop))
                for n in range(3):
                    copies.append(tmp_path / f"copy{n}")
                    await asyncio.sleep(random.uniform(0, 0.3))
                    await asyncio.to_thread(lambda: asyncio.run(back_up(address, copies[-1], False, silent)))
                stop.set()
                assert await playing > 0
        for n, copy in enumerate(copies):
            with closing(sqlite3.connect(copy)) as file:
                assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert (await restore(copy, f"{tmp_path}/again{n}.db", False, silent)).finished >= len(SHORT)
        await everything_holds(f"{tmp_path}/again{n}.db", len(SHORT))
        other = server_of_databases.address()
        await restore(copies[-1], other, False, silent)
        await everything_holds(other, len(SHORT))

    asyncio.run(evening())


def test_a_restored_store_goes_on_with_its_games_and_players(tmp_path: Path, database: Postgres) -> None:
    """From a file to PostgreSQL, served again: cookies are still good, the game goes on, new tables get new keys."""

    async def evening() -> None:
        with Server(tmp_path) as server:
            async with AsyncExitStack() as stack:
                party = await gather(server, stack, "spar", seats=2)
            await back_up(server.settings.store, tmp_path / "copy", False, silent)
        address = database.address()
        await restore(tmp_path / "copy", address, False, silent)
        (tmp_path / "again").mkdir()
        with Server(tmp_path / "again", store=address) as server:
            async with AsyncExitStack() as stack:
                party.clients = []
                for guest in party.guests:
                    guest.server = server
                    party.clients.append(await stack.enter_async_context(guest.at(party.table)))
                assert [client.picture["seat"] for client in party.clients] == [0, 1]
                await play_out(party)
                await gather(server, stack, "top_suit")
            with pytest.raises(CannotCopy, match=r"in use by \d+ connections of Handful. Stop all nodes first"):
                await restore(tmp_path / "copy", address, True, silent)
        with pytest.raises(CannotCopy, match="The database is not empty"):
            await restore(tmp_path / "copy", address, False, silent)
        await restore(tmp_path / "copy", address, True, silent)
        assert (await check_store(address, silent)).finished == 0

    asyncio.run(evening())


async def a_store_with(path: Path, *names: str) -> str:
    store = await open_store(str(path))
    for name in names:
        await store.save_player(PlayerRow(name, name, 1))
    await store.close()
    return str(path)


def names_in(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as file:
        return [name for (name,) in file.execute("SELECT name FROM players ORDER BY name")]


def test_nothing_is_replaced_without_force(tmp_path: Path) -> None:
    first = asyncio.run(a_store_with(tmp_path / "first.db", "Ada"))
    second = asyncio.run(a_store_with(tmp_path / "second.db", "Ben"))
    copy = tmp_path / "copy.db"
    assert handful("backup", copy, "--store", first).stdout.startswith(f"{copy} holds 0 tables, 0 entries and 1 player")
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    refused = handful("backup", copy, HANDFUL_STORE=second)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == f"handful: {copy} is there already. Choose another name, or add --force to replace it.\n"
    refused = handful("restore", copy, HANDFUL_STORE=second)
    assert refused.stderr.startswith(f"handful: {second} is not empty.")
    assert names_in(Path(second)) == ["Ben"]
    assert handful("restore", copy, "--force", HANDFUL_STORE=second).stdout.startswith("Restored 0 tables")
    assert names_in(Path(second)) == ["Ada"]
    assert handful("backup", copy, "--force", HANDFUL_STORE=second).returncode == 0
    assert not [file for file in tmp_path.iterdir() if file.name.startswith(".")]


def test_a_store_in_use_is_not_replaced_even_by_force(tmp_path: Path) -> None:
    async def try_it() -> None:
        address = await a_store_with(tmp_path / "tables.db", "Ada")
        await back_up(address, tmp_path / "copy", False, silent)
        store = await open_store(address)
        with pytest.raises(CannotCopy, match=r"is in use\. Stop the server first"):
            await restore(tmp_path / "copy", address, True, silent)
        await store.save_player(PlayerRow("Ben", "Ben", 1))
        await store.close()
        await restore(tmp_path / "copy", address, True, silent)
        assert names_in(tmp_path / "tables.db") == ["Ada"]

    asyncio.run(try_it())


def test_the_log_of_a_file_that_was_killed_does_not_come_into_the_restored_one(tmp_path: Path) -> None:
    address = asyncio.run(a_store_with(tmp_path / "tables.db", "Ada"))
    copy = tmp_path / "copy"
    asyncio.run(back_up(address, copy, False, silent))
    killed = f"""
import asyncio, os, signal
from handful.store import PlayerRow, open_store
async def write():
    store = await open_store({address!r})
    await store.save_player(PlayerRow("Ben", "Ben", 1))
    os.kill(os.getpid(), signal.SIGKILL)
asyncio.run(write())
"""
    subprocess.run([sys.executable, "-c", killed], check=False)
    assert (tmp_path / "tables.db-wal").stat().st_size > 0
    (tmp_path / "tables.db").write_bytes(b"no database any more" * 1000)
    with pytest.raises(CannotCopy, match="is not a store of Handful, or is damaged"):
        asyncio.run(restore(copy, address, False, silent))
    asyncio.run(restore(copy, address, True, silent))
    assert names_in(tmp_path / "tables.db") == ["Ada"]


def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear all, " * 300)
    asked = handful("restore", tmp_path / "letter", "--store", tmp_path / "new.db")
    assert asked.returncode == 1
    assert asked.stderr.startswith(f"handful: {tmp_path}/letter is not a store of Handful, or is damaged:")
    assert not (tmp_path / "new.db").exists()
    asked = handful("restore", tmp_path / "none", "--store", tmp_path / "new.db")
    assert asked.stderr == f"handful: There is no store {tmp_path}/none.\n"
    asked = handful("backup", tmp_path / "copy", "--store", tmp_path / "none")
    assert asked.stderr == f"handful: There is no store {tmp_path}/none.\n"
    asked = handful("backup", tmp_path / "no" / "copy", "--store", asyncio.run(a_store_with(tmp_path / "a.db")))
    assert asked.stderr.startswith(f"handful: {tmp_path}/no/copy cannot be written:")
    assert handful("backup", tmp_path / "copy", "--store", ":memory:").returncode == 1


def test_a_damaged_backup_is_refused_and_the_store_is_as_it_was(tmp_path: Path) -> None:
    async def try_it() -> None:
        with Server(tmp_path) as server:
            async with AsyncExitStack() as stack:
                await gather(server, stack, "spar", seats=2)
            await back_up(server.settings.store, tmp_path / "copy", False, silent)
        content = (tmp_path / "copy").read_bytes()
        at = content.index(b'"nonce":"nonce1"')
        (tmp_path / "copy").write_bytes(content[:at] + b"\xff" * 16 + content[at + 16 :])
        before = (tmp_path / "tables.db").read_bytes()
        with pytest.raises((CannotCopy, Unavailable), match="cannot be read"):
            await restore(tmp_path / "copy", server.settings.store, True, silent)
        assert (tmp_path / "tables.db").read_bytes() == before

    asyncio.run(try_it())


def test_an_older_backup_is_brought_up_to_date_and_a_newer_is_refused(tmp_path: Path, database: Postgres) -> None:
    async def try_it() -> None:
        with closing(sqlite3.connect(tmp_path / "old", isolation_level=None)) as old:
            migrate(old, schema.STEPS[:1])
            old.execute("INSERT INTO players (id, name, created) VALUES ('a', 'Ada', 1)")
        for address in (f"{tmp_path}/new.db", database.address()):
            await restore(tmp_path / "old", address, False, silent)
            store = await open_store(address)
            assert await store.player("a") == PlayerRow("a", "Ada", 1)
            assert await store.unrated(0) == []
            await store.close()
        with closing(sqlite3.connect(tmp_path / "old", isolation_level=None)) as newer:
            newer.execute("UPDATE schema SET version = 99")
        with pytest.raises(Unavailable, match="was written by a newer Handful"):
            await restore(tmp_path / "old", f"{tmp_path}/other.db", False, silent)
        assert not (tmp_path / "other.db").exists()

    asyncio.run(try_it())
