"""Bots play Thirteam with sense: positions set up through the rules, and what each level makes of them."""

from __future__ import annotations

import random

import pytest

from handful import kit
from handful.bots import Question
from handful.bots.levels import choose
from handful.bots.questions import question_for
from handful.bots.search import thinker_of
from handful.bots.worlds import Worlds
from handful.cards import cards_set, cards_text, members
from handful.game import Position
from handful.games.thirteam import GAME, plan, policy, weights
from handful.games.thirteam.patterns import pattern_of
from handful.games.thirteam.rules import SKIP, State
from handful.kernel.dice import SeededDice
from handful.observe import view
from handful.policy import as_seen
from tests.bots.tables import RANDOM, decisions
from tests.games.thirteam.table import act, all_ready, dealt, sit

THINKERS = ["normal", "hard"]
ITERATIONS = 200


def question(position: Position, seat: int, level: str, seed: int = 7) -> Question:
    return question_for(GAME, position.view(seat), position.legal(seat), level, seed, ITERATIONS)


def answer(position: Position, seat: int, level: str, seed: int = 7) -> str:
    """What a bot does, in words."""
    return GAME.words.write_action(choose(question(position, seat, level, seed)).action)


# ---------------------------------------------------------------- the plan of a hand


@pytest.mark.parametrize(
    ("hand", "plays"),
    [
        ("3s", 1),
        ("3s 3c 3d", 1),
        ("3s 4c 5d 6h 7s", 1),
        ("3s 5c 7d", 3),
        ("5s 5c 6s 6c 7s 7c", 2),  # two runs, not three pairs
        ("5s 6c 6d 7h", 2),  # a run and a single card: the pair is broken up
        ("3s 4s 5s 6s 6c", 2),  # a run and a pair at its end
        ("3s 4s 5s 8s 8c 2s 2h Xr", 4),  # 2s go together, a joker alone
        ("Qs Kc Ad 2s", 2),  # no 2 in a run
    ],
)
def test_a_hand_falls_into_few_plays(hand, plays):
    assert plan.plays_needed(cards_set(hand)) == plays


def test_every_table_has_all_weights():
    assert len(weights.FOUR) == len(weights.SIX) == len(weights.TEAMS) == plan.WEIGHTS


def test_what_a_run_takes_is_a_run_of_the_hand():
    rng = random.Random(1)
    for _ in range(300):
        hand = sum(1 << card for card in rng.sample(range(4, 52), 13))
        for kinds_kept in (0, 1):
            run = plan.next_run(hand, kinds_kept)
            assert run & ~hand == 0
            assert run == 0 or pattern_of(run) == 5


@pytest.mark.parametrize("seats", [4, 6])
def test_a_trick_is_best_exactly_if_no_hand_of_all_unseen_cards_could_beat_it(seats):
    """One player holds all unseen cards: then what the rules let him answer says whether the trick can be beaten."""
    best = beaten = 0
    for seed in range(12):
        for place in kit.walk(GAME, kit.Setting(seats, {}), seed):
            s = place.state
            if s.round > 1:
                break
            if place.action >= SKIP:
                continue
            unseen = plan.unseen_by(s, place.seat)
            is_best = plan.is_best(plan.standing(place.action, pattern_of(place.action), unseen))
            hands = [""] * seats
            hands[0], hands[1] = cards_text(s.hands[place.seat]), cards_text(unseen)
            answers = sit(*hands, turn=1, trick=cards_text(place.action), by=0).legal(1)
            assert is_best == (answers == [SKIP])
            best, beaten = best + is_best, beaten + 1 - is_best
    assert best > 40
    assert beaten > 40


def test_tricks_that_differ_only_in_spare_cards_count_once():
    hand = cards_set("5s 5h 6s 6d 7c 9s 9d 9h")
    assert plan.plain(hand, cards_set("5s 6s 7c"))
    assert not plan.plain(hand, cards_set("5h 6s 7c"))
    assert plan.plain(hand, cards_set("9s 9d"))
    assert plan.plain(hand, cards_set("9s 9h"))
    assert not plan.plain(hand, cards_set("9d 9h"))


# ---------------------------------------------------------------- good sense


@pytest.mark.parametrize("level", ["easy", *THINKERS])
def test_who_can_go_out_goes_out(level):
    chances = 0
    for seed, setting in enumerate([kit.Setting(4, {}), kit.Setting(6, {}), kit.Setting(6, {"teams": "yes"})]):
        for decision in decisions(
            GAME, kit.Setting(setting.seats, setting.options | {"threshold": "3"}), [level] * 6, seed
        ):
            hand = decision.position.state.hands[decision.question.seat]
            if hand in decision.question.legal:
                chances += 1
                assert decision.answer.action == hand
    assert chances > 10


