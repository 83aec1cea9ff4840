"""Worlds that a seat cannot tell from the true one, as a batch: the way of the bots' search, for everybody."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from handful.bots import tree
from handful.bots.generic import Imagining, plain_policy, rehearsed
from handful.bots.worlds import Worlds
from handful.cards import BadText
from handful.event_memory import forget_secrets
from handful.game import Game
from handful.kernel import State, compiler
from handful.kernel.dice import mix
from handful.observe import view


class Imagination:
    """What `Worlds` needs of a searcher: how hands that were dealt get into a record, without the search itself."""

    def __init__(self, game: Game) -> None:
        self.rules = game.rules
        self.record = compiler.record_type(game.rules.State)
        if game.policy is None:
            self._from_the_rules(game)
            return
        self.policy = game.policy
        compiler.learn_rules()
        with compiler.cached(self.policy.hold, self.policy.imagine, tree.imagining):
            self.imagine: Any = compiler.compiled(tree.imagining(self.policy.hold, self.policy.imagine))

    def _from_the_rules(self, game: Game) -> None:
        way = rehearsed(game)
        if way is None:
            raise BadText(f"{game.title} has no policy, and the rules alone do not tell how to imagine what it hides")
        self.policy, self.imagine = plain_policy(game, way), Imagining(way)


@cache
def imagination(game: Game) -> Imagination:
    """The imagination of a game, compiled."""
    return Imagination(game)


def worlds(game: Game, s: State, seat: int, n: int, seed: int) -> np.ndarray[Any, Any]:
    """An array of n records that the seat cannot tell from this state."""
    found = Worlds(view(s, seat), imagination(game)).some(n, seed)
    if s.memory:
        known: Any = s.copy()
        forget_secrets(known, seat)
        found["heard"], found["heard_count"] = known.heard, known.heard_count
    return found


def other_seed(seed: int) -> int:
    """A seed whose dice have nothing to do with those of this one: an imagined future is not the true one."""
    return mix(seed & 0xFFFFFFFF) ^ 0x5A17 ^ (1 << 40)
