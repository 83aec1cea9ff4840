"""A game compiled to machine code: one state at a time from Python, or whole random games by the million."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from handful.kernel import compiler
from handful.kernel.dialect import hold_most_legal
from handful.kernel.dice import CHANCE, reseed
from handful.kernel.random_games import MOST_DECISIONS, TALLY_SIZE, Interpreted, Loop, choose_from_list, random_play
from handful.kernel.rules import Rules
from handful.kernel.state import State

BLOCK = 256
"""How many states are given room at a time."""

Place = tuple[int, np.ndarray[Any, Any]]
"""Room for a state, its dice and a list of legal actions: the address, and the list as an array."""


class Compiled:
    """The rules of one game as machine code."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.record = compiler.record_type(rules.State)
        self.size = rules.State.layout.size
        self._free: list[Place] = []
        loop = random_play(rules, choose_from_list(rules), traced=False)
        verbs = (rules.start, rules.actors, rules.check, rules.legal, rules.apply, rules.score, rules.winners)
        compiler.learn_rules(*verbs, rules.lapse, rules.pace, events=rules.EVENTS)
        with compiler.cached(*verbs):
            self._one_state()
            self._whole_games(loop)

    def _one_state(self) -> None:
        """Compile the verbs for a state at an address, with its dice and a list of actions after it."""
        rules, record, size, dice_record = self.rules, self.record, self.size, compiler.DICE
        start, actors, check, legal, apply = rules.start, rules.actors, rules.check, rules.legal, rules.apply
        score, winners, most, whole = rules.score, rules.winners, rules.MOST_LEGAL, size + dice_record.itemsize
        at, listing = compiler.bytes_at, compiler.integers_at

        def start_at(address: int, seed: int, game: int) -> int:
            s, dice = at(address, size).view(record)[0], at(address + size, whole - size).view(dice_record)[0]
            reseed(dice, seed, game, CHANCE)
            start(s, dice)
            return actors(s)

        def check_at(address: int, seat: int, action: int) -> int:
            return check(at(address, size).view(record)[0], seat, action)

        def legal_at(address: int, seat: int) -> int:
            out = listing(address + whole, most)
            return legal(at(address, size).view(record)[0], seat, out)

        def apply_at(address: int, seat: int, action: int) -> int:
            s, dice = at(address, size).view(record)[0], at(address + size, whole - size).view(dice_record)[0]
            apply(s, seat, action, dice)
            return actors(s)

        def score_at(address: int, seat: int) -> int:
            return score(at(address, size).view(record)[0], seat)

        def winners_at(address: int) -> int:
            return winners(at(address, size).view(record)[0])

        def copy_to(address: int, other: int) -> None:
            at(other, whole)[:] = at(address, whole)

        self.start, self.check, self.legal = (compiler.compiled(verb) for verb in (start_at, check_at, legal_at))
        self.apply, self.score, self.winners = (compiler.compiled(verb) for verb in (apply_at, score_at, winners_at))
        self.copy_to = compiler.compiled(copy_to)

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

        self._simulate = compiler.compiled(simulate)

    def fresh(self, state: State) -> np.ndarray[Any, Any]:
        """An array of one record that holds a state."""
        return np.frombuffer(bytearray(state.pack()), self.record)

    def simulate(self, state: State, seed: int, first: int, games: int) -> np.ndarray[Any, Any]:
        """Play random games number `first` and on from a state that was not begun; their tally."""
        self.hold_fresh(state)
        tally = np.zeros(TALLY_SIZE, np.int64)
        fresh = self.fresh(state)
        out = compiler.listing(self.rules)
        self._simulate(fresh, fresh.copy(), np.zeros(2, compiler.DICE), out, seed, first, games, tally)
        if out[-1] != compiler.UNTOUCHED:  # the same games, interpreted, say how long a list there is
            Interpreted(self.rules).simulate(state, seed, first, games)
        return tally

    def hold_fresh(self, state: State) -> None:
        """ValueError if a game has begun on a state: it has more than its seats and options."""
        options = {name: getattr(state, name) for name, field in state.fields.items() if field.option}
        if state != type(state)(state.seats, **options):
            raise ValueError("this state was begun already: simulate plays from `game.fresh(seats, options)`")

    def place(self) -> Place:
        """A free place for a state."""
        try:
            return self._free.pop()
        except IndexError:
            front = self.size + compiler.DICE.itemsize
            block = np.zeros((BLOCK, front + 8 * self.rules.MOST_LEGAL), np.uint8)
            first, width = block.ctypes.data, block.shape[1]
            self._free += [(first + n * width, room[front:].view(np.int64)) for n, room in enumerate(block)]
            return self._free.pop()

    def give_back(self, place: Place) -> None:
        """A place is free again."""
        self._free.append(place)

    def begin(self, state: State, seed: int, game: int = 0) -> CompiledState:
        """A begun game with seeded dice, on a state that was not begun."""
        place = self.place()
        ctypes.memmove(place[0], state.pack(), self.size)
        return CompiledState(self, place, self.start(place[0], seed, game))


class CompiledState:
    """One game in a record, with its dice: quick to ask, to move on and to copy."""

    __slots__ = ("able", "address", "game", "out", "place")

    def __init__(self, game: Compiled, place: Place, able: int) -> None:
        self.game = game
        self.place = place
        self.address, self.out = place
        self.able = able

    def __del__(self) -> None:
        self.game.give_back(self.place)

    def actors(self) -> int:
        """The set of seats that may act."""
        return self.able

    def legal(self, seat: int) -> list[int]:
        """Every legal action of a seat."""
        return self.listed(seat).tolist()  # type: ignore[no-any-return]

    def listed(self, seat: int) -> np.ndarray[Any, Any]:
        """The same as an array, which holds them until the next question."""
        n = self.game.legal(self.address, seat)
        hold_most_legal(self.game.rules.MOST_LEGAL, n)
        return self.out[:n]

    def check(self, seat: int, action: int) -> int:
        """Why an action is refused, or 0."""
        return self.game.check(self.address, seat, action)  # type: ignore[no-any-return]

    def apply(self, seat: int, action: int) -> None:
        """Do an action that is known to be legal."""
        self.able = self.game.apply(self.address, seat, action)

    def score(self, seat: int) -> int:
        """The points of a seat."""
        return self.game.score(self.address, seat)  # type: ignore[no-any-return]

    def winners(self) -> int:
        """The set of seats that have won."""
        return self.game.winners(self.address)  # type: ignore[no-any-return]

    def copy(self) -> CompiledState:
        """Another game at the same point, with the same dice to come."""
        place = self.game.place()
        self.game.copy_to(self.address, place[0])
        return CompiledState(self.game, place, self.able)

    def pack(self) -> bytes:
        """The bytes of the record."""
        return ctypes.string_at(self.address, self.game.size)

    def state(self) -> State:
        """The state as the object that interpreted rules run on."""
        return self.game.rules.State.unpack(self.pack())
