"""A lesson in the terminal: its table, and how it is taught line by line. The full screen is in `lesson_app`."""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from rich.text import Text

from handful.cards import SUIT_NAMES, SUIT_SYMBOLS
from handful.game import suggest
from handful.lesson import MISSES, Lesson, Moment, StepWords
from handful.table.lessons import after, table_of
from handful.table.pictures import picture
from handful.table.refusals import Refused
from handful.table.seats import seat_names
from handful.tui.cards import Colours, coloured, spelled
from handful.tui.plain import Lines, PlainTable
from handful.tui.tables import AnyTable

BOLD = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*")
SIGN = re.compile(f"[{SUIT_SYMBOLS}]")
HELP = (
    "Answer with the number or the text of an action; ? lists them. An empty line goes on. Other words: show (the "
    "right answer), back, table, hand, rules, help, quit."
)
PLAY = "play"
"""What comes of a lesson after which a game is to be played."""


def plain(text: str) -> str:
    """A text of a lesson without its marks.

    >>> plain("**Held.** Nothing beats a *king*.")
    'Held. Nothing beats a king.'
    """
    return BOLD.sub(lambda found: found[1] or found[2], text)


def read_out(text: str) -> str:
    """An English text of a lesson for a voice to read: its cards and suits in words.

    >>> read_out("**The 9♥ leads:** ♥ beats ♠.")
    'The 9 of hearts leads: hearts beats spades.'
    """
    return SIGN.sub(lambda sign: SUIT_NAMES[SUIT_SYMBOLS.index(sign[0])], spelled(plain(text)))


def styled(text: str, colours: Colours) -> Text:
    """A text of a lesson with its bold words and the colours of its cards."""
    parts, at = Text(), 0
    for found in BOLD.finditer(text):
        parts.append_text(coloured(text[at : found.start()], colours))
        inside = coloured(found[1] or found[2], colours)
        inside.stylize("bold" if found[1] else "italic")
        parts.append_text(inside)
        at = found.end()
    return parts.append_text(coloured(text[at:], colours))


class Places:
    """Where a person has stopped in the lessons of this machine."""

    def __init__(self) -> None:
        state = os.environ.get("XDG_STATE_HOME", "")
        self.file = (Path(state) if state else Path.home() / ".local" / "state") / "handful" / "lessons.json"

    def _all(self) -> dict[str, int]:
        try:
            return dict(json.loads(self.file.read_text(encoding="utf-8")))
        except (OSError, ValueError):
            return {}

    def of(self, lesson: Lesson) -> int:
        """The step at which to go on; 0 for a lesson that is new or done."""
        step = self._all().get(f"{lesson.game.name} {lesson.number}", 0)
        return step if 0 <= step < len(lesson.steps) - 1 else 0

    def done(self, game: str, number: int, steps: int) -> bool:
        """Whether the last step of a lesson has been reached."""
        return self._all().get(f"{game} {number}", 0) >= steps - 1

    def keep(self, lesson: Lesson, step: int) -> None:
        """Keep the place. A machine that keeps nothing is learnt at all the same."""
        places = self._all() | {f"{lesson.game.name} {lesson.number}": step}
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(json.dumps(places), encoding="utf-8")
        except OSError:
            return


