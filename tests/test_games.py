"""Every game, with every seat count and every option, through the kit."""

from __future__ import annotations

import itertools
import random
from importlib import import_module

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from handful import kit
from handful.games import ROOMS, find

SEALED = {"spar", "thirteam", "claim"}
"""The games with choices that others must not learn of before all have chosen."""
SEEDS = st.integers(0, 2**32)
ROOMY = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(params=ROOMS)
def game(request):
    return find(request.param)


def some_place(game, setting, seed, rng):
    """A position somewhere in a random game."""
    places = list(itertools.islice(kit.walk(game, setting, seed), rng.choice((3, 30, 300))))
    return rng.choice(places)


def draw_place(game, seed):
    rng = random.Random(seed)
    return some_place(game, rng.choice(kit.settings(game)), seed, rng), rng


@pytest.mark.parametrize("name", ROOMS)
@ROOMY
@given(seed=SEEDS)
def test_illegal_actions_are_refused_with_a_sentence_and_change_nothing(name, seed):
    game = find(name)
    kit.check_refusals(game, *draw_place(game, seed))


@pytest.mark.parametrize("name", ROOMS)
@ROOMY
@given(seed=SEEDS)
def test_actions_have_words(name, seed):
    game = find(name)
    kit.check_words(game, draw_place(game, seed)[0])


@pytest.mark.parametrize("name", ROOMS)
@ROOMY
@given(seed=SEEDS)
def test_a_transcript_reads_back_and_plays_again(name, seed):
    game = find(name)
    kit.check_transcript(game, random.Random(seed).choice(kit.settings(game)), seed)


def test_nothing_hidden_leaks(game):
    """Positions of all settings, every viewer; much must have been compared, or the test says nothing.

    The game keeps events in mind, and what is certain is worked out: both are among the columns that are compared.
    """
    game = kit.with_all_columns(game, 1)
    rng, settings = random.Random(7), kit.settings(game)
    compared, sealed, places = 0, 0, 0
    every = 1 + 400 * len(settings) // 3000  # of many settings there are fewer positions each
    for n, setting in enumerate(kit.some_settings(game)):
        for place in itertools.islice(kit.walk(game, setting, n), n % every, 400, every):
            compared += kit.check_no_leak(game, place, rng)
            sealed += kit.check_sealed(game, place, rng)
            places += 1
        if places > 1500 and n >= len(settings):
            break
    assert compared > places
    assert (sealed > 200) == (game.name in SEALED)


def test_what_is_known_is_true(game):
    for n, setting in enumerate(kit.settings(game)):
        for place in itertools.islice(kit.walk(game, setting, n), 0, 600, 3):
            kit.check_knowledge(game, place.state)


def test_interpreted_and_compiled_states_are_the_same_bytes(game):
    steps = 0
    for n, setting in enumerate(kit.some_settings(game)):
        steps += kit.check_lockstep(game, setting, n)
        if steps > 30_000 and n >= 2 * len(kit.settings(game)):
            break


def test_a_million_compiled_decisions_are_all_sound(game):
    conserved = import_module(f"tests.games.{game.name}.conserved").conserved
    audit = kit.auditor(game, conserved)
    settings = kit.settings(game)
    decisions, seed = 0, 0
    while decisions < 1_000_000:
        for setting in settings:
            wrong, at_game, at_decision, done = audit(setting, seed, 3)
            assert wrong == 0, f"{setting}: fault {wrong}, seed {seed}, game {at_game}, decision {at_decision}"
            decisions += done
        seed += 1


def test_a_state_fits_in_a_kibibyte(game):
    assert game.rules.State.layout.size <= 1024
