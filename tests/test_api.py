"""The public API: its names, how cheap it is to import, and what it can do."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import handful
from handful.games import ROOMS
from handful.transcript import TranscriptError

NAMES = {
    "BadText", "Illegal", "Match", "Refused", "SPECTATOR", "View",
    "begin", "choose", "connect", "find", "read", "resume", "set_up", "write",
}  # fmt: skip


def test_the_public_names():
    assert set(handful.__all__) == NAMES
    for name in NAMES:
        assert getattr(handful, name) is not None
        assert name in dir(handful)
    with pytest.raises(AttributeError, match="no attribute 'shuffle'"):
        _ = handful.shuffle


def test_every_public_name_is_explained_on_its_page():
    page = (Path(__file__).parents[1] / "docs" / "library.md").read_text(encoding="utf-8")
    table = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", page, re.MULTILINE))
    assert set(table) == NAMES
    shown = "".join(re.findall(r"^```python[^\n]*\n(.*?)^```$", page, re.MULTILINE | re.DOTALL))
    for name in NAMES - {"Match", "View"}:  # those come from `begin` and `view`
        assert f"handful.{name}" in shown, f"there is no example of {name}"


def test_it_is_cheap_to_import():
    code = """
import sys, time
began = time.process_time()
import handful
took = time.process_time() - began
assert not {"numba", "numpy", "textual", "websockets", "handful.game"} & set(sys.modules)
handful.begin("spar")
assert not {"numba", "numpy", "textual", "websockets"} & set(sys.modules)
print(took)
"""
    times = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
        for _ in range(3)
    ]
    assert min(times) < 0.02


@pytest.mark.parametrize("game", ROOMS)
def test_bots_play_a_game_that_is_resumed_from_its_transcript(game):
    match = handful.begin(game, seed=11)
    half = handful.begin(game, seed=11)
    for turn in range(2000):
        if match.over:
            break
        seat = match.actors()[0]
        choice = handful.choose(match.position, seat, "easy", seed=turn)
        assert choice.reason
        match.act(seat, choice.action)
        if turn < 8:
            half.act(seat, choice.action)
    assert match.over
    assert match.outcome().winners
    again = handful.resume(match.text())
    assert again.outcome() == match.outcome()
    assert again.text() == match.text() == handful.write(handful.read(match.text()))
    resumed = handful.resume(half.text())
    seat = resumed.actors()[0]
    assert resumed.legal(seat) == half.legal(seat)
    resumed.act(seat, resumed.legal(seat)[0])
    assert handful.resume(resumed.text()).text() == resumed.text()


def test_a_seeded_transcript_goes_on_with_its_chance_written_out():
    match = handful.resume("game: spar\nrules: 1\nseats: 2\nseed: 4\n")
    assert "deal 0: " in match.text()
    seat = match.actors()[0]
    match.act(seat, match.legal(seat)[0])
    assert handful.resume(match.text()).view(0).known == match.view(0).known


def test_errors_are_sentences():
    match = handful.begin("spar", seats=2, seed=1)
    with pytest.raises(handful.BadText, match="no action of Spar"):
        match.act(1, "Zz")
    with pytest.raises(handful.Illegal, match="not your turn"):
        match.act(0, "Jd")
    with pytest.raises(handful.BadText, match="Did you mean spar"):
        handful.begin("spra")
    with pytest.raises(handful.BadText, match="Did you mean hard"):
        handful.choose(match.position, 1, "hrad")
    with pytest.raises(handful.BadText, match="nothing to decide"):
        handful.choose(match.position, 0)
    with pytest.raises(TranscriptError, match="line 1"):
        handful.resume("gme: spar\n")


def test_a_view_hides_the_other_hands():
    match = handful.begin("thirteam", seed=2)
    assert match.view(0).hands[1] is None
    assert match.view(handful.SPECTATOR).hands == [None] * 4


def test_options_may_be_numbers_and_truth_values():
    match = handful.begin("spar", seats=2, seed=1, options={"target": 1, "honour": True})
    assert "option: target=1\noption: honour=yes\n" in match.text()
    with pytest.raises(handful.BadText, match="option target cannot be '100'"):
        handful.begin("spar", options={"target": 100})


def test_a_wrong_seat_is_refused_in_words():
    match = handful.begin("spar", seats=3, seed=1)
    for ask in (match.view, match.legal, lambda seat: match.act(seat, "Kd"), lambda seat: handful.choose(match, seat)):
        for seat in (17, -2, "0", None, 1.0):
            with pytest.raises(handful.BadText, match=f"there is no seat {seat!r}; the seats are 0 to 2"):
                ask(seat)


@pytest.mark.parametrize("game", ROOMS)
def test_a_printed_match_shows_no_hidden_card(game):
    one, other = (handful.begin(game, seed=1).copy() for _ in range(2))
    hands = getattr(other.position.state, other.game.face.hand)
    hands[0], hands[1] = hands[1], hands[0]
    assert one.position.state != other.position.state
    assert (str(one), repr(one), one._repr_svg_()) == (str(other), repr(other), other._repr_svg_())


def test_an_action_is_taken_back_with_its_chance():
    match = handful.begin("spar", seats=2, seed=1)
    texts = []
    for _ in range(12):
        texts.append(match.text())
        match.act(match.actors()[0], match.legal(match.actors()[0])[0])
    last, again = match.text(), handful.resume(match.text())
    match.undo()
    twin = match.copy()
    twin.act(twin.actors()[0], twin.legal(twin.actors()[0])[0])
    assert twin.text() == last
    for text in reversed(texts):
        again.undo()
        assert again.text() == text
    with pytest.raises(handful.BadText, match="no action to take back"):
        again.undo()


def test_a_position_is_set_up_by_what_matters():
    match = handful.set_up("thirteam", hands={1: "As Ah", 2: "2s"}, seed=3)
    assert {"As", "Ah"} <= set(match.view(1).json()["hands"][1])
    assert handful.resume(match.text()).text() == match.text()
    for hands, error in (
        ({0: "As"}, "As is not dealt in this game"),
        ({0: "6s 7s 8s 9s Ts Js"}, "seat 0 is dealt 5 cards, not 6"),
        ({0: "6s", 1: "6s"}, "6s is there twice"),
        ({9: "6s"}, "there is no seat 9"),
    ):
        with pytest.raises(handful.BadText, match=error):
            handful.set_up("spar", seats=3, hands=hands)


def test_a_position_may_have_scores_and_is_written_with_them():
    match = handful.set_up("spar", seats=3, hands={0: "Kd"}, turn=0, scores=[19, 3, 0])
    assert [match.position.game.rules.score(match.position.state, seat) for seat in range(3)] == [19, 3, 0]
    assert "\nscores: 19 3 0\n" in match.text()
    again = handful.resume(match.text())
    assert again.position.state == match.position.state
    assert handful.write(handful.read(match.text())) == match.text()
    for scores, error in (([1, 2], "expected 3 scores"), ([1, 2, 10_000], "from 0 to 9999")):
        with pytest.raises(handful.BadText, match=error):
            handful.set_up("spar", seats=3, scores=scores)
    with pytest.raises(handful.BadText, match="keeps no points by seat"):
        handful.set_up("half_suit", scores=[1] * 6)
    with pytest.raises(TranscriptError, match="line 4: expected 2 scores"):
        handful.read("game: spar\nrules: 1\nseats: 2\nscores: 1\n")


def test_compiled_play_refuses_a_begun_state():
    match = handful.begin("spar", seats=2, seed=1)
    with pytest.raises(ValueError, match="begun already"):
        match.game.compiled.simulate(match.position.state, 1, 0, 1)


def test_the_version():
    assert re.fullmatch(r"\d+\.\d+\.\d+", handful.__version__)
