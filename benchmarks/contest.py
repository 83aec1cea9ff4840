"""Several ways to do the same kind of work, timed in turns so that the machine's swings hit all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter, process_time

Work = Callable[[int], float]
"""Do n pieces (games, rollouts, copies) and say how many units (decisions, copies) that was."""


@dataclass(frozen=True)
class Pace:
    """How long and how often each thing is measured."""

    seconds: float
    rounds: int
    games_a_deal: int
    """How many random games a deal are played to learn their mean length."""
    starts: int
    """How often an interpreter is started to time an import."""


FULL = Pace(seconds=0.3, rounds=7, games_a_deal=200, starts=15)
QUICK = Pace(seconds=0.08, rounds=3, games_a_deal=40, starts=5)


@dataclass(frozen=True)
class Best:
    """The best round of one work: units a second, and how many cores' time the machine gave for it."""

    rate: float
    cores: float


def timed(work: Work, pieces: int) -> tuple[float, float]:
    """Units done and seconds taken."""
    begun = perf_counter()
    units = work(pieces)
    return units, perf_counter() - begun


def pieces_for(work: Work, seconds: float) -> int:
    """How many pieces fill the time; this is the warm-up, too."""
    work(1)
    pieces = 1
    while True:
        _, taken = timed(work, pieces)
        if taken >= seconds / 4:
            return max(1, round(pieces * seconds / taken))
        pieces *= 2


def contest(works: dict[str, Work], pace: Pace, tick: Callable[[str], None]) -> dict[str, Best]:
    """The best round of each work, the rounds taken in turns."""
    pieces: dict[str, int] = {}
    for name, work in works.items():
        tick(name)
        pieces[name] = pieces_for(work, pace.seconds)
    best = dict.fromkeys(works, Best(0.0, 0.0))
    for _ in range(pace.rounds):
        for name, work in works.items():
            tick(name)
            worked = process_time()
            units, taken = timed(work, pieces[name])
            if units / taken > best[name].rate:
                best[name] = Best(units / taken, (process_time() - worked) / taken)
    return best
