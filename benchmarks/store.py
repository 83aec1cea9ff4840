"""How many durable appends a second the stores do, beside the bare databases: `python -m benchmarks.store`.

A number of tables each append one entry after another, every one waiting for its acknowledgement, as a server's tables
do; then 2,000 tables at one append a second each, as people play. The limit beside it is the bare driver in the same
run: the same rows of bytes, so many a transaction as there are tables, with nothing checked and nobody answered.
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
import msgspec
from rich.console import Console
from rich.table import Table
from tests.store.postgres import Postgres, postgres

from benchmarks.report import cpu, load
from handful.store import Store, TableRow, open_store
from handful.table.entries import Acted, Opened, encode

RESULTS = Path(__file__).parent / "results" / "store.json"
TABLES = (1, 10, 100, 1000, 2000)
SECONDS = 1.5
ROUNDS = 3
PLAYED = 2000
"""Tables that are played at a person's pace: one append a second."""
ENTRY = Acted(at=1_790_000_000_000, seat=3, actions=[1 << 40], id="k3mzq7w2x5", reason="")


class Line(msgspec.Struct):
    """One measurement: the median of the rounds."""

    store: str
    tables: int
    appends: float
    """Durable appends a second."""
    p50: float
    p99: float
    """Milliseconds from asking to the acknowledgement."""
    grouped: float
    """Appends a transaction."""
    bare: float = 0.0
    """Rows a second of the bare driver, with as many rows a transaction as there are tables."""
    pace: str = "at once"


def table_row(table: str) -> TableRow:
    """A table to append to."""
    return TableRow(table, "spar", True, "playing", 1, 1, 1)


async def appends(store: Any, tables: int, pause: float) -> tuple[float, list[float], float]:
    """Append on many tables at once for a while: appends a second, the waiting times, appends a transaction."""
    names = [f"{time.time_ns()}-{n}" for n in range(tables)]
    opened = Opened(at=1, by="", game="spar", rules=1, seats=2, commitment="")
    await asyncio.gather(*(store.open_table(table_row(name), "", opened) for name in names))
    waits: list[float] = []
    before, begin = store.commits, time.perf_counter()
    end = begin + SECONDS + 2 * pause
    await asyncio.gather(*(keep_appending(store, name, end, waits, pause) for name in names))
    return len(waits) / (time.perf_counter() - begin), waits, len(waits) / (store.commits - before)


async def keep_appending(store: Store, table: str, end: float, waits: list[float], pause: float) -> None:
    """Append one by one until a moment, with a pause between."""
    number = 2
    await asyncio.sleep(random.uniform(0.0, pause))
    while (asked := time.perf_counter()) < end:
        await store.append(table, number, [ENTRY], "playing")
        waits.append(time.perf_counter() - asked)
        number += 1
        await asyncio.sleep(pause)


def bare_sqlite(folder: Path, tables: int) -> float:
    """Rows a second of sqlite3's executemany, one transaction after another."""
    body = encode(ENTRY)
    with closing(sqlite3.connect(folder / f"bare-{time.time_ns()}.db", isolation_level=None)) as file:
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("PRAGMA synchronous = FULL")
        file.execute("CREATE TABLE entries (table_key INTEGER, number INTEGER, body BLOB, UNIQUE (table_key, number))")
        begin, number = time.perf_counter(), 0
        while time.perf_counter() < begin + SECONDS:
            number += 1
            file.execute("BEGIN IMMEDIATE")
            file.executemany("INSERT INTO entries VALUES (?, ?, ?)", [(table, number, body) for table in range(tables)])
            file.execute("COMMIT")
        return number * tables / (time.perf_counter() - begin)


async def bare_postgresql(address: str, tables: int) -> float:
    """Rows a second of asyncpg's executemany, one transaction after another."""
    body = encode(ENTRY)
    name = f"bare_{time.time_ns()}"
    connection = await asyncpg.connect(address)
    await connection.execute(
        f"CREATE TABLE {name} (table_key bigint, number bigint, body bytea, UNIQUE (table_key, number))"
    )
    begin, number = time.perf_counter(), 0
    while time.perf_counter() < begin + SECONDS:
        number += 1
        rows = [(table, number, body) for table in range(tables)]
        await connection.executemany(f"INSERT INTO {name} VALUES ($1, $2, $3)", rows)  # one transaction by itself
    seconds = time.perf_counter() - begin
    await connection.close()
    return number * tables / seconds


def measure(name: str, address: str, tables: int, bare: Callable[[int], float]) -> Line:
    """The store and the bare driver in turns."""
    rates, bares, grouped, waits = [], [], [], []
    for _ in range(ROUNDS):
        rate, waited, together = asyncio.run(one_round(address, tables))
        rates.append(rate)
        grouped.append(together)
        waits += waited
        bares.append(bare(tables))
    median = statistics.median
    return Line(name, tables, median(rates), *percentiles(waits), median(grouped), median(bares))


def measure_played(name: str, address: str) -> Line:
    """The store as people use it."""
    rate, waits, grouped = asyncio.run(one_round(address, PLAYED, pause=1.0))
    return Line(name, PLAYED, rate, *percentiles(waits), grouped, pace="one a second")


def percentiles(waits: list[float]) -> tuple[float, float]:
    """The 50th and the 99th, in milliseconds."""
    in_order = sorted(waits)
    return 1000 * in_order[len(waits) // 2], 1000 * in_order[len(waits) * 99 // 100]


async def one_round(address: str, tables: int, pause: float = 0.0) -> tuple[float, list[float], float]:
    """Open the store, and append."""
    store = await open_store(address)
    try:
        return await appends(store, tables, pause)
    finally:
        await store.close()


def measurements(folder: Path, server: Postgres) -> Iterator[Line]:
    """Both stores, from few tables to many."""
    shared = server.address()
    for tables in TABLES:
        yield measure("SQLite", f"{folder}/tables.db", tables, lambda n: bare_sqlite(folder, n))
        yield measure("PostgreSQL", shared, tables, lambda n: asyncio.run(bare_postgresql(shared, n)))
    yield measure_played("SQLite", f"{folder}/tables.db")
    yield measure_played("PostgreSQL", shared)


def shown(lines: list[Line]) -> Table:
    """The table for the terminal."""
    titles = ("store", "tables", "each", "appends/s", "p50 ms", "p99 ms", "grouped", "bare/s", "ratio")
    table = Table(*titles, title="Durable appends, every one acknowledged")
    for line in sorted(lines, key=lambda line: line.store, reverse=True):
        ratio = (f"{line.bare:,.0f}", f"{line.appends / line.bare:.0%}") if line.bare else ("", "")
        waits = (f"{line.p50:.1f}", f"{line.p99:.1f}", f"{line.grouped:.0f}")
        table.add_row(line.store, str(line.tables), line.pace, f"{line.appends:,.0f}", *waits, *ratio)
    return table


def main() -> None:
    """Measure, print and record."""
    busy = load()
    with tempfile.TemporaryDirectory(prefix="handful-store-") as folder, postgres() as server:
        lines = list(measurements(Path(folder), server))
    Console(width=110).print(shown(lines))
    where = {"cpu": cpu(), "load": busy, "sqlite": sqlite3.sqlite_version, "asyncpg": asyncpg.__version__}
    record = {**where, "seconds": SECONDS, "rounds": ROUNDS, "lines": msgspec.to_builtins(lines)}
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(record, indent=2) + "\n")


if __name__ == "__main__":
    main()
