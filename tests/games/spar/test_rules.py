"""Spar, rule by rule. The numbers in the names are those of the rules page."""

from __future__ import annotations

import itertools

import pytest

from handful.cards import NO_CARD, card_number, cards_set, cards_text
from handful.game import Illegal, Position
from handful.games import find
from handful.games.spar import rules
from handful.games.spar.rules import ACCEPT, CHALLENGE, PACK
from handful.kernel import BOT
from handful.kernel.dice import SeededDice
from handful.observe import SPECTATOR
from handful.referee import Written, WrittenDice

SPAR = find("spar")
DECK = list(range(16, 48))


def begin(seats=4, dealer=0, **options):
    """A game with a deck in order and a chosen dealer: the top of the deck is the K♥."""
    return Position.begin(SPAR, seats, WrittenDice([Written(0, dealer), Written(0, DECK)]), options)


def table(hands, leader=0, deck="", **fields):
    """A position with these hands, the leader about to lead; `deck` is what is left, its top card last."""
    options = {key: value for key, value in fields.items() if key in SPAR.options}
    s = SPAR.fresh(len(hands), options)
    s.hands[: len(hands)] = [cards_set(hand) for hand in hands]
    s.deck[:] = [NO_CARD] * 32
    left = [card_number(card) for card in deck.split()]
    s.deck[: len(left)] = left
    s.left = len(left)
    s.trick = 5 - len(hands[leader].split())
    s.last_held, s.round = NO_CARD, 1
    rules.lead(s, leader)
    for key, value in fields.items():
        if key not in options:
            setattr(s, key, value)
    return Position(SPAR, s, SeededDice(1))


def play(position, *cards):
    """Play cards in turn; all the events."""
    events = []
    for card in cards:
        events += position.act(position.state.turn, card_number(card))
    return events


def names(events):
    return [event.name for event in events]


def round_points(position, *cards):
    """Play a round to its end; who won it and the points."""
    (won,) = [event for event in play(position, *cards) if event.name == "round_won"]
    return won.values["seat"], won.values["points"]


def refused(position, seat, text):
    with pytest.raises(Illegal) as error:
        position.act(seat, SPAR.words.read_action(text))
    return str(error.value)


def leading(*cards, **options):
    """Two players; seat 0 leads these cards and holds control with all of them, and wins the last tricks of a round."""
    others = [f"{rank}{suit}" for suit in "scdh" for rank in "89TJQ" if f"{rank}{suit}" not in cards]
    weak = [card for card in others if card[1] not in {led[1] for led in cards}]
    weak = (weak or others)[: len(cards)]
    position = table([" ".join(cards), " ".join(weak)], **options)
    return round_points(position, *(card for pair in zip(cards, weak, strict=True) for card in pair))


# ---------------------------------------------------------------- 1 setup


def test_1_1_the_deck_is_6_to_k_of_each_suit():
    assert cards_text(PACK) == " ".join(f"{rank}{suit}" for rank in "6789TJQK" for suit in "scdh")


def test_1_2_every_shuffle_uses_the_whole_deck():
    s = begin(2).state
    assert s.left == 32 - 10
    assert sorted(s.deck[: s.left]) == DECK[:22]


def test_1_3_1_4_r1_three_cards_each_then_two_from_the_dealers_right():
    top_down = [*reversed(DECK)]
    s = begin(3, dealer=1).state
    for place, seat in enumerate((0, 1, 2)):
        dealt = top_down[3 * place : 3 * place + 3] + top_down[9 + 2 * place : 11 + 2 * place]
        assert s.hands[seat] == sum(1 << card for card in dealt)


def test_1_5_players_cannot_see_each_others_cards():
    position = begin(3)
    assert position.view(1).hands == [None, position.state.hands[1], None]
    assert position.view(SPECTATOR).hands == [None, None, None]
    assert position.view(1).hands_size == [5, 5, 5]
    for event in position.begun:
        if event.name == "dealt":
            assert (event.seen_by(1).values["cards"] is None) == (event.values["seat"] != 1)


# ---------------------------------------------------------------- 2 gameplay


@pytest.mark.parametrize(("first", "leader"), [("right", 1), ("left", 3)])
def test_2_1_r1_whoever_got_the_first_card_begins(first, leader):
    s = begin(4, dealer=2, first=first).state
    assert s.turn == s.leader == leader
    assert s.hands[leader] & cards_set("Kh Kd Kc") == cards_set("Kh Kd Kc")


def test_2_1_r1_the_dealer_plays_second():
    position = begin(4, dealer=2)
    position.act(1, position.legal(1)[0])
    assert position.actors() == [2]


def test_r1_the_first_dealer_is_drawn():
    assert {begin(5, dealer=dealer).state.dealer for dealer in range(5)} == set(range(5))


