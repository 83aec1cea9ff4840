"""Bots play Half Suit with sense: what they can know they know, and what they do follows from it."""

from __future__ import annotations

import itertools
import random

import pytest

from handful import kit
from handful.bots import Answer
from handful.bots.deals import Deals
from handful.bots.levels import choose
from handful.bots.questions import question_for
from handful.cards import cards_set, members
from handful.game import Position
from handful.games.half_suit import GAME, policy
from handful.games.half_suit.knowledge import knowledge
from handful.games.half_suit.odds import all_shares, certainly_with, densities, share, unseen_by, with_one_holder
from handful.games.half_suit.state import CLAIM, COUNTER, HALF_SUITS, PLACE, whole_half_suits
from handful.kernel.dice import SeededDice
from tests.bots.tables import decisions
from tests.games.half_suit.positions import EIGHTS, LOW_HEARTS, LOW_SPADES, at, claim, do

ITERATIONS = 100
OPTIONS = [{}, {"turns": "spotlight"}, {"claims": "anytime"}, {"ask_empty": "yes"}, {"stop_at_5": "yes"}]


def answer(position: Position, seat: int, level: str, seed: int = 7) -> Answer:
    """What a bot does, and why."""
    return choose(question_for(GAME, position.view(seat), position.legal(seat), level, seed, ITERATIONS))


def said(position: Position, seat: int, level: str) -> str:
    """What a bot does, in words."""
    return GAME.words.write_action(answer(position, seat, level).action)


def tried(position: Position, seat: int) -> list[str]:
    """What a hard bot thinks worth a try, in words."""
    view = position.view(seat)
    deals = Deals(policy.hidden(view), policy.weights(view))
    found = policy.candidates(view, position.legal(seat), -1, deals)
    return [GAME.words.write_action(action) for action in found]


def played(seed: int, every: int, options: dict[str, str] | None = None):
    """Some positions of a game of normal bots, each with the seat to act."""
    for decision in itertools.islice(
        decisions(GAME, kit.Setting(6, options or {}), ["normal"] * 6, seed), 3, None, every
    ):
        yield decision.position, decision.question.seat


# ---------------------------------------------------------------- what can be known


@pytest.mark.parametrize("seed", [1, 2])
def test_the_true_deal_is_one_of_those_that_are_counted(seed):
    for position, seat in played(seed, 11):
        hidden, hands = policy.hidden(position.view(seat)), position.state.hands
        for other in set(range(6)) - {seat}:
            assert hands[other].bit_count() == hidden.sizes[other]
            assert not hands[other] & ~hidden.may_hold[other]
            assert all(hands[other] & some for some in hidden.some_of[other])
        assert hidden.sizes[seat] == hidden.sizes[6] == 0
        assert sum(hands) - hands[seat] == hidden.cards


@pytest.mark.parametrize("seed", [3, 4])
def test_exact_counting_is_right_and_misses_nothing_that_knowledge_finds(seed):
    for position, seat in played(seed, 11):
        view = position.view(seat)
        odds, known = Deals(policy.hidden(view)).odds(), knowledge(view)
        for other in set(range(6)) - {seat}:
            for card in members(sum(position.state.hands) - position.state.hands[seat]):
                held = (position.state.hands[other] >> card) & 1
                assert held or odds[card][other] < 0.999999
                assert not held or odds[card][other] > 0
                if (known.holds[other] >> card) & 1:
                    assert odds[card][other] == pytest.approx(1)
                if not (known.may_hold[other] >> card) & 1:
                    assert odds[card][other] == 0


# ---------------------------------------------------------------- the playout policy


def test_the_policy_of_playouts_is_legal_and_looks_at_nothing_hidden():
    rng, dice, compared = random.Random(1), SeededDice(1), 0
    for seed, options in enumerate(OPTIONS):
        for place in itertools.islice(kit.walk(GAME, kit.Setting(6, options), seed), 0, 300, 3):
            legal = kit.legal(GAME, place.state, place.seat)
            pick = policy.likely(place.state, place.seat, legal, len(legal), dice)
            assert 0 <= pick < len(legal)
            twin = kit.exchanged(place.state, place.seat, rng)
            assert policy.likely(twin, place.seat, legal, len(legal), dice) == pick
            compared += twin != place.state
    assert compared > 100


