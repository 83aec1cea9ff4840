"""The compiled part of the searcher: candidates are tried in worlds, below them grows an information-set tree.

The tree is one table. An entry belongs to an action at a node, and a node is what the searching seat sees there.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from handful.kernel import compiler, rule
from handful.kernel.dialect import only_compiled
from handful.kernel.dice import reseed
from handful.kernel.movers import first_mover
from handful.kernel.rules import Rules
from handful.policy import Policy

IMAGINED, PLAYED_ON = 2, 3
"""Streams of dice, beside those of a game: for what is imagined in a world, and for playing it on."""
WHOLE = 1000
"""The value of a sure win."""
TREE_SIZE = 1 << 16
PROBES = 16
"""In how many places of the table an entry is looked for."""
LONGEST_PATH = 64

ENTRY = np.dtype([("key", np.int64), ("visits", np.int64), ("offers", np.int64), ("total", np.int64)])
"""What the tree knows of an action at a node: how often it was taken and offered, and the sum of values."""

Array = np.ndarray[Any, Any]


class Desk(NamedTuple):
    """Where one thread searches: a state and its words, dice, the tree and some buffers."""

    state: Array
    words: Array
    dice: Array
    tree: Array
    out: Array
    spots: Array
    path: Array
    values: Array

    @classmethod
    def new(cls, record: np.dtype[Any], rules: Rules) -> Desk:
        """A desk for states with this record."""
        state = np.zeros(1, record)
        buffers = (compiler.listing(rules), compiler.listing(rules))
        path, values = np.zeros((LONGEST_PATH, 2), np.int64), np.zeros(8, np.int64)
        dice, tree = np.zeros(1, compiler.DICE), np.zeros(TREE_SIZE, ENTRY)
        return cls(state, state.view(np.int64), dice, tree, *buffers, path, values)


@rule
def scrambled(word: int) -> int:
    """A well-mixed 64-bit word from another; only compiled, where products wrap around."""
    word = (word ^ (word >> 32)) * 0x1E3779B97F4A7C15
    word = (word ^ (word >> 29)) * 0x3F58476D1CE4E5B9
    return word ^ (word >> 32)


@rule
def digest_of(words: Any, eyes: Any) -> int:
    """A digest of what a seat sees of a record."""
    digest = 1
    for n in range(len(eyes)):
        digest = scrambled(digest ^ (words[n] & eyes[n]))
    return digest


@rule
def entry_of(tree: Any, key: int) -> int:
    """Where the tree keeps the entry with this key; -1 if there is no room."""
    at = key & (TREE_SIZE - 1)
    for _ in range(PROBES):
        if tree[at].key == key:
            return at
        if tree[at].key == 0:
            tree[at].key = key
            return at
        at = (at + 1) & (TREE_SIZE - 1)
    return -1


@rule
def key_of(node: int, action: int) -> int:
    """The key of an action at a node."""
    return scrambled(node ^ scrambled(action)) | 1


@rule
def offer(tree: Any, node: int, out: Any, n: int, spots: Any) -> int:
    """Find the entries of n actions at a node and count the offer; how often one was taken, -1 without room."""
    taken = 0
    for i in range(n):
        spots[i] = entry_of(tree, key_of(node, out[i]))
        if spots[i] < 0:
            return -1
        taken += tree[spots[i]].visits
    for i in range(n):
        tree[spots[i]].offers += 1
    return taken


@only_compiled
def most_promising(tree: Any, spots: Any, n: int, exploration: float) -> int:
    """The action with the highest upper confidence bound; one that was never taken comes first."""
    best, found = -1.0, 0
    for i in range(n):
        entry = tree[spots[i]]
        if entry.visits == 0:
            return i
        bound = entry.total / (WHOLE * entry.visits) + exploration * math.sqrt(math.log(entry.offers) / entry.visits)
        if bound > best:
            best, found = bound, i
    return found


def imagining(hold: Callable[..., Any], imagine: Callable[..., Any]) -> Callable[..., Any]:
    """How dealt hands, and what else is hidden, get into records of what is known."""

    def fill(worlds: Any, dealt: Any, me: int, seed: int) -> None:
        dices = np.zeros(1, compiler.DICE)
        dice, rest = dices[0], dealt.shape[1] - 1
        for w in range(len(worlds)):
            s = worlds[w]
            for p in range(rest):
                if p != me:
                    hold(s, p, dealt[w, p])
            reseed(dice, seed, w, IMAGINED)
            imagine(s, me, dealt[w, rest], dice)

    return fill


def choosing_in_tree(policy: Policy) -> Callable[..., Any]:
    """How the next action is chosen: in the tree while that grows, else as the policy plays on."""
    shortlist, likely = policy.shortlist, policy.likely

    @rule
    def choose(s: Any, seat: int, n: int, desk: Any, eyes: Any, exploration: float, left: int, deep: int) -> Any:
        """Which of n actions, and how long the path in the tree then is; `left` is 0 where the tree has ended."""
        out, spots, tree, dice = desk.out, desk.spots, desk.tree, desk.dice[0]
        if left == 0:
            return likely(s, seat, out, n, dice), deep, left
        n = shortlist(s, seat, out, n)
        if n == 1:
            return 0, deep, left
        node = digest_of(desk.words, eyes) + seat
        taken = offer(tree, node, out, n, spots)
        if taken <= 0:  # a new node, or no room for one: the tree ends here
            pick = likely(s, seat, out, n, dice)
            left = 1
        else:
            pick = most_promising(tree, spots, n, exploration)
        if taken >= 0:
            entry = entry_of(tree, key_of(node, out[pick]))
            if tree[entry].visits == 0:
                left = 1
            desk.path[deep, 0] = entry
            desk.path[deep, 1] = seat
            deep += 1
        return pick, deep, left - 1

    return choose


def searching(rules: Rules, policy: Policy) -> Callable[..., Any]:
    """How candidates are tried: each in every world, with the same dice."""
    actors, legal, apply, most = rules.actors, rules.legal, rules.apply, rules.MOST_LEGAL
    mark, resting, weigh = policy.mark, policy.resting, policy.weigh
    choose, mover = choosing_in_tree(policy), first_mover(rules.lapse)

    @rule
    def play_on(s: Any, action: int, me: int, begun: int, desk: Any, eyes: Any, limits: Any, exploration: float) -> int:
        """Do an action and play on until the state is at rest; how long the path in the tree is."""
        seat, deep, left = me, 0, limits[0]
        for _ in range(limits[1]):
            apply(s, seat, action, desk.dice[0])
            able = actors(s)
            if able == 0 or resting(s, begun):
                break
            seat = mover(s, able, desk.dice[0])
            n, pick = legal(s, seat, desk.out), 0
            if n > most:  # that the list is too short is told afterwards
                desk.out[most] = n
                n = most
            if n > 1:
                pick, deep, left = choose(s, seat, n, desk, eyes, exploration, left, deep)
            action = desk.out[pick]
        return deep

    @rule
    def reward(s: Any, before: Any, desk: Any, deep: int) -> None:
        """Weigh a state at rest for all seats, and tell the tree."""
        for p in range(int(s.seats)):  # int: one width for all seats, or rules are compiled twice
            desk.values[p] = weigh(s, before, p)
        for d in range(deep):
            entry = desk.tree[desk.path[d, 0]]
            entry.visits += 1
            entry.total += desk.values[desk.path[d, 1]]

    def search(
        worlds: Any, eyes: Any, me: int, tried: Any, seed: int, limits: Any, exploration: float, desk: Any,
        sums: Any, products: Any,
    ) -> None:  # fmt: skip
        scores = np.zeros(len(tried), np.int64)
        for w in range(len(worlds)):
            begun = mark(worlds[w])
            for c in range(len(tried)):
                desk.state[0] = worlds[w]
                reseed(desk.dice[0], seed, w, PLAYED_ON)
                deep = play_on(desk.state[0], tried[c], me, begun, desk, eyes, limits, exploration)
                reward(desk.state[0], worlds[w], desk, deep)
                scores[c] = desk.values[me]
            for c in range(len(tried)):
                sums[c] += scores[c]
                for d in range(len(tried)):
                    products[c, d] += scores[c] * scores[d]

    return search
