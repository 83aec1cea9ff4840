"""Acting for clocks and bots, at the tables that this node holds a lease for."""

from __future__ import annotations

import asyncio

from handful.bots import Question
from handful.bots.pool import BotPool, PoolClosed
from handful.server.leases import Leases
from handful.server.live_table import Busy, Closed, LiveTable, Unsaved
from handful.server.services import Services, now
from handful.store import Unavailable
from handful.table import commands
from handful.table.refusals import Refused

AGAIN_S, AGAIN_MS = 0.5, 500
"""How long to wait before something that did not work is tried again."""


class Timers:
    """The timer of each table, and the bots that think."""

    def __init__(self, services: Services, leases: Leases, pool: BotPool) -> None:
        self.services = services
        self.leases = leases
        self.pool = pool
        self._timers: dict[str, tuple[int, asyncio.TimerHandle]] = {}
        """By table: when its timer rings, and the timer."""
        self._thinking: dict[tuple[str, int, int], asyncio.Task[None]] = {}

    def plan(self, live: LiveTable) -> None:
        """Let a table's bots think, and see that somebody looks when its next clock runs out."""
        table, time = live.table, now()
        if table.status != "playing":
            self.leases.forget(live.id)
        if live.id not in self.leases.held or live.abandoned:
            self.stop(live.id)
            return
        if not self.leases.lasting:  # the store is lost: no clock rings until it is back
            due: int | None = time + AGAIN_MS
        else:
            for seat in table.bots_due(time):
                self._let_think(live, seat)
            due = table.next_deadline()
            if due is not None and due <= time:
                due = time if table.lapsed(time) else table.next_deadline(time)
        set_for, _ = self._timers.get(live.id, (None, None))
        if due is not None and (set_for is None or due < set_for):  # one that rings too early only looks again
            self.stop(live.id)
            ring = asyncio.get_running_loop().call_later(max(0, due - time) / 1000, self._ring, live)
            self._timers[live.id] = due, ring

    def expects(self, live: LiveTable) -> bool:
        """Whether a clock or a bot is to act at a table, and this node for it."""
        table = live.table
        if live.id not in self.leases.held or live.abandoned:
            return False
        return table.next_deadline() is not None or bool(table.bots_due())

    def stop(self, table: str) -> None:
        """Act for a table no more."""
        if timer := self._timers.pop(table, None):
            timer[1].cancel()

    def _ring(self, live: LiveTable) -> None:
        self._timers.pop(live.id, None)
        if live.table.lapsed(now()) and self.leases.lasting:
            self.services.spawn(self._time_out(live))
        else:
            self.plan(live)

    async def _time_out(self, live: LiveTable) -> None:
        try:
            await live.command(commands.lapse)
        except (Refused, Unavailable):
            await asyncio.sleep(AGAIN_S)
        except Closed:
            return
        self.plan(live)

    def _let_think(self, live: LiveTable, seat: int) -> None:
        key = live.id, seat, live.table.asked[seat]
        if key not in self._thinking:
            # The question is made now: when its task begins, the table may have moved on.
            answer = self._answer(live, seat, key, live.table.question(seat), live.table.number)
            task = self._thinking[key] = self.services.spawn(answer)
            task.add_done_callback(lambda _: self._thinking.pop(key, None))

    async def _answer(
        self, live: LiveTable, seat: int, key: tuple[str, int, int], question: Question, seen: int
    ) -> None:
        """Ask a seat's bot and do what it says when its pause is over: how long it thought tells nothing."""
        settings, loop = self.services.settings, asyncio.get_running_loop()
        planned = loop.time() + settings.bot_pause_s(live.table.opened.pace)
        try:
            seconds = settings.bot_timeout_ms / 1000
            answer = await self.pool.ask(question, seconds, live.id, lambda: live.watched)
            await asyncio.sleep(planned - loop.time())
            if question.level == "hard" and len(question.legal) > 1:  # one that has no choice needs no search
                live.tell_preparing(answer.prepares)
            await live.command(
                lambda table, now: commands.bot_act(table, seat, answer.action, answer.reason, now, seen)
            )
            self.services.metrics.bot_late_seconds.observe(loop.time() - planned)
        except (Closed, PoolClosed):
            return
        except (Busy, Unsaved, Unavailable):
            await asyncio.sleep(AGAIN_S)
        except Refused:
            pass  # the decision is another now, or the player is back
        self._thinking.pop(key, None)
        self.plan(live)

    def close(self) -> None:
        """Act for nobody any more."""
        for table in list(self._timers):
            self.stop(table)
        for task in list(self._thinking.values()):
            task.cancel()
