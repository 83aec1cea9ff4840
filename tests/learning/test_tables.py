"""Games in step for somebody who learns: which decisions there are, and what comes of them."""

from __future__ import annotations

import numpy as np
import pytest

from handful.columns import columns
from handful.game import Game
from handful.games import find
from handful.learning.plan import plan_of
from handful.learning.tables import Tables, secret_columns

pytestmark = pytest.mark.xdist_group("learned")

SPAR, SEATS = find("spar"), 2


def played(tables: Tables, steps: int):
    """Random play; what every step has shown, before and after."""
    chance = np.random.default_rng(1)
    for _ in range(steps):
        asked = tables.decisions()
        yield asked
        tables.step(asked.game, chance.integers(0, 1 << 30, len(asked.game)) % asked.counts)


def test_only_choices_are_asked_for_and_an_episode_is_a_round():
    tables, ended = Tables(SPAR, SEATS, {"target": "5"}, 16, 1), 0
    for asked in played(tables, 40):
        ended += int(tables.ended.sum())
        assert (asked.counts > 1).all()
        assert len(asked.offers) == asked.counts.sum() == len(asked.rows)
        assert (tables.batch.turn[asked.game] == asked.seat).all()
    assert ended >= 16 + 3 * 16, "two cards a trick, five tricks a round"
    assert np.allclose(tables.worth.sum(axis=1), 1.0, atol=0.01), "the chances of all seats to win the match"


def test_what_others_hold_is_for_the_critic_alone():
    tables = Tables(SPAR, SEATS, {}, 8, 2)
    asked = next(played(tables, 1))
    for row, game in enumerate(asked.game):
        state, me = tables.batch.state(int(game)), int(asked.seat[row])
        assert secret_columns(SPAR, SEATS).of(state, me) == asked.others[row].tolist()
        assert asked.others[row].sum() >= state.hands[1 - me].bit_count()
        assert columns(SPAR.rules.State, SEATS).of(state, me) == pytest.approx(asked.seen[row].tolist())


def test_a_game_without_a_policy_has_whole_games_as_episodes():
    bare = Game(**{name: getattr(SPAR, name) for name in SPAR.__dataclass_fields__} | {"policy": None})
    tables = Tables(bare, SEATS, {"target": "1"}, 8, 3)
    ends = [int(tables.ended.sum()) for _ in played(tables, 30)]
    assert sum(ends[1:]) >= 8
    assert set(np.unique(tables.worth)) <= {0.0, 0.5, 1.0}


@pytest.mark.parametrize("seats", SPAR.seats)
def test_every_room_has_a_plan(seats):
    plan = plan_of(SPAR, seats)
    for options in plan.tables:
        SPAR.read_options(seats, options)
    assert plan.curiosity[0] >= plan.curiosity[1] > 0