def quick(position: Position, seat: int) -> str:
    """What the policy does at a quick look, in words."""
    legal = position.legal(seat)
    return GAME.words.write_action(legal[policy.likely(position.state, seat, legal, len(legal), SeededDice(1))])


def test_the_policy_takes_what_is_certain_then_claims():
    position = at("2s 3s 8s", "4s 5s 8c", "6s 8d", "7s 8h", "Xb", "Xr")
    do(position, "0: ask 1 4s", "0: ask 1 7s", "1: ask 0 4s")
    do(position, "1: ask 2 8d", "1: ask 0 Xb")  # the turn is back with seat 0, who saw the 4♠ go
    assert quick(position, 0) == "ask 1 4s"
    whole = at("2s 3s 4s 5s 6s 7s", "8s", "8c", "8d", "8h Xb", "Xr")
    assert quick(whole, 0) == "claim low-spades"
    whole.act(0, GAME.words.read_action("claim low-spades"))
    assert [quick(whole, 0)] == ["2s with 0"]


# ---------------------------------------------------------------- moves


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_certain_hit_comes_before_a_claim(level):
    position = at("2s 3s 4s 5s 6s 8s 8c", "7s", "8d", "8h", "Xb", "Xr")
    do(position, "0: ask 3 7s", "3: ask 0 8s", "3: ask 4 Xb", "3: ask 0 8d")  # seat 3 has the 8♠ and the Joker now
    assert position.state.team == 0
    assert said(position, 0, level) in ("ask 3 8s", "ask 3 Xb")


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_what_a_bot_knows_it_claims_card_by_card(level):
    position = at(LOW_HEARTS, "8s 8c", "8d", "8h", "Xb", "Xr")
    seen = []
    while not position.state.won[0] & HALF_SUITS[2]:
        choice = answer(position, 0, level)
        seen.append(GAME.words.write_action(choice.action))
        position.act(0, choice.action)
    assert seen == ["claim low-hearts", *(f"{card} with 0" for card in LOW_HEARTS.split())]


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_half_suit_that_is_known_to_be_with_the_others_is_claimed_for_them(level):
    assert said(without_cards("2s 3s 4s 5s 6s 7s", "", ""), 0, level) == "claim low-spades for-other-team"


def without_cards(*spades: str) -> Position:
    """Team 0 is on turn, all its cards are claimed, and the others hold Low Spades."""
    position = at(EIGHTS, f"{LOW_HEARTS} {spades[0]}", "", spades[1], "", spades[2])
    claim(position, 0, "claim eights", EIGHTS, "0 0 0 0 0 0")
    claim(position, 1, "claim low-hearts", LOW_HEARTS, "1 1 1 1 1 1")
    return position


def test_a_hard_bot_lets_the_others_counter_what_they_cannot_know():
    """Three hands hold Low Spades and nobody was ever asked: the holders must guess as well."""
    position = without_cards("2s 3s", "4s 5s", "6s 7s")
    assert "claim low-spades" in tried(position, 0)
    assert said(position, 0, "hard") == "claim low-spades"
    assert "for-other-team" in said(position, 0, "normal")


def test_a_miss_should_give_the_turn_to_a_small_hand():
    position = at("2s 2h", "3s 3h", "4s 4h", "5s 6s 7s 5h 6h 7h", "", "")
    view = position.view(0)
    odds = [[1 / 6] * 6 for _ in range(54)]
    asks = {GAME.words.write_action(ask): ask for ask in position.legal(0) if ask < PLACE}
    assert policy.exact_ask_worth(view, odds, asks["ask 1 3s"]) > policy.exact_ask_worth(view, odds, asks["ask 3 3s"])


