"""The HTTP part: identity, games, finished games, headers."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from handful.games import ROOMS
from handful.transcript import read
from tests.server.clients import Guest, Server
from tests.server.games import gather, play_out

pytestmark = pytest.mark.xdist_group("server")


def test_a_guest_gets_a_cookie_and_keeps_the_identity(server: Server) -> None:
    guest = Guest(server, "Ada")
    assert (guest.get("/api/me").json()["id"], guest.get("/api/me").json()["name"]) == ("", "")
    answer = guest.post("/api/me", name="  Ada\u202e ")
    cookie = answer.headers["set-cookie"]
    assert answer.json()["name"] == "Ada"
    assert len(answer.json()["id"]) == 26
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie
    assert guest.post("/api/me", name="Ada L.").json() == {**answer.json(), "name": "Ada L."}
    assert guest.get("/api/me").json()["name"] == "Ada L."
    behind = guest.request("POST", "/api/me", json={"name": "Ada"}, headers={"X-Forwarded-Proto": "https"})
    assert "Secure" in behind.headers["set-cookie"]
    assert behind.headers["strict-transport-security"]


def test_another_device_becomes_the_same_player(server: Server) -> None:
    phone, laptop = Guest(server, "Ada"), Guest(server, "x")
    ada = phone.post("/api/me", name="Ada").json()
    code = phone.request("POST", "/api/me/code").json()["code"]
    answer = laptop.post("/api/me/device", code=code)
    assert answer.json() == ada == laptop.get("/api/me").json()
    assert "HttpOnly" in answer.headers["set-cookie"]
    for bad in ("", "x", code, code[:-1], "a" * 16):
        refused = Guest(server, "y").post("/api/me/device", code=bad)
        assert refused.status_code == 400
        assert "ask your other device" in refused.text
    assert Guest(server, "z").request("POST", "/api/me/code").status_code == 401


@pytest.mark.parametrize(
    "body",
    [{"name": ""}, {"name": "\u200b"}, {"name": 7}, {}, {"name": "x", "id": "y"}, {"name": "y" * 25}, [], "x", None],
)
def test_bad_names_are_refused_with_a_sentence(server: Server, body: object) -> None:
    answer = Guest(server, "x").request("POST", "/api/me", json=body)
    assert answer.status_code == 400
    assert answer.json()["sentence"]
    assert "set-cookie" not in answer.headers


def test_a_body_that_is_too_large_is_refused(server: Server) -> None:
    answer = Guest(server, "x").request("POST", "/api/me", json={"name": "x" * 100_000})
    assert answer.status_code == 413


def test_every_answer_has_the_security_headers(server: Server) -> None:
    guest = Guest(server, "x")
    for path in (
        "/",
        "/api/me",
        "/api/games",
        "/nope",
        "/api/tables/x",
        "/metrics",
        "/healthz",
        "/schema/openapi.json",
    ):
        headers = guest.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"], path
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_games_rules_and_schema(server: Server) -> None:
    guest = Guest(server, "x")
    games = guest.get("/api/games").json()
    assert [game["name"] for game in games["games"]] == list(ROOMS)
    assert games["games"][1]["options"]["target"] == {"default": "20", "words": [], "low": 1, "high": 99, "seats": []}
    assert games["games"][1]["shown"][0] == {
        "name": "table", "place": "middle", "kind": "card", "seated": True, "words": [], "unit": 1, "best": "control",
    }  # fmt: skip
    assert games["clocks"] == {"off": None, "relaxed": 120, "normal": 45, "fast": 15}
    for name in ROOMS:
        assert guest.get(f"/api/rules/{name}").text.startswith("# ")
    assert guest.get("/api/rules/chess").status_code == 404
    assert "Mélangez le paquet." in guest.get("/api/rules/spar?language=fr").text
    assert "Xào bài." in guest.get("/api/rules/spar?language=vi").text
    assert guest.get("/api/rules/spar?language=../../x").text == guest.get("/api/rules/spar").text
    assert "/api/play-now" in guest.get("/schema/openapi.json").json()["paths"]


def test_a_game_says_its_words_in_the_language_asked_for(server: Server) -> None:
    guest = Guest(server, "x")
    version = guest.get("/api/games").json()["games"][1]["words"]
    for language, wait in (
        ("en", "It is not your turn."),
        ("fr", "Ce n'est pas votre tour."),
        ("xx", "It is not your turn."),
    ):
        answer = guest.get(f"/api/games/spar/words/{language}")
        assert answer.json()["refusal.not_your_turn"] == wait
        assert answer.headers["cache-control"] == "no-cache"
    assert "immutable" in guest.get(f"/api/games/spar/words/fr?version={version}").headers["cache-control"]
    assert guest.get("/api/games/chess/words/en").status_code == 404


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"game": "spat"}, "Did you mean spar?"),
        ({"game": "spar", "seats": 9}, "Spar is for"),
        ({"game": "spar", "options": {"targe": "3"}}, "Did you mean target?"),
        ({"game": "spar", "options": {"target": "0"}}, "cannot be '0'"),
        ({"game": "spar", "clock": "slow"}, "clock"),
        ({"game": "spar", "seats": 10**30}, "seats"),
        ({"game": "spar", "surprise": 1}, "surprise"),
        ({"game": "half_suit", "seats": 4}, "Half Suit is for 6"),
    ],
)
def test_tables_that_cannot_be_are_refused_with_a_sentence(server: Server, wish: dict[str, object], said: str) -> None:
    guest = Guest(server, "Ada").introduce()
    for path in ("/api/tables", "/api/play-now"):
        answer = guest.request("POST", path, json=wish)
        assert answer.status_code == 400
        assert said in answer.json()["sentence"]
    assert Guest(server, "x").request("POST", "/api/tables", json={"game": "spar"}).status_code == 401


def test_what_a_finished_game_leaves(server: Server, tmp_path: Path) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "spar")
            guest = party.guests[0]
            path = f"/api/tables/{party.table}"
            for early in ("transcript", "replay", "replay?seat=0"):
                answer = guest.get(f"{path}/{early}")
                assert answer.status_code == 409
                assert answer.json()["sentence"] == "This is there when the game is over."
            shuffle = guest.get(f"{path}/shuffle").json()
            assert shuffle["secret"] is None
            assert shuffle["nonces"] == ["nonce0", "nonce1", "nonce2"]
            await play_out(party)
            assert guest.get(f"{path}/shuffle").json()["secret"]
            text = guest.get(f"{path}/transcript").text
            assert read(text).game.name == "spar"
            (tmp_path / "game").write_text(text, encoding="utf-8")
            for other in party.guests:
                [game] = await other.history()
                assert game["table"] == party.table
                assert other.get("/api/players/me/ratings").json()["spar"]["games"] == 1
            winner = party.clients[0].picture["result"]["winners"][0]
            ratings = [other.get("/api/players/me/ratings").json()["spar"]["mu"] for other in party.guests]
            assert ratings[winner] == max(ratings)
            check_replays(guest, party.table, [client.picture for client in party.clients])

    asyncio.run(play())


def check_replays(guest: Guest, table: str, pictures: list[dict[str, object]]) -> None:
    """A replay leads from the first picture to the last one, from every seat's eyes."""
    for seat, last in enumerate(pictures):
        told = guest.get(f"/api/tables/{table}/replay?seat={seat}").json()
        picture = told["begin"]
        for move in told["moves"]:
            picture = {**picture, **move["picture"]}
            if move.get("view"):
                picture["view"] = {**picture["view"], **move["view"]}
        assert picture == last
    watched = guest.get(f"/api/tables/{table}/replay").json()
    assert watched["seat"] is None
    for move in watched["moves"]:
        assert "hands" not in move["picture"].get("view", {}) or not any(move["picture"]["view"]["hands"])
    assert guest.get(f"/api/tables/{table}/replay?seat=3").status_code == 400
    assert guest.get(f"/api/tables/{table}/replay?seat=x").status_code == 400


