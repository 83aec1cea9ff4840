"""`handful serve`: the table server."""

from __future__ import annotations

import typer

from handful.server import logs
from handful.server.process import CannotServe, run
from handful.server.settings import Settings


def serve(settings: Settings) -> None:
    """Serve tables until Ctrl-C, and print the address when it is ready."""
    logs.begin()
    try:
        run(settings, lambda address: typer.echo(f"Handful is at {address} (Ctrl-C ends it)"))
    except CannotServe as error:
        typer.echo(f"handful: {error}", err=True)
        raise typer.Exit(1) from None
