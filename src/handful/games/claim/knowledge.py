"""What good players of CLAIM keep in mind, from a view alone."""

from __future__ import annotations

from handful.cards import NO_CARD, STANDARD, of_rank
from handful.game import Knowledge
from handful.observe import View


def up_to(rank: int) -> int:
    """All cards that are not above a rank."""
    return (1 << 4 * (rank - 1)) - 1


def knowledge(view: View) -> Knowledge:
    """Face-up and taken cards are in a hand, floor cards and discards in none; a penalty tells the highest rank."""
    own = view.hands[view.seat] if view.seat >= 0 else 0
    floor = 0 if view.floor == NO_CARD else 1 << view.floor
    gone = view.discards | view.bottom | floor
    unseen = STANDARD & ~own & ~gone
    for cards in view.certain:
        unseen &= ~cards
    holds, may_hold, some_of = [], [], []
    for seat in range(view.seats):
        known = own if seat == view.seat else view.certain[seat]
        hidden = unseen & up_to(view.ceilings[seat]) if view.hands_size[seat] > known.bit_count() else 0
        topped = seat != view.seat and (view.topped >> seat) & 1
        holds.append(known)
        may_hold.append(known | hidden)
        some_of.append((hidden & of_rank(view.ceilings[seat]),) if topped else ())
    return Knowledge(tuple(holds), tuple(may_hold), tuple(some_of), gone)
