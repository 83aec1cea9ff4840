"""The peers at random play: OpenSpiel from Python, OpenSpiel's own C++, and RLCard.

The wheel of OpenSpiel has no call that plays random games natively. Its MCTS bot, given one simulation, evaluates the
state it is asked about once, and a `RandomRolloutEvaluator` does that by n random games to the end, all in C++. So

    decisions = rollouts x mean number of decisions of a random game from the same states,

the mean measured with a Python loop on clones of those states. Chance nodes are not counted as decisions. The states
are dealt: the bot cannot be asked about a chance node. Most of the dealing is thus left out of OpenSpiel's time, while
ours plays whole games, deals included.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import cycle
from typing import Any

import pyspiel
import rlcard

from benchmarks.contest import Work

DEALS = 8
SEED = 2026


Chance = Callable[[Any, random.Random], None]


def by_weight(state: Any, rng: random.Random) -> None:
    """Let chance decide once, by the probabilities of its outcomes."""
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(rng.choices(outcomes, weights)[0])


def evenly(state: Any, rng: random.Random) -> None:
    """Let chance decide once, where all outcomes are equally likely: twice as fast in Python."""
    state.apply_action(rng.choice(state.legal_actions()))


@cache
def chance(name: str) -> Chance:
    """The fastest way to decide for chance in a game that is still exact."""
    rng, game = random.Random(SEED), pyspiel.load_game(name)
    for _ in range(20):
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                evenly(state, rng)
            elif len({round(weight, 9) for _, weight in state.chance_outcomes()}) > 1:
                return by_weight
            else:
                by_weight(state, rng)
    return evenly


def play_out(state: Any, decide: Chance, rng: random.Random) -> int:
    """Play a state to its end at random; how many decisions that took."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            decide(state, rng)
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
    return decisions


def whole_games(name: str) -> Work:
    """A Python loop over a game of OpenSpiel, from the deal to the end."""
    game, decide, rng = pyspiel.load_game(name), chance(name), random.Random(SEED)

    def play(games: int) -> float:
        return sum(play_out(game.new_initial_state(), decide, rng) for _ in range(games))

    return play


def dealt(name: str) -> list[Any]:
    """Some states of a game after the deal."""
    game, rng, states = pyspiel.load_game(name), random.Random(SEED), []
    for _ in range(DEALS):
        state = game.new_initial_state()
        while state.is_chance_node():
            by_weight(state, rng)
        states.append(state)
    return states


def dealt_games(name: str) -> Work:
    """The same loop, on clones of dealt states: no time goes into dealing."""
    states, decide, rng = cycle(dealt(name)), chance(name), random.Random(SEED)

    def play(games: int) -> float:
        return sum(play_out(next(states).clone(), decide, rng) for _ in range(games))

    return play


@dataclass(frozen=True)
class Length:
    """The mean number of decisions of a random game, and the standard error of that mean."""

    mean: float
    error: float


def length(name: str, games_a_deal: int) -> Length:
    """How long random games from the dealt states are."""
    decide, rng = chance(name), random.Random(SEED)
    found = [[play_out(state.clone(), decide, rng) for _ in range(games_a_deal)] for state in dealt(name)]
    within = statistics.mean(statistics.variance(lengths) for lengths in found)
    return Length(statistics.mean(map(statistics.mean, found)), (within / (DEALS * games_a_deal)) ** 0.5)


def native_rollouts(name: str, mean_length: float) -> Work:
    """OpenSpiel's own C++ play: rollouts, shared out among the dealt states; see the head of this page."""
    game, states = pyspiel.load_game(name), dealt(name)

    def play(rollouts: int) -> float:
        each = -(-rollouts // DEALS)
        for state in states:
            evaluator = pyspiel.RandomRolloutEvaluator(each, SEED)
            bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, SEED, False)
            bot.step(state)
        return DEALS * each * mean_length

    return play


def refusal(name: str) -> str:
    """Why OpenSpiel's MCTS bot will not play a game, in its own words; empty if it will."""
    try:
        native_rollouts(name, 1.0)(DEALS)
    except pyspiel.SpielError as error:
        return str(error).strip()
    return ""


def clones(name: str) -> Work:
    """Clones of one dealt state."""
    state = dealt(name)[0]

    def clone(times: int) -> float:
        for _ in range(times):
            state.clone()
        return times

    return clone


def rlcard_games(name: str) -> Work:
    """Whole random games of RLCard, by its environment's own steps."""
    env, choice = rlcard.make(name, config={"seed": SEED}), random.Random(SEED).choice

    def play(games: int) -> float:
        decisions = 0
        for _ in range(games):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(choice(list(state["legal_actions"])))
                decisions += 1
        return decisions

    return play
