"""Every message of the sockets, in both directions, and what the HTTP part takes and gives.

These types are the protocol: frames are decoded strictly into them, docs/protocol.md and web/src/protocol.ts are made
from them. Actions travel as texts in the game's notation, because a JavaScript number cannot hold 64 bits.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from handful.policy import Level
from handful.table.entries import Clock, Pace
from handful.table.pictures import ListedSeat, Listing, Picture, Visitor
from handful.table.portraits import Colour, Sign
from handful.table.refusals import Refused, Values
from handful.table.table import Status
from handful.table.updates import Told, Update

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
GameName = Annotated[str, Meta(min_length=1, max_length=40)]
TextOptions = Annotated[dict[GameName, Annotated[str, Meta(max_length=40)]], Meta(max_length=40)]


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
    """Go: before the start the seat is free again; in a game a bot stands in until you connect again or act."""


class Resign(Command, frozen=True, tag="resign"):
    """Give the seat to a bot for good, and watch."""


class StandIn(Command, frozen=True, tag="stand_in"):
    """Let a bot stand in for a player who has been away for a minute, until that one is back.

    Before the start it makes the seat free; then only those who arrange the table can do it.
    """

    seat: Seat


class Stop(Command, frozen=True, tag="stop"):
    """Wish or agree to stop the game; it is stopped when all people at the table do, at once if all others are bots."""

    agree: bool = True
    """False: play on. All wishes to stop are void then."""


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


class SetOptions(Command, frozen=True, tag="set_options"):
    """Set anew what is played, before the start; what is left out stays as it is."""

    options: TextOptions | None = None
    """All options that differ from their defaults."""
    clock: Clock | Literal[""] | None = None
    """Empty: the game's usual one."""
    draw_seats: bool | None = None


class Rematch(Command, frozen=True, tag="rematch"):
    """After the end: go to a table with the same game, options and bots, and sit where you sat; `ack` carries its id.

    Who asks first opens it; the seats of the others are kept for them.
    """

    nonce: Nonce = ""


FromPlayer = (
    Hello
    | Sit
    | Leave
    | Swap
    | SeatBot
    | RemoveBot
    | SetOptions
    | Start
    | Act
    | ComeBack
    | Resign
    | StandIn
    | Stop
    | React
    | Rematch
)


class Presence(ToClient, frozen=True, tag="presence"):
    """Who is here, and whether bots are ready: sent when it changes. It is no part of the log."""

    away: list[int | None]
    """By seat: since when its player is not here, in milliseconds since 1970; null for one who is, and for bots."""
    visitors: list[Visitor]
    """Some of those who watch and have a name."""
    watching: int
    """How many watch."""
    prepares: bool
    """Whether hard bots here play their first guess, because the server still makes their search ready."""


class Welcome(ToClient, frozen=True, tag="welcome"):
    """The answer to `hello`: the whole picture, and what was missed since `seen`; of too much, the newest part."""

    picture: Picture
    missed: list[Told]
    complete: bool
    """Whether `missed` has everything since `seen`."""
    presence: Presence


class Fresh(ToClient, frozen=True, tag="fresh"):
    """A whole picture, because the client's was out of date."""

    picture: Picture


class Ack(ToClient, frozen=True, tag="ack"):
    """A command was done and is durable; the number of the entry that did it."""

    id: str
    number: int
    table: str = ""
    """The new table, after `rematch`."""


class RefusedMessage(ToClient, frozen=True, tag="refused"):
    """A command was not done, and why; the id is empty if the message could not be read."""

    id: str
    code: str
    """What is wrong: one of the codes of the server, or `rules.` and a code of the game's rules."""
    sentence: str
    """The whole in English."""
    values: Values = {}
    """What stands in the sentence for its parts, by name."""


class Reacted(ToClient, frozen=True, tag="reacted"):
    """A player showed a reaction; the seat is null for somebody who only watches."""

    seat: int | None
    name: str
    reaction: Reaction


class TakenOver(ToClient, frozen=True, tag="taken_over"):
    """The same player opened this table elsewhere: this socket closes with code 4001."""

    code: str
    sentence: str


class Bye(ToClient, frozen=True, tag="bye"):
    """The server closes this socket, and says why."""

    code: str
    sentence: str
    retry: bool = False
    """Whether it makes sense to connect again, after a moment."""


ToPlayer = Welcome | Update | Presence | Fresh | Ack | RefusedMessage | Reacted | TakenOver | Bye


class LobbyNow(ToClient, frozen=True, tag="lobby"):
    """The whole lobby: the first message on the lobby's socket."""

    tables: list[Listing]


class LobbyTable(ToClient, frozen=True, tag="table"):
    """A public table was opened or changed."""

    table: Listing


class LobbyGone(ToClient, frozen=True, tag="gone"):
    """A table is no longer in the lobby."""

    id: str


class OwnGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game of yours that waits to begin or is being played."""

    table: str
    status: Status
    game: str
    rules: int
    options: dict[str, str]
    clock: Clock
    public: bool
    opened: int
    """Milliseconds since 1970, as all times."""
    seat: int | None
    """Your seat; null if you only opened the table."""
    seats: list[ListedSeat]
    mine: bool
    """Whether you are awaited: it is your turn."""
    actors: list[int]
    """The seats that may act now."""
    since: int
    """Since when those are awaited; before the start, since when the table is open."""
    deadline: int | None
    """When your clock runs out, if it runs."""
    scores: list[int]
    """By seat, if the game counts points."""
    phase: str


class OwnGames(ToClient, frozen=True, tag="own_games"):
    """All games of yours that wait or are being played: the second message on the lobby's socket if you have a name."""

    games: list[OwnGame]


class OwnGameNow(ToClient, frozen=True, tag="own_game"):
    """A game of yours is new, or has changed: above all, whose turn it is."""

    game: OwnGame


class OwnGameGone(ToClient, frozen=True, tag="own_game_gone"):
    """A game of yours is over, or no longer yours."""

    id: str


ToLobby = LobbyNow | LobbyTable | LobbyGone | OwnGames | OwnGameNow | OwnGameGone | Bye


class CloseCode(msgspec.Struct, frozen=True):
    """Why a socket was closed."""

    code: int
    meaning: str


TAKEN_OVER = CloseCode(4001, "the same player opened this table elsewhere")
MALFORMED = CloseCode(4400, "too many messages that cannot be read")
UNKNOWN_TABLE = CloseCode(4404, "there is no such table")
NO_HELLO = CloseCode(4408, "no hello came in time")
TOO_MANY = CloseCode(4429, "too many messages or connections")
LOGGED_OUT = CloseCode(4401, "the player logged out everywhere")
SLOW = CloseCode(4013, "the client reads too slowly")
GOING = CloseCode(1012, "the server is restarting")
CLOSE_CODES = (TAKEN_OVER, MALFORMED, LOGGED_OUT, UNKNOWN_TABLE, NO_HELLO, TOO_MANY, SLOW, GOING)


class HttpBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the HTTP part takes."""


Name = Annotated[str, Meta(min_length=1, max_length=200)]


class NameMe(HttpBody, frozen=True):
    """A guest's name."""

    name: Name


class FaceMe(HttpBody, frozen=True):
    """A face: a sign, or the first letter of the name, on a colour."""

    sign: Sign
    colour: Colour


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Who the cookie says you are; all empty for nobody."""

    id: str
    name: str
    sign: Sign = "initial"
    colour: Colour = "green"
    page: str = ""
    """The id of your public page: for links, good for nothing else."""


class DeviceCode(msgspec.Struct, frozen=True, kw_only=True):
    """A code with which another device becomes the same player, once, within ten minutes."""

    code: str


class UseCode(HttpBody, frozen=True):
    """The code that another device of yours showed."""

    code: Annotated[str, msgspec.Meta(max_length=64)]
    replace: bool = False
    """Whether the guest that this device is now may be given up: whoever has no other device cannot get it back."""


class LogOut(HttpBody, frozen=True):
    """End a player's cookies on all devices."""

    here: bool = False
    """This device forgets who it was, too; else it gets a new cookie."""


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Every answer that says why not."""

    code: str
    values: Values
    sentence: str


class OpenTable(HttpBody, frozen=True):
    """A table to open."""

    game: GameName
    seats: Annotated[int, Meta(ge=1, le=16)] | None = None
    options: TextOptions = {}
    clock: Clock | None = None
    """If it is not said, the game's usual one, which runs where two or more people play."""
    public: bool = True
    draw_seats: bool | None = None
    """Draw the seats, and so the teams, when the game starts; if it is not said, they are where teams are fixed."""
    pace: Pace = "usual"
    """How quickly bots act: the server's own pace is the usual one."""


class PlayNow(HttpBody, frozen=True):
    """A table to play at once, against bots."""

    game: GameName
    seats: Annotated[int, Meta(ge=1, le=16)] | None = None
    options: TextOptions = {}
    clock: Clock = "off"
    level: Level = "normal"
    nonce: Nonce = ""
    pace: Pace = "usual"


class PlayOn(HttpBody, frozen=True):
    """A place in a finished game from which to play on against bots."""

    number: Number
    """The last entry that is played as it was: the number of a move of the replay."""
    seat: Seat
    level: Level = "normal"
    pace: Pace = "usual"


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """The id of a table; its link is /t/ID, its socket /ws/tables/ID."""

    id: str


_encoder = msgspec.json.Encoder()
_from_player = msgspec.json.Decoder(FromPlayer)


def refused(id: str, why: Refused) -> RefusedMessage:
    """The message of a refusal."""
    return RefusedMessage(id=id, code=why.code, values=why.values, sentence=str(why))


def bye(why: Refused, retry: bool = False) -> Bye:
    """The last message on a socket."""
    return Bye(code=why.code, sentence=str(why), retry=retry)


def problem(why: Refused) -> Problem:
    """The answer to a request that is refused."""
    return Problem(code=why.code, values=why.values, sentence=str(why))


def encode(message: ToPlayer | ToLobby) -> bytes:
    """The frame of a message."""
    return _encoder.encode(message)


def decode(frame: str) -> FromPlayer:
    """The message of a frame; msgspec.DecodeError says what is wrong with it."""
    message: FromPlayer = _from_player.decode(frame)
    return message
