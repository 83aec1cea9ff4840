"""Guests who misbehave towards others: who crowd the lobby, talk where nobody may, are others, or feed ratings."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest

from handful.server import lobby as lobbies
from handful.server.bus import LocalBus
from handful.server.identity import PLAYER_ID, is_bot_name
from handful.server.lobby import Lobby
from handful.server.results import save
from handful.server.services import Services, now
from handful.server.settings import RatedGames, Settings
from handful.store import PlayerRow, Store, open_store
from handful.table.table import Table
from tests.server.clients import GENEROUS, Guest, Server
from tests.server.games import gather, play_out
from tests.table.evening import Evening

pytestmark = pytest.mark.xdist_group("security")
HERE, THERE = "203.0.113.7", "198.51.100.20"


# ------------------------------------------------------------ the lobby


def listed(guest: Guest) -> list[str]:
    """The tables in the lobby, the newest first."""
    return [one["table"] for one in guest.get("/api/lobby").json()]


def test_one_address_does_not_crowd_the_lobby(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, listed_per_address=5)

    async def sit(guest: Guest, table: str) -> None:
        async with guest.at(table) as client:
            await client.do("sit")

    with Server(tmp_path, limits=limits) as server:
        ada = Guest(server, "Ada", THERE).introduce()
        honest = ada.open("spar")
        eves = [Guest(server, f"Eve {n}", HERE).introduce() for n in range(3)]
        many = [eve.open("spar") for eve in eves * 10]
        assert listed(ada) == [*reversed(many[-5:]), honest]
        asyncio.run(sit(eves[0], many[0]))  # another of hers takes its place, and nobody else's
        assert len(listed(ada)) == 6
        assert {honest, many[0]} < set(listed(ada))
        server.stop()
        server.start()
        asyncio.run(sit(eves[1], many[1]))
        after = listed(ada)
        assert {honest, many[1]} < set(after)
        assert len(after) == 6


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    opened = await open_store(":memory:")
    yield opened
    await opened.close()


def tables(count: int) -> list[Table]:
    """Tables that were just opened, each with another id."""
    opened = Evening("spar", 2).table
    return [msgspec.structs.replace(opened, id=f"t{number}") for number in range(count)]


@pytest.mark.anyio
async def test_a_full_lobby_drops_tables_of_whoever_has_most(store: Store) -> None:
    lobby = Lobby(Services("node", Settings(limits=GENEROUS), store, LocalBus()))
    many = tables(lobbies.MOST + 50)
    for table in many[:3]:
        lobby.know(table.id, table.id)
        lobby.show(table)
    for table in many[3:]:
        lobby.know(table.id, "one of them")
        lobby.show(table)
    assert len(lobby.listings) == lobbies.MOST
    assert list(lobby.listings)[:3] == ["t0", "t1", "t2"]


@pytest.mark.anyio
async def test_a_table_where_one_waits_alone_grows_old(store: Store) -> None:
    lobby = Lobby(Services("node", Settings(), store, LocalBus()))
    (table,) = tables(1)
    lobby.show(table)
    lobby.drop_stale(now())
    assert list(lobby.listings) == [table.id]
    lobby.attended(table, again=False)
    lobby.drop_stale(now() + lobbies.STALE_MS + 1000)
    assert not lobby.listings
    lobby.attended(table, again=False)
    assert not lobby.listings, "though somebody is there"
    lobby.attended(msgspec.structs.replace(table, number=table.number + 1), again=False)
    assert list(lobby.listings) == [table.id], "somebody has sat down, or left"


# ------------------------------------------------------------ talking


def test_names_and_reactions_are_no_chat(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, names_rate=0.0, names_burst=2, reactions_rate=0.0, reactions_burst=3)

    async def talk(server: Server) -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "spar", seats=2)
            eve, client = party.guests[0], party.clients[0]
            for word in ("I have", "the king"):
                assert eve.post("/api/me", name=word).status_code == 200
                await client.do("react", reaction="wow")
                shown = await party.clients[1].until("reacted")
                assert shown["name"] == "spar 0", "at a table one is called as when one sat down"
            answer = eve.post("/api/me", name="of hearts")
            assert (answer.status_code, answer.json()["code"]) == (429, "many_names")
            assert eve.post("/api/me", name="the king").status_code == 200, "it is the name already"
            await client.do("react", reaction="wow")
            assert (await client.ask("react", reaction="wow"))["code"] == "many_reactions"

    with Server(tmp_path, limits=limits) as server:
        asyncio.run(talk(server))


def test_many_together_react_no_more_than_a_table_bears(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, table_reactions_rate=0.0, table_reactions_burst=4)

    async def talk(server: Server) -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "spar", seats=3)
            said = [(await client.ask("react", reaction="wow"))["type"] for client in party.clients * 2]
            assert said == ["ack"] * 4 + ["refused"] * 2

    with Server(tmp_path, limits=limits) as server:
        asyncio.run(talk(server))


# ------------------------------------------------------------ being somebody


def test_a_code_is_good_once_and_tells_nobodys_id(server: Server) -> None:
    phone, laptop, thief = Guest(server, "Ada").introduce(), Guest(server, ""), Guest(server, "")
    code = phone.post("/api/me/code").json()["code"]
    assert phone.id not in code
    assert not PLAYER_ID.search(code)
    assert laptop.post("/api/me/device", code=code).json()["id"] == phone.id
    again = thief.post("/api/me/device", code=code)
    assert (again.status_code, again.json()["code"]) == (400, "bad_code")
    assert thief.get("/api/me").json()["id"] == ""


def test_a_code_replaces_no_guest_unasked(server: Server) -> None:
    eve, ben = Guest(server, "Eve").introduce(), Guest(server, "Ben").introduce()
    code = eve.post("/api/me/code").json()["code"]
    answer = ben.post("/api/me/device", code=code)
    assert (answer.status_code, answer.json()["code"]) == (409, "other_guest")
    assert "set-cookie" not in answer.headers
    assert ben.get("/api/me").json()["id"] == ben.id
    assert ben.post("/api/me/device", code=code, replace=True).json()["id"] == eve.id
    assert ben.get("/api/me").json()["id"] == eve.id
    code = eve.post("/api/me/code").json()["code"]
    assert ben.post("/api/me/device", code=code).status_code == 200, "the same guest needs no question"


def test_cookies_end_when_one_logs_out_everywhere(server: Server) -> None:
    async def log_out() -> None:
        ada, thief = Guest(server, "Ada").introduce(), Guest(server, "")
        thief.cookie = ada.cookie
        table = ada.open("spar")
        async with thief.at(table) as client:
            await client.do("sit")
            code = ada.post("/api/me/code").json()["code"]
            assert ada.post("/api/me/log-out").json()["id"] == ada.id
            assert (await client.until("bye"))["code"] == "logged_out"
        assert ada.get("/api/me").json()["id"] == ada.id, "this device has a new cookie"
        assert thief.get("/api/me").json()["id"] == ""
        assert thief.post("/api/tables", game="spar").status_code == 401
        async with thief.at(table) as client:
            assert client.picture["seat"] is None
        async with ada.at(table) as client:
            assert client.picture["seat"] == 0
        assert Guest(server, "").post("/api/me/device", code=code).status_code == 400, "codes end with the cookies"
        server.stop()
        server.start()
        assert [ada.get("/api/me").json()["id"], thief.get("/api/me").json()["id"]] == [ada.id, ""]
        answer = ada.post("/api/me/log-out", here=True)
        assert answer.json()["id"] == ""
        assert "Max-Age=0" in answer.headers["set-cookie"]
        assert ada.get("/api/me").json()["id"] == ""

    asyncio.run(log_out())


@pytest.mark.parametrize("name", ["Bot 1", "PIP", "Ott\u00f6", "Sable 3", "\u0420\u0456\u0440", "D0mino", "E.m.b.e.r"])
def test_names_of_bots_are_the_bots(server: Server, name: str) -> None:
    assert is_bot_name(name)
    assert Guest(server, "").post("/api/me", name=name).json()["code"] == "bot_name"


@pytest.mark.parametrize(
    "name", ["Ada", "Otto K.", "Botond", "Phillip", "42", "\U0001f600", "\u0412\u0435\u0440\u0430", "Mossad", "\u674e"]
)
def test_other_names_are_anybodys(name: str) -> None:
    assert not is_bot_name(name)


# ------------------------------------------------------------ ratings


RULE = RatedGames()


@pytest.fixture
async def met(store: Store) -> Store:
    """A store that knows two people of old, from two addresses, and two from one."""
    for player, source in (("p0", "here"), ("p1", "there")):
        await store.save_player(PlayerRow(player, player, 1))
        await store.save_source(player, source)
    return store


def finished(seats: int = 2, people: int = 2, number: int = 0, target: str = "3") -> Table:
    """A finished game of some people, the others being bots."""
    evening = Evening("spar", seats, {"target": target}, seed=4).seated(people)
    evening.play_on(random.Random(4))
    return msgspec.structs.replace(evening.table, id=f"t{number}")


async def is_rated(store: Store, table: Table, rule: RatedGames = RULE) -> bool:
    """Keep a game's results; whether it was rated."""
    before = await store.ratings("spar", ["p0"])
    assert await save(store, table, table.acts[-1].at, rule)
    (row,) = [one for one in await store.history("p0") if one.table == table.id]
    assert row.rated == (await store.ratings("spar", ["p0"]) != before)
    return row.rated


