"""What was measured, line by line: our value, the peer's beside it, and whether the goal was met."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

COMPILED = "Compiled, one core, whole random games"
TWO_CORES = "Compiled, two cores"
FROM_PYTHON = "From Python, one state at a time"
COPY = "A copy of a state"
INTERPRETED = "Interpreted, whole random games"
IMPORT = "Import"
SIZE = "Size of a state"
SECTIONS = (COMPILED, TWO_CORES, FROM_PYTHON, COPY, INTERPRETED, IMPORT, SIZE)

RATE, NANOSECONDS, MILLISECONDS, BYTES = "decisions/s", "ns", "ms", "bytes"


@dataclass(frozen=True)
class Line:
    """One measured value; `ratio` says how many times faster ours is than what stands beside it."""

    section: str
    what: str
    ours: float
    unit: str
    beside: str = ""
    theirs: float | None = None
    ratio: float | None = None
    goal: str = ""
    met: bool | None = None
    note: str = ""

    def json(self) -> dict[str, Any]:
        """The line as plain data, values rounded to what was really measured."""
        return {
            name: float(f"{value:.4g}") if isinstance(value, float) else value for name, value in asdict(self).items()
        }


def at_least(section: str, what: str, rate: float, goal: float) -> Line:
    """A rate with a goal of its own."""
    return Line(section, what, rate, RATE, goal=f"≥ {short(goal)}", met=rate >= goal)


def under(section: str, what: str, value: float, unit: str, goal: float) -> Line:
    """A time that must stay under a limit."""
    return Line(section, what, value, unit, goal=f"< {goal:g} {unit}", met=value < goal)


def fits(section: str, what: str, size: int, goal: int) -> Line:
    """A size that must fit into a limit."""
    return Line(section, what, size, BYTES, goal=f"≤ {goal} {BYTES}", met=size <= goal)


def beside(
    section: str, what: str, rate: float, peer: str, theirs: float, goal: float | None, aim: float = 0, note: str = ""
) -> Line:
    """A rate beside another one that it must be so many times as fast as."""
    ratio = rate / theirs
    wanted = "" if goal is None else f"≥ {goal:g} ×" + (f" (aim {aim:g} ×)" if aim else "")
    return Line(section, what, rate, RATE, peer, theirs, ratio, wanted, None if goal is None else ratio >= goal, note)


def not_available(section: str, what: str, rate: float, peer: str, why: str) -> Line:
    """A peer that could not be measured, and why."""
    return Line(section, what, rate, RATE, peer, note=f"not available: {why}")


def short(value: float) -> str:
    """A number as a table shows it.

    >>> short(24_360_000), short(930_000), short(17.25)
    ('24.4 M', '930 k', '17.2')
    """
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"
