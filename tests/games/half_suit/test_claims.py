"""Claims and counter-claims, by the numbers of RULES.md."""

from __future__ import annotations

import pytest

from handful.cards import cards_set
from handful.games.half_suit import rules
from handful.observe import SPECTATOR
from tests.games.half_suit.positions import (
    EIGHTS,
    GAME,
    HIGH_SPADES,
    LOW_HEARTS,
    at,
    claim,
    do,
    known,
    points,
    refusal,
    texts,
    told,
    values,
)


def own(**options):
    """Low Hearts are all with team 0, as in example 2; seats 1 and 5 hold the Low Spades."""
    return at("2h 5h", "2s 3s 4s", "3h 6h", "", "4h 7h", "5s 6s 7s", **options)


def theirs(**options):
    """High Spades are all with team 1; team 0, on turn, holds the Low Hearts."""
    return at("2h 3h", "9s Ts", "4h 5h", "Js Qs", "6h 7h", "Ks As", **options)


def split():
    """Low Hearts are split between the teams."""
    return at("2h 5h", "3h 2s 3s 4s", "6h", "", "4h 7h", "5s 6s 7s")


# ---------------------------------------------------------------- making a claim


def test_4_8_5_8_a_half_suit_is_claimed_only_once():
    position = own()
    claim(position, 0, "claim low-hearts", LOW_HEARTS, "0 0 0 0 0 0")
    assert refusal(position, "1: claim low-hearts") == "That half suit has been claimed and is out of play."
    assert texts(position, 3) == ["claim low-spades", "claim low-spades for-other-team"]


def test_4_9_all_six_cards_are_named_one_by_one_lowest_first():
    position = own()
    do(position, "2: claim low-hearts")
    assert position.actors() == [2]
    assert texts(position, 2) == [f"2h with {seat}" for seat in range(6)]
    assert refusal(position, "2: 3h with 0") == (
        "The cards of a claim are named in order, lowest first, and another card is next."
    )
    assert refusal(position, "2: ask 1 2s") == "You are making a claim: say who holds the next card."
    assert refusal(position, "2: claim low-spades") == "You are making a claim: say who holds the next card."
    assert refusal(position, "0: 2h with 0") == "It is not your turn."
    events = do(position, "2: 2h with 0")
    assert values(events, "placed") == [{"seat": 2, "card": "2h", "holder": 0}]
    assert texts(position, 2)[0] == "3h with 0"


def test_4_9_nothing_is_placed_without_a_claim():
    assert refusal(own(), "0: 2h with 0") == (
        "No claim is being made: claim a half suit before you say who holds its cards."
    )


@pytest.mark.parametrize("action", [-1, 54, 63, rules.PLACE + 54, rules.COUNTER + 1, 1 << 62, -(1 << 63)])
def test_3_9_what_is_no_action_is_refused(action):
    assert own().refusal(0, action) == ("That is no action of Half Suit: ask, claim, counter, or say who holds a card.")


def test_4_10_the_sixth_card_decides_the_claim():
    position = own()
    events = claim(position, 0, "claim low-hearts", LOW_HEARTS, "0 2 4 0 2 4")
    assert told(events) == [
        *("claimed", *["placed"] * 6),
        *("revealed", "ran_out") * 3,
        *("scored", "turn_began"),
    ]


def test_5_10_no_take_backs():
    position = own()
    do(position, "0: claim low-hearts", "0: 2h with 4")
    assert all(text.startswith("3h with") for text in texts(position, 0))


def test_5_10_the_steps_of_a_claim_are_taken_all_or_none():
    position = own()
    before = position.state.copy()
    read = GAME.words.read_action
    with pytest.raises(ValueError, match="another card is next"):
        position.act(0, read("claim low-hearts"), read("2h with 0"), read("4h with 0"))
    assert position.state == before


# ---------------------------------------------------------------- who scores


def test_5_2_6_2_example_2_a_correct_claim_scores():
    position = own()
    before = points(position)
    claim(position, 0, "claim low-hearts", LOW_HEARTS, "0 2 4 0 2 4")
    assert points(position) == (before[0] + 1, before[1])


def test_5_2_example_2_an_incorrect_claim_scores_for_the_opponents():
    position = own()
    before = points(position)
    claim(position, 0, "claim low-hearts", LOW_HEARTS, "0 2 4 0 4 2")
    assert points(position) == (before[0], before[1] + 1)


OWN, OTHER, PAUSE = 0, 1, None


@pytest.mark.parametrize(
    ("where", "what", "holders", "scores"),
    [
        (own, "claim low-hearts", "0 2 4 0 2 4", OWN),
        (own, "claim low-hearts", "0 2 4 0 2 2", OTHER),
        (own, "claim low-hearts", "0 2 4 0 2 1", OTHER),  # naming an opponent can only lose
        (own, "claim low-hearts for-other-team", "1 3 5 1 3 5", OTHER),
        (theirs, "claim high-spades", "1 1 3 3 5 5", PAUSE),
        (theirs, "claim high-spades", "0 0 0 0 0 0", PAUSE),
        (theirs, "claim high-spades for-other-team", "1 1 3 3 5 5", OWN),
        (theirs, "claim high-spades for-other-team", "1 1 3 3 5 3", OTHER),
        (split, "claim low-hearts", "0 1 4 0 2 4", OTHER),  # exact, and yet it fails
        (split, "claim low-hearts", "0 0 4 0 2 4", OTHER),
        (split, "claim low-hearts for-other-team", "1 1 1 1 1 1", OTHER),
    ],
)
def test_5_1_5_5_5_7_r8_the_table_of_claims(where, what, holders, scores):
    position = where()
    before = points(position)
    cards = HIGH_SPADES if "spades" in what else LOW_HEARTS
    events = claim(position, 0, what, cards, holders)
    gained = (points(position)[0] - before[0], points(position)[1] - before[1])
    if scores is PAUSE:
        assert gained == (0, 0)
        assert told(events)[-1] == "counter_due"
    else:
        assert gained == ((1, 0) if scores == OWN else (0, 1))
        winners = [0, 2, 4] if scores == OWN else [1, 3, 5]
        assert values(events, "scored") == [{"seats": winners, "cards": cards.split()}]
        assert position.state.team == 1


