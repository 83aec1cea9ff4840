"""The rules of Thirteam, number by number: hands, tricks, places and points."""

from __future__ import annotations

import itertools
from functools import cache
from math import prod

import pytest

from handful.cards import NO_CARD, STANDARD, WITH_JOKERS, card_of, cards_set, cards_text
from handful.games.thirteam import rules
from handful.games.thirteam.patterns import FOUR, NO_TRICK, PAIR, RUN, SINGLE, THREE, better_than, pattern_of
from handful.kernel import BOT
from handful.kernel.bits import count
from tests.games.thirteam.table import act, allowed, dealt, legal, names, refusal, sit, told

SPADES = "3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As"
CLUBS, DIAMONDS, HEARTS = (SPADES.replace("s", suit) for suit in "cdh")

# ---------------------------------------------------------------- 1 Setup


def test_1_1_four_players_are_dealt_13_cards_each():
    position = dealt(4)
    assert [count(hand) for hand in position.state.hands] == [13, 13, 13, 13, 0, 0]
    assert sum(position.state.hands) == STANDARD
    assert set(position.state.deck) == {NO_CARD}
    assert names(position.begun) == ["round_began", "dealt", "dealt", "dealt", "dealt", "opened"]


@pytest.mark.parametrize("holder", range(4))
def test_1_2_the_3_of_spades_starts_the_first_hand(holder):
    position = dealt(4, [""] * holder + ["3s"])
    assert position.actors() == [holder]
    assert told(position.begun, "opened") == [[holder, rules.THREE_OF_SPADES]]
    assert refusal(position, f"{(holder + 1) % 4}: play 3h") == "It is not your turn."


def test_2_10_r1_the_opener_may_lead_any_pattern_in_every_round():
    position = dealt(4, ["3s 9s 9c"])
    assert allowed(position, "0: play 3s")
    assert allowed(position, "0: play 9s 9c")
    act(position, "0: play 9s 9c")
    assert position.state.opener == 0


def test_r1_with_must_open_3s_the_first_trick_contains_it():
    position = dealt(4, ["3s 3c 3d 4s 4c 5s 7h 9s 9c Jd 2s Kd As"], must_open_3s="yes")
    assert legal(position, 0) == {
        "play 3s",
        "play 3s 3c",
        "play 3s 3d",
        "play 3s 3c 3d",
        "play 3s 4s 5s",
        "play 3s 4c 5s",
    }
    assert refusal(position, "0: play 9s 9c") == "The first trick of the round must contain the 3♠."
    act(position, "0: play 3s 4c 5s", "1: skip", "2: skip", "3: skip")
    assert allowed(position, "0: play 9s 9c")


# ---------------------------------------------------------------- 2 Playing a hand


def test_2_1_the_leader_plays_any_trick_of_the_hand():
    position = sit("4s 4h 5c 6d 2h 2s", "3c", "3d", "3h")
    assert legal(position, 0) == {
        *("play 4s", "play 4h", "play 5c", "play 6d", "play 2s", "play 2h"),
        *("play 4s 4h", "play 2s 2h", "play 4s 5c 6d", "play 4h 5c 6d"),
    }


@pytest.mark.parametrize(
    ("cards", "pattern"),
    [
        ("3s", SINGLE),
        ("2h", SINGLE),
        ("Xb", SINGLE),
        ("3s 3h", PAIR),
        ("2s 2h", PAIR),
        ("Ts Tc Th", THREE),
        ("As Ac Ad Ah", FOUR),
        ("2s 2c 2d 2h", FOUR),
        ("3s 4h 5c", RUN),
        ("Qs Kh Ac", RUN),
        (SPADES, RUN),
        ("3s 4h", NO_TRICK),
        ("3s 4h 6c", NO_TRICK),
        ("3s 3h 4c", NO_TRICK),
        ("3s 3h 4c 5d", NO_TRICK),
        ("3s 3h 4c 4d", NO_TRICK),
        ("3s 3h 5c 6d", NO_TRICK),
        ("2s 3h 4c", NO_TRICK),
        ("2s Kh Ac", NO_TRICK),
        ("2s 3s", NO_TRICK),
        ("2s As", NO_TRICK),
        ("Xb Xr", NO_TRICK),
        ("Kh Ac Xr", NO_TRICK),
        ("As Xb", NO_TRICK),
    ],
)
def test_2_2_2_7_4_4_patterns(cards, pattern):
    assert pattern_of(cards_set(cards)) == pattern


