"""How a bot plays Thirteam: it counts the tricks its hand still needs and sheds the low ones first. No search yet."""

from __future__ import annotations

import random

from handful.cards import STANDARD, WITH_JOKERS
from handful.game import View
from handful.games.thirteam.knowledge import opposite
from handful.games.thirteam.patterns import IN_RUNS, JOKERS, SHORTEST_RUN, TWOS, better_than
from handful.games.thirteam.rules import READY, SKIP, TRADE

CARELESS = 0.3
"""How often an easy bot plays without thought."""
SAVED = 10.0
"""What it is worth to need one trick less."""
STRENGTH = 0.55
"""What it costs to part with a trick whose highest card is one rank higher."""
SKIPPED = -3.0
"""What it is worth to skip: less than nothing, for who waits is left with cards."""
PARTNER = 12.0
"""What it is worth more where the partner has the trick."""
FEW = 3
"""An opponent with so few cards is about to go out."""


def choose(view: View, legal: list[int], level: str, rng: random.Random) -> tuple[int, str]:
    """Choose an action, and say why. Levels normal and hard are the same for now."""
    if legal == [READY]:
        return READY, "I know my hand."
    careless = level == "easy" and rng.random() < CARELESS
    if view.trading:
        card = rng.choice(legal) if careless else min(legal, key=lambda action: (after_trade(view, action), action))
        return card, "My partner can use this card better than I can."
    if careless:
        return rng.choice(legal), "I just play something."
    best = max(legal, key=lambda action: (worth(view, action), -action))
    return best, why(view, best)


def why(view: View, action: int) -> str:
    """The reason for a trick, or for none."""
    if action == SKIP:
        return "My partner has the trick." if partners(view, view.by) else "I keep my cards together for later."
    if action == view.hands[view.seat]:
        return "These are my last cards."
    if not view.trick:
        return "I lead what I can best be rid of."
    return "I can beat this without breaking up my hand."


def partners(view: View, seat: int) -> bool:
    """Whether a seat is the viewer's partner."""
    return bool(view.teams) and seat == opposite(view)


def after_trade(view: View, action: int) -> float:
    """How many tricks the two hands of a team need if this card is sent back, as far as the viewer knows them."""
    card = 1 << (action - TRADE)
    partner = view.first_hands[view.seat]
    return tricks_in(view.hands[view.seat] & ~card) + (tricks_in(partner | card) if partner else 0)


def worth(view: View, action: int) -> float:
    """What a trick, or to skip, is worth."""
    hand = view.hands[view.seat]
    if action == SKIP:
        return SKIPPED + (PARTNER if partners(view, view.by) else 0.0)
    if action == hand:
        return 1000.0
    rest = hand & ~action
    need = tricks_in(rest)
    top = action.bit_length() - 1
    haste = urgency(view)
    gain = SAVED * (tricks_in(hand) - need) - STRENGTH * strength(top) * (1 - haste)
    if not view.trick:
        return gain + (0.5 + haste) * action.bit_count() + 0.8 * haste * strength(top)
    if need == 1 and not better_than(top) & unseen(view):
        return 500.0  # this wins the hand, and the rest is one trick
    return gain + 4.0 * haste


def urgency(view: View) -> float:
    """From 0, nobody is near the end, to 1: an opponent is about to go out."""
    opponents = [
        size for seat, size in enumerate(view.hands_size) if seat != view.seat and size and not partners(view, seat)
    ]
    fewest = min(opponents, default=13)
    return max(0.0, (FEW + 1 - fewest) / (FEW + 1))


def unseen(view: View) -> int:
    """The cards that are in other hands."""
    pack = STANDARD if view.seats == 4 else WITH_JOKERS
    cards: int = pack & ~view.played & ~view.hands[view.seat]
    return cards


def strength(card: int) -> float:
    """How strong a card is: 1 for a 3 up to 12 for an ace, then the 2s and the jokers."""
    if (JOKERS >> card) & 1:
        return 18.0
    return 15.0 if (TWOS >> card) & 1 else (card >> 2) + (card & 3) / 8


def tricks_in(hand: int) -> float:
    """About how many tricks a hand needs until it is empty; sure winners count less, for they cost no lead."""
    loose = hand & ~IN_RUNS
    strong = 0.5 * (loose & JOKERS).bit_count() + (0.7 if loose & TWOS else 0.0)
    return strong + min(runs_first(hand & IN_RUNS), kinds_first(hand & IN_RUNS))


def kinds_first(hand: int) -> int:
    """How many tricks: threes, fours and pairs kept, runs from what is single."""
    single, kinds = 0, 0
    for rank in range(4, 52, 4):
        cards = hand & (15 << rank)
        if cards.bit_count() > 1:
            kinds += 1
        else:
            single |= cards
    return kinds + runs_first(single)


def runs_first(hand: int) -> int:
    """How many tricks: the longest run again and again, then what is of a kind."""
    tricks = 0
    while run := longest_run(hand):
        hand &= ~run
        tricks += 1
    return tricks + sum(1 for rank in range(4, 52, 4) if hand & (15 << rank))


def longest_run(hand: int) -> int:
    """The longest run of a hand that leaves pairs whole where it can, or no cards."""
    best, run = 0, 0
    for rank in range(4, 56, 4):
        cards = hand & (15 << rank) & IN_RUNS
        if cards:
            run |= cards & -cards
        else:
            if run.bit_count() > best.bit_count():
                best = run
            run = 0
    return best if best.bit_count() >= SHORTEST_RUN else 0
