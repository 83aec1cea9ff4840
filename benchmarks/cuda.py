"""`python -m benchmarks.cuda`: the games on a GPU. How fast they are, and that all three speeds give the same bytes.

The proof, for every game and every setting of its table: the same random games are played on the GPU and compiled on
the CPU, and some of them interpreted. Every column of every game's tally (the decisions, the scores, and a digest of
each seat, action and number of legal actions) and every byte of its final state must be equal.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import perf_counter
from typing import Any

import numba
import numpy as np

from benchmarks.cases import CASES, Case
from handful.game import Game
from handful.games import ROOMS, find
from handful.kernel import compiler
from handful.kernel.random_games import DECISIONS, MOST_DECISIONS, TALLY_SIZE, Interpreted
from handful.kernel.state import State
from handful.kit import Setting, settings

SEED = 2026
BILLION = 1_000_000_000
THREADS = 132 * 2048
"""As many threads as all processors of an H200 can hold at once."""
SECONDS = 0.5
"""How long a timed launch takes at least."""
LAUNCHES = 3
CHECKED = 16
"""Threads of a timed launch whose games are played again on the CPU."""
MOST_TRACED = 60_000_000
"""Decisions a setting, beyond which fewer games are traced."""
INTERPRETED = 4000
"""Decisions a setting that are interpreted as well, at least one game."""

Traces = tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]
"""The tallies of some games, one row each, and their final states."""


@dataclass(frozen=True)
class Speed:
    """Random play of one case on the GPU."""

    case: str
    decisions_per_s: float
    goal: int
    met: bool
    threads: int
    games_each: int
    seconds: float
    compilation_s: float
    wrong: int
    """Of CHECKED threads a launch, those whose tally differs from the CPU's."""


@dataclass(frozen=True)
class Proof:
    """The comparison of one setting: how much was compared, and the first difference in words."""

    game: str
    setting: str
    games: int
    decisions: int
    interpreted: int
    difference: str


def say(words: str) -> None:
    """Print a line at once."""
    print(words, flush=True)


def launch(case: Case, fresh: State, threads: int, each: int, first: int) -> tuple[np.ndarray[Any, Any], float]:
    """The tallies of one launch, and its seconds."""
    begun = perf_counter()
    tallies = case.game.on_cuda.simulate(fresh, SEED, first, threads, each)
    return tallies, perf_counter() - begun


def games_that_last(case: Case, fresh: State, threads: int) -> int:
    """How many games a thread make a launch long enough to be timed."""
    each = 1
    while launch(case, fresh, threads, each, 0)[1] < SECONDS:
        each *= 2
    return each


def wrong_threads(case: Case, fresh: State, tallies: np.ndarray[Any, Any], each: int, first: int) -> int:
    """How many of some threads' tallies are not those of the same games compiled on the CPU."""
    rows = np.linspace(0, len(tallies) - 1, CHECKED, dtype=int).tolist()
    games = case.game.compiled
    return sum(tallies[row].tolist() != games.simulate(fresh, SEED, first + row * each, each).tolist() for row in rows)


def speed(case: Case, threads: int, games_each: int | None) -> Speed:
    """The best of some launches, after one that compiles and some that find the length; the timed games are checked."""
    fresh = case.fresh()
    _, compilation = launch(case, fresh, 1024, 1, 0)
    each = games_each or games_that_last(case, fresh, threads)
    best, taken, wrong = 0.0, 0.0, 0
    for n in range(LAUNCHES):
        first = n * threads * each
        tallies, seconds = launch(case, fresh, threads, each, first)
        wrong += wrong_threads(case, fresh, tallies, each, first)
        rate = int(tallies[:, DECISIONS].sum()) / seconds
        if rate > best:
            best, taken = rate, seconds
    return Speed(case.title, best, case.cuda_goal, best >= case.cuda_goal, threads, each, taken, compilation, wrong)


