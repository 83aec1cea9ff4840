"""The drawn examples of a primer in a terminal."""

from __future__ import annotations

from rich.text import Text

from handful.primer import BACK, SIGNS, Drawn, Example, Item
from handful.tui.cards import EDGE, PAPER, TWO_COLOURS, corner

BACKING = "on #2c6e63"
INK = {"+": "bold green", "-": "bold red", "*": "bold yellow"}
WIDE, CORNER = 6, 4
"""Columns of a card, and of one that another lies upon."""
Rows = list[Text]


def drawn(example: Example) -> Text:
    """The line of an example: cards with their marks below, and the words between them.

    >>> from handful.primer import read_item
    >>> print(drawn(Example((read_item("6d(3)"), read_item("="), read_item("Kc(-)")), "")).plain)
    ╭────╮     ╭────╮
    │6♦  │  =  │K♣  │
    ╰────╯     ╰────╯
      3          ✗
    """
    lines = _beside([_item(item) for item in example.items], "  ")
    for line in lines:
        line.rstrip()
    return Text("\n").join(lines)


def _beside(blocks: list[Rows], between: str) -> Rows:
    return [Text(between).join(rows) for rows in zip(*blocks, strict=True)]


def _item(item: Item) -> Rows:
    """Four lines of the same width."""
    if item.word:
        return [Text(item.word if line == 1 else " " * len(item.word), "bold") for line in range(4)]
    last = len(item.cards) - 1
    return _beside([_card(card, place < last) for place, card in enumerate(item.cards)], "")


def _card(card: Drawn, covered: bool) -> Rows:
    """One card with its mark; of one that another lies upon only the left side, unless its mark needs the room."""
    mark = SIGNS.get(card.mark, card.mark)
    room = CORNER if covered else WIDE
    width = max(room, len(mark) + covered)
    back = card.card == BACK
    face, sign = ("▒▒▒▒", "♠") if back else corner(card.card)
    paper = BACKING if back else PAPER
    rows = ((f"╭{'─' * 4}╮", EDGE), (f"│{face:<4}│", TWO_COLOURS.card[sign]), (f"╰{'─' * 4}╯", EDGE))
    lines = [Text(row[:room], f"{ink} {paper}").append(" " * (width - room), "default on default") for row, ink in rows]
    return [*lines, Text(mark.center(room).ljust(width), INK.get(card.mark, "bold"))]
