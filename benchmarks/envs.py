"""`python -m benchmarks.envs`: batches of games on one core, and the interfaces of others, beside the peers in one run.

The peers are asked for what we give: OpenSpiel's games from Python with the observation tensor of every decision,
RLCard and PettingZoo's classic card games, which have no other way, and pgx, which observes in every step. A peer that
is not installed is left out, and said to be.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks.cases import CASES, MILLION, Case
from benchmarks.contest import FULL, QUICK, Best, Pace, Work, contest
from benchmarks.ours import compiled
from handful.envs import Batch
from handful.simulation import cores

SEED = 2026
BARE, PACKED, FLOATS = "step alone", "step, packed observations, masks", "step, float observations, masks"
KNOWING = "step, packed observations with knowledge, masks"
SIMULATED, ZOO = "whole games, as handful sim plays them", "PettingZoo's interface"
WAYS: dict[str, dict[str, Any]] = {
    BARE: {"observations": "none", "masks": False},
    PACKED: {"observations": "packed"},
    FLOATS: {"observations": "floats"},
    KNOWING: {"observations": "packed", "knowledge": True},
}
SIZES = (1024, 65536)
GOALS = {BARE: {"spar": 8 * MILLION}, PACKED: {"spar": 5 * MILLION}}
GOAL = 2 * MILLION
"""Of the step with packed observations and masks in every game."""
TIMES_THE_PEERS, TIMES_TEXAS = 10, 5
CLASSICS = ("texas_holdem_v4", "texas_holdem_no_limit_v6", "leduc_holdem_v4")
"""Card games of PettingZoo; ours are compared with the first of them in its own loop."""
PEERS = ("pyspiel", "rlcard", "pygame", "pgx")
"""What must be installed; PettingZoo's classic games need pygame."""
PGX_GAME, PGX_GAMES, PGX_STEPS = "sparrow_mahjong", 1024, 64


def batch_steps(case: Case, n: int, how: dict[str, Any]) -> Work:
    """Steps of a batch on one thread, with random actions drawn from each game's own stream."""
    batch = Batch(case.game, case.seats, case.options, n, SEED, threads=1, **how)
    for _ in range(30):  # games in all stages
        batch.step(batch.random_actions())

    def steps(times: int) -> float:
        for _ in range(times):
            batch.step(batch.random_actions())
        return float(times * n)

    return steps


def through_petting_zoo(case: Case) -> Work:
    """The loop of PettingZoo's own documentation, with masked random actions."""
    from handful.envs.petting_zoo import aec

    env: Any = aec(case.game, case.seats, case.options)

    def games(times: int) -> float:
        decisions = 0
        for game in range(times):
            env.reset(seed=game)
            decisions += zoo_game(env)
        return float(decisions)

    return games


def zoo_game(env: Any) -> int:
    """One game of an AEC environment; how many decisions."""
    decisions = 0
    for agent in env.agent_iter():
        seen, _, over, cut, _ = env.last()
        if over or cut:
            env.step(None)
        else:
            env.step(env.action_space(agent).sample(seen["action_mask"]))
            decisions += 1
    return decisions


def classic(name: str) -> Work:
    """A card game of PettingZoo in the same loop."""
    env = import_module(f"pettingzoo.classic.{name}").env()

    def games(times: int) -> float:
        decisions = 0
        for _ in range(times):
            env.reset()
            decisions += zoo_game(env)
        return float(decisions)

    return games


@cache
def pgx_steps(name: str) -> Work:
    """A game of pgx on the CPU, stepped 1,024 at a time with random legal actions; games that end begin anew."""
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def steps(state: Any, key: Any) -> Any:
        def one(carried: Any, _: Any) -> Any:
            state, key = carried
            key, draw, chance = jax.random.split(key, 3)
            odds = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
            return (step(state, jax.random.categorical(draw, odds), jax.random.split(chance, PGX_GAMES)), key), None

        return jax.lax.scan(one, (state, key), None, PGX_STEPS)[0]

    key = jax.random.PRNGKey(SEED)
    carried = [jax.jit(jax.vmap(env.init))(jax.random.split(key, PGX_GAMES)), key]

    def games(times: int) -> float:
        for _ in range(times):
            carried[:] = jax.block_until_ready(steps(*carried))
        return float(times * PGX_GAMES * PGX_STEPS)

    games(1)  # compiles
    return games


def spiel_with_tensors(name: str) -> Work:
    """A Python loop over a game of OpenSpiel that asks for the observation tensor of every decision."""
    import pyspiel

    from benchmarks.peers import chance

    game, decide, rng = pyspiel.load_game(name), chance(name), random.Random(SEED)
    see = "observation_tensor" if game.get_type().provides_observation_tensor else "information_state_tensor"

    def games(times: int) -> float:
        decisions = 0
        for _ in range(times):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    decide(state, rng)
                else:
                    getattr(state, see)(state.current_player())
                    state.apply_action(rng.choice(state.legal_actions()))
                    decisions += 1
        return float(decisions)

    return games


