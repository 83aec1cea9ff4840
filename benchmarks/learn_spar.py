"""`python -m benchmarks.learn_spar`: the example that learns Spar from nothing, in full, and a contest against easy."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from handful.simulation import cores

EXAMPLES = Path(__file__).parents[1] / "examples"


def main() -> int:
    """Train, play, and keep what came out; 1 if it is not better than easy with certainty."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.learn_spar", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--updates", type=int, default=50)
    parser.add_argument("--games", type=int, default=400, help="of the contest")
    file = Path(__file__).with_name("results") / "learn_spar.json"
    parser.add_argument("--json", metavar="FILE", type=Path, default=file)
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        environment = os.environ | {"LEARNED_SPAR": f"{folder}/spar.pt"}
        began = perf_counter()
        train = [sys.executable, "learn_spar.py", "--updates", str(asked.updates)]
        told = subprocess.run(
            train, cwd=EXAMPLES, env=environment, check=True, stdout=subprocess.PIPE, text=True
        ).stdout
        seconds = perf_counter() - began
        contest = ["spar", "learn_spar:Learned", "easy", "--seats", "2", "--games", str(asked.games), "--strict"]
        play = [sys.executable, "-m", "handful", "arena", *contest, "--json", "--out", f"{folder}/games.jsonl"]
        out = subprocess.check_output(play, cwd=EXAMPLES, env=environment)
    found = json.loads(out)
    won = found["against"][0][1]
    line = {
        "date": datetime.now(UTC).date().isoformat(),
        "python": platform.python_version(),
        "cores": cores(),
        "seconds": round(seconds, 1),
        "decisions": int(told.partition(" ")[0].replace(",", "")),
        "games": found["games"],
        "won": won,
        "met": won["low"] > 0.5,
    }
    asked.json.write_text(json.dumps(line, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(line))
    return 0 if line["met"] else 1


if __name__ == "__main__":
    sys.exit(main())
