"""What hands of CLAIM are worth, what is paid for them, and how deals and matches end."""

from __future__ import annotations

import pytest

from handful.cards import STANDARD, SUIT_LETTERS, cards_set, members, of_suit, rank_of
from handful.games.claim import rules, scoring
from handful.games.claim.scoring import face_values, sequences, undeclared_score
from tests.games.claim.table import act, begin, names, sit, told

EXAMPLE_3 = ("Ad Kd Qd", "Js Ts 9s", "Ah Kh 2c 3c 4c", "2s 3s 4s 5s")


def positive(hand, suit="s", circular=0, singles=0):
    """The positive points of a hand."""
    return sequences(cards_set(hand), SUIT_LETTERS.index(suit), circular, singles)


def negative(hand, circular=0):
    """The score of a hand that was not declared."""
    return undeclared_score(cards_set(hand), circular)


def changes(position):
    """By how much each budget differs from its start."""
    return [budget - 1352 for budget in position.state.budgets]


# ---------------------------------------------------------------- 5 scoring


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("As Ks 2s 3s 4s 5s", 110),  # the text's
        ("As Ks", 54),
        ("2s 3s 4s", 27),
        ("As Ks Qs", 117),
        ("9s Ts Js", 90),
        ("2s 3s 4s 5s", 56),
        ("Ks Qs Js Ts", 184),
        ("2s 3s 5s 6s", 5 * 2 + 11 * 2),
        ("As 3s 5s", 0),  # R7: lone cards
        ("As 2d", 0),
        ("", 0),
    ],
)
def test_5_1_r7_positive_points(hand, points):
    assert positive(hand) == points


def test_5_1_only_the_declared_suit_counts():
    assert positive("As Ks 2h 3h 4h", "h") == 27
    assert positive("As Ks 2h 3h 4h", "d") == 0


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("As 2s 3s", 57),  # without the King the ace sits below the 2
        ("As 2s", 32),
        ("As Ks 2s", 54),  # never K-A-2 through
        ("As Qs 2s", 32),
        ("As Qs 3s", 0),
    ],
)
def test_r7_the_ace(hand, points):
    assert positive(hand) == points
    assert negative(hand) == -(points or face_values(cards_set(hand)))


def test_r7_the_ace_needs_the_king_of_its_own_suit():
    assert positive("As 2s Kh") == 32


def test_5_1_a_whole_suit_is_one_sequence():
    for suit in range(4):
        assert [sequences(of_suit(suit), suit, circular, 0) for circular in (0, 1)] == [1352, 1352]


def test_5_2_5_3_r8_the_cards_off_suit_are_subtracted():
    hand = cards_set("2s 3s 4s Kh Ad")
    assert scoring.declared_score(hand, 0, 0, 0) == 27 - 13 - 14
    assert scoring.declared_score(hand, 1, 0, 0) == -(9 + 13 + 14)


def test_5_2_face_values_are_plain_sums():
    for card in members(STANDARD):
        assert face_values(1 << card) == rank_of(card)
    assert face_values(STANDARD) == 4 * 104


def test_5_4_undeclared_hands_count_sequences_in_any_suit():
    assert negative("As Ks 2h 3h 4h 5h") == -110
    assert negative("Ah Kh 2c 3c 4c") == -81
    assert negative("2s 3s Kd") == -10  # other cards do not count once there is a sequence


def test_5_5_r7_no_sequence_is_the_plain_sum():
    assert negative("Jh 9d 7s 4s 3c") == -34


def test_5_5_r7_erratum_the_texts_own_hand_holds_a_sequence():
    assert negative("Jh 9d 7s 4c 3c") == -14


# ---------------------------------------------------------------- 6 payment


def test_6_1_6_2_all_reveal_and_score():
    position = sit(*EXAMPLE_3, suits="ds-s", deals=1)
    events = act(position, "0: showdown")
    assert names(events)[:3] == ["showdown_called", "revealed", "scored"]
    assert [cards for _, cards in told(events, "revealed")] == [cards_set(hand) for hand in EXAMPLE_3]
    assert [points for _, points in told(events, "scored")] == [117, 90, -81, 56] == position.state.finals


