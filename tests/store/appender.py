"""A process that appends to some tables as fast as it can, and prints every append that was acknowledged.

`python -m tests.store.appender ADDRESS TABLES`: it goes on where the logs end, until it is killed.
"""

from __future__ import annotations

import asyncio
import sys

from handful.store import Conflict, Store, open_store
from tests.store.things import SECRET, first, move, row


async def append_for_ever(store: Store, table: str) -> None:
    try:
        await store.open_table(row(table), SECRET, first())
    except Conflict:
        sys.exit(f"table {table} is another one")
    number = len(await store.read(table)) + 1
    while True:
        several = number % 3 + 1
        await store.append(table, number, [move(number + n) for n in range(several)], "playing")
        number += several
        print(table, number - 1, flush=True)


async def main(address: str, tables: int) -> None:
    store = await open_store(address)
    await asyncio.gather(*(append_for_ever(store, f"t{n}") for n in range(tables)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
