"""A shared link shows what it is about before it is opened, and nothing that is not for everybody who has it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import AsyncExitStack

import pytest

from handful.games import ROOMS
from tests.server.clients import ROOT, Guest, Server
from tests.server.games import gather, play_out


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the page of the browser client."""
    folder = tmp_path_factory.mktemp("web")
    page = (ROOT / "web" / "index.html").read_text(encoding="utf-8")
    (folder / "index.html").write_text(page, encoding="utf-8")
    with Server(tmp_path_factory.mktemp("site"), web=str(folder)) as running:
        yield running


def tags(page: str) -> dict[str, str]:
    """What the head of a page says of it."""
    found = dict(re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)" />', page))
    assert page.count("<title>") == page.count('name="description"') == 1
    return {**found, "title": re.findall("<title>(.*)</title>", page)[0]}


def test_a_table_invites_with_its_game_its_host_and_its_seats(site: Server) -> None:
    async def play() -> None:
        ada = Guest(site, '<b>"Ada"&').introduce()
        table = ada.open("thirteam", seats=4, public=False)
        async with ada.at(table) as client:
            await client.do("sit")
            told = tags(Guest(site, "").get(f"/t/{table}").text)
        assert told["title"] == told["og:title"] == "Thirteam · Handful"
        assert told["og:description"].startswith("&lt;b&gt;&quot;Ada&quot;&amp; keeps a seat for you. 1 of 4 are here.")
        assert told["og:url"] == f"{site.address}/t/{table}"
        picture = Guest(site, "").get(told["og:image"].removeprefix(site.address))
        assert picture.headers["content-type"] == "image/png"
        assert picture.content.startswith(b"\x89PNG")
        assert ada.id not in "".join(told.values())

    asyncio.run(play())


def test_a_replay_names_who_played_only_when_the_game_is_over(site: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(site, stack, "spar")
            running = tags(Guest(site, "").get(f"/replay/{party.table}").text)
            assert running["og:description"].startswith("Being played: spar 0, spar 1, spar 2.")
            await play_out(party)
            told = tags(Guest(site, "").get(f"/replay/{party.table}").text)
            assert told["og:title"] == "A game of Spar · Handful"
            assert told["og:description"] == "Move by move: spar 0, spar 1, spar 2."

    asyncio.run(play())


def test_every_game_has_a_picture_and_other_links_show_the_house(site: Server) -> None:
    guest = Guest(site, "")
    for room in ROOMS:
        told = tags(guest.get(f"/rules/{room}").text)
        size = guest.get(told["og:image"].removeprefix(site.address)).content
        assert (int.from_bytes(size[16:20], "big"), int.from_bytes(size[20:24], "big")) == (1200, 630)
        assert len(size) < 120_000
    for path in ("/rules/chess", "/t/aaaaaaaaaaaaaaaa", "/t/x", "/replay/%3Cscript%3E"):
        told = tags(guest.get(path).text)
        assert (told["title"], told["og:image"]) == ("Handful", f"{site.address}/icon-512.png")
    assert guest.get("/api/games/chess/preview.png").status_code == 404
