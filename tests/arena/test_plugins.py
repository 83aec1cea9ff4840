"""Bots of others: both kinds of examples play, and one that fails is told of, whatever it does."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import msgspec
import pytest

from handful.arena.contest import setting_of
from handful.arena.entrants import enter, entrant
from handful.arena.game import Bench, Disgraced, try_out
from handful.arena.plugins import Spoken
from handful.bots.questions import question_for
from handful.game import BadText, Position
from handful.games import ROOMS, find
from handful.kernel.dice import SeededDice

EXAMPLES = Path(__file__).parents[2] / "examples"
STRANGE = "tests.arena.strange"


@pytest.fixture(autouse=True)
def examples_can_be_imported(monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLES))


def game_of(*bots, game="spar", seats=2, options=None, **more):
    """The first game of a contest, and what each bot showed in it."""
    texts = {"target": "3"} if game == "spar" and options is None else options or {}
    bench = Bench(setting_of(find(game), seats, texts, enter(list(bots)), 1, **more))
    try:
        return bench.play(0, 0)
    finally:
        bench.close()


def test_the_example_of_a_class_plays():
    played = game_of("careful:Careful", "random", game="half_suit", seats=6)
    careful = played.showings[0]
    assert careful.troubles == {}
    assert careful.decisions > 10
    assert careful.sense["asks that hit"][0] > 0


@pytest.mark.parametrize("game", ROOMS)
def test_the_example_of_a_program_plays_every_game(game):
    short = {"spar": {"target": "2"}, "thirteam": {"threshold": "1"}, "claim": {"deals": "1"}}.get(game, {})
    played = game_of(f"exec:{sys.executable} {EXAMPLES / 'lowest.py'}", "random", game=game,
                     seats=find(game).seats[0], options=short)  # fmt: skip
    assert played.showings[0].troubles == {}
    assert played.showings[0].decisions > 0


def test_the_page_shows_the_examples_as_they_are():
    page = (EXAMPLES.parent / "docs" / "bots.md").read_text(encoding="utf-8")
    for name in ("careful.py", "lowest.py"):
        assert f"```python\n{(EXAMPLES / name).read_text(encoding='utf-8')}```" in page


def test_the_question_on_the_page_is_a_real_one():
    page = (EXAMPLES.parent / "docs" / "bots.md").read_text(encoding="utf-8")
    shown, answer = (msgspec.json.decode(text) for text in re.findall(r"```json\n(.*?)```", page, re.DOTALL))
    position = Position.begin(find("spar"), 2, SeededDice(1), {})
    question = question_for(position.game, position.view(1), position.legal(1), "normal", shown["seed"])
    real = msgspec.json.decode(Spoken().ask(question))
    shown["view"].pop("…")
    assert shown["view"].items() <= real["view"].items()
    assert shown | {"view": {}} == real | {"view": {}}
    assert answer["action"] in real["legal"]


def test_the_example_of_a_program_runs_by_its_own_name():
    assert os.access(EXAMPLES / "lowest.py", os.X_OK)
    assert entrant(str(EXAMPLES / "lowest.py")).kind == "program"


def test_a_program_is_asked_in_words_and_told_nothing_hidden():
    game = find("spar")
    position = Position.begin(game, 3, SeededDice(1), {})
    seat = position.actors()[0]
    question = question_for(game, position.view(seat), position.legal(seat), "normal", 7)
    told = msgspec.json.decode(Spoken().ask(question))
    assert set(told) == {"game", "seat", "view", "legal", "seed", "milliseconds"}
    assert told["view"] == position.view(seat).json(game.words)
    assert [hand is None for hand in told["view"]["hands"]] == [other != seat for other in range(3)]
    assert told["legal"] == [game.words.write_action(action) for action in position.legal(seat)]
    assert set(told["legal"]) <= set(told["view"]["hands"][seat])


def test_a_class_is_shown_its_own_hand_only():
    assert game_of(f"{STRANGE}:Curious", "random", seats=3).showings[0].troubles == {}


def test_what_a_class_prints_is_no_answer():
    assert game_of(f"{STRANGE}:Chatty", "random").showings[0].troubles == {}


def test_a_class_that_raises_is_told_of_and_the_game_goes_on():
    played = game_of(f"{STRANGE}:Raises", "random")
    (trouble,) = played.showings[0].troubles
    assert trouble.startswith("LookupError: no idea (strange.py, line ")
    assert 0 < played.showings[0].troubles[trouble] < played.showings[0].decisions
    assert played.showings[1].troubles == {}


@pytest.mark.parametrize(
    ("bot", "trouble"),
    [
        (f"{STRANGE}:Cheats", "it chose -5, which is not legal"),
        (f"{STRANGE}:Silent", "it returned NoneType, not an Answer"),
        ("exec:sh -c 'while read -r line; do echo hello; done'", "it answered nonsense: 'hello'"),
        ("exec:sh -c 'while read -r line; do printf \"{}\\\\n{}\\\\n\"; done'", "it answered more than one line"),
        ("exec:cat", "it answered nonsense:"),
        ("exec:sh -c 'echo no cards today >&2; exit 4'", "it ended: no cards today"),
        ("exec:true", "it ended without an answer"),
    ],
)
def test_every_failure_is_counted_by_its_name(bot, trouble):
    showing = game_of(bot, "random", options={"target": "1"}).showings[0]
    assert sum(showing.troubles.values()) == showing.decisions > 0
    assert all(found.startswith(trouble) for found in showing.troubles)


def test_an_action_that_means_nothing_is_told_of():
    bot = """exec:sh -c 'while read -r line; do echo "{\\"action\\": \\"Kx\\"}"; done'"""
    showing = game_of(bot, "random", options={"target": "1"}).showings[0]
    assert any("'Kx'" in trouble for trouble in showing.troubles)


def test_a_class_that_ends_its_process_is_started_again():
    showing = game_of(f"{STRANGE}:Dies", "random", options={"target": "1"}).showings[0]
    assert showing.troubles == {"it ended without an answer": showing.decisions}


def test_a_class_that_hangs_is_not_waited_for():
    showing = game_of(f"{STRANGE}:Hangs", "random", options={"target": "1"}, patience=0.2).showings[0]
    assert showing.troubles == {"it took longer than 0.2 s": showing.decisions}


def test_strict_contests_end_with_the_first_failure():
    with pytest.raises(Disgraced, match="Cheats failed: it chose -5"):
        game_of(f"{STRANGE}:Cheats", "random", strict=True)


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("no_such_module:Bot", "no_such_module:Bot: it cannot be loaded: ModuleNotFoundError: No module named"),
        (f"{STRANGE}:Nobody", "it cannot be loaded: AttributeError"),
        (f"{STRANGE}:Broken", "it cannot be loaded: RuntimeError: out of order"),
        ("decimal:Decimal", r"it cannot be loaded: TypeError: Decimal has no method choose\(question\)"),
    ],
)
def test_a_class_that_cannot_be_loaded_is_told_of_before_anything_is_played(bot, sentence):
    with pytest.raises(BadText, match=sentence):
        try_out(setting_of(find("spar"), 2, {}, enter([bot, "random"])))


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("nromal", "there is no bot 'nromal'. Did you mean normal?"),
        ("hrad@50", "there is no bot 'hrad@50'. Did you mean hard?"),
        ("hard@", "expected milliseconds or iterations"),
        ("hard@0", "expected milliseconds or iterations"),
        ("hard@5x", "expected milliseconds or iterations"),
        ("./no_such_program", "there is no program './no_such_program'"),
        ("exec:", "there is no program ''"),
        ("exec:'", "cannot be read as a command"),
    ],
)
def test_a_bad_name_gets_a_sentence(spec, sentence):
    with pytest.raises(BadText) as caught:
        entrant(spec)
    assert sentence in str(caught.value)


def test_budgets_are_read():
    assert (entrant("hard", 120).milliseconds, entrant("hard@50").milliseconds) == (120, 50)
    assert (entrant("hard@200i").iterations, entrant("hard", 300, 9).iterations) == (200, 9)
