"""What breaks in a cluster: a node is killed or cut off, the bus is lost, the database is restarted. Play goes on."""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import AsyncExitStack
from typing import Any

import pytest

from handful.games import ROOMS
from handful.table.entries import Acted
from tests.cluster.nodes import Cluster, Node
from tests.cluster.players import TRY_AGAIN, Party, Player, at_node, seated
from tests.cluster.truth import Log, check_log, check_pictures, check_told, log_of
from tests.patience import PATIENCE_S, becomes
from tests.server.clients import Guest, Seated
from tests.server.games import SHORT

pytestmark = pytest.mark.xdist_group("cluster")
LONGER = {**SHORT["spar"], "options": {"target": "6"}}
STILL_S = 1.0
"""How long nothing must come, where nothing may."""


def players_of(cluster: Cluster, party: Party) -> list[Player]:
    """The same people, who stay whatever breaks."""
    return [
        Player(guest, party.table, cluster.nodes, random.Random(seat), clients=[client])
        for seat, (guest, client) in enumerate(zip(party.guests, party.clients, strict=True))
    ]


async def open_party(cluster: Cluster, game: str, **wish: Any) -> list[Player]:
    """A table in play, whose people have gone away for a moment."""
    wish = {**(LONGER if game == "spar" else SHORT[game]), **wish}
    async with AsyncExitStack() as stack:
        return players_of(cluster, await seated(cluster.nodes, stack, game, **wish))


def check_players(log: Log, players: list[Player]) -> None:
    """What was acknowledged is in the log, and everybody was told everything once, over all their connections."""
    ids = log.ids
    for player in players:
        assert player.acknowledged.items() <= ids.items()
        first = player.clients[0].messages[0]["picture"]["number"]
        assert player.told() == list(range(first + 1, player.picture["number"] + 1))
    check_pictures(log, [client for player in players for client in player.clients])


async def silent(client: Seated, seconds: float = STILL_S) -> bool:
    """Whether a client is told nothing for a while, but who is here."""
    try:
        async with asyncio.timeout(seconds):
            while (await client.next())["type"] == "presence":
                pass
    except TimeoutError:
        return True
    return False


def test_a_node_is_killed_in_mid_game(cluster: Cluster) -> None:
    """Tables of all games; the node that acts for their clocks and bots is killed."""

    async def play() -> None:
        tables = {game: await open_party(cluster, game, bots=1) for game in ROOMS}
        sleepy = await open_party(cluster, "spar", clock="fast", options={"target": "3"})
        sleeper = sleepy.pop()
        everybody = [player for players in tables.values() for player in players]
        playing = [asyncio.create_task(player.play()) for player in everybody]
        playing += [asyncio.create_task(player.play()) for player in sleepy]
        victim = cluster[await cluster.on_duty(sleeper.table)]
        await asyncio.sleep(0.4)
        victim.kill()
        await asyncio.wait_for(asyncio.gather(*playing), PATIENCE_S)
        victim.start()
        for players in (*tables.values(), sleepy):
            log = await log_of(cluster, players[0].table)
            assert check_log(log).status == "over"
            check_players(log, players)
        acts = [entry for entry in (await log_of(cluster, sleeper.table)).entries if isinstance(entry, Acted)]
        assert {entry.who for entry in acts if entry.seat == 2} == {"bot"}
        assert any(len(player.clients) > 2 for player in everybody), "somebody had to come again"

    asyncio.run(play())