def test_7_3_6_3_6_4_r9_example_3():
    position = sit(*EXAMPLE_3, suits="ds-s", deals=1)
    events = act(position, "0: showdown")
    assert told(events, "scored") == [(0, 117), (1, 90), (2, -81), (3, 56)]
    assert told(events, "paid") == [(1, 0, 27), (2, 0, 198), (3, 0, 61), (2, 0, 27), (2, 1, 27), (2, 3, 27)]
    assert changes(position) == [313, 0, -279, -34]


def test_7_1_example_1_a_blitz_of_81():
    position = sit("Ad Kd 2d 3d 4d", "2s 5c 9h", "3h 7s Jc", "4h 8c Qh", phase=0, deals=1, floor_round=0, turn=-1)
    act(position, "0: declare d", "1: declare nothing", "2: declare nothing", "3: declare nothing")
    events = act(position, "0: showdown")
    assert told(events, "scored") == [(0, 81), (1, -16), (2, -21), (3, -24)]
    assert {payee for payer, payee, _ in told(events, "paid")[:3]} == {0}
    assert position.state.budgets[0] == 1352 + (81 + 16) + (81 + 21) + (81 + 24) + 6 + 7 + 8


def test_6_3_r9_the_caller_pays_who_is_better():
    position = sit("2s 3s 4s", "Ah Kh Qh", "Td Jd 2d", "Tc Jc 2c", suits="shdc", deals=1)
    events = act(position, "0: showdown")
    assert told(events, "scored") == [(0, 27), (1, 117), (2, 42), (3, 42)]
    assert told(events, "paid") == [(0, 1, 90), (0, 2, 15), (0, 3, 15)]
    assert changes(position) == [-120, 90, 15, 15]


def test_6_3_r9_equal_scores_pay_nothing():
    position = sit("2s 3s 4s", "2h 3h 4h", "2d 3d 4d", "2c 3c 4c", suits="shdc", deals=1)
    assert told(act(position, "0: showdown"), "paid") == []


@pytest.mark.parametrize(
    ("hand", "payments"), [("2h 5h 8h", (5, 5, 5)), ("2h 5h 9h", (6, 5, 5)), ("2h 5h Th", (7, 5, 5))]
)
def test_6_4_r9_the_remainder_goes_to_the_caller(hand, payments):
    position = sit("2s 3s 4s", "2d 3d 4d", hand, "2c 3c 4c", suits="sd-c", deals=1)
    events = act(position, "0: showdown")
    assert told(events, "paid")[1:] == list(zip((2, 2, 2), (0, 1, 3), payments, strict=True))


def test_6_4_r9_two_undeclared_players_pay_each_other():
    position = sit("2s 3s 4s", "2d 5d 8d", "2h 5h 8h", "2c 3c 4c", suits="s--c", deals=1)
    act(position, "0: showdown")
    assert changes(position) == [42 + 42 + 10, -42 - 15 + 5, -42 - 15 + 5, 10]


# ---------------------------------------------------------------- the end of a deal and of a match


def test_r10_budgets_carry_over_to_the_next_deal():
    position = sit(*EXAMPLE_3, suits="ds-s", deals=2)
    events = act(position, "0: showdown")
    assert names(events)[-5:] == ["deal_began", "dealt", "dealt", "dealt", "dealt"]
    s = position.state
    assert changes(position) == [313, 0, -279, -34]
    assert (s.deal, s.phase, s.declared, s.left, s.floor) == (2, 0, 0, 40, -1)
    assert s.certain == s.shown == s.accumulated == [0] * 4
    assert [hand.bit_count() for hand in s.hands] == [3] * 4
    assert rules.winners(s) == 0


def test_r10_the_match_ends_after_its_deals():
    position = sit(*EXAMPLE_3, suits="ds-s", deals=3, deal=3)
    events = act(position, "0: showdown")
    assert told(events, "game_ended") == [(0b0001,)]
    assert position.outcome().winners == (0,)
    assert position.outcome().scores == (1665, 1352, 1073, 1318)


@pytest.mark.parametrize(("budget", "over"), [(279, True), (278, True), (280, False)])
def test_r10_the_match_ends_when_a_budget_is_used_up(budget, over):
    position = sit(*EXAMPLE_3, suits="ds-s", budgets=[1352, 1352, budget, 1352])
    events = act(position, "0: showdown")
    assert ("game_ended" in names(events)) == over == position.over


