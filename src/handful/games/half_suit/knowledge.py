"""What good players of Half Suit keep in mind, from a view alone."""

from __future__ import annotations

from handful.cards import WITH_JOKERS
from handful.game import Knowledge
from handful.games.half_suit.state import HALF_SUITS
from handful.observe import View


def knowledge(view: View) -> Knowledge:
    """Where cards went and what was asked in vain is public; hand sizes and one's own hand narrow down the rest."""
    gone = view.won[0] | view.won[1]
    holds = list(view.taken)
    if view.seat >= 0:
        holds[view.seat] = view.hands[view.seat]
    may_hold = [WITH_JOKERS & ~gone & ~lacks for lacks in view.lacks]
    if view.seat >= 0:
        may_hold[view.seat] = view.hands[view.seat]
    some_of = [
        [half_suit & ~taken for half_suit in HALF_SUITS if some & half_suit]
        for some, taken in zip(view.some, view.taken, strict=True)
    ]
    before: list[int] = []
    while before != holds + may_hold:
        before = holds + may_hold
        one_holder(holds, may_hold)
        for seat, size in enumerate(view.hands_size):
            fit(seat, size, holds, may_hold, some_of[seat])
    open_sets = tuple(
        tuple(sets & may for sets in some_of[seat] if not sets & holds[seat]) for seat, may in enumerate(may_hold)
    )
    return Knowledge(tuple(holds), tuple(may_hold), open_sets, gone)


def one_holder(holds: list[int], may_hold: list[int]) -> None:
    """A card that one seat holds no other can; a card that only one seat can hold, it holds."""
    for seat in range(len(holds)):
        for other in range(len(holds)):
            if other != seat:
                may_hold[other] &= ~holds[seat]
    once, twice = 0, 0
    for cards in may_hold:
        twice |= once & cards
        once |= cards
    for seat, cards in enumerate(may_hold):
        holds[seat] |= cards & once & ~twice


def fit(seat: int, size: int, holds: list[int], may_hold: list[int], some_of: list[int]) -> None:
    """A hand has its size: full of certain cards, or with no more possible ones than it needs."""
    for cards in some_of:
        possible = cards & may_hold[seat]
        if possible.bit_count() == 1:
            holds[seat] |= possible
    wanting = [cards & may_hold[seat] for cards in some_of if not cards & holds[seat]]
    if holds[seat].bit_count() + len(wanting) == size:  # half suits do not overlap: one card of each, and no other
        may_hold[seat] = holds[seat] | sum(wanting)
    if may_hold[seat].bit_count() == size:
        holds[seat] = may_hold[seat]
