"""What is measured: each game as it is mostly played, and the nearest games of the peers."""

from __future__ import annotations

from dataclasses import dataclass, field

from handful.game import Game
from handful.games import find
from handful.kernel import State

MILLION = 1_000_000


@dataclass(frozen=True)
class Case:
    """One game at one table, the peers' nearest games, and the goals that are its own."""

    name: str
    seats: int
    options: dict[str, str] = field(default_factory=dict)
    openspiel: tuple[str, ...] = ()
    rlcard: str = ""
    compiled_goal: int = 3 * MILLION
    cuda_goal: int = 1000 * MILLION

    @property
    def game(self) -> Game:
        """The game itself."""
        return find(self.name)

    @property
    def title(self) -> str:
        """The game and its table, as people say it."""
        options = "".join(f", {name}={value}" for name, value in self.options.items())
        return f"{self.game.title}, {self.seats} seats{options}"

    def fresh(self) -> State:
        """A table that has not begun."""
        return self.game.fresh(self.seats, self.options)


CASES = (
    Case("spar", 4, {}, ("hearts", "spades"), "bridge", 10 * MILLION, 4000 * MILLION),
    Case("half_suit", 6, {}, ("go_fish",)),
    Case("thirteam", 4, {}, ("dou_dizhu",), "doudizhu"),
    Case("thirteam", 6, {}, ("dou_dizhu",), "doudizhu"),
    Case("thirteam", 6, {"teams": "yes"}, ("dou_dizhu",), "doudizhu"),
    Case("claim", 4, {}, ("gin_rummy",), "gin-rummy"),
    Case("top_suit", 4, {}, ("crazy_eights",), "uno"),
)
"""RLCard has no game of asking for cards, so Half Suit has no neighbour there."""


def cases(name: str | None) -> list[Case]:
    """All cases, or those of one game; BadText if there is no such game."""
    return [case for case in CASES if name is None or case.name == find(name).name]
