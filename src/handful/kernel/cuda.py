"""A game on a GPU: every thread plays whole random games, by the same rules."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # numba-cuda still asks NumPy 2.5 for the old name

from numba import cuda as numba_cuda
from numba import from_dtype

from handful.kernel import compiler, grammar
from handful.kernel.dialect import rule, throw
from handful.kernel.random_games import MOST_DECISIONS, TALLY_SIZE, random_play
from handful.kernel.rules import Rules
from handful.kernel.state import State

cuda: Any = numba_cuda
THREADS = 128


def available() -> bool:
    """Whether there is a GPU that can run this."""
    return bool(cuda.is_available())


_ready: dict[tuple[Any, ...], Any] = {}
"""Kernels that were compiled, by what they were called with."""


def launch(kernel: Any, n: int, threads: int, stream: Any, *arguments: Any) -> None:
    """Run a kernel on a thread for each of n things; n is its last argument.

    To find out what type a record has takes Numba milliseconds, at every launch; so it is done once for arrays of one
    kind.
    """
    key = (kernel, *map(kind_of, arguments))
    if key not in _ready:
        _ready[key] = kernel.specialize(*arguments, n)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*Grid size")  # a few games are not meant to fill a GPU
        _ready[key][-(-n // threads), threads, stream](*arguments, n)


def kind_of(argument: Any) -> Any:
    """What decides the type of an argument."""
    if isinstance(argument, tuple):
        return (type(argument), *map(kind_of, argument))
    if hasattr(argument, "dtype"):
        flags = argument.flags
        return argument.dtype, argument.ndim, flags["C_CONTIGUOUS"], flags["F_CONTIGUOUS"]
    return type(argument)


def choose_by_index(rules: Rules) -> Callable[..., Any]:
    """Count the legal actions, draw an index, and go through them again to find it: no list in memory."""
    legal = rules.legal

    @rule
    def choose(s: Any, seat: int, choice: Any, out: Any) -> tuple[int, int]:
        out.wanted = -1
        n = legal(s, seat, out)
        out.wanted = throw(choice, n)
        legal(s, seat, out)
        return n, out.found

    return choose


def playing_kernel(rules: Rules, traced: bool) -> Callable[..., None]:
    """The function each thread runs: some games from a fresh state, one after the other, into its own tally.

    The loop is flat, one decision a turn, so that the threads of a warp need not wait for the longest game.
    """
    begin, step, settle = random_play(rules, choose_by_index(rules), traced)
    actors = rules.actors
    record, dice_record, pick_record = (
        from_dtype(compiler.record_type(rules.State)),
        from_dtype(compiler.DICE),
        from_dtype(compiler.PICK),
    )

    def play(fresh: Any, ends: Any, seed: int, first: int, games: int, tallies: Any) -> None:
        thread = cuda.grid(1)
        if thread >= tallies.shape[0]:
            return
        states = cuda.local.array(1, record)
        dice = cuda.local.array(2, dice_record)
        pick = cuda.local.array(1, pick_record)
        s = states[0]
        tally = tallies[thread]
        game = first + thread * games
        last = game + games
        decisions = 0
        able = 0
        while game < last:
            if able == 0:
                states[0] = fresh[0]
                begin(s, dice[0], dice[1], seed, game)
                decisions = 0
                able = actors(s)
            step(s, able, dice[0], dice[1], pick[0], tally)
            decisions += 1
            able = actors(s)
            if able == 0 or decisions == MOST_DECISIONS:
                able = 0
                settle(s, decisions, tally)
                game += 1
        if traced:
            ends[thread] = s

    return play


class CudaGame:
    """The rules of one game on a GPU."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.record = compiler.record_type(rules.State)
        verbs = (rules.start, rules.actors, rules.legal, rules.apply, rules.score, rules.winners)
        grammar.hold(verbs, rules.EVENTS)
        self._play = cuda.jit(playing_kernel(rules, traced=False))
        self._traced = cuda.jit(playing_kernel(rules, traced=True))
        compiler.learn_rules()

    def simulate(self, state: State, seed: int, first: int, threads: int, games_each: int) -> np.ndarray[Any, Any]:
        """Play threads × games_each random games; their tallies, one row a thread."""
        tallies, _ = self._launch(self._play, state, seed, first, threads, games_each)
        return tallies

    def trace(
        self, state: State, seed: int, first: int, games: int
    ) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Play one game a thread; the tallies with their digests, and the final states."""
        return self._launch(self._traced, state, seed, first, games, 1)

    def _launch(
        self, kernel: Any, state: State, seed: int, first: int, threads: int, games_each: int
    ) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        fresh = cuda.to_device(np.frombuffer(state.pack(), self.record))
        tallies = cuda.to_device(np.zeros((threads, TALLY_SIZE), np.int64))
        ends = cuda.to_device(np.zeros(threads if kernel is self._traced else 1, self.record))
        blocks = -(-threads // THREADS)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=".*Grid size")  # a few games are not meant to fill a GPU
            kernel[blocks, THREADS](fresh, ends, seed, first, games_each, tallies)
        return tallies.copy_to_host(), ends.copy_to_host()
