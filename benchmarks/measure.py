"""The measurements themselves, case by case."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from benchmarks import ours, peers
from benchmarks.cases import Case
from benchmarks.contest import Pace, Work, contest
from benchmarks.lines import (
    COMPILED,
    COPY,
    FROM_PYTHON,
    IMPORT,
    INTERPRETED,
    MILLISECONDS,
    NANOSECONDS,
    SIZE,
    TWO_CORES,
    Line,
    at_least,
    beside,
    fits,
    not_available,
    under,
)
from handful.games import ROOMS
from handful.simulation import cores

PYTHON_GOAL, NATIVE_GOAL, NATIVE_AIM, RLCARD_GOAL = 10, 2, 5, 100
TWO_CORES_GOAL = 1.7
ONE_STATE_GOAL = 1
INTERPRETED_GOAL = 40_000
COPY_GOAL_NS = 1000
IMPORT_GOAL_MS = 150
SIZE_GOAL = 1024

LOOP, DEALT, NATIVE, CLONE, RLCARD = (
    "pyspiel {}, Python loop",
    "pyspiel {}, deal left out",
    "OpenSpiel {}, C++ rollouts",
    "pyspiel {}, clone",
    "RLCard {}",
)

Tick = Callable[[str], None]


def measure_case(case: Case, pace: Pace, ticker: Callable[[int], Tick]) -> Iterator[Line]:
    """All that is measured of one case, ours and the peers' in turns."""
    lengths = {name: peers.length(name, pace.games_a_deal) for name in case.openspiel}
    refusals = {name: peers.refusal(name) for name in case.openspiel}
    works = our_works(case) | their_works(case, lengths, refusals)
    found = contest(works, pace, ticker(len(works) * (1 + pace.rounds)))
    best = {name: one.rate for name, one in found.items()}
    yield from compiled_lines(case, best, lengths, refusals)
    if TWO_CORES in best:
        note = f"the machine gave {found[TWO_CORES].cores:.1f} cores for it"
        yield beside(TWO_CORES, case.title, best[TWO_CORES], "one core", best[COMPILED], TWO_CORES_GOAL, note=note)
    yield from other_lines(case, best)


def our_works(case: Case) -> dict[str, Work]:
    """What Handful does."""
    works = {
        COMPILED: ours.compiled(case),
        FROM_PYTHON: ours.one_state_at_a_time(case),
        INTERPRETED: ours.interpreted(case),
        COPY: ours.copies(case),
    }
    return works | ({TWO_CORES: ours.on_two_cores(case)} if cores() > 1 else {})


def their_works(case: Case, lengths: dict[str, peers.Length], refusals: dict[str, str]) -> dict[str, Work]:
    """What the peers do."""
    works: dict[str, Work] = {}
    for name in case.openspiel:
        works[LOOP.format(name)] = peers.whole_games(name)
        works[DEALT.format(name)] = peers.dealt_games(name)
        works[CLONE.format(name)] = peers.clones(name)
        if not refusals[name]:
            works[NATIVE.format(name)] = peers.native_rollouts(name, lengths[name].mean)
    if case.rlcard:
        works[RLCARD.format(case.rlcard)] = peers.rlcard_games(case.rlcard)
    return works


def compiled_lines(
    case: Case, best: dict[str, float], lengths: dict[str, peers.Length], refusals: dict[str, str]
) -> Iterator[Line]:
    """Whole games compiled, against the goal and against every peer."""
    rate = best[COMPILED]
    yield at_least(COMPILED, case.title, rate, case.compiled_goal)
    for name in case.openspiel:
        loop, native = LOOP.format(name), NATIVE.format(name)
        yield beside(COMPILED, case.title, rate, loop, best[loop], PYTHON_GOAL)
        if refusals[name]:
            yield not_available(COMPILED, case.title, rate, native, refusals[name])
        else:
            note = f"a rollout is {lengths[name].mean:.1f} ± {lengths[name].error:.1f} decisions"
            yield beside(COMPILED, case.title, rate, native, best[native], NATIVE_GOAL, NATIVE_AIM, note)
    if case.rlcard:
        peer = RLCARD.format(case.rlcard)
        yield beside(COMPILED, case.title, rate, peer, best[peer], RLCARD_GOAL)
    else:
        yield not_available(COMPILED, case.title, rate, "RLCard", "it has no such game")


def other_lines(case: Case, best: dict[str, float]) -> Iterator[Line]:
    """From Python, copies, interpreted, and the size of a state."""
    for name in case.openspiel:
        loop, without = LOOP.format(name), DEALT.format(name)
        yield beside(FROM_PYTHON, case.title, best[FROM_PYTHON], loop, best[loop], ONE_STATE_GOAL)
        yield beside(FROM_PYTHON, case.title, best[FROM_PYTHON], without, best[without], None)
    yield under(COPY, case.title, 1e9 / best[COPY], NANOSECONDS, COPY_GOAL_NS)
    for name in case.openspiel:
        peer = CLONE.format(name)
        theirs = 1e9 / best[peer]
        yield Line(COPY, case.title, 1e9 / best[COPY], NANOSECONDS, peer, theirs, best[COPY] / best[peer])
    yield at_least(INTERPRETED, case.title, best[INTERPRETED], INTERPRETED_GOAL)
    yield fits(SIZE, case.title, case.game.rules.State.layout.size, SIZE_GOAL)


def measure_imports(pace: Pace, ticker: Callable[[int], Tick]) -> Iterator[Line]:
    """What an import costs, and that it brings no compiler along."""
    rooms = "; ".join(f"import handful.games.{room}" for room in ROOMS)
    programs = {"import handful": "import handful", "import all five games": rooms}
    tick = ticker(len(programs) * (pace.starts + 1))
    for name, program in programs.items():
        milliseconds = 1000 * ours.seconds_to_import(program, pace.starts, tick)
        yield under(IMPORT, name, max(0.0, milliseconds), MILLISECONDS, IMPORT_GOAL_MS)
        heavy = ours.heavy_imports(program)
        note = f"brings {', '.join(heavy)}" if heavy else "neither numba nor numpy nor llvmlite is loaded"
        yield Line(IMPORT, name, len(heavy), "compiler packages", goal="none", met=not heavy, note=note)
