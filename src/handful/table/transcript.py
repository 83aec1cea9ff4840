"""A finished game of a live table as a transcript: with all that its shuffle follows from, and the bots' reasons."""

from __future__ import annotations

from collections.abc import Iterator

from handful.table.entries import Acted
from handful.table.refusals import Refused
from handful.table.table import Table
from handful.transcript import Line, Transcript, header, write


def transcript(table: Table) -> str:
    """The finished game as text, from which it can be replayed and its shuffle checked."""
    if not table.ended:
        raise Refused("transcript_later")
    opened, shuffle = table.opened, table.shuffle
    stopped = sum(len(act.actions) for act in table.acts) if table.status == "stopped" else None
    head = header(table.game, opened.seats, opened.options, shuffle=shuffle, stopped=stopped)
    lines = [*head, *names(table), *origin(table), Line()]
    for act in table.acts:
        lines += moves(table, act)
    return write(
        Transcript(table.game, opened.seats, opened.options, None, tuple(lines), shuffle, opened.commitment, stopped)
    )


def origin(table: Table) -> Iterator[Line]:
    """Where a game that goes on from a finished one comes from, as a comment."""
    if from_ := table.opened.origin:
        yield Line(comment=f"table {table.id}: goes on with table {from_.table} after its entry {from_.number}")


def names(table: Table) -> Iterator[Line]:
    """Who played, as comments."""
    for seat, info in enumerate(table.seats):
        bot = f"bot, {info.bot}" if info.bot else ""
        yield Line(comment=f"seat {seat}: {' – '.join(part for part in (info.name, bot) if part)}")


def moves(table: Table, act: Acted) -> Iterator[Line]:
    """The lines of an action, with who acted in the player's place, and a bot's reason, as a comment."""
    who = "" if act.who == "player" else act.who
    comment = ": ".join(part for part in (who, act.reason) if part) or None
    for action in act.actions:
        yield Line(str(act.seat), table.game.words.write_action(action), comment)
