"""Lessons for clients: their words, and every step as pictures and updates, so that a client needs no rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec

from handful import lesson as rooms
from handful.game import BadText
from handful.games import find
from handful.lesson import Lesson
from handful.policy import Level
from handful.primer import primer
from handful.table.lessons import table_of, updates
from handful.table.pictures import Picture, picture
from handful.table.refusals import Refused, sentence
from handful.table.updates import Update


class LessonTitle(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson as a list of lessons has it."""

    number: int
    title: str
    summary: str
    steps: int
    """How many steps it has."""


class LessonMove(msgspec.Struct, frozen=True, kw_only=True):
    """A move of the learner's own: the action that is right, and what comes of it."""

    action: str
    update: Update


class Practice(msgspec.Struct, frozen=True, kw_only=True):
    """A short game to play at the end, as `/api/play-now` takes it."""

    seats: int
    level: Level
    options: dict[str, str]


class LessonStep(msgspec.Struct, frozen=True, kw_only=True):
    """One step: what is said, the cards it speaks of, what the others do before and after, and the task."""

    title: str
    text: str
    lit: list[str]
    before: list[Update]
    task: str
    """What is to be done; empty where there is only something to read."""
    own: list[LessonMove]
    """The right answer, move by move."""
    right: str
    """What is said to it."""
    after: list[Update]
    practice: Practice | None


class LessonPage(msgspec.Struct, frozen=True, kw_only=True):
    """A whole lesson, as its learner sees it."""

    game: str
    number: int
    title: str
    summary: str
    language: str
    begin: Picture
    steps: list[LessonStep]
    misses: int
    """After so many wrong answers the way is offered."""
    next: int | None
    """The number of the next lesson of the game."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What is said to an answer, and the number of the rule behind a refusal, or empty."""

    right: bool
    sentence: str
    rule: str


class DrawnCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card of an example."""

    card: str
    """`--` for one that cannot be seen."""
    mark: str
    """`+` allowed, `-` not allowed, `*` the best, or a word below it."""


class DrawnItem(msgspec.Struct, frozen=True, kw_only=True):
    """A part of an example: cards that lie over one another, or a word between cards."""

    cards: list[DrawnCard]
    word: str


class DrawnExample(msgspec.Struct, frozen=True, kw_only=True):
    """A drawn example, and what it shows."""

    items: list[DrawnItem]
    text: str


class PrimerPage(msgspec.Struct, frozen=True, kw_only=True):
    """The short version of a game: its goal and a turn in a few sentences, and examples. Empty where there is none."""

    title: str
    text: str
    examples: list[DrawnExample]


@cache
def primer_page(game: str, language: str) -> PrimerPage:
    """The primer of a game in a language."""
    short = primer(find(game), language)
    examples = [
        DrawnExample(
            items=[
                DrawnItem(cards=[DrawnCard(card=one.card, mark=one.mark) for one in item.cards], word=item.word)
                for item in example.items
            ],
            text=example.text,
        )
        for example in (short.examples if short else ())
    ]
    return PrimerPage(
        title=short.title if short else find(game).title, text=short.text if short else "", examples=examples
    )


@cache
def lesson(game: str, number: int) -> Lesson:
    """A lesson, read and checked once."""
    room = find(game)
    if number not in rooms.lessons(room):
        raise Refused("no_lesson", lesson=number, game=room.title)
    try:
        return rooms.lesson(room, number)
    except BadText as error:
        raise Refused("bad_lesson", why=sentence(str(error))) from None


@cache
def titles(game: str, language: str) -> list[LessonTitle]:
    """The lessons of a game."""
    found = []
    for number in rooms.lessons(find(game)):
        words = lesson(game, number).words(language)
        title, summary = words.title, words.summary
        found.append(LessonTitle(number=number, title=title, summary=summary, steps=len(words.steps)))
    return found


@cache
def page(game: str, number: int, language: str) -> LessonPage:
    """A lesson in a language, ready to be taught."""
    taught = lesson(game, number)
    words, spoken = taught.words(language), language if language in taught.languages else "en"
    table = table_of(taught)
    begin, steps = picture(table, taught.you), []
    for step, said in zip(taught.steps, words.steps, strict=True):
        parts: list[list[Update]] = []
        for moments in (step.before, step.task, step.after):
            parts.append([])
            for later, update in updates(table, moments, taught.you):
                table = later
                parts[-1].append(update)
        before, own, after = parts
        practice = step.practice
        steps.append(
            LessonStep(
                title=said.title,
                text=said.text,
                lit=list(step.lit),
                before=before,
                task=said.task,
                own=[LessonMove(action=move.text, update=update) for move, update in zip(step.task, own, strict=True)],
                right=said.right,
                after=after,
                practice=Practice(seats=taught.transcript.seats, level=practice.level, options=dict(practice.options))
                if practice
                else None,
            )
        )
    numbers = rooms.lessons(taught.game)
    later_ones = [other for other in numbers if other > number]
    return LessonPage(
        game=game, number=number, title=words.title, summary=words.summary, language=spoken, begin=begin, steps=steps,
        misses=rooms.MISSES, next=later_ones[0] if later_ones else None,
    )  # fmt: skip


def verdict(game: str, number: int, step: int, done: int, actions: Sequence[str], language: str) -> Verdict:
    """What is said to an answer of a learner."""
    taught = lesson(game, number)
    if step >= len(taught.steps) or done > len(taught.steps[step].task):
        raise Refused("no_lesson", lesson=number, game=taught.game.title)
    said = taught.judge(step, done, actions, language)
    return Verdict(right=said.right, sentence=said.sentence, rule=said.rule)