def test_2_2_what_is_no_trick_is_refused():
    position = sit("4s 4h 5c 7d", "3c", "3d", "3h")
    sentence = (
        "That is no trick: play a single card, two, three or four of a kind, or a run of three or more ranks in a row."
    )
    assert refusal(position, "0: play 4s 5c") == sentence
    assert refusal(position, "0: play 4s 5c 7d") == sentence
    assert refusal(position, "0: play 4s 4h 5c") == sentence


def test_2_2_r2_legal_lists_exactly_the_sets_of_cards_that_check_allows():
    """All subsets of some hands, for a lead and for every trick that can lie on the table."""
    for hand in ("3s 3h 4c 5d 5h 6s 7c 2s 2d", "9s 9c 9d 9h Th Js Jc Xb Xr", "Qs Qh Ks Kd As Ah 2s 2c 2d"):
        cards = [1 << card for card in range(54) if (cards_set(hand) >> card) & 1]
        subsets = [sum(some) for n in range(1, 10) for some in itertools.combinations(cards, n)]
        for trick in (
            "",
            "8s",
            "Ah",
            "2c",
            "Xb",
            "4s 4h",
            "2h 2c",
            "8s 8c 8h",
            "8s 8c 8d 8h",
            "4s 5c 6d",
            "Td Jd Qd Kh",
        ):
            position = sit(hand, "3c", "3d", "8d", "8c", "Th", trick=trick, by=3, bombs="yes")
            expected = {subset for subset in subsets if rules.check(position.state, 0, subset) == 0}
            listed = position.legal(0)
            assert len(listed) == len(set(listed))
            assert set(listed) - {rules.SKIP} == expected
            assert (rules.SKIP in listed) == bool(trick)


def test_2_3_play_goes_clockwise_and_a_player_may_skip():
    position = sit("4s 5s", "6s 7s", "8s 9s", "Ts Js")
    assert names(act(position, "0: play 4s")) == ["played"]
    assert position.actors() == [1]
    assert told(act(position, "1: skip"), "skipped") == [[1]]
    assert position.actors() == [2]
    act(position, "2: play 8s")
    assert position.actors() == [3]
    act(position, "3: play Ts")
    assert position.actors() == [0]


def test_2_3_players_without_cards_are_passed_over():
    position = sit("4s 5s", "", "8s 9s", "Ts Js")
    act(position, "0: play 4s")
    assert position.actors() == [2]


def test_2_4_6_6_only_the_same_pattern_answers():
    position = sit("", "7s 7c 7d 7h 8s 9s", "3c", "3d", trick="5s 5c", by=3, turn=1)
    same = "You must play the pattern that lies on the table, with the same number of cards."
    assert refusal(position, "1: play 7s") == same
    assert refusal(position, "1: play 7s 7c 7d") == same
    assert refusal(position, "1: play 7s 7c 7d 7h") == same
    assert refusal(position, "1: play 7s 8s 9s") == same
    assert len(legal(position, 1)) == 1 + 6  # skip, or two of the four 7s


def test_2_4_6_7_a_run_of_five_is_answered_by_a_run_of_five():
    position = sit("", "5s 6s 7s 8s 9s Ts", "3c", "3d", trick="4h 5h 6h 7h 8h", by=3, turn=1)
    assert legal(position, 1) == {"skip", "play 5s 6s 7s 8s 9s", "play 6s 7s 8s 9s Ts"}
    assert "same number of cards" in refusal(position, "1: play 5s 6s 7s 8s 9s Ts")
    assert "same number of cards" in refusal(position, "1: play 8s 9s Ts")


def test_6_8_a_single_card_is_answered_by_a_single_card():
    position = sit("", "7s 7c 8s 9s", "3c", "3d", trick="5s", by=3, turn=1)
    assert legal(position, 1) == {"skip", "play 7s", "play 7c", "play 8s", "play 9s"}


