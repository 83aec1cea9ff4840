"""What a table is made of: a log of entries, numbered from 1. The state of a table is the fold of its log.

An entry is kept and sent as JSON with its kind in `kind`. Nothing is ever changed or removed.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from handful.policy import Level
from handful.table.portraits import Colour, Sign

Clock = Literal["off", "relaxed", "normal", "fast"]
Pace = Literal["usual", "quick", "slow"]
"""How quickly bots act at a table; the usual pace is that of the server."""
Actor = Literal["player", "bot", "clock", "before"]
"""Who acted: the player of the seat; the bot that sits there or stands in; the rules, because the clock ran out; or
whoever did in the game that this one goes on with."""


class Kept(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """For whom a seat is kept: nobody if it is empty."""

    player: str = ""
    name: str = ""


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """Where a game that goes on from a finished one comes from."""

    table: str
    number: int
    """The last entry of that table's log whose actions are played here too."""
    shuffle: str
    """The table whose id, secret and nonces the cards follow from: the first one, if that table goes on itself."""


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
    usual_clock: bool = False
    """Nobody chose the clock: it is the game's usual one, and runs only where two or more people play."""
    pace: Pace = "usual"
    """How quickly bots act here."""
    kept: list[Kept] = []
    """By seat: for whom it is kept, at the table of a rematch."""
    origin: Origin | None = None
    """The game that this one goes on with, from its middle."""


class OptionsSet(Entry, frozen=True, kw_only=True, tag="options_set"):
    """What is played was set anew before the start: everything, as it is from now on."""

    options: dict[str, str] = {}
    clock: Clock = "off"
    draw_seats: bool = False
    usual_clock: bool = False


class Sat(Entry, frozen=True, kw_only=True, tag="sat"):
    """A player took a seat, with a nonce of their own for the shuffle."""

    seat: int
    player: str
    name: str
    nonce: str = ""
    sign: Sign = "initial"
    colour: Colour = "green"
    page: str = ""
    """The id of the player's public page."""


class BotSat(Entry, frozen=True, kw_only=True, tag="bot_sat"):
    """A bot took a seat, as a character of the cast."""

    seat: int
    level: Level = "normal"
    character: str = ""
    name: str = ""
    nonce: str = ""
    """That of whoever sat there in the game that this one goes on with."""


class Left(Entry, frozen=True, kw_only=True, tag="left"):
    """A seat was given up. Before the start it is free again; in a game a bot has it for good."""

    seat: int
    character: str = ""
    name: str = ""
    """The bot that has the seat then."""


class StoodIn(Entry, frozen=True, kw_only=True, tag="stood_in"):
    """A bot stands in for a player until that one is back: the player left, or was away and another person said so."""

    seat: int
    by: int
    """The seat whose player said so."""


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


class StopWished(Entry, frozen=True, kw_only=True, tag="stop_wished"):
    """A player wishes that the game be stopped."""

    seat: int


class StopDeclined(Entry, frozen=True, kw_only=True, tag="stop_declined"):
    """A player wishes to play on: all wishes to stop are void."""

    seat: int


class Stopped(Entry, frozen=True, kw_only=True, tag="stopped"):
    """Everybody agreed to stop: the game ends here, without a result."""


class Rematched(Entry, frozen=True, kw_only=True, tag="rematched"):
    """The same people went on to another table."""

    table: str


AnyEntry = (
    Opened
    | OptionsSet
    | Sat
    | BotSat
    | Left
    | Swapped
    | Started
    | Acted
    | StoodIn
    | Returned
    | Resumed
    | StopWished
    | StopDeclined
    | Stopped
    | Rematched
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def encode(entry: AnyEntry) -> bytes:
    """The JSON of an entry."""
    return _encoder.encode(entry)


def decode(body: bytes) -> AnyEntry:
    """The entry of a JSON text."""
    return _decoder.decode(body)
