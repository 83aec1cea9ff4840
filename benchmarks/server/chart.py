"""The result as a picture: times by the number of tables, and messages a second beside the echo and the peer."""

from __future__ import annotations

from math import log10

from benchmarks.chart import text
from benchmarks.server.measure import ECHO, FASTEST, PACED, PEER, Line

WIDTH, HEIGHT, TOP, LEFT, PLOT, DEEP = 860, 330, 70, 60, 420, 200
LOW_MS, HIGH_MS = 1.0, 1_000.0
BARS_AT, BAR = 560, 26
AIM_MS = 50
CURVES = {
    "acknowledged, p50": ("ack50", "#8ccbb1", ""),
    "acknowledged, p99": ("ack99", "#1b7f5c", ""),
    "slowest viewer, p99": ("slow99", "#d58a3a", 'stroke-dasharray="3 5"'),
}
"""The field and the look of each; the last lies upon the one before it, mostly."""
NAMES = {ECHO: ("bare echo", "#bbbbbb"), FASTEST: ("Handful", "#1b7f5c"), PEER: ("boardgame.io", "#d58a3a")}


def across(tables: int, most: int) -> float:
    """Where a number of tables stands."""
    return LEFT + PLOT * log10(max(tables, 1)) / log10(max(most, 10))


def down(time: float) -> float:
    """Where a time stands."""
    inside = min(max(time, LOW_MS), HIGH_MS)
    return TOP + DEEP * (1 - log10(inside / LOW_MS) / log10(HIGH_MS / LOW_MS))


def curves(lines: list[Line]) -> list[str]:
    """The times, by the number of tables, both logarithmic."""
    most = max(one.tables for one in lines)
    parts = []
    for power in range(round(log10(LOW_MS)), round(log10(HIGH_MS)) + 1):
        y = down(10**power)
        parts.append(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{LEFT + PLOT}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(text(LEFT - 6, y + 4, f"{10**power:,} ms", 'text-anchor="end" fill="#666"'))
    aim = down(AIM_MS)
    parts.append(
        f'<line x1="{LEFT}" y1="{aim:.1f}" x2="{LEFT + PLOT}" y2="{aim:.1f}" stroke="#c33" stroke-dasharray="4 3"/>'
    )
    for one in lines:
        x = across(one.tables, most)
        parts.append(text(x, TOP + DEEP + 16, f"{one.tables:,}", 'text-anchor="middle" fill="#666"'))
    for n, (name, (field, colour, look)) in enumerate(CURVES.items()):
        points = [(across(one.tables, most), down(getattr(one, field))) for one in lines]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2" {look}/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{2 if look else 3}" fill="{colour}"/>' for x, y in points]
        parts.append(f'<rect x="{LEFT + 140 * n}" y="42" width="11" height="11" rx="2" fill="{colour}"/>')
        parts.append(text(LEFT + 16 + 140 * n, 52, name))
    parts.append(text(LEFT + PLOT / 2, TOP + DEEP + 34, "tables, at a move a second each", 'text-anchor="middle"'))
    return parts


def bars(lines: list[Line]) -> list[str]:
    """Messages a second that came to clients, as fast as it goes."""
    shown = [one for what in NAMES for one in lines if one.what == what]
    most = max(one.delivered for one in shown)
    parts = [text(BARS_AT, TOP - 18, "As fast as they can", 'font-weight="bold"')]
    for n, one in enumerate(shown):
        name, colour = NAMES[one.what]
        y, long = TOP + n * (BAR + 34), 200 * one.delivered / most
        moves = "" if one.what == ECHO else f", {one.moves:,.0f} moves/s"
        parts.append(text(BARS_AT, y + 10, name, 'font-weight="bold"'))
        parts.append(text(BARS_AT + 92, y + 10, f"{one.delivered:,.0f} messages/s{moves}", 'fill="#444"'))
        parts.append(f'<rect x="{BARS_AT}" y="{y + 16:.1f}" width="{long:.1f}" height="{BAR}" rx="2" fill="{colour}"/>')
    return parts


def draw(lines: list[Line]) -> str:
    """The whole picture."""
    slow, fast = [one for one in lines if one.what == PACED], [one for one in lines if one.what != PACED]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
        ' font-family="system-ui, sans-serif" font-size="11" role="img"'
        ' aria-label="How long a move takes with many tables, and messages a second beside the echo and boardgame.io">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        text(20, 22, "One server process: how long a move takes", 'font-size="15" font-weight="bold"'),
        *(curves(slow) if slow else ()),
        *(bars(fast) if fast else ()),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"