def test_6_9_2_4_the_pairs_of_the_example():
    position = sit("", "4s 4h 5c 5h 7s 7c", "3c", "3d", trick="5s 5d", by=3, turn=1)
    assert allowed(position, "1: play 7s 7c")
    too_low = "Your highest card must be better than the highest card on the table."
    assert refusal(position, "1: play 4s 4h") == too_low
    assert allowed(position, "1: play 5c 5h")  # 5♥ is better than 5♦
    position = sit("", "4s 4h 5s 5d 7s 7c", "3c", "3d", trick="5c 5h", by=3, turn=1)
    assert refusal(position, "1: play 5s 5d") == too_low


def test_2_5_r2_equal_ranks_are_decided_by_suit():
    for low, high in itertools.pairwise("scdh"):
        assert (better_than(cards_set(f"9{low}").bit_length() - 1) & cards_set(f"9{high}")) != 0
        position = sit("", f"7{high} 8{low} 9{high}", "3c", "3d", trick=f"7s 8h 9{low}", by=3, turn=1)
        assert allowed(position, f"1: play 7{high} 8{low} 9{high}")
        position = sit("", f"7{high} 8{high} 9{low}", "3c", "3d", trick=f"7s 8s 9{high}", by=3, turn=1)
        assert "better" in refusal(position, f"1: play 7{high} 8{high} 9{low}")


def test_2_6_2_10_the_order_of_single_cards():
    order = [card_of(rank, suit) for rank in (*range(3, 15), 2) for suit in range(4)] + [52, 53]
    for place, card in enumerate(order):
        assert better_than(card) == sum(1 << other for other in order[place + 1 :])
    assert order[0] == rules.THREE_OF_SPADES


def test_2_7_r3_2s_only_with_2s():
    position = sit("2s 2h 3s 4s Ks As", "3c", "3d", "3h")
    sentence = "A 2 can only be played with other 2s."
    for cards in ("2s 3s", "2s 3s 4s", "2s Ks As"):
        assert refusal(position, f"0: play {cards}") == sentence
    assert allowed(position, "0: play 2s 2h")


def test_2_8_who_is_not_beaten_starts_the_next_hand():
    position = sit("4s 5s 6s", "7s", "8s", "9s")
    events = act(position, "0: play 4s", "1: skip", "2: skip", "3: skip")
    assert names(events) == ["played", "skipped", "skipped", "skipped", "hand_won", "led"]
    assert told(events, "hand_won") == told(events, "led") == [[0]]
    assert position.actors() == [0]
    assert position.state.trick == 0
    assert allowed(position, "0: play 5s")


def test_6_3_r4_who_skipped_can_still_play():
    position = sit("4s 9d Jd", "7s 9s", "8s Tc", "3h 3d")
    act(position, "0: play 4s", "1: skip", "2: play 8s", "3: skip", "0: skip")
    assert allowed(position, "1: play 9s")
    act(position, "1: play 9s", "2: skip", "3: skip")
    assert allowed(position, "0: play 9d")


def test_r4_the_hand_ends_when_all_others_skip_one_after_another():
    position = sit("4s 9d Jd", "7s 9s", "8s Tc", "3h 3d")
    act(position, "0: play 4s", "1: skip", "2: play 8s", "3: skip", "0: skip")
    assert position.state.skipped == 0b1001  # the skip before the 8 does not count any more
    assert names(act(position, "1: skip")) == ["skipped", "hand_won", "led"]
    assert position.actors() == [2]


def test_2_8_r4_the_leader_may_not_skip():
    position = sit("4s 5s", "7s", "8s", "9s")
    assert refusal(position, "0: skip") == "You lead the hand and may not skip."


def test_r5_the_last_trick_of_a_player_who_goes_out_can_be_beaten():
    position = sit("4s", "7s 7c", "8s 8c", "9s 9c")
    assert names(act(position, "0: play 4s")) == ["played", "went_out"]
    act(position, "1: play 7s", "2: skip", "3: skip")
    assert position.actors() == [1]
    assert position.state.trick == 0


def test_2_9_r5_when_all_skip_the_player_with_the_most_cards_leads():
    position = sit("4s", "7s 7c", "8s 8c 8d", "9s 9c")
    events = act(position, "0: play 4s", "1: skip", "2: skip", "3: skip")
    assert told(events, "hand_won") == [[0]]
    assert told(events, "led") == [[2]]
    assert position.actors() == [2]


