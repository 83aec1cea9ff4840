"""How strong a network is while it learns: contests with the levels, on common deals and in all seatings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from handful.arena.contest import setting_of
from handful.arena.entrants import enter
from handful.arena.game import Bench
from handful.arena.report import points
from handful.arena.statistics import share
from handful.game import Game

BESIDE = ("easy", "normal")
"""Who it is measured with: those that answer at once."""


class Strength(msgspec.Struct):
    """The part of the points that it has against a level, with a 95 % interval."""

    level: str
    value: float
    low: float
    high: float
    games: int


def measured(
    weights: Path, game: Game, seats: int, options: Mapping[str, str], blocks: int, seed: int
) -> list[Strength]:
    """The points of a file of weights against every level beside it, on so many deals; others for every seed."""
    found = []
    for level in BESIDE:
        bots = enter([str(weights.resolve()), level])
        setting = setting_of(game, seats, dict(options), bots, seed, even=True)
        bench = Bench(setting)
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
