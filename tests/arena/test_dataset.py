"""`handful sim --save`: games as data, by any bots, the same file however often it was interrupted."""

from __future__ import annotations

import json
import random
import sys

import numpy as np
import pytest
from typer.testing import CliRunner

from handful.arena import dataset
from handful.bots import Answer
from handful.cards import BadText
from handful.cli import app
from handful.columns import columns
from handful.games import find
from handful.kernel.dice import SeededDice
from handful.observe import view

pytestmark = pytest.mark.xdist_group("envs")  # compiled in one process, once

SPAR = find("spar")


def quick(games=130, bots=("random",)):
    return dataset.dataset_of(SPAR, 3, {"target": "2"}, games, 5, bots)


def test_every_decision_is_there_with_what_its_seat_saw(tmp_path):
    """The games play again from the data alone, and every row says what is true."""
    file = tmp_path / "spar.npz"
    told = dataset.write(quick(games=20), file, lambda done: None)
    data, made = np.load(file), columns(SPAR.rules.State, 3, packed=True)
    assert told["decisions"] == len(data["action"])
    assert len(data["columns"]) == made.width == told["columns"]
    at = 0
    for number in range(20):
        s, dice = SPAR.fresh(3, {"target": "2"}), SeededDice(5, number)
        SPAR.rules.start(s, dice)
        first = at
        while SPAR.rules.actors(s):
            seat = int(data["seat"][at])
            assert data["game"][at] == number
            assert data["observation"][at].tolist() == made.of(s, seat)
            assert data["legal"][at] == SPAR.rules.legal(s, seat, [])
            SPAR.rules.apply(s, seat, int(data["action"][at]), dice)
            at += 1
        winners = SPAR.rules.winners(s)
        for row in range(first, at):
            seat = int(data["seat"][row])
            share = 1 / winners.bit_count() if (winners >> seat) & 1 else 0
            assert data["share"][row] == pytest.approx(share)
            assert data["score"][row] == SPAR.rules.score(s, seat)
    assert at == len(data["action"])


def test_interrupted_data_goes_on_and_is_the_same_file(tmp_path):
    whole, broken = tmp_path / "whole.npz", tmp_path / "broken.npz"
    dataset.write(quick(), whole, lambda done: None)

    def stop(done):
        if done > 64:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        dataset.write(quick(), broken, stop)
    assert not broken.exists()
    before = {part.name: part.stat().st_mtime_ns for part in (tmp_path / "broken.npz.parts").glob("*.npz")}
    assert len(before) == 2
    with pytest.raises(BadText, match="other data"):
        dataset.write(quick(games=7), broken, lambda done: None)
    dataset.write(quick(), broken, lambda done: None)
    assert broken.read_bytes() == whole.read_bytes()
    assert not (tmp_path / "broken.npz.parts").exists()


def test_bots_are_named_for_all_seats_or_for_each():
    assert quick(bots=("easy",)).bots == ("easy",) * 3
    assert quick(bots=("easy", "random", "normal")).bots == ("easy", "random", "normal")
    with pytest.raises(BadText, match="name one for all seats, or one for each"):
        quick(bots=("easy", "random"))
    with pytest.raises(BadText, match="no bot 'clever'"):
        quick(bots=("clever",))


PROGRAM = """#!{python}
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    assert "hands" not in asked["view"] or asked["view"]["hands"].count(None) == 2
    print(json.dumps({{"action": asked["legal"][-1]}}), flush=True)
"""


def test_bots_of_others_play_and_go_on_after_an_interruption(tmp_path, monkeypatch):
    """A class and a program: each chooses as it does, is told its view, and is ended with the portion's players."""
    program = tmp_path / "last"
    program.write_text(PROGRAM.format(python=sys.executable))
    program.chmod(0o755)
    monkeypatch.setattr(dataset, "PORTION", 2)
    bots = ("tests.arena.test_dataset:Lowest", str(program), "hard@2i")
    whole, broken = tmp_path / "whole.npz", tmp_path / "broken.npz"
    dataset.write(quick(games=4, bots=bots), whole, lambda done: None)

    def stop(done):
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        dataset.write(quick(games=4, bots=bots), broken, stop)
    dataset.write(quick(games=4, bots=bots), broken, lambda done: None)
    assert broken.read_bytes() == whole.read_bytes()
    data, chosen = np.load(whole), {0: 0, 1: 0}
    at = 0
    for number in range(4):
        s, dice = SPAR.fresh(3, {"target": "2"}), SeededDice(5, number)
        SPAR.rules.start(s, dice)
        while SPAR.rules.actors(s):
            seat, action, legal = int(data["seat"][at]), int(data["action"][at]), []
            SPAR.rules.legal(s, seat, legal)
            if len(legal) > 1 and seat < 2:
                assert action == (min(legal), legal[-1])[seat]
                chosen[seat] += 1
            SPAR.rules.apply(s, seat, action, dice)
            at += 1
    assert min(chosen.values()) > 5


class Lowest:
    """Always the lowest of its legal actions."""

    def choose(self, question):
        return Answer(min(question.legal))


def test_a_bot_of_others_that_fails_is_named(tmp_path):
    for wrong, why in (("Cheats", "it chose -5, which is not legal"), ("Dies", "ended"), ("Broken", "out of order")):
        what = quick(games=2, bots=(f"tests.arena.strange:{wrong}", "random", "random"))
        with pytest.raises(BadText, match=f"tests.arena.strange:{wrong} failed: .*{why}"):
            dataset.write(what, tmp_path / f"{wrong}.npz", lambda done: None)


def test_the_bots_see_their_view_and_nothing_else():
    """A bot of a data set chooses what the same level chooses from the view alone."""
    from handful.bots.levels import choose
    from handful.bots.questions import question_for
    from handful.envs.play import Form, Play, bot

    play = Play(Form("spar", 3, {}, "index"), 1)
    seat = play.turn()
    action = bot("easy", random.Random(4))(play, seat)
    seed = random.Random(4).randrange(1 << 32)
    asked = question_for(SPAR, view(play.state.state(), seat), play.state.legal(seat), "easy", seed, iterations=200)
    assert action == choose(asked).action


def test_the_command(tmp_path):
    file = tmp_path / "games.npz"
    asked = [
        "sim",
        "spar",
        "-n",
        "3",
        "--seats",
        "2",
        "--option",
        "target=1",
        "--bots",
        "easy,random",
        "--save",
        str(file),
    ]
    result = CliRunner().invoke(app, [*asked, "--json"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["games"] == 3
    assert set(np.load(file)["seat"]) == {0, 1}
    wrong = CliRunner().invoke(app, [*asked[:-3], "clever", "--save", str(file)])
    assert wrong.exit_code != 0
    assert "there is no bot 'clever'" in wrong.output
