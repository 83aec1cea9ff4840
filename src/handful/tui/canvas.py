"""A sheet of characters to draw a table on: texts and cards at places, later ones over earlier ones."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from handful.tui.cards import BACK, EDGE, LIT_PAPER, PAPER, Colours, corner

Cell = tuple[str, Style]


class CardSize(NamedTuple):
    """How large a card is drawn, in characters."""

    width: int
    height: int
    step: int
    """From one card to the next where several lie over one another."""


SMALL, MIDDLE, LARGE = CardSize(5, 3, 4), CardSize(7, 5, 4), CardSize(9, 7, 5)


class Canvas:
    """Characters and their styles, by row and column."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.cells: list[list[Cell]] = [[(" ", Style.null())] * width for _ in range(height)]

    def put(self, x: int, y: int, text: Text) -> None:
        """Write a line of text; what would lie beyond the sheet is left out."""
        for style, part in _runs(text):
            for letter in part:
                wide = cell_len(letter)
                if 0 <= y < self.height and x >= 0 and x + wide <= self.width and wide:
                    self.cells[y][x] = (letter, style)
                    if wide == 2:
                        self.cells[y][x + 1] = ("", style)
                x += wide

    def centred(self, x: int, y: int, text: Text) -> None:
        """Write a line of text around a column, but not beyond the sheet."""
        start = x - text.cell_len // 2
        self.put(max(0, min(start, self.width - text.cell_len)), y, text)

    def card(self, x: int, y: int, card: str, size: CardSize, colours: Colours, lit: bool = False) -> None:
        """Draw a card, face up."""
        for row, line in enumerate(card_lines(card, size, colours, lit)):
            self.put(x, y + row, line)

    def cards(self, x: int, y: int, cards: Sequence[str], size: CardSize, colours: Colours, lit: bool = False) -> None:
        """Draw cards from left to right, one over the other."""
        for place, card in enumerate(cards):
            self.card(x + place * size.step, y, card, size, colours, lit)

    def backs(self, x: int, y: int, count: int, rows: int) -> None:
        """Draw so many cards, face down, one over the other, around a column."""
        wide = count + 2
        left = max(0, min(x - wide // 2, self.width - wide))
        for row in range(rows):
            self.put(left, y + row, Text("▏" * count + "  ", BACK))

    def ghost(self, x: int, y: int, card: str, size: CardSize, colours: Colours) -> None:
        """Draw the outline of a card that lies elsewhere."""
        for row, line in enumerate(card_lines(card, size, colours)):
            edge = row in (0, size.height - 1)
            face = Text(line.plain, "dim") if edge else Text("│", "dim").append(line.plain[1:-1], _ink(card, colours))
            self.put(x, y + row, face if edge else face.append("│", "dim"))

    def text(self) -> Text:
        """All of it."""
        drawn = Text(no_wrap=True, end="")
        for number, row in enumerate(self.cells):
            for letter, style in row:
                drawn.append(letter, style)
            drawn.append("\n" if number < self.height - 1 else "")
        return drawn


def _ink(card: str, colours: Colours) -> str:
    return colours.text[corner(card)[1]]


def _runs(text: Text) -> list[tuple[Style, str]]:
    """A text as pieces of one style each."""
    pieces, plain = [], text.plain
    marks = sorted({0, len(plain), *(at for span in text.spans for at in (span.start, span.end) if at <= len(plain))})
    for start, end in pairwise(marks):
        style = Style.parse(text.style) if isinstance(text.style, str) else text.style
        for span in text.spans:
            if span.start <= start and span.end >= end:
                style += Style.parse(span.style) if isinstance(span.style, str) else span.style
        pieces.append((style, plain[start:end]))
    return pieces


def width_of(cards: Sequence[str], size: CardSize) -> int:
    """How wide some cards are together."""
    return size.width + size.step * (len(cards) - 1) if cards else 0


def card_lines(card: str, size: CardSize, colours: Colours, lit: bool = False) -> list[Text]:
    r"""The lines of a card: its rank in the corners, its sign in the middle of a larger one.

    >>> from handful.tui.cards import TWO_COLOURS
    >>> print(*(line.plain for line in card_lines("Td", MIDDLE, TWO_COLOURS)), sep="\n")
    ╭─────╮
    │10   │
    │  ♦  │
    │   10│
    ╰─────╯
    """
    face, sign = corner(card)
    paper = LIT_PAPER if lit else PAPER
    edge, ink = f"{EDGE} {paper}", f"{colours.card[sign]} {paper}"
    inner, rows = size.width - 2, size.height - 2
    rank = face if card.startswith("X") else face[:-1]
    inside = [" " * inner] * rows
    if rows == 1:
        inside[0] = face.ljust(inner)
    else:
        inside[0], inside[-1] = rank.ljust(inner), rank.rjust(inner)
        inside[rows // 2] = ("★" if card.startswith("X") else sign).center(inner)
    lines = [Text("╭" + "─" * inner + "╮", edge)]
    lines += [Text().append("│", edge).append(line, ink).append("│", edge) for line in inside]
    return [*lines, Text("╰" + "─" * inner + "╯", edge)]


def cut(text: str, width: int) -> str:
    """A text that is no wider than so many characters; what is missing is marked.

    >>> cut("Bartholomew", 6), cut("Ada", 6)
    ('Barth…', 'Ada')
    """
    return text if cell_len(text) <= width else set_cell_size(text, width - 1) + "…"
