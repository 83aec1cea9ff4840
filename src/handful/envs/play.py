"""One game under way as numbers: what the interfaces of other libraries are made of."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np

from handful.bots.features import action_columns
from handful.cards import BadText
from handful.columns import Columns, columns, deduced_by
from handful.envs.actions import Table, table_of
from handful.game import Game, Illegal
from handful.games import find
from handful.kernel import compiler
from handful.kernel.movers import first_mover
from handful.observe import View, view
from handful.policy import ALL_LEVELS

Array = np.ndarray[Any, Any]


@cache
def at_an_address(game: Game, seats: int, packed: bool) -> tuple[Any, Any]:
    """Two functions as machine code, for a state at an address: fill the columns of a seat, and who is asked."""
    rules, made = game.rules, columns(game.rules.State, seats, packed)
    record, size, at = compiler.record_type(rules.State), rules.State.layout.size, compiler.bytes_at
    encode, mover = made.encode, first_mover(rules.lapse)

    def encode_at(address: int, seat: int, out: Any) -> None:
        encode(at(address, size).view(record)[0], seat, out)

    def mover_at(address: int, able: int) -> int:
        return mover(at(address, size).view(record)[0], able, 0)  # type: ignore[no-any-return]

    compiler.learn_rules()
    called = (*deduced_by(rules.State), columns.__wrapped__, at_an_address.__wrapped__)
    with compiler.cached(rules.actors, rules.lapse, *called):
        return compiler.compiled(encode_at), compiler.compiled(mover_at)


class Form:
    """What is the same for all games of a kind: seats, spaces, and how actions are given."""

    def __init__(self, game: Game | str, seats: int | None, options: Mapping[str, str] | None, actions: str) -> None:
        """By the table of all actions, or by an index in the legal list; with "" by the table where there is one."""
        self.game = find(game) if isinstance(game, str) else game
        self.options = dict(options or {})
        self.seats = seats or self.game.usual_seats(self.options)
        self.fresh = self.game.fresh(self.seats, self.options)
        self.columns: Columns = columns(self.game.rules.State, self.seats)
        by_table = actions == "table" or (not actions and self.game.moves is not None and self.game.moves.every)
        self.table: Table | None = table_of(self.game, self.seats) if by_table else None
        self.actions = len(self.table.codes) if self.table else self.game.rules.MOST_LEGAL
        """How many actions can be given."""
        self.encode, self.mover = at_an_address(self.game, self.seats, packed=False)

    @property
    def features(self) -> Columns:
        """What an action is made of."""
        return action_columns(self.game, self.seats)


class Play:
    """One game under way, compiled."""

    def __init__(self, form: Form, seed: int, number: int = 0) -> None:
        self.form, self.rules = form, form.game.rules
        self.state = form.game.compiled.begin(form.fresh, seed, number)

    @property
    def over(self) -> bool:
        """Whether nobody may act any more."""
        return not self.state.able

    def able(self) -> list[int]:
        """The seats that may act."""
        return [seat for seat in range(self.form.seats) if (self.state.able >> seat) & 1]

    def turn(self) -> int:
        """Who of them is asked first, where they are asked one by one; -1 when the game is over."""
        able = self.state.able
        if not able & (able - 1):
            return able.bit_length() - 1
        return int(self.form.mover(self.state.address, able))

    def observation(self, seat: int) -> Array:
        """What a seat sees, as columns."""
        row = np.zeros(self.form.columns.size, np.float32)
        self.form.encode(self.state.address, seat, row)
        return row

    def packed_observation(self, seat: int) -> Array:
        """The same as packed bits."""
        packed = columns(self.rules.State, self.form.seats, packed=True)
        row = np.zeros(packed.size, np.uint32)
        at_an_address(self.form.game, self.form.seats, packed=True)[0](self.state.address, seat, row)
        return row

    def mask(self, seat: int) -> Array:
        """Which actions a seat may give now."""
        mask, table = np.zeros(self.form.actions, np.int8), self.form.table
        if (self.state.able >> seat) & 1:
            legal = self.state.listed(seat)
            mask[table.indices(legal) if table else slice(len(legal))] = 1
        return mask

    def given(self, seat: int) -> list[int]:
        """The legal actions of a seat, as they are given; none for one who may not act."""
        if not (self.state.able >> seat) & 1:
            return []
        legal, table = self.state.legal(seat), self.form.table
        return [table.numbers[action] for action in legal] if table else list(range(len(legal)))

    def meant(self, seat: int, given: int) -> int:
        """The action that is given; -1 if it is not legal."""
        if self.form.table is None:
            legal = self.state.legal(seat)
            return legal[given] if 0 <= given < len(legal) else -1
        action = int(self.form.table.codes[given]) if 0 <= given < self.form.actions else -1
        return action if action >= 0 and not self.state.check(seat, action) else -1

    def act(self, seat: int, action: int) -> None:
        """Do an action of the game; Illegal says why not."""
        if reason := self.state.check(seat, action):
            kind = self.rules.REASONS.kinds[reason]
            raise Illegal(kind.sentence, kind.code)
        self.state.apply(seat, action)

    def act_together(self, actions: Mapping[int, int]) -> None:
        """Do the legal actions of all who may act, from whose turn it is on; only sealed ones are all done."""
        first, seats = self.turn(), self.form.seats
        for seat in ((first + k) % seats for k in range(seats)):
            before = self.state.able
            if (before >> seat) & 1:
                self.state.apply(seat, actions[seat])
                if not self.state.able or self.state.able != before & ~(1 << seat):
                    return

    def scores(self) -> list[int]:
        """The points by seat."""
        return [self.state.score(seat) for seat in range(self.form.seats)]

    def shares(self) -> list[float]:
        """By seat: its share of the win; all 0 before the end."""
        if not self.over:
            return [0.0] * self.form.seats
        won = self.state.winners()
        return [1 / won.bit_count() if (won >> seat) & 1 else 0.0 for seat in range(self.form.seats)]

    def view(self, seat: int) -> View:
        """What a seat may know, for a bot."""
        return view(self.state.state(), seat)

    def text(self, seat: int) -> str:
        """What a seat sees, for a person: one entry a line."""
        shown = self.view(seat).json(self.form.game.words)
        return "\n".join(f"{name}: {value}" for name, value in shown.items())


BOTS = ("random", *ALL_LEVELS)
Player = Callable[[Play, int], int]
"""Who plays a seat: from a game and a seat to an action of the game."""


def bot(level: str, rng: random.Random) -> Player:
    """A bot of ours; it is shown the view of its seat and nothing else."""
    if level not in BOTS:
        raise BadText(f"there is no bot {level!r}; it is one of {', '.join(BOTS)}")

    def choose(play: Play, seat: int) -> int:
        legal = play.state.legal(seat)
        if level == "random" or len(legal) == 1:
            return rng.choice(legal)
        from handful.bots.levels import choose as answer
        from handful.bots.questions import question_for

        seed = rng.randrange(1 << 32)
        asked = question_for(play.form.game, play.view(seat), legal, level, seed, iterations=200)
        return answer(asked).action

    return choose
