"""An append that was acknowledged is there, whatever dies and whenever: the process that wrote it, or the database."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import time
from collections.abc import Callable

import pytest

from handful.store import Conflict, Store, Unavailable
from handful.store.postgresql import PostgresStore
from handful.store.schema import STEPS
from tests.store.cutting import Cutter
from tests.store.postgres import Postgres
from tests.store.things import first, lay_out, move, nodes, open_tables, whole

pytestmark = pytest.mark.anyio

TABLES = [f"t{n}" for n in range(8)]
KILLS = 4


def run_and_kill(address: str, seconds: float) -> dict[str, int]:
    """Let a process append for a moment, kill it, and say what it had acknowledged last, by table."""
    command = [sys.executable, "-m", "tests.store.appender", address, str(len(TABLES))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline()]
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            lines.append(process.stdout.readline())
        process.kill()
        lines += process.stdout.read().splitlines(keepends=True)
    assert process.returncode == -9
    whole_lines = [line.split() for line in lines if line.endswith("\n")]
    return {table: int(number) for table, number in whole_lines}


async def test_what_a_killed_process_acknowledged_is_there(address: str) -> None:
    moments = random.Random()
    for _ in range(KILLS):
        acknowledged = run_and_kill(address, moments.uniform(0.0, 0.6))
        async with nodes(address, 1) as (store,):
            for table, number in acknowledged.items():
                log = await store.read(table)
                assert len(log) >= number
                assert whole(log)
                assert log[0] == first()
                kept = await store.table(table)
                assert kept is not None
                assert (kept.entries, kept.changed) == (len(log), len(log))
    assert acknowledged


async def keep_appending(store: Store, table: str, going_on: Callable[[], bool]) -> int:
    """Append one by one; how many there are in the end."""
    number = 1
    while going_on():
        number += 1
        await store.append(table, number, [move(number)], "playing")
    return number


async def keep_reading(store: Store, going_on: Callable[[], bool]) -> None:
    while going_on():
        assert await store.read("t0", after=1_000_000) == []


async def test_the_database_restarts_in_the_middle(server: Postgres) -> None:
    store = await PostgresStore.open(server.address())
    await open_tables(store, *TABLES)
    going_on = True
    playing = [asyncio.create_task(keep_appending(store, table, lambda: going_on)) for table in TABLES]
    for _ in range(2):
        await asyncio.sleep(0.3)
        await asyncio.to_thread(server.crash)
        reading = asyncio.create_task(store.table("t0"))
        assert not await store.healthy()
        await asyncio.to_thread(server.start)
        assert await reading is not None
        assert await store.healthy()
    await asyncio.sleep(0.3)
    going_on = False
    numbers = await asyncio.gather(*playing)
    logs = [await store.read(table) for table in TABLES]
    assert [len(log) for log in logs] == numbers
    assert all(map(whole, logs))
    await store.close()


async def test_connections_are_cut_in_the_middle(server: Postgres) -> None:
    address = server.address()
    store = await PostgresStore.open(address)
    await open_tables(store, *TABLES)
    going_on = True
    playing = [asyncio.create_task(keep_appending(store, table, lambda: going_on)) for table in TABLES]
    others = "application_name = 'handful' AND pid <> pg_backend_pid()"
    cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"
    total = 0
    reading = asyncio.create_task(keep_reading(store, lambda: going_on))
    for _ in range(30):
        await asyncio.sleep(random.uniform(0.0, 0.06))
        total += len(await lay_out(address, STEPS, cut))
    going_on = False
    await reading
    numbers = await asyncio.gather(*playing)
    assert total > 0
    logs = [await store.read(table) for table in TABLES]
    assert [len(log) for log in logs] == numbers
    assert all(map(whole, logs))
    await store.close()


async def test_a_database_that_stays_away_is_unavailable_and_then_back(server: Postgres) -> None:
    store = await PostgresStore.open(server.address(), patience=0.5)
    await open_tables(store, "t")
    await asyncio.to_thread(server.crash)
    try:
        asked = [
            store.append("t", 2, [move(2)], "playing"),
            store.append("t", 3, [move(3)], "playing"),
            store.read("t"),
        ]
        for error in await asyncio.gather(*asked, return_exceptions=True):
            assert isinstance(error, Unavailable)
            assert str(error).startswith("The database does not answer: ")
        with pytest.raises(Unavailable):
            await PostgresStore.open(store._address, patience=0.1)
    finally:
        await asyncio.to_thread(server.start)
    await store.append("t", 2, [move(2)], "playing")
    await store.append("t", 2, [move(2)], "playing")
    with pytest.raises(Conflict):
        await store.append("t", 2, [move(3)], "playing")
    assert await store.read("t") == [first(), move(2)]
    await store.close()


async def test_a_commit_whose_answer_is_lost_is_recognised(server: Postgres) -> None:
    way = Cutter(server.address())
    await way.begin()
    store = await PostgresStore.open(way.address)
    await open_tables(store, *TABLES)
    for number in range(2, 6):
        way.cuts = 2
        appends = [store.append(table, number, [move(number)], "playing") for table in TABLES]
        mistaken = store.append("t0", number, [move(99)], "playing")
        found = await asyncio.gather(*appends, mistaken, return_exceptions=True)
        assert found[:-1] == [None] * len(TABLES)
        assert isinstance(found[-1], Conflict)
        assert way.cuts == 0
    assert way.done == 8
    for table in TABLES:
        assert await store.read(table) == [first(), *map(move, range(2, 6))]
    await store.close()
    await way.end()
