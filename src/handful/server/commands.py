"""What a client at a table may ask for, and the answer."""

from __future__ import annotations

import time

from handful.observe import SPECTATOR
from handful.server import bus
from handful.server import messages as m
from handful.server.connection import Connection
from handful.server.live_table import Answer, Command, LiveTable, unsaved
from handful.server.new_tables import rematch
from handful.server.node import Node
from handful.server.profiles import portrait_of
from handful.server.services import now
from handful.store import PlayerRow, Unavailable
from handful.table import commands
from handful.table.pictures import picture
from handful.table.proposal import Proposal
from handful.table.refusals import Refused
from handful.table.table import Table


async def answer(node: Node, live: LiveTable, connection: Connection, wish: m.Command) -> None:
    """Do a command and answer it, by `ack` or `refused`."""
    begin = time.perf_counter()
    try:
        await _do(node, live, connection, wish)
    except (Refused, Unavailable) as error:
        # An error that a variable keeps would keep this frame, and this frame the error: garbage in a circle.
        refused = m.refused(wish.id, error if isinstance(error, Refused) else unsaved(error))
        if isinstance(wish, m.Act) and wish.seen < live.table.number:
            connection.send(m.Fresh(picture=picture(live.table, live.table.seat_of(connection.player))))
        connection.send(refused)
        node.metrics.answered(_kind(wish), "refused")
    else:
        node.metrics.answered(_kind(wish), "ack")
    finally:
        node.metrics.command_seconds.observe(time.perf_counter() - begin)


def _kind(wish: m.Command) -> str:
    return str(wish.__struct_config__.tag)


async def _do(node: Node, live: LiveTable, connection: Connection, wish: m.Command) -> None:
    """Do a command and acknowledge it."""
    player = connection.player
    if not player:
        raise Refused("only_watching")
    if not node.player_messages.take(player):
        raise Refused("many_commands")
    number, table = live.table.number, ""
    if isinstance(wish, m.React):
        await react(node, live, connection, wish)
    elif isinstance(wish, m.Rematch):
        await node.sat_down(player, connection.address)
        table = await rematch(node, live, await row_of(node, player), connection.address, wish.nonce)
        number = live.table.number
    else:
        row = await row_of(node, player) if isinstance(wish, m.Sit) else PlayerRow(player, "", 0)
        absent = isinstance(wish, m.StandIn) and live.is_absent(wish.seat)
        acknowledgement, begun = Answer(connection, wish.id), now()
        number = await live.command(command(wish, row, absent), acknowledgement)
        if isinstance(wish, m.Sit):
            await node.sat_down(player, connection.address)
            await live.take_over(connection, begun)  # who is answered may have gone on elsewhere meanwhile
        if acknowledgement.given:
            return
        if isinstance(wish, m.Act):  # sent before: it is done, perhaps long ago
            number = live.table.done.get((player, wish.id), number)
    connection.send(m.Ack(id=wish.id, number=number, table=table))


def command(wish: m.Command, row: PlayerRow, absent: bool = False) -> Command:
    """The table's own command for a client's wish; `absent`: the player whom it is about has been away for long."""
    player = row.id

    def propose(table: Table, now: int) -> Proposal:
        match wish:
            case m.Act():
                return commands.act(table, player, wish.actions, wish.id, wish.seen, now)
            case m.Sit():
                face = portrait_of(row)
                return commands.sit(table, player, row.name, wish.seat, wish.nonce, now, face, row.page)
            case m.Leave():
                return commands.leave(table, player, now)
            case m.Resign():
                return commands.resign(table, player, now)
            case m.StandIn():
                return commands.stand_in(table, player, wish.seat, absent, now)
            case m.Stop():
                return commands.stop(table, player, wish.agree, now)
            case m.SetOptions():
                return commands.set_options(table, player, wish.options, wish.clock, wish.draw_seats, now)
            case m.Swap():
                return commands.swap(table, player, wish.seat, now)
            case m.SeatBot():
                return commands.seat_bot(table, player, wish.seat, wish.level, now)
            case m.RemoveBot():
                return commands.remove_bot(table, player, wish.seat, now)
            case m.Start():
                return commands.start(table, player, now)
            case m.ComeBack():
                return commands.come_back(table, player, now)
        raise TypeError(f"{wish} is no command of a table")

    return propose


async def row_of(node: Node, player: str) -> PlayerRow:
    """A player's row, with the name and face chosen last."""
    row = await node.store.player(player)
    if row is None:
        raise Refused("no_name")
    return row


def is_silent(table: Table) -> bool:
    """Whether the rules ask for silence: in a game with partners, while it is played. Whoever watches is silent too."""
    return table.status == "playing" and bool(table.partners)


async def react(node: Node, live: LiveTable, connection: Connection, wish: m.React) -> None:
    """Show a reaction to everybody at the table; it is not kept."""
    if is_silent(live.table):
        raise Refused("silence")
    if not node.reactions.take(connection.player) or not node.table_reactions.take(live.id):
        raise Refused("many_reactions")
    seat = live.table.seat_of(connection.player)
    # At the table one is called as when one sat down: else a name could be a sentence.
    name = (await row_of(node, connection.player)).name if seat == SPECTATOR else live.table.seats[seat].name
    shown = m.Reacted(seat=None if seat == SPECTATOR else seat, name=name, reaction=wish.reaction)
    frame = m.encode(shown)
    for other in live.connections:
        other.send_frame(frame)
    if node.bus.shared:
        await node.bus.publish(bus.ReactedElsewhere(node=node.services.node, table=live.id, frame=frame.decode()))
