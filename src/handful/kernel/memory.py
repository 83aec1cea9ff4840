"""A state that keeps the last events beside its fields, for those who learn from them.

The rules tell as ever. What they tell is put into a ring of integers that belongs to the record, so that it is kept
interpreted, compiled and on a GPU alike. Nobody sees the ring itself: `handful.columns` shows what a seat may hear.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from handful.kernel.events import Events
from handful.kernel.state import NOBODY, Declared, Memory, State, number, row

HEARD = "heard"
"""The ring: of each event its number, then its values."""
WIDTH = 8
"""How many integers an event takes."""
LONGEST = 1000
"""No game of research needs to look further back."""


@cache
def with_memory(state: type[State], events: Events, most: int) -> type[State]:
    """These states, but each keeps the last events that were told; the rules run on them as they are."""
    wide = [kind.name for kind in events.kinds if len(kind.values) >= WIDTH]
    if wide:
        raise TypeError(f"the event {wide[0]} has {WIDTH} values or more: too many to be kept in mind")
    body = {
        "__module__": state.__module__,
        "__qualname__": state.__qualname__,
        "memory": Memory(events, most),
        HEARD: row(most * WIDTH, number(NOBODY, letter="q")),
        "heard_count": number(NOBODY, letter="q"),
    }
    made: Any = Declared(state.__name__, (state,), body)
    return made  # type: ignore[no-any-return]


def remember(s: Any, event: int, values: Sequence[int]) -> None:
    """Put an event into the memory of a state, in the place of the oldest."""
    at = s.heard_count % s.memory.most * WIDTH
    s.heard[at : at + 1 + len(values)] = [event, *values]
    s.heard_count += 1
