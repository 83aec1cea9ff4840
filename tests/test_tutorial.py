"""The sixth game of docs/add-a-game.md, as it stands on the page, passes everything that the five games must pass."""

from __future__ import annotations

import importlib
import random
import re
import sys
from pathlib import Path

import pytest

from handful.games import find, open_room
from tests import kit

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
    open_room(higher)
    return higher


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
    rng, compared, sealed, seen = random.Random(2), 0, 0, 0
    for place in places(game, 24):
        compared += kit.check_no_leak(game, place, rng)
        sealed += kit.check_sealed(game, place, rng)
        seen += 1
    assert compared > seen > 1000
    assert sealed > 1000


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
