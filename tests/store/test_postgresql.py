"""What only the store on a server has to promise."""

from __future__ import annotations

import pytest

from handful.store import Unavailable, open_store
from handful.store.postgresql import PostgresStore
from tests.store.postgres import Postgres
from tests.store.things import move, open_tables

pytestmark = pytest.mark.anyio


async def test_commits_wait_for_the_disk_whatever_the_server_is_set_to(server: Postgres) -> None:
    store = await PostgresStore.open(server.address() + "&synchronous_commit=off")
    await open_tables(store, "t")
    await store.append("t", 2, [move(2)], "playing")
    assert await store._writer.fetchval("SHOW synchronous_commit") == "on"
    assert await store._pool.fetchval("SHOW synchronous_commit") == "on"
    await store.close()


@pytest.mark.parametrize("change", ["/nowhere?", "nobody@/postgres?"])
async def test_a_server_that_does_not_let_us_in_is_told_in_a_sentence(server: Postgres, change: str) -> None:
    address = server.address()
    before, after = ("/postgres?", "/nowhere?") if change == "/nowhere?" else ("postgres:@/postgres?", change)
    with pytest.raises(Unavailable, match=r"The store cannot be opened: .*does not exist"):
        await open_store(address.replace(before, after))


async def test_an_address_that_is_none_is_told_in_a_sentence() -> None:
    with pytest.raises(Unavailable, match="The store cannot be opened"):
        await open_store("postgresql://localhost:many/handful")
