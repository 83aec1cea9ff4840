"""How a bot plays Top-Suit: it weighs the chance to win the trick against what the cards could win later.

That is the less the nearer the end is. The policy looks at nothing but the seat's own hand and what is public.
"""

from __future__ import annotations

import math
from random import Random

from handful.cards import STANDARD
from handful.games.top_suit.patterns import (
    DRAW,
    EXTEND,
    PAIR,
    QUAD,
    RUN,
    SHORTEST_RUN,
    SINGLE,
    TRIPLE,
    chooses_top,
    of_a_kind,
    pattern_of,
    run_tops,
    top_of,
)
from handful.games.top_suit.rules import BOMB, DECK_SIZE, EQUAL, State, better, next_seat
from handful.kernel import Dice, count, lowest, rule, throw
from handful.kernel.dice import SeededDice
from handful.observe import View
from handful.policy import Deals, Hidden, Policy, Settings, as_seen, moved, shortlisted

POINT = 1000
"""The policy counts in thousandths of a point, and chances in thousandths."""
COST = 983
"""What a card that cannot be beaten is worth in hand at the beginning of a game."""
BEATEN = 420
"""By how much, as a power of e, a card is worth less for each card that beats it."""
DRAWN, DRAWN_EARLY = 150, 500
"""What it is worth to draw a card, and how much more at the beginning of a game."""
AHEAD = 100
"""What it is worth to draw, and so to bring the end nearer, for each point ahead."""
EARLY_DECK, EARLY_HAND = 13, 5
"""With so many cards in the deck and in every other hand the end is not yet near."""
ENDING = 2500
SHARED = 400
"""What it is worth to end the game as the winner, and what part of a win a shared one is."""
ANSWERED = 390
"""How likely a player beats a hand who could do so."""
BROKEN = 60
"""What it costs to break up a pair or a run."""

CARELESS = 0.3
"""How often an easy bot plays without thought."""
MOST_CANDIDATES = 12

SIXTEENTHS = 16
FADING = tuple(round(POINT * math.exp(-n / SIXTEENTHS)) for n in range(8 * SIXTEENTHS + 1))


# ---------------------------------------------------------------- what is good


