"""Random games by the million: played in portions, so that progress can be shown and the work can be interrupted."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from handful.cluster import Cluster
from handful.game import Game
from handful.games import find
from handful.kernel import State
from handful.kernel.random_games import DECISIONS, GAMES, LONGEST, SCORES, SHARES, TALLY_SIZE, WHOLE_WIN

PORTION_SECONDS = 0.25
"""About how long a portion takes: short enough for a lively progress bar and a prompt Ctrl-C."""

MOST_AT_ONCE = 1_000_000
"""Games that are given to a node together."""

Progress = Callable[[int], None]
"""Called with the number of games done so far."""


@dataclass
class Result:
    """What came out of some random games."""

    game: str
    seats: int
    options: Mapping[str, str]
    device: str
    seed: int
    seconds: float = 0.0
    tally: list[int] = field(default_factory=lambda: [0] * TALLY_SIZE)

    def add(self, tally: Any) -> None:
        """Count some more games in."""
        longest = max(self.tally[LONGEST], int(tally[LONGEST]))
        self.tally = [mine + int(more) for mine, more in zip(self.tally, tally, strict=True)]
        self.tally[LONGEST] = longest

    @property
    def games(self) -> int:
        return self.tally[GAMES]

    def json(self) -> dict[str, Any]:
        """The result as plain data."""
        games, decisions = max(self.games, 1), self.tally[DECISIONS]
        seconds = max(self.seconds, 1e-9)
        return {
            "game": self.game,
            "seats": self.seats,
            "options": dict(self.options),
            "device": self.device,
            "seed": self.seed,
            "games": self.games,
            "decisions": decisions,
            "seconds": round(self.seconds, 6),
            "games_per_s": round(self.games / seconds, 1),
            "decisions_per_s": round(decisions / seconds, 1),
            "mean_length": round(decisions / games, 3),
            "longest": self.tally[LONGEST],
            "mean_score": [round(total / games, 4) for total in self.tally[SCORES : SCORES + self.seats]],
            "win_share": [round(part / WHOLE_WIN / games, 5) for part in self.tally[SHARES : SHARES + self.seats]],
        }


def simulate(
    game: Game,
    games: int,
    seats: int,
    options: Mapping[str, str],
    device: str = "cpu",
    seed: int = 0,
    progress: Progress = lambda _: None,
    far: bool = False,
) -> Result:
    """Play random games 0 … games-1 of a seed. An interrupt ends it early: the result has what was played.

    Far, they are played on all nodes of a Ray cluster.
    """
    state = game.fresh(seats, options)
    result = Result(game.name, seats, options, device, seed)
    play = _on_nodes if far else _on_cuda if device == "cuda" else _on_cpu
    portions = play(game, state, games, seed)
    next(portions)  # the first portion is empty: what had to be compiled is compiled
    began = time.perf_counter()
    try:
        for tally in portions:
            result.add(tally)
            result.seconds = time.perf_counter() - began
            progress(result.games)
    except KeyboardInterrupt:
        pass
    return result


def _on_cpu(game: Game, state: Any, games: int, seed: int) -> Iterator[Any]:
    """Portions of the work, on all cores; each grows until it takes about as long as it should."""
    native = game.compiled
    yield native.simulate(state, seed, 0, 0)
    workers = cores()
    with ThreadPoolExecutor(workers) as pool:
        first, size = 0, 1
        while first < games:
            began = time.perf_counter()
            starts = range(first, min(first + size * workers, games), size)
            tasks = [pool.submit(native.simulate, state, seed, at, min(size, games - at)) for at in starts]
            for task in tasks:
                yield task.result()
            first += size * workers
            size = _next_size(size, time.perf_counter() - began)


def _on_cuda(game: Game, state: Any, games: int, seed: int) -> Iterator[Any]:
    """Portions of the work, on a GPU: many threads, each with some games."""
    gpu = game.on_cuda
    yield gpu.simulate(state, seed, 0, 32, 0).sum(axis=0)
    first, threads, each = 0, 1 << 18, 1
    while first < games:
        began = time.perf_counter()
        some = min(threads, games - first)
        each = min(each, (games - first) // some)
        tallies = gpu.simulate(state, seed, first, some, each)
        total = tallies.sum(axis=0)
        total[LONGEST] = tallies[:, LONGEST].max()
        yield total
        first += some * each
        each = _next_size(each, time.perf_counter() - began)


class NodeGames:
    """Those who play random games on a node of a cluster: a thread for each core, as here."""

    def __init__(self, game: str, packed: bytes, seed: int, cores: int) -> None:
        self.game, self.seed = find(game), seed
        self.state = self.game.rules.State.unpack(packed)
        self.pool, self.cores = ThreadPoolExecutor(cores), cores

    def do(self, chunk: tuple[int, int]) -> list[int]:
        """Play the games from one number up to another; their tally."""
        first, last = chunk
        size = max(1, -(-(last - first) // self.cores))
        result = Result(self.game.name, self.state.seats, {}, "cpu", self.seed)
        play = partial(self.game.compiled.simulate, self.state, self.seed)
        tasks = [self.pool.submit(play, at, min(size, last - at)) for at in range(first, last, size)]
        for task in tasks:
            result.add(task.result())
        return result.tally

    def close(self) -> None:
        """End the threads."""
        self.pool.shutdown()


def _on_nodes(game: Game, state: State, games: int, seed: int) -> Iterator[Any]:
    """Portions of the work, on all nodes of a cluster; each as large as keeps them all busy."""
    cluster = Cluster(partial(NodeGames, game.name, state.pack(), seed))
    size = max(1, min(MOST_AT_ONCE, games // (8 * len(cluster.nodes()) or 1)))
    yield [0] * TALLY_SIZE
    for _, tally in cluster.work((first, min(first + size, games)) for first in range(0, games, size)):
        yield tally


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _next_size(size: int, seconds: float) -> int:
    """A portion that should take about PORTION_SECONDS; at most four times the last."""
    return max(1, min(4 * size, int(size * PORTION_SECONDS / max(seconds, 1e-6))))