def tracer(game: Game, loop: Any) -> Callable[[State, int], Traces]:
    """Traced random games, compiled on the CPU: what `CudaGame.trace` is on the GPU."""
    begin, step, settle = loop
    actors = game.rules.actors
    record = compiler.record_type(game.rules.State)
    compiler.learn_rules()

    @numba.njit(error_model="numpy")
    def play(fresh: Any, ends: Any, dice: Any, out: Any, seed: int, tallies: Any) -> None:
        for number in range(ends.shape[0]):
            ends[number] = fresh[0]
            s = ends[number]
            begin(s, dice[0], dice[1], seed, number)
            decisions = 0
            able = actors(s)
            while able and decisions < MOST_DECISIONS:
                step(s, able, dice[0], dice[1], out, tallies[number])
                decisions += 1
                able = actors(s)
            settle(s, decisions, tallies[number])

    def trace(state: State, games: int) -> Traces:
        tallies, ends = np.zeros((games, TALLY_SIZE), np.int64), np.zeros(games, record)
        fresh = np.frombuffer(bytearray(state.pack()), record)
        out = compiler.listing(game.rules)
        play(fresh, ends, np.zeros(2, compiler.DICE), out, SEED, tallies)
        return tallies, ends

    return trace


def interpreted_traces(rules: Interpreted, fresh: State, games: int) -> Traces:
    """The same games by the rules as plain Python."""
    tallies, ends = [], b""
    for game in range(games):
        s, tally = fresh.copy(), [0] * TALLY_SIZE
        rules.play(s, SEED, game, tally)
        tallies.append(tally)
        ends += s.pack()
    return np.array(tallies, np.int64), np.frombuffer(ends, compiler.record_type(type(fresh)))


