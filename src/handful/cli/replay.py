"""`handful replay`: a transcript told again, in words or as JSON, to everybody or to one seat."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import typer

from handful.cli.output import fail, show_json
from handful.game import Position
from handful.observe import Event
from handful.referee import Move, Replay
from handful.transcript import TranscriptError, read

LARGEST_FILE = 16 * 1024 * 1024


def replay(file: Path, as_json: bool, seat: int | None) -> None:
    """Referee a transcript and tell it."""
    text = read_text(file)
    moves: list[Move] = []
    try:
        played = Replay(read(text))
        if seat is not None and not 0 <= seat < played.transcript.seats:
            raise fail(f"there is no seat {seat}; the seats are 0 to {played.transcript.seats - 1}")
        for move in played:
            moves.append(move)
            if not as_json:
                tell(move, seat)
    except TranscriptError as error:
        raise fail(f"{file}: {error}") from None
    if as_json:
        show_json(as_data(played, moves, seat))
    else:
        tell_result(played.position, seat)


def watch(file: Path, seat: int | None) -> None:
    """Step through a transcript, full screen."""
    from handful.tui.replay import ReplayApp, steps_of

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise fail("this is no terminal to draw a table in; without --watch the game is told line by line")
    try:
        played = Replay(read(read_text(file)))
        if seat is not None and not 0 <= seat < played.transcript.seats:
            raise fail(f"there is no seat {seat}; the seats are 0 to {played.transcript.seats - 1}")
        steps = steps_of(played, seat)
    except TranscriptError as error:
        raise fail(f"{file}: {error}") from None
    ReplayApp(steps).run()


def read_text(file: Path) -> str:
    """The text of a file or of standard input; too large a file and strange bytes are errors."""
    try:
        with nullcontext(sys.stdin.buffer) if str(file) == "-" else file.open("rb") as opened:
            raw = opened.read(LARGEST_FILE + 1)
        if len(raw) > LARGEST_FILE:
            raise fail(f"{file}: larger than 16 MiB, which no game is")
        return raw.decode("utf-8")
    except OSError as error:
        raise fail(f"{file}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise fail(f"{file}: expected UTF-8 text; byte {error.start} is not") from None


def seen(events: list[Event], seat: int | None) -> list[Event]:
    """The events as the seat saw them, or whole."""
    return events if seat is None else [event.seen_by(seat) for event in events]


def tell(move: Move, seat: int | None) -> None:
    """Print a move and what happened. A seat is told only what happened: an action may be sealed."""
    if move.seat >= 0 and seat is None:
        typer.echo(typer.style(f"{move.seat}: {move.text}", bold=True))
    for event in seen(move.events, seat):
        typer.echo(f"   {event.sentence()}")


def tell_result(position: Position, seat: int | None) -> None:
    """Print how it ended, or where it stands."""
    outcome = position.outcome()
    if outcome is None:
        able = ", ".join(f"seat {actor}" for actor in position.actors())
        typer.echo(f"Not finished. To act: {able}.")
    else:
        scores = ", ".join(f"seat {player} {points}" for player, points in enumerate(outcome.scores))
        won = " and ".join(f"seat {player}" for player in outcome.winners) or "nobody"
        typer.echo(f"Result: {scores}. Won by {won}.")
    if seat is not None and (held := hand(position, seat)):
        typer.echo(held)


def hand(position: Position, seat: int) -> str:
    """What a seat holds, in a sentence; nothing in a game without hands."""
    field = position.game.face.hand
    if not field:
        return ""
    cards = position.view(seat).json(position.game.words)[field][seat]
    return f"Seat {seat} holds {' '.join(cards) or 'no cards'}."


def as_data(played: Replay, moves: list[Move], seat: int | None) -> dict[str, Any]:
    """The whole replay as plain data."""
    told, position = played.transcript, played.position
    outcome = position.outcome()
    data: dict[str, Any] = {
        "game": told.game.name,
        "seats": told.seats,
        "options": dict(told.options),
        "moves": [
            {"line": move.line, "events": [event.json() for event in seen(move.events, seat)]}
            | ({"seat": move.seat, "action": move.text} if move.seat >= 0 and seat is None else {})
            for move in moves
        ],
        "result": {"scores": outcome.scores, "winners": outcome.winners} if outcome else None,
    }
    if outcome is None:
        data["actors"] = position.actors()
    if seat is not None:
        data["view"] = position.view(seat).json(told.game.words)
    return data
