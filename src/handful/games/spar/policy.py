"""How a bot plays Spar: it weighs the orders in which its cards could be led.

Only the last trick counts, and the leader of a trick mostly keeps control where nobody holds a better card of the suit.
So a hand is worth what its best order of leads can be expected to score. How many leads are weighed is a number: all of
them at a table, none where the search plays thousands of worlds on.
"""

from __future__ import annotations

import math
from random import Random

from handful.cards import of_suit, pretty, rank_of, suit_of
from handful.games.spar.knowledge import knowledge
from handful.games.spar.rules import ACCEPT, HAND_SIZE, PACK, State, worth
from handful.kernel import Dice, count, lowest, rule, throw
from handful.observe import View
from handful.policy import Hidden, Policy, Settings, as_seen, lay, moved, shortlisted

POINT = 1_000_000
"""The policy counts in millionths of a point, and chances in millionths."""
REGAIN = 80_000
"""What a card is worth, for each rank above 6, to a seat that is not in control."""
LEFT_TO_CHANCE = 5
"""One of so many decisions is left to chance where a world is played on."""
CARELESS = 0.35
"""How often an easy bot plays without thought."""

ORDERS = (1, 1, 2, 6, 24)
"""By the number of cards: in how many orders they can be led."""
NEARNESS = tuple(round(1e9 * math.exp(-1.85 * (math.sqrt(max(need, 1)) - 1))) for need in range(100))
"""By the points that a seat needs: its chance to win the match is about its part of everybody's. (Fitted to matches of
equal players in which a round brings 1 to 6 points, mostly 1.)"""


# ---------------------------------------------------------------- what is good


@rule
def holds(s: State, seat: int, card: int, others: int, ahead: int) -> int:
    """How likely it is that none of some others holds a better card of the suit, some tricks ahead."""
    suit = suit_of(card)
    unseen = PACK & ~s.seen & ~s.hands[seat]
    better = count(unseen & of_suit(suit) & ~((2 << card) - 1))
    if better == 0:
        return POINT
    held = 0
    for p in range(s.seats):
        if (others >> p) & 1 and not (s.voids[p] >> suit) & 1:
            held += max(count(s.hands[p]) - ahead, 0)
    total = count(unseen)
    chance = POINT
    for n in range(better):
        chance = chance * max(total - held - n, 0) // max(total - n, 1)
    return chance


@rule
def regain(cards: int) -> int:
    """What some cards are worth to a seat that is not in control."""
    ranks = 0
    while cards:
        ranks += rank_of(lowest(cards)) - 6
        cards &= cards - 1
    return REGAIN * ranks


@rule
def expected(s: State, seat: int, cards: int, order: int, points: int) -> int:
    """What leading cards in an order can be expected to score, from the next trick on."""
    others = ((1 << s.seats) - 1) & ~s.out & ~(1 << seat)
    total = 0
    kept = POINT
    for ahead in range(1, count(cards) + 1):
        left = count(cards)
        rest = cards
        for _ in range(order % left):
            rest &= rest - 1
        order //= left
        card = lowest(rest)
        cards &= ~(1 << card)
        held = holds(s, seat, card, others, ahead)
        total += kept * (POINT - held) // POINT * regain(cards) // POINT
        kept = kept * held // POINT
        points = points + worth(card) if worth(card) else 0
    return total + kept * max(points, 1)


@rule
def best_order(s: State, seat: int, cards: int, points: int) -> int:
    """What the best order to lead some cards scores, from the next trick on."""
    best = 0
    for order in range(ORDERS[count(cards)]):
        best = max(best, expected(s, seat, cards, order, points))
    return best


@rule
def value(s: State, seat: int, card: int, weighed: int) -> int:
    """What playing a card can be expected to score.

    Where the leads to come are not weighed, control is the better the higher it is taken, and all leads are alike.
    """
    rest = s.hands[seat] & ~(1 << card)
    if s.called >= 0 and (suit_of(card) != s.called or card < s.best):
        return regain(rest)
    if not weighed:
        return POINT * (HAND_SIZE if s.called < 0 else rank_of(card))
    others = ((1 << s.seats) - 1) & ~s.out & ~(1 << seat)
    for p in range(s.seats):
        if s.table[p] >= 0:
            others &= ~(1 << p)
    points = s.accumulated + worth(card) if s.called < 0 and worth(card) else 0
    held = holds(s, seat, card, others, 0)
    return held * best_order(s, seat, rest, points) // POINT + (POINT - held) * regain(rest) // POINT


