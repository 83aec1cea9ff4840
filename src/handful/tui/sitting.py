"""A person at a table, whoever keeps the table: this terminal, with bots, or a server."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import secrets
import time
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any, Protocol

from handful.bots import LEVELS, Question
from handful.bots.pool import BotPool, PoolClosed
from handful.client import Client, parts_of
from handful.kernel import WAITS
from handful.table.entries import AnyEntry, Started
from handful.table.table import Refused, Table, new_table, opening
from handful.tui.showing import names

YOU = "you"
PACES = {"slow": 1.6, "normal": 0.7, "fast": 0.0}
"""How long a bot takes at least, in seconds."""
PATIENCE = {"slow": 8.0, "normal": 4.0, "fast": 0.0}
"""The same where the person may act before the bot does, though nobody waits for it: as a partner does."""
BOT_SECONDS = 5.0
NOW = 0
"""Nothing at a table without a clock depends on the time."""

START = "start"
BOTS = tuple(f"bots {level}" for level in LEVELS)


class Sitting(Protocol):
    """What a terminal needs to know and to do at a table."""

    pace: str

    @property
    def picture(self) -> Mapping[str, Any]:
        """Everything that the person may know of the table, as the server's protocol has it."""

    @property
    def link(self) -> str:
        """The address of the table for others; empty if nobody can come."""

    def offers(self) -> list[str]:
        """The texts of all that the person may do now."""

    async def act(self, text: str) -> None:
        """Do one of the offers; Refused says why not."""

    def let_others(self) -> str:
        """Let the others act first, where they can; a sentence on it."""

    async def hint(self) -> tuple[str, str]:
        """What a strong bot would do with this view, and why; Refused where there are no hints."""

    async def transcript(self) -> str:
        """The finished game as text; Refused before the end."""

    async def again(self) -> Sitting:
        """Another game of the same kind; this sitting is over then."""

    def news(self) -> AsyncIterator[list[str]]:
        """Sentences on what happened, whenever the picture has changed."""

    async def close(self) -> None:
        """Go."""


async def save(sitting: Sitting, file: Path) -> str:
    """Write the transcript of a finished game to a file; a sentence on it, or Refused."""
    text = await sitting.transcript()
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Refused(f"{file}: {error.strerror}.") from None
    return f"Transcript: {file}"


class Alone:
    """A table in this terminal: one person, and bots in worker processes that see their own views only."""

    def __init__(
        self,
        game: str,
        seats: int,
        options: Mapping[str, str] | None = None,
        name: str = "Player",
        level: str = "normal",
        seed: int | None = None,
        pace: str = "normal",
        bots: BotPool | None = None,
    ) -> None:
        secret = secrets.token_bytes(32) if seed is None else hashlib.sha256(b"%d" % seed).digest()
        first = opening(YOU, game, seats, dict(options or {}), "off", False, secret, NOW)
        self.setting = (game, seats, options, name, level, None)
        self.table = Table.begin(new_table() if seed is None else f"seed-{seed}", secret, first)
        self.pace = pace
        self.link = ""
        self.pool = bots or BotPool(workers=1)
        self._news: asyncio.Queue[list[str]] = asyncio.Queue()
        self._others_first = 0
        self._stirred = asyncio.Event()
        self._bots: asyncio.Task[None] | None = None
        self._arrange(name, level)

    def _arrange(self, name: str, level: str) -> None:
        table = self.table
        self._fold(table.sit(YOU, name, 0, "" if table.id.startswith("seed-") else secrets.token_hex(8), NOW))
        for seat in range(1, len(table.seats)):
            self._fold(table.seat_bot(YOU, seat, level, NOW))
        self._fold([Started(at=NOW)])

    @property
    def picture(self) -> Mapping[str, Any]:
        return self.table.picture(0)

    def offers(self) -> list[str]:
        """What is legal."""
        return list(self.picture["legal"])

    async def act(self, text: str) -> None:
        """Do an action."""
        self._fold(self.table.act(YOU, [text], secrets.token_hex(8), self.table.number, NOW))

    def _fold(self, entries: list[AnyEntry]) -> None:
        for entry in entries:
            events = self.table.fold(entry).events
            self._news.put_nowait([event.seen_by(0).sentence(names(self.picture)) for event in events])
        self._stirred.set()

    def let_others(self) -> str:
        """Let partners act first, for this decision."""
        if not self.table.bots_due():
            return "Nobody else can act now: it is up to you."
        self._others_first = self.table.asked[0]
        self._stirred.set()
        return "You let the others act first."

    async def hint(self) -> tuple[str, str]:
        """What the hard level would do, from your own view."""
        if 0 not in self.table.actors():
            raise Refused("It is not your move.")
        asked = self.table.question(0)
        question = Question(asked.game, "hard", asked.seat, asked.view, asked.legal, asked.seed)
        answer = await self.pool.ask(question, BOT_SECONDS)
        return self.table.game.words.write_action(answer.action), answer.reason

    async def transcript(self) -> str:
        """The finished game, with the secret of its shuffle."""
        return self.table.transcript()

    async def again(self) -> Sitting:
        """A fresh shuffle for the same players."""
        await self.close()
        return Alone(*self.setting, self.pace)

    async def news(self) -> AsyncIterator[list[str]]:
        """What happened; the bots play for as long as somebody listens."""
        self._bots = self._bots or asyncio.create_task(self._play())
        while True:
            yield await self._news.get()

    async def close(self) -> None:
        """End the bots."""
        if self._bots:
            self._bots.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._bots
        await self.pool.close()

    async def _play(self) -> None:
        """Let bots act, one after the other, until the game is over."""
        while self.table.status == "playing":
            due = self.table.bots_due()
            if not due or self._waits_for_person():
                self._stirred.clear()
                await self._stirred.wait()
                continue
            await self._let_act(due[self.table.number % len(due)])

    def _may_come_first(self) -> bool:
        """Whether the person may act now and has not let the others go first."""
        return self.table.asked[0] not in (0, self._others_first)

    def _waits_for_person(self) -> bool:
        """Whether the bots hold back for good: the game waits for the person too."""
        table = self.table
        if not self._may_come_first():
            return False
        assert table.position
        return bool(table.game.rules.lapse(table.position.state, 0) != WAITS)

    async def _linger(self, began: float) -> None:
        """Take the time that a bot takes at least; shorter when the person acts or lets the others go first."""
        paces, number = PATIENCE if self._may_come_first() else PACES, self.table.number
        while (left := paces[self.pace] - (time.monotonic() - began)) > 0 and number == self.table.number:
            self._stirred.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stirred.wait(), left)
            if not self._may_come_first():
                paces = PACES

    async def _let_act(self, seat: int) -> None:
        seen, began = self.table.number, time.monotonic()
        try:
            answer = await self.pool.ask(self.table.question(seat), BOT_SECONDS)
            await self._linger(began)
            self._fold(self.table.bot_act(seat, answer.action, answer.reason, NOW, seen))
        except (Refused, PoolClosed):
            await asyncio.sleep(0)  # the person was quicker


