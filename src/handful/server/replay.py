"""A game told again from one seat's eyes: a finished one move by move, any other as its viewer was told it live."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from handful.observe import SPECTATOR
from handful.table.entries import Acted, AnyEntry, Opened
from handful.table.pictures import Picture, picture
from handful.table.proposal import fold
from handful.table.seats import seat_names
from handful.table.table import Table
from handful.table.updates import Step, Told, Update, told

SEAT = re.compile(r"\b[Ss]eat (\d{1,2})\b")


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """Why a bot did what it did: kept to itself until the game is over."""

    seat: int
    sentence: str


class Move(Update, frozen=True, kw_only=True, tag="update", omit_defaults=True):
    """An entry of a finished game, as its viewer was told it, and why a bot acted so."""

    reason: Reason | None = None


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game: the first picture, and for every entry what was told then and which parts changed."""

    table: str
    seat: int | None
    begin: Picture
    moves: list[Move]


def opened(id: str, secret: bytes, entries: Sequence[AnyEntry]) -> Table:
    """A table as it was when it was opened."""
    first = entries[0]
    assert isinstance(first, Opened)
    return Table.begin(id, secret, first)


def replay(id: str, secret: bytes, entries: Sequence[AnyEntry], viewer: int) -> Replay:
    """A finished game again."""
    table = opened(id, secret, entries)
    begin, moves = picture(table, viewer), []
    for proposal in fold(table, entries[1:]):
        update = Step(table, proposal.changes, proposal.table).update(viewer)
        table = proposal.table
        moves.append(Move(**msgspec.structs.asdict(update), reason=reason(table, proposal.changes[0].entry)))
    return Replay(table=id, seat=None if viewer == SPECTATOR else viewer, begin=begin, moves=moves)


def reason(table: Table, entry: AnyEntry) -> Reason | None:
    """Why a bot did what it did, if it said so."""
    if not isinstance(entry, Acted) or not entry.reason:
        return None
    return Reason(seat=entry.seat, sentence=with_names(entry.reason, seat_names(table.seats)))


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
    proposals = fold(opened(id, secret, entries), entries[1 : max(1, before - 1)])
    changes = [change for proposal in proposals for change in proposal.changes]
    return told(changes[-most:], viewer)
