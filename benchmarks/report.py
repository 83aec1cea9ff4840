"""The report: tables for the terminal, JSON for machines."""

from __future__ import annotations

import json
import os
import platform
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.lines import RATE, SECTIONS, Line, short
from handful.simulation import cores

PACKAGES = ("handful", "numba", "numpy", "open-spiel", "rlcard")
COLUMNS = ("", "ours", "beside", "theirs", "ratio", "goal", "met")
MARKS = {True: "[green]✓[/]", False: "[red]✗[/]", None: ""}


def cpu() -> str:
    """The model of the processor."""
    info = Path("/proc/cpuinfo")
    for line in info.read_text().splitlines() if info.exists() else ():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def where(load: float) -> dict[str, Any]:
    """On what the measurements were taken."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "python": platform.python_version(),
        "cpu": cpu(),
        "cores": cores(),
        "load": load,
        "versions": {name: version(name) for name in PACKAGES},
    }


def load() -> float:
    """How busy other programs kept the machine in the last minute, in cores."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else 0.0


def value(number: float | None, unit: str) -> str:
    """A value with what it counts, for a cell."""
    if number is None:
        return ""
    return f"{short(number)}/s" if unit == RATE else f"{number:.0f} {unit}"


def cells(line: Line) -> tuple[str, ...]:
    """A line as a row of the table."""
    ratio = "" if line.ratio is None else f"{line.ratio:.3g} ×" if line.ratio < 100 else f"{line.ratio:.0f} ×"
    ours, theirs = value(line.ours, line.unit), value(line.theirs, line.unit)
    return line.what, ours, line.beside, theirs, ratio, line.goal or line.note, MARKS[line.met]


def table(section: str, lines: list[Line]) -> Table:
    """One section as a table, without the columns that would be empty; a case's name stands once."""
    rows = [cells(line) for line in lines]
    used = [n for n in range(len(COLUMNS)) if any(row[n] for row in rows)]
    shown = Table(title=section, title_justify="left", title_style="bold")
    for n in used:
        shown.add_column(COLUMNS[n], justify="right" if COLUMNS[n] in ("ours", "theirs", "ratio") else "left")
    last = ""
    for row in rows:
        if last and row[0] != last:
            shown.add_section()
        shown.add_row(*("" if n == 0 and row[0] == last else row[n] for n in used))
        last = row[0]
    return shown


def missed(lines: list[Line]) -> list[str]:
    """The goals that were missed, in words."""
    found = []
    for line in lines:
        if line.met is False:
            peer = f" beside {line.beside}" if line.beside else ""
            note = f"; {line.note}" if line.note else ""
            found.append(f"{line.section}: {line.what}{peer} (goal {line.goal}{note})")
    return found


def show(console: Console, lines: list[Line], complete: bool) -> None:
    """Print the tables, the goals that were missed, and a last line that says how it stands."""
    for section in SECTIONS:
        of_section = [line for line in lines if line.section == section]
        if of_section:
            console.print(table(section, of_section))
    lost = missed(lines)
    for sentence in lost:
        console.print(f"missed: {sentence}", style="red", highlight=False)
    goals = sum(line.met is not None for line in lines)
    console.print(
        f"{goals - len(lost)} of {goals} goals met"
        + (", all of them." if goals and not lost else f", {len(lost)} missed.")
        + ("" if complete else " The run was stopped early."),
        style="bold",
        highlight=False,
    )


def write(file: Path, lines: list[Line], load: float, quick: bool, complete: bool) -> None:
    """Keep the result as JSON."""
    data = where(load) | {
        "quick": quick,
        "complete": complete,
        "missed": missed(lines),
        "lines": [line.json() for line in lines],
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n")
