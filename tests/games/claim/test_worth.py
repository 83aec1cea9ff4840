"""What a player is told about the worth of the own hand: the very points that the showdown will count."""

from __future__ import annotations

import random

import pytest

from handful.cards import SUIT_LETTERS, cards_set
from handful.game import Position
from handful.games import find
from handful.games.claim.scoring import declared_score, sequences, undeclared_score
from handful.games.claim.worth import in_suit
from handful.kernel.dice import SeededDice
from handful.observe import SPECTATOR, view
from tests.games.claim.table import MIXED, sit

CLAIM = find("claim")
OTHERS = ("3h 7h Jc", "5d 8c Qh", "6h 2s Kc")


def worth(position, seat):
    return position.view(seat).json(CLAIM.words)["worth"]


@pytest.mark.parametrize(
    ("hand", "circular", "singles", "found"),
    [
        ("As Ks 2s 3s 4s 5s", 0, 0, [("2s 3s 4s 5s", 56), ("Ks As", 54)]),  # 5.1
        ("As Ks 2s 3s 4s 5s", 1, 0, [("2s 3s 4s 5s Ks As", (14 + 13 + 14) * 6)]),
        ("As 2s 3s 9s", 0, 0, [("2s 3s As", 57)]),
        ("As 2s 3s 9s", 0, 1, [("2s 3s As", 57), ("9s", 9)]),
        ("As 9s 9h Th", 0, 0, []),
    ],
)
def test_5_1_r7_each_sequence_with_its_cards_and_points(hand, circular, singles, found):
    told = in_suit(cards_set(hand), 0, circular, singles)["sequences"]
    assert [(" ".join(one["cards"]), one["points"]) for one in told] == found


@pytest.mark.parametrize("options", [{}, {"wrap": "circular", "singles": "face"}])
def test_5_3_5_4_the_worth_is_what_the_showdown_counts(options):
    rng = random.Random(4)
    position = Position.begin(CLAIM, 4, SeededDice(4), {"deals": "2", **options})
    for _ in range(300):
        if position.over:
            break
        for seat, hand in enumerate(position.state.hands):
            told = worth(position, seat)
            wrap, singles = position.state.wrap, position.state.singles
            for suit, one in enumerate(told["suits"]):
                assert one["suit"] == SUIT_LETTERS[suit]
                assert sum(found["points"] for found in one["sequences"]) == sequences(hand, suit, wrap, singles)
                assert one["score"] == declared_score(hand, suit, wrap, singles)
            assert told["undeclared"] == undeclared_score(hand, wrap)
        seat = rng.choice(position.actors())
        position.act(seat, rng.choice(position.legal(seat)))


def test_5_3_nobody_else_is_told():
    position = Position.begin(CLAIM, 4, SeededDice(5))
    assert "worth" not in view(position.state, SPECTATOR).json(CLAIM.words)
    before = [worth(position, seat) for seat in range(4)]
    hands = position.state.hands
    hands[1], hands[2] = hands[2], hands[1]
    assert [worth(position, seat) for seat in range(4)] == [before[0], before[2], before[1], before[3]]


def test_3_6_r4_what_the_floor_card_would_make_of_the_hand():
    """By what is discarded for it: the very cards that may be, and the score that the hand then has."""

    def seated():
        return sit("9s Ts Qs Ks 4d", *OTHERS, suits="s---", floor="Js", shown=[cards_set("9s"), 0, 0, 0])

    position = seated()
    told = {one["discard"]: one["makes"] for one in worth(position, 0)["taking"]}
    assert (told[""]["score"], told["4d"]["score"]) == (271, 275)
    assert told["4d"]["sequences"] == [{"cards": ["9s", "Ts", "Js", "Qs", "Ks"], "points": 275}]
    legal = [CLAIM.words.write_action(action) for action in position.legal(0)]
    assert {text.removeprefix("take").removeprefix(" discard ") for text in legal if text.startswith("take")} == set(
        told
    )
    for gone, makes in told.items():
        after = seated()
        after.act(0, CLAIM.words.read_action(f"take discard {gone}" if gone else "take"))
        assert worth(after, 0)["suits"][0] == makes


def test_3_6_only_a_declared_seat_on_turn_is_told_what_the_floor_card_makes():
    position = sit("9s Ts Qs", *OTHERS, suits="sh--", floor="Js")
    assert [bool(worth(position, seat)["taking"]) for seat in range(4)] == [True, False, False, False]
    undeclared, bare = sit(*MIXED, floor="As"), sit("9s Ts Qs", *OTHERS, suits="s---")
    assert worth(undeclared, 0)["taking"] == worth(bare, 0)["taking"] == []
