"""What the shell offers when a word is completed: games, table options, levels."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from typer import Context

from handful.games import ROOMS, find
from handful.policy import ALL_LEVELS

PACES = ("slow", "normal", "fast")
DEVICES = ("cpu", "cuda")
PLACES = ("here", "ray")


def games(incomplete: str) -> Iterator[tuple[str, str]]:
    """The games that begin so, each with its sentence."""
    return ((name, find(name).summary) for name in ROOMS if name.startswith(incomplete))


def options(ctx: Context, incomplete: str) -> Iterator[tuple[str, str]]:
    """The table options of the game that was named, with a value each."""
    words = [ctx.params.get("game"), *ctx.args]  # before the option has its value, the game is still among the rest
    for name in [word for word in words if word in ROOMS][:1]:
        for option, declared in find(name).options.items():
            for value in declared.words or (declared.write(declared.default),):
                if f"{option}={value}".startswith(incomplete):
                    yield f"{option}={value}", f"{option}: {declared.values}"


def one_of(*words: str) -> Callable[[str], Iterator[str]]:
    """What completes one of some words."""
    return lambda incomplete: (word for word in words if word.startswith(incomplete))


levels, paces, devices = one_of(*ALL_LEVELS), one_of(*PACES), one_of(*DEVICES)
places = one_of(*PLACES)
