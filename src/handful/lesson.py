"""Lessons: a game that is taught step by step. The rules check every move; see docs/lessons.md.

A lesson is a script in our notation (`lessons/1.lesson` in the game's room), which has the deal, the moves and the
steps, and beside it the words of each language (`1.en.md`, `1.fr.md`, …). Terminal and server both teach from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from handful.cards import card_text, cards_list
from handful.game import BadText, Game, Position, suggest
from handful.observe import Event
from handful.policy import LEVELS, Level
from handful.referee import Replay
from handful.transcript import BadLine, Transcript, TranscriptError, at_line, read

KEY = re.compile(r"(you|player [0-9]|step|light|play): (.*?)(?:  # .*)?")
"""The lines of a script that are not of a transcript."""
WORD = re.compile(r"(Task|Right|Wrong|Wrong [^:]+): (.+)")
SCRIPT = ".lesson"
MISSES = 2
"""After so many wrong answers the way is offered."""


class BadLesson(BadText):
    """Something is wrong with a file of a lesson: which file and line, and what, in a sentence."""


@contextmanager
def in_file(file: Path) -> Iterator[None]:
    """While this lasts, the error of a line is that of a line of this file."""
    try:
        yield
    except TranscriptError as error:
        raise BadLesson(f"{file.name}, {error}") from None


# ------------------------------------------------------------ what a lesson is


@dataclass(frozen=True)
class Moment:
    """A move of a lesson: who did what, what happened, and the position that came of it."""

    line: int
    seat: int
    text: str
    events: list[Event]
    position: Position


@dataclass(frozen=True)
class Practice:
    """A short game to play at the end: against bots of a level, with some options."""

    level: Level
    options: Mapping[str, str]


@dataclass(frozen=True)
class Step:
    """One step: what the others do first, what the learner is to do, and how it goes on from there."""

    name: str
    line: int
    lit: tuple[str, ...]
    """The cards that are spoken of."""
    before: tuple[Moment, ...]
    task: tuple[Moment, ...]
    """The learner's own moves, which are the right answer; empty where there is only something to read."""
    after: tuple[Moment, ...]
    practice: Practice | None


@dataclass(frozen=True)
class StepWords:
    """What a step says in one language."""

    title: str
    text: str
    task: str
    right: str
    wrong: Mapping[str, str]
    """By the text of an action: what is said to it; by the empty text: what is said to any other that is allowed."""


@dataclass(frozen=True)
class LessonWords:
    """What a lesson says in one language."""

    title: str
    summary: str
    steps: tuple[StepWords, ...]


@dataclass(frozen=True)
class Verdict:
    """What is said to an answer: whether it is right, a sentence, and the rule behind a refusal."""

    right: bool
    sentence: str
    rule: str = ""


