"""New tables: for others to join, to play at once with bots, and for a rematch."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from handful.game import BadText
from handful.games import find
from handful.observe import SPECTATOR
from handful.server.identity import source_mark
from handful.server.live_table import LiveTable
from handful.server.node import Node
from handful.server.profiles import portrait_of
from handful.server.services import now
from handful.store import PlayerRow, TableRow
from handful.table import commands
from handful.table.entries import Acted, Kept, Opened, Pace, Started
from handful.table.refusals import Refused, sentence
from handful.table.table import Table, new_table


async def open_table(
    node: Node,
    by: str,
    address: str,
    game: str,
    seats: int | None,
    options: dict[str, str],
    clock: str,
    public: bool,
    before: str = "",
    draw_seats: bool | None = None,
    kept: Sequence[Kept] = (),
    pace: Pace = "usual",
) -> LiveTable:
    """Open a table; Refused says what is wrong with the wish. Fixed teams are drawn if nothing else is said.

    An empty clock is the game's usual one.
    """
    _must_not_open_many(node, by, address)
    secret, time = secrets.token_bytes(32), now()
    try:
        count = seats if seats is not None else find(game).usual_seats(options)
        drawn = draw_seats if draw_seats is not None else bool(find(game).face.teams)
    except BadText as error:
        raise Refused("no_setting", why=sentence(str(error))) from None
    first = commands.opening(by, game, count, options, clock, public, secret, time, before, drawn, kept, pace)
    return await _keep(node, first, secret, address)


def _must_not_open_many(node: Node, player: str, address: str) -> None:
    if not node.openings.take(player):
        raise Refused("many_tables")
    if not node.address_openings.take(address):
        raise Refused("many_tables_here")


async def _keep(node: Node, first: Opened, secret: bytes, address: str) -> LiveTable:
    """Keep a new table of this first entry."""
    id, time = new_table(), first.at
    row = TableRow(
        id=id,
        game=first.game,
        public=first.public,
        status="open",
        opened=time,
        changed=time,
        entries=1,
        source=source_mark(address, node.key),
    )
    await node.store.open_table(row, secret.hex(), first)
    live = await node.tables.get(id)
    assert live is not None
    node.lobby.show(live.table)
    node.own_games.opened(live.table)
    return live


async def rematch(node: Node, live: LiveTable, row: PlayerRow, address: str, nonce: str) -> str:
    """The table of a rematch: opened by the first who asks, with the bots in their seats and the others' kept.

    Only those who were here know its link. Everybody who asks sits down where they sat; who comes last starts it.
    """
    async with live.rematching:  # two who ask at once get one table
        commands.go_on(live.table, row.id, "-", now())  # refuses, or not, before anything is opened
        if not live.table.rematch:
            new = await _open_rematch(node, live.table, row.id, address)
            await live.command(lambda old, now: commands.go_on(old, row.id, new.id, now))
    again = await node.tables.current(live.table.rematch)
    if again and again.table.status == "open" and again.table.seat_of(row.id) == SPECTATOR:
        old, face = live.table, portrait_of(row)
        await again.command(
            lambda fresh, now: commands.sit_as_before(fresh, old, row.id, row.name, nonce, now, face, row.page)
        )
    return live.table.rematch


async def _open_rematch(node: Node, old: Table, player: str, address: str) -> LiveTable:
    opened = old.opened
    return await open_table(
        node,
        player,
        address,
        opened.game,
        opened.seats,
        dict(opened.options),
        "" if opened.usual_clock else opened.clock,
        public=False,
        before=old.id,
        draw_seats=False,  # everybody sits where they sat
        kept=commands.kept_seats(old),
        pace=opened.pace,
    )


async def play_on(
    node: Node, old: Table, row: PlayerRow, address: str, number: int, seat: int, level: str, pace: Pace
) -> LiveTable:
    """A table at which a finished game goes on after one of its entries, with the player in a seat and bots around."""
    _must_not_open_many(node, row.id, address)
    entries = (await node.store.read(old.id))[:number]
    if not any(isinstance(entry, Started) for entry in entries):
        raise Refused("nothing_to_play")
    acts = [entry for entry in entries if isinstance(entry, Acted)]
    first = commands.opening_in_the_middle(old, row.id, len(entries), now(), pace)
    table = Table.begin("-", old.secret, first)
    commands.play_on(table, old, acts, row.id, row.name, seat, level, now())  # refuses before anything is opened
    live = await _keep(node, first, old.secret, address)
    await live.command(lambda table, now: commands.play_on(table, old, acts, row.id, row.name, seat, level, now))
    return live
