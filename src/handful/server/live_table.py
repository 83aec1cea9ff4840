"""A loaded table with the clients at it. Its work is done in order, one after the other.

An entry is appended to the store first; only when it is durable is it taken over, acknowledged and told.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import msgspec
import structlog

from handful.server import bus
from handful.server.connection import Connection
from handful.server.messages import GOING, TAKEN_OVER, Ack, TakenOver, Welcome, bye, encode
from handful.server.presence import MOST_VISITORS, Attendance
from handful.server.profiles import portrait_of
from handful.server.services import Services, now
from handful.store import Conflict, Unavailable
from handful.table import commands
from handful.table.entries import AnyEntry, decode
from handful.table.entries import encode as encode_entry
from handful.table.pictures import Visitor, picture
from handful.table.proposal import Change, Proposal, propose
from handful.table.refusals import Refused
from handful.table.table import Table
from handful.table.updates import Step, told

log = structlog.get_logger()
Result = TypeVar("Result")
Command = Callable[[Table, int], Proposal]
"""From a table and the time to a proposal, or Refused."""
ELSEWHERE_MS = 40_000
"""For so long after another node's word people count as being there; it comes more often as long as they are."""
CROWD, CROWD_S = 20, 1.0
"""So many at a table are a crowd, and so long it waits for the news who comes to watch and goes."""
TRIES = 5
"""How often a command is tried again after somebody else was quicker."""


class Answer:
    """The acknowledgement of a command, to be given as soon as its entry is durable."""

    __slots__ = ("connection", "given", "id")

    def __init__(self, connection: Connection, id: str) -> None:
        self.connection = connection
        self.id = id
        self.given = False

    def give(self, number: int) -> bytes:
        """Its frame."""
        self.given = True
        return encode(Ack(id=self.id, number=number))


class Busy(Refused):
    """More work waits at this table than it can take."""


class Unsaved(Refused):
    """The store did not answer: nobody knows yet whether the entry is kept."""


def unsaved(error: Exception) -> Unsaved:
    """What to tell whoever's wish was not saved: why, if the store knows."""
    code = error.code if isinstance(error, Unavailable) else ""
    return Unsaved.by_store(code) if code else Unsaved("unsaved")


class Closed(Exception):
    """The table was put away; load it again."""


