"""The words of CLAIM."""

import pytest

from handful.cards import card_number
from handful.game import BadText
from handful.games.claim.state import DECLARE, DECLARE_NOTHING, HOLD, PASS, SHOW, SHOWDOWN, TAKE
from handful.games.claim.words import read_action, write_action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("declare nothing", DECLARE_NOTHING),
        ("declare s", DECLARE),
        ("declare h", DECLARE + 3),
        ("declare s show 2s", DECLARE + 4),
        ("declare d show 3d Ad", DECLARE + 2 + 4 * (2 + 4096)),
        ("show Ks", SHOW + card_number("Ks")),
        ("take", TAKE),
        ("take discard 5h", card_number("5h")),
        ("pass", PASS),
        ("showdown", SHOWDOWN),
        ("hold", HOLD),
    ],
)
def test_actions(text, action):
    assert read_action(text) == action
    assert write_action(action) == text


def test_every_declaration_reads_back():
    for action in range(DECLARE, DECLARE + (4 << 13), 7):
        assert read_action(write_action(action)) == action


@pytest.mark.parametrize("text", ["", "Take", "take ", " pass", "call", "declare", "takes", "♠"])
def test_bad_words_say_what_is_expected(text):
    with pytest.raises(BadText, match="is no action of CLAIM; expected declare nothing"):
        read_action(text)


def test_a_near_miss_gets_a_hint():
    with pytest.raises(BadText, match="Did you mean showdown"):
        read_action("showdwon")


@pytest.mark.parametrize(
    "text", ["declare ", "declare x", "declare spades", "declare sc", "declare  s", "declare nothin"]
)
def test_a_bad_suit(text):
    with pytest.raises(BadText, match="declares no suit; expected declare and one of s, c, d, h"):
        read_action(text)


@pytest.mark.parametrize(
    "text",
    ["declare s show ", "declare s show Ks Qs", "declare s show Kh", "declare s show Qs  Ks", "declare s show Ks "],
)
def test_shown_cards_are_of_the_suit_lowest_first(text):
    with pytest.raises(BadText, match="expected cards of the suit, lowest first"):
        read_action(text)


@pytest.mark.parametrize("text", ["take discard ", "take discard 10h", "show ks", "show", "declare s show Xr"])
def test_bad_cards(text):
    with pytest.raises(BadText, match=r"is no card|is no action|expected cards of the suit"):
        read_action(text)


def test_a_card_twice():
    with pytest.raises(BadText, match="Ks is there twice"):
        read_action("declare s show Ks Ks")


@pytest.mark.parametrize("text", ["show Xr", "take discard Xb"])
def test_no_jokers(text):
    with pytest.raises(BadText, match="CLAIM is played without jokers"):
        read_action(text)
