"""Clocks that run out, bots that stand in, and players who come back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from handful.table.entries import Acted, Resumed, Started
from tests.server.clients import Guest, Server
from tests.server.games import TIMER_MS, gather, kept

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
            assert sleeper.picture["seats"][0]["timeouts"] == 1  # until the player acts

    asyncio.run(play())


def test_the_texts_own_time_and_its_own_default(quick: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(quick, stack, "claim", clock="normal")
            opened = 1 + 4  # the table and its four players
            await party.clients[0].until_picture(lambda picture: picture["number"] >= opened + 1 + 4)
            (_, started), *then = (await kept(quick, party.table)).tables()[opened:]
            assert isinstance(started, Started)
            due = started.at + 660  # 30 + 3 seconds are 0.66 here, for all four at once
            assert then[0][0].deadlines() == [due] * 4
            by_clock = [entry for _, entry in then if isinstance(entry, Acted) and entry.who == "clock"]
            assert sorted(entry.seat for entry in by_clock) == [0, 1, 2, 3]
            assert all(entry.at >= due for entry in by_clock)

    asyncio.run(play())


def test_clocks_go_on_after_a_crash(quick: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(quick, stack, "spar", seats=2, clock="fast")
            quick.kill()
            before = len((await kept(quick, party.table)).entries)
            quick.start()
            client = await stack.enter_async_context(party.guests[0].at(party.table))
            await client.until_picture(lambda picture: picture["number"] >= before + 4)
            after = (await kept(quick, party.table)).tables()[before:]
            acts = [(table, entry) for table, entry in after if isinstance(entry, Acted)]
            assert len(acts) >= 3
            for table, entry in acts:
                begun = table.asked_at[entry.seat] if table.seats[entry.seat].by_bot else table.deadlines()[entry.seat]
                assert entry.who == "bot"
                assert entry.at >= begun

    asyncio.run(play())


def test_nobody_loses_on_time_because_the_server_was_down(tmp_path: Path) -> None:
    async def play(server: Server) -> None:
        async with AsyncExitStack() as stack:
            left = 0.0
            while left <= 0:  # on a busy machine the clock may have run out before the server is dead
                server.start_again()
                party = await gather(server, stack, "spar", seats=2, clock="fast")
                before = party.clients[0].picture
                (actor,) = before["actors"]
                server.kill()
                left = before["deadlines"][actor] - 1000 * time.time()
            await asyncio.sleep(left / 1000 + 0.5)  # the clock would have run out
            server.start()
            client = await stack.enter_async_context(party.guests[actor].at(party.table))
            await client.until_picture(lambda picture: picture["number"] > before["number"] + 1)
            (_, resumed), (table, acted), *_ = (await kept(server, party.table)).tables()[before["number"] :]
            assert isinstance(resumed, Resumed)
            assert table.deadlines()[actor] - resumed.at >= left
            assert table.seats[actor].timeouts == 0
            assert isinstance(acted, Acted)
            assert (acted.who, acted.seat) == ("bot", actor)
            assert acted.at >= table.deadlines()[actor]

    with Server(tmp_path, clock_scale=0.2) as server:
        asyncio.run(play(server))


def test_with_the_clock_off_nothing_runs_out(quick: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(quick, stack, "claim")
            assert party.clients[0].picture["deadlines"] == [None] * 4
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(1.2):
                    await party.clients[0].until_picture(lambda picture: len(picture["actors"]) < 4)

    asyncio.run(play())


def test_bots_never_answer_before_the_floor(tmp_path_factory: pytest.TempPathFactory) -> None:
    async def play(server: Server) -> None:
        ada = Guest(server, "Ada").introduce()
        table = ada.post("/api/play-now", game="spar", seats=3, level="easy").json()["id"]
        async with ada.at(table) as client:
            await client.do("resign")
            number = client.picture["number"]
            await client.until_picture(lambda picture: picture["number"] >= number + 7)
        waits = [wait for _, wait in (await kept(server, table)).waits()]
        assert len(waits) > 5
        assert min(waits) >= 300 - TIMER_MS

    with Server(tmp_path_factory.mktemp("floor"), bot_floor_ms=300) as server:
        asyncio.run(play(server))
