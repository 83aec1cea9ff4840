"""The bar that shows how far random games, or a contest, have come."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


def progress_bar(console: Console, quiet: bool) -> Progress:
    """A bar that goes when it is full; its tasks have the fields `speed` and `more`."""
    speed, more = TextColumn("{task.fields[speed]}"), TextColumn("{task.fields[more]}")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), speed, TimeRemainingColumn(), more)
    return Progress(*columns, console=console, transient=True, disable=quiet)
