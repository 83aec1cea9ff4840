"""Whoever comes late to a long game can read its record back to the first card."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack

from playwright.sync_api import Page, expect

from tests.patience import PATIENCE_S
from tests.server.clients import Server
from tests.server.games import gather, play_a_while
from tests.web.driving import text


def long_game(site: Server) -> str:
    """The table of a game with more entries than a newcomer is told at once; nobody plays on."""

    async def play() -> str:
        async with AsyncExitStack() as stack:
            party = await gather(site, stack, "spar", options={"target": "60"})
            await play_a_while(party, site.settings.kept + 30)
            return party.table

    with ThreadPoolExecutor(1) as beside:  # the browser's own loop runs in this thread
        return beside.submit(asyncio.run, asyncio.wait_for(play(), PATIENCE_S)).result()


def test_the_record_of_a_long_game_goes_back_to_its_beginning(site: Server, page: Page) -> None:
    table = long_game(site)
    page.goto(f"{site.address}/t/{table}")
    record = page.get_by_role("list", name=text("record.title"))
    earlier = record.get_by_role("button", name=text("record.earlier"))
    expect(earlier).to_be_visible()
    expect(record.get_by_text("Round 1:")).to_have_count(0)
    earlier.click()
    expect(record.get_by_text("Round 1:")).to_be_visible()
    expect(earlier).to_have_count(0)
