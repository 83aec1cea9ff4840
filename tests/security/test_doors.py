"""Who gets in and as whom, what is on every answer, and what is in no log and no number."""

from __future__ import annotations

import asyncio
import json
import math
import random
import socket
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from handful.cards import card_text
from handful.server.identity import PLAYER_ID, TABLE_ID, player_of, sign
from handful.server.security import HEADERS
from handful.table.table import new_player, new_table
from tests.patience import PATIENCE_S
from tests.server.clients import Guest, Server
from tests.server.games import gather, play_out
from tests.server.test_secrecy import CARD

pytestmark = pytest.mark.xdist_group("security")
SECRET = "nobody outside may read this"


@pytest.fixture(scope="module")
def dressed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a browser client, and a file beside it that is nobody's business."""
    folder = tmp_path_factory.mktemp("dressed")
    web = folder / "web"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text("<!doctype html><title>Handful</title>", encoding="utf-8")
    (web / "assets" / "a.js").write_text("export {}", encoding="utf-8")
    (folder / "secret.txt").write_text(SECRET, encoding="utf-8")
    with Server(folder, web=str(web)) as running:
        yield running
        assert '"level": "error"' not in running.logs()


def raw(server: Server, *lines: str, body: bytes = b"") -> bytes:
    """The answer to a request that is sent letter by letter as it stands."""
    with socket.create_connection(("127.0.0.1", server.settings.port), PATIENCE_S) as line:
        line.sendall("\r\n".join([*lines, "Host: x", "Connection: close", "", ""]).encode("latin-1") + body)
        answer = b""
        while more := line.recv(1 << 16):
            answer += more
        return answer


# ------------------------------------------------------------ who somebody is


def test_ids_cannot_be_guessed() -> None:
    tables, players = ({make() for _ in range(2000)} for make in (new_table, new_player))
    assert len(tables) == len(players) == 2000
    assert all(TABLE_ID.fullmatch(id) for id in tables)
    assert all(PLAYER_ID.fullmatch(id) for id in players)
    assert min(len(id) for id in tables) * math.log2(32) >= 60
    letters = [{id[at] for id in tables} for at in range(16)]
    assert all(len(seen) == 32 for seen in letters), "every letter of an id is random"


def test_guessed_links_find_nothing_and_say_so_alike(server: Server) -> None:
    ada = Guest(server, "Ada").introduce()
    hidden = ada.open("spar", public=False)
    assert hidden not in ada.get("/api/lobby").text
    said = set()
    for guess in [new_table() for _ in range(50)] + [hidden[:-1] + ("a" if hidden[-1] != "a" else "b"), hidden.upper()]:
        for path in ("", "/shuffle", "/replay", "/transcript"):
            answer = ada.get(f"/api/tables/{guess}{path}")
            said.add((answer.status_code, answer.text))
    assert said == {(404, '{"code":"no_table","values":{},"sentence":"There is no such table; check the link."}')}


def test_every_cut_or_bent_cookie_is_nobodys() -> None:
    key, player, other = b"k" * 32, new_player(), new_player()
    cookie = sign(player, key)
    assert player_of(cookie, key) == player
    for length in range(len(cookie)):
        assert player_of(cookie[:length], key) == ""
        bent = cookie[:length] + ("b" if cookie[length] != "b" else "c") + cookie[length + 1 :]
        assert player_of(bent, key) == ""
    mark = cookie.partition(".")[2]
    for forged in (
        f"{other}.{mark}",  # the signature of somebody else
        f"{player}.{mark.upper()}",
        f"{player}.{mark}.{mark}",
        f" {cookie}",
        cookie + "\n",
        f"{player.upper()}.{mark}",
        f".{mark}",
        f"{player}.é",
        "\x00" * 91,
        "",
        None,
    ):
        assert player_of(forged, key) == ""


@pytest.mark.parametrize("spoil", ["signature of another", "cut", "twice", "not text", "empty", "quoted"])
def test_a_spoiled_cookie_opens_no_seat(server: Server, spoil: str) -> None:
    async def ask() -> None:
        ada, eve = (Guest(server, name).introduce() for name in ("Ada", "Eve"))
        table = ada.open("spar")
        async with ada.at(table) as client:
            await client.do("sit", nonce="mine")
        player, _, mark = ada.cookie.partition(".")
        eve.cookie = {
            "signature of another": f"{player}.{eve.cookie.partition('.')[2]}",
            "cut": ada.cookie[:-1],
            "twice": f"x; handful={player}.{'0' * 64}",
            "not text": "\u00ff" * 40,
            "empty": "",
            "quoted": f'"{player}.{mark[:-1]}x"',
        }[spoil]
        answer = raw(server, "GET /api/me HTTP/1.1", f"Cookie: handful={eve.cookie}")
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["id"] == ""
        assert ada.id.encode() not in answer
        if eve.cookie.isascii():
            async with eve.at(table) as client:
                assert client.picture["seat"] is None
                assert (await client.ask("leave"))["sentence"] == "Say your name first: you are only watching."

    asyncio.run(ask())


