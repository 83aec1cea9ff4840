"""A view as numbers, for a network: one encoding for every game, worked out from the sights of the observer.

Seats are counted from the one who looks: seat +0 is oneself, seat +1 the next clockwise. A set is one column a member,
one of several (a seat, a card, a suit, a word) likewise, with none of them 1 where there is none. A number is scaled to
0 … 1 by its declared range, and clipped to it; a number without a range is taken to lie in what its storage holds, at
most 16 bits. As floats that is one column; as packed bits it is the number itself in binary, the lowest bit first.
The last events follow, where the game keeps them in mind: of each its kind, and its values as far as the seat knows
them; and what the seat can be certain of, where that is asked for: which cards every other hand certainly holds and may
hold, of which sets it holds one, what is in no hand, and how many of its cards are unknown.

The function that fills the columns is written out from the declaration and speaks the dialect of the rules, so that it
runs interpreted, compiled and on a GPU.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from handful.cards import CARD_TEXTS, SUIT_NAMES
from handful.event_memory import event_range, heard_kind, heard_value, known_values, none_of, places, recalled
from handful.kernel import Kind, State, rule
from handful.kernel.bits import count, highest, lowest
from handful.kernel.memory import remember
from handful.kernel.state import BYTES, Field
from handful.knowledge import DEDUCED, GONE, HOLDS, MAY_HOLD, SOME_OF
from handful.observe import Event, Shows, Sight, View, as_seen, insiders, sights

WORD = 32
"""Packed columns are words of so many bits, the first column in the lowest bit of the first word."""
MOST_BITS = 16
"""What is thought of a number without a range: at most so many bits."""
ACTION_BITS = 63
MOST_SEATS = 8
"""Where no field has a value for each seat."""
DEDUCE = f"deduce(s, me, s.{DEDUCED})"
"""How what a seat can be certain of is worked out, before it is put into columns."""

Rule = tuple[str, Callable[..., Any]]
"""A rule, and what it is called where it is used."""
Encode = Callable[[Any, int, Any], None]
"""Fill a row of columns with what a seat sees of a state."""


@rule
def one_hot(value: int, low: int) -> int:
    """The set of one value, or of none if it is below 0."""
    return 1 << (value - low) if value >= 0 else 0


@rule
def one_seat(seat: int, me: int, seats: int) -> int:
    """The set of one seat, counted from me; of none if it is below 0."""
    if seat < 0:
        return 0
    return 1 << (seat - me if seat >= me else seat - me + seats)


@rule
def seats_from(bits: int, me: int, seats: int) -> int:
    """A set of seats, counted from me."""
    return ((bits >> me) | (bits << (seats - me))) & ((1 << seats) - 1)


@rule
def within(value: int, low: int, high: int) -> int:
    """How far a number lies above the low end of its range, clipped to it."""
    return min(max(value, low), high) - low


@rule
def spread(out: Any, at: int, bits: int, width: int) -> None:
    """One column a bit."""
    for i in range(width):
        out[at + i] = 1.0 if (bits >> i) & 1 else 0.0


@dataclass(frozen=True)
class Group:
    """Neighbouring columns that come from one value of a view."""

    name: str
    """The entry of the view."""
    of: str
    """Whose value it is, or which of a row; empty for a single one."""
    meanings: tuple[str, ...]
    """What a 1 means, column by column; of a number: only its range."""
    source: str
    """The value as an integer of 0 or more, in the dialect."""
    span: int = 0
    """Of a number: how far its range goes; 0 for a set."""

    def width(self, packed: bool) -> int:
        """How many columns there are."""
        if not self.span:
            return len(self.meanings)
        return self.span.bit_length() if packed else 1


class Column(NamedTuple):
    """What one column means."""

    place: int
    name: str
    of: str
    meaning: str


class Columns:
    """Columns of one kind: of what a seat sees of a state, or of what an action is made of."""

    def __init__(
        self, title: str, found: list[Group], seats: int, packed: bool, rules: Sequence[Rule] = (), first: str = ""
    ) -> None:
        """Write out the function that fills these groups.

        `rules` are those that their sources call, and `first` is what is done before.
        """
        self.title, self.groups, self.seats, self.packed = title, found, seats, packed
        self.width = sum(group.width(packed) for group in found)
        """How many columns."""
        self.size = -(-self.width // WORD) if packed else self.width
        """The length of the row that `encode` fills: floats, or words of packed columns."""
        self.encode: Encode = written_out(self, rules, first)
        """Fill a row: of a state for a seat, or of an action for the seat that does it."""

    def describe(self) -> list[Column]:
        """What each column means, in their order."""
        found: list[Column] = []
        for group in self.groups:
            meanings: tuple[str, ...] = group.meanings
            if group.span and self.packed:
                meanings = tuple(f"{group.meanings[0]}, bit {n}" for n in range(group.width(True)))
            found += [Column(len(found) + n, group.name, group.of, meaning) for n, meaning in enumerate(meanings)]
        return found

    def of(self, whole: Any, seat: int) -> list[float]:
        """The columns of one state or action as a list; interpreted."""
        row: list[float] = [0] * self.size
        self.encode(whole, seat, row)
        return row


def view_columns(view: View, packed: bool = False, heard: Sequence[Event] = ()) -> list[float]:
    """The columns of a view, for a bot that is told nothing else: the same as from the state.

    Where the game keeps events in mind, `heard` are all events so far, or the last of them, as the seat may know them.
    """
    s = as_seen(view, view.state)
    if memory := view.state.memory:
        for event in heard:
            remember(s, memory.events.kinds.index(event.kind), known_values(event))
    return columns(view.state, view.seats, packed).of(s, view.seat)


@cache
def columns(state: type[State], seats: int, packed: bool = False) -> Columns:
    """The columns of a game's views; made once."""
    called = tuple(("deduce", rule) for rule in deduced_by(state))
    return Columns(state.__module__, groups(state, seats), seats, packed, called, DEDUCE if called else "")


