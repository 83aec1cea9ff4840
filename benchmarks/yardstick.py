"""An outside yardstick: OpenSpiel's information-set Monte-Carlo search (its Python one), given our rules and our deals.

`handful arena spar hard benchmarks.yardstick:Ismcts` lets it play; `python -m benchmarks.bots --yardstick` measures it
in every game. It has the same time for a move as hard, in time of its own core, and every favour that an adapter can do
it: states are records that compiled rules move on, its worlds are dealt by the same code as hard's, a playout is random
but compiled, and it ends where the room's own policy says that a state is at rest, with the value that the policy gives
it. What it lacks is all that the rooms know about good play.
"""

from __future__ import annotations

import time
from functools import cache
from itertools import count
from typing import Any

import numpy as np
from open_spiel.python.algorithms import ismcts

from handful.bots import Answer, Question
from handful.bots.questions import question_for, view_of
from handful.bots.search import Thinker, thinker_of
from handful.bots.tree import WHOLE, first_mover
from handful.bots.worlds import Worlds, eyes
from handful.game import Position
from handful.games import find
from handful.kernel import compiler
from handful.kernel.dialect import throw
from handful.kernel.dice import SeededDice, reseed

EXPLORATION = 1.4
"""The usual factor of confidence bounds where returns go from -1 to 1."""
WORLDS = 64
"""How many worlds are dealt at a time."""
AT_REST = -1
STREAM = 4
"""The stream of the dice, beside those of a game and of the searcher."""


class Adapter:
    """The rules of one game as compiled verbs for OpenSpiel's states."""

    def __init__(self, thinker: Thinker) -> None:
        rules, policy = thinker.rules, thinker.policy
        self.thinker = thinker
        self.most_legal: int = rules.MOST_LEGAL
        self.eyes = [eyes(rules.State, seat) for seat in range(max(rules.SEATS))]
        self.counted = [name for name, field in rules.State.fields.items() if field.counted]
        mover = first_mover(rules.lapse)
        actors, legal, apply, weigh, mark, resting = (
            rules.actors, rules.legal, rules.apply, policy.weigh, policy.mark, policy.resting,
        )  # fmt: skip
        most_steps = policy.settings.most_steps
        compiler.learn_rules()

        def mark_of(states: Any) -> int:
            return mark(states[0])  # type: ignore[no-any-return]

        def look(states: Any, begun: int, dice: Any, out: Any) -> tuple[int, int]:
            s = states[0]
            able = actors(s)
            if able == 0 or resting(s, begun):
                return AT_REST, 0
            seat = mover(s, able, dice[0])
            return seat, legal(s, seat, out)

        def act(states: Any, seat: int, action: int, dice: Any) -> None:
            apply(states[0], seat, action, dice[0])

        def play_out(states: Any, begun: int, dice: Any, out: Any) -> None:
            s = states[0]
            for _ in range(most_steps):
                able = actors(s)
                if able == 0 or resting(s, begun):
                    return
                seat = mover(s, able, dice[0])
                n = legal(s, seat, out)
                apply(s, seat, out[throw(dice[0], n)], dice[0])

        def values(states: Any, before: Any, found: Any) -> None:
            for seat in range(states[0].seats):
                found[seat] = weigh(states[0], before[0], seat)

        def seed(dice: Any, number: int) -> None:
            reseed(dice[0], number, 0, STREAM)

        with compiler.cached(actors, legal, apply, rules.lapse, weigh, mark, resting):
            verbs = (mark_of, look, act, play_out, values, seed)
            self.mark_of, self.look, self.act, self.play_out, self.values, self.seed = map(compiler.compiled, verbs)


