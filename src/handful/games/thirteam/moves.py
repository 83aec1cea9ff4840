"""What the actions of Thirteam are made of. There are millions of runs, so there is no list of all actions."""

from __future__ import annotations

from handful.game import Moves
from handful.games.thirteam.rules import READY, SKIP, TRADE
from handful.kernel import rule


@rule
def kind(action: int) -> int:
    """Play, skip, ready or trade."""
    return 0 if action < SKIP else 1 if action == SKIP else 2 if action == READY else 3


@rule
def cards(action: int) -> int:
    """The trick that is played, or the card that is sent back."""
    if action < SKIP:
        return action
    return 1 << (action - TRADE) if action >= TRADE else 0


MOVES = Moves(("play", "skip", "ready", "trade"), kind, cards)
