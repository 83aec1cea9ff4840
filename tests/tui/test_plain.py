"""The table line by line, through a pipe, as a script or a screen reader has it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from handful.games import ROOMS
from handful.referee import Replay
from handful.transcript import read
from tests.patience import PATIENCE_S
from tests.tui.table import SHORT


def play(game, typed, *words, status=0, **environment):
    """Play with these lines as the input; what was said."""
    seats, options = SHORT[game]
    chosen = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
    fixed = ["--plain", "--pace", "fast", "--seed", "3", "--name", "Ada", "--seats", str(seats)]
    done = subprocess.run(
        [sys.executable, "-m", "handful", "play", game, *fixed, *chosen, *map(str, words)],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
        timeout=PATIENCE_S,
    )
    assert done.returncode == status, done.stderr
    assert not done.stderr
    return done.stdout


@pytest.mark.parametrize("game", ROOMS)
def test_a_game_through_a_pipe_to_the_end(game, tmp_path):
    file = tmp_path / "played.game"
    said = play(game, "1\n" * 2000, "--save", file)
    assert "The game is over." in said
    assert ("Your team has" if game == "half_suit" else "Won by") in said
    assert f"Transcript: {file}" in said
    assert "\x1b" not in said
    assert not set(said) & set("♠♣♦♥")
    replay = Replay(read(file.read_text(encoding="utf-8")))
    replay.run()
    assert replay.position.over


def test_the_words_besides_actions():
    said = play(
        "spar",
        "?\nhand\ntable\nhelp\nrules\nrules r2\nrules 9.9\nhint\nwait\nsave x.game\nnonsense\nquit\n1\n",
        NO_COLOR="1",
    )
    assert "A strong bot would" in said or "It is not your move." in said
    assert "You hold" in said
    assert "Ada, 5 cards, score 0." in said
    assert "Answer with the number or the text of an action." in said
    assert "**1.1**" in said
    assert "\nR2 A round is 5 tricks." in said
    assert "The rules have no paragraph '9.9'." in said
    assert "The transcript is there when the game is over." in said
    assert "'nonsense' is no action of Spar" in said
    assert said.endswith("You leave the table.\nYour game is kept: handful play --continue goes on with it.\n")


def test_the_end_of_the_input_leaves_the_table():
    said = play("top_suit", "1\n", "--save", "early.game")
    assert "The input has ended: you leave the table.\nearly.game is not written: the game is not over" in said
    assert "Your game is kept" in said


def test_actions_by_their_text_and_a_list_of_them():
    said = play("claim", "declare nothing\n?\nquit\n")
    assert "You have chosen." in said


def test_a_wrong_word_is_told_with_the_right_one():
    for wrong, right in (("--level", "hrad"), ("--pace", "fats")):
        done = subprocess.run(
            [sys.executable, "-m", "handful", "play", "spar", wrong, right], capture_output=True, text=True, check=False
        )
        assert done.returncode == 2
        assert "Did you mean" in done.stderr


def test_ctrl_c_ends_it():
    command = [sys.executable, "-m", "handful", "play", "spar", "--plain", "--seed", "3", "--name", "Ada"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as playing:
        while b"Your move" not in playing.stdout.readline():
            pass
        playing.send_signal(signal.SIGINT)
        assert playing.wait(PATIENCE_S) == 130
        assert not playing.stderr.read()


def test_without_a_terminal_the_plain_table_is_suggested():
    done = subprocess.run(
        [sys.executable, "-m", "handful", "play", "spar"], input="", capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "--plain" in done.stderr