def test_2_9_r5_of_equal_hands_the_first_clockwise_leads():
    position = sit("8s 8c 8d", "7s", "4s", "9s 9c 9d", leader=2)
    act(position, "2: play 4s", "3: skip", "0: skip", "1: skip")
    assert position.actors() == [3]
    position = sit("8s 8c 8d", "7s 7c 7d", "9s 9c", "4s", leader=3)
    act(position, "3: play 4s", "0: skip", "1: skip", "2: skip")
    assert position.actors() == [0]


def test_r2_runs_are_of_mixed_suits_from_3_to_a():
    position = sit("3s 4h 5c Qd Ks Ah 2h", "3c", "3d", "3h")
    assert {"play 3s 4h 5c", "play Qd Ks Ah"} <= legal(position, 0)
    assert not any("2" in action and action != "play 2h" for action in legal(position, 0))


def test_6_1_r2_no_run_beats_one_that_ends_in_the_ace_of_hearts():
    position = sit("", "Qs Qc Ks Kc As Ac Ad 2s 2c 2d", "3c", "3d", trick="Qh Kh Ah", by=3, turn=1)
    assert legal(position, 1) == {"skip"}


def test_6_2_a_run_has_3_to_12_cards():
    position = sit(SPADES, "3c", "3d", "3h")
    lengths = {len(action.split()) - 1 for action in legal(position, 0)}
    assert lengths == {1, *range(3, 13)}
    assert allowed(position, f"0: play {SPADES}")


def test_r2_without_bombs_four_of_a_kind_answers_only_four_of_a_kind():
    position = sit("", "7s 7c 7d 7h 4s", "3c", "3d", trick="2h", by=3, turn=1)
    assert legal(position, 1) == {"skip"}
    position = sit("", "7s 7c 7d 7h 4s", "3c", "3d", trick="6s 6c 6d 6h", by=3, turn=1)
    assert legal(position, 1) == {"skip", "play 7s 7c 7d 7h"}


@pytest.mark.parametrize("trick", ["2s", "2h", "2d 2h"])
def test_r2_with_bombs_four_of_a_kind_beats_one_or_two_2s(trick):
    position = sit("8s 8c 8d 8h 3s", "7s 7c 7d 7h 4s", "6s 6c 6d 6h", "3d", trick=trick, by=3, turn=1, bombs="yes")
    assert "play 7s 7c 7d 7h" in legal(position, 1)
    act(position, "1: play 7s 7c 7d 7h")
    assert position.state.pattern == FOUR
    assert "better" in refusal(position, "2: play 6s 6c 6d 6h")
    act(position, "2: skip", "3: skip")
    assert allowed(position, "0: play 8s 8c 8d 8h")


@pytest.mark.parametrize("trick", ["Ah", "As Ah", "2s 2d 2h", "Xb", "4s 5s 6s"])
def test_r2_bombs_beat_nothing_else(trick):
    position = sit("", "7s 7c 7d 7h 4c", "3c", "3d", "3h", "Kh", trick=trick, by=3, turn=1, bombs="yes")
    assert "same number of cards" in refusal(position, "1: play 7s 7c 7d 7h")


# ---------------------------------------------------------------- 3 Scoring


def test_3_1_3_4_r6_places_are_taken_in_the_order_of_going_out():
    position = sit("4s", "7s", "8s", "9s 9c")
    events = act(position, "0: play 4s", "1: play 7s")
    assert told(events, "went_out") == [[0, 1], [1, 2]]
    assert not position.over
    events = act(position, "2: play 8s")
    # at once: seat 3 could have beaten the 8
    assert told(events, "went_out") == [[2, 3]]
    assert told(events, "scored") == [[0, 1, 3, 3], [1, 2, 1, 1], [2, 3, -1, -1], [3, 4, -3, -3]]
    assert position.state.round == 2


