"""Team games of Thirteam: memorising, swapping, trading, and teams that change."""

from __future__ import annotations

import pytest

from handful.cards import NO_CARD, cards_set, cards_text
from handful.game import BadText
from handful.games.thirteam import GAME, rules
from handful.kernel import BOT
from handful.observe import SPECTATOR
from tests.games.thirteam.table import act, all_ready, allowed, dealt, hands, names, refusal, sit, told

DEAL = [
    "3s 4s 5s 6s 7s 8s 9s Ts Js",
    "3c 4c 5c 6c 7c 8c 9c Tc Jc",
    "3d 4d 5d 6d 7d 8d 9d Td Jd",
    "3h 4h 5h 6h 7h 8h 9h Th Jh",
    "2s Qs Ks As 2c Qc Kc Ac Xb",
    "2d Qd Kd Ad 2h Qh Kh Ah Xr",
]
TRADES = ["0: trade 3h", "1: trade Xb", "2: trade Xr", "3: trade 3s", "4: trade Jc", "5: trade Jd"]


def team_game(**options):
    return dealt(6, DEAL, teams="yes", **options)


def test_5_1_a_team_game_needs_six_players():
    with pytest.raises(BadText, match="option teams=yes needs 6 seats, not 4"):
        dealt(4, teams="yes")
    assert team_game().state.teams == 1


def test_5_2_r8_there_is_a_minute_to_memorise_and_all_may_be_ready_early():
    position = team_game()
    assert position.actors() == [0, 1, 2, 3, 4, 5]
    assert rules.pace(position.state) == 60
    assert told(act(position, "4: ready", "1: ready"), "readied") == [[4], [1]]
    assert position.actors() == [0, 2, 3, 5]
    assert refusal(position, "4: ready") == "You have chosen; wait for the others."
    sentence = "The hands are being memorised: say ready when you know yours."
    for move in ("0: skip", "0: play 3s", "0: trade 3s"):
        assert refusal(position, move) == sentence
    assert position.refusal(6, rules.READY) == position.refusal(-1, rules.READY) == "It is not your turn."
    assert cards_text(position.view(0).hands[0]) == DEAL[0]


def test_5_2_r8_when_the_minute_is_over_a_player_is_ready():
    position = team_game()
    assert rules.lapse(position.state, 3) == rules.READY
    all_ready(position)
    assert rules.pace(position.state) == 0
    assert rules.lapse(position.state, 3) == BOT


def test_5_3_r8_r9_hands_are_swapped_with_the_seat_opposite():
    position = team_game()
    events = all_ready(position)
    swaps = told(events, "swapped")
    assert {(seat, other) for seat, other, _ in swaps} == {(0, 3), (3, 0), (1, 4), (4, 1), (2, 5), (5, 2)}
    assert [cards_text(cards) for seat, _, cards in swaps if seat == 0] == [DEAL[3]]
    assert [position.state.hands[seat] for seat in range(6)] == [cards_set(DEAL[(seat + 3) % 6]) for seat in range(6)]
    swap = next(event for event in events if event.name == "swapped")
    assert swap.seen_by(1).sentence() == "Seat 0 takes over the hand of Seat 3."
    assert swap.seen_by(3).values["cards"] is None
    assert told(team_game().begun, "teamed") == [[0, 3], [1, 4], [2, 5]]


def test_5_4_each_sends_one_card_of_the_new_hand_back():
    position = team_game()
    all_ready(position)
    assert refusal(position, "0: trade 3s") == "You do not hold that."
    assert allowed(position, "0: trade 3h")
    sentence = "The hands are swapped: trade one card of the hand you now hold."
    for move in ("0: skip", "0: play 3h", "0: ready"):
        assert refusal(position, move) == sentence
    events = act(position, *TRADES)
    assert "3h" in hands(position)[3].split()
    assert "3s" in hands(position)[0].split()
    assert all(len(hand.split()) == 9 for hand in hands(position))
    received = told(events, "received")
    assert {(seat, other) for seat, other, _ in received} == {(0, 3), (3, 0), (1, 4), (4, 1), (2, 5), (5, 2)}


