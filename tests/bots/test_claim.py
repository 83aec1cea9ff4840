"""Bots play CLAIM with sense: positions set up through the rules, and what each level makes of them."""

from __future__ import annotations

import itertools
import random

import pytest

from handful import kit
from handful.bots.levels import choose
from handful.bots.questions import question_for
from handful.cards import cards_set, of_suit, suit_of
from handful.game import Position
from handful.games.claim import GAME, policy
from handful.games.claim.policy import explain
from handful.games.claim.state import DECK_SIZE, DECLARATION, DECLARE, SHOWDOWN
from handful.kernel.dice import SeededDice
from tests.bots.tables import decisions
from tests.games.claim.table import MIXED, act, begin, sit

THINKERS = ["normal", "hard"]
ITERATIONS = 2000


def answer(position: Position, seat: int, level: str) -> str:
    """What a bot does, in words."""
    legal = position.legal(seat)
    question = question_for(GAME, position.view(seat), legal, level, 7, ITERATIONS)
    return GAME.words.write_action(choose(question).action)


def seen(*cards: str) -> list[int]:
    """The cards that everybody knows to be in a hand, by seat."""
    return [cards_set(text) for text in cards]


# ---------------------------------------------------------------- declarations


@pytest.mark.parametrize("level", THINKERS)
@pytest.mark.parametrize(
    ("hand", "suit"),
    [
        ("As Ks 2d", "s"),
        ("2d 3d 4d", "d"),
        ("9h Th 4c", "h"),
        ("7c Jc 3s", "c"),  # two cards of a suit, though no sequence yet
        ("Qh 3s 2c", "h"),  # the high card would cost most off suit
    ],
)
def test_the_best_suit_is_declared_at_once(level, hand, suit):
    position = begin(hand, "5s 8c Jd", "5h 7s Td", "6d 8s Qc")
    assert answer(position, 0, level).startswith(f"declare {suit}")


def test_who_is_still_undeclared_declares_in_the_first_turn():
    position = sit("9h Th 4c", *MIXED[1:], suits="-sdc", floor="2s")
    assert answer(position, 0, "normal") == "declare h"


def test_a_closed_suit_is_not_declared():
    position = sit("9h Th 4c", "2s 5d 9c", "3d 7s Jc", "4d 8c Qh", suits="-hsd", floor="6s", suit_lock="yes")
    assert answer(position, 0, "normal") == "declare c"


@pytest.mark.parametrize("level", THINKERS)
def test_where_declaring_is_the_action_nothing_else_is_tried(level):
    position = sit("9h Th 4c", *MIXED[1:], suits="-sdc", floor="Jh", declare_costs_turn="yes")
    act(position, "0: declare h")
    assert answer(position, 0, level) == "pass"


# ---------------------------------------------------------------- showdowns


@pytest.mark.parametrize("level", THINKERS)
def test_a_blitz_is_called_with_ace_and_king(level):
    position = begin("As Ks 2s", *MIXED[1:])
    act(position, "0: declare s", "1: declare h", "2: declare d", "3: declare h")
    assert answer(position, 0, level) == "showdown"


@pytest.mark.parametrize("level", THINKERS)
def test_a_sure_showdown_is_called(level):
    position = sit("Ts Js Qs", "2c 5c 9d", "3h 7h Jc", "4d 8d Kh", suits="schd", floor="2h")
    assert answer(position, 0, level) == "showdown"


@pytest.mark.parametrize("level", THINKERS)
def test_a_showdown_that_loses_is_not_called(level):
    others = ("9h Th Jh", "5d 6d 7d 8d", "Jc Qc Kc")
    position = sit("7s 8s 3c", *others, suits="shdc", floor="2h", certain=seen("", *others))
    assert answer(position, 0, level) != "showdown"