def test_a_stolen_cookie_is_noticed(server: Server) -> None:
    """Whoever has the cookie is the player: the cookie is not readable by pages, and its owner is told of the other."""

    async def steal() -> None:
        ada = Guest(server, "Ada").introduce()
        table = ada.open("spar")
        thief = Guest(server, "Thief")
        thief.cookie = ada.cookie
        async with ada.at(table) as owner:
            await owner.do("sit")
            async with thief.at(table) as other:
                assert other.picture["seat"] == 0
                assert (await owner.closed())[0] == 4001
                assert owner.messages[-1]["sentence"] == "You opened this table elsewhere; go on there."

    asyncio.run(steal())


def test_no_answer_tells_another_players_id(server: Server) -> None:
    async def look() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "top_suit")
            await play_out(party)
            for path in ("", "/shuffle", "/transcript", "/replay", "/replay?seat=1"):
                party.guests[0].get(f"/api/tables/{party.table}{path}")
            for other in party.guests[1:]:
                assert all(other.id not in text for text in party.guests[0].got)

    asyncio.run(look())


# ------------------------------------------------------------ names

NAMES: list[tuple[str, str | None]] = [
    ("<script>alert(1)</script>", None),  # 25 characters
    ("<b>Ada</b>", "<b>Ada</b>"),
    ("<img src=x onerror=a()>", "<img src=x onerror=a()>"),
    ('"><svg/onload=1>', '"><svg/onload=1>'),
    ("{{7*7}} ${1} %s %n", "{{7*7}} ${1} %s %n"),
    ("'; DROP TABLE tables;--", "'; DROP TABLE tables;--"),
    ("A\u0000d\u0007a", "Ada"),
    ("Ada\r\nSet-Cookie: x=1", "Ada Set-Cookie: x=1"),
    ("\u202eadA\u202c", "adA"),
    ("\u200b\u2060\ufeff", None),
    ("\u0301\u0301", None),
    ("A" * 200, None),
    ("", None),
    ("   ", None),
    ("Zoë 😀", "Zoë 😀"),
]


@pytest.mark.parametrize(("name", "kept_as"), NAMES)
def test_names_are_plain_text_or_refused(server: Server, name: str, kept_as: str | None) -> None:
    async def sit(guest: Guest) -> None:
        table = guest.open("spar")
        async with guest.at(table) as client:
            await client.do("sit")
            assert client.picture["seats"][0]["name"] == kept_as
        [listed] = [one for one in guest.get("/api/lobby").json() if one["table"] == table]
        assert listed["seats"][0]["name"] == kept_as
        answer = guest.get(f"/api/tables/{table}")
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"

    guest = Guest(server, name)
    answer = guest.post("/api/me", name=name)
    if kept_as is None:
        assert answer.status_code == 400
        assert answer.json()["sentence"].endswith(".")
        assert "set-cookie" not in answer.headers
    else:
        assert answer.json()["name"] == kept_as
        assert answer.headers["set-cookie"].count("=") == raw_cookie_parts(answer.headers["set-cookie"])
        asyncio.run(sit(guest))


def raw_cookie_parts(cookie: str) -> int:
    """How many values a cookie of ours has: the identity, its age, its path, and SameSite."""
    assert {part.split("=")[0].strip() for part in cookie.split(";")} >= {"handful", "HttpOnly", "SameSite"}
    return 4


def test_a_name_in_a_transcript_cannot_become_a_line_of_it(server: Server) -> None:
    async def play() -> None:
        ada = Guest(server, "x\n0 pass # \u2028h").introduce()
        table = ada.post("/api/play-now", game="spar", seats=2, options={"target": "1"}).json()["id"]
        async with ada.at(table) as client:
            await client.play(random.Random(2))
        text = ada.get(f"/api/tables/{table}/transcript").text
        [line] = [line for line in text.splitlines() if "0 pass #" in line]
        assert line.startswith("#")

    asyncio.run(play())