def test_a_finished_transcript_is_verified_alone(server: Server, tmp_path: Path) -> None:
    from handful.cli.verify import verify

    async def play() -> str:
        ada = Guest(server, "Ada").introduce()
        table = ada.post("/api/play-now", game="claim", options={"deals": "1"}, nonce="n").json()["id"]
        async with ada.at(table) as client:
            await client.play(random.Random(5))
        return ada.get(f"/api/tables/{table}/transcript").text

    file = tmp_path / "claim.game"
    file.write_text(asyncio.run(play()), encoding="utf-8")
    verify(file, as_json=False)


def test_half_suit_is_rated_by_teams(server: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "half_suit")
            await play_out(party)
            winners = party.clients[0].picture["result"]["winners"]
            assert await party.guests[0].history()
            mus = [guest.get("/api/players/me/ratings").json()["half_suit"]["mu"] for guest in party.guests]
            assert all((mu > 25) == (seat in winners) for seat, mu in enumerate(mus))

    asyncio.run(play())


def test_logs_hold_no_secrets(server: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "spar")
            await party.clients[0].socket.send("{")
            await play_out(party)
            logs = server.logs()
            for guest in party.guests:
                assert guest.cookie not in logs
                assert guest.id not in logs
            for secret in ("nonce0", party.table, party.clients[0].picture["result"]["secret"]):
                assert secret not in logs
            assert all(json.loads(line)["event"] for line in logs.splitlines())

    asyncio.run(play())
