"""`handful new-game`: a folder with a small game that runs."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

import typer

from handful.cli.output import MISUSED, fail
from handful.games import rooms

TEMPLATE = Path(__file__).parent / "template"
NAME = re.compile(r"[a-z][a-z0-9_]{0,30}")
ENDING = ".txt"
"""The files of the template end so, that nobody takes them for code of this package."""


def new_game(name: str, folder: Path) -> None:
    """Write the folder, and say what to do with it."""
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise fail(f"{name!r} is no name for a game; expected small letters, digits and _, such as prizes", MISUSED)
    if name in rooms():
        raise fail(f"there is a game {name} already", MISUSED)
    target = folder / name
    try:
        target.mkdir(parents=True)
        for file in sorted(TEMPLATE.glob(f"*{ENDING}")):
            (target / file.name.removesuffix(ENDING)).write_text(filled(file, name), encoding="utf-8")
    except OSError as error:
        raise fail(f"{target}: {error.strerror}") from None
    here = target if target.is_absolute() else f"./{target}"
    typer.echo(f"{target} is a game that runs. Its rules are in rules.py, and RULES.md says them to people.")
    typer.echo(f"  handful play {here}             play it in this terminal, with bots")
    typer.echo(f"  handful serve --games {here}    play it in a browser")
    typer.echo(f"  handful check {here}            check that it is sound")


def filled(file: Path, name: str) -> str:
    """A file of the template with the name of the game in it."""
    title = name.replace("_", " ").title()
    return file.read_text(encoding="utf-8").replace("NAME", name).replace("TITLE", title)