@pytest.mark.parametrize("level", THINKERS)
def test_the_best_card_comes_first_when_only_one_other_play_is_left(level):
    """A♥ wins the lead for certain, and the low pair is then the last play."""
    position = sit("4s 4c Ah", "5s 7c 9d Jh", "6s 8c Td Qh", "6d 8h Ts Kc")
    assert answer(position, 0, level) == "play Ah"


@pytest.mark.parametrize("level", THINKERS)
def test_a_run_is_not_broken_up_to_beat_a_low_card(level):
    position = sit(
        "5s 6c 7d 8h 9s Js Qd", "3c 4d Tc Kd Ks", "3h 4h Td Kh 9c", "4s 9h Jh Qs As", turn=0, trick="3d", by=3
    )
    assert answer(position, 0, level) in ("skip", "play Js", "play Qd")


@pytest.mark.parametrize("level", THINKERS)
def test_nobody_leads_a_low_card_to_one_who_has_a_single_card_left(level):
    """The next player has one card: a pair, or the highest card, does not let him out."""
    position = sit("5s 9s 9c Kd Ah", "7h", "6s 8c Td Qh 3c", "6d 8h Ts Kc 3d")
    assert answer(position, 0, level) not in ("play 5s", "play 9s", "play 9c")


@pytest.mark.parametrize("level", THINKERS)
def test_an_opponent_who_is_about_to_win_the_last_lead_is_stopped(level):
    """The owner of the trick has one card left and would go out with the lead: who can beat it at no cost does."""
    position = sit("Kd 2h 5s", "6s 7c 8d", "4h", "6d 8h Tc", turn=0, trick="Qh", by=2)
    assert answer(position, 0, level) in ("play Kd", "play 2h")


@pytest.mark.parametrize("level", THINKERS)
def test_the_partner_who_has_one_card_left_keeps_the_trick(level):
    """With the lead the partner goes out at once: his ace is not beaten, though a 2 could."""
    hands = ["5s 8d Jc 2h", "6s 9d Qc", "6c 9h Qd", "7h", "6d Ts Kc", "8s Th Kd"]
    position = sit(*hands, turn=0, trick="Ah", by=3, teams="yes")
    assert answer(position, 0, level) == "skip"


@pytest.mark.parametrize("level", THINKERS)
def test_the_same_trick_of_an_opponent_is_beaten(level):
    hands = ["5s 8d Jc 2h", "6s 9d Qc", "6c 9h Qd", "8s Th Kd", "7h", "6d Ts Kc"]
    position = sit(*hands, turn=0, trick="Ah", by=4, teams="yes")
    assert answer(position, 0, level) == "play 2h"


@pytest.mark.parametrize("level", THINKERS)
def test_four_of_a_kind_takes_the_lead_from_a_2_where_the_rest_then_goes_out(level):
    """Behind the four 6s come the best card of all and the last one."""
    hands = ["6s 6c 6d 6h Ah 7s", "3c 4d Tc Jd", "3h 4h Td Jh", "4s 9h Js Qs"]
    position = sit(*hands, turn=0, trick="2d", by=3, bombs="yes")
    assert answer(position, 0, level) == "play 6s 6c 6d 6h"


@pytest.mark.parametrize("level", THINKERS)
def test_four_of_a_kind_is_not_broken_up_to_beat_a_low_card(level):
    hands = ["6s 6c 6d 6h 9c Jd", "3c 4d Tc Qd Kd", "3h 4h Td Jh 2c", "4s 9h Js Qs As"]
    position = sit(*hands, turn=0, trick="5d", by=3, bombs="yes")
    assert answer(position, 0, level) not in [f"play 6{suit}" for suit in "scdh"]


@pytest.mark.parametrize("level", THINKERS)
def test_2s_are_not_spent_on_low_cards_while_lower_ones_do(level):
    position = sit(
        "4s 8c 8d Jh Kd 2s 2h", "5c 6d Tc Qd As", "5h 7h Td Qh 9c", "6s 9h Js Qs Ac", turn=0, trick="3d", by=3
    )
    assert answer(position, 0, level) not in ("play 2s", "play 2h")


