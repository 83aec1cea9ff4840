"""Figures of good sense in Half Suit: what a bot's play looks like."""

from __future__ import annotations

from typing import ClassVar

from handful.figures import FigureKind, Watch


class HalfSuitWatch(Watch):
    """Asks that hit, claims and counter-claims that were right, and what became of claims that forced a counter-claim.

    Such a claim is not evaluated (5.3): it is neither right nor wrong, but it may pay.
    """

    ASKS, CLAIMS, COUNTERS, FORCED = (
        "asks that hit",
        "claims right",
        "counter-claims right",
        "forced counters paid",
    )
    figures: ClassVar = {
        ASKS: FigureKind.PERCENT,
        CLAIMS: FigureKind.PERCENT,
        COUNTERS: FigureKind.PERCENT,
        FORCED: FigureKind.PERCENT,
    }

    claimer = counter = -1
    asker = -1

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.hears = {
            "asked": self.asked,
            "gave": self.gave,
            "missed": self.missed,
            "claimed": self.claimed,
            "claimed_for_other": self.claimed_for_other,
            "nominated": self.nominated,
            "scored": self.scored,
        }

    def asked(self, seat: int, **_: int) -> None:
        """The answer comes next."""
        self.asker = seat

    def gave(self, **_: int) -> None:
        """A hit."""
        self.note(self.asker, self.ASKS, 1)

    def missed(self, **_: int) -> None:
        """A miss."""
        self.note(self.asker, self.ASKS, 0)

    def claimed(self, seat: int, **_: int) -> None:
        """Whether it is right is seen when somebody scores."""
        self.claimer = seat

    def claimed_for_other(self, seat: int, **_: int) -> None:
        """A claim on what the other team holds is judged in the same way."""
        self.claimer = seat

    def nominated(self, seat: int) -> None:
        """Somebody makes the counter-claim."""
        self.counter = seat

    def scored(self, seats: int, **_: int) -> None:
        """Now it is seen."""
        if self.counter >= 0:
            self.note(self.counter, self.COUNTERS, (seats >> self.counter) & 1)
            self.note(self.claimer, self.FORCED, (seats >> self.claimer) & 1)
        elif self.claimer >= 0:
            self.note(self.claimer, self.CLAIMS, (seats >> self.claimer) & 1)
        self.claimer = self.counter = -1
