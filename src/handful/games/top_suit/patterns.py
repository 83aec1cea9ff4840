"""The hands of Top-Suit: which cards make one, and its action. The numbers in the comments are those of RULES.md."""

from __future__ import annotations

from handful.cards import HEARTS, STANDARD, of_rank, of_suit, rank_of, suit_of
from handful.kernel import add, count, highest, lowest, rule

NOTHING, SINGLE, PAIR, TRIPLE, QUAD, RUN = 0, 1, 2, 3, 4, 5
"""The types of a hand that is played; the first four are also its number of cards."""

SHORTEST_RUN = 3
LONGEST_RUN = 13

DRAW = 0
TOP = 52
EXTEND = 1 << 54
"""Actions: DRAW; the cards of a hand and, from bit TOP, the suit of its top card; EXTEND and the added cards."""

EACH_RANK = 0x1111111111111


@rule
def pattern_of(cards: int) -> int:
    """The type of some cards as a hand, or NOTHING (3.1 to 3.5, R4)."""
    n = count(cards)
    if n == 0:
        return NOTHING
    low = lowest(cards)
    if cards & ~of_rank(rank_of(low)) == 0:
        return n
    if SHORTEST_RUN <= n <= LONGEST_RUN and cards >> low == EACH_RANK & ((1 << (4 * n)) - 1):
        return RUN
    return NOTHING


@rule
def chooses_top(pattern: int) -> int:
    """Whether a player chooses the top card: of a quad only the rank counts, of a run it is the highest (R3, R4)."""
    return 1 if pattern in (PAIR, TRIPLE) else 0


@rule
def hand_with(cards: int, top: int) -> int:
    """The action that plays some cards with one of them on top."""
    return cards | (suit_of(top) << TOP)


@rule
def top_of(action: int) -> int:
    """The top card of a hand or an extension that is played."""
    return highest(action & of_suit((action >> TOP) & 3))


@rule
def well_formed(action: int) -> int:
    """Whether a number is an action with cards: one number for each, the highest card on top where none is chosen."""
    cards = action & STANDARD
    if cards == 0 or action < 0 or action >= 2 * EXTEND:
        return 0
    if action < EXTEND and chooses_top(pattern_of(cards)):
        return 1 if cards & of_suit(action >> TOP) else 0
    return 1 if (action >> TOP) & 3 == suit_of(highest(cards)) else 0


@rule
def of_a_kind(hand: int, n: int) -> int:
    """The cards of a hand whose rank it holds at least n times."""
    # Four bits a rank: first each rank's own number of cards, then bit 3 is set where that number is n or more.
    each = hand - ((hand >> 1) & 0x5555555555555)
    each = (each & 0x3333333333333) + ((each >> 2) & 0x3333333333333)
    enough = ((each + (8 - n) * EACH_RANK) >> 3) & EACH_RANK
    return hand & (15 * enough)


@rule
def run_tops(hand: int) -> int:
    """The cards of a hand that have the next two lower ones of their suit below them."""
    return hand & (hand << 4) & (hand << 8)


@rule
def add_singles(tops: int, out: list[int], n: int) -> int:
    """List every single card (3.1)."""
    while tops:
        top = lowest(tops)
        n = add(out, n, hand_with(1 << top, top))
        tops &= tops - 1
    return n


@rule
def add_pairs(hand: int, tops: int, out: list[int], n: int) -> int:
    """List every pair with each top card it can have (3.2, R3)."""
    while tops:
        top = lowest(tops)
        tops &= tops - 1
        others = hand & of_rank(rank_of(top)) & ~(1 << top)
        while others:
            n = add(out, n, hand_with((1 << top) | (others & -others), top))
            others &= others - 1
    return n


@rule
def add_triples(hand: int, tops: int, out: list[int], n: int) -> int:
    """List every triple with each top card it can have (3.3, R3)."""
    while tops:
        top = lowest(tops)
        tops &= tops - 1
        held = hand & of_rank(rank_of(top))
        if count(held) == TRIPLE:
            n = add(out, n, hand_with(held, top))
        else:
            left_out = held & ~(1 << top)
            while left_out:
                n = add(out, n, hand_with(held & ~(left_out & -left_out), top))
                left_out &= left_out - 1
    return n


@rule
def add_quads(tops: int, out: list[int], n: int) -> int:
    """List every quad once: only its rank counts (3.4, R3)."""
    tops &= of_suit(HEARTS)
    while tops:
        top = lowest(tops)
        n = add(out, n, hand_with(of_rank(rank_of(top)), top))
        tops &= tops - 1
    return n


@rule
def add_runs(hand: int, tops: int, shortest: int, longest: int, out: list[int], n: int) -> int:
    """List every run below each top card that is neither too short nor too long, the shortest first (3.5, R4)."""
    while tops:
        top = lowest(tops)
        tops &= tops - 1
        cards = 0
        below = top
        length = 0
        while below >= 0 and length < longest and (hand >> below) & 1:
            cards |= 1 << below
            below -= 4
            length += 1
            if length >= shortest:
                n = add(out, n, hand_with(cards, top))
    return n
