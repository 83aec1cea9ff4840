"""What an integer of a state or an event stands for: as plain data for a program, and in words for a person."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from handful.cards import CARD_NUMBERS, CARD_TEXTS, SUIT_LETTERS, SUIT_NAMES, card_texts, members, pretty
from handful.kernel import Kind
from handful.kernel.state import Field

Write = Callable[[Any], Any]
Speak = Callable[[int, Sequence[str] | None], str]

_WRITE: dict[Kind, Write] = {
    Kind.CARD: lambda card: None if card < 0 else CARD_TEXTS[card],
    Kind.CARDS: card_texts,
    Kind.SEATS: lambda seats: list(members(seats)),
    Kind.SUIT: lambda suit: None if suit < 0 else SUIT_LETTERS[suit],
    Kind.SEAT: lambda seat: None if seat < 0 else seat,
    Kind.YES: bool,
}


_READ: dict[Kind, Write] = {
    Kind.CARD: lambda text: -1 if text is None else CARD_NUMBERS[text],
    Kind.CARDS: lambda texts: sum(1 << CARD_NUMBERS[text] for text in texts),
    Kind.SEATS: lambda seats: sum(1 << seat for seat in seats),
    Kind.SUIT: lambda letter: -1 if letter is None else SUIT_LETTERS.index(letter),
    Kind.SEAT: lambda seat: -1 if seat is None else seat,
}


def reader(kind: Kind) -> Write:
    """How values of a kind are read again from what `writer` has written."""
    return _READ.get(kind, int)


def writer(kind: Kind) -> Write:
    """How values of a kind are written as JSON has them: cards as their texts, sets as lists, missing ones as null."""
    return _WRITE.get(kind, int)


@cache
def field_writer(field: Field, write_action: Callable[[int], str] | None) -> Write:
    """How all of a field is written; a hidden value stays None."""
    write = _one_writer(field, write_action)
    return (lambda row: [None if value is None else write(value) for value in row]) if field.size else write


def _one_writer(field: Field, write_action: Callable[[int], str] | None) -> Write:
    if field.option and field.option.words:
        words = field.option.words
        return lambda value: words[value]
    if field.kind is Kind.ACTION and write_action is not None:
        return lambda action: None if action < 0 else write_action(action)
    return writer(field.kind)


@cache
def field_reader(field: Field, read_action: Callable[[str], int]) -> Write:
    """How one value of a field is read again from what `field_writer` has written of it."""
    if field.option and field.option.words:
        return field.option.words.index
    if field.kind is Kind.ACTION:
        return lambda text: -1 if text is None else read_action(text)
    return reader(field.kind)


def _spoken_seat(seat: int, names: Sequence[str] | None) -> str:
    return (names[seat] if names else f"Seat {seat}") if seat >= 0 else "nobody"


MOST_SEATS = 64
"""What a set of seats can hold."""


def with_you(names: Sequence[str] | None, seat: int) -> list[str]:
    """The names as a sentence to a seat has them: it is *you*."""
    known = names or [_spoken_seat(other, None) for other in range(MOST_SEATS)]
    return [*known[:seat], "you", *known[seat + 1 :]]


_SPEAK: dict[Kind, Speak] = {
    Kind.CARD: lambda card, _: pretty(card),
    Kind.CARDS: lambda cards, _: " ".join(pretty(card) for card in members(cards)) or "no cards",
    Kind.SUIT: lambda suit, _: SUIT_NAMES[suit] if suit >= 0 else "no suit",
    Kind.SEAT: _spoken_seat,
    Kind.SEATS: lambda seats, names: ", ".join(_spoken_seat(seat, names) for seat in members(seats)) or "nobody",
    Kind.YES: lambda value, _: "yes" if value else "no",
}


def speaker(kind: Kind) -> Speak:
    """How a sentence has values of a kind, with the players' names if they are given."""
    return _SPEAK.get(kind, lambda number, _: str(number))
