"""What all commands say alike: a sentence when something is wrong, JSON for a script, and how they end."""

from __future__ import annotations

import json
from typing import Any

import typer

from handful.game import BadText, Game
from handful.games import is_path, named
from handful.kernel.grammar import NotInDialect

FAILED, MISUSED = 1, 2
"""The exit statuses besides 0: it could not be done or does not hold; the command line asks for what is not there."""


def fail(message: str, status: int = FAILED) -> typer.Exit:
    """Say what is wrong, and how the command ends."""
    typer.echo(f"handful: {message}", err=True)
    return typer.Exit(status)


def many(count: int, one: str, several: str = "") -> str:
    """A number of things.

    >>> many(1, "table"), many(2000, "table"), many(0, "entry", "entries")
    ('1 table', '2,000 tables', '0 entries')
    """
    return f"{count:,} {one if count == 1 else several or one + 's'}"


def show_json(data: Any) -> None:
    """Print data as JSON."""
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))


def the_game(name: str, held: bool = True) -> Game:
    """The game of a name, or of a file or folder such as ./higher.py; or an error that suggests one."""
    try:
        return named(name, held)
    except BadText as error:
        raise fail(str(error), MISUSED) from None
    except NotInDialect as error:
        raise fail(str(error)) from None
    except Exception as error:
        if not is_path(name):
            raise
        raise fail(f"{name} cannot be loaded: {type(error).__name__}: {error}") from None
