"""The command as a person or a script uses it: in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from handful.games import ROOMS, find

GAMES = Path(__file__).parent / "games"
TARGET = GAMES / "spar" / "target.game"


def handful(*words, typed=""):
    return subprocess.run(
        [sys.executable, "-m", "handful", *map(str, words)], input=typed, capture_output=True, text=True, check=False
    )


def said(*words, typed=""):
    done = handful(*words, typed=typed)
    assert done.returncode == 0, done.stderr
    return done.stdout


def failed(*words):
    done = handful(*words)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    return done.stderr


def test_games_lists_every_game_with_its_options():
    listed = said("games")
    for name in ROOMS:
        assert name in listed
        assert find(name).summary in listed
    data = json.loads(said("games", "--json"))
    assert [game["name"] for game in data] == list(ROOMS)
    assert data[1]["options"]["target"] == "20 (1–99)"


@pytest.mark.parametrize("name", ROOMS)
def test_rules_shows_the_page(name):
    assert said("rules", name) == find(name).page.read_text(encoding="utf-8")


def test_a_wrong_game_suggests_the_right_one():
    assert "Did you mean thirteam?" in failed("rules", "thirtem")
    assert "Did you mean cuda?" in failed("sim", "spar", "--device", "cude")
    assert "Did you mean honour?" in failed("sim", "spar", "--option", "honor=yes")
    assert "2, 3, 4, 5 or 6 seats" in failed("sim", "spar", "--seats", "9")
    assert "name=value" in failed("sim", "spar", "--option", "honour")


def test_replay_tells_every_event_and_the_result():
    told = said("replay", TARGET)
    assert "All 32 cards are shuffled." in told
    assert told.splitlines()[-1] == "Result: seat 0 1, seat 1 6, seat 2 0. Won by seat 1."


def test_replay_for_a_seat_shows_what_it_saw():
    told = said("replay", TARGET, "--seat", 2)
    assert "Seat 2 is dealt J♦" in told or "Seat 2 is dealt" in told
    assert "Seat 0 is dealt five cards." in told
    data = json.loads(said("replay", TARGET, "--seat", 2, "--json"))
    dealt = [event for move in data["moves"] for event in move["events"] if event["event"] == "dealt"]
    assert all((event["cards"] is None) == (event["seat"] != 2) for event in dealt)
    assert not any("action" in move for move in data["moves"])
    assert data["view"]["hands"][0] is None


def test_replay_hides_sealed_answers_from_a_seat():
    told = said("replay", GAMES / "spar" / "all_fall.game", "--seat", 0)
    answered = told.index("Seat 1 has answered.")
    assert "challenges" not in told[:answered]


def test_replay_as_json():
    data = json.loads(said("replay", TARGET, "--json"))
    assert data["game"] == "spar"
    assert data["result"] == {"scores": [1, 6, 0], "winners": [1]}
    assert data["moves"][1]["action"]


def test_replay_reads_standard_input():
    assert "Result" in said("replay", "-", typed=TARGET.read_text(encoding="utf-8"))


def test_replay_of_an_unfinished_game_says_who_is_to_act(tmp_path):
    lines = TARGET.read_text(encoding="utf-8").splitlines(keepends=True)
    cut = tmp_path / "cut.game"
    cut.write_text("".join(lines[:12]), encoding="utf-8")
    assert "Not finished. To act: seat" in said("replay", cut)


def test_replay_of_an_illegal_line_is_an_error_with_its_number(tmp_path):
    lines = TARGET.read_text(encoding="utf-8").splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line[0].isdigit())
    lines.insert(at, "0: 2s\n")
    bad = tmp_path / "bad.game"
    bad.write_text("".join(lines), encoding="utf-8")
    assert f"line {at + 1}: 0: 2s:" in failed("replay", bad)


def test_replay_of_what_is_no_transcript(tmp_path):
    assert "No such file" in failed("replay", tmp_path / "none")
    assert "directory" in failed("replay", tmp_path)
    (tmp_path / "noise").write_bytes(b"\xff\xfe\x00")
    assert "expected UTF-8 text" in failed("replay", tmp_path / "noise")
    (tmp_path / "empty").write_text("")
    assert "line 1: expected" in failed("replay", tmp_path / "empty")
    assert "there is no seat 7" in failed("replay", TARGET, "--seat", 7)


@pytest.mark.parametrize("name", ROOMS)
def test_sim_counts(name):
    data = json.loads(said("sim", name, "-n", 50, "--seed", 3, "--json"))
    assert data["games"] == 50
    assert data["decisions_per_s"] > 0
    assert len(data["mean_score"]) == len(data["win_share"]) == data["seats"]
    assert sum(data["win_share"]) == pytest.approx(1, abs=0.05)


def test_sim_is_the_same_for_the_same_seed():
    one, two = (json.loads(said("sim", "spar", "-n", 300, "--seats", 3, "--seed", 8, "--json")) for _ in range(2))
    assert [one[key] for key in ("decisions", "mean_score")] == [two[key] for key in ("decisions", "mean_score")]


def test_sim_with_options_for_people():
    shown = said("sim", "spar", "-n", 20, "--seats", 2, "-o", "target=3", "-o", "honour=yes")
    assert "Spar, 2 seats, target=3, honour=yes: 20 random games" in shown
    assert "decisions/s on cpu" in shown


def test_sim_without_a_gpu_says_so():
    done = handful("sim", "spar", "-n", 5, "--device", "cuda")
    if done.returncode:
        assert "--device cuda needs" in done.stderr
        assert "Traceback" not in done.stderr


def test_the_referee_plays_with_people(tmp_path):
    saved = tmp_path / "mine.game"
    typed = "nonsense\n?\nrules\nKd\nquit\n"
    told = said("referee", "spar", "--seats", 4, "--seed", 3, "--save", saved, typed=typed)
    assert "'nonsense' is no action of Spar" in told
    assert "Seat 1 plays K♦." in told
    assert "Not finished" in said("replay", saved)


def test_the_referee_asks_for_a_game():
    assert "half_suit" in said("referee", typed="quit\n")
    assert "Which game?" in said("referee", typed="spar\n")
