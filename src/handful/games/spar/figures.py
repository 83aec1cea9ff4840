"""Figures of good sense in Spar: what a bot's play looks like."""

from __future__ import annotations

from typing import ClassVar

from handful.figures import FigureKind, Watch


class SparWatch(Watch):
    """Rounds won, and what a round that is won brings."""

    ROUNDS, POINTS = "rounds won", "points a round won"
    figures: ClassVar = {ROUNDS: FigureKind.PERCENT, POINTS: FigureKind.MEAN}

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.hears = {"round_won": self.round_won, "round_void": self.round_void}

    def round_won(self, seat: int, points: int) -> None:
        """One has won it, the others have not."""
        for other in range(len(self.found)):
            self.note(other, self.ROUNDS, other == seat)
        self.note(seat, self.POINTS, points)

    def round_void(self) -> None:
        """Nobody has won it."""
        for seat in range(len(self.found)):
            self.note(seat, self.ROUNDS, 0)
