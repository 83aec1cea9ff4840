"""What a good player keeps in mind, as columns: from the view of a seat, in Python, one position at a time."""

from __future__ import annotations

from typing import Any

import numpy as np

from handful.columns import card_names
from handful.game import Game
from handful.kernel import State
from handful.kernel.bits import lowest
from handful.observe import view

KINDS = ("certainly holds", "may hold")


def knowledge_meanings(game: Game, seats: int) -> list[tuple[str, str, str]]:
    """What each column means: the kind of knowledge, the seat counted from the one who looks, and the card."""
    cards = card_names(game.rules.State.pack_of_cards)
    held = [(kind, f"seat +{seat}", card) for kind in KINDS for seat in range(seats) for card in cards]
    return [*held, *(("gone", "", card) for card in cards)]


def knowledge_columns(game: Game, s: State, seat: int) -> np.ndarray[Any, Any]:
    """The columns of one seat: by kind and seat, then of what is in no hand, one a card."""
    known = game.knowledge(view(s, seat))
    seats = [(seat + n) % s.seats for n in range(s.seats)]
    sets = [row[one] for row in (known.holds, known.may_hold) for one in seats]
    pack = game.rules.State.pack_of_cards
    low, width = lowest(pack), len(card_names(pack))
    bits = [[(cards >> (low + n)) & 1 for n in range(width)] for cards in (*sets, known.gone)]
    return np.array(bits, np.float32).reshape(-1)
