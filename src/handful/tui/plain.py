"""The table line by line, for a screen reader, a pipe or a plain terminal: no colours, no control codes."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from pathlib import Path

from handful.cards import CARD_NUMBERS, pretty
from handful.game import suggest
from handful.games import find
from handful.paragraphs import paragraphs
from handful.table.refusals import Refused
from handful.table.table import ENDED
from handful.tui.cards import spelled
from handful.tui.picture import aim, facts, hand, holds, lying, names, result, score, spoken, status
from handful.tui.tables import AnyTable, save

HELP = (
    "Answer with the number or the text of an action. ? lists them. Other words: table, hand, hint, rules, rules 2.1, "
    "wait, save FILE, help, quit."
)

LAST_NEWS_SECONDS = 0.05
"""What the last line did is still told before one leaves."""


class Lines:
    """Lines of standard input, read beside the table: None when there are no more."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.queue: asyncio.Queue[str | None] = asyncio.Queue()
        self.wanted = threading.Semaphore(1)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        """Read from the descriptor: a thread that waits in `sys.stdin` would keep the program from ending."""
        rest, more = b"", b"-"
        while self.wanted.acquire():
            while b"\n" not in rest and (more := os.read(0, 4096)):
                rest += more
            line, _, rest = rest.partition(b"\n")
            ended = not more and not line
            try:
                self.loop.call_soon_threadsafe(
                    self.queue.put_nowait, None if ended else line.decode(errors="replace").strip()
                )
            except RuntimeError:
                return  # the table is gone
            if ended:
                return

    async def next(self) -> str | None:
        """The next line; the one after it is read only when it is asked for."""
        line = await self.queue.get()
        self.wanted.release()
        return line


def say(sentence: str) -> None:
    """Print a sentence with its cards in words."""
    print(spelled(sentence), flush=True)


class PlainTable:
    """A person at a table who reads and writes lines."""

    def __init__(self, table: AnyTable, say: Callable[[str], None] = say) -> None:
        self.table = table
        self.say = say
        self.asked: tuple[object, ...] = ()
        self.trouble = ""
        """What was last said of the line to a server."""
        self.words: dict[str, Callable[[], None]] = {
            "?": self.tell_offers,
            "help": lambda: self.say(HELP),
            "table": self.tell_table,
            "hand": self.tell_hand,
            "rules": lambda: self.say(find(self.table.picture["game"]).page.read_text(encoding="utf-8")),
            "wait": lambda: self.say(self.table.let_others()),
        }

    async def play(self, lines: Lines | None = None) -> None:
        """Play until the game is over, the person quits or the input ends; lines may be read already."""
        self.say(f"{find(self.table.picture['game']).title}. {' '.join(aim(self.table.picture))}")
        self.say(HELP)
        if self.table.link:
            self.say(f"The table is at {self.table.link}")
        lines = lines or Lines()
        news = asyncio.create_task(self._listen())
        answers = asyncio.create_task(self._answer(lines))
        try:
            await asyncio.wait({news, answers}, return_when=asyncio.FIRST_COMPLETED)
            for done in (news, answers):
                if done.done():
                    done.result()
        finally:
            news.cancel()
            answers.cancel()
            await asyncio.gather(news, answers, return_exceptions=True)

    async def _listen(self) -> None:
        """Tell the news, and ask when there is something to decide; until the game is over."""
        async for sentences in self.table.news():
            for sentence in sentences:
                self.say(sentence)
            self._tell_line()
            self._ask()
            if self.table.picture["status"] in ENDED:
                for line in result(self.table.picture) or [status(self.table.picture)]:
                    self.say(line)
                return

    def _tell_line(self) -> None:
        """Say when the line to a server is lost, and when it is back."""
        if (trouble := self.table.trouble) != self.trouble:
            self.trouble = trouble
            self.say(trouble or "The line is back.")

    def _ask(self) -> None:
        """Ask for an action, once for each decision."""
        picture, offers = self.table.picture, self.table.offers()
        decision = (picture["status"], picture["decision"], *offers)
        if offers and decision != self.asked:
            self.tell_hand()
            several = f"{len(offers)} actions" if len(offers) > 1 else "one action"
            self.say(f"Your move: {several}, ? lists them.")
        self.asked = decision

    async def _answer(self, lines: Lines) -> None:
        """Do what is typed; a line that comes while others act waits until there is something to decide."""
        while (line := await lines.next()) is not None:
            if line == "quit":
                self.say("You leave the table.")
                return
            await self._do(line)
        while not self.table.link and not self.table.offers() and self.table.picture["status"] == "playing":
            await asyncio.sleep(LAST_NEWS_SECONDS)  # the bots may still end the game
        await asyncio.sleep(LAST_NEWS_SECONDS)
        self.say("The input has ended: you leave the table.")

    async def _do(self, line: str) -> None:
        try:
            if line in self.words:
                self.words[line]()
            elif line == "hint":
                text, reason = await self.table.hint()
                self.say(f"A strong bot would: {spoken(self.table.picture, text)} ({text}). {reason}")
            elif line.startswith("rules "):
                self.tell_rule(line.removeprefix("rules ").strip())
            elif line.startswith("save "):
                self.say(await save(self.table, Path(line.removeprefix("save "))))
            elif line:
                await self._act(line)
        except Refused as error:
            self.say(str(error))

    async def _act(self, line: str) -> None:
        while not self.table.offers():
            await asyncio.sleep(0.01)
        offers = self.table.offers()
        text = offers[int(line) - 1] if line.isdecimal() and 0 < int(line) <= len(offers) else line
        try:
            await self.table.choose(text)
        except Refused as error:
            self.say(f"{error}{suggest(text, offers)}")

    def tell_offers(self) -> None:
        """List what can be done now."""
        for number, text in enumerate(self.table.offers(), 1):
            said = spoken(self.table.picture, text)
            self.say(f"{number}. {said}" + (f" ({text})" if said != text else ""))
        if not self.table.offers():
            self.say(status(self.table.picture))

    def tell_rule(self, number: str) -> None:
        """Say one paragraph of the rules."""
        game = find(self.table.picture["game"])
        known = {one.number: one for one in paragraphs(game.page.read_text(encoding="utf-8"))}
        found = known.get(number.upper())
        near = suggest(number.upper(), list(known))
        self.say(f"{found.number} {found.text}" if found else f"The rules have no paragraph {number!r}.{near}")

    def tell_hand(self) -> None:
        """Say what the person holds."""
        cards = hand(self.table.picture, self.table.picture["seat"])
        if cards is not None:
            self.say(f"You hold {', '.join(pretty(CARD_NUMBERS[card]) for card in cards) or 'no cards'}.")

    def tell_table(self) -> None:
        """Say how the table stands."""
        picture = self.table.picture
        for seat, name in enumerate(names(picture)):
            told = [name, *self._of_seat(seat)]
            self.say(", ".join(told) + ".")
        for fact in facts(picture):
            self.say(f"{fact[:1].upper()}{fact[1:]}.")
        self.say(status(picture))

    def _of_seat(self, seat: int) -> list[str]:
        picture, who = self.table.picture, names(self.table.picture)
        points = f"score {score(picture, seat)}" if score(picture, seat) else ""
        lies = [f"{entry.shown.label.lower()} {entry.words(value, who)}" for entry, value in lying(picture, seat)]
        return [part for part in (holds(picture, seat), points, *lies) if part]
