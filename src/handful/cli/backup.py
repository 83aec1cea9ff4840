"""`handful backup` and `handful restore`: a store's copy, and a copy put back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from handful.cli.output import fail, many
from handful.store import Unavailable, backup

Answer = TypeVar("Answer")


def back_up(file: Path, store: str, force: bool) -> None:
    """Back up, and say what is in the copy."""
    counts = watched(lambda progress: backup.back_up(store, file, force, progress))
    tables, entries = many(counts["tables"], "table"), many(counts["entries"], "entry", "entries")
    said = f"{tables}, {entries} and {many(counts['players'], 'player')}"
    typer.echo(f"{file} holds {said} ({file.stat().st_size / 1e6:,.1f} MB); it is whole.")
    typer.echo("Keep it as you keep the store: it holds the shuffles of games in progress and the key of the cookies.")


def restore(file: Path, store: str, force: bool) -> None:
    """Restore, and say what is in the store now."""
    checked = watched(lambda progress: backup.restore(file, store, force, progress))
    typer.echo(
        f"Restored {many(checked.tables, 'table')} ({many(checked.finished, 'finished game')}) with "
        f"{many(checked.entries, 'entry', 'entries')}; every log was played again."
    )
    if checked.foreign:
        typer.echo(f"But {checked.foreign:,} of them have rules that this version does not know; they were not played.")


def watched(work: Callable[[backup.Progress], Coroutine[Any, Any, Answer]]) -> Answer:
    """Do something with a bar that shows how far it is, where somebody looks."""
    screen = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task = bar.add_task("")

        def progress(what: str, done: int, total: int) -> None:
            bar.update(task, description=what, completed=done, total=total)

        try:
            return asyncio.run(work(progress))
        except (backup.CannotCopy, Unavailable) as error:
            raise fail(str(error)) from None
        except ModuleNotFoundError as error:
            raise fail(
                f"PostgreSQL needs the extra: pip install 'handful[cluster]' ({error.name} is missing)"
            ) from None
