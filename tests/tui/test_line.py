"""At a server's table in the terminal: the line is lost and comes back, somebody is away, the clock runs."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

import handful
from handful.tui.app import TableApp
from handful.tui.felt import Felt, drawn
from handful.tui.plain import PlainTable
from handful.tui.tables import ServerTable, join
from tests.patience import PATIENCE_S, becomes
from tests.server.clients import Server
from tests.tui.table import Desk


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of its own, which may go away."""
    with Server(tmp_path) as running:
        yield running


@asynccontextmanager
async def seated(server: Server, clock: str = "off"):
    """Ada before the screen, at a table of Spar that has begun with Bo, who plays from elsewhere."""
    table = await join(server.address, "Ada", game="spar", seats=2, options={"target": "30"})
    await table.set_options(clock=clock)
    async with handful.connect(table.link, "Bo") as bo:
        await bo.sit()
        await becomes(lambda: there(lambda: not table.picture["seats"][1]["free"]))
        await table.start()
        app = TableApp(table)
        async with app.run_test(size=(100, 30)) as pilot:
            yield table, bo, Desk(app, table, pilot)
    await table.close()


async def there(true: Callable[[], object]) -> object:
    return true()


def run(play) -> None:
    asyncio.run(asyncio.wait_for(play, PATIENCE_S))


def test_a_lost_line_is_shown_and_comes_back(server):
    """The server dies and starts again: the screen says so meanwhile, and the game goes on."""

    async def play():
        async with seated(server) as (table, bo, desk):
            await asyncio.to_thread(server.kill)
            await desk.until(lambda: "The line to the server is lost: trying again" in desk.screen().splitlines()[0])
            number = table.picture["number"]
            await asyncio.to_thread(server.start)
            await desk.until(lambda: "lost" not in desk.screen().splitlines()[0])
            assert table.trouble == ""
            await desk.until(lambda: table.legal or bo.legal)
            mover = table if table.legal else bo
            await mover.act(mover.legal[0])
            await desk.until(lambda: table.picture["number"] > number)

    run(play())


def test_a_line_that_is_gone_for_good_is_not_shown_as_current(server, monkeypatch):
    monkeypatch.setattr(ServerTable, "tries", 2)

    async def play():
        async with seated(server) as (table, _, desk):
            await asyncio.to_thread(server.kill)
            await desk.until(lambda: table.ended)
            await desk.until(lambda: table.ended[:40] in desk.screen().splitlines()[0])

    run(play())


def test_who_is_away_is_marked_and_told(server):
    async def play():
        async with seated(server) as (_, bo, desk):
            assert "not here" not in desk.screen()
            await bo.close()
            await desk.until(lambda: "Bo is away." in desk.record())
            await desk.until(lambda: "not here" in desk.screen())

    run(play())


def test_the_clock_of_who_is_asked_is_shown_and_runs(server):
    """On the screen it is there; that it runs is seen on the same picture a while later."""

    async def play():
        async with seated(server, clock="fast") as (table, _, desk):
            await desk.until(lambda: any(table.picture["deadlines"]))
            await desk.until(lambda: re.search(r"\b\d:\d\d\b", desk.screen()))
            felt, now = desk.app.query_one(Felt), max(filter(None, table.picture["deadlines"])) - 65_000
            width, height = felt.size
            for later, left in ((0, "1:05"), (6_000, "0:59"), (66_000, "0:00")):
                shown = drawn(table.picture, width, height, felt.colours, (), now + later)
                assert left in shown.plain

    run(play())


def test_the_plain_table_says_that_the_line_is_lost_and_back(server):
    said: list[str] = []

    class Silent:
        async def next(self) -> None:
            await asyncio.Event().wait()

    async def play():
        table = await join(server.address, "Ada", game="spar", seats=2, options={"target": "30"})
        playing = asyncio.create_task(PlainTable(table, said.append).play(Silent()))
        await becomes(lambda: there(lambda: any("The table is at" in line for line in said)))
        await asyncio.to_thread(server.kill)
        await becomes(lambda: there(lambda: said[-1].startswith("The line to the server is lost")))
        await asyncio.to_thread(server.start)
        await becomes(lambda: there(lambda: "The line is back." in said))
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await table.close()

    run(play())
