"""`handful referee`: people play at one keyboard, and the rules watch over them."""

from __future__ import annotations

import secrets
from pathlib import Path

import typer

from handful.cli.output import fail, the_game
from handful.cli.replay import hand, tell_result
from handful.game import BadText, Game, Illegal
from handful.games import rooms
from handful.kernel.dice import SeededDice, Shuffler
from handful.match import Match
from handful.observe import SPECTATOR, Event

HELP = "An action; or: ? for the legal actions, rules for the rules, quit to stop."


class SystemDice(Shuffler):
    """Dice of the operating system's own randomness."""

    def below(self, n: int) -> int:
        """One of 0 … n-1."""
        return secrets.randbelow(n)


def ask_game() -> Game:
    """Let a person choose a game."""
    for name in rooms():
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
    match = Match.begin(game, seats, dice, options)
    typer.echo(f"{game.title}, {seats} seats. {HELP}")
    tell(match.position.begun, SPECTATOR)
    while not match.over:
        seat = next_seat(match.actors())
        if seat is None or not take_turn(match, seat):
            break
    finish(match, save)


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


def take_turn(match: Match, seat: int) -> bool:
    """Ask a seat until it has acted; False if it quits."""
    if held := hand(match.position, seat):
        typer.echo(held)
    while True:
        answer = ask(f"{seat}: ")
        if answer == "quit":
            return False
        if answer == "?":
            typer.echo("   " + " | ".join(match.legal(seat)))
            continue
        if answer == "rules":
            typer.echo(match.game.page.read_text(encoding="utf-8"))
            continue
        try:
            tell(match.act(seat, answer), seat)
        except (BadText, Illegal) as error:
            typer.echo(f"   {error}")
            continue
        return True


def finish(match: Match, save: Path | None) -> None:
    """Say how it ended, or where it stands, and keep the transcript."""
    tell_result(match.position, None)
    if save:
        try:
            save.write_text(match.text(), encoding="utf-8")
        except OSError as error:
            raise fail(f"{save}: {error.strerror}") from None
        typer.echo(f"Transcript: {save}")
