"""Three nodes serve the same tables: everybody sees the same, and nothing is done twice."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from websockets.asyncio.client import ClientConnection, connect

from handful.games import ROOMS
from handful.table.entries import Acted
from handful.table.transcript import transcript
from handful.table.verification import verify
from tests.cluster.nodes import Cluster, Node
from tests.cluster.players import Party, at_node, seated
from tests.cluster.truth import check_log, check_pictures, check_told, log_of
from tests.patience import PATIENCE_S, SOCKET, becomes
from tests.server.clients import Guest, Message, Seated

MOVED_ON = "The table has moved on since you chose: look again."
pytestmark = pytest.mark.xdist_group("cluster")


async def watch(client: Seated) -> None:
    """Look on until the game is over."""
    await client.until_picture(lambda picture: picture["status"] == "over")


@pytest.mark.parametrize("game", ROOMS)
def test_everybody_sees_every_entry_once_and_the_same_pictures(cluster: Cluster, game: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await seated(cluster.nodes, stack, game, public=False)
            strangers = [
                await stack.enter_async_context(Guest(node, "stranger").at(party.table)) for node in cluster.nodes
            ]
            playing = [one.play(random.Random(seat)) for seat, one in enumerate(party.clients)]
            await asyncio.gather(*playing, *map(watch, strangers))
            log = await log_of(cluster, party.table)
            assert check_log(log).status == "over"
            check_pictures(log, [*party.clients, *strangers])
            for client in (*party.clients, *strangers):
                check_told(client)
                assert client.picture["number"] == len(log.entries)
            texts = {guest.get(f"/api/tables/{party.table}/transcript").text for guest in party.guests}
            assert len(texts) == 1
            verify(texts.pop())

    asyncio.run(play())


def test_of_two_actions_at_once_one_wins_and_the_other_is_told(cluster: Cluster) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await seated(cluster.nodes, stack, "half_suit", options={"turns": "team"})
            contested = rounds = 0
            while contested < 15 and party.clients[0].picture["status"] == "playing":
                rivals = [client for client in party.clients if client.picture["legal"]]
                contested += await contest(party, *rivals[:3])
                rounds += 1
            log = await log_of(cluster, party.table)
            assert contested == 15
            assert len(log.ids) == rounds
            check_log(log)
            check_pictures(log, party.clients)

    asyncio.run(play())


async def contest(party: Party, *rivals: Seated) -> int:
    """Some act at once, each on a node of their own; whether it was one decision that they contested."""
    assert len({client.guest.server for client in rivals}) == len(rivals)
    texts = [client.picture["legal"][0] for client in rivals]
    seen = rivals[0].picture["number"]
    for client, text in zip(rivals, texts, strict=True):
        await client.send(type="act", id=f"{client.number}-{seen}", actions=[text], seen=seen)
    answers = [await client.until("ack", "refused", id=f"{client.number}-{seen}") for client in rivals]
    kinds = sorted(answer["type"] for answer in answers)
    assert kinds == ["ack", *["refused"] * (len(rivals) - 1)], answers
    for client, answer in zip(rivals, answers, strict=True):
        if answer["type"] == "refused":
            assert answer["sentence"] in (MOVED_ON, "It is not your turn.")
            assert client.messages[-2]["type"] == "fresh"
            assert client.picture["number"] > seen
    await party.together()
    return len(rivals) > 1


def test_sealed_choices_at_once_are_all_taken(cluster: Cluster) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await seated(cluster.nodes, stack, "claim")
            answers = await asyncio.gather(*(client.act("declare nothing") for client in party.clients))
            assert [answer["type"] for answer in answers] == ["ack"] * 4
            assert len({answer["number"] for answer in answers}) == 4

    asyncio.run(play())


def test_a_player_who_comes_at_another_node_takes_the_seat_along(cluster: Cluster) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await seated(cluster.nodes, stack, "spar", options={"target": "99"})
            seat = party.actor.picture["seat"]
            for node in itertools.islice(itertools.cycle(cluster.nodes), seat + 1, seat + 4):
                old = party.clients[seat]
                new = await stack.enter_async_context(at_node(node, party.guests[seat]).at(party.table))
                assert (await old.closed())[0] == 4001
                assert old.messages[-1]["type"] == "taken_over"
                assert new.picture["seat"] == seat
                party.clients[seat] = new
            await party.together()
            await party.moves(3)

    asyncio.run(play())


@asynccontextmanager
async def in_the_lobby(node: Node) -> AsyncIterator[Lobby]:
    """Somebody who looks at a node's lobby."""
    async with connect(node.address.replace("http", "ws") + "/ws/lobby", compression=None, **SOCKET) as socket:
        lobby = Lobby(socket)
        await lobby.next()
        yield lobby


