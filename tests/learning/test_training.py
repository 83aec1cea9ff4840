"""A training, shortened to seconds: it learns, is kept, goes on, and what comes out plays without PyTorch."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec

import msgspec
import numpy as np
import pytest

from handful.bots.levels import choose_by
from handful.bots.network import LARGEST_FILE, Network
from handful.bots.questions import question_for
from handful.cards import BadText
from handful.game import Position
from handful.games import find
from handful.kernel.dice import SeededDice

pytestmark = [
    pytest.mark.xdist_group("learned"),
    pytest.mark.skipif(not find_spec("torch"), reason="PyTorch is not installed: pip install 'handful[train]'"),
]

SPAR, SEATS = find("spar"), 2


@pytest.fixture
def wish(tmp_path):
    """What is to be trained: little."""
    from handful.learning.plan import plan_of
    from handful.learning.training import Wish

    small = {"width": 16, "wide": 8, "games": 24, "steps": 24, "piece": 128, "lessons": 150, "past_every": 1}
    plan = msgspec.structs.replace(plan_of(SPAR, SEATS), **small)
    return Wish(SPAR, SEATS, ({"target": "5"}, {"target": "9"}), plan, tmp_path / "spar.npz", minutes=1.0, blocks=1)


def begun(wish, updates):
    """A training after some updates."""
    from handful.learning.training import Training

    training = Training(wish)
    for _ in range(updates):
        training.update()
    return training


def weights(training):
    return training.network().arrays


def test_the_file_judges_as_pytorch_does(wish):
    import torch

    training = begun(wish, 2)
    training.save()
    assert wish.out.stat().st_size < LARGEST_FILE
    hall = training.halls[0]
    asked = hall.decisions()
    offers = hall.described(asked.actions, asked.seat[asked.rows])
    with torch.no_grad():
        logs, expected = training.model(asked.seen, offers, asked.rows)
    seen, offers, rows = asked.seen.numpy(), offers.numpy(), asked.rows.numpy()
    for made, tolerance in ((training.network(), 1e-4), (Network.read(wish.out), 2e-2)):
        scores, values = made.judge(seen, offers, rows)
        most = np.full(len(asked.counts), -np.inf)
        np.maximum.at(most, rows, scores)
        whole = np.zeros(len(asked.counts))
        np.add.at(whole, rows, np.exp(scores - most[rows]))
        np.testing.assert_allclose(scores - most[rows] - np.log(whole)[rows], logs, atol=tolerance)
        np.testing.assert_allclose(values, torch.sigmoid(expected), atol=tolerance)


def test_it_learns_and_says_what_it_was_trained_for(wish):
    training = begun(wish, 0)
    before = weights(training)
    training.update()
    assert any((before[name] != after).any() for name, after in weights(training).items())
    about = training.network().about
    assert (about.game, about.seats, about.options["target"]) == ("spar", SEATS, ["5", "9"])
    assert about.decisions == training.course.decisions > 0
    assert training.course.entropy > 0


def test_the_same_seed_has_the_same_start(wish):
    one, two = begun(wish, 1), begun(wish, 1)
    assert all((weights(two)[name] == array).all() for name, array in weights(one).items())
    wish.seed = 2
    third = begun(wish, 1)
    assert any((weights(third)[name] != array).any() for name, array in weights(one).items())


def test_a_stop_keeps_everything_and_the_same_wish_goes_on(wish):
    training = begun(wish, 0)

    def stop(course):
        if course.updates == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        training.run(stop)
    again = begun(wish, 0)
    assert (again.course.updates, again.course.decisions, again.course.stops) == (2, training.course.decisions, 1)
    assert all((weights(again)[name] == array).all() for name, array in weights(training).items())
    assert len(again.past) == 2
    again.update()
    assert again.course.decisions > training.course.decisions
    wish.tables = ({},)
    with pytest.raises(BadText, match="holds another training"):
        begun(wish, 0)


def test_it_begins_from_the_policy_or_from_weights(wish):
    import torch

    from handful.learning.training import POLICY

    def agreement(training):
        """How much likelier than by chance the policy's choices are to the network, in some steps."""
        found, hall = [], training.halls[0]
        for _ in range(30):
            asked, picks = hall.decisions(), hall.advised(hall.decisions().game)
            with torch.no_grad():
                logs, _ = training.model(asked.seen, hall.described(asked.actions, asked.seat[asked.rows]), asked.rows)
            found.append(logs.exp()[torch.cumsum(asked.counts, 0) - asked.counts + picks] * asked.counts)
            hall.step(asked.game, picks)
        return float(torch.cat(found).mean())

    nothing = begun(wish, 0)
    wish.begin, wish.plan = POLICY, msgspec.structs.replace(wish.plan, lessons=15000, wide=32)
    cloned = begun(wish, 0)
    assert agreement(cloned) > agreement(nothing) + 0.05
    cloned.save()
    wish.begin, wish.out = str(wish.out), wish.out.with_name("next.npz")
    taken = begun(wish, 0)
    np.testing.assert_allclose(weights(taken)["second"], weights(cloned)["second"], atol=1e-3)
    wish.seats, wish.out = 3, wish.out.with_name("third.npz")
    with pytest.raises(BadText, match="trained for other tables"):
        begun(wish, 0)


def test_it_can_learn_to_beat_weights_alone_from_one_seat(wish):
    begun(wish, 0).save()
    wish.against, wish.out = str(wish.out), wish.out.with_name("rival.npz")
    rival = begun(wish, 0)
    company = rival._company()
    seats = company.drawn(rival.halls[0]) >= company.share
    assert (seats.sum(dim=1) == 1).all()
    assert seats.any(dim=0).all(), "in every seat, over many tables"
    frozen = {name: value.clone() for name, value in company.past.state_dict().items()}
    before = weights(rival)
    rival.update()
    assert any((before[name] != after).any() for name, after in weights(rival).items())
    assert all((frozen[name] == value).all() for name, value in company.past.state_dict().items())
    wish.seats, wish.out = 3, wish.out.with_name("third.npz")
    with pytest.raises(BadText, match="trained for other tables"):
        begun(wish, 0)


def test_it_is_measured_and_its_course_is_kept(wish):
    from handful.learning.strength import BESIDE

    training = begun(wish, 1)
    wish.minutes, wish.measure_s = 0.0, 1.0
    training.run(lambda course: None)
    line = json.loads(wish.curve.read_text())
    assert [one["level"] for one in line["strength"]] == list(BESIDE)
    assert line["updates"] == training.course.updates
    assert not wish.snapshot.exists()
    assert all(0 <= one["low"] <= one["value"] <= one["high"] <= 1 for one in line["strength"])


def test_the_command_trains_and_what_it_made_plays_without_pytorch(tmp_path):
    file = tmp_path / "spar.npz"
    command = [sys.executable, "-m", "handful", "train", "spar", "--seats", "2", "-o", "target=5", "--minutes", "0.01"]
    done = subprocess.run([*command, "--out", str(file), "--json"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["decisions"] > 0
    assert "decisions" in done.stderr
    position = Position.begin(SPAR, SEATS, SeededDice(3), {"target": "5"})
    seat = position.actors()[0]
    question = question_for(SPAR, position.view(seat), position.legal(seat), "instinct", 1)
    assert choose_by(Network.read(file), question).action in question.legal
    code = f"""
import sys
from pathlib import Path
from handful.bots.network import Network
Network.read(Path({str(file)!r}))
print("torch" in sys.modules, "numba" in sys.modules)
"""
    alone = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert alone.stdout == "False False\n"
