"""What comes of an entry: worked out here and nowhere else, once, whether the entry is proposed or read from a log."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Concatenate, NamedTuple, ParamSpec

from msgspec.structs import replace

from handful.bots.cast import pick
from handful.game import Illegal, Position
from handful.observe import Event
from handful.table import entries as e
from handful.table.portraits import Portrait
from handful.table.refusals import Refused
from handful.table.seats import STAND_IN, SeatInfo
from handful.table.table import Table

Seats = tuple[SeatInfo, ...]
P = ParamSpec("P")


class Change(NamedTuple):
    """What an entry did. The entry is for the log alone; a viewer is told the events, as far as the viewer may know."""

    number: int
    entry: e.AnyEntry
    events: list[Event]
    by: e.Actor = "player"
    """Who acted, if somebody did: `clock` also where a bot did because the player's time was up."""


class Proposal(NamedTuple):
    """What a command would do: the entries with their events, and the table that comes of them."""

    changes: tuple[Change, ...]
    """None if there is nothing to do."""
    table: Table

    @property
    def entries(self) -> list[e.AnyEntry]:
        """What is to be appended to the log."""
        return [change.entry for change in self.changes]

    def then(self, command: Callable[Concatenate[Table, P], Proposal], *how: P.args, **so: P.kwargs) -> Proposal:
        """This, and then another command, all or none."""
        more = command(self.table, *how, **so)
        return Proposal(self.changes + more.changes, more.table)


def nothing(table: Table) -> Proposal:
    """There is nothing to do."""
    return Proposal((), table)


def propose(table: Table, *entries: e.AnyEntry) -> Proposal:
    """What comes of some entries. Refused if one has an action that the rules do not allow."""
    changes = []
    for entry in entries:
        by = _who_acted(table, entry)
        table, events = _after(table, entry)
        changes.append(Change(table.number, entry, events, by))
    return Proposal(tuple(changes), table)


def fold(table: Table, entries: Iterable[e.AnyEntry]) -> Iterator[Proposal]:
    """What each entry of a log does, one after the other: the last one's table is the fold of all."""
    for entry in entries:
        proposal = propose(table, entry)
        table = proposal.table
        yield proposal


def _who_acted(table: Table, entry: e.AnyEntry) -> e.Actor:
    if not isinstance(entry, e.Acted):
        return "player"
    return "clock" if entry.who == "bot" and not table.seats[entry.seat].by_bot else entry.who


def _after(table: Table, entry: e.AnyEntry) -> tuple[Table, list[Event]]:
    """The table after an entry, and what happened."""
    number, seats = table.number + 1, table.seats
    match entry:
        case e.Acted():
            return _acted(table, entry)
        case e.Started():
            return _started(table, entry)
        case e.Sat():
            seats = _with(seats, entry.seat, _player(entry))
        case e.BotSat():
            character, name = bot_of(table, entry.seat, entry.level, entry)
            bot = SeatInfo(bot=entry.level, character=character, name=name, nonce=entry.nonce)
            seats = _with(seats, entry.seat, bot)
        case e.Left():
            seats = _with(seats, entry.seat, _left(table, entry))
            return replace(table, number=number, seats=seats, stops=_without(table.stops, entry.seat)), []
        case e.OptionsSet():
            return replace(table, number=number, opened=_set(table.opened, entry)), []
        case e.StoodIn():
            seats = _with(seats, entry.seat, seats[entry.seat].stood_in_for())
        case e.StopWished():
            return replace(table, number=number, stops=(*table.stops, entry.seat)), []
        case e.StopDeclined():
            return replace(table, number=number, stops=()), []
        case e.Stopped():
            nobody = (0,) * len(seats)
            end = replace(table, number=number, status="stopped", acting=0, asked=nobody, asked_at=nobody, stops=())
            return end, []
        case e.Swapped(one=one, other=other):
            seats = _with(_with(seats, one, seats[other]), other, seats[one])
        case e.Returned():
            seats = _with(seats, entry.seat, seats[entry.seat].returned())  # the clock goes on as it was
        case e.Resumed():
            begun = [min(entry.at, before + entry.silence) if before else 0 for before in table.asked_at]
            return replace(table, number=number, resumed=entry.at, asked_at=tuple(begun)), []
        case e.Rematched():
            return replace(table, number=number, rematch=entry.table), []
        case e.Opened():
            raise ValueError(f"table {table.id} is open already")
    return replace(table, number=number, seats=seats), []