def as_bytes(records: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Every record as a row of its bytes."""
    return np.frombuffer(records.tobytes(), np.uint8).reshape(len(records), -1)


def difference(where: str, other: Traces, cpu: Traces) -> str:
    """The first game that is not the same, in words; empty if all are."""
    tallies, ends = cpu[0][: len(other[0])], cpu[1][: len(other[1])]
    same_tally = (other[0] == tallies).all(axis=1)
    same_end = (as_bytes(other[1]) == as_bytes(ends)).all(axis=1)
    if same_tally.all() and same_end.all():
        return ""
    wrong = np.flatnonzero(~(same_tally & same_end))
    game = int(wrong[0])
    names = ends.dtype.names or ()
    fields = [name for name in names if not np.array_equal(ends[name][game], other[1][name][game])]
    return (
        f"{where}: {len(wrong)} of {len(ends)} games differ from compiled; first game {game}: "
        f"tally {other[0][game].tolist()} for {tallies[game].tolist()}, fields {', '.join(fields) or 'none'}"
    )


def prove(
    game: Game, setting: Setting, on_cpu: Callable[[State, int], Traces], plain: Interpreted, games: int
) -> Proof:
    """Play the same games at all three speeds and compare them."""
    fresh = game.fresh(*setting)
    mean = max(1, int(on_cpu(fresh, 20)[0][:, DECISIONS].mean()))
    games = max(1, min(games, MOST_TRACED // mean))
    cpu = on_cpu(fresh, games)
    few = min(games, 20, max(1, INTERPRETED // mean))
    found = difference("CUDA", game.on_cuda.trace(fresh, SEED, 0, games), cpu)
    found = found or difference("interpreted", interpreted_traces(plain, fresh, few), cpu)
    return Proof(game.name, str(setting), games, int(cpu[0][:, DECISIONS].sum()), few, found)


def measure(game: Game, threads: int, games_each: int | None) -> list[Speed]:
    """The speeds of a game's cases, a line each."""
    speeds = []
    for case in CASES:
        if case.name == game.name:
            found = speed(case, threads, games_each)
            speeds.append(found)
            say(
                f"{found.case}: {found.decisions_per_s / BILLION:.2f} billion decisions/s "
                f"(goal {found.goal / BILLION:g}: {'✓' if found.met else '✗'}), {found.threads} threads × "
                f"{found.games_each} games in {found.seconds:.2f} s; first launch {found.compilation_s:.1f} s; "
                f"{CHECKED * LAUNCHES} threads played again on the CPU: {found.wrong} differ"
            )
    return speeds


def prove_all(game: Game, games: int) -> list[Proof]:
    """The proofs of a game's settings, a line each."""
    plain = Interpreted(game.rules, traced=True)
    on_cpu = tracer(game, plain.loop)
    proofs = []
    for setting in settings(game):
        proof = prove(game, setting, on_cpu, plain, games)
        proofs.append(proof)
        verdict = proof.difference or "the same bytes"
        say(
            f"{game.name} {setting}: {proof.games} games, {proof.decisions} decisions, "
            f"{proof.interpreted} games interpreted too: {verdict}"
        )
    return proofs


def numba_cuda_version() -> str:
    """Which numba-cuda runs the kernels."""
    try:
        return version("numba-cuda")
    except PackageNotFoundError:
        return "unknown"


def gpu() -> str:
    """The model of the GPU."""
    from numba import cuda  # handful.kernel.cuda must be imported before this

    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def totals(proofs: list[Proof]) -> dict[str, int]:
    """All proofs together."""
    return {
        "settings": len(proofs),
        "games": sum(proof.games for proof in proofs),
        "decisions": sum(proof.decisions for proof in proofs),
        "interpreted_games": sum(proof.interpreted for proof in proofs),
        "settings_that_differ": sum(bool(proof.difference) for proof in proofs),
    }


def write(file: Path, speeds: list[Speed], proofs: list[Proof]) -> None:
    """Keep the result as JSON."""
    data = {
        "date": datetime.now(UTC).date().isoformat(),
        "gpu": gpu(),
        "python": platform.python_version(),
        "versions": {"numba": numba.__version__, "numba-cuda": numba_cuda_version(), "numpy": np.__version__},
        "speeds": [asdict(speed) for speed in speeds],
        "totals": totals(proofs),
        "proofs": [asdict(proof) for proof in proofs],
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n")


def arguments() -> argparse.Namespace:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cuda", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", metavar="NAME", choices=ROOMS, help="one game only")
    parser.add_argument("--threads", type=int, default=THREADS, help="threads a timed launch")
    parser.add_argument("--games-each", type=int, help="games a thread; otherwise as many as make a launch long enough")
    parser.add_argument("--games", type=int, default=2000, help="games a setting to compare; 0 for none")
    file = Path(__file__).with_name("results") / "cuda.json"
    parser.add_argument("--json", metavar="FILE", type=Path, default=file, help="where the result is kept")
    return parser.parse_args()


def main() -> int:
    """Measure and prove game by game; 1 if anything differs."""
    from handful.kernel.cuda import available

    asked = arguments()
    if not available():
        say("There is no NVIDIA GPU here that numba-cuda can use.")
        return 2
    begun, speeds, proofs = perf_counter(), [], []
    for name in [asked.game] if asked.game else ROOMS:
        game = find(name)
        speeds += measure(game, asked.threads, asked.games_each)
        proofs += prove_all(game, asked.games) if asked.games else []
        write(asked.json, speeds, proofs)
    total = totals(proofs)
    say(
        f"{sum(speed.met for speed in speeds)} of {len(speeds)} speed goals met; {total['settings']} settings, "
        f"{total['games']} games, {total['decisions']} decisions compared, {total['interpreted_games']} games at all "
        f"three speeds: {total['settings_that_differ']} settings differ. {perf_counter() - begun:.0f} s."
    )
    return 1 if total["settings_that_differ"] or any(speed.wrong for speed in speeds) else 0


if __name__ == "__main__":
    sys.exit(main())
