"""What must not get through: every misuse has a limit and a clear answer, and the server goes on."""

from __future__ import annotations

import asyncio
import json
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from handful.server.settings import Limits
from tests.patience import PATIENCE_S, SOCKET, until
from tests.server.clients import GENEROUS, Guest, Server
from tests.server.games import gather, play_out

pytestmark = pytest.mark.xdist_group("server")


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with small limits."""
    limits = Limits(
        messages_rate=0.001,
        messages_burst=15,
        requests_rate=1000,
        requests_burst=1000,
        connections_per_address=6,
        connects_rate=1000,
        connects_burst=1000,
        tables_rate=0.001,
        tables_burst=12,
        outgoing=20,
    )
    with Server(tmp_path_factory.mktemp("strict"), limits=limits, hello_ms=1000 * int(PATIENCE_S)) as running:
        yield running


@pytest.fixture
def ada(server: Server) -> Iterator[Guest]:
    yield Guest(server, "Ada").introduce()
    assert Guest(server, "x").get("/healthz").json()["status"] == "well"
    assert '"level": "error"' not in server.logs()


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "nonsense",
        "null",
        "[]",
        '"x"',
        "1e999",
        '{"type": "act"}',
        '{"type": "dance", "id": "1"}',
        '{"type": "sit", "id": "1", "seat": 99999999999999999999999999}',
        '{"type": "sit", "id": "1", "seat": "0"}',
        '{"type": "sit", "id": "1", "surprise": 1}',
        '{"type": "sit", "id": 7}',
        '{"type": "act", "id": "1", "seen": 0, "actions": ' + "[" * 3000 + "]" * 3000 + "}",
        '{"a":' * 2500 + "1" + "}" * 2500,
        "\u0000",
        '{"type": "hello", "seen": ' + "9" * 4000 + "}",
    ],
)
def test_frames_that_cannot_be_read_are_refused(ada: Guest, frame: str) -> None:
    async def send() -> None:
        async with ada.at(ada.open("spar")) as client:
            await client.socket.send(frame)
            answer = await client.next()
            assert answer["type"] == "refused"
            assert answer["id"] == ""
            assert answer["sentence"].startswith("This message cannot be read: ")
            assert len(answer["sentence"]) < 300
            assert (await client.ask("sit"))["type"] == "ack"

    asyncio.run(send())


def test_binary_frames_are_refused(ada: Guest) -> None:
    async def send() -> None:
        async with ada.at(ada.open("spar")) as client:
            await client.socket.send(b"\x00\xff")
            assert "text frame" in (await client.next())["sentence"]

    asyncio.run(send())


def test_too_many_unreadable_frames_close_the_socket(ada: Guest) -> None:
    async def send() -> None:
        async with ada.at(ada.open("spar")) as client:
            for _ in range(10):
                await client.socket.send("{")
            assert (await client.closed())[0] == 4400

    asyncio.run(send())


def test_an_oversized_frame_closes_the_socket(ada: Guest) -> None:
    async def send() -> None:
        async with ada.at(ada.open("spar")) as client:
            await client.socket.send(json.dumps({"type": "hello", "seen": 0, "x": "y" * 17_000}))
            assert (await client.closed())[0] == 1009

    asyncio.run(send())


def test_unknown_and_malformed_tables(ada: Guest) -> None:
    async def ask() -> None:
        for table in ("a" * 16, "A" * 16, "nope", "..", "x" * 300):
            async with ada.at(table, hello=False) as client:
                assert await client.closed() == (4404, "there is no such table")
                assert client.messages[0]["sentence"] == "There is no such table; check the link."
            assert ada.get(f"/api/tables/{table}").status_code in (400, 404)

    asyncio.run(ask())


def test_commands_before_hello_are_refused(ada: Guest) -> None:
    async def ask() -> None:
        async with ada.at(ada.open("spar"), hello=False) as client:
            assert (await client.ask("sit"))["sentence"] == "Say hello first."

    asyncio.run(ask())


def test_a_forged_cookie_is_nobodys(ada: Guest, server: Server) -> None:
    async def ask() -> None:
        table = ada.open("spar")
        async with ada.at(table) as client:
            await client.do("sit")
        forger = Guest(server, "Eve")
        player, _, mark = ada.cookie.partition(".")
        for forged in (f"{player}.{'0' * 64}", f"{player}.{mark[::-1]}", player, "x" * 3000):
            forger.cookie = forged
            me = forger.get("/api/me").json()
            assert (me["id"], me["name"], me["page"]) == ("", "", "")
            assert forger.post("/api/tables", game="spar").status_code == 401
            async with forger.at(table) as client:
                assert client.picture["seat"] is None
                answer = await client.ask("leave")
                assert answer["sentence"] == "Say your name first: you are only watching."

    asyncio.run(ask())


def test_sockets_and_posts_from_other_sites_are_turned_away(ada: Guest, server: Server) -> None:
    async def ask() -> None:
        table = ada.open("spar")
        address = f"{server.address.replace('http', 'ws')}/ws/tables/{table}"
        for origin in ("https://evil.example", "null", server.address + ".evil.example", "http://127.0.0.1:1"):
            with pytest.raises(InvalidStatus) as turned:
                async with connect(address, origin=origin, **SOCKET):  # type: ignore[arg-type]
                    pass
            assert turned.value.response.status_code == 403
            answer = ada.request("POST", "/api/tables", json={"game": "spar"}, headers={"Origin": origin})
            assert answer.status_code == 403
        async with connect(address, origin=server.address, **SOCKET):  # type: ignore[arg-type]
            pass

    asyncio.run(ask())


def test_a_flood_of_messages_is_cut(strict: Server) -> None:
    async def send() -> None:
        ada = Guest(strict, "Ada").introduce()
        async with ada.at(ada.open("spar")) as client:
            for _ in range(40):
                await client.send(type="hello")
            assert await client.closed() == (4429, "too many messages or connections")
        async with connect(strict.address.replace("http", "ws") + "/ws/lobby", **SOCKET) as lobby:
            for _ in range(40):
                await lobby.send("x")
            await lobby.wait_closed()
            assert lobby.close_code == 4429

    asyncio.run(send())


def test_who_says_nothing_is_sent_away(tmp_path: Path) -> None:
    async def wait() -> None:
        ada = Guest(server, "Ada").introduce()
        async with ada.at(ada.open("spar"), hello=False) as client:
            assert (await client.closed())[0] == 4408

    with Server(tmp_path, hello_ms=300) as server:
        asyncio.run(wait())


def test_too_many_connections_from_one_address(strict: Server) -> None:
    async def crowd() -> None:
        ada = Guest(strict, "Ada").introduce()
        table = ada.open("spar")
        address = f"{strict.address.replace('http', 'ws')}/ws/tables/{table}"
        sockets = [await connect(address, **SOCKET) for _ in range(6)]
        async with Guest(strict, "more").at(table, hello=False) as client:
            assert (await client.closed())[0] == 4429
        for one in sockets:
            await one.close()
        until(lambda: connections(ada) == 0)
        async with ada.at(table) as client:
            assert client.picture["status"] == "open"

    asyncio.run(crowd())


def test_tables_per_player_are_limited(strict: Server) -> None:
    ben = Guest(strict, "Ben").introduce()
    answers = [ben.post("/api/tables", game="spar") for _ in range(13)]
    assert [answer.status_code for answer in answers] == [201] * 12 + [429]
    assert answers[-1].json()["sentence"].startswith("You have opened many tables")


def test_tables_per_address_are_limited_however_many_guests_ask(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, tables_per_address_rate=0.001, tables_per_address_burst=4)
    with Server(tmp_path, limits=limits) as server:
        guests = [Guest(server, name).introduce() for name in ("Ada", "Ben", "Cy")]
        answers = [guest.post("/api/play-now", game="spar", level="hard") for guest in guests * 2]
        assert [answer.status_code for answer in answers] == [201] * 4 + [429] * 2
        assert answers[-1].json()["code"] == "many_tables_here"


def test_a_game_that_everybody_left_rests_until_somebody_comes(tmp_path: Path) -> None:
    async def leave(ada: Guest, table: str) -> None:
        async with ada.at(table) as client:
            await client.do("leave")

    async def look_again(ada: Guest, table: str, number: int) -> None:
        async with ada.at(table) as client:
            await client.until_picture(lambda picture: picture["number"] > number)

    with Server(tmp_path, abandoned_ms=500, idle_ms=200, bot_floor_ms=100) as server:
        ada = Guest(server, "Ada").introduce()
        wish = {"game": "spar", "level": "easy", "options": {"target": "99"}}
        table = ada.post("/api/play-now", **wish).json()["id"]
        asyncio.run(leave(ada, table))
        until(lambda: loaded(ada) == 0)  # though its bots could go on for minutes
        before = ada.get(f"/api/tables/{table}").json()
        assert before["status"] == "playing"
        until(lambda: loaded(ada) == 0)
        assert ada.get(f"/api/tables/{table}").json()["number"] == before["number"]
        asyncio.run(look_again(ada, table, before["number"]))


def test_storms_from_one_address_are_limited(tmp_path_factory: pytest.TempPathFactory) -> None:
    limits = Limits(
        requests_rate=0.001,
        requests_burst=12,
        connects_rate=0.001,
        connects_burst=3,
        identities_rate=0.001,
        identities_burst=2,
        player_rate=0.001,
        player_burst=4,
    )

    async def reconnect(guest: Guest) -> None:
        table = guest.open("spar")
        for _ in range(2):
            async with guest.at(table):
                pass
        async with guest.at(table) as client:
            kinds = [(await client.ask("come_back"))["type"] for _ in range(5)]
            assert kinds == ["ack"] * 4 + ["refused"]
        async with guest.at(table, hello=False) as client:
            assert (await client.closed())[0] == 4429

    with Server(tmp_path_factory.mktemp("storm"), limits=limits) as server:
        guests = [Guest(server, "x") for _ in range(3)]
        assert [guest.post("/api/me", name="x").status_code for guest in guests] == [200, 200, 429]
        asyncio.run(reconnect(guests[0]))
        codes = [guests[2].get("/api/me").status_code for _ in range(12)]
        assert codes == [200] * 8 + [429] * 4


@pytest.mark.parametrize("web", [False, True])
def test_every_path_is_limited_and_says_so_in_json(tmp_path: Path, web: bool) -> None:
    """Also those whose answers are text or pages, those that a file is looked for, and those that lead nowhere."""
    folder = tmp_path / "web"
    folder.mkdir()
    if web:
        (folder / "index.html").write_text("<p>A client.</p>")
    limits = msgspec.structs.replace(GENEROUS, requests_rate=0.001, requests_burst=4)
    table = "/api/tables/aaaaaaaaaaaaaaaa"
    paths = ["/", "/t/x", "/nowhere", "/api/nowhere", "/t/%00", "/%00", "/assets/%00", f"{table}/transcript",
             f"{table}/replay", "/api/rules/spar", "/metrics", "/healthz"]  # fmt: skip
    with Server(tmp_path, limits=limits, web=str(folder)) as server:
        eve = Guest(server, "Eve")
        assert [eve.get(path).status_code for path in ("/%00", "/t/%00", "/nowhere", "/a/%00")] == [404] * 4
        for path in paths:
            answer = eve.get(path)
            assert (path, answer.status_code) == (path, 429)
            assert (path, answer.json()["code"]) == (path, "many_requests")
        assert '"level": "error"' not in server.logs()


def test_games_told_again_count_as_many_requests(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, requests_rate=0.001, requests_burst=35)
    with Server(tmp_path, limits=limits) as server:
        eve = Guest(server, "Eve").introduce()
        table = f"/api/tables/{eve.open('spar')}"
        told = [eve.get(f"{table}/{what}") for what in ("replay", "story", "transcript", "replay", "story")]
        assert [answer.status_code for answer in told] == [409, 200, 409, 429, 429]
        assert told[-1].json()["code"] == "many_stories"
        assert eve.get("/api/me").status_code == 200


@pytest.mark.parametrize("name", ["\u3164", "\u115f\u1160", "\u2800", " \uffa0 "])
def test_a_name_must_be_seen(ada: Guest, name: str) -> None:
    assert ada.post("/api/me", name=name).json()["code"] == "unseen_name"


@pytest.mark.parametrize("name", ["Bot 1", "bot", "B\u3164ot 12", "Seat 0", "Robot 3", "\uff22ot 1"])
def test_nobody_is_called_like_a_bot(ada: Guest, name: str) -> None:
    assert ada.post("/api/me", name=name).json()["code"] == "bot_name"
    assert ada.post("/api/me", name="Botticelli").status_code == 200


def test_an_origin_without_a_site_is_another_site(ada: Guest, server: Server) -> None:
    body = b'{"game": "spar"}'
    head = (
        f"POST /api/tables HTTP/1.0\r\nOrigin: null\r\nCookie: handful={ada.cookie}\r\nContent-Length: {len(body)}\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.settings.port), PATIENCE_S) as raw:
        raw.sendall(head.encode() + b"Content-Type: application/json\r\n\r\n" + body)
        assert b"other_site" in read_all(raw)


def test_two_who_ask_for_a_rematch_at_once_get_one_table(tmp_path: Path) -> None:
    async def play(server: Server) -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "spar", seats=2)
            await play_out(party)
            answers = await asyncio.gather(*(client.do("rematch") for client in party.clients))
            assert len({answer["table"] for answer in answers}) == 1

    with Server(tmp_path) as server:
        asyncio.run(play(server))
        with sqlite3.connect(server.settings.store) as store:
            assert store.execute("SELECT count(*) FROM tables").fetchone() == (2,)


def test_a_slow_reader_is_dropped_with_a_reason(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A client that asks and asks and reads nothing: what waits for it is bounded."""
    limits = msgspec.structs.replace(GENEROUS, outgoing=20)
    with Server(tmp_path_factory.mktemp("slow"), limits=limits) as server:
        ada = Guest(server, "Ada").introduce()
        raw = raw_socket(server, ada.open("spar"))
        hello = masked(b'{"type":"hello"}')
        with raw:
            until(lambda: raw.sendall(hello * 100) or connections(ada) == 0)
            assert (4013).to_bytes(2) + b"the client reads too slowly" in read_all(raw)
        with raw_socket(server, ada.open("spar")) as never:
            never.sendall(hello * 8000)
            until(lambda: is_cut(never))  # when the grace is over, even though nothing was read
        assert ada.get("/healthz").status_code == 200


