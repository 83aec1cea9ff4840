"""The sixth game of docs/add-a-game.md, as it stands on the page, passes everything that the five games must pass."""

from __future__ import annotations

import importlib
import random
import re
import sys
from pathlib import Path

import pytest

from handful import games, kit
from handful.bots.generic import fits, rehearsed, shape
from handful.bots.levels import choose
from handful.bots.questions import question_for
from handful.cards import members
from handful.envs.imagination import worlds
from handful.game import Position
from handful.games import find
from handful.kernel.dice import SeededDice
from handful.kernel.random_games import SCORES
from handful.observe import EVERYTHING, sights, view
from handful.tui.drawing import picture_of, position_text
from handful.tui.svg import position_svg

PAGE = Path(__file__).parents[1] / "docs" / "add-a-game.md"
TITLED = re.compile(r"^```python title=\"(\w+\.py)\"\n(.*?)^```$", re.MULTILINE | re.DOTALL)

pytestmark = pytest.mark.xdist_group("tutorial")


def files() -> dict[str, str]:
    """The files that the page shows, by name."""
    return dict(TITLED.findall(PAGE.read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the files of the page, from which Python can import; compiled code is kept there too."""
    here = tmp_path_factory.mktemp("tutorial")
    for name, text in files().items():
        (here / name).write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(here)
        patch.setenv("HANDFUL_CACHE", str(here / "cache"))
        yield here
    for name in ("higher", "conserved"):
        sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def game(folder):
    higher = importlib.import_module("higher").GAME
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(games._open, higher.name, higher)
        yield higher


def places(game, seeds):
    """Every position of some games at every kind of table."""
    for setting in kit.settings(game):
        for seed in range(seeds):
            yield from kit.walk(game, setting, seed)


def test_the_game_is_one_file_of_less_than_a_hundred_lines():
    assert set(files()) == {"higher.py", "conserved.py"}
    lines = files()["higher.py"].splitlines()
    assert len(lines) < 100
    assert max(map(len, lines)) <= 120


def test_the_game_is_found_by_its_name(game):
    assert find("higher") is game


def test_illegal_actions_are_refused_with_a_sentence_and_change_nothing(game):
    rng = random.Random(1)
    for place in places(game, 3):
        kit.check_refusals(game, place, rng)


def test_actions_have_words(game):
    for place in places(game, 3):
        kit.check_words(game, place)


def test_a_transcript_reads_back_and_plays_again(game):
    for setting in kit.settings(game):
        for seed in range(3):
            kit.check_transcript(game, setting, seed)


def test_nothing_hidden_leaks(game):
    game = kit.with_all_columns(game, 2)
    rng, compared, sealed, seen = random.Random(2), 0, 0, 0
    for place in places(game, 24):
        compared += kit.check_no_leak(game, place, rng)
        sealed += kit.check_sealed(game, place, rng)
        seen += 1
    assert compared > seen > 1000
    assert sealed > 1000


def test_the_terminal_shows_every_public_field_without_a_line_about_the_game(game):
    position = Position.begin(game, 3, SeededDice(1))
    for seat in (0, 1, 2, 0):
        position.act(seat, position.legal(seat)[0])
    public = [sight.name for sight in sights(game.rules.State) if sight.public and not sight.field.option]
    for seat in (EVERYTHING, 0):
        picture = picture_of(position, seat)
        drawn = position_text(picture).plain
        assert "Seat 0  4 cards" in drawn
        assert all(f"{name} " in drawn for name in public if name not in ("seats", "hands_size"))
        assert position_svg(picture).count("cards<") == 3
        assert "sealed" not in drawn


def test_what_is_known_is_true(game):
    for place in places(game, 6):
        kit.check_knowledge(game, place.state)


def test_interpreted_and_compiled_states_are_the_same_bytes(game):
    steps = sum(kit.check_lockstep(game, setting, seed) for setting in kit.settings(game) for seed in range(40))
    assert steps > 1000


def test_a_million_compiled_decisions_are_all_sound(game):
    audit = kit.auditor(game, importlib.import_module("conserved").conserved)
    decisions = 0
    for seed, setting in enumerate(kit.settings(game)):
        wrong, at_game, at_decision, done = audit(setting, seed, 40_000)
        assert wrong == 0, f"{setting}: fault {wrong}, game {at_game}, decision {at_decision}"
        decisions += done
    assert decisions > 1_000_000


def test_the_page_prints_what_it_says(game, capsys):
    text = PAGE.read_text(encoding="utf-8")
    shown = re.findall(r"^```python\n(.*?)^```$.*?^```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(shown) == 2
    names: dict[str, object] = {}
    for code, printed in shown:
        exec(compile(code, str(PAGE), "exec"), names)
        assert capsys.readouterr().out == printed


def test_hard_searches_though_the_game_has_no_policy(game):
    """What it cannot see is imagined as it truly hides; and it beats chance, which two players' luck does not."""
    way = rehearsed(game)
    assert way is not None
    assert (way.rest.name, way.seal) == ("deck", ("choosing", "remaining"))
    won, reasons = 0, set()
    for seed in range(40):
        position, rng, me = Position.begin(game, 2, SeededDice(seed)), random.Random(seed), seed % 2
        while not position.over:
            seat = rng.choice(position.actors())
            legal = position.legal(seat)
            action = rng.choice(legal)
            if seat == me and len(legal) > 1:
                asked = question_for(game, position.view(seat), legal, "hard", seed, iterations=120)
                action, reason = choose(asked).action, choose(asked).reason
                reasons.add(reason.split(",")[0])
            position.act(seat, action)
        won += me in position.outcome().winners
    assert won > 25
    assert "Played on by chance from here" in reasons
    easy = question_for(game, position.view(0), [32, 33], "easy", 1)
    assert choose(easy).reason == "I know only the rules of this game."


def test_imagined_worlds_hide_as_the_true_one_does(game):
    """Also where others have sealed a choice: a world looks the same to the seat, and the rules go on from it."""
    rng, way, sealed = random.Random(4), rehearsed(game), 0
    for place in places(game, 3):
        seat = rng.choice(list(members(game.rules.actors(place.state))))
        sealed += any(place.state.sealed)
        for record in worlds(game, place.state, seat, 2, seed=rng.randrange(99)):
            world = game.rules.State.unpack(record.tobytes())
            assert view(world, seat) == view(place.state, seat)
            assert shape(world) == shape(place.state)
        assert fits(way, place.state, seat)
    assert sealed > 50


def test_a_game_that_hides_more_than_the_rules_tell_is_not_searched():
    """CLAIM has sealed choices of several kinds: its room says how they are imagined, the declaration does not."""
    assert rehearsed(find("claim")) is None


def test_it_is_an_environment_without_a_line_more(game):
    """A batch, its columns and masks, features of actions, and PettingZoo, from the declaration alone."""
    from handful.envs import Batch
    from handful.envs.petting_zoo import aec

    batch = Batch(game, n=20, seed=1, several="drawn", autoreset=False, observations="floats")
    while not batch.done.all():
        features = batch.features()
        assert features.shape == (*batch.legal.shape, batch.action_columns.width)
        assert 0 <= batch.observations.min() <= batch.observations.max() <= 1
        batch.step(batch.random_actions())
    tally = game.compiled.simulate(game.fresh(batch.seats), 1, 0, 20)
    assert sum(game.rules.score(batch.state(i), 0) for i in range(20)) == tally[SCORES]
    env = aec(game)
    env.reset(seed=1)
    for agent in env.agent_iter():
        seen, _, over, _, _ = env.last()
        env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
    assert sum(env.play.shares()) == pytest.approx(1.0)
