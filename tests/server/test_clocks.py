"""Clocks that run out, bots that stand in, and players who come back."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from handful.table.entries import Acted, Resumed
from tests.server.clients import Guest, Server
from tests.server.games import gather, kept

pytestmark = pytest.mark.xdist_group("server")


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which a minute lasts 1.2 seconds."""
    with Server(tmp_path_factory.mktemp("quick"), clock_scale=0.02, bot_floor_ms=50) as running:
        yield running


def test_a_bot_acts_on_time_out_and_keeps_the_seat_after_two(quick: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(quick, stack, "spar", seats=2, clock="fast", options={"target": "99"})
            sleeper, other = party.clients

            async def go_on() -> None:
                while not other.picture["seats"][0]["away"]:
                    if other.picture["legal"]:
                        await other.act(other.picture["legal"][0])
                    else:
                        await other.next()

            await go_on()
            table, _ = (await kept(quick, party.table)).fold()
            assert [act.who for act in table.acts if act.seat == 0][:2] == ["bot", "bot"]
            assert table.seats[0].away
            await sleeper.do("come_back")
            assert not sleeper.picture["seats"][0]["away"]
            assert sleeper.picture["seats"][0]["timeouts"] == 0

    asyncio.run(play())


def test_the_texts_own_time_and_its_own_default(quick: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(quick, stack, "claim", clock="normal")
            began = time.monotonic()
            number = party.clients[0].picture["number"]
            await party.clients[0].until_picture(lambda picture: picture["number"] >= number + 4)
            taken = time.monotonic() - began
            assert 0.4 < taken < 3  # 30 + 3 seconds are 0.66 here, for all four at once
            entries = (await kept(quick, party.table)).entries
            by_clock = [entry for entry in entries if isinstance(entry, Acted) and entry.who == "clock"]
            assert sorted(entry.seat for entry in by_clock) == [0, 1, 2, 3]

    asyncio.run(play())


def test_clocks_go_on_after_a_crash(quick: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(quick, stack, "spar", seats=2, clock="fast")
            before = party.clients[0].picture
            quick.kill()
            quick.start()
            client = await stack.enter_async_context(party.guests[0].at(party.table))
            assert client.picture["deadlines"] == before["deadlines"] or client.picture["number"] > before["number"]
            await client.until_picture(lambda picture: picture["number"] >= before["number"] + 3, seconds=5)

    asyncio.run(play())


def test_nobody_loses_on_time_because_the_server_was_down(tmp_path: Path) -> None:
    async def play(server: Server) -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "spar", seats=2, clock="fast")
            before = party.clients[0].picture
            (actor,) = before["actors"]
            left = before["deadlines"][actor] - 1000 * time.time()
            server.kill()
            await asyncio.sleep(2)  # the clock of 1.5 seconds would have run out
            server.start()
            client = await stack.enter_async_context(party.guests[actor].at(party.table))
            await client.until_picture(lambda picture: picture["number"] > before["number"])
            resumed = (await kept(server, party.table)).entries[before["number"]]
            assert isinstance(resumed, Resumed)
            if client.picture["number"] == before["number"] + 1:  # else it has run out by now
                assert client.picture["deadlines"][actor] - resumed.at >= left
                assert client.picture["seats"][actor]["timeouts"] == 0
            await client.until_picture(lambda picture: picture["number"] > before["number"] + 1)
            acted = (await kept(server, party.table)).entries[before["number"] + 1]
            assert isinstance(acted, Acted)
            assert (acted.who, acted.seat) == ("bot", actor)
            assert acted.at - resumed.at >= left

    with Server(tmp_path, clock_scale=0.1) as server:
        asyncio.run(play(server))


def test_with_the_clock_off_nothing_runs_out(quick: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(quick, stack, "claim")
            assert party.clients[0].picture["deadlines"] == [None] * 4
            with pytest.raises(TimeoutError):
                await party.clients[0].until_picture(lambda picture: len(picture["actors"]) < 4, seconds=1.2)

    asyncio.run(play())


def test_bots_never_answer_before_the_floor(tmp_path_factory: pytest.TempPathFactory) -> None:
    async def play(server: Server) -> None:
        ada = Guest(server, "Ada").introduce()
        table = ada.post("/api/play-now", game="spar", seats=3, level="easy").json()["id"]
        async with ada.at(table) as client:
            await client.do("leave")
            at: list[float] = []
            while len(at) < 6:
                message = await client.next()
                if message["type"] == "update" and message["told"][0]["entry"] == "acted":
                    at.append(time.monotonic())
            gaps = [later - sooner for sooner, later in itertools.pairwise(at)]
            assert min(gaps) > 0.27
            assert max(gaps) < 0.27 + 2

    with Server(tmp_path_factory.mktemp("floor"), bot_floor_ms=300) as server:
        asyncio.run(play(server))
