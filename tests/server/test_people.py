"""People at real tables: who is here, whose turn it is, seats given to bots, stopping, rematches and public pages."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from handful.policy import ALL_LEVELS
from handful.server.settings import Settings
from handful.table.verification import verify
from tests.patience import PATIENCE_S, SOCKET, becomes
from tests.server.clients import Guest, Message, Seated, Server
from tests.server.games import SHORT, gather, kept, play_a_while, play_out

AWAY_MS = 300


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where somebody is away for long after a moment, and a table deserted after a few."""
    with Server(tmp_path_factory.mktemp("hasty"), away_ms=AWAY_MS, deserted_ms=3_000) as running:
        yield running


class Looking:
    """A client in the lobby, with what it was told."""

    def __init__(self, guest: Guest, socket: ClientConnection) -> None:
        self.guest, self.socket = guest, socket
        self.tables: dict[str, Message] = {}
        self.games: dict[str, Message] = {}
        self.told: list[str] = []

    async def next(self) -> Message:
        async with asyncio.timeout(PATIENCE_S):
            frame = await self.socket.recv()
        assert isinstance(frame, str)
        self.guest.got.append(frame)
        message: Message = json.loads(frame)
        self.told.append(message["type"])
        match message["type"]:
            case "lobby":
                self.tables = {one["table"]: one for one in message["tables"]}
            case "table":
                self.tables[message["table"]["table"]] = message["table"]
            case "gone":
                self.tables.pop(message["id"])
            case "own_games":
                self.games = {one["table"]: one for one in message["games"]}
            case "own_game":
                self.games[message["game"]["table"]] = message["game"]
            case "own_game_gone":
                self.games.pop(message["id"])
        return message

    async def until(self, wanted: Callable[[], bool]) -> None:
        while not wanted():
            await self.next()


@asynccontextmanager
async def in_the_lobby(guest: Guest) -> AsyncIterator[Looking]:
    """A guest in the lobby, told of everything there is."""
    headers = {"Cookie": f"handful={guest.cookie}"} if guest.cookie else {}
    address = guest.server.address.replace("http", "ws")
    async with connect(f"{address}/ws/lobby", additional_headers=headers, compression=None, **SOCKET) as socket:
        looking = Looking(guest, socket)
        await looking.until(lambda: ("own_games" if guest.cookie else "lobby") in looking.told)
        yield looking


async def until_presence(client: Seated, wanted: Callable[[Message], bool]) -> Message:
    """Read until somebody has come or gone."""
    while True:
        message = await client.until("presence")
        if wanted(message):
            return message


def presence_of(client: Seated) -> Message:
    """What a client was last told of who is here."""
    for message in reversed(client.messages):
        if message["type"] == "presence":
            return message
        if message["type"] == "welcome":
            found: Message = message["presence"]
            return found
    raise AssertionError("no welcome")


# ---------------------------------------------------------------- who is here


def test_everybody_is_told_who_is_here_and_who_is_away(server: Server) -> None:
    async def play() -> None:
        ada, ben, eve = (Guest(server, name).introduce() for name in ("Ada", "Ben", "Eve"))
        table = ada.open("spar", seats=3)
        async with ada.at(table) as a:
            await a.do("sit", seat=1)
            async with ben.at(table) as b:
                await b.do("sit", seat=0)
                assert presence_of(b)["away"] == [None, None, None]
            gone = await until_presence(a, lambda told: told["away"][0] is not None)
            assert gone["away"][1:] == [None, None]
            assert gone["away"][0] > 1_600_000_000_000
            async with eve.at(table) as e, Guest(server, "").at(table):
                seen = await until_presence(a, lambda told: told["watching"] == 2)
                assert [one["name"] for one in seen["visitors"]] == ["Eve"]
                assert presence_of(e)["away"][0] == gone["away"][0]
            async with ben.at(table):
                back = await until_presence(a, lambda told: told["away"] == [None, None, None])
                assert back["watching"] in (0, 1, 2)

    asyncio.run(play())