class SpielState:
    """A state with the methods that OpenSpiel's search calls. Chance is decided by the state's own dice."""

    __slots__ = ("adapter", "before", "begun", "choices", "dice", "player", "record")

    def __init__(self, adapter: Adapter, before: Any, begun: int, record: Any, dice: Any) -> None:
        self.adapter = adapter
        self.before = before
        """The world in which the search began."""
        self.begun = begun
        self.record = record
        self.dice = dice
        self._look()

    def _look(self) -> None:
        out = np.empty(self.adapter.most_legal, np.int64)
        self.player, n = self.adapter.look(self.record, self.begun, self.dice, out)
        self.choices: list[int] = out[:n].tolist()

    def clone(self) -> SpielState:
        """Another one, just like this."""
        return SpielState(self.adapter, self.before, self.begun, self.record.copy(), self.dice.copy())

    def is_terminal(self) -> bool:
        """Whether the room says that it is at rest."""
        return bool(self.player == AT_REST)

    def is_chance_node(self) -> bool:
        """Never: what chance does belongs to the action before it."""
        return False

    def current_player(self) -> int:
        """Who acts."""
        return self.player

    def legal_actions(self, _: int = 0) -> list[int]:
        """Everything that the player may do."""
        return self.choices

    def apply_action(self, action: int) -> None:
        """Do it."""
        self.adapter.act(self.record, self.player, action, self.dice)
        self._look()

    def information_state_string(self) -> tuple[bytes, ...]:
        """What the player sees: the fields that are shown to it, and how many cards others hold."""
        seen = (self.record.view(np.int64) & self.adapter.eyes[self.player]).tobytes()
        return seen, *(np.bitwise_count(self.record[name]).tobytes() for name in self.adapter.counted)

    def returns(self) -> list[float]:
        """What the state is worth to every seat, from -1 to 1."""
        found = np.zeros(8, np.int64)
        self.adapter.values(self.record, self.before, found)
        return [2 * value / WHOLE - 1 for value in found.tolist()]


class RandomPlay:
    """OpenSpiel's evaluator by a random playout, compiled."""

    def evaluate(self, state: SpielState) -> list[float]:
        """Play a copy on at random, and take its value."""
        played = state.record.copy()
        out = np.empty(state.adapter.most_legal, np.int64)
        state.adapter.play_out(played, state.begun, state.dice, out)
        return SpielState(state.adapter, state.before, state.begun, played, state.dice).returns()

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """All actions alike."""
        return [(action, 1 / len(state.choices)) for action in state.choices]


class TimedSearch(ismcts.ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's search for a time, instead of a number of simulations."""

    def search(self, state: SpielState, seconds: float) -> int:
        """The action that was visited most often."""
        began = time.thread_time()
        self.reset()
        self._root_node = self.create_new_node(state)
        simulations = 0
        while time.thread_time() - began < seconds or simulations < 2:
            self.run_simulation(self.sample_root_state(state))
            simulations += 1
        policy = self.get_final_policy(state, self._root_node)
        return int(max(policy, key=lambda choice: choice[1])[0])


@cache
def adapter_of(game: str) -> Adapter:
    """The adapter of a game, compiled once."""
    thinker = thinker_of(game)
    if thinker is None:
        raise LookupError(f"the room of {game} has no policy")
    return Adapter(thinker)


class Ismcts:
    """The bot: it plugs into the arena as any other class does."""

    def prepare(self, game: str) -> None:
        """Compile, and play one move for nothing."""
        adapter_of(game)
        found = find(game)
        position = Position.begin(found, found.seats[-1], SeededDice(0))
        seat = position.actors()[0]
        self.choose(question_for(found, position.view(seat), position.legal(seat), "hard", 1))

    def choose(self, question: Question) -> Answer:
        """Search for as long as the question allows."""
        adapter, view = adapter_of(question.game), view_of(question)
        began = time.thread_time()
        worlds = Worlds(view, adapter.thinker)
        dealt = iter_worlds(adapter, worlds, question.seed)
        random = np.random.RandomState(question.seed & 0x7FFFFFFF)
        bot = TimedSearch(None, RandomPlay(), EXPLORATION, 0, random_state=random)
        bot.set_resampler(lambda _, __: next(dealt))
        left = question.milliseconds / 1000 - (time.thread_time() - began)
        return Answer(bot.search(next(dealt), left), "I searched.")


def iter_worlds(adapter: Adapter, worlds: Worlds, seed: int) -> Any:
    """Worlds that the seat cannot tell from the true one, without end."""
    for turn in count():
        some = worlds.some(WORLDS, (seed + turn) & ((1 << 62) - 1))
        for n in range(WORLDS):
            record, dice = some[n : n + 1].copy(), np.zeros(1, compiler.DICE)
            adapter.seed(dice, (seed ^ (turn * WORLDS + n)) & ((1 << 62) - 1))
            yield SpielState(adapter, record.copy(), adapter.mark_of(record), record, dice)
