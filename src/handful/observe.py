"""Who may see what. This page alone reads who may see a field; all who show, hide, draw, send or guess ask here.

A state class has *sights*: the entries that a view of it has. Each shows a field whole, or to every seat its own value,
or only how many cards there are. From the sights follow the view of a seat or a spectator, everything for a game that
is over, what changed between two states for everybody and for one viewer, and which bytes of a record a seat knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from handful.kernel import EVERYBODY, OWNER, Kind, State
from handful.kernel.events import EventKind
from handful.kernel.state import BYTES, Field, Sees
from handful.values import Speak, Write, field_reader, field_writer, reader, speaker, with_you, writer

AnyState = TypeVar("AnyState", bound=State)

SPECTATOR = -1
"""The viewer who holds no seat."""
EVERYTHING = -2
"""The viewer of a game that is over: all that any seat sees, and of hidden things only what nobody ever sees."""


class Shows(StrEnum):
    """How much of a field an entry of a view shows."""

    WHOLE = "whole"
    OWN = "own"
    """To each seat its own value; to the others none."""
    COUNT = "count"
    """How many cards there are."""


class Sight(NamedTuple):
    """One entry of a view."""

    name: str
    field: Field
    shows: Shows

    @property
    def public(self) -> bool:
        """Whether it is the same for every viewer."""
        return self.shows is not Shows.OWN


@cache
def sights(state: type[State]) -> tuple[Sight, ...]:
    """The entries that a view of these states has, in the order of the declaration."""
    found = []
    for name, field in state.fields.items():
        if field.sees is EVERYBODY:
            found.append(Sight(name, field, Shows.WHOLE))
        elif field.sees is OWNER and field.seated:
            found.append(Sight(name, field, Shows.OWN))
        if field.counted:
            found.append(Sight(f"{name}_size", field, Shows.COUNT))
    return tuple(found)


def seen(s: State, sight: Sight, viewer: int) -> Any:
    """What a viewer sees of a state by one sight. Hidden values are None."""
    field = sight.field
    value = getattr(s, field.name)
    if field.seated:
        value = value[: s.seats]
    if sight.shows is Shows.COUNT:
        return [item.bit_count() for item in value] if field.size else value.bit_count()
    if sight.shows is Shows.OWN and viewer != EVERYTHING:
        return [item if owner == viewer else None for owner, item in enumerate(value)]
    return value[:] if field.size else value


@dataclass(frozen=True)
class View:
    """What one viewer may know of a state. Hidden values are None; hidden fields are not there."""

    seat: int
    state: type[State]
    known: dict[str, Any]

    def __getattr__(self, name: str) -> Any:
        try:
            return self.known[name]
        except KeyError:
            raise AttributeError(f"the view of seat {self.seat} has no field {name}") from None

    def json(self, words: Words | None = None) -> dict[str, Any]:
        """The view as plain data; with a game's words, actions as texts and what follows for the own seat."""
        data: dict[str, Any] = {"seat": self.seat if self.seat >= 0 else None}
        write_action = words.write_action if words else None
        for sight in sights(self.state):
            if sight.name in self.known:
                data[sight.name] = plain(sight, write_action)(self.known[sight.name])
        return {**data, **words.own(self)} if words and self.seat >= 0 else data


def who_sees(field: Field) -> Sees:
    """Who may see a field, for those who check that nobody else does."""
    return field.sees


def size_is_seen(field: Field) -> bool:
    """Whether everybody sees how many cards there are in a field that not everybody sees."""
    return field.counted


def read_view(state: type[State], data: Mapping[str, Any], words: Words) -> View:
    """The view of a seat that its JSON was written from: what a client gets, as a bot is asked."""
    seat = SPECTATOR if data["seat"] is None else data["seat"]
    known = {sight.name: _read_sight(sight, data[sight.name], seat, words) for sight in sights(state)}
    return View(seat, state, known)


