"""All deals of the unseen cards that fit what a seat knows: counted exactly, and drawn without bias.

The cards are dealt one after the other, and what matters of those before is only how much room each place has left and
which of the sets still want a card. So the number of ways to deal the rest is worked out backwards from the last card
(compiled, in floating point), and a walk forwards through these numbers draws every deal with the same chance. Cards
that can lie anywhere come last: their number of ways is known in closed form, and to draw them is to shuffle them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, reduce
from math import factorial
from operator import or_
from typing import Any, NamedTuple

import numpy as np
from numba.extending import register_jitable

from handful.cards import members
from handful.kernel import compiler
from handful.kernel.dice import CHANCE, below, draw, reseed
from handful.policy import Hidden

CARDS = 54
FACTORIALS = tuple(float(factorial(n)) for n in range(CARDS + 1))
TWO_TO_53 = 1 << 53
NO_DEAL = "no deal of the unseen cards fits what is known"

Weights = Sequence[Sequence[float]]
"""By card, then by place: how much likelier a deal becomes with the card there. All 1: every deal is equally likely."""


class Puzzle:
    """A question of dealing after the obvious is done: cards with one place lie there, full places take no more."""

    def __init__(self, hidden: Hidden) -> None:
        self.left = list(hidden.sizes)
        self.may = [cards & hidden.cards for cards in hidden.may_hold]
        self.fixed = [0] * len(self.left)
        self.free = hidden.cards
        self.wanted = [(place, cards & hidden.cards) for place, sets in enumerate(hidden.some_of) for cards in sets]
        if sum(self.left) != hidden.cards.bit_count():
            raise ValueError("the places have not the room for the unseen cards")
        before = -1
        while before != (before := self._left()):
            self._fill_places()
            self._place_single_cards()
            self._settle_sets()

    def _left(self) -> int:
        """A number that falls whenever something was found out."""
        return sum(cards.bit_count() for cards in self.may) + len(self.wanted)

    def _put(self, place: int, cards: int) -> None:
        """These cards lie here and nowhere else."""
        self.fixed[place] |= cards
        self.free &= ~cards
        self.left[place] -= cards.bit_count()
        self.may = [others & ~cards for others in self.may]
        if self.left[place] < 0:
            raise ValueError(NO_DEAL)

    def _fill_places(self) -> None:
        for place, room in enumerate(self.left):
            possible = self.may[place].bit_count()
            if possible < room:
                raise ValueError(NO_DEAL)
            if room == 0:
                self.may[place] = 0
            elif possible == room:
                self._put(place, self.may[place])

    def _place_single_cards(self) -> None:
        once, twice = 0, 0
        for cards in self.may:
            twice |= once & cards
            once |= cards
        if once != self.free:
            raise ValueError(NO_DEAL)
        for place, cards in enumerate(self.may):
            if cards & ~twice:
                self._put(place, cards & ~twice)

    def _settle_sets(self) -> None:
        still = []
        for place, cards in self.wanted:
            if cards & self.fixed[place]:
                continue
            possible = cards & self.may[place]
            if not possible:
                raise ValueError(NO_DEAL)
            if possible.bit_count() == 1:
                self._put(place, possible)
            else:
                still.append((place, possible))
        self.wanted = still


def components(wanted: Sequence[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """The sets in groups that share no card with each other, those of many sets first."""
    groups: list[list[tuple[int, int]]] = []
    for place, cards in wanted:
        touching = [group for group in groups if any(cards & others for _, others in group)]
        groups = [group for group in groups if group not in touching]
        groups.append([(place, cards), *(pair for group in touching for pair in group)])
    return sorted(groups, key=len, reverse=True)


class Plan(NamedTuple):
    """The order in which cards are dealt, and how states are numbered, as arrays for compiled code."""

    cards: Any
    """The bound cards in order, group by group."""
    weights: Any
    """By bound card, then by open place: 0 where it cannot lie."""
    marks: Any
    """Likewise: which sets of its group the card satisfies there, one bit a set."""
    widths: Any
    """By bound card: how many sets of satisfied sets there are. One more for the end."""
    ends: Any
    """By bound card: whether it is the last of its group."""
    offsets: Any
    """By bound card: where the ways before it begin. One more for the end."""
    anywhere: Any
    """The cards that can lie in every open place: they are dealt last."""
    places: Any
    """The open places, the one with the most room last."""
    most_spare: int
    """The room of that place."""
    strides: Any
    """By open place: how much lower the number of the state is with one more card there."""
    digits: Any
    """By state, then by open place but the last: the room left. The last one's room follows."""
    totals: Any
    """By state: the sum of those."""


