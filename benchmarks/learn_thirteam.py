"""`python -m benchmarks.learn_thirteam MODE FILE`: learn the weights by which bots judge Thirteam, and write them down.

Bots play rounds against themselves and choose better actions a little more often, by the worth that they give them.
Afterwards the weights go a step along the natural gradient of the points: those of actions that did better than
expected grow, in proportion to what they tell apart. The mode is 0 for four players, 1 for six, 2 for teams; the file
gets the numbers for the table of that mode in `handful/games/thirteam/weights.py`. A run takes some minutes.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np

from handful.games.thirteam import GAME, plan, rules
from handful.games.thirteam.rules import SKIP
from handful.kernel import compiler, count, lowest, rule, throw
from handful.kernel.dice import CHANCE, CHOICE, reseed

FEATURES = plan.WEIGHTS
CONTEXT = 6 + 16 + 16
"""What is the same for all actions and helps to tell the points beforehand: places gone, fewest cards, own cards."""
CHUNK = 500
"""Rounds between two sums."""
MOST_ROWS = 100 * CHUNK
SHARP, SOFT = 100.0, 200.0
"""The difference in worth, in thousandths of a point, that makes an action e times likelier: at the end, at first."""
STEP = 0.5
RIDGE = 200.0

MEMORY = np.zeros(2 + 128 + FEATURES, np.int64)
"""How many weights were asked for (-1: nobody counts), which, and the weights."""
ADDRESS, SIZE, NOTED, HELD = MEMORY.ctypes.data, len(MEMORY), 2, 130
at = compiler.integers_at


@rule
def weight(mode: int, n: int) -> int:
    """A weight that can change; while somebody counts it is noted."""
    memory = at(ADDRESS, SIZE)
    if memory[0] >= 0:
        memory[NOTED + memory[0]] = n
        memory[0] += 1
    return memory[HELD + n]  # type: ignore[no-any-return]


plan.weight = weight
best_of, worth_of, plain, unseen_by = plan.best_of, plan.worth_of, plan.plain, plan.unseen_by
haste, most_of_others, partner_of = plan.haste, plan.most_of_others, plan.partner_of
start, actors, legal, apply = rules.start, rules.actors, rules.legal, rules.apply
compiler.learn_rules()
fast = numba.njit(error_model="numpy")


@fast
def tell_context(s: Any, seat: int, row: Any) -> None:
    """Mark what is the same for all actions."""
    fewest = 15
    for p in range(s.seats):
        if p not in (seat, partner_of(s, seat)) and s.hands[p]:
            fewest = min(fewest, count(s.hands[p]))
    row[FEATURES + s.seats - count(s.holding)] = 1
    row[FEATURES + 6 + fewest] = 1
    row[FEATURES + 22 + count(s.hands[seat])] = 1


@fast
def choose(s: Any, seat: int, out: Any, n: int, softness: float, dice: Any, tried: Any, row: Any, mean: Any) -> int:
    """Choose one of n > 1 actions, mostly a good one; `row` is what is true of it beyond the mean of all of them."""
    memory = at(ADDRESS, SIZE)
    unseen, hurry, most = unseen_by(s, seat), haste(s, seat), most_of_others(s, seat)
    worths = np.zeros(n)
    for i in range(n):
        memory[0] = 0
        worths[i] = worth_of(s, seat, out[i], unseen, hurry, most) / softness
        tried[i, 0] = memory[0]
        tried[i, 1 : 1 + memory[0]] = memory[NOTED : NOTED + memory[0]]
    memory[0] = -1
    chances = np.exp(worths - worths.max())
    chances /= chances.sum()
    left = throw(dice, 1 << 30) / (1 << 30)
    pick = 0
    while pick < n - 1 and left >= chances[pick]:
        left -= chances[pick]
        pick += 1
    for i in range(n):
        for f in tried[i, 1 : 1 + tried[i, 0]]:
            mean[f] += chances[i]
    row[:] = -mean[:FEATURES]
    for f in tried[pick, 1 : 1 + tried[pick, 0]]:
        row[f] += 1
    return pick


@fast
def play(fresh: Any, seed: int, first: int, softness: float, rows: Any, means: Any, points: Any) -> int:
    """Play a chunk of rounds; how many decisions there were, each with its rows and the points of its seat."""
    states, dices, out, tried = (
        fresh.copy(),
        np.zeros(2, DICE),
        np.zeros(MOST, np.int64),
        np.zeros((MOST, 128), np.int64),
    )
    who = np.zeros(MOST_ROWS, np.int64)
    made = 0
    for n_round in range(first, first + CHUNK):
        begun = made
        states[0] = fresh[0]
        s = states[0]
        reseed(dices[0], seed, n_round, CHANCE)
        reseed(dices[1], seed, n_round, CHOICE)
        start(s, dices[0])
        while s.round == 1:
            seat = lowest(actors(s))
            n, kept = legal(s, seat, out), 0
            for i in range(n):
                if out[i] == s.hands[seat]:
                    out[0], kept = out[i], 1
                    break
                if out[i] >= SKIP or plain(s.hands[seat], out[i]):
                    out[kept] = out[i]
                    kept += 1
            pick = 0
            if kept > 1:
                rows[made], means[made], who[made] = 0, 0, seat
                tell_context(s, seat, means[made])
                pick = choose(s, seat, out, kept, softness, dices[1], tried, rows[made], means[made])
                made += 1
            apply(s, seat, out[pick], dices[0])
        for i in range(begun, made):
            points[i] = s.scores[who[i]]
    return made


DICE, MOST = compiler.DICE, rules.MOST_LEGAL


def learn(mode: int, steps: int, rounds: int, seed: int) -> list[int]:
    """Weights after so many steps, each from so many rounds."""
    state = GAME.fresh(4 if mode == 0 else 6, {"threshold": "99", "teams": "yes" if mode == 2 else "no"})
    fresh = np.frombuffer(bytearray(state.pack()), compiler.record_type(rules.State))
    weights, expected = np.zeros(FEATURES), np.zeros(FEATURES + CONTEXT)
    rows, means = np.zeros((MOST_ROWS, FEATURES), np.float32), np.zeros((MOST_ROWS, FEATURES + CONTEXT), np.float32)
    points = np.zeros(MOST_ROWS)
    for step in range(steps):
        began = time.process_time()
        MEMORY[0], MEMORY[HELD:] = -1, np.round(weights)
        late = step / max(steps - 1, 1)
        softness = SOFT * (SHARP / SOFT) ** late
        spread, gain = np.eye(FEATURES) * RIDGE, np.zeros(FEATURES)
        states, sums = np.eye(FEATURES + CONTEXT) * RIDGE, np.zeros(FEATURES + CONTEXT)
        for first in range(step * rounds, (step + 1) * rounds, CHUNK):
            n = play(fresh, seed, first, softness, rows, means, points)
            gain += rows[:n].T @ (points[:n] - means[:n] @ expected)
            spread += rows[:n].T @ rows[:n]
            states += means[:n].T @ means[:n]
            sums += means[:n].T @ points[:n]
        expected = np.linalg.solve(states, sums)
        if step:
            weights += STEP * (1 - 0.7 * late) * 1000 * np.linalg.solve(spread, gain)
        print(
            f"step {step + 1} of {steps}, {time.process_time() - began:.1f} s, weights up to {abs(weights).max():.0f}"
        )
    assert all(math.isfinite(value) for value in weights)
    return [round(value) for value in weights]


def main() -> None:
    """Learn one table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mode", type=int, choices=(0, 1, 2))
    parser.add_argument("file", type=Path)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=25_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    weights = learn(asked.mode, asked.steps, asked.rounds, asked.seed)
    asked.file.write_text(", ".join(map(str, weights)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
