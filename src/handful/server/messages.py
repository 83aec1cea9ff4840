"""Every message of the sockets, in both directions, and what the HTTP part takes and gives.

These types are the protocol: frames are decoded strictly into them, docs/protocol.md and web/src/protocol.ts are made
from them. Actions travel as texts in the game's notation, because a JavaScript number cannot hold 64 bits.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from handful.table.entries import Clock, Level

FRAME_BYTES = 16 * 1024
LARGEST = 1 << 53
"""Numbers stay below what JavaScript holds exactly."""

REACTIONS = ("hello", "good_luck", "well_played", "thanks", "wow", "oops", "thinking", "sorry", "good_game")
Reaction = Literal["hello", "good_luck", "well_played", "thanks", "wow", "oops", "thinking", "sorry", "good_game"]

Seat = Annotated[int, Meta(ge=0, le=15)]
Number = Annotated[int, Meta(ge=0, le=LARGEST)]
Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"\A[\x21-\x7e]+\Z")]
Nonce = Annotated[str, Meta(max_length=64, pattern=r"\A[\x21-\x7e]*\Z")]
ActionText = Annotated[str, Meta(min_length=1, max_length=120)]
Parts = dict[str, Any]


def _is(name: str) -> Meta:
    """Says of plain data which of the types below it has; it is built by the table, not here."""
    return Meta(extra={"type": name})


EventData = Annotated[Parts, _is("Event")]
PictureData = Annotated[Parts, _is("Picture")]
PictureParts = Annotated[Parts, _is("Partial<Picture>")]
ViewData = Annotated[Parts, _is("View")]
ListingData = Annotated[Parts, _is("Listing")]


class SeatPicture(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who sits in a seat, as everybody at the table sees it."""

    name: str
    bot: str
    """The level of the bot that sits here, or empty."""
    away: bool
    """A bot stands in until the player is back."""
    free: bool
    nonce: str
    timeouts: int