def _read_sight(sight: Sight, value: Any, seat: int, words: Words) -> Any:
    if sight.shows is Shows.COUNT:
        return value
    read = field_reader(sight.field, words.read_action)
    if not sight.field.size:
        return read(value)
    hidden = sight.shows is Shows.OWN
    return [None if hidden and owner != seat else read(item) for owner, item in enumerate(value)]


def plain(sight: Sight, write_action: Callable[[int], str] | None) -> Write:
    """How an entry of a view is written as plain data."""
    return _as_it_is if sight.shows is Shows.COUNT else field_writer(sight.field, write_action)


def _as_it_is(value: Any) -> Any:
    return value


def nothing(view: View) -> Mapping[str, Any]:
    """What follows for the own seat in most games."""
    return {}


@dataclass(frozen=True)
class Words:
    """The notation of a game: how its actions are written and read."""

    write_action: Callable[[int], str]
    """The text of an action."""
    read_action: Callable[[str], int]
    """The action of a text; BadText if it means nothing in this game."""
    own: Callable[[View], Mapping[str, Any]] = nothing
    """What follows by the rules from what only a seat sees, as plain data beside the entries of its view.

    The `TypedDict` that it says to return becomes a type of the browser's.
    """


def view(s: State, viewer: int) -> View:
    """What a seat, a SPECTATOR, or at the end of a game EVERYTHING, may know: for every game alike."""
    return View(viewer, type(s), {sight.name: seen(s, sight, viewer) for sight in sights(type(s))})


class _Glances(dict[str, Any]):
    """Entries of a view that are looked at only when somebody asks for them."""

    def __init__(self, s: State, viewer: int) -> None:
        super().__init__()
        self._state, self._viewer = s, viewer

    def __missing__(self, name: str) -> Any:
        sight = _sights_by_name(type(self._state))[name]
        self[name] = value = seen(self._state, sight, self._viewer)
        return value


@cache
def _sights_by_name(state: type[State]) -> dict[str, Sight]:
    return {sight.name: sight for sight in sights(state)}


def glance(s: State, viewer: int) -> View:
    """A view for a question about few of its entries: the same, but only these are worked out."""
    return View(viewer, type(s), _Glances(s, viewer))


class Gaze(NamedTuple):
    """Some sights, made ready for looking at them again and again."""

    values: Callable[[State], tuple[Any, ...]]
    """Their fields' values."""
    entries: tuple[tuple[Sight, Write], ...]
    """Each, and how it is written."""


@cache
def _gaze(state: type[State], words: Words, public: bool) -> Gaze:
    """Those that are the same for everybody, or those that are each seat's own."""
    some = [sight for sight in sights(state) if sight.public == public]
    fields = [sight.field.name for sight in some]
    values = attrgetter("seats", "seats", *fields)  # two more: of one name alone it would give no tuple
    return Gaze(lambda s: values(s)[2:], tuple((sight, plain(sight, words.write_action)) for sight in some))


def changed(before: State, after: State, words: Words) -> dict[str, Any]:
    """The entries of everybody's view, as plain data, that are not as before."""
    gaze, news = _gaze(type(after), words, True), {}
    for (sight, write), old, new in zip(gaze.entries, gaze.values(before), gaze.values(after), strict=True):
        if old is not new and old != new and (now := seen(after, sight, SPECTATOR)) != seen(before, sight, SPECTATOR):
            news[sight.name] = write(now)
    return news


def own_changed(before: State, after: State, viewer: int, words: Words) -> dict[str, Any]:
    """The entries that only this seat sees, as plain data, that are not as before; none for a SPECTATOR.

    With them comes what follows for the own seat from all that it sees, where that is not as before.
    """
    if viewer == SPECTATOR:
        return {}
    gaze, news = _gaze(type(after), words, False), {}
    for (sight, write), old, new in zip(gaze.entries, gaze.values(before), gaze.values(after), strict=True):
        if old is not new and old[viewer] != new[viewer]:
            news[sight.name] = write(seen(after, sight, viewer))
    if words.own is nothing:
        return news
    old_own = words.own(glance(before, viewer))
    return news | {key: own for key, own in words.own(glance(after, viewer)).items() if own != old_own[key]}


