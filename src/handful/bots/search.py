"""The searcher of all games: it tries the candidates in many worlds that the seat cannot tell from the true one.

Every world is played on once with each candidate, with the same cards and the same dice, so that luck cancels out in
the difference of two candidates; one that is clearly worse than the best is dropped. Below the candidate the play
follows an information-set tree: a node is what the searching seat can see at that point, so that nobody's hidden cards
steer its own choices, and actions are chosen by their upper confidence bound among those that this world offers. Below
the tree the room's policy goes on until the room says that the state is at rest. Its first guess is replaced only where
the worlds say clearly that another candidate is better.

What a room tells the searcher is its `Policy` (see `handful.policy`).
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from handful.bots import tree
from handful.bots.deals import Deals
from handful.bots.generic import Imagining, plain_policy, rehearsed
from handful.bots.tree import LONGEST_PATH, WHOLE, Array, Desk
from handful.bots.worlds import Worlds
from handful.game import Game
from handful.games import find
from handful.kernel import compiler
from handful.kernel.dialect import hold_most_legal
from handful.observe import View
from handful.policy import Hidden, Policy

FEW = 8
"""Worlds that do not tell yet how far values lie apart."""
CHUNK = 16
"""Worlds between two looks at the candidates, where a search has a number of iterations."""
GLANCE = 0.01
"""Seconds between two looks at the clock, where a search has a time."""


@dataclass
class Tally:
    """What the worlds have shown: by candidate the sum of values, by two candidates the sum of products."""

    worlds: int
    sums: Array
    products: Array

    @classmethod
    def empty(cls, candidates: int) -> Tally:
        """A tally of no worlds."""
        return cls(0, np.zeros(candidates), np.zeros((candidates, candidates)))

    def add(self, other: Tally, alive: Sequence[int]) -> None:
        """Count the worlds in which these candidates were tried."""
        self.worlds += other.worlds
        self.sums[alive] += other.sums
        self.products[np.ix_(alive, alive)] += other.products

    def mean(self, one: int) -> float:
        """The mean value of a candidate that was tried in all worlds, 0 to 1."""
        return float(self.sums[one]) / max(self.worlds, 1) / WHOLE

    def spread(self, one: int) -> float:
        """How far the values of a candidate lie apart from world to world: 1 if half of them are 0 and half are 1."""
        if self.worlds < FEW:
            return 1.0
        mean, square = self.sums[one] / self.worlds, self.products[one, one] / self.worlds
        return 2.0 * math.sqrt(max(float(square - mean * mean), 1.0)) / WHOLE

    def lead(self, one: int, other: int) -> float:
        """By how many standard errors a candidate is better than another, from the same worlds."""
        n, products = self.worlds, self.products
        gain = float(self.sums[one] - self.sums[other])
        if gain == 0 or n < 2:
            return 0.0
        spread = float(products[one, one] + products[other, other] - 2 * products[one, other]) - gain * gain / n
        return gain / math.sqrt(max(spread, 1.0) * n / (n - 1))


@dataclass(frozen=True)
class Thought:
    """What came out of a search."""

    action: int
    chance: float
    """Its mean value, 0 to 1."""
    iterations: int
    """How often a candidate was tried in a world."""
    worlds: int
    means: dict[int, float]
    """The mean values of all candidates that were not dropped."""


class Thinker:
    """The searcher of one game, compiled."""

    def __init__(self, game: Game, policy: Policy) -> None:
        rules = game.rules
        self.rules = rules
        self.policy, self.settings = policy, policy.settings
        self.record = compiler.record_type(rules.State)
        self.limits = np.array([min(policy.settings.depth, LONGEST_PATH), policy.settings.most_steps], np.int64)
        """What the compiled part must know: decisions in the tree, and in all."""
        self._desks: list[Desk] = []
        search = tree.searching(rules, policy)
        compiler.learn_rules(rules.actors, rules.legal, rules.apply, rules.lapse, *policy.rules, events=rules.EVENTS)
        with compiler.cached(rules.actors, rules.legal, rules.apply, rules.lapse, *policy.rules):
            self.imagine: Any = compiler.compiled(tree.imagining(policy.hold, policy.imagine))
            self.search = compiler.compiled(search)

    def prepare(self) -> None:
        """Compile now, not with the first question: everything is called once, with nothing to do."""
        worlds, nothing = np.zeros(1, self.record), np.zeros(0, np.int64)
        nowhere = Deals(Hidden(0, (0, 0), (0, 0), ((), ()))).sample(1, 0)
        self.imagine(worlds[:0], nowhere, 0, 0)
        desk, tally = self.desk(), Tally.empty(0)
        self.search(worlds[:0], nothing, 0, nothing, 0, nothing, 0.0, desk, tally.sums, tally.products)

    def to_try(self, view: View, legal: Sequence[int], guess: int, deals: Deals, /) -> list[int]:
        """The candidates, the first guess first."""
        return self.policy.to_try(view, list(legal), guess, deals)

    def desk(self) -> Desk:
        """A desk with an empty tree."""
        if not self._desks:
            return Desk.new(self.record, self.rules)
        desk = self._desks.pop()
        desk.tree[:] = 0
        return desk

    def give_back(self, desks: Sequence[Desk]) -> None:
        """Some desks are free again."""
        self._desks += desks

    def think(
        self,
        view: View,
        legal: Sequence[int],
        guess: int,
        *,
        seed: int,
        iterations: int = 0,
        milliseconds: int = 300,
        threads: int = 1,
    ) -> Thought:
        """Search: so many iterations, or else for a time. Where it finds nothing clearly better the guess stands."""
        return Search(self, view, legal, guess, seed, threads).run(iterations, milliseconds / 1000)


class Search:
    """One search under way."""

    def __init__(self, thinker: Thinker, view: View, legal: Sequence[int], guess: int, seed: int, threads: int) -> None:
        self.began = time.thread_time()
        self.thinker = thinker
        self.worlds = Worlds(view, thinker)
        self.candidates = thinker.to_try(view, legal, guess, self.worlds.deals)
        self.alive = list(range(len(self.candidates)))
        self.tally = Tally.empty(len(self.candidates))
        self.iterations = 0
        self.seed = seed
        self.threads = threads

    def run(self, iterations: int, seconds: float) -> Thought:
        """Search until the budget is spent or one candidate is left."""
        desks = [self.thinker.desk() for _ in range(self.threads)]
        with ThreadPoolExecutor(self.threads) as pool:
            if iterations:
                self._run_counted(pool, desks, iterations)
            else:
                self._run_timed(pool, desks, seconds)
        self.thinker.give_back(desks)
        return self.thought()

    def _run_counted(self, pool: ThreadPoolExecutor, desks: Sequence[Desk], iterations: int) -> None:
        while len(self.alive) > 1 and self.iterations < iterations:
            left = (iterations - self.iterations) / (len(self.alive) * self.threads)
            self.play(pool, desks, min(CHUNK, math.ceil(left)))

    def _run_timed(self, pool: ThreadPoolExecutor, desks: Sequence[Desk], seconds: float) -> None:
        spent, n = time.thread_time() - self.began, 1
        while len(self.alive) > 1 and spent < seconds:
            took = self.play(pool, desks, n)
            spent += took
            n = max(min(2 * n, int(n * min(GLANCE, seconds - spent) / took)), 1)

    def play(self, pool: ThreadPoolExecutor, desks: Sequence[Desk], n: int) -> float:
        """Try what is left in n more worlds a thread; the seconds that the slowest of them took."""
        tried = np.array([self.candidates[one] for one in self.alive], np.int64)
        jobs = [(desk, n, self._next_seed(thread), tried) for thread, desk in enumerate(desks)]
        if len(jobs) == 1:
            done = [self._try(*jobs[0])]
        else:
            done = [future.result() for future in [pool.submit(self._try, *job) for job in jobs]]
        for tally, _ in done:
            self.tally.add(tally, self.alive)
        self.iterations += n * len(tried) * len(jobs)
        self._drop()
        return max(took for _, took in done)

    def _next_seed(self, thread: int) -> int:
        """Another seed for each thread each time."""
        return (self.seed * 0x5851F42D + (self.iterations + 1) * 0x2545F491 + thread) & ((1 << 62) - 1)

    def _try(self, desk: Desk, n: int, seed: int, tried: Array) -> tuple[Tally, float]:
        """Try candidates in n worlds; the tally, and the seconds of this thread's own time."""
        began = time.thread_time()
        thinker, worlds, settings = self.thinker, self.worlds, self.thinker.settings
        exploration = settings.exploration * max(self.tally.spread(one) for one in self.alive)
        tally = Tally.empty(len(tried))
        tally.worlds = n
        thinker.search(
            worlds.some(n, seed), worlds.eyes, worlds.seat, tried, seed, thinker.limits, exploration, desk,
            tally.sums, tally.products,
        )  # fmt: skip
        hold_most_legal(thinker.rules.MOST_LEGAL, int(desk.out[-1]))
        return tally, time.thread_time() - began

    def _best(self) -> int:
        """The candidate with the best mean; of equal ones the earlier."""
        return max(self.alive, key=lambda one: (self.tally.sums[one], -one))

    def _drop(self) -> None:
        """Go on without the candidates that are clearly worse than the best."""
        settings, best = self.thinker.settings, self._best()
        if self.tally.worlds >= settings.enough:
            leads = {one: self.tally.lead(best, one) for one in self.alive}
            self.alive = [one for one, lead in leads.items() if lead < settings.dropped]

    def thought(self) -> Thought:
        """The first guess, or what is clearly better."""
        best = self._best()
        if 0 in self.alive and self.tally.lead(best, 0) < self.thinker.settings.clearly:
            best = 0
        means = {self.candidates[one]: self.tally.mean(one) for one in self.alive}
        return Thought(self.candidates[best], self.tally.mean(best), self.iterations, self.tally.worlds, means)


@cache
def thinker_of(game: str) -> Thinker | None:
    """The searcher of a game, compiled; None if its room has no policy, and the rules alone do not tell enough."""
    found = find(game)
    if found.policy:
        thinker = Thinker(found, found.policy)
    elif way := rehearsed(found):
        thinker = Thinker(found, plain_policy(found, way))
        thinker.imagine = Imagining(way)
    else:
        return None
    thinker.prepare()
    return thinker
