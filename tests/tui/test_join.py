"""Tables that a real server keeps: through the client, the full screen and the plain lines."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import handful
from handful.games import find
from handful.table.refusals import Refused
from handful.tui.app import TableApp
from handful.tui.screens import Ended
from handful.tui.tables import join
from handful.tui.widgets import Actions
from tests.patience import PATIENCE_S
from tests.server.clients import Server
from tests.tui.table import SHORT


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of its own, whose bots answer at once."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.mark.parametrize("game", SHORT)
def test_a_game_through_the_client(server, game):
    seats, options = SHORT[game]

    async def play():
        async with handful.connect(server.address, "Ada") as client:
            await client.play_now(game, seats, options, "easy")
            assert client.seat == 0
            told = []
            async for sentences in client:
                told += sentences
                while client.legal and client.picture["status"] == "playing":
                    try:
                        await client.act(client.legal[0])
                    except Refused:
                        break  # a partner was quicker
                if client.picture["status"] == "over":
                    break
            return told, await client.transcript()

    told, text = asyncio.run(asyncio.wait_for(play(), PATIENCE_S))
    assert any(sentence.startswith("You ") for sentence in told)
    assert not any("Ada" in sentence for sentence in told)
    assert handful.resume(text).over
    assert "\nnonce 0: " in text, "the player has a part in the shuffle"


def test_two_people_and_a_bot_at_a_table_of_their_own(server):
    async def play():
        async with handful.connect(server.address, "Ada") as ada:
            await ada.open("spar", 3, {"target": "1"})
            await ada.sit()
            async with handful.connect(ada.link, "Bo") as bo:
                assert bo.seat is None
                await bo.sit()
                while ada.picture["seats"][1]["free"]:
                    await asyncio.sleep(0.005)
                await ada.seat_bots("easy")
                with pytest.raises(Refused, match="Only who opened"):
                    await bo.start()
                await ada.start()
                while "over" not in (ada.picture["status"], bo.picture["status"]):
                    for one in (ada, bo):
                        if one.legal:
                            await one.act(one.legal[-1])
                    await asyncio.sleep(0.005)
                return ada.picture["seats"]

    seats = asyncio.run(asyncio.wait_for(play(), PATIENCE_S))
    assert [seat["name"] for seat in seats[:2]] == ["Ada", "Bo"]
    assert seats[2]["name"] in ("Pip", "Moss", "Tilda")


def test_the_program_on_the_page_of_the_library_plays_a_game(server):
    page = (Path(__file__).parents[2] / "docs" / "library.md").read_text(encoding="utf-8")
    program = re.search(r"^```python title=[^\n]*\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)[1]
    assert "http://localhost:8000" in program
    done = subprocess.run(
        [sys.executable, "-c", program.replace("http://localhost:8000", server.address)],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0, done.stderr
    assert "You play" in done.stdout
    assert handful.resume(done.stdout[done.stdout.index("game: spar") :].rstrip() + "\n").over


def test_a_lost_connection_is_made_again(server):
    async def play():
        async with handful.connect(server.address, "Ada") as client:
            await client.play_now("top_suit", 3)
            for _ in range(3):
                while not client.legal:
                    await asyncio.sleep(0.01)
                number = client.picture["number"]
                await client._socket.close()
                await client.act(client.legal[0])
                assert client.picture["number"] > number

    asyncio.run(asyncio.wait_for(play(), PATIENCE_S))


def test_wrong_links_are_refused_in_words(server):
    async def there(link):
        async with handful.connect(link, "Ada"):
            pass

    for link, why in (
        (f"{server.address}/t/aaaaaaaaaaaaaaaa", "no such table"),
        (f"{server.address}/x/y", "no link to a table"),
        ("http://127.0.0.1:9", "no answer"),
    ):
        with pytest.raises(Refused, match=why):
            asyncio.run(there(link))


def test_the_full_screen_at_a_servers_table(server):
    async def play():
        table = await join(server.address, "Ada", game="spar", seats=3, options={"target": "1"})
        app = TableApp(table)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            actions = app.screen_stack[0].query_one(Actions)
            while actions.texts != [f"bots {level}" for level in find("spar").levels]:
                await pilot.pause(0.02)
            await pilot.press("1")
            while actions.texts != ["start"]:
                await pilot.pause(0.02)
            while not isinstance(app.screen, Ended):
                if actions.texts:
                    await pilot.press("1")
                await pilot.pause(0.02)
            await pilot.press("n")
        again = await table.again()
        assert again.picture["status"] == "playing"
        assert again.picture["table"] != ""
        await again.close()
        return app.return_value

    assert asyncio.run(asyncio.wait_for(play(), PATIENCE_S)) == "again"


def test_the_plain_command_at_a_servers_table_and_back_to_the_seat(server, tmp_path):
    command = [
        sys.executable,
        "-m",
        "handful",
        "play",
        "top_suit",
        "--seats",
        "3",
        "--plain",
        "--name",
        "Ada",
        "--join",
    ]
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}

    def run(link, typed):
        done = subprocess.run(
            [*command, link],
            input=typed,
            capture_output=True,
            text=True,
            check=False,
            env=environment,
            timeout=PATIENCE_S,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    first = run(server.address, "bots easy\nstart\n1\nquit\n")
    link = first.partition("The table is at ")[2].split()[0]
    again = run(link, "1\n" * 500)
    assert "Won by" in again
    assert "You hold" in again
