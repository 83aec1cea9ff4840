"""A fuzzer for the tables' sockets: `python -m tests.security.fuzz [FRAMES] [SEED]`.

At a table of each game an honest client and bots play on, while attackers (seated, watching, and without a name) send
whatever they like. Every frame must get exactly one answer of the protocol; nobody else notices; the logs stay legal.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed

from handful.server import messages as m
from handful.table.entries import Acted, encode
from tests.patience import PATIENCE_S
from tests.security.frames import Known, Maker
from tests.server.clients import GENEROUS, Guest, Seated, Server
from tests.server.games import SHORT, kept

BATCH = 40
EXPECTED_CLOSES = {1000, 1007, 1009, 4001}
"""Ended by the attacker; text that is no text; a frame too large; the same player in another tab."""
ANSWERS = ("ack", "refused", "welcome")
LIMITS = msgspec.structs.replace(GENEROUS, malformed=1 << 40, outgoing=100_000, outgoing_bytes=1 << 30)
SETTINGS = {"limits": LIMITS, "clock_scale": 0.05, "bot_timeout_ms": 2000}
_to_player = msgspec.json.Decoder(m.ToPlayer)


@dataclass
class Report:
    """What was sent and what came back."""

    wanted: int
    sent: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    closes: Counter[int] = field(default_factory=Counter)
    acked: dict[str, set[str]] = field(default_factory=dict)
    """By kind of command: the ids that were acknowledged."""
    tables: list[str] = field(default_factory=list)
    honest: int = 0
    slowest: float = 0.0
    memory: list[int] = field(default_factory=list)
    seconds: float = 0.0
    entries: Counter[str] = field(default_factory=Counter)

    @property
    def frames(self) -> int:
        return self.sent.total()

    @property
    def done(self) -> bool:
        return self.frames >= self.wanted

    def __str__(self) -> str:
        grown = f"{self.memory[0]} MiB after the first tenth, {self.memory[-1]} MiB at the end"
        rows = [
            f"frames {self.frames} in {self.seconds:.1f} s, {len(self.tables)} tables of {len(SHORT)} games",
            "sent     " + _counted(self.sent),
            "answers  " + _counted(self.answers),
            "closes   " + _counted(self.closes),
            "entries  " + _counted(self.entries),
            f"honest   {self.honest} actions done meanwhile, the slowest answer after {self.slowest * 1000:.0f} ms",
            f"memory   {grown}",
        ]
        return "\n".join(rows)


def _counted(counts: Counter[Any]) -> str:
    return ", ".join(f"{what} {count}" for what, count in sorted(counts.items(), key=str))


def memory(server: Server) -> int:
    """The resident memory of a server, in MiB."""
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) // 1024


@dataclass
class Stage:
    """A game that is played all the time, at one table after the other."""

    game: str
    host: Guest
    mallory: Guest
    known: Known
    table: str = ""
    lobby: str = ""
    """A table that has not begun."""


class Attacker:
    """One socket after the other at a stage's table, as somebody."""

    def __init__(self, report: Report, stage: Stage, guest: Guest, role: str, seed: int) -> None:
        self.report = report
        self.stage = stage
        self.guest = guest
        self.role = role
        self.maker = Maker(seed, stage.known, f"{stage.game}-{role}")
        self.dice = random.Random(seed)
        self.waiting = 0
        self.kinds: dict[str, str] = {}

    @property
    def table(self) -> str:
        return self.stage.lobby if self.role == "opener" else self.stage.table

    async def run(self) -> None:
        """Attack until enough frames are sent."""
        while not self.report.done:
            table = self.table
            hello = self.dice.random() < 0.8
            async with self.guest.at(table, hello=hello) as client:
                self.waiting = 0
                reading = asyncio.create_task(self._read(client))
                await self._attack(client, table)
                await client.socket.close()
                self.report.closes[await reading] += 1

    async def _attack(self, client: Seated, table: str) -> None:
        try:
            for _ in range(self.dice.choice((5, 20, 60))):
                for _ in range(BATCH):
                    await self._send(client)
                await self._all_answered()
                if self.report.done or table != self.table:
                    return
            await client.socket.send(self._last_frame(), text=True)
            self.report.sent["closing"] += 1
            await asyncio.wait_for(client.socket.wait_closed(), PATIENCE_S)
        except ConnectionClosed:
            pass  # the reader sees why

    async def _send(self, client: Seated) -> None:
        kind, frame = self.maker.make()
        self._remember(frame)
        self.waiting += 1
        await client.socket.send(frame)
        self.report.sent[kind] += 1

    def _remember(self, frame: str | bytes) -> None:
        """Which kind of command an id stands for."""
        try:
            message = json.loads(frame)
            self.kinds[message["id"]] = message["type"]
        except (ValueError, TypeError, KeyError, RecursionError):
            pass

    def _last_frame(self) -> bytes:
        """One that closes the socket."""
        return self.dice.choice((b"\xff\xfe{}", b'{"type":"hello"}' + b" " * m.FRAME_BYTES))

    async def _all_answered(self) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while self.waiting > 0:
                await asyncio.sleep(0.002)

    async def _read(self, client: Seated) -> int:
        """Read and judge all answers to the end; the code with which the socket was closed."""
        try:
            while True:
                frame = await client.socket.recv()
                assert isinstance(frame, str)
                self._judge(frame)
        except ConnectionClosed as end:
            self.waiting = 0
            return end.rcvd.code if end.rcvd else end.sent.code if end.sent else 1006

    def _judge(self, frame: str) -> None:
        message = _to_player.decode(frame)
        report = self.report
        kind = str(message.__struct_config__.tag)
        report.answers[kind] += 1
        if kind in ANSWERS:
            self.waiting -= 1
            assert self.waiting >= 0, "a frame was answered twice"
        if isinstance(message, m.Ack):
            report.acked.setdefault(self.kinds.get(message.id, "?"), set()).add(message.id)
            if message.table:
                report.tables.append(message.table)
        elif isinstance(message, m.RefusedMessage):
            assert 0 < len(message.sentence) < 600, frame
            assert "wrong on the server" not in message.sentence
        elif isinstance(message, m.Welcome | m.Fresh):
            self.stage.known.learn(msgspec.structs.asdict(message.picture))
        elif isinstance(message, m.Update):
            self.stage.known.learn(message.picture)