def works_of(case: Case) -> dict[str, Work]:
    """All that is measured of one case."""
    works: dict[str, Work] = {SIMULATED: compiled(case)}
    for n in SIZES:
        works |= {f"{way}, {n:,} games": batch_steps(case, n, how) for way, how in WAYS.items()}
    works[ZOO] = through_petting_zoo(case)
    if find_spec("pyspiel") and find_spec("rlcard"):
        from benchmarks.peers import rlcard_games

        works |= {f"pyspiel {name}, observation tensors": spiel_with_tensors(name) for name in case.openspiel}
        if case.rlcard:
            works[f"RLCard {case.rlcard}"] = rlcard_games(case.rlcard)
    if find_spec("pgx"):
        works[f"pgx {PGX_GAME}"] = pgx_steps(PGX_GAME)
    return works


def lines_of(case: Case, best: dict[str, Best]) -> list[dict[str, Any]]:
    """Every rate beside its goal and beside the peers."""
    lines = []
    peers = {name: one.rate for name, one in best.items() if name.startswith(("pyspiel", "RLCard", "pgx"))}
    for name, one in best.items():
        way = name.rpartition(", ")[0]
        goal = GOALS.get(way, {}).get(case.name, GOAL if way == PACKED else None)
        line: dict[str, Any] = {"case": case.title, "what": name, "per_s": round(one.rate)}
        line |= {"cores": round(one.cores, 2), "beside_sim": round(one.rate / best[SIMULATED].rate, 3)}
        if goal:
            line |= {"goal": goal, "met": one.rate >= goal}
        if way == PACKED and peers:
            fastest = max(peers, key=peers.__getitem__)
            put_beside(line, fastest, peers[fastest], TIMES_THE_PEERS)
        lines.append(line)
    return lines


def put_beside(line: dict[str, Any], peer: str, rate: float, goal: float) -> None:
    """Put a rate beside that of a peer, unless it stands beside a faster one."""
    times = line["per_s"] / rate
    if times < line.get("times", times + 1):
        line |= {"peer": peer, "times": round(times, 1), "times_met": times >= goal}


def beside_classics(lines: list[dict[str, Any]], pace: Pace) -> list[dict[str, Any]]:
    """PettingZoo's own card games; what we reach through its interface is put beside texas_holdem."""
    if not (find_spec("rlcard") and find_spec("pygame")):
        return []
    works = {f"PettingZoo {name}": classic(name) for name in CLASSICS}
    rates = {name: one.rate for name, one in contest(works, pace, lambda _: None).items()}
    for line in lines:
        if line["what"] == ZOO:
            put_beside(line, f"PettingZoo {CLASSICS[0]}", rates[f"PettingZoo {CLASSICS[0]}"], TIMES_TEXAS)
        elif line["what"].startswith(PACKED):
            fastest = max(rates, key=rates.__getitem__)
            put_beside(line, fastest, rates[fastest], TIMES_THE_PEERS)
    return [{"case": "PettingZoo", "what": name, "per_s": round(rate)} for name, rate in rates.items()]


def measured(names: list[str] | None, quick: bool, tell: Callable[[str], None]) -> dict[str, Any]:
    """All lines, as plain data."""
    pace, lines = QUICK if quick else FULL, []
    for case in CASES:
        if names and case.name not in names:
            continue
        for line in lines_of(case, contest(works_of(case), pace, lambda _: None)):
            lines.append(line)
            tell(json.dumps(line, ensure_ascii=False))
    lines += beside_classics(lines, pace)
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "python": platform.python_version(),
        "cores": cores(),
        "quick": quick,
        "missing": [peer for peer in PEERS if not find_spec(peer)],
        "lines": lines,
    }


def beside_the_others(found: dict[str, Any], file: Path) -> dict[str, Any]:
    """What was measured of some games, with what is kept of the others; of a quick pass nothing else is kept."""
    before = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {"quick": found["quick"], "lines": []}
    if before["quick"] != found["quick"]:
        return found
    anew = {line["case"] for line in found["lines"]}
    lines = [line for line in before["lines"] if line["case"] not in anew] + found["lines"]
    order = [case.title for case in CASES]
    return found | {"lines": sorted(lines, key=lambda line: order.index(line["case"]) if line["case"] in order else 99)}


def main() -> None:
    """Measure and keep."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.envs", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", action="append", metavar="NAME", help="this game only; the others are left as kept")
    parser.add_argument("--quick", action="store_true", help="a short pass")
    parser.add_argument("--json", metavar="FILE", type=Path, default=Path(__file__).with_name("results") / "envs.json")
    asked = parser.parse_args()
    found = measured(asked.game, asked.quick, lambda line: print(line, flush=True))
    if asked.game:
        found = beside_the_others(found, asked.json)
    asked.json.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
