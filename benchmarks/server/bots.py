"""`python -m benchmarks.server.bots`: 200 tables of people with normal bots on one server, and whether bots are late.

A real server with its usual settings, but without limits for one visitor, as all come from one address here. At every
table a client has one seat and plays at random, at a person's pace; all other seats are bots'. A bot's move is planned
for the end of its pause. It is late if it is durable more than LATE_S after that, by the server's own count; clients
see it late if even the longest pause is over for so long.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from benchmarks.report import cpu, load
from benchmarks.server.players import Ack, Bye, Fresh, Parts, Refused, Update, Welcome, decode
from benchmarks.server.processes import ROOT, line_of, started, taken
from benchmarks.server.wire import Socket, Web, connect
from handful.arena.game import next_seat
from handful.bots.levels import choose
from handful.bots.questions import question_for
from handful.game import Position
from handful.games import ROOMS, find
from handful.kernel.dice import SeededDice
from handful.server.settings import PACES, UNEVEN, Settings
from handful.simulation import cores

RESULTS = Path(__file__).parents[1] / "results"
LATE_S = 0.5
WARM_S = 5.0
THINKS_S = 1.0, 3.0
"""How long a person takes for a move."""
LONGEST_PAUSE_S = PACES[Settings().bot_pace] / 1000 * (1 + UNEVEN)
AT_ONCE = 8
QUESTIONS = 300
"""Of how many questions a game the cost of a bot is the mean."""


class Person:
    """One client at one table with bots."""

    def __init__(self, crowd: Crowd, game: str, dice: random.Random) -> None:
        self.crowd = crowd
        self.game = game
        self.dice = dice
        self.socket: Socket | None = None
        self.cookie = ""
        self.picture = Parts()
        self.changed = 0.0
        self.acting = False
        self.sent = 0

    async def sit_down(self, web: Web) -> None:
        """Open a table with bots and begin."""
        if not self.cookie:
            _, self.cookie = await web.post("/api/me", {"name": "Guest"})
        opened, _ = await web.post("/api/play-now", {"game": self.game, "level": "normal"}, self.cookie)
        if self.socket:
            self.socket.close()
        self.picture, self.changed = Parts(), 0.0
        self.socket = await connect(
            self.crowd.address, f"/ws/tables/{opened['id']}", self.cookie, self.heard, self.crowd.lose
        )
        self.socket.send(b'{"type":"hello","seen":0}')

    def heard(self, frame: bytes) -> None:
        """Take a message in."""
        message = decode(frame)
        if isinstance(message, Update):
            self._told(message)
        elif isinstance(message, Welcome | Fresh):
            self._look(message.picture)
        elif isinstance(message, Ack | Refused):
            self.acting = False
            self.crowd.refused += isinstance(message, Refused)
        elif isinstance(message, Bye):
            self.crowd.lose()
        self._think()

    def _told(self, message: Update) -> None:
        """Something happened: perhaps a bot's move, for which nobody but bots was waited."""
        now = time.perf_counter()
        if self.changed and not self.picture.legal and not self.acting:
            self.crowd.waits.append(now - self.changed)
        self.changed = now
        self._look(message.picture)
        self.picture.number = message.number

    def _look(self, seen: Parts) -> None:
        legal = self.picture.legal if seen.legal is None else seen.legal
        self.picture = Parts(seen.number or self.picture.number, seen.status or self.picture.status, legal)
        if self.picture.status == "over":
            self.crowd.begin_anew(self)

    def _think(self) -> None:
        if self.picture.legal and not self.acting:
            self.acting = True
            asyncio.get_running_loop().call_later(self.dice.uniform(*THINKS_S), self._act)

    def _act(self) -> None:
        """Do something legal."""
        if not self.picture.legal or self.picture.status == "over" or not self.socket:
            self.acting = False
            return
        self.sent += 1
        text = self.dice.choice(self.picture.legal)
        act = {"type": "act", "id": f"m{self.sent}", "actions": [text], "seen": self.picture.number}
        self.socket.send(json.dumps(act).encode())


class Crowd:
    """All people."""

    def __init__(self, port: int, tables: int, games: Sequence[str]) -> None:
        self.address = ("127.0.0.1", port)
        self.people = [Person(self, games[n % len(games)], random.Random(n)) for n in range(tables)]
        self.waits: list[float] = []
        self.lost = self.refused = self.games = 0
        self._anew: set[asyncio.Task[None]] = set()

    def lose(self) -> None:
        """A socket that should be open was closed."""
        self.lost += 1

    async def sit_down(self) -> None:
        """Open all tables."""
        left = iter(self.people)

        async def some() -> None:
            web = Web(self.address)
            for person in left:
                await person.sit_down(web)
            web.close()

        await asyncio.gather(*(some() for _ in range(AT_ONCE)))

    def begin_anew(self, person: Person) -> None:
        """After a game, another one."""
        self.games += 1

        async def anew() -> None:
            web = Web(self.address)
            await person.sit_down(web)
            web.close()

        task = asyncio.create_task(anew())
        self._anew.add(task)
        task.add_done_callback(self._anew.discard)


async def metrics(port: int) -> dict[str, float]:
    """What the server has counted."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    text = (await reader.read()).decode()
    writer.close()
    lines = [line.rsplit(" ", 1) for line in text.splitlines() if line.startswith("handful_")]
    return {name: float(value) for name, value in lines}


def late_buckets(before: dict[str, float], after: dict[str, float]) -> dict[str, int]:
    """How many moves came at most so many seconds after they were planned."""
    start = 'handful_bot_late_seconds_bucket{le="'
    return {
        name.removeprefix(start).rstrip('"}'): round(value - before.get(name, 0.0))
        for name, value in after.items()
        if name.startswith(start)
    }


def family(pid: int) -> float:
    """The processor time of a server and of its bots' workers."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    children = [int(line.split()[0]) for line in listed.splitlines() if line.split()[1] == str(pid)]
    return taken(pid).cpu + sum(taken(child).cpu for child in children)


