"""CLAIM, rule by rule. The numbers in the names are those of the rules page."""

from __future__ import annotations

import pytest

from handful.cards import CLUBS, DIAMONDS, HEARTS, NO_CARD, SPADES, STANDARD, card_number, cards_set, cards_text
from handful.game import BadText, Illegal
from handful.games.claim import GAME, rules
from handful.games.claim.state import BLITZ, DECLARATION, DECLARE_NOTHING, FLOOR, HOLD
from handful.kernel import BOT
from handful.observe import SPECTATOR
from tests.games.claim.table import MIXED, act, begin, legal, names, refusal, sit, told

NOBODY_DECLARES = tuple(f"{seat}: declare nothing" for seat in range(4))


def knowledge(position, viewer=SPECTATOR):
    return GAME.knowledge(position.view(viewer))


# ---------------------------------------------------------------- 1 setup, 2 budgets


def test_1_1_four_players():
    assert GAME.seats == (4,)
    with pytest.raises(BadText, match="CLAIM is for 4 seats, not 3"):
        GAME.fresh(3)


def test_1_2_1_5_1_6_three_cards_each_and_a_pile_of_40():
    s = begin(*MIXED).state
    assert [cards_text(hand) for hand in s.hands] == ["2s 5c 9d", "3h 7s Jc", "4d 8c Qh", "6h Ts Kc"]
    assert (s.left, s.pile[40:]) == (40, [NO_CARD] * 12)
    assert sum(1 << card for card in s.pile[:40]) | sum(s.hands) == STANDARD


def test_1_3_1_4_r1_the_dealer_is_drawn_and_plays_too():
    position = begin(*MIXED, dealer=2)
    assert position.state.dealer == 2
    assert position.actors() == [0, 1, 2, 3]
    assert names(position.begun) == ["deal_began", "dealt", "dealt", "dealt", "dealt"]
    assert told(position.begun, "deal_began") == [(1, 2)]


def test_r1_3_8_dealer_and_first_player_are_drawn_for_every_floor_round():
    position = begin(*MIXED, floor="2d 3d", dice=(3, 1, 2), dealer=2)
    events = act(position, *NOBODY_DECLARES)
    assert told(events, "floor_turned") == [(1, 2, card_number("2d"), 3)]  # the dealer of the cards turns the first
    events = act(position, "3: pass", "0: pass", "1: pass", "2: pass")
    assert told(events, "floor_turned") == [(2, 1, card_number("3d"), 2)]


def test_2_1_budgets_start_at_1352():
    position = begin(*MIXED)
    assert position.state.budgets == [sum(range(2, 15)) * 13] * 4 == [1352] * 4
    assert [rules.score(position.state, seat) for seat in range(4)] == [1352] * 4


def test_2_2_1352_is_the_penalty_for_a_whole_suit():
    whole = " ".join(f"{rank}s" for rank in "23456789TJQKA")
    position = sit(whole, "2h 4h 6h", "2d 4d 6d", "2c 4c 6c", suits="-hdc", deals=1)
    rules.reveal(position.state)
    assert position.state.finals[0] == -1352


# ---------------------------------------------------------------- 3 phase 1


def test_3_1_r2_declarations_are_sealed_and_then_revealed_at_once():
    position = begin("Ks Qs 2d", "3h 7s Jc", "4d 8c Qh", "6h Ts Kc", floor="2c", dice=(0,))
    events = act(position, "0: declare s show Qs Ks")
    assert names(events) == ["chose"]
    assert position.actors() == [1, 2, 3]
    assert position.view(0).choices[0] == GAME.words.read_action("declare s show Qs Ks")
    assert position.view(0).json(GAME.words)["choices"][0] == "declare s show Qs Ks"
    assert position.view(1).choices == [None, -1, None, None]
    assert (position.state.declared, position.state.shown[0], position.state.answered) == (0, 0, 1)
    events = act(position, "3: declare nothing", "1: declare h", "2: declare nothing")
    assert names(events)[3:] == ["declared", "showed", "showed", "declared", "penalized", "penalized", "blitz_began"]
    assert position.state.choices == [-1] * 4