def test_a_bot_stands_in_for_somebody_who_is_away_and_hands_the_seat_back(hasty: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(hasty, stack, "spar", seats=2)
            ada, ben = party.clients
            assert (await ada.ask("stand_in", seat=1))["code"] == "still_here"
            await ben.socket.close()
            gone = await until_presence(ada, lambda told: told["away"][1] is not None)

            async def given() -> bool:
                return (await ada.ask("stand_in", seat=1))["type"] == "ack"

            assert (await ada.ask("stand_in", seat=0))["code"] == "nobody_away"
            await becomes(given, "Ben's seat cannot be given to a bot")
            assert ada.picture["seats"][1]["away"]
            log = await kept(hasty, party.table)
            stood_in = next(entry for entry in log.entries if type(entry).__name__ == "StoodIn")
            assert stood_in.at - gone["away"][1] >= AWAY_MS
            for _ in range(3):  # the game goes on
                await ada.until_picture(lambda picture: bool(picture["legal"]))
                await ada.act(ada.picture["legal"][0])
            async with party.guests[1].at(party.table) as again:
                await again.until_picture(lambda picture: not picture["seats"][1]["away"])
                assert again.picture["seat"] == 1
            acts = [(told["seat"], told.get("by")) for told in ada.told if told["entry"] == "acted"]
            assert (1, "bot") in acts

    asyncio.run(play())


def test_a_seat_that_was_given_away_is_so_after_a_restart(tmp_path_factory: pytest.TempPathFactory) -> None:
    async def play(server: Server) -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "spar", options={"target": "30"})
            await party.clients[1].do("leave")
            await party.clients[2].do("stop")
        server.kill()
        server.start()
        async with party.guests[0].at(party.table) as ada:
            assert ada.picture["seats"][1]["away"]
            assert ada.picture["stops"] == [2]
            told = await ada.do("stop")
            assert ada.picture["status"] == "stopped", told
        server.kill()
        server.start()
        assert party.guests[0].get(f"/api/tables/{party.table}").json()["status"] == "stopped"
        text = party.guests[0].get(f"/api/tables/{party.table}/transcript").text
        assert verify(text).outcome is None
        replay = party.guests[0].get(f"/api/tables/{party.table}/replay").json()
        assert [told["entry"] for move in replay["moves"] for told in move["told"]][-1] == "stopped"
        assert party.guests[0].get("/api/me/games").json() == []
        assert party.guests[0].get("/api/players/me/history").json() == []
        assert party.guests[0].get(f"/api/tables/{party.table}/shuffle").json()["secret"]

    with Server(tmp_path_factory.mktemp("restarted")) as server:
        asyncio.run(play(server))


def test_alone_with_bots_a_game_is_stopped_at_once_and_can_be_played_again(server: Server) -> None:
    async def play() -> None:
        ada = Guest(server, "Ada").introduce()
        table = ada.post("/api/play-now", game="thirteam").json()["id"]
        async with ada.at(table) as client:
            assert client.picture["clock"] == "off"
            bots = [seat["name"] for seat in client.picture["seats"][1:]]
            assert len(set(bots)) == 3
            assert "" not in bots
            await client.do("stop")
            assert client.picture["status"] == "stopped"
            new = (await client.do("rematch"))["table"]
        async with ada.at(new) as client:
            assert client.picture["status"] == "playing"
            assert [seat["name"] for seat in client.picture["seats"][1:]] == bots

    asyncio.run(play())


# ---------------------------------------------------------------- your games


def test_your_games_are_told_live_with_whose_turn_it_is(server: Server) -> None:
    async def play() -> None:
        ada, ben = Guest(server, "Ada").introduce(), Guest(server, "Ben").introduce()
        async with in_the_lobby(ada) as a, in_the_lobby(ben) as b:
            assert (a.games, b.games) == ({}, {})
            table = ada.open("spar", seats=2, public=False, options={"target": "3"})
            await a.until(lambda: table in a.games)
            assert (a.games[table]["status"], a.games[table]["seat"], a.games[table]["mine"]) == ("open", None, False)
            async with ada.at(table) as one, ben.at(table) as other:
                await one.do("sit", seat=1)
                await other.do("sit", seat=0)
                await b.until(lambda: table in b.games)
                assert [seat["name"] for seat in b.games[table]["seats"]] == ["Ben", "Ada"]
                await one.do("start")
                await a.until(lambda: a.games[table]["status"] == "playing")
                await other.until_picture(lambda picture: picture["status"] == "playing")
                lobby, client = (a, one) if one.picture["legal"] else (b, other)
                await lobby.until(lambda: lobby.games[table]["mine"])
                since = lobby.games[table]["since"]
                assert lobby.games[table]["seat"] in lobby.games[table]["actors"]
                await client.act(client.picture["legal"][0])
                await lobby.until(lambda: not lobby.games[table]["mine"])
                assert lobby.games[table]["since"] >= since
                listed = {game["table"]: game for game in lobby.guest.get("/api/me/games").json()}
                assert listed[table] == lobby.games[table]
                await asyncio.gather(one.play(random.Random(1)), other.play(random.Random(2)))
            await a.until(lambda: table not in a.games)
            await b.until(lambda: table not in b.games)
        assert ada.get("/api/me/games").json() == []
        assert Guest(server, "x").get("/api/me/games").status_code == 401

    asyncio.run(play())


