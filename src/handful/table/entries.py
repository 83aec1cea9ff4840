"""What a table is made of: a log of entries, numbered from 1. The state of a table is the fold of its log.

An entry is kept and sent as JSON with its kind in `kind`. Nothing is ever changed or removed.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Clock = Literal["off", "relaxed", "normal", "fast"]
Level = Literal["easy", "normal", "hard"]
Actor = Literal["player", "bot", "clock"]
"""Who acted: the player of the seat; the bot that sits there or stands in; the rules, because the clock ran out."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", omit_defaults=True):
    """What all entries have: when it was accepted, in milliseconds since 1970."""

    at: int


class Opened(Entry, frozen=True, kw_only=True, tag="opened"):
    """A table was opened. Its secret shuffle is committed to, and kept apart from the log until the end."""

    by: str
    game: str
    rules: int
    seats: int
    options: dict[str, str] = {}
    clock: Clock = "off"
    public: bool = True
    commitment: str
    """SHA-256 of the table's secret, in hex."""
    before: str = ""
    """The table of which this is a rematch."""
    draw_seats: bool = False
    """Seats, and so teams, are drawn when the game starts; else everybody plays where they sat down."""


class Sat(Entry, frozen=True, kw_only=True, tag="sat"):
    """A player took a seat, with a nonce of their own for the shuffle."""

    seat: int
    player: str
    name: str
    nonce: str = ""


class BotSat(Entry, frozen=True, kw_only=True, tag="bot_sat"):
    """A bot took a seat."""

    seat: int
    level: Level = "normal"


class Left(Entry, frozen=True, kw_only=True, tag="left"):
    """A seat was given up. Before the start it is free again; in a game a bot stands in for good."""

    seat: int


class Swapped(Entry, frozen=True, kw_only=True, tag="swapped"):
    """Two seats changed places before the start."""

    one: int
    other: int


class Started(Entry, frozen=True, kw_only=True, tag="started"):
    """The game began: all seats are taken, and the dice follow from the secret and the nonces."""

    seating: list[int] = []
    """By seat: where its player had sat down, if the seats were drawn."""


class Acted(Entry, frozen=True, kw_only=True, tag="acted"):
    """A seat did an action, or the steps of one."""

    seat: int
    actions: list[int]
    who: Actor = "player"
    id: str = ""
    """The client's own name for this action: one sent twice is done once."""
    reason: str = ""
    """A bot's one sentence on why; shown only after the game."""


class Returned(Entry, frozen=True, kw_only=True, tag="returned"):
    """A player for whom a bot stood in is back."""

    seat: int


class Resumed(Entry, frozen=True, kw_only=True, tag="resumed"):
    """A server took the table up again after nobody had looked after it for a while: running clocks get that back."""

    silence: int
    """Milliseconds."""


class Rematched(Entry, frozen=True, kw_only=True, tag="rematched"):
    """The same people went on to another table."""

    table: str


AnyEntry = Opened | Sat | BotSat | Left | Swapped | Started | Acted | Returned | Resumed | Rematched

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def encode(entry: AnyEntry) -> bytes:
    """The JSON of an entry."""
    return _encoder.encode(entry)


def decode(body: bytes) -> AnyEntry:
    """The entry of a JSON text."""
    return _decoder.decode(body)
