"""The page of a game: its rules, its options and how it is encoded, from the room; its positions drawn."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise

from handful.cli.draw import end_of
from handful.game import Game
from handful.games import ROOMS, find
from handful.kernel.state import BYTES, Field
from handful.observe import EVERYTHING
from handful.paragraphs import paragraphs
from handful.primer import primer
from handful.tui.drawing import picture_of
from handful.tui.svg import cards_svg, drawing, example_svg, position_svg, row_of

from . import DOCS, FENCE

NUMBER = re.compile(r"^((?:> )?)\*\*(\d+\.\d+|R\d+)\*\*", re.MULTILINE)
SEEN_BY = {"everybody": "everybody", "owner": "its owner", "nobody": "nobody"}
WITHOUT_A_PAGE = """\
# {title}

{summary}

## The rules

<!-- rules -->

## Variants

<!-- options -->

## How it is encoded

<!-- encoding -->
"""


def addresses() -> list[str]:
    """Where the pages of the games are, in the order of the rooms."""
    return [f"games/{name}.md" for name in ROOMS]


def written(name: str) -> str:
    """The page of a game as somebody wrote it, or the least that a page must have."""
    page, game = DOCS / "games" / f"{name}.md", find(name)
    if page.exists():
        return page.read_text(encoding="utf-8")
    return WITHOUT_A_PAGE.format(title=game.title, summary=game.summary)


def filled(name: str) -> str:
    """The whole page of a game, for the site."""
    from .blocks import for_site

    return drawn(with_numbers(find(name), for_site(written(name), name)))


def drawn(text: str) -> str:
    """A page with its positions and cards drawn."""

    def draw(fence: re.Match[str]) -> str:
        kind, said, inside = fence.groups()
        return position(said, inside) if kind == "position" else cards(inside) if kind == "cards" else fence[0]

    return FENCE.sub(draw, text)


def with_numbers(game: Game, text: str) -> str:
    """A page whose ```actions are tables with the number of each."""
    return FENCE.sub(lambda fence: actions(game, fence[3]) if fence[1] == "actions" else fence[0], text)


def examples(game: Game) -> list[tuple[str, str]]:
    """The examples of the room's primer: each drawn, and what it says."""
    short = primer(game)
    return [(example_svg(one), one.text) for one in short.examples] if short else []


def in_short(game: Game) -> str:
    """The examples of the room's primer, drawn."""
    return "\n\n".join(f"<p>{svg}</p>\n\n{said}" for svg, said in examples(game))


def rules(game: Game) -> str:
    """The rules page of the room, a level lower, with a place to link to at every number."""
    text = game.page.read_text(encoding="utf-8").split("\n", 1)[1].strip()
    text = re.sub(r"^## ", "### ", text, flags=re.MULTILINE)
    return NUMBER.sub(r'\1<a id="\2"></a>**\2**', text)


def position(said: str, inside: str) -> str:
    """A transcript as a picture of where it ends, and as text."""
    seat = re.fullmatch(r" seat=(\d)", said)
    picture = picture_of(end_of(inside), int(seat[1]) if seat else EVERYTHING)
    text = f"<details><summary>As text</summary><pre><code>{escape(inside)}</code></pre></details>"
    return f'<div class="position">{position_svg(picture)}\n{text}</div>'


def cards(inside: str) -> str:
    """Rows of cards, each with what it shows."""
    rows = []
    for line in inside.splitlines():
        shown, _, meaning = line.partition("  # ")
        rows.append(f"<p>{cards_svg(shown.split())}<br>{escape(meaning)}</p>")
    return f'<div class="cards">{"".join(rows)}</div>'


def rows_svg(rows: Sequence[tuple[str, str, str]]) -> str:
    """Rows of cards, each with what it shows, as one picture."""
    parts, high = ["<rect width='100%' height='100%' fill='#fbfaf6'/>"], 96
    for place, (shown, _, meaning) in enumerate(rows):
        cards, y = shown.split(), place * high
        parts.append(row_of(cards, 8, y + 6, 680))
        parts.append(f"<text x='8' y='{y + 82}' font-size='14' fill='#1a1a1a'>{escape(meaning)}</text>")
    return drawing(len(rows) * high, "; ".join(meaning for _, _, meaning in rows), parts) + "\n"


def actions(game: Game, inside: str) -> str:
    """A table of actions, with the number of each."""
    rows = ["| action | number | means |", "| --- | ---: | --- |"]
    for line in inside.splitlines():
        text, _, meaning = line.partition("  # ")
        rows.append(f"| `{text}` | {number(game.words.read_action(text))} | {meaning} |")
    return "\n".join(rows)


def number(action: int) -> str:
    """An action as a number that people can read."""
    return str(action) if action < 1 << 20 else f"{action:#x}"


def options(game: Game) -> str:
    """The table options: values, the default first, and where they are explained."""
    if not game.options:
        return "There are no options."
    rows = ["| option | values, the default first | what it means | ruling |", "| --- | --- | --- | --- |"]
    for name, option in game.options.items():
        seats = f"; only with {' or '.join(map(str, option.seats))} seats" if option.seats else ""
        values = ", ".join(f"`{word}`" for word in option.words) or f"{option.default} ({option.low} to {option.high})"
        meaning = words.meaning if (words := game.face.options.get(name)) else ""
        rows.append(f"| `{name}` | {values}{seats} | {meaning} | {', '.join(explained(game, name))} |")
    return "\n".join(rows)


def explained(game: Game, option: str) -> Iterator[str]:
    """Links to the paragraphs that explain an option."""
    for paragraph in paragraphs(game.page.read_text(encoding="utf-8")):
        if re.search(rf"`{option}[`=]", paragraph.text):
            yield f"[{paragraph.number}](#{paragraph.number})"


def encoding(game: Game) -> str:
    """The fields of the state: what each holds, who sees it, and where it is in the record."""
    state = game.rules.State
    notes = remarks(state)
    rows = ["| field | holds | seen by | bytes | |", "| --- | --- | --- | ---: | --- |"]
    for field in sorted(state.layout.order, key=lambda field: state.layout.offsets[field.name]):
        at = state.layout.offsets[field.name]
        size = BYTES[field.stored_as] * (field.size or 1)
        seen = SEEN_BY[field.sees] + (", its size by everybody" if field.counted else "")
        where = f"{at}–{at + size - 1}" if size > 1 else str(at)
        rows.append(f"| `{field.name}` | {holds(field)} | {seen} | {where} | {notes.get(field.name, '')} |")
    return "\n".join([f"A state is a record of {state.layout.size} bytes.", "", *rows])


def holds(field: Field) -> str:
    """What a field holds, in words."""
    if field.option:
        return f"option: {field.option.values}"
    bits = 8 * BYTES[field.stored_as]
    kind = {"cards": "set of cards", "seats": "set of seats", "yes": "yes or no"}.get(field.kind, str(field.kind))
    if field.seated:
        return f"{kind} for each seat, {bits} bits"
    return f"{field.size} × {kind}, {bits} bits" if field.size else f"{kind}, {bits} bits"


def remarks(state: type) -> dict[str, str]:
    """What the declaration says below its fields."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(state)))
    body = tree.body[0].body  # type: ignore[attr-defined]
    found = {}
    for above, below in pairwise(body):
        if isinstance(above, ast.AnnAssign) and isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            found[above.target.id] = " ".join(str(below.value.value).split())  # type: ignore[union-attr]
    return found
