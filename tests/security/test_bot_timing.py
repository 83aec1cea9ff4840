"""How long a bot thinks tells nothing: its answer comes at the floor, however hard the choice was."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from statistics import median

import pytest

from handful.table.entries import Acted
from tests.server.clients import Guest, Server
from tests.server.games import Kept, kept

pytestmark = pytest.mark.xdist_group("security")
FLOOR_MS = 400
WINDOW_MS = 150
"""How far behind the floor an answer may usually come, on a machine that has other things to do."""


def waits(log: Kept) -> list[tuple[int, int]]:
    """For each bot's answer: how many legal actions it had, and the milliseconds since it was asked."""
    table, found = log.begin(), []
    for entry in log.entries[1:]:
        if isinstance(entry, Acted) and entry.who == "bot":
            assert table.position is not None
            found.append((len(table.position.legal(entry.seat)), entry.at - table.asked_at[entry.seat]))
        table.fold(entry)
    return found


def test_answers_come_at_the_floor_for_easy_and_hard_positions_and_levels_alike(tmp_path: Path) -> None:
    async def play(level: str, seed: int) -> list[tuple[int, int]]:
        ada = Guest(server, "Ada").introduce()
        table = ada.post("/api/play-now", game="top_suit", seats=4, level=level).json()["id"]
        async with ada.at(table) as client:
            try:
                async with asyncio.timeout(7):
                    await client.play(random.Random(seed))
            except TimeoutError:
                pass
        return waits(await kept(server, table))

    async def both() -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        return await asyncio.gather(play("easy", 1), play("hard", 2))

    with Server(tmp_path, bot_floor_ms=FLOOR_MS, bots=1) as server:
        easy, hard = asyncio.run(both())
    assert min(len(easy), len(hard)) >= 6
    middle = median(choices for choices, _ in easy + hard)
    groups = [
        [wait for _, wait in easy],
        [wait for _, wait in hard],
        [wait for choices, wait in easy + hard if choices <= middle],
        [wait for choices, wait in easy + hard if choices > middle],
    ]
    for group in groups:
        assert min(group) >= FLOOR_MS - 2  # the two ends are read from two clocks, in whole milliseconds
        assert median(group) <= FLOOR_MS + WINDOW_MS
    medians = [median(group) for group in groups]
    assert max(medians) - min(medians) < WINDOW_MS