def test_2_2_the_leader_plays_any_card():
    position = table(["6s Kd 9h", "7s 8d 9c"])
    assert position.legal(0) == sorted(card_number(card) for card in ("6s", "Kd", "9h"))


def test_2_2_the_suit_of_the_card_led_is_called():
    position = table(["6s Kd", "7s 8d"])
    play(position, "Kd")
    assert position.state.called == card_number("Kd") & 3


def test_2_3_3_1_players_follow_suit_if_they_can():
    position = table(["6s Kd", "7s 8d"])
    play(position, "6s")
    assert position.legal(1) == [card_number("7s")]
    assert refused(position, 1, "8d") == "You hold a card of the called suit and must play one."


def test_2_3_without_the_called_suit_any_card_may_be_played():
    position = table(["6s Kd", "7h 8d"])
    play(position, "6s")
    assert position.legal(1) == [card_number("7h"), card_number("8d")]
    play(position, "7h")
    assert position.state.voids[1] == 1  # spades


def test_2_3_play_moves_clockwise():
    position = table(["6s", "7s", "8s"], leader=1)
    play(position, "7s")
    assert position.actors() == [2]
    play(position, "8s")
    assert position.actors() == [0]


def test_2_4_3_3_a_higher_card_of_the_called_suit_takes_control():
    position = table(["8s 6h", "9s 6d", "Ts 6c", "7s 7d"])
    assert names(play(position, "8s", "9s")) == ["played", "played", "took_control"]
    assert position.state.control == 1
    play(position, "Ts", "7s")
    assert position.state.leader == position.state.turn == 2


def test_2_4_a_higher_card_of_another_suit_does_not():
    position = table(["8s 6h", "Kd 6d"])
    play(position, "8s", "Kd")
    assert position.state.leader == 0


def test_2_5_r2_only_control_after_the_fifth_trick_wins_the_round():
    position = table(["Ks Qs Js Ts 8h", "6c 7c 8c 9c 9h"])
    cards = ["Ks", "6c", "Qs", "7c", "Js", "8c", "Ts", "9c", "8h", "9h"]
    assert round_points(position, *cards) == (1, 1)
    assert position.state.scores[:2] == [0, 1]


def test_r3_the_ranks_go_up_to_the_king():
    order = ["6h", "7h", "8h", "9h", "Th", "Jh", "Qh", "Kh"]
    for low, high in itertools.pairwise(order):
        position = table([f"{low} 6s", f"{high} 6c"])
        play(position, low, high)
        assert position.state.leader == 1


# ---------------------------------------------------------------- 3 disqualification


def honest_table(hands, **fields):
    return table(hands, honour="yes", **fields)


def test_3_2_r2_honour_accepts_a_hidden_card_and_a_challenge_disqualifies():
    position = honest_table(["6s 6d", "7s 9d", "8d 8c"], scores=[4, 5, 6, 0, 0, 0])
    play(position, "6s", "9d", "8d", "6d", "7s", "8c")  # seat 1 held the 7s and hid it, then threw it on diamonds
    assert position.actors() == [0, 1, 2]
    assert names(position.act(0, CHALLENGE + 1)) == ["answered"]
    position.act(1, ACCEPT)
    told = position.act(2, ACCEPT)
    assert names(told)[:4] == ["answered", "challenged", "disqualified", "round_won"]
    assert position.state.scores[1] == 0
    assert position.state.out == 0b10
    assert position.state.hands[1] == 0


def test_r2_without_honour_nobody_can_be_disqualified():
    assert refused(played_spade(), 1, "9d") == "You hold a card of the called suit and must play one."


def played_spade():
    position = table(["6s 6d", "7s 9d", "8d 8c"])
    play(position, "6s")
    return position


def test_r2_answers_are_sealed():
    position = answering()
    before = [position.view(seat).json() for seat in (0, 2)]
    position.act(1, CHALLENGE + 2)
    assert position.view(0).answers == [0, None, None]
    assert position.view(1).answers[1] == CHALLENGE + 2
    assert position.view(0).answered == 0b10
    assert before[0]["answers"] == position.view(0).json()["answers"]


def answering(**fields):
    """Three players after an honest round that seat 0 won with a 6."""
    fields = {"scores": [4, 5, 6, 0, 0, 0]} | fields
    position = honest_table(["6s", "9d", "8d"], **fields)
    play(position, "6s", "9d", "8d")
    return position


def test_r2_a_false_challenge_costs_a_point_before_the_round_is_scored():
    position = answering()
    position.act(0, CHALLENGE + 1)
    position.act(1, ACCEPT)
    position.act(2, ACCEPT)
    assert position.state.scores[:3] == [4 - 1 + 3, 5, 6]


