"""What came out of a contest as a picture, in plain SVG: score shares with their intervals, and the cross-table."""

from __future__ import annotations

from html import escape

from handful.arena.report import Line, Report, milliseconds, ranked
from handful.games import find

WIDTH, LEFT, PLOT, TOP, ROW = 860, 190, 380, 74, 30
CELL = 92
GREEN, BLUE, RED = "#1b7f5c", "#8ccbb1", "#c33"


def text(x: float, y: float, words: str, more: str = "") -> str:
    """Some words in the picture."""
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{escape(words)}</text>'


def rect(x: float, y: float, width: float, height: float, fill: str) -> str:
    """A rectangle."""
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(0.0, width):.1f}" height="{height:.1f}" rx="2" fill="{fill}"/>'


def line(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    """A line."""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>'


def cut(name: str, most: int = 26) -> str:
    """A name that fits."""
    return name if len(name) <= most else f"{name[: most - 1]}…"


def bar(y: float, bot: Line, scale: float) -> list[str]:
    """One bot: its name, its bar with the interval, its rating and think time."""
    parts = [text(LEFT - 10, y + 15, cut(bot.name), 'text-anchor="end" font-weight="bold"')]
    if bot.score_share:
        found = bot.score_share
        middle = y + ROW / 2 - 4
        parts.append(rect(LEFT, y, found.value * scale, ROW - 8, GREEN))
        low, high = LEFT + found.low * scale, LEFT + found.high * scale
        parts.append(line(low, middle, high, middle, "#111"))
        parts += [line(x, middle - 5, x, middle + 5, "#111") for x in (low, high)]
    rating = f"{bot.rating.value:.0f} ({bot.rating.low:.0f} – {bot.rating.high:.0f})" if bot.rating else ""
    share = f"{bot.score_share.value:.1%}" if bot.score_share else ""
    parts.append(text(LEFT + PLOT + 12, y + 15, f"{share}, rating {rating}, {milliseconds(bot.think_ms)} ms"))
    return parts


def cross(found: Report, top: float) -> list[str]:
    """The cross-table, the darker the better."""
    parts = [text(20, top, "Points against each other, 50 % is even", 'font-weight="bold"')]
    for n, bot in enumerate(found.bots):
        head = 'text-anchor="middle" fill="#444"'
        parts.append(text(LEFT + CELL * (n + 0.5), top + 20, cut(bot.name, 14), head))
        parts.append(text(LEFT - 10, top + 46 + ROW * n, cut(bot.name), 'text-anchor="end"'))
        for m, cell in enumerate(found.against[n]):
            x, y = LEFT + CELL * m, top + 28 + ROW * n
            if cell:
                parts.append(
                    f'<rect x="{x + 1:.1f}" y="{y + 1:.1f}" width="{CELL - 2}" height="{ROW - 2}" rx="2" fill="{GREEN}"'
                    f' fill-opacity="{cell.value:.2f}"/>'
                )
                dark = "#fff" if cell.value > 0.6 else "#111"
                half = 50 * (cell.high - cell.low)
                told = f"{cell.value:.1%} ± {half:.1f}"
                parts.append(text(x + CELL / 2, y + 19, told, f'text-anchor="middle" fill="{dark}"'))
    return parts


def draw(found: Report) -> str:
    """The whole picture."""
    most = max([2 * found.equal_share] + [bot.score_share.high for bot in found.bots if bot.score_share])
    scale = PLOT / most
    bots = ranked(found)
    under = TOP + ROW * len(bots)
    height = under + 60 + ROW * len(bots) + 20
    options = "".join(f", {name}={value}" for name, value in found.options.items())
    title = f"{find(found.game).title}, {found.seats} seats{options}: {found.games:,} games on {found.blocks:,} deals"
    equal = LEFT + found.equal_share * scale
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}"'
        f' font-family="system-ui, sans-serif" font-size="11" role="img" aria-label="{escape(title, quote=True)}">',
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        text(20, 24, title, 'font-size="15" font-weight="bold"'),
        text(20, 44, "Score share a seat with its 95 % interval; the red line is an equal share", 'fill="#444"'),
        *(part for n, bot in enumerate(bots) for part in bar(TOP + ROW * n, bot, scale)),
        f'<line x1="{equal:.1f}" y1="{TOP - 8}" x2="{equal:.1f}" y2="{under}" stroke="{RED}" stroke-dasharray="4 3"/>',
        *cross(found, under + 24),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"
