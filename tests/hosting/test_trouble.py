"""A full disk, a damaged file, a file that is deleted under a running server: the reason is said at once."""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing, suppress
from pathlib import Path
from typing import Any

import pytest

from handful.store import Unavailable, open_store
from handful.table.refusals import STORE_TROUBLES
from tests.patience import PATIENCE_S, until
from tests.server.clients import Guest, Message, Server
from tests.server.games import Party, gather

pytestmark = pytest.mark.xdist_group("trouble")

FULL, GONE, DAMAGED = STORE_TROUBLES["disk_full"], STORE_TROUBLES["file_gone"], STORE_TROUBLES["damaged"]
"""Only something that hangs takes so long."""


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of two megabytes, where this may be made."""
    folder = tmp_path / "disk"
    folder.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "handful", folder], capture_output=True, text=True, check=False
    )
    if made.returncode:
        pytest.skip(f"no small disk can be made here: {made.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


def fill(file: Path) -> None:
    """Write until nothing more fits."""
    with file.open("wb", buffering=0) as ballast, suppress(OSError):
        while True:
            ballast.write(bytes(4096))


def health(server: Server) -> tuple[int, str]:
    answer = Guest(server, "x").get("/healthz")
    return answer.status_code, answer.json()["status"]


def logged(server: Server) -> list[dict[str, Any]]:
    return [json.loads(line) for line in server.logs().splitlines()]


def reasons(server: Server) -> list[str]:
    """The reasons that the log gives, in order."""
    return [line["reason"] for line in logged(server) if line["event"] == "the store is in trouble"]


async def refusal(party: Party) -> str:
    """Act for whoever is on turn until that is refused; the sentence."""
    dice = random.Random(1)
    async with asyncio.timeout(PATIENCE_S):
        while True:
            answer = await act(party, dice)
            if answer["type"] == "refused":
                return str(answer["sentence"])


async def act(party: Party, dice: random.Random) -> Message:
    """Act for whoever is on turn; the answer, when all have been told."""
    client = next(one for one in party.clients if one.picture["legal"])
    answer = await client.act(dice.choice(client.picture["legal"]))
    if answer["type"] == "ack":
        for one in party.clients:
            await one.until_picture(lambda picture: picture["number"] >= answer["number"])
    return answer


def test_a_full_disk_is_said_at_once_and_passes(small_disk: Path) -> None:
    async def play() -> None:
        with Server(small_disk.parent, store=str(small_disk / "tables.db")) as server:
            async with AsyncExitStack() as stack:
                party = await gather(server, stack, "spar", seats=2, options={})
                assert health(server) == (200, "well")
                ballast = small_disk / "ballast"
                fill(ballast)
                assert await refusal(party) == FULL
                assert health(server) == (503, FULL)
                assert reasons(server) == [FULL]
                opened = party.guests[0].post("/api/tables", game="spar")
                assert (opened.status_code, opened.json()["sentence"]) == (503, FULL)
                ballast.unlink()
                until(lambda: health(server) == (200, "well"), "a disk with space is well again")
                assert (await act(party, random.Random(2)))["type"] == "ack"

    asyncio.run(play())


def test_a_limit_on_the_size_of_files_is_said(tmp_path: Path) -> None:
    """As `ulimit -f` and quotas do it: SQLite calls it a failure of the disk."""
    script = f"""
import asyncio, sys
from handful.store import PlayerRow, Unavailable, open_store
async def fill():
    store = await open_store({str(tmp_path / "tables.db")!r})
    try:
        for n in range(10_000):
            await store.save_player(PlayerRow(str(n), "x" * 200, 1))
    except Unavailable as error:
        print(error.code)
    while not (found := await store.trouble()):  # what it writes is small, and finds a little room still
        pass
    print(found)
