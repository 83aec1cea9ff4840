"""Worlds that a seat cannot tell from the true one: its view, the unseen cards dealt, and the rest imagined."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from handful.bots.deals import Deals
from handful.kernel.rules import Rules
from handful.observe import View, eyes, known_state
from handful.policy import Policy

Words = np.ndarray[Any, np.dtype[np.int64]]


class Imagines(Protocol):
    """What worlds are made with: a game's policy, and its rule to imagine compiled."""

    rules: Rules
    policy: Policy
    record: Any
    imagine: Any


class Worlds:
    """The worlds of one view, as many as are asked for; the same seed gives the same worlds."""

    def __init__(self, view: View, thinker: Imagines) -> None:
        """Count the deals that fit the view. ValueError if none does."""
        self.seat = view.seat
        self.thinker = thinker
        state = thinker.rules.State
        self.known = np.frombuffer(bytearray(known_state(view, state).pack()), thinker.record)
        self.eyes: Words = np.frombuffer(eyes(state, view.seat), np.int64)
        self.deals = Deals(thinker.policy.hidden(view), thinker.policy.weights(view))

    def some(self, n: int, seed: int) -> np.ndarray[Any, Any]:
        """An array of n worlds, as records."""
        worlds = np.repeat(self.known, n)
        self.thinker.imagine(worlds, self.deals.sample(n, seed), self.seat, seed)
        return worlds
