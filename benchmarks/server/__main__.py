"""`python -m benchmarks.server`: how many tables one server carries; prints tables, writes JSON and a picture."""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from benchmarks.report import load
from benchmarks.server import chart, report
from benchmarks.server.measure import FULL, PEER, QUICK, Line, Pace, connection_memory, fastest, medians, paced
from benchmarks.server.peer import Missing, installed
from handful.simulation import cores

RESULTS = Path(__file__).parents[1] / "results"
ALL, FEW = (10, 100, 500, 1000, 2000), (10, 100)
BUSY = 0.5
"""The load above which a measurement is disturbed."""


def numbers(listed: str) -> tuple[int, ...]:
    """Numbers with commas between them."""
    found = tuple(int(one) for one in listed.split(","))
    if min(found) < 1:
        raise ValueError(listed)
    return found


def arguments() -> argparse.Namespace:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server", description="How much one server carries.")
    parser.add_argument("--quick", action="store_true", help="a fast pass: 10 and 100 tables, one short round")
    parser.add_argument("--tables", metavar="N,N,…", type=numbers, help="how many tables are played at")
    parser.add_argument(
        "--clients", metavar="N", type=int, default=max(1, min(4, cores() - 1)), help="client processes"
    )
    parser.add_argument("--pin", action="store_true", help="give the server a core of its own, away from the clients")
    parser.add_argument("--no-peer", action="store_true", help="leave boardgame.io out")
    parser.add_argument("--out", metavar="FOLDER", type=Path, default=RESULTS, help="where the results are kept")
    return parser.parse_args()


PINNED = "Measured with `--pin`: at a move a second the server had a core of its own."


def measure(asked: argparse.Namespace, pace: Pace, lines: list[Line], notes: list[str], console: Console) -> None:
    """Fill the lines, with a bar that shows how far it is."""
    tables = asked.tables or (FEW if asked.quick else ALL)
    columns = (BarColumn(), TextColumn("{task.percentage:>3.0f}%"), TimeElapsedColumn())
    with ExitStack() as all:
        progress = all.enter_context(
            Progress(*columns, TextColumn("{task.description}"), console=console, transient=True)
        )
        bar = progress.add_task("boardgame.io is installed", total=2 + len(tables) + 3 * pace.rounds)

        def tick(what: str) -> None:
            progress.update(bar, advance=1, description=what)

        peer = None
        if not asked.no_peer:
            try:
                peer = all.enter_context(installed())
            except Missing as error:
                notes.append(f"{PEER} was not measured: {error}.")
        tick("memory of a connection")
        connection = connection_memory()
        rounds: dict[str, list[Line]] = {}
        try:
            fastest(pace, asked.clients, peer, tick, rounds)
        finally:
            lines.extend(medians(rounds))
        for number in tables:
            tick(f"{number:,} tables")
            lines.append(paced(number, pace, asked.clients, connection, asked.pin))


def main() -> int:
    """Measure, report, and keep the result."""
    asked = arguments()
    console = Console(width=None if sys.stdout.isatty() else 150)
    lines: list[Line] = []
    notes: list[str] = [PINNED] if asked.pin else []
    complete, busy = True, load()
    if busy > BUSY:
        notes.append(f"Other programs kept {busy} cores busy when this began: the numbers are too low.")
    try:
        measure(asked, QUICK if asked.quick else FULL, lines, notes, console)
    except KeyboardInterrupt:
        complete = False
    except RuntimeError as error:  # one of the processes has ended: what was measured before counts
        complete = False
        notes.append(str(error))
    report.show(console, lines, notes, complete)
    report.write(asked.out / "server.json", lines, notes, busy, asked.quick, complete)
    (asked.out / "server.svg").write_text(chart.draw(lines))
    return 0 if complete else 130


if __name__ == "__main__":
    sys.exit(main())
