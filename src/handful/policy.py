"""What a room says about good play: the levels ask it on what a seat knows, the searcher compiles it.

A policy stands in a room's `policy.py`, whose model is Spar's. What a bot thinks good is written there once, in the
dialect: interpreted on `as_seen(view, State)` it is how easy and normal play and the first guess of hard, compiled it
plays the worlds of the search on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal, Protocol, get_args

from handful.kernel import Dice, lowest, rule, shuffle
from handful.observe import View
from handful.observe import as_seen as as_seen  # noqa: PLC0414 (policies know it from here)

Level = Literal["easy", "normal", "hard", "instinct", "expert"]
ALL_LEVELS: tuple[Level, ...] = get_args(Level)
INSTEAD: dict[str, Level] = {"instinct": "normal", "expert": "hard"}
"""The levels that have learned, and who plays instead where nothing was trained for a table."""
LEVELS: tuple[Level, ...] = tuple(level for level in ALL_LEVELS if level not in INSTEAD)
"""The levels that every game has."""

LONGEST_REASON = 300
"""The most letters that a bot may need to say why."""

Weights = list[list[float]]
"""By card, then by place: how much likelier it makes a deal that this card lies there."""


class Deals(Protocol):
    """All deals that are possible."""

    def odds(self) -> Weights:
        """By card, then by place: how likely it lies there."""

    def sample(self, n: int, seed: int) -> Any:
        """By deal, then by place: the cards there."""


@dataclass(frozen=True)
class Hidden:
    """What a seat cannot see, as a question of dealing: which of the unseen cards lie in which place.

    Places 0 … seats - 1 are the hands, the last place is the rest (a pile, or nowhere).
    """

    cards: int
    """The unseen cards: each lies in one of the places."""
    sizes: tuple[int, ...]
    """By place: how many of them lie there. They sum up to the number of cards; in the own seat there are none."""
    may_hold: tuple[int, ...]
    """By place: which of them can lie there."""
    some_of: tuple[tuple[int, ...], ...]
    """By place: sets of unseen cards of which at least one lies there."""


@dataclass(frozen=True)
class Settings:
    """The numbers of a room's search."""

    depth: int = 0
    """Decisions in the tree; 0: only paired playouts."""
    exploration: float = 0.5
    """The factor of the confidence bounds in the tree where values are 0 or 1; less if they lie closer together."""
    clearly: float = 1.5
    """Standard errors by which a candidate must be better than the first guess to replace it."""
    dropped: float = 3.0
    """Standard errors by which a candidate must be worse than the best to be dropped."""
    enough: int = 32
    """Worlds before a candidate is dropped; a tree needs more of them than playouts alone."""
    most_candidates: int = 24
    most_steps: int = 400
    """The longest playout."""


@rule
def everything(s: Any, seat: int, out: list[int], n: int) -> int:
    """The shortlist of a room that has none."""
    return n


def no_weights(view: View) -> Weights | None:
    """All deals that are possible are as likely."""
    return None


def by_the_rules(view: View, legal: list[int], level: str, rng: Random) -> tuple[int, str]:
    """What a level does in a room that has no policy."""
    return rng.choice(legal), "I know only the rules of this game."


@dataclass(frozen=True)
class Policy:
    """How a game is played well. The first six, and the shortlist, are rules in the dialect."""

    likely: Callable[[Any, int, list[int], int, Dice], int]
    """(s, seat, out, n, dice): which of out[:n] the seat does in a world that is played on, by what it may know. In the
    tree it gets what `shortlist` left, and chooses where a node is new. It may reorder out[:n]."""
    hold: Callable[[Any, int, int], None]
    """(s, seat, cards): put cards into a hand."""
    imagine: Callable[[Any, int, int, Dice], None]
    """(s, me, rest, dice): s is all that `me` may know, with hands dealt. Put the cards `rest` where they lie (deck,
    pile), and guess what else is hidden, so that the view of `me` stays as it was."""
    mark: Callable[[Any], int]
    resting: Callable[[Any, int], int]
    """(s, mark): 1 where playing on stops that began at a state with this mark."""
    weigh: Callable[[Any, Any, int], int]
    """(s, before, seat): what a state at rest is worth to a seat, 0 to 1000, if the search began at `before`."""
    hidden: Callable[[View], Hidden]
    """The unseen cards, as a question of dealing."""
    choose: Callable[[View, list[int], str, Random], tuple[int, str]]
    """(view, legal, level, rng): what a level does, and why; of hard it is the first guess."""
    explain: Callable[[View, int, float], str]
    """(view, action, chance): why the search prefers an action to the first guess; its mean value is 0 to 1."""
    shortlist: Callable[[Any, int, list[int], int], int] = everything
    """(s, seat, out, n), a rule: moves those of out[:n] that are worth a try to the front; how many, 1 or more."""
    candidates: Callable[[View, list[int], int, Deals], list[int]] | None = None
    """(view, legal, guess, deals): the actions to try, the first guess first (that one, or a better one from the
    deals); only one if there is nothing to try. Without it: the guess, and what the shortlist leaves."""
    weights: Callable[[View], Weights | None] = no_weights
    settings: Settings = field(default_factory=Settings)

    @property
    def rules(self) -> tuple[Callable[..., Any], ...]:
        """What is compiled with the searcher."""
        return (self.likely, self.hold, self.imagine, self.mark, self.resting, self.weigh, self.shortlist)

    def to_try(self, view: View, legal: list[int], guess: int, deals: Deals) -> list[int]:
        """The actions that a search tries, the first guess first."""
        if self.candidates:
            found = self.candidates(view, legal, guess, deals)
        else:
            kept = shortlisted(self.shortlist, as_seen(view, view.state), view.seat, legal)
            found = [guess, *(action for action in kept if action != guess)]
        return found[: self.settings.most_candidates]


def shortlisted(shortlist: Callable[[Any, int, list[int], int], int], s: Any, seat: int, legal: list[int]) -> list[int]:
    """The legal actions that a shortlist leaves."""
    kept = legal[:]
    return kept[: shortlist(s, seat, kept, len(kept))]


@rule
def lay(pile: list[int], cards: int, dice: Dice) -> None:
    """Put cards into the first places of a pile, in any order."""
    n = 0
    while cards:
        pile[n] = lowest(cards)
        cards &= cards - 1
        n += 1
    shuffle(pile, n, dice)


@rule
def moved(out: list[int], i: int, to: int) -> int:
    """Exchange two actions of a list; the place after the second."""
    action = out[i]
    out[i] = out[to]
    out[to] = action
    return to + 1


@rule
def index_of(out: list[int], n: int, action: int) -> int:
    """Where an action is in a list; 0 if it is not there."""
    for i in range(n):
        if out[i] == action:
            return i
    return 0
