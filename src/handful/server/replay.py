"""A game told again from one seat's eyes: a finished one move by move, any other as its viewer was told it live."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from handful.server import telling
from handful.server.messages import Told
from handful.table.entries import Acted, AnyEntry, Opened
from handful.table.table import Table

SEAT = re.compile(r"\b[Ss]eat (\d{1,2})\b")


def replay(id: str, secret: bytes, entries: Sequence[AnyEntry], viewer: int) -> dict[str, Any]:
    """The first picture, and for every entry what was told then and which parts of the picture changed."""
    first = entries[0]
    assert isinstance(first, Opened)
    table = Table.begin(id, secret, first)
    teller = telling.Teller(table)
    begin = teller.show(viewer)
    moves = []
    for entry in entries[1:]:
        change = table.fold(entry)
        update = msgspec.json.decode(teller.step([change]).frame(viewer, knows=True))
        moves.append({**update, **reason(table, entry)})
    return {"table": id, "seat": begin["seat"], "begin": begin, "moves": moves}


def reason(table: Table, entry: AnyEntry) -> dict[str, Any]:
    """Why a bot did what it did: kept to itself until the game is over."""
    if isinstance(entry, Acted) and entry.reason:
        return {"reason": {"seat": entry.seat, "sentence": with_names(entry.reason, telling.names_of(table))}}
    return {}


def with_names(sentence: str, names: Sequence[str]) -> str:
    """A bot's sentence with the names of those whom it knew by their seats only.

    >>> with_names("Seat 1 has 5♥; seat 10 is not here.", ["Ada", "Bob"])
    'Bob has 5♥; seat 10 is not here.'
    """

    def name(match: re.Match[str]) -> str:
        return names[int(match[1])] if int(match[1]) < len(names) else match[0]

    return SEAT.sub(name, sentence)


def story(id: str, secret: bytes, entries: Sequence[AnyEntry], viewer: int, before: int, most: int) -> list[Told]:
    """What a viewer was told of the last entries before a number."""
    first = entries[0]
    assert isinstance(first, Opened)
    table = Table.begin(id, secret, first)
    changes = [table.fold(entry) for entry in entries[1 : max(1, before - 1)]]
    return telling.Story(table, changes[-most:]).told_to(viewer)