class Joined:
    """A table that a server keeps."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.pace = "normal"

    @property
    def picture(self) -> Mapping[str, Any]:
        return self.client.picture

    @property
    def link(self) -> str:
        return self.client.link

    def offers(self) -> list[str]:
        """What is legal; before the start, to seat bots and to start, for who may."""
        picture = self.picture
        if picture["status"] == "open" and picture["seat"] in picture["arrangers"]:
            return list(BOTS) if any(info["free"] for info in picture["seats"]) else [START]
        return list(picture["legal"])

    async def act(self, text: str) -> None:
        """Do an offer."""
        if self.picture["status"] != "open":
            await self.client.act(text)
        elif text in BOTS:
            await self.client.seat_bots(text.removeprefix("bots "))
        elif text == START:
            await self.client.start()
        else:
            raise Refused("The game has not begun yet.")

    def let_others(self) -> str:
        """Nothing to do: others may act at any time."""
        return "At a server's table the others act when they like."

    async def hint(self) -> tuple[str, str]:
        """None: others play here too."""
        raise Refused("There are no hints at a server's table.")

    async def transcript(self) -> str:
        """The finished game, from the server."""
        return await self.client.transcript()

    async def again(self) -> Sitting:
        """The table of the rematch, which others find as well."""
        answer = await self.client.command("rematch", nonce=secrets.token_hex(8))
        await self.client.join(answer["table"])
        return await seated(self.client)

    async def news(self) -> AsyncIterator[list[str]]:
        """What the server tells."""
        async for sentences in self.client:
            yield sentences
        yield [self.client.ended]

    async def close(self) -> None:
        """Close the connection; the seat stays."""
        await self.client.close()


async def join(link: str, name: str, cookie: str = "", **wish: Any) -> Joined:
    """Go to the table of a link and take a free seat; at a server's address, open a table as wished."""
    address, table = parts_of(link)
    client = Client(address, name, cookie)
    await client.introduce()
    if table:
        await client.join(table)
    elif wish:
        await client.open(**wish)
    else:
        raise Refused(f"{link} is a server, not a table: say which game to open a table for.")
    return await seated(client)


async def seated(client: Client) -> Joined:
    """Take a free seat, if there is one and the game has not begun; else one watches."""
    if client.seat is None and client.picture["status"] == "open":
        with contextlib.suppress(Refused):
            await client.sit()
    return Joined(client)