@rule
def best_card(s: State, seat: int, out: list[int], n: int, weighed: int) -> int:
    """Which of some cards can be expected to score most."""
    best = 0
    most = -1
    for i in range(n):
        scores = value(s, seat, out[i], weighed)
        if scores > most:
            best = i
            most = scores
    return best


@rule
def shortlist(s: State, seat: int, out: list[int], n: int) -> int:
    """Nobody challenges; and nobody hides a card, which is possible only with honour."""
    if s.answering:
        return 1  # ACCEPT
    if not s.honour or s.called < 0:
        return n
    kept = 0
    for i in range(n):
        if suit_of(out[i]) == s.called:
            kept = moved(out, i, kept)
    return kept or n


@rule
def likely(s: State, seat: int, out: list[int], n: int, dice: Dice) -> int:
    """Mostly the best card at a short look, to which all leads are alike."""
    n = shortlist(s, seat, out, n)
    if n == 1 or s.called < 0 or throw(dice, LEFT_TO_CHANCE) == 0:
        return throw(dice, n)
    return best_card(s, seat, out, n, 0)


# ---------------------------------------------------------------- levels


def choose(view: View, legal: list[int], level: str, rng: Random) -> tuple[int, str]:
    """Choose an action, and say why."""
    if view.answering:
        return ACCEPT, "I saw nothing wrong."
    s = as_seen(view, State)
    cards = shortlisted(shortlist, s, view.seat, legal)
    if level == "easy" and rng.random() < CARELESS:
        return rng.choice(cards), "I just play a card."
    card = cards[best_card(s, view.seat, cards, len(cards), 1)]
    return card, why(view, card)


def why(view: View, card: int) -> str:
    """The reason for a card."""
    if view.called < 0:
        return f"I lead {pretty(card)}: it is likely to hold, and the rest can follow."
    if suit_of(card) == view.called and card > view.best:
        return f"I take control with {pretty(card)}."
    return f"I cannot use control now and part with {pretty(card)}."


def explain(view: View, card: int, chance: float) -> str:
    """The reason for a card that the search prefers."""
    match = f"and I win about {round(100 * chance)} of 100 such matches"
    if view.called < 0:
        return f"I lead {pretty(card)}: I played the hidden cards through, {match}."
    if suit_of(card) == view.called and card > view.best:
        return f"I take control with {pretty(card)}: it does best in the deals I tried, {match}."
    return f"I leave control and part with {pretty(card)}: the others do more for me later, {match}."


# ---------------------------------------------------------------- search


def hidden(view: View) -> Hidden:
    """The cards that were not played since the shuffle lie in the other hands or in the deck."""
    unseen = PACK & ~view.seen & ~view.hands[view.seat]
    sizes = [0 if seat == view.seat else size for seat, size in enumerate(view.hands_size)]
    may_hold = [0 if seat == view.seat else cards for seat, cards in enumerate(knowledge(view).may_hold)]
    return Hidden(unseen, (*sizes, view.left), (*may_hold, unseen), ((),) * (view.seats + 1))


@rule
def hold(s: State, seat: int, cards: int) -> None:
    """Put cards into a hand."""
    s.hands[seat] = cards


@rule
def imagine(s: State, me: int, rest: int, dice: Dice) -> None:
    """Put the rest into the deck; nobody is thought to hide a card or to challenge."""
    lay(s.deck, rest, dice)
    for p in range(s.seats):
        if p != me and s.answering and (s.answered >> p) & 1:
            s.answers[p] = ACCEPT


@rule
def mark(s: State) -> int:
    """The round."""
    return s.round


@rule
def resting(s: State, mark: int) -> int:
    """A world is played on to the end of the round."""
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


POLICY = Policy(
    likely, hold, imagine, mark, resting, weigh, hidden, choose, explain,
    shortlist=shortlist, settings=Settings(depth=24, exploration=0.35),
)  # fmt: skip
