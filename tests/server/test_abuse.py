"""What must not get through: every misuse has a limit and a clear answer, and the server goes on."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Iterator

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from handful.server.settings import Limits
from tests.server.clients import GENEROUS, Guest, Server

pytestmark = pytest.mark.xdist_group("server")


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with small limits."""
    limits = Limits(
        messages_rate=5,
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
    with Server(tmp_path_factory.mktemp("strict"), limits=limits, hello_ms=300) as running:
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
            assert forger.get("/api/me").json() == {"id": "", "name": ""}
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
                async with connect(address, origin=origin):  # type: ignore[arg-type]
                    pass
            assert turned.value.response.status_code == 403
            answer = ada.request("POST", "/api/tables", json={"game": "spar"}, headers={"Origin": origin})
            assert answer.status_code == 403
        async with connect(address, origin=server.address):  # type: ignore[arg-type]
            pass

    asyncio.run(ask())


def test_a_flood_of_messages_is_cut(strict: Server) -> None:
    async def send() -> None:
        ada = Guest(strict, "Ada").introduce()
        async with ada.at(ada.open("spar")) as client:
            for _ in range(40):
                await client.send(type="hello")
            assert await client.closed() == (4429, "too many messages or connections")
        async with connect(strict.address.replace("http", "ws") + "/ws/lobby") as lobby:
            for _ in range(40):
                await lobby.send("x")
            await lobby.wait_closed()
            assert lobby.close_code == 4429

    asyncio.run(send())


def test_who_says_nothing_is_sent_away(strict: Server) -> None:
    async def wait() -> None:
        ada = Guest(strict, "Ada").introduce()
        async with ada.at(ada.open("spar"), hello=False) as client:
            assert (await client.closed())[0] == 4408

    asyncio.run(wait())


def test_too_many_connections_from_one_address(strict: Server) -> None:
    async def crowd() -> None:
        ada = Guest(strict, "Ada").introduce()
        table = ada.open("spar")
        address = f"{strict.address.replace('http', 'ws')}/ws/tables/{table}"
        sockets = [await connect(address) for _ in range(6)]
        async with Guest(strict, "more").at(table, hello=False) as client:
            assert (await client.closed())[0] == 4429
        for one in sockets:
            await one.close()
        await asyncio.sleep(0.1)
        async with ada.at(table) as client:
            assert client.picture["status"] == "open"

    asyncio.run(crowd())


def test_tables_per_player_are_limited(strict: Server) -> None:
    ben = Guest(strict, "Ben").introduce()
    answers = [ben.post("/api/tables", game="spar") for _ in range(13)]
    assert [answer.status_code for answer in answers] == [201] * 12 + [429]
    assert answers[-1].json()["sentence"].startswith("You have opened many tables")


def test_storms_from_one_address_are_limited(tmp_path_factory: pytest.TempPathFactory) -> None:
    limits = Limits(
        requests_rate=0.1,
        requests_burst=12,
        connects_rate=0.1,
        connects_burst=3,
        identities_rate=0.1,
        identities_burst=2,
        player_rate=0.1,
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


def test_a_slow_reader_is_dropped_with_a_reason(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A client that asks and asks and reads nothing: what waits for it is bounded."""
    limits = msgspec.structs.replace(GENEROUS, outgoing=20)
    with Server(tmp_path_factory.mktemp("slow"), limits=limits) as server:
        ada = Guest(server, "Ada").introduce()
        raw = raw_socket(server, ada.open("spar"))
        hello = masked(b'{"type":"hello"}')
        with raw:
            for _ in range(300):
                raw.sendall(hello * 100)
                time.sleep(0.02)
                if connections(ada) == 0:
                    break
            assert (4013).to_bytes(2) + b"the client reads too slowly" in read_all(raw)
        with raw_socket(server, ada.open("spar")) as never:
            never.sendall(hello * 8000)
            time.sleep(4)  # the grace is over: the line is cut even though nothing was read
            assert is_cut(never)
        assert ada.get("/healthz").status_code == 200


def raw_socket(server: Server, table: str) -> socket.socket:
    """A socket at a table that reads only when it is told to."""
    raw = socket.socket()
    raw.settimeout(8)
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
        for _ in range(50):
            raw.sendall(masked(b'{"type":"hello"}'))
            time.sleep(0.02)
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
    return int(float(guest.get("/metrics").text.split("\nhandful_connections ")[1].split()[0]))