def deduced_by(state: type[State]) -> tuple[Callable[..., Any], ...]:
    """The rule that the columns of these states call to work out what a seat can be certain of, if there is one."""
    return (state.deduction.deduce,) if state.deduction else ()


def card_names(pack: int) -> tuple[str, ...]:
    """The texts of the cards of a pack, and of any between them."""
    return CARD_TEXTS[lowest(pack) : highest(pack) + 1]


def groups(state: type[State], seats: int) -> list[Group]:
    """All groups of columns: the own seat, then the entries of a view in their order."""
    found = [Group("seat", "", tuple(f"seat {seat}" for seat in range(seats)), "1 << me")]
    for sight in sights(state):
        found += list(groups_of(state, seats, sight))
    return [*found, *event_groups(state, seats), *knowledge_groups(state, seats)]


def event_groups(state: type[State], seats: int) -> Iterator[Group]:
    """The groups of the events in the memory of a state: the last one is `event -1`, the one before it `event -2` …"""
    if not state.memory:
        return
    kinds = state.memory.events.kinds
    values = {(key, one): None for kind in kinds for key, one in kind.values.items()}
    for back in range(state.memory.most):
        name, at = f"event -{back + 1}", f"recalled(s, {back}, {state.memory.most})"
        yield Group(name, "kind", tuple(kind.name for kind in kinds), f"heard_kind(s, {at})")
        for key, one in values:
            low, high = event_range(kinds, key)
            none = low if one is Kind.NUMBER else none_of(one)
            source = f"heard_value(s, me, {at}, {places(kinds, key, one)}, {insiders(kinds, key)}, {none})"
            yield value_group(state, seats, one, name, key, source) or number_group(name, key, source, low, high)


def knowledge_groups(state: type[State], seats: int) -> Iterator[Group]:
    """The groups of what a seat can be certain of: about every other hand, and what is in none."""
    if not state.deduction:
        return
    hands = [sight.field.name for sight in sights(state) if sight.shows is Shows.COUNT and sight.field.seated]
    kinds = {"certainly holds": HOLDS, "may hold": MAY_HOLD} | ({"some of": SOME_OF} if state.deduction.sets else {})
    for name, at in kinds.items():
        for n in range(1, seats):
            yield known_cards(state, name, f"seat +{n}", f"s.{DEDUCED}[{at} + p{n}]")
    yield known_cards(state, "gone", "", f"s.{DEDUCED}[{GONE}]")
    for n in range(1, seats if hands else 0):
        unknown = f"count(s.{hands[0]}[p{n}]) - count(s.{DEDUCED}[{HOLDS} + p{n}])"
        yield number_group("unknown cards", f"seat +{n}", unknown, 0, count(state.pack_of_cards))


def known_cards(state: type[State], name: str, of: str, place: str) -> Group:
    """The group of a set of cards that was worked out."""
    made = value_group(state, 0, Kind.CARDS, name, of, place)
    assert made
    return made


def groups_of(state: type[State], seats: int, sight: Sight) -> Iterator[Group]:
    """The groups of one entry of a view."""
    field = sight.field
    place = f"s.{field.name}"
    if sight.shows is Shows.OWN:
        yield group(state, seats, sight, "seat +0", f"{place}[me]")
    elif field.seated:
        for n in range(seats):
            yield group(state, seats, sight, f"seat +{n}", f"{place}[p{n}]")
    elif field.size and field.by_team:
        yield group(state, seats, sight, "own team", f"{place}[me % 2]")
        yield group(state, seats, sight, "other team", f"{place}[1 - me % 2]")
    elif field.size:
        for n in range(field.size):
            yield group(state, seats, sight, f"number {n}", f"{place}[{n}]")
    else:
        yield group(state, seats, sight, "", place)


def group(state: type[State], seats: int, sight: Sight, of: str, place: str) -> Group:
    """The group of one value."""
    field, name = sight.field, sight.name
    if sight.shows is Shows.COUNT:
        return number_group(name, of, f"count({place})", 0, count(state.pack_of_cards))
    if made := value_group(state, seats, field.kind, name, of, place):
        return made
    if words := (field.option.words if field.option else field.words):
        return Group(name, of, words, f"one_hot({place}, 0)")
    if field.bits:
        return Group(name, of, tuple(str(n) for n in range(field.bits)), f"{place} & {(1 << field.bits) - 1}")
    if field.by_team and not field.size:
        return Group(name, of, ("own team", "other team"), f"1 << (({place} + me) & 1)")
    return number_group(name, of, place, *range_of(state, field))


