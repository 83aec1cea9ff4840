"""`handful rules`: the page of a game, or one paragraph of it, for people and as JSON."""

from __future__ import annotations

import os
import sys
from dataclasses import asdict

import typer

from handful.cli.output import MISUSED, fail, show_json
from handful.game import Game, suggest
from handful.paragraphs import paragraphs
from handful.primer import Primer, primer, primer_text


def rules(game: Game, number: str, language: str, as_json: bool) -> None:
    """Show the short version and the page, or a paragraph."""
    if language not in game.pages:
        spoken = ", ".join(game.pages)
        raise fail(f"the rules of {game.title} are not there in {language!r}; they are in {spoken}", MISUSED)
    page = game.pages[language].read_text(encoding="utf-8")
    short = primer(game, language)
    chosen = paragraphs(page)
    if number:
        chosen = [paragraph for paragraph in chosen if paragraph.number == number.upper()]
        if not chosen:
            near = suggest(number.upper(), [paragraph.number for paragraph in paragraphs(page)])
            raise fail(f"the rules of {game.title} have no paragraph {number!r}.{near}", MISUSED)
    if as_json:
        show_json([asdict(paragraph) for paragraph in chosen])
    elif number:
        typer.echo(f"{chosen[0].number} {chosen[0].text}")
    elif sys.stdout.isatty():
        page_through(short, page)
    else:
        typer.echo(f"{primer_text(short)}\n{page}" if short else page, nl=False)


def page_through(short: Primer | None, page: str) -> None:
    """Show the short version with its examples drawn, then a page, screen by screen."""
    from rich.console import Console
    from rich.markdown import Markdown

    from handful.tui.examples import drawn

    os.environ.setdefault("LESS", "-R")  # or the pager shows the codes of colours instead of colours
    console = Console()
    with console.pager(styles=True):
        wide = min(console.width, 100)
        if short:
            console.print(Markdown(f"# {short.title}\n\n{short.text}"), "", width=wide)
            for example in short.examples:
                console.print(drawn(example), Markdown(example.text), "", width=wide)
        console.print(Markdown(page), width=wide)
