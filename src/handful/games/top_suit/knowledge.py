"""What good players of Top-Suit keep in mind, from a view alone."""

from __future__ import annotations

from handful.cards import STANDARD
from handful.game import Knowledge
from handful.observe import View


def knowledge(view: View) -> Knowledge:
    """Played cards are in no hand; a pass proves nothing, and a drawn card is known only to its drawer (R6, R9)."""
    own = view.hands[view.seat] if view.seat >= 0 else 0
    unseen = STANDARD & ~view.seen & ~own
    holds, may_hold = [], []
    for seat in range(view.seats):
        possible = unseen if view.hands_size[seat] else 0
        holds.append(own if seat == view.seat else 0)
        may_hold.append(own if seat == view.seat else possible)
    return Knowledge(tuple(holds), tuple(may_hold), ((),) * view.seats, view.seen)