@dataclass(frozen=True)
class Lesson:
    """A lesson of a game, checked by its rules."""

    game: Game
    number: int
    file: Path
    transcript: Transcript
    you: int
    players: Mapping[int, str]
    """By seat: what the others are called."""
    begin: Moment
    """Where the lesson begins."""
    steps: tuple[Step, ...]

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages that have words for it, English first."""
        others = {file.suffixes[0][1:] for file in self.file.parent.glob(f"{self.number}.*.md")}
        return ("en", *sorted(others - {"en"}))

    def words(self, language: str = "en") -> LessonWords:
        """What it says in a language; in English where it has no such words. BadLesson says what does not fit."""
        spoken = language if language in self.languages else "en"
        file = self.file.with_suffix(f".{spoken}.md")
        if not file.is_file():
            raise BadLesson(f"{self.file.name} has no words: expected a file {file.name} beside it")
        with in_file(file):
            return read_words(file.read_text(encoding="utf-8"), self)

    def before(self, step: int, done: int) -> Position:
        """The position in which the learner answers, after so many of the moves of the task."""
        moments = [self.begin]
        for earlier in self.steps[:step]:
            moments += [*earlier.before, *earlier.task, *earlier.after]
        moments += [*self.steps[step].before, *self.steps[step].task[:done]]
        return moments[-1].position

    def judge(self, step: int, done: int, actions: Sequence[str], language: str = "en") -> Verdict:
        """What is said to an answer: one or more actions, when so many moves of the task are done already."""
        words, task = self.words(language).steps[step], self.steps[step].task
        for place, text in enumerate(actions, done):
            if place >= len(task) or text != task[place].text:
                return self._wrong(self.before(step, min(place, len(task))), text, words, language)
        return Verdict(True, words.right if done + len(actions) == len(task) else "")

    def _wrong(self, position: Position, text: str, words: StepWords, language: str) -> Verdict:
        """The lesson's own words for an action; else the rules' refusal; else what is said to any other action."""
        try:
            reason = position.reason(self.you, self.game.words.read_action(text))
        except BadText as error:
            return Verdict(False, str(error))
        refusal = self.game.texts(language)[f"refusal.{reason.code}"] if reason else words.wrong.get("", "")
        return Verdict(False, words.wrong.get(text) or refusal, reason.rule if reason else "")


# ------------------------------------------------------------ the script


def lessons(game: Game) -> list[int]:
    """The numbers of the lessons that a game has."""
    return sorted(int(file.stem) for file in folder(game).glob(f"*{SCRIPT}") if file.stem.isdecimal())


def folder(game: Game) -> Path:
    """Where the lessons of a game are."""
    return game.page.parent / "lessons"


def lesson(game: Game, number: int) -> Lesson:
    """A lesson of a game; BadText if there is none, BadLesson if its script is wrong."""
    if number not in lessons(game):
        count = len(lessons(game))
        raise BadText(f"{game.title} has no lesson {number}; it has {count or 'none'}")
    file = folder(game) / f"{number}{SCRIPT}"
    with in_file(file):
        return read_script(game, number, file)


def read_script(game: Game, number: int, file: Path) -> Lesson:
    """The lesson of a script; BadLine or IllegalLine says what is wrong."""
    lines = file.read_text(encoding="utf-8").split("\n")
    own = [(at, found[1], found[2]) for at, line in enumerate(lines, 1) if (found := KEY.fullmatch(line))]
    ours = {at for at, _, _ in own}
    transcript = read("\n".join("" if at in ours else line for at, line in enumerate(lines, 1)))
    if transcript.game is not game:
        raise BadLine(1, f"expected a lesson of {game.name}, version {game.rules.VERSION} of its rules")
    you, players = read_players(own, transcript.seats)
    moments = played(transcript)
    starts = [at for at, key, _ in own if key == "step"]
    if not starts:
        raise BadLine(len(lines), "expected `step: …` at least once")
    begin = [moment for moment in moments if moment.line < starts[0]][-1]
    steps = tuple(
        read_step([line for line in own if start <= line[0] < end], moments, you, transcript, end)
        for start, end in zip(starts, [*starts[1:], len(lines) + 1], strict=True)
    )
    return Lesson(game, number, file, transcript, you, players, begin, steps)


def played(transcript: Transcript) -> list[Moment]:
    """Every move of the script, as the rules have it; the first is the start of the game."""
    replay = Replay(transcript, partly=True)
    return [
        Moment(move.line, move.seat, move.text, move.events, Position(transcript.game, position.state, position.dice))
        for move in replay
        if (position := replay.position)
    ]


def read_players(own: Sequence[tuple[int, str, str]], seats: int) -> tuple[int, dict[int, str]]:
    """The learner's seat, and what the others are called."""
    you, players = 0, {}
    for at, key, value in own:
        if key == "you":
            you = int(value) if value.isdecimal() else seats
        elif key.startswith("player "):
            players[int(key.removeprefix("player "))] = value
        if max([you, *players]) >= seats:
            raise BadLine(at, f"there is no such seat; the seats are 0 to {seats - 1}")
    return you, players


