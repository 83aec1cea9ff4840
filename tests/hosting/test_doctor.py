"""`handful doctor` finds what is wrong, says what to do, and changes nothing."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from handful.cli.doctor import Check, Line
from handful.server.settings import Settings
from handful.store import PlayerRow, TableRow, open_store
from tests.server.clients import Server
from tests.server.nats import Nats, free_port
from tests.store.postgres import Postgres
from tests.store.things import first

pytestmark = pytest.mark.xdist_group("doctor")
Found = list[tuple[str, str]]
checkup = import_module("handful.cli.doctor")  # in its package the command has the same name


def found(check: Check, **settings: Any) -> Found:
    """What a check says: the status and the sentence of each line."""
    return [(line.status, line.sentence) for line in check(Settings(**settings))]


def worst(lines: Found) -> tuple[str, str]:
    """The one line that is not ok."""
    (line,) = [line for line in lines if line[0] != "ok"]
    return line


def a_store(path: Path) -> str:
    async def make() -> None:
        store = await open_store(str(path))
        await store.save_player(PlayerRow("a", "Ada", 1))
        await store.close()

    asyncio.run(make())
    return str(path)


def change(path: str, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        for statement in statements:
            file.execute(statement)


def handful(*words: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "handful", "doctor", *words],
        cwd=folder,
        env={"PATH": "", "HANDFUL_CACHE": str(folder / "cache"), "HANDFUL_PORT": str(free_port()), **more},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_new_machine_is_well_but_for_bots_that_are_not_compiled(tmp_path: Path) -> None:
    """And nothing is made by looking but the folder for compiled bots."""
    asked = handful("--json", folder=tmp_path)
    assert asked.returncode == 0, asked.stdout + asked.stderr
    told = json.loads(asked.stdout)
    assert (told["warning"], told["error"]) == (1, 0)
    assert {line["what"] for line in told["lines"]} == {
        "python", "client", "bots", "settings", "disk", "store", "bus", "clock", "port", "network",
    }  # fmt: skip
    (warning,) = [line["sentence"] for line in told["lines"] if line["status"] == "warning"]
    command = re.search(r"`(.+)`", warning)
    assert command
    assert command[1].split()[:2] == [sys.executable, "-m"]
    assert [file.name for file in tmp_path.iterdir()] == ["cache"]


def test_a_misspelt_name_in_the_environment_is_told_with_the_right_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANDFUL_STROE", "tables.db")
    environment = checkup.environment(["HANDFUL_STORE", "HANDFUL_BOT_PACE"])
    status, said = worst(found(environment))
    assert status == "warning"
    assert said.startswith("HANDFUL_STROE in the environment sets nothing. Did you mean HANDFUL_STORE?")
    monkeypatch.delenv("HANDFUL_STROE")
    monkeypatch.setenv("HANDFUL_BOT_PACE", "quick")
    assert [status for status, _ in found(environment)] == ["ok"]


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("HANDFUL_LIMIT=tabels_burst=50", "there is no setting 'tabels_burst'. Did you mean tables_burst?"),
        ("HANDFUL_RATED=moves=few", "moves is a whole number, not 'few'"),
        ("HANDFUL_BOT_PACE=quik", "there is no pace 'quik'. Did you mean quick?"),
        ("HANDFUL_GAMES=nowhere.py", "there is no game at "),
        ("HANDFUL_BOTS=-1", "Invalid value for '--bots' (env var: 'HANDFUL_BOTS')"),
    ],
)
def test_a_setting_that_the_server_would_refuse_is_refused_in_its_words(
    tmp_path: Path, setting: str, said: str
) -> None:
    name, _, value = setting.partition("=")
    asked = handful(folder=tmp_path, **{name: value})
    assert asked.returncode == 2
    assert asked.stderr.startswith(f"handful: {said}")


def test_something_wrong_is_status_1_and_a_sentence_that_says_what_to_do(tmp_path: Path) -> None:
    asked = handful("--store", "nowhere/x.db", folder=tmp_path)
    assert asked.returncode == 1
    assert (
        f"✗ store    There is no folder {tmp_path}/nowhere for the store: make it first." in asked.stdout.splitlines()
    )
    assert asked.stdout.splitlines()[-1].endswith("1 error")


def test_a_client_that_is_missing_or_not_whole(tmp_path: Path) -> None:
    assert found(checkup.client)[0][0] == "ok"
    assert worst(found(checkup.client, web=str(tmp_path)))[1].startswith(f"There is no browser client in {tmp_path}")
    (tmp_path / "index.html").write_text('<script src="/assets/index.js"></script>')
    assert worst(found(checkup.client, web=str(tmp_path)))[1].startswith("The browser client lacks assets/index.js")


def test_a_cache_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANDFUL_CACHE", "/dev/null")
    status, said = worst(found(checkup.bots))
    assert status == "warning"
    assert said.startswith("/dev/null/handful cannot be written (Not a directory)")


def test_a_package_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup.metadata, "requires", lambda _: ["msgspec>=0.2", "nothing-of-this-name>=1"])
    status, said = worst(found(checkup.python))
    assert status == "error"
    assert said.endswith("lacks nothing-of-this-name: install handful again.")


def damage(path: str) -> None:
    with open(path, "r+b") as file:
        file.seek(4096)
        file.write(b"\xaa" * 4096 * 4)


@pytest.mark.parametrize(
    ("harm", "status", "said"),
    [
        (lambda path: Path(path).chmod(0o644), "warning", r"Others can read .*, and the shuffles in it: chmod 600 it"),
        (lambda path: change(path, "UPDATE schema SET version = 99"), "error", "was written by a newer Handful"),
        (lambda path: change(path, "DROP TABLE schema"), "error", "is not a store of Handful, or is damaged"),
        (damage, "error", "is damaged"),
        (lambda path: Path(path).write_text("Dear all, " * 300), "error", "is not a store of Handful"),
    ],
    ids=["open to others", "newer", "no store", "damaged", "a letter"],
)
def test_a_store_in_a_file(tmp_path: Path, harm: Callable[[str], object], status: str, said: str) -> None:
    path = a_store(tmp_path / "tables.db")
    assert [line[0] for line in found(checkup.store, store=path)] == ["ok", "ok"]
    harm(path)
    seen = worst(found(checkup.store, store=path))
    assert seen[0] == status
    assert re.search(said, seen[1])


def test_a_store_that_another_writes_to_for_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = a_store(tmp_path / "tables.db")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert worst(found(checkup.store, store=path))[1] == f"{path} cannot be written: database is locked."


def test_entries_from_the_future(tmp_path: Path) -> None:
    async def make() -> None:
        store = await open_store(f"{tmp_path}/tables.db")
        later = (int(time.time()) + 3600) * 1000
        await store.open_table(TableRow("t", "spar", True, "open", later, later, 1), "00", first())
        await store.close()

    asyncio.run(make())
    assert re.match(
        r"The newest entry is 3,[56]\d\d seconds ahead", worst(found(checkup.store, store=f"{tmp_path}/tables.db"))[1]
    )


def test_a_disk_that_is_nearly_full(tmp_path: Path) -> None:
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=50m", "x", tmp_path], capture_output=True, check=False)
    if made.returncode:
        pytest.skip("no small disk can be made here")
    try:
        status, said = worst(found(checkup.store, store=f"{tmp_path}/tables.db"))
    finally:
        subprocess.run(["umount", tmp_path], check=True)
    assert status == "error"
    assert re.fullmatch(rf"5\d MB are free in {tmp_path}: make room, or no move can be kept when it is full\.", said)


def test_a_clock_that_stands_in_the_past(monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(checkup.clock)[0][0] == "ok"
    monkeypatch.setattr(checkup.time, "time", lambda: 1e9)
    assert "before this was installed: set it" in worst(found(checkup.clock))[1]
    assert [line.status for seconds in (0.1, -2, 60) for line in checkup.apart(seconds)] == ["ok", "warning", "error"]


def test_the_port(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        assert worst(found(checkup.port, port=port))[1] == (
            f"Another program listens on port {port}: choose another --port."
        )
    assert "cannot listen on 192.0.2.1" in worst(found(checkup.port, host="192.0.2.1"))[1]
    with Server(tmp_path) as server:
        port = server.settings.port
        assert found(checkup.port, port=port) == [("ok", f"A Handful is running on port {port}, and is well.")]
        (tmp_path / "tables.db").unlink()
        status, said = worst(found(checkup.port, port=port))
        assert status == "error"
        assert "and says: The server's file of tables was deleted or moved." in said


@pytest.mark.parametrize(
    ("settings", "status", "said"),
    [
        ({"origins": ("cards.example",)}, "error", "'cards.example' is no origin"),
        ({"origins": ("https://cards.example/",)}, "error", "without a path"),
        ({"host": "0.0.0.0"}, "warning", "0.0.0.0 can be reached without encryption"),
        ({"proxies": ("10.0.0.1",)}, "warning", "listens on 127.0.0.1 only, where 10.0.0.1 cannot reach it"),
        ({"host": "10.0.0.2", "proxies": ("caddy!",)}, "error", "'caddy!' is no address or network"),
        ({"host": "10.0.0.2", "proxies": ("*",)}, "warning", "Everybody is believed"),
        ({"host": "10.0.0.2", "proxies": ("0.0.0.0/0",)}, "warning", "Everybody is believed"),
    ],
)
def test_addresses_that_do_not_fit(settings: dict[str, Any], status: str, said: str) -> None:
    seen = worst(found(checkup.network, **settings))
    assert seen[0] == status
    assert said in seen[1]


def test_addresses_that_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    for settings in ({}, {"origins": ("https://a.example:8443",)}, {"host": "10.0.0.2", "proxies": ("10.0.0.0/24",)}):
        assert [line[0] for line in found(checkup.network, **settings)] == ["ok"]
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    assert "Everybody is believed" in found(checkup.network)[0][1]


def test_postgresql(database: Postgres) -> None:
    address = database.address()
    lines = found(checkup.store, store=address)
    assert {status for status, _ in lines} == {"ok"}
    assert ("ok", "The database is empty; the first node makes its tables.") in lines
    a_store_there = asyncio.run(_opened(address))
    assert a_store_there
    assert ("ok", "The database is empty; the first node makes its tables.") not in found(checkup.store, store=address)
    status, said = worst(found(checkup.store, store=address + "&default_transaction_read_only=on"))
    assert (status, said) == ("error", "This PostgreSQL takes no changes: it is a copy of another.")
    status, said = worst(found(checkup.store, store=f"postgresql://nobody:secret@127.0.0.1:{free_port()}/x"))
    assert status == "error"
    assert said.startswith("PostgreSQL cannot be reached: ")
    assert "secret" not in said


async def _opened(address: str) -> bool:
    store = await open_store(address)
    await store.close()
    return True


def test_the_bus() -> None:
    server = "postgresql://db/handful"
    nats = Nats()
    try:
        (line,) = found(checkup.bus, store=server, bus=nats.address)
        assert re.fullmatch(r"NATS [\d.]+ answers\.", line[1])
        assert "A bus is for nodes that share PostgreSQL" in worst(found(checkup.bus, bus=nats.address))[1]
    finally:
        nats.stop()
    status, said = worst(found(checkup.bus, store=server, bus=f"nats://u:secret@127.0.0.1:{nats.port}"))
    assert status == "error"
    assert said.startswith(f"NATS cannot be reached at 127.0.0.1:{nats.port}")
    assert "secret" not in said
    assert worst(found(checkup.bus, store=server))[0] == "warning"
    assert found(checkup.bus) == [("ok", "One server alone needs no bus.")]


def test_a_check_that_fails_itself_is_a_line_too() -> None:
    def broken(_: Settings) -> Iterator[Line]:
        raise RuntimeError("no idea")

    assert [line.status for line in checkup.checked(broken, Settings())] == ["error"]
