"""Games told again keep nobody else waiting, and are worked out once."""

from __future__ import annotations

import asyncio
import threading
from contextlib import AsyncExitStack

import pytest

from handful.server import replay_pool
from handful.server.replay import replay
from handful.server.replay_pool import ReplayPool
from handful.table.entries import AnyEntry
from handful.table.refusals import Refused
from tests.server.clients import Server
from tests.server.games import gather, kept, play_out

pytestmark = pytest.mark.xdist_group("server")


def test_it_has_threads_of_its_own_and_not_more_may_wait_than_it_can_do() -> None:
    async def ask() -> None:
        pool, go_on = ReplayPool(), threading.Event()
        try:
            most = replay_pool.THREADS + replay_pool.WAITING
            tasks = [asyncio.create_task(pool.do(go_on.wait)) for _ in range(most)]
            await asyncio.sleep(0)
            with pytest.raises(Refused) as why:
                await pool.do(go_on.wait)
            assert why.value.code == "busy"
            assert await asyncio.to_thread(lambda: "others") == "others"
            go_on.set()
            assert all(await asyncio.gather(*tasks))
            assert await pool.do(lambda: "again") == "again"
        finally:
            go_on.set()
            pool.close()

    asyncio.run(ask())


def test_a_replay_is_worked_out_once_for_each_viewer(server: Server) -> None:
    async def ask() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "spar", seats=2)
            await play_out(party)
        found, reads = await kept(server, party.table), 0

        async def read() -> list[AnyEntry]:
            nonlocal reads
            reads += 1
            if reads == 1:
                raise OSError("the store does not answer")
            return list(found.entries)

        pool = ReplayPool()
        with pytest.raises(OSError, match="does not answer"):
            await pool.replay(found.id, found.secret, read, 0)
        told = await asyncio.gather(*(pool.replay(found.id, found.secret, read, 0) for _ in range(5)))
        assert reads == 2, "only what went wrong is tried again"
        assert all(one == replay(found.id, found.secret, found.entries, 0) for one in told)
        assert (await pool.replay(found.id, found.secret, read, 1)).seat == 1
        assert reads == 3
        pool.close()

    asyncio.run(ask())
