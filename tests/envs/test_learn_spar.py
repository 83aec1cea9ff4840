"""The example that learns Spar, shortened: it trains, keeps what it learned, and plays it in the arena."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"

pytestmark = pytest.mark.skipif(not find_spec("torch"), reason="PyTorch is not installed: pip install torch")


def test_it_learns_something_and_plays_it(tmp_path):
    """Its policy is no longer the one it began with, and every action in the arena is legal."""
    environment = os.environ | {"LEARNED_SPAR": str(tmp_path / "spar.pt")}

    def run(*words):
        command = [sys.executable, *words]
        done = subprocess.run(command, cwd=EXAMPLES, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    weights = []
    for updates in ("0", "2"):
        assert "decisions in" in run("learn_spar.py", "--updates", updates, "--games", "64")
        weights.append((tmp_path / "spar.pt").read_bytes())
    assert weights[0] != weights[1]
    contest = ("spar", "learn_spar:Learned", "random", "--seats", "2", "-o", "target=2", "-n", "4", "--strict")
    out = run("-m", "handful", "arena", *contest, "--out", str(tmp_path / "games.jsonl"), "--json")
    assert [bot["troubles"] for bot in json.loads(out)["bots"]] == [{}, {}]
