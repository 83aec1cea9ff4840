"""What a hand of CLAIM is worth: sequences and the Hoarder's Multiplier. The numbers are those of RULES.md."""

from __future__ import annotations

from handful.cards import of_suit, rank_of
from handful.kernel import count, highest, lowest, rule

ODD_RANKS = 0xF0F0F0F0F0F0
TWOS_OF_RANKS = 0xFF00FF00FF00
FOURS_OF_RANKS = 0xF0000FFFF0000
EIGHTS_OF_RANKS = 0xFFFFF00000000
"""The cards whose rank, counted from the 2 as 0, has the bit 1, 2, 4 or 8."""

HIGH_ACE = 1 << 13
LOW_ACE = 1


@rule
def ranks_of(cards: int, suit: int) -> int:
    """The ranks of a set's cards of one suit as 13 neighbouring bits, the 2 lowest."""
    bits = (cards >> suit) & 0x1111111111111
    bits = (bits | (bits >> 3)) & 0x303030303030303
    bits = (bits | (bits >> 6)) & 0xF000F000F000F
    bits = (bits | (bits >> 12)) & 0xFF000000FF
    return (bits | (bits >> 24)) & 0x1FFF


@rule
def cards_of(ranks: int, suit: int) -> int:
    """The cards of one suit with these ranks: the inverse of `ranks_of`."""
    bits = (ranks | (ranks << 24)) & 0xFF000000FF
    bits = (bits | (bits << 12)) & 0xF000F000F000F
    bits = (bits | (bits << 6)) & 0x303030303030303
    bits = (bits | (bits << 3)) & 0x1111111111111
    return bits << suit


@rule
def face_values(cards: int) -> int:
    """The plain sum of some cards: A 14, K 13 … 2 2 (5.2, 5.5)."""
    return (
        2 * count(cards)
        + count(cards & ODD_RANKS)
        + 2 * count(cards & TWOS_OF_RANKS)
        + 4 * count(cards & FOURS_OF_RANKS)
        + 8 * count(cards & EIGHTS_OF_RANKS)
    )


@rule
def highest_value(hand: int) -> int:
    """The value of the highest card of a hand (3.3, R3)."""
    return rank_of(highest(hand))


@rule
def in_line(ranks: int, circular: int) -> int:
    """The ranks laid out so that neighbours stand together: bit 0 is a low ace, 1 to 12 are 2 to K, 13 an ace (R7).

    On a circle the cards from the 2 up follow the ace that follows the King: they stand from bit 14 on, not below.
    """
    line = ranks << 1
    if not line & HIGH_ACE:
        return line
    if not line & (HIGH_ACE >> 1):  # without the King the ace sits below the 2, if that is there
        return line ^ (HIGH_ACE | LOW_ACE) if line & 2 else line
    if circular and line & 2:
        low = line & ~(line + 2)
        return (line & ~low) | (low << 13)
    return line


@rule
def run_value(run: int) -> int:
    """The sum of the cards of one run in line."""
    length = count(run)
    total = length * (2 * lowest(run) + length + 1) // 2
    if run & LOW_ACE:
        total += 13
    return total - 13 * count(run >> 14)


@rule
def lowest_run(line: int) -> int:
    """The lowest run of some ranks in line."""
    return line & ~(line + (line & -line))  # the carry takes it away


@rule
def run_points(run: int, singles: int) -> int:
    """A sequence is worth the sum of its cards × their number (5.1, R7)."""
    length = count(run)
    return run_value(run) * length if length > 1 or singles else 0


@rule
def sequences(cards: int, suit: int, circular: int, singles: int) -> int:
    """The Hoarder's Multiplier in one suit: all its sequences (5.1, R7)."""
    points = 0
    line = in_line(ranks_of(cards, suit), circular)
    while line:
        run = lowest_run(line)
        points += run_points(run, singles)
        line ^= run
    return points


@rule
def cards_in(run: int, suit: int) -> int:
    """The cards of one run in line."""
    return cards_of(((run >> 1) & 0x1FFF) | (run >> 14) | ((run & LOW_ACE) << 12), suit)


@rule
def declared_score(hand: int, suit: int, circular: int, singles: int) -> int:
    """Positive points less the plain sum of the cards off suit (5.1, 5.2, 5.3, R8)."""
    return sequences(hand, suit, circular, singles) - face_values(hand & ~of_suit(suit))


@rule
def undeclared_score(hand: int, circular: int) -> int:
    """Minus the sequences of all suits; with none, minus the plain sum of the hand (5.4, 5.5, R7)."""
    points = 0
    for suit in range(4):
        points += sequences(hand, suit, circular, 0)
    return -points if points else -face_values(hand)
