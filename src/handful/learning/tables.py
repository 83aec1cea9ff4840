"""Games in step for somebody who learns: whose decisions there are, and what came of them.

An episode is what the room's search plays a world on to (a round, a deal, a game), and its worth to a seat is what the
room says that a state at rest is worth: so a network expects in the same measure as the search weighs. Where a room has
no policy, an episode is a whole game, and its worth is the share of the win.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from handful.columns import Columns, Group, columns, group
from handful.envs import Batch
from handful.game import Game
from handful.kernel import compiler
from handful.observe import Shows, sights
from handful.policy import Policy

Array = np.ndarray[Any, Any]
WHOLE = 1000.0
"""What a room weighs a sure win."""


class Decisions(NamedTuple):
    """Seats that have a choice, each in another game: what they see, and all that they may do."""

    game: Array
    seat: Array
    seen: Array
    others: Array
    """What the others hold: for a critic, never for a player."""
    offers: Array
    """The columns of all legal actions of the first of them, then of the next one, and so on."""
    counts: Array

    @property
    def rows(self) -> Array:
        """By offer: whose it is."""
        return np.repeat(np.arange(len(self.counts)), self.counts)


def secret_columns(game: Game, seats: int) -> Columns:
    """What is hidden in the hands of the others, as columns; it never leaves the training."""
    state = game.rules.State
    found: list[Group] = []
    for sight in sights(state):
        if sight.shows is Shows.OWN:
            found += [group(state, seats, sight, f"seat +{n}", f"s.{sight.field.name}[p{n}]") for n in range(1, seats)]
    return Columns(f"what others hold in {game.name}", found, seats, packed=False)


class Endings(NamedTuple):
    """How episodes begin and end, as machine code."""

    settle: Callable[..., Any]
    begin: Callable[..., Any]


def endings_of(policy: Policy) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """The loops over games that ask the room whether an episode is at rest, and what it is worth."""
    mark, resting, weigh = policy.mark, policy.resting, policy.weigh

    def settle(states: Any, before: Any, marks: Any, over: Any, ended: Any, worth: Any) -> None:
        for i in range(len(states)):
            ended[i] = over[i] or resting(states[i], marks[i]) != 0
            if ended[i]:
                for p in range(worth.shape[1]):
                    worth[i, p] = weigh(states[i], before[i], p) / WHOLE

    def begin(states: Any, before: Any, marks: Any, chosen: Any) -> None:
        for i in range(len(states)):
            if chosen[i]:
                before[i] = states[i]
                marks[i] = mark(states[i])

    return settle, begin


@cache
def endings(game: Game) -> Endings | None:
    """The loops of a game, compiled; None if its room has no policy."""
    if game.policy is None:
        return None
    made = endings_of(game.policy)
    compiler.learn_rules(*game.policy.rules)
    with compiler.cached(*game.policy.rules, secret_columns):
        return Endings(*(compiler.compiled(loop) for loop in made))


@cache
def revealing(game: Game, seats: int) -> tuple[int, Callable[..., Any]]:
    """How many columns show the others' hands, and what fills them for some games."""
    made = secret_columns(game, seats)
    encode = made.encode

    def reveal(states: Any, games: Any, turn: Any, out: Any) -> None:
        for row in range(len(games)):
            encode(states[games[row]], turn[games[row]], out[row])

    compiler.learn_rules()
    verbs = (game.rules.legal, game.rules.apply)
    with compiler.cached(*verbs, columns.__wrapped__, secret_columns, group):
        return made.size, compiler.compiled(reveal)


class Tables:
    """Many tables of one kind, with their episodes."""

    def __init__(self, game: Game, seats: int, options: Mapping[str, str], n: int, seed: int, limit: int = 0) -> None:
        self.batch = Batch(
            game, seats, options, n, seed, observations="floats", autoreset=False, limit=limit, threads=1
        )
        self.n, self.seats = n, seats
        self._endings = endings(game)
        self.secrets, self._reveal = revealing(game, seats)
        self._before = self.batch.board.states.copy()
        self._marks = np.zeros(n, np.int64)
        self.ended = np.ones(n, np.bool_)
        """By game: whether an episode ended in the last step."""
        self.worth = np.zeros((n, seats), np.float32)
        """By game and seat: what the last episode that ended was worth."""
        self._begin()

    def decisions(self) -> Decisions:
        """Everywhere where a seat has a choice."""
        batch = self.batch
        games = np.flatnonzero(batch.counts > 1)
        others = np.zeros((len(games), self.secrets), np.float32)
        if self.secrets:
            self._reveal(batch.board.states, games, batch.turn, others)
        offers = batch.features()[games][batch.mask[games]]
        return Decisions(games, batch.turn[games], batch.observations[games], others, offers, batch.counts[games])

    def step(self, games: Array, chosen: Array) -> None:
        """Do what was chosen in these games, by its index; elsewhere there is only one thing to do."""
        given = np.zeros(self.n, np.int64)
        given[games] = chosen
        batch = self.batch
        batch.step(given)
        over = batch.done | batch.cut
        if self._endings:
            self._endings.settle(batch.board.states, self._before, self._marks, over, self.ended, self.worth)
        else:
            self.ended[:] = over
            self.worth[over] = batch.rewards[over]
        if over.any():
            batch.reset(over)
        self._begin()

    def _begin(self) -> None:
        """Remember where episodes begin."""
        if self._endings:
            self._endings.begin(self.batch.board.states, self._before, self._marks, self.ended)
