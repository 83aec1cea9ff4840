"""A lesson as a table: what its learner sees, as pictures and updates, and the table for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from handful.bots.cast import CAST
from handful.kernel.fair_shuffle import SECRET_BYTES, commitment
from handful.lesson import Lesson, Moment
from handful.table.entries import Acted, Actor, Opened
from handful.table.proposal import Change
from handful.table.seats import SeatInfo
from handful.table.table import Table
from handful.table.updates import Step, Update

LEARNER = "learner"
NO_SECRET = bytes(SECRET_BYTES)
"""A lesson's cards are written down: nothing of them follows from a secret."""


def table_of(lesson: Lesson, name: str = "") -> Table:
    """The table as the lesson begins."""
    told = lesson.transcript
    first = Opened(
        at=0,
        by=LEARNER,
        game=lesson.game.name,
        rules=lesson.game.rules.VERSION,
        seats=told.seats,
        options=dict(told.options),
        public=False,
        commitment=commitment(NO_SECRET),
    )
    empty = Table.begin(f"{lesson.game.name}-{lesson.number}", NO_SECRET, first)
    seats = tuple(
        SeatInfo(player=LEARNER, name=name) if seat == lesson.you else bot_called(lesson.players.get(seat, ""))
        for seat in range(told.seats)
    )
    return after(replace(empty, seats=seats), lesson.begin)


def bot_called(name: str) -> SeatInfo:
    """The seat of a bot: one of the cast, if it is called so."""
    known = next((character for character in CAST if character.name == name), None)
    return SeatInfo(name=name, bot=known.level, character=known.id) if known else SeatInfo(name=name, bot="easy")


def after(table: Table, moment: Moment) -> Table:
    """The table after a move of the lesson."""
    number, acting = table.number + 1, table.game.rules.actors(moment.position.state)
    asked = tuple(number * ((acting >> seat) & 1) for seat in range(len(table.seats)))
    status = "playing" if acting else "over"
    return replace(table, number=number, status=status, position=moment.position, acting=acting, asked=asked)


def change(table: Table, moment: Moment) -> Change:
    """What a move did, as a table tells it, on the table that came of it."""
    action = table.game.words.read_action(moment.text)
    who: Actor = "player" if table.seats[moment.seat].player else "bot"
    return Change(table.number, Acted(at=0, seat=moment.seat, actions=[action], who=who), moment.events)


def updates(table: Table, moments: Iterable[Moment], viewer: int) -> Iterator[tuple[Table, Update]]:
    """The table after each of some moves, and what the learner is sent of it."""
    for moment in moments:
        later = after(table, moment)
        yield later, Step(table, [change(later, moment)], later).update(viewer)
        table = later