def test_r2_a_false_challenge_does_not_go_below_zero():
    position = answering(scores=[4, 0, 6, 0, 0, 0])
    for seat, action in ((0, ACCEPT), (1, CHALLENGE + 0), (2, ACCEPT)):
        position.act(seat, action)
    assert position.state.scores[:3] == [7, 0, 6]


def test_r2_if_the_rounds_winner_falls_nobody_scores_and_the_next_seat_deals():
    position = honest_table(["6s 7d", "8s 9d", "Ts Kc"])
    play(position, "6s", "9d", "Kc", "7d", "8s", "Ts")  # seat 1 and seat 2 hid their spades; seat 0 held with both
    position.state.control = 1
    for seat, action in ((0, CHALLENGE + 1), (1, ACCEPT), (2, ACCEPT)):
        told = position.act(seat, action)
    assert "round_void" in names(told)
    assert position.state.scores[:3] == [0, 0, 0]
    assert position.state.dealer == 2
    assert position.state.turn == 0  # the dealer's right, past the empty seat


def test_r2_the_last_player_left_wins():
    position = honest_table(["6s 7d", "8s 9d"])
    play(position, "6s", "9d", "7d", "8s")
    position.act(1, ACCEPT)
    told = position.act(0, CHALLENGE + 1)
    assert names(told)[-1] == "game_ended"
    assert position.outcome().winners == (0,)


def test_r2_if_all_fall_at_once_nobody_wins():
    position = honest_table(["6s 9d", "8s 7d"])
    play(position, "6s", "7d", "9d", "8s")  # seat 1 hid the 8s
    position.state.hid |= 0b01
    position.act(1, CHALLENGE + 0)
    position.act(0, CHALLENGE + 1)
    assert position.outcome().winners == ()
    assert position.outcome().scores == (0, 0)


def test_r2_after_200_rounds_the_highest_total_wins():
    position = answering(round=200)
    for seat in range(3):
        position.act(seat, ACCEPT)
    assert position.outcome().scores == (7, 5, 6)
    assert position.outcome().winners == (0,)


def test_r2_nobody_challenges_themselves_or_a_player_who_is_out():
    position = answering()
    assert refused(position, 0, "challenge 0") == "You can challenge only another player who is still in the game."
    position = table(["6s", "7d", "9c", ""], honour="yes", out=0b1000)
    play(position, "6s", "7d", "9c")
    assert refused(position, 0, "challenge 3") == "You can challenge only another player who is still in the game."


# ---------------------------------------------------------------- 4 scoring


@pytest.mark.parametrize(("card", "points"), [("6s", 3), ("7s", 2), ("8s", 1), ("9s", 1), ("Ts", 1), ("Ks", 1)])
def test_4_1_what_holding_the_last_trick_is_worth(card, points):
    assert leading(card) == (0, points)


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        (("6c", "Kc"), 1),
        (("6c", "Kc", "7d"), 2),
        (("6c", "7d", "8h"), 1),
    ],
)
def test_4_2_r4_an_8_to_k_wipes_the_accumulation(cards, points):
    assert leading(*cards) == (0, points)


def test_4_2_losing_control_resets_the_accumulation():
    position = table(["6s 6h 9d", "8c 7h Td"])
    assert round_points(position, "6s", "8c", "6h", "7h", "Td", "9d") == (1, 1)


def test_4_2_only_the_winner_of_the_round_scores():
    position = table(["6s 6c 9d", "8h 9h Td"])
    assert round_points(position, "6s", "8h", "6c", "9h", "9d", "Td") == (1, 1)
    assert position.state.scores[:2] == [0, 1]


@pytest.mark.parametrize(("cards", "points"), [(("6s", "7s"), 2), (("7c", "6c"), 3)])
def test_4_3_of_the_same_suit_only_the_last_card_counts(cards, points):
    assert leading(*cards) == (0, points)


@pytest.mark.parametrize(
    ("cards", "points"), [(("6d", "7s"), 5), (("6h", "7s", "7h"), 7), (("7d", "6d", "6c"), 6), (("6c", "7d", "6d"), 6)]
)
def test_4_4_r4_different_suits_accumulate(cards, points):
    assert leading(*cards) == (0, points)


def test_r4_same_suit_last_only_wipes_all_that_came_before():
    assert leading("6c", "7d", "6d", same_suit="last_only") == (0, 3)


def test_4_5_r4_control_taken_from_a_6_is_worth_1():
    position = table(["6d", "7d"])
    assert round_points(position, "6d", "7d") == (1, 1)


