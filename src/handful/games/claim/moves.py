"""What the actions of CLAIM are made of."""

from __future__ import annotations

from itertools import combinations

from handful.game import Moves
from handful.games.claim.actions import declared_cards
from handful.games.claim.state import DECK_SIZE, DECLARE, DECLARE_NOTHING, HAND_SIZE, SHOW, SHOWDOWN
from handful.kernel import rule

KINDS = (
    "declare nothing",
    "hold",
    "take",
    "pass",
    "showdown",
    "take and discard",
    "show",
    "declare spades",
    "declare clubs",
    "declare diamonds",
    "declare hearts",
)


@rule
def kind(action: int) -> int:
    """Which of the kinds."""
    if action < DECK_SIZE:
        return 5
    if action < SHOW:
        return action - DECLARE_NOTHING
    return 6 if action < DECLARE else 7 + (action & 3)


@rule
def cards(action: int) -> int:
    """The card that is discarded or shown, or those that a declaration shows."""
    if action < DECK_SIZE:
        return 1 << action
    if action < SHOW:
        return 0
    return 1 << (action - SHOW) if action < DECLARE else declared_cards(action)


def every(seats: int) -> list[int]:
    """All actions; who declares before the first floor card has three cards to show at most."""
    shown = [sum(1 << rank for rank in ranks) for n in range(HAND_SIZE + 1) for ranks in combinations(range(13), n)]
    declared = sorted(DECLARE + suit + (ranks << 2) for ranks in shown for suit in range(4))
    return [*range(DECK_SIZE), *range(DECLARE_NOTHING, SHOWDOWN + 1), *range(SHOW, SHOW + DECK_SIZE), *declared]


MOVES = Moves(KINDS, kind, cards, every=every)
