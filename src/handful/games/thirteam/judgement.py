"""How a bot plays Thirteam: by the plays that its hand falls into, what is still out, and who is about to go out."""

from __future__ import annotations

import random

from handful.cards import pretty
from handful.game import View
from handful.games.thirteam.knowledge import opposite
from handful.games.thirteam.patterns import JOKERS, TWOS, pattern_of
from handful.games.thirteam.plan import (
    haste,
    is_best,
    most_of_others,
    plain,
    plays_needed,
    standing,
    unseen_by,
    worth_of,
)
from handful.games.thirteam.rules import READY, SKIP, TRADE

CARELESS = 0.3
"""How often an easy bot plays without thought."""
MISJUDGED = {"easy": 800, "normal": 800, "hard": 0}
"""By how much a level may misjudge an action, in thousandths of a point: nobody weighs everything exactly."""


def choose(view: View, legal: list[int], level: str, rng: random.Random) -> tuple[int, str]:
    """Choose an action, and say why; at level hard it is the first guess of the search."""
    if legal == [READY]:
        return READY, "I know my hand."
    if level == "easy" and rng.random() < CARELESS and view.hands[view.seat] not in legal:
        return rng.choice(sensible(view, legal)), "I did not think long about this."
    seen = forgetful(view) if level == "easy" else view
    best = best_of(seen, legal, MISJUDGED[level], rng)
    return best, why(seen, best)


def best_of(view: View, legal: list[int], misjudged: int, rng: random.Random) -> int:
    """The best action, as far as it is judged rightly; to go out always is."""
    seat, sizes = view.seat, hand_sizes(view)
    hand: int = view.hands[seat]
    unseen = unseen_by(view, seat)
    if hand in legal:
        return hand
    hurry, most = haste(view, seat, sizes), most_of_others(view, seat, sizes)

    def judged(action: int) -> float:
        return worth_of(view, seat, action, unseen, sizes, hurry, most) + rng.uniform(-misjudged, misjudged)

    return max((action for action in legal if action >= SKIP or plain(hand, action)), key=judged)


def hand_sizes(view: View) -> int:
    """How many cards everybody holds, four bits a seat."""
    return sum(size << (4 * seat) for seat, size in enumerate(view.hands_size))


def forgetful(view: View) -> View:
    """What is left of a view for somebody who does not remember the cards that were played."""
    return View(view.seat, view.state, view.known | {"played": view.trick})


def sensible(view: View, legal: list[int]) -> list[int]:
    """The actions without those that only waste a higher card of the same rank; 2s and jokers are not thrown away."""
    hand = view.hands[view.seat]
    kept = [action for action in legal if action >= SKIP or plain(hand, action)]
    modest = [action for action in kept if action >= SKIP or not action & (TWOS | JOKERS)]
    return modest or kept


def why(view: View, action: int) -> str:
    """The reason for an action."""
    hand = view.hands[view.seat]
    if action >= TRADE:
        return f"My partner can use the {pretty(action - TRADE)} better than I can."
    if action == SKIP:
        return why_skip(view)
    if action == hand:
        return "These are my last cards."
    if cannot_be_beaten(view, action):
        return "Nobody can beat this, so I get the lead."
    if haste(view, view.seat, hand_sizes(view)) == 3:
        return "Somebody has one card left, so I do not wait."
    if plays_needed(hand & ~action) >= plays_needed(hand):
        return "It breaks up my hand, but I want the lead."
    if not view.trick:
        return "I lead what I can best be rid of."
    return "I can beat this without breaking up my hand."


def cannot_be_beaten(view: View, trick: int) -> bool:
    """Whether no cards that are out beat a trick; with bombs nobody is sure of 2s."""
    best = is_best(standing(trick, pattern_of(trick), unseen_by(view, view.seat)))
    return bool(best) and not (view.bombs and trick & TWOS)


def why_skip(view: View) -> str:
    """The reason for a skip."""
    if view.teams and view.by == opposite(view):
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
