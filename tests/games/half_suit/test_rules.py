"""Setup, turns, asking and winning, by the numbers of RULES.md."""

from __future__ import annotations

import pytest

from handful.cards import WITH_JOKERS, card_text, cards_set, members
from handful.game import BadText, Illegal, Position
from handful.games.half_suit import rules
from handful.games.half_suit.state import HALF_SUITS
from handful.kernel.dice import SeededDice
from handful.observe import SPECTATOR
from tests.games.half_suit.positions import (
    EIGHTS,
    GAME,
    HIGH_SPADES,
    LOW_HEARTS,
    LOW_SPADES,
    asks,
    at,
    claim,
    do,
    points,
    refusal,
    texts,
    told,
    values,
)


def begin(seed=1, **options):
    return Position.begin(GAME, 6, SeededDice(seed), options)


# ---------------------------------------------------------------- 1 setup


def test_1_1_r1_six_players_in_two_teams_seated_alternately():
    with pytest.raises(BadText, match="6 seats"):
        GAME.fresh(5)
    position = at(LOW_SPADES, "", "", "", "", "")
    claim(position, 0, "claim low-spades", LOW_SPADES, "0 0 0 0 0 0")
    assert position.outcome().winners in {(0, 2, 4), (1, 3, 5)}
    assert position.outcome().scores in {(5, 4) * 3, (4, 5) * 3}


def test_1_2_r1_teams_are_the_seats_so_drawing_seats_draws_teams():
    position = begin()
    (first,) = position.actors()
    mates = [seat for seat in range(6) if seat % 2 == first % 2]
    hit = next(
        action
        for action in position.legal(first)
        if action < rules.PLACE and position.state.hands[action >> 6] >> (action & 63) & 1
    )
    position.act(first, hit)
    assert position.actors() == mates


def test_1_3_1_4_nine_cards_each_and_none_left():
    position = begin()
    assert [hand.bit_count() for hand in position.state.hands] == [9] * 6
    assert sum(position.state.hands) == WITH_JOKERS
    assert position.state.deck == [-1] * 54
    assert told(position.begun) == ["shuffled", *["dealt"] * 6, "drawn"]


def test_1_3_the_deal_differs_from_game_to_game():
    assert begin(1).state.hands != begin(2).state.hands


def test_1_5_r14_only_your_own_hand_is_yours_to_see():
    position = begin()
    for viewer in (SPECTATOR, *range(6)):
        view = position.view(viewer)
        hands = position.state.hands
        assert view.hands == [hands[seat] if seat == viewer else None for seat in range(6)]
        assert view.hands_size == [9] * 6
        assert not hasattr(view, "deck")
    dealt = next(event for event in position.begun if event.name == "dealt")
    assert dealt.seen_by(0).values["cards"] == position.state.hands[0]
    assert dealt.seen_by(1).values["cards"] is None
    assert dealt.seen_by(1).sentence() == "Seat 0 is dealt nine cards."


# ---------------------------------------------------------------- 2 the cards


def test_2_1_the_deck_has_54_cards_with_two_jokers():
    assert sum(HALF_SUITS) == WITH_JOKERS
    assert WITH_JOKERS.bit_count() == 54


def test_2_2_2_3_nine_half_suits_of_six():
    expected = [f"{rank}{suit}" for suit in "shdc" for rank in ("234567", "9TJQKA")]
    for half_suit, ranks in zip(HALF_SUITS, expected, strict=False):
        assert half_suit == cards_set(" ".join(rank + ranks[-1] for rank in ranks[:-1]))
    assert HALF_SUITS[8] == cards_set("8s 8h 8d 8c Xr Xb")


def test_2_2_a_hand_reaches_exactly_the_half_suits_it_holds_a_card_of():
    for half_suit in HALF_SUITS:
        for card in range(54):
            if half_suit >> card & 1:
                assert rules.whole_half_suits(1 << card) == half_suit
    assert rules.whole_half_suits(0) == 0
    assert rules.whole_half_suits(WITH_JOKERS) == WITH_JOKERS
    assert rules.whole_half_suits(cards_set("7h 9s Xb")) == cards_set(f"{LOW_HEARTS} {HIGH_SPADES} {EIGHTS}")


def test_r7_the_jokers_are_two_cards():
    position = at("8s", "Xr", "8c", "Xb 8d 8h", "", "")
    assert do(position, "0: ask 1 Xr")[1].name == "gave"
    assert do(position, "0: ask 3 Xb")[1].name == "gave"
    assert position.state.hands[0] == cards_set("8s Xr Xb")


