"""Bots that go wrong, for the tests of the pool: the level of a question says how."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from handful.bots import Answer, Question


def prepare() -> None:
    """There is nothing to get ready."""


def choose(question: Question) -> Answer:
    """Do what the level says; `once PATH WAY` does it only the first time, `wait PATH` until that file is there."""
    way = question.level
    if way.startswith("wait "):
        return wait(question, way.removeprefix("wait "))
    if way.startswith("once "):
        _, path, way = way.split(" ")
        if Path(path).exists():
            way = "well"
        Path(path).touch()
    return WAYS[way](question)


def well(question: Question) -> Answer:
    return Answer(question.legal[-1], "Last.")


def crash(question: Question) -> Answer:
    os._exit(3)


def hang(question: Question) -> Answer:
    while True:
        pass


def think(question: Question) -> Answer:
    time.sleep(0.3)
    return well(question)


def wait(question: Question, path: str) -> Answer:
    while not Path(path).exists():
        time.sleep(0.01)
    return well(question)


def lie(question: Question) -> Answer:
    return Answer(max(question.legal) + 1, "I do as I like.")


def shout(question: Question) -> Answer:
    return Answer(question.legal[0], "\x1b[2J")


def ramble(question: Question) -> Answer:
    return Answer(question.legal[0], "so " * 10_000)


def babble(question: Question) -> Answer:
    return "what?"  # type: ignore[return-value]


def stumble(question: Question) -> Answer:
    raise ValueError(f"the view is {question.view}")


def chat(question: Question) -> Answer:
    print("a bot that prints", flush=True)
    return well(question)


def tell(question: Question) -> Answer:
    """Say what this process knows."""
    known = ["numba", "numpy", "litestar", "asyncio", "handful.table", "handful.store"]
    loaded = [name for name in known if name in sys.modules]
    return Answer(question.legal[0], f"{os.getpid()} {loaded} {sorted(os.environ)}")


WAYS = {way.__name__: way for way in (well, crash, hang, think, lie, shout, ramble, babble, stumble, chat, tell)}
