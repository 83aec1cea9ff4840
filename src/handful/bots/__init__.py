"""Bots: they are given a view and the legal actions of their seat, never a state, and answer with an action.

A bot runs in a worker process. Levels are easy, normal and hard.
"""

from __future__ import annotations

from typing import Protocol

import msgspec


class Question(msgspec.Struct, frozen=True):
    """All that a bot is told: the game, its seat's view as plain data, the legal actions, a seed for its own dice."""

    game: str
    level: str
    seat: int
    view: dict[str, object]
    """The fields of `View.known`, as integers and lists (hidden values are None)."""
    legal: list[int]
    seed: int
    milliseconds: int = 300
    """How long a hard bot may think: of its own thread's time, not by the clock on the wall."""
    iterations: int = 0
    """If above 0, a hard bot tries so many times instead, and its answer depends on nothing but the question."""
    threads: int = 1
    """How many threads a hard bot may think with."""


class Answer(msgspec.Struct, frozen=True):
    """A bot's choice, and one sentence on why."""

    action: int
    reason: str = ""
    prepares: bool = False
    """It is a first guess: the search is still being made ready, which a fresh machine needs time for."""


class Bot(Protocol):
    """Something that plays one game at one level."""

    def choose(self, question: Question) -> Answer:
        """Choose one of the legal actions."""
