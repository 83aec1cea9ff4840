"""Bots play Top-Suit with sense: positions set up through the rules, and what each level makes of them."""

from __future__ import annotations

import itertools
import random

import pytest

from handful import kit
from handful.bots.levels import choose
from handful.bots.questions import question_for
from handful.cards import HEARTS, STANDARD, card_number, cards_set, of_suit
from handful.game import Position
from handful.games.top_suit import GAME, policy
from handful.games.top_suit.patterns import SINGLE, hand_with
from handful.games.top_suit.rules import MOST_LEGAL
from handful.kernel.dice import SeededDice
from tests.games.top_suit.table import act, legal, sit

THINKERS = ["normal", "hard"]
ITERATIONS = 2000


def answer(position: Position, level: str) -> str:
    """What the bot on turn does, in words."""
    seat = position.state.turn
    question = question_for(GAME, position.view(seat), position.legal(seat), level, 7, ITERATIONS)
    return GAME.words.write_action(choose(question).action)


# ---------------------------------------------------------------- the end of a game


@pytest.mark.parametrize("level", THINKERS)
@pytest.mark.parametrize("hand", ["5c", "5c 5h", "4c 5c 6c"])
def test_who_can_win_by_going_out_goes_out(level, hand):
    position = sit(hand, "6h 9s Jd 2c", "7h Ts Qd 2s")
    position.state.points = [3, 3, 2, 0]
    assert answer(position, level).startswith(f"play {hand}")


@pytest.mark.parametrize("level", THINKERS)
def test_who_would_lose_by_going_out_goes_on(level):
    position = sit("5c", "6h 9s Jd 2c", "7h Ts Qd 2s")
    position.state.points = [0, 2, 0, 0]
    assert answer(position, level) == "draw"


@pytest.mark.parametrize("level", THINKERS)
def test_who_is_ahead_draws_the_last_card(level):
    position = sit("5c Td Ah", "6h 9s Jd", "7h Ts Qd", deck="Kc")
    position.state.points = [4, 3, 2, 0]
    assert answer(position, level) == "draw"


@pytest.mark.parametrize("level", THINKERS)
def test_who_is_behind_does_not_draw_the_last_card(level):
    position = sit("5c Ad Ah", "6h 9s Jd", "7h Ts Qd", deck="Kc")
    position.state.points = [3, 4, 2, 0]
    assert answer(position, level) != "draw"


# ---------------------------------------------------------------- tricks


@pytest.mark.parametrize("level", THINKERS)
def test_the_last_player_wins_with_the_card_that_costs_least(level):
    position = sit("8h 3s 6c 9c", "2s Js 4c 7c", "9h 2d Ad 3h 4s")
    act(position, "0: play 8h", "1: draw")
    assert answer(position, level) == "play 9h"


@pytest.mark.parametrize("level", THINKERS)
def test_the_last_player_extends_a_run_rather_than_lose_the_trick(level):
    position = sit("4c 5c 6c 9s 2h", "2s Js 4h 7h", "7c 2d 3h Ks")
    act(position, "0: play 4c 5c 6c", "1: draw")
    assert answer(position, level) == "extend 7c"


@pytest.mark.parametrize("level", THINKERS)
def test_the_best_card_goes_on_top(level):
    """A pair with the diamond on top is beaten by nothing but a pair with a higher diamond."""
    position = sit("2c Kc Kd", "6h 9s Jd 3c 4c", "7h Ts Qd 2s 3s 4s")
    assert answer(position, level) != "play Kc Kd top Kc"
    pairs = [action for action in legal(position) if "top" in action]
    tops = {action: policy.well_topped(position.state, 0, GAME.words.read_action(action)) for action in pairs}
    assert tops == {"play Kc Kd top Kc": 0, "play Kc Kd top Kd": 1}


def test_a_top_card_that_does_not_beat_is_no_better_one():
    """Only hearts beat spades, though most of what beats spades is gone and much of what beats hearts is not."""
    position = sit("9s 9h 2d", "6h 8c Jd 2c", "7h Ts Qd 2s Js Jc", leader=2)
    position.state.seen |= of_suit(HEARTS) & ~cards_set("9h 6h 7h")
    nines = [GAME.words.read_action(f"play 9s 9h top {top}") for top in ("9s", "9h")]
    assert [policy.well_topped(position.state, 0, action) for action in nines] == [1, 0]
    act(position, "2: play Js Jc top Js")
    assert [action in position.legal(0) for action in nines] == [False, True]
    assert policy.well_topped(position.state, 0, nines[1])


