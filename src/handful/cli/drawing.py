"""`handful draw`: the position at the end of a transcript as text, as a picture or as JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.text import Text

from handful.cli import fail, show_json
from handful.cli.svg import position_svg
from handful.cli.telling import read_text
from handful.game import SPECTATOR, Position
from handful.kernel import OWNER
from handful.referee import Replay
from handful.transcript import TranscriptError, read
from handful.tui.faces import TWO_COLOURS, by_rank, coloured, fan
from handful.tui.showing import Picture, before, middle, names, score, status

WIDTH = 78


def draw(file: Path, seat: int | None, svg: bool, as_json: bool) -> None:
    """Draw where a transcript ends."""
    try:
        position = end_of(read_text(file))
    except TranscriptError as error:
        raise fail(f"{file}: {error}") from None
    if seat is not None and not 0 <= seat < position.seats:
        raise fail(f"there is no seat {seat}; the seats are 0 to {position.seats - 1}")
    picture = picture_of(position, seat)
    if as_json:
        show_json(picture)
    elif svg:
        typer.echo(position_svg(picture))
    else:
        console = Console(highlight=False)
        console.print(position_text(picture), soft_wrap=True)


def end_of(text: str) -> Position:
    """The position at the end of a transcript."""
    replay = Replay(read(text))
    replay.run()
    return replay.position


def picture_of(position: Position, seat: int | None) -> Picture:
    """What a seat knows of a position, or with no seat everything, as a table's picture has it."""
    outcome = position.outcome()
    return {
        "game": position.game.name,
        "seats": [{"name": "", "bot": ""} for _ in range(position.seats)],
        "seat": seat,
        "status": "over" if outcome else "playing",
        "actors": position.actors(),
        "result": {"scores": list(outcome.scores), "winners": list(outcome.winners)} if outcome else None,
        "view": everything(position) if seat is None else position.view(seat).json(position.game.words),
    }


def everything(position: Position) -> dict[str, Any]:
    """What everybody sees, and what each seat sees of its own."""
    words = position.game.words
    whole = position.view(SPECTATOR).json(words)
    own = [position.view(seat).json(words) for seat in range(position.seats)]
    for name, declared in position.state.fields.items():
        if declared.sees is OWNER and declared.seated:
            whole[name] = [view[name][seat] for seat, view in enumerate(own)]
    return whole


def position_text(picture: Picture) -> Text:
    """A position in lines: what is true of the table, then each player with the cards that can be seen."""
    text = coloured("  ·  ".join([status(picture), *middle(picture)]), TWO_COLOURS).append("\n")
    for seat, name in enumerate(names(picture)):
        mark = "▶" if seat in picture["actors"] else " "
        points, lying = score(picture, seat), before(picture, seat)
        told = [f"{picture['view']['hands_size'][seat]} cards", f"score {points}" if points else "", lying]
        text.append(f"\n{mark} {name}  ", "bold").append_text(coloured("  ".join(filter(None, told)), TWO_COLOURS))
        cards = picture["view"]["hands"][seat]
        if cards:
            _, *lines = fan(sorted(cards, key=by_rank), WIDTH, TWO_COLOURS).split("\n")
            text.append("\n").append_text(Text("\n").join(lines))
    return text
