"""The primer of a game: its goal and its turn in a few sentences, and drawn examples. See docs/lessons.md.

A room has it beside the rules as PRIMER.md, PRIMER.fr.md and so on. An example is a line of cards in a fenced block
```cards, and the paragraph below it: terminal, browser and documentation draw the same line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from handful.cards import CARD_NUMBERS, pretty
from handful.game import BadText, Game, suggest

PAGE = "PRIMER"
BACK = "--"
"""A card that cannot be seen."""
FENCE = re.compile(r"```cards\n([^\n]+)\n```\n\n(.+?)(?=\n\n|\s*\Z)", re.DOTALL)
PIECE = re.compile(r"([2-9TJQKA][scdh]|X[br]|--)(?:\(([^()]+)\))?")
GROUP = re.compile(rf"(?:{PIECE.pattern})+")
SIGNS = {"+": "✓", "-": "✗", "*": "♛"}
"""How a terminal and a line of text show the marks: what may be done, what may not, and what is best."""


@dataclass(frozen=True)
class Drawn:
    """A card of an example, with its mark: `+` allowed, `-` not allowed, `*` the best, or a word below it."""

    card: str
    mark: str


@dataclass(frozen=True)
class Item:
    """A part of an example: cards that lie over one another, or a word between cards."""

    cards: tuple[Drawn, ...]
    word: str


@dataclass(frozen=True)
class Example:
    """A drawn example and what it shows."""

    items: tuple[Item, ...]
    text: str


@dataclass(frozen=True)
class Primer:
    """The short version of a game."""

    title: str
    text: str
    """The goal and a turn, in a few sentences."""
    examples: tuple[Example, ...]


def primer(game: Game, language: str = "en") -> Primer | None:
    """The primer of a game, in English where there is none in the language; None if the room has none."""
    room = game.page.parent
    files = [room / f"{PAGE}.{language}.md", room / f"{PAGE}.md"]
    found = next((file for file in files if file.is_file()), None)
    return read_primer(found.read_text(encoding="utf-8")) if found else None


def read_primer(page: str) -> Primer:
    r"""The primer of a page; BadText says what is wrong.

    >>> short = read_primer("# Spar\n\nHold control.\n\n```cards\n9h(called) Kc(-)\n```\n\n**Follow** suit.\n")
    >>> short.text, line_text(short.examples[0])
    ('Hold control.', '9♥ called  K♣ ✗')
    """
    head, _, rest = page.partition("\n")
    intro, _, _ = rest.partition("```cards")
    if not head.startswith("# "):
        raise BadText("expected `# ` and a title in the first line of the primer")
    examples = tuple(
        Example(tuple(map(read_item, line.split())), " ".join(text.split())) for line, text in FENCE.findall(rest)
    )
    if len(examples) != rest.count("```cards"):
        raise BadText("expected after each ```cards one line of cards, ``` and a paragraph")
    return Primer(head.removeprefix("# "), " ".join(intro.split()), examples)


def read_item(text: str) -> Item:
    """A part of the line of an example: `6d7s`, `Kc(-)`, or a word such as `then`, with `_` for a space."""
    if GROUP.fullmatch(text):
        return Item(tuple(Drawn(card, mark.replace("_", " ")) for card, mark in PIECE.findall(text)), "")
    if re.match(r"\w{1,2}\(", text):
        raise BadText(f"{text!r} is no card of an example.{suggest(text[:2], list(CARD_NUMBERS))}")
    return Item((), text.replace("_", " "))


def line_text(example: Example) -> str:
    """An example in one line of text."""
    return "  ".join(item.word or " ".join(map(drawn_text, item.cards)) for item in example.items)


def drawn_text(drawn: Drawn) -> str:
    """A card of an example in text."""
    face = "▒▒" if drawn.card == BACK else pretty(CARD_NUMBERS[drawn.card])
    return f"{face} {SIGNS.get(drawn.mark, drawn.mark)}".strip()


def primer_text(short: Primer) -> str:
    """A primer as Markdown, its examples as lines of text."""
    parts = [f"# {short.title}", short.text]
    parts += [f"    {line_text(example)}\n\n{example.text}" for example in short.examples]
    return "\n\n".join(parts) + "\n"