def test_4_2_4_5_r4_overtaking_clears_what_was_accumulated_at_once():
    position = table(["6s 7d", "6h 8d", "7h 9d"])
    play(position, "6s", "6h", "7h")
    assert (position.state.accumulated, position.state.last_held) == (3, card_number("6s"))
    play(position, "7d")
    assert position.state.accumulated == 3  # the leader still has control
    play(position, "8d")
    assert (position.state.control, position.state.accumulated, position.state.last_held) == (1, 0, NO_CARD)
    assert position.view(SPECTATOR).accumulated == 0
    assert round_points(position, "9d") == (2, 1)


def test_r5_erratum_7d_6d_6c_is_6_because_the_7d_is_ignored():
    assert leading("7d", "6d", "6c") == (0, 6)


def test_r5_erratum_a_6_cannot_overtake_a_7():
    position = table(["7s", "6s"])
    assert round_points(position, "7s", "6s") == (0, 2)


def test_4_6_nine_and_more_points_in_one_round():
    assert leading("6s", "6h", "6d") == (0, 9)
    assert leading("6s", "6h", "6d", "7s", "7h") == (0, 13)


def test_4_6_a_round_is_worth_at_least_one_point():
    assert leading("8s") == (0, 1)
    assert leading("6h", "Ks") == (0, 1)
    assert round_points(table(["7d", "Kd"]), "7d", "Kd") == (1, 1)  # by a control transfer


# ---------------------------------------------------------------- 5 next round, 6 winning


def test_5_1_r6_the_winner_deals_on_from_the_same_deck():
    position = table(["9s", "6s"], deck="6d 7d 8d 9d Td Jd Qd Kd 6h 7h 8h 9h", seen=cards_set("Ks"))
    told = play(position, "9s", "6s")
    assert "shuffled" not in names(told)
    assert position.state.dealer == 0
    assert position.state.turn == 1
    assert position.state.hands[1] == cards_set("9h 8h 7h Jd Td")
    assert position.state.left == 2
    assert position.view(SPECTATOR).seen == cards_set("Ks 9s 6s")


def test_5_2_r6_too_few_cards_for_a_deal_are_shuffled():
    position = table(["9s", "6s", "7s"], deck="6d 7d 8d 9d Td Jd Qd Kd 6h 7h 8h 9h Th Jh")
    assert "shuffled" in names(play(position, "9s", "6s", "7s"))
    assert position.state.left == 32 - 15
    assert position.state.seen == 0


def test_5_2_fewer_than_ten_cards_are_shuffled():
    """Two players need ten cards anyway: the limit of ten and a full deal agree."""
    position = table(["9s", "6s"], deck="6d 7d 8d 9d Td Jd Qd Kd 6h")
    assert "shuffled" in names(play(position, "9s", "6s"))


def test_5_3_scores_persist_across_reshuffles():
    position = table(["9s", "6s"], scores=[7, 9, 0, 0, 0, 0])
    assert "shuffled" in names(play(position, "9s", "6s"))
    assert position.state.scores[:2] == [8, 9]


def test_6_1_6_2_r7_the_first_to_reach_the_target_wins():
    position = table(["6s", "8h"], scores=[17, 19, 0, 0, 0, 0])
    assert names(play(position, "6s", "8h"))[-2:] == ["round_won", "game_ended"]
    assert position.outcome().scores == (20, 19)
    assert position.outcome().winners == (0,)
    assert position.actors() == []


@pytest.mark.parametrize(("target", "over"), [("2", True), ("3", False), ("99", False)])
def test_r7_the_target_is_an_option(target, over):
    position = table(["7s", "8h"], target=target)
    play(position, "7s", "8h")
    assert position.over == over


# ---------------------------------------------------------------- refusals and clocks


def test_every_refusal_has_its_sentence():
    position = begin(3, dealer=1)
    assert refused(position, 1, "Kd") == "It is not your turn."
    assert refused(position, 0, "6s") == "You do not hold that card."
    assert refused(position, 0, "2s").startswith("That is no action of Spar")
    assert refused(position, 0, "accept") == "The round is being played: play a card."
    waiting = answering()
    assert refused(waiting, 0, "6s") == "The round is played: accept it or challenge another player."
    over = table(["7s", "8h"], target="1")
    play(over, "7s", "8h")
    assert refused(over, 0, "7s") == "The game is over."
    waiting.act(0, ACCEPT)
    assert refused(waiting, 0, "accept") == "It is not your turn."


def test_when_a_clock_runs_out_the_bot_acts():
    s = begin(3).state
    assert [rules.lapse(s, seat) for seat in range(3)] == [BOT] * 3
    assert rules.pace(s) == 0


def test_what_players_can_know():
    position = table(["6s Kd", "7h 8d"], leader=0)
    play(position, "6s", "7h")
    known = SPAR.knowledge(position.view(0))
    assert known.gone == cards_set("6s 7h")
    assert known.may_hold[1] & cards_set("7s 8s 9s Ts Js Qs Ks") == 0
    assert known.holds == (cards_set("Kd"), 0)
