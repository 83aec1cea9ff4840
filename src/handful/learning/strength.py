"""How strong a network is while it learns: contests with the levels, on common deals and in all seatings.

They are played in a process beside the training, which does not wait for them.
"""

from __future__ import annotations

from multiprocessing import get_context
from multiprocessing.pool import AsyncResult, Pool
from pathlib import Path

import msgspec

from handful.arena.contest import setting_of
from handful.arena.entrants import enter
from handful.arena.game import Bench
from handful.arena.report import points
from handful.arena.statistics import share
from handful.game import Game

BESIDE = ("easy", "normal", "hard@20")
"""Who it is measured with: those that answer at once, and hard with 20 ms a move."""


class Strength(msgspec.Struct):
    """The part of the points that it has against a level, with a 95 % interval."""

    level: str
    value: float
    low: float
    high: float
    games: int


def measured(game: Game, seats: int, options: dict[str, str], weights: Path, blocks: int, seed: int) -> list[Strength]:
    """The points of some weights against every level beside them; other deals for every seed."""
    found = []
    for level in BESIDE:
        bots = enter([str(weights.resolve()), level])
        bench = Bench(setting_of(game, seats, options, bots, seed, even=True))
        parts, wholes, games = [], [], 0
        for block in range(blocks):
            played = [bench.play(block, number) for number in range(len(bench.plan.block(block)))]
            table = [points(one, 2) for one in played]
            parts.append(sum(one[0][1] for one in table))
            wholes.append(sum(one[0][1] + one[1][0] for one in table))
            games += len(played)
        bench.close()
        if one := share(parts, wholes):
            found.append(Strength(level, one.value, one.low, one.high, games))
    return found


class Measurements:
    """Measurements of one training, one at a time, beside it."""

    def __init__(self) -> None:
        self._process: Pool | None = None
        self._under_way: AsyncResult[list[Strength]] | None = None

    @property
    def idle(self) -> bool:
        """Whether none is under way."""
        return self._under_way is None

    def begin(self, *what: object) -> None:
        """Begin one; `what` is what `measured` asks for."""
        self._process = self._process or get_context("spawn").Pool(1)
        self._under_way = self._process.apply_async(measured, what)

    def result(self, wait: bool) -> list[Strength] | None:
        """What came out of the one that is under way; None if it goes on, or if there is none."""
        if self._under_way is None or not (wait or self._under_way.ready()):
            return None
        done, self._under_way = self._under_way, None
        return done.get()

    def close(self) -> None:
        """End the process, and what it is doing."""
        if self._process:
            self._process.terminate()
            self._process.join()
