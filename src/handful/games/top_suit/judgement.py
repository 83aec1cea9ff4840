"""How a bot plays Top-Suit: it weighs the chance to win the trick against what the cards could win later.

What an action is worth is worked out on the page for the searcher, whose policy looks at nothing but what a seat may
know. This page asks it, lets easy bots forget, and says why.
"""

from __future__ import annotations

import random

from handful.cards import STANDARD
from handful.game import View
from handful.games.top_suit.patterns import DRAW, EXTEND
from handful.games.top_suit.thinking import likely, shortlist, table
from handful.kernel.dice import SeededDice

CARELESS = 0.3
"""How often an easy bot plays without thought."""


def choose(view: View, legal: list[int], level: str, rng: random.Random) -> tuple[int, str]:
    """Choose an action, and say why."""
    s = table(view)
    if level == "easy":
        s.seen = s.best  # it has forgotten what was played before
        if rng.random() < CARELESS:
            sensible = legal[:]
            return rng.choice(sensible[: shortlist(s, view.seat, sensible, len(legal))]), "I just play something."
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
