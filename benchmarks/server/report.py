"""The report: tables for the terminal, JSON for machines, and whether the aims were met."""

from __future__ import annotations

import json
import platform
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from benchmarks.report import MARKS, cpu
from benchmarks.server.measure import ECHO, FASTEST, PACED, PEER, Line
from handful.simulation import cores

PACKAGES = ("handful", "litestar", "uvicorn", "uvloop", "websockets", "msgspec")
AIM_TABLES, AIM_MS = 2000, 50
AIM_PEER, AIM_ECHO = 10, 1 / 3


class Aim(msgspec.Struct):
    """Something that was aimed at, and what came of it."""

    what: str
    found: str
    met: bool


def aims(lines: list[Line]) -> list[Aim]:
    """What was aimed at, as far as it was measured."""
    by = {one.what: one for one in lines}
    largest = next((one for one in lines if one.what == PACED and one.tables == AIM_TABLES), None)
    found = []
    if largest:
        what = f"{AIM_TABLES:,} tables at a move a second, p99 under {AIM_MS} ms"
        times = f"{largest.ack99:.0f} ms to the acknowledgement, {largest.slow99:.0f} ms to the slowest viewer"
        kept_up = largest.moves > 0.97 * AIM_TABLES
        found.append(Aim(what, times, kept_up and max(largest.ack99, largest.slow99) < AIM_MS))
    if FASTEST in by and ECHO in by:
        ours, echo = by[FASTEST], by[ECHO]
        ratio = ours.delivered / echo.delivered
        told = f"{ratio:.0%} of the echo"
        beside_peer = 0.0
        if PEER in by:
            beside_peer = ours.moves / by[PEER].moves
            told += f", {beside_peer:.1f} × boardgame.io"
        what = f"a third of the echo's rate a message delivered, or {AIM_PEER} × boardgame.io's moves"
        found.append(Aim(what, told, ratio >= AIM_ECHO or beside_peer >= AIM_PEER))
    return found


def milliseconds(time: float) -> str:
    """A time in a cell."""
    return f"{time:.1f}" if time < 10 else f"{time:,.0f}"


def paced_table(lines: list[Line]) -> Table:
    """How it grows with the tables."""
    titles = (
        "tables", "sockets", "moves/s", "messages/s", "ack p50", "p99", "slowest p50", "p99", "client late p99",
        "server", "clients", "server ms a move", "KiB a table", "a connection",
    )  # fmt: skip
    table = Table(title="A move a second a table (ms; cores)", title_justify="left", title_style="bold")
    for title in titles:
        table.add_column(title, justify="right")
    for one in lines:
        times = (one.ack50, one.ack99, one.slow50, one.slow99, one.late99)
        table.add_row(
            f"{one.tables:,}", f"{one.sockets:,}", f"{one.moves:,.0f}", f"{one.delivered:,.0f}",
            *map(milliseconds, times), f"{one.server:.2f}", f"{one.client:.2f}", f"{one.cost:.2f}", f"{one.table:.0f}",
            f"{one.connection:.0f}",
        )  # fmt: skip
    return table


def fastest_table(lines: list[Line]) -> Table:
    """What each can do at most."""
    names = {FASTEST: "Handful, every move durable", ECHO: "bare echo, same stack", PEER: "boardgame.io, in memory"}
    titles = (
        "", "sockets", "moves/s", "messages/s", "ack p50", "p99", "slowest p50", "p99", "server", "clients",
        "server ms a message",
    )  # fmt: skip
    table = Table(title="As fast as they can (ms; cores)", title_justify="left", title_style="bold")
    for title in titles:
        table.add_column(title, justify="right" if title else "left")
    for one in lines:
        slow = ("", "") if one.what == ECHO else (milliseconds(one.slow50), milliseconds(one.slow99))
        table.add_row(
            names[one.what], f"{one.sockets:,}", f"{one.moves:,.0f}" if one.what != ECHO else "",
            f"{one.delivered:,.0f}", milliseconds(one.ack50), milliseconds(one.ack99), *slow,
            f"{one.server:.2f}", f"{one.client:.2f}", f"{1000 * one.server / one.delivered:.3f}",
        )  # fmt: skip
    return table


def show(console: Console, lines: list[Line], notes: list[str], complete: bool) -> None:
    """Print the tables, and how it stands with the aims."""
    slow = [one for one in lines if one.what == PACED]
    fast = [one for one in lines if one.what != PACED]
    if slow:
        console.print(paced_table(slow))
    if fast:
        console.print(fastest_table(fast))
    for aim in aims(lines):
        console.print(f"{MARKS[aim.met]} {aim.what}: {aim.found}", highlight=False)
    strange = sum(one.refused + one.lost for one in lines)
    for note in [*notes, *([f"{strange} moves were refused or sockets lost."] if strange else [])]:
        console.print(note, style="yellow", highlight=False)
    if not complete:
        console.print("The run was stopped early.", style="bold")


def write(file: Path, lines: list[Line], notes: list[str], load: float, quick: bool, complete: bool) -> None:
    """Keep the result as JSON."""
    data: dict[str, Any] = {
        "date": datetime.now(UTC).date().isoformat(),
        "python": platform.python_version(),
        "cpu": cpu(),
        "cores": cores(),
        "load": load,
        "versions": {name: version(name) for name in PACKAGES},
        "quick": quick,
        "complete": complete,
        "notes": notes,
        "aims": msgspec.to_builtins(aims(lines)),
        "lines": [rounded(one) for one in lines],
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n")


def rounded(one: Line) -> dict[str, Any]:
    """A line as plain data, values rounded to what was really measured."""
    plain: dict[str, Any] = msgspec.to_builtins(one)
    return {name: float(f"{value:.4g}") if isinstance(value, float) else value for name, value in plain.items()}
