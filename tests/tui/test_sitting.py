"""A table for one person and bots: who waits for whom."""

from __future__ import annotations

import asyncio
import random

import pytest

from handful.bots.pool import BotPool
from handful.table.table import Refused
from handful.tui.sitting import Alone


async def until_a_partner_is_due(sitting):
    """Play on, without the bots' own thoughts, until a partner is to act and the person may act before."""
    table, choice = sitting.table, random.Random(7).choice
    for _ in range(300):
        due = table.bots_due()
        if due and 0 in table.actors():
            return
        if due:
            sitting._fold(table.bot_act(due[0], choice(table.position.legal(due[0])), "", 0))
        else:
            await sitting.act(choice(sitting.offers()))
    raise AssertionError("no partner was ever due")


def test_a_partner_waits_a_moment_for_the_person_or_until_it_is_let():
    async def wait():
        sitting = Alone("half_suit", 6, {}, "Ada", seed=7, pace="slow", bots=BotPool(1, "tests.tui.quick"))
        try:
            await until_a_partner_is_due(sitting)
            listening = asyncio.create_task(anext(aiter(sitting.news())))
            number = sitting.table.number
            await asyncio.sleep(0.6)
            assert sitting.table.number == number
            sitting.pace = "fast"
            assert sitting.let_others() == "You let the others act first."
            await asyncio.sleep(0.4)
            assert sitting.table.number > number
            await listening
        finally:
            await sitting.close()

    asyncio.run(asyncio.wait_for(wait(), 20))


def test_there_is_nothing_to_save_and_no_hint_before_its_time():
    async def ask():
        sitting = Alone("spar", 3, {}, "Ada", seed=7)
        try:
            with pytest.raises(Refused, match="when the game is over"):
                await sitting.transcript()
            if not sitting.offers():
                with pytest.raises(Refused, match="not your move"):
                    await sitting.hint()
        finally:
            await sitting.close()

    asyncio.run(ask())


def test_another_game_has_the_same_setting_and_another_shuffle():
    async def again():
        first = Alone("spar", 3, {"target": "2"}, "Ada", "hard", seed=7)
        second = await first.again()
        await second.close()
        return first.picture, second.picture

    first, second = asyncio.run(again())
    assert first["options"] == second["options"]
    assert [info["bot"] for info in second["seats"]] == ["", "hard", "hard"]
    assert first["commitment"] != second["commitment"]
