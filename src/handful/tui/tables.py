"""The tables that a terminal plays at: one of its own, with bots, or one that a server keeps."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import secrets
import time
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any, Protocol

import msgspec

from handful.bot_client import PluginBots
from handful.bots import Answer, Question
from handful.bots.pool import BotPool, PoolClosed
from handful.client import Client, parts_of
from handful.games import find
from handful.kernel import WAITS
from handful.table import commands
from handful.table.entries import AnyEntry
from handful.table.pictures import picture
from handful.table.proposal import Proposal
from handful.table.refusals import Refused
from handful.table.seats import seat_names
from handful.table.table import Table, new_table
from handful.table.transcript import transcript
from handful.tui.left_games import Kept, forget, keep, written

YOU = "you"
PACES = {"slow": 1.6, "normal": 0.7, "fast": 0.0}
"""How long a bot takes at least, in seconds."""
PATIENCE = {"slow": 8.0, "normal": 4.0, "fast": 0.0}
"""The same where the person may act before the bot does, though nobody waits for it: as a partner does."""
BOT_SECONDS = 5.0
NOW = 0
"""Nothing at a table without a clock depends on the time."""

PREPARES = "The search of hard is being prepared, once on this machine; until then it plays its first guess."

START = "start"
BOTS = "bots "
"""An offer before the start: this, and a level."""


class AnyTable(Protocol):
    """What a terminal needs to know and to do at a table."""

    pace: str

    @property
    def picture(self) -> Mapping[str, Any]:
        """Everything that the person may know of the table, as the server's protocol has it."""

    @property
    def link(self) -> str:
        """The address of the table for others; empty if nobody can come."""

    @property
    def trouble(self) -> str:
        """What is wrong with the line to the table, or with its bots; empty if nothing is."""
        return ""

    @property
    def absent(self) -> list[int | None]:
        """By seat: since when its player is not here, in milliseconds since 1970; none where that is not told."""
        return []

    @property
    def ahead_ms(self) -> int:
        """By how much the table's clock is ahead of this machine's."""
        return 0

    def offers(self) -> list[str]:
        """The texts of all that the person may do now."""

    async def choose(self, offer: str) -> None:
        """Do one of the offers; Refused says why not."""

    def let_others(self) -> str:
        """Let the others act first, where they can; a sentence on it."""

    async def hint(self) -> tuple[str, str]:
        """What a strong bot would do with this view, and why; Refused where there are no hints."""

    async def transcript(self) -> str:
        """The finished game as text; Refused before the end."""

    async def again(self) -> AnyTable:
        """Another game of the same kind; this table is left then."""

    def news(self) -> AsyncIterator[list[str]]:
        """Sentences on what happened, whenever the picture has changed."""

    async def close(self) -> None:
        """Go."""


async def save(table: AnyTable, file: Path) -> str:
    """Write the transcript of a finished game to a file; a sentence on it, or Refused."""
    text = await table.transcript()
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Refused("no_file", file=str(file), why=str(error.strerror)) from None
    return f"Transcript: {file}"


