"""Opening tables: for others to join, to play at once with bots, and for a rematch."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from handful.game import Game
from handful.games import find
from handful.server.house import House
from handful.server.room import Room
from handful.store import TableRow
from handful.table.entries import AnyEntry, Started
from handful.table.table import Refused, Table, new_table, opening, sentence


class TooMany(Exception):
    """A visitor asked for more than the limits allow; the message is a sentence."""


def usual_seats(game: Game, options: Mapping[str, str]) -> int:
    """Four seats where the game allows it, else its smallest table; seats that an option needs win."""
    needed = [game.options[name].seats for name in options if name in game.options and game.options[name].seats]
    allowed = [seats for seats in game.seats if all(seats in able for able in needed)] or list(game.seats)
    return 4 if 4 in allowed else allowed[0]


async def open_table(
    house: House,
    by: str,
    game: str,
    seats: int | None,
    options: dict[str, str],
    clock: str,
    public: bool,
    before: str = "",
    draw_seats: bool | None = None,
) -> Room:
    """Open a table; Refused says what is wrong with the wish. Fixed teams are drawn if nothing else is said."""
    if not house.openings.take(by):
        raise TooMany("You have opened many tables; wait a moment before the next one.")
    secret, now, id = secrets.token_bytes(32), house.now(), new_table()
    try:
        count = seats if seats is not None else usual_seats(find(game), options)
        drawn = draw_seats if draw_seats is not None else bool(getattr(find(game).rules, "TEAMS", ()))
    except ValueError as error:
        raise Refused(sentence(str(error))) from None
    first = opening(by, game, count, options, clock, public, secret, now, before, drawn)
    row = TableRow(id=id, game=game, public=public, status="open", opened=now, changed=now, entries=1)
    await house.store.open_table(row, secret.hex(), first)
    room = await house.hub.room(id)
    assert room is not None
    house.list_table(room.table)
    return room


async def play_now(room: Room, player: str, name: str, nonce: str, level: str) -> None:
    """Take the first seat, fill the others with bots, and start, all or none."""

    def arrange(table: Table, now: int) -> list[AnyEntry]:
        entries = table.sit(player, name, 0, nonce, now)
        for seat in range(1, len(table.seats)):
            entries += table.seat_bot(player, seat, level, now)
        return [*entries, Started(at=now)]

    await room.command(arrange)


async def rematch(house: House, room: Room, player: str, name: str, nonce: str) -> str:
    """The table of a rematch: opened by the first who asks, with the bots and that player in their seats.

    Only those who were here know its link. It starts at once if all others are bots.
    """
    table = room.table
    if table.rematch:
        return table.rematch
    table.go_on(player, "-", house.now())  # refuses, or not, before anything is opened
    opened = table.opened
    new = await open_table(
        house,
        player,
        opened.game,
        opened.seats,
        dict(opened.options),
        opened.clock,
        public=False,
        before=table.id,
        draw_seats=opened.draw_seats,
    )
    await new.command(lambda fresh, now: _same_seats(table, fresh, player, name, nonce, now))
    if not any(info.free for info in new.table.seats):
        await new.command(lambda fresh, now: fresh.start(player, now))
    await room.command(lambda old, now: old.go_on(player, new.id, now))
    return table.rematch


def _same_seats(old: Table, new: Table, player: str, name: str, nonce: str, now: int) -> list[AnyEntry]:
    entries = new.sit(player, name, old.seat_of(player), nonce, now)
    bots = [(seat, info.bot) for seat, info in enumerate(old.seats) if info.bot]
    for seat, level in bots:
        entries += new.seat_bot(player, seat, level, now)
    return entries
