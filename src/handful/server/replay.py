"""A finished game told again, move by move, from one seat's eyes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from handful.server import telling
from handful.table.entries import Acted, AnyEntry, Opened
from handful.table.table import Table


def replay(id: str, secret: bytes, entries: Sequence[AnyEntry], viewer: int) -> dict[str, Any]:
    """The first picture, and for every entry what was told then and which parts of the picture changed."""
    first = entries[0]
    assert isinstance(first, Opened)
    table = Table.begin(id, secret, first)
    begin = before = table.picture(viewer)
    moves = []
    for entry in entries[1:]:
        change = table.fold(entry)
        after = table.picture(viewer)
        story = telling.Story(table, [change])
        update = msgspec.to_builtins(telling.update(table.number, story, viewer, before, after))
        moves.append({**update, **reason(entry)})
        before = after
    return {"table": id, "seat": begin["seat"], "begin": begin, "moves": moves}


def reason(entry: AnyEntry) -> dict[str, Any]:
    """Why a bot did what it did: kept to itself until the game is over."""
    if isinstance(entry, Acted) and entry.reason:
        return {"reason": {"seat": entry.seat, "sentence": entry.reason}}
    return {}