def plan_for(puzzle: Puzzle, weights: Weights | None) -> Plan:
    """Put the cards in order and number the states."""
    places = sorted((place for place, room in enumerate(puzzle.left) if room), key=puzzle.left.__getitem__)
    rows = {card: weight_row(puzzle, places, card, weights) for card in members(puzzle.free)}
    cards: list[int] = []
    marks: list[list[int]] = []
    widths: list[int] = []
    ends: list[int] = []
    for group in components(puzzle.wanted):
        together = list(members(union(cards for _, cards in group)))
        cards += together
        marks += [[satisfied(group, place, card) for place in places] for card in together]
        widths += [1 << len(group)] * len(together)
        ends += [0] * (len(together) - 1) + [1]
    single = [card for card, row in rows.items() if card not in cards and row != [1.0] * len(places)]
    cards += single
    marks += [[0] * len(places)] * len(single)
    widths += [1] * (len(single) + 1)
    ends += [1] * len(single)
    bases = np.array([puzzle.left[place] + 1 for place in places[:-1]], np.int64)
    strides = np.cumprod(np.append(1, bases))
    digits = (np.arange(strides[-1])[:, None] // strides[:-1]) % bases
    return Plan(
        cards=np.array(cards, np.int64),
        weights=np.array([rows[card] for card in cards], np.float64).reshape(len(cards), len(places)),
        marks=np.array(marks, np.int64).reshape(len(cards), len(places)),
        widths=np.array(widths, np.int64),
        ends=np.array(ends, np.int64),
        offsets=np.append(0, np.cumsum(strides[-1] * np.array(widths[:-1], np.int64))),
        anywhere=np.array([card for card in rows if card not in cards], np.int64),
        places=np.array(places, np.int64),
        most_spare=puzzle.left[places[-1]] if places else 0,
        strides=np.append(strides[:-1], 0),
        digits=digits,
        totals=digits.sum(axis=1),
    )


def weight_row(puzzle: Puzzle, places: Sequence[int], card: int, weights: Weights | None) -> list[float]:
    """By open place: 0 where the card cannot lie."""
    can = [(puzzle.may[place] >> card) & 1 for place in places]
    return [yes * weights[card][place] if weights else float(yes) for yes, place in zip(can, places, strict=True)]


def union(sets: Iterable[int]) -> int:
    """All cards of some sets."""
    return reduce(or_, sets, 0)


def satisfied(group: Sequence[tuple[int, int]], place: int, card: int) -> int:
    """Which sets of a group have what they want once this card lies in this place, one bit a set."""
    return sum(1 << n for n, (where, cards) in enumerate(group) if where == place and (cards >> card) & 1)


class Deals:
    """Every way in which the unseen cards can lie; ValueError if there is none.

    >>> deals = Deals(Hidden(0b111, (0, 2, 1), (0, 0b111, 0b011), ((), (), ())))
    >>> deals.ways, deals.odds()[0]
    (2.0, [0.0, 0.5, 0.5])
    """

    def __init__(self, hidden: Hidden, weights: Weights | None = None) -> None:
        puzzle = Puzzle(hidden)
        self._fixed = puzzle.fixed
        self._plan = plan = plan_for(puzzle, weights)
        self._count, self._count_each, self._deal = compiled_code()
        self._ways = np.zeros(int(plan.offsets[-1]) + len(plan.totals))
        self._count(plan, self._ways)
        self.ways = float(self._ways[(len(plan.totals) - 1) * plan.widths[0]])
        """How many deals there are; with weights, what they weigh together."""
        if not self.ways > 0:
            raise ValueError(NO_DEAL)

    def sample(self, n: int, seed: int) -> np.ndarray[Any, Any]:
        """By deal, then by place: the cards there. Draws are independent, and every deal is equally likely."""
        dealt = np.empty((n, len(self._fixed)), np.int64)
        dealt[:] = self._fixed
        self._deal(self._plan, self._ways, np.zeros(1, compiler.DICE), seed, dealt)
        return dealt

    def odds(self) -> list[list[float]]:
        """By card, then by place: how likely it lies there."""
        plan = self._plan
        parts = np.zeros((len(plan.cards) + 1, len(plan.places)))
        self._count_each(plan, self._ways, parts)
        parts /= self.ways
        table = np.zeros((CARDS, len(self._fixed)))
        for place, cards in enumerate(self._fixed):
            table[list(members(cards)), place] = 1.0
        for card, row in zip(plan.cards, parts, strict=False):
            table[card, plan.places] = row
        for card in plan.anywhere:
            table[card, plan.places] = parts[-1] / len(plan.anywhere)
        return table.tolist()


@register_jitable
def spare_room(plan: Plan, card: int, state: int) -> int:
    """The room left in the largest place before a card is dealt; below 0 if the state cannot be."""
    spare = plan.cards.size - card + plan.anywhere.size - plan.totals[state]
    return spare if spare <= plan.most_spare else -1


@register_jitable
def room_at(plan: Plan, state: int, spare: int, k: int) -> int:
    """The room left in the k-th open place."""
    return spare if k == plan.places.size - 1 else plan.digits[state, k]


@register_jitable
def after(plan: Plan, card: int, state: int, spare: int, flags: int, k: int) -> tuple[int, int]:
    """The state and the flags after a card is dealt to the k-th open place; below 0 if it cannot lie there."""
    if plan.weights[card, k] == 0.0 or room_at(plan, state, spare, k) == 0:
        return -1, 0
    flags |= plan.marks[card, k]
    if plan.ends[card]:
        if flags != plan.widths[card] - 1:
            return -1, 0
        flags = 0
    return state - plan.strides[k], flags


@register_jitable
def index_of(plan: Plan, card: int, state: int, flags: int) -> int:
    """Where the ways from a state on are kept, before a card is dealt."""
    return plan.offsets[card] + state * plan.widths[card] + flags  # type: ignore[no-any-return]


def count_ways(plan: Plan, ways: Any) -> None:
    """Fill in, from the last card back to the first, in how many ways the cards that are left can be dealt."""
    for state in range(plan.totals.size):
        spare = spare_room(plan, plan.cards.size, state)
        if spare >= 0:
            orders = FACTORIALS[plan.anywhere.size]
            for k in range(plan.places.size):
                orders /= FACTORIALS[room_at(plan, state, spare, k)]
            ways[plan.offsets[-1] + state] = orders
    for card in range(plan.cards.size - 1, -1, -1):
        for state in range(plan.totals.size):
            spare = spare_room(plan, card, state)
            if spare < 0:
                continue
            for flags in range(plan.widths[card]):
                total = 0.0
                for k in range(plan.places.size):
                    then, raised = after(plan, card, state, spare, flags, k)
                    if then >= 0:
                        total += plan.weights[card, k] * ways[index_of(plan, card + 1, then, raised)]
                ways[index_of(plan, card, state, flags)] = total


def count_each(plan: Plan, ways: Any, parts: Any) -> None:
    """By bound card and open place: the ways with the card there. The last row is for the cards that lie anywhere."""
    come = np.zeros_like(ways)  # the ways to come to a state
    come[index_of(plan, 0, plan.totals.size - 1, 0)] = 1.0
    for card in range(plan.cards.size):
        for state in range(plan.totals.size):
            spare = spare_room(plan, card, state)
            if spare < 0:
                continue
            for flags in range(plan.widths[card]):
                here = come[index_of(plan, card, state, flags)]
                if here == 0.0:
                    continue
                for k in range(plan.places.size):
                    then, raised = after(plan, card, state, spare, flags, k)
                    if then >= 0:
                        at = index_of(plan, card + 1, then, raised)
                        come[at] += here * plan.weights[card, k]
                        parts[card, k] += here * plan.weights[card, k] * ways[at]
    for state in range(plan.totals.size):
        spare = spare_room(plan, plan.cards.size, state)
        at = plan.offsets[-1] + state
        for k in range(plan.places.size):
            if spare >= 0:
                parts[-1, k] += come[at] * ways[at] * room_at(plan, state, spare, k)


@register_jitable
def choose_place(plan: Plan, ways: Any, card: int, state: int, flags: int, dice: Any) -> int:
    """One of the open places for a card, as likely as the ways to go on from there are many."""
    spare = spare_room(plan, card, state)
    point = ((draw(dice) << 21) + (draw(dice) >> 11)) / TWO_TO_53 * ways[index_of(plan, card, state, flags)]
    chosen = -1
    for k in range(plan.places.size):
        then, raised = after(plan, card, state, spare, flags, k)
        share = plan.weights[card, k] * ways[index_of(plan, card + 1, then, raised)] if then >= 0 else 0.0
        if share > 0.0:
            chosen = k
            if point < share:
                break
            point -= share
    return chosen


def deal(plan: Plan, ways: Any, dice: Any, seed: int, dealt: Any) -> None:
    """Add the free cards to each row of places."""
    reseed(dice[0], seed, 0, CHANCE)
    for n in range(dealt.shape[0]):
        state, flags = plan.totals.size - 1, 0
        for card in range(plan.cards.size):
            k = choose_place(plan, ways, card, state, flags, dice[0])
            dealt[n, plan.places[k]] |= 1 << plan.cards[card]
            state, flags = after(plan, card, state, spare_room(plan, card, state), flags, k)
        scatter(plan, state, dice[0], dealt[n])


@register_jitable
def scatter(plan: Plan, state: int, dice: Any, places: Any) -> None:
    """Deal the cards that can lie anywhere: each room that is left is as likely as another."""
    left = plan.anywhere.size
    spare = left - plan.totals[state]
    for card in plan.anywhere:
        point = below(dice, left)
        k = 0
        while point >= room_at(plan, state, spare, k):
            point -= room_at(plan, state, spare, k)
            k += 1
        places[plan.places[k]] |= 1 << card
        state -= plan.strides[k]
        spare -= 1 if k == plan.places.size - 1 else 0
        left -= 1


@cache
def compiled_code() -> tuple[Any, ...]:
    """The three loops as machine code."""
    compiler.learn_rules()
    with compiler.cached(draw, count_ways):
        return tuple(compiler.compiled(function) for function in (count_ways, count_each, deal))
