"""Worker processes that play games, one each at a time. They end with this process, whatever becomes of it."""

from __future__ import annotations

import math
import os
import selectors
import signal
import sys
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from types import TracebackType
from typing import Self

import msgspec

from handful.arena.entrants import Player
from handful.arena.game import Bench, Disgraced, Played, Setting, Who
from handful.arena.process import Failed, Process, own_output


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


class Gone(CannotPlay):
    """It was not played because the worker is gone."""


Source = Callable[[], Task | None]
"""Gives the next game, or None if there is no more to play."""
Heard = Callable[[Task, Played], None]

_encode = msgspec.json.Encoder().encode
_task = msgspec.json.Decoder(Task).decode
_result = msgspec.json.Decoder(Result).decode


class Worker(Process):
    """One process, and the game that it plays."""

    def __init__(self) -> None:
        super().__init__([sys.executable, "-m", "handful.arena.workers"], "a worker", leads=True)
        self.task: Task | None = None

    def give(self, task: Task | None) -> None:
        """Let it play a game, if there is one."""
        self.task = task
        if task:
            self.tell(_encode(task))

    def result(self) -> tuple[Task, Played]:
        """The game that it was given, and how it went; CannotPlay says why it was not played."""
        task, self.task = self.task, None
        try:
            result = _result(self.line())
        except Failed as error:
            raise Gone(str(error)) from None
        if task is None or result.played is None:
            raise CannotPlay(result.sentence)
        return task, result.played


class Crew:
    """Some workers; leaving the block ends them."""

    def __init__(self, jobs: int) -> None:
        self.workers = [Worker() for _ in range(jobs)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End them."""
        for worker in self.workers:
            worker.stop()

    def play(self, source: Source, heard: Heard, until: float = math.inf) -> bool:
        """Play until there is no more to play, or until a time (`time.monotonic`); whether all was played to its end.

        CannotPlay if something went wrong.
        """
        with selectors.DefaultSelector() as waiting:
            for worker in self.workers:
                waiting.register(worker, selectors.EVENT_READ, worker)
                worker.give(source())
            while any(worker.task for worker in self.workers):
                left = until - time.monotonic()
                if left <= 0:
                    return False
                for key, _ in waiting.select(None if left == math.inf else left):
                    heard(*key.data.result())
                    key.data.give(source())
        return True


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
    out = own_output()
    heard: SimpleQueue[Task] = SimpleQueue()
    threading.Thread(target=listen, args=(heard,), daemon=True).start()
    benches: dict[bytes, Bench] = {}
    known: dict[Who, Player] = {}
    while True:
        out.write(_encode(result_of(heard.get(), benches, known)) + b"\n")
        out.flush()


if __name__ == "__main__":
    main()