def value_group(state: type[State], seats: int, kind: Kind, name: str, of: str, place: str) -> Group | None:
    """The group of a value whose kind says all; None for a number or a word, of which more must be known."""
    low, texts = lowest(state.pack_of_cards), card_names(state.pack_of_cards)
    if kind is Kind.CARDS:
        return Group(name, of, texts, f"({place} >> {low}) & {(1 << len(texts)) - 1}")
    if kind is Kind.CARD:
        return Group(name, of, texts, f"one_hot({place}, {low})")
    if kind is Kind.SEAT:
        return Group(name, of, from_me(seats), f"one_seat({place}, me, {seats})")
    if kind is Kind.SEATS:
        return Group(name, of, from_me(seats), f"seats_from({place}, me, {seats})")
    if kind is Kind.SUIT:
        return Group(name, of, SUIT_NAMES, f"one_hot({place}, 0)")
    if kind is Kind.YES:
        return Group(name, of, ("yes",), place)
    if kind is Kind.ACTION:
        meanings = ("there is one", *(f"bit {n} of the action" for n in range(ACTION_BITS - 1)))
        return Group(name, of, meanings, f"(2 * {place} + 1 if {place} >= 0 else 0)")
    return None


def from_me(seats: int) -> tuple[str, ...]:
    """The seats, counted from the one who looks."""
    return tuple(f"seat +{seat}" for seat in range(seats))


def range_of(state: type[State], field: Field) -> tuple[int, int]:
    """Where a number lies: as declared, or else in what its storage holds, at most 16 bits."""
    if field.name == "seats":
        return 0, next((other.size for other in state.fields.values() if other.seated), MOST_SEATS)
    if field.option:
        return field.option.low, field.option.high
    if field.low != field.high:
        return field.low, field.high
    half = 1 << (min(8 * BYTES[field.stored_as], MOST_BITS) - 1)
    return -half, half - 1


def number_group(name: str, of: str, place: str, low: int, high: int) -> Group:
    """The group of a number in a range."""
    return Group(name, of, (f"{low} … {high}",), f"within({place}, {low}, {high})", high - low)


def written_out(columns: Columns, rules: Sequence[Rule], first: str) -> Encode:
    """The function that fills the columns, as a rule."""
    lines = ["def encode(s, me, out):", *([f"    {first}"] if first else [])]
    seated = columns.seats
    lines += [f"    p{n} = me + {n} if me + {n} < {seated} else me + {n - seated}" for n in range(seated)]
    lines += packed_lines(columns) if columns.packed else float_lines(columns)
    text = "\n".join(lines) + "\n"
    kind = "packed" if columns.packed else "floats"
    source = f"<columns of {columns.title}, {columns.seats} seats, {kind}>"
    linecache.cache[source] = (
        len(text),
        None,
        text.splitlines(keepends=True),
        source,
    )  # so that a traceback can show it
    names: dict[str, Any] = {
        helper.__name__: helper
        for helper in (one_hot, one_seat, seats_from, within, spread, count, recalled, heard_kind, heard_value)
    }
    names |= dict(rules)
    exec(compile(text, source, "exec"), names)  # the names are those of the declaration
    return rule(names["encode"])  # type: ignore[no-any-return]


def float_lines(columns: Columns) -> Iterator[str]:
    """Every group spread over its columns; numbers are scaled."""
    at = 0
    for group in columns.groups:
        width = group.width(False)
        if group.span:
            yield f"    out[{at}] = ({group.source}) / {group.span}"
        elif width == 1:
            yield f"    out[{at}] = {group.source}"
        else:
            yield f"    spread(out, {at}, {group.source}, {width})"
        at += width


def packed_lines(columns: Columns) -> Iterator[str]:
    """Every group put after the one before, bit by bit, into words."""
    at = 0
    yield "    word = 0"
    for group in columns.groups:
        yield f"    bits = {group.source}"
        left = group.width(True)
        while left:
            room = WORD - at % WORD
            taken = min(left, room)
            piece = f"bits & {(1 << taken) - 1}" if taken < left else "bits"
            yield f"    word |= ({piece}) << {at % WORD}"
            if taken < left:
                yield f"    bits >>= {taken}"
            at, left = at + taken, left - taken
            if at % WORD == 0:
                yield f"    out[{at // WORD - 1}] = word"
                yield "    word = 0"
    if at % WORD:
        yield f"    out[{at // WORD}] = word"


def unpacked(words: Any, width: int) -> Any:
    """Packed columns as an array of 0 and 1, one byte each."""
    import numpy as np

    octets = np.ascontiguousarray(words).view(np.uint8)
    return np.unpackbits(octets, axis=-1, count=width, bitorder="little")