class LessonTable(AnyTable):
    """The table of a lesson: it waits for the right answer, and tells why another is none."""

    def __init__(
        self, lesson: Lesson, language: str = "en", name: str = "Player", step: int = 0, places: Places | None = None
    ) -> None:
        self.lesson = lesson
        self.name = name
        self.language = language
        self.words = lesson.words(language)
        self.places = places
        self.pace = "normal"
        self._news: asyncio.Queue[list[str]] = asyncio.Queue()
        self.go_to(step)

    def go_to(self, step: int) -> None:
        """Begin a step anew: all that comes before it has happened."""
        self.table = table_of(self.lesson, self.name)
        for earlier in self.lesson.steps[:step]:
            for moment in (*earlier.before, *earlier.task, *earlier.after):
                self.table = after(self.table, moment)
        self.step, self.done, self.misses = step, 0, 0
        if self.places:
            self.places.keep(self.lesson, step)
        self._happen(*self.lesson.steps[step].before)

    def _happen(self, *moments: Moment) -> None:
        names, told = seat_names(self.table.seats), []
        for moment in moments:
            self.table = after(self.table, moment)
            told += [event.seen_by(self.lesson.you).sentence(names, self.lesson.you) for event in moment.events]
        self._news.put_nowait(told)

    @property
    def picture(self) -> Mapping[str, Any]:
        shown: dict[str, Any] = msgspec.to_builtins(picture(self.table, self.lesson.you))
        return shown

    @property
    def link(self) -> str:
        """Nobody else can come."""
        return ""

    @property
    def said(self) -> StepWords:
        """What this step says."""
        return self.words.steps[self.step]

    @property
    def words_are_english(self) -> bool:
        return self.language not in self.lesson.languages[1:]

    @property
    def asks(self) -> bool:
        """Whether the task of this step is still to be done."""
        return self.done < len(self.lesson.steps[self.step].task)

    @property
    def at_end(self) -> bool:
        return self.step == len(self.lesson.steps) - 1 and not self.asks

    def offers(self) -> list[str]:
        """What the rules allow, while there is a task."""
        return list(self.picture["legal"]) if self.asks else []

    async def choose(self, offer: str) -> None:
        """Answer the task; Refused says why it is not that."""
        said = self.lesson.judge(self.step, self.done, [offer], self.language)
        if not said.right:
            self.misses += 1
            where = f" (rule {said.rule})" if said.rule else ""
            raise Refused.told("lesson", f"{said.sentence}{where}")
        self._advance()

    def _advance(self) -> None:
        """Do the next move of the task; after its last one the others go on."""
        step = self.lesson.steps[self.step]
        moments = [step.task[self.done]]
        self.done += 1
        if not self.asks:
            moments += step.after
        self._happen(*moments)

    def show_me(self) -> list[str]:
        """Do what is right; the texts of it."""
        shown = []
        while self.asks:
            shown.append(self.lesson.steps[self.step].task[self.done].text)
            self._advance()
        return shown

    def next(self) -> bool:
        """Go on to the next step; whether there is one and this one's task is done."""
        if self.asks or self.at_end:
            return False
        self.go_to(self.step + 1)
        return True

    def back(self) -> None:
        """Go back a step."""
        self.go_to(max(0, self.step - 1))

    def let_others(self) -> str:
        """Nothing to do: the others act by themselves."""
        return "The others act when it is time."

    async def hint(self) -> tuple[str, str]:
        """The task itself."""
        raise Refused.told("lesson", self.said.task or self.said.text)

    async def transcript(self) -> str:
        """A lesson is no game of yours."""
        raise Refused("transcript_later")

    async def again(self) -> AnyTable:
        """The lesson from the beginning."""
        self.go_to(0)
        return self

    async def news(self) -> AsyncIterator[list[str]]:
        """What happened."""
        while True:
            yield await self._news.get()

    async def close(self) -> None:
        """Nothing to end."""


class PlainLesson(PlainTable):
    """A lesson line by line."""

    table: LessonTable

    def tell(self, text: str) -> None:
        """Say something of the lesson: in English its cards are in words, in other languages they keep their signs."""
        print(read_out(text) if self.table.words_are_english else plain(text), flush=True)

    async def teach(self, lines: Lines) -> str:
        """Teach until the lesson is done, the person quits or the input ends; PLAY if a game is to follow."""
        words = self.table.words
        self.tell(f"{self.table.lesson.game.title}: {words.title}. {words.summary}")
        self.say(HELP)
        self.tell_step()
        while (line := await lines.next()) is not None:
            if line == "quit" or (line in ("", "next") and self.table.at_end):
                break
            if line == PLAY and self.table.at_end:
                return PLAY
            await self.take(line)
        self.say("You leave the lesson; your place is kept.")
        return ""

    def tell_step(self) -> None:
        """Say what this step is about."""
        table, steps = self.table, len(self.table.lesson.steps)
        self.tell_news()
        self.tell(f"Step {table.step + 1} of {steps}: {table.said.title}.")
        for part in table.said.text.split("\n\n"):
            self.tell(part)
        self.tell_hand()
        if table.asks:
            self.tell(f"Your task: {table.said.task}")
        elif table.at_end and table.lesson.steps[table.step].practice:
            self.say("play begins a short game with bots; an empty line ends the lesson.")

    def tell_news(self) -> None:
        """Say what happened meanwhile."""
        while not self.table._news.empty():
            for sentence in self.table._news.get_nowait():
                self.say(sentence)

    async def take(self, line: str) -> None:
        """Do what is typed."""
        table = self.table
        if line in ("", "next"):
            if table.next():
                self.tell_step()
            else:
                self.tell(f"Your task: {table.said.task}")
        elif line == "back":
            table.back()
            self.tell_step()
        elif line == "help":
            self.say(HELP)
        elif line == "show":
            self.say(f"The right answer: {', '.join(table.show_me()) or 'nothing is to be done'}.")
            self.tell_right()
        elif line in self.words:
            self.words[line]()
        elif not table.asks:
            self.say("Nothing is to be done here: an empty line goes on.")
        else:
            await self.answer(line)

    async def answer(self, line: str) -> None:
        """Try an action."""
        offers = self.table.offers()
        text = offers[int(line) - 1] if line.isdecimal() and 0 < int(line) <= len(offers) else line
        try:
            await self.table.choose(text)
        except Refused as error:
            self.tell(f"{error}{suggest(text, offers) if text not in offers else ''}")
            if self.table.misses >= MISSES:
                self.say("show shows the right answer.")
            return
        self.tell_right()

    def tell_right(self) -> None:
        """Say what came of the right answer."""
        self.tell_news()
        if not self.table.asks:
            self.tell(self.table.said.right)
            self.say("An empty line goes on.")