def test_3_2_scores_are_cumulative_across_rounds():
    position = sit("", "", "8s", "9s 9c", leader=2)
    position.state.scores = [-3, 5, -1, -1, 0, 0]
    events = act(position, "2: play 8s")
    assert position.state.scores[:4] == [0, 6, -2, -4]
    assert [count(hand) for hand in position.state.hands[:4]] == [13] * 4
    assert names(events)[-6:] == ["round_began", *["dealt"] * 4, "opened"]
    assert position.state.placed == [-1] * 6


def test_3_3_r7_the_game_ends_when_somebody_reaches_10():
    position = sit("", "", "8s", "9s 9c", leader=2)
    position.state.scores = [7, 2, -4, -5, 0, 0]
    events = act(position, "2: play 8s")
    assert names(events)[-1] == "game_ended"
    assert told(events, "game_ended") == [[0b0001]]
    assert position.over
    assert position.outcome().scores == (10, 3, -5, -8)
    assert position.outcome().winners == (0,)
    assert refusal(position, "3: play 9s") == "The game is over."
    assert position.legal(3) == []


def test_3_3_r7_nobody_has_won_below_the_threshold():
    position = sit("", "", "8s", "9s 9c", leader=2)
    position.state.scores = [6, 3, -4, -5, 0, 0]
    act(position, "2: play 8s")
    assert position.state.scores[:2] == [9, 4]
    assert not position.over
    assert rules.winners(position.state) == 0


@pytest.mark.parametrize("threshold", [1, 3, 99])
def test_r7_the_threshold_is_an_option(threshold):
    position = sit("", "", "8s", "9s 9c", leader=2, threshold=str(threshold))
    position.state.scores = [threshold - 3, 0, 0, 3 - threshold, 0, 0]
    act(position, "2: play 8s")
    assert position.over


def test_r7_the_highest_total_wins_even_if_others_reach_the_threshold():
    position = sit("", "", "8s", "9s 9c", leader=2)
    position.state.scores = [7, 11, -9, -9, 0, 0]
    act(position, "2: play 8s")
    assert position.outcome().winners == (1,)


def test_r7_equal_totals_share_the_win():
    position = sit("", "", "8s", "9s 9c", leader=2)
    position.state.scores = [7, 9, -8, -8, 0, 0]
    act(position, "2: play 8s")
    assert position.outcome().winners == (0, 1)


def test_r7_the_game_ends_after_100_rounds():
    """Each has all cards of a suit; the hearts win the round, and go around the table."""
    suits = [f"{suit} 2{letter}" for suit, letter in zip((SPADES, CLUBS, DIAMONDS, HEARTS), "scdh", strict=True)]
    deals = [suits[-first:] + suits[:-first] for first in (n % 4 for n in range(100))]
    position = dealt(4, *deals, threshold="99")
    for n in range(100):
        assert not position.over
        assert position.state.round == n + 1
        a, b, c, d = ((n + seat) % 4 for seat in range(4))
        act(position, f"{a}: play {SPADES}", f"{b}: play {CLUBS}", f"{c}: play {DIAMONDS}", f"{d}: play {HEARTS}")
        act(position, f"{a}: skip", f"{b}: skip", f"{c}: skip", f"{d}: play 2h")
        act(position, f"{a}: skip", f"{b}: skip", f"{c}: skip", f"{a}: play 2s", f"{b}: play 2c")
    assert position.over
    assert position.outcome().scores == (0, 0, 0, 0)
    assert position.outcome().winners == (0, 1, 2, 3)


# ---------------------------------------------------------------- 4 Six players


def test_4_1_4_2_six_players_are_dealt_9_cards_of_54():
    position = dealt(6)
    assert [count(hand) for hand in position.state.hands] == [9] * 6
    assert sum(position.state.hands) == WITH_JOKERS


def test_4_3_4_5_r3_jokers_beat_2s_and_red_beats_black():
    position = sit("Xb 3s", "Xr 3c", "2s 2h", "4s", "4c", "4d", trick="2c", by=4, turn=2)
    assert legal(position, 2) == {"skip", "play 2h"}
    act(position, "2: play 2h", "3: skip", "4: skip", "5: skip")
    assert legal(position, 0) == {"skip", "play Xb"}
    act(position, "0: play Xb")
    assert legal(position, 1) == {"skip", "play Xr"}
    act(position, "1: play Xr", "2: skip", "3: skip", "4: skip", "5: skip")
    assert legal(position, 0) == {"skip"}


