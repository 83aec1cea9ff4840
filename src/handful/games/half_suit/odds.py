"""How likely each hand of Half Suit holds each card: from what one seat may know, in the dialect.

A card that was seen going somewhere is there. Any other is with one of the hands that can hold it, and a hand gets of
such a card its share: as much of it as there is room in the hand for each card that it can hold, and more of a half
suit of which it must hold one. The chance is the share among all shares.
"""

from __future__ import annotations

from handful.cards import WITH_JOKERS
from handful.games.half_suit.state import HALF_SUIT_SIZE, PLAYERS, State, out_of_play
from handful.kernel import count, rule

CERTAIN = 1000
"""The chance of what is certain."""
BITS, LARGEST = 10, 1023
"""How densities of all seats are packed into one number."""


@rule
def unseen_by(s: State, me: int) -> int:
    """The cards of which a seat does not know the hand by sight."""
    seen = out_of_play(s) | s.hands[me]
    for p in range(PLAYERS):
        seen |= s.taken[p]
    return WITH_JOKERS & ~seen


@rule
def possible(s: State, me: int, unseen: int, p: int) -> int:
    """Which of the unseen cards another hand can hold."""
    if p == me or count(s.hands[p]) == count(s.taken[p]):
        return 0
    return unseen & ~s.lacks[p]


@rule
def with_one_holder(s: State, me: int, unseen: int) -> int:
    """The unseen cards that only one hand can hold."""
    once = 0
    twice = 0
    for p in range(PLAYERS):
        cards = possible(s, me, unseen, p)
        twice |= once & cards
        once |= cards
    return once & ~twice


@rule
def certainly_with(s: State, me: int, unseen: int, single: int, p: int) -> int:
    """The cards that a hand certainly holds."""
    return s.hands[me] if p == me else s.taken[p] | (single & possible(s, me, unseen, p))


@rule
def certainly_with_team(s: State, me: int, unseen: int, single: int, team: int) -> int:
    """The cards that a team certainly holds."""
    cards = 0
    for p in range(team, PLAYERS, 2):
        cards |= certainly_with(s, me, unseen, single, p)
    return cards


@rule
def alike(s: State, cards: int) -> int:
    """Those of some cards of a half suit that exactly the same hands can hold as the lowest of them."""
    first = cards & -cards
    for p in range(PLAYERS):
        cards &= s.lacks[p] if s.lacks[p] & first else ~s.lacks[p]
    return cards


@rule
def densities(s: State, me: int, unseen: int) -> int:
    """By seat: how much of each card that it can hold is there, but for those that it must hold."""
    packed = 0
    for p in range(PLAYERS):
        cards = possible(s, me, unseen, p)
        if cards:
            free = count(s.hands[p]) - count(s.taken[p]) - count(s.some[p]) // HALF_SUIT_SIZE
            packed |= max(1, min(CERTAIN, CERTAIN * free // count(cards))) << BITS * p
    return packed


@rule
def share(s: State, packed: int, unknown: int, single: int, p: int, card: int) -> int:
    """How much of a card is likely to be with a seat, before all hands are put together.

    Of its half suit some cards are in unknown hands, and some are known to be with the single hand that can hold them.
    """
    density = (packed >> BITS * p) & LARGEST
    cards = unknown & ~s.lacks[p]
    if not density or not (cards >> card) & 1:
        return 0
    if s.some[p] & cards and not s.some[p] & single & ~s.lacks[p]:
        among = count(cards)
        return (CERTAIN + (among - 1) * density) // among
    return density


@rule
def all_shares(s: State, packed: int, unknown: int, single: int, card: int) -> int:
    """The sum of all hands' shares in a card."""
    total = 0
    for p in range(PLAYERS):
        total += share(s, packed, unknown, single, p, card)
    return max(total, 1)
