"""What a seat may know of the events that a state keeps in mind: how they are found, and what of them is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from handful.kernel import Kind, rule
from handful.kernel.events import EventKind
from handful.kernel.memory import WIDTH
from handful.observe import Event

BITS = 16
"""What is thought of a number without a range."""


@rule
def recalled(s: Any, back: int, most: int) -> int:
    """Where the event so many before the last stands in the memory of a state; -1 if there were not so many."""
    return (s.heard_count - 1 - back) % most * WIDTH if back < s.heard_count else -1


@rule
def heard_kind(s: Any, at: int) -> int:
    """The set of one kind of event, or of none."""
    return 1 << s.heard[at] if at >= 0 else 0


@rule
def heard_value(s: Any, me: int, at: int, places: Any, insiders: Any, none: int) -> int:
    """A value of an event in the memory, or `none` if that kind has no such value, or it is a secret of another seat.

    By kind of event: where the value stands after the event's number, and for a secret where the seat does that may see
    it; 0 for nowhere.
    """
    if at < 0:
        return none
    place, insider = places[s.heard[at]], insiders[s.heard[at]]
    if place == 0 or (insider > 0 and s.heard[at + insider] != me):
        return none
    return s.heard[at + place]  # type: ignore[no-any-return]


def places(kinds: Sequence[EventKind], key: str, one: Kind) -> tuple[int, ...]:
    """By kind of event: where the value of this name stands after the number of the event; 0 if there is none."""
    return tuple(1 + [*kind.values].index(key) if kind.values.get(key) is one else 0 for kind in kinds)


def event_range(kinds: Sequence[EventKind], key: str) -> tuple[int, int]:
    """Where the numbers of this name lie in all events; where one does not say it, in 16 bits."""
    half = 1 << (BITS - 1)
    ranges = [kind.ranges.get(key) for kind in kinds if kind.values.get(key) is Kind.NUMBER]
    known = [(one.low, one.high) if one else (-half, half - 1) for one in ranges] or [(0, 1)]
    return min(low for low, _ in known), max(high for _, high in known)


def none_of(one: Kind) -> int:
    """What stands for no value of a kind."""
    return -1 if one in (Kind.CARD, Kind.SEAT, Kind.SUIT, Kind.ACTION) else 0


def known_values(event: Event) -> list[int]:
    """The values of an event, with none in the place of those that are hidden."""
    return [none_of(event.kind.values[key]) if value is None else value for key, value in event.values.items()]


def kept(s: Any) -> list[tuple[int, Event]]:
    """The events in the memory of a state, the oldest first, each with where it stands."""
    most, kinds = s.memory.most, s.memory.events.kinds
    found = []
    for back in reversed(range(min(most, s.heard_count))):
        at = recalled(s, back, most)
        kind = kinds[s.heard[at]]
        values = s.heard[at + 1 : at + 1 + len(kind.values)]
        found.append((at, Event(kind, dict(zip(kind.values, values, strict=True)))))
    return found


def forget_secrets(s: Any, seat: int) -> None:
    """Leave in the memory of a state only what a seat may know."""
    for at, event in kept(s):
        s.heard[at + 1 : at + 1 + len(event.values)] = known_values(event.seen_by(seat))