def read_step(
    own: Sequence[tuple[int, str, str]], moments: Sequence[Moment], you: int, transcript: Transcript, end: int
) -> Step:
    """A step from its own lines, and the moves between it and the next one."""
    start, _, name = own[0]
    moves = [moment for moment in moments if start < moment.line < end]
    mine = [place for place, moment in enumerate(moves) if moment.seat == you]
    first, last = (mine[0], mine[-1] + 1) if mine else (len(moves), len(moves))
    if last - first != len(mine):
        other = next(moment for moment in moves[first:last] if moment.seat != you)
        raise BadLine(other.line, "a step has one task: another player's move stands between the learner's own")
    lit: list[str] = []
    practice = None
    for at, key, value in own[1:]:
        with at_line(at):
            if key == "light":
                lit += map(card_text, cards_list(value))
            elif key == "play":
                practice = read_practice(transcript, value)
            else:
                raise BadText(f"`{key}: …` stands before the first step")
    parts = (tuple(moves[:first]), tuple(moves[first:last]), tuple(moves[last:]))
    return Step(name, start, tuple(lit), *parts, practice)


def read_practice(transcript: Transcript, text: str) -> Practice:
    """The short game of a line such as `play: easy target=5`."""
    word, *settings = text.split()
    level = next((level for level in LEVELS if level == word), None)
    if level is None:
        raise BadText(f"expected `play: …` with a level, {', '.join(LEVELS)}; found {word!r}.{suggest(word, LEVELS)}")
    options = {name: value for name, _, value in (setting.partition("=") for setting in settings)}
    transcript.game.read_options(transcript.seats, options)
    return Practice(level, options)


# ------------------------------------------------------------ the words


def read_words(text: str, lesson: Lesson) -> LessonWords:
    """The words of a lesson; BadLine says what does not fit the script."""
    lines = text.split("\n")
    if not lines[0].startswith("# "):
        raise BadLine(1, "expected `# ` and the title of the lesson")
    starts = [at for at, line in enumerate(lines) if line.startswith("## ")]
    if len(starts) != len(lesson.steps):
        raise BadLine(len(lines), f"expected {len(lesson.steps)} steps beginning with `## `, found {len(starts)}")
    ends = [*starts[1:], len(lines)]
    steps = tuple(
        read_step_words(lines[start:end], start + 1, lesson, place)
        for place, (start, end) in enumerate(zip(starts, ends, strict=True))
    )
    return LessonWords(lines[0].removeprefix("# "), " ".join(lines[1 : starts[0]]).strip(), steps)


def read_step_words(lines: Sequence[str], start: int, lesson: Lesson, place: int) -> StepWords:
    """What is said in one step: its title and text, then the lines for task and answers."""
    said: dict[str, str] = {}
    key = ""
    text: list[str] = []
    for at, line in enumerate(lines[1:], start + 1):
        if found := WORD.fullmatch(line):
            key = found[1]
            if key in said:
                raise BadLine(at, f"`{key}: …` stands here twice")
            said[key] = found[2]
        elif key and line:
            said[key] += f" {line}"
        else:
            key = ""
            text.append(line)
    wrong = {key.removeprefix("Wrong").strip(): sentence for key, sentence in said.items() if key.startswith("Wrong")}
    body = "\n\n".join(" ".join(part.split("\n")) for part in re.split(r"\n\n+", "\n".join(text).strip()))
    words = StepWords(lines[0].removeprefix("## "), body, said.get("Task", ""), said.get("Right", ""), wrong)
    with at_line(start):
        check_words(words, lesson, place)
    return words


def check_words(words: StepWords, lesson: Lesson, place: int) -> None:
    """BadText if the words do not fit the step of the script."""
    step = lesson.steps[place]
    if not words.text:
        raise BadText("a step has a text")
    if not step.task:
        if words.task or words.right or words.wrong:
            raise BadText(f"in the script nothing is to be done in step {step.name!r}: there is no task")
        return
    if not (words.task and words.right):
        raise BadText(f"step {step.name!r} has a task: expected `Task: …` and `Right: …`")
    write, unsaid = lesson.game.words.write_action, set[str]()
    for done, move in enumerate(step.task):
        position = lesson.before(place, done)
        unsaid |= {text for action in position.legal(lesson.you) if (text := write(action)) != move.text}
    for text in words.wrong:
        if text in {move.text for move in step.task} or (text and write(lesson.game.words.read_action(text)) != text):
            raise BadText(f"`Wrong {text}: …` is the right answer, or not how it is written")
    if unsaid - set(words.wrong) and "" not in words.wrong:
        raise BadText(f"nothing is said to {min(unsaid - set(words.wrong))!r}, which is allowed: `Wrong: …`")