def test_5_4_r8_a_card_sent_back_ends_where_it_came_from():
    position = team_game()
    all_ready(position)
    act(position, *TRADES)
    assert hands(position) == [
        "3s 4h 5h 6h 7h 8h 9h Th Jh",
        "2s 2c Jc Qs Qc Ks Kc As Ac",
        "2d 2h Jd Qd Qh Kd Kh Ad Ah",
        "3h 4s 5s 6s 7s 8s 9s Ts Js",
        "3c 4c 5c 6c 7c 8c 9c Tc Xb",
        "3d 4d 5d 6d 7d 8d 9d Td Xr",
    ]


def test_5_5_r8_a_trade_is_sealed_and_final_until_all_have_chosen():
    position = team_game()
    all_ready(position)
    events = act(position, "0: trade 3h")
    assert names(events) == ["chose"]
    assert events[0].seen_by(0).sentence() == "Seat 0 will send back 3♥."
    assert events[0].seen_by(3).sentence() == "Seat 0 has chosen a card to send back."
    assert position.view(3).sent == [None, None, None, NO_CARD, None, None]
    assert position.view(SPECTATOR).sent == [None] * 6
    assert position.view(3).chosen == 0b000001
    assert refusal(position, "0: trade 4h") == "You have chosen; wait for the others."
    assert cards_text(position.state.hands[0]) == DEAL[3]
    act(position, *TRADES[1:5])
    assert position.actors() == [5]
    received = [event for event in act(position, TRADES[5]) if event.name == "received"]
    assert received[0].sentence() == "Seat 3 gets 3♥ from Seat 0."
    assert received[0].seen_by(2).sentence() == "Seat 3 gets a card from Seat 0."


def test_5_6_r1_the_holder_of_the_3_of_spades_after_the_trade_leads():
    position = team_game()
    all_ready(position)
    events = act(position, *TRADES)
    assert told(events, "opened") == [[0, rules.THREE_OF_SPADES]]
    assert position.actors() == [0]
    position = team_game()
    all_ready(position)
    act(position, *TRADES[:3], "3: trade 4s", *TRADES[4:])
    assert position.actors() == [3]


def test_5_7_r7_each_earns_the_sum_of_the_team():
    position = sit("", "", "", "8s", "9s", "Ts Tc", leader=3, teams="yes")
    events = act(position, "3: play 8s", "4: play 9s")
    # seat 0 was first and seat 3 fourth: 3 - 1 = 2 for both, as in the text's example
    assert {seat: points for seat, _, points, _ in told(events, "scored")} == {0: 2, 3: 2, 1: 0, 4: 0, 2: -2, 5: -2}
    assert position.state.scores == [2, 0, -2, 2, 0, -2]


def test_5_7_r7_a_team_can_share_the_win():
    position = sit("", "", "", "8s", "9s", "Ts Tc", leader=3, teams="yes", threshold="2")
    events = act(position, "3: play 8s", "4: play 9s")
    assert told(events, "game_ended") == [[0b001001]]
    assert position.outcome().winners == (0, 3)


def test_5_8_r9_teams_change_after_a_round():
    position = sit("", "", "", "8s", "Ts Tc", "9s", leader=3, teams="yes")
    position.state.placed = [2, 0, 1, -1, -1, -1]
    events = act(position, "3: play 8s", "4: skip", "5: play 9s")
    # places: 2, 0, 1, 3, 5, 4; clockwise 1st, 2nd, 3rd, 6th, 5th, 4th
    assert position.state.order == [2, 0, 1, 4, 5, 3]
    assert told(events, "teamed") == [[2, 4], [0, 5], [1, 3]]
    assert position.state.memorising == 1
    assert position.actors() == [0, 1, 2, 3, 4, 5]


def test_r9_clockwise_follows_the_new_order():
    position = sit("4s 5s", "6s 7s", "8s 9s", "4c 5c", "6c 7c", "8c 9c", leader=2, teams="yes")
    position.state.order = [2, 0, 1, 4, 5, 3]
    seats = []
    act(position, "2: play 8s")
    for _ in range(4):
        seats += position.actors()
        act(position, f"{seats[-1]}: skip")
    assert seats + position.actors() == [0, 1, 4, 5, 3]


