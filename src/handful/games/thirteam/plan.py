"""How a hand of Thirteam falls into plays, and what a trick or a skip is worth: all from what one seat may know.

A play is a trick that is still in the hand. Its standing says how easily the unseen cards beat it, from one that
nothing beats on. The worth of an action is a sum of weights (`weights.py`), one for each thing that is true afterwards:
which plays are left, how many of them lose the lead, how the trick on the table stands, who is about to go out. The
functions are in the dialect: `policy.py` runs them on what a seat knows, the searcher compiled on a record.
"""

from __future__ import annotations

from handful.cards import RED_JOKER, STANDARD, WITH_JOKERS
from handful.games.thirteam.patterns import (
    IN_RUNS,
    JOKERS,
    PAIR,
    RUN,
    SHORTEST_RUN,
    SINGLE,
    SPADES_ONLY,
    TWOS,
    better_than,
    paired_ranks,
    pattern_of,
    ranks_in,
)
from handful.games.thirteam.rules import SKIP, TRADE, State, opposite
from handful.games.thirteam.weights import weight
from handful.kernel import count, highest, lowest, rule

SINGLES, PAIRS, THREES, RUNS = 0, 8, 13, 16
"""Where the standings of each pattern begin."""
RUNS_OF_FOUR, LONG_RUNS = 20, 23
STANDINGS = 25
GROUPS = 11
"""Standings in fewer classes: each of a single card, a pair, three or four of a kind, a run."""
LEADS, SIZES, HASTES = 5, 14, 4
"""How many leads lost, cards left and degrees of haste are told apart."""
BEST_PLAYS, LOSERS = 3, 5
"""More plays than these are not told apart."""

LEFT = 0
"""Where the weights of each kind begin: a play that is left, by standing; three times, for early, middle and late."""
SIZE_LEFT = LEFT + STANDINGS * 3
PLAYED = SIZE_LEFT + SIZES
"""The trick played, by standing and by the leads that the rest of the hand will lose."""
HURRIED = PLAYED + STANDINGS * LEADS
"""The trick played, by group and by haste."""
SKIPPED = HURRIED + GROUPS * HASTES
"""A skip, by the leads that the hand will lose, by the standing of the trick, by the cards of its owner."""
SKIPPED_TRICK = SKIPPED + LEADS
SKIPPED_OWNER = SKIPPED_TRICK + STANDINGS
OVER_PARTNER = SKIPPED_OWNER + HASTES + 1
"""In a team: the partner's trick beaten, or left, by the partner's cards; a trick played, by group and those cards."""
LEFT_PARTNER = OVER_PARTNER + HASTES + 1
FOR_PARTNER = LEFT_PARTNER + HASTES + 1
GIVEN = FOR_PARTNER + GROUPS * HASTES
"""A card sent to a partner whose hand is not known, by rank, 2s lowest; then the jokers."""
BALANCE = GIVEN + 15
"""What is left, by the plays that nothing beats and by those that lose the lead."""
LAST = BALANCE + (BEST_PLAYS + 1) * (LOSERS + 1)
"""The trick of the last player who can still answer, by group; a skip of that player, by the cards of the owner."""
LAST_SKIP = LAST + GROUPS
DUEL = LAST_SKIP + HASTES + 1
"""With two players left: the trick played, by group; a skip."""
WEIGHTS = DUEL + GROUPS + 1

OUT = 1_000_000
"""What it is worth to go out."""


@rule
def lowest_of_ranks(cards: int) -> int:
    """The lowest card of each rank in a set without jokers."""
    higher = ((cards & (SPADES_ONLY * 7)) << 1) | ((cards & (SPADES_ONLY * 3)) << 2) | ((cards & SPADES_ONLY) << 3)
    return cards & ~higher


@rule
def next_run(cards: int, kinds_kept: int) -> int:
    """The longest run to split off from cards 3 to A, or no cards; pairs are left whole at its ends, or everywhere."""
    ranks = ranks_in(cards)
    pairs = paired_ranks(cards)
    if kinds_kept:
        ranks &= ~pairs
    starts = ranks & (ranks >> 4) & (ranks >> 8)
    if starts == 0:
        return 0
    size = SHORTEST_RUN
    longer = starts & (ranks >> 12)
    while longer:
        starts = longer
        size += 1
        longer = starts & (ranks >> (4 * size))
    first = lowest(starts)
    last = first + 4 * (size - 1)
    while size > SHORTEST_RUN and (pairs >> last) & 1:
        last -= 4
        size -= 1
    while size > SHORTEST_RUN and (pairs >> first) & 1:
        first += 4
        size -= 1
    return lowest_of_ranks(cards & ((16 << last) - (1 << first)))


@rule
def plays_in(cards: int, kinds_kept: int) -> int:
    """How many plays the cards 3 to A of a hand need, if runs are split off first."""
    plays = 0
    run = next_run(cards, kinds_kept)
    while run:
        plays += 1
        cards &= ~run
        run = next_run(cards, kinds_kept)
    return plays + count(ranks_in(cards))


