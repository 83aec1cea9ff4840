"""Lessons in the terminal: line by line through a pipe, and full screen by keys, one a game."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from textual.events import Paste
from textual.widgets import Input, Static

from handful.games import ROOMS, find
from handful.lesson import lesson
from handful.tui.lesson_app import LessonApp
from handful.tui.lessons import PLAY, LessonTable, Places
from tests.patience import PATIENCE_S
from tests.test_tutorial import files

DOCS = Path(__file__).parents[2] / "docs"


def learn(home: Path, typed: str, *words: str, status: int = 0) -> str:
    """Learn with these lines as the input; what was said."""
    done = subprocess.run(
        [sys.executable, "-m", "handful", "learn", *words, "--plain"],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "XDG_STATE_HOME": str(home), "USER": "ada"},
        timeout=PATIENCE_S,
    )
    assert done.returncode == status, done.stderr
    return done.stdout or done.stderr


def right_answers(name: str, number: int) -> str:
    """The lines with which a learner comes through a lesson without a mistake."""
    lines: list[str] = []
    for step in lesson(find(name), number).steps[:-1]:
        lines += [*(move.text for move in step.task), ""]
    return "\n".join([*lines, "quit", ""])


@pytest.mark.parametrize("language", ["en", "fr", "vi"])
@pytest.mark.parametrize("name", ROOMS)
def test_a_lesson_through_a_pipe_to_its_end(name, language, tmp_path):
    said = learn(tmp_path, right_answers(name, 1), name, "1", "--lang", language)
    words = lesson(find(name), 1).words(language)
    for step in words.steps:
        assert f"{step.title}." in said
    assert said.count("Your task: ") == sum(bool(step.task) for step in words.steps)
    assert "*" not in said
    assert language != "en" or not set(said) & set("♠♣♦♥")
    places = json.loads((tmp_path / "handful" / "lessons.json").read_text(encoding="utf-8"))
    assert places == {f"{name} 1": len(words.steps) - 1}


def test_wrong_answers_are_answered_and_leaving_keeps_the_place(tmp_path):
    said = learn(tmp_path, "\n\nKc\n7h\n\nnonsense\nback\nquit\n", "spar")
    assert "The king of clubs has to wait." in said
    assert "(rule 2.3)" in said
    assert "Otto keeps control." in said
    assert "show shows the right answer." in said
    assert "'nonsense' is no action of Spar" in said
    assert said.rstrip().endswith("your place is kept.")
    again = learn(tmp_path, "\nshow\n?\nhelp\ntable\nhand\nrules\n", "spar")
    assert "Step 2 of 8" in again
    assert "Step 1 of 8" not in again
    assert "The right answer: Qh." in again
    assert "Step 1 of 8" in learn(tmp_path, "", "spar", "--anew")


def test_the_first_lesson_that_is_not_done_comes_first_and_a_short_game_ends_it(tmp_path):
    lines = right_answers("top_suit", 1).replace("quit\n", "play\nquit\n")
    said = learn(tmp_path, lines, "top_suit")
    assert "play begins a short game with bots" in said
    assert "You leave the table." in said
    assert "What good players do" in learn(tmp_path, "quit\n", "top_suit")


def test_what_is_not_there_is_told(tmp_path):
    assert "Spar has no lesson 9; it has 2" in learn(tmp_path, "", "spar", "9", status=2)


def test_the_sixth_game_has_a_lesson_by_putting_files_there(tmp_path):
    page = (DOCS / "lessons.md").read_text(encoding="utf-8")
    shown = dict(re.findall(r"^```\w+ title=\"(lessons/[\w.]+)\"\n(.*?)^```$", page, re.MULTILINE | re.DOTALL))
    assert set(shown) == {"lessons/1.lesson", "lessons/1.en.md"}
    (tmp_path / "lessons").mkdir()
    for name, text in {**shown, "higher.py": files()["higher.py"]}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    said = learn(tmp_path, "\nTc\nKs\nQh\n\nquit\n", str(tmp_path / "higher.py"))
    assert "Only the 10 of spades is lower." in said
    assert "It is safe, but more than you need." in said
    assert "Pip showed the jack of diamonds and is out." in said
    assert "Step 3 of 3: A game." in said
    (tmp_path / "lessons" / "1.lesson").write_text(
        shown["lessons/1.lesson"].replace("0: Qh", "0: 9h"), encoding="utf-8"
    )
    told = learn(tmp_path, "", str(tmp_path / "higher.py"), status=1)
    assert "1.lesson, line 17: 0: 9h: You do not hold that card." in told


@pytest.mark.parametrize("name", ROOMS)
def test_a_lesson_at_the_full_screen(name, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    taught = lesson(find(name), 1)

    async def play() -> None:
        app = LessonApp(LessonTable(taught, name="Ada", places=Places()))
        async with app.run_test(size=(100, 36)) as pilot:

            def said() -> str:
                return str(app.query_one("#lesson", Static).content)

            for place, step in enumerate(taught.steps):
                words = taught.words().steps[place]
                await pilot.pause()
                assert app.table.step == place
                assert str(app.query_one("#lesson").border_title).endswith(words.title)
                if step.task:
                    await pilot.press("n")
                    assert app.table.step == place, "the task comes first"
                    wrong = next((text for text in app.table.offers() if text != step.task[0].text), None)
                    if wrong:
                        await type_in(pilot, app, wrong)
                        assert "✗" in said()
                        assert app.table.asks
                if step.task and place % 2:
                    await pilot.press("escape", "m")
                for move in step.task[app.table.done :]:
                    await type_in(pilot, app, move.text)
                assert not app.table.asks
                assert ("✓" in said()) == bool(step.task)
                if place < len(taught.steps) - 1:
                    await pilot.press("n")
            assert app.table.at_end
            await pilot.press("b", "n" if not taught.steps[-2].task else "m", "n", "g")
        assert app.return_value == PLAY

    asyncio.run(play())


async def type_in(pilot, app, text: str) -> None:
    """Type an action: paste it, which is quicker than a key a letter."""
    await pilot.press("escape", "t")
    app.screen.focused.post_message(Paste(text))
    await pilot.pause()
    assert app.query_one("#entry", Input).value == text
    await pilot.press("enter")
    await pilot.pause()
