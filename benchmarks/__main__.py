"""`python -m benchmarks`: measure Handful beside its peers, print tables, write JSON and a picture."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from benchmarks import chart, report
from benchmarks.cases import Case, cases
from benchmarks.contest import FULL, QUICK, Pace
from benchmarks.lines import Line
from benchmarks.measure import Tick, measure_case, measure_imports
from handful.game import BadText

RESULTS = Path(__file__).with_name("results")
BUSY = 0.5
"""The load above which a measurement is disturbed."""


def arguments() -> argparse.Namespace:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="How fast Handful is, beside its peers.")
    parser.add_argument("--quick", action="store_true", help="a fast pass: shorter and fewer repeats")
    parser.add_argument("--game", metavar="NAME", help="measure one game only")
    parser.add_argument("--out", metavar="FOLDER", type=Path, default=RESULTS, help="where the results are kept")
    return parser.parse_args()


def measure(chosen: list[Case], pace: Pace, lines: list[Line], console: Console) -> None:
    """Fill the lines, with a bar that shows how far it is."""
    columns = (BarColumn(), TextColumn("{task.percentage:>3.0f}%"), TimeElapsedColumn())
    with Progress(*columns, TextColumn("{task.description}"), console=console, transient=True) as progress:
        bar = progress.add_task("", total=len(chosen) + 1)

        def ticker(title: str) -> Callable[[int], Tick]:
            progress.update(bar, description=title)

            def steps(number: int) -> Tick:
                return lambda what: progress.update(bar, advance=1 / number, description=f"{title}: {what}")

            return steps

        lines.extend(measure_imports(pace, ticker("Import")))
        for case in chosen:
            lines.extend(measure_case(case, pace, ticker(case.title)))


def main() -> int:
    """Measure, report, and keep the result."""
    asked = arguments()
    console = Console(width=None if sys.stdout.isatty() else 130)
    lines: list[Line] = []
    try:
        chosen = cases(asked.game)
    except BadText as error:
        console.print(str(error), highlight=False)
        return 2
    complete, busy = True, report.load()
    if busy > BUSY:
        console.print(f"Other programs keep {busy} cores busy: the numbers will be too low.", style="yellow")
    try:
        measure(chosen, QUICK if asked.quick else FULL, lines, console)
    except KeyboardInterrupt:
        complete = False
    report.show(console, lines, complete)
    report.write(asked.out / "bench.json", lines, busy, asked.quick, complete)
    (asked.out / "bench.svg").write_text(chart.draw(lines))
    return 0 if complete else 130


if __name__ == "__main__":
    sys.exit(main())
