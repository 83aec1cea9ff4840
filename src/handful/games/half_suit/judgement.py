"""How a bot plays Half Suit: it asks where a hit is likeliest and claims what it knows.

It keeps in mind what is certain, and how likely each seat is to hold the rest. A hard bot has exact odds instead, and
tries the best ideas of this page in many worlds (see `thinking.py`).
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
NEARER = 0.15
"""How much better an ask is for each card of its half suit that is probably with the team."""
WEAKER = 0.04
"""How much worse it is for each card in the hand that gets the turn if it misses. Only a hard bot thinks of that."""
ROUNDS = 12

Odds = list[list[float]]
"""By card, then by seat: how likely that seat holds it."""


def choose(view: View, legal: list[int], level: str, rng: random.Random) -> tuple[int, str]:
    """Choose an action, and say why."""
    if legal == [COUNTER]:
        return COUNTER, "We hold all of it."
    known = knowledge(view)
    odds = odds_of(view, known)
    if view.placer >= 0:
        return place(view, legal, odds)
    if level == "easy" and rng.random() < FORGETFUL:
        asks = [action for action in legal if action < PLACE]
        possible = [ask for ask in asks if (known.may_hold[ask >> 6] >> (ask & 63)) & 1]
        if possible:
            return rng.choice(possible), "I just try."
    action = decide(view, legal, odds, WEAKER if level == "hard" else 0.0)
    return action, reason_for(view, action, odds)


def decide(view: View, legal: list[int], odds: Odds, weaker: float) -> int:
    """First what hits for certain, for the turn goes on; then claims that are safe; then the best ask."""
    asks = [action for action in legal if action < PLACE]
    claims = [action for action in legal if action >= CLAIM]
    best_claim = max(claims, key=lambda action: (claim_chance(view, odds, action), -action))
    if not asks:
        return best_claim
    best_ask = max(asks, key=lambda ask: (ask_worth(view, odds, ask, weaker), -ask))
    hits = odds[best_ask & 63][best_ask >> 6] > SURE
    return best_ask if hits or claim_chance(view, odds, best_claim) <= needed(view) else best_claim


def needed(view: View) -> float:
    """How likely a claim must be to be made: certain, but less and less where the game does not go on."""
    stale: float = max((view.misses - STALE_MISSES) / STALE_MISSES, (view.asks - STALE_ASKS) / STALE_ASKS)
    return SURE - max(0.0, stale)


def reason_for(view: View, action: int, odds: Odds) -> str:
    """Why a bot does this, in a sentence."""
    if action >= CLAIM:
        name, chance = HALF_SUIT_NAMES[(action - CLAIM) >> 1], claim_chance(view, odds, action)
        return f"I know where all of {name} is." if chance > SURE else f"I must guess, and {name} is what I know best."
    card, seat = pretty(action & 63), action >> 6
    if odds[action & 63][seat] > SURE:
        return f"Seat {seat} has {card} for certain."
    return f"{card} is likeliest to be with seat {seat}."


def explain(view: View, action: int, chance: float) -> str:
    """Why a hard bot prefers this after it has tried it in many worlds."""
    odds = odds_of(view, knowledge(view))
    if action >= PLACE and action < CLAIM:
        return place_reason(action)
    if action < PLACE:
        card, seat = pretty(action & 63), action >> 6
        if odds[action & 63][seat] > SURE:
            return f"Seat {seat} has {card} for certain."
        return f"To ask seat {seat} for {card} did best in the deals that I think possible."
    name, other = HALF_SUIT_NAMES[(action - CLAIM) >> 1], action & 1
    if claim_chance(view, odds, action) > SURE:
        return f"I know where all of {name} is."
    if other:
        return f"I think that I know who of the others has what of {name}."
    return f"To claim {name} now did best in the deals that I think possible."


def half_suit_of(card: int) -> int:
    """The half suit of a card."""
    return next(cards for cards in HALF_SUITS if (cards >> card) & 1)


def team_odds(odds: Odds, card: int, team: int) -> float:
    """How likely a card is with a team."""
    return odds[card][team] + odds[card][team + 2] + odds[card][team + 4]


def ask_worth(view: View, odds: Odds, ask: int, weaker: float = WEAKER) -> float:
    """How likely an ask hits, how near it brings the half suit to a claim, and to whom a miss gives the turn.

    Certain hits come before all others, and what cannot hit behind.
    """
    card, other = ask & 63, ask >> 6
    hits = odds[card][other]
    ours = sum(team_odds(odds, mate, view.seat & 1) for mate in members(half_suit_of(card)))
    given_away: float = (1 - hits) * weaker * view.hands_size[other]
    return hits + NEARER * ours - given_away + 2 * (hits > SURE) - 2 * (hits == 0)


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
    return best, place_reason(best)


def place_reason(action: int) -> str:
    """The reason for a step of a claim."""
    return f"{pretty(action & 63)} is there, as far as I know."


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