@rule
def kinds_are_kept(cards: int) -> int:
    """Whether it takes no more plays to keep pairs and threes whole than to make the longest runs."""
    ranks = ranks_in(cards)
    if ranks & (ranks >> 4) & (ranks >> 8) == 0:
        return 1
    return 1 if plays_in(cards, 1) <= plays_in(cards, 0) else 0


@rule
def plays_needed(hand: int) -> int:
    """About the fewest plays in which a hand can be played."""
    cards = hand & IN_RUNS
    return plays_in(cards, kinds_are_kept(cards)) + count(hand & JOKERS) + (1 if hand & TWOS else 0)


@rule
def steps(ways: int, one: int, two: int, three: int) -> int:
    """0 for no ways, then 1, 2, 3 from these numbers on."""
    return 0 if ways < one else 1 if ways < two else 2 if ways < three else 3


@rule
def standing(cards: int, pattern: int, unseen: int) -> int:
    """How a trick stands: the best of its pattern is first, one that many unseen tricks can beat is last."""
    better = better_than(highest(cards)) & unseen
    if pattern == SINGLE:
        ways = count(better)
        return SINGLES + (ways if ways < 3 else 3 + steps(ways, 5, 9, 15) + (1 if ways > 22 else 0))
    size = count(cards)
    unseen &= STANDARD
    ranks = ranks_in(better & STANDARD)
    if pattern == PAIR:
        ways = count(ranks & paired_ranks(unseen))
        return PAIRS + steps(ways, 1, 2, 4) + (1 if ways > 6 else 0)
    if pattern < RUN:
        odd, even = unseen & (SPADES_ONLY * 5), (unseen >> 1) & (SPADES_ONLY * 5)
        both, either = odd & even, odd | even
        ranks &= (both & (either >> 2)) | ((both >> 2) & either)
        if size > 3:
            ranks &= both & (both >> 2)
        return THREES + min(count(ranks & SPADES_ONLY), 2)
    starts = ranks_in(unseen & IN_RUNS)
    for i in range(1, size):
        starts &= ranks_in(unseen & IN_RUNS) >> (4 * i)
    ways = count((starts << (4 * (size - 1))) & ranks)
    if size == SHORTEST_RUN:
        return RUNS + steps(ways, 1, 3, 5)
    if size == SHORTEST_RUN + 1:
        return RUNS_OF_FOUR + steps(ways, 1, 3, 99)
    return LONG_RUNS + min(ways, 1)


@rule
def is_best(stands: int) -> int:
    """Whether nothing unseen beats a trick that stands so."""
    return 1 if stands in (SINGLES, PAIRS, THREES, RUNS, RUNS_OF_FOUR, LONG_RUNS) else 0


@rule
def group_of(stands: int) -> int:
    """A standing in fewer classes."""
    return stands if stands < PAIRS else 8 if stands < THREES else 9 if stands < RUNS else 10


@rule
def few(size: int) -> int:
    """How near a hand of some cards is to its end: 0 far, 3 one card."""
    return 3 if size == 1 else 2 if size == 2 else 1 if size < 5 else 0


@rule
def stage(unseen: int) -> int:
    """How far the round is: 0 early, 1, 2 late."""
    size = count(unseen)
    return 0 if size > 26 else 1 if size > 12 else 2


@rule
def left_over(hand: int, unseen: int, mode: int) -> int:
    """What the plays of a hand are worth, and how many of them lose the lead: worth × 16 + plays that lose it."""
    worth = weight(mode, SIZE_LEFT + count(hand))
    left = LEFT + stage(unseen) * STANDINGS
    plays, best = 0, 0
    singles = hand & ~IN_RUNS
    cards = hand & IN_RUNS
    kept = kinds_are_kept(cards)
    run = next_run(cards, kept)
    while cards:
        pattern = RUN
        play = run
        if run == 0:
            play = cards & (15 << (lowest(cards) & ~3))
            pattern = count(play)
        cards &= ~play
        if run:
            run = next_run(cards, kept)
        if pattern == SINGLE:
            singles |= play
        else:
            stands = standing(play, pattern, unseen)
            worth += weight(mode, left + stands)
            plays += 1
            best += is_best(stands)
    plays += count(singles)
    while singles:
        stands = standing(singles & -singles, SINGLE, unseen)
        worth += weight(mode, left + stands)
        best += is_best(stands)
        singles &= singles - 1
    worth += weight(mode, BALANCE + min(best, BEST_PLAYS) * (LOSERS + 1) + min(plays - best, LOSERS))
    return worth * 16 + plays - best


@rule
def mode_of(s: State) -> int:
    """The tables of weights: four players, six, six in teams."""
    return 2 if s.teams else 1 if s.seats == 6 else 0


@rule
def partner_of(s: State, seat: int) -> int:
    """The partner, or -1."""
    return opposite(s, seat) if s.teams else -1


@rule
def most_of_others(s: State, seat: int) -> int:
    """The most cards that an opponent holds."""
    partner = partner_of(s, seat)
    most = 0
    for p in range(s.seats):
        if p not in (seat, partner):
            most = max(most, count(s.hands[p]))
    return most


