"""Bots do what any player would, in every game they play."""

from __future__ import annotations

import asyncio

import pytest

from handful import kit
from handful.bots.pool import BotPool
from handful.bots.questions import question_for
from handful.cards import STANDARD
from handful.game import Position
from handful.games import ROOMS, find
from handful.games.claim.state import DECLARATION, DECLARE, SHOWDOWN
from handful.games.half_suit.state import CLAIM, HALF_SUITS
from handful.games.top_suit.patterns import DRAW
from handful.kernel.dice import SeededDice
from tests.bots.tables import RANDOM, decisions, next_seat


def test_half_suit_a_claim_that_a_bot_is_sure_of_is_right():
    sure = 0
    for seed in range(4):
        claims = []
        for decision in decisions(find("half_suit"), kit.Setting(6, {}), ["normal", "easy"] * 3, seed):
            if decision.answer.reason.startswith("I know where all of"):
                claims.append((decision.question.seat & 1, HALF_SUITS[(decision.answer.action - CLAIM) >> 1]))
        won = decision.position.state.won
        assert all(won[team] & half_suit == half_suit for team, half_suit in claims)
        sure += len(claims)
    assert sure > 15


def test_half_suit_a_bot_never_asks_for_what_it_knows_to_be_elsewhere_while_it_has_a_better_ask():
    game, judged = find("half_suit"), 0
    for decision in decisions(game, kit.Setting(6, {}), ["normal"] * 6, 3):
        asks = [action for action in decision.question.legal if action < 384]
        known = game.knowledge(decision.position.view(decision.question.seat))
        hopeful = [ask for ask in asks if (known.may_hold[ask >> 6] >> (ask & 63)) & 1]
        certain = [ask for ask in asks if (known.holds[ask >> 6] >> (ask & 63)) & 1]
        action = decision.answer.action
        if action in asks and hopeful:
            assert action in hopeful
        if action in asks and certain:
            assert action in certain
            judged += 1
    assert judged > 20


def test_spar_a_bot_never_hides_a_card_of_the_suit():
    for level in ("easy", "normal"):
        for decision in decisions(find("spar"), kit.Setting(4, {"honour": "yes", "target": "5"}), [level] * 4, 2):
            assert decision.position.state.hid == 0


def test_spar_who_can_take_control_before_the_last_trick_mostly_does():
    taken = []
    for seed in range(30):
        for decision in decisions(find("spar"), kit.Setting(2, {}), ["normal", RANDOM], seed):
            s, seat = decision.position.state, decision.question.seat
            low, high = min(decision.question.legal), max(decision.question.legal)
            if seat == 0 and s.trick == 3 and s.called == low & 3 == high & 3 and low < s.best < high:
                taken.append(decision.answer.action == high)
    assert len(taken) >= 4
    assert sum(taken) > 0.6 * len(taken)


def test_thirteam_a_bot_that_can_go_out_goes_out():
    chances = 0
    for decision in decisions(find("thirteam"), kit.Setting(6, {"teams": "yes"}), ["normal"] * 6, 1):
        hand = decision.position.state.hands[decision.question.seat]
        if hand in decision.question.legal:
            chances += 1
            assert decision.answer.action == hand
    assert chances > 10


def test_claim_a_bot_declares_at_once_and_gains_by_its_showdowns():
    gains = []
    for seed in range(3):
        before: list[int] = []
        for decision in decisions(find("claim"), kit.Setting(4, {}), ["normal", RANDOM] * 2, seed):
            s, seat = decision.position.state, decision.question.seat
            if before:
                gains.append(s.budgets[before[0]] - before[1])
                before = []
            if seat % 2 == 0 and s.phase == DECLARATION:
                assert decision.answer.action >= DECLARE
            if seat % 2 == 0 and decision.answer.action == SHOWDOWN:
                before = [seat, s.budgets[seat]]
    assert len(gains) > 5
    assert sum(gains) / len(gains) > 30


def test_top_suit_who_can_win_the_game_with_the_last_cards_does():
    chances = 0
    for seed in range(200):
        for decision in decisions(find("top_suit"), kit.Setting(3, {}), ["normal", RANDOM, RANDOM], seed):
            s, seat = decision.position.state, decision.question.seat
            out = [
                action for action in decision.question.legal if action & STANDARD == s.hands[seat] and action != DRAW
            ]
            if seat == 0 and out and s.points[0] + 1 > max(s.points[1:]):
                chances += 1
                assert decision.answer.action in out
    assert chances > 3


@pytest.mark.parametrize("name", ROOMS)
def test_real_bots_play_in_real_workers(name):
    """The first hundred decisions of a game of bots, each asked in another process."""
    game = find(name)

    async def play() -> BotPool:
        pool = BotPool(1)
        position = Position.begin(game, game.seats[-1], SeededDice(7))
        for n in range(100):
            if position.over:
                break
            seat = next_seat(position)
            question = question_for(game, position.view(seat), position.legal(seat), "normal", n)
            answer = await pool.ask(question, 10)
            position.act(seat, answer.action)
        await pool.close()
        return pool

    pool = asyncio.run(play())
    assert pool.answered == pool.asked > 0
    assert (pool.fallbacks, pool.replaced, pool.late) == (0, 0, 0)
