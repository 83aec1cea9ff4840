"""What the shell offers when a word is completed: games, table options, levels."""

from __future__ import annotations

from collections.abc import Iterator

from typer import Context

from handful.bots import LEVELS
from handful.games import ROOMS, find

PACES = ("slow", "normal", "fast")
DEVICES = ("cpu", "cuda")


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


def levels(incomplete: str) -> Iterator[str]:
    """How well bots play."""
    return (level for level in LEVELS if level.startswith(incomplete))


def paces(incomplete: str) -> Iterator[str]:
    """How quickly bots act."""
    return (pace for pace in PACES if pace.startswith(incomplete))


def devices(incomplete: str) -> Iterator[str]:
    """Where random games are played."""
    return (device for device in DEVICES if device.startswith(incomplete))
