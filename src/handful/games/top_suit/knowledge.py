"""What good players of Top-Suit keep in mind, from what a viewer sees alone."""

from __future__ import annotations

from handful.cards import STANDARD
from handful.games.top_suit.rules import State
from handful.kernel import count, rule
from handful.knowledge import GONE, HOLDS, MAY_HOLD, Deduction


@rule
def deduce(s: State, me: int, known: list[int]) -> None:
    """Played cards are in no hand; a pass proves nothing, and a drawn card is known only to its drawer (R6, R9)."""
    own = s.hands[me] if me >= 0 else 0
    unseen = STANDARD & ~s.seen & ~own
    known[GONE] = s.seen
    for p in range(s.seats):
        known[HOLDS + p] = own if p == me else 0
        known[MAY_HOLD + p] = own if p == me else unseen if count(s.hands[p]) else 0


knowledge = Deduction(deduce)