def test_who_is_bound_to_lose_to_one_player_settles_with_the_others_first():
    """Seat 1 will call in any case; a caller at least gains from those who have less."""
    others = ("9h Th Jh Qh", "3d 7d Jc", "4c 8c Kd")
    position = sit("7s 8s 3c", *others, suits="shdc", floor="2h", certain=seen("", "9h Th Jh Qh", "", ""))
    assert answer(position, 0, "hard") == "showdown"
    assert explain(position.view(0), SHOWDOWN, 0.3).startswith("Somebody who has more would call soon")


@pytest.mark.parametrize("level", THINKERS)
def test_in_the_last_floor_round_only_the_best_hand_calls(level):
    taken = seen("", "9h Th Jh", "", "")
    better = sit("Jd Qd Kd", "9h Th Jh", "2c 5c 9s", "4s 8s 3c", suits="dhcs", certain=taken, floor_round=20)
    assert answer(better, 0, level) == "showdown"
    others = ("9h Th Jh", "5c 6c 7c 8c", "Js Qs Ks")
    worse = sit("7d 8d 2s", *others, suits="dhcs", certain=seen("", *others), floor_round=20)
    assert answer(worse, 0, level) == "pass"


# ---------------------------------------------------------------- the floor


@pytest.mark.parametrize("level", THINKERS)
@pytest.mark.parametrize(
    ("hand", "floor", "action"),
    [
        ("9h Jh 3c", "Th", "take discard 3c"),  # it completes a sequence
        ("9h 4s Kc", "8h", "take discard Kc"),  # for the card that costs most
        ("6h 7h 9h", "8h", "take"),
        ("9h 4s Kc", "3c", "take discard Kc"),  # of no use but cheaper
        ("9h 4s 3c", "Kd", "pass"),
    ],
)
def test_what_is_taken_and_what_for(level, hand, floor, action):
    position = sit(hand, "2s 5s Qs", "5c 8c Jc", "2c 6c Qc", suits="hscc", floor=floor)
    assert answer(position, 0, level) == action


@pytest.mark.parametrize("level", THINKERS)
def test_a_card_that_is_seen_to_help_somebody_behind_is_denied(level):
    hands = ("2c 6c Tc", "3s 5s Jc", "2h 6h 5c", "9d Jd 4d")
    position = sit(*hands, suits="cshd", floor="Td", certain=seen("", "", "", "9d Jd"))
    act(position, "0: pass", "1: pass")
    assert answer(position, 2, level) == "take discard 5c"


@pytest.mark.parametrize("level", THINKERS)
def test_nothing_is_denied_to_those_who_have_acted(level):
    hands = ("9d Jd 4d", "2c 6c Tc", "3s 5s Jc", "2h 6h 5c")
    position = sit(*hands, suits="dcsh", floor="Td", certain=seen("9d Jd", "", "", ""))
    act(position, "0: pass", "1: pass", "2: pass")
    assert answer(position, 3, level) == "pass"


def test_only_hard_bots_suspect_what_is_not_seen():
    position = sit("2h 6h 5c", "9d Jd 4s", "3s 5s Jc", "2c 6c Tc", suits="hdsc", floor="8d")
    assert answer(position, 0, "normal") == "pass"
    assert answer(position, 0, "hard") == "take discard 5c"


@pytest.mark.parametrize(
    ("hand", "floor", "reason"),
    [
        ("9h Jh 3c", "Th", "I can use 10♥ and not 3♣."),
        ("6h 7h 9h", "8h", "I can use 8♥ and part with nothing."),
        ("9h 4s Kc", "3c", "3♣ costs me less than K♣."),
        ("9h 2c 3c", "8s", "I would rather not leave 8♠ to somebody after me."),
        ("9h 4s 3c", "Kd", "K♦ is of no use to me, and I need not keep it from others."),
    ],
)
def test_the_reason_is_the_true_one(hand, floor, reason):
    taken = seen("", "7s", "", "")
    position = sit(hand, "7s 5s Qs", "5c 8c Jc", "6c Tc Qc", suits="hscc", floor=floor, certain=taken)
    question = question_for(GAME, position.view(0), position.legal(0), "normal", 7)
    assert choose(question).reason == reason


