"""`handful referee`: people play at one keyboard, and the rules watch over them."""

from __future__ import annotations

import secrets
from pathlib import Path

import typer

from handful.cli import fail, the_game
from handful.game import SPECTATOR, BadText, Event, Game, Illegal
from handful.games import ROOMS
from handful.kernel.dice import SeededDice, Shuffler
from handful.referee import Recorder
from handful.transcript import write

HELP = "An action; or: ? for the legal actions, rules for the rules, quit to stop."


class SystemDice(Shuffler):
    """Dice of the operating system's own randomness."""

    def below(self, n: int) -> int:
        """One of 0 … n-1."""
        return secrets.randbelow(n)


def ask_game() -> Game:
    """Let a person choose a game."""
    for name in ROOMS:
        typer.echo(f"  {name:<10} {the_game(name).summary}")
    name = ask("Which game? ")
    if name == "quit":
        raise typer.Exit
    return the_game(name)


def ask(prompt: str) -> str:
    """One line from the person; the end of the input is a quit."""
    try:
        return input(prompt).strip()
    except EOFError:
        typer.echo()
        return "quit"


def referee(game: Game, seats: int, options: dict[str, str], seed: int | None, save: Path | None) -> None:
    """Play until the game is over or somebody quits."""
    dice = SystemDice() if seed is None else SeededDice(seed)
    recorder = Recorder.begin(game, seats, dice, options)
    typer.echo(f"{game.title}, {seats} seats. {HELP}")
    tell(recorder.position.begun, SPECTATOR)
    while not recorder.position.over:
        seat = next_seat(recorder.position.actors())
        if seat is None or not take_turn(recorder, seat):
            break
    finish(recorder, save)


def tell(events: list[Event], viewer: int) -> None:
    """Print what a viewer may know."""
    for event in events:
        typer.echo(f"   {event.seen_by(viewer).sentence()}")


def next_seat(able: list[int]) -> int | None:
    """Who acts: the only one who may, or whoever says so; nobody to quit."""
    if len(able) == 1:
        return able[0]
    while True:
        answer = ask(f"Who acts? ({', '.join(map(str, able))}) ")
        if answer == "quit":
            return None
        if answer in map(str, able):
            return int(answer)
        typer.echo(f"   Not one of {', '.join(map(str, able))}.")


def take_turn(recorder: Recorder, seat: int) -> bool:
    """Ask a seat until it has acted; False if it quits."""
    position, game = recorder.position, recorder.position.game
    view = position.view(seat).json(game.words)
    typer.echo(f"Seat {seat} holds {' '.join(view['hands'][seat]) or 'no cards'}")
    while True:
        answer = ask(f"{seat}: ")
        if answer == "quit":
            return False
        if answer == "?":
            typer.echo("   " + " | ".join(game.words.write_action(action) for action in position.legal(seat)))
            continue
        if answer == "rules":
            typer.echo(game.page.read_text(encoding="utf-8"))
            continue
        try:
            tell(recorder.act(seat, game.words.read_action(answer)), seat)
        except (BadText, Illegal) as error:
            typer.echo(f"   {error}")
            continue
        return True


def finish(recorder: Recorder, save: Path | None) -> None:
    """Say the result and keep the transcript."""
    outcome = recorder.position.outcome()
    if outcome:
        typer.echo(f"Scores: {', '.join(map(str, outcome.scores))}. Won by {', '.join(map(str, outcome.winners))}.")
    if save:
        try:
            save.write_text(write(recorder.transcript()), encoding="utf-8")
        except OSError as error:
            raise fail(f"{save}: {error.strerror}") from None
        typer.echo(f"Transcript: {save}")