def test_3_1_r2_a_choice_is_final():
    position = begin(*MIXED)
    act(position, "0: declare s")
    assert refusal(position, "0: declare h") == "It is not your turn."


def test_3_2_r2_a_suit_with_any_of_its_cards():
    position = begin("Ks Qs 2d", *MIXED[1:3], "6h Ts Kc")
    assert legal(position, 0) == [
        "declare nothing",
        *("declare s", "declare s show Qs", "declare s show Ks", "declare s show Qs Ks"),
        "declare c",
        *("declare d", "declare d show 2d"),
        "declare h",  # you need not hold the suit
    ]
    assert refusal(position, "0: declare s show Js") == "You do not hold that card."
    assert refusal(position, "0: take") == (
        "All declare now: declare a suit, with or without cards face-up, or declare nothing."
    )


def test_3_2_r2_the_longest_list_of_phase_1():
    assert len(legal(begin("2s 3s 4s", "5s 6s 7s", "2h 3h 4h", "2d 3d 4d"), 0)) == 12


def test_3_2_r2_two_players_may_declare_the_same_suit():
    position = begin(*MIXED)
    act(position, "0: declare s", "1: declare s", "2: declare s", "3: declare h")
    assert position.state.suits == [SPADES, SPADES, SPADES, HEARTS]


def test_3_3_r3_not_declaring_costs_the_highest_card():
    position = begin("2s 3d Ah", "3h 7s Jc", "4d 8c Qh", "2h 2d 2c", floor="9s", dice=(0,))
    events = act(position, "0: declare nothing", "1: declare c", "2: declare nothing", "3: declare nothing")
    assert told(events, "penalized") == [(0, 14, 14), (2, 12, 12), (3, 2, 2)]
    assert position.state.budgets == [1338, 1352, 1340, 1350]
    assert position.state.forfeited == 28


def test_3_4_r3_penalties_go_on_each_round_until_one_declares():
    position = begin(*MIXED, floor="2d 3d", dice=(0, 0, 0))
    act(position, *NOBODY_DECLARES)
    events = act(position, "0: pass", "1: declare c", "1: pass", "2: pass", "3: pass")
    assert told(events, "penalized") == [(0, 9, 18), (2, 12, 24), (3, 13, 26)]
    assert position.state.accumulated == [18, 11, 24, 26]


def test_3_4_r3_the_penalty_is_measured_on_the_hand_then_held():
    position = sit("Ks 5c 9d", *MIXED[1:], floor="Ad")
    assert told(act(position, "0: take"), "penalized") == [(0, 14, 14)]
    position = sit("Ks 5c 9d", "3h 7s Jc", "4d 8c Qh", "6h Ts Kc", floor="2d")
    assert told(act(position, "0: take discard Ks"), "penalized") == [(0, 9, 9)]


def test_3_9_r2_thirty_seconds_and_no_choice_is_not_declared():
    position = begin(*MIXED, floor="2d", dice=(0,))
    assert (position.state.phase, rules.pace(position.state)) == (DECLARATION, 30 + 3)
    assert rules.lapse(position.state, 0) == DECLARE_NOTHING
    act(position, *NOBODY_DECLARES)
    assert (position.state.phase, rules.pace(position.state)) == (FLOOR, 0)
    assert rules.lapse(position.state, 0) == BOT


def test_r2_face_up_cards_stay_in_the_hand_and_may_not_be_discarded():
    position = begin("Ks Qs 2d", "3h 7s Jc", "4d 8c Qh", "6h Ts Kc", floor="2s", dice=(0,))
    act(position, "0: declare s show Ks", *NOBODY_DECLARES[1:], "0: hold")
    assert cards_text(position.state.hands[0]) == "2d Qs Ks"
    assert cards_text(position.view(2).shown[0]) == "Ks"
    assert refusal(position, "0: take discard Ks") == "That card lies face-up and cannot be discarded."
    assert legal(position, 0) == ["take discard 2d", "take discard Qs", "take", "pass", "showdown"]


