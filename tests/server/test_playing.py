"""Whole games through real sockets, and all that players do at a table."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest

from handful.observe import SPECTATOR
from handful.table.pictures import Listing, Picture, picture
from tests.patience import SOCKET
from tests.server.clients import Guest, Server
from tests.server.games import SHORT, gather, kept, plain, play_out

pytestmark = pytest.mark.xdist_group("server")


@pytest.mark.parametrize("game", SHORT)
def test_a_whole_game_and_every_picture_is_the_tables_own(server: Server, game: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, game)
            watcher = await stack.enter_async_context(Guest(server, "watcher").at(party.table))
            await play_out(party)
            await watcher.until_picture(lambda picture: picture["status"] == "over")
            table, changes = (await kept(server, party.table)).fold()
            assert table.status == "over"
            for seat, client in enumerate(party.clients):
                assert client.picture == plain(picture(table, seat))
                msgspec.convert(client.picture, Picture)
                assert [told["number"] for told in client.told][-len(changes) :] == list(
                    range(client.told[0]["number"], table.number + 1)
                )
            assert watcher.picture == plain(picture(table, SPECTATOR))

    asyncio.run(play())


def test_play_now_with_bots_to_the_end(server: Server) -> None:
    async def play() -> None:
        ada = Guest(server, "Ada").introduce()
        answer = ada.post("/api/play-now", game="top_suit", seats=3, level="easy", nonce="mine")
        assert answer.status_code == 201
        async with ada.at(answer.json()["id"]) as client:
            assert [seat["bot"] for seat in client.picture["seats"]] == ["", "easy", "easy"]
            await client.play(random.Random(3))
            assert client.picture["result"]["winners"]

    asyncio.run(play())


def test_an_action_sent_twice_is_done_once(server: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "spar")
            actor = party.clients[party.clients[0].picture["actors"][0]]
            action, before = actor.picture["legal"][0], actor.picture["number"]
            first = await actor.act(action, id="once")
            again = await actor.act(action, id="once")
            assert first == again == {"type": "ack", "id": "once", "number": before + 1}
            # Over another connection, with the old number, as a client does that never saw the answer.
            async with actor.guest.at(party.table) as other:
                await other.send(type="act", id="once", actions=[action], seen=before)
                assert (await other.until("ack"))["number"] == before + 1
                assert other.picture["number"] == before + 1

    asyncio.run(play())


def test_of_two_actions_at_once_one_wins_and_the_other_gets_a_fresh_picture(server: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "half_suit")
            actors = [party.clients[seat] for seat in party.clients[0].picture["actors"]]
            while len(actors) < 2:  # the first action belongs to one player; then the whole team may act
                await actors[0].act(actors[0].picture["legal"][0])
                seats = actors[0].picture["actors"]
                for client in party.clients:
                    await client.until_picture(lambda p, now=actors[0].picture["number"]: p["number"] >= now)
                actors = [party.clients[seat] for seat in seats]
            seen = actors[0].picture["number"]
            both = actors[:2]
            await asyncio.gather(
                *(one.send(type="act", id="race", actions=[one.picture["legal"][0]], seen=seen) for one in both)
            )
            answers = await asyncio.gather(*(one.until("ack", "refused", id="race") for one in both))
            assert sorted(answer["type"] for answer in answers) == ["ack", "refused"]
            loser = both[0] if answers[0]["type"] == "refused" else both[1]
            said = next(answer["sentence"] for answer in answers if answer["type"] == "refused")
            assert said in ("The table has moved on since you chose: look again.", "It is not your turn.")
            assert [message["type"] for message in loser.messages[-2:]] == ["fresh", "refused"]
            assert loser.picture["number"] == seen + 1

    asyncio.run(play())


def test_an_illegal_action_is_refused_with_the_rules_sentence(server: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "spar")
            at_turn = party.clients[0].picture["actors"][0]
            waiting = party.clients[(at_turn + 1) % 3]
            answer = await waiting.act("6s")
            assert answer["type"] == "refused"
            assert answer["sentence"].endswith(".")
            nonsense = await party.clients[at_turn].act("hello there")
            assert nonsense["type"] == "refused"
            assert "hello there" in nonsense["sentence"]
            assert party.clients[at_turn].picture["number"] == waiting.picture["number"]

    asyncio.run(play())


def test_steps_of_one_action_are_done_all_or_none(server: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "spar")
            actor = party.clients[party.clients[0].picture["actors"][0]]
            before = actor.picture["number"]
            legal = actor.picture["legal"]
            answer = await actor.act(legal[0], legal[0])
            assert answer["type"] == "refused"
            assert actor.picture["number"] == before
            assert actor.picture["legal"] == legal

    asyncio.run(play())


def test_a_second_tab_takes_the_seat_over(server: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "spar")
            first = party.clients[0]
            async with party.guests[0].at(party.table) as second:
                assert await first.closed() == (4001, "the same player opened this table elsewhere")
                assert first.messages[-1]["type"] == "taken_over"
                assert second.picture["seat"] == 0
                assert second.picture["view"]["hands"][0]
                assert (await second.ask("come_back"))["type"] == "ack"

    asyncio.run(play())


def test_two_tabs_that_only_watch_are_both_welcome(server: Server) -> None:
    async def play() -> None:
        ada = Guest(server, "Ada").introduce()
        table = ada.open("spar")
        async with ada.at(table) as one, ada.at(table) as two:
            await one.do("sit")
            assert (await two.closed())[0] == 4001

    asyncio.run(play())


def test_a_spectator_sees_only_what_is_public(server: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "spar")
            for guest in (Guest(server, "nobody"), Guest(server, "Eve").introduce()):
                watcher = await stack.enter_async_context(guest.at(party.table))
                assert watcher.picture["seat"] is None
                assert watcher.picture["view"]["hands"] == [None] * 3
                assert watcher.picture["legal"] == []
                answer = await watcher.act("6s")
                assert answer["type"] == "refused"

    asyncio.run(play())


def test_a_client_that_was_away_catches_up(server: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "spar")
            away = party.clients[2]
            await away.socket.close()
            seen = away.picture["number"]
            done = 0
            while done < 2:
                actor = party.clients[party.clients[0].picture["actors"][0]]
                if actor is away:
                    break
                await actor.act(actor.picture["legal"][0])
                await party.clients[0].until_picture(lambda p, n=actor.picture["number"]: p["number"] >= n)
                await party.clients[1].until_picture(lambda p, n=actor.picture["number"]: p["number"] >= n)
                done += 1
            async with party.guests[2].at(party.table, seen=seen) as back:
                welcome = back.messages[0]
                assert welcome["complete"]
                assert [told["number"] for told in welcome["missed"]] == list(range(seen + 1, seen + done + 1))
                assert all(told["events"] for told in welcome["missed"])
            async with party.guests[2].at(party.table, seen=10_000) as confused:
                assert not confused.messages[0]["complete"]
                assert confused.picture["number"] == seen + done

    asyncio.run(play())


def test_a_long_story_can_be_read_back_page_by_page(tmp_path: Path) -> None:
    """Here 30 entries are many: a client that comes late gets the newest of them, and the others when it asks."""

    async def play(server: Server) -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "claim", options={"deals": "4"})
            await play_out(party)
            live = {client.guest.name: client.told for client in party.clients}
            number = party.clients[0].picture["number"]
            assert number > 30
            for guest in party.guests:
                async with guest.at(party.table) as late:
                    welcome = late.messages[0]
                    assert not welcome["complete"]
                    assert [told["number"] for told in welcome["missed"]] == list(range(number - 9, number + 1))
                async with guest.at(party.table, seen=number - 4) as later:
                    assert later.messages[0]["complete"]
                    assert len(later.messages[0]["missed"]) == 4
                story, before = welcome["missed"], number - 9
                while before > 2:
                    page = guest.get(f"/api/tables/{party.table}/story?before={before}&limit=7").json()
                    assert [told["number"] for told in page] == list(range(max(2, before - 7), before))
                    story, before = page + story, page[0]["number"]
                begun = [told for told in story if told["events"]]
                assert begun == [told for told in live[guest.name] if told["events"]]
            public = Guest(server, "nobody").get(f"/api/tables/{party.table}/story").json()
            assert [told["number"] for told in public] == list(range(max(2, number - 199), number + 1))
            assert public != story[-200:]  # others' cards are not in it
            assert guest.get(f"/api/tables/{party.table}/story?before=1").json() == []

    with Server(tmp_path, kept=10) as server:
        asyncio.run(play(server))


def test_somebody_new_is_told_all_that_is_kept(server: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "spar")
            async with Guest(server, "nobody").at(party.table) as watching:
                welcome = watching.messages[0]
                assert welcome["complete"]
                assert [told["number"] for told in welcome["missed"]] == list(range(2, watching.picture["number"] + 1))

    asyncio.run(play())


def test_sealed_choices_show_only_who_has_chosen(server: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "claim")
            first, second = party.clients[0], party.clients[1]
            while len(first.picture["actors"]) < 4:
                await first.next()
            action = next(text for text in first.picture["legal"] if text != "declare nothing")
            assert (await first.act(action))["type"] == "ack"
            await second.until_picture(lambda picture: 0 not in picture["actors"])
            update = second.messages[-1]
            assert update["told"][0]["events"] == [] or action not in str(update["told"])
            assert second.picture["actors"] == [1, 2, 3]
            assert second.picture["decision"]
            # The others' decisions go on: an older picture is good enough for a sealed choice.
            assert (await second.ask("act", actions=[action], seen=second.picture["number"] - 1))["type"] == "ack"

    asyncio.run(play())


def test_seats_before_the_start(server: Server) -> None:
    async def play() -> None:
        ada, ben = Guest(server, "Ada").introduce(), Guest(server, "Ben").introduce()
        table = ada.open("spar", seats=3)
        async with ada.at(table) as a, ben.at(table) as b:
            await a.do("sit")
            await b.do("sit", seat=2)
            assert (await b.ask("sit", seat=0))["sentence"] == "You have a seat already; swap to move to another."
            await b.do("swap", seat=1)
            assert (await b.ask("start"))["type"] == "refused"
            await a.do("seat_bot", seat=2, level="hard")
            await a.do("remove_bot", seat=2)
            assert (await a.ask("start"))["sentence"].startswith("Free seats: 2.")
            await b.do("leave")
            await a.until_picture(lambda picture: picture["seats"][1]["free"])
            assert (await a.ask("seat_bot", seat=9))["type"] == "refused"
            await a.do("seat_bot", seat=1)
            await a.do("seat_bot", seat=2)
            await a.do("start")
            await b.until_picture(lambda picture: picture["status"] == "playing")
            assert b.picture["seat"] is None

    asyncio.run(play())


@pytest.mark.parametrize("draw_seats", [True, None])
def test_teams_are_drawn_at_the_start(server: Server, draw_seats: bool | None) -> None:
    """Half Suit R1: if nothing else is said."""

    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "half_suit", draw_seats=draw_seats)
            assert party.clients[0].picture["draw_seats"]
            assert sorted(client.picture["seat"] for client in party.clients) == list(range(6))
            for client in party.clients:
                seat = client.picture["seat"]
                assert client.picture["seats"][seat]["name"] == client.guest.name
                assert client.picture["view"]["hands"][seat]
                assert sum(hand is not None for hand in client.picture["view"]["hands"]) == 1

    asyncio.run(play())


def test_the_last_player_resigning_does_not_break_the_table(server: Server) -> None:
    async def play() -> None:
        ada = Guest(server, "Ada").introduce()
        table = ada.post("/api/play-now", game="spar", seats=3, options={"target": "3"}).json()["id"]
        async with ada.at(table) as client:
            await client.do("resign")
            await client.until_picture(lambda picture: picture["status"] == "over")
            assert client.picture["seats"][0]["bot"] == "normal"
        assert (await ada.history())[0]["table"] == table

    asyncio.run(play())


def test_reactions_and_silence(server: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            spar = await gather(server, stack, "spar")
            await spar.clients[0].do("react", reaction="wow")
            shown = await spar.clients[1].until("reacted")
            assert shown == {"type": "reacted", "seat": 0, "name": "spar 0", "reaction": "wow"}
            assert (await spar.clients[0].ask("react", reaction="wow"))["type"] == "ack"
            half_suit = await gather(server, stack, "half_suit", start=False)
            await half_suit.clients[0].do("react", reaction="hello")
            await half_suit.clients[0].do("start")
            answer = await half_suit.clients[0].ask("react", reaction="wow")
            assert answer["sentence"] == "Partners at this table play in silence until the game is over."
            watching = Guest(server, "Somebody").introduce()
            async with watching.at(half_suit.table) as spectator:  # who can tell partners something, too
                assert (await spectator.ask("react", reaction="wow"))["code"] == "silence"
            async with watching.at(spar.table) as spectator:
                assert (await spectator.ask("react", reaction="wow"))["type"] == "ack"
            teams = await gather(server, stack, "thirteam", seats=6, options={"teams": "yes"})
            assert (await teams.clients[0].ask("react", reaction="wow"))["type"] == "refused"

    asyncio.run(play())


def test_rematch_with_the_same_people(server: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "spar")
            early = await party.clients[0].ask("rematch")
            assert early["sentence"] == "A rematch begins when the game is over."
            await play_out(party)
            new = (await party.clients[1].do("rematch", nonce="again"))["table"]
            assert (await party.clients[0].do("rematch"))["table"] == new
            assert party.clients[0].picture["rematch"] == new
            async with party.guests[0].at(new) as client:
                assert client.picture["before"] == party.table
                assert client.picture["options"] == {"target": "3"}
                assert [seat["name"] for seat in client.picture["seats"]] == ["spar 0", "spar 1", ""]
                assert [seat["kept"] for seat in client.picture["seats"]] == ["", "", "spar 2"]
        assert new not in Guest(server, "x").get("/api/lobby").text

    asyncio.run(play())


def test_a_rematch_against_bots_starts_at_once(server: Server) -> None:
    async def play() -> None:
        ada = Guest(server, "Ada").introduce()
        table = ada.post("/api/play-now", game="spar", seats=2, options={"target": "1"}, pace="slow").json()["id"]
        async with ada.at(table) as client:
            await client.play(random.Random(2))
            new = (await client.do("rematch"))["table"]
        async with ada.at(new) as client:
            assert client.picture["status"] == "playing"
            assert client.picture["pace"] == "slow"

    asyncio.run(play())


def test_the_lobby_is_live(server: Server) -> None:
    async def watch() -> None:
        from websockets.asyncio.client import connect

        ada = Guest(server, "Ada <b>").introduce()
        async with connect(server.address.replace("http", "ws") + "/ws/lobby", **SOCKET) as socket:
            assert msgspec.json.decode(await socket.recv())["type"] == "lobby"
            hidden = ada.open("spar", public=False)
            table = ada.open("spar", seats=2, clock="normal")
            shown = msgspec.json.decode(await socket.recv())
            assert shown["table"]["table"] == table
            msgspec.convert(shown["table"], Listing)
            async with ada.at(table) as client:
                await client.do("sit")
                shown = msgspec.json.decode(await socket.recv())
                assert shown["table"]["seats"][0]["name"] == "Ada <b>"
                await client.do("seat_bot", seat=1)
                await client.do("start")
                while shown["table"]["status"] != "playing":
                    shown = msgspec.json.decode(await socket.recv())
            lobby = ada.get("/api/lobby").json()
            assert table in [one["table"] for one in lobby]
            assert hidden not in [one["table"] for one in lobby]

    asyncio.run(watch())