@pytest.mark.parametrize("how", ["held", "cut"])
def test_a_node_is_cut_off_in_mid_game(cluster: Cluster, how: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            lonely = cluster["east"]
            party = await seated(cluster.nodes, stack, "spar", options={"target": "99"})
            while party.actor.guest.server is not lonely:
                await party.moves(1)
            seat, first = party.actor.picture["seat"], party.actor
            stranger = await stack.enter_async_context(Guest(lonely, "stranger").at(party.table))
            for wire in lonely.wires:
                wire.hold() if how == "held" else wire.cut()

            # What cannot be durable is not acknowledged, and what may be out of date is not shown.
            late = await stack.enter_async_context(Guest(lonely, "late").at(party.table, hello=False))
            await first.send(type="act", id="lost", actions=[first.picture["legal"][0]], seen=first.picture["number"])
            await late.send(type="hello")
            assert await silent(first)
            assert await silent(late, 0.1)

            # The others go on, and so does the player, at another node.
            elsewhere = at_node(cluster["west"], party.guests[seat])
            party.clients[seat] = await stack.enter_async_context(elsewhere.at(party.table))
            other_choice = party.clients[seat].picture["legal"][-1]
            assert (await party.clients[seat].act(other_choice))["type"] == "ack"
            await party.together()
            await party.moves(4)
            number = party.clients[0].picture["number"]

            # Once it is back, the node shows what is, and has not done what the log had no place for.
            for wire in lonely.wires:
                wire.heal()
            assert (await late.until("welcome"))["picture"]["number"] == number
            await stranger.until_picture(lambda picture: picture["number"] == number)
            assert Guest(lonely, "x").get(f"/api/tables/{party.table}").json() == late.picture
            await ended_or_refused(first)
            await party.moves(3)
            await stranger.until_picture(lambda picture: picture["number"] == number + 3)
            log = await log_of(cluster, party.table)
            assert "lost" not in log.ids
            check_pictures(log, [*party.clients, stranger, late, first])
            check_told(stranger)

    asyncio.run(play())


async def ended_or_refused(client: Seated) -> None:
    """Read until the server has said no, or that the seat is played elsewhere: never yes."""
    while True:
        message = await client.next()
        assert message["type"] != "ack"
        if message["type"] in ("refused", "taken_over"):
            return


def test_a_node_cut_off_within_a_transaction_does_not_stop_the_table(cluster: Cluster) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            lonely = cluster["east"]
            party = await seated(cluster.nodes, stack, "spar", options={"target": "99"})
            while party.actor.guest.server is not lonely:
                await party.moves(1)
            first, seat = party.actor, party.actor.picture["seat"]
            lonely.database.hold_in_a_transaction()
            await first.send(type="act", id="half", actions=[first.picture["legal"][0]], seen=first.picture["number"])

            async def held() -> bool:
                return lonely.database.held

            await becomes(held)
            lonely.news.hold()
            elsewhere = at_node(cluster["west"], party.guests[seat])
            party.clients[seat] = await stack.enter_async_context(elsewhere.at(party.table))
            assert (await party.clients[seat].act(party.clients[seat].picture["legal"][-1]))["type"] == "ack"
            await party.together()
            await party.moves(3)
            for wire in lonely.wires:
                wire.heal()
            await ended_or_refused(first)
            assert "half" not in (await log_of(cluster, party.table)).ids

    asyncio.run(play())


def has_heard(client: Seated, seat: int) -> bool:
    """Whether a client was told a reaction of a seat."""
    return any(message["type"] == "reacted" and message["seat"] == seat for message in client.messages)


def test_the_bus_is_lost_and_comes_back(cluster: Cluster) -> None:
    async def all_hear() -> bool:
        return all(node.hears() for node in cluster.nodes)

    async def lobbies_are_right(tables: list[str], ended: str) -> bool:
        shown = [Guest(node, "x").get("/api/lobby").json() for node in cluster.nodes]
        lobbies = [{one["table"]: one for one in lobby} for lobby in shown]
        true = {table: (await log_of(cluster, table)).listing for table in tables}
        return all(ended not in lobby and {table: lobby.get(table) for table in tables} == true for lobby in lobbies)

    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await seated(cluster.nodes, stack, "spar", options={"target": "99"})
            ending = await seated([cluster["north"]], stack, "spar", seats=2, options={"target": "2"})
            stranger = await stack.enter_async_context(Guest(cluster["west"], "stranger").at(party.table))
            cluster.nats.stop()
            try:
                opened = Guest(cluster["north"], "Ada").introduce().open("claim")
                await asyncio.gather(*(one.play(random.Random(seat)) for seat, one in enumerate(ending.clients)))
                await party.moves(4)
                assert not cluster["north"].hears()
                # Who comes now sees what is.
                async with Guest(cluster["west"], "newcomer").at(party.table) as newcomer:
                    assert newcomer.picture["number"] == party.clients[0].picture["number"]
                first = party.clients[0]
                elsewhere = at_node(cluster["west"], party.guests[0])
                party.clients[0] = await stack.enter_async_context(elsewhere.at(party.table))
                asked = await first.ask("act", actions=["sing"], seen=0)
                assert asked["type"] == "refused"  # nobody could tell this node that the seat is played elsewhere now
            finally:
                cluster.nats.start()
            await becomes(all_hear)
            assert (await first.closed())[0] == 4001
            assert first.messages[-1]["type"] == "taken_over"
            await becomes(lambda: lobbies_are_right([opened, party.table], ending.table))
            await party.moves(12)
            for client in party.clients:  # reactions are in no log: the news alone bring them
                await client.do("react", reaction="hello")
                for other in (*party.clients, stranger):
                    while not has_heard(other, client.picture["seat"]):
                        await other.next()
            await stranger.until_picture(lambda p: p["number"] == party.clients[0].picture["number"])
            log = await log_of(cluster, party.table)
            check_pictures(log, [*party.clients, stranger])
            for client in (*party.clients, stranger):
                check_told(client)

    asyncio.run(play())


def test_the_database_is_restarted(cluster: Cluster) -> None:
    async def play() -> None:
        tables = [await open_party(cluster, game, bots=1) for game in ROOMS]
        everybody = [player for players in tables for player in players]
        playing = [asyncio.create_task(player.play()) for player in everybody]
        for _ in range(2):
            await asyncio.sleep(0.3)
            await asyncio.to_thread(cluster.database.crash)
            await asyncio.sleep(0.5)
            await asyncio.to_thread(cluster.database.start)
        await asyncio.wait_for(asyncio.gather(*playing), PATIENCE_S)
        for players in tables:
            log = await log_of(cluster, players[0].table)
            assert check_log(log).status == "over"
            check_players(log, players)
        assert all(node.process.poll() is None for node in cluster.nodes)

    asyncio.run(play())


def test_what_a_dead_node_could_not_tell_the_others_find_out(cluster: Cluster) -> None:
    """An action is durable and acknowledged, but its node dies before the news are out."""

    async def play() -> None:
        async with AsyncExitStack() as stack:
            dying = cluster["east"]
            party = await seated(cluster.nodes, stack, "spar", options={"target": "99"})
            while party.actor.guest.server is not dying:
                await party.moves(1)
            seat = party.actor.picture["seat"]
            dying.news.hold()
            number = (await party.actor.act(party.actor.picture["legal"][0]))["number"]
            third = next(one for one in party.clients if one.guest.server is cluster["north"])
            dying.kill()
            elsewhere = at_node(cluster["west"], party.guests[seat])
            party.clients[seat] = await stack.enter_async_context(elsewhere.at(party.table))
            assert party.clients[seat].picture["number"] == number
            await third.until_picture(lambda picture: picture["number"] == number)
            await party.together()
            await party.moves(3)

    asyncio.run(play())


def test_a_node_without_its_database_for_long_says_so(cluster: Cluster) -> None:
    """Longer than the store is patient: everybody is told, nothing is shown that may not be, and all can be retried."""

    async def hello(node: Node, table: str) -> int:
        async with Guest(node, "late").at(table, hello=False) as late:
            await late.send(type="hello")
            code, _ = await late.closed()
            assert [message["type"] for message in late.messages] == ["bye"]
            assert late.messages[0]["retry"]
            return code

    async def play() -> None:
        async with AsyncExitStack() as stack:
            lonely = cluster["east"]
            parties = [await seated(cluster.nodes, stack, "half_suit") for _ in range(4)]
            wrong = next(one for one in parties[1].clients if one.guest.server is lonely)
            actor = next(one for one in parties[0].clients if one.picture["legal"])
            moved = at_node(lonely, parties[0].guests[actor.picture["seat"]])
            acting = await stack.enter_async_context(moved.at(parties[0].table))
            lonely.database.cut()
            assert Guest(lonely, "x").get("/healthz").status_code == 503
            action, seen = acting.picture["legal"][0], acting.picture["number"]
            refused, nonsense, code, page = await asyncio.gather(
                acting.ask("act", "mine", actions=[action], seen=seen),
                wrong.ask("act", "nonsense", actions=["sing"], seen=wrong.picture["number"]),
                hello(lonely, parties[2].table),
                asyncio.to_thread(Guest(lonely, "x").get, f"/api/tables/{parties[3].table}"),
            )
            for answer in (refused, nonsense):
                assert answer["type"] == "refused"
                assert TRY_AGAIN in answer["sentence"]
            assert code == 1012
            assert page.status_code == 503
            assert "mine" not in (await log_of(cluster, parties[0].table)).ids
            lonely.database.heal()
            acknowledged = await acting.ask("act", "mine", actions=[action], seen=seen)
            again = await acting.ask("act", "mine", actions=[action], seen=seen)
            assert (acknowledged["type"], again["type"]) == ("ack", "ack")
            assert (await log_of(cluster, parties[0].table)).ids == {"mine": acknowledged["number"]}
            assert again["number"] == acknowledged["number"]
            assert TRY_AGAIN not in (await wrong.ask("act", "n", actions=["sing"], seen=0))["sentence"]

    asyncio.run(play())


def test_a_node_that_comes_again_under_its_name_looks_after_its_tables(cluster: Cluster) -> None:
    async def over() -> bool:
        return (await log_of(cluster, party.table)).status == "over"

    async def play() -> None:
        nonlocal party
        async with AsyncExitStack() as stack:
            party = await seated(cluster.nodes, stack, "spar", bots=1, options={"target": "5"})
            for client in party.clients:
                await client.do("resign")
        on_duty = cluster[await cluster.on_duty(party.table)]
        await cluster.ask(
            "UPDATE tables SET until = until + 2000 RETURNING 1"
        )  # starting takes longer than a lease here
        on_duty.kill()
        on_duty.start()
        assert not await over()
        await becomes(over)
        check_log(await log_of(cluster, party.table))

    party = Party("", [], [])
    asyncio.run(play())


def test_a_table_asleep_everywhere_is_looked_after_when_who_woke_it_dies(cluster: Cluster) -> None:
    async def bots_are_to_act(table: str) -> bool:
        *_, (now, _) = (await log_of(cluster, table)).tables()
        return bool(now.bots_due())

    async def falls_asleep_everywhere(table: str) -> None:
        """Node by node looks after it for a while: it sleeps when nobody has for longer than that takes."""
        until, quiet = "SELECT until FROM tables WHERE id = $1", time.monotonic()
        while time.monotonic() - quiet < 4:
            await asyncio.sleep(0.2)
            if int(str(await cluster.ask(until, table))) > 1000 * time.time():
                quiet = time.monotonic()

    async def play() -> None:
        woken = cluster["north"]
        ada = Guest(woken, "Ada").introduce()
        table = ada.post("/api/play-now", game="spar", seats=6, options={"target": "99"}).json()["id"]
        async with ada.at(table) as client:
            await client.until_picture(lambda picture: picture["legal"])
        for _ in range(5):
            await asyncio.wait_for(falls_asleep_everywhere(table), PATIENCE_S)
            async with ada.at(table) as client:
                assert (await client.act(client.picture["legal"][0]))["type"] == "ack"
            woken.kill()  # nobody is connected; unless Ada has taken a trick, bots are to act now
            if await bots_are_to_act(table):
                break
            woken.start()
        else:
            raise AssertionError("the bots were quicker every time")

        async def goes_on() -> bool:
            return not await bots_are_to_act(table)

        await becomes(goes_on)

    asyncio.run(play())
