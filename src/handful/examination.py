"""All that the kit can check of a game, one after the other: what `handful check` runs."""

from __future__ import annotations

import itertools
import random
import re
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from handful import kit
from handful.game import BadText, Game
from handful.kernel import OWNER, dialect, grammar, rule
from handful.kernel.dialect import TooManyLegal
from handful.kernel.grammar import NotInDialect
from handful.kit import Broken, Conserved, Place, Setting, demand

NUMBERED = re.compile(r"^(?:> )?\*\*(?:\d+\.\d+|R\d+)\*\* ", re.MULTILINE)
"""The beginning of a numbered paragraph of a rules page."""


MOST_LEGAL = re.compile(r"(?:\w+, )*MOST_LEGAL\b.*=")
COMPILERS = ("Failed in", "No implementation", "Invalid use of", "During:", "[1]", ">>>")
"""How the lines of a compiler's message begin that tell an author nothing."""
COMPILED_AT = re.compile(r'File "([^"]+)", line (\d+)')
KERNEL = "handful/kernel/"
FAULTS = {
    kit.NO_LEGAL: "a seat may act, but `legal` lists nothing for it",
    kit.REFUSED_LEGAL: "`check` refuses an action that `legal` lists",
    kit.ALLOWED_ILLEGAL: "`check` allows an action that `legal` does not list",
    kit.LISTED_TWICE: "`legal` lists an action twice",
    kit.STRANGER_ALLOWED: "`check` allows an action to a seat that may not act",
    kit.ENDLESS: "a game does not end",
    kit.TOO_MANY: "MOST_LEGAL is too small",
    kit.NOT_CONSERVED: "`conserved` finds a position that is not sound",
}
REMEMBERED = 6
"""So many of the last events are looked at as columns, too."""
POSITIONS = 12
"""How many positions of a random game are looked at closely."""


class Finding(NamedTuple):
    """What was checked: how much of it was seen, and what is wrong, if anything is."""

    what: str
    seen: str
    wrong: str = ""


def examine(game: Game, games: int, conserved: Conserved | None = None) -> Iterator[Finding]:
    """Everything that a game must pass, one after the other, on so many random games at all kinds of tables."""
    if game.face.hand:
        kit.FACE_DOWN[game.face.hand] = OWNER
    at_places = partial(_at_places, game, games)
    checks: list[tuple[str, Callable[[], str]]] = [
        ("The rules are in the dialect.", lambda: check_dialect(game, conserved)),
        ("The rules page has numbered paragraphs.", lambda: check_page(game)),
        ("What is not allowed is refused with a sentence, and changes nothing.", lambda: at_places(kit.check_refusals)),
        ("Every action has one text.", lambda: at_places(lambda game, place, _: kit.check_words(game, place))),
        ("Nothing hidden leaks.", lambda: _at_places(kit.with_all_columns(game, REMEMBERED), games, _leaks)),
        ("What is known is true.", lambda: at_places(lambda game, place, _: kit.check_knowledge(game, place.state))),
        ("A transcript reads back and plays again.", lambda: _transcripts(game, games)),
        ("Interpreted and compiled games are the same bytes.", lambda: _lockstep(game, games)),
        ("Every position of many compiled games is sound.", lambda: _audit(game, games, conserved)),
    ]
    for what, check in checks:
        try:
            yield Finding(what, check())
        except Broken as error:
            yield Finding(what, "", str(error))
        except (BadText, NotInDialect) as error:
            yield Finding(what, "", str(error))
            return  # what follows would meet the same
        except TooManyLegal:
            yield Finding(what, "", most_legal(game, games))
            return  # likewise
        except Exception as error:
            yield Finding(what, "", raised(error))
            return


def most_legal(game: Game, games: int) -> str:
    """A MOST_LEGAL that is too small: where it stands, and the longest list that was met at all kinds of tables."""
    spread = _spread(game, max(games, len(kit.settings(game))))
    places = itertools.chain.from_iterable(kit.walk(game, *one, held=False) for one in spread)
    needed = max(len(kit.legal(game, place.state, place.seat)) for place in places)
    file = Path(str(game.rules.start.__code__.co_filename))
    lines = enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
    at = "".join([f", line {number}" for number, line in lines if MOST_LEGAL.match(line)][:1])
    most = game.rules.MOST_LEGAL
    return f"{file}{at}: MOST_LEGAL is {most}, but {needed} actions can be legal: make it {needed} at least."


