"""`handful arena` as a person or a script uses it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S, until

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def arena(tmp_path):
    def run(*words):
        command = [sys.executable, "-m", "handful", "arena", *map(str, words)]
        environment = os.environ | {"HANDFUL_CACHE": str(tmp_path)}
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=EXAMPLES, env=environment)

    return run


def test_tables_data_and_a_picture(arena, tmp_path):
    words = ("top_suit", "normal", "random", "--games", 12, "--seats", 3, "--jobs", 2)
    shown = arena(*words, "--svg", tmp_path / "a.svg")
    assert shown.returncode == 0, shown.stderr
    for part in ("Top-Suit, 3 seats: 12 games on 2 deals", "Standings", "Cross-table", "Good sense", "tricks a game"):
        assert part in shown.stdout
    assert (tmp_path / "a.svg").read_text().count("<rect") > 4
    data = json.loads(arena(*words, "--json").stdout)
    assert (data["games"], data["blocks"], data["complete"]) == (12, 2, True)
    assert [bot["name"] for bot in data["bots"]] == ["normal", "random"]
    assert data["against"][0][1]["value"] == pytest.approx(1 - data["against"][1][0]["value"], abs=1e-4)
    assert data["bots"][0]["rating"]["low"] <= data["bots"][0]["rating"]["value"]
    assert len(list((tmp_path / "handful-arena").iterdir())) == 1


def test_what_was_played_before_is_not_played_again(arena, tmp_path):
    words = ("spar", "easy", "random", "--seats", 2, "-o", "target=3", "--out", tmp_path / "a.jsonl", "--json")
    few = json.loads(arena(*words, "--games", 4).stdout)
    lines = (tmp_path / "a.jsonl").read_text().splitlines()
    more = arena(*words, "--games", 8)
    assert "4 of these games were played before" in more.stderr
    assert (few["games"], json.loads(more.stdout)["games"]) == (4, 8)
    assert (tmp_path / "a.jsonl").read_text().splitlines()[:5] == lines
    assert json.loads(arena(*words, "--games", 2, "--anew", "--quiet").stdout)["games"] == 2


def test_other_settings_in_the_same_file_are_an_error(arena, tmp_path):
    words = ("spar", "easy", "random", "--seats", 2, "-o", "target=3", "--out", tmp_path / "a.jsonl", "-n", 2)
    assert arena(*words).returncode == 0
    refused = arena(*words, "--seed", 2)
    assert refused.returncode == 2
    assert "games of another contest (seed differ)" in refused.stderr


def test_a_bot_that_fails_is_told_of(arena):
    hello = "exec:sh -c 'while read -r line; do echo hello; done'"
    words = ("spar", "random", hello, "--seats", 2, "-o", "target=1", "-n", 2)
    shown = arena(*words)
    assert shown.returncode == 0
    assert f"{hello} failed " in shown.stdout
    assert "it answered nonsense: 'hello'" in shown.stdout
    strict = arena(*words, "--strict")
    assert strict.returncode == 1
    assert f"{hello} failed: it answered nonsense" in strict.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("spra", "easy", "random"), "Did you mean spar?"),
        (("spar", "esay", "random"), "Did you mean easy?"),
        (("spar", "easy"), "at least two bots"),
        (("spar", "easy", "random", "--seats", "9"), "seats"),
        (("spar", "easy", "nothing:Here"), "No module named 'nothing'"),
    ],
)
def test_a_wish_that_cannot_be_gets_a_sentence(arena, words, sentence):
    refused = arena(*words)
    assert refused.returncode == 2
    assert sentence in refused.stderr
    assert "Traceback" not in refused.stderr


def test_ctrl_c_ends_it_and_shows_what_was_played(tmp_path):
    file = tmp_path / "long.jsonl"
    process = subprocess.Popen(
        [sys.executable, "-m", "handful", "arena", "spar", "careful:Careful", "random", "--seats", "2",
         "-o", "target=2", "--games", "100000", "--jobs", "2", "--json", "--out", str(file)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=EXAMPLES,
    )  # fmt: skip
    until(lambda: file.exists() and len(file.read_bytes().splitlines()) >= 8)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130, errors
    data = json.loads(out)
    assert data["complete"] is False
    assert data["games"] >= 4
    assert "Traceback" not in errors
    assert not workers_of(process.pid), "workers and bots end with it"


def workers_of(pid: int) -> list[str]:
    """What is left of the workers and bots that a process started."""
    listed = subprocess.run(["ps", "-eo", "ppid=,args="], capture_output=True, text=True, check=True).stdout
    return [line for line in listed.splitlines() if line.split()[0] == str(pid)]
