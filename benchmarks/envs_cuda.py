"""`python -m benchmarks.envs_cuda`: batches on a GPU: the same as on the CPU, and how fast.

For every game: the same random games are stepped on the GPU and on the CPU, and every array of the batch and every
record must be equal after every step: with packed observations, with floats, and with knowledge and events. Then the
bare step, and the step with observations and masks, from 1,024 games to 1,000,000. Each game is compiled in a process
of its own, at the same time; they are measured one after the other.

With `--launches` all ways to launch are tried first: threads a block, registers a thread, and how wide arrays lie in
memory; everything else is then measured with the best of them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import platform
import sys
import traceback
from concurrent.futures import ProcessPoolExecutor, as_completed
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

ROOMS = ("spar", "half_suit", "thirteam", "claim", "top_suit")
SIZES = (1024, 16384, 131072, 1_000_000)
COMPARED = 2048
STEPS_COMPARED = 60
SEED = 2026
SECONDS = 0.4
"""How long a measurement takes at least."""
DEADLINE = 280.0
"""After so many seconds no further measurement is begun."""
THREADS, REGISTERS, BY_PLACE = (64, 128, 256), (None, 128, 96, 64), (False, True)
"""The ways to launch that are tried."""
BARE_GOAL = 500e6
WHOLE_GOALS = {"spar": 300e6}
WHOLE_GOAL = 100e6
"""Of the step with packed observations and masks, where its game has no higher one."""
ARRAYS = ("turn", "rewards", "done", "cut", "refused", "counts", "observations", "mask")
BARE = {"observations": "none", "masks": False}
WHOLE = {"observations": "packed", "masks": True}
FLOATS = {"observations": "floats", "masks": True}
KNOWING = {"observations": "packed", "masks": True, "knowledge": True, "events": 2}
COMPARED_WAYS = {"packed": WHOLE, "floats": FLOATS, "knowledge": KNOWING}


def difference(name: str, how: dict[str, Any]) -> str:
    """The first difference between a batch on the GPU and one on the CPU, in words; empty if there is none."""
    from handful.envs import Batch

    gpu = Batch(name, n=COMPARED, seed=SEED, device="cuda", several="drawn", **how)
    cpu = Batch(name, n=COMPARED, seed=SEED, several="drawn", **how)
    for step in range(STEPS_COMPARED):
        actions = gpu.random_actions()
        if not np.array_equal(actions.copy_to_host(), cpu.random_actions()):
            return f"step {step}: the random actions differ"
        gpu.step(actions)
        cpu.step(cpu._actions)
        for array in ARRAYS:
            ours, theirs = getattr(cpu, array), getattr(gpu, array)
            if ours is not None and theirs.copy_to_host().tobytes() != ours.tobytes():
                return f"step {step}: {array} differs"
        if gpu.board.states.copy_to_host().tobytes() != cpu.board.states.tobytes():
            return f"step {step}: the records differ"
    if how is WHOLE and (gpu.rollouts(2, seed=1).copy_to_host() != cpu.rollouts(2, seed=1)).any():
        return "the rollouts differ"
    return ""


def goal_of(name: str, n: int, observations: str) -> float | None:
    """How many steps a second there should be."""
    if n < SIZES[-1] or observations == "floats":
        return None
    return BARE_GOAL if observations == "none" else WHOLE_GOALS.get(name, WHOLE_GOAL)


def rate(name: str, n: int, how: dict[str, Any]) -> dict[str, Any]:
    """Steps a second: the step alone by the GPU's own clock, and with random actions drawn, by the wall."""
    from numba import cuda

    from handful.envs import Batch

    batch = Batch(name, n=n, seed=SEED, device="cuda", **how)
    for _ in range(20):  # games are in all stages after some steps
        batch.step(batch.random_actions())
    cuda.synchronize()
    steps, alone, begun = 0, 0.0, perf_counter()
    while perf_counter() - begun < SECONDS:
        pairs = []
        for _ in range(20):
            actions = batch.random_actions()
            before, after = cuda.event(), cuda.event()
            before.record()
            batch.step(actions)
            after.record()
            pairs.append((before, after))
        cuda.synchronize()
        steps += 20
        alone += sum(cuda.event_elapsed_time(*pair) for pair in pairs) / 1000
    wall = perf_counter() - begun
    board = sum(array.nbytes for array in batch.board if hasattr(array, "nbytes"))
    return {
        "game": name,
        "games": n,
        "observations": how["observations"],
        "masks": how["masks"],
        "knowledge": "knowledge" in how,
        "steps_per_s": n * steps / alone,
        "with_random_actions_per_s": n * steps / wall,
        "nanoseconds_a_step": 1e9 * alone / (n * steps),
        "bytes_a_game": board / n,
        "refused": int(batch.refused.copy_to_host().sum()),
        "goal": None if "knowledge" in how else goal_of(name, n, how["observations"]),
    }


