"""The command as a person or a script uses it: in a process of its own."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import typer.main

from handful.cli import app, completion
from handful.games import ROOMS, find
from handful.primer import primer, primer_text
from handful.tui.tables import PACES

GAMES = Path(__file__).parent / "games"
COMMAND = Path(sys.executable).with_name("handful")
TARGET = GAMES / "spar" / "target.game"


def handful(*words, typed=""):
    return subprocess.run(
        [sys.executable, "-m", "handful", *map(str, words)], input=typed, capture_output=True, text=True, check=False
    )


def said(*words, typed=""):
    done = handful(*words, typed=typed)
    assert done.returncode == 0, done.stderr
    return done.stdout


def failed(*words, status=1):
    done = handful(*words)
    assert done.returncode == status
    assert status == 1 or not done.stdout
    assert re.fullmatch(r"handful: [^\n]+\n", done.stderr), "one sentence, and nothing else"
    return done.stderr


def misused(*words):
    return failed(*words, status=2)


def test_games_lists_every_game_with_its_options():
    listed = said("games")
    for name in ROOMS:
        assert name in listed
        assert find(name).summary in listed
    data = json.loads(said("games", "--json"))
    assert [game["name"] for game in data] == list(ROOMS)
    target, first = data[1]["options"]["target"], data[1]["options"]["first"]
    assert (target["default"], target["low"], target["high"]) == ("20", 1, 99)
    assert target["meaning"] == "The first to have this many points wins."
    assert first["values"] == {"right": "right", "left": "left"}
    assert data[2]["options"]["teams"]["seats"] == [6]


@pytest.mark.parametrize("language", ["en", "fr", "vi"])
@pytest.mark.parametrize("name", ROOMS)
def test_rules_shows_the_short_version_and_the_page(name, language):
    game = find(name)
    short, page = primer(game, language), game.pages[language].read_text(encoding="utf-8")
    assert said("rules", name, "--lang", language) == f"{primer_text(short)}\n{page}"
    assert primer_text(short).count("\n    ") == len(short.examples)


@pytest.mark.parametrize("name", ROOMS)
def test_rules_as_data_has_every_number(name):
    page = find(name).page.read_text(encoding="utf-8")
    numbers = re.findall(r"^(?:> )?\*\*(\d+\.\d+|R\d+)\*\*", page, re.MULTILINE)
    data = json.loads(said("rules", name, "--json"))
    assert [paragraph["number"] for paragraph in data] == numbers
    assert all(paragraph["ruling"] == paragraph["number"].startswith("R") for paragraph in data)
    assert all(paragraph["section"] and paragraph["text"] for paragraph in data)


def test_one_paragraph_of_the_rules():
    assert said("rules", "spar", "r3") == "R3 The ranks go 6, 7, 8, 9, 10, J, Q, K, the King highest.\n"
    assert [found["number"] for found in json.loads(said("rules", "spar", "4.3", "--json"))] == ["4.3"]
    assert "no paragraph '9.9'" in misused("rules", "spar", "9.9")
    assert said("rules", "spar", "2.2", "--lang", "fr").startswith("2.2 ")
    assert "they are in en, fr, vi" in misused("rules", "spar", "--lang", "xx")


def test_a_wrong_name_suggests_the_right_one():
    assert "Did you mean thirteam?" in misused("rules", "thirtem")
    assert "Did you mean thirteam?" in misused("play", "thirtem")
    assert "Did you mean cuda?" in misused("sim", "spar", "--device", "cude")
    assert "Did you mean honour?" in misused("sim", "spar", "--option", "honor=yes")
    assert "Did you mean hard?" in misused("play", "spar", "--level", "hrad")
    assert "Did you mean fast?" in misused("play", "spar", "--pace", "fats")
    assert "Did you mean tables_burst?" in misused("serve", "--limit", "tables_burts=3")
    assert "tables_burst is a whole number, not 'many'" in misused("serve", "--limit", "tables_burst=many")
    assert "names_rate is a number of at least 0" in misused("serve", "--limit", "names_rate=-1")
    assert "same_address is yes or no" in misused("serve", "--rated", "same_address=maybe")
    assert "Did you mean 'verify'?" in misused("verfy")
    assert "--seats" in misused("sim", "spar", "--seat", "3")
    assert "2, 3, 4, 5 or 6 seats" in misused("sim", "spar", "--seats", "9")
    assert "it is one of right, left" in misused("sim", "spar", "--option", "first=lft")
    assert "name=value" in misused("sim", "spar", "--option", "honour")


def test_the_exit_status_says_what_kind_of_failure_it_was(tmp_path):
    assert handful("games").returncode == 0
    assert handful("--help").returncode == 0
    assert "Try handful verify --help." in misused("verify")
    assert "Try handful sim --help." in misused("sim", "spar", "-n", "0")
    assert "such as handful play spar" in misused("play")
    assert "this is no terminal" in failed("play", "spar")
    assert "No such file" in failed("verify", tmp_path / "none.game")
    assert "not verified" in failed("verify", TARGET)
    nothing = handful()
    assert nothing.returncode == 2
    assert nothing.stderr.startswith("Usage: handful")
    for command, usage in (("rules", "GAME [NUMBER]"), ("arena", "GAME BOT…"), ("play", "[GAME]")):
        assert handful(command, "--help").stdout.splitlines()[0] == f"Usage: handful {command} [OPTIONS] {usage}"


def test_the_version_is_that_of_the_package():
    assert re.fullmatch(r"handful \d+\.\d+\.\d+\n", said("--version"))


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


def test_sim_without_a_gpu_says_so(monkeypatch):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "-1")  # also where there is one
    done = handful("sim", "spar", "-n", 5, "--device", "cuda")
    assert done.returncode == 1
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


# ------------------------------------------------------------ drawing


def test_a_position_is_drawn_with_every_hand_or_as_a_seat_sees_it(tmp_path):
    lines = TARGET.read_text(encoding="utf-8").splitlines(keepends=True)
    cut = tmp_path / "cut.game"
    cut.write_text("".join(lines[:12]), encoding="utf-8")
    whole, seen = said("draw", cut), said("draw", cut, "--seat", 2)
    assert whole.startswith("To act: Seat")
    assert whole.count("╭───") > seen.count("╭───") > 0
    data = json.loads(said("draw", cut, "--seat", 2, "--json"))
    assert [hand is None for hand in data["view"]["hands"]] == [True, True, False]
    assert all(json.loads(said("draw", cut, "--json"))["view"]["hands"])
    picture = said("draw", cut, "--svg")
    assert picture.startswith("<svg xmlns=")
    assert "//" not in picture.replace("http://www.w3.org/2000/svg", "")
    assert "there is no seat 5" in failed("draw", cut, "--seat", 5)
    assert "line 1" in failed("draw", Path(__file__))


def test_a_finished_game_is_drawn_with_its_result():
    assert said("draw", TARGET).startswith("Won by Seat 1.")
    assert "Seat 1 ★" in said("draw", TARGET, "--svg")


# ------------------------------------------------------------ help, completion, colours


def commands():
    group = typer.main.get_command(app)
    return {name: command for name, command in group.commands.items() if not command.hidden}


@pytest.mark.parametrize("name", commands())
def test_every_command_has_help_with_examples_that_it_can_read(name):
    shown = said(name, "--help")
    found = re.findall(r"^ {4}(.*?)(?: {3,}.*)?$", shown.partition("  Examples:\n")[2], re.MULTILINE)
    assert len(found) >= 2
    for example in found:
        words = shlex.split(re.sub(r".*\| (?=handful)|\s*[|<>].*", "", example))
        assert words[0] == "handful"
        command, values = commands()[words[1]], words[2:]
        games = command.make_context(words[1], values).params.get("game") or []
        for game in [games] if isinstance(games, str) else games:
            assert game in ROOMS or game.startswith("./")
    assert any(f"handful {name} " in f"{example} " for example in found)


def test_the_help_names_every_command_and_the_exit_statuses():
    shown = said("--help")
    assert set(commands()) <= set(re.findall(r"^  ([\w-]+) ", shown, re.MULTILINE))
    assert "0 done, 1 it could not be done" in shown


def completed(shell, line):
    """What the program offers a shell for the last word of a line."""
    words = line.split(" ")
    environment = {**os.environ, "_HANDFUL_COMPLETE": f"complete_{shell}"}
    environment |= {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    environment |= {"_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    return subprocess.run([COMMAND], env=environment, capture_output=True, text=True, check=False).stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete_commands_games_and_options(shell):
    assert "verify" in completed(shell, "handful ver")
    offered = completed(shell, "handful rules t")
    assert "thirteam" in offered
    assert "top_suit" in offered
    assert "spar" not in offered
    assert "same_suit=last_only" in completed(shell, "handful sim spar -o same_suit=l")
    assert "hard" in completed(shell, "handful play spar --level h")
    assert "slow" in completed(shell, "handful play spar --pace s")
    assert "cuda" in completed(shell, "handful sim spar --device c")
    assert "--four-colours" in completed(shell, "handful play --four")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_there_is_a_completion_script_for_the_shell(shell):
    environment = {**os.environ, "_HANDFUL_COMPLETE": f"source_{shell}"}
    done = subprocess.run([COMMAND], env=environment, capture_output=True, text=True, check=True)
    assert f"_HANDFUL_COMPLETE=complete_{shell}" in done.stdout


def test_a_real_bash_completes():
    script = """
