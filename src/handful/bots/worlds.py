"""Worlds that a seat cannot tell from the true one: its view, the unseen cards dealt, and the rest imagined."""

from __future__ import annotations

from typing import Any

import numpy as np

from handful.bots.deals import Deals
from handful.game import View, known_state
from handful.kernel import EVERYBODY, OWNER, State
from handful.kernel.state import BYTES

Words = np.ndarray[Any, np.dtype[np.int64]]


def eyes(state: type[State], seat: int) -> Words:
    """A mask over the words of a record: what a seat may see of it."""
    mask = np.zeros(state.layout.size, np.uint8)
    for name, declared in state.fields.items():
        at, width = state.layout.offsets[name], BYTES[declared.stored_as]
        if declared.sees is EVERYBODY:
            mask[at : at + width * (declared.size or 1)] = 255
        elif declared.sees is OWNER and declared.seated:
            mask[at + width * seat : at + width * (seat + 1)] = 255
    return mask.view(np.int64)


class Worlds:
    """The worlds of one view, as many as are asked for; the same seed gives the same worlds."""

    def __init__(self, view: View, thinker: Any) -> None:
        """Count the deals that fit the view. ValueError if none does."""
        self.seat = view.seat
        self.thinker = thinker
        state = thinker.rules.State
        self.known = np.frombuffer(bytearray(known_state(view, state).pack()), thinker.record)
        self.eyes = eyes(state, view.seat)
        thinking = thinker.thinking
        self.deals = Deals(thinking.hidden(view), thinking.weights(view) if hasattr(thinking, "weights") else None)

    def some(self, n: int, seed: int) -> np.ndarray[Any, Any]:
        """An array of n worlds, as records."""
        worlds = np.repeat(self.known, n)
        self.thinker.imagine(worlds, self.deals.sample(n, seed), self.seat, seed)
        return worlds