def raw_socket(server: Server, table: str) -> socket.socket:
    """A socket at a table that reads only when it is told to."""
    raw = socket.socket()
    raw.settimeout(PATIENCE_S)
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.connect(("127.0.0.1", server.settings.port))
    raw.sendall(
        f"GET /ws/tables/{table} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    assert b"101" in raw.recv(12)
    return raw


def is_cut(raw: socket.socket) -> bool:
    """Whether the other side is gone."""
    try:
        raw.sendall(masked(b'{"type":"hello"}'), socket.MSG_DONTWAIT)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return False


def masked(payload: bytes) -> bytes:
    """A client's text frame."""
    return bytes([0x81, 0x80 | len(payload), 0, 0, 0, 0]) + payload


def read_all(raw: socket.socket) -> bytes:
    """The last of what is there to read."""
    tail = b""
    try:
        while more := raw.recv(1 << 20):
            tail = (tail + more)[-1000:]
    except OSError:
        pass
    return tail


def connections(guest: Guest) -> int:
    """How many sockets the server has."""
    return metric(guest, "handful_connections")


def loaded(guest: Guest) -> int:
    """How many tables the server has in memory."""
    return metric(guest, "handful_tables")


def metric(guest: Guest, name: str) -> int:
    return int(float(guest.get("/metrics").text.split(f"\n{name} ")[1].split()[0]))
