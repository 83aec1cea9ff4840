"""A game that is left is kept, and gone on with; without a game there is a list; a game can be stepped through."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from handful.referee import Replay
from handful.transcript import read
from handful.tui import left_games
from handful.tui.front import GO_ON, Front
from handful.tui.replay import ReplayApp, steps_of
from handful.tui.tables import OwnTable
from tests.patience import PATIENCE_S
from tests.tui.test_terminal import PLAY, Terminal

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "spar.game"


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    """A state folder of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path


def test_a_game_goes_on_where_it_was_left():
    async def leave():
        table = OwnTable("spar", 3, {"target": "2"}, "Ada", "easy", 7, "fast")
        async for _ in table.news():
            if table.offers():
                await table.choose(table.offers()[0])
                break
        await table.close()
        assert table.keep()
        return table

    async def go_on():
        table = OwnTable.gone_on_with(left_games.newest("spar"))
        try:
            return table, table.picture, await anext(table.news())
        finally:
            await table.close()

    left = asyncio.run(asyncio.wait_for(leave(), PATIENCE_S))
    file = left_games.files()[0]
    assert file.stat().st_mode & 0o077 == 0
    again, picture, told = asyncio.run(asyncio.wait_for(go_on(), PATIENCE_S))
    assert picture == left.picture
    assert again.setting[:5] == left.setting[:5]
    assert told == ["You go on with your game."]
    assert left_games.newest("claim") is None
    left_games.forget(left.table.id)
    assert left_games.newest() is None


def test_half_a_file_is_left_out(state):
    (state / "handful" / "games").mkdir(parents=True)
    (state / "handful" / "games" / "x.json").write_text('{"table": "x', encoding="utf-8")
    assert left_games.newest() is None


def test_quitting_keeps_the_game_and_continue_goes_on(state):
    terminal = Terminal("play", "spar", *PLAY, XDG_STATE_HOME=str(state))
    terminal.until("YOUR TURN")
    terminal.press("1")
    terminal.until("You play")
    terminal.press("q")
    assert terminal.status() == 0
    assert "handful play --continue goes on with it." in terminal.written
    terminal = Terminal("play", "--continue", XDG_STATE_HOME=str(state))
    terminal.until("You go on with your game.")
    terminal.until("Ada (you)")
    terminal.press("\x03")
    assert terminal.status() == 130
    terminal = Terminal("play", XDG_STATE_HOME=str(state))
    terminal.until("with your game of Spar")
    terminal.press("q")
    assert terminal.status() == 0


def test_without_a_game_there_is_a_list_with_a_level():
    async def choose(*keys):
        app = Front("normal", None)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press(*keys)
            await pilot.pause()
        return app.return_value, app.level

    assert asyncio.run(choose("l", "2")) == ("game spar", "hard")
    assert asyncio.run(choose("down", "enter")) == ("game spar", "normal")
    assert asyncio.run(choose("q")) == (None, "normal")
    assert GO_ON not in Front("normal", None).names


def test_a_game_is_stepped_through():
    text = EXAMPLE.read_text(encoding="utf-8")
    steps = steps_of(Replay(read(text)), None)
    hidden = steps_of(Replay(read(text)), 0)
    assert len(steps) == len(hidden) == len(Replay(read(text)).run())
    assert hidden[0].picture["view"]["hands"][1] is None
    assert steps[0].picture["view"]["hands"][1]

    async def step():
        app = ReplayApp(steps)
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.press("right", "right", "left")
            assert app.at == 1
            await pilot.press("end")
            assert app.at == len(steps) - 1
            await pilot.press("right")
            assert app.at == len(steps) - 1
            await pilot.press("home", "p")
            assert app.plays
            await pilot.pause()
            strips = app.screen._compositor.render_strips()
            return "\n".join(strip.text for strip in strips)

    shown = asyncio.run(step())
    assert f" of {len(steps) - 1}, playing, p stops" in shown
    assert "Seat 2" in shown
