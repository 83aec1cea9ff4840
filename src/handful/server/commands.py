"""What a client at a table may ask for, and the answer."""

from __future__ import annotations

import time

from handful.game import SPECTATOR
from handful.server import bus
from handful.server import messages as m
from handful.server.connection import Connection
from handful.server.house import House
from handful.server.opening import TooMany, rematch
from handful.server.room import Answer, Busy, Making, Room, Unsaved
from handful.store import Unavailable
from handful.table.entries import AnyEntry
from handful.table.table import Refused, Table

UNSAVED = "The table could not be saved just now; try again: it will be done once."
SENTENCES: dict[type[Exception], str] = {
    Busy: "This table has too much to do; try again in a moment.",
    Unsaved: UNSAVED,
    Unavailable: UNSAVED,
}


async def answer(house: House, room: Room, connection: Connection, wish: m.Command) -> None:
    """Do a command and answer it, by `ack` or `refused`."""
    begin = time.perf_counter()
    try:
        await _do(house, room, connection, wish)
    except (Refused, TooMany, Busy, Unsaved, Unavailable) as error:
        said = SENTENCES.get(type(error), str(error))
        if isinstance(wish, m.Act) and wish.seen < room.table.number:
            connection.send(m.Fresh(picture=room.table.picture(room.table.seat_of(connection.player))))
        connection.send(m.RefusedMessage(id=wish.id, sentence=said))
        house.metrics.answered(_kind(wish), "refused")
    else:
        house.metrics.answered(_kind(wish), "ack")
    finally:
        house.metrics.command_seconds.observe(time.perf_counter() - begin)


def _kind(wish: m.Command) -> str:
    return str(wish.__struct_config__.tag)


async def _do(house: House, room: Room, connection: Connection, wish: m.Command) -> None:
    """Do a command and acknowledge it."""
    player = connection.player
    if not player:
        raise Refused("Say your name first: you are only watching.")
    if not house.player_messages.take(player):
        raise TooMany("That was too much at once; wait a moment.")
    number, table = room.table.number, ""
    if isinstance(wish, m.React):
        await react(house, room, connection, wish)
    elif isinstance(wish, m.Rematch):
        table = await rematch(house, room, player, await name_of(house, player), wish.nonce)
        number = room.table.number
    else:
        name = await name_of(house, player) if isinstance(wish, m.Sit) else ""
        acknowledgement = Answer(connection, wish.id)
        number = await room.command(making(wish, player, name), acknowledgement)
        if isinstance(wish, m.Sit):
            await room.take_over(connection)
        if acknowledgement.given:
            return
        if isinstance(wish, m.Act):  # sent before: it is done, perhaps long ago
            number = room.table.done(player, wish.id) or number
    connection.send(m.Ack(id=wish.id, number=number, table=table))


def making(wish: m.Command, player: str, name: str) -> Making:
    """The table's own command for a client's wish."""

    def make(table: Table, now: int) -> list[AnyEntry]:
        match wish:
            case m.Act():
                return table.act(player, wish.actions, wish.id, wish.seen, now)
            case m.Sit():
                return table.sit(player, name, wish.seat, wish.nonce, now)
            case m.Leave():
                return table.leave(player, now)
            case m.Swap():
                return table.swap(player, wish.seat, now)
            case m.SeatBot():
                return table.seat_bot(player, wish.seat, wish.level, now)
            case m.RemoveBot():
                return table.remove_bot(player, wish.seat, now)
            case m.Start():
                return table.start(player, now)
            case m.ComeBack():
                return table.come_back(player, now)
        raise Refused("That cannot be done at a table.")

    return make


async def name_of(house: House, player: str) -> str:
    """The name that a player chose last."""
    row = await house.store.player(player)
    if row is None:
        raise Refused("Say your name first.")
    return row.name


def is_silent(table: Table) -> bool:
    """Whether the rules ask the seated for silence: in a game with partners, while it is played."""
    partners = bool(getattr(table.game.rules, "TEAMS", ())) or table.opened.options.get("teams") == "yes"
    return partners and table.status == "playing"


async def react(house: House, room: Room, connection: Connection, wish: m.React) -> None:
    """Show a reaction to everybody at the table; it is not kept."""
    seat = room.table.seat_of(connection.player)
    if seat != SPECTATOR and is_silent(room.table):
        raise Refused("Partners at this table play in silence until the game is over.")
    name = await name_of(house, connection.player)
    shown = m.Reacted(seat=None if seat == SPECTATOR else seat, name=name, reaction=wish.reaction)
    frame = m.encode(shown)
    for other in room.connections:
        other.send_frame(frame)
    if house.bus.shared:
        await house.bus.publish(bus.ReactedElsewhere(node=house.node, table=room.id, frame=frame.decode()))
