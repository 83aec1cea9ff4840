"""Whole games of Thirteam as text: they play to their end, and together show all that can happen."""

from __future__ import annotations

from pathlib import Path

import pytest

from handful.games.thirteam import GAME
from handful.referee import Replay
from handful.transcript import read, write

GAMES = sorted(Path(__file__).parent.glob("*.game"))


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_a_golden_game_plays_to_its_end(file):
    text = file.read_text(encoding="utf-8")
    replay = Replay(read(text))
    replay.run()
    assert replay.position.over
    assert write(replay.transcript) == text


def test_the_golden_games_show_every_event_action_and_end():
    events, actions, ends = set(), set(), set()
    for file in GAMES:
        replay = Replay(read(file.read_text(encoding="utf-8")))
        for move in replay:
            events |= {event.name for event in move.events}
            actions.add(move.text.partition(" ")[0])
        s = replay.position.state
        ends.add(("threshold" if max(s.scores) >= s.threshold else "100 rounds", s.winners.bit_count() > 1))
    assert events == {kind.name for kind in GAME.rules.EVENTS.kinds}
    assert actions == {"", "play", "skip", "ready", "trade"}
    assert ends == {("threshold", False), ("threshold", True), ("100 rounds", True)}
