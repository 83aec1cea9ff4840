"""How strong a network is while it learns: contests with the levels, on common deals and in all seatings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from handful.arena.contest import setting_of
from handful.arena.entrants import enter
from handful.arena.game import Bench
from handful.arena.report import points
from handful.arena.statistics import share

if TYPE_CHECKING:
    from handful.learning.training import Wish

BESIDE = ("easy", "normal")
"""Who it is measured with: those that answer at once."""


class Strength(msgspec.Struct):
    """The part of the points that it has against a level, with a 95 % interval."""

    level: str
    value: float
    low: float
    high: float
    games: int


def measured(wish: Wish, seed: int) -> list[Strength]:
    """Its points against every level beside it; other deals for every seed."""
    found = []
    for level in BESIDE:
        bots = enter([str(wish.out.resolve()), level])
        setting = setting_of(wish.game, wish.seats, wish.tables[0], bots, seed, even=True)
        bench = Bench(setting)
        parts, wholes, games = [], [], 0
        for block in range(wish.blocks):
            played = [bench.play(block, number) for number in range(len(bench.plan.block(block)))]
            table = [points(game, 2) for game in played]
            parts.append(sum(one[0][1] for one in table))
            wholes.append(sum(one[0][1] + one[1][0] for one in table))
            games += len(played)
        bench.close()
        if one := share(parts, wholes):
            found.append(Strength(level, one.value, one.low, one.high, games))
    return found
