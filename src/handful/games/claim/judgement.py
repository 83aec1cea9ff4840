"""How a bot plays CLAIM: it declares its best suit at once, builds and denies sequences, and calls as soon as it pays.

What to do is decided on the page for the searcher, whose policy looks at nothing but what a seat may know. This page
asks it, lets easy bots forget, and says why.
"""

from __future__ import annotations

import random

from handful.cards import NO_CARD, STANDARD, SUIT_NAMES, members, of_suit, pretty, rank_of, suit_of
from handful.game import View, known_state
from handful.games.claim.state import (
    BLITZ,
    DECLARE,
    DECLARE_NOTHING,
    HOLD,
    PASS,
    SHOW,
    SHOWDOWN,
    TAKE,
    State,
)
from handful.games.claim.thinking import BELIEVED, SUSPICION, floor_wish, pays, wish

CARELESS = 0.25
"""How often an easy bot does not think about what it declares or takes."""
HESITANT = 0.5
"""How often an easy bot lets a showdown go."""
FORGOTTEN = 0.6
"""How often an easy bot has forgotten which cards another player took."""


def choose(view: View, legal: list[int], level: str, rng: random.Random) -> tuple[int, str]:
    """Choose an action, and say why."""
    s = table(view)
    if level == "easy":
        return easily(view, s, legal, rng)
    action = wish(s, view.seat, SUSPICION if level == "hard" else BELIEVED)
    return action, explain(view, action, 0.0)


def table(view: View) -> State:
    """The table as a seat knows it; the hidden cards of others are any, for only their number counts."""
    s = known_state(view, State)
    for seat in range(view.seats):
        if seat != view.seat:
            unseen = members(STANDARD & ~view.certain[seat])
            s.hands[seat] = view.certain[seat]
            for _ in range(view.hands_size[seat] - view.certain[seat].bit_count()):
                s.hands[seat] |= 1 << next(unseen)
    return s


def easily(view: View, s: State, legal: list[int], rng: random.Random) -> tuple[int, str]:
    """What an easy bot does: it thinks of its own hand only, forgets what others took, and is slow to call."""
    if rng.random() < CARELESS and PASS in legal and view.floor != NO_CARD and (view.declared >> view.seat) & 1:
        return PASS, "I let that one go."
    for seat in range(view.seats):
        if seat != view.seat and rng.random() < FORGOTTEN:
            s.certain[seat] = s.shown[seat]
    if view.turn >= 0:
        s.first = (view.seat + 1) % view.seats  # nobody seems to act behind
    action = wish(s, view.seat, BELIEVED)
    if action >= DECLARE and rng.random() < CARELESS:
        suits = [one for one in legal if DECLARE <= one < DECLARE + 4 and view.hands[view.seat] & of_suit(one & 3)]
        return (rng.choice(suits), "I like that suit.") if suits else (action, explain(view, action, 0.0))
    if action == SHOWDOWN and rng.random() < HESITANT:
        action = HOLD if view.phase == BLITZ else floor_wish(s, view.seat, BELIEVED)
    return action, explain(view, action, 0.0)


def explain(view: View, action: int, chance: float) -> str:
    """Why an action is chosen; the chance that a search has found for it makes no better sentence."""
    if action == SHOWDOWN:
        return calling(view)
    if action == DECLARE_NOTHING:
        return "No suit is worth a declaration yet."
    if action >= DECLARE:
        return f"In {SUIT_NAMES[action & 3]} my hand can grow best."
    if action >= SHOW:
        return f"{pretty(action - SHOW)} may keep the others from calling."
    if action == HOLD:
        return "My hand can still grow."
    if action == PASS:
        return "The floor card is gone, and it is too early to call." if view.floor == NO_CARD else passing(view)
    return taking(view, action)


def calling(view: View) -> str:
    """Why a seat calls the showdown."""
    if pays(table(view), view.seat):
        return "I am well enough ahead of what I see and expect of the others."
    return "Somebody who has more would call soon, and I still gain from those who have less."


def passing(view: View) -> str:
    """Why a seat lets the floor card lie."""
    return f"{pretty(view.floor)} is of no use to me, and I need not keep it from others."


def taking(view: View, action: int) -> str:
    """Why a seat takes the floor card, and perhaps parts with another."""
    floor = pretty(view.floor)
    if suit_of(view.floor) == view.suits[view.seat]:
        return f"I can use {floor}" + (" and part with nothing." if action == TAKE else f" and not {pretty(action)}.")
    if action != TAKE and rank_of(action) > rank_of(view.floor):
        return f"{floor} costs me less than {pretty(action)}."
    return f"I would rather not leave {floor} to somebody behind me."
