"""The words of Spar."""

import pytest

from handful.cards import card_number
from handful.game import BadText
from handful.games.spar.rules import ACCEPT, CHALLENGE
from handful.games.spar.words import read_action, write_action


@pytest.mark.parametrize(
    ("text", "action"), [("Kd", card_number("Kd")), ("accept", ACCEPT), ("challenge 0", CHALLENGE), ("challenge 5", 70)]
)
def test_actions(text, action):
    assert read_action(text) == action
    assert write_action(action) == text


@pytest.mark.parametrize("text", ["", "kd", "K d", "10d", "challenge", "challenge 6", "challenge  1", "pass", "♠"])
def test_bad_words_say_what_is_expected(text):
    with pytest.raises(BadText, match="expected a card such as Kd"):
        read_action(text)
