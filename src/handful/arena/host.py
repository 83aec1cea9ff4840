"""The process of a bot that is a Python class: `python -m handful.arena.host module:Class GAME`.

It reads questions from standard input, and answers on what was standard output; what the class prints goes to standard
error.
"""

from __future__ import annotations

import os
import sys
import traceback
from importlib import import_module
from typing import Protocol, runtime_checkable

import msgspec

from handful.arena.plugins import Reply
from handful.arena.process import own_output
from handful.bots import Answer, Question


@runtime_checkable
class Chooser(Protocol):
    """What a class of somebody else must have."""

    def choose(self, question: Question) -> Answer:
        """One of the legal actions, and why."""


@runtime_checkable
class Preparer(Protocol):
    """What it may have besides."""

    def prepare(self, game: str) -> None:
        """Get ready for a game."""


def load(name: str, game: str) -> Chooser:
    """A bot of the class that has this name, made ready for a game if it has a method for that."""
    module, _, kind = name.partition(":")
    found = getattr(import_module(module), kind)()
    if not isinstance(found, Chooser):
        raise TypeError(f"{kind} has no method choose(question)")
    if isinstance(found, Preparer):
        found.prepare(game)
    return found


def reply_of(bot: Chooser, question: Question) -> Reply:
    """What the bot chooses, or what went wrong with it."""
    try:
        answer = bot.choose(question)
    except Exception as error:
        return Reply(trouble=told(error))
    if not isinstance(answer, Answer):
        return Reply(trouble=f"it returned {type(answer).__name__}, not an Answer")
    return Reply(int(answer.action), str(answer.reason))


def told(error: Exception) -> str:
    """An error in a sentence: what it is, and the line that it comes from."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = "" if last.filename.startswith("<") else f" ({os.path.basename(last.filename)}, line {last.lineno})"
    return f"{type(error).__name__}: {error}{where}"


def main() -> None:
    """Load the class, say so, then answer line by line."""
    out = own_output()
    encode, decode = msgspec.json.Encoder().encode, msgspec.json.Decoder(Question).decode

    def say(reply: Reply) -> None:
        out.write(encode(reply) + b"\n")
        out.flush()

    try:
        bot = load(sys.argv[1], sys.argv[2])
    except Exception as error:
        say(Reply(trouble=f"it cannot be loaded: {told(error)}"))
        return
    say(Reply())
    for line in sys.stdin.buffer:
        say(reply_of(bot, decode(line)))


if __name__ == "__main__":
    main()