@rule
def fading(x: int) -> int:
    """A thousand times e to the power of minus x thousandths."""
    return FADING[min(x * SIXTEENTHS // POINT, 8 * SIXTEENTHS)]


@rule
def beaten_by(s: State, pattern: int, top: int) -> int:
    """The top cards with which a hand of the same type would beat one with this top card."""
    before = s.pattern
    card = s.top
    s.pattern = pattern
    s.top = top
    tops = better(s, pattern)
    s.pattern = before
    s.top = card
    return tops


@rule
def power(share: int, n: int) -> int:
    """The chance that n cards are all there, if each is with this chance."""
    chance = POINT
    for _ in range(n):
        chance = chance * share // POINT
    return chance


@rule
def threats(s: State, pattern: int, top: int, length: int, unseen: int, cards: int) -> int:
    """How many hands that beat this one are to be expected among so many of the unseen cards, in thousandths."""
    share = min(POINT, POINT * cards // max(count(unseen), 1))
    over = unseen & beaten_by(s, pattern, top)
    found = 0
    if pattern == RUN:
        need = length if s.runs == EQUAL else SHORTEST_RUN
        tops = over & run_tops(unseen)
        for n in range(SHORTEST_RUN, need):
            tops &= unseen << (4 * n)
        found = power(share, need) * count(tops)
        if top + 4 < DECK_SIZE and (unseen >> (top + 4)) & 1:
            found += share  # the run may be extended
    elif pattern == SINGLE:
        found = share * count(over)
    elif pattern == PAIR:
        ways = count(over & of_a_kind(unseen, PAIR)) + count(over & of_a_kind(unseen, TRIPLE))
        found = power(share, PAIR) * (ways + count(over & of_a_kind(unseen, QUAD)))
    elif pattern == TRIPLE:
        ways = count(over & of_a_kind(unseen, TRIPLE)) + 2 * count(over & of_a_kind(unseen, QUAD))
        found = power(share, TRIPLE) * ways
    if pattern == QUAD:
        found = power(share, QUAD) * count(over & of_a_kind(unseen, QUAD)) // QUAD
    elif s.quads == BOMB:
        found += power(share, QUAD) * count(of_a_kind(unseen, QUAD)) // QUAD
    return found


@rule
def cards_behind(s: State, seat: int) -> int:
    """How many cards those have who are still to act in this trick."""
    cards = 0
    p = seat
    for _ in range(s.seats - 1 - s.acted):
        p = next_seat(s, p)
        cards += count(s.hands[p])
    return cards


@rule
def strengths(s: State, cards: int, unseen: int) -> int:
    """What some cards are worth in hand: the fewer cards beat one, the more."""
    worth = 0
    while cards:
        worth += fading(BEATEN * count(unseen & beaten_by(s, SINGLE, lowest(cards))))
        cards &= cards - 1
    return worth


@rule
def lead_of(s: State, seat: int, other: int) -> int:
    """By how many points a seat is ahead of the best of the others, if one of them (or nobody) gets one more."""
    best = 0
    for p in range(s.seats):
        if p != seat:
            best = max(best, s.points[p] + (1 if p == other else 0))
    lead: int = s.points[seat] - best
    return lead


@rule
def ending(lead: int) -> int:
    """What it is worth to end the game with such a lead."""
    won = POINT if lead > 0 else 0
    return ENDING * ((SHARED if lead == 0 else won) - SHARED) // POINT


@rule
def future(s: State, seat: int) -> int:
    """How much of the game is to come, of 1000: little if the deck or another hand is nearly empty."""
    least = EARLY_HAND
    for p in range(s.seats):
        if p != seat:
            least = min(least, count(s.hands[p]))
    return min(POINT * min(s.left, EARLY_DECK) // EARLY_DECK, POINT * least // EARLY_HAND)


@rule
def worth_of_drawing(s: State, seat: int, early: int) -> int:
    """What it is worth to draw and pass: a card, and the end comes nearer."""
    if s.left == 1:
        return ending(lead_of(s, seat, s.holder if s.acted == s.seats - 1 else -1))
    return DRAWN + DRAWN_EARLY * early // POINT + AHEAD * lead_of(s, seat, -1)


@rule
def broken(hand: int, cards: int, pattern: int) -> int:
    """How many cards lose their pair or run in hand."""
    rest = hand & ~cards
    lost = count(of_a_kind(hand, PAIR) & rest & ~of_a_kind(rest, PAIR))
    return lost if pattern == RUN else lost + count(run_tops(hand)) - count(run_tops(rest))


@rule
def worth(s: State, seat: int, action: int, early: int, behind: int) -> int:
    """What an action is worth to a seat; `early` and `behind` are its `future` and `cards_behind`."""
    if action == DRAW:
        return worth_of_drawing(s, seat, early)
    hand = s.hands[seat]
    cards = action & STANDARD
    last = 1 if s.acted == s.seats - 1 else 0
    if cards == hand:
        return POINT + ending(lead_of(s, seat, -1) + 1 + last)
    unseen = STANDARD & ~s.seen & ~hand
    pattern = RUN if action >= EXTEND else pattern_of(cards)
    length = count(cards) + (count(s.best) if action >= EXTEND else 0)
    wins = POINT
    if not last:
        wins = fading(threats(s, pattern, top_of(action), length, unseen, behind) * ANSWERED // POINT)
    costs = COST * strengths(s, cards, unseen) // POINT * early // POINT
    return wins - costs - BROKEN * broken(hand, cards, pattern)


@rule
def likely(s: State, seat: int, out: list[int], n: int, dice: Dice) -> int:
    """Where the action stands that is worth most."""
    early = future(s, seat)
    behind = cards_behind(s, seat)
    best = 0
    most = worth(s, seat, out[0], early, behind)
    for i in range(1, n):
        value = worth(s, seat, out[i], early, behind)
        if value > most:
            best = i
            most = value
    return best


@rule
def well_topped(s: State, seat: int, action: int) -> int:
    """Whether no other card of a pair or triple would be the better one on top."""
    cards = action & STANDARD
    pattern = pattern_of(cards)
    if action >= EXTEND or not chooses_top(pattern):
        return 1
    unseen = STANDARD & ~s.seen & ~s.hands[seat]
    beaten = count(unseen & beaten_by(s, pattern, top_of(action)))
    tops = cards & better(s, pattern)
    while tops:
        if count(unseen & beaten_by(s, pattern, lowest(tops))) < beaten:
            return 0
        tops &= tops - 1
    return 1


@rule
def shortlist(s: State, seat: int, out: list[int], n: int) -> int:
    """All but pairs and triples with the wrong card on top."""
    kept = 0
    for i in range(n):
        if well_topped(s, seat, out[i]):
            kept = moved(out, i, kept)
    return kept


# ---------------------------------------------------------------- levels


def choose(view: View, legal: list[int], level: str, rng: Random) -> tuple[int, str]:
    """Choose an action, and say why."""
    s = as_seen(view, State)
    if level == "easy":
        s.seen = s.best  # it has forgotten what was played before
        if rng.random() < CARELESS:
            return rng.choice(shortlisted(shortlist, s, view.seat, legal)), "I just play something."
    best = legal[likely(s, view.seat, legal, len(legal), SeededDice(0))]
    return best, explain(view, best, 0.0)


def explain(view: View, action: int, chance: float) -> str:
    """Why an action is chosen; the chance that a search has found for it makes no better sentence."""
    if action == DRAW:
        if view.left == 1:
            return "The last card of the deck ends the game, and that suits me."
        return "Nothing that I could play is worth its cards, so I draw."
    if action & STANDARD == view.hands[view.seat]:
        return "This empties my hand."
    if view.acted == view.seats - 1:
        return "I am last in this trick and win it cheaply."
    if action >= EXTEND:
        return "It costs little to extend the run, and it may hold."
    return "This has the best chance to win the trick for what it costs."


# ---------------------------------------------------------------- search


def hidden(view: View) -> Hidden:
    """The cards that were not played lie in the other hands or in the deck."""
    unseen = STANDARD & ~view.seen & ~view.hands[view.seat]
    sizes = [0 if seat == view.seat else size for seat, size in enumerate(view.hands_size)]
    may_hold = [unseen if size else 0 for size in sizes]
    return Hidden(unseen, (*sizes, view.left), (*may_hold, unseen), ((),) * (view.seats + 1))


def candidates(view: View, legal: list[int], guess: int, deals: Deals) -> list[int]:
    """The first guess, and of the other actions worth a try those that the policy likes most."""
    s, seat = as_seen(view, State), view.seat
    early, behind = future(s, seat), cards_behind(s, seat)
    liked = sorted(shortlisted(shortlist, s, seat, legal), key=lambda action: -worth(s, seat, action, early, behind))
    return [guess, *(action for action in liked if action != guess)]


@rule
def hold(s: State, seat: int, cards: int) -> None:
    """Put cards into a hand."""
    s.hands[seat] = cards


@rule
def imagine(s: State, me: int, rest: int, dice: Dice) -> None:
    """Put the rest into the deck, in any order."""
    first = DECK_SIZE - s.left
    at = first
    while rest:
        other = first + throw(dice, at - first + 1)
        s.deck[at] = s.deck[other]
        s.deck[other] = lowest(rest)
        rest &= rest - 1
        at += 1


@rule
def mark(s: State) -> int:
    """The game of the match."""
    return s.game


@rule
def resting(s: State, mark: int) -> int:
    """A world is played on to the end of the game."""
    return 1 if s.over or s.game != mark else 0


@rule
def game_share(s: State, before: State, seat: int) -> int:
    """The part of the game that a seat has won, of 1000."""
    winners = 0
    for p in range(s.seats):
        winners += s.won[p] - before.won[p]
    return 1000 * (s.won[seat] - before.won[seat]) // max(winners, 1)


@rule
def match_share(s: State, seat: int) -> int:
    """The part of a match that a seat has won, or may expect by the games won, of 1000."""
    if s.over:
        return 1000 // count(s.winners) if (s.winners >> seat) & 1 else 0
    total = 0
    for p in range(s.seats):
        total += 1 << (2 * s.won[p])
    return (1000 << (2 * s.won[seat])) // total


@rule
def point_share(s: State, seat: int) -> int:
    """The part of the points that a seat has, of 1000."""
    total = 0
    for p in range(s.seats):
        total += s.points[p]
    return 1000 * s.points[seat] // max(total, 1)


@rule
def weigh(s: State, before: State, seat: int) -> int:
    """The game won, and a single game's points or a match's prospects."""
    more = point_share(s, seat) if s.best_of == 1 else match_share(s, seat)
    return (7 * game_share(s, before, seat) + 3 * more) // 10


SETTINGS = Settings(most_candidates=MOST_CANDIDATES)

POLICY = Policy(
    likely, hold, imagine, mark, resting, weigh, hidden, choose, explain,
    shortlist=shortlist, candidates=candidates, settings=SETTINGS,
)  # fmt: skip