# ---------------------------------------------------------------- 3 floor rounds


def test_3_5_a_card_of_the_pile_is_the_floor_card():
    position = begin(*MIXED, floor="2d", dice=(1,))
    act(position, *NOBODY_DECLARES)
    s = position.state
    assert (s.floor, s.left, s.pile[39], s.turn) == (card_number("2d"), 39, NO_CARD, 1)


def test_3_6_r4_pick_up_and_perhaps_discard():
    position = sit("2s 5c 9d", *MIXED[1:], floor="Ad")
    assert names(act(position, "0: take"))[:1] == ["took"]
    assert cards_text(position.state.hands[0]) == "2s 5c 9d Ad"
    position = sit("2s 5c 9d", *MIXED[1:], floor="Ad")
    assert names(act(position, "0: take discard 5c"))[:2] == ["took", "discarded"]
    assert cards_text(position.state.hands[0]) == "2s 9d Ad"
    assert cards_text(position.state.discards) == "5c"


def test_3_6_r4_not_the_card_just_taken_nor_one_you_do_not_hold():
    position = sit(*MIXED, floor="Ad")
    assert refusal(position, "0: take discard Ad") == "You cannot discard the card that you are taking."
    assert refusal(position, "0: take discard 3h") == "You do not hold that card."


def test_3_6_r4_a_card_taken_earlier_may_be_discarded():
    position = sit("2s 5c 9d", *MIXED[1:], floor="Ad", certain=[cards_set("9d"), 0, 0, 0])
    act(position, "0: take discard 9d")
    assert cards_text(position.state.certain[0]) == "Ad"


def test_3_6_r4_after_a_pick_up_the_rest_still_act():
    position = sit(*MIXED, floor="Ad")
    act(position, "0: take")
    assert refusal(position, "1: take") == "The floor card is already taken."
    assert refusal(position, "1: take discard 3h") == "The floor card is already taken."
    assert legal(position, 1) == ["pass", "declare s", "declare c", "declare d", "declare h"]


def test_3_6_each_player_takes_one_action_in_turn():
    position = sit(*MIXED, floor="Ad", first=2)
    assert names(act(position, "2: pass"))[0] == "passed"
    assert position.actors() == [3]
    assert refusal(position, "2: pass") == "It is not your turn."
    act(position, "3: pass", "0: pass")
    assert position.actors() == [1]


def test_3_6_r4_what_is_no_action_of_a_floor_round():
    position = sit(*MIXED, floor="Ad")
    on = "A floor round is on: take the floor card, pass, call a showdown, or first declare a suit."
    assert refusal(position, "0: declare nothing") == on
    assert refusal(position, "0: hold") == on


def test_3_7_r4_an_untaken_card_goes_to_the_bottom():
    position = sit(*MIXED, floor="Ad")
    events = act(position, "0: pass", "1: pass", "2: pass", "3: pass")
    assert told(events, "sank") == [(card_number("Ad"),)]
    assert cards_text(position.state.bottom) == "Ad"
    assert (position.state.left, position.state.floor_round) == (38, 2)


def test_3_7_a_taken_card_does_not():
    position = sit(*MIXED, floor="Ad")
    assert "sank" not in names(act(position, "0: pass", "1: take", "2: pass", "3: pass"))
    assert position.state.bottom == 0


# ---------------------------------------------------------------- 4 key actions


def test_4_1_r4_declaring_is_free_and_only_once():
    position = sit(*MIXED, floor="Ad")
    events = act(position, "0: declare d")
    assert told(events, "declared") == [(0, DIAMONDS)]
    assert position.actors() == [0]
    assert refusal(position, "0: declare s") == "You have already declared a suit."
    events = act(position, "0: take")
    assert names(events) == ["took"]  # and no penalty
    assert position.actors() == [1]


