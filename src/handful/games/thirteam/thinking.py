"""What the searcher must know of Thirteam: what is hidden, how a round is played on, and what its end is worth."""

from __future__ import annotations

from math import exp

from handful.game import Hidden, View
from handful.games.thirteam.knowledge import knowledge
from handful.games.thirteam.plan import OUT, best_of, plain, unseen_by, worth_of_trade
from handful.games.thirteam.rules import SKIP, State, opposite
from handful.kernel import Dice, count, lowest, rule

DEPTH = 0
"""No tree: below the candidates the judgement plays better than a tree of so few visits."""
MOST_CANDIDATES = 12
MOST_STEPS = 600

CHANCES = tuple(round(1000 * exp(-n / 16)) for n in range(100))
"""How the chance to win falls with the points behind the leader, in thousandths."""


def hidden(view: View) -> Hidden:
    """The cards in the other hands; there is no rest."""
    known = knowledge(view)
    others = [seat != view.seat for seat in range(view.seats)]
    return Hidden(
        cards=unseen_by(view, view.seat),
        room=(*(size * yes for size, yes in zip(view.hands_size, others, strict=True)), 0),
        may_hold=(*(cards * yes for cards, yes in zip(known.may_hold, others, strict=True)), 0),
        some_of=((),) * (view.seats + 1),
    )


@rule
def imagine(s: State, me: int, rest: int, dice: Dice) -> None:
    """While cards are traded: what the others saw of their partners' hands, and what those who chose have sent (R8)."""
    if not s.trading:
        return
    for p in range(s.seats):
        if s.memory_aid:
            s.first_hands[p] = s.hands[opposite(s, p)]
        if p != me and (s.chosen >> p) & 1:
            s.sent[p] = card_to_send(s, p)


@rule
def card_to_send(s: State, seat: int) -> int:
    """The card that a seat best sends back."""
    unseen = unseen_by(s, seat)
    best, found = -OUT, 0
    cards = s.hands[seat]
    while cards:
        worth = worth_of_trade(s, seat, lowest(cards), unseen)
        if worth > best:
            best, found = worth, lowest(cards)
        cards &= cards - 1
    return found


@rule
def mark(s: State) -> int:
    """The round."""
    return s.round


@rule
def resting(s: State, mark: int) -> int:
    """A playout ends with the round."""
    return 1 if s.over or s.round != mark else 0


@rule
def chance(s: State, seat: int) -> int:
    """About the chance to win the game, in thousandths, as it was in many games of bots against themselves.

    It falls with the points behind the leader, and more slowly while the threshold is far.
    """
    if s.over:
        return 1000 // count(s.winners) if (s.winners >> seat) & 1 else 0
    top = s.scores[0]
    for p in range(1, s.seats):
        top = max(top, s.scores[p])
    slowness = 4 + s.threshold + max(s.threshold - top, 0)
    own, whole = 0, 0
    for p in range(s.seats):
        part = CHANCES[min(64 * (top - s.scores[p]) // slowness, len(CHANCES) - 1)]
        whole += part
        if p == seat:
            own = part
    return 1000 * own // whole


@rule
def weigh(s: State, before: State, seat: int) -> int:
    """Mostly the chance to win the game; for a quarter the points of the round (the pair's, in a team)."""
    gain = s.scores[seat] - before.scores[seat]
    most = 5 if s.teams else 3
    return 125 + 125 * gain // most + 3 * chance(s, seat) // 4


@rule
def hand_sizes(s: State) -> int:
    """How many cards everybody holds, four bits a seat."""
    sizes = 0
    for p in range(s.seats):
        sizes |= count(s.hands[p]) << (4 * p)
    return sizes


@rule
def likely(s: State, seat: int, out: list[int], n: int, dice: Dice) -> int:
    """What the judgement would do."""
    return best_of(s, seat, out, 0, n, hand_sizes(s))


@rule
def shortlist(s: State, seat: int, out: list[int], n: int) -> int:
    """Tricks that differ in more than low cards of equal rank, the best first."""
    kept = 0
    for i in range(n):
        if out[i] >= SKIP or plain(s.hands[seat], out[i]):
            kept = move(out, i, kept)
    sizes = hand_sizes(s)
    first = 0
    while first < kept and first < MOST_CANDIDATES:
        first = move(out, best_of(s, seat, out, first, kept, sizes), first)
    return first


@rule
def move(out: list[int], i: int, to: int) -> int:
    """Exchange two actions; the place behind the second."""
    action = out[i]
    out[i] = out[to]
    out[to] = action
    return to + 1
