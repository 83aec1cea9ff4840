"""Bots that have learned: files of weights, what they say, whom they fall back to, and that they see only a view."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import msgspec
import numpy as np
import pytest

from handful import games, kit
from handful.arena.contest import setting_of
from handful.arena.entrants import enter, entrant
from handful.arena.game import Bench
from handful.bots.features import action_columns
from handful.bots.foresight import Mind, ask, expectation, foreseer_of, liking, think
from handful.bots.learned import network_for, networks
from handful.bots.levels import choose, choose_by
from handful.bots.network import BIASED, LARGEST_FILE, LAYERS, About, Network, digest_of
from handful.bots.questions import question_for
from handful.cards import BadText
from handful.columns import columns, view_columns
from handful.game import Position
from handful.games import ROOMS, find
from handful.kernel.dice import SeededDice
from handful.observe import view
from handful.policy import INSTEAD, LEVELS, LONGEST_REASON
from handful.table.commands import opening, play_now
from handful.table.refusals import Refused
from handful.table.table import Table
from tests.bots.test_levels import indistinguishable

pytestmark = pytest.mark.xdist_group("learned")  # compiled in one process, once

SEATS, WIDTH, WIDE = 2, 12, 6
SPAR = find("spar")


def network(game=SPAR, seed=1, **said) -> Network:
    """Weights that nobody trained."""
    chance = np.random.default_rng(seed)
    seen, features = columns(game.rules.State, SEATS).size, action_columns(game, SEATS).size
    half = WIDE // 2
    shapes = [(seen, WIDTH), (WIDTH, WIDTH), (WIDTH, 1), (WIDTH, WIDE), (WIDE, half), (seen, WIDE), (features, WIDE),
              (half, 1)]  # fmt: skip
    arrays = {name: chance.normal(size=shape) for name, shape in zip(LAYERS, shapes, strict=True)}
    arrays |= {f"{name}_bias": chance.normal(size=arrays[name].shape[1]) for name in BIASED}
    options = {name: [option.write(option.default)] for name, option in game.options.items()}
    about = About(game.name, game.rules.VERSION, SEATS, options, digest_of(game, SEATS))
    return Network(msgspec.structs.replace(about, **said), arrays)


@pytest.fixture
def seventh(tmp_path, monkeypatch):
    """Spar by another name, in a room of its own with weights for two seats."""
    game = replace(SPAR, name="seventh", page=tmp_path / "RULES.md")
    (tmp_path / "learned").mkdir()
    monkeypatch.setitem(games._open, game.name, game)
    network(game, options={**network(game).about.options, "target": ["5", "20"]}).write(tmp_path / "learned" / "2.npz")
    return game


def asked(game, level, seed=3, seats=SEATS, **options):
    """A question at the beginning of a game."""
    position = Position.begin(game, seats, SeededDice(seed), options)
    seat = position.actors()[0]
    return question_for(game, position.view(seat), position.legal(seat), level, 7, iterations=60)


def fresh_table(game) -> Table:
    """A table at which nobody sits yet."""
    return Table.begin("t", b"s" * 32, opening("you", game.name, SEATS, {}, "off", False, b"s" * 32, 0))


# ---------------------------------------------------------------- files


def test_a_file_holds_the_network_in_half_precision_and_what_it_was_trained_for(tmp_path):
    made = network(decisions=9, device="cpu")
    made.write(tmp_path / "a.npz")
    network(decisions=9, device="cpu").write(tmp_path / "b.npz")
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    read = Network.read(tmp_path / "a.npz")
    assert read.about == made.about
    for name, array in made.arrays.items():
        np.testing.assert_allclose(read.arrays[name], array, rtol=1e-3, atol=1e-6)


def test_what_is_no_file_of_weights_is_refused_in_words(tmp_path):
    (tmp_path / "bad.npz").write_bytes(b"PK nothing")
    np.savez(tmp_path / "other.npz", a=np.zeros(3))
    for name in ("bad.npz", "other.npz", "none.npz"):
        with pytest.raises(BadText, match="holds no weights of a bot"):
            Network.read(tmp_path / name)
    with pytest.raises(BadText, match="there is no file of weights"):
        entrant(str(tmp_path / "none.npz"))


@pytest.mark.parametrize("room", ROOMS)
def test_the_weights_that_ship_fit_their_rooms_and_are_small(room):
    game = find(room)
    assert sum(file.stat().st_size for file in game.trained) < LARGEST_FILE
    for file in game.trained:
        about = Network.read(file).about
        assert (about.game, about.rules, about.columns) == (room, game.rules.VERSION, digest_of(game, about.seats))
        assert game.policy is not None
        for name, values in about.options.items():
            assert all(game.options[name].read(value) is not None for value in values)


# ---------------------------------------------------------------- who plays


def test_only_a_game_with_weights_offers_the_levels_that_learned(seventh, sixth):
    assert seventh.levels == (*LEVELS, "instinct", "expert")
    for room in map(find, ROOMS):
        assert bool(set(INSTEAD) & set(room.levels)) == bool(room.trained)
    bare = replace(sixth, page=sixth.page.with_name("nowhere") / "RULES.md")
    assert bare.levels == LEVELS
    assert [bare.level(level) for level in seventh.levels] == [*LEVELS, "normal", "hard"]
    assert [seventh.level(level) for level in seventh.levels] == list(seventh.levels)


def test_a_file_says_which_levels_play_with_it(seventh, tmp_path):
    network(seventh, levels=("instinct",)).write(tmp_path / "learned" / "2.npz")
    again = replace(seventh)
    assert again.levels == (*LEVELS, "instinct")
    shown = Position.begin(again, SEATS, SeededDice(1)).view(0)
    networks.cache_clear()
    assert network_for(shown, again, "instinct") is not None
    assert network_for(shown, again, "expert") is None


def test_a_table_seats_them_where_they_are_offered_and_refuses_them_elsewhere(seventh, monkeypatch):
    assert play_now(fresh_table(seventh), "you", "Ada", "n", "expert", 0).table.seats[1].bot == "expert"
    bare = replace(SPAR, name="bare", page=seventh.page.with_name("nowhere") / "RULES.md")
    monkeypatch.setitem(games._open, bare.name, bare)
    with pytest.raises(Refused, match="easy, normal, hard"):
        play_now(fresh_table(bare), "you", "Ada", "n", "expert", 0)


def test_instinct_plays_what_its_network_likes_most_and_says_how_often(seventh):
    question = asked(seventh, "instinct")
    made = Network.read(seventh.trained[0])
    seen = Position.begin(seventh, SEATS, SeededDice(3)).view(question.seat)
    chances, expected = made.chances(seventh, view_columns(seen), question.legal, question.seat)
    answer = choose(question)
    assert answer.action == question.legal[int(chances.argmax())]
    assert f"{round(100 * chances.max())}" in answer.reason
    assert answer.reason.endswith(f"I expect {round(100 * expected)} of 100 here.")


def test_expert_tries_what_its_network_likes_and_tells_what_it_brought(seventh):
    question = asked(seventh, "expert")
    answer = choose(question)
    assert answer.action in question.legal
    assert "deals that I tried" in answer.reason
    assert choose(question) == answer


@pytest.mark.parametrize(("level", "instead"), INSTEAD.items())
@pytest.mark.parametrize(("seats", "options"), [(3, {}), (2, {"honour": "yes"}), (2, {"target": "21"})])
def test_at_a_table_that_nothing_was_trained_for_the_level_beside_plays_and_says_so(
    seventh, level, instead, seats, options
):
    answer = choose(asked(seventh, level, seats=seats, **options))
    usual = choose(asked(seventh, instead, seats=seats, **options))
    assert answer.action == usual.action
    assert answer.reason == f"I was not trained for such a table and play as {instead} does. {usual.reason}"
    assert len(answer.reason) <= LONGEST_REASON


def test_numbers_between_those_of_the_training_fit(seventh):
    made = Network.read(seventh.trained[0])
    fits = {
        target: made.fits(seventh, Position.begin(seventh, 2, SeededDice(1), {"target": target}).view(0))
        for target in ("4", "5", "11", "20", "21")
    }
    assert fits == {"4": False, "5": True, "11": True, "20": True, "21": False}


def test_weights_for_other_columns_or_rules_do_not_fit(seventh):
    shown = Position.begin(seventh, 2, SeededDice(1)).view(0)
    assert network(seventh).fits(seventh, shown)
    assert not network(seventh, columns="0123").fits(seventh, shown)
    assert not network(seventh, rules=99).fits(seventh, shown)


# ---------------------------------------------------------------- honesty


@pytest.mark.parametrize("level", INSTEAD)
def test_what_a_seat_cannot_see_changes_nothing(seventh, level):
    rng = random.Random(5)
    places = itertools.islice(kit.walk(seventh, kit.Setting(SEATS, {}), 4), 0, 120, 8)
    assert sum(indistinguishable(seventh, place.state, place.seat, level, rng) for place in places) > 5


# ---------------------------------------------------------------- as machine code


def test_the_mind_of_the_search_judges_as_the_network_does():
    made = network()
    mind = Mind.of(made, SPAR.rules.MOST_LEGAL)
    for place in itertools.islice(kit.walk(SPAR, kit.Setting(SEATS, {}), 6), 0, 60, 6):
        legal = kit.legal(SPAR, place.state, place.seat)
        row = view_columns(view(place.state, place.seat))
        offers = np.array([action_columns(SPAR, SEATS).of(action, place.seat) for action in legal], np.float32)
        scores, expected = made.judge(np.array([row], np.float32), offers, np.zeros(len(legal), np.int64))
        mind.seen[:] = row
        think(mind)
        ask(mind)
        found = []
        for offer in offers:
            mind.offered[:] = offer
            found.append(liking(mind))
        np.testing.assert_allclose(found, scores, rtol=1e-4, atol=1e-4)
        assert expectation(mind) == pytest.approx(expected[0], abs=1e-4)


def test_a_search_may_end_with_what_the_network_expects():
    soon, late = (foreseer_of(network(ahead=ahead)) for ahead in (1, 0))
    position = Position.begin(SPAR, SEATS, SeededDice(3))
    seat = position.actors()[0]
    shown, legal = position.view(seat), position.legal(seat)
    means = [one.think(shown, legal, legal[0], seed=1, iterations=80).means for one in (soon, late)]
    assert all(0 <= value <= 1 for found in means for value in found.values())
    assert means[0] != means[1]


# ---------------------------------------------------------------- in the arena


def test_a_file_of_weights_enters_the_arena_alone_or_with_a_search(tmp_path):
    file = tmp_path / "spar.npz"
    network().write(file)
    alone, thinking = enter([str(file), f"{file}@40i"])
    assert (alone.kind, thinking.kind, thinking.iterations) == ("instinct", "expert", 40)
    assert alone.digest == thinking.digest != ""
    bench = Bench(setting_of(SPAR, SEATS, {"target": "20"}, [alone, thinking], 1, strict=True))
    played = bench.play(0, 0)
    assert all(showing.decisions and not showing.troubles for showing in played.showings)
    question = asked(SPAR, "instinct")
    assert choose_by(Network.read(file), question).action in question.legal
