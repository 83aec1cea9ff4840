"""Whole random games: how one is begun, moved on by a decision, and counted. The same functions at all three speeds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from handful.kernel.bits import count, lowest
from handful.kernel.dialect import hold_most_legal, rule, throw
from handful.kernel.dice import CHANCE, CHOICE, WORD, SeededDice, mix, reseed
from handful.kernel.rules import Rules
from handful.kernel.state import State

WHOLE_WIN = 60
"""A win, in parts that up to six winners can share exactly."""

GAMES, DECISIONS, LONGEST, DIGEST, SCORES, SHARES = 0, 1, 2, 3, 4, 10
TALLY_SIZE = 16
"""The tally of some games: how many, decisions, the longest, a digest, then score sums and win shares by seat."""

MOST_DECISIONS = 1_000_000
"""No game is that long; one that is has no end."""


class Loop(NamedTuple):
    """The parts of a random game."""

    begin: Callable[..., Any]
    step: Callable[..., Any]
    settle: Callable[..., Any]


def choose_from_list(rules: Rules) -> Callable[..., Any]:
    """List the legal actions and choose one: quickest on a CPU."""
    legal, most = rules.legal, rules.MOST_LEGAL

    @rule
    def choose(s: Any, seat: int, choice: Any, out: Any) -> tuple[int, int]:
        n = legal(s, seat, out)
        return n, out[min(throw(choice, n), most)]  # that a list is too long is told afterwards

    return choose


def random_play(rules: Rules, choose: Callable[..., Any], traced: bool) -> Loop:
    """How a random game of these rules is begun, moved on by one decision, and added to a tally.

    A traced game also keeps a digest of every decision, so that two devices can be compared move by move.
    """
    apply, start, score, winners = rules.apply, rules.start, rules.score, rules.winners

    @rule
    def begin(s: Any, dice: Any, choice: Any, seed: int, game: int) -> None:
        reseed(dice, seed, game, CHANCE)
        reseed(choice, seed, game, CHOICE)
        start(s, dice)

    @rule
    def step(s: Any, able: int, dice: Any, choice: Any, out: Any, tally: Any) -> None:
        if able & (able - 1):
            for _ in range(throw(choice, count(able))):
                able &= able - 1
        seat = lowest(able)
        n, action = choose(s, seat, choice, out)
        if traced:
            tally[DIGEST] = mix(tally[DIGEST] ^ (action & WORD)) ^ mix((action >> 32) + seat + (n << 8))
        apply(s, seat, action, dice)

    @rule
    def settle(s: Any, decisions: int, tally: Any) -> None:
        tally[GAMES] += 1
        tally[DECISIONS] += decisions
        tally[LONGEST] = max(tally[LONGEST], decisions)
        won = winners(s)
        for p in range(s.seats):
            tally[SCORES + p] += score(s, p)
            if (won >> p) & 1:
                tally[SHARES + p] += WHOLE_WIN // count(won)

    return Loop(begin, step, settle)


class Interpreted:
    """The rules of one game as plain Python, playing the same random games as the compiled forms."""

    def __init__(self, rules: Rules, traced: bool = False) -> None:
        self.rules = rules
        self.loop = random_play(rules, choose_from_list(rules), traced)

    def simulate(self, state: State, seed: int, first: int, games: int) -> list[int]:
        """Play random games number `first` and on from a state that was not begun; their tally."""
        tally = [0] * TALLY_SIZE
        for game in range(first, first + games):
            self.play(state.copy(), seed, game, tally)
        return tally

    def play(self, s: State, seed: int, game: int, tally: list[int]) -> None:
        """Play one random game to its end."""
        begin, step, settle = self.loop
        dice, choice = SeededDice(seed, game, CHANCE), SeededDice(seed, game, CHOICE)
        begin(s, dice, choice, seed, game)
        out: list[int] = []
        decisions = 0
        able = self.rules.actors(s)
        while able and decisions < MOST_DECISIONS:
            step(s, able, dice, choice, out, tally)
            decisions += 1
            able = self.rules.actors(s)
        hold_most_legal(self.rules.MOST_LEGAL, len(out))
        settle(s, decisions, tally)
