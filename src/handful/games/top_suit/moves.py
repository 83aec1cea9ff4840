"""What the actions of Top-Suit are made of."""

from __future__ import annotations

from itertools import combinations

from handful.cards import STANDARD, card_of, set_of
from handful.game import Moves
from handful.games.top_suit.patterns import DRAW, EXTEND, RUN, SHORTEST_RUN, chooses_top, hand_with, pattern_of, top_of
from handful.games.top_suit.rules import LONGEST_EXTENSION
from handful.kernel import highest, rule


@rule
def kind(action: int) -> int:
    """Draw, the type of the hand that is played, or extend."""
    if action == DRAW:
        return 0
    return RUN + 1 if action >= EXTEND else pattern_of(action & STANDARD)


@rule
def cards(action: int) -> int:
    """The cards that are played."""
    return action & STANDARD


@rule
def card(action: int) -> int:
    """The card on top."""
    return -1 if action == DRAW else top_of(action)


def every(seats: int) -> list[int]:
    """All actions: every hand with each top card that it can have, and every extension."""
    found = [DRAW]
    for rank in range(2, 15):
        for n in range(1, 5):
            for suits in combinations(range(4), n):
                same = [card_of(rank, suit) for suit in suits]
                tops = same if chooses_top(n) else [max(same)]
                found += [hand_with(set_of(same), top) for top in tops]
    for suit in range(4):
        spans = [(low, top) for low in range(2, 15) for top in range(low, 15)]
        lines = [[card_of(rank, suit) for rank in range(low, top + 1)] for low, top in spans]
        found += [hand_with(set_of(line), line[-1]) for line in lines if len(line) >= SHORTEST_RUN]
        added = [set_of(line) for line in lines if len(line) <= LONGEST_EXTENSION]
        found += [EXTEND | hand_with(cards, highest(cards)) for cards in added]
    return found


MOVES = Moves(("draw", "single", "pair", "triple", "quad", "run", "extend"), kind, cards, card=card, every=every)
