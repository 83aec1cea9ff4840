"""`handful play`: a table in the terminal, with bots or at a server."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import typer

from handful.cli import fail
from handful.client import parts_of
from handful.game import Game
from handful.table.table import Refused
from handful.tui.plain import PlainTable
from handful.tui.sitting import Alone, Sitting, join
from handful.tui.sitting import save as write_down


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

    async def sit() -> Sitting:
        return Alone(game.name, seats, options, own_name(name), level, seed, pace)

    run(sit(), lines, four_colours, save)


def play_there(link: str, name: str, lines: bool, four_colours: bool, save: Path | None, **wish: Any) -> None:
    """Play at a server's table: that of the link, or a new one."""
    run(join_again(link, own_name(name), **wish), lines, four_colours, save)


async def join_again(link: str, name: str, **wish: Any) -> Sitting:
    """Join with the identity that the server gave the last time, so that one comes back to the same seat."""
    file = identities() / parts_of(link)[0].replace("://", "-").replace(":", "-")
    cookie = file.read_text(encoding="ascii").strip() if file.is_file() else ""
    joined = await join(link, name, cookie, **wish)
    if joined.client.cookie != cookie:
        keep(file, joined.client.cookie)
    return joined


def identities() -> Path:
    """The folder with what servers know this person by."""
    state = os.environ.get("XDG_STATE_HOME", "")
    return (Path(state) if state else Path.home() / ".local" / "state") / "handful" / "identities"


def keep(file: Path, cookie: str) -> None:
    """Keep an identity, for the eyes of its owner only."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as opened:
            opened.write(cookie + "\n")
    except OSError as error:
        typer.echo(f"handful: {file}: {error.strerror}; you cannot come back to your seat later", err=True)


def run(sitting: Coroutine[Any, Any, Sitting], lines: bool, four_colours: bool, save: Path | None) -> None:
    """Sit at a table, full screen or line by line, until it is over."""
    if not lines and not (sys.stdin.isatty() and sys.stdout.isatty()):
        sitting.close()
        raise fail("this is no terminal to draw a table in; --plain plays line by line")
    try:
        asyncio.run(_play(sitting, lines, four_colours, save))
    except Refused as error:
        raise fail(str(error)) from None
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


async def _play(coming: Coroutine[Any, Any, Sitting], lines: bool, four_colours: bool, save: Path | None) -> None:
    sitting = await coming
    try:
        if lines:
            await PlainTable(sitting).play()
        else:
            sitting = await full_screen(sitting, four_colours)
        if save and sitting.picture["status"] == "over":
            typer.echo(await write_down(sitting, save))
    finally:
        await sitting.close()


async def full_screen(sitting: Sitting, four_colours: bool) -> Sitting:
    """Play one game after the other, full screen, until the person goes; the last of them."""
    from handful.tui.app import STOPPED, TableApp

    while (went := await TableApp(sitting, four_colours).run_async()) == "again":
        sitting = await sitting.again()
    if went == STOPPED:
        raise typer.Exit(130)
    return sitting
