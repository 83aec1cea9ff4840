"""Bots of others: at a table in the terminal, at a server's table, and as an account that takes seats."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import handful
from handful.tui.tables import OwnTable
from tests.patience import PATIENCE_S
from tests.server.clients import Server

EXAMPLES = Path(__file__).parents[2] / "examples"
PROGRAM = f"exec:{sys.executable} {EXAMPLES / 'lowest.py'}"
GAMES = ["spar"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of its own."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


def bot(folder: Path, *words: str) -> subprocess.Popen[str]:
    """The command `handful bot`, which keeps its identity in a folder."""
    environment = os.environ | {"XDG_STATE_HOME": str(folder), "PYTHONPATH": str(EXAMPLES), "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(
        [sys.executable, "-m", "handful", "bot", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
    )


def test_a_program_plays_in_the_seats_of_bots():
    async def play():
        table = OwnTable("spar", 3, {"target": "1"}, "Ada", seed=5, pace="fast", guest=PROGRAM)
        try:
            async for _ in table.news():
                if table.picture["status"] == "over":
                    return table.pool.trouble, [act for act in table.table.acts if act.who == "bot"]
                while table.offers():
                    await table.choose(table.offers()[0])
        finally:
            await table.close()

    trouble, acts = asyncio.run(asyncio.wait_for(play(), PATIENCE_S))
    assert trouble == ""
    assert acts
    assert all(act.reason.startswith("It is the first of") for act in acts)


def test_a_bot_that_fails_does_not_end_the_table():
    async def play():
        table = OwnTable("spar", 2, {"target": "1"}, "Ada", seed=5, pace="fast", guest=f"exec:{sys.executable} -c 1")
        try:
            question = table.table.question(table.table.actors()[0])
            answer = await table.pool.ask(question, 1.0)
            assert answer.action in question.legal
            return table.pool.trouble
        finally:
            await table.close()

    assert "ended" in asyncio.run(asyncio.wait_for(play(), PATIENCE_S))


async def against(address: str, start: subprocess.Popen[str] | None, folder: Path, *words: str) -> tuple[str, str]:
    """A person opens a public table, and plays a whole game with the bot that comes to it; names and transcript."""
    async with handful.connect(address, "Ada") as client:
        await client.open("spar", 2, {"target": "1"}, public=True)
        await client.sit()
        process = start or bot(folder, "--join", client.link, *words)
        try:
            async for _ in client:
                picture = client.picture
                if picture["status"] == "open" and not any(seat["free"] for seat in picture["seats"]):
                    await client.start()
                if picture["status"] == "over":
                    break
                if client.legal:
                    await client.act(client.legal[0])
            return client.picture["seats"][1]["name"], await client.transcript()
        finally:
            if not start:
                await asyncio.to_thread(process.communicate, timeout=PATIENCE_S)
                assert process.returncode == 0


@pytest.mark.parametrize("what", ["careful:Careful", PROGRAM], ids=["class", "program"])
def test_a_bot_takes_a_seat_at_a_server_s_table_and_plays_to_the_end(server, tmp_path, what):
    told = asyncio.run(asyncio.wait_for(against(server.address, None, tmp_path, what, "--name", "Guest"), PATIENCE_S))
    assert told[0] == "Guest (bot)"
    assert handful.resume(told[1]).over


def test_an_account_stays_and_takes_a_seat_wherever_somebody_waits(server, tmp_path):
    words = ("--join", server.address, "careful:Careful", "--name", "Stays", "--game", "spar", "--wait", "0")
    account = bot(tmp_path, *words)
    try:
        assert "takes a seat where somebody has waited" in account.stdout.readline()
        for _ in range(2):
            name, text = asyncio.run(asyncio.wait_for(against(server.address, account, tmp_path), PATIENCE_S))
            assert name == "Stays (bot)"
            assert handful.resume(text).over
    finally:
        account.kill()
        account.communicate()
    kept = list((tmp_path / "handful" / "identities").iterdir())
    assert len(kept) == 1
    assert kept[0].name.endswith("Stays--bot-")
