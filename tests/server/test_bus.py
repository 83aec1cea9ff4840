"""Two nodes that share a store and a real NATS server: news travel, and nothing is lost when the bus is."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator

import pytest

from tests.patience import until
from tests.server.clients import Guest, Seated, Server
from tests.server.nats import Nats

pytestmark = pytest.mark.xdist_group("server")


@pytest.fixture(scope="module")
def nats() -> Iterator[Nats]:
    running = Nats()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def nodes(nats: Nats, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    one, other = tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("other")
    store = str(one / "shared.db")
    with (
        Server(one, store=store, bus=nats.address, lease_ms=1500) as first,
        Server(other, store=store, bus=nats.address, lease_ms=1500) as second,
    ):
        yield first, second


def on(server: Server, guest: Guest) -> Guest:
    """The same person at another node: the cookie is good there too."""
    other = Guest(server, guest.name)
    other.id, other.cookie = guest.id, guest.cookie
    return other


def health(server: Server) -> str:
    return str(Guest(server, "x").get("/healthz").json()["bus"])


def test_players_on_two_nodes_play_at_one_table(nodes: tuple[Server, Server]) -> None:
    async def play() -> None:
        ada, ben = Guest(nodes[0], "Ada").introduce(), on(nodes[1], Guest(nodes[0], "Ben").introduce())
        table = ada.open("spar", seats=3, options={"target": "5"})
        async with ada.at(table) as a, ben.at(table) as b:
            await a.do("sit")
            await b.do("sit")
            await a.do("seat_bot", seat=2)
            await a.do("start")
            await b.do("react", reaction="good_luck")
            assert (await a.until("reacted"))["name"] == "Ben"
            await both_play(a, b)
            assert a.picture["result"] == b.picture["result"]
            assert await ada.history()
            assert await ben.history()

    asyncio.run(play())


async def both_play(a: Seated, b: Seated) -> None:
    """Two clients play to the end."""
    await asyncio.gather(a.play(random.Random(1)), b.play(random.Random(2)))


def test_a_second_tab_on_another_node_takes_the_seat_over(nodes: tuple[Server, Server]) -> None:
    async def play() -> None:
        ada = Guest(nodes[0], "Ada").introduce()
        table = ada.open("spar", seats=2)
        async with ada.at(table) as first:
            await first.do("sit")
            async with on(nodes[1], ada).at(table) as second:
                assert (await first.closed())[0] == 4001
                await second.do("leave")

    asyncio.run(play())


def test_the_lobby_is_the_same_on_both(nodes: tuple[Server, Server]) -> None:
    ada = Guest(nodes[0], "Ada").introduce()
    table = ada.open("top_suit")
    until(lambda: table in Guest(nodes[1], "x").get("/api/lobby").text)


def test_the_bus_is_lost_and_comes_back(nodes: tuple[Server, Server], nats: Nats) -> None:
    async def play() -> None:
        ada, ben = Guest(nodes[0], "Ada").introduce(), on(nodes[1], Guest(nodes[0], "Ben").introduce())
        table = ada.open("spar", seats=2, options={"target": "99"})
        async with ada.at(table) as a, ben.at(table) as b:
            await a.do("sit")
            await b.do("sit")
            nats.stop()
            await a.do("start")
            await b.until_picture(lambda picture: picture["status"] == "playing")
            for _ in range(3):
                actor = (a, b)[a.picture["actors"][0]]
                await actor.act(actor.picture["legal"][0])
                for one in (a, b):
                    await one.until_picture(lambda p, n=actor.picture["number"]: p["number"] >= n)
            assert health(nodes[0]) == "lost"
            nats.start()
            until(lambda: health(nodes[0]) == health(nodes[1]) == "on")
            for one, other in ((a, b), (b, a)):  # reactions are in no log: the news alone bring them
                await one.do("react", reaction="hello")
                while (await other.until("reacted"))["seat"] != one.picture["seat"]:
                    pass

    asyncio.run(play())


def test_when_a_node_dies_the_other_takes_its_clocks_and_bots(nodes: tuple[Server, Server]) -> None:
    async def play() -> None:
        ada = Guest(nodes[1], "Ada").introduce()
        table = ada.post("/api/play-now", game="spar", seats=3, options={"target": "40"}).json()["id"]
        async with ada.at(table) as client:
            await client.do("resign")
            await client.next()
        nodes[1].kill()
        async with on(nodes[0], ada).at(table) as client:
            await client.until_picture(lambda picture: picture["status"] == "over")

    asyncio.run(play())