# ---------------------------------------------------------------- whole games


def test_no_thinking_bot_discards_from_its_suit_or_leaves_a_deal_undeclared():
    looked = 0
    for seed in range(3):
        for decision in decisions(GAME, kit.Setting(4, {"deals": "3"}), ["normal", "hard"] * 2, seed):
            s, seat, action = decision.position.state, decision.question.seat, decision.answer.action
            if s.phase == DECLARATION:
                assert action >= DECLARE
            elif action < DECK_SIZE:
                looked += 1
                assert suit_of(action) != s.suits[seat]
    assert looked > 20


def test_easy_bots_are_slow_to_call_and_still_hold_their_suit():
    called, could = 0, 0
    for seed in range(6):
        for decision in decisions(GAME, kit.Setting(4, {"deals": "3"}), ["easy"] * 4, seed):
            s, seat, action = decision.position.state, decision.question.seat, decision.answer.action
            if SHOWDOWN in decision.question.legal:
                could += 1
                called += action == SHOWDOWN
            if s.phase == DECLARATION:
                assert s.hands[seat] & of_suit(action & 3)
    assert 0.1 * could < called < 0.9 * could


# ---------------------------------------------------------------- the page for the searcher


def test_the_policy_looks_at_nothing_that_a_seat_cannot_know():
    rng, exchanged = random.Random(4), 0
    for seed, setting in enumerate(kit.settings(GAME)[::3]):
        for place in itertools.islice(kit.walk(GAME, setting, seed), 0, 300, 7):
            twin = kit.exchanged(place.state, place.seat, rng)
            exchanged += twin != place.state
            answers = []
            for s in (place.state, twin):
                out = kit.legal(GAME, s, place.seat)
                chosen = out[policy.likely(s, place.seat, out, len(out), SeededDice(1))]
                answers.append((chosen, out[: policy.shortlist(s, place.seat, out, len(out))]))
            assert answers[0] == answers[1]
    assert exchanged > 100


def test_what_the_policy_wishes_is_legal_at_every_table():
    for seed, setting in enumerate(kit.settings(GAME)[::2]):
        for place in itertools.islice(kit.walk(GAME, setting, seed), 0, 300, 5):
            for suspicion in (policy.BELIEVED, policy.SUSPICION):
                assert policy.wish(place.state, place.seat, suspicion) in kit.legal(GAME, place.state, place.seat)


def test_a_deal_is_worth_more_the_more_it_brings_and_a_won_match_more_than_a_lost_one():
    before = begin(*MIXED).state
    worth = []
    for gain in (-300, -30, 0, 30, 300):
        after = before.copy()
        after.budgets = [budget + (gain if seat == 0 else -gain // 3) for seat, budget in enumerate(before.budgets)]
        worth.append(policy.weigh(after, before, 0))
    assert worth == sorted(set(worth))
    assert 0 <= worth[0] < worth[-1] <= 1000
    won, lost = before.copy(), before.copy()
    won.over = lost.over = 1
    won.winners, lost.winners = 1, 2
    assert policy.weigh(won, before, 0) > policy.weigh(lost, before, 0)


def test_who_declared_a_suit_is_thought_to_hold_it():
    position = sit("9h Th 4c", *MIXED[1:], suits="hsdc", floor="2s")
    rows = policy.weights(position.view(0))
    king_of_spades, king_of_clubs = (GAME.words.read_action(f"take discard {card}") for card in ("Ks", "Kc"))
    assert rows[king_of_spades][1] > 1 > rows[king_of_spades][2]
    assert rows[king_of_clubs][3] > 1 > rows[king_of_clubs][1]
    assert {row[-1] for row in rows} == {1.0}