class Result(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the game ended, and the secret of its shuffle in hex."""

    scores: list[int]
    winners: list[int]
    secret: str


class Picture(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that one seat, or a spectator, may know of a table."""

    table: str
    number: int
    """How many entries the table's log has."""
    status: Literal["open", "playing", "over"]
    game: str
    rules: int
    options: dict[str, str]
    """Those that differ from their defaults."""
    clock: Clock
    public: bool
    commitment: str
    """SHA-256 of the secret of the shuffle, in hex."""
    before: str
    """The table of which this is a rematch, or empty."""
    draw_seats: bool
    """Seats, and so teams, are drawn when the game starts."""
    rematch: str
    """The table of the rematch, or empty."""
    seat: int | None
    """Your own seat."""
    seats: list[SeatPicture]
    arrangers: list[int]
    """The seats that may seat bots and start."""
    view: ViewData | None
    """What the game shows to this seat; null before the start. Its fields are those of the game's state."""
    actors: list[int]
    """The seats that may act now."""
    deadlines: list[int | None]
    """By seat: when its clock runs out, in milliseconds since 1970."""
    decision: int | None
    """The number with which your decision began, if you may act."""
    legal: list[str]
    """Every action that you may do now, in the game's notation."""
    result: Result | None


class ListedSeat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who sits in a seat, as the lobby shows it."""

    name: str
    bot: str
    away: bool
    free: bool


class Listing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table as the lobby shows it."""

    table: str
    status: Literal["open", "playing", "over"]
    game: str
    rules: int
    options: dict[str, str]
    clock: Clock
    opened: int
    """Milliseconds since 1970."""
    seats: list[ListedSeat]


class FromClient(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """What a client sends."""


class ToClient(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """What the server sends."""


class Hello(FromClient, frozen=True, tag="hello"):
    """The first message on a table's socket: the number of the last entry that the client knows, 0 for none."""

    seen: Number = 0


class Command(FromClient, frozen=True):
    """A wish that is answered by `ack` or `refused` with the same id."""

    id: Id


class Sit(Command, frozen=True, tag="sit"):
    """Take a seat, or the first that is free; with a nonce of the player's own for the shuffle."""

    seat: Seat | None = None
    nonce: Nonce = ""


class Leave(Command, frozen=True, tag="leave"):
    """Give the seat up; in a game a bot plays on."""


class Swap(Command, frozen=True, tag="swap"):
    """Change to another seat before the start; whoever sits there changes places."""

    seat: Seat


class SeatBot(Command, frozen=True, tag="seat_bot"):
    """Put a bot on a free seat."""

    seat: Seat
    level: Level = "normal"


class RemoveBot(Command, frozen=True, tag="remove_bot"):
    """Free the seat of a bot before the start."""

    seat: Seat


class Start(Command, frozen=True, tag="start"):
    """Begin the game."""


class Act(Command, frozen=True, tag="act"):
    """Do an action, or the steps of one, all or none; `seen` is the number of the picture it was chosen by."""

    actions: Annotated[list[ActionText], Meta(min_length=1, max_length=16)]
    seen: Number


class ComeBack(Command, frozen=True, tag="come_back"):
    """Take the seat back from the bot that stands in."""


class React(Command, frozen=True, tag="react"):
    """Show a reaction to everybody at the table, where the rules do not ask for silence."""

    reaction: Reaction


class Rematch(Command, frozen=True, tag="rematch"):
    """After the end: open a table with the same game, options and bots; `ack` carries its id."""

    nonce: Nonce = ""


FromPlayer = Hello | Sit | Leave | Swap | SeatBot | RemoveBot | Start | Act | ComeBack | React | Rematch


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of the log as a viewer may know it: its number, its kind, and what happened."""

    number: int
    entry: str
    events: list[EventData]
    """Each with its name in `event`, its values, and the whole in words in `sentence`."""


class Welcome(ToClient, frozen=True, tag="welcome"):
    """The answer to `hello`: the whole picture, and what was missed since `seen`; of too much, the newest part."""

    picture: PictureData
    missed: list[Told]
    complete: bool
    """Whether `missed` has everything since `seen`."""


class Update(ToClient, frozen=True, tag="update"):
    """Something happened: the fields of the picture, and of its view, that are different now."""

    number: int
    told: list[Told]
    picture: PictureParts
    view: ViewData = {}
    """Fields of `picture.view`; those that are given replace the earlier ones."""


class Fresh(ToClient, frozen=True, tag="fresh"):
    """A whole picture, because the client's was out of date."""

    picture: PictureData


class Ack(ToClient, frozen=True, tag="ack"):
    """A command was done and is durable; the number of the entry that did it."""

    id: str
    number: int
    table: str = ""
    """The new table, after `rematch`."""


class RefusedMessage(ToClient, frozen=True, tag="refused"):
    """A command was not done, and why, as a sentence; the id is empty if the message could not be read."""

    id: str
    sentence: str


class Reacted(ToClient, frozen=True, tag="reacted"):
    """A player showed a reaction; the seat is null for somebody who only watches."""

    seat: int | None
    name: str
    reaction: Reaction


class TakenOver(ToClient, frozen=True, tag="taken_over"):
    """The same player opened this table elsewhere: this socket closes with code 4001."""

    sentence: str


class Bye(ToClient, frozen=True, tag="bye"):
    """The server closes this socket, and says why."""

    sentence: str
    retry: bool = False
    """Whether it makes sense to connect again, after a moment."""


ToPlayer = Welcome | Update | Fresh | Ack | RefusedMessage | Reacted | TakenOver | Bye


class LobbyNow(ToClient, frozen=True, tag="lobby"):
    """The whole lobby: the first message on the lobby's socket."""

    tables: list[ListingData]


class LobbyTable(ToClient, frozen=True, tag="table"):
    """A public table was opened or changed."""

    table: ListingData


class LobbyGone(ToClient, frozen=True, tag="gone"):
    """A table is no longer in the lobby."""

    id: str


ToLobby = LobbyNow | LobbyTable | LobbyGone | Bye


class CloseCode(msgspec.Struct, frozen=True):
    """Why a socket was closed."""

    code: int
    meaning: str


TAKEN_OVER = CloseCode(4001, "the same player opened this table elsewhere")
MALFORMED = CloseCode(4400, "too many messages that cannot be read")
UNKNOWN_TABLE = CloseCode(4404, "there is no such table")
NO_HELLO = CloseCode(4408, "no hello came in time")
TOO_MANY = CloseCode(4429, "too many messages or connections")
SLOW = CloseCode(4013, "the client reads too slowly")
GOING = CloseCode(1012, "the server is restarting")
CLOSE_CODES = (TAKEN_OVER, MALFORMED, UNKNOWN_TABLE, NO_HELLO, TOO_MANY, SLOW, GOING)


class HttpBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the HTTP part takes."""


Name = Annotated[str, Meta(min_length=1, max_length=200)]
GameName = Annotated[str, Meta(min_length=1, max_length=40)]
TextOptions = Annotated[dict[GameName, Annotated[str, Meta(max_length=40)]], Meta(max_length=40)]


class NameMe(HttpBody, frozen=True):
    """A guest's name."""

    name: Name


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Who the cookie says you are; both empty for nobody."""

    id: str
    name: str


class DeviceCode(msgspec.Struct, frozen=True, kw_only=True):
    """A code with which another device becomes the same player, for ten minutes."""

    code: str


class UseCode(HttpBody, frozen=True):
    """The code that another device of yours showed."""

    code: Annotated[str, msgspec.Meta(max_length=160)]


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Every answer that says why not."""

    sentence: str


class OpenTable(HttpBody, frozen=True):
    """A table to open."""

    game: GameName
    seats: Annotated[int, Meta(ge=1, le=16)] | None = None
    options: TextOptions = {}
    clock: Clock = "off"
    public: bool = True
    draw_seats: bool | None = None
    """Draw the seats, and so the teams, when the game starts; if it is not said, they are where teams are fixed."""


class PlayNow(HttpBody, frozen=True):
    """A table to play at once, against bots."""

    game: GameName
    seats: Annotated[int, Meta(ge=1, le=16)] | None = None
    options: TextOptions = {}
    clock: Clock = "off"
    level: Level = "normal"
    nonce: Nonce = ""


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """The id of a table; its link is /t/ID, its socket /ws/tables/ID."""

    id: str


_encoder = msgspec.json.Encoder()
_from_player = msgspec.json.Decoder(FromPlayer)


def encode(message: ToPlayer | ToLobby) -> bytes:
    """The frame of a message."""
    return _encoder.encode(message)


def decode(frame: str) -> FromPlayer:
    """The message of a frame; msgspec.DecodeError says what is wrong with it."""
    message: FromPlayer = _from_player.decode(frame)
    return message
