"""What good players keep in mind: which cards are certainly in a hand, which can be there, and which are in none.

A room works it out by a rule (`Deduction`), which reads of a state only what a viewer sees. So it answers a person or a
bot from a view, and fills columns for a network by the million, compiled and on a GPU.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from handful.kernel.state import NOBODY, Declared, State, number, row
from handful.observe import View, as_seen

HOLDS, MAY_HOLD, SOME_OF, GONE = 0, 8, 16, 24
"""Where a deduction puts what it finds: `known[HOLDS + p]` are the cards that seat p certainly holds, and so on."""
WIDTH = 25
"""How many integers a deduction fills."""
DEDUCED = "deduced"
"""The field of a state in which they are worked out."""


@dataclass(frozen=True)
class Knowledge:
    """What a viewer can be certain of about the hands, from the view alone."""

    holds: tuple[int, ...]
    """By seat: cards that are certainly in that hand."""
    may_hold: tuple[int, ...]
    """By seat: cards that can be in that hand, those certain ones included."""
    some_of: tuple[tuple[int, ...], ...]
    """By seat: sets of which at least one card is in that hand."""
    gone: int
    """Cards that are certainly in no hand: played, shown and put away, out of play."""


@dataclass(frozen=True)
class Deduction:
    """How a room works out what a viewer can be certain of. Called with a view, it gives the `Knowledge`."""

    deduce: Callable[[Any, int, Any], None]
    """The rule: of a state, for a seat or -1 for a spectator, fill in what is known.

    For every seat p it sets `known[HOLDS + p]`, `known[MAY_HOLD + p]`, with `sets` also `known[SOME_OF + p]`, and once
    `known[GONE]`. Of the hands of others it may ask only how many cards they have.
    """
    sets: Callable[[int], tuple[int, ...]] | None = None
    """The sets of which a hand holds one card at least, from all their cards; None where a game never tells such."""

    def __call__(self, view: View) -> Knowledge:
        """What the viewer of a view can be certain of."""
        return self.of(as_seen(view, view.state), view.seat)

    def of(self, s: State, viewer: int) -> Knowledge:
        """What a seat, or a spectator, can be certain of in a state: the same as from the view of it."""
        known = [0] * WIDTH
        self.deduce(s, viewer, known)
        holds, may_hold, some_of = (tuple(known[at : at + s.seats]) for at in (HOLDS, MAY_HOLD, SOME_OF))
        sets = self.sets or no_sets
        return Knowledge(holds, may_hold, tuple(sets(cards) for cards in some_of), known[GONE])


def no_sets(cards: int) -> tuple[int, ...]:
    """Of a game that never tells of sets."""
    return ()


@cache
def with_knowledge(state: type[State], deduction: Deduction) -> type[State]:
    """These states, with room for what a seat can be certain of: worked out whenever its columns are filled."""
    body = {
        "__module__": state.__module__,
        "__qualname__": state.__qualname__,
        "deduction": deduction,
        DEDUCED: row(WIDTH, number(NOBODY, letter="q")),
    }
    made: Any = Declared(state.__name__, (state,), body)
    return made  # type: ignore[no-any-return]