class OwnTable:
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
        guest: str = "",
    ) -> None:
        """A table with bots of a level, or with a bot of somebody else, which the arena would know by this name."""
        secret = secrets.token_bytes(32) if seed is None else hashlib.sha256(b"%d" % seed).digest()
        first = commands.opening(YOU, game, seats, dict(options or {}), "off", False, secret, NOW)
        self.setting = (game, seats, options, name, level, None)
        self.guest = guest
        self.table = Table.begin(new_table() if seed is None else f"seed-{seed}", secret, first)
        self.pace = pace
        self.link = ""
        self.absent: list[int | None] = []
        self.ahead_ms = 0
        self.entries: list[AnyEntry] = [first]
        self.pool: BotPool | PluginBots = bots or (PluginBots(guest, game) if guest else BotPool(workers=1))
        self.coach: BotPool | None = None
        """Who gives hints where the bots are of somebody else."""
        self._prepares = False
        self._news: asyncio.Queue[list[str]] = asyncio.Queue()
        self._others_first = 0
        self._stirred = asyncio.Event()
        self._bots: asyncio.Task[None] | None = None
        nonce = secrets.token_hex(8) if seed is None else ""
        self._take(commands.play_now(self.table, YOU, name, nonce, level, NOW))

    @classmethod
    def gone_on_with(cls, kept: Kept) -> OwnTable:
        """The table of a game that was left, as it was."""
        table, entries = kept.load()
        opened = table.opened
        own = cls(opened.game, opened.seats, opened.options, kept.name, kept.level, None, kept.pace, guest=kept.guest)
        own.table, own.entries, own._news = table, entries, asyncio.Queue()
        own._news.put_nowait(["You go on with your game."])
        return own

    def keep(self) -> bool:
        """Keep the game for later if it is not over; whether it was kept."""
        if self.table.status != "playing":
            forget(self.table.id)
            return False
        game, _, _, name, level, _ = self.setting
        secret, entries = self.table.secret.hex(), written(self.entries)
        keep(Kept(self.table.id, secret, game, name, level, self.guest, self.pace, entries))
        return True

    @property
    def trouble(self) -> str:
        return f"Your bot: {self.pool.trouble}" if isinstance(self.pool, PluginBots) and self.pool.trouble else ""

    @property
    def picture(self) -> Mapping[str, Any]:
        shown: dict[str, Any] = msgspec.to_builtins(picture(self.table, 0))
        return shown

    def offers(self) -> list[str]:
        """What is legal."""
        return list(self.picture["legal"])

    async def choose(self, offer: str) -> None:
        """Do an action."""
        self._take(commands.act(self.table, YOU, [offer], secrets.token_hex(8), self.table.number, NOW))

    def _take(self, proposal: Proposal) -> None:
        self.table = proposal.table
        self.entries += proposal.entries
        names = seat_names(self.table.seats)
        for change in proposal.changes:
            self._news.put_nowait([event.seen_by(0).sentence(names, 0) for event in change.events])
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
            raise Refused("not_your_move")
        asked = self.table.question(0)
        question = Question(asked.game, "hard", asked.seat, asked.view, asked.legal, asked.seed)
        if isinstance(self.pool, PluginBots):
            self.coach = self.coach or BotPool(workers=1)
        answer = self._noted(await (self.coach or self.pool).ask(question, BOT_SECONDS))
        return self.table.game.words.write_action(answer.action), answer.reason

    async def transcript(self) -> str:
        """The finished game, with the secret of its shuffle."""
        return transcript(self.table)

    async def again(self) -> AnyTable:
        """A fresh shuffle for the same players."""
        await self.close()
        return OwnTable(*self.setting, self.pace, guest=self.guest)

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
        if self.coach:
            await self.coach.close()

    def _noted(self, answer: Answer) -> Answer:
        """The same answer; that the search is being made ready is told once."""
        if answer.prepares and not self._prepares:
            self._prepares = True
            self._news.put_nowait([PREPARES])
        return answer

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
            answer = self._noted(await self.pool.ask(self.table.question(seat), BOT_SECONDS))
            await self._linger(began)
            self._take(commands.bot_act(self.table, seat, answer.action, answer.reason, NOW, seen))
        except (Refused, PoolClosed):
            await asyncio.sleep(0)  # the person was quicker


class ServerTable(Client):
    """A table that a server keeps."""

    pace = "normal"
    tries = 100
    """A person waits for a server that comes back after ten minutes."""

    @property
    def trouble(self) -> str:
        return "" if self.connected else self.ended or "The line to the server is lost: trying again …"

    @property
    def absent(self) -> list[int | None]:
        return list(self.presence.get("away", []))

    def offers(self) -> list[str]:
        """What is legal; before the start, to seat bots and to start, for who may."""
        picture = self.picture
        if picture["status"] == "open" and picture["seat"] in picture["arrangers"]:
            levels = find(picture["game"]).levels
            return [BOTS + level for level in levels] if any(info["free"] for info in picture["seats"]) else [START]
        return list(picture["legal"])

    async def choose(self, offer: str) -> None:
        """Do an offer."""
        if self.picture["status"] != "open":
            await self.act(offer)
        elif offer.startswith(BOTS):
            await self.seat_bots(offer.removeprefix(BOTS))
        elif offer == START:
            await self.start()
        else:
            raise Refused("not_begun")

    def let_others(self) -> str:
        """Nothing to do: others may act at any time."""
        return "At a server's table the others act when they like."

    async def hint(self) -> tuple[str, str]:
        """None: others play here too."""
        raise Refused("no_hints")

    async def again(self) -> AnyTable:
        """The table of the rematch, which others find as well."""
        answer = await self.command("rematch", nonce=secrets.token_hex(8))
        await self.join(answer["table"])
        await self.take_seat()
        return self

    async def news(self) -> AsyncIterator[list[str]]:
        """What the server tells, and at last why the connection is gone."""
        async for sentences in self:
            yield sentences
        yield [self.ended]

    async def take_seat(self) -> None:
        """Take a free seat, if there is one and the game has not begun; else one watches."""
        if self.seat is None and self.picture["status"] == "open":
            with contextlib.suppress(Refused):
                await self.sit()


async def join(link: str, name: str, cookie: str = "", **wish: Any) -> ServerTable:
    """Go to the table of a link and take a free seat; at a server's address, open a table as wished."""
    address, table = parts_of(link)
    joined = ServerTable(address, name, cookie)
    await joined.introduce()
    if table:
        await joined.join(table)
    elif wish:
        await joined.open(**wish)
    else:
        raise Refused("only_a_server", link=link)
    await joined.take_seat()
    return joined
