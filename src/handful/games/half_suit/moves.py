"""What the actions of Half Suit are made of."""

from __future__ import annotations

from handful.game import Moves
from handful.games.half_suit.state import CLAIM, COUNTER, DECK_SIZE, HALF_SUITS, PLACE, PLAYERS
from handful.kernel import rule


@rule
def kind(action: int) -> int:
    """Ask, place, claim, claim for the other team, or counter."""
    if action == COUNTER:
        return 4
    if action >= CLAIM:
        return 2 + (action & 1)
    return 1 if action >= PLACE else 0


@rule
def cards(action: int) -> int:
    """The card that is asked for or placed, or the half suit that is claimed."""
    if action == COUNTER:
        return 0
    return HALF_SUITS[(action - CLAIM) >> 1] if action >= CLAIM else 1 << (action & 63)


@rule
def whom(action: int) -> int:
    """Who is asked, or said to hold the card."""
    return -1 if action >= CLAIM else (action % PLACE) >> 6


def every(seats: int) -> list[int]:
    """All actions: every seat with every card twice, the claims, and the counter-claim."""
    named = [64 * seat + card for seat in range(PLAYERS) for card in range(DECK_SIZE)]
    return [*named, *(PLACE + one for one in named), *range(CLAIM, COUNTER + 1)]


MOVES = Moves(("ask", "place", "claim", "claim for the other team", "counter"), kind, cards, whom=whom, every=every)
