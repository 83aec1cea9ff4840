"""`handful bot`: a bot of one's own in a seat of a server's table, or as an account that stays."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import typer

from handful.arena.entrants import entrant
from handful.bot_client import play_at, serve_account
from handful.cli.output import MISUSED, fail
from handful.cli.play import identity_file, keep, kept
from handful.client import Client, parts_of
from handful.game import BadText
from handful.table.refusals import Refused

MARK = " (bot)"
"""What the name of every bot at a server ends with: people see whom they play."""


def marked(name: str) -> str:
    """A name that says that it is a bot's.

    >>> marked("Careful"), marked("Careful (bot)")
    ('Careful (bot)', 'Careful (bot)')
    """
    return name if name.endswith(MARK) else name + MARK


def bot(link: str, what: str, name: str, games: Sequence[str], wait: float, milliseconds: int) -> None:
    """Play at the table of the link; at a server's address, at the tables that wait, until Ctrl-C."""
    try:
        entrant(what)
    except BadText as error:
        raise fail(str(error), MISUSED) from None
    try:
        own = marked(name or what.rpartition(":")[2].rpartition("/")[2])
        asyncio.run(_bot(link, what, own, games, wait, milliseconds))
    except Refused as error:
        raise fail(str(error)) from None
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


async def _bot(link: str, what: str, name: str, games: Sequence[str], wait: float, milliseconds: int) -> None:
    address, table = parts_of(link)
    file = identity_file(address, name)
    cookie = kept(file)
    async with Client(address, name, cookie) as client:
        await client.introduce()
        if client.cookie != cookie:
            keep(file, client.cookie)
        if table:
            await play_at(client, table, what, milliseconds, say)
        else:
            say(f"{name} is at {address} and takes a seat where somebody has waited for {wait:g} s. Ctrl-C ends it.")
            await serve_account(client, what, games, wait, milliseconds, say)


def say(sentence: str) -> None:
    """Tell what happens, line by line."""
    typer.echo(sentence)