asyncio.run(fill())
"""
    limited = subprocess.run(
        [sys.executable, "-c", script],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000)),
        capture_output=True,
        text=True,
        check=True,
    )
    assert limited.stdout.splitlines() == ["disk_failing", "disk_failing"]


def overwrite(path: Path, part: str) -> None:
    """Overwrite the pages of a part with rubbish, as a failing disk does."""
    with closing(sqlite3.connect(path)) as file:
        (size,) = file.execute("PRAGMA page_size").fetchone()
        wanted = "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'"
        pages = file.execute(wanted, (part,)).fetchall()
    with path.open("r+b") as file:
        for (page,) in pages:
            file.seek((page - 1) * size)
            file.write(bytes([0xAA]) * size)


def test_a_damaged_page_is_found_and_nothing_is_written_any_more(tmp_path: Path) -> None:
    async def play() -> None:
        with Server(tmp_path) as server:
            async with AsyncExitStack() as stack:
                table = (await gather(server, stack, "spar", seats=2)).table
            server.stop()  # all is in the file then, and nothing in the log beside it
            server.start()
            ada = Guest(server, "Ada").introduce()
            assert health(server) == (200, "well")
            overwrite(tmp_path / "tables.db", "entries")
            until(lambda: health(server) == (503, DAMAGED), "damage that nobody has met is found, too")
            assert reasons(server) == [DAMAGED]
            for answer in (ada.post("/api/tables", game="spar"), ada.post("/api/me", name="Eve")):
                assert (answer.status_code, answer.json()["sentence"]) == (503, DAMAGED)
            assert ada.get(f"/api/tables/{table}").status_code in (200, 503)  # it may be in memory

    asyncio.run(play())


def test_a_server_that_is_started_on_damage_says_so_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with Server(tmp_path) as server:
        Guest(server, "Ada").introduce().open("spar")
    overwrite(path, "keys")
    said = subprocess.run(
        [sys.executable, "-m", "handful", "serve", "--port", "0", "--store", path],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert (said.returncode, said.stdout) == (1, "")
    (line,) = said.stderr.splitlines()
    assert line.startswith("handful: The store is damaged (database disk image is malformed): restore a backup of it.")


def test_damage_is_met_by_whoever_reads(tmp_path: Path) -> None:
    """Without looking through the file: the first who reads a damaged page is told, and from then on everybody."""

    async def read() -> None:
        with Server(tmp_path) as server:
            async with AsyncExitStack() as stack:
                table = (await gather(server, stack, "spar", seats=2)).table
        path = tmp_path / "tables.db"
        with path.open("r+b") as file:
            content = file.read()
            at = content.index(b'"nonce":"nonce1"')
            file.seek(at)
            file.write(bytes([0xFF] * 16))
        store = await open_store(str(path))
        assert await store.trouble() == ""
        with pytest.raises(Unavailable, match=r"The log of table .{4}… cannot be read"):
            await store.read(table)
        assert await store.trouble() == "damaged"
        await store.close()

    asyncio.run(read())


@pytest.mark.parametrize(
    ("name", "how"), [("tables.db", "deleted"), ("tables.db", "replaced"), ("tables.db-wal", "deleted")]
)
def test_a_file_that_is_gone_takes_no_more_moves(tmp_path: Path, name: str, how: str) -> None:
    async def play() -> None:
        with Server(tmp_path) as server:
            async with AsyncExitStack() as stack:
                party = await gather(server, stack, "spar", seats=2, options={})
                kept = tmp_path / "kept"
                (tmp_path / name).rename(kept)
                if how == "replaced":
                    (tmp_path / name).write_bytes(kept.read_bytes())
                assert await refusal(party) == GONE
                assert health(server) == (503, GONE)
                assert reasons(server) == [GONE]
                assert GONE in party.guests[0].post("/api/me", name="Eve").json()["sentence"]
                os.replace(kept, tmp_path / name)
                until(lambda: health(server) == (200, "well"), "the file is back")

    asyncio.run(play())


def test_a_file_that_is_gone_is_noticed_while_nobody_plays_and_no_path_is_told(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        assert health(server) == (200, "well")
        (tmp_path / "tables.db").unlink()
        until(lambda: reasons(server) == [GONE], "it is in the log without any visitor")
        ada = Guest(server, "Ada")
        assert ada.post("/api/me", name="Ada").status_code == 503
        assert ada.get("/healthz").status_code == 503
        assert str(tmp_path) not in "".join(ada.got)


def test_a_server_alone_has_no_bus(server: Server) -> None:
    assert Guest(server, "x").get("/healthz").json() == {"status": "well", "bus": "none"}