def known_state(view: View, state: type[AnyState]) -> AnyState:
    """All that the viewer of a view may know, as a state; what it cannot see is empty."""
    s = state(view.seats)
    for sight in sights(state):
        if sight.shows is Shows.COUNT or sight.name not in view.known:
            continue
        value = view.known[sight.name]
        if not sight.field.size:
            setattr(s, sight.name, value)
        else:
            row = getattr(s, sight.name)
            row[: len(value)] = [empty if item is None else item for item, empty in zip(value, row, strict=False)]
    return s


def eyes(state: type[State], seat: int) -> bytes:
    """A mask over the bytes of a record: 255 where a seat knows them, 0 where they are hidden from it."""
    mask = bytearray(state.layout.size)
    for sight in sights(state):
        at, width = state.layout.offsets[sight.field.name], BYTES[sight.field.stored_as]
        if sight.shows is Shows.WHOLE:
            mask[at : at + width * (sight.field.size or 1)] = b"\xff" * (width * (sight.field.size or 1))
        elif sight.shows is Shows.OWN:
            mask[at + width * seat : at + width * (seat + 1)] = b"\xff" * width
    return bytes(mask)


def secrets_of(kind: EventKind) -> frozenset[str]:
    """The values of an event that only the event's own seat may see."""
    return kind.secret


@cache
def _event_words(kind: EventKind) -> dict[str, tuple[Write, Speak]]:
    return {key: (writer(value), speaker(value)) for key, value in kind.values.items()}


class Event(NamedTuple):
    """Something that happened, as one viewer may know it: values that are hidden from the viewer are None."""

    kind: EventKind
    values: dict[str, int | None]

    @property
    def name(self) -> str:
        return self.kind.name

    @property
    def insider(self) -> int:
        """The seat that alone sees all of it; SPECTATOR if everybody sees the same."""
        return self.values["seat"] if self.kind.secret else SPECTATOR  # type: ignore[return-value]

    def seen_by(self, viewer: int) -> Event:
        """What a viewer may know of it."""
        if self.insider == SPECTATOR or viewer in (self.insider, EVERYTHING):
            return self
        shown = {key: None if key in self.kind.secret else value for key, value in self.values.items()}
        return Event(self.kind, shown)

    def sentence(self, names: Sequence[str] | None = None, to: int = SPECTATOR) -> str:
        """The event in English words; to a seat of whom it tells, it says *you*."""
        said = self.kind.without if self._hides() else self.kind.sentence
        if to_you := self._said_to(to):
            said, names = to_you, with_you(names, to)
        words = _event_words(self.kind)
        texts = {key: words[key][1](value, names) for key, value in self.values.items() if value is not None}
        return said.format_map(texts)

    def _hides(self) -> bool:
        return None in self.values.values()

    def _said_to(self, seat: int) -> str:
        """The sentence to a seat of whom it tells; empty for others, and where there is none."""
        to_it = (you for key, you in self.kind.to_you.items() if self._names(key, seat))
        return next(filter(None, (you.without if self._hides() else you.sentence for you in to_it)), "")

    def _names(self, key: str, seat: int) -> bool:
        """Whether a value of it is a seat, or among others that seat."""
        value = self.values[key]
        if value is None or seat < 0:
            return False
        return bool(value >> seat & 1) if self.kind.values[key] is Kind.SEATS else value == seat

    def json(self) -> dict[str, Any]:
        """The event as plain data."""
        words = _event_words(self.kind)
        data: dict[str, Any] = {"event": self.kind.name}
        for key, value in self.values.items():
            data[key] = None if value is None else words[key][0](value)
        return data

    @classmethod
    def read(cls, data: Mapping[str, Any], kinds: Iterable[EventKind]) -> Event:
        """The event of plain data, one of these kinds; what was hidden stays so."""
        kind = {kind.name: kind for kind in kinds}[data["event"]]
        hidden = {key for key in kind.secret if data[key] is None}
        return cls(
            kind, {key: None if key in hidden else reader(value)(data[key]) for key, value in kind.values.items()}
        )
