"""`handful new-game` and `handful check`: a folder that runs, and a sentence for each thing that a game gets wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

RULES = "prizes/rules.py"
TWO_TYPES = "    most = s.hands\n    if s.round:\n        most = 0\n"


def handful(folder: Path, *words: str, said: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder."""
    return subprocess.run(
        [sys.executable, "-m", "handful", *words],
        cwd=folder,
        input=said,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"HANDFUL_CACHE": str(folder / "cache")} | more,
    )


@pytest.fixture
def folder(tmp_path):
    done = handful(tmp_path, "new-game", "prizes")
    assert done.returncode == 0, done.stderr
    return tmp_path


def change(folder: Path, old: str, new: str, page: str = RULES) -> None:
    """Change the new game in one place."""
    text = (folder / page).read_text(encoding="utf-8")
    assert text.count(old) == 1
    (folder / page).write_text(text.replace(old, new), encoding="utf-8")


def test_the_new_game_is_sound_and_is_played(folder):
    done = handful(folder, "check", "./prizes", "-n", "6", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout)
    assert told["sound"]
    assert len(told["checks"]) == 9
    assert all(check["seen"] and not check["wrong"] for check in told["checks"])
    played = handful(folder, "play", "./prizes", "--plain", "--pace", "fast", "--seed", "3", said="1\n" * 5)
    assert played.returncode == 0, played.stderr
    assert "Won by" in played.stdout
    hard = ("arena", "./prizes", "hard@40i", "random", "--games", "12", "--seats", "2", "--strict", "--json")
    told = json.loads(handful(folder, *hard).stdout)
    assert [bot["name"] for bot in told["bots"]] == ["hard@40i", "random"]
    assert "highest card" in handful(folder, "rules", "./prizes", "1.3").stdout


@pytest.mark.parametrize(
    ("old", "new", "what", "wrong"),
    [
        ("    s.choosing &= ~(1 << seat)\n", "    s.choosing &= ~(1 << {}[seat])\n", "dialect", "uses a dict"),
        ("tell(s, WON, best)", "tell(s, WON, best, 1)", "dialect", "tells `won` with 2 values; it is declared with 1"),
        ("@rule\ndef show(s)", "def show(s)", "dialect", "calls `show`, which is neither a rule nor a verb of rules"),
        ("MOST_LEGAL = 6", "MOST_LEGAL = 4", "refused", "line 11: MOST_LEGAL is 4, but 6 actions can be legal"),
        ("@rule\ndef apply", "def apply", "dialect", "the rule `apply` is not declared: write @rule above it"),
        ("n = add(out, n, card)\n    return n", "add(out, n, card)", "dialect", "`legal` must return a number"),
        ("def lapse(s, seat)", "def lapsed(s, seat)", "dialect", "the rules of Prizes have no rule `lapse`"),
        ("    most = 0\n", TWO_TYPES, "same bytes", "cannot be compiled: "),
        ("kernel.cards(OWNER))", "kernel.cards(EVERYBODY))", "leaks", "the field `sealed`"),
        ("seat < 0 or ", "", "refused", "ValueError: negative shift count"),
        ('"You do not hold that card."', '"not yours"', "refused", "is no sentence to a player"),
        ("        s.played |= s.sealed[p]\n", "", "sound", "`conserved` finds a position that is not sound (1)"),
    ],
)  # fmt: skip
def test_each_mistake_is_told_in_a_sentence(folder, old, new, what, wrong):
    change(folder, old, new)
    done = handful(folder, "check", "./prizes", "-n", "9", "--json")
    assert done.returncode == 1, done.stdout + done.stderr
    failed = [check for check in json.loads(done.stdout)["checks"] if check["wrong"]]
    assert any(what in check["what"] and wrong in check["wrong"] for check in failed), failed


def test_what_the_compiler_says_is_one_line(folder):
    change(folder, "    most = 0\n", TWO_TYPES)
    told = handful(folder, "check", "./prizes", "-n", "1").stdout
    assert len(told.splitlines()) < 22


@pytest.mark.parametrize(
    "words", [("play", "--plain", "--pace", "fast"), ("sim", "-n", "2"), ("arena", "easy", "random"), ("rules",)]
)
def test_a_rule_that_is_not_in_the_dialect_is_told_before_anything_is_played(folder, words):
    change(folder, "        show(s)\n", "        show([s][0])\n")
    command, *rest = words
    done = handful(folder, command, "./prizes", *rest)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == f"handful: {folder / RULES}, line 88: the rule `apply` uses a list.\n"


def test_the_library_plays_a_game_of_a_folder(folder):
    script = "import handful; print(handful.begin('./prizes', seats=3, options={'hand': 4}).game.title)"
    done = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=False)
    assert done.stdout == "Prizes\n", done.stderr


def test_a_server_takes_all_games_of_a_folder(folder):
    from handful.games import games_at

    assert games_at(folder / "prizes") == [folder / "prizes"]
    (folder / "higher.py").write_text("from elsewhere import GAME\nRULES, GAME = 1, GAME\n", encoding="utf-8")
    (folder / "conserved.py").write_text("WAGER = 1\n", encoding="utf-8")
    assert games_at(folder) == [folder / "higher.py", folder / "prizes"]
    assert games_at(folder / "nowhere") == [folder / "nowhere"]


def test_a_page_without_numbers_is_told(folder):
    page = folder / "prizes" / "RULES.md"
    page.write_text(page.read_text(encoding="utf-8").replace("**", ""), encoding="utf-8")
    done = handful(folder, "check", "./prizes", "-n", "1")
    assert done.returncode == 1
    assert "no paragraph that begins with a bold number, such as **1.1**" in done.stdout
    assert done.stdout.endswith("1 of 9 checks failed.\n")


def test_what_cannot_be_a_game_is_refused(folder):
    for name, wrong in (("Prizes", "is no name"), ("class", "is no name"), ("spar", "a game spar already")):
        done = handful(folder, "new-game", name)
        assert done.returncode == 2
        assert wrong in done.stderr
    assert "File exists" in handful(folder, "new-game", "prizes").stderr
    change(folder, "SEATS = (2, 3, 4)", "SEATS = (2, 3, 4", RULES)
    done = handful(folder, "play", "./prizes")
    assert done.returncode == 1
    assert done.stderr.startswith("handful: ./prizes cannot be loaded: SyntaxError: ")
    assert done.stderr.count("\n") == 1


def test_an_installed_package_brings_its_game(folder):
    about = folder / "prizes-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: prizes\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(
        "[handful.games]\nprizes = prizes:GAME\nbroken = nowhere:GAME\n", encoding="utf-8"
    )
    done = handful(folder, "games", "--json", PYTHONPATH=str(folder))
    assert done.returncode == 0, done.stderr
    assert [game["name"] for game in json.loads(done.stdout)][5:] == ["prizes"]
    assert "the game broken (nowhere:GAME) cannot be loaded: No module named 'nowhere'" in done.stderr