def test_r8_the_second_round_is_memorised_and_traded_too():
    position = sit("", "", "", "8s", "9s", "Ts Tc", leader=3, teams="yes")
    act(position, "3: play 8s", "4: play 9s")
    order = position.state.order
    before = position.state.hands[:]
    all_ready(position)
    for at in range(3):
        assert position.state.hands[order[at]] == before[order[at + 3]]
        assert position.state.hands[order[at + 3]] == before[order[at]]


def test_6_4_6_5_r5_the_team_with_the_most_cards_leads_and_in_it_the_larger_hand():
    # seat 5 has the largest hand, but the team 1-4 has more cards
    position = sit("4s", "7s 7c", "8s", "9s 9c", "Ts Tc Td", "Js Jc Jd", teams="yes")
    act(position, "0: play 4s", *(f"{seat}: skip" for seat in range(1, 6)))
    assert position.actors() == [4]


def test_6_4_r5_a_team_with_one_member_out_counts_with_the_other():
    position = sit("4s", "7s", "8s", "9s 9c 9d", "", "Js", teams="yes")
    act(position, "0: play 4s", "1: skip", "2: skip", "3: skip", "5: skip")
    assert position.actors() == [3]


def test_6_4_r5_of_equal_teams_that_of_the_first_player_clockwise_leads():
    # 1-4 and 2-5 have four cards each; 1 comes first clockwise, though 2 has the larger hand
    position = sit("4s", "7s 7c", "8s 8c 8d", "9s", "Ts Tc", "Js", teams="yes")
    act(position, "0: play 4s", *(f"{seat}: skip" for seat in range(1, 6)))
    assert position.actors() == [1]
    # in that team the larger hand leads
    position = sit("4s", "7s", "8s 8c", "9s", "Ts Tc Td", "Js Jc", teams="yes")
    act(position, "0: play 4s", *(f"{seat}: skip" for seat in range(1, 6)))
    assert position.actors() == [4]


def test_r5_of_equal_hands_in_the_team_the_first_clockwise_leads():
    position = sit("7s", "4s", "8s 8c", "9s", "", "Js Jc", leader=1, teams="yes")
    position.state.order = [1, 3, 5, 4, 0, 2]
    act(position, "1: play 4s", "3: skip", "5: skip", "0: skip", "2: skip")
    assert position.actors() == [5]


def test_r8_what_was_seen_is_not_shown_again():
    position = team_game()
    assert position.view(0).first_hands[0] == 0
    all_ready(position)
    act(position, *TRADES)
    view = position.view(0)
    assert view.first_hands[0] == 0
    assert view.sent[0] == NO_CARD
    known = GAME.knowledge(view)
    assert known.holds[1:] == (0, 0, 0, 0, 0)


def test_r8_memory_aid_shows_the_first_hand_and_the_card_sent():
    position = team_game(memory_aid="yes")
    assert cards_text(position.view(0).first_hands[0]) == DEAL[0]
    assert GAME.knowledge(position.view(0)).holds[3] == 0
    all_ready(position)
    view = position.view(0)
    assert cards_text(GAME.knowledge(view).holds[3]) == DEAL[0]
    assert view.first_hands[1:] == [None] * 5
    act(position, *TRADES)
    view = position.view(0)
    assert cards_text(view.first_hands[0]) == DEAL[0]
    assert cards_text(1 << view.sent[0]) == "3h"
    known = GAME.knowledge(view)
    assert cards_text(known.holds[3]) == "3h 4s 5s 6s 7s 8s 9s Ts Js"
    assert known.may_hold[3] == known.holds[3]
    assert not known.may_hold[1] & known.holds[3]


def test_r8_memory_aid_shows_nothing_in_a_game_without_teams():
    position = dealt(6, DEAL, memory_aid="yes")
    assert position.view(0).first_hands[0] == 0
