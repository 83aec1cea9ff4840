"""Written games of Half Suit: they play again letter by letter, and together show all that can happen."""

from __future__ import annotations

from pathlib import Path

import pytest

from handful.referee import Replay
from handful.transcript import read, write
from tests.games.half_suit.positions import GAME

GAMES = sorted(Path(__file__).parent.glob("*.game"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_written_game_plays_again(path):
    text = path.read_text(encoding="utf-8")
    transcript = read(text)
    assert write(transcript) == text
    replay = Replay(transcript)
    replay.run()
    assert replay.position.over


@pytest.mark.parametrize(
    ("name", "scores"),
    [("nine_claims", (6, 3)), ("five_points", (2, 5)), ("sixty_misses", (3, 6)), ("for_the_other_team", (4, 5))],
)
def test_6_1_r11_the_written_games_end_as_they_ended(name, scores):
    path = Path(__file__).with_name(f"{name}.game")
    replay = Replay(read(path.read_text(encoding="utf-8")))
    last = replay.run()[-1]
    assert last.events[-1].name == "game_ended"
    assert replay.position.outcome().scores == scores * 3
    assert replay.position.outcome().winners == ((0, 2, 4) if scores[0] > scores[1] else (1, 3, 5))


def test_r8_r9_the_written_games_show_every_action_event_and_way_a_claim_ends():
    actions, events, ways = set(), set(), set()
    off_turn = False
    for path in GAMES:
        replay = Replay(read(path.read_text(encoding="utf-8")))
        team, claim, claimer, countered = -1, "", -1, False
        for move in replay:
            if move.text:
                actions.add("with" if " with " in move.text else move.text.split()[0])
            for event in move.events:
                events.add(event.name)
                if event.name.startswith("claimed"):
                    claim, claimer, countered = event.name, event.values["seat"], False
                    off_turn |= claimer % 2 != team
                if event.name == "counter_due":
                    countered = True
                if event.name == "scored":
                    ways.add((claim, countered, bool(event.values["seats"] >> claimer & 1)))
            team = replay.position.state.team
    assert actions == {"ask", "claim", "counter", "with"}
    assert events == {kind.name for kind in GAME.rules.EVENTS.kinds}
    assert ways == {
        ("claimed", False, True),
        ("claimed", False, False),
        ("claimed", True, True),
        ("claimed", True, False),
        ("claimed_for_other", False, True),
        ("claimed_for_other", False, False),
    }
    assert off_turn
