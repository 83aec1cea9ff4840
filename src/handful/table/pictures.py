"""What can be seen of a table: by a seat, by a spectator, and from the lobby."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from handful.observe import SPECTATOR
from handful.table.entries import Clock, Origin, Pace
from handful.table.portraits import Colour, Sign
from handful.table.seats import SeatInfo
from handful.table.table import Status, Table

ViewData = Annotated[dict[str, Any], Meta(extra={"type": "View"})]
"""A view as plain data; the game declares its fields."""


class ListedSeat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who sits in a seat, as the lobby shows it."""

    name: str
    bot: str
    """The level of the bot that sits here, or empty."""
    away: bool
    """A bot stands in until the player is back."""
    free: bool
    character: str
    """Of the cast, if a bot has the seat: whose face it shows."""
    sign: Sign
    colour: Colour
    """The face of the person who has the seat."""


class SeatPicture(ListedSeat, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who sits in a seat, as everybody at the table sees it."""

    nonce: str
    timeouts: int
    page: str
    """The id of the player's public page; empty for a bot's seat."""
    left: str
    """The name of the player who gave the seat to the bot for good, or empty."""
    kept: str
    """The name of the player for whom the free seat is kept, or empty."""


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
    status: Status
    game: str
    rules: int
    options: dict[str, str]
    """Those that differ from their defaults."""
    clock: Clock
    """The clock that runs; the game's usual one, which nobody chose, is off where one person plays with bots."""
    public: bool
    full: bool
    """No seat is free: one can watch."""
    commitment: str
    """SHA-256 of the secret of the shuffle, in hex."""
    before: str
    """The table of which this is a rematch, or empty."""
    draw_seats: bool
    """Seats, and so teams, are drawn when the game starts."""
    pace: Pace
    """How quickly bots act here; the usual pace is that of the server."""
    rematch: str
    """The table of the rematch, or empty."""
    origin: Origin | None
    """The finished game that this one goes on with from its middle; such a game is not rated."""
    stops: list[int]
    """The seats whose players wish to stop the game. When all people at the table do, it is stopped."""
    phase: str
    """The code of the phase that the game is in, whose words the game's face has; empty if there is none."""
    partners: list[list[int]]
    """Who plays together now; empty if everybody plays alone."""
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


class Visitor(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who watches."""

    name: str
    sign: Sign
    colour: Colour


class Listing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table as the lobby shows it: who sits there and what is played, nothing of how the game stands."""

    table: str
    status: Status
    game: str
    rules: int
    options: dict[str, str]
    clock: Clock
    opened: int
    """Milliseconds since 1970."""
    seats: list[ListedSeat]
    mine: bool = False
    """Whether you have a seat there, or opened it."""


def picture(table: Table, viewer: int) -> Picture:
    """Everything that a seat, or a SPECTATOR, may know now."""
    opened, seated = table.opened, viewer != SPECTATOR
    return Picture(
        table=table.id,
        number=table.number,
        status=table.status,
        game=opened.game,
        rules=opened.rules,
        options=opened.options,
        clock=table.clock,
        public=opened.public,
        full=table.full,
        commitment=opened.commitment,
        before=opened.before,
        draw_seats=opened.draw_seats,
        pace=opened.pace,
        rematch=table.rematch,
        origin=opened.origin,
        stops=list(table.stops),
        phase=table.phase,
        partners=table.partners,
        seat=viewer if seated else None,
        seats=seats(table),
        arrangers=arrangers(table),
        view=table.position.view(viewer).json(table.game.words) if table.position else None,
        actors=table.actors(),
        deadlines=table.deadlines(),
        decision=(table.asked[viewer] or None) if seated else None,
        legal=table.legal(viewer) if seated else [],
        result=result(table),
    )


def seats(table: Table) -> list[SeatPicture]:
    """Who sits where. A player's id is not told."""
    return [
        SeatPicture(
            **msgspec.structs.asdict(_listed(info)),
            nonce=info.nonce,
            timeouts=info.timeouts,
            page="" if info.bot else info.page,
            left=info.left_name,
            kept=info.kept_name if info.free else "",
        )
        for info in table.seats
    ]


def listed_seats(table: Table) -> list[ListedSeat]:
    """Who sits where, as it is shown outside the table."""
    return [_listed(info) for info in table.seats]


def _listed(info: SeatInfo) -> ListedSeat:
    return ListedSeat(
        name=info.name,
        bot=info.bot,
        away=info.away,
        free=info.free,
        character=info.character,
        sign=info.portrait.sign,
        colour=info.portrait.colour,
    )


def arrangers(table: Table) -> list[int]:
    """The seats whose players may arrange the others."""
    return [seat for seat, info in enumerate(table.seats) if info.player and table.may_arrange(info.player)]


def result(table: Table) -> Result | None:
    """How the game ended, and the secret of its shuffle; None before the end."""
    outcome = table.position.outcome() if table.position and table.status == "over" else None
    if outcome is None:
        return None
    return Result(scores=list(outcome.scores), winners=list(outcome.winners), secret=table.secret.hex())


def listing(table: Table) -> Listing:
    """What the lobby shows of a table."""
    opened = table.opened
    return Listing(
        table=table.id,
        status=table.status,
        game=opened.game,
        rules=opened.rules,
        options=opened.options,
        clock=table.clock,
        opened=opened.at,
        seats=listed_seats(table),
    )
