"""The searcher of expert: the frame of hard's, in which what was learned plays the worlds on.

As in every search, candidates are tried in the same worlds and with the same dice, and the first guess stands unless
another is clearly better. Here the candidates are the actions that the network likes, and the guess is the one that it
likes most. In the tree an action is tried the more often the better it did and the more the acting seat's own network
likes it; what was not tried yet counts as much as that seat expects. Below the tree all seats go on as the network
plays, until the room says that a world is at rest and weighs it; or, where the weights say so, until the seat has
decided some times more: then the network's own expectation stands.

The network runs here as machine code, one row at a time: most columns are 0, and what is 0 costs nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba.extending import register_jitable

from handful.bots.features import action_columns
from handful.bots.network import Network
from handful.bots.search import Thinker
from handful.bots.tree import PLAYED_ON, WHOLE, Array, digest_of, entry_of, key_of, offer
from handful.columns import columns, view_columns
from handful.game import Game
from handful.games import find
from handful.kernel import compiler, throw
from handful.kernel.dice import reseed
from handful.kernel.movers import first_mover
from handful.observe import View
from handful.policy import Deals, Policy

LEAST = 0.01
"""An action that the network would choose less often than this is not tried."""
MOST_CANDIDATES = 8
ENOUGH = 48
"""Worlds before a candidate is dropped, at least."""
EXPLORATION = 1.0
"""How much a liking counts in the tree where values are 0 or 1; less if they lie closer together."""
FINE = 1 << 30
"""How finely chance draws."""


class Mind(NamedTuple):
    """The weights of a network and the room in which it thinks, as arrays for compiled code."""

    first: Array
    first_bias: Array
    second: Array
    second_bias: Array
    ask: Array
    ask_bias: Array
    near: Array
    offer: Array
    weigh: Array
    weigh_bias: Array
    score: Array
    expect: Array
    expect_bias: Array
    seen: Array
    offered: Array
    thought: Array
    deeper: Array
    asked: Array
    both: Array
    weighed: Array
    scores: Array

    @classmethod
    def of(cls, network: Network, most: int) -> Mind:
        """The mind of a network for lists of so many actions at most."""
        a = network.arrays
        names = cls._fields[: cls._fields.index("seen")]
        layers = [np.ascontiguousarray(a[name][:, 0] if a[name].shape[1:] == (1,) else a[name]) for name in names]
        (seen, width), (features, wide) = a["first"].shape, a["offer"].shape
        sizes = (seen, features, width, width, wide, wide, len(a["score"]), most + 1)
        return cls(*layers, *(np.zeros(size, np.float32) for size in sizes))


@register_jitable
def through(values: Any, weights: Any, out: Any) -> None:
    """Add to `out` what a layer makes of some values; those that are not above 0 are as good as 0."""
    for i in range(len(values)):
        value = values[i]
        if value > 0:
            for k in range(len(out)):
                out[k] += value * weights[i, k]


@register_jitable
def think(mind: Any) -> None:
    """From what is seen to a thought."""
    mind.thought[:] = mind.first_bias
    through(mind.seen, mind.first, mind.thought)
    mind.deeper[:] = mind.second_bias
    through(mind.thought, mind.second, mind.deeper)


@register_jitable
def expectation(mind: Any) -> float:
    """What is expected after a thought, 0 to 1."""
    total = mind.expect_bias[0]
    for k in range(len(mind.deeper)):
        if mind.deeper[k] > 0:
            total += mind.deeper[k] * mind.expect[k]
    return 1.0 / (1.0 + math.exp(-total))


@register_jitable
def ask(mind: Any) -> None:
    """From a thought, and from what is seen, to what actions are measured by."""
    mind.asked[:] = mind.ask_bias
    through(mind.seen, mind.near, mind.asked)
    through(mind.deeper, mind.ask, mind.asked)


@register_jitable
def liking(mind: Any) -> float:
    """The score of what is offered, after `ask`."""
    mind.both[:] = mind.asked
    through(mind.offered, mind.offer, mind.both)
    mind.weighed[:] = mind.weigh_bias
    through(mind.both, mind.weigh, mind.weighed)
    total = 0.0
    for k in range(len(mind.weighed)):
        if mind.weighed[k] > 0:
            total += mind.weighed[k] * mind.score[k]
    return total


@register_jitable
def promising(mind: Any, tree: Any, spots: Any, n: int, taken: int, exploration: float, expected: float) -> int:
    """The action with the best sum of what it brought and how much more it is liked than tried."""
    most, whole = mind.scores[0], 0.0
    for k in range(1, n):
        most = max(most, mind.scores[k])
    for k in range(n):
        whole += math.exp(mind.scores[k] - most)
    best, found = -1.0, 0
    for k in range(n):
        entry = tree[spots[k]]
        value = entry.total / (WHOLE * entry.visits) if entry.visits else expected
        liked = math.exp(mind.scores[k] - most) / whole
        bound = value + exploration * liked * math.sqrt(taken) / (1 + entry.visits)
        if bound > best:
            best, found = bound, k
    return found


def choosing(game: Game, seats: int) -> Callable[..., Any]:
    """How the next action is chosen: in the tree while that grows, else as the network plays."""
    describe = action_columns(game, seats).encode

    @register_jitable
    def choose(seat: int, n: int, desk: Any, eyes: Any, exploration: float, left: int, deep: int, mind: Any) -> Any:
        """Which of n actions, how long the path in the tree then is, and what is left of it; after a thought."""
        out, dice = desk.out, desk.dice[0]
        ask(mind)
        pick, most_liked = 0, -1e30
        for k in range(n):
            describe(out[k], seat, mind.offered)
            mind.scores[k] = liking(mind)
            liked = mind.scores[k] - math.log(-math.log((throw(dice, FINE) + 0.5) / FINE))
            if liked > most_liked:
                pick, most_liked = k, liked
        if left == 0:
            return pick, deep, left
        node = digest_of(desk.words, eyes) + seat
        taken = offer(desk.tree, node, out, n, desk.spots)
        if taken <= 0:  # a new node, or no room for one: the tree ends here
            left = 1
        else:
            pick = promising(mind, desk.tree, desk.spots, n, taken, exploration, expectation(mind))
        if taken >= 0:
            entry = entry_of(desk.tree, key_of(node, out[pick]))
            if desk.tree[entry].visits == 0:
                left = 1
            desk.path[deep, 0] = entry
            desk.path[deep, 1] = seat
            deep += 1
        return pick, deep, left - 1

    return choose


def foreseeing(game: Game, policy: Policy, seats: int) -> Callable[..., Any]:
    """How candidates are tried: each in every world, with the same dice, played on by a mind."""
    rules = game.rules
    actors, legal, apply, most = rules.actors, rules.legal, rules.apply, rules.MOST_LEGAL
    mark, resting, weigh, mover = policy.mark, policy.resting, policy.weigh, first_mover(rules.lapse)
    encode, choose = columns(rules.State, seats).encode, choosing(game, seats)

    @register_jitable
    def play_on(
        s: Any, action: int, me: int, begun: int, desk: Any, eyes: Any, limits: Any, exploration: float, mind: Any
    ) -> Any:
        """Do an action and play on; the expectation at the end (-1 if the state is to be weighed), and the path."""
        seat, own, deep, left = me, 0, 0, limits[0]
        out, dice = desk.out, desk.dice[0]
        for _ in range(limits[1]):
            apply(s, seat, action, dice)
            able = actors(s)
            if able == 0 or resting(s, begun):
                break
            seat = mover(s, able, dice)
            n, pick = legal(s, seat, out), 0
            if n > most:  # that the list is too short is told afterwards
                out[most] = n
                n = most
            if n > 1:
                encode(s, seat, mind.seen)
                think(mind)
                if seat == me:
                    own += 1
                    if own == limits[2]:
                        return expectation(mind), deep
                pick, deep, left = choose(seat, n, desk, eyes, exploration, left, deep, mind)
            action = out[pick]
        return -1.0, deep

    def foresee(
        worlds: Any, eyes: Any, me: int, tried: Any, seed: int, limits: Any, exploration: float, desk: Any, mind: Any,
        sums: Any, products: Any,
    ) -> None:  # fmt: skip
        scores = np.zeros(len(tried))
        for w in range(len(worlds)):
            begun = mark(worlds[w])
            for c in range(len(tried)):
                desk.state[0] = worlds[w]
                s = desk.state[0]
                reseed(desk.dice[0], seed, w, PLAYED_ON)
                value, deep = play_on(s, tried[c], me, begun, desk, eyes, limits, exploration, mind)
                for p in range(int(s.seats)):  # int: one width for all seats, or rules are compiled twice
                    desk.values[p] = weigh(s, worlds[w], p)
                if value >= 0:
                    desk.values[me] = int(WHOLE * value)
                for d in range(deep):
                    entry = desk.tree[desk.path[d, 0]]
                    entry.visits += 1
                    entry.total += desk.values[desk.path[d, 1]]
                scores[c] = desk.values[me]
            for c in range(len(tried)):
                sums[c] += scores[c]
                for d in range(len(tried)):
                    products[c, d] += scores[c] * scores[d]

    return foresee


class Foreseer(Thinker):
    """The searcher of one network, compiled."""

    def __init__(self, game: Game, policy: Policy, network: Network) -> None:
        super().__init__(game, policy)
        self.game, self.network = game, network
        self.settings = replace(policy.settings, enough=max(ENOUGH, policy.settings.enough), exploration=EXPLORATION)
        made = foreseeing(game, policy, network.about.seats)
        compiler.learn_rules()
        verbs: tuple[Callable[..., Any], ...] = (
            self.rules.actors,
            self.rules.legal,
            self.rules.apply,
            self.rules.lapse,
            *policy.rules,
        )
        with compiler.cached(*verbs, columns.__wrapped__, foreseeing):
            self._foresee = compiler.compiled(made)
        self.search = self.foresee

    def to_try(self, view: View, legal: Sequence[int], guess: int, _deals: Deals) -> list[int]:
        """What the network likes most, the first guess first."""
        actions = list(legal)
        chances, _ = self.network.chances(self.game, view_columns(view), actions, view.seat)
        order = sorted(range(len(actions)), key=lambda one: -chances[one])
        liked = [actions[one] for one in order if chances[one] >= LEAST and actions[one] != guess]
        return [guess, *liked][:MOST_CANDIDATES]

    def foresee(
        self, worlds: Array, eyes: Array, me: int, tried: Array, seed: int, limits: Array, exploration: float,
        desk: Any, sums: Array, products: Array,
    ) -> None:  # fmt: skip
        """Try every candidate in every world; in the place of hard's own search."""
        mind = Mind.of(self.network, self.rules.MOST_LEGAL)
        limits = np.append(limits if len(limits) else [0, 0], self.network.about.ahead).astype(np.int64)
        self._foresee(worlds, eyes, me, tried, seed, limits, exploration, desk, mind, sums, products)


@cache
def foreseer_of(network: Network) -> Foreseer | None:
    """The searcher of a network, compiled, or None if its game's room has no policy."""
    game = find(network.about.game)
    if game.policy is None:
        return None
    thinker = Foreseer(game, game.policy, network)
    thinker.prepare()
    return thinker
