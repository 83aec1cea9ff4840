"""People on two nodes that share a store and a real NATS server: everybody knows who is here, and who is awaited."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests.patience import becomes
from tests.server.clients import Guest, Server
from tests.server.nats import Nats
from tests.server.test_bus import on
from tests.server.test_people import in_the_lobby, presence_of, until_presence

pytestmark = pytest.mark.xdist_group("server")


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    nats = Nats()
    one, other = tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("other")
    shared = {"store": str(one / "shared.db"), "bus": nats.address, "lease_ms": 1500, "away_ms": 500, "beat_ms": 1000}
    with Server(one, **shared) as first, Server(other, **shared) as second:
        yield first, second
    nats.stop()


def test_who_is_here_is_known_on_every_node(nodes: tuple[Server, Server]) -> None:
    async def play() -> None:
        ada, ben = Guest(nodes[0], "Ada").introduce(), on(nodes[1], Guest(nodes[0], "Ben").introduce())
        eve = on(nodes[1], Guest(nodes[0], "Eve").introduce())
        table = ada.open("spar", seats=2, clock="off")
        async with ada.at(table) as a:
            await a.do("sit")
            async with ben.at(table) as b:
                await b.do("sit")
                if presence_of(b)["away"] != [None, None]:  # the other node's word had not come yet
                    await until_presence(b, lambda told: told["away"] == [None, None])
                async with eve.at(table):
                    seen = await until_presence(a, lambda told: [one["name"] for one in told["visitors"]] == ["Eve"])
                    assert seen["watching"] == 1
                await until_presence(a, lambda told: told["watching"] == 0)
                await a.do("start")
            gone = await until_presence(a, lambda told: told["away"][1] is not None)

            async def given() -> bool:
                return (await a.ask("stand_in", seat=1))["type"] == "ack"

            await becomes(given, "the seat is not given to a bot")
            async with ben.at(table) as b:  # on the other node, which hands the seat back
                await a.until_picture(lambda picture: not picture["seats"][1]["away"])
                assert presence_of(b)["away"] == [None, None] or await until_presence(b, lambda told: True)
            async with on(nodes[1], eve).at(table) as late:
                told = presence_of(late)["away"][1]
                assert told is not None
                assert told >= gone["away"][1]

    asyncio.run(play())


def test_own_games_are_told_on_every_node(nodes: tuple[Server, Server]) -> None:
    async def play() -> None:
        ada, ben = Guest(nodes[0], "Ada").introduce(), Guest(nodes[0], "Ben").introduce()
        table = ada.open("spar", seats=2, public=False)
        async with in_the_lobby(on(nodes[1], ada)) as looking, in_the_lobby(on(nodes[1], ben)) as other:
            assert table in looking.games
            async with ada.at(table) as a, ben.at(table) as b:
                await a.do("sit")
                await b.do("sit")
                await other.until(lambda: table in other.games)
                await a.do("start")
                await b.until_picture(lambda picture: picture["status"] == "playing")
                lobby, client = (looking, a) if a.picture["legal"] else (other, b)
                await lobby.until(lambda: lobby.games[table]["mine"])
                await client.act(client.picture["legal"][0])
                await lobby.until(lambda: not lobby.games[table]["mine"])
                await a.do("stop")
                await b.do("stop")
            await looking.until(lambda: table not in looking.games)
            await other.until(lambda: table not in other.games)

    asyncio.run(play())


def test_who_was_on_a_node_that_died_is_away(nodes: tuple[Server, Server]) -> None:
    async def play() -> None:
        ada, ben = Guest(nodes[0], "Ada").introduce(), on(nodes[1], Guest(nodes[0], "Ben").introduce())
        table = ada.open("spar", seats=2)
        async with ada.at(table) as a:
            await a.do("sit")
            async with ben.at(table) as b:
                await b.do("sit")
                await a.until_picture(lambda picture: picture["full"])
                if presence_of(a)["away"] != [None, None]:
                    await until_presence(a, lambda told: told["away"] == [None, None])
                nodes[1].kill()
                await until_presence(a, lambda told: told["away"][1] is not None)
        nodes[1].start()

    asyncio.run(play())