def test_4_2_a_partial_declaration_shows_nothing():
    position = sit("Ks Qs 2d", *MIXED[1:3], "6h Ts Kc", floor="Ad")
    act(position, "0: declare s", "0: pass")
    assert (position.state.suits[0], position.state.shown[0], position.state.certain[0]) == (SPADES, 0, 0)


def test_4_3_r4_cards_are_shown_one_by_one_the_lowest_first():
    position = sit("2s Ks Qs 2d", *MIXED[1:3], "6h Ts Kc", floor="Ad")
    assert refusal(position, "0: show Qs") == "You can place cards face-up only in the turn in which you declare."
    assert refusal(position, "0: declare s show Qs") == (
        "In a floor round declare the suit first, then show its cards one by one."
    )
    act(position, "0: declare s")
    assert refusal(position, "0: show 2d") == "You can place only cards of your declared suit face-up."
    assert refusal(position, "0: show Js") == "You do not hold that card."
    assert names(act(position, "0: show Qs")) == ["showed"]
    assert refusal(position, "0: show 2s") == (
        "Show your cards from the lowest to the highest: that one is too low now."
    )
    act(position, "0: show Ks")
    assert cards_text(position.state.shown[0]) == "Qs Ks"
    assert legal(position, 0) == ["take discard 2s", "take discard 2d", "take", "pass", "showdown"]
    act(position, "0: pass", "1: pass", "2: pass", "3: pass")
    position.state.turn = 0
    assert refusal(position, "0: show 2s").startswith("You can place cards face-up only in the turn")


@pytest.mark.parametrize(
    ("hand", "suit", "enough"),
    [("As Ks 2d", "s", True), ("2s 3s 4s", "s", True), ("2s 3s 5s", "s", False), ("6s 7s 9h", "s", False)],
)
def test_4_4_r6_a_showdown_needs_27_points(hand, suit, enough):
    position = sit(hand, "8h Th Qh", "8d Td Qd", "8c Tc Qc", suits=suit + "---")
    assert refusal(position, "0: showdown") == ("" if enough else "A showdown needs at least 27 positive points.")


def test_4_5_r6_a_showdown_needs_a_declared_suit():
    position = sit("As Ks Qs", "8h Th Qh", "8d Td Qd", "8c Tc Qc")
    assert refusal(position, "0: showdown") == "You must have declared a suit to call a showdown."
    act(position, "0: declare s")
    assert refusal(position, "0: showdown") == ""


@pytest.mark.parametrize(("penalties", "enough"), [(26, True), (27, False), (28, False)])
def test_6_5_r6_points_must_exceed_the_penalties(penalties, enough):
    position = sit("2s 3s 4s", "8h Th Qh", "8d Td Qd", "8c Tc Qc", suits="s---", accumulated=[penalties, 0, 0, 0])
    assert refusal(position, "0: showdown") == (
        "" if enough else "Your positive points must exceed the penalties you have accumulated."
    )


def test_4_6_r5_every_declared_player_answers_the_blitz_sealed():
    position = begin("Ks Qs 2d", *MIXED[1:3], "6h Ts Kc", floor="2c", dice=(0,))
    events = act(position, "0: declare s", "1: declare h", "2: declare nothing", "3: declare nothing")
    assert told(events, "blitz_began") == [(0b0011,)]
    assert (position.state.phase, position.actors()) == (BLITZ, [0, 1])
    assert legal(position, 0) == ["hold", "showdown"]
    assert legal(position, 1) == ["hold"]
    assert refusal(position, "1: showdown") == "A showdown needs at least 27 positive points."
    assert refusal(position, "0: pass") == "The blitz is open: call a showdown, or hold."
    assert rules.lapse(position.state, 0) == HOLD
    assert names(act(position, "0: hold")) == ["chose"]
    assert position.view(1).choices == [None, -1, None, None]
    events = act(position, "1: hold")
    assert told(events, "answered") == [(0, 0), (1, 0)]
    assert names(events)[-1] == "floor_turned"