# ---------------------------------------------------------------- 3 turns


def test_3_1_3_7_a_miss_passes_the_turn_to_the_other_team():
    position = at("2s 3s", "4s 5s", "6s", "7s", "", "")
    events = do(position, "0: ask 1 7s")
    assert told(events) == ["asked", "missed", "turn_began"]
    assert values(events, "missed") == [{"seat": 1, "card": "7s"}]
    assert values(events, "turn_began") == [{"seats": [1, 3, 5], "seat": 1}]
    assert position.actors() == [1, 3, 5]
    do(position, "3: ask 0 6s")
    assert position.actors() == [0, 2, 4]


def test_3_2_r2_a_drawn_player_takes_the_first_action_alone():
    firsts = {begin(seed).actors()[0] for seed in range(40)}
    assert firsts == set(range(6))
    position = begin()
    (first,) = position.actors()
    assert values(position.begun, "drawn") == [{"seat": first}]
    for seat in range(6):
        assert bool(position.legal(seat)) == (seat == first)
    assert position.refusal((first + 2) % 6, rules.CLAIM) == "It is not your turn."


def test_r2_a_first_action_may_be_a_claim():
    position = begin()
    (first,) = position.actors()
    position.act(first, rules.CLAIM)
    assert position.actors() == [first]


def test_3_3_r3_any_member_of_the_team_on_turn_may_act():
    position = at("2s 3s", "4s 5s", "6s", "7s", "", "")
    assert position.actors() == [0, 2, 4]
    do(position, "2: ask 3 7s")
    assert position.state.spotlight == 2
    assert refusal(position, "1: ask 0 2s") == "It is not your turn."
    assert refusal(position, "7: ask 0 2s") == "It is not your turn."


def test_3_4_3_5_without_cards_you_can_claim_but_not_ask():
    position = at("2s 3s", "4s 5s", "6s", "7s", "", "")
    assert asks(position, 4) == []
    assert texts(position, 4) == ["claim low-spades", "claim low-spades for-other-team"]
    assert refusal(position, "4: ask 1 4s") == "You have no cards and cannot ask: you can claim."


def test_3_5_an_emptied_hand_is_told_and_a_teammate_goes_on():
    position = at("2s 3s", "4s", "6s", "7s 5s", "", "")
    events = do(position, "0: ask 1 4s")
    assert told(events) == ["asked", "gave", "ran_out"]
    assert values(events, "ran_out") == [{"seat": 1}]
    do(position, "0: ask 3 6s")
    assert position.actors() == [1, 3, 5]
    assert asks(position, 1) == []
    assert asks(position, 3) != []


def test_3_6_after_a_hit_the_team_continues_and_the_same_player_may_go_on():
    position = at("2s 3s", "4s 5s", "6s", "7s", "", "")
    do(position, "0: ask 1 4s", "0: ask 1 5s", "0: ask 3 7s")
    assert position.state.hands[0] == cards_set("2s 3s 4s 5s 7s")
    assert position.actors() == [0, 2, 4]


def test_3_8_5_11_r5_a_claim_passes_the_turn_whatever_came_of_it():
    for holders in ("0 0 2 2 4 4", "0 0 0 0 0 0"):
        position = at("2s 3s", LOW_HEARTS, "4s 5s", "", "6s 7s", "")
        claim(position, 4, "claim low-spades", LOW_SPADES, holders)
        assert position.actors() == [1, 3, 5]


def test_3_9_r12_there_is_no_pass_only_asks_and_claims():
    position = at("2s 3s", "4s 5s", "6s", "7s", "", "")
    assert texts(position, 2) == [
        *("ask 1 2s", "ask 1 3s", "ask 1 4s", "ask 1 5s", "ask 1 7s"),
        *("ask 3 2s", "ask 3 3s", "ask 3 4s", "ask 3 5s", "ask 3 7s"),
        *("claim low-spades", "claim low-spades for-other-team"),
    ]


def test_r12_with_no_legal_ask_the_team_must_claim_and_it_is_not_announced():
    position = at(LOW_SPADES, "2h 3h 4h", "", "5h 6h 7h", "", "", turn=1)
    events = do(position, "1: ask 0 5h")
    assert told(events) == ["asked", "missed", "turn_began"]
    assert [asks(position, seat) for seat in (0, 2, 4)] == [[], [], []]
    assert len(position.legal(2)) == 4


# ---------------------------------------------------------------- R3 the spotlight


