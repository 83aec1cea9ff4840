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
    "begin", "choose", "connect", "find", "read", "resume", "write",
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