def _player(entry: e.Sat) -> SeatInfo:
    portrait = Portrait(entry.sign, entry.colour)
    return SeatInfo(player=entry.player, name=entry.name, nonce=entry.nonce, portrait=portrait, page=entry.page)


def _left(table: Table, entry: e.Left) -> SeatInfo:
    """The seat after its player, or a bot before the start, has left."""
    if table.status == "open":
        return SeatInfo()
    return table.seats[entry.seat].given_up(*bot_of(table, entry.seat, STAND_IN, entry))


def bot_of(table: Table, seat: int, level: str, entry: e.BotSat | e.Left | None = None) -> tuple[str, str]:
    """Who of the cast takes a seat: as its entry says, else somebody of the level whose name is not at the table."""
    if entry and entry.character:
        return entry.character, entry.name
    return pick(level, [info.name for at, info in enumerate(table.seats) if at != seat], sum(table.id.encode()))


def _without(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(one for one in seats if one != seat)


def _set(opened: e.Opened, entry: e.OptionsSet) -> e.Opened:
    """What is played, set anew."""
    return replace(
        opened,
        options=entry.options,
        clock=entry.clock,
        draw_seats=entry.draw_seats,
        usual_clock=entry.usual_clock,
    )


def _with(seats: Seats, at: int, info: SeatInfo) -> Seats:
    """The seats with another in one place; the same object if it is no other."""
    return seats if seats[at] is info else (*seats[:at], info, *seats[at + 1 :])


def _started(table: Table, entry: e.Started) -> tuple[Table, list[Event]]:
    opened = table.opened
    if entry.seating:
        seats = tuple(table.seats[before] for before in entry.seating)
        table = replace(table, seats=seats, seating=tuple(entry.seating))
    position = Position.begin(table.game, opened.seats, table.shuffle.dice(), opened.options)
    number, acting = table.number + 1, table.game.rules.actors(position.state)
    asked, asked_at = _asked(opened.seats, acting, number, entry.at)
    begun = replace(
        table, number=number, status="playing", position=position, acting=acting, asked=asked, asked_at=asked_at
    )
    return begun, position.begun


def _acted(table: Table, entry: e.Acted) -> tuple[Table, list[Event]]:
    assert table.position is not None
    position = Position(table.game, table.position.state, copy.copy(table.position.dice))
    events = _steps(position, entry.seat, entry.actions)
    number, acting = table.number + 1, table.game.rules.actors(position.state)
    if acting == table.acting & ~(1 << entry.seat):  # a sealed choice: the others go on with theirs
        asked = (*table.asked[: entry.seat], 0, *table.asked[entry.seat + 1 :])
        asked_at = table.asked_at
    else:
        asked, asked_at = _asked(len(table.seats), acting, number, entry.at)
    info = table.seats[entry.seat]
    after = replace(
        table,
        number=number,
        status="playing" if acting else "over",
        stops=table.stops if acting else (),
        seats=_with(table.seats, entry.seat, info.after_act(entry.who)),
        position=position,
        acting=acting,
        asked=asked,
        asked_at=asked_at,
        acts=(*table.acts, entry),
        done={**table.done, (info.player, entry.id): number} if entry.id else table.done,
    )
    return after, events


def _asked(seats: int, acting: int, number: int, at: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """By seat: the number with which its decision begins, and when."""
    able = [(acting >> seat) & 1 for seat in range(seats)]
    return tuple(number * one for one in able), tuple(at * one for one in able)


def _steps(position: Position, seat: int, actions: Sequence[int]) -> list[Event]:
    """Do the steps of one action; what happened. Refused if one is, or if they are more than one action.

    The latter must not depend on what is hidden, or the refusal of a second action would tell how the first went.
    So a game says where an action is made in steps (`midway`), from what everybody sees.
    """
    events: list[Event] = []
    for done, action in enumerate(actions):
        if done and not position.game.midway(position.state, seat):
            raise Refused("one_action")
        try:
            events += position.act(seat, action)
        except Illegal as error:
            raise Refused.told(f"rules.{error.code}", str(error)) from None
    return events