@pytest.mark.parametrize("level", THINKERS)
def test_no_high_diamond_is_played_early_where_a_lower_card_wins(level):
    position = sit("8h 3s 6c 9c 4s 5s 7s", "2s Js 4c 7c Qc Kc Ac", "9h 2d Ad Kd Qd 3h 4h")
    act(position, "0: play 8h", "1: draw")
    assert answer(position, level) in ("play 9h", "play 2d")


def test_the_circle_of_suits_decides_what_a_card_is_worth():
    s = sit("9s 9c 9d 9h", "6h 8c Jd 2c", "7h Ts Qd 2s").state
    unseen = STANDARD & ~s.hands[0]
    worth = {card: policy.strengths(s, cards_set(card), unseen) for card in ("9s", "9c", "9d", "9h", "2d", "Ad", "Ah")}
    assert worth["Ad"] == policy.POINT
    assert worth["Ad"] > worth["9d"] > worth["2d"] > worth["Ah"]
    assert len({worth["9s"], worth["9c"], worth["9h"]}) == 1


# ---------------------------------------------------------------- the page for the searcher


@pytest.mark.parametrize("beats", ["suit", "either", "rank"])
def test_what_beats_a_card_is_what_the_rules_let_beat_it(beats):
    """Cards are led against a player who holds all the others."""
    position = sit("2s", "3s", "4s", beats=beats)
    for top in range(0, 51, 2):
        s = position.state.copy()
        s.hands = [3 << top, STANDARD & ~(3 << top), 0, 0]
        expected = policy.beaten_by(s, SINGLE, top) & s.hands[1]
        led = Position(GAME, s, SeededDice(1))
        led.act(0, hand_with(1 << top, top))
        assert sum(action & STANDARD for action in led.legal(1)) == expected


def test_the_policy_looks_at_nothing_that_a_seat_cannot_know_and_leaves_the_state_alone():
    rng, exchanged = random.Random(4), 0
    for seed, setting in enumerate(kit.settings(GAME)[::3]):
        for place in itertools.islice(kit.walk(GAME, setting, seed), 0, 120, 5):
            twin = kit.exchanged(place.state, place.seat, rng)
            exchanged += twin != place.state
            answers = []
            for s in (place.state, twin):
                before = s.copy()
                out = kit.legal(GAME, s, place.seat)
                chosen = out[policy.likely(s, place.seat, out, len(out), SeededDice(1))]
                answers.append((chosen, out[: policy.shortlist(s, place.seat, out, len(out))]))
                assert s == before
            assert answers[0] == answers[1]
    assert exchanged > 100


def test_there_are_few_candidates_even_in_the_longest_list():
    held = of_suit(0) | of_suit(1) | cards_set("2d 3d 4d 5d 6d")
    position = sit("2h", "3h", "4h")
    s = position.state
    s.hands, s.seen, s.left = [held, cards_set("Ah"), cards_set("Kh"), 0], 0, 19
    found = position.legal(0)
    assert len(found) > MOST_LEGAL // 2
    tried = policy.POLICY.to_try(position.view(0), found, found[-1], None)
    assert tried[0] == found[-1]
    assert len(set(tried)) == len(tried) == policy.MOST_CANDIDATES
    assert set(tried) <= set(found)


@pytest.mark.parametrize("best_of", ["1", "3"])
def test_the_values_of_all_seats_are_a_whole_and_the_winner_has_most(best_of):
    ended = 0
    for seed in range(4):
        for place in kit.walk(GAME, kit.Setting(3, {"best_of": best_of}), seed):
            before = place.state
            position = Position(GAME, before, SeededDice(seed))
            position.act(place.seat, place.action)
            after = position.state
            if policy.resting(after, policy.mark(before)):
                ended += 1
                values = [policy.weigh(after, before, seat) for seat in range(3)]
                assert 990 <= sum(values) <= 1000
                gained = [after.won[seat] - before.won[seat] for seat in range(3)]
                assert gained[values.index(max(values))] == 1
    assert ended >= 4


def test_the_card_that_is_drawn_next_is_equally_likely_to_be_any_of_the_rest():
    position = sit("5c Td Ah", "6h 9s Jd", "7h Ts Qd", deck="Kc 2c 3c 4c")
    drawn = []
    for game in range(400):
        s = position.state.copy()
        s.deck = [-1] * 52
        policy.imagine(s, 0, cards_set("Kc 2c 3c 4c"), SeededDice(3, game))
        assert sorted(s.deck[48:]) == sorted(map(card_number, ("Kc", "2c", "3c", "4c")))
        assert s.deck[:48] == [-1] * 48
        drawn.append(s.deck[48])
    assert all(60 < drawn.count(card) < 140 for card in set(drawn))
    assert len(set(drawn)) == 4
