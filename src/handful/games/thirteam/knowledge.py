"""What good players of Thirteam keep in mind, from a view alone."""

from __future__ import annotations

from handful.cards import STANDARD, WITH_JOKERS
from handful.game import Knowledge
from handful.games.thirteam.rules import THREE_OF_SPADES
from handful.observe import View


def knowledge(view: View) -> Knowledge:
    """Played cards are gone; the opener holds the 3♠ until then; your partner what you gave, if you still see it."""
    pack = STANDARD if view.seats == 4 else WITH_JOKERS
    own = view.hands[view.seat] if view.seat >= 0 else 0
    unseen = pack & ~view.played & ~own
    holds = [0] * view.seats
    if view.opener >= 0:
        holds[view.opener] |= unseen & (1 << THREE_OF_SPADES)
    if view.seat >= 0 and view.teams and not view.memorising:
        holds[opposite(view)] |= unseen & given(view)
    if view.seat >= 0:
        holds[view.seat] = own
    certain = 0
    for cards in holds:
        certain |= cards
    may_hold = [cards | (unseen & ~certain) for cards in holds]
    for seat, size in enumerate(view.hands_size):
        if seat == view.seat or size == holds[seat].bit_count():
            may_hold[seat] = holds[seat]
        if size == may_hold[seat].bit_count():
            holds[seat] = may_hold[seat]
    return Knowledge(tuple(holds), tuple(may_hold), ((),) * view.seats, view.played)


def opposite(view: View) -> int:
    """The viewer's partner."""
    partner: int = view.order[(view.order.index(view.seat) + 3) % 6]
    return partner


def given(view: View) -> int:
    """What went from the viewer to the partner, as far as the view still shows it (R8).

    That is the hand first held (with memory_aid), and after the trade the card sent.
    """
    cards: int = view.first_hands[view.seat]
    sent: int = view.sent[view.seat]
    return cards | (1 << sent) if sent >= 0 else cards