@pytest.mark.anyio
async def test_a_game_of_two_old_guests_of_two_addresses_is_rated(met: Store) -> None:
    assert await is_rated(met, finished())


@pytest.mark.anyio
async def test_a_game_of_two_of_one_address_is_not_rated(met: Store) -> None:
    await met.save_source("p1", "here")
    assert not await is_rated(met, finished())
    assert await is_rated(met, finished(number=1), msgspec.structs.replace(RULE, same_address=True))


@pytest.mark.anyio
async def test_a_game_with_somebody_who_has_just_come_is_not_rated(met: Store) -> None:
    table = finished()
    await met.save_player(PlayerRow("p2", "new", table.acts[0].at - RULE.age_ms + 1))
    seats = (table.seats[0], msgspec.structs.replace(table.seats[1], player="p2"))
    assert not await is_rated(met, msgspec.structs.replace(table, seats=seats))


@pytest.mark.anyio
async def test_a_game_of_a_few_moves_is_not_rated(met: Store) -> None:
    table = finished()
    assert not await is_rated(met, table, msgspec.structs.replace(RULE, moves=len(table.acts)))


@pytest.mark.anyio
async def test_the_same_two_have_so_many_rated_games_a_day(met: Store) -> None:
    found = [await is_rated(met, finished(number=number)) for number in range(RULE.games_a_day + 2)]
    assert found == [True] * RULE.games_a_day + [False] * 2
    alone = [await is_rated(met, finished(people=1, number=100 + number)) for number in range(3)]
    assert alone == [True] * 3, "with bots it is counted apart"


