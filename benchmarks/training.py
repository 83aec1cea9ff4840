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
LEFT, TOP, WIDE, HIGH, LEGEND = 60, 40, 520, 300, 210
COLOURS = {"half_suit": "#b3365b", "spar": "#1b7f5c", "thirteam": "#2f6bb0", "claim": "#555b66", "top_suit": "#b97a10"}


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
        "speed": course["decisions"] / course["seconds"],
        "against": {level: pooled(course["lines"], level) for level in AGAINST},
        "ships": ships(course),
    }


def height(part: float) -> float:
    """Where a share of the points is drawn."""
    return TOP + HIGH * (1 - part)


def axes(most: int) -> list[str]:
    """The lines and words of the picture that no course needs."""
    shapes = [f'<text x="{LEFT}" y="20" font-size="14">Points against normal, by decisions learned from</text>']
    for part in (0.0, 0.25, 0.5, 0.75, 1.0):
        y, colour = height(part), "#333" if part == 0.5 else "#ddd"
        shapes.append(f'<path d="M{LEFT} {y:.1f}h{WIDE}" stroke="{colour}"/>')
        shapes.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{part:.0%}</text>')
    for part in (0.0, 0.5, 1.0):
        at = f'x="{LEFT + part * WIDE:.0f}" y="{TOP + HIGH + 18}"'
        shapes.append(f'<text {at} text-anchor="middle">{part * most / 1e6:.0f} M</text>')
    return shapes


def curve(course: dict[str, Any], most: int) -> list[str]:
    """One course, with the 95 % interval of each measurement."""
    colour, points, shapes = COLOURS.get(course["game"], "#333"), [], []
    for line in course["lines"]:
        x = LEFT + WIDE * line["decisions"] / most
        for one in line["strength"]:
            if one["level"] == "normal":
                low, high, y = (height(one[name]) for name in ("low", "high", "value"))
                shapes.append(f'<path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="{colour}" opacity=".3"/>')
                shapes.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>')
                points.append((x, y))
    path = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return [*shapes, f'<path d="{path}" stroke="{colour}" stroke-width="2" fill="none"/>']


def legend(found: list[dict[str, Any]]) -> list[str]:
    """Beside the picture: which colour is which game, and from how many seats its courses are."""
    shapes = []
    for n, game in enumerate(dict.fromkeys(one["game"] for one in found)):
        y, colour = TOP + 10 + 40 * n, COLOURS.get(game, "#333")
        seats = [one["seats"] for one in found if one["game"] == game]
        shapes.append(f'<path d="M{LEFT + WIDE + 24} {y - 4}h22" stroke="{colour}" stroke-width="3"/>')
        shapes.append(f'<text x="{LEFT + WIDE + 54}" y="{y}" font-weight="600">{find(game).title}</text>')
        told = ", ".join(map(str, seats))
        shapes.append(f'<text x="{LEFT + WIDE + 54}" y="{y + 16}" fill="#555">trained for {told} seats</text>')
    return shapes


def drawn(found: list[dict[str, Any]]) -> str:
    """All courses: points against normal by decisions."""
    most = max(line["decisions"] for one in found for line in one["lines"])
    shapes = axes(most) + [shape for one in found for shape in curve(one, most)] + legend(found)
    size = f'width="{LEFT + WIDE + LEGEND}" height="{TOP + HIGH + 30}"'
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
