"""The command that serves, and tables that cannot be loaded."""

from __future__ import annotations

import asyncio
import secrets
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from handful.store import TableRow, open_store
from handful.table.commands import opening
from handful.table.entries import Opened, Sat, Started
from handful.table.table import new_table
from tests.patience import PATIENCE_S
from tests.server.clients import ROOT, Guest, Server

pytestmark = pytest.mark.xdist_group("server")


def serve(folder: Path, port: int, *wishes: str) -> subprocess.Popen[str]:
    words = ["serve", "--port", str(port), "--store", str(folder / "x.db"), "--bots", "1", *wishes]
    return subprocess.Popen(
        [sys.executable, "-m", "handful", *words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_serve_prints_its_address_and_ends_in_order_by_ctrl_c(tmp_path: Path) -> None:
    process = serve(tmp_path, 0, "--limit", "requests_burst=2", "--limit", "requests_rate=0.001")
    assert process.stdout
    line = process.stdout.readline()
    assert line.startswith("Handful is at http://127.0.0.1:")
    address = line.split()[3]
    asked = [httpx.get(f"{address}/api/games", timeout=PATIENCE_S).status_code for _ in range(3)]
    assert asked == [200, 200, 429]  # as the limit on the command line says
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0
    assert "Traceback" not in said[1]


def test_a_head_is_answered_as_a_get_without_its_body(server: Server) -> None:
    for path, code in (("/", 200), ("/healthz", 200), ("/api/games", 200), ("/api/rules/chess", 404)):
        got, head = (Guest(server, "x").request(method, path) for method in ("GET", "HEAD"))
        assert (head.status_code, head.content) == (code, b"")
        assert head.headers["content-length"] == got.headers["content-length"]


def test_a_taken_port_is_said_in_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        process = serve(tmp_path, port)
        said = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 1
        assert said[1].strip() == f"handful: Cannot listen on 127.0.0.1, port {port}: Address already in use."


def test_a_store_that_cannot_be_opened_is_said_in_a_sentence() -> None:
    process = serve(Path("/proc/nowhere"), 0)
    said = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 1
    (line,) = said[1].splitlines()
    assert line.startswith("handful: The store /proc/nowhere/x.db cannot be opened")


async def a_playing_table(store_address: str, rules: int) -> str:
    """Put a table of bots, being played under some version of the rules, into a store."""
    store = await open_store(store_address)
    secret, id = secrets.token_bytes(32), new_table()
    first = opening("", "spar", 2, {"target": "1"}, "fast", True, secret, 1000)
    first = Opened(**{name: getattr(first, name) for name in first.__struct_fields__} | {"rules": rules})
    await store.open_table(TableRow(id, "spar", True, "open", 1000, 1000, 1), secret.hex(), first)
    entries = [Sat(at=1000, seat=seat, player="a" * 25 + "ab"[seat], name="x") for seat in (0, 1)]
    await store.append(id, 2, [*entries, Started(at=1000)], "playing")
    await store.close()
    return id


def test_a_table_of_unknown_rules_keeps_nobody_waiting(tmp_path: Path) -> None:
    async def play() -> None:
        store = str(tmp_path / "tables.db")
        unknown, known = await a_playing_table(store, 99), await a_playing_table(store, 1)
        with Server(tmp_path, clock_scale=0.001) as server:
            ada = Guest(server, "Ada").introduce()
            async with ada.at(unknown, hello=False) as client:
                assert (await client.closed())[0] == 4404
                assert "99" in client.messages[0]["sentence"]
            assert "99" in ada.get(f"/api/tables/{unknown}").json()["sentence"]
            async with ada.at(known) as client:
                await client.until_picture(lambda picture: picture["status"] == "over")

    asyncio.run(play())


@pytest.mark.parametrize(
    ("method", "path", "extra", "code"),
    [
        ("POST", "/api/me", {"content": b"{"}, 400),
        ("POST", "/api/me", {"content": b"\xff\xfe"}, 400),
        ("POST", "/api/me", {"content": b"[" * 9000}, 400),
        ("POST", "/api/me", {}, 400),
        ("POST", "/api/tables", {"json": {"game": "spar", "options": {"a": {"b": []}}}}, 400),
        ("DELETE", "/api/me", {}, 405),
        ("GET", "/api/tables/%00", {}, 404),
        ("GET", "/api/rules/..%2f..%2fetc", {}, 404),
        ("GET", "/api/players/me/history?limit=0", {}, 400),
        ("GET", "/api/players/me/history?before=x", {}, 400),
        ("GET", "/api/players/me/ratings", {}, 401),
        ("GET", "/api/me", {"headers": {"Cookie": "handful=.; handful=x"}}, 200),
    ],
)
def test_odd_requests_get_a_fitting_answer(
    server: Server, method: str, path: str, extra: dict[str, object], code: int
) -> None:
    answer = Guest(server, "x").request(method, path, **extra)  # type: ignore[arg-type]
    assert answer.status_code == code
    if code >= 400:
        assert answer.json()["sentence"]