def test_your_games_are_there_after_a_restart_and_when_nobody_has_them_loaded(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    async def play(server: Server) -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "claim")
            await play_a_while(party, 12)
        ada = party.guests[0]
        before = ada.get("/api/me/games").json()
        assert [game["table"] for game in before] == [party.table]
        server.kill()
        server.start()
        assert ada.get("/api/me/games").json() == before
        async with ada.at(party.table) as client:
            await client.do("resign")
        assert ada.get("/api/me/games").json() == []
        assert [game["table"] for game in party.guests[1].get("/api/me/games").json()] == [party.table]

    with Server(tmp_path_factory.mktemp("mine")) as server:
        asyncio.run(play(server))


def test_own_games_tell_nothing_that_a_spectator_may_not_know(server: Server) -> None:
    """The hands of a private game are in no frame of the lobby, and strangers hear nothing at all."""

    async def play() -> None:
        stranger = Guest(server, "Eve").introduce()
        async with AsyncExitStack() as stack:
            looking = await stack.enter_async_context(in_the_lobby(stranger))
            party = await gather(server, stack, "spar", public=False)
            own = await stack.enter_async_context(in_the_lobby(party.guests[0]))
            await play_out(party)
            await own.until(lambda: party.table not in own.games)
            shown = set(own.guest.got[-1])
            assert shown
            fields = {key for frame in own.guest.got if '"own_game"' in frame for key in json.loads(frame)["game"]}
            assert fields == {
                *("table", "status", "game", "rules", "options", "clock", "public", "opened", "seat", "seats"),
                *("mine", "actors", "since", "deadline", "scores", "phase"),
            }
            public = stranger.open("spar", seats=2)  # so that there is something to hear
            await looking.until(lambda: public in looking.tables)
            assert not any(party.table in frame for frame in stranger.got)

    asyncio.run(play())


# ---------------------------------------------------------------- the lobby


def test_a_deserted_table_is_not_in_the_lobby_until_somebody_is_there_again(hasty: Server) -> None:
    async def play() -> None:
        eve = Guest(hasty, "Eve").introduce()
        async with in_the_lobby(eve) as looking:
            async with AsyncExitStack() as stack:
                party = await gather(hasty, stack, "spar")
                await looking.until(lambda: looking.tables.get(party.table, {}).get("status") == "playing")
                own = {one["table"]: one["mine"] for one in party.guests[0].get("/api/lobby").json()}
                assert own[party.table]
            assert not looking.tables[party.table]["mine"]
            await looking.until(lambda: party.table not in looking.tables)
            hasty.kill()
            hasty.start()
        assert party.table not in eve.get("/api/lobby").text
        async with in_the_lobby(eve) as looking, party.guests[0].at(party.table):
            await looking.until(lambda: party.table in looking.tables)

    asyncio.run(play())


def test_your_own_table_says_so(server: Server) -> None:
    async def play() -> None:
        ada, eve = Guest(server, "Ada").introduce(), Guest(server, "Eve").introduce()
        async with in_the_lobby(ada) as a, in_the_lobby(eve) as e:
            table = ada.open("spar", seats=2)
            await a.until(lambda: table in a.tables)
            await e.until(lambda: table in e.tables)
            assert (a.tables[table]["mine"], e.tables[table].get("mine", False)) == (True, False)
            async with eve.at(table) as client:
                await client.do("sit")
                await e.until(lambda: e.tables[table].get("mine", False))

    asyncio.run(play())


