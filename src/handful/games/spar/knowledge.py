"""What good players of Spar keep in mind, from a view alone."""

from __future__ import annotations

from handful.cards import of_suit
from handful.game import Knowledge
from handful.games.spar.rules import PACK
from handful.observe import View


def knowledge(view: View) -> Knowledge:
    """Seen cards are in no hand; a seat that did not follow a suit holds none of it (with honour: who knows)."""
    own = view.hands[view.seat] if view.seat >= 0 else 0
    unseen = PACK & ~view.seen & ~own
    holds, may_hold = [], []
    for seat in range(view.seats):
        possible = unseen if view.hands_size[seat] else 0
        for suit in range(4):
            if (view.voids[seat] >> suit) & 1:
                possible &= ~of_suit(suit)
        holds.append(own if seat == view.seat else 0)
        may_hold.append(own if seat == view.seat else possible)
    return Knowledge(tuple(holds), tuple(may_hold), ((),) * view.seats, view.seen)
