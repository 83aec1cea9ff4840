"""Bots take their time: a pause that depends on the setting and on chance, and on nothing else."""

from __future__ import annotations

import statistics

import pytest

from handful.server.settings import PACES, UNEVEN, Settings


@pytest.mark.parametrize("pace", PACES)
def test_pauses_are_as_long_as_the_pace_says_and_uneven(pace):
    settings = Settings(bot_pace=pace)
    pauses = [1000 * settings.bot_pause_s() for _ in range(2000)]
    assert (1 - UNEVEN) * PACES[pace] <= min(pauses) < 0.8 * PACES[pace]
    assert 1.2 * PACES[pace] < max(pauses) <= (1 + UNEVEN) * PACES[pace]
    assert statistics.mean(pauses) == pytest.approx(PACES[pace], rel=0.03)


def test_a_table_has_a_pace_of_its_own_or_that_of_the_server():
    settings = Settings(bot_pace="slow")
    for table, pace in (("usual", "slow"), ("quick", "quick"), ("slow", "slow")):
        pauses = [1000 * settings.bot_pause_s(table) for _ in range(200)]
        assert (1 - UNEVEN) * PACES[pace] <= min(pauses) <= max(pauses) <= (1 + UNEVEN) * PACES[pace]


def test_the_shortest_pause_is_longer_than_any_bot_thinks():
    assert (1 - UNEVEN) * min(PACES.values()) > 300 * 1.25


def test_a_floor_replaces_the_pace():
    assert {Settings(bot_floor_ms=300).bot_pause_s() for _ in range(9)} == {0.3}
    assert Settings(bot_floor_ms=0).bot_pause_s() == 0.0
