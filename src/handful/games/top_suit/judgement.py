"""How a bot plays Top-Suit: it weighs the chance to win the trick against the cards that it costs. No search yet."""

from __future__ import annotations

import math
import random

from handful.cards import STANDARD, members, of_rank, of_suit, rank_of, suit_of
from handful.game import View
from handful.games.top_suit.patterns import DRAW, EXTEND, QUAD, RUN, SHORTEST_RUN, SINGLE, pattern_of, top_of
from handful.games.top_suit.rules import BETTER_SUITS, BOMB, EITHER, SUIT

CARELESS = 0.35
"""How often an easy bot plays without thought."""
COST = 0.6
"""What a card that wins for certain when it is played alone is worth in hand."""
DRAWN = 0.17
"""What a drawn card is worth. (These two were found by play against other values.)"""


def choose(view: View, legal: list[int], level: str, rng: random.Random) -> tuple[int, str]:
    """Choose an action, and say why. Levels normal and hard are the same for now."""
    if level == "easy" and rng.random() < CARELESS:
        return rng.choice(legal), "I just play something."
    best = max(legal, key=lambda action: (worth(view, action), -action))
    return best, why(view, best)


def why(view: View, action: int) -> str:
    """The reason for an action."""
    if action == DRAW:
        return "Nothing that I could play is worth its cards, so I draw."
    if action & STANDARD == view.hands[view.seat]:
        return "This empties my hand."
    if view.acted == view.seats - 1:
        return "I am last in this trick and win it cheaply."
    return "This has the best chance to win the trick for what it costs."


def worth(view: View, action: int) -> float:
    """What an action is worth, in points."""
    if action == DRAW:
        return DRAWN + (ending(view, 0) if view.left == 1 else 0)
    cards = action & STANDARD
    wins = chance(view, action)
    cost = COST * sum(alone(view, card) for card in members(cards))
    gain = wins - cost
    if cards == view.hands[view.seat]:
        gain += ending(view, 2 if view.acted == view.seats - 1 else 1)
    return gain


def ending(view: View, more: int) -> float:
    """What it is worth to end the game now with some more points: much if that wins, the contrary if not."""
    mine = view.points[view.seat] + more
    others = [points for seat, points in enumerate(view.points) if seat != view.seat]
    if view.holder >= 0 and view.holder != view.seat and view.acted == view.seats - 1 and more == 0:
        others.append(view.points[view.holder] + 1)
    return 3.0 if mine > max(others) else 1.0 if mine == max(others) else -3.0


def unseen(view: View) -> int:
    """The cards that are in other hands or in the deck."""
    cards: int = STANDARD & ~view.seen & ~view.hands[view.seat]
    return cards


def beaten_by(view: View, pattern: int, top: int) -> int:
    """The top cards with which a hand of the same type beats this one, whoever holds them."""
    suit = suit_of(top)
    higher = STANDARD & ~((16 << (top - suit)) - 1)
    if pattern == QUAD:
        return higher
    if view.beats == SUIT:
        return BETTER_SUITS[suit] | (higher & of_suit(suit))
    if view.beats == EITHER:
        return BETTER_SUITS[suit] | higher
    return higher | (BETTER_SUITS[suit] & of_rank(rank_of(top)))


def chance(view: View, action: int) -> float:
    """How likely it is that nobody who is still to act can beat an action."""
    cards = action & STANDARD
    pattern = RUN if action >= EXTEND else pattern_of(cards)
    length = cards.bit_count() + (view.best.bit_count() if action >= EXTEND else 0)
    after = [(view.seat + n) % view.seats for n in range(1, view.seats - view.acted)]
    return math.exp(-sum(threats(view, pattern, top_of(action), length, view.hands_size[seat]) for seat in after))


def alone(view: View, card: int) -> float:
    """How likely it is that a card wins as a single card that is led."""
    others = [size for seat, size in enumerate(view.hands_size) if seat != view.seat]
    return math.exp(-sum(threats(view, SINGLE, card, 1, size) for size in others))


def threats(view: View, pattern: int, top: int, length: int, size: int) -> float:
    """How many hands that beat this one are to be expected among so many cards of another player."""
    hidden = unseen(view)
    share = min(1.0, size / max(hidden.bit_count(), 1))
    expected = 0.0
    for card in members(hidden & beaten_by(view, pattern, top)):
        if pattern == RUN:
            need = length if view.runs else SHORTEST_RUN
            below = run_below(card, need)
            expected += share**need if below and below & ~hidden == 0 else 0
        else:
            mates = (hidden & of_rank(rank_of(card))).bit_count() - 1
            expected += share**pattern * math.comb(mates, pattern - 1)
    if pattern == RUN and top + 4 < 52 and (hidden >> (top + 4)) & 1:
        expected += share  # the run may be extended
    if view.quads == BOMB and pattern != QUAD:
        expected += 13 * share**4
    return expected


def run_below(top: int, length: int) -> int:
    """The cards of a run with this top card; none if it would begin below the 2."""
    if top - 4 * (length - 1) < 0:
        return 0
    return sum(1 << (top - 4 * n) for n in range(length))