def test_r10_a_budget_may_be_overdrawn_until_the_settlement():
    position = sit("2h 5h 8h", "2s 3s 4s", "2d 3d 4d", "2c 3c 4c", suits="-sdc", budgets=[5, 1352, 1352, 1352])
    act(position, "0: pass")
    assert position.state.budgets[0] == -3
    assert not position.over
    events = act(position, "1: showdown")
    assert told(events, "game_ended") == [(0b0010,)]


def test_r10_equal_budgets_share_the_win():
    position = sit("2s 3s 4s", "2h 3h 4h", "2d 3d 4d", "2c 3c 4c", suits="shdc", deals=1)
    act(position, "0: showdown")
    assert position.outcome().winners == (0, 1, 2, 3)


def last_round(*hands, suits, first=0, **fields):
    """The Reckoning after four passes in the last floor round."""
    position = sit(*hands, suits=suits, first=first, floor_rounds=1, deals=1, penalties="at_showdown", **fields)
    moves = [f"{(first + i) % 4}: pass" for i in range(4)]
    return act(position, *moves)


def test_r11_the_highest_score_settles_as_the_caller_would():
    events = last_round("2s 3s 4s", "2h 3h 4h 5h", "2d 3d 4d", "2c 3c 4c", suits="shdc")
    assert names(events)[4:6] == ["reckoning_began", "revealed"]
    assert told(events, "paid") == [(0, 1, 29), (2, 1, 29), (3, 1, 29)]


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_r11_equal_scores_whoever_came_first_in_the_last_round(first):
    events = last_round("Ts Js 2h", "Th Jh 2s", "Td Jd 2c", "2d 3d 4c", suits="shd-", first=first)
    best = {0: 0, 1: 1, 2: 2, 3: 0}[first]
    assert told(events, "scored")[3][1] == -(10 + 4)
    assert told(events, "paid")[0] == (3, best, 40 + 14)


def test_r11_with_no_positive_score_the_undeclared_still_pay_and_keep_the_remainder():
    events = last_round("2s 5h 9d", "2h 5d 9c", "2d 5c 9s", "2c 5s Th", suits="shd-")
    assert [points for _, points in told(events, "scored")] == [-14, -14, -14, -27]
    assert told(events, "paid") == [(3, 0, 9), (3, 1, 9), (3, 2, 9)]
    events = last_round("2s 5h 9d", "2h 5d 9c", "2d 5c 9s", "2c 6s Th", suits="shd-")
    assert told(events, "scored")[3] == (3, -28)
    assert told(events, "paid") == [(3, 0, 9), (3, 1, 9), (3, 2, 9)]


def test_r11_a_showdown_in_the_last_round_comes_first():
    position = sit("2s 3s 4s", "2h 3h 4h 5h", "2d 3d 4d", "2c 3c 4c", suits="shdc", floor_rounds=1, deals=1)
    assert "reckoning_began" not in names(act(position, "0: showdown"))


def test_r11_the_reckoning_comes_after_20_floor_rounds():
    position = begin("2s 5c 9d", "3h 7s Jc", "4d 8c Qh", "6h Ts Kc", dice=(0,) * 39, deals="1")
    for seat in range(4):
        act(position, f"{seat}: declare nothing")
    for n in range(20):
        assert position.state.floor_round == n + 1
        events = act(position, "0: pass", "1: pass", "2: pass", "3: pass")
    assert "reckoning_began" in names(events)
    assert position.over


def test_r11_the_pile_is_empty_after_40_floor_rounds_in_which_all_is_taken():
    dice = (0,) * 79
    position = begin("2s 5c 9d", "3h 7s Jc", "4d 8c Qh", "6h Ts Kc", dice=dice, deals="1", floor_rounds="40")
    for seat in range(4):
        act(position, f"{seat}: declare nothing")
    for _ in range(40):
        assert len(position.legal(0)) <= rules.MOST_LEGAL
        events = act(position, "0: take", "1: pass", "2: pass", "3: pass")
    assert (position.state.left, position.state.bottom) == (0, 0)
    assert position.state.hands[0].bit_count() == 43
    assert "reckoning_began" in names(events)
