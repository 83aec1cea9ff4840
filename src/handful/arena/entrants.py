"""Who can enter the arena: the house's own levels, a player of chance, and bots of others that plug in.

`random` takes any legal action. `easy`, `normal` and `hard` are the levels of the house, and `instinct` and `expert`
where something was learned; `hard@50` thinks 50 ms a move, `hard@200i` does 200 iterations. `./file.npz` are weights
that `handful train` has made, played by instinct, and with a time, as in `./file.npz@300`, as expert plays.
`module:Class` is a Python class with `choose(question) -> Answer`. `./program words` or `exec:program words` is a
program that reads questions and writes answers, a JSON line each.
"""

from __future__ import annotations

import hashlib
import re
import shlex
import shutil
import sys
from pathlib import Path
from typing import Protocol

import msgspec

from handful.arena.plugins import Plugin, Raw, Spoken
from handful.bots import Answer, Question
from handful.bots.levels import choose, choose_by
from handful.game import BadText, suggest
from handful.policy import ALL_LEVELS, INSTEAD

RANDOM = "random"
KINDS = (
    f"{RANDOM}, {', '.join(ALL_LEVELS)} (hard@50 for 50 ms, hard@200i for 200 iterations), "
    "./weights.npz, module:Class or ./program"
)

BUDGET = re.compile(r"([1-9]\d{0,6})(i?)")
CLASS = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
PROGRAM = "exec:"
WEIGHTS = ".npz"


class Player(Protocol):
    """Somebody who answers questions; most have nothing to get ready and nothing to end."""

    def warm(self, _: Question, /) -> None:
        """Get ready for a game, so that the first question is not the slow one."""
        return

    def answer(self, question: Question) -> Answer:
        """Choose; whatever it raises is told as this player's failure."""

    def close(self) -> None:
        """End what was started for it."""
        return


class Chance(Player):
    """Any legal action, one as likely as another."""

    def answer(self, question: Question) -> Answer:
        """By the question's own seed, so that a game can be played again."""
        return Answer(question.legal[question.seed % len(question.legal)])


class Level(Player):
    """One of the levels of the house, in this process."""

    def __init__(self, level: str, milliseconds: int, iterations: int) -> None:
        self.level = level
        self.milliseconds = milliseconds
        self.iterations = iterations

    def warm(self, question: Question) -> None:
        """Answer a first question for nothing: what has to be imported and compiled is then there."""
        choose(msgspec.structs.replace(question, level=self.level, iterations=1))

    def answer(self, question: Question) -> Answer:
        """As at a table."""
        return choose(
            msgspec.structs.replace(
                question, level=self.level, milliseconds=self.milliseconds, iterations=self.iterations
            )
        )


class Weights(Player):
    """A file of weights that was trained, in this process: alone, or with a search."""

    def __init__(self, file: str, milliseconds: int, iterations: int, level: str) -> None:
        from handful.bots.network import Network

        self.network = Network.read(Path(file))
        self.level = level
        self.milliseconds = milliseconds
        self.iterations = iterations

    def warm(self, question: Question) -> None:
        """Answer a first question for nothing."""
        choose_by(self.network, msgspec.structs.replace(question, level=self.level, iterations=1))

    def answer(self, question: Question) -> Answer:
        """As a level that has learned, with these weights."""
        asked = msgspec.structs.replace(
            question, level=self.level, milliseconds=self.milliseconds, iterations=self.iterations
        )
        return choose_by(self.network, asked)


class Entrant(msgspec.Struct, frozen=True):
    """A bot as it was named, and what that means."""

    spec: str
    kind: str
    """random, level, instinct or expert (of a file), class or program."""
    what: str
    """The level, the file of weights, module:Class, or the command."""
    milliseconds: int = 300
    iterations: int = 0
    """If it is not 0, the number of iterations of a search, whatever time they take."""
    digest: str = ""
    """Of a file of weights: what it holds, so that games of others are not taken for its own."""

    def player(self, game: str, patience: float) -> Player:
        """Somebody who plays it in a game; others' bots have so many seconds for an answer."""
        if self.kind == RANDOM:
            return Chance()
        if self.kind == "level":
            return Level(self.what, self.milliseconds, self.iterations)
        if self.kind in INSTEAD:
            return Weights(self.what, self.milliseconds, self.iterations, self.kind)
        return Plugin(command_of(self, game), Raw() if self.kind == "class" else Spoken(), self.milliseconds, patience)


