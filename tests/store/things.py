"""Tables and entries to keep."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from typing import Any, TypeVar

from handful.store import Store, TableRow, open_store, postgresql, schema, sqlite_file
from handful.table.entries import Acted, AnyEntry, Opened

Answer = TypeVar("Answer")
SECRET = "5ec2e7" * 10


def row(table: str, *, status: str = "open", public: bool = True, opened: int = 1, source: str = "") -> TableRow:
    return TableRow(table, "spar", public, status, opened, opened, 1, source)


def first(at: int = 1) -> Opened:
    return Opened(at=at, by="somebody", game="spar", rules=1, seats=2, commitment="c0ffee")


def move(at: int, action: int = (1 << 62) + 1, id: str = "") -> Acted:
    return Acted(at=at, seat=1, actions=[action], id=id, reason="♠ because “so”")


async def open_tables(store: Store, *tables: str, status: str = "playing") -> None:
    await asyncio.gather(*(store.open_table(row(table, status=status), SECRET, first()) for table in tables))


async def outcomes(*asked: Awaitable[Answer]) -> list[Answer | BaseException]:
    return await asyncio.gather(*asked, return_exceptions=True)


def whole(log: Sequence[AnyEntry]) -> bool:
    """Whether a log of entries whose time is their number has every number once."""
    return [entry.at for entry in log] == list(range(1, len(log) + 1))


@asynccontextmanager
async def nodes(address: str, number: int) -> AsyncIterator[list[Store]]:
    """Several stores on the same database, as so many processes would have them."""
    async with AsyncExitStack() as stack:
        opened = await asyncio.gather(*(open_store(address) for _ in range(number)))
        for store in opened:
            stack.push_async_callback(store.close)
        yield opened


async def lay_out(address: str, steps: Sequence[schema.Step], *statements: str) -> list[Any]:
    """Bring a database to a layout by itself, and do something there; what the last statement found."""
    if address.startswith("postgresql"):
        return await lay_out_postgresql(address, steps, *statements)
    path = sqlite_file.Path(address.removeprefix("sqlite:///"))
    path.parent.mkdir(exist_ok=True)
    with closing(sqlite_file.sqlite3.connect(path, isolation_level=None)) as file:
        sqlite_file.migrate(file, steps)
        found = [file.execute(statement).fetchall() for statement in statements]
    return found[-1]


async def lay_out_postgresql(address: str, steps: Sequence[schema.Step], *statements: str) -> list[Any]:
    connection = await postgresql.asyncpg.connect(address)
    try:
        await postgresql.migrate(connection, steps)
        found = [await connection.fetch(statement) for statement in statements]
    finally:
        await connection.close()
    return [tuple(each) for each in found[-1]]
