"""The tricks of Thirteam: what pattern some cards have, which cards are better, and all tricks that a hand can make.

A set of cards has four bits a rank, the 2s lowest; so a rank is known by the number of its spade, and a set of ranks is
a set of spades. The numbers in the comments are those of RULES.md beside this module.
"""

from __future__ import annotations

from handful.cards import STANDARD, WITH_JOKERS
from handful.kernel import add, count, lowest, rule

NO_TRICK, SINGLE, PAIR, THREE, FOUR, RUN = 0, 1, 2, 3, 4, 5
"""The patterns (2.2)."""

SHORTEST_RUN, LONGEST_RUN = 3, 12  # 2.2, 6.2

SPADES_ONLY = 0x1111111111111
TWOS = 15
JOKERS = WITH_JOKERS & ~STANDARD
IN_RUNS = STANDARD & ~TWOS  # 2.7, 4.4


@rule
def better_than(card: int) -> int:
    """The cards better than this one: by rank, then by suit; 2s above aces, jokers above 2s (2.5, 2.6, 4.3, 4.5)."""
    higher = WITH_JOKERS & ~((2 << card) - 1)
    if (TWOS >> card) & 1:
        return (higher & TWOS) | JOKERS
    if (IN_RUNS >> card) & 1:
        return higher | TWOS
    return higher


@rule
def ranks_in(cards: int) -> int:
    """The ranks of a set without jokers, each as its spade."""
    cards |= cards >> 1
    cards |= cards >> 2
    return cards & SPADES_ONLY


@rule
def paired_ranks(cards: int) -> int:
    """The ranks of which a set without jokers has two cards or more, each as its spade."""
    odd, even = cards & (SPADES_ONLY * 5), (cards >> 1) & (SPADES_ONLY * 5)
    both = odd & even
    either = odd | even
    return (both | (both >> 2) | (either & (either >> 2))) & SPADES_ONLY


@rule
def pattern_of(cards: int) -> int:
    """The pattern of a set that is not empty, or NO_TRICK (2.2, 2.7, 4.4)."""
    size = count(cards)
    if size == 1:
        return SINGLE
    if cards & JOKERS:
        return NO_TRICK
    first = lowest(cards) & ~3
    if cards >> first <= 15:
        return size
    if size < SHORTEST_RUN or cards & TWOS:
        return NO_TRICK
    # As many ranks in a row as there are cards: then there is one card of each.
    if ranks_in(cards) >> first != SPADES_ONLY & ((1 << (4 * size)) - 1):
        return NO_TRICK
    return RUN


@rule
def list_singles(hand: int, must: int, out: list[int], n: int) -> int:
    """Add every single card of a hand; `must` is what every trick has to contain, here and below."""
    while hand:
        single = hand & -hand
        if single & must == must:
            n = add(out, n, single)
        hand &= hand - 1
    return n


@rule
def list_kinds(hand: int, fewest: int, most: int, better: int, must: int, out: list[int], n: int) -> int:
    """Add everything of a kind, of some sizes from two on, with a card among the better ones."""
    hand &= STANDARD
    ranks = paired_ranks(hand) & ranks_in(hand & better)
    while ranks:
        mine = hand & (15 * (ranks & -ranks))
        cards = mine
        while cards:
            if fewest <= count(cards) <= most and cards & better and cards & must == must:
                n = add(out, n, cards)
            cards = (cards - 1) & mine
        ranks &= ranks - 1
    return n


@rule
def list_runs(hand: int, shortest: int, longest: int, better: int, must: int, out: list[int], n: int) -> int:
    """Add every run, of some lengths, whose top card is among the better ones."""
    ranks = ranks_in(hand & IN_RUNS)
    starts = ranks & (ranks >> 4) & (ranks >> 8)
    size = SHORTEST_RUN
    while starts and size <= longest:
        if size >= shortest:
            rest = starts
            while rest:
                n = list_runs_of(hand, lowest(rest), size, better, must, out, n)
                rest &= rest - 1
        starts &= ranks >> (4 * size)
        size += 1
    return n


@rule
def list_runs_of(hand: int, first: int, size: int, better: int, must: int, out: list[int], n: int) -> int:
    """Add every run over some ranks in a row, from a first one, all of which are in the hand.

    The run goes through its choices like the wheels of an odometer: one wheel a rank, one mark a card.
    """
    top = first + 4 * (size - 1)
    tops = hand & better & (15 << top)
    if tops == 0:
        return n
    cards = (hand & ((1 << top) - (1 << first))) | tops
    spades = SPADES_ONLY & ((16 << top) - (1 << first))
    least = cards & ((spades << 4) - cards)  # in each rank x & (16 - x): its lowest card
    run = least
    while run:
        if run & must == must:
            n = add(out, n, run)
        up = cards & ~((run << 1) - spades)  # in each rank 2x - 1: the chosen card and all below it
        if up:
            turned = lowest(up) & ~3
            below = (1 << turned) - 1
            run = (run & ~(below | (15 << turned))) | (up & -up) | (least & below)
        else:
            run = 0
    return n
