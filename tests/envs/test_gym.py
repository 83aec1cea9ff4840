"""Gymnasium: its own checker, whole games, the vector environment in its three modes, and masks."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from handful.cards import BadText
from handful.envs.gym import Single, Vector
from handful.games import ROOMS

pytestmark = pytest.mark.xdist_group("envs")  # compiled in one process, once


@pytest.mark.parametrize("name", ROOMS)
def test_the_checker_of_gymnasium(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(Single(name), skip_render_check=True)


@pytest.mark.parametrize("others", ["random", "easy"])
def test_a_whole_game_from_one_seat(others):
    env = Single("spar", 3, {"target": "3"}, seat=2, others=others)
    ends = []
    for seed in range(6):
        rng = np.random.default_rng(seed)
        seen, info = env.reset(seed=seed)
        over = False
        while not over:
            assert env.play.turn() == 2
            assert env.observation_space.contains(seen)
            seen, reward, over, cut, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
            assert not cut
            assert over or reward == 0
        assert reward == env.play.shares()[2]
        ends.append(env.play.state.pack())
    env.reset(seed=0)
    assert len(set(ends)) > 1
    with pytest.raises(BadText, match="no bot 'clever'"):
        Single("spar", others="clever").reset()


def test_what_is_not_legal_ends_the_game():
    env = Single("spar", 3)
    _, info = env.reset(seed=1)
    _, reward, over, _, _ = env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert (reward, over) == (-1.0, True)


def drawn(rng, mask):
    """A legal action for every game that has one."""
    return np.array([rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in mask])


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_many_games_in_every_mode(mode):
    """What ends is begun anew as the mode says; the rewards of a game are its share of the win, given once."""
    env = Vector("spar", 3, {"target": "2"}, num_envs=32, seat=1, autoreset_mode=mode)
    assert env.metadata["autoreset_mode"] is mode
    rng = np.random.default_rng(1)
    seen, info = env.reset(seed=4)
    ends, before = 0, np.zeros(32, bool)
    for _ in range(60):
        assert env.observation_space.contains(seen)
        seen, rewards, over, cut, info = env.step(drawn(rng, info["action_mask"]))
        assert not cut.any()
        assert (rewards[~over] == 0).all()
        assert set(np.round(rewards, 6)) <= {0.0, 1.0, 0.5, 0.333333}
        if mode is AutoresetMode.NEXT_STEP:
            assert not (over & before).any()
            assert (env.batch.turn[~over] == 1).all()
        if mode is AutoresetMode.SAME_STEP:
            assert (env.batch.turn == 1).all()
            assert not over.any() or (info["_final_obs"] == over).all()
        if mode is AutoresetMode.DISABLED and over.any():
            with pytest.raises(BadText, match="some games are over"):
                env.step(np.zeros(32, int))
            seen, info = env.reset(options={"reset_mask": over})
            assert (env.batch.turn == 1).all()
        before = over
        ends += over.sum()
    assert ends > 40


def test_the_same_seed_gives_the_same_games_and_others_may_be_a_function():
    runs = []
    for _ in range(2):
        env = Vector("top_suit", num_envs=8, others=lambda batch: batch.random_actions())
        seen, info = env.reset(seed=9)
        rng, all_seen = np.random.default_rng(1), [seen]
        for _ in range(20):
            seen, _, _, _, info = env.step(drawn(rng, info["action_mask"]))
            all_seen.append(seen)
        runs.append(np.concatenate(all_seen))
    assert (runs[0] == runs[1]).all()