@rule
def haste(s: State, seat: int) -> int:
    """How near the end the opponent with the fewest cards is: 0 far, 3 one card."""
    partner = partner_of(s, seat)
    most = 0
    for p in range(s.seats):
        if p not in (seat, partner) and count(s.hands[p]):
            most = max(most, few(count(s.hands[p])))
    return most


@rule
def unseen_by(s: State, seat: int) -> int:
    """The cards in other hands."""
    pack = STANDARD if s.seats == 4 else WITH_JOKERS
    unseen: int = pack & ~s.played & ~s.hands[seat]
    return unseen


@rule
def is_last(s: State, seat: int) -> int:
    """Whether all others but the owner of the trick have skipped since it was played."""
    return 1 if s.holding & ~s.skipped & ~(1 << s.by) == 1 << seat else 0


@rule
def worth_of_skip(s: State, seat: int, unseen: int) -> int:
    """What it is worth to skip."""
    mode = mode_of(s)
    left = left_over(s.hands[seat], unseen, mode)
    owner = HASTES if count(s.hands[s.by]) == 0 else few(count(s.hands[s.by]))
    worth = (left >> 4) + weight(mode, SKIPPED + min(max((left & 15) - 1, 0), LEADS - 1))
    worth += weight(mode, SKIPPED_TRICK + standing(s.trick, s.pattern, unseen))
    if is_last(s, seat):
        worth += weight(mode, LAST_SKIP + owner)
    if count(s.holding) == 2:
        worth += weight(mode, DUEL + GROUPS)
    if s.teams and s.by == opposite(s, seat):
        return worth + weight(mode, LEFT_PARTNER + owner)
    return worth + weight(mode, SKIPPED_OWNER + owner)


@rule
def worth_of_trick(s: State, seat: int, cards: int, unseen: int, hurry: int, most: int) -> int:
    """What it is worth to play a trick; `hurry` is the haste, `most` the most cards that an opponent holds."""
    rest = s.hands[seat] & ~cards
    if rest == 0:
        return OUT
    mode = mode_of(s)
    left = left_over(rest, unseen, mode)
    pattern = pattern_of(cards)
    stands = standing(cards, pattern, unseen if most >= count(cards) else 0)
    worth = (left >> 4) + weight(mode, PLAYED + stands * LEADS + min(max((left & 15) - 1, 0), LEADS - 1))
    worth += weight(mode, HURRIED + group_of(stands) * HASTES + hurry)
    if s.trick and is_last(s, seat):
        worth += weight(mode, LAST + group_of(stands))
    if count(s.holding) == 2:
        worth += weight(mode, DUEL + group_of(stands))
    if s.teams:
        partner = opposite(s, seat)
        size = count(s.hands[partner])
        if s.trick and s.by == partner:
            worth += weight(mode, OVER_PARTNER + (HASTES if size == 0 else few(size)))
        if size:
            worth += weight(mode, FOR_PARTNER + group_of(stands) * HASTES + few(size))
    return worth


@rule
def worth_of_trade(s: State, seat: int, card: int, unseen: int) -> int:
    """What it is worth to send a card back, to both hands; what the partner now holds only memory_aid still shows."""
    mode = mode_of(s)
    worth = left_over(s.hands[seat] & ~(1 << card), unseen, mode) >> 4
    partners = s.first_hands[seat]
    if partners:
        return worth + (left_over(partners | (1 << card), unseen & ~partners, mode) >> 4)
    return worth + weight(mode, GIVEN + (card >> 2) + (1 if card == RED_JOKER else 0))


@rule
def worth_of(s: State, seat: int, action: int, unseen: int, hurry: int, most: int) -> int:
    """What an action is worth."""
    if action == SKIP:
        return worth_of_skip(s, seat, unseen)
    if action >= TRADE:
        return worth_of_trade(s, seat, action - TRADE, unseen)
    return worth_of_trick(s, seat, action, unseen, hurry, most)


@rule
def plain(hand: int, cards: int) -> int:
    """Whether a trick takes the lowest cards that it can, but for its highest; others are no better."""
    below = cards & ~(1 << highest(cards))
    if below == 0:
        return 1
    if cards >> (lowest(cards) & ~3) > 15:
        return 1 if below & ~lowest_of_ranks(hand & STANDARD) == 0 else 0
    lower = hand & (15 << (lowest(cards) & ~3)) & ((1 << highest(below)) - 1)
    return 1 if lower & ~cards == 0 else 0


@rule
def best_of(s: State, seat: int, out: list[int], first: int, n: int) -> int:
    """The index of the best of the actions out[first:n]."""
    hand = s.hands[seat]
    unseen = unseen_by(s, seat)
    hurry = haste(s, seat)
    most = most_of_others(s, seat)
    best, found = -OUT, first
    for i in range(first, n):
        if out[i] == hand:
            return i
        if out[i] >= SKIP or plain(hand, out[i]):
            worth = worth_of(s, seat, out[i], unseen, hurry, most)
            if worth > best:
                best, found = worth, i
    return found