async def set_up(report: Report, stage: Stage, stack: AsyncExitStack) -> Seated:
    """A new table with the host, an attacker, and bots; begun."""
    setting = SHORT[stage.game]
    table = stage.host.open(stage.game, clock="fast", **setting)
    report.tables.append(table)
    client = await stack.enter_async_context(stage.host.at(table))
    await client.do("sit", seat=0, nonce="host")
    async with stage.mallory.at(table) as attacker:
        await attacker.do("sit", seat=1)
    for seat in range(2, setting["seats"]):
        await client.do("seat_bot", seat=seat, level="easy")
    await client.do("start")
    stage.table = table
    return client


async def play_honestly(report: Report, stage: Stage, seed: int) -> None:
    """Play one game after the other; a socket of an honest client is never closed by the server."""
    dice = random.Random(seed)
    while not report.done:
        async with AsyncExitStack() as stack:
            client = await set_up(report, stage, stack)
            while client.picture["status"] == "playing" and not report.done:
                if not client.picture["legal"]:
                    await client.next()
                    continue
                begun = time.monotonic()
                answer = await client.act(dice.choice(client.picture["legal"]))
                report.slowest = max(report.slowest, time.monotonic() - begun)
                report.honest += answer["type"] == "ack"


async def watch_memory(report: Report, server: Server) -> None:
    """Measure after the first tenth, and then again and again."""
    while not report.done:
        if report.frames >= report.wanted // 10:
            report.memory.append(memory(server))
        await asyncio.sleep(0.2)
    report.memory.append(memory(server))


async def attack(server: Server, frames: int, seed: int) -> Report:
    """Send so many frames; what came of it."""
    report, begun = Report(frames), time.monotonic()
    stages = []
    async with AsyncExitStack() as stack:
        for game in SHORT:
            host, mallory = (Guest(server, f"{who} {game}").introduce() for who in ("Host", "Mallory"))
            stage = Stage(game, host, mallory, Known())
            await set_up(report, stage, stack)
            stages.append(stage)
    running = [watch_memory(report, server)]
    for number, stage in enumerate(stages):
        opener, watcher = (Guest(server, who).introduce() for who in ("Opener", "Watcher"))
        stage.lobby = opener.open(stage.game, **SHORT[stage.game])
        report.tables.append(stage.lobby)
        people = {"opener": opener, "watcher": watcher, "nobody": Guest(server, ""), "seated": stage.mallory}
        running.append(play_honestly(report, stage, seed + number))
        for role, guest in people.items():
            running.append(Attacker(report, stage, guest, role, seed * 100 + len(running)).run())
    async with asyncio.TaskGroup() as group:
        for work in running:
            group.create_task(work)
    report.seconds = time.monotonic() - begun
    return report


CAUSES = {
    "left": ("leave", "resign", "stand_in", "remove_bot"),
    "stood_in": ("leave", "stand_in"),
    "swapped": ("swap",),
    "returned": ("come_back",),
    "rematched": ("rematch",),
    "options_set": ("set_options",),
}
"""By kind of entry: the commands that make one. A seat is also handed back when its player comes."""


async def check(server: Server, report: Report) -> None:
    """Whether all is as it must be afterwards."""
    assert report.closes.keys() <= EXPECTED_CLOSES, report.closes
    assert not [line for line in server.logs().splitlines() if json.loads(line)["level"] == "error"]
    assert report.memory[-1] - report.memory[0] < 16, report.memory
    assert report.honest > 0
    done = set()
    for table in report.tables:
        log = await kept(server, table)
        folded, changes = log.fold()  # every action is checked against the rules again
        assert len(changes) + 1 == folded.number == len(log.entries)
        report.entries.update(str(json.loads(encode(entry))["kind"]) for entry in log.entries)
        done |= {entry.id for entry in log.entries if isinstance(entry, Acted) and entry.id}
    attacked = {id for id in done if not id.startswith("act-")}
    assert attacked <= set().union(*report.acked.values()), "something was done that was refused, or not answered"
    for kind, commands in CAUSES.items():
        acked = sum(len(report.acked.get(command, ())) for command in commands)
        assert report.entries[kind] <= acked + report.entries["left"] + report.entries["stood_in"], kind
    assert report.entries["stop_wished"] <= len(report.acked.get("stop", ()))


def main() -> None:
    """Send 120,000 frames, or as many as the command line says."""
    frames, seed = (int(value) for value in [*sys.argv[1:], *("120000", "1")[len(sys.argv) - 1 :]])
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), **SETTINGS) as server:
        report = asyncio.run(attack(server, frames, seed))
        asyncio.run(check(server, report))
        print(f"python -m tests.security.fuzz {frames} {seed}")
        print(report)


if __name__ == "__main__":
    main()