# ---------------------------------------------------------------- rematch, and playing on


def test_everybody_who_wants_a_rematch_sits_where_they_sat(server: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "half_suit", draw_seats=True)
            seats = [client.picture["seat"] for client in party.clients]
            await play_out(party)
            tables = {(await client.do("rematch", nonce="n"))["table"] for client in reversed(party.clients)}
            (new,) = tables
            for guest, seat in zip(party.guests, seats, strict=True):
                async with guest.at(new) as client:
                    assert (client.picture["seat"], client.picture["status"]) == (seat, "playing")
                    assert client.picture["seats"][seat]["nonce"] == "n"

    asyncio.run(play())


@pytest.mark.parametrize("game", SHORT)
def test_playing_on_from_a_finished_game(server: Server, game: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, game)
            await play_out(party)
        eve = Guest(server, "Eve").introduce()
        replay = eve.get(f"/api/tables/{party.table}/replay", params={"seat": 1}).json()
        moves = [move for move in replay["moves"] if move["told"][0]["entry"] == "acted"]
        number = moves[len(moves) // 2]["number"]
        then: dict[str, Any] = replay["begin"]
        for move in replay["moves"]:
            if move["number"] <= number:
                view = {**(then["view"] or {}), **move.get("view", {})} if move.get("view") else then["view"]
                then = {**then, "view": view, **move["picture"]}
        answer = eve.post(f"/api/tables/{party.table}/play-on", number=number, seat=1)
        assert answer.status_code == 201, answer.text
        async with eve.at(answer.json()["id"]) as client:
            picture = client.picture
            assert (picture["origin"]["table"], picture["origin"]["number"]) == (party.table, number)
            assert (picture["seat"], picture["public"]) == (1, False)
            assert all(seat["bot"] == "normal" for at, seat in enumerate(picture["seats"]) if at != 1)
            acted = [told for told in client.told if told["entry"] == "acted" and told.get("by") != "before"]
            if not acted:  # no bot was quicker
                assert picture["view"] == then["view"]
            await client.play(random.Random(4))
            assert client.picture["status"] == "over"
        text = eve.get(f"/api/tables/{answer.json()['id']}/transcript").text
        assert verify(text).outcome
        assert eve.get("/api/players/me/history").json() == []
        for wish in ({"number": 1, "seat": 1}, {"number": 1 << 40, "seat": 1}, {"number": number, "seat": 9}):
            assert eve.post(f"/api/tables/{party.table}/play-on", **wish).status_code == 400

    asyncio.run(play())


def test_the_game_of_others_cannot_be_played_on_before_it_is_over(server: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "spar")
            eve = Guest(server, "Eve").introduce()
            refused = eve.post(f"/api/tables/{party.table}/play-on", number=5, seat=0)
            assert (refused.status_code, refused.json()["code"]) == (409, "after_the_game")

    asyncio.run(play())


# ---------------------------------------------------------------- the waiting room


def test_the_host_changes_the_options_and_everybody_is_told(server: Server) -> None:
    async def play() -> None:
        ada, ben = Guest(server, "Ada").introduce(), Guest(server, "Ben").introduce()
        table = ada.open("spar", seats=2)
        async with ada.at(table) as a, ben.at(table) as b:
            assert a.picture["clock"] == "normal"
            await a.do("sit")
            await b.do("sit")
            assert b.picture["full"]
            assert (await b.ask("set_options", options={"target": "5"}))["code"] == "only_opener"
            await a.do("set_options", options={"target": "5"}, clock="off")
            await b.until_picture(lambda picture: picture["options"] == {"target": "5"})
            assert b.picture["clock"] == "off"
            assert (await a.ask("set_options", options={"target": "x"}))["code"] == "no_setting"
            listed = {one["table"]: one for one in ada.get("/api/lobby").json()}
            assert listed[table]["options"] == {"target": "5"}

    asyncio.run(play())


# ---------------------------------------------------------------- public pages


def test_a_public_page_has_ratings_statistics_and_games(server: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "spar")
            await play_out(party)
        ada = party.guests[0]
        await ada.history()
        me = ada.get("/api/me").json()
        eve = Guest(server, "Eve")
        page = eve.get(f"/api/players/{me['page']}").json()
        assert (page["name"], page["bot"], page["sign"]) == (me["name"], "", me["sign"])
        (spar,) = page["games"]
        assert (spar["game"], spar["games"], spar["rating"]["games"]) == ("spar", 1, 1)
        assert spar["by_seats"][0]["seats"] == 3
        assert 1 <= spar["by_seats"][0]["mean_place"] <= 3
        (game,) = eve.get(f"/api/players/{me['page']}/games", params={"game": "spar"}).json()
        assert game["table"] == party.table
        assert [seat["name"] for seat in game["seats"]] == [guest.name for guest in party.guests]
        assert game["seats"][game["seat"]]["page"] == me["page"]
        assert sum(seat["won"] for seat in game["seats"]) >= 1
        (point,) = eve.get(f"/api/players/{me['page']}/ratings/spar").json()
        assert (point["rating"], point["deviation"]) == (spar["rating"]["rating"], spar["rating"]["deviation"])
        assert game["change"] == point["rating"] - 1500
        assert eve.get(f"/api/players/{me['page']}/games", params={"before": game["ended"]}).json() == []
        assert eve.get(f"/api/players/{me['page']}/games", params={"game": "claim"}).json() == []
        told = "".join(eve.got)
        assert me["id"] not in told
        assert all(guest.id not in told for guest in party.guests)

    asyncio.run(play())


def test_a_page_id_is_no_way_in(server: Server) -> None:
    ada = Guest(server, "Ada").introduce()
    me = ada.get("/api/me").json()
    eve = Guest(server, "Eve")
    for cookie in (me["page"], f"{me['page']}.{'0' * 64}", me["id"]):
        eve.cookie = cookie
        assert eve.get("/api/me").json()["id"] == ""
    for id in (me["id"], "x" * 16, "bot-odd", "a" * 16):
        assert eve.get(f"/api/players/{id}").status_code == 404


def test_bots_have_ratings_of_their_own(server: Server) -> None:
    async def play() -> None:
        ada = Guest(server, "Ada").introduce()
        table = ada.post("/api/play-now", game="spar", seats=3, options={"target": "3"}, level="easy").json()["id"]
        async with ada.at(table) as client:
            await client.play(random.Random(1))
        await ada.history()
        rated = ada.get("/api/bots").json()
        assert rated.keys() == set(ALL_LEVELS)
        page = ada.get("/api/players/bot-easy").json()
        assert page["bot"] == "easy"
        games = ada.get(f"/api/players/{ada.get('/api/me').json()['page']}/games").json()
        assert [seat["bot"] for seat in games[0]["seats"]] == ["", "easy", "easy"]
        assert all(seat["name"] for seat in games[0]["seats"])
        assert {seat["character"] for seat in games[0]["seats"][1:]} <= {"pip", "moss", "tilda"}

    asyncio.run(play())


def test_a_face_is_chosen_kept_and_shown_at_the_table(server: Server) -> None:
    async def play() -> None:
        ada, ben = Guest(server, "Ada").introduce(), Guest(server, "Ben").introduce()
        assert ada.get("/api/me").json()["sign"] in ada.get("/api/games").json()["signs"]
        for guest in (ada, ben):
            assert guest.post("/api/me/face", sign="kite", colour="gold").status_code == 200
        assert ada.post("/api/me", name="Ada L.").json()["sign"] == "kite"
        assert ada.post("/api/me/face", sign="skull", colour="gold").status_code == 400
        assert Guest(server, "x").post("/api/me/face", sign="kite", colour="gold").status_code == 401
        table = ada.open("spar", seats=2)
        async with ada.at(table) as a, ben.at(table) as b:
            await a.do("sit")
            await b.do("sit")
            faces = [(seat["sign"], seat["colour"]) for seat in b.picture["seats"]]
            assert faces[0] == ("kite", "gold") != faces[1]
            assert b.picture["seats"][1]["page"] == ben.get("/api/me").json()["page"]

    asyncio.run(play())


def test_after_a_minute_by_default() -> None:
    assert Settings().away_ms == 60_000
