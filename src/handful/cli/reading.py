"""`handful rules`: the page of a game, or one paragraph of it, for people and as JSON."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import asdict, dataclass

import typer

from handful.cli import MISUSED, fail, show_json
from handful.game import Game, suggest

PARAGRAPH = re.compile(r"\*\*(\d+\.\d+|R\d+)\*\* (.*)", re.DOTALL)


@dataclass(frozen=True)
class Paragraph:
    """A numbered paragraph of a rules page: a rule of the text, or a ruling of ours."""

    number: str
    section: str
    ruling: bool
    text: str


def paragraphs(page: str) -> list[Paragraph]:
    """The numbered paragraphs of a page, in their order."""
    found, section = [], ""
    for block in re.split(r"\n(?:>?\s*\n)+", page):
        quoted = block.startswith("> ")
        text = " ".join(line.removeprefix(">").strip() for line in block.splitlines())
        if block.startswith("## "):
            section = text.removeprefix("## ")
        elif match := PARAGRAPH.fullmatch(text):
            found.append(Paragraph(match[1], section, quoted, match[2]))
    return found


def rules(game: Game, number: str, as_json: bool) -> None:
    """Show the page or a paragraph."""
    page = game.page.read_text(encoding="utf-8")
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
        page_through(page)
    else:
        typer.echo(page, nl=False)


def page_through(page: str) -> None:
    """Show a page screen by screen."""
    from rich.console import Console
    from rich.markdown import Markdown

    os.environ.setdefault("LESS", "-R")  # or the pager shows the codes of colours instead of colours
    console = Console()
    with console.pager(styles=True):
        console.print(Markdown(page), width=min(console.width, 100))
