"""How a bot plays Spar: it weighs every order in which its cards could be led, from its view alone.

Only the last trick counts, and the leader of a trick mostly keeps control where nobody holds a better card of the suit.
So a hand is worth what its best order of leads can be expected to score.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import permutations

from handful.cards import NO_CARD, members, of_suit, pretty, rank_of, suit_of
from handful.game import View
from handful.games.spar.rules import ACCEPT, PACK, worth

CARELESS = 0.35
"""How often an easy bot plays without thought."""
REGAIN = 0.08
"""What a card is worth, for each rank above 6, to a seat that is not in control."""


def choose(view: View, legal: list[int], level: str, rng: random.Random) -> tuple[int, str]:
    """Choose an action, and say why. For hard it is the first guess, from which the search begins."""
    if view.answering:
        return ACCEPT, "I saw nothing wrong."
    cards = honest(view, legal)
    if level == "easy" and rng.random() < CARELESS:
        return rng.choice(cards), "I just play a card."
    best = max(cards, key=lambda card: (value(view, card), -card))
    return best, why(view, best)


def honest(view: View, legal: list[int]) -> list[int]:
    """The cards that follow suit if there are any, also where hiding is possible."""
    same = [card for card in legal if view.called >= 0 and suit_of(card) == view.called]
    return same or legal


def why(view: View, card: int) -> str:
    """The reason for a card."""
    if view.called < 0:
        return f"I lead {pretty(card)}: it is likely to hold, and the rest can follow."
    if suit_of(card) == view.called and card > view.best:
        return f"I take control with {pretty(card)}."
    return f"I cannot use control now and part with {pretty(card)}."


def explain(view: View, card: int, chance: float) -> str:
    """The reason for a card that the search prefers."""
    match = f"and I win about {round(100 * chance)} of 100 such matches"
    if view.called < 0:
        return f"I lead {pretty(card)}: I played the hidden cards through, {match}."
    if suit_of(card) == view.called and card > view.best:
        return f"I take control with {pretty(card)}: it does best in the deals I tried, {match}."
    return f"I leave control and part with {pretty(card)}: the others do more for me later, {match}."


def value(view: View, card: int) -> float:
    """What playing a card can be expected to score."""
    rest = view.hands[view.seat] & ~(1 << card)
    if view.called < 0:
        return best_order(view, rest, first=card)
    if suit_of(card) != view.called or card < view.best:
        return regain(members(rest))
    kept = holds(view, card, still_to_play(view), 0)
    return kept * best_order(view, rest) + (1 - kept) * regain(members(rest))


def best_order(view: View, cards: int, first: int = NO_CARD) -> float:
    """What the best order to lead some cards scores, behind a first one now, or from the next trick on."""
    others = [seat for seat in range(view.seats) if seat != view.seat and view.hands_size[seat]]
    now = () if first == NO_CARD else (first,)
    ahead = 1 - len(now)
    tricks = range(ahead, ahead + cards.bit_count() + len(now))
    chances = {(card, n): holds(view, card, others, n) for card in (*now, *members(cards)) for n in tricks}
    points = view.accumulated if now else 0
    return max(expected((*now, *order), chances, ahead, points) for order in permutations(members(cards)))


def expected(order: tuple[int, ...], chances: dict[tuple[int, int], float], ahead: int, points: int) -> float:
    """What leading cards in an order, from so many tricks ahead, can be expected to score."""
    total, kept = 0.0, 1.0
    for n, card in enumerate(order):
        held = chances[card, n + ahead]
        total += kept * (1 - held) * regain(order[n + 1 :])
        kept *= held
        points = points + worth(card) if worth(card) else 0
    return total + kept * max(points, 1)


def holds(view: View, card: int, others: list[int], ahead: int) -> float:
    """How likely it is that none of the others holds a better card of the suit, some tricks ahead."""
    suit = suit_of(card)
    unseen = PACK & ~view.seen & ~view.hands[view.seat]
    better = (unseen & of_suit(suit) & ~((2 << card) - 1)).bit_count()
    hidden = sum(max(view.hands_size[seat] - ahead, 0) for seat in others if not (view.voids[seat] >> suit) & 1)
    total, chance = unseen.bit_count(), 1.0
    for n in range(better):
        chance *= max(total - hidden - n, 0) / max(total - n, 1)
    return chance


def still_to_play(view: View) -> list[int]:
    """The seats that play to this trick after the viewer."""
    after = [(view.seat + n) % view.seats for n in range(1, view.seats)]
    return [seat for seat in after[: after.index(view.leader)] if view.hands_size[seat]]


def regain(cards: Iterable[int]) -> float:
    """What some cards are worth to a seat that is not in control."""
    return REGAIN * sum(rank_of(card) - 6 for card in cards)