def test_what_a_bot_says_nobody_can_beat_nobody_can():
    said = 0
    for seed in range(6):
        setting = kit.Setting(6 if seed % 2 else 4, {"bombs": "yes", "threshold": "4"})
        for decision in decisions(GAME, setting, ["easy", "normal"] * 3, seed):
            if decision.answer.reason.startswith("Nobody can beat"):
                after = decision.position.state.copy()
                GAME.rules.apply(after, decision.question.seat, decision.answer.action, SeededDice(1))
                for seat in members(after.holding & ~(1 << decision.question.seat)):
                    after.turn = seat
                    assert kit.legal(GAME, after, seat) == [SKIP]
                said += 1
    assert said > 20


# ---------------------------------------------------------------- the trade

DEAL = [
    "4s 5c 6d 7h 8s 9c Td Jh Ac",  # will be the hand of seat 3
    "3c 3d 5s 5d 9s 9d Ks Kd 2c",
    "3h 4c 6s 7c 8d Tc Js Qs 2d",
    "3s 6h 6c 8h 8c Kh Kc As 2h",  # will be the hand of seat 0
    "4d 4h 5h 7s 7d 9h Ts Jc Qc",
    "Jd Th Qd Qh Ad Ah 2s Xb Xr",
]


@pytest.mark.parametrize("aid", ["no", "yes"])
@pytest.mark.parametrize("level", THINKERS)
def test_a_card_that_the_own_hand_needs_stays(level, aid):
    """Seat 3 has a run of eight and an ace now: it sends no card from the middle of the run."""
    position = dealt(6, DEAL, teams="yes", memory_aid=aid)
    all_ready(position)
    sent = answer(position, 3, level)
    assert sent in ("trade 4s", "trade Jh", "trade Ac")


@pytest.mark.parametrize("level", THINKERS)
def test_who_remembers_sends_what_the_partner_can_use(level):
    """Seat 0 was dealt eight cards in a row and an ace, which its partner now holds: the 3♠ makes the run longer."""
    position = dealt(6, DEAL, teams="yes", memory_aid="yes")
    all_ready(position)
    assert answer(position, 0, level) == "trade 3s"


def test_what_others_have_sent_is_imagined_from_hands_that_are_possible():
    position = dealt(6, DEAL, teams="yes", memory_aid="yes")
    all_ready(position)
    act(position, "1: trade 4d", "4: trade 3c")
    s = position.state.copy()
    s.sent = [-1] * 6
    s.first_hands = [hand if seat == 0 else 0 for seat, hand in enumerate(s.first_hands)]
    policy.imagine(s, 0, 0, SeededDice(1))
    assert s.first_hands == position.state.first_hands
    assert [seat for seat in range(6) if s.sent[seat] >= 0] == [1, 4]
    assert all((s.hands[seat] >> s.sent[seat]) & 1 for seat in (1, 4))


# ---------------------------------------------------------------- what the search is told


def test_what_is_hidden_are_the_other_hands_and_what_is_known_of_them():
    position = dealt(6, DEAL, teams="yes", memory_aid="yes")
    all_ready(position)
    act(position, *(f"{seat}: trade {card}" for seat, card in enumerate(["3s", "4d", "2s", "4s", "3c", "2d"])))
    view = position.view(0)
    hidden = policy.hidden(view)
    assert hidden.cards == sum(hand for seat, hand in enumerate(position.state.hands) if seat != 0)
    assert hidden.sizes == (0, 9, 9, 9, 9, 9, 0)
    # Seat 3 holds what seat 0 was dealt but for the card that came back, and the 3♠ that was sent.
    assert hidden.may_hold[3] == cards_set("3s 5c 6d 7h 8s 9c Td Jh Ac")
    assert not any(hidden.may_hold[seat] & hidden.may_hold[3] for seat in (1, 2, 4, 5))


def test_the_shortlist_is_of_legal_actions_and_keeps_the_best():
    rng, seen = random.Random(3), 0
    for seed, setting in enumerate([kit.Setting(4, {}), kit.Setting(6, {"teams": "yes"})]):
        for place in kit.walk(GAME, setting, seed):
            if place.state.round > 2:
                break
            out = kit.legal(GAME, place.state, place.seat)
            rng.shuffle(out)
            before, n = sorted(out), len(out)
            if n == 1:
                continue
            best = out[policy.likely(place.state, place.seat, out, n, SeededDice(1))]
            kept = policy.shortlist(place.state, place.seat, out, n)
            seen += 1
            assert sorted(out) == before
            assert 1 <= kept <= min(n, policy.MOST_CANDIDATES)
            assert best in out[:kept]
    assert seen > 100


