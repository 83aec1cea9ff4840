"""What the rules of a game offer: all that runs them, at any speed, asks for nothing else."""

from __future__ import annotations

from typing import Any, Protocol

from handful.kernel.dialect import Dice
from handful.kernel.events import Events, Reasons
from handful.kernel.state import State

StateClass = type[State]


class Rules(Protocol):
    """What the module of a game's rules offers. All but the tables are `@rule` functions."""

    @property
    def State(self) -> StateClass:
        """All that is true in a game, declared field by field."""

    @property
    def EVENTS(self) -> Events:
        """What may happen."""

    @property
    def REASONS(self) -> Reasons:
        """Why an action is refused."""

    @property
    def SEATS(self) -> tuple[int, ...]:
        """The allowed numbers of players."""

    @property
    def VERSION(self) -> int:
        """Raised when a change makes old games play differently."""

    @property
    def MOST_LEGAL(self) -> int:
        """The length of the longest list of legal actions."""

    def start(self, s: Any, dice: Dice, /) -> None:
        """Begin the game on a state that has only its seats and options."""

    def actors(self, s: Any, /) -> int:
        """The set of seats that may act now; empty when the game is over."""

    def check(self, s: Any, seat: int, action: int, /) -> int:
        """The reason for which an action is refused, or 0."""

    def legal(self, s: Any, seat: int, out: Any, /) -> int:
        """Put every legal action of a seat into a list; how many."""

    def apply(self, s: Any, seat: int, action: int, dice: Dice, /) -> None:
        """Do a legal action."""

    def lapse(self, s: Any, seat: int, /) -> int:
        """What happens when the clock of a seat runs out: an action, or BOT, or WAITS."""

    def pace(self, s: Any, /) -> int:
        """The seconds that the text itself gives for the decision that is due, or 0."""

    def score(self, s: Any, seat: int, /) -> int:
        """The points of a seat."""

    def winners(self, s: Any, /) -> int:
        """The set of seats that have won; empty before the end."""
