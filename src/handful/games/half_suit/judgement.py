"""How a bot plays Half Suit: it asks where a hit is likeliest and claims what it knows. No search yet.

It keeps in mind what is certain, and how likely each seat is to hold the rest.
"""

from __future__ import annotations

import math
import random

from handful.cards import WITH_JOKERS, members, pretty
from handful.game import Knowledge, View
from handful.games.half_suit.knowledge import knowledge
from handful.games.half_suit.state import CLAIM, COUNTER, HALF_SUITS, PLACE
from handful.games.half_suit.words import HALF_SUIT_NAMES

FORGETFUL = 0.35
"""How often an easy bot asks without thought."""
SURE = 0.999
STALE_ASKS, STALE_MISSES = 60, 20
"""After so many asks, or misses in a row, without a claim a bot begins to guess; after so many again it must."""
SHOWN = 2.0
"""How much likelier it makes a card to be in a hand that certainly has one of some few."""
ROUNDS = 12

Odds = list[list[float]]
"""By card, then by seat: how likely that seat holds it."""


def choose(view: View, legal: list[int], level: str, rng: random.Random) -> tuple[int, str]:
    """Choose an action, and say why. Levels normal and hard are the same for now."""
    if legal == [COUNTER]:
        return COUNTER, "We hold all of it."
    known = knowledge(view)
    odds = odds_of(view, known)
    if view.placer >= 0:
        return place(view, legal, odds)
    asks = [action for action in legal if action < PLACE]
    claims = [action for action in legal if action >= CLAIM]
    best_claim = max(claims, key=lambda action: (claim_chance(view, odds, action), -action))
    chance = claim_chance(view, odds, best_claim)
    if not asks or chance > needed(view):
        return best_claim, claim_reason(best_claim, chance)
    if level == "easy" and rng.random() < FORGETFUL:
        possible = [ask for ask in asks if (known.may_hold[ask >> 6] >> (ask & 63)) & 1]
        return rng.choice(possible or asks), "I just try."
    best = max(asks, key=lambda ask: (ask_worth(view, odds, ask), -ask))
    return best, ask_reason(best, odds[best & 63][best >> 6])


def needed(view: View) -> float:
    """How likely a claim must be to be made: certain, but less and less where the game does not go on."""
    stale: float = max((view.misses - STALE_MISSES) / STALE_MISSES, (view.asks - STALE_ASKS) / STALE_ASKS)
    return SURE - max(0.0, stale)


def claim_reason(action: int, chance: float) -> str:
    """The reason for a claim."""
    name = HALF_SUIT_NAMES[(action - CLAIM) >> 1]
    return f"I know where all of {name} is." if chance > SURE else f"I must guess, and {name} is what I know best."


def ask_reason(ask: int, chance: float) -> str:
    """The reason for an ask."""
    card, seat = pretty(ask & 63), ask >> 6
    return f"Seat {seat} has {card} for certain." if chance > SURE else f"{card} is likeliest to be with seat {seat}."


def half_suit_of(card: int) -> int:
    """The half suit of a card."""
    return next(cards for cards in HALF_SUITS if (cards >> card) & 1)


def team_odds(odds: Odds, card: int, team: int) -> float:
    """How likely a card is with a team."""
    return odds[card][team] + odds[card][team + 2] + odds[card][team + 4]


def ask_worth(view: View, odds: Odds, ask: int) -> float:
    """How likely an ask hits, and, less important, how near it brings the half suit to a claim."""
    card, other = ask & 63, ask >> 6
    ours = sum(team_odds(odds, mate, view.seat & 1) for mate in members(half_suit_of(card)))
    return odds[card][other] + 0.05 * ours


def claim_chance(view: View, odds: Odds, action: int) -> float:
    """How likely every card of a claim is where it would be said to be."""
    half_suit, for_other = HALF_SUITS[(action - CLAIM) >> 1], action & 1
    seats = range((view.seat & 1) ^ for_other, 6, 2)
    return math.prod(max(odds[card][seat] for seat in seats) for card in members(half_suit))


def place(view: View, legal: list[int], odds: Odds) -> tuple[int, str]:
    """Say that the likeliest seat holds the next card; a claim for one's own team names only that team."""
    team = view.seat & 1
    own = [action for action in legal if ((action - PLACE) >> 6) & 1 == team]
    best = max(own or legal, key=lambda action: (odds[action & 63][(action - PLACE) >> 6], -action))
    return best, f"{pretty(best & 63)} is there, as far as I know."


def odds_of(view: View, known: Knowledge) -> Odds:
    """How likely each seat holds each card: what is certain, and the rest fitted to the sizes of the hands."""
    odds = [[0.0] * 6 for _ in range(54)]
    certain = 0
    for seat, cards in enumerate(known.holds):
        certain |= cards
        for card in members(cards):
            odds[card][seat] = 1.0
    free = list(members(WITH_JOKERS & ~known.gone & ~certain))
    for card in free:
        odds[card] = [float((cards >> card) & 1) for cards in known.may_hold]
    for seat, sets in enumerate(known.some_of):
        for cards in sets:
            for card in members(cards & ~certain):
                odds[card][seat] *= 1 + SHOWN / max(cards.bit_count(), 1)
    room = [size - held.bit_count() for size, held in zip(view.hands_size, known.holds, strict=True)]
    for _ in range(ROUNDS):
        fit(odds, free, room)
    return odds


def fit(odds: Odds, free: list[int], room: list[int]) -> None:
    """Bring the odds nearer to both sums: each hand has its size, each card is somewhere."""
    for seat, size in enumerate(room):
        total = sum(odds[card][seat] for card in free)
        if total > 0:
            for card in free:
                odds[card][seat] *= size / total
    for card in free:
        total = sum(odds[card])
        if total > 0:
            odds[card] = [part / total for part in odds[card]]
