"""How a bot plays Thirteam: by the plays that its hand falls into, what is still out, and who is about to go out.

What an action is worth stands in `plan.py`.
"""

from __future__ import annotations

from math import exp
from random import Random

from handful.cards import pretty
from handful.games.thirteam.knowledge import knowledge
from handful.games.thirteam.patterns import JOKERS, TWOS, pattern_of
from handful.games.thirteam.plan import (
    OUT,
    best_of,
    haste,
    is_best,
    most_of_others,
    plain,
    plays_needed,
    standing,
    unseen_by,
    worth_of,
    worth_of_trade,
)
from handful.games.thirteam.rules import READY, SKIP, TRADE, State, opposite
from handful.kernel import Dice, count, lowest, rule
from handful.observe import View
from handful.policy import Hidden, Policy, Settings, as_seen, moved

CARELESS = 0.3
"""How often an easy bot plays without thought."""
MISJUDGED = {"easy": 800, "normal": 800, "hard": 0}
"""By how much a level may misjudge an action, in thousandths of a point: nobody weighs everything exactly."""
MOST_CANDIDATES = 12

CHANCES = tuple(round(1000 * exp(-n / 16)) for n in range(100))
"""How the chance to win falls with the points behind the leader, in thousandths."""


# ---------------------------------------------------------------- what is good


@rule
def likely(s: State, seat: int, out: list[int], n: int, dice: Dice) -> int:
    """The action that is worth most."""
    return best_of(s, seat, out, 0, n)


@rule
def shortlist(s: State, seat: int, out: list[int], n: int) -> int:
    """Tricks that differ in more than low cards of equal rank, the best first."""
    kept = 0
    for i in range(n):
        if out[i] >= SKIP or plain(s.hands[seat], out[i]):
            kept = moved(out, i, kept)
    first = 0
    while first < kept and first < MOST_CANDIDATES:
        first = moved(out, best_of(s, seat, out, first, kept), first)
    return first


# ---------------------------------------------------------------- levels


def choose(view: View, legal: list[int], level: str, rng: Random) -> tuple[int, str]:
    """Choose an action, and say why."""
    if legal == [READY]:
        return READY, "I know my hand."
    s, seat = as_seen(view, State), view.seat
    if level == "easy" and rng.random() < CARELESS and s.hands[seat] not in legal:
        return rng.choice(sensible(s.hands[seat], legal)), "I did not think long about this."
    if level == "easy":
        forget(s)
    best = judged_best(s, seat, legal, MISJUDGED[level], rng)
    return best, why(s, seat, best)


def forget(s: State) -> None:
    """Leave what somebody knows who does not remember the cards that were played."""
    s.played = s.trick


def judged_best(s: State, seat: int, legal: list[int], misjudged: int, rng: Random) -> int:
    """The best action, as far as it is judged rightly; to go out always is."""
    hand = s.hands[seat]
    if hand in legal:
        return hand
    unseen, hurry, most = unseen_by(s, seat), haste(s, seat), most_of_others(s, seat)

    def judged(action: int) -> float:
        return worth_of(s, seat, action, unseen, hurry, most) + rng.uniform(-misjudged, misjudged)

    return max((action for action in legal if action >= SKIP or plain(hand, action)), key=judged)


def sensible(hand: int, legal: list[int]) -> list[int]:
    """The actions without those that only waste a higher card of the same rank; 2s and jokers are not thrown away."""
    kept = [action for action in legal if action >= SKIP or plain(hand, action)]
    modest = [action for action in kept if action >= SKIP or not action & (TWOS | JOKERS)]
    return modest or kept


def why(s: State, seat: int, action: int) -> str:
    """The reason for an action."""
    hand = s.hands[seat]
    if action >= TRADE:
        return f"My partner can use the {pretty(action - TRADE)} better than I can."
    if action == SKIP:
        return why_skip(s, seat)
    if action == hand:
        return "These are my last cards."
    if cannot_be_beaten(s, seat, action):
        return "Nobody can beat this, so I get the lead."
    if haste(s, seat) == 3:
        return "Somebody has one card left, so I do not wait."
    if plays_needed(hand & ~action) >= plays_needed(hand):
        return "It breaks up my hand, but I want the lead."
    if not s.trick:
        return "I lead what I can best be rid of."
    return "I can beat this without breaking up my hand."


def cannot_be_beaten(s: State, seat: int, trick: int) -> bool:
    """Whether no cards that are out beat a trick; with bombs nobody is sure of 2s."""
    best = is_best(standing(trick, pattern_of(trick), unseen_by(s, seat)))
    return bool(best) and not (s.bombs and trick & TWOS)


def why_skip(s: State, seat: int) -> str:
    """The reason for a skip."""
    if s.teams and s.by == opposite(s, seat):
        return "My partner has the trick."
    return "I keep my cards together for later."


def explain(view: View, action: int, chance: float) -> str:
    """The reason for an action that the search prefers."""
    if action >= TRADE:
        return f"In most deals that are possible the {pretty(action - TRADE)} helps us most with my partner."
    if action == SKIP:
        return "I tried all I have against many possible deals, and to wait did best."
    if not view.trick:
        return "I tried my leads against many possible deals, and this one did best."
    return "I tried my answers against many possible deals, and this one did best."


# ---------------------------------------------------------------- search


def hidden(view: View) -> Hidden:
    """The cards in the other hands; there is no rest."""
    known = knowledge(view)
    others = [seat != view.seat for seat in range(view.seats)]
    return Hidden(
        cards=unseen_by(as_seen(view, State), view.seat),
        sizes=(*(size * yes for size, yes in zip(view.hands_size, others, strict=True)), 0),
        may_hold=(*(cards * yes for cards, yes in zip(known.may_hold, others, strict=True)), 0),
        some_of=((),) * (view.seats + 1),
    )


@rule
def hold(s: State, seat: int, cards: int) -> None:
    """Put cards into a hand."""
    s.hands[seat] = cards


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
    """A world is played on to the end of the round."""
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


SETTINGS = Settings(depth=0, most_candidates=MOST_CANDIDATES, most_steps=600)
"""No tree: below the candidates the policy plays better than a tree of so few visits."""

POLICY = Policy(
    likely, hold, imagine, mark, resting, weigh, hidden, choose, explain,
    shortlist=shortlist, settings=SETTINGS,
)  # fmt: skip