# ------------------------------------------------------------ requests


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b'{"name": "\\ud800"}',
        b'{"name": "\xff\xfe"}',
        b'{"name": ' + b"9" * 5000 + b"}",
        b'{"name": 1e999}',
        b'{"name": NaN}',
        b"[" * 16_000,
        b'{"a":' * 3000,
        b'{"name": ' + b"[" * 8000 + b"]" * 8000 + b"}",
        b'{"name": "a", "name": 7}',
        b'{"__proto__": {"name": "a"}}',
        b"name=Ada",
        b"\x00" * 100,
    ],
)
@pytest.mark.parametrize("path", ["/api/me", "/api/tables", "/api/play-now"])
def test_bodies_that_cannot_be_read_are_refused(server: Server, path: str, body: bytes) -> None:
    ada = Guest(server, "Ada").introduce()
    for kind in (
        "application/json",
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
    ):
        answer = ada.request("POST", path, content=body, headers={"Content-Type": kind})
        assert answer.status_code in (400, 415), (kind, answer.text)
        assert answer.json()["sentence"]


@pytest.mark.parametrize(
    ("lines", "body"),
    [
        (("POST /api/me HTTP/1.1", "Content-Length: 1000000"), b'{"name": "' + b"x" * 20_000),
        (("POST /api/me HTTP/1.1", "Transfer-Encoding: chunked"), b"ffff\r\n" + b"x" * 0xFFFF + b"\r\n0\r\n\r\n"),
    ],
    ids=["declared", "in pieces"],
)
def test_bodies_that_are_too_large_are_refused(server: Server, lines: tuple[str, ...], body: bytes) -> None:
    assert raw(server, *lines, body=body).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize(
    "lines",
    [
        ("POST /api/me HTTP/1.1", "Content-Length: -1"),
        ("POST /api/me HTTP/1.1", "Content-Length: 5", "Content-Length: 6"),
        ("POST /api/me HTTP/1.1", "Content-Length: 5", "Transfer-Encoding: chunked"),
        ("GET /api/me HTTP/1.1", "Bad Header Name: x"),
        ("GET /api/me HTTP/1.1", "X: a\x00b"),
        ("G\x00T /api/me HTTP/1.1",),
        ("GET http://[/ HTTP/1.1",),
        ("BREW /api/me HTTP/1.1",),
    ],
)
def test_requests_that_are_none_are_refused(server: Server, lines: tuple[str, ...]) -> None:
    answer = raw(server, *lines)
    assert answer.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 405 ")), answer[:100]


@pytest.mark.parametrize(
    "origin", ["http://[", "http://[::1", "null", "", "http://", "//", "\x7f", "http://x:99999999"]
)
def test_a_strange_origin_is_turned_away(server: Server, origin: str) -> None:
    body = b'{"name":"Ada"}'
    answer = raw(server, "POST /api/me HTTP/1.1", f"Origin: {origin}", f"Content-Length: {len(body)}", body=body)
    assert answer.startswith((b"HTTP/1.1 403 ", b"HTTP/1.1 400 "))
    upgrade = ("Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==")
    with socket.create_connection(("127.0.0.1", server.settings.port), PATIENCE_S) as line:
        head = ("GET /ws/lobby HTTP/1.1", "Host: x", "Connection: Upgrade", *upgrade, f"Origin: {origin}", "", "")
        line.sendall("\r\n".join(head).encode("latin-1"))
        assert line.recv(100).startswith((b"HTTP/1.1 403 ", b"HTTP/1.1 400 "))


KEY = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
SOCKET = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", KEY)


@pytest.mark.parametrize(
    ("path", "lines", "status", "sentence"),
    [
        ("/ws/lobby", (*SOCKET, "Origin: http://evil.example"), 403, "This request comes from another site."),
        ("/ws/nothing", SOCKET, 404, "There is no such socket."),
        ("/ws/lobby", SOCKET[:3], 400, "This is no WebSocket handshake that can be read."),
        (
            "/ws/lobby",
            (*SOCKET[:3], "Sec-WebSocket-Key: short"),
            400,
            "This is no WebSocket handshake that can be read.",
        ),
        (
            "/ws/lobby",
            (*SOCKET[:2], "Sec-WebSocket-Version: 7", KEY),
            400,
            "This is no WebSocket handshake that can be read.",
        ),
    ],
)
def test_a_socket_that_is_refused_gets_a_sentence_and_the_headers(
    server: Server, path: str, lines: tuple[str, ...], status: int, sentence: str
) -> None:
    with socket.create_connection(("127.0.0.1", server.settings.port), PATIENCE_S) as line:
        line.sendall("\r\n".join([f"GET {path} HTTP/1.1", "Host: x", *lines, "", ""]).encode("latin-1"))
        answer = b""
        while more := line.recv(1 << 16):
            answer += more
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *fields = head.decode().split("\r\n")
    assert first.startswith(f"HTTP/1.1 {status} ")
    assert json.loads(body)["sentence"] == sentence
    assert json.loads(body)["code"]
    named = dict(field.split(": ", 1) for field in fields)
    assert all(named[name.decode()] == value.decode() for name, value in HEADERS)