def test_4_6_r5_a_blitz_ends_the_deal():
    position = begin("Ks Qs 2d", *MIXED[1:3], "6h Ts Kc", deals="1")
    act(position, "0: declare s", "1: declare h", "2: declare nothing", "3: declare nothing")
    events = act(position, "0: showdown", "1: hold")
    assert told(events, "answered") == [(0, 1), (1, 0)]
    assert told(events, "showdown_called") == [(0,)]
    assert position.over


@pytest.mark.parametrize(("drawn", "caller"), [(0, 0), (1, 1), (2, 3)])
def test_r5_of_several_callers_the_first_in_a_random_order(drawn, caller):
    position = begin("Ks Qs 2d", "Kh Qh 2s", "3d 5d 7c", "Kc Qc 2h", deals="1", dice=(drawn,))
    act(position, "0: declare s", "1: declare h", "2: declare d", "3: declare c")
    events = act(position, "0: showdown", "1: showdown", "2: hold", "3: showdown")
    assert told(events, "showdown_called") == [(caller,)]


def test_r5_nobody_declared_no_blitz():
    position = begin(*MIXED, floor="2d", dice=(0,))
    assert names(act(position, *NOBODY_DECLARES))[-1] == "floor_turned"


def test_4_7_r8_cards_that_were_picked_up_count_in_your_own_hand_only():
    position = sit("2s 3s 9d", *MIXED[1:3], "6h Ts Kc", suits="s---", floor="4s")
    assert refusal(position, "0: showdown") == "A showdown needs at least 27 positive points."
    act(position, "0: take discard 9d", "1: pass", "2: pass", "3: pass")
    position.state.turn = 0
    assert refusal(position, "0: showdown") == ""
    position = sit("2s 3s 9d", *MIXED[1:3], "6h Ts Kc", suits="s---", floor="4s", first=3)
    act(position, "3: take")
    assert refusal(position, "0: showdown") == "A showdown needs at least 27 positive points."


# ---------------------------------------------------------------- knowledge and views


def test_r12_what_is_public_and_what_is_private():
    position = begin("Ks Qs 2d", *MIXED[1:3], "6h Ts Kc", floor="2c", dice=(0,))
    act(position, "0: declare s show Ks", *NOBODY_DECLARES[1:], "0: hold", "0: take discard 2d")
    seen = position.view(SPECTATOR)
    assert seen.hands == [None] * 4
    assert seen.hands_size == [3, 3, 3, 3]
    assert (seen.suits[0], cards_text(seen.shown[0]), cards_text(seen.certain[0])) == (SPADES, "Ks", "2c Ks")
    assert (cards_text(seen.discards), seen.left, seen.accumulated) == ("2d", 39, [0, 11, 12, 13])
    assert "pile" not in seen.json()
    assert position.view(1).hands == [None, cards_set("3h 7s Jc"), None, None]
    begun = [event.seen_by(1) for event in position.begun]
    assert [event.sentence() for event in begun[1:3]] == ["Seat 0 is dealt three cards.", "Seat 1 is dealt 3♥ 7♠ J♣."]


def test_r12_a_penalty_tells_the_rank_of_the_highest_card():
    position = begin("2s 5c 9d", "3h 7s Jc", "4d 8c Qh", "6h Ts Kc", floor="9c Ah", dice=(0, 0, 3))
    act(position, *NOBODY_DECLARES)
    known = knowledge(position)
    assert cards_text(known.some_of[0][0]) == "9s 9d 9h"  # the 9♣ is on the floor
    assert not known.may_hold[0] & cards_set("Ts Jh As")
    assert known.gone == cards_set("9c")
    act(position, "0: take discard 9d")  # the highest is now the known 9♣: whether there is another 9 is open
    known = knowledge(position)
    assert (known.some_of[0], cards_text(known.holds[0])) == ((), "9c")
    assert known.may_hold[0] & cards_set("9s 9h")
    act(position, "1: pass", "2: pass", "3: pass", "3: pass", "0: take discard 9c")
    known = knowledge(position)
    assert (known.some_of[0], cards_text(known.holds[0])) == ((), "Ah")


