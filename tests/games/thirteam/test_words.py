"""The words of Thirteam, and what can be known from a view."""

from __future__ import annotations

import pytest

from handful.cards import STANDARD, cards_set
from handful.game import BadText
from handful.games.thirteam import GAME, rules
from handful.observe import SPECTATOR
from tests.games.thirteam.table import act, dealt, sit


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("skip", rules.SKIP),
        ("ready", rules.READY),
        ("trade 5h", rules.TRADE + 15),
        ("trade Xr", rules.TRADE + 53),
        ("play 3s", 1 << 4),
        ("play 3s 4h 5c", cards_set("3s 4h 5c")),
        ("play 2s 2h", cards_set("2s 2h")),
        ("play Xb", 1 << 52),
    ],
)
def test_2_2_r8_words_lead_to_actions_and_back(text, action):
    assert GAME.words.read_action(text) == action
    assert GAME.words.write_action(action) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "expected play and cards"),
        ("pass", "expected play and cards"),
        ("Skip", "expected play and cards"),
        ("skip ", "expected play and cards"),
        ("3s", "expected play and cards"),
        ("play", "there are no cards"),
        ("play ", "there are no cards"),
        ("play 1s", "'1s' is no card"),
        ("play 3s 3s", "3s is there twice"),
        ("play 4h 3s", "lowest first with one space between, 3s 4h"),
        ("play 3s  4h", "lowest first with one space between, 3s 4h"),
        ("play 3s ", "lowest first with one space between, 3s"),
        ("trade", "'' is no card"),
        ("trade 3s 4s", "'3s 4s' is no card"),
        ("trade --", "'--' is no card"),
    ],
)
def test_2_2_r8_other_texts_mean_nothing(text, expected):
    with pytest.raises(BadText, match="is no action of Thirteam") as error:
        GAME.words.read_action(text)
    assert expected in str(error.value)


def test_r10_played_cards_are_gone_and_the_opener_holds_the_3_of_spades():
    position = dealt(4, ["3s 9s 9c"])
    act(position, "0: play 9s 9c")
    for viewer in (1, SPECTATOR):
        known = GAME.knowledge(position.view(viewer))
        assert known.gone == cards_set("9s 9c")
        assert known.holds[0] == cards_set("3s")
        assert not known.may_hold[2] & cards_set("3s 9s 9c")
    act(position, "1: skip", "2: skip", "3: skip", "0: play 3s")
    assert GAME.knowledge(position.view(1)).holds[0] == 0


def test_r10_the_last_opponent_holds_what_is_left():
    position = sit("4s 5s", "", "", "9s Th Jc")
    known = GAME.knowledge(position.view(0))
    assert known.holds == (cards_set("4s 5s"), 0, 0, cards_set("9s Th Jc"))
    assert known.may_hold == known.holds
    known = GAME.knowledge(position.view(SPECTATOR))
    assert known.holds == (0, 0, 0, 0)
    assert known.may_hold[0] == known.may_hold[3] == cards_set("4s 5s 9s Th Jc")
    assert known.gone == STANDARD & ~known.may_hold[0]
