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
from handful.table.table import Refused
from handful.tui.faces import said, spelled
from handful.tui.showing import before, hand, middle, names, result, score, status
from handful.tui.sitting import Sitting, save

HELP = (
    "Answer with the number or the text of an action. ? lists them. Other words: table, hand, hint, rules, wait, "
    "save FILE, help, quit."
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

    def __init__(self, sitting: Sitting, say: Callable[[str], None] = say) -> None:
        self.sitting = sitting
        self.say = say
        self.asked: tuple[object, ...] = ()
        self.words: dict[str, Callable[[], None]] = {
            "?": self.tell_offers,
            "help": lambda: self.say(HELP),
            "table": self.tell_table,
            "hand": self.tell_hand,
            "rules": lambda: self.say(find(self.sitting.picture["game"]).page.read_text(encoding="utf-8")),
            "wait": lambda: self.say(self.sitting.let_others()),
        }

    async def play(self) -> None:
        """Play until the game is over, the person quits or the input ends."""
        self.say(f"{find(self.sitting.picture['game']).title}. {HELP}")
        if self.sitting.link:
            self.say(f"The table is at {self.sitting.link}")
        lines = Lines()
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
        async for sentences in self.sitting.news():
            for sentence in sentences:
                self.say(sentence)
            self._ask()
            if self.sitting.picture["status"] == "over":
                for line in result(self.sitting.picture):
                    self.say(line)
                return

    def _ask(self) -> None:
        """Ask for an action, once for each decision."""
        picture, offers = self.sitting.picture, self.sitting.offers()
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
        await asyncio.sleep(LAST_NEWS_SECONDS)
        self.say("The input has ended: you leave the table.")

    async def _do(self, line: str) -> None:
        if line in self.words:
            self.words[line]()
        elif line == "hint":
            await self._hint()
        elif line.startswith("save "):
            await self._save(Path(line.removeprefix("save ")))
        elif line:
            await self._act(line)

    async def _act(self, line: str) -> None:
        while not self.sitting.offers():
            await asyncio.sleep(0.01)
        offers = self.sitting.offers()
        text = offers[int(line) - 1] if line.isdecimal() and 0 < int(line) <= len(offers) else line
        try:
            await self.sitting.act(text)
        except Refused as error:
            self.say(f"{error}{suggest(text, offers)}")

    async def _hint(self) -> None:
        try:
            text, reason = await self.sitting.hint()
        except Refused as error:
            self.say(str(error))
        else:
            self.say(f"A strong bot would: {said(text, names(self.sitting.picture))} ({text}). {reason}")

    async def _save(self, file: Path) -> None:
        try:
            self.say(await save(self.sitting, file))
        except Refused as error:
            self.say(str(error))

    def tell_offers(self) -> None:
        """List what can be done now."""
        who = names(self.sitting.picture)
        for number, text in enumerate(self.sitting.offers(), 1):
            spoken = said(text, who)
            self.say(f"{number}. {spoken}" + (f" ({text})" if spoken != text else ""))
        if not self.sitting.offers():
            self.say(status(self.sitting.picture))

    def tell_hand(self) -> None:
        """Say what the person holds."""
        cards = ", ".join(pretty(CARD_NUMBERS[card]) for card in hand(self.sitting.picture))
        if self.sitting.picture["view"]:
            self.say(f"You hold {cards or 'no cards'}.")

    def tell_table(self) -> None:
        """Say how the table stands."""
        picture = self.sitting.picture
        for seat, name in enumerate(names(picture)):
            told = [name, *self._of_seat(seat)]
            self.say(", ".join(told) + ".")
        for fact in middle(picture):
            self.say(fact[:1].upper() + fact[1:] + ".")
        self.say(status(picture))

    def _of_seat(self, seat: int) -> list[str]:
        picture, view = self.sitting.picture, self.sitting.picture["view"]
        cards = f"{view['hands_size'][seat]} cards" if view else ""
        points = f"score {score(picture, seat)}" if score(picture, seat) else ""
        table = f"before: {before(picture, seat)}" if before(picture, seat) else ""
        return [part for part in (cards, points, table) if part]
