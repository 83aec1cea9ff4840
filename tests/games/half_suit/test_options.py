"""The table options of Half Suit, every value, by the numbers of the rulings."""

from __future__ import annotations

import pytest

from handful.game import Position
from handful.games.half_suit import rules
from handful.kernel.dice import SeededDice
from tests.games.half_suit.positions import (
    GAME,
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


def test_the_options_are_those_of_the_rulings():
    assert {name: option.values for name, option in GAME.options.items()} == {
        "turns": "team, spotlight",
        "claims": "on_turn, anytime",
        "ask_empty": "no, yes",
        "stop_at_5": "no, yes",
        "endless": "no, yes",
    }


# ---------------------------------------------------------------- turns


def test_r3_turns_spotlight_only_the_spotlight_may_ask_and_teammates_may_claim():
    position = at("2s 3s", "4s 5s", "6s", "7s", "", "", turn=2, turns="spotlight")
    assert position.actors() == [0, 2, 4]
    assert asks(position, 2) != []
    assert texts(position, 0) == ["claim low-spades", "claim low-spades for-other-team"]
    assert refusal(position, "0: ask 1 4s") == "Only the player in the spotlight may ask: you can claim."
    do(position, "2: ask 1 2s")
    assert asks(position, 1) != []
    assert asks(position, 3) == []


def test_r3_turns_spotlight_with_no_legal_ask_the_team_must_claim():
    for turns, may_ask in (("team", True), ("spotlight", False)):
        position = at(LOW_SPADES, "2h 3h", "4h 5h", "6h 7h", "", "", turn=0, turns=turns)
        assert asks(position, 0) == []  # it holds whole half suits only
        assert bool(asks(position, 2)) is may_ask
        assert "claim low-spades" in texts(position, 2)


# ---------------------------------------------------------------- claims


def test_r4_claims_on_turn_only_the_team_on_turn_may_claim_also_without_cards():
    position = at("2s 3s", "4s 5s", "6s", "7s", "", "")
    assert refusal(position, "1: claim low-spades") == "It is not your turn."
    assert "claim low-spades" in texts(position, 4)


def test_r4_claims_anytime_every_seat_may_claim_but_only_the_team_on_turn_may_ask():
    position = at("2s 3s", "4s 5s", "6s", "7s", "", "", claims="anytime")
    assert position.actors() == [0, 1, 2, 3, 4, 5]
    assert texts(position, 1) == ["claim low-spades", "claim low-spades for-other-team"]
    assert refusal(position, "1: ask 0 2s") == "It is the other team's turn: you can claim, but not ask."
    assert asks(position, 0) != []


def test_r4_claims_anytime_the_turn_stays_with_or_goes_to_the_team_that_did_not_claim():
    position = at("2s 2h", "3s 3h", "4s 4h", "5s 5h", "6s 6h", "7s 7h", turn=2, claims="anytime")
    claim(position, 5, "claim low-spades", LOW_SPADES, "1 1 1 1 1 1")
    assert (position.state.team, position.state.spotlight) == (0, 2)
    claim(position, 0, "claim low-hearts", LOW_HEARTS, "0 0 0 0 0 0")
    assert position.over
    position = at("2s 2h", "3s 3h", "4s 4h", "5s 5h", "6s 6h", "7s 7h", turn=2, claims="anytime")
    claim(position, 0, "claim low-spades", LOW_SPADES, "0 0 0 0 0 0")
    assert (position.state.team, position.state.spotlight) == (1, 1)


def test_r4_claims_anytime_not_while_a_claim_is_spoken_or_a_counter_claim_is_due():
    position = at("2s 3s 4s", "2h 3h 4h", "5s 6s 7s", "5h 6h 7h", "", "", claims="anytime")
    do(position, "0: claim low-hearts")
    assert position.actors() == [0]
    do(position, *(f"0: {card} with 0" for card in LOW_HEARTS.split()))
    assert position.actors() == [1, 3, 5]
    assert refusal(position, "0: claim low-spades") == "It is not your turn."
    assert refusal(position, "1: claim low-spades").startswith("A counter-claim is due")
    do(position, "3: counter")
    assert position.actors() == [3]


def test_r2_r4_claims_anytime_before_the_first_action_which_then_ends_ruling_2():
    position = Position.begin(GAME, 6, SeededDice(4), {"claims": "anytime"})
    first = position.state.spotlight
    mate = (first + 2) % 6
    assert position.actors() == [0, 1, 2, 3, 4, 5]
    assert asks(position, mate) == []
    hand = position.state.hands[mate]
    wanted = rules.whole_half_suits(hand) & ~hand
    action = ((first + 1) % 6 << 6) + wanted.bit_length() - 1
    assert position.refusal(mate, action) == (
        "The first action belongs to the player who was drawn: you can claim, but not ask."
    )
    claim(position, (first + 3) % 6, "claim low-spades", LOW_SPADES, "0 0 0 0 0 0")
    assert position.state.team == first % 2
    assert position.state.spotlight == first
    assert asks(position, mate) != []


def test_r3_claims_anytime_only_the_spotlight_is_on_the_clock():
    position = at("2s 3s", "4s 5s", "6s", "7s", "", "", turn=3, claims="anytime")
    assert [rules.lapse(position.state, seat) for seat in range(6)] == [-2, -2, -2, -1, -2, -2]


# ---------------------------------------------------------------- ask_empty, stop_at_5, endless


def test_r6_ask_empty_an_opponent_without_cards_may_be_asked():
    position = at("2s 3s", "4s 5s", "6s", "7s", "", "", ask_empty="yes")
    events = do(position, "0: ask 5 4s")
    assert told(events) == ["asked", "missed", "turn_began"]
    assert position.state.spotlight == 1  # R3: seat 5 has no cards, the next teammate clockwise has


@pytest.mark.parametrize(("stop", "over"), [("no", False), ("yes", True)])
def test_r11_stop_at_5_ends_the_game_with_the_fifth_point(stop, over):
    position = at("2s 3s 2h", "3h 4h 5h", "4s 5s 6h", "7h", "6s 7s", "", stop_at_5=stop)
    assert points(position) == (4, 3)
    claim(position, 0, "claim low-spades", LOW_SPADES, "0 0 2 2 4 4")
    assert points(position) == (5, 3)
    assert position.over is over
    if over:
        assert position.outcome().winners == (0, 2, 4)


def test_r11_stop_at_5_gives_from_five_to_nine_points_in_all():
    tally = GAME.compiled.simulate(GAME.fresh(6, {"stop_at_5": "yes"}), 3, 0, 200)
    assert max(tally[4], tally[5]) <= 5 * 200
    assert 5 * 200 <= tally[4] + tally[5] < 9 * 200


def ask_in_vain(position, n):
    """Both teams ask n times in all for a card that the asked player does not hold; what happened at the last."""
    events = []
    for _ in range(n):
        events = do(position, "0: ask 1 7s" if position.state.team == 0 else "1: ask 0 7s")
    return events


def vain(**options):
    return at("2s 3s", "4s 5s", "6s", "7s", "", "", **options)


def test_r12_sixty_misses_in_a_row_force_a_claim_and_the_table_is_warned_from_forty():
    position = vain()
    assert "warned" not in told(ask_in_vain(position, 39))
    assert values(ask_in_vain(position, 1), "warned") == [{"misses": 40, "asks": 40}]
    assert told(ask_in_vain(position, 19))[-1] == "warned"
    assert asks(position, 1) != []
    events = ask_in_vain(position, 1)
    assert values(events, "must_claim") == [{"seats": [0, 2, 4]}]
    assert "warned" not in told(events)
    assert texts(position, 0) == ["claim low-spades", "claim low-spades for-other-team"]
    assert refusal(position, "0: ask 1 4s") == (
        "After 60 misses in a row, or 120 asks without a claim, your team must claim."
    )


def test_r12_a_hit_resets_the_misses_but_not_the_asks():
    position = vain()
    ask_in_vain(position, 58)
    do(position, "0: ask 1 4s", "0: ask 1 7s", "1: ask 0 4s")
    assert (position.state.misses, position.state.asks) == (0, 61)
    assert "warned" not in told(ask_in_vain(position, 38))
    assert values(ask_in_vain(position, 1), "warned") == [{"misses": 39, "asks": 100}]
    ask_in_vain(position, 19)
    assert asks(position, 1) != []
    assert values(ask_in_vain(position, 1), "must_claim") == [{"seats": [0, 2, 4]}]
    assert (position.state.misses, position.state.asks) == (59, 120)
    assert asks(position, 0) == asks(position, 2) == []


def test_r12_a_claim_resets_both_counts():
    position = at("2s 3s 2h", "4s 5s 3h", "6s 4h", "7s 5h", "6h", "7h")
    ask_in_vain(position, 60)
    claim(position, 4, "claim low-hearts", LOW_HEARTS, "0 0 0 0 0 0")
    assert (position.state.misses, position.state.asks) == (0, 0)
    assert asks(position, 1) != []


def test_r12_endless_lifts_the_limits():
    position = vain(endless="yes")
    for _ in range(130):
        assert told(ask_in_vain(position, 1)) == ["asked", "missed", "turn_began"]
    assert asks(position, 0) != []
