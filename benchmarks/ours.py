"""Handful at work: compiled, on two cores, one state at a time from Python, and interpreted."""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from time import perf_counter

from benchmarks.cases import Case
from benchmarks.contest import Work
from handful.cards import members
from handful.kernel.random_games import DECISIONS, Interpreted

SEED = 2026
GAMES_A_CALL = 1 << 32
"""Each call plays games of its own: their numbers start so far apart."""


def compiled(case: Case) -> Work:
    """Whole random games as machine code, on one core."""
    game, fresh, first = case.game.compiled, case.fresh(), count(0, GAMES_A_CALL)

    def play(games: int) -> float:
        return float(game.simulate(fresh, SEED, next(first), games)[DECISIONS])

    return play


def on_two_cores(case: Case) -> Work:
    """The same on two threads, each with games of its own."""
    one, other = compiled(case), ThreadPoolExecutor(1)

    def play(games: int) -> float:
        others = other.submit(one, games)
        return one(games) + others.result()

    return play


def one_state_at_a_time(case: Case) -> Work:
    """What a person's script does: ask who acts and what is legal, choose, apply."""
    game, fresh, numbers, choice = case.game.compiled, case.fresh(), count(), random.Random(SEED).choice

    def play(games: int) -> float:
        decisions = 0
        for _ in range(games):
            state = game.begin(fresh, SEED, next(numbers))
            while able := state.actors():
                seat = choice(list(members(able))) if able & (able - 1) else able.bit_length() - 1
                state.apply(seat, choice(state.legal(seat)))
                decisions += 1
        return decisions

    return play


def interpreted(case: Case) -> Work:
    """Whole random games by the rules as plain Python."""
    game, fresh, first = Interpreted(case.game.rules), case.fresh(), count(0, GAMES_A_CALL)

    def play(games: int) -> float:
        return game.simulate(fresh, SEED, next(first), games)[DECISIONS]

    return play


def copies(case: Case) -> Work:
    """Copies of one compiled state."""
    state = case.game.compiled.begin(case.fresh(), SEED)

    def copy(times: int) -> float:
        for _ in range(times):
            state.copy()
        return times

    return copy


def seconds_to_run(program: str) -> float:
    """How long a fresh interpreter takes to run a program."""
    begun = perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - begun


def seconds_to_import(program: str, starts: int, tick: Callable[[str], None]) -> float:
    """The median time of a program of imports, less that of an empty one, started in turns."""
    empty, whole = [], []
    for _ in range(starts + 1):
        tick("import")
        empty.append(seconds_to_run("pass"))
        whole.append(seconds_to_run(program))
    return statistics.median(whole[1:]) - statistics.median(empty[1:])


def heavy_imports(program: str) -> list[str]:
    """Which of the compiler's packages a program of imports brings in."""
    question = f"{program}; import sys; print(*({{'numba', 'numpy', 'llvmlite'}} & set(sys.modules)))"
    answer = subprocess.run([sys.executable, "-c", question], check=True, capture_output=True, text=True)
    return sorted(answer.stdout.split())