@pytest.mark.anyio
async def test_a_game_of_bots_alone_is_not_rated(store: Store) -> None:
    assert await save(store, finished(people=0), 1, RULE)
    assert await store.ratings("spar", ["bot:normal"]) == {}


def test_two_guests_of_one_person_do_not_feed_each_other(tmp_path: Path) -> None:
    rule = RatedGames(age_ms=0, moves=1)

    async def play(server: Server, *addresses: str) -> list[dict[str, object]]:
        async with AsyncExitStack() as stack:
            guests = [Guest(server, f"guest {at}", address).introduce() for at, address in enumerate(addresses)]
            table = guests[0].open("spar", seats=2, options={"target": "3"})
            clients = [await stack.enter_async_context(guest.at(table)) for guest in guests]
            for client in clients:
                await client.do("sit")
            await clients[0].do("start")
            await asyncio.gather(*(one.play(random.Random(seat)) for seat, one in enumerate(clients)))
            (game,) = await guests[0].history()
            ratings = guests[0].get("/api/players/me/ratings").json()
            assert game["rated"] == bool(ratings)
            return list(ratings.values())

    with Server(tmp_path, rated=rule) as server:
        assert asyncio.run(play(server, HERE, HERE)) == []
        (rating,) = asyncio.run(play(server, HERE, THERE))
        assert rating["games"] == 1
        assert rating["low"] < rating["mu"] < rating["high"], "a rating is told with its doubt"
        assert Guest(server, "").get("/api/games").json()["rated"] == msgspec.to_builtins(rule)


def test_a_rematch_asked_for_by_all_at_once_is_one(tmp_path: Path) -> None:
    async def play(server: Server) -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "spar", seats=3)
            await play_out(party)
            answers = await asyncio.gather(*(client.do("rematch") for client in party.clients))
            assert len({answer["table"] for answer in answers}) == 1

    with Server(tmp_path) as server:
        asyncio.run(play(server))
