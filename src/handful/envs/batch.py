"""Many games in step: whose turn it is, what is legal and what is seen, in arrays that are filled in place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, Self

import numpy as np

from handful.bots.features import action_columns
from handful.cards import BadText
from handful.columns import Column, Columns, columns
from handful.envs import loops
from handful.envs.actions import Table, table_of
from handful.envs.dlpack import CPU, Shared
from handful.envs.loops import BY_CODE, BY_INDEX, BY_TABLE, MASK_OF_LIST, MASK_OF_TABLE, NO_MASK, Board
from handful.envs.native import compiled_features, compiled_loops
from handful.game import Game, Illegal, knowing, remembering
from handful.games import find
from handful.kernel import State, compiler
from handful.kernel.dialect import hold_most_legal
from handful.simulation import cores

Array = np.ndarray[Any, Any]

MOST_SEATS = 8
FACTS = np.dtype([
    ("number", np.int64), *((name, np.int32) for name in loops.FACTS), ("rewards", np.float32, (MOST_SEATS,))
])  # fmt: skip
"""What is known of a game besides its state: 64 bytes, and no more, because every step reads and writes them."""
ALIGNED = 64
"""Every array begins at a multiple of so many bytes."""
LEAST_A_THREAD = 2048
"""Fewer games are not worth another thread."""

ACTIONS = {"index": BY_INDEX, "table": BY_TABLE, "code": BY_CODE}
FILLED = ("turn", "rewards", "done", "cut", "refused", "counts", "legal", "mask", "observations")
"""The arrays that a step fills."""
CHOICES: dict[str, tuple[str, ...]] = {
    "device": ("cpu", "cuda"),
    "observations": ("packed", "floats", "none"),
    "actions": tuple(ACTIONS),
    "several": ("one by one", "drawn", "together"),
    "rewards": ("win", "points"),
}


@dataclass(frozen=True)
class Saved:
    """Some games of a batch, to be loaded again."""

    states: Array
    dice: Array
    facts: Array

    def write(self, file: Path | str) -> None:
        """Keep them in a file."""
        np.savez_compressed(file, states=self.states, dice=self.dice, facts=self.facts)

    @classmethod
    def read(cls, file: Path | str) -> Saved:
        """The games that a file holds."""
        with np.load(file) as kept:
            return cls(kept["states"], kept["dice"], kept["facts"])


@cache
def workers() -> ThreadPoolExecutor:
    """The threads of all batches."""
    return ThreadPoolExecutor(cores(), thread_name_prefix="batch")


class Batch:
    """Games of one kind at tables of one kind, all moved on by one action at a time.

    >>> batch = Batch("spar", seats=4, n=1000, seed=7)
    >>> while not batch.done.any():
    ...     batch.step(batch.random_actions())
    """

    def __new__(cls, *arguments: Any, **named: Any) -> Self:
        """On a GPU it is another class with the same arrays."""
        if cls is Batch and "cuda" in (named.get("device"), *arguments[5:6]):
            from handful.envs.cuda import CudaBatch

            return object.__new__(CudaBatch)  # type: ignore[return-value]
        return object.__new__(cls)

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        n: int = 1024,
        seed: int = 0,
        device: str = "cpu",
        *,
        observations: str = "packed",
        events: int = 0,
        knowledge: bool = False,
        actions: str = "index",
        masks: bool = True,
        several: str = "one by one",
        rewards: str = "win",
        autoreset: bool = True,
        limit: int = 0,
        first: int = 0,
        threads: int = 0,
        into: Mapping[str, Any] | None = None,
    ) -> None:
        """Begin games number `first` and on of a seed. A `limit` ends games that have more actions than that.

        The observations have so many of the last `events`, too, and with `knowledge` what the seat on turn can be
        certain of. `into` has arrays of your own, by name, that are filled
        instead of ours: of any library, on the same device.
        """
        how = {"observations": observations, "actions": actions, "several": several, "rewards": rewards}
        for name, value in (*how.items(), ("device", device)):
            if value not in CHOICES[name]:
                raise BadText(f"{name} cannot be {value!r}; it is one of {', '.join(CHOICES[name])}")
        self.game = find(game) if isinstance(game, str) else game
        if events:
            self.game = remembering(self.game, events)
        if knowledge:
            self.game = knowing(self.game)
        self.options = dict(options or {})
        self.seats = seats or self.game.usual_seats(self.options)
        self.n, self.seed, self.device = n, seed, device
        self.together = several == "together"
        self.columns: Columns | None = None
        if observations != "none":
            self.columns = columns(self.game.rules.State, self.seats, observations == "packed")
        self.table = table_of(self.game, self.seats) if actions == "table" else Table()
        self.threads = threads or cores()
        self._how: dict[str, Any] = how | {"masks": masks, "autoreset": autoreset, "limit": limit, "threads": threads}
        mask = (MASK_OF_TABLE if actions == "table" else MASK_OF_LIST) if masks else NO_MASK
        settings = np.zeros(1, [(name, np.int64) for name in loops.SETTINGS])
        settings[0] = (ACTIONS[actions], mask, several == "drawn", autoreset, rewards == "points", limit, seed, n,
                       self.table.magic, self.table.shift, self.seats, 0)  # fmt: skip
        self._into = dict(into or {})
        facts = np.zeros(n, FACTS)
        facts["number"] = np.arange(first, first + n)
        self.board = self._board(self.game.fresh(self.seats, self.options), facts, settings)
        self._loops = self._ready()
        self.reset()

    def _board(self, state: State, facts: Array, settings: Array) -> Board:
        """All arrays, empty, and the public names of those that are for the user."""
        n, rows = self.n, self.n * (self.seats if self.together else 1)
        record = compiler.record_type(type(state))
        mask_width = len(self.table.codes) if self._how["actions"] == "table" else self.game.rules.MOST_LEGAL
        kind = np.uint32 if self.columns and self.columns.packed else np.float32
        board = Board(
            fresh=self._given(np.frombuffer(state.pack(), record)), states=self._zeros(n, record),
            dice=self._zeros((n, 2), compiler.DICE), facts=self._given(facts), turn=self._zeros(n, np.int32),
            rewards=self._zeros((n, self.seats), np.float32), done=self._zeros(n, np.bool_),
            cut=self._zeros(n, np.bool_), refused=self._zeros(n, np.bool_), counts=self._zeros(rows, np.int32),
            legal=self._zeros((rows, self.game.rules.MOST_LEGAL), np.int64),
            mask=self._zeros((rows, mask_width if self._how["masks"] else 1), np.bool_),
            observations=self._zeros((rows, self.columns.size if self.columns else 1), kind),
            table=self._given(self.table.codes), slots=self._given(self.table.slots), settings=self._given(settings),
        )  # fmt: skip
        board = board._replace(**{name: self._taken(name, board, given) for name, given in self._into.items()})
        self.turn, self.rewards, self.done = board.turn, board.rewards, board.done
        self.cut, self.refused = board.cut, board.refused
        by_seat = (n, self.seats) if self.together else (n,)
        self.counts = board.counts.reshape(by_seat)
        self.legal = board.legal.reshape((*by_seat, self.game.rules.MOST_LEGAL))
        self.mask: Any = board.mask.reshape((*by_seat, mask_width)) if self._how["masks"] else None
        self.observations: Any = board.observations.reshape((*by_seat, self.columns.size)) if self.columns else None
        self._actions = self._zeros(rows, np.int64)
        return board

    def _zeros(self, shape: Any, kind: Any) -> Any:
        """An empty array on the device, aligned as JAX needs it to take it without a copy."""
        shape, kind = np.atleast_1d(shape), np.dtype(kind)
        size = int(np.prod(shape)) * kind.itemsize
        octets = np.zeros(size + ALIGNED, np.uint8)
        first = -octets.ctypes.data % ALIGNED
        return octets[first : first + size].view(kind).reshape(shape)

    def _given(self, array: Array) -> Any:
        """An array on the device."""
        return array.copy()

    def _shared(self, given: Any) -> Any:
        """The memory of another library's array, emptied."""
        array = np.asarray(given)
        array[...] = 0
        return array

    def _taken(self, name: str, board: Board, given: Any) -> Any:
        """An array of the caller in the place of one of ours; BadText if it does not fit."""
        if name not in FILLED:
            raise BadText(f"there is no array {name!r} to be filled; it is one of {', '.join(FILLED)}")
        ours, theirs = getattr(board, name), self._shared(given)
        if (theirs.dtype, theirs.size) != (ours.dtype, ours.size):
            raise BadText(f"{name} needs {ours.size} values of {ours.dtype}, not {theirs.size} of {theirs.dtype}")
        return theirs.reshape(ours.shape)

    def _ready(self) -> Any:
        """Compile, or find in the cache, what the steps need."""
        return compiled_loops(self.game, self.seats, self._how["observations"])

    def _feature_loop(self) -> Any:
        return compiled_features(self.game, self.seats, self.action_columns.packed)

    def _run(self, loop: Callable[..., None], *arguments: Any) -> None:
        """Run a loop over all games, on as many threads as are worth it."""
        parts = max(1, min(self.threads, self.n // LEAST_A_THREAD))
        if parts == 1:
            loop(0, self.n, *arguments)
            self._hold_most_legal()
            return
        ends = [self.n * part // parts for part in range(parts + 1)]
        waiting: list[Future[None]] = [workers().submit(loop, *some, *arguments) for some in pairwise(ends[1:])]
        loop(ends[0], ends[1], *arguments)
        for one in waiting:
            one.result()
        self._hold_most_legal()

    def _hold_most_legal(self) -> None:
        """TooManyLegal if a list of legal actions was longer than the game says."""
        hold_most_legal(self.game.rules.MOST_LEGAL, int(self.board.settings["needed"][0]))

    def reset(self, chosen: Any = None) -> None:
        """Begin all games, or the chosen ones (a mask); those go on with the next numbers of their own."""
        all_or_some = np.ones(self.n, np.bool_) if chosen is None else np.asarray(chosen, np.bool_)
        self._run(self._loops.begin, all_or_some, int(chosen is not None), int(self.together), self.board)

    def step(self, actions: Any) -> None:
        """Do one action in every game; all arrays then hold what is now. Illegal says which action is not allowed.

        `actions` has one integer a game; where all act together one a game and seat, and those who may not act give
        anything. Where -1 is given the game is left as it is (not where all act together). A game that ends says so in
        `done`; with autoreset its arrays are already those of a new game.
        """
        given = np.asarray(actions)
        if self.together:
            self._actions[:] = given.reshape(-1)
            self._run(self._loops.step_together, self._actions, self.board)
        else:
            self._actions[:] = given
            self._run(self._loops.step, self._actions, self.board)
        if self.refused.any():
            wrong = int(np.flatnonzero(self.refused)[0])
            raise Illegal(f"in game {wrong} of the batch, and in {int(self.refused.sum()) - 1} others, "
                          f"that action is not legal: {given[wrong]}; those games have not moved")  # fmt: skip

    def random_actions(self) -> Array:
        """A legal action for every game, from its own stream of choices: with `several="drawn"` as `handful sim` does.

        The array is filled anew at the next call.
        """
        self._run(self._loops.draw, self.together, self._actions, self.board)
        given: Array = self._actions.reshape((self.n, self.seats)) if self.together else self._actions
        return given

    @cached_property
    def action_columns(self) -> Columns:
        """The columns of `features`."""
        return action_columns(self.game, self.seats, self._how["observations"] == "packed")

    @cached_property
    def _features(self) -> tuple[Any, Any]:
        """How many rows of features were filled, and the features."""
        shape = (*self.board.legal.shape, self.action_columns.size)
        return self._zeros(shape[0], np.int32), self._zeros(shape, self.board.observations.dtype)

    def features(self) -> Any:
        """By game (and seat), by legal action: what it is made of. The array is filled anew at the next call.

        An index alone cannot be learned from. `action_columns.describe()` says what each column means.
        """
        self._run(self._feature_loop(), self.together, *self._features, self.board)
        return self._features[1].reshape((*self.legal.shape, self.action_columns.size))

    def rollouts(self, n: int, seed: int = 0) -> Any:
        """Play every game out n times by chance, from where it is and as it truly is: by game, time and seat the worth.

        The games themselves stay where they are. The same seed gives the same rollouts.
        """
        worth = self._zeros((self.n * n, self.seats), np.float32)
        desk, dice = self._zeros(self.n, self.board.states.dtype), self._zeros((self.n, 2), compiler.DICE)
        out = self._zeros((self.n, self.game.rules.MOST_LEGAL), np.int64)
        self._run(self._loops.roll, n, seed, worth, desk, dice, out, self.board)
        return worth.reshape((self.n, n, self.seats))

    # ------------------------------------------------------------ positions

    def state(self, game: int) -> State:
        """One game as the object that interpreted rules run on."""
        return self.game.rules.State.unpack(self._host(self.board.states)[game].tobytes())

    def text(self, action: int) -> str:
        """The text of an action as `legal` has it."""
        return self.game.words.write_action(int(action))

    def code(self, text: str) -> int:
        """The action of a text; BadText if it means nothing."""
        return self.game.words.read_action(text)

    def describe(self) -> list[Column]:
        """What each column of the observations means."""
        return self.columns.describe() if self.columns else []

    def shared(self, name: str) -> Shared:
        """An array, such as "observations", for another library's `from_dlpack`: the memory that each step fills."""
        if name not in FILLED or getattr(self, name) is None:
            raise BadText(f"there is no array {name!r}; it is one of {', '.join(FILLED)}")
        return self._handed(getattr(self, name))

    def _handed(self, array: Any) -> Shared:
        """An array of the device, to be handed over."""
        return Shared(array, array.ctypes.data, CPU)

    def _host(self, array: Any) -> Array:
        """An array of the board where Python can read it."""
        return array  # type: ignore[no-any-return]

    def _put(self, array: Any, games: Any, values: Array) -> None:
        """Change some games of an array of the board."""
        array[games] = values

    def save(self, games: Any = slice(None)) -> Saved:
        """Some games, or all, to be loaded again; with their dice, so that they go on as they would have."""
        kept = (self.board.states, self.board.dice, self.board.facts)
        return Saved(*(self._host(array)[games].copy() for array in kept))

    def load(self, saved: Saved, games: Any = slice(None)) -> None:
        """Put saved games in the place of these."""
        self._put(self.board.states, games, saved.states)
        self._put(self.board.dice, games, saved.dice)
        self._put(self.board.facts, games, saved.facts)
        self._run(self._loops.take_up, self.together, self.board)

    def copy(self, games: Any = slice(None)) -> Batch:
        """Another batch at the same point: all games, or some, in any number."""
        saved = self.save(games)
        new = Batch(self.game, self.seats, self.options, len(saved.states), self.seed, self.device, **self._how)
        new.load(saved)
        return new

    def imagine(self, n: int, seat: int | None = None, games: Any = slice(None), seed: int = 0) -> Batch:
        """A batch of n worlds for each of these games, one game after the other, that the seat cannot tell from truth.

        Without a seat it is the one on turn. The unseen cards are dealt as they can lie by what the seat knows, each
        deal as likely as another unless the game's room weighs them, and chance goes on with other dice. Games that
        are over have no worlds.
        """
        from handful.envs.imagination import other_seed, worlds

        chosen = [int(game) for game in np.arange(self.n)[games] if self._host(self.turn)[game] >= 0]
        turn = self._host(self.turn)
        found = [
            worlds(self.game, self.state(game), int(turn[game]) if seat is None else seat, n, seed + game)
            for game in chosen
        ]
        how = self._how | {"autoreset": False}
        new = Batch(self.game, self.seats, self.options, len(found) * n, other_seed(seed), self.device, **how)
        saved = new.save()
        new.load(Saved(np.concatenate(found), saved.dice, saved.facts))
        return new
