"""A table for one person and bots: who waits for whom."""

from __future__ import annotations

import asyncio
import random

import pytest

from handful.bots.pool import BotPool
from handful.table.commands import bot_act
from handful.table.refusals import Refused
from handful.tui import tables
from handful.tui.picture import prompt, result
from handful.tui.tables import OwnTable
from tests.patience import PATIENCE_S


async def until_a_partner_is_due(own):
    """Play on, without the bots' own thoughts, until a partner is to act and the person may act before."""
    choice = random.Random(7).choice
    for _ in range(300):
        table = own.table
        due = table.bots_due()
        if due and 0 in table.actors():
            return
        if due:
            own._take(bot_act(table, due[0], choice(table.position.legal(due[0])), "", 0))
        else:
            await own.choose(choice(own.offers()))
    raise AssertionError("no partner was ever due")


def test_a_partner_waits_a_moment_for_the_person_or_until_it_is_let(monkeypatch):
    monkeypatch.setitem(tables.PATIENCE, "slow", PATIENCE_S)

    async def wait():
        own = OwnTable("half_suit", 6, {}, "Ada", seed=7, pace="slow", bots=BotPool(1, "tests.tui.quick"))
        try:
            await until_a_partner_is_due(own)
            listening = asyncio.create_task(anext(aiter(own.news())))
            number = own.table.number
            await asyncio.sleep(0.6)
            assert own.table.number == number
            own.pace = "fast"
            assert own.let_others() == "You let the others act first."
            while own.table.number == number:
                await asyncio.sleep(0.01)
            await listening
        finally:
            await own.close()

    asyncio.run(asyncio.wait_for(wait(), PATIENCE_S))


def test_there_is_nothing_to_save_and_no_hint_before_its_time():
    async def ask():
        own = OwnTable("spar", 3, {}, "Ada", seed=7)
        try:
            with pytest.raises(Refused, match="when the game is over"):
                await own.transcript()
            while own.offers():
                await own.choose(own.offers()[0])
            with pytest.raises(Refused, match="not your move"):
                await own.hint()
        finally:
            await own.close()

    asyncio.run(ask())


def test_another_game_has_the_same_setting_and_another_shuffle():
    async def again():
        first = OwnTable("spar", 3, {"target": "2"}, "Ada", "hard", seed=7)
        second = await first.again()
        await second.close()
        return first.picture, second.picture

    first, second = asyncio.run(again())
    assert first["options"] == second["options"]
    assert [info["bot"] for info in second["seats"]] == ["", "hard", "hard"]
    assert first["commitment"] != second["commitment"]


@pytest.mark.parametrize(
    ("game", "legal", "asked"),
    [
        ("claim", ["declare nothing", "declare s"], "Declare a suit, or nothing."),
        ("claim", ["take", "pass", "declare s"], "Your turn: choose what to do."),
        ("half_suit", ["ask 1 5h", "claim eights"], "Your team's turn: ask or claim."),
        ("half_suit", ["2h with 0", "2h with 2"], "Your claim: say who holds each card."),
        ("half_suit", ["counter"], "Your team must counter-claim."),
        ("spar", ["Kd", "6s"], "Your turn: play a card."),
        ("thirteam", ["trade 2s", "trade Ah"], "Choose a card to send back."),
    ],
)
def test_one_is_asked_for_what_can_be_done(game, legal, asked):
    assert prompt({"game": game, "legal": legal}) == asked


def test_a_team_wins_or_loses_together():
    """In a game of teams the end is told to a team, and the others are named."""
    who = [{"name": name, "bot": False} for name in ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")]
    ended = {"game": "half_suit", "seats": who, "seat": 1, "view": None}
    lost = ended | {"result": {"winners": [0, 2, 4], "scores": [5, 4, 5, 4, 5, 4]}}
    assert result(lost) == [
        "Your team has lost, 4 to 5.", "The others (Ada, Cy, Ed): 5", "Your team (Bo, Di, Flo): 4"
    ]  # fmt: skip
    assert result(lost | {"seat": 2})[0] == "Your team has won, 5 to 4."
    assert result(lost | {"seat": None})[0] == "Won by Ada, Cy and Ed."