def raised(error: Exception) -> str:
    """An error that a rule raised, or the compiler about one, in one sentence, and the last line of a rule in it."""
    if type(error).__module__.startswith("numba."):
        return _uncompiled(str(error))
    rules = {function.__code__.co_filename for function in dialect.RULES}
    lines = [line for line in traceback.extract_tb(error.__traceback__) if line.filename in rules]
    where = f" ({lines[-1].filename}, line {lines[-1].lineno})" if lines else ""
    return f"{type(error).__name__}: {error}{where}"


def _uncompiled(told: str) -> str:
    """What a compiler tells in many lines: the first that says something, and the last line of the game in it."""
    lines = [line.strip() for line in told.splitlines()]
    first = next((line for line in lines if line and not line.startswith(COMPILERS)), "no reason is given")
    rules = {function.__code__.co_filename for function in dialect.RULES}
    places = [(file, number) for file, number in COMPILED_AT.findall(told) if file in rules and KERNEL not in file]
    where = "{}, line {}: ".format(*places[-1]) if places else ""
    return f"{where}this cannot be compiled: {first}"


def check_dialect(game: Game, conserved: Conserved | None) -> str:
    """All rules, the policy's and `conserved` keep to the dialect; how many."""
    found = game.hold_dialect()
    grammar.hold([conserved] if conserved else [])
    return f"{found} rules and those they call"


def check_page(game: Game) -> str:
    """The page that people read has paragraphs such as **1.1**, which `handful rules GAME 1.1` finds; how many."""
    found = len(NUMBERED.findall(game.page.read_text(encoding="utf-8")))
    demand(found, f"{game.page} has no paragraph that begins with a bold number, such as **1.1**")
    return f"{found} paragraphs"


def _spread(game: Game, games: int) -> Iterator[tuple[Setting, int]]:
    """So many games, at all kinds of tables in turn."""
    return zip(kit.some_settings(game), range(games), strict=False)


def _leaks(game: Game, place: Place, rng: random.Random) -> None:
    kit.check_no_leak(game, place, rng)
    kit.check_sealed(game, place, rng)


def _at_places(game: Game, games: int, check: Callable[[Game, Place, random.Random], None]) -> str:
    """Check some positions of random games; how many."""
    seen = 0
    for setting, seed in _spread(game, games):
        rng = random.Random(seed)
        places = list(itertools.islice(kit.walk(game, setting, seed), 400))
        for place in rng.sample(places, min(POSITIONS, len(places))):
            check(game, place, rng)
            seen += 1
    return f"{seen:,} positions"


def _transcripts(game: Game, games: int) -> str:
    for setting, seed in _spread(game, games):
        kit.check_transcript(game, setting, seed)
    return f"{games} games"


def _lockstep(game: Game, games: int) -> str:
    steps = sum(kit.check_lockstep(game, setting, seed) for setting, seed in _spread(game, games))
    return f"{steps:,} actions"


@rule
def all_conserved(s: Any) -> int:
    """The audit of a game that does not say what is conserved."""
    return 0


def _audit(game: Game, games: int, conserved: Conserved | None) -> str:
    audit, done = kit.auditor(game, conserved or all_conserved), 0
    for setting, seed in _spread(game, games):
        wrong, number, decision, decisions = audit(setting, seed, 100)
        done += decisions
        own = f" ({(wrong - kit.NOT_CONSERVED) // 100})" if wrong > kit.NOT_CONSERVED else ""
        fault = FAULTS.get(kit.NOT_CONSERVED if own else wrong, "")
        where = f"at a table of {setting}, seed {seed}, game {number}, after {decision} actions"
        demand(not wrong, f"{fault}{own}: {where}")
    return f"{done:,} actions" + ("" if conserved else "; beside the game a `conserved.py` could count its cards")
