"""The room's policy as a teacher: what the level normal does, with what came of it, for a network to begin from."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from handful.cards import BadText
from handful.game import Game
from handful.learning.ppo import Experience, Player, Step, some_of
from handful.learning.tables import Array, Decisions, Tables
from handful.observe import view

BY_CHANCE = 0.1
"""One of so many decisions is left to chance and not learned, so that the lessons have more than perfect play."""


def lessons(game: Game, halls: Sequence[Tables], n: int, rng: np.random.Generator) -> list[Experience]:
    """At least so many decisions of the policy, with what came of them."""
    if game.policy is None:
        raise BadText(f"{game.title} has no policy to begin from: its room has none")
    found: list[Experience] = []
    while sum(len(one.chosen) for one in found) < n:
        for hall in halls:
            found += Pupil(hall, game, rng).watch(200)
    return found


class Pupil(Player):
    """Somebody who watches the policy play."""

    def __init__(self, tables: Tables, game: Game, rng: np.random.Generator) -> None:
        super().__init__(tables, rng, "cpu")
        self.game = game
        self.chance = random.Random(int(rng.integers(1 << 62)))

    def watch(self, steps: int) -> list[Experience]:
        """What the policy decided in some steps and what came of it."""
        done: list[Step] = []
        for _ in range(steps):
            asked = self.tables.decisions()
            chosen = self._chosen(asked)
            guess = self.rng.random(len(chosen)) < BY_CHANCE
            guessed = self.rng.integers(0, 1 << 30, len(chosen)) % asked.counts
            done.append(self._done(asked, np.where(guess, guessed, chosen), ~guess))
        return self._settled(done)

    def _done(self, asked: Decisions, chosen: Array, taught: Array) -> Step:
        """Do what was chosen, and note what is taught by it."""
        self.tables.step(asked.game, chosen)
        zeros = np.zeros(int(taught.sum()), np.float32)
        tables = self.tables
        return Step(some_of(asked, taught), chosen[taught], zeros, tables.ended.copy(), tables.worth.copy())

    def _chosen(self, asked: Decisions) -> Array:
        """The index of what the policy does, decision by decision."""
        policy, batch = self.game.policy, self.tables.batch
        assert policy is not None
        found = np.zeros(len(asked.game), np.int64)
        for row, (place, seat) in enumerate(zip(asked.game.tolist(), asked.seat.tolist(), strict=True)):
            legal = batch.legal[place, : batch.counts[place]].tolist()
            action, _ = policy.choose(view(batch.state(place), seat), legal, "normal", self.chance)
            found[row] = legal.index(action)
        return found