def test_r12_showing_the_card_a_penalty_spoke_of():
    position = begin("2s 9c 9d", *MIXED[1:], floor="2d", dice=(0,))
    act(position, *NOBODY_DECLARES)
    assert knowledge(position).some_of[0]
    act(position, "0: declare c", "0: show 9c")
    assert (knowledge(position).some_of[0], cards_text(knowledge(position).holds[0])) == ((), "9c")


def test_r12_your_own_hand_is_certain():
    position = begin(*MIXED, floor="2d", dice=(0,))
    act(position, *NOBODY_DECLARES)
    known = knowledge(position, 0)
    assert known.holds[0] == known.may_hold[0] == cards_set("2s 5c 9d")
    assert known.some_of[0] == ()
    assert not known.may_hold[1] & known.holds[0]


def test_r12_at_the_end_all_hands_are_known():
    position = sit("As Ks 2d", "8h Th Qh", "8d Td Qd", "8c Tc Qc", suits="s---", deals=1)
    act(position, "0: showdown")
    assert list(knowledge(position).holds) == list(knowledge(position).may_hold) == position.state.hands


# ---------------------------------------------------------------- the examples of the text


def test_7_2_several_rounds_score_184():
    position = begin("2h 5c 9d", "Ks Qs Js", "4d 8c Qh", "6h 3s Kc", floor="Ts 9h 2c", dice=(1, 0, 1, 0, 1), deals="1")
    act(position, *NOBODY_DECLARES)
    assert position.state.accumulated[1] == 13
    assert "take discard Js" in legal(position, 1)  # B may discard a card
    act(position, "1: take", "2: pass", "3: pass", "0: pass")
    assert cards_text(position.state.hands[1]) == "Ts Js Qs Ks"
    act(position, "1: declare s", "1: pass", "2: pass", "3: pass", "0: pass")
    events = act(position, "1: showdown")
    assert (1, 184) in told(events, "scored")


def test_7_4_penalties_accumulate_to_42():
    position = begin("2h 5c 9d", "6s 7d 8h", "Ah Kh 4c", "6h 3s Kc", floor="2s 3d", dice=(2, 0, 2, 0, 2))
    act(position, *NOBODY_DECLARES)
    assert position.state.accumulated[2] == 14
    act(position, "2: pass", "3: pass", "0: pass", "1: pass")
    assert position.state.accumulated[2] == 28
    act(position, "2: pass", "3: pass", "0: pass", "1: pass")
    assert position.state.accumulated[2] == 42
    act(position, "2: declare h")
    assert refusal(position, "2: showdown") == ""  # A-K is 54
    position.state.accumulated[2] = 54
    assert refusal(position, "2: showdown") == "Your positive points must exceed the penalties you have accumulated."


# ---------------------------------------------------------------- refusals for everybody


def test_3_6_only_actions_of_the_game():
    position = sit(*MIXED, floor="Ad")
    for action in (-1, 52, 63, 69, 127, 180, 255, 256 + (4 << 13), 1 << 62, -(1 << 63)):
        assert position.refusal(0, action) == (
            "That is no action of CLAIM: declare, show, take, pass, hold or call a showdown."
        )
    assert position.refusal(4, 0) == position.refusal(-1, 0) == "It is not your turn."


def test_6_1_when_the_game_is_over_nothing_is_legal():
    position = sit("As Ks 2d", "8h Th Qh", "8d Td Qd", "8c Tc Qc", suits="s---", deals=1)
    act(position, "0: showdown")
    assert position.over
    assert position.refusal(0, HOLD) == "The game is over."
    assert legal(position, 0) == []
    with pytest.raises(Illegal):
        act(position, "0: pass")


def test_3_1_clubs_can_be_declared_too():
    position = begin(*MIXED)
    act(position, "0: declare c show 5c", *NOBODY_DECLARES[1:])
    assert (position.state.suits[0], cards_text(position.state.shown[0])) == (CLUBS, "5c")
