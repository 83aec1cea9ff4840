"""`handful draw`: the position at the end of a transcript as text, as a picture or as JSON."""

from __future__ import annotations

from pathlib import Path

import typer
from rich.console import Console

from handful.cli.output import fail, show_json
from handful.cli.replay import read_text
from handful.game import Position
from handful.observe import EVERYTHING
from handful.referee import Replay
from handful.transcript import TranscriptError, read
from handful.tui.drawing import picture_of, position_text
from handful.tui.svg import position_svg


def draw(file: Path, seat: int | None, svg: bool, as_json: bool) -> None:
    """Draw where a transcript ends."""
    try:
        position = end_of(read_text(file))
    except TranscriptError as error:
        raise fail(f"{file}: {error}") from None
    if seat is not None and not 0 <= seat < position.seats:
        raise fail(f"there is no seat {seat}; the seats are 0 to {position.seats - 1}")
    picture = picture_of(position, EVERYTHING if seat is None else seat)
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
