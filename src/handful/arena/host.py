"""The process of a bot that is a Python class: `python -m handful.arena.host module:Class GAME`.

It reads questions from standard input, and answers on what was standard output; what the class prints goes to standard
error.
"""

from __future__ import annotations

import os
import sys
import traceback
from importlib import import_module
from typing import Any

import msgspec

from handful.arena.plugs import Reply
from handful.bots import Answer, Question


def load(name: str, game: str) -> Any:
    """A bot of the class that has this name, made ready for a game if it has a method for that."""
    module, _, kind = name.partition(":")
    found = getattr(import_module(module), kind)()
    if not callable(getattr(found, "choose", None)):
        raise TypeError(f"{kind} has no method choose(question)")
    if hasattr(found, "prepare"):
        found.prepare(game)
    return found


def reply_of(bot: Any, question: Question) -> Reply:
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
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
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