def test_an_ask_that_may_hit_is_better_than_one_that_cannot():
    view = at("2s 3s 4s 5s 6s 2h", "7s 3h", "4h", "5h", "6h", "7h").view(0)
    odds = [[0.0, 0.01, 0.0, 0.5, 0.0, 0.5] for _ in range(54)]
    odds[cards_set("7s").bit_length() - 1] = [0.0, 0.0, 1.0, 0.0, 0.0, 0.0]
    asks = {GAME.words.write_action(ask): ask for ask in (64 + 20, 64 + 7)}
    assert list(asks) == ["ask 1 7s", "ask 1 3h"]
    assert policy.exact_ask_worth(view, odds, asks["ask 1 3h"]) > policy.exact_ask_worth(view, odds, asks["ask 1 7s"])


def test_a_hard_bot_tries_the_certain_hit_first_and_any_safe_claim():
    position = at("2s 3s 4s 5s 6s 8s 8c", "7s", "8d", "8h", "Xb", "Xr")
    do(position, "0: ask 3 7s", "3: ask 0 8s", "3: ask 4 Xb", "3: ask 0 8d")
    assert tried(position, 0)[0] in ("ask 3 8s", "ask 3 Xb")
    assert tried(at(LOW_HEARTS, LOW_SPADES, "", "", "", ""), 0)[0] in (
        "claim low-hearts",
        "claim low-spades for-other-team",
    )


def test_the_counter_claim_is_volunteered_and_named():
    position = at("2s 3s", "8s 8c", "4s 5s", "8d 8h", "6s 7s", "Xb Xr", turn=1)
    do(position, "1: claim low-spades", *(f"1: {card} with 1" for card in LOW_SPADES.split()))
    assert answer(position, 2, "hard") == Answer(COUNTER, "We hold all of it.")
    do(position, "2: counter")
    for level in ("easy", "normal", "hard"):
        assert said(position, 2, level) in ("2s with 0", "2s with 4")


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize("options", [*OPTIONS, {"endless": "yes"}], ids=str)
def test_hard_bots_play_with_every_option_to_the_end(options):
    position, rng = Position.begin(GAME, 6, SeededDice(5), options), random.Random(5)
    claims = []
    for _ in range(2000):
        if position.over:
            break
        seat = next(seat for seat in position.actors() if GAME.rules.lapse(position.state, seat) != -2)
        legal = position.legal(seat)
        choice = choose(question_for(GAME, position.view(seat), legal, "hard", rng.getrandbits(60), iterations=8))
        assert choice.action in legal
        assert choice.reason[-1] == "."
        assert len(choice.reason) < 120
        if choice.reason.startswith("I know where all of"):
            claims.append((seat & 1, HALF_SUITS[(choice.action - CLAIM) >> 1]))
        position.act(seat, choice.action)
    assert position.over
    assert claims
    assert all(position.state.won[team] & half_suit == half_suit for team, half_suit in claims)


def test_a_hard_bot_says_why():
    position = at(LOW_HEARTS, "2s 3s 8s", "4s", "5s 8c 8d", "6s 8h Xb", "7s Xr")
    assert answer(position, 0, "hard").reason == "I know where all of low-hearts is."
    do(position, "0: claim low-hearts", *(f"0: {card} with 0" for card in LOW_HEARTS.split()))
    ask = answer(position, 1, "hard")
    assert ask.action < PLACE
    assert f"eat {ask.action >> 6}" in ask.reason


def test_approximate_odds_know_what_is_certain_and_sum_up():
    for position, seat in played(6, 17):
        s, hands = policy.with_notes(position.view(seat)), position.state.hands
        unseen = unseen_by(s, seat)
        single = with_one_holder(s, seat, unseen)
        packed = densities(s, seat, unseen)
        for p in range(6):
            certain = certainly_with(s, seat, unseen, single, p)
            assert not certain & ~hands[p]
            assert p != seat or certain == hands[seat]
        for card in members(unseen & ~single):
            half_suit = whole_half_suits(1 << card)
            unknown, known = half_suit & unseen & ~single, half_suit & single
            shares = [share(s, packed, unknown, known, p, card) for p in range(6)]
            assert sum(shares) == all_shares(s, packed, unknown, known, card)
            assert all(shares[p] for p in range(6) if (hands[p] >> card) & 1)
            assert not any(shares[p] for p in range(6) if (s.lacks[p] >> card) & 1)
