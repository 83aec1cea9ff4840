"""What stands in the pages themselves, written by the program: rules, options, encodings, figures, pictures.

A block is between `<!-- options -->` and `<!-- end of options -->`, and a picture stands above the ```position or
```cards that it is drawn from. So a page reads well as plain Markdown; the site has the same without the comments.
"""

from __future__ import annotations

import re
from pathlib import Path

from handful.cli.draw import end_of
from handful.games import find
from handful.observe import EVERYTHING
from handful.tui.drawing import picture_of
from handful.tui.picture import status
from handful.tui.svg import position_svg

from . import DOCS, FENCE, figures, games

BLOCK = re.compile(
    r"^<!-- (primer|rules|options|encoding|figures: \w+) -->$(?:(?:(?!^<!-- ).)*^<!-- end of \1 -->$)?",
    re.DOTALL | re.MULTILINE,
)
PICTURE = re.compile(r"!\[[^\]\n]*\]\(pictures/[\w-]+\.svg\)\n\n(?=```(?:position|cards))")
TABLE = re.compile(r"<!-- numbers -->\n.*?<!-- end of numbers -->\n\n", re.DOTALL)
PLAIN_PICTURE, SITE_PICTURE = "](../benchmarks/results/", "](results/"


def content(name: str, game: str) -> str:
    """What belongs into a block."""
    if name.startswith("figures: "):
        return figures.table(name.removeprefix("figures: "))
    makers = {"primer": games.in_short, "rules": games.rules, "options": games.options, "encoding": games.encoding}
    return makers[name](find(game))


def written(page: Path, text: str) -> tuple[str, dict[Path, str]]:
    """A page with its blocks and pictures as they are now, and the pictures by file."""
    game, pictures = page.stem, {}
    shorts = page.parent / "pictures"

    def fill(block: re.Match[str]) -> str:
        if block[1] != "primer":
            return _block(block[1], content(block[1], game))
        parts = []
        for number, (svg, said) in enumerate(games.examples(find(game)), 1):
            file = shorts / f"{game.replace('_', '-')}-short-{number}.svg"
            examples[file] = _on_paper(svg)
            parts.append(f"![An example](pictures/{file.name})\n\n{said}")
        return _block("primer", "\n\n".join(parts))

    examples: dict[Path, str] = {}
    text = BLOCK.sub(fill, text)
    if page.parent != DOCS / "games":
        return text, {}
    text = TABLE.sub("", PICTURE.sub("", text))

    def above(fence: re.Match[str]) -> str:
        kind, said, inside = fence.groups()
        if kind == "actions":
            table = games.actions(find(game), inside)
            return f"<!-- numbers -->\n\n{table}\n\n<!-- end of numbers -->\n\n{fence[0]}"
        if kind not in ("position", "cards"):
            return fence[0]
        file = DOCS / "games" / "pictures" / f"{game.replace('_', '-')}-{len(pictures) + 1}.svg"
        alt, pictures[file] = _position(said, inside) if kind == "position" else _rows(inside)
        return f"![{alt}](pictures/{file.name})\n\n{fence[0]}"

    return FENCE.sub(above, text), pictures | examples


def for_site(text: str, game: str) -> str:
    """A page as the site has it: nothing that is made twice, and no comments."""
    text = TABLE.sub("", PICTURE.sub("", text))
    return BLOCK.sub(lambda block: content(block[1], game), text).replace(PLAIN_PICTURE, SITE_PICTURE)


def bare(text: str) -> str:
    """A page without what the program writes into it."""
    return BLOCK.sub("", TABLE.sub("", PICTURE.sub("", text)))


def _block(name: str, inside: str) -> str:
    return f"<!-- {name} -->\n\n{inside}\n\n<!-- end of {name} -->"


def _position(said: str, inside: str) -> tuple[str, str]:
    seat = re.fullmatch(r" seat=(\d)", said)
    picture = picture_of(end_of(inside), int(seat[1]) if seat else EVERYTHING)
    seen = f"as seat {seat[1]} sees it" if seat else "with all hands"
    return f"The position {seen}. {status(picture)}", _on_paper(position_svg(picture))


def _rows(inside: str) -> tuple[str, str]:
    rows = [line.partition("  # ") for line in inside.splitlines()]
    return "; ".join(f"{shown}: {meaning}" for shown, _, meaning in rows), games.rows_svg(rows)


def _on_paper(svg: str) -> str:
    """A picture for a page of any colour: on white, in ink."""
    inked = svg.replace("currentColor", "#1a1a1a")
    return inked.replace(">", "><rect width='100%' height='100%' fill='#fbfaf6'/>", 1) + "\n"
