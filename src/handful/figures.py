"""Figures of good sense: what a seat's play looks like, read off the events of a game and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import ClassVar

from handful.observe import Event

Figures = dict[str, list[float]]
"""By name: the sum of some values, and how many there were."""


class FigureKind(StrEnum):
    """How the values of a figure are told."""

    PERCENT = "%"
    MEAN = "mean"


class Watch:
    """Somebody who watches one game, and writes down by seat what its events show."""

    figures: ClassVar[dict[str, FigureKind]] = {}
    """The names of the figures, each with its kind."""

    def __init__(self, seats: int) -> None:
        self.found: list[Figures] = [{} for _ in range(seats)]
        self.hears: dict[str, Callable[..., None]] = {}
        """By event: what is done with its values. A game's own watch says it."""

    def see(self, event: Event) -> None:
        """Take an event in."""
        if heard := self.hears.get(event.name):
            heard(**event.values)

    def note(self, seat: int, figure: str, value: float) -> None:
        """Add a value to a figure of a seat."""
        sums = self.found[seat].setdefault(figure, [0.0, 0])
        sums[0] += value
        sums[1] += 1
