"""A hard bot whose search a fresh machine has yet to make plays on, and everybody at the table is told so meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from handful.cli.new_game import new_game
from tests.patience import becomes
from tests.server.clients import Guest, Seated, Server
from tests.server.test_people import presence_of


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server on a machine that has compiled nothing yet, with a small game whose search is soon made."""
    new_game("prizes", tmp_path)
    monkeypatch.setenv("HANDFUL_GAMES", str(tmp_path / "prizes"))
    monkeypatch.setenv("HANDFUL_CACHE", str(tmp_path / "cache"))
    with Server(tmp_path) as running:
        yield running


def open_table(guest: Guest, level: str) -> str:
    found: str = guest.post("/api/play-now", game="prizes", seats=2, level=level).json()["id"]
    return found


async def asked_alone(player: Seated) -> None:
    """Wait until the bot has chosen, and only the player's choice is missing; or the game is over."""
    await player.until_picture(lambda now: len(now["actors"]) < 2)


async def is_prepared(guest: Guest) -> bool:
    """Whether a hard bot at another table searches by now."""
    async with guest.at(open_table(guest, "hard")) as player:
        await asked_alone(player)
        return not presence_of(player)["prepares"]


def test_the_table_is_told_while_the_search_is_being_prepared(house: Server, tmp_path: Path) -> None:
    """From the first choice of a hard bot until the search is there; whoever comes meanwhile is told, too."""

    async def play() -> None:
        ada, eve = Guest(house, "Ada").introduce(), Guest(house, "Eve").introduce()
        table = open_table(ada, "hard")
        async with ada.at(table) as player:
            await asked_alone(player)
            assert presence_of(player)["prepares"]
            async with eve.at(table) as watcher:
                assert presence_of(watcher)["prepares"]
            await becomes(lambda: is_prepared(ada), "the search is never there")
            assert list(tmp_path.glob("cache/**/*search*.nbi")), "the search is not kept"
            await player.act(player.picture["legal"][0])
            while presence_of(player)["prepares"]:
                await player.next()

    asyncio.run(play())


def test_bots_that_do_not_search_have_nothing_to_prepare(house: Server) -> None:
    async def play() -> None:
        ada = Guest(house, "Ada").introduce()
        async with ada.at(open_table(ada, "normal")) as player:
            await asked_alone(player)
            assert not presence_of(player)["prepares"]

    asyncio.run(play())
