"""The ladder as a picture: for every game, how often a level ends above the one below it, with the 95 % interval."""

from __future__ import annotations

from html import escape
from itertools import groupby

from handful.arena.statistics import Share

LEFT, PLOT, TOP, BAR, GAP, WIDTH = 280, 400, 74, 15, 10, 860
COLOURS = {
    "hard – normal": "#1b7f5c",
    "normal – easy": "#4c72b0",
    "easy – random": "#d58a3a",
    "hard – random": "#777",
    "hard – ISMCTS": "#7a5195",
    "instinct – normal": "#4c72b0",
    "instinct – hard": "#d58a3a",
    "expert – hard": "#1b7f5c",
}

Bar = tuple[str, str, Share | None]
"""The game, the step, and the better bot's points against the other."""


def text(x: float, y: float, words: str, more: str = "") -> str:
    """Some words in the picture."""
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{escape(words)}</text>'


def across(value: float) -> float:
    """Where a share stands; the scale begins at a quarter."""
    return LEFT + PLOT * (max(value, 0.25) - 0.25) / 0.75


def line(x1: float, y1: float, x2: float, y2: float, colour: str, more: str = "") -> str:
    """A line."""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" {more}/>'


def bar(y: float, step: str, found: Share) -> list[str]:
    """One step."""
    low, high, middle = across(found.low), across(found.high), y + BAR / 2 - 1
    colour = COLOURS[step]
    width = across(found.value) - LEFT
    return [
        f'<rect x="{LEFT}" y="{y:.1f}" width="{width:.1f}" height="{BAR - 2}" rx="2" fill="{colour}"/>',
        line(low, middle, high, middle, "#111"),
        line(low, middle - 4, low, middle + 4, "#111"),
        line(high, middle - 4, high, middle + 4, "#111"),
        text(LEFT + PLOT + 10, y + BAR - 4, f"{found.value:.1%} ({found.low:.1%} – {found.high:.1%})", 'fill="#333"'),
    ]


def draw(bars: list[Bar], words: str) -> str:
    """The whole picture, under some words."""
    drawn, y = [], float(TOP)
    for title, group in groupby(bars, key=lambda one: one[0]):
        shown = [(step, found) for _, step, found in group if found]
        drawn.append(text(LEFT - 10, y + BAR * len(shown) / 2 + 4, title, 'text-anchor="end" font-weight="bold"'))
        for step, found in shown:
            drawn += bar(y, step, found)
            y += BAR
        y += GAP
    height = y + 40
    scale = []
    for part in (0.25, 0.5, 0.65, 0.75, 1.0):
        even = part == 0.5
        more = 'stroke-dasharray="4 3"' if even else ""
        scale.append(line(across(part), TOP - 6, across(part), y, "#c33" if even else "#ddd", more))
        scale.append(text(across(part), y + 16, f"{part:.0%}", 'text-anchor="middle" fill="#666"'))
    legend = []
    shown_steps = {step for _, step, found in bars if found}
    for n, step in enumerate(step for step in COLOURS if step in shown_steps):
        colour = COLOURS[step]
        legend.append(f'<rect x="{20 + 150 * n}" y="38" width="11" height="11" rx="2" fill="{colour}"/>')
        legend.append(text(36 + 150 * n, 48, step))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}"'
        f' font-family="system-ui, sans-serif" font-size="11" role="img" aria-label="{escape(words, quote=True)}">',
        f'<rect width="{WIDTH}" height="{height:.0f}" fill="#fff"/>',
        text(20, 22, words, 'font-size="15" font-weight="bold"'),
        *legend,
        *scale,
        *drawn,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"
