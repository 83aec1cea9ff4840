"""Games in step for somebody who learns: whose decisions there are, and what came of them.

An episode is what the room's search plays a world on to (a round, a deal, a game), and its worth to a seat is what the
room says that a state at rest is worth: so a network expects in the same measure as the search weighs. Where a room has
no policy, an episode is a whole game, and its worth is the share of the win.

Everything is a tensor on the device on which the network learns, and shares the memory of the batch: on a GPU nothing
of a game ever leaves it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import torch

from handful.bots.features import action_columns
from handful.columns import Columns, Group, columns, group
from handful.envs import Batch
from handful.game import Game
from handful.kernel import compiler, rule
from handful.observe import Shows, sights
from handful.policy import Policy

Tensor = Any
WHOLE = 1000.0
"""What a room weighs a sure win."""
wide: Any = np.int64
"""The width of all numbers that rules are given; with others they would be compiled again, and some could not be."""
THREADS = 64
"""Of a block on a GPU."""


class Decisions(NamedTuple):
    """Seats that have a choice, each in another game: what they see, and all that they may do."""

    game: Tensor
    seat: Tensor
    seen: Tensor
    others: Tensor
    """What the others hold: for a critic, never for a player."""
    actions: Tensor
    """All legal actions of the first of them, then of the next one, and so on."""
    counts: Tensor

    @property
    def rows(self) -> Tensor:
        """By legal action: whose it is."""
        return rows_of(self.counts)


def rows_of(counts: Tensor) -> Tensor:
    """0 so often as the first count says, 1 as the next one, and so on."""
    return torch.repeat_interleave(torch.arange(len(counts), device=counts.device), counts)


def secret_columns(game: Game, seats: int) -> Columns:
    """What is hidden in the hands of the others, as columns; it never leaves the training."""
    state = game.rules.State
    found: list[Group] = []
    for sight in sights(state):
        if sight.shows is Shows.OWN:
            found += [group(state, seats, sight, f"seat +{n}", f"s.{sight.field.name}[p{n}]") for n in range(1, seats)]
    return Columns(f"what others hold in {game.name}", found, seats, packed=False)


class Episodes(NamedTuple):
    """The arrays of the loops that begin and end episodes."""

    states: Any
    before: Any
    """By game: the state in which its episode began."""
    marks: Any
    over: Any
    """By game: whether it is over, or too long."""
    ended: Any
    worth: Any


class Looks(NamedTuple):
    """The arrays of the loops that look at games: what is to be seen of some, or what the policy would do there."""

    states: Any
    games: Any
    turn: Any
    out: Any


class Advice(NamedTuple):
    """The arrays of the loop that asks the room's policy."""

    states: Any
    dice: Any
    games: Any
    turn: Any
    counts: Any
    legal: Any
    desk: Any
    """Where the policy may reorder what is legal."""
    out: Any


class Offers(NamedTuple):
    """The arrays of the loop that describes actions."""

    actions: Any
    seats: Any
    out: Any


def episode_loops(policy: Policy) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """The loops over games that ask the room whether an episode is at rest, and what it is worth."""
    mark, resting, weigh = policy.mark, policy.resting, policy.weigh

    @rule
    def settle(first: int, last: int, some: Any) -> None:
        for i in range(first, last):
            some.ended[i] = some.over[i] or resting(some.states[i], some.marks[i]) != 0
            if some.ended[i]:
                for p in range(some.worth.shape[1]):
                    some.worth[i, p] = weigh(some.states[i], some.before[i], p) / WHOLE

    @rule
    def begin(first: int, last: int, some: Any) -> None:
        for i in range(first, last):
            if some.ended[i]:
                some.before[i] = some.states[i]
                some.marks[i] = mark(some.states[i])

    return settle, begin


def advice_loop(policy: Policy) -> Callable[..., Any]:
    """The loop that asks the policy, game by game, for the index of what it would do."""
    likely = policy.likely

    @rule
    def advise(first: int, last: int, some: Any) -> None:
        for row in range(first, last):
            i = some.games[row]
            n, seat, desk, legal = wide(some.counts[i]), wide(some.turn[i]), some.desk[row], some.legal[i]
            for k in range(n):
                desk[k] = legal[k]
            action = desk[likely(some.states[i], seat, desk, n, some.dice[i, 1])]
            some.out[row] = 0
            for k in range(n):
                if legal[k] == action:
                    some.out[row] = k

    return advise


def look_loop(encode: Callable[..., Any]) -> Callable[..., Any]:
    """The loop that fills columns of what a seat on turn sees, or of what it does not see."""

    @rule
    def look(first: int, last: int, some: Any) -> None:
        for row in range(first, last):
            i = some.games[row]
            encode(some.states[i], wide(some.turn[i]), some.out[row])

    return look


def offer_loop(encode: Callable[..., Any]) -> Callable[..., Any]:
    """The loop that describes actions."""

    @rule
    def describe(first: int, last: int, some: Any) -> None:
        for row in range(first, last):
            encode(some.actions[row], some.seats[row], some.out[row])

    return describe


class Loops(NamedTuple):
    """The loops of a game, ready to be run on a device; those that need a policy are None without one."""

    look: Any
    reveal: Any
    describe: Any
    settle: Any
    begin: Any
    advise: Any


