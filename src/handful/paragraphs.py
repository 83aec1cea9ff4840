"""The numbered paragraphs of a rules page: rules of the text, and rulings of ours."""

from __future__ import annotations

import re
from dataclasses import dataclass

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
