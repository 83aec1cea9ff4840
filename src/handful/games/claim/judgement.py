"""How a bot plays CLAIM: it declares its best suit at once, builds sequences, and calls when it is well ahead.

It weighs what its hand scores now and what the cards that may still come would add. No search yet.
"""

from __future__ import annotations

import random

from handful.cards import NO_CARD, STANDARD, SUIT_NAMES, members, of_suit, pretty
from handful.game import View
from handful.games.claim.scoring import declared_score, face_values, sequences
from handful.games.claim.state import (
    DECK_SIZE,
    DECLARATION,
    DECLARE,
    DECLARE_NOTHING,
    FLOOR,
    HOLD,
    PASS,
    SHOWDOWN,
    TAKE,
)

CARELESS = 0.3
"""How often an easy bot plays without thought."""
REACH = 0.5
"""How likely a card that comes to the floor ends in the hand that wants it."""
HIDDEN = 4.0
"""What each hidden card of a declared player is taken to add to their score."""
UNDECLARED = -25.0
"""What a player who has not declared is taken to score."""
LEAD = 90.0
"""How much a showdown must bring in the first floor round; less and less later."""


def choose(view: View, legal: list[int], level: str, rng: random.Random) -> tuple[int, str]:
    """Choose an action, and say why. Levels normal and hard are the same for now."""
    careless = level == "easy" and rng.random() < CARELESS
    if SHOWDOWN in legal and not careless and is_time(view):
        return SHOWDOWN, "I am well enough ahead of what I see and expect of the others."
    if view.phase not in (DECLARATION, FLOOR):
        return HOLD, "My hand can still grow."
    suits = [action - DECLARE for action in legal if DECLARE <= action < DECLARE + 4]
    if suits and not (view.declared >> view.seat) & 1:
        return declaration(view, suits, careless, rng)
    return floor_choice(view, legal, careless, rng)


def declaration(view: View, suits: list[int], careless: bool, rng: random.Random) -> tuple[int, str]:
    """Declare the suit with the best outlook, without showing cards."""
    hand = view.hands[view.seat]
    held = [suit for suit in suits if hand & of_suit(suit)]
    if careless and view.phase == DECLARATION:
        return (DECLARE + rng.choice(held), "I like that suit.") if held else (DECLARE_NOTHING, "I wait.")
    best = max(suits, key=lambda suit: (outlook(view, hand, suit), -suit))
    return DECLARE + best, f"In {SUIT_NAMES[best]} my hand can grow best."


def floor_choice(view: View, legal: list[int], careless: bool, rng: random.Random) -> tuple[int, str]:
    """Take the floor card for another or none, or pass: what leaves the best outlook."""
    options = [action for action in legal if action < DECK_SIZE or action in (TAKE, PASS)]
    if careless:
        return rng.choice(options), "I just do something."
    suit = view.suits[view.seat] if (view.declared >> view.seat) & 1 else -1
    best = max(options, key=lambda action: (outlook(view, hand_after(view, action), suit), action))
    if best == PASS:
        return PASS, "The floor card does not help me."
    if best == TAKE:
        return TAKE, f"I can use {pretty(view.floor)} and part with nothing."
    return best, f"{pretty(view.floor)} is of more use to me than {pretty(best)}."


def hand_after(view: View, action: int) -> int:
    """The hand that an action leaves."""
    hand: int = view.hands[view.seat]
    if action == PASS or view.floor == NO_CARD:
        return hand
    taken: int = hand | (1 << view.floor)
    return taken if action == TAKE else taken & ~(1 << action)


def still_to_come(view: View) -> int:
    """The cards that may lie in the pile: not seen, and not known to be in a hand."""
    known: int = view.hands[view.seat] | view.discards | view.bottom
    for cards in view.certain:
        known |= cards
    if view.floor != NO_CARD:
        known |= 1 << view.floor
    return STANDARD & ~known


def outlook(view: View, hand: int, suit: int) -> float:
    """What a hand scores in a suit and what cards that may come can be expected to add; without a suit, its cost."""
    if suit < 0:
        return -face_values(hand)
    now: int = declared_score(hand, suit, view.wrap, view.singles)
    unseen = still_to_come(view)
    rounds = view.floor_rounds - view.floor_round
    chance: float = REACH * min(rounds, 10) / max(unseen.bit_count(), 1)
    base = sequences(hand, suit, view.wrap, view.singles)
    more = sum(
        sequences(hand | 1 << card, suit, view.wrap, view.singles) - base for card in members(unseen & of_suit(suit))
    )
    return now + chance * more


def is_time(view: View) -> bool:
    """Whether to call the showdown now: it brings much, or another player is getting dangerous."""
    mine = declared_score(view.hands[view.seat], view.suits[view.seat], view.wrap, view.singles)
    others = [expected_score(view, seat) for seat in range(view.seats) if seat != view.seat]
    gain = sum(mine - score for score in others)
    left = (view.floor_rounds - view.floor_round) / view.floor_rounds
    return gain > LEAD * left or (gain > 0 and max(others) > 0.7 * mine)


def expected_score(view: View, seat: int) -> float:
    """What another player would score now, as far as their cards are known."""
    if not (view.declared >> seat) & 1:
        return UNDECLARED
    cards = view.certain[seat]
    hidden: int = view.hands_size[seat] - cards.bit_count()
    return declared_score(cards, view.suits[seat], view.wrap, view.singles) + HIDDEN * hidden