@cache
def loops(game: Game, seats: int, device: str) -> Loops:
    """The loops of a game, as machine code or as kernels."""
    made: list[Callable[..., Any]] = [
        look_loop(columns(game.rules.State, seats).encode),
        look_loop(secret_columns(game, seats).encode),
        offer_loop(action_columns(game, seats).encode),
    ]
    held: tuple[Callable[..., Any], ...] = (game.rules.legal, game.rules.apply)
    if game.policy:
        made += [*episode_loops(game.policy), advice_loop(game.policy)]
        held += game.policy.rules
    compiler.learn_rules(*(game.policy.rules if game.policy else ()))
    if device == "cuda":
        from handful.envs.cuda import kernel_of

        ready = [kernel_of(loop, 0, None) for loop in made]
    else:
        with compiler.cached(*held, columns.__wrapped__, secret_columns, loops.__wrapped__):
            ready = [compiler.compiled(loop) for loop in made]
    return Loops(*ready, *[None] * (len(Loops._fields) - len(ready)))


class Tables:
    """Many tables of one kind, with their episodes."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, str],
        n: int,
        seed: int,
        limit: int = 0,
        device: str = "cpu",
    ) -> None:
        self.game, self.n, self.seats, self.device = game, n, seats, device
        self.batch = Batch(
            game, seats, options, n, seed, device,
            observations="none", masks=False, autoreset=False, limit=limit, threads=1,
        )  # fmt: skip
        self._loops = loops(game, seats, device)
        self._seen, self._features, self._secrets = sizes(game, seats)
        self._legal, self._counts, self._turn, self._done, self._cut, self._rewards = (
            self._tensor(getattr(self.batch, name)) for name in ("legal", "counts", "turn", "done", "cut", "rewards")
        )
        self._over = self._zeros(n, torch.bool)
        self._marks = self._zeros(n, torch.int64)
        self.ended = self._zeros(n, torch.bool)
        """By game: whether an episode ended in the last step."""
        self.worth = self._zeros((n, seats), torch.float32)
        """By game and seat: what the last episode that ended was worth."""
        states = self.batch.board.states
        parts = (self._array(part) for part in (self._marks, self._over, self.ended, self.worth))
        self._episodes = Episodes(states, self._like(states), *parts)
        self.ended[:] = True
        self._begin()

    # ------------------------------------------------------------ arrays and tensors

    def _zeros(self, shape: Any, kind: Any) -> Tensor:
        return torch.zeros(shape, dtype=kind, device=self.device)

    def _tensor(self, array: Any) -> Tensor:
        """The memory of an array as a tensor."""
        return torch.as_tensor(array, device=self.device)

    def _array(self, tensor: Tensor) -> Any:
        """The memory of a tensor for a loop."""
        if self.device == "cpu":
            return tensor.numpy()
        from handful.kernel.cuda import cuda

        return cuda.as_cuda_array(tensor, sync=False)

    def _like(self, array: Any) -> Any:
        """Another array of the same kind."""
        if self.device == "cpu":
            return array.copy()
        from handful.kernel.cuda import cuda

        return cuda.device_array(array.shape, array.dtype)

    def _run(self, loop: Any, n: int, some: NamedTuple) -> None:
        """Run a loop over n games, or actions."""
        if self.device == "cpu":
            loop(0, n, some)
        elif n:
            from handful.kernel.cuda import launch

            launch(loop, n, THREADS, 0, some)

    def _looked(self, loop: Any, games: Tensor, width: int) -> Tensor:
        """The columns of the seats on turn in some games."""
        out = self._zeros((len(games), width), torch.float32)
        if width:
            board = self.batch.board
            self._run(loop, len(games), Looks(board.states, self._array(games), board.turn, self._array(out)))
        return out

    # ------------------------------------------------------------ decisions

    def decisions(self) -> Decisions:
        """Everywhere where a seat has a choice."""
        games = torch.nonzero(self._counts > 1)[:, 0]
        counts = self._counts[games].long()
        places = torch.arange(self._legal.shape[1], device=self.device)
        actions = self._legal[games][places[None] < counts[:, None]]
        seen = self._looked(self._loops.look, games, self._seen)
        others = self._looked(self._loops.reveal, games, self._secrets)
        return Decisions(games, self._turn[games].long(), seen, others, actions, counts)

    def described(self, actions: Tensor, seats: Tensor) -> Tensor:
        """The columns of actions, each for the seat that does it."""
        out = self._zeros((len(actions), self._features), torch.float32)
        offers = Offers(*(self._array(part) for part in (actions, seats, out)))
        self._run(self._loops.describe, len(actions), offers)
        return out

    def advised(self, games: Tensor) -> Tensor:
        """By game: the index of what the room's policy would do there."""
        board = self.batch.board
        out = self._zeros(len(games), torch.int64)
        desk = self._zeros((len(games), self._legal.shape[1]), torch.int64)
        asked, *own = (self._array(part) for part in (games, desk, out))
        parts = (board.states, board.dice, asked, board.turn, board.counts, board.legal, *own)
        self._run(self._loops.advise, len(games), Advice(*parts))
        return out

    def step(self, games: Tensor, chosen: Tensor) -> None:
        """Do what was chosen in these games, by its index; elsewhere there is only one thing to do."""
        given = self._zeros(self.n, torch.int64)
        given[games] = chosen
        self.batch.step(self._array(given))
        torch.logical_or(self._done, self._cut, out=self._over)
        if self._loops.settle:
            self._run(self._loops.settle, self.n, self._episodes)
        else:
            self.ended.copy_(self._over)
            self.worth.copy_(torch.where(self._over[:, None], self._rewards, self.worth))
        self.batch.reset(self._episodes.over)
        self._begin()

    def _begin(self) -> None:
        """Remember where episodes begin."""
        if self._loops.begin:
            self._run(self._loops.begin, self.n, self._episodes)


def sizes(game: Game, seats: int) -> tuple[int, int, int]:
    """How many columns a seat sees, an action has, and a critic sees besides."""
    made = (columns(game.rules.State, seats), action_columns(game, seats), secret_columns(game, seats))
    seen, features, secrets = (one.size for one in made)
    return seen, features, secrets