def test_r3_the_spotlight_follows_the_asker_after_a_hit_and_the_asked_after_a_miss():
    position = at("2s 3s", "4s 5s", "6s", "7s", "", "")
    do(position, "2: ask 1 4s")
    assert position.state.spotlight == 2
    do(position, "0: ask 3 5s")
    assert position.state.spotlight == 3


def test_r3_after_a_claim_the_spotlight_is_whom_that_team_had_last():
    position = at("2s 2h", "3s 3h", "4s 4h", "5s 5h", "6s 6h", "7s 7h", turn=1)
    do(position, "5: ask 4 2h", "4: ask 3 7h")  # team 1 had seat 5, then a miss gives it to seat 3
    assert position.state.spotlight == 3
    do(position, "3: ask 0 4h")
    assert position.state.spotlight == 0
    claim(position, 2, "claim low-spades", LOW_SPADES, "0 0 0 0 0 0")
    assert position.state.spotlight == 3
    claim(position, 1, "claim low-hearts", LOW_HEARTS, "1 1 1 1 1 1")
    assert position.over


def test_r3_a_team_that_had_nobody_begins_with_its_first_seat_with_cards_from_the_claimer():
    position = at("2s 2h", "3s", "4s 4h", "3h 5h", "6s 6h", "5s 7s 7h", turn=4)
    claim(position, 4, "claim low-spades", LOW_SPADES, "0 0 0 0 0 0")
    assert position.state.spotlight == 5
    position = at("2s 2h", "3s", "4s 4h", "3h 5h", "6s 6h", "5s 7s 7h", turn=0)
    claim(position, 0, "claim low-spades", LOW_SPADES, "0 0 0 0 0 0")
    assert position.state.spotlight == 3  # seat 1 comes first but has no cards left


def test_r3_an_empty_hand_hands_the_spotlight_to_the_next_teammate_with_cards():
    position = at("2s 2h", "3s", "4s 4h", "3h 5h", "6s 6h", "5s 7s 7h", turn=0)
    do(position, "0: ask 1 5s")
    assert position.state.spotlight == 1
    do(position, "1: ask 0 4s")
    claim(position, 2, "claim low-spades", LOW_SPADES, "0 0 0 0 0 0")
    assert position.state.spotlight == 3


def test_r3_with_no_cards_in_the_team_nobody_is_in_the_spotlight():
    position = at(LOW_SPADES, LOW_HEARTS, "", "", "", "", turn=1)
    events = claim(position, 1, "claim low-hearts", LOW_HEARTS, "1 1 1 1 1 1")
    assert position.state.spotlight == 0
    assert events[-1].sentence() == "It is the turn of Seat 0, Seat 2, Seat 4; in the spotlight: Seat 0."
    position = at("2s 3s 4s", "", "5s 6s 7s 2h 3h 4h 5h 6h 7h", "", "", "", turn=0)
    events = claim(position, 0, "claim low-hearts", LOW_HEARTS, "2 2 2 2 2 2")
    assert position.state.spotlight == -1
    assert values(events, "turn_began") == [{"seats": [1, 3, 5], "seat": None}]
    assert [asks(position, seat) for seat in (1, 3, 5)] == [[], [], []]


# ---------------------------------------------------------------- 4 asking


def test_4_1_an_ask_needs_a_card_of_the_same_half_suit_and_an_opponent():
    position = at("2s 2h", "3s 3h", "4s 4h", "5s 5h", "6s", "7s 7h 6h", turn=0)
    assert len(asks(position, 0)) == 3 * 10
    assert len(asks(position, 4)) == 3 * 5
    assert refusal(position, "4: ask 1 3h") == "You can ask for a card only if you hold another card of its half suit."


def test_4_2_4_3_example_1_a_hit_gives_the_card():
    position = at("2s 3s", "4s 5s", "6s", "7s", "", "")
    events = do(position, "0: ask 1 4s")
    assert told(events) == ["asked", "gave"]
    assert values(events, "gave") == [{"seat": 1, "other": 0, "card": "4s"}]
    assert position.state.hands[:2] == [cards_set("2s 3s 4s"), cards_set("5s")]
    assert position.actors() == [0, 2, 4]


def test_4_4_example_1_a_miss_ends_the_turn():
    position = at("2s 3s", "5s", "6s", "4s 7s", "", "")
    before = list(position.state.hands)
    events = do(position, "0: ask 1 4s")
    assert told(events) == ["asked", "missed", "turn_began"]
    assert position.state.hands == before
    assert position.actors() == [1, 3, 5]


