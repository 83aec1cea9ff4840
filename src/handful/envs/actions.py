"""Actions as numbers: a table of all actions of a game, with an index each."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

import numpy as np

from handful.cards import BadText
from handful.game import Game

Array = np.ndarray[Any, Any]
SLOTS = 1 << 16
"""A table finds the index of an action by 16 bits of its product with a number."""


def _no_codes() -> Array:
    return np.full(1, -1, np.int64)


def _no_slots() -> Array:
    return np.zeros(SLOTS, np.int16)


@dataclass(frozen=True)
class Table:
    """All actions of a game at tables with so many seats, each with an index."""

    codes: Array = field(default_factory=_no_codes)
    """By index: the action."""
    slots: Array = field(default_factory=_no_slots)
    magic: int = 1
    shift: int = 0

    @cached_property
    def numbers(self) -> dict[int, int]:
        """By action: its index."""
        return {code: number for number, code in enumerate(self.codes.tolist())}

    def indices(self, actions: Array) -> Array:
        """The indices of some actions, all of which the table has."""
        found: Array = self.slots[places(actions, self.magic, self.shift) if self.shift else actions]
        return found

    def index(self, action: int) -> int:
        """The index of an action; BadText if the table has none for it."""
        if action not in self.numbers:
            raise BadText(f"the table of actions has no action {action}")
        return self.numbers[action]


@cache
def table_of(game: Game, seats: int) -> Table:
    """The table of a game; BadText if its actions are too many for one."""
    if game.moves is None or game.moves.every is None:
        raise BadText(f"{game.title} has no table of all actions: give actions by their index in the legal list")
    codes = np.array(game.moves.every(seats), np.int64)
    magic, shift = 1, 0
    if codes.max() >= SLOTS:
        magic, shift = apart(codes)
    slots = np.zeros(SLOTS, np.int16)
    slots[places(codes, magic, shift)] = np.arange(len(codes))
    return Table(codes, slots, magic, shift)


def places(codes: Array, magic: int, shift: int) -> Array:
    """Where some actions are kept."""
    return ((codes * np.int64(magic)) >> np.int64(shift)) & (SLOTS - 1)


def apart(codes: Array) -> tuple[int, int]:
    """A number whose products with all actions differ in 16 bits."""
    chance = np.random.default_rng(2026)
    while True:
        magic = int(chance.integers(1, 1 << 62)) | 1
        if len(np.unique(places(codes, magic, 40))) == len(codes):
            return magic, 40
