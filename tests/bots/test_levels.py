"""Bots of every level play every game to its end, sensibly, and by nothing but what their seat may know."""

from __future__ import annotations

import itertools
import random
import subprocess
import sys

import msgspec
import pytest

from handful import kit
from handful.bots import Question
from handful.bots.levels import choose
from handful.bots.questions import question_for, view_of
from handful.game import Game
from handful.games import ROOMS, find
from handful.kernel import State
from handful.observe import view
from handful.policy import LEVELS
from tests.bots.tables import ITERATIONS, RANDOM, asked, decisions, win_share


@pytest.fixture(params=ROOMS)
def game(request) -> Game:
    return find(request.param)


def spread(game: Game, most: int) -> list[kit.Setting]:
    """Some of the settings of a game, from all over the list, made short enough to be played often."""
    short = SHORT.get(game.name, {})
    every = [kit.Setting(seats, options | short) for seats, options in kit.settings(game)]
    return [every[n * len(every) // most] for n in range(most)]


SHORT = {
    "spar": {"target": "6"},
    "thirteam": {"threshold": "4"},
    "claim": {"deals": "3"},
    "top_suit": {"best_of": "3"},
}


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize("level", LEVELS)
def test_bots_play_every_game_to_its_end(game, level):
    for seed, setting in enumerate(spread(game, 2 if level == "hard" else 7)):
        for decision in decisions(game, setting, [level] * setting.seats, seed):
            assert decision.answer.action in decision.question.legal
            reason = decision.answer.reason
            assert reason[-1] == "."
            assert reason.isprintable()
            assert len(reason) < 120
        assert decision.position.over


def test_bots_get_on_with_players_who_do_anything(game):
    for seed, setting in enumerate(spread(game, 8)):
        levels = [(*LEVELS, RANDOM)[(seed + seat) % 4] for seat in range(setting.seats)]
        for decision in decisions(game, setting, levels, seed):
            assert decision.answer.action in decision.question.legal
        assert decision.position.over


def test_half_suit_without_a_limit_ends_all_the_same():
    for seed in range(3):
        *_, last = decisions(find("half_suit"), kit.Setting(6, {"endless": "yes"}), ["normal"] * 6, seed)
        assert last.position.over


# ---------------------------------------------------------------- honesty


def test_what_a_seat_cannot_see_changes_neither_its_question_nor_its_answer(game):
    rng, compared = random.Random(game.name), 0
    for seed, setting in enumerate(spread(game, 8)):
        places = itertools.islice(kit.walk(game, setting, seed), 0, 400, 9)
        for place in places:
            for level in LEVELS:
                compared += indistinguishable(game, place.state, place.seat, level, rng)
        for decision in itertools.islice(decisions(game, setting, ["normal"] * setting.seats, seed), 0, 400, 9):
            compared += indistinguishable(game, decision.position.state, decision.question.seat, "normal", rng)
    assert compared > 100, "hardly any position had something to exchange"


def indistinguishable(game: Game, s: State, seat: int, level: str, rng: random.Random) -> int:
    """A bot is told and answers the same, whatever the cards are that it cannot see; 1 if there was another state."""
    twin = kit.exchanged(s, seat, rng)
    seed = rng.getrandbits(63)
    one, other = (
        question_for(game, view(state, seat), kit.legal(game, state, seat), level, seed, ITERATIONS)
        for state in (s, twin)
    )
    assert msgspec.msgpack.encode(one) == msgspec.msgpack.encode(other)
    assert asked(one) == asked(other)
    return int(twin != s)


def test_a_question_is_the_view_and_leads_back_to_it(game):
    for setting in spread(game, 3):
        for place in itertools.islice(kit.walk(game, setting, 5), 0, 200, 20):
            shown = view(place.state, place.seat)
            question = question_for(game, shown, kit.legal(game, place.state, place.seat), "normal", 1)
            again = view_of(msgspec.msgpack.decode(msgspec.msgpack.encode(question), type=Question))
            assert again == shown
            assert again.json(game.words) == shown.json(game.words)


def test_the_same_question_has_the_same_answer_and_a_bot_leaves_it_as_it_was(game):
    for place in itertools.islice(kit.walk(game, spread(game, 3)[0], 8), 0, 200, 20):
        legal = kit.legal(game, place.state, place.seat)
        for level in LEVELS:
            question = question_for(game, view(place.state, place.seat), legal, level, 12345, ITERATIONS)
            before = msgspec.msgpack.encode(question)
            assert choose(question) == choose(question)
            assert msgspec.msgpack.encode(question) == before


def test_bots_need_no_compiler():
    code = """
import sys
from handful.bots.levels import prepare
prepare()
print([name for name in ("numba", "numpy", "asyncio", "litestar") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("level", LEVELS)
def test_a_game_without_a_policy_has_a_bot_that_knows_the_rules_only(sixth, level):
    question = Question(sixth.name, level, 0, {}, [4, 5, 6], 7)
    assert choose(question).action in question.legal
    assert choose(question).reason == "I know only the rules of this game."
    assert choose(question) == choose(question)
    assert {choose(msgspec.structs.replace(question, seed=seed)).action for seed in range(40)} == {4, 5, 6}


# ---------------------------------------------------------------- strength


DUELS = [
    # game, seats, level, other, games, at least this part of them is won
    ("half_suit", 6, "normal", RANDOM, 4, 0.75),
    ("half_suit", 6, "easy", RANDOM, 4, 0.75),
    ("spar", 4, "normal", RANDOM, 6, 0.75),
    ("spar", 4, "easy", RANDOM, 6, 0.6),
    ("thirteam", 4, "normal", RANDOM, 10, 0.75),
    ("thirteam", 4, "easy", RANDOM, 10, 0.7),
    ("claim", 4, "normal", RANDOM, 10, 0.75),
    ("claim", 4, "easy", RANDOM, 10, 0.6),
    ("top_suit", 4, "normal", RANDOM, 60, 0.7),
    ("top_suit", 4, "easy", RANDOM, 60, 0.6),
    ("half_suit", 6, "normal", "easy", 10, 0.5),
    ("spar", 4, "normal", "easy", 6, 0.5),
    ("thirteam", 4, "normal", "easy", 16, 0.5),
    ("claim", 4, "normal", "easy", 20, 0.5),
    ("top_suit", 4, "normal", "easy", 60, 0.5),
]


@pytest.mark.parametrize(("name", "seats", "level", "other", "games", "least"), DUELS)
def test_levels_are_what_they_are_called(name, seats, level, other, games, least):
    assert win_share(find(name), kit.Setting(seats, {}), level, other, games) >= least