async def play(server: subprocess.Popen[str], port: int, asked: argparse.Namespace) -> dict[str, Any]:
    """Play for a while; what was seen."""
    crowd = Crowd(port, asked.tables, asked.games)
    await crowd.sit_down()
    await asyncio.sleep(WARM_S)
    before, began, used, bots = await metrics(port), time.perf_counter(), own_time(), family(server.pid)
    loop_used = taken(server.pid).cpu
    crowd.waits.clear()
    await asyncio.sleep(asked.seconds)
    after, took = await metrics(port), time.perf_counter() - began
    buckets = late_buckets(before, after)
    moves = buckets.get("+Inf", 0)
    in_time = buckets.get(str(LATE_S), 0)
    all_cpu, loop_cpu = family(server.pid) - bots, taken(server.pid).cpu - loop_used
    waits = sorted(crowd.waits)
    questions = {name: round(after[name] - before.get(name, 0)) for name in after if name.startswith("handful_bots{")}
    return {
        "tables": asked.tables,
        "seconds": round(took, 1),
        "bot_moves": moves,
        "bot_moves_a_second": round(moves / took, 1),
        "late": moves - in_time,
        "late_after_s": LATE_S,
        "late_seconds": buckets,
        "waits_seen": len(waits),
        "wait_p50_s": round(at(waits, 0.5), 3),
        "wait_p99_s": round(at(waits, 0.99), 3),
        "wait_max_s": round(at(waits, 1.0), 3),
        "seen_late": sum(wait > LONGEST_PAUSE_S + LATE_S for wait in waits),
        "questions": questions,
        "server_cores": round(loop_cpu / took, 3),
        "bot_cores": round((all_cpu - loop_cpu) / took, 3),
        "client_cores": round((own_time() - used) / took, 3),
        "games_ended": crowd.games,
        "refused": crowd.refused,
        "lost": crowd.lost,
    }


def at(times: list[float], part: float) -> float:
    """A percentile of sorted times."""
    return times[min(len(times) - 1, int(part * len(times)))] if times else 0.0


def own_time() -> float:
    """What this process has taken of the processor."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def cost(game: str) -> dict[str, float]:
    """What a normal bot's answer costs in milliseconds of a core: mean, p95, the dearest, over games of normal bots."""
    found, times, seed = find(game), [], 0
    while len(times) < QUESTIONS:
        position = Position.begin(found, 4 if 4 in found.seats else found.seats[0], SeededDice(seed))
        seed += 1
        while not position.over and len(times) < QUESTIONS * seed / 3:
            seat = next_seat(position)
            legal = position.legal(seat)
            question = question_for(found, position.view(seat), legal, "normal", len(times))
            began = time.process_time()
            answer = choose(question)
            if len(legal) > 1:
                times.append(1000 * (time.process_time() - began))
            position.act(seat, answer.action)
    times.sort()
    mean = sum(times) / len(times)
    return {"mean_ms": round(mean, 3), "p95_ms": round(at(times, 0.95), 3), "most_ms": round(times[-1], 3)}


def show(console: Console, seen: dict[str, Any], costs: dict[str, dict[str, float]]) -> None:
    """Print it."""
    table = Table("game", "mean ms", "p95", "most", title="What a normal bot's answer costs", title_justify="left")
    for game, one in costs.items():
        table.add_row(game, *(f"{value:.2f}" for value in one.values()))
    console.print(table)
    console.print(
        f"{seen['tables']} tables, {seen['seconds']} s: {seen['bot_moves']:,} bot moves "
        f"({seen['bot_moves_a_second']}/s), {seen['late']} late by more than {LATE_S} s; seen by clients: wait p50 "
        f"{seen['wait_p50_s']} s, p99 {seen['wait_p99_s']} s, longest {seen['wait_max_s']} s, "
        f"{seen['seen_late']} late. "
        f"Cores: server {seen['server_cores']}, bots {seen['bot_cores']}, clients {seen['client_cores']}.",
        highlight=False,
    )


def arguments() -> argparse.Namespace:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server.bots", description="Whether bots are ever late.")
    parser.add_argument("--tables", metavar="N", type=int, default=200)
    parser.add_argument("--games", metavar="GAME", nargs="+", choices=ROOMS, default=ROOMS, help="what is played")
    parser.add_argument("--seconds", metavar="N", type=float, default=60.0)
    parser.add_argument("--out", metavar="FOLDER", type=Path, default=RESULTS, help="where the result is kept")
    return parser.parse_args()


def main() -> int:
    """Measure, report, and keep the result."""
    asked, busy, console = arguments(), load(), Console()
    costs = {game: cost(game) for game in asked.games}
    with tempfile.TemporaryDirectory(prefix="handful-bots-") as folder:
        command = [sys.executable, "-m", "benchmarks.server.serving", "handful", folder]
        with started(command, ROOT) as server:
            port = int(line_of(server.stdout).rpartition(":")[2])
            seen = asyncio.run(play(server, port, asked))
    show(console, seen, costs)
    data = {
        "date": datetime.now(UTC).date().isoformat(),
        "cpu": cpu(),
        "cores": cores(),
        "load": busy,
        "pace": msgspec.to_builtins(Settings().bot_pace),
        "met": seen["late"] == 0 and seen["seen_late"] == 0,
        "cost": costs,
    } | seen
    asked.out.mkdir(parents=True, exist_ok=True)
    (asked.out / "server_bots.json").write_text(json.dumps(data, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
