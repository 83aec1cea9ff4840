"""A table in a terminal without a terminal: the app, driven by a pilot."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.widgets import RichLog, Static

from handful.bots.pool import BotPool
from handful.tui.app import TableApp
from handful.tui.screens import Ended
from handful.tui.tables import OwnTable
from handful.tui.widgets import Actions, Hand
from tests.patience import PATIENCE_S

SCREENS = Path(__file__).parent / "screens"
SHORT: dict[str, tuple[int, dict[str, str]]] = {
    "half_suit": (6, {"stop_at_5": "yes"}),
    "spar": (3, {"target": "1"}),
    "thirteam": (4, {"threshold": "1"}),
    "claim": (4, {"deals": "1", "floor_rounds": "3"}),
    "top_suit": (3, {}),
}


@dataclass
class Desk:
    """Somebody who looks at the screen and presses keys."""

    app: TableApp
    own: OwnTable
    pilot: Pilot[Any]

    @property
    def actions(self) -> Actions:
        return self.app.screen_stack[0].query_one(Actions)

    @property
    def hand(self) -> Hand:
        return self.app.screen_stack[0].query_one(Hand)

    @property
    def over(self) -> bool:
        return self.own.table.status == "over"

    @property
    def own_acts(self) -> int:
        """How many actions were the person's own."""
        return sum(act.who == "player" for act in self.own.table.acts)

    def says(self) -> str:
        """The sentence beside the entry."""
        return str(self.app.screen_stack[0].query_one("#says", Static).content)

    def record(self) -> str:
        """All that was told."""
        return "\n".join(line.text.rstrip() for line in self.app.screen_stack[0].query_one("#record", RichLog).lines)

    def screen(self) -> str:
        """The screen as text."""
        strips = self.app.screen._compositor.render_strips()
        return "".join(f"{strip.text.rstrip()}\n" for strip in strips)

    async def still(self) -> str:
        """The screen when it has come to rest; the end of a game has a window of its own."""
        before = now = ""

        def rests() -> bool:
            nonlocal before, now
            before, now = now, self.screen()
            return now == before and self.over == isinstance(self.app.screen, Ended)

        await self.until(rests, 0.05)
        return now

    async def until(self, true: Callable[[], object], pause: float = 0.005) -> None:
        """Wait until something is so."""
        end = time.monotonic() + PATIENCE_S
        while not true():
            assert time.monotonic() < end, f"it does not come to that:\n{self.screen()}"
            await self.pilot.pause(pause)

    async def press(self, *keys: str) -> None:
        """Press keys and let the screen follow."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def act(self, *keys: str) -> None:
        """Press keys for an action; where they open a list, take what is first there."""
        before = self.own_acts
        await self.press(*keys)
        for _ in range(3):
            if self.own_acts == before and self.actions.path:
                await self.press("1")

    async def until_asked(self) -> None:
        """Wait until there is something to decide, or the game is over."""
        await self.pilot.pause(0.005)
        await self.until(lambda: (self.actions.texts and self.actions.texts == self.own.offers()) or self.over)
        await self.pilot.pause()

    async def play_out(self, most: int = 400) -> None:
        """Press keys until the game is over: the number keys in turn, or enter."""
        for turn in range(most):
            await self.until_asked()
            if self.over:
                return
            await self.act(("1", "enter", str(min(9, len(self.actions.shown))))[turn % 3])
        raise AssertionError("the game does not end")


@asynccontextmanager
async def desk(
    game: str,
    size: tuple[int, int] = (80, 24),
    seed: int = 7,
    quick: bool = True,
    four_colours: bool = False,
    options: dict[str, str] | None = None,
) -> AsyncIterator[Desk]:
    """A table for one and bots; quick bots decide by their dice."""
    seats, short = SHORT[game]
    bots = BotPool(workers=1, module="tests.tui.quick") if quick else None
    own = OwnTable(game, seats, short if options is None else options, "Ada", "normal", seed, "fast", bots)
    app = TableApp(own, four_colours)
    try:
        async with app.run_test(size=size) as pilot:
            yield Desk(app, own, pilot)
    finally:
        await own.close()


async def first_screen(game: str) -> str:
    """What a person sees when it is their turn for the second time."""
    async with desk(game) as at:
        await at.until_asked()
        await at.act("1")
        await at.until_asked()
        return await at.still()