class LiveTable:
    """A table and its connections."""

    def __init__(
        self,
        table: Table,
        changes: Sequence[Change],
        services: Services,
        changed: Callable[[LiveTable, Table], None],
        broken: Callable[[LiveTable], None],
    ) -> None:
        self.table = table
        self.services = services
        self.connections: set[Connection] = set()
        self.touched = now()
        self.attended = _last_done_by_somebody(table)
        """When people were last here, or on another node."""
        self._elsewhere = 0
        """When another node last told of people there."""
        self.kept: deque[Change] = deque(changes, maxlen=services.settings.kept)
        self.attendance = Attendance(now(), services.settings.beat_ms)
        self.prepares = False
        """Whether the last hard bot that this node asked still had no search."""
        self._away: list[int | None] | None = None
        self._crowd: asyncio.TimerHandle | None = None
        """When a crowd is told who is here."""
        self._presence = b""
        """What was last told of who is here."""
        self.waiting = 0
        """How much work waits or is being done."""
        self._changed = changed
        """Whom to tell that the table has gone on, and from which table."""
        self._broken = broken
        """Whom to tell that the table must be loaded anew."""
        self.rematching = asyncio.Lock()
        """Held while the table of a rematch is opened, so that there is only one."""
        self._turn = asyncio.Lock()  # whoever waits for it gets it in order
        self.appended = False
        """Whether the last entries were appended here, and not heard of."""
        self._uncertain = False
        self._closed = False

    @property
    def id(self) -> str:
        return self.table.id

    @property
    def watched(self) -> bool:
        """Whether people are at the table, here or on another node."""
        return bool(self.connections) or now() - self._elsewhere < ELSEWHERE_MS

    @property
    def abandoned(self) -> bool:
        """Whether nobody has been at the table for so long that it rests until somebody comes."""
        return not self.watched and now() - self.attended > self.services.settings.abandoned_ms

    def watched_elsewhere(self) -> None:
        """Another node tells of people at the table."""
        self._elsewhere = self.attended = now()

    async def do(self, work: Callable[[], Awaitable[Result]], always: bool = False) -> Result:
        """Do something in the table's own order; Busy if too much waits before it."""
        if self._closed:
            raise Closed
        if not always and self.waiting > self.services.settings.limits.waiting:
            raise Busy("busy")
        self.waiting += 1
        try:
            async with self._turn:
                return await work()
        finally:
            self.waiting -= 1

    async def command(self, command: Command, answer: Answer | None = None) -> int:
        """Do a command; the number of the last entry then. Refused says why not.

        Who gave it is answered after the update that it makes, in one piece with it.
        """
        return await self.do(lambda: self._commit(command, answer))

    async def _commit(self, command: Command, answer: Answer | None) -> int:
        """Work out a proposal and append it; when somebody was quicker, look again and try again."""
        for _ in range(TRIES):
            if self._uncertain:
                await self.catch_up()
            try:
                proposal = command(self.table, now())
            except Refused:
                if await self._was_behind():
                    continue
                raise
            if not proposal.changes or await self._append(proposal, answer):
                return self.table.number
        raise Refused("others_quicker")

    async def _was_behind(self) -> bool:
        """Whether another node has appended what this one has not heard: then a refusal may be wrong."""
        before = self.table.number
        if self.services.bus.shared:
            await self.catch_up()
        return self.table.number > before

    async def _append(self, proposal: Proposal, answer: Answer | None) -> bool:
        first, entries, metrics = self.table.number + 1, proposal.entries, self.services.metrics
        begin = time.perf_counter()
        try:
            await self.services.store.append(self.id, first, entries, proposal.table.status)
        except Conflict:
            metrics.conflicts.inc()
            await self.catch_up()
            return False
        except Exception as error:
            self._uncertain = True
            reason = str(error) if isinstance(error, Unavailable) else ""
            log.error("append failed", table=self.id[:4], error=type(error).__name__, reason=reason)
            raise unsaved(error) from error
        except BaseException:  # whoever asked is sent away in the middle: nobody knows whether the entry is kept
            self._uncertain = True
            raise
        metrics.append_seconds.observe(time.perf_counter() - begin)
        metrics.entries.inc(len(entries))
        self.appended = True
        self._take(proposal, answer)
        if self.services.bus.shared:
            await self._publish(first, entries)
        return True

    async def _publish(self, first: int, entries: Sequence[AnyEntry]) -> None:
        bodies = [msgspec.Raw(encode_entry(entry)) for entry in entries]
        news = bus.Appended(node=self.services.node, table=self.id, number=first, entries=bodies)
        await self.services.bus.publish(news)

    async def catch_up(self) -> None:
        """Read and take over what others appended, and pass it on: who appended it may have died before telling."""
        first = self.table.number + 1
        missing = await self.services.store.read(self.id, self.table.number)
        self._uncertain = False
        if missing:
            self._follow(missing)
            if self.services.bus.shared:
                await self._publish(first, missing)

    async def heard(self, news: bus.Appended) -> None:
        """Take over another node's entries, or read the store where some are missing."""
        new = news.entries[max(0, self.table.number + 1 - news.number) :]
        if news.number > self.table.number + 1:
            await self.catch_up()
        elif new:
            self._follow([decode(bytes(body)) for body in new])

    def _follow(self, entries: Sequence[AnyEntry]) -> None:
        """Take over what others have appended. A table that does not follow from its log is not to be trusted."""
        try:
            proposal = propose(self.table, *entries)
        except Exception:
            for connection in list(self.connections):
                connection.end(bye(Refused("loaded_anew"), retry=True), GOING)
            self._broken(self)
            raise
        self.appended = False
        self._take(proposal)

    def _take(self, proposal: Proposal, answer: Answer | None = None) -> None:
        """Take over what is durable, and tell everybody."""
        before, self.table = self.table, proposal.table
        self.kept.extend(proposal.changes)
        self.touched = now()
        if self.connections:
            self._tell(Step(before, proposal.changes, self.table), answer)
            if self.table.seats is not before.seats:
                self.tell_presence()
        self._changed(self, before)

    def _tell(self, step: Step, answer: Answer | None) -> None:
        asker = answer.connection if answer else None
        for connection in [one for one in self.connections if one is not asker]:
            connection.send_frame(self._frame_for(connection, step))
        if answer and asker in self.connections:  # the last: whoever is answered knows that all others are told
            answer.connection.send_frame(self._frame_for(answer.connection, step), answer.give(self.table.number))
        self.services.metrics.deliveries.inc(len(self.connections))

    def _frame_for(self, connection: Connection, step: Step) -> bytes:
        viewer = self.table.seat_of(connection.player)
        # Whoever has just taken or left a seat has another's picture: all of the new one is sent.
        frame = step.frame(viewer, connection.viewer == viewer)
        connection.viewer = viewer
        return frame

    async def enter(self, connection: Connection, seen: int) -> None:
        """Welcome a client; an earlier client of the same seated player is told and sent away."""
        if self.services.bus.shared:
            await self.catch_up()  # a node that was cut off must not show what was as what is
        connection.viewer = self.table.seat_of(connection.player)
        connection.visitor = await self._visitor(connection.player)
        self.connections.add(connection)
        self._look()
        connection.send(self.welcome(connection.viewer, max(seen, 1)))  # entry 1 opens the table, and tells nothing
        await self.take_over(connection)
        self.tell_presence(knows=connection)
        await self._hand_back(connection.player)

    def welcome(self, viewer: int, seen: int) -> Welcome:
        """The first picture of a client, and the story of what it missed since an entry."""
        missed = [change for change in self.kept if change.number > seen]
        return Welcome(
            picture=picture(self.table, viewer),
            missed=told(missed, viewer),
            complete=len(missed) == self.table.number - seen,
            presence=self.attendance.message(self.table.seats),
        )

    async def _hand_back(self, player: str) -> None:
        """Whoever comes gets the seat back from the bot that stood in; not one who is here and let the time run out."""
        seat = self.table.seat_of(player)
        if seat >= 0 and self.table.seats[seat].given_away:
            with contextlib.suppress(Refused):  # the store does not answer: the player can still say so
                await self._commit(lambda table, now: commands.come_back(table, player, now), None)

    # ------------------------------------------------------------ who is here

    async def _visitor(self, player: str) -> Visitor | None:
        row = await self.services.store.player(player) if player else None
        if row is None:
            return None
        face = portrait_of(row)
        return Visitor(name=row.name, sign=face.sign, colour=face.colour)

    def _look(self) -> None:
        """Take note of who is on this node."""
        seated = {one.player for one in self.connections if self.table.seat_of(one.player) >= 0}
        watching = [one for one in self.connections if one.player not in seated]
        names = {one.player: one.visitor for one in watching if one.visitor}
        own = bus.Present(
            node=self.services.node,
            table=self.id,
            here=sorted(seated),
            last=self.attendance.last,
            visitors=list(names.values())[:MOST_VISITORS],
            watching=len(watching),
            prepares=self.prepares,
        )
        self.attendance.look(own, now())

    def tell_presence(self, again: bool = False, knows: Connection | None = None) -> None:
        """Tell everybody at the table who is here, if that has changed, but for one who knows it from the welcome.

        `again`: the other nodes are told in any case.
        """
        self._look()
        message = self.attendance.message(self.table.seats)
        if message.away == self._away and len(self.connections) > CROWD and not again:
            # Of a crowd that comes or goes, everybody is told now and then, and not once for each of them.
            self._crowd = self._crowd or asyncio.get_running_loop().call_later(CROWD_S, self._tell_crowd)
            return
        self._away, frame = message.away, encode(message)
        changed, self._presence = frame != self._presence, frame
        if changed:
            for connection in self.connections - {knows}:
                connection.send_frame(frame)
        if self.services.bus.shared and (changed or again):
            self.services.spawn(self.services.bus.publish(self.attendance.own))

    def tell_preparing(self, prepares: bool) -> None:
        """A hard bot has answered: whether its search is still being made ready."""
        if prepares != self.prepares:
            self.prepares = prepares
            self.tell_presence()

    def _tell_crowd(self) -> None:
        self._crowd = None
        if not self._closed:
            self._away = None
            self.tell_presence()

    def heard_of(self, news: bus.Present) -> None:
        """Another node tells who is there."""
        self.attendance.told(news, now())
        self.tell_presence(again=news.asks)

    def is_absent(self, seat: int) -> bool:
        """Whether the player of a seat has been away for so long that the others need not wait."""
        info = self.table.seats[seat] if 0 <= seat < len(self.table.seats) else None
        since = self.attendance.away_since(info.player) if info and info.player else None
        return since is not None and now() - since >= self.services.settings.away_ms

    async def take_over(self, connection: Connection, since: int = 0) -> None:
        """A seat is played from one place only: the newest; `since`: when this one came, if not just now."""
        if self.table.seat_of(connection.player) < 0:
            return
        connection.since = since or now()
        for other in [one for one in self.connections if one.player == connection.player and one is not connection]:
            self._send_away(other)
        await self.tell_of(connection)

    async def tell_of(self, connection: Connection) -> None:
        """Tell the other nodes that a seat is played from here."""
        if self.services.bus.shared and self.table.seat_of(connection.player) >= 0:
            node, player, since = self.services.node, connection.player, connection.since
            await self.services.bus.publish(bus.CameElsewhere(node=node, table=self.id, player=player, at=since))

    async def came_elsewhere(self, news: bus.CameElsewhere) -> None:
        """A seat is played from another node, unless somebody came here later still: then the others are told."""
        for connection in [one for one in self.connections if one.player == news.player]:
            if (connection.since, self.services.node) > (news.at, news.node):
                await self.tell_of(connection)
            else:
                self._send_away(connection)

    def _send_away(self, connection: Connection) -> None:
        why = Refused("elsewhere")
        connection.end(TakenOver(code=why.code, sentence=str(why)), TAKEN_OVER)
        self.connections.discard(connection)

    def leave(self, connection: Connection) -> None:
        """A client is gone."""
        self.connections.discard(connection)
        self.touched = self.attended = now()
        self.tell_presence()

    async def close(self) -> None:
        """Stop working; what has begun is finished."""
        self._closed = True
        with contextlib.suppress(asyncio.TimeoutError):
            async with asyncio.timeout(5):
                await self._turn.acquire()


def _last_done_by_somebody(table: Table) -> int:
    """When a person last did something at a table, as far as its log tells."""
    by_people = (act.at for act in reversed(table.acts) if act.who == "player")
    return next(by_people, table.opened.at)
