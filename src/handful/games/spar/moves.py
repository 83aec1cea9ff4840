"""What the actions of Spar are made of."""

from __future__ import annotations

from handful.cards import members
from handful.game import Moves
from handful.games.spar.rules import ACCEPT, CHALLENGE, PACK
from handful.kernel import rule


@rule
def kind(action: int) -> int:
    """Play, accept or challenge."""
    return 0 if action < ACCEPT else 1 if action == ACCEPT else 2


@rule
def cards(action: int) -> int:
    """The card that is played."""
    return 1 << action if action < ACCEPT else 0


@rule
def whom(action: int) -> int:
    """Who is challenged."""
    return action - CHALLENGE if action >= CHALLENGE else -1


def every(seats: int) -> list[int]:
    """All actions: a card of the pack, and the answers."""
    return [*members(PACK), ACCEPT, *range(CHALLENGE, CHALLENGE + seats)]


MOVES = Moves(("play", "accept", "challenge"), kind, cards, whom=whom, every=every)
