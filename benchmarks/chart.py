"""The result as a picture: decisions a second on a logarithmic scale, in plain SVG."""

from __future__ import annotations

from html import escape
from math import log10

from benchmarks.lines import COMPILED, INTERPRETED, Line, short

LEFT, RIGHT, TOP, BAR, GAP = 220, 90, 70, 13, 14
WIDTH = 860
LOW, HIGH = 3, 8
"""The scale goes from 10^LOW to 10^HIGH."""

COLOURS = {
    "Handful, compiled": "#1b7f5c",
    "OpenSpiel, C++": "#4c72b0",
    "OpenSpiel, Python loop": "#8fb0de",
    "RLCard": "#d58a3a",
    "Handful, interpreted": "#8ccbb1",
}
COMPILED_BAR, NATIVE_BAR, LOOP_BAR, RLCARD_BAR, INTERPRETED_BAR = COLOURS

Bars = dict[str, float]


def bars(lines: list[Line]) -> dict[str, Bars]:
    """By case, the rate of every bar; where a game has two neighbours the faster one counts."""
    found: dict[str, Bars] = {}
    for line in lines:
        if line.section not in (COMPILED, INTERPRETED):
            continue
        case = found.setdefault(line.what, {})
        case[COMPILED_BAR if line.section == COMPILED else INTERPRETED_BAR] = line.ours
        for start, bar in (("OpenSpiel", NATIVE_BAR), ("pyspiel", LOOP_BAR), ("RLCard", RLCARD_BAR)):
            if line.theirs is not None and line.beside.startswith(start):
                case[bar] = max(case.get(bar, 0.0), line.theirs)
    return found


def across(rate: float) -> float:
    """Where a rate stands on the scale."""
    place = (log10(max(rate, 10**LOW)) - LOW) / (HIGH - LOW)
    return LEFT + place * (WIDTH - LEFT - RIGHT)


def text(x: float, y: float, words: str, more: str = "") -> str:
    """Some words in the picture."""
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{escape(words)}</text>'


def legend() -> list[str]:
    """What the colours mean."""
    parts, x = [], 20.0
    for name, colour in COLOURS.items():
        parts.append(f'<rect x="{x:.1f}" y="38" width="11" height="11" rx="2" fill="{colour}"/>')
        parts.append(text(x + 16, 48, name))
        x += 34 + 6.4 * len(name)
    return parts


def scale(bottom: float) -> list[str]:
    """The lines of the powers of ten, with their names."""
    parts = []
    for power in range(LOW, HIGH + 1):
        x = across(10**power)
        parts.append(f'<line x1="{x:.1f}" y1="{TOP - 6}" x2="{x:.1f}" y2="{bottom:.1f}" stroke="#ddd"/>')
        parts.append(text(x, bottom + 16, short(10**power), 'text-anchor="middle" fill="#666"'))
    return parts


def draw(lines: list[Line]) -> str:
    """The whole picture."""
    cases = bars(lines)
    drawn, y = [], float(TOP)
    for title, rates in cases.items():
        shown = [(name, rates[name]) for name in COLOURS if name in rates]
        drawn.append(text(LEFT - 10, y + BAR * len(shown) / 2 + 4, title, 'text-anchor="end" font-weight="bold"'))
        for name, rate in shown:
            long = across(rate) - LEFT
            fill = COLOURS[name]
            drawn.append(f'<rect x="{LEFT}" y="{y:.1f}" width="{long:.1f}" height="{BAR - 2}" rx="2" fill="{fill}"/>')
            drawn.append(text(LEFT + long + 5, y + BAR - 3, short(rate), 'fill="#333"'))
            y += BAR
        y += GAP
    height = y + 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}"'
        ' font-family="system-ui, sans-serif" font-size="11" role="img"'
        ' aria-label="Decisions a second in random play, by game and by library">',
        f'<rect width="{WIDTH}" height="{height:.0f}" fill="#fff"/>',
        text(20, 22, "Random play on one core, decisions a second (logarithmic)", 'font-size="15" font-weight="bold"'),
        *legend(),
        *scale(y - GAP + 6),
        *drawn,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"