def sharing() -> dict[str, Any]:
    """Whether PyTorch, CuPy and JAX get the same memory, and whether a step follows on the caller's stream."""
    from handful.envs import Batch

    batch: Any = Batch("spar", n=256, seed=SEED, device="cuda", observations="floats")
    address = batch.observations.__cuda_array_interface__["data"][0]
    found: dict[str, Any] = {}
    ways = (
        ("PyTorch", share_torch), ("PyTorch by DLPack", dlpack_torch), ("an array of PyTorch", take_torch),
        ("CuPy", share_cupy), ("CuPy by DLPack", dlpack_cupy), ("JAX by DLPack", dlpack_jax),
        ("games begun anew by a mask on the GPU", renew_by_mask),
    )  # fmt: skip
    for name, share in ways:
        try:
            found[name] = share(batch, address)
        except Exception as error:
            found[name] = f"{type(error).__name__}: {error}"
    return found


def share_torch(batch: Any, address: int) -> bool:
    """One memory, and a training loop's steps on PyTorch's own stream."""
    import torch

    seen = torch.as_tensor(batch.observations, device="cuda")
    stream = torch.cuda.Stream()
    batch.use_stream(stream.cuda_stream)
    with torch.cuda.stream(stream):
        mask = torch.as_tensor(batch.mask, device="cuda")
        for _ in range(50):
            batch.step(mask.float().multinomial(1)[:, 0])
        total = seen.sum()
    stream.synchronize()
    batch.use_stream(0)
    right = abs(float(total) - float(batch.observations.copy_to_host().sum())) < 1.0
    return seen.data_ptr() == address and right and not batch.refused.copy_to_host().any()


def take_torch(batch: Any, _address: int) -> bool:
    """A tensor of PyTorch is what is filled."""
    import torch

    from handful.envs import Batch

    mine = torch.ones(batch.observations.shape, device="cuda")
    other: Any = Batch("spar", n=256, seed=SEED, device="cuda", observations="floats", into={"observations": mine})
    torch.cuda.synchronize()
    ours = Batch("spar", n=256, seed=SEED, observations="floats")
    address = other.observations.__cuda_array_interface__["data"][0]
    return mine.data_ptr() == address and bool((mine.cpu().numpy() == ours.observations).all())


def share_cupy(batch: Any, address: int) -> bool:
    """One memory."""
    import cupy

    return int(cupy.asarray(batch.observations).data.ptr) == address


def dlpack_torch(batch: Any, address: int) -> bool:
    """One memory, by our own capsule, taken on a stream that must wait for ours."""
    import torch

    stream = torch.cuda.Stream()
    batch.step(batch.random_actions())
    with torch.cuda.stream(stream):
        seen = torch.from_dlpack(batch.shared("observations"))
        total = float(seen.sum())
    return seen.data_ptr() == address and abs(total - float(batch.observations.copy_to_host().sum())) < 1.0


def dlpack_cupy(batch: Any, address: int) -> bool:
    """One memory."""
    import cupy

    return int(cupy.from_dlpack(batch.shared("observations")).data.ptr) == address


def dlpack_jax(batch: Any, address: int) -> bool:
    """One memory."""
    import jax

    return int(jax.dlpack.from_dlpack(batch.shared("observations")).unsafe_buffer_pointer()) == address


def renew_by_mask(_batch: Any, _address: int) -> bool:
    """Some games begun anew by a mask that lies on the GPU are those of the CPU."""
    from numba import cuda

    from handful.envs import Batch

    gpu, cpu = (Batch("spar", n=256, seed=SEED, autoreset=False, device=device) for device in ("cuda", "cpu"))
    chosen = np.arange(256) % 3 == 0
    gpu.reset(cuda.to_device(chosen))
    cpu.reset(chosen)
    same = gpu.board.states.copy_to_host().tobytes() == cpu.board.states.tobytes()
    return same and (gpu.board.facts.copy_to_host()["number"] == cpu.board.facts["number"]).all()


Lock = Any
Launch = tuple[int, int | None, bool]


def use_launch(launch: Launch | None) -> None:
    """Launch like this from now on, in this process."""
    from handful.envs import cuda

    if launch:
        cuda.CudaBatch.launch = cuda.Launch(*launch)


def measure(name: str, launch: Launch | None, lock: Lock, begun: float, results: Any) -> None:
    """All that is measured of one game, in a process of its own."""
    report: dict[str, Any] = {"game": name, "rates": []}
    try:
        use_launch(launch)
        report["different"] = {way: difference(name, how) for way, how in COMPARED_WAYS.items()}
        rate(name, 1024, BARE)  # compiles
        report["compared_after_s"] = perf_counter() - begun
        with lock:
            for how in (BARE, WHOLE, FLOATS, KNOWING):
                for n in SIZES if how in (BARE, WHOLE) else SIZES[-1:]:
                    if perf_counter() - begun < DEADLINE:
                        report["rates"].append(rate(name, n, how))
        if name == "spar":
            report["sharing"] = sharing()
    except Exception:
        report["trouble"] = traceback.format_exc()[-3000:]
    results.put(report)


