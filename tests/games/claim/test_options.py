"""The table options of CLAIM, every value of each."""

from __future__ import annotations

import pytest

from handful.cards import cards_set
from handful.game import BadText
from handful.games.claim import GAME, rules, scoring
from tests.games.claim.table import MIXED, act, begin, legal, names, refusal, sit, told

PASSES = ("0: pass", "1: pass", "2: pass", "3: pass")
SEQUENCES = ("2s 3s 4s", "2h 3h 4h", "2d 3d 4d")


def test_r10_r11_options_and_their_defaults():
    assert {name: option.values for name, option in GAME.options.items()} == {
        "deals": "10 (1–50)",
        "floor_rounds": "20 (1–40)",
        "suit_lock": "no, yes",
        "declare_costs_turn": "no, yes",
        "penalty": "every_round, on_pass",
        "penalties": "when_taken, at_showdown",
        "wrap": "broken, circular",
        "singles": "zero, face",
    }
    with pytest.raises(BadText, match="option deals cannot be '51'"):
        GAME.fresh(4, {"deals": "51"})


def test_r2_suit_lock_no():
    position = sit(*MIXED, suits="-s--", floor="Ad", suit_lock="no")
    assert refusal(position, "0: declare s") == ""


def test_r2_suit_lock_yes_closes_a_declared_suit():
    position = sit(*MIXED, suits="-sd-", floor="Ad", suit_lock="yes")
    closed = "Another player has declared that suit, and at this table that closes it."
    assert refusal(position, "0: declare s") == closed
    assert refusal(position, "0: declare d") == closed
    assert legal(position, 0)[-2:] == ["declare c", "declare h"]


def test_r2_suit_lock_equal_choices_in_phase_1_both_stand():
    position = begin(*MIXED, suit_lock="yes")
    act(position, "0: declare s", "1: declare s", "2: declare nothing", "3: declare nothing")
    assert position.state.suits == [0, 0, -1, -1]


def test_r4_declare_costs_turn_no():
    position = sit("As Ks 2d", *MIXED[1:], floor="Ad", declare_costs_turn="no")
    act(position, "0: declare s")
    assert refusal(position, "0: take") == refusal(position, "0: showdown") == ""


def test_r4_declare_costs_turn_yes():
    position = sit("As Ks 2d", *MIXED[1:], floor="Ad", declare_costs_turn="yes")
    act(position, "0: declare s")
    all_done = "Declaring was your action: you can only show more cards of your suit, or pass."
    for move in ("0: take", "0: take discard 2d", "0: showdown"):
        assert refusal(position, move) == all_done
    assert legal(position, 0) == ["pass", "show Ks", "show As"]
    act(position, "0: show As")
    assert legal(position, 0) == ["pass"]
    events = act(position, "0: pass")
    assert names(events) == ["passed"]  # declared: no penalty
    act(position, "1: pass", "2: pass", "3: pass")
    position.state.turn = 0
    assert refusal(position, "0: take") == refusal(position, "0: showdown") == ""


@pytest.mark.parametrize(("penalty", "seats"), [("every_round", [0, 1, 2]), ("on_pass", [0, 2])])
def test_r3_penalty(penalty, seats):
    position = sit(*MIXED, suits="---c", floor="Ad", penalty=penalty)
    events = act(position, "0: pass", "1: take", "2: pass", "3: pass")
    assert [seat for seat, _, _ in told(events, "penalized")] == seats


def test_r3_penalty_on_pass_does_not_change_phase_1():
    position = begin(*MIXED, floor="2d", dice=(0,), penalty="on_pass")
    events = act(position, *(f"{seat}: declare nothing" for seat in range(4)))
    assert len(told(events, "penalized")) == 4


def test_r8_penalties_when_taken_are_paid_at_once_and_not_subtracted_again():
    position = sit(
        "2h 5h 8h", *SEQUENCES[:1], *SEQUENCES[2:], "2c 3c 4c", suits="-sdc", penalties="when_taken", deals=1
    )
    act(position, "0: pass")
    assert (position.state.budgets[0], position.state.forfeited) == (1344, 8)
    act(position, "1: showdown")
    assert position.state.finals == [-15, 27, 27, 27]
    assert sum(position.state.budgets) == 4 * 1352 - 8


def test_r8_penalties_at_showdown_reduce_every_final_score():
    position = sit(
        "2h 5h 8h", *SEQUENCES[:1], *SEQUENCES[2:], "2c 3c 4c", suits="-sdc", penalties="at_showdown", deals=1
    )
    position.state.accumulated[2] = 20
    events = act(position, "0: pass")
    assert told(events, "penalized") == [(0, 8, 8)]
    assert position.state.budgets == [1352] * 4
    act(position, "1: showdown")
    assert position.state.finals == [-15 - 8, 27, 27 - 20, 27]
    assert position.state.budgets == [1352 - 50 - 23, 1352 + 50 + 20 + 9, 1352 - 20 + 7, 1352 + 7]


@pytest.mark.parametrize(
    ("hand", "broken", "circular"),
    [
        ("As Ks 2s 3s 4s 5s", 110, 41 * 6),
        ("Ks As 2s", 54, 29 * 3),
        ("Qs As 2s", 32, 32),
        ("Ks As 3s", 54, 54),
        ("Ks 2s 3s", 10, 10),
        ("Qs Ks As 2s 4s 5s", 117 + 18, 41 * 4 + 18),
    ],
)
def test_r7_wrap(hand, broken, circular):
    for word, points in (("broken", broken), ("circular", circular)):
        position = sit(hand, *MIXED[1:], suits="s---", wrap=word)
        assert scoring.sequences(position.state.hands[0], 0, position.state.wrap, 0) == points
        assert (refusal(position, "0: showdown") == "") == (points >= 27)


def test_r7_wrap_circular_for_the_undeclared_too():
    assert scoring.undeclared_score(cards_set("Ks As 2s"), 1) == -87


@pytest.mark.parametrize(("singles", "points", "allowed"), [("zero", 0, False), ("face", 14 + 12 + 5, True)])
def test_r7_singles(singles, points, allowed):
    position = sit("As Qs 5s 9h", "2h 5h 8h", "2d 5d 8d", "2c 5c 8c", suits="s---", singles=singles, deals=1)
    assert (refusal(position, "0: showdown") == "") == allowed
    rules.reveal(position.state)
    assert position.state.finals == [points - 9, -15, -15, -15]  # singles count in the declared suit only


def test_r7_singles_face_leaves_sequences_as_they_are():
    assert scoring.sequences(cards_set("2s 3s 4s 9s"), 0, 0, 1) == 27 + 9


@pytest.mark.parametrize(("deals", "over"), [(1, True), (2, False)])
def test_r10_deals(deals, over):
    position = sit(*SEQUENCES, "2c 3c 4c", suits="shdc", deals=deals)
    act(position, "0: showdown")
    assert position.over == over


@pytest.mark.parametrize(("floor_rounds", "reckoning"), [(1, True), (2, False)])
def test_r11_floor_rounds(floor_rounds, reckoning):
    position = sit(*MIXED, floor="Ad", floor_rounds=floor_rounds, deals=1)
    assert ("reckoning_began" in names(act(position, *PASSES))) == reckoning