class Lobby:
    """The lobby, as a client knows it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.tables: dict[str, Message] = {}

    async def next(self) -> None:
        """Follow the next message."""
        async with asyncio.timeout(PATIENCE_S):
            message = json.loads(await self.socket.recv())
        if message["type"] == "lobby":
            self.tables = {one["table"]: one for one in message["tables"]}
        elif message["type"] == "table":
            self.tables[message["table"]["table"]] = message["table"]
        else:
            self.tables.pop(message["id"], None)

    async def until(self, table: str, shown: Message | None) -> None:
        """Read until a table is shown just so, or no longer."""
        while self.tables.get(table) != shown:
            await self.next()


def test_the_lobby_is_live_on_all_nodes(cluster: Cluster) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            lobbies = [await stack.enter_async_context(in_the_lobby(node)) for node in cluster.nodes]
            ada, ben = (
                Guest(node, name).introduce() for node, name in zip(cluster.nodes, ("Ada", "Ben"), strict=False)
            )
            table = ada.open("spar", seats=2, options={"target": "5"}, clock="normal")

            async def show(status: str, names: list[str], away: list[bool]) -> None:
                listing = (await log_of(cluster, table)).listing
                assert listing["status"] == status
                assert [seat["name"] for seat in listing["seats"]] == names
                assert [seat["away"] for seat in listing["seats"]] == away
                for lobby in lobbies:
                    await lobby.until(table, listing)

            await show("open", ["", ""], [False, False])
            async with ada.at(table) as a, ben.at(table) as b:
                await a.do("sit")
                for _ in range(5):  # news of two nodes overtake each other; the newest must stay
                    await b.do("sit")
                    await b.do("leave")
                await b.do("sit")
                await show("open", ["Ada", "Ben"], [False, False])
                await a.do("start")
                await show("playing", ["Ada", "Ben"], [False, False])
                while not b.picture["seats"][1]["away"]:  # Ben lets the clock run out, and a bot stands in
                    await (a.act(a.picture["legal"][0]) if a.picture["legal"] else a.next())
                    await b.until_picture(lambda p: p["number"] >= a.picture["number"])
                await show("playing", ["Ada", "Ben"], [False, True])
                await b.do("come_back")
                await show("playing", ["Ada", "Ben"], [False, False])
                await asyncio.gather(a.play(random.Random(1)), b.play(random.Random(2)))
                for lobby in lobbies:
                    await lobby.until(table, None)
            shown = [Guest(node, "x").get("/api/lobby").text for node in cluster.nodes]
            assert all(table not in one for one in shown)

    asyncio.run(play())


def test_bots_and_clocks_of_all_nodes_at_once_act_once(cluster: Cluster) -> None:
    """Leases are taken away again and again, so that every node acts for every seat."""

    async def confuse(over: asyncio.Event) -> None:
        while not over.is_set():
            await cluster.ask("UPDATE tables SET until = 0 RETURNING 1")
            await asyncio.sleep(0.02)

    async def play() -> None:
        conflicts = sum(node.metric("handful_conflicts_total") for node in cluster.nodes)
        over = asyncio.Event()
        async with AsyncExitStack() as stack:
            asleep = await seated(
                cluster.nodes, stack, "claim", clock="fast", options={"deals": "1", "floor_rounds": "2"}
            )
            bots = await seated(cluster.nodes, stack, "spar", bots=2, options={"target": "5"})
            await bots.clients[0].do("resign")
            confusing = asyncio.create_task(confuse(over))
            watching = [watch(client) for client in (*bots.clients, *asleep.clients)]
            await asyncio.gather(*watching)
            over.set()
            await confusing
            for party in (asleep, bots):
                log = await log_of(cluster, party.table)
                table = check_log(log)
                assert table.status == "over"
                check_pictures(log, party.clients)
                assert verify(transcript(table))
            acts = [entry for entry in (await log_of(cluster, asleep.table)).entries if isinstance(entry, Acted)]
            assert {entry.who for entry in acts} == {"clock", "bot"}
        assert sum(node.metric("handful_conflicts_total") for node in cluster.nodes) > conflicts + 5

    asyncio.run(play())


def test_results_are_kept_once(cluster: Cluster) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await seated(cluster.nodes, stack, "spar", options={"target": "2"})
            await asyncio.gather(*(one.play(random.Random(seat)) for seat, one in enumerate(party.clients)))

            async def all_kept() -> bool:
                return await cluster.ask("SELECT count(*) FROM results WHERE table_id = $1", party.table) == 3

            await becomes(all_kept)
            for guest in party.guests:
                assert [one["table"] for one in guest.get("/api/players/me/history").json()] == [party.table]
                assert guest.get("/api/players/me/ratings").json()["spar"]["games"] == 1

    asyncio.run(play())
