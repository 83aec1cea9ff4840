"""OpenSpiel: its own test of random play, observers, resampling, ISMCTS, and its bots in our arena."""

from __future__ import annotations

import random
import re
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

from handful import kit
from handful.bots.questions import question_for
from handful.envs import open_spiel
from handful.games import ROOMS, find
from handful.kernel.dice import SeededDice
from handful.observe import view
from handful.policy import LEVELS

pytestmark = pytest.mark.xdist_group("envs")  # compiled in one process, once

QUICK = {
    "half_suit": {},
    "spar": {"players": 3, "options": "target:2"},
    "thirteam": {"options": "threshold:2"},
    "claim": {"options": "deals:1"},
    "top_suit": {"players": 3},
}


@pytest.fixture(params=ROOMS)
def loaded(request):
    open_spiel.register()
    return pyspiel.load_game(open_spiel.name_of(request.param), QUICK[request.param] | {"deals": 64})


def test_random_play_with_serialisation(loaded):
    pyspiel.random_sim_test(loaded, num_sims=2, serialize=True, verbose=False)


def test_a_playthrough_is_told_again(loaded, tmp_path):
    """OpenSpiel writes a whole game down with all that it shows of it, and finds the same when it plays it again."""
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(str(loaded), None, seed=1), encoding="utf-8")
    flags.FLAGS.mark_as_parsed()  # it asks for one of its own
    written, again = generate_playthrough.replay(str(file))
    assert written == again
    assert "ObservationTensor(0)" in written
    assert "IsTerminal() = True" in written


def walked(loaded, seed, steps):
    """A state after some random actions."""
    rng, state = random.Random(seed), loaded.new_initial_state()
    while len(state.history()) <= steps and not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def test_a_state_is_the_game_that_it_says(loaded):
    """Deal number d is game d of seed 0; legal actions, texts and returns are those of the rules."""
    game = loaded.game
    for seed in range(4):
        rng, state = random.Random(seed), loaded.new_initial_state()
        deal = rng.choice(state.legal_actions())
        state.apply_action(deal)
        s, dice = game.fresh(loaded.seats, loaded.options), SeededDice(0, deal)
        game.rules.start(s, dice)
        while not state.is_terminal() and len(state.history()) < 120:
            seat = state.current_player()
            legal = kit.legal(game, s, seat)
            texts = {state.action_to_string(seat, action) for action in state.legal_actions()}
            assert texts == {game.words.write_action(action) for action in legal}
            chosen = rng.choice(state.legal_actions())
            game.rules.apply(s, seat, game.words.read_action(state.action_to_string(seat, chosen)), dice)
            state.apply_action(chosen)
            assert state.held.position.state == s
        if state.is_terminal():
            assert sum(state.returns()) == pytest.approx(1.0)


def test_observations_are_the_columns_and_texts_of_the_view(loaded):
    state = walked(loaded, 3, 20)
    for player in range(loaded.num_players()):
        s = state.held.position.state
        assert state.observation_tensor(player) == pytest.approx(open_spiel.columns(type(s), s.seats).of(s, player))
        assert state.observation_string(player) in state.information_state_string(player)


def test_no_observation_or_information_state_leaks(loaded):
    """All that OpenSpiel is told of a player is the same for every re-deal of what the player cannot see."""
    rng = random.Random(1)
    for steps in (1, 6, 20):
        state = walked(loaded, steps, steps)
        s = state.held.position.state
        for player in range(loaded.num_players()):
            other = state.clone()
            other.held.position.state = kit.exchanged(s, player, rng)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.information_state_string(player) == state.information_state_string(player)


def test_resampled_states_have_the_same_information(loaded):
    state, resample = walked(loaded, 5, 12), open_spiel.Resampler(3)
    player = state.current_player()
    others = [resample(state, player) for _ in range(12)]
    for other in others:
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.legal_actions() == state.legal_actions()
    assert len({other.held.position.state.pack() for other in others}) > 1


def test_what_a_player_can_be_certain_of_is_asked_for_by_a_parameter():
    """It is in the tensor and nowhere else, and worlds that are resampled have the same."""
    open_spiel.register()
    plain, knowing = (pyspiel.load_game("handful_half_suit", {"knowledge": known}) for known in (False, True))
    state, knower = walked(plain, 3, 30), walked(knowing, 3, 30)
    player = state.current_player()
    seen, known = state.observation_tensor(player), knower.observation_tensor(player)
    assert known[: len(seen)] == seen
    assert any(known[len(seen) :])
    assert knower.information_state_string(player) == state.information_state_string(player)
    assert open_spiel.Resampler(1)(knower, player).observation_tensor(player) == known


def test_ismcts_of_openspiel_plays():
    open_spiel.register()
    loaded = pyspiel.load_game("handful_spar", {"players": 2, "options": "target:1"})
    chance = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(loaded, mcts.RandomRolloutEvaluator(1, chance), 1.4, 8, random_state=chance)
    bot.set_resampler(open_spiel.Resampler())
    state = loaded.new_initial_state()
    state.apply_action(7)
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert sum(state.returns()) == pytest.approx(1.0)


def test_a_bot_of_openspiel_answers_our_questions():
    game = find("spar")
    for place in list(kit.walk(game, kit.Setting(2, {"target": "1"}), 3))[:4]:
        legal = kit.legal(game, place.state, place.seat)
        question = question_for(game, view(place.state, place.seat), legal, LEVELS[0], 5)
        assert open_spiel.Ismcts().choose(question).action in legal


def test_the_example_of_the_page_runs():
    page = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
    example = next(code for code in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "set_resampler" in code)
    names = {}
    exec(compile(example, "docs/research.md", "exec"), names)
    assert sum(names["state"].returns()) == pytest.approx(1.0)
