"""`handful play`: a table in the terminal, with bots or at a server."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import typer

from handful.cli.output import MISUSED, fail, the_game
from handful.cli.referee import ask_game
from handful.client import parts_of
from handful.game import Game
from handful.policy import ALL_LEVELS, LEVELS
from handful.table.refusals import Refused
from handful.table.table import ENDED
from handful.tui.left_games import Kept, newest, state_folder
from handful.tui.plain import PlainTable
from handful.tui.tables import AnyTable, OwnTable, join
from handful.tui.tables import save as write_down


def own_name(name: str) -> str:
    """The name that was given, or that of the account."""
    return name or os.environ.get("USER", "").capitalize() or "Player"


def play_alone(
    game: Game,
    seats: int,
    options: dict[str, str],
    name: str,
    level: str,
    seed: int | None,
    pace: str,
    lines: bool,
    four_colours: bool,
    save: Path | None,
) -> None:
    """Play in this terminal, with bots."""

    async def sit() -> AnyTable:
        own, guest = (game.level(level), "") if level in ALL_LEVELS else (LEVELS[-1], level)
        return OwnTable(game.name, seats, options, own_name(name), own, seed, pace, guest=guest)

    run(sit(), lines, four_colours, save)


def ask_what(level: str, lines: bool) -> tuple[Game | None, str]:
    """Let a person choose a game and a level; no game: the one that was left."""
    if lines:
        return ask_game(), level
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise fail("expected a game, such as handful play spar, or --join and the link of a table", MISUSED)
    from handful.tui.front import GO_ON, Front

    front = Front(level, newest())
    chosen = front.run() or ""
    if not chosen.startswith("game "):
        raise typer.Exit(130 if chosen else 0)
    name = chosen.removeprefix("game ")
    return None if name == GO_ON else the_game(name), front.level


def left_game(game: str) -> Kept:
    """The game that was left last, or the last one of its kind."""
    kept = newest(game)
    if kept is None:
        raise fail("there is no game to go on with" if not game else f"there is no game of {game} to go on with")
    return kept


def play_on(kept: Kept, lines: bool, four_colours: bool, save: Path | None) -> None:
    """Go on with a game that was left."""

    async def sit() -> AnyTable:
        return OwnTable.gone_on_with(kept)

    run(sit(), lines, four_colours, save)


def play_there(link: str, name: str, lines: bool, four_colours: bool, save: Path | None, **wish: Any) -> None:
    """Play at a server's table: that of the link, or a new one."""
    run(join_again(link, own_name(name), **wish), lines, four_colours, save)


async def join_again(link: str, name: str, **wish: Any) -> AnyTable:
    """Join with the identity that the server gave the last time, so that one comes back to the same seat."""
    file = identity_file(parts_of(link)[0])
    cookie = kept(file)
    joined = await join(link, name, cookie, **wish)
    if joined.cookie != cookie:
        keep(file, joined.cookie)
    return joined


def identities() -> Path:
    """The folder with what servers know this person by."""
    return state_folder() / "identities"


def identity_file(address: str, name: str = "") -> Path:
    """Where the identity at a server is kept; that of a bot under its name."""
    server = address.replace("://", "-").replace(":", "-")
    bot = "".join(letter if letter.isalnum() else "-" for letter in name)
    return identities() / (f"{server}-{bot}" if bot else server)


def kept(file: Path) -> str:
    """The identity in a file; empty if there is none."""
    return file.read_text(encoding="ascii").strip() if file.is_file() else ""


def keep(file: Path, cookie: str) -> None:
    """Keep an identity, for the eyes of its owner only."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as opened:
            opened.write(cookie + "\n")
    except OSError as error:
        typer.echo(f"handful: {file}: {error.strerror}; you cannot come back to your seat later", err=True)


def run(coming: Coroutine[Any, Any, AnyTable], lines: bool, four_colours: bool, save: Path | None) -> None:
    """Sit at a table, full screen or line by line, until it is over."""
    if not lines and not (sys.stdin.isatty() and sys.stdout.isatty()):
        coming.close()
        raise fail("this is no terminal to draw a table in; --plain plays line by line")
    try:
        asyncio.run(_play(coming, lines, four_colours, save))
    except Refused as error:
        raise fail(str(error)) from None
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


async def _play(coming: Coroutine[Any, Any, AnyTable], lines: bool, four_colours: bool, save: Path | None) -> None:
    table = await coming
    try:
        if lines:
            await PlainTable(table).play()
        else:
            table = await full_screen(table, four_colours)
        if save and table.picture["status"] in ENDED:
            typer.echo(await write_down(table, save))
        elif save:
            typer.echo(f"{save} is not written: the game is not over, and a transcript holds all hands.")
        if isinstance(table, OwnTable) and table.keep():
            typer.echo("Your game is kept: handful play --continue goes on with it.")
    finally:
        await table.close()


async def full_screen(table: AnyTable, four_colours: bool) -> AnyTable:
    """Play one game after the other, full screen, until the person goes; the last of them."""
    from handful.tui.app import STOPPED, TableApp

    while (went := await TableApp(table, four_colours).run_async()) == "again":
        if isinstance(table, OwnTable):
            table.keep()
        table = await table.again()
    if went == STOPPED:
        if isinstance(table, OwnTable):
            table.keep()
        await table.close()
        raise typer.Exit(130)
    return table
