"""Games in step for somebody who learns: which decisions there are, and what comes of them."""

from __future__ import annotations

from collections import Counter
from importlib.util import find_spec

import pytest

from handful.bots.features import action_columns
from handful.columns import columns
from handful.game import Game
from handful.games import find
from handful.kernel.dice import SeededDice
from handful.learning.plan import plan_of

pytestmark = [
    pytest.mark.xdist_group("learned"),
    pytest.mark.skipif(not find_spec("torch"), reason="PyTorch is not installed: pip install 'handful[train]'"),
]
if find_spec("torch"):
    import torch

    from handful.learning.tables import Tables, secret_columns

SPAR, SEATS = find("spar"), 2


def played(tables: Tables, steps: int):
    """Random play; what every step has shown, before and after."""
    torch.manual_seed(1)
    for _ in range(steps):
        asked = tables.decisions()
        yield asked
        tables.step(asked.game, torch.randint(1 << 30, (len(asked.game),)) % asked.counts)


def test_only_choices_are_asked_for_and_an_episode_is_a_round():
    tables, ended = Tables(SPAR, SEATS, {"target": "5"}, 16, 1), 0
    for asked in played(tables, 40):
        ended += int(tables.ended.sum())
        assert (asked.counts > 1).all()
        assert len(asked.actions) == asked.counts.sum() == len(asked.rows)
        assert (tables.batch.turn[asked.game] == asked.seat.numpy()).all()
    assert ended >= 16 + 3 * 16, "two cards a trick, five tricks a round"
    assert torch.allclose(tables.worth.sum(dim=1), torch.ones(16), atol=0.01), (
        "the chances of all seats to win the match"
    )


def test_what_others_hold_is_for_the_critic_alone():
    tables = Tables(SPAR, SEATS, {}, 8, 2)
    asked = next(played(tables, 1))
    for row, game in enumerate(asked.game):
        state, me = tables.batch.state(int(game)), int(asked.seat[row])
        assert secret_columns(SPAR, SEATS).of(state, me) == asked.others[row].tolist()
        assert asked.others[row].sum() >= state.hands[1 - me].bit_count()
        assert columns(SPAR.rules.State, SEATS).of(state, me) == pytest.approx(asked.seen[row].tolist())


def test_actions_are_described_as_for_a_bot():
    tables = Tables(SPAR, SEATS, {}, 8, 4)
    for asked in played(tables, 6):
        seats = asked.seat[asked.rows]
        described = tables.described(asked.actions, seats)
        for row, (action, seat) in enumerate(zip(asked.actions.tolist(), seats.tolist(), strict=True)):
            assert action_columns(SPAR, SEATS).of(action, seat) == pytest.approx(described[row].tolist())


def usual(state, seat, legal):
    """What the policy does most often, by many dice."""
    found = Counter()
    for seed in range(40):
        mixed = legal[:]
        found[mixed[SPAR.policy.likely(state, seat, mixed, len(mixed), SeededDice(seed))]] += 1
    return found.most_common(1)[0][0]


def test_the_policy_is_asked_for_advice():
    tables, same, by_chance = Tables(SPAR, SEATS, {}, 32, 4), 0, 0.0
    for asked in played(tables, 8):
        starts = torch.cumsum(asked.counts, 0) - asked.counts
        for row, pick in enumerate(tables.advised(asked.game)):
            legal = asked.actions[starts[row] : starts[row] + asked.counts[row]].tolist()
            same += legal[pick] == usual(tables.batch.state(int(asked.game[row])), int(asked.seat[row]), legal)
            by_chance += 1 / len(legal)
    assert same > 1.5 * by_chance > 15


def test_a_game_without_a_policy_has_whole_games_as_episodes():
    bare = Game(**{name: getattr(SPAR, name) for name in SPAR.__dataclass_fields__} | {"policy": None})
    tables = Tables(bare, SEATS, {"target": "1"}, 8, 3)
    ends = [int(tables.ended.sum()) for _ in played(tables, 30)]
    assert sum(ends[1:]) >= 8
    assert set(tables.worth.unique().tolist()) <= {0.0, 0.5, 1.0}


@pytest.mark.parametrize("seats", SPAR.seats)
@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_every_room_has_a_plan(seats, device):
    plan = plan_of(SPAR, seats, device)
    for options in plan.tables:
        SPAR.read_options(seats, options)
    assert plan.curiosity[0] >= plan.curiosity[1] > 0
