"""What good players of Half Suit keep in mind, from what a viewer sees alone."""

from __future__ import annotations

from handful.cards import WITH_JOKERS
from handful.games.half_suit.state import HALF_SUIT_SIZE, HALF_SUITS, PLAYERS, State, out_of_play, whole_half_suits
from handful.kernel import count, rule
from handful.knowledge import GONE, HOLDS, MAY_HOLD, SOME_OF, Deduction


@rule
def deduce(s: State, me: int, known: list[int]) -> None:
    """Where cards went and what was asked in vain is public; hand sizes and one's own hand narrow down the rest."""
    known[GONE] = out_of_play(s)
    for p in range(PLAYERS):
        known[HOLDS + p] = s.hands[p] if p == me else s.taken[p]
        known[MAY_HOLD + p] = s.hands[p] if p == me else WITH_JOKERS & ~known[GONE] & ~s.lacks[p]
    changed = 1
    while changed:
        one_holder(known)
        changed = 0
        for p in range(PLAYERS):
            if p != me:
                changed |= fit(known, p, count(s.hands[p]), s.some[p], s.taken[p])
    for p in range(PLAYERS):
        known[SOME_OF + p] = wanting(s.some[p], s.taken[p], known[HOLDS + p]) & known[MAY_HOLD + p]


@rule
def one_holder(known: list[int]) -> None:
    """A card that one seat holds no other can; a card that only one seat can hold, it holds."""
    held, once, twice = 0, 0, 0
    for p in range(PLAYERS):
        held |= known[HOLDS + p]
    for p in range(PLAYERS):
        may = known[MAY_HOLD + p] & ~(held & ~known[HOLDS + p])
        known[MAY_HOLD + p] = may
        twice |= once & may
        once |= may
    for p in range(PLAYERS):
        known[HOLDS + p] |= known[MAY_HOLD + p] & once & ~twice


@rule
def wanting(some: int, taken: int, holds: int) -> int:
    """Of half suits of which a hand holds a card that was not seen going there: those in which none is certain yet."""
    return some & ~taken & ~whole_half_suits(holds & ~taken & some)


@rule
def only_possible(some: int, taken: int, may: int) -> int:
    """Cards of such half suits of which a hand can hold no other."""
    found = 0
    while some:
        half_suit = whole_half_suits(some & -some)
        possible = half_suit & ~taken & may
        if count(possible) == 1:
            found |= possible
        some &= ~half_suit
    return found


@rule
def fit(known: list[int], p: int, size: int, some: int, taken: int) -> int:
    """A hand has its size: full of certain cards, or with no more possible ones than needed. Whether that was news."""
    may = known[MAY_HOLD + p]
    holds = known[HOLDS + p] | only_possible(some, taken, may)
    wanted = wanting(some, taken, holds)
    needed = count(whole_half_suits(wanted)) // HALF_SUIT_SIZE
    if count(holds) + needed == size:  # half suits do not overlap: one card of each, and no other
        may = holds | (wanted & may)
    if count(may) == size:
        holds = may
    changed = holds != known[HOLDS + p] or may != known[MAY_HOLD + p]
    known[HOLDS + p] = holds
    known[MAY_HOLD + p] = may
    return 1 if changed else 0


def by_half_suits(cards: int) -> tuple[int, ...]:
    """Half suits do not overlap."""
    return tuple(cards & half_suit for half_suit in HALF_SUITS if cards & half_suit)


knowledge = Deduction(deduce, by_half_suits)
