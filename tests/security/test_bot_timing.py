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
ANSWERS = 9
"""So many of each level: a busy machine makes some of them late, but not all."""


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

    async def both() -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        return await asyncio.gather(play("easy", 1), play("hard", 2))

    with Server(tmp_path, bot_floor_ms=FLOOR_MS, bots=1) as server:
        easy, hard = asyncio.run(both())
    middle = median(choices for choices, _ in easy + hard)
    groups = [
        [wait for _, wait in easy],
        [wait for _, wait in hard],
        [wait for choices, wait in easy + hard if choices <= middle],
        [wait for choices, wait in easy + hard if choices > middle],
    ]
    for group in groups:
        assert FLOOR_MS - TIMER_MS <= min(group) < FLOOR_MS + 0.8 * THOUGHT_MS
