"""Worker processes that play games, one each at a time. They end with this process, whatever becomes of it."""

from __future__ import annotations

import math
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from types import TracebackType
from typing import IO, Self

import msgspec

from handful.arena.entrants import Player
from handful.arena.playing import Bench, Disgraced, Played, Setting, Who


class Task(msgspec.Struct, frozen=True):
    """A game to play."""

    setting: Setting
    block: int
    game: int


class Result(msgspec.Struct):
    """A game that was played, or why it was not."""

    played: Played | None = None
    sentence: str = ""


class CannotPlay(Exception):
    """A game could not be played; the message says why."""


Source = Callable[[], Task | None]
"""Gives the next game, or None if there is no more to play."""
Heard = Callable[[Task, Played], None]

_encode = msgspec.json.Encoder().encode
_task = msgspec.json.Decoder(Task).decode
_result = msgspec.json.Decoder(Result).decode


class Worker:
    """One process, and the game that it plays."""

    def __init__(self) -> None:
        self.task: Task | None = None
        self.errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (it is closed with the process)
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "handful.arena.crew"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            env=environment,
            start_new_session=True,  # Ctrl-C is for this process, which then ends the others
        )

    def give(self, task: Task) -> None:
        """Let it play a game."""
        self.task = task
        assert self.process.stdin
        with suppress(BrokenPipeError):  # it is gone: that is noticed when it should answer
            self.process.stdin.write(_encode(task) + b"\n")
            self.process.stdin.flush()

    def result(self) -> Result:
        """What it says of its game."""
        assert self.process.stdout
        line = self.process.stdout.readline()
        return _result(line) if line else Result(sentence=self._ended())

    def _ended(self) -> str:
        """What to say of a process that is gone."""
        self.process.wait()
        self.errors.seek(0)
        last = self.errors.read()[-2000:].strip().rpartition(b"\n")[2].decode(errors="replace")
        return f"a worker ended with status {self.process.returncode}" + (f": {last}" if last else "")

    def stop(self) -> None:
        """End it, and all that it started."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.errors):
            if stream:
                with suppress(BrokenPipeError):
                    stream.close()


class Crew:
    """Some workers; leaving the block ends them."""

    def __init__(self, jobs: int) -> None:
        self.workers = [Worker() for _ in range(jobs)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        for worker in self.workers:
            worker.stop()

    def play(self, source: Source, heard: Heard, until: float = math.inf) -> bool:
        """Play until there is no more to play, or until a time (`time.monotonic`); whether all was played to its end.

        CannotPlay if something went wrong.
        """
        with selectors.DefaultSelector() as waiting:
            for worker in self.workers:
                waiting.register(worker.process.stdout, selectors.EVENT_READ, worker)  # type: ignore[arg-type]
                self._give(worker, source)
            while any(worker.task for worker in self.workers):
                left = until - time.monotonic()
                if left <= 0:
                    return False
                for key, _ in waiting.select(None if left == math.inf else left):
                    self._hear(key.data, heard)
                    self._give(key.data, source)
        return True

    def _give(self, worker: Worker, source: Source) -> None:
        task = source()
        if task:
            worker.give(task)

    def _hear(self, worker: Worker, heard: Heard) -> None:
        result, task = worker.result(), worker.task
        worker.task = None
        if task is None or result.played is None:
            raise CannotPlay(result.sentence)
        heard(task, result.played)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# ---------------------------------------------------------------- in the worker


def listen(heard: SimpleQueue[Task]) -> None:
    """Hear of games until the one who gave them is gone; then this process ends, with all that it started."""
    for line in sys.stdin.buffer:
        heard.put(_task(line))
    os.killpg(os.getpgrp(), signal.SIGKILL)


def result_of(task: Task, benches: dict[bytes, Bench], known: dict[Who, Player]) -> Result:
    """Play a game."""
    key = _encode(task.setting)
    if key not in benches:
        benches[key] = Bench(task.setting, known)
    try:
        return Result(benches[key].play(task.block, task.game))
    except (Disgraced, RuntimeError) as error:
        return Result(sentence=str(error))


def main() -> None:
    """Play one game after the other."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints is no result
    heard: SimpleQueue[Task] = SimpleQueue()
    threading.Thread(target=listen, args=(heard,), daemon=True).start()
    benches: dict[bytes, Bench] = {}
    known: dict[Who, Player] = {}
    while True:
        out.write(_encode(result_of(heard.get(), benches, known)) + b"\n")
        out.flush()


if __name__ == "__main__":
    main()
