"""`handful learn`: a lesson of a game, full screen or line by line."""

from __future__ import annotations

import asyncio
import sys

import typer

from handful.cli.output import MISUSED, fail
from handful.cli.play import full_screen, own_name
from handful.game import BadText, Game
from handful.lesson import BadLesson, Lesson, lesson, lessons
from handful.tui.lessons import PLAY, LessonTable, Places, PlainLesson
from handful.tui.plain import Lines, PlainTable
from handful.tui.tables import AnyTable, OwnTable


def learn(game: Game, number: int | None, language: str, plain: bool, anew: bool, four_colours: bool) -> None:
    """Teach a lesson from where one stopped, and play the short game at its end if that is wanted."""
    if not plain and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise fail("this is no terminal to draw a table in; --plain teaches line by line")
    places = Places()
    try:
        taught = lesson(game, next_lesson(game, places) if number is None else number)
        table = LessonTable(taught, language, own_name(""), 0 if anew else places.of(taught), places)
    except BadLesson as error:
        raise fail(str(error)) from None
    except BadText as error:
        raise fail(str(error), MISUSED) from None
    try:
        asyncio.run(teach_plainly(table) if plain else teach(table, four_colours))
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


def next_lesson(game: Game, places: Places) -> int:
    """The first lesson that is not done; of lessons that are all done, the first."""
    numbers = lessons(game)
    if not numbers:
        raise BadText(f"{game.title} has no lessons")
    undone = [number for number in numbers if not places.done(game.name, number, len(lesson(game, number).steps))]
    return (undone or numbers)[0]


async def teach_plainly(table: LessonTable) -> None:
    """Teach line by line, and play on if that is wanted."""
    lines = Lines()
    if await PlainLesson(table).teach(lines) == PLAY:
        own = practice_table(table.lesson)
        try:
            await PlainTable(own).play(lines)
        finally:
            await own.close()


async def teach(table: LessonTable, four_colours: bool) -> None:
    """Teach full screen, and play on if that is wanted."""
    from handful.tui.app import STOPPED
    from handful.tui.lesson_app import LessonApp

    came = await LessonApp(table, four_colours).run_async()
    if came == STOPPED:
        raise typer.Exit(130)
    if came == PLAY:
        own = practice_table(table.lesson)
        try:
            own = await full_screen(own, four_colours)
        finally:
            await own.close()


def practice_table(taught: Lesson) -> AnyTable:
    """The table of the short game at the end of a lesson."""
    practice = taught.steps[-1].practice
    assert practice is not None
    seats, options = taught.transcript.seats, dict(practice.options)
    return OwnTable(taught.game.name, seats, options, own_name(""), practice.level)