# ------------------------------------------------------------ files and headers


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/assets/..%5c..%5csecret.txt",
        "/%252e%252e/secret.txt",
        "/assets/....//....//secret.txt",
        "//etc/passwd",
        "///etc/passwd",
        "/%2fetc%2fpasswd",
        "/assets/%00/../../secret.txt",
        "/.%00./secret.txt",
        "/t/../../secret.txt",
        "/api/rules/..%2f..%2f..%2fpyproject.toml",
        "/api/rules/%2e%2e",
        "/tables.db",
        "/../tables.db",
    ],
)
def test_no_path_leads_out_of_the_clients_folder(dressed: Server, path: str) -> None:
    answer = raw(dressed, f"GET {path} HTTP/1.1")
    assert answer.startswith((b"HTTP/1.1 404 ", b"HTTP/1.1 400 ")) or b"<title>Handful</title>" in answer
    assert SECRET.encode() not in answer
    assert b"root:" not in answer
    assert b"SQLite format" not in answer


REQUESTS: list[tuple[str, str, dict[str, Any]]] = [
    ("GET", "/", {}),
    ("GET", "/assets/a.js", {}),
    ("GET", "/assets/none.js", {}),
    ("GET", "/t/aaaaaaaaaaaaaaaa", {}),
    ("GET", "/api/games", {}),
    ("GET", "/api/rules/spar", {}),
    ("GET", "/api/rules/chess", {}),
    ("GET", "/api/tables/aaaaaaaaaaaaaaaa", {}),
    ("GET", "/api/tables/aaaaaaaaaaaaaaaa/replay?seat=x", {}),
    ("GET", "/api/players/me/history", {}),
    ("GET", "/schema/openapi.json", {}),
    ("GET", "/metrics", {}),
    ("GET", "/healthz", {}),
    ("GET", "/ws/lobby", {}),
    ("HEAD", "/", {}),
    ("OPTIONS", "/api/me", {}),
    ("DELETE", "/api/me", {}),
    ("POST", "/api/me", {"content": b"{"}),
    ("POST", "/api/me", {"content": b"x" * 20_000}),
    ("POST", "/api/me", {"json": {"name": "Ada"}}),
    ("POST", "/api/tables", {"json": {"game": "spar"}}),
    ("POST", "/api/me", {"json": {"name": "Ada"}, "headers": {"Origin": "https://evil.example"}}),
]


@pytest.mark.parametrize(("method", "path", "extra"), REQUESTS)
def test_every_kind_of_answer_has_the_headers(dressed: Server, method: str, path: str, extra: dict[str, Any]) -> None:
    headers = Guest(dressed, "x").request(method, path, **extra).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self';")
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "*" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "server" not in headers
    assert "access-control-allow-origin" not in headers
    if path.startswith("/api"):
        assert headers["cache-control"] == "no-store"


# ------------------------------------------------------------ what is written down


def test_logs_and_metrics_of_a_whole_evening_hold_nothing_secret(tmp_path: Path) -> None:
    """Games, refusals, nonsense, floods, and a restart: no cookie, nonce, secret, name, link or card is in the log."""

    async def evening(server: Server) -> list[str]:
        secrets = []
        async with AsyncExitStack() as stack:
            for game in ("spar", "claim", "thirteam"):
                party = await gather(server, stack, game)
                for client in party.clients:
                    await client.ask("act", actions=["As nonce0 Kd"], seen=0)
                    await client.socket.send('{"type": "act", "As": "Kd"}')
                await play_out(party)
                secrets += [party.table, party.clients[0].picture["result"]["secret"]]
                secrets += [guest.cookie.partition(".")[2] for guest in party.guests]
                secrets += [guest.id for guest in party.guests] + [guest.name for guest in party.guests]
        return secrets

    with Server(tmp_path) as server:
        secrets = [*asyncio.run(evening(server)), "nonce0", "nonce1", "tables.db"]
        odd = Guest(server, "Eve")
        odd.cookie = "stolen" * 10
        odd.post("/api/me", name="\x00")
        odd.get("/api/tables/guessedguessed22/replay?seat=99")
        raw(server, "NONSENSE As Kd")
        metrics = odd.get("/metrics").text
        server.stop()
        server.start()
        logs = server.logs()
    for secret in [*secrets, "stolen", "guessed", "NONSENSE"]:
        assert secret not in logs, secret
        assert secret not in metrics, secret
    assert not CARD.findall(logs)
    assert not {card_text(card) for card in range(52)} & set(metrics.replace('"', " ").split())
    for line in logs.splitlines():
        assert json.loads(line)["event"]
    labels = {
        part.split("=")[0] for line in metrics.splitlines() if "{" in line for part in line.split("{")[1].split(",")
    }
    assert labels <= {"kind", "answer", "why", "what", "le"}
