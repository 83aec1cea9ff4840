"""What good players of Spar keep in mind, from what a viewer sees alone."""

from __future__ import annotations

from handful.cards import of_suit
from handful.games.spar.rules import PACK, State
from handful.kernel import count, rule
from handful.knowledge import GONE, HOLDS, MAY_HOLD, Deduction


@rule
def can_follow(voids: int) -> int:
    """The cards of all suits in which a seat is not void."""
    cards = 0
    for suit in range(4):
        if not (voids >> suit) & 1:
            cards |= of_suit(suit)
    return cards


@rule
def deduce(s: State, me: int, known: list[int]) -> None:
    """Seen cards are in no hand; a seat that did not follow a suit holds none of it (with honour: who knows)."""
    own = s.hands[me] if me >= 0 else 0
    unseen = PACK & ~s.seen & ~own
    known[GONE] = s.seen
    for p in range(s.seats):
        known[HOLDS + p] = own if p == me else 0
        known[MAY_HOLD + p] = own if p == me else unseen & can_follow(s.voids[p]) if count(s.hands[p]) else 0


knowledge = Deduction(deduce)
