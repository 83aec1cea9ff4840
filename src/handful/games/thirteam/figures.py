"""Figures of good sense in Thirteam: what a bot's play looks like."""

from __future__ import annotations

from typing import ClassVar

from handful.figures import FigureKind, Watch


class ThirteamWatch(Watch):
    """The places in which a seat goes out."""

    PLACE, FIRST = "mean place", "rounds won"
    figures: ClassVar = {PLACE: FigureKind.MEAN, FIRST: FigureKind.PERCENT}

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.hears = {"scored": self.scored}

    def scored(self, seat: int, place: int, **_: int) -> None:
        """A round is over for all seats."""
        self.note(seat, self.PLACE, place)
        self.note(seat, self.FIRST, place == 1)
