"""What the searcher must know of Spar: what is hidden, how a round is played on quickly, and what its end is worth."""

from __future__ import annotations

import math

from handful.cards import rank_of, suit_of
from handful.game import Hidden, View
from handful.games.spar.knowledge import knowledge
from handful.games.spar.rules import ACCEPT, PACK, State
from handful.kernel import Dice, count, lowest, rule, shuffle, throw

DEPTH = 24
EXPLORATION = 0.35

CARELESS = 5
"""One of so many playout decisions is left to chance."""
NEARNESS = tuple(round(1e9 * math.exp(-1.85 * (math.sqrt(max(need, 1)) - 1))) for need in range(100))
"""By the points that a seat needs: its chance to win the match is about its part of everybody's. (Fitted to matches of
equal players in which a round brings 1 to 6 points, mostly 1.)"""


def hidden(view: View) -> Hidden:
    """The cards that were not played since the shuffle lie in the other hands or in the deck."""
    unseen = PACK & ~view.seen & ~view.hands[view.seat]
    room = [0 if seat == view.seat else size for seat, size in enumerate(view.hands_size)]
    may_hold = [0 if seat == view.seat else cards for seat, cards in enumerate(knowledge(view).may_hold)]
    return Hidden(unseen, (*room, view.left), (*may_hold, unseen), ((),) * (view.seats + 1))


@rule
def imagine(s: State, me: int, rest: int, dice: Dice) -> None:
    """Put the rest into the deck; nobody is thought to hide a card or to challenge."""
    n = 0
    while rest:
        s.deck[n] = lowest(rest)
        rest &= rest - 1
        n += 1
    shuffle(s.deck, n, dice)
    for p in range(s.seats):
        if p != me and s.answering and (s.answered >> p) & 1:
            s.answers[p] = ACCEPT


@rule
def mark(s: State) -> int:
    """The round."""
    return s.round


@rule
def resting(s: State, mark: int) -> int:
    """A playout ends with the round."""
    return 1 if s.over or s.round != mark else 0


@rule
def prospect(s: State, seat: int) -> int:
    """A number that grows with the chance to win the match, about in proportion."""
    if (s.out >> seat) & 1:
        return 0
    return NEARNESS[max(s.target - s.scores[seat], 0)]


@rule
def weigh(s: State, before: State, seat: int) -> int:
    """The chance to win the match, from the scores after the round."""
    if s.over:
        return 1000 // count(s.winners) if (s.winners >> seat) & 1 else 0
    total = 0
    for p in range(s.seats):
        total += prospect(s, p)
    return 1000 * prospect(s, seat) // total


@rule
def honest_cards(s: State, seat: int, out: list[int], n: int) -> int:
    """Move the cards that follow suit to the front, if there are any; how many. Only with honour there are others."""
    kept = 0
    for i in range(n):
        if suit_of(out[i]) == s.called:
            card = out[i]
            out[i] = out[kept]
            out[kept] = card
            kept += 1
    return kept or n


@rule
def shortlist(s: State, seat: int, out: list[int], n: int) -> int:
    """Nobody challenges, and nobody hides a card."""
    if s.answering:
        return 1  # ACCEPT
    return honest_cards(s, seat, out, n) if s.honour and s.called >= 0 else n


@rule
def likely(s: State, seat: int, out: list[int], n: int, dice: Dice) -> int:
    """Mostly: take control as high as possible, or keep high cards for later; what to lead is left to chance."""
    n = shortlist(s, seat, out, n)
    if n == 1 or s.called < 0 or throw(dice, CARELESS) == 0:
        return throw(dice, n)
    low, high = 0, 0
    for i in range(1, n):
        if rank_of(out[i]) < rank_of(out[low]):
            low = i
        if rank_of(out[i]) > rank_of(out[high]):
            high = i
    return high if suit_of(out[high]) == s.called and out[high] > s.best else low