eval "$(_HANDFUL_COMPLETE=source_bash handful)"
complete -p handful
COMP_WORDS=(handful rules cl) COMP_CWORD=2
_handful_completion handful
echo "${COMPREPLY[@]}"
"""
    environment = {**os.environ, "PATH": f"{COMMAND.parent}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1].strip() == "claim"


def test_the_words_that_are_offered_are_those_that_are_taken():
    assert tuple(PACES) == completion.PACES


COLOUR = re.compile(r"\x1b\[(?:[\d;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;[\d;]*)?m")


def on_a_terminal(*words, **environment):
    """What a command writes to a terminal."""
    pid, end = pty.fork()
    if not pid:
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", PAGER="cat", **environment)
        os.execv(sys.executable, [sys.executable, "-m", "handful", *map(str, words)])
    written = b""
    try:
        while some := os.read(end, 65536):
            written += some
    except OSError:
        pass  # the command has ended
    os.close(end)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    return written.decode()


@pytest.mark.parametrize("words", [("rules", "spar"), ("draw", TARGET), ("sim", "spar", "-n", "50")], ids=str)
def test_no_color_is_honoured_on_a_terminal(words):
    assert COLOUR.search(on_a_terminal(*words))
    assert not COLOUR.search(on_a_terminal(*words, NO_COLOR="1"))


@pytest.mark.parametrize("words", [("games",), ("--help",), ("replay", TARGET), ("verify", "--help")], ids=str)
def test_other_commands_have_no_colours_at_all(words):
    assert not COLOUR.search(on_a_terminal(*words))
    assert "\x1b" not in on_a_terminal(*words, NO_COLOR="1")
