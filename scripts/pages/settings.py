"""The table of the server's settings, from the options of `handful serve` themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import fields
from typer.main import get_command

from handful.cli import app
from handful.server.settings import Limits, RatedGames

BEGIN, END = "<!-- settings -->", "<!-- end of settings -->"
LIMITS, END_OF_LIMITS = "<!-- limits -->", "<!-- end of limits -->"


def options(command: str = "serve") -> list[Any]:
    """The options of a command, but for --help."""
    commands: Any = get_command(app)
    return [one for one in commands.commands[command].params if one.envvar]


def rows() -> Iterator[str]:
    """The lines of the table."""
    yield "| option | in the environment | if it is not given | what it is |"
    yield "| --- | --- | --- | --- |"
    for one in options():
        default = f"`{one.default}`" if one.default not in (None, "", ()) else "none"
        yield f"| `{one.opts[0]} {one.metavar}` | `{one.envvar}` | {default} | {one.help} |"


def defaults() -> Iterator[str]:
    """The lines of the table of limits, and of what is rated."""
    yield "| | what holds if nothing is said |"
    yield "| --- | --- |"
    for option, kind in (("--limit", Limits), ("--rated", RatedGames)):
        for field in fields(kind):
            value = {True: "yes", False: "no"}[field.default] if field.type is bool else f"{field.default:,}"
            yield f"| `{option} {field.name}` | {value} |"


def with_settings(page: str) -> str:
    """A page with its tables of settings, if it has them, as they are now."""
    return between(LIMITS, END_OF_LIMITS, defaults(), between(BEGIN, END, rows(), page))


def between(begin: str, end: str, lines: Iterator[str], page: str) -> str:
    """A page with these lines between two marks, if it has them."""
    before, found, rest = page.partition(begin)
    _, closed, after = rest.partition(end)
    return "\n".join((f"{before}{found}\n", *lines, f"\n{closed}{after}")) if found and closed else page