def test_5_6_r8_a_claim_for_the_other_team_names_only_opponents():
    position = theirs()
    events = do(position, "2: claim high-spades for-other-team")
    assert values(events, "claimed_for_other") == [{"seat": 2, "cards": HIGH_SPADES.split()}]
    assert texts(position, 2) == ["9s with 1", "9s with 3", "9s with 5"]
    assert refusal(position, "2: 9s with 0") == "In a claim for the other team all six cards are with your opponents."


def test_5_7_example_4_the_opponents_hold_the_eights_and_jokers():
    for holders, gained in (("1 1 5 3 3 5", (1, 0)), ("1 1 3 5 3 5", (0, 1))):
        position = at("2h 3h", "8s 8c", "4h 5h", "8h Xb", "6h 7h", "8d Xr")
        before = points(position)
        claim(position, 0, "claim eights for-other-team", EIGHTS, holders)
        assert points(position) == (before[0] + gained[0], before[1] + gained[1])


# ---------------------------------------------------------------- counter-claims


def test_5_3_example_3_a_claim_of_what_the_opponents_hold_pauses():
    position = theirs()
    before = list(position.state.hands)
    events = claim(position, 0, "claim high-spades", HIGH_SPADES, "0 2 4 0 2 4")
    assert values(events, "counter_due") == [{"cards": HIGH_SPADES.split(), "seats": [1, 3, 5]}]
    assert position.state.hands == before
    assert position.actors() == [1, 3, 5]
    assert [texts(position, seat) for seat in (1, 3, 5)] == [["counter"]] * 3
    assert refusal(position, "1: ask 0 9s") == "A counter-claim is due: one of your team must volunteer for it."
    assert refusal(position, "1: claim low-hearts") == "A counter-claim is due: one of your team must volunteer for it."
    assert refusal(position, "0: counter") == "It is not your turn."


@pytest.mark.parametrize(("holders", "gained"), [("1 1 3 3 5 5", (0, 1)), ("1 1 3 5 3 5", (1, 0))])
def test_5_4_r5_r9_example_3_the_counter_claim_decides(holders, gained):
    position = theirs()
    before = points(position)
    claim(position, 0, "claim high-spades", HIGH_SPADES, "1 1 3 3 5 5")
    events = claim(position, 3, "counter", HIGH_SPADES, holders)
    assert values(events, "nominated") == [{"seat": 3}]
    assert points(position) == (before[0] + gained[0], before[1] + gained[1])
    assert position.actors() == [1, 3, 5]  # R5: the side that did not claim is next, whichever side scored


def test_r9_any_member_cards_or_not_may_volunteer_and_names_only_its_own_team():
    position = at(LOW_HEARTS, "9s Ts Js", "", "Qs Ks As", "", "")
    claim(position, 0, "claim high-spades", HIGH_SPADES, "0 0 0 0 0 0")
    do(position, "5: counter")
    assert position.actors() == [5]
    assert texts(position, 5) == ["9s with 1", "9s with 3", "9s with 5"]
    assert refusal(position, "5: 9s with 0") == "In a counter-claim all six cards are with your own team."
    assert refusal(position, "1: counter") == "It is not your turn."


def test_r9_there_is_nothing_to_counter_before():
    assert refusal(theirs(), "0: counter") == "There is no claim to counter."


def test_r9_on_time_out_the_first_seat_from_the_claimer_is_nominated():
    position = theirs()
    claim(position, 4, "claim high-spades", HIGH_SPADES, "0 0 0 0 0 0")
    assert [rules.lapse(position.state, seat) for seat in (1, 3, 5)] == [-2, -2, rules.COUNTER]
    do(position, "5: counter")
    assert rules.lapse(position.state, 5) == -1


def test_r9_a_paused_claim_shows_that_the_claimers_team_has_none():
    position = theirs()
    claim(position, 0, "claim high-spades", HIGH_SPADES, "0 0 0 0 0 0")
    for seat in (0, 2, 4):
        assert not known(position, SPECTATOR).may_hold[seat] & cards_set(HIGH_SPADES)


# ---------------------------------------------------------------- after a claim


def test_5_8_r10_the_holders_are_shown_and_the_cards_leave_play():
    position = split()
    events = claim(position, 0, "claim low-hearts", LOW_HEARTS, "0 0 0 0 0 0")
    assert values(events, "revealed") == [
        {"seat": 0, "cards": ["2h", "5h"]},
        {"seat": 1, "cards": ["3h"]},
        {"seat": 2, "cards": ["6h"]},
        {"seat": 4, "cards": ["4h", "7h"]},
    ]
    assert not sum(position.state.hands) & cards_set(LOW_HEARTS)
    assert values(events, "ran_out") == [{"seat": 0}, {"seat": 2}, {"seat": 4}]


def test_5_9_r8_r14_claims_are_public_at_once():
    position = own()
    events = do(position, "0: claim low-hearts", "0: 2h with 4")
    assert position.view(SPECTATOR).placed == [0, 0, 0, 0, cards_set("2h"), 0]
    assert position.view(3).claimer == 0
    assert position.view(3).claimed == cards_set(LOW_HEARTS)
    assert [event.seen_by(SPECTATOR) for event in events] == events
    assert events[0].sentence() == "Seat 0 says that 2♥ is with Seat 4."