def test_4_4_r3_jokers_are_played_alone():
    position = sit("Qs Ks As Xb Xr", "3c", "3d", "3h", "4s", "4c")
    sentence = "A joker can only be played alone."
    for cards in ("Xb Xr", "Ks As Xb", "As Xr"):
        assert refusal(position, f"0: play {cards}") == sentence
    assert allowed(position, "0: play Xb")


def test_4_5_2s_still_go_only_with_2s():
    position = sit("2s 2h Xb", "3c", "3d", "3h", "4s", "4c")
    assert legal(position, 0) == {"play 2s", "play 2h", "play Xb", "play 2s 2h"}


def test_4_6_r7_six_player_scoring():
    position = sit("", "", "", "8s", "9s", "Ts Tc", leader=3)
    events = act(position, "3: play 8s", "4: play 9s")
    assert [points for _, _, points, _ in told(events, "scored")] == [3, 2, 1, -1, -2, -3]


# ---------------------------------------------------------------- 10 What is public, and the clock


def test_r10_public_are_hand_sizes_cards_played_places_and_scores():
    position = sit("4s", "7s 7c", "8s 8c", "9s 9c")
    act(position, "0: play 4s")
    view = position.view(2)
    assert view.hands == [None, None, cards_set("8s 8c"), None]
    assert view.hands_size == [0, 2, 2, 2]
    assert view.played == STANDARD & ~cards_set("7s 7c 8s 8c 9s 9c")
    assert view.placed[0] == 0
    assert view.scores == [0, 0, 0, 0]
    assert cards_text(view.trick) == "4s"
    assert "deck" not in view.known


def test_r10_the_cards_dealt_are_told_to_their_owner_only():
    position = dealt(4)
    event = next(event for event in position.begun if event.name == "dealt")
    assert event.seen_by(0) == event
    assert event.seen_by(1).sentence() == "Seat 0 is dealt a hand."


def test_r10_out_of_time_the_bot_plays():
    position = dealt(4)
    assert rules.pace(position.state) == 0
    assert rules.lapse(position.state, position.actors()[0]) == BOT


@pytest.mark.parametrize("action", [0, -1, rules.READY + 1, rules.TRADE - 1, rules.TRADE + 54, (1 << 63) - 1])
def test_r10_what_is_no_action_is_refused(action):
    position = dealt(4)
    sentence = "That is no action of Thirteam: play some cards, skip, say ready, or trade a card."
    assert position.refusal(position.actors()[0], action) == sentence


def test_r10_cards_of_others_and_actions_of_team_games_are_refused():
    position = sit("4s 5s", "7s", "8s", "9s")
    assert refusal(position, "0: play 7s") == "You do not hold that."
    assert refusal(position, "0: play 4s 7s") == "You do not hold that."
    assert refusal(position, "0: ready") == "The round is being played: play some cards or skip."
    assert refusal(position, "0: trade 4s") == "The round is being played: play some cards or skip."


# ---------------------------------------------------------------- the longest list of legal actions


def rows(cards):
    """Every way to have so many cards in ranks in a row, one to four of each."""
    if cards == 0:
        yield ()
    for first in range(1, min(4, cards) + 1):
        for rest in rows(cards - first):
            yield (first, *rest)


def tricks(row):
    """How many tricks such a row makes: sets of a kind and single cards, and runs."""
    ends = [(i, j) for i in range(len(row)) for j in range(i + 3, len(row) + 1)]
    return sum(2**n - 1 for n in row) + sum(prod(row[i:j]) for i, j in ends)


def test_2_1_r2_no_hand_has_more_legal_tricks_than_most_legal():
    best = {cards: max(tricks(row) for row in rows(cards)) for cards in range(1, 14)}

    @cache
    def most(cards):
        return max((best[n] + most(cards - n) for n in range(1, cards + 1)), default=0)

    assert most(13) == rules.MOST_LEGAL
    hand = "3s 4s 4c 5s 5c 6s 6c 6d 7s 7c 8s 8c 9s"
    assert len(sit(hand, "3c", "3d", "3h").legal(0)) == rules.MOST_LEGAL
