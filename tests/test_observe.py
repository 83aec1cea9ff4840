"""The observer: views, what changed, and masks all follow from the same sights, for every game."""

from __future__ import annotations

import itertools
import random

import pytest

from handful import kit
from handful.games import ROOMS, find
from handful.kernel import Kind
from handful.observe import (
    EVERYTHING,
    SPECTATOR,
    Shows,
    changed,
    eyes,
    glance,
    known_state,
    own_changed,
    read_view,
    sights,
    view,
)

GAMES = [find(room) for room in ROOMS]


def steps(game, most=40):
    """States of a game that follow each other, at several kinds of table."""
    for setting in kit.settings(game)[:6]:
        states = [place.state for place in itertools.islice(kit.walk(game, setting, 1), most)]
        yield from itertools.pairwise(states)


@pytest.mark.parametrize("game", GAMES, ids=ROOMS)
def test_what_changed_makes_the_new_view_of_the_old_one(game):
    for before, after in steps(game):
        for viewer in (SPECTATOR, 0, 1):
            public, own = changed(before, after, game.words), own_changed(before, after, viewer, game.words)
            old, new = view(before, viewer).json(game.words), view(after, viewer).json(game.words)
            assert {**old, **public, **own} == new
            shown = {sight.name for sight in sights(type(after))}
            assert all(old[name] != value for name, value in (public | own).items() if name in shown)
            assert not public.keys() & own.keys()


@pytest.mark.parametrize("game", GAMES, ids=ROOMS)
def test_a_view_is_read_again_from_its_json(game):
    for _, s in itertools.islice(steps(game), 200):
        for viewer in (SPECTATOR, *range(s.seats)):
            shown = view(s, viewer)
            assert read_view(type(s), shown.json(game.words), game.words) == shown


@pytest.mark.parametrize("game", GAMES, ids=ROOMS)
def test_a_glance_is_the_view(game):
    for _, s in itertools.islice(steps(game), 50):
        for viewer in (SPECTATOR, EVERYTHING, 0, 1):
            whole, quick = view(s, viewer), glance(s, viewer)
            assert {name: getattr(quick, name) for name in whole.known} == whole.known
            with pytest.raises(AttributeError, match="has no field deck_of_the_devil"):
                quick.deck_of_the_devil  # noqa: B018


@pytest.mark.parametrize("game", GAMES, ids=ROOMS)
def test_everything_has_each_seat_s_own_and_nothing_that_nobody_sees(game):
    for _, s in itertools.islice(steps(game), 200):
        whole = view(s, EVERYTHING)
        for sight in sights(type(s)):
            if sight.shows is Shows.OWN:
                own = [view(s, seat).known[sight.name][seat] for seat in range(s.seats)]
                assert whole.known[sight.name] == own
        assert set(whole.known) == set(view(s, SPECTATOR).known)


@pytest.mark.parametrize("game", GAMES, ids=ROOMS)
def test_the_mask_over_a_record_has_just_what_a_view_shows(game):
    """What the mask hides can be anything; what it shows is in the state that a view makes known."""
    rng = random.Random(1)
    for _, s in itertools.islice(steps(game), 100):
        for seat in range(s.seats):
            mask, record = eyes(type(s), seat), s.pack()
            known = known_state(view(s, seat), type(s)).pack()
            assert bytes(a & m for a, m in zip(record, mask, strict=True)) == bytes(
                a & m for a, m in zip(known, mask, strict=True)
            )
            other = kit.exchanged(s, seat, rng).pack()
            assert bytes(a & m for a, m in zip(record, mask, strict=True)) == bytes(
                a & m for a, m in zip(other, mask, strict=True)
            )


def test_a_count_is_all_that_others_see_of_a_hand():
    game = find("spar")
    shown = {sight.name: sight for sight in sights(game.rules.State)}
    assert shown["hands"].shows is Shows.OWN
    assert shown["hands_size"].shows is Shows.COUNT
    assert "deck" not in shown
    assert shown["hands"].field.kind is Kind.CARDS
