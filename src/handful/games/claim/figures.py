"""Figures of good sense in CLAIM: what a bot's play looks like."""

from __future__ import annotations

from typing import ClassVar

from handful.figures import FigureKind, Watch


class ClaimWatch(Watch):
    """Showdowns that paid, what they brought, and the penalties of a deal."""

    PAID, GAIN, PENALTY = "showdowns that paid", "gain a showdown", "penalty a deal"
    figures: ClassVar = {PAID: FigureKind.PERCENT, GAIN: FigureKind.MEAN, PENALTY: FigureKind.MEAN}

    caller = -1
    gain = 0

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.hears = {
            "penalized": self.penalized,
            "showdown_called": self.showdown_called,
            "paid": self.paid,
            "deal_began": self.deal_began,
            "game_ended": self.game_ended,
        }
        self.penalties = [0] * seats

    def penalized(self, seat: int, points: int, **_: int) -> None:
        """A penalty for who has not declared."""
        self.penalties[seat] += points

    def showdown_called(self, seat: int) -> None:
        """What is paid comes next."""
        self.caller = seat

    def paid(self, seat: int, other: int, points: int) -> None:
        """One pays another."""
        self.gain += points * ((other == self.caller) - (seat == self.caller))

    def deal_began(self, deal: int, **_: int) -> None:
        """The deal before it is over."""
        if deal > 1:
            self.settle()

    def game_ended(self, **_: int) -> None:
        """So is the last."""
        self.settle()

    def settle(self) -> None:
        """Write down what the deal brought."""
        if self.caller >= 0:
            self.note(self.caller, self.PAID, self.gain > 0)
            self.note(self.caller, self.GAIN, self.gain)
        for seat, points in enumerate(self.penalties):
            self.note(seat, self.PENALTY, points)
        self.caller, self.gain, self.penalties = -1, 0, [0] * len(self.penalties)