def test_4_5_r14_every_ask_and_its_answer_is_public():
    position = at("2s 3s", "4s 5s", "6s", "7s", "", "")
    events = do(position, "0: ask 1 4s")
    assert [event.seen_by(SPECTATOR) for event in events] == events
    assert [event.sentence() for event in events] == ["Seat 0 asks Seat 1 for 4♠.", "Seat 1 gives 4♠ to Seat 0."]
    assert position.view(SPECTATOR).hands_size == [3, 1, 1, 1, 0, 0]


def test_4_6_r6_you_cannot_ask_for_a_card_you_hold():
    position = at("2s 3s", "4s 5s", "6s", "7s", "", "")
    assert refusal(position, "0: ask 1 2s") == "You hold that card yourself."


def test_4_6_you_cannot_ask_for_a_half_suit_that_is_gone():
    position = at("2s 3s", "4s 5s", "6s", "7s", "", "")
    assert refusal(position, "0: ask 1 2h") == "That half suit has been claimed and is out of play."


def test_4_7_you_cannot_ask_teammates():
    position = at("2s 3s", "4s 5s", "6s", "7s", "", "")
    for other in (0, 2, 4):
        assert refusal(position, f"0: ask {other} 6s") == "You can ask only a player of the other team."


def test_r6_an_opponent_without_cards_cannot_be_asked():
    position = at("2s 3s", "4s 5s", "6s", "7s", "", "")
    assert refusal(position, "0: ask 5 4s") == "That player has no cards."
    assert not any(text.startswith("ask 5") for text in texts(position, 0))


# ---------------------------------------------------------------- 6 winning


def test_6_1_6_2_6_3_6_4_the_game_ends_with_the_ninth_half_suit():
    position = at("2s 3s", LOW_HEARTS, "4s 5s", "", "6s 7s", "", first_goes=1)
    assert points(position) == (3, 4)
    assert rules.winners(position.state) == 0
    assert position.outcome() is None
    claim(position, 0, "claim low-spades", LOW_SPADES, "0 0 2 2 4 4")
    assert points(position) == (4, 4)
    assert not position.over
    events = claim(position, 1, "claim low-hearts", LOW_HEARTS, "1 1 1 1 1 1")
    assert values(events, "game_ended") == [{"winners": [1, 3, 5]}]
    assert position.over
    assert position.outcome().scores == (4, 5, 4, 5, 4, 5)
    assert position.outcome().winners == (1, 3, 5)
    assert rules.legal(position.state, 0, []) == 0
    with pytest.raises(Illegal, match="The game is over"):
        do(position, "0: claim low-spades")


def test_6_4_the_other_team_can_win_too():
    position = at("2s 3s", "", "4s 5s", "", "6s 7s", "")
    claim(position, 0, "claim low-spades", LOW_SPADES, "0 0 2 2 4 4")
    assert position.outcome().winners == (0, 2, 4)


def test_6_5_nine_points_are_given_in_every_game_and_there_is_no_tie():
    tally = GAME.compiled.simulate(GAME.fresh(6), 3, 0, 300)
    assert tally[4] + tally[5] == 9 * 300
    assert tally[10:16].sum() == 300 * 60


# ---------------------------------------------------------------- 7 at the table


def test_7_1_r13_nothing_can_be_said_but_asks_and_claims():
    for text in ("hello", "ask 3 please", "claim low-hearts they have it", "I hold 5h", ""):
        with pytest.raises(BadText):
            GAME.words.read_action(text)


def test_7_2_the_text_gives_no_time():
    assert rules.pace(begin().state) == 0


def test_r3_the_clock_of_a_team_is_that_of_the_spotlight():
    position = at("2s 3s", "4s 5s", "6s", "7s", "", "", turn=2)
    assert [rules.lapse(position.state, seat) for seat in range(6)] == [-2, -2, -1, -2, -2, -2]
    do(position, "0: claim low-spades")
    assert [rules.lapse(position.state, seat) for seat in range(6)] == [-1, -2, -2, -2, -2, -2]


def test_r3_the_clock_of_a_team_without_cards_is_that_of_its_first_seat():
    position = at("2s 3s 4s", "", "5s 6s 7s 2h 3h 4h 5h 6h 7h", "", "", "", turn=0)
    claim(position, 0, "claim low-hearts", LOW_HEARTS, "2 2 2 2 2 2")
    assert [rules.lapse(position.state, seat) for seat in (1, 3, 5)] == [-1, -2, -2]


def test_4_1_4_8_the_longest_list_of_legal_actions_has_room():
    hands = [" ".join(card_text(list(members(half_suit))[seat]) for half_suit in HALF_SUITS) for seat in range(6)]
    assert len(at(*hands).legal(0)) == rules.MOST_LEGAL