def command_of(entrant: Entrant, game: str) -> list[str]:
    """What starts the process of a bot of others."""
    if entrant.kind == "class":
        return [sys.executable, "-m", "handful.arena.host", entrant.what, game]
    return shlex.split(entrant.what)


def entrant(spec: str, milliseconds: int = 300, iterations: int = 0) -> Entrant:
    """The bot of a name; BadText says what a name can be.

    >>> entrant("hard@50").milliseconds
    50
    >>> entrant("nromal")
    Traceback (most recent call last):
    handful.cards.BadText: there is no bot 'nromal'. Did you mean normal? A bot is random, easy, normal, ...
    """
    level, at, budget = spec.partition("@")
    if spec == RANDOM:
        return Entrant(spec, RANDOM, spec)
    if level in ALL_LEVELS:
        return _level(spec, level, budget if at else None, milliseconds, iterations)
    if level.endswith(WEIGHTS):
        return _weights(spec, level, budget if at else None, milliseconds, iterations)
    if spec.startswith(PROGRAM):
        return _program(spec, spec.removeprefix(PROGRAM).strip(), milliseconds)
    if spec.startswith(("./", "../", "/")):
        return _program(spec, spec, milliseconds)
    if CLASS.fullmatch(spec):
        return Entrant(spec, "class", spec, milliseconds)
    raise BadText(f"there is no bot {spec!r}.{suggest(level, (RANDOM, *ALL_LEVELS))} A bot is {KINDS}")


def _level(spec: str, level: str, budget: str | None, milliseconds: int, iterations: int) -> Entrant:
    return Entrant(spec, "level", level, *_budget(spec, budget, milliseconds, iterations))


def _weights(spec: str, file: str, budget: str | None, milliseconds: int, iterations: int) -> Entrant:
    try:
        digest = hashlib.sha256(Path(file).read_bytes()).hexdigest()[:16]
    except OSError:
        raise BadText(f"there is no file of weights {file!r}; `handful train` makes one") from None
    kind = "instinct" if budget is None else "expert"
    return Entrant(spec, kind, file, *_budget(spec, budget, milliseconds, iterations), digest)


def _budget(spec: str, budget: str | None, milliseconds: int, iterations: int) -> tuple[int, int]:
    """How long somebody thinks: milliseconds, and iterations where those count."""
    if budget is None:
        return milliseconds, iterations
    match = BUDGET.fullmatch(budget)
    if not match:
        raise BadText(f"{spec!r}: expected milliseconds or iterations after the @, such as hard@50 or hard@200i")
    number = int(match[1])
    return (milliseconds, number) if match[2] else (number, 0)


def _program(spec: str, command: str, milliseconds: int) -> Entrant:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadText(f"{spec!r} cannot be read as a command: {error}") from None
    if not words or shutil.which(words[0]) is None:
        raise BadText(f"there is no program {words[0] if words else ''!r} that can be run")
    return Entrant(spec, "program", command, milliseconds)


def enter(specs: list[str], milliseconds: int = 300, iterations: int = 0) -> list[Entrant]:
    """All bots of a contest; BadText if one cannot be, or if there are fewer than two."""
    found = [entrant(spec, milliseconds, iterations) for spec in specs]
    if len(found) < 2:
        raise BadText("a contest needs at least two bots, such as: hard normal")
    return found


def names(entrants: list[Entrant]) -> list[str]:
    """What bots are called in tables; one that enters twice gets a number.

    >>> names([entrant("easy"), entrant("random"), entrant("easy")])
    ['easy', 'random', 'easy#2']
    """
    found: list[str] = []
    for one in entrants:
        before = sum(other.partition("#")[0] == one.spec for other in found)
        found.append(f"{one.spec}#{before + 1}" if before else one.spec)
    return found
