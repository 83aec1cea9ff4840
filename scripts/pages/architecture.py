"""The map of the house: its parts in the order of the import rules, and which of them really imports which.

`python -m scripts.pages` draws it into docs/architecture.svg; a test compares.
"""

from __future__ import annotations

import ast
import re
import tomllib
from html import escape
from pathlib import Path

from . import ROOT

PACKAGE = ROOT / "src" / "handful"
ROW, LEFT, NAME, TEXT, CELL = 26, 16, 104, 660, 18
WORDS = re.compile(r"^## Words\n.*?(^\|.*?)\n\n", re.MULTILINE | re.DOTALL)
MARKED = re.compile(r"(<!-- words:[^>]*-->).*?(<!-- end of words -->)", re.DOTALL)
INK, PALE, LINE, DOT = "#1d2733", "#5b6875", "#d7dde3", "#1f7a5c"


def with_words(page: str) -> str:
    """The page with the glossary of CONTRIBUTING.md."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = WORDS.search(text)
    assert table is not None
    return MARKED.sub(lambda found: f"{found[1]}\n\n{table[1]}\n\n{found[2]}", page)


def layers() -> list[str]:
    """The parts of the house, those that may import all others first: from the linter's own contract."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    return next(contract["layers"] for contract in contracts if contract["type"] == "layers")


def sources(part: str) -> list[Path]:
    """The files of a part."""
    folder = PACKAGE / part
    return sorted(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]


def summary(part: str) -> str:
    """What a part says of itself, in its first sentence."""
    page = PACKAGE / part / "__init__.py" if (PACKAGE / part).is_dir() else sources(part)[0]
    text = ast.get_docstring(ast.parse(page.read_text(encoding="utf-8"))) or ""
    first = text.partition("\n\n")[0].replace("\n", " ").replace("`", "")
    return first.partition(". ")[0].rstrip(".")


def imported(part: str) -> set[str]:
    """The other parts that a part imports."""
    found = set()
    for path in sources(part):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "handful":
                found |= {alias.name for alias in node.names}
            names = [node.module] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            found |= {name.split(".")[1] for name in names if name and name.startswith("handful.")}
    return found & set(layers()) - {part}


def text(x: float, y: float, words: str, fill: str, more: str = "") -> str:
    """One piece of text."""
    return f'<text x="{x:g}" y="{y:g}" fill="{fill}"{more}>{escape(words)}</text>'


def drawn() -> str:
    """The map as SVG: a row a part, and a dot where it imports the part of a column."""
    parts = layers()
    matrix = LEFT + NAME + TEXT
    top, width = 96, matrix + CELL * len(parts) + 16
    height = top + ROW * len(parts) + 14
    title = "The parts of Handful; imports go downward only, and a dot is an import"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{escape(title)}" font-family="ui-sans-serif, system-ui, sans-serif" font-size="13">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        text(LEFT, 30, title, INK, ' font-size="16" font-weight="600"'),
    ]
    for column, part in enumerate(parts):
        x = matrix + CELL * column + CELL / 2 + 4
        lines.append(text(x, top - 8, part, PALE, f' font-size="11" transform="rotate(-60 {x:g} {top - 8})"'))
    for row, part in enumerate(parts):
        y = top + ROW * row
        lines.append(f'<path d="M{LEFT} {y}H{width - 16}" stroke="{LINE}"/>')
        lines.append(text(LEFT, y + 17, part, INK, ' font-weight="600"'))
        lines.append(text(LEFT + NAME, y + 17, summary(part), PALE))
        used = imported(part)
        for column, other in enumerate(parts):
            x = matrix + CELL * column + CELL / 2
            if other == part:
                lines.append(f'<rect x="{x - 5:g}" y="{y + 8}" width="10" height="10" rx="2" fill="{LINE}"/>')
            elif other in used:
                lines.append(f'<circle cx="{x:g}" cy="{y + 13}" r="4" fill="{DOT}"/>')
    return "\n".join([*lines, "</svg>"]) + "\n"
