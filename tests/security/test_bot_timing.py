"""How long a bot thinks tells nothing: its answer comes at the floor, however hard the choice was."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from statistics import median

import pytest

from tests.server.clients import Guest, Server
from tests.server.games import TIMER_MS, kept

pytestmark = pytest.mark.xdist_group("security")
FLOOR_MS = 900
THOUGHT_MS = 300
"""How long hard thinks: if that came on top of the floor, even its quickest answer would show it."""
LATE_MS = FLOOR_MS + 0.8 * THOUGHT_MS
ANSWERS = 9
"""So many of each level."""
MOST = 90
"""A busy machine makes some of them late: then so many, until one of each kind is not."""


def test_answers_come_at_the_floor_for_easy_and_hard_positions_and_levels_alike(tmp_path: Path) -> None:
    async def play(level: str, seed: int) -> list[tuple[int, int]]:
        ada = Guest(server, "Ada").introduce()
        table = ada.post("/api/play-now", game="top_suit", seats=4, level=level).json()["id"]
        async with ada.at(table) as client:
            dice, log = random.Random(seed), await kept(server, table)
            while len(log.waits()) < ANSWERS:
                if client.picture["legal"]:
                    await client.act(dice.choice(client.picture["legal"]))
                else:
                    await client.next()
                log = await kept(server, table)
        return log.waits()

    async def both(seed: int) -> None:
        more_easy, more_hard = await asyncio.gather(play("easy", seed), play("hard", seed + 1))
        easy.extend(more_easy)
        hard.extend(more_hard)

    easy: list[tuple[int, int]] = []
    hard: list[tuple[int, int]] = []
    with Server(tmp_path, bot_floor_ms=FLOOR_MS, bots=1) as server:
        while not easy or (len(easy) < MOST and max(map(min, groups(easy, hard))) >= LATE_MS):
            asyncio.run(both(len(easy)))
    for group in groups(easy, hard):
        assert FLOOR_MS - TIMER_MS <= min(group) < LATE_MS


def groups(easy: list[tuple[int, int]], hard: list[tuple[int, int]]) -> list[list[int]]:
    """How long the answers took: of either level, and with few or many choices."""
    middle = median(choices for choices, _ in easy + hard)
    return [
        [wait for _, wait in easy],
        [wait for _, wait in hard],
        [wait for choices, wait in easy + hard if choices <= middle],
        [wait for choices, wait in easy + hard if choices > middle],
    ]
