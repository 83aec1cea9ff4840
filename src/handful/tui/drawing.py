"""A position drawn as text: what is true of the table, and each player with the cards that can be seen."""

from __future__ import annotations

from rich.text import Text

from handful.game import Position
from handful.observe import SPECTATOR
from handful.tui.cards import TWO_COLOURS, coloured, fan
from handful.tui.picture import Picture, before, facts, hand, holds, in_lines, names, score, status

WIDTH = 78


def picture_of(position: Position, viewer: int) -> Picture:
    """What a seat, a SPECTATOR or who sees EVERYTHING knows of a position, as a table's picture has it."""
    seat = viewer if viewer >= 0 else None
    outcome = position.outcome()
    return {
        "game": position.game.name,
        "seats": [{"name": "", "bot": "", "free": False, "away": False} for _ in range(position.seats)],
        "options": {name: one.write(getattr(position.state, name)) for name, one in position.game.options.items()},
        "partners": position.game.face.partners(position.view(viewer)),
        "deadlines": [],
        "seat": seat,
        "status": "over" if outcome else "playing",
        "phase": position.game.face.phase(position.view(SPECTATOR)),
        "actors": position.actors(),
        "legal": [] if seat is None else [position.game.words.write_action(action) for action in position.legal(seat)],
        "result": {"scores": list(outcome.scores), "winners": list(outcome.winners)} if outcome else None,
        "view": position.view(viewer).json(position.game.words),
    }


def position_text(picture: Picture) -> Text:
    """A position in lines: what is true of the table, then each player with the cards that can be seen."""
    text = coloured("\n".join([status(picture), *in_lines(facts(picture), WIDTH)]), TWO_COLOURS).append("\n")
    for seat, name in enumerate(names(picture)):
        mark = "▶" if seat in picture["actors"] else " "
        points, lying = score(picture, seat), before(picture, seat)
        told = [holds(picture, seat), f"score {points}" if points else "", lying]
        text.append(f"\n{mark} {name}  ", "bold").append_text(coloured("  ".join(filter(None, told)), TWO_COLOURS))
        if cards := hand(picture, seat):
            _, *lines = fan(cards, WIDTH, TWO_COLOURS).split("\n")
            text.append("\n").append_text(Text("\n").join(lines))
    return text
