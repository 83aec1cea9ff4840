"""The words of Top-Suit: one text an action."""

from __future__ import annotations

import pytest

from handful.cards import card_number, cards_set
from handful.game import BadText
from handful.games.top_suit.patterns import DRAW, EXTEND, hand_with
from handful.games.top_suit.words import read_action, write_action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("draw", DRAW),
        ("play 9h", hand_with(cards_set("9h"), card_number("9h"))),
        ("play Kc Kd top Kd", hand_with(cards_set("Kc Kd"), card_number("Kd"))),
        ("play Kc Kd top Kc", hand_with(cards_set("Kc Kd"), card_number("Kc"))),
        ("play 2s 2d 2h top 2s", hand_with(cards_set("2s 2d 2h"), card_number("2s"))),
        ("play As Ac Ad Ah", hand_with(cards_set("As Ac Ad Ah"), card_number("Ah"))),
        ("play 4c 5c 6c", hand_with(cards_set("4c 5c 6c"), card_number("6c"))),
        ("play Qc Kd", hand_with(cards_set("Qc Kd"), card_number("Kd"))),  # no hand: the rules say so
        ("extend 7c", EXTEND | hand_with(cards_set("7c"), card_number("7c"))),
        ("extend 7c 8c", EXTEND | hand_with(cards_set("7c 8c"), card_number("8c"))),
    ],
)
def test_actions(text, action):
    assert write_action(action) == text
    assert read_action(text) == action


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected draw, or play and cards"),
        ("pass", "expected draw, or play and cards"),
        ("Draw", "expected draw, or play and cards"),
        ("draw ", "expected draw, or play and cards"),
        ("play", "names no cards of Top-Suit"),
        ("extend ", "names no cards of Top-Suit"),
        ("play Xr", "names no cards of Top-Suit"),
        ("play 9x", "'9x' is no card"),
        ("play 9h 9h top 9h", "9h is there twice"),
        ("play Kd Kc top Kd", "did you mean play Kc Kd top Kd?"),
        ("play  9h", "did you mean play 9h?"),
        ("play 9h ", "did you mean play 9h?"),
        ("extend 8c 7c", "did you mean extend 7c 8c?"),
        ("play Kc Kd", "must name its top card, such as play Kc Kd top Kd"),
        ("play Kc Kd top Kh", "must name one of its own cards as the top card"),
        ("play Kc Kd top K", "'K' is no card"),
        ("play 9h top 9h", "only of a pair or a triple is it chosen"),
        ("play As Ac Ad Ah top Ad", "only of a pair or a triple is it chosen"),
        ("extend 7c 8c top 8c", "'top' is no card"),
    ],
)
def test_bad_words_say_what_is_expected(text, message):
    with pytest.raises(BadText) as error:
        read_action(text)
    assert message in str(error.value)
