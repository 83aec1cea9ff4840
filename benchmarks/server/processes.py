"""The processes of a measurement: a server, its clients, and what they take of the machine."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

import msgspec

from benchmarks.server.players import Measured, Order

ROOT = Path(__file__).parents[2]


class Taken(msgspec.Struct):
    """What a process has taken: seconds of the processor, and memory in bytes. Zero where the system does not tell."""

    cpu: float = 0.0
    memory: int = 0


def taken(pid: int) -> Taken:
    """What a process has taken until now."""
    file = Path(f"/proc/{pid}/stat")
    if not file.exists():
        return Taken()
    fields = file.read_text().rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    return Taken(ticks / os.sysconf("SC_CLK_TCK"), int(fields[21]) * os.sysconf("SC_PAGE_SIZE"))


@contextmanager
def started(command: Sequence[str], folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that ends with the block. It has a session of its own: Ctrl-C is for the one who measures."""
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True, bufsize=1,
            start_new_session=True,
        )  # fmt: skip
        try:
            yield process
        except EOFError as error:
            errors.seek(0)
            raise RuntimeError(f"{command[-2]} ended too soon: {errors.read()[-600:]}") from error
        finally:
            end(process)


def end(process: subprocess.Popen[str]) -> None:
    """End a process, in order if it can."""
    process.terminate()
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for stream in (process.stdin, process.stdout):
        if stream:
            stream.close()


def line_of(stream: IO[str] | None) -> str:
    """The next line of a process; EOFError if it has ended."""
    line = stream.readline() if stream else ""
    if not line:
        raise EOFError
    return line.strip()


class Session:
    """A server with its clients, set up and waiting for the word to go."""

    def __init__(self, server: subprocess.Popen[str], clients: list[subprocess.Popen[str]], empty: Taken) -> None:
        self.server = server
        self.clients = clients
        self.empty = empty
        """What the server had taken before anybody came."""
        self.sockets = sum(int(line_of(client.stdout)) for client in clients)
        self.settled = taken(server.pid)
        """What it had taken when all were there."""

    def play(self) -> tuple[Measured, Taken]:
        """Give the word; what all clients saw together, and the server's memory and share of a core meanwhile."""
        for client in self.clients:
            assert client.stdin
            client.stdin.write("go\n")
            client.stdin.flush()
        for client in self.clients:
            line_of(client.stdout)  # the measurement begins
        before, begin = taken(self.server.pid), time.perf_counter()
        seen = [msgspec.json.decode(line_of(client.stdout), type=Measured) for client in self.clients]
        after, seconds = taken(self.server.pid), time.perf_counter() - begin
        return together(seen), Taken((after.cpu - before.cpu) / seconds, after.memory)


def together(seen: list[Measured]) -> Measured:
    """What several client processes saw, as one."""
    return Measured(
        seconds=max(one.seconds for one in seen),
        acks=[time for one in seen for time in one.acks],
        slowest=[time for one in seen for time in one.slowest],
        delivered=sum(one.delivered for one in seen),
        received=sum(one.received for one in seen),
        refusals=[sentence for one in seen for sentence in one.refusals],
        lost=sum(one.lost for one in seen),
        games=sum(one.games for one in seen),
        late=[time for one in seen for time in one.late],
        cpu=sum(one.cpu for one in seen),
    )


@contextmanager
def session(
    server: Sequence[str], client: Sequence[str], folder: Path, order: Order, processes: int
) -> Iterator[Session]:
    """Start a server and its clients; the tables are shared out among them."""
    with ExitStack() as all:
        serving = all.enter_context(started(server, folder))
        cores = sorted(os.sched_getaffinity(0)) if order.pin else []
        if cores:
            os.sched_setaffinity(serving.pid, cores[:1])
        port = int(line_of(serving.stdout).rpartition(":")[2])
        empty = taken(serving.pid)
        clients = []
        for n in range(processes):
            tables = order.tables // processes + (n < order.tables % processes)
            if tables:
                part = msgspec.structs.replace(order, port=port, tables=tables, seed=n)
                command = [*client, msgspec.json.encode(part).decode()]
                clients.append(all.enter_context(started(command, folder)))
                if cores:
                    os.sched_setaffinity(clients[-1].pid, cores[1:] or cores)
        yield Session(serving, clients, empty)


@contextmanager
def our_session(order: Order, processes: int, server: str = "") -> Iterator[Session]:
    """A session on our own stack, with a new database; or on another of the servers that are measured."""
    kind = server or ("echo" if order.kind == "echo" else "handful")
    with tempfile.TemporaryDirectory(prefix="handful-server-") as folder:
        serving = [sys.executable, "-m", "benchmarks.server.serving", kind, folder]
        client = [sys.executable, "-m", "benchmarks.server.players"]
        with session(serving, client, ROOT, order, processes) as ready:
            yield ready
