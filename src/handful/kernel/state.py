"""A state is declared once: every field with what it holds and who may see it.

From the declaration follow the Python object the interpreted rules run on, the record the compiled rules run on, and
the view of any seat. Nothing is visible unless its declaration says so.

    class State(kernel.State, seats=4):
        turn: int = seat(EVERYBODY)
        hands: list[int] = per_seat(cards(OWNER, counted=True))
        deck: list[int] = row(32, card(NOBODY))
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar, NamedTuple, Self

from handful.kernel.events import Events
from handful.kernel.kinds import Kind


class Sees(StrEnum):
    """Who may see a field or a value."""

    EVERYBODY = "everybody"
    OWNER = "owner"
    NOBODY = "nobody"


EVERYBODY, OWNER, NOBODY = Sees.EVERYBODY, Sees.OWNER, Sees.NOBODY


STORED_AS = {
    Kind.NUMBER: "i",
    Kind.YES: "b",
    Kind.SEAT: "b",
    Kind.SEATS: "b",
    Kind.CARD: "b",
    Kind.CARDS: "q",
    Kind.SUIT: "b",
    Kind.ACTION: "q",
    Kind.WORD: "b",
    Kind.OPTION: "b",
}
"""The `struct` letter of each kind: b is 8 bits, i 32, q 64, all signed."""

ALL_CARDS = (1 << 54) - 1

BYTES = {"b": 1, "h": 2, "i": 4, "q": 8}


@dataclass(frozen=True)
class Option:
    """A choice that a table makes before play: one of some words, or a number in a range."""

    words: tuple[str, ...] = ()
    """The words, the default first."""
    default: int = 0
    low: int = 0
    high: int = 0
    seats: tuple[int, ...] = ()
    """The seat counts at which the option may differ from its default; empty: all."""

    @property
    def values(self) -> str:
        """The allowed values, as a person would write them, the default first."""
        if self.words:
            only = f" ({' or '.join(map(str, self.seats))} seats only)" if self.seats else ""
            return ", ".join(self.words) + only
        return f"{self.default} ({self.low}–{self.high})"

    @property
    def allowed(self) -> str:
        """The allowed values, to somebody who named another."""
        return f"one of {', '.join(self.words)}" if self.words else f"a number from {self.low} to {self.high}"

    def read(self, text: str) -> int | None:
        """The value a text stands for, or None."""
        if self.words:
            return self.words.index(text) if text in self.words else None
        if text.isascii() and text.isdigit() and str(int(text)) == text and self.low <= int(text) <= self.high:
            return int(text)
        return None

    def write(self, value: int) -> str:
        """The text of a value."""
        return self.words[value] if self.words else str(value)


@dataclass(frozen=True)
class Field:
    """One declared field."""

    kind: Kind
    sees: Sees = NOBODY
    counted: bool = False
    """Everybody may see how many cards there are, whoever may see which."""
    size: int = 0
    """How many values; 0 for a single one."""
    seated: bool = False
    """One value a seat: value p belongs to seat p."""
    words: tuple[str, ...] = ()
    """Of a word: all that it can be. The field holds, and a view shows, its index."""
    option: Option | None = None
    name: str = ""
    letter: str = ""
    low: int = 0
    high: int = 0
    """Of a number: where it lies, both ends included; equal if that is not declared."""
    bits: int = 0
    """Of a number that is a set of small numbers, one bit each: how many there can be."""
    by_team: bool = False
    """The number of a team, or one value a team: team t has the seats t, t + 2, t + 4."""

    @property
    def stored_as(self) -> str:
        return self.letter or STORED_AS[self.kind]


def number(sees: Sees = NOBODY, letter: str = "", low: int = 0, high: int = 0, bits: int = 0) -> Any:
    """A number from `low` to `high`, or a set of so many bits; 32 bits unless another `struct` letter is asked for."""
    return Field(Kind.NUMBER, sees, letter=letter, low=low, high=high, bits=bits)


def yes(sees: Sees = NOBODY) -> Any:
    """1 for yes, 0 for no."""
    return Field(Kind.YES, sees)


def seat(sees: Sees = NOBODY) -> Any:
    """A seat, or -1 for none."""
    return Field(Kind.SEAT, sees)


def seats(sees: Sees = NOBODY) -> Any:
    """A set of seats, one bit each."""
    return Field(Kind.SEATS, sees)


def card(sees: Sees = NOBODY) -> Any:
    """A card, or -1 for none."""
    return Field(Kind.CARD, sees)


def cards(sees: Sees = NOBODY, counted: bool = False) -> Any:
    """A set of cards, one bit each."""
    return Field(Kind.CARDS, sees, counted)


def suit(sees: Sees = NOBODY) -> Any:
    """A suit, or -1 for none."""
    return Field(Kind.SUIT, sees)


def action(sees: Sees = NOBODY) -> Any:
    """An action, or -1 for none."""
    return Field(Kind.ACTION, sees)


def word(sees: Sees, *words: str) -> Any:
    """One of some words, such as the phase of a game. The field holds the index of the word."""
    return Field(Kind.WORD, sees, words=words)


def per_seat(field: Any) -> Any:
    """One value a seat."""
    return replace(field, seated=True)


def row(size: int, field: Any) -> Any:
    """A row of values."""
    return replace(field, size=size)


def team(sees: Sees = NOBODY) -> Any:
    """The number of one of two teams: team 0 has the even seats, team 1 the odd ones."""
    return Field(Kind.NUMBER, sees, letter="b", high=1, by_team=True)


def per_team(field: Any) -> Any:
    """One value for each of the two teams."""
    return replace(field, size=2, by_team=True)


def choice(*words: str, seats: tuple[int, ...] = ()) -> Any:
    """A table option: one of some words, the default first. The field holds the index of the word."""
    return Field(Kind.OPTION, EVERYBODY, option=Option(words=words, seats=seats))


def flag(seats: tuple[int, ...] = ()) -> Any:
    """A table option: no or yes."""
    return choice("no", "yes", seats=seats)


def amount(default: int, low: int, high: int) -> Any:
    """A table option: a number in a range."""
    return Field(Kind.OPTION, EVERYBODY, option=Option(default=default, low=low, high=high))


TAKEN_NAMES = {"json", "known", "seat", "state"}
"""What a view itself is asked for."""


class Declared(type):
    """Turns the fields of a class body into slots and a layout."""

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any], seats: int = 0, pack: int = 0) -> Any:
        declared = {key: value for key, value in body.items() if isinstance(value, Field)}
        if taken := TAKEN_NAMES & set(declared):
            raise TypeError(f"a field cannot be called {', '.join(sorted(taken))}: a view has something of that name")
        kept = {key: value for key, value in body.items() if key not in declared}
        kept["__slots__"] = (*kept.get("__slots__", ()), *declared)
        cls: Any = super().__new__(mcs, name, bases, kept)
        fields = dict(getattr(cls, "fields", {}))
        for key, field in declared.items():
            fields[key] = replace(field, name=key, size=seats if field.seated else field.size)
        cls.fields = fields
        cls.layout = Layout(tuple(fields.values()))
        cls.pack_of_cards = pack or getattr(cls, "pack_of_cards", ALL_CARDS)
        cls.copy_fields = staticmethod(copier(fields))
        return cls

    def __init__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any], **_: int) -> None:
        super().__init__(name, bases, body)


def copier(fields: dict[str, Field]) -> Callable[[State, State], None]:
    """A function that copies all fields of one state to another, written out: every move of a live table needs it."""
    lines = [f" new.{name} = old.{name}{'[:]' if field.size else ''}" for name, field in fields.items()]
    names: dict[str, Any] = {}
    exec("\n".join(["def copy_fields(old, new):", *lines]), names)  # the names are those of the class body
    return names["copy_fields"]  # type: ignore[no-any-return]


class Layout:
    """Where each field stands in the record: wide fields first, so that all are aligned."""

    def __init__(self, fields: tuple[Field, ...]) -> None:
        self.order = tuple(sorted(fields, key=lambda field: -BYTES[field.stored_as]))
        self.offsets: dict[str, int] = {}
        at = 0
        for field in self.order:
            self.offsets[field.name] = at
            at += BYTES[field.stored_as] * (field.size or 1)
        self.size = -(-at // 8) * 8
        letters = "".join(f"{field.size or 1}{field.stored_as}" for field in self.order)
        self.struct = struct.Struct(f"<{letters}{self.size - at}x")


class Memory(NamedTuple):
    """How many of which events a state keeps."""

    events: Events
    most: int


class State(metaclass=Declared):
    """All that is true in a game. It never leaves the server."""

    __slots__ = ("told",)
    fields: ClassVar[dict[str, Field]]
    layout: ClassVar[Layout]
    pack_of_cards: ClassVar[int]
    """The set of the cards that the game is played with."""
    copy_fields: ClassVar[Callable[[State, State], None]]
    memory: ClassVar[Memory | None] = None
    """What it keeps of the events; nothing, unless somebody wants to learn from them."""
    deduction: ClassVar[Any] = None
    """How its game works out what a seat can be certain of; None, unless somebody wants to learn from that."""
    told: list[tuple[int, tuple[int, ...]]] | None

    seats: int = Field(Kind.NUMBER, EVERYBODY, letter="b")  # type: ignore[assignment]

    def __init__(self, seats: int, **options: int) -> None:
        self.told = None
        for name, field in self.fields.items():
            empty = -1 if field.kind in (Kind.SEAT, Kind.CARD, Kind.SUIT, Kind.ACTION) else 0
            value: Any = [empty] * field.size if field.size else empty
            setattr(self, name, field.option.default if field.option else value)
        self.seats = seats  # type: ignore[misc]  # noqa: PLE0237 (the metaclass makes the slots)
        for name, value in options.items():
            setattr(self, name, value)

    def values(self) -> list[int]:
        """Every integer of the state, in the order of the record."""
        flat: list[int] = []
        for field in self.layout.order:
            value = getattr(self, field.name)
            if field.size:
                flat.extend(value)
            else:
                flat.append(value)
        return flat

    def pack(self) -> bytes:
        """The bytes of the record that compiled rules run on."""
        return self.layout.struct.pack(*self.values())

    @classmethod
    def unpack(cls, record: bytes) -> Self:
        """The state that a record holds."""
        new = cls(0)
        flat = cls.layout.struct.unpack(record)
        at = 0
        for field in cls.layout.order:
            width = field.size or 1
            setattr(new, field.name, list(flat[at : at + width]) if field.size else flat[at])
            at += width
        return new

    def copy(self) -> Self:
        """Another state, equal and independent; nobody listens to it."""
        new = object.__new__(type(self))
        new.told = None
        type(self).copy_fields(self, new)
        return new

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.values() == other.values()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)}' for name in self.fields)})"