def test_compiled_and_interpreted_the_shortlist_is_the_same():
    """So all the judging is, for the shortlist is in the order of it."""
    thinker, compared = thinker_of("thirteam"), 0
    assert thinker is not None
    for seed, setting in enumerate([kit.Setting(4, {}), kit.Setting(6, {}), kit.Setting(6, {"teams": "yes"})]):
        for place in kit.walk(GAME, setting, seed):
            out = kit.legal(GAME, place.state, place.seat)
            if place.state.round > 1:
                break
            if len(out) > 1:
                seen = view(place.state, place.seat)
                found = thinker.policy.to_try(seen, out, out[0], Worlds(seen, thinker).deals)
                kept = policy.shortlist(place.state, place.seat, out, len(out))
                others = [action for action in out[:kept] if action != found[0]]
                assert found[1:] == others[: policy.MOST_CANDIDATES - 1]
                compared += 1
    assert compared > 60


def test_the_playout_policy_needs_only_what_the_seat_may_know():
    rng, compared = random.Random(5), 0
    for seed, setting in enumerate([kit.Setting(4, {}), kit.Setting(6, {}), kit.Setting(6, {"teams": "yes"})]):
        for place in kit.walk(GAME, setting, seed):
            if place.state.round > 2:
                break
            twin = kit.exchanged(place.state, place.seat, rng)
            out = kit.legal(GAME, place.state, place.seat)
            if len(out) > 1 and twin != place.state:
                compared += 1
                answers = [policy.likely(s, place.seat, out, len(out), SeededDice(1)) for s in (place.state, twin)]
                assert answers[0] == answers[1]
    assert compared > 100


def test_the_end_of_a_round_is_worth_more_to_who_did_better():
    before = sit("3s", "4s", "5s", "6s").state
    after = before.copy()
    after.round += 1
    after.scores[:4] = [3, 1, -1, -3]
    assert policy.resting(after, policy.mark(before)) == 1
    values = [policy.weigh(after, before, seat) for seat in range(4)]
    assert values == sorted(values, reverse=True)
    assert all(0 <= value <= 1000 for value in values)
    assert sum(policy.chance(after, seat) for seat in range(4)) in range(990, 1001)


def test_near_the_threshold_points_are_worth_more_where_they_win_the_game():
    """Second place with 9 points wins the game, and with 2 points it does not."""
    gains = []
    for own, top in ((9, 8), (2, 9)):
        before = sit("3s", "4s", "5s", "6s").state
        before.scores[:4] = [own, top, 0, 0]
        second, last = before.copy(), before.copy()
        second.scores[0] += 1
        last.scores[0] -= 3
        second.over = int(own + 1 >= 10)
        second.winners = second.over
        gains.append(policy.weigh(second, before, 0) - policy.weigh(last, before, 0))
    assert gains[0] > 2 * gains[1]


# ---------------------------------------------------------------- levels


def test_an_easy_bot_forgets_the_cards_that_were_played():
    position = sit("4s 4c Ah", "5s 7c 9d Jh", "6s 8c Td Qh", "6d 8h Ts Kc")
    view = position.view(0)
    s = as_seen(view, State)
    remembered = set(members(plan.unseen_by(s, 0)))
    policy.forget(s)
    assert s.played == view.trick == 0
    assert set(members(plan.unseen_by(s, 0))) > remembered


@pytest.mark.parametrize(("level", "other", "least"), [("normal", "easy", 0.5), ("easy", RANDOM, 1.5)])
@pytest.mark.parametrize("setting", [kit.Setting(4, {}), kit.Setting(6, {}), kit.Setting(6, {"teams": "yes"})], ids=str)
def test_each_level_makes_more_points_than_the_one_below(setting, level, other, least):
    """A round, dealt alike for both sides."""
    gain, rounds = 0.0, 16
    for n in range(2 * rounds):
        levels = [(level, other)[(seat % 3 + n) % 2 if setting.options else (seat + n) % 2] for seat in range(6)]
        table = kit.Setting(setting.seats, setting.options | {"threshold": "1"})
        *_, last = decisions(GAME, table, levels[: setting.seats], n // 2)
        end = last.position.outcome()
        assert end is not None
        gain += sum(points if levels[seat] == level else -points for seat, points in enumerate(end.scores))
    assert gain / rounds / setting.seats > least
