"""PettingZoo's own suites, and stricter tests where those prove little."""

from __future__ import annotations

import random
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from handful import kit
from handful.columns import view_columns
from handful.envs import knowing, petting_zoo, remembering
from handful.event_memory import kept
from handful.game import Illegal
from handful.games import ROOMS, find
from handful.kernel.dice import SeededDice
from handful.observe import view

pytestmark = pytest.mark.xdist_group("envs")  # compiled in one process, once


@pytest.fixture(params=ROOMS)
def game(request):
    return find(request.param)


def some_settings(game):
    """Every seat count, and some of the options."""
    found = kit.settings(game)
    first = [next(setting for setting in found if setting.seats == seats) for seats in game.seats]
    return [*first, *found[3 :: max(4, len(found) // 3)]]


def test_the_suites_of_pettingzoo(game):
    for seats in game.seats:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            api_test(petting_zoo.aec(game, seats), num_cycles=150)
            seed_test(lambda seats=seats: petting_zoo.aec(game, seats), num_cycles=100)
            parallel_api_test(petting_zoo.parallel(game, seats), num_cycles=100)
            parallel_seed_test(lambda seats=seats: petting_zoo.parallel(game, seats), num_cycles=50)


def test_whole_games_one_by_one(game):
    """To the end: masks are what is legal, rewards add up exactly, dead agents leave, observations are the columns."""
    for n, setting in enumerate(some_settings(game)):
        env = petting_zoo.aec(game, *setting, rewards="points" if n % 2 else "win")
        env.reset(seed=n)
        rng, total, before = random.Random(n), dict.fromkeys(env.possible_agents, 0.0), env.play.scores()
        for agent in env.agent_iter(max_iter=400):
            seen, reward, over, cut, info = env.last()
            total[agent] += reward
            assert not cut
            if over:
                assert not seen["action_mask"].any()
                env.step(None)
                assert agent not in env.agents
                assert agent not in env.rewards
                continue
            seat = env.possible_agents.index(agent)
            s = env.play.state.state()
            legal = kit.legal(game, s, seat)
            given = np.flatnonzero(seen["action_mask"])
            assert sorted(env.play.meant(seat, int(one)) for one in given) == sorted(legal)
            assert (info["action_mask"] == seen["action_mask"]).all()
            assert seen["observation"].tolist() == pytest.approx(env.form.columns.of(s, seat))
            assert env.observation_space(agent).contains(seen)
            env.step(np.int32(rng.choice(given)))
        if not env.agents:
            want = env.play.shares() if not n % 2 else np.subtract(env.play.scores(), before)
            assert list(total.values()) == list(want)


def test_whole_games_together(game):
    """The same, all at once: sealed choices in one step, rewards exact, agents gone at the end."""
    for n, setting in enumerate(some_settings(game)):
        env = petting_zoo.parallel(game, *setting)
        rng, steps = random.Random(n), 0
        seen, _ = env.reset(seed=n)
        total = dict.fromkeys(env.possible_agents, 0.0)
        while env.agents and steps < 250:
            for seat, agent in enumerate(env.agents):
                able = seat in env.play.able()
                assert seen[agent]["action_mask"].any() == able
            masks = {agent: np.flatnonzero(seen[agent]["action_mask"]).tolist() for agent in env.agents}
            actions = {agent: rng.choice(able or [-7]) for agent, able in masks.items()}
            seen, rewards, ends, cuts, _ = env.step(actions)
            steps += 1
            for agent, reward in rewards.items():
                total[agent] += reward
            assert set(ends.values()) == {env.play.over}
            assert not any(cuts.values())
        if not env.agents:
            assert list(total.values()) == env.play.shares()


def test_a_seed_is_a_game_of_the_simulation(game):
    """The deal of a seed is that of `handful sim` with this seed, and without one the next games follow."""
    env = petting_zoo.aec(game)
    for seed, number in ((5, 0), (None, 1), (None, 2), (5, 0)):
        env.reset(seed=seed)
        s = game.fresh(env.form.seats)
        game.rules.start(s, SeededDice(5, number))
        assert env.play.state.pack() == s.pack()


def test_what_is_not_legal_ends_the_game_or_raises():
    env = petting_zoo.aec("spar", 3)
    env.reset(seed=1)
    culprit = env.agent_selection
    wrong = int(np.flatnonzero(env.observe(culprit)["action_mask"] == 0)[0])
    env.step(wrong)
    assert env.rewards == {agent: -1.0 if agent == culprit else 0.0 for agent in env.possible_agents}
    assert all(env.terminations.values())
    strict = petting_zoo.aec("spar", 3, illegal_reward=None)
    strict.reset(seed=1)
    with pytest.raises(Illegal):
        strict.step(wrong)


def test_features_of_actions_come_with_the_observation():
    env = petting_zoo.aec("thirteam", features=True)
    env.reset(seed=1)
    seen = env.observe(env.agent_selection)
    assert env.observation_space(env.agent_selection).contains(seen)
    rows = seen["action_features"][seen["action_mask"] == 1]
    assert len({row.tobytes() for row in rows}) == len(rows) > 1
    assert not seen["action_features"][seen["action_mask"] == 0].any()


def test_what_an_agent_sees_can_be_read():
    env = petting_zoo.aec("spar", 3, render_mode="ansi")
    env.reset(seed=1)
    assert "hands:" in env.render()
    env.close()


def test_events_and_knowledge_are_had_by_giving_such_a_game():
    """The observation is then made of the view, of what follows from it, and of what the seat has heard."""
    game = knowing(remembering(find("spar"), 3))
    env, plain = petting_zoo.aec(game, seats=3), petting_zoo.aec("spar", seats=3)
    env.reset(seed=4)
    plain.reset(seed=4)
    for agent in env.agent_iter(40):
        seen, other = env.last()[0], plain.last()[0]
        seat, s = env.possible_agents.index(agent), env.play.state.state()
        heard = [event.seen_by(seat) for _, event in kept(s)]
        assert seen["observation"].tolist() == pytest.approx(view_columns(view(s, seat), heard=heard))
        assert seen["observation"][: len(other["observation"])].tolist() == other["observation"].tolist()
        action = int(np.flatnonzero(seen["action_mask"])[-1])
        env.step(action)
        plain.step(action)
