"""Figures of good sense in Top-Suit: what a bot's play looks like."""

from __future__ import annotations

from typing import ClassVar

from handful.figures import FigureKind, Watch


class TopSuitWatch(Watch):
    """Tricks won in a game, and games in which a seat got rid of all cards."""

    TRICKS, OUT = "tricks a game", "games gone out"
    figures: ClassVar = {TRICKS: FigureKind.MEAN, OUT: FigureKind.PERCENT}

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.hears = {
            "trick_won": self.trick_won,
            "went_out": self.went_out,
            "game_began": self.game_began,
            "game_ended": self.game_ended,
        }
        self.tricks, self.out = [0] * seats, -1

    def trick_won(self, seat: int) -> None:
        """A trick, and a point."""
        self.tricks[seat] += 1

    def went_out(self, seat: int) -> None:
        """The last cards are played."""
        self.out = seat

    def game_began(self, game: int, **_: int) -> None:
        """In a match, the game before it is over."""
        if game > 1:
            self.settle()

    def game_ended(self, **_: int) -> None:
        """So is the last."""
        self.settle()

    def settle(self) -> None:
        """Write down what the game brought."""
        for seat, tricks in enumerate(self.tricks):
            self.note(seat, self.TRICKS, tricks)
            self.note(seat, self.OUT, seat == self.out)
        self.tricks, self.out = [0] * len(self.tricks), -1
