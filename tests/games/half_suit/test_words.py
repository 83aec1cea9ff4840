"""The texts of actions, and what everybody can know."""

from __future__ import annotations

import pytest

from handful.game import BadText
from handful.games.half_suit import rules
from tests.games.half_suit.positions import GAME

read, write = GAME.words.read_action, GAME.words.write_action

ACTIONS = [
    *(64 * seat + card for seat in range(6) for card in range(54)),
    *(rules.PLACE + 64 * seat + card for seat in range(6) for card in range(54)),
    *range(rules.CLAIM, rules.COUNTER + 1),
]


def test_every_action_has_one_text_and_every_text_one_action():
    assert len({write(action) for action in ACTIONS}) == len(ACTIONS) == 2 * 324 + 19
    for action in ACTIONS:
        assert read(write(action)) == action


def test_the_texts_are_those_people_say():
    assert read("ask 3 5h") == 3 * 64 + 15
    assert write(rules.CLAIM + 4) == "claim low-hearts"
    assert write(rules.CLAIM + 17) == "claim eights for-other-team"
    assert write(rules.PLACE + 15) == "5h with 0"
    assert write(rules.COUNTER) == "counter"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pass", "expected one such as ask 3 5h, claim low-hearts"),
        ("", "is no action of Half Suit"),
        (" counter", "is no action of Half Suit"),
        ("ask 3  5h", "is no action of Half Suit"),
        ("ask 6 5h", "'6' is no seat; expected 0 to 5"),
        ("ask 03 5h", "'03' is no seat"),
        ("ask 3 10h", "'10h' is no card"),
        ("ask 3 5H", "'5H' is no card"),
        ("5h with me", "'me' is no seat"),
        ("claim low-heart", "Did you mean low-hearts"),
        ("claim jacks", "expected one of low-spades"),
        ("claim low-hearts for-us", "is no action of Half Suit"),
    ],
)
def test_bad_text_says_what_was_expected(text, expected):
    with pytest.raises(BadText) as error:
        read(text)
    assert expected in str(error.value)
