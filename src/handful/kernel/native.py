"""A game compiled to machine code: one state at a time from Python, or whole random games by the million."""

from __future__ import annotations

import threading
from typing import Any, Self

import numpy as np

from handful.kernel import compiling
from handful.kernel.dice import CHANCE, reseed
from handful.kernel.play import MOST_DECISIONS, TALLY_SIZE, Loop, choose_from_list, random_play
from handful.kernel.state import State


class Compiled:
    """The rules of one game as machine code."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.record = compiling.record_type(rules.State)
        self.size = rules.State.layout.size
        self._own = threading.local()
        loop = random_play(rules, choose_from_list(rules), traced=False)
        compiling.learn_rules()
        verbs = (rules.start, rules.actors, rules.check, rules.legal, rules.apply, rules.score, rules.winners)
        with compiling.cached(*verbs):
            self._one_state()
            self._whole_games(loop)

    def _one_state(self) -> None:
        rules, record, size, dice_record = self.rules, self.record, self.size, compiling.DICE
        start, actors, check, legal, apply = rules.start, rules.actors, rules.check, rules.legal, rules.apply
        score, winners = rules.score, rules.winners

        def start_on(memory: Any, seed: int, game: int) -> None:
            dice = memory[size:].view(dice_record)[0]
            reseed(dice, seed, game, CHANCE)
            start(memory[:size].view(record)[0], dice)

        def actors_on(memory: Any) -> int:
            return actors(memory[:size].view(record)[0])  # type: ignore[no-any-return]

        def check_on(memory: Any, seat: int, action: int) -> int:
            return check(memory[:size].view(record)[0], seat, action)  # type: ignore[no-any-return]

        def legal_on(memory: Any, seat: int, out: Any) -> int:
            return legal(memory[:size].view(record)[0], seat, out)  # type: ignore[no-any-return]

        def apply_on(memory: Any, seat: int, action: int) -> None:
            apply(memory[:size].view(record)[0], seat, action, memory[size:].view(dice_record)[0])

        def score_on(memory: Any, seat: int) -> int:
            return score(memory[:size].view(record)[0], seat)  # type: ignore[no-any-return]

        def winners_on(memory: Any) -> int:
            return winners(memory[:size].view(record)[0])  # type: ignore[no-any-return]

        self.start, self.actors = compiling.compiled(start_on), compiling.compiled(actors_on)
        self.check, self.legal = compiling.compiled(check_on), compiling.compiled(legal_on)
        self.apply = compiling.compiled(apply_on)
        self.score, self.winners = compiling.compiled(score_on), compiling.compiled(winners_on)

    def _whole_games(self, loop: Loop) -> None:
        begin, step, settle = loop
        actors = self.rules.actors

        def simulate(
            fresh: Any, states: Any, dice: Any, out: Any, seed: int, first: int, games: int, tally: Any
        ) -> None:
            for game in range(first, first + games):
                states[0] = fresh[0]
                s = states[0]
                begin(s, dice[0], dice[1], seed, game)
                decisions = 0
                able = actors(s)
                while able and decisions < MOST_DECISIONS:
                    step(s, able, dice[0], dice[1], out, tally)
                    decisions += 1
                    able = actors(s)
                settle(s, decisions, tally)

        self._simulate = compiling.compiled(simulate)

    def fresh(self, state: State) -> np.ndarray[Any, Any]:
        """An array of one record that holds a state."""
        return np.frombuffer(bytearray(state.pack()), self.record)

    def simulate(self, state: State, seed: int, first: int, games: int) -> np.ndarray[Any, Any]:
        """Play random games number `first` and on from a state that was not begun; their tally."""
        tally = np.zeros(TALLY_SIZE, np.int64)
        fresh = self.fresh(state)
        out = np.zeros(self.rules.MOST_LEGAL, np.int64)
        self._simulate(fresh, fresh.copy(), np.zeros(2, compiling.DICE), out, seed, first, games, tally)
        return tally

    def buffer(self) -> np.ndarray[Any, Any]:
        """This thread's own place for a list of legal actions."""
        try:
            return self._own.out  # type: ignore[no-any-return]
        except AttributeError:
            self._own.out = np.zeros(self.rules.MOST_LEGAL, np.int64)
            return self._own.out  # type: ignore[no-any-return]

    def begin(self, state: State, seed: int, game: int = 0) -> CompiledState:
        """A begun game with seeded dice, on a state that was not begun."""
        memory = np.zeros(self.size + compiling.DICE.itemsize, np.uint8)
        memory[: self.size] = np.frombuffer(state.pack(), np.uint8)
        self.start(memory, seed, game)
        return CompiledState(self, memory)


class CompiledState:
    """One game in a record, with its dice: quick to ask, to move on and to copy."""

    __slots__ = ("game", "memory")

    def __init__(self, game: Compiled, memory: np.ndarray[Any, Any]) -> None:
        self.game = game
        self.memory = memory

    def actors(self) -> int:
        """The set of seats that may act."""
        return self.game.actors(self.memory)  # type: ignore[no-any-return]

    def legal(self, seat: int) -> list[int]:
        """Every legal action of a seat."""
        out = self.game.buffer()
        return out[: self.game.legal(self.memory, seat, out)].tolist()  # type: ignore[no-any-return]

    def check(self, seat: int, action: int) -> int:
        """Why an action is refused, or 0."""
        return self.game.check(self.memory, seat, action)  # type: ignore[no-any-return]

    def apply(self, seat: int, action: int) -> None:
        """Do an action that is known to be legal."""
        self.game.apply(self.memory, seat, action)

    def score(self, seat: int) -> int:
        """The points of a seat."""
        return self.game.score(self.memory, seat)  # type: ignore[no-any-return]

    def winners(self) -> int:
        """The set of seats that have won."""
        return self.game.winners(self.memory)  # type: ignore[no-any-return]

    def copy(self) -> Self:
        """Another game at the same point, with the same dice to come."""
        return type(self)(self.game, self.memory.copy())

    def state(self) -> State:
        """The state as the object that interpreted rules run on."""
        return self.game.rules.State.unpack(self.memory[: self.game.size].tobytes())  # type: ignore[no-any-return]
