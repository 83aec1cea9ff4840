"""`python -m benchmarks.training`: what was trained, from the courses that `handful train` has written.

A course is `benchmarks/results/training/NAME.curve.jsonl`; beside it `NAME.json` says what was trained, from what it
began and on what machine. The result is kept as JSON for the pages, and as a picture.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from handful.bots.network import Network
from handful.games import find

RESULTS = Path(__file__).with_name("results")
COURSES = RESULTS / "training"
LAST = 2
"""The last so many measurements together."""
AGAINST = ("easy", "normal", "hard@20")
LEFT, TOP, WIDE, HIGH = 60, 40, 640, 260
COLOURS = ("#1b7f5c", "#4c72b0", "#d58a3a", "#7a5195", "#777")


def courses() -> list[dict[str, Any]]:
    """All courses that are kept, with what is said of them."""
    found = []
    for file in sorted(COURSES.glob("*.curve.jsonl")):
        said = json.loads((COURSES / f"{file.name.removesuffix('.curve.jsonl')}.json").read_text(encoding="utf-8"))
        lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        found.append(said | {"lines": lines})
    return found


def pooled(lines: list[dict[str, Any]], level: str) -> dict[str, float]:
    """The points of the last measurements together: their mean, and an interval as wide as so many games have."""
    some = [one for line in lines[-LAST:] for one in line["strength"] if one["level"] == level]
    value = sum(one["value"] for one in some) / len(some)
    half = sum((one["high"] - one["low"]) / 2 for one in some) / len(some) / len(some) ** 0.5
    return {"value": value, "low": max(0.0, value - half), "high": min(1.0, value + half)}


def ships(course: dict[str, Any]) -> bool:
    """Whether the weights that came of it lie in the room."""
    about = [Network.read(file).about for file in find(course["game"]).trained]
    return any(one.seats == course["seats"] and one.decisions == course["decisions"] for one in about)


def summary(course: dict[str, Any]) -> dict[str, Any]:
    """One training as a row of the table."""
    return {
        "title": f"{find(course['game']).title}, {course['seats']} seats",
        "begin": course["begin"],
        "on": course["on"],
        "minutes": course["seconds"] / 60,
        "decisions": course["decisions"],
        "against": {level: pooled(course["lines"], level) for level in AGAINST},
        "ships": ships(course),
    }


def height(part: float) -> float:
    """Where a share of the points is drawn, 20 to 80 %."""
    return TOP + HIGH * (0.8 - min(max(part, 0.2), 0.8)) / 0.6


def axes(most: int) -> list[str]:
    """The lines and words of the picture that no course needs."""
    shapes = [f'<text x="{LEFT}" y="20" font-size="14">Points against normal, by decisions learned from</text>']
    for part in (0.2, 0.35, 0.5, 0.65, 0.8):
        y, colour = height(part), "#333" if part == 0.5 else "#ccc"
        shapes.append(f'<path d="M{LEFT} {y:.1f}h{WIDE}" stroke="{colour}"/>')
        shapes.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{part:.0%}</text>')
    for part in (0.5, 1.0):
        at = f'x="{LEFT + part * WIDE:.0f}" y="{TOP + HIGH + 18}"'
        shapes.append(f'<text {at} text-anchor="end">{part * most / 1e6:.1f} M</text>')
    return shapes


def curve(course: dict[str, Any], most: int, n: int) -> list[str]:
    """One course, with the 95 % interval of each measurement."""
    colour, points, shapes = COLOURS[n % len(COLOURS)], [], []
    for line in course["lines"]:
        x = LEFT + WIDE * line["decisions"] / most
        for one in line["strength"]:
            if one["level"] == "normal":
                low, high = height(one["low"]), height(one["high"])
                shapes.append(f'<path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="{colour}" opacity=".35"/>')
                points.append(f"{x:.1f} {height(one['value']):.1f}")
    shapes.append(f'<path d="M{" L".join(points)}" stroke="{colour}" stroke-width="2" fill="none"/>')
    title = f"{find(course['game']).title}, {course['seats']} seats, from {course['begin']}"
    return [*shapes, f'<text x="{LEFT + WIDE}" y="{36 + 16 * n}" text-anchor="end" fill="{colour}">{title}</text>']


def drawn(found: list[dict[str, Any]]) -> str:
    """All courses: points against normal by decisions."""
    most = max(line["decisions"] for one in found for line in one["lines"])
    shapes = axes(most) + [shape for n, one in enumerate(found) for shape in curve(one, most, n)]
    size = f'width="{LEFT + WIDE + 20}" height="{TOP + HIGH + 30}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12">'
    return "\n".join([head, '<rect width="100%" height="100%" fill="#fff"/>', *shapes, "</svg>"]) + "\n"


def main() -> None:
    """Write the result."""
    found = courses()
    data = {"date": datetime.now(UTC).date().isoformat(), "trainings": [summary(one) for one in found]}
    (RESULTS / "training.json").write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (RESULTS / "training.svg").write_text(drawn(found), encoding="utf-8")
    for one in data["trainings"]:
        print(json.dumps(one, ensure_ascii=False))


if __name__ == "__main__":
    main()