def digest(name: str) -> str:
    """A digest of all records after some steps: it must not depend on the launch."""
    from handful.envs import Batch

    batch: Any = Batch(name, n=COMPARED, seed=SEED, device="cuda", **BARE)
    for _ in range(STEPS_COMPARED):
        batch.step(batch.random_actions())
    return hashlib.sha256(batch.board.states.copy_to_host().tobytes()).hexdigest()


_lock: Lock = None


def share_lock(lock: Lock) -> None:
    """In a process that tries launches: the lock that is held while something is measured."""
    global _lock  # noqa: PLW0603 (a process of a pool is told so)
    _lock = lock


def try_launches(name: str, registers: int | None, by_place: bool) -> list[dict[str, Any]]:
    """The bare step of a game with some registers, in blocks of each size."""
    tried = []
    for threads in THREADS:
        launch = (threads, registers, by_place)
        line: dict[str, Any] = {"game": name, "launch": launch}
        try:
            use_launch(launch)
            line["digest"] = digest(name)  # compiles
            with _lock:
                line["steps_per_s"] = rate(name, SIZES[-1], BARE)["steps_per_s"]
            if threads == THREADS[0] and registers is None:
                for how in (WHOLE, FLOATS):
                    rate(name, 1024, how)  # compiles
                    with _lock:
                        line[how["observations"]] = rate(name, SIZES[-1], how)["steps_per_s"]
        except Exception as error:
            line["trouble"] = f"{type(error).__name__}: {error}"[:500]
        tried.append(line)
    return tried


def launches(names: list[str], context: Any) -> list[dict[str, Any]]:
    """All ways to launch in all games; each kernel is compiled once, several at a time."""
    found: list[dict[str, Any]] = []
    lock = context.Lock()
    with ProcessPoolExecutor(12, context, share_lock, (lock,), max_tasks_per_child=1) as pool:
        tasks = [pool.submit(try_launches, *what) for what in product(names, REGISTERS, BY_PLACE)]
        for task in as_completed(tasks):
            for line in task.result():
                found.append(line)
                print(json.dumps(line), flush=True)
    return found


def best_launch(tried: list[dict[str, Any]]) -> Launch | None:
    """The launch with which most games reach the goal, then with the fastest slowest game; None if all have failed."""
    rates: dict[Launch, dict[str, float]] = {}
    for line in tried:
        if "steps_per_s" in line:
            rates.setdefault(line["launch"], {})[line["game"]] = line["steps_per_s"]
    names = {line["game"] for line in tried}
    whole = {launch: found.values() for launch, found in rates.items() if set(found) == names}

    def worth(launch: Launch) -> tuple[int, float]:
        return sum(one >= BARE_GOAL for one in whole[launch]), min(whole[launch])

    return max(whole, key=worth, default=None)


def main() -> int:
    """Measure all games and write the file."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.envs_cuda", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", action="append", metavar="NAME", help="this game only")
    parser.add_argument("--launches", action="store_true", help="find the best way to launch first")
    file = Path(__file__).with_name("results") / "envs_cuda.json"
    parser.add_argument("--json", metavar="FILE", type=Path, default=file)
    asked = parser.parse_args()
    context = multiprocessing.get_context("spawn")
    names = asked.game or list(ROOMS)
    found: dict[str, Any] = {
        "date": datetime.now(UTC).date().isoformat(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "launches": launches(names, context) if asked.launches else [],
    }
    found["launch"] = best_launch(found["launches"])
    asked.json.write_text(json.dumps(found, indent=1) + "\n")
    lock, results, begun = context.Lock(), context.Queue(), perf_counter()
    processes = [context.Process(target=measure, args=(name, found["launch"], lock, begun, results)) for name in names]
    for process in processes:
        process.start()
    reports: list[dict[str, Any]] = []
    for _ in processes:
        reports.append(results.get(timeout=DEADLINE + 60))
        found |= {"seconds": perf_counter() - begun, "reports": reports}
        asked.json.write_text(json.dumps(found, indent=1) + "\n")
        print(json.dumps(reports[-1]), flush=True)
    for process in processes:
        process.join(10)
    import handful.kernel.cuda  # noqa: F401 (before numba's own)
    from benchmarks.cuda import gpu

    asked.json.write_text(json.dumps(found | {"gpu": gpu()}, indent=1) + "\n")
    digests = {(line["game"], line["digest"]) for line in found["launches"] if "digest" in line}
    same = not any(wrong for one in reports for wrong in one.get("different", {}).values())
    return 0 if same and len(digests) in (0, len(names)) and not any("trouble" in one for one in reports) else 1


if __name__ == "__main__":
    sys.exit(main())
