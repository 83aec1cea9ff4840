"""A finished game of a live table as a transcript: with all that its shuffle follows from, and the bots' reasons."""

from __future__ import annotations

from collections.abc import Iterator

from handful.table.entries import Acted
from handful.table.fold import Fold
from handful.transcript import Line, Transcript, header, write


def written(table: Fold) -> str:
    """The text of the transcript."""
    opened, shuffle = table.opened, table.shuffle
    lines = [*header(table.game, opened.seats, opened.options, shuffle=shuffle), *names(table), Line()]
    for act in table.acts:
        lines += moves(table, act)
    return write(Transcript(table.game, opened.seats, opened.options, None, tuple(lines), shuffle, opened.commitment))


def names(table: Fold) -> Iterator[Line]:
    """Who played, as comments."""
    for seat, info in enumerate(table.seats):
        bot = f"bot, {info.bot}" if info.bot else ""
        yield Line(comment=f"seat {seat}: {' – '.join(part for part in (info.name, bot) if part)}")


def moves(table: Fold, act: Acted) -> Iterator[Line]:
    """The lines of an action; who acted in the player's place stands behind, and a bot's reason."""
    who = "" if act.who == "player" else act.who
    comment = ": ".join(part for part in (who, act.reason) if part) or None
    for action in act.actions:
        yield Line(str(act.seat), table.game.words.write_action(action), comment)
