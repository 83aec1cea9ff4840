"""The fold of a table's log, and what can be asked about the table that comes of it."""

from __future__ import annotations

import copy
import hashlib
import hmac
from collections.abc import Sequence
from typing import NamedTuple, Self

from handful.bots import Question
from handful.bots.questions import question_for
from handful.game import SPECTATOR, Event, Game, Illegal, Position
from handful.games import find
from handful.kernel import BOT, WAITS, State
from handful.kernel.verifiable import Shuffle, commitment
from handful.table import clock
from handful.table.entries import (
    Acted,
    AnyEntry,
    BotSat,
    Left,
    Opened,
    Rematched,
    Resumed,
    Returned,
    Sat,
    Started,
    Swapped,
)
from handful.table.seats import SeatInfo


class Change(NamedTuple):
    """What folding an entry did. The entry is for the log alone; a viewer is told the events, through `seen_by`."""

    number: int
    entry: AnyEntry
    events: list[Event]


class Tried(NamedTuple):
    """What comes of an action: the position, what happened, and who may act then."""

    position: Position
    events: list[Event]
    actors: int


def steps(position: Position, seat: int, actions: Sequence[int]) -> list[Event]:
    """Do the steps of one action; what happened. Illegal if one is refused, or if they are more than one action.

    The latter must not depend on what is hidden, or the refusal of a second action would tell how the first went.
    So the rules say where an action is made in steps (`midway`), from what everybody sees.
    """
    midway = getattr(position.game.rules, "midway", None)
    events: list[Event] = []
    for done, action in enumerate(actions):
        if done and not (midway and midway(position.state, seat)):
            raise Illegal("Only the steps of one action can be done together.")
        events += position.act(seat, action)
    return events


class Fold:
    """What a table's log says, up to the entry `number`."""

    def __init__(self, id: str, secret: bytes, opened: Opened, scale: float = 1.0) -> None:
        if commitment(secret) != opened.commitment:
            raise ValueError(f"the secret of table {id} is not the one that was committed to")
        self.id = id
        self.secret = secret
        self.opened = opened
        self.scale = scale
        self.game: Game = find(opened.game).version(opened.rules)
        self.number = 1
        self.status = "open"
        self.seats = [SeatInfo() for _ in range(opened.seats)]
        self._places: dict[str, int] = {}
        """By player: the seat."""
        self.seating: tuple[int, ...] = ()
        """By seat: where its player had sat down, once seats have been drawn."""
        self.position: Position | None = None
        self._actors = 0
        """The set of seats that may act now."""
        self.rematch = ""
        self.resumed = 0
        """When a server last took the table up again after a silence."""
        self.acts: list[Acted] = []
        self.asked = [0] * opened.seats
        """By seat: the number of the entry with which the decision of the seat began; 0 if it has none to make."""
        self.asked_at = [0] * opened.seats
        self._done: dict[tuple[str, str], int] = {}
        self._running: tuple[int, State | None, list[tuple[int, int | None]]] | None = None
        self._last_try: tuple[tuple[int, int, list[int]], Tried] | None = None

    @classmethod
    def begin(cls, id: str, secret: bytes, first: Opened, scale: float = 1.0) -> Self:
        """A table that has only been opened. `scale` makes every time of its clock shorter or longer."""
        return cls(id, secret, first, scale)

    def fold(self, entry: AnyEntry) -> Change:
        """Take in the next entry of the log, which was checked before it was written."""
        events: list[Event] = []
        match entry:
            case Sat():
                self.seats[entry.seat] = SeatInfo(player=entry.player, name=entry.name, nonce=entry.nonce)
            case BotSat():
                self.seats[entry.seat] = SeatInfo(bot=entry.level)
            case Left():
                self._leave(entry)
            case Swapped(one=one, other=other):
                self.seats[one], self.seats[other] = self.seats[other], self.seats[one]
            case Started():
                events = self._start(entry)
            case Acted():
                events = self._act(entry)
            case Returned():
                self.seats[entry.seat].back()
                self.asked_at[entry.seat] = entry.at
            case Resumed():
                self.resumed = entry.at
                self.asked_at = [min(entry.at, begun + entry.silence) if begun else 0 for begun in self.asked_at]
            case Rematched():
                self.rematch = entry.table
            case Opened():
                raise ValueError(f"table {self.id} is open already")
        if type(entry) is not Acted:
            self._places = {info.player: seat for seat, info in enumerate(self.seats) if info.player}
        self.number += 1
        return Change(self.number, entry, events)

    def _leave(self, entry: Left) -> None:
        if self.status == "open":
            self.seats[entry.seat] = SeatInfo()
        else:
            self.seats[entry.seat].give_up()

    def _start(self, entry: Started) -> list[Event]:
        opened = self.opened
        if entry.seating:
            self.seats = [self.seats[before] for before in entry.seating]
            self.seating = tuple(entry.seating)
        self.position = Position.begin(self.game, opened.seats, self.shuffle.dice(), opened.options)
        self.status = "playing"
        self._actors = self.game.rules.actors(self.position.state)
        self._ask(self._actors, entry.at)
        return self.position.begun

    def _act(self, entry: Acted) -> list[Event]:
        before = self._actors
        self.position, events, after = self._try(entry.seat, entry.actions)
        self._actors = after
        seat = self.seats[entry.seat]
        seat.acted(entry.who)
        if entry.id:
            self._done[seat.player, entry.id] = self.number + 1
        self.acts.append(entry)
        self.asked[entry.seat] = 0
        if after != before & ~(1 << entry.seat):  # else a sealed choice: the others go on with theirs
            self._ask(after, entry.at)
        if not after:
            self.status = "over"
        return events

    def _ask(self, actors: int, at: int) -> None:
        for seat in range(len(self.seats)):
            able = (actors >> seat) & 1
            self.asked[seat], self.asked_at[seat] = (self.number + 1, at) if able else (0, 0)

    def _try(self, seat: int, actions: list[int]) -> Tried:
        """What comes of an action, on copies; remembered, as it is asked for when checked, written and folded."""
        what = self.number, seat, actions
        if self._last_try is None or self._last_try[0] != what:
            assert self.position is not None
            trial = Position(self.game, self.position.state, copy.copy(self.position.dice))
            events = steps(trial, seat, actions)
            self._last_try = what, Tried(trial, events, self.game.rules.actors(trial.state))
        return self._last_try[1]

    # ------------------------------------------------------------ questions

    @property
    def shuffle(self) -> Shuffle:
        """What the chance of the game follows from. It never leaves the server before the end."""
        return Shuffle(self.id, self.secret, tuple(info.nonce for info in self.seats), self.seating)

    def status_after(self, entries: Sequence[AnyEntry]) -> str:
        """The status that the table will have when the entries of a command are folded."""
        for entry in entries:
            if isinstance(entry, Started):
                return "playing"
            if isinstance(entry, Acted):
                return "playing" if self._try(entry.seat, entry.actions).actors else "over"
        return self.status

    def done(self, player: str, id: str) -> int | None:
        """The number of the entry that did a player's action of this id, if there is one."""
        return self._done.get((player, id))

    def seat_of(self, player: str) -> int:
        """The seat that belongs to a player, or SPECTATOR."""
        return self._places.get(player, SPECTATOR)

    def may_arrange(self, player: str) -> bool:
        """Whether a player may seat bots and start: who opened the table, and all the seated if that one is not."""
        seated = self.seat_of(player) != SPECTATOR
        return player == self.opened.by or (seated and self.seat_of(self.opened.by) == SPECTATOR)

    def actors(self) -> list[int]:
        """The seats that may act now."""
        return self.position.actors() if self.position else []

    def _clocks(self) -> list[tuple[int, int | None]]:
        """By seat: what a time-out means for it (WAITS if it is not asked), and when its clock runs out, if one runs.

        It is asked for several times between two entries, and worked out once.
        """
        state = self.position.state if self.position else None
        if self._running is None or self._running[0] != self.number or self._running[1] is not state:
            self._running = self.number, state, [self._clock_of(seat) for seat in range(len(self.seats))]
        return self._running[2]

    def _clock_of(self, seat: int) -> tuple[int, int | None]:
        if not self.asked[seat]:
            return WAITS, None
        assert self.position is not None
        rules, state = self.game.rules, self.position.state
        lapses: int = rules.lapse(state, seat)
        time = clock.milliseconds(self.opened.clock, rules, state)
        if time is None or lapses == WAITS or self.seats[seat].by_bot:
            return lapses, None
        return lapses, self.asked_at[seat] + round(self.scale * time)

    def deadline(self, seat: int) -> int | None:
        """When the clock of a seat runs out; None if none is running."""
        return self._clocks()[seat][1] if 0 <= seat < len(self.seats) else None

    def deadlines(self) -> list[int | None]:
        """By seat: when its clock runs out; None if none is running."""
        return [deadline for _, deadline in self._clocks()]

    def next_deadline(self, after: int = -1) -> int | None:
        """When the next clock runs out, of those that have not by a certain time; None if none is running."""
        return min((time for _, time in self._clocks() if time is not None and time > after), default=None)

    def lapsed(self, now: int) -> list[int]:
        """The seats whose clock has run out, and for which the rules themselves say what then happens."""
        clocks = enumerate(self._clocks())
        return [seat for seat, (lapses, time) in clocks if lapses != BOT and time is not None and time <= now]

    def bots_due(self, now: int = 0) -> list[int]:
        """The seats whose bot should act: bots' own, those whose player is away, and those timed out by `now`."""
        due = []
        for seat, (lapses, deadline) in enumerate(self._clocks()):
            timed_out = lapses == BOT and deadline is not None and deadline <= now
            if timed_out or (lapses != WAITS and self.seats[seat].by_bot):
                due.append(seat)
        return due

    def question(self, seat: int) -> Question:
        """What the bot of a seat is asked: the seat's view, its legal actions, and a seed nobody can foresee."""
        assert self.position is not None
        told = f"handful bot 1\n{self.id}\n{self.number}\n{seat}".encode("ascii")
        seed = int.from_bytes(hmac.digest(self.secret, told, hashlib.sha256)[:8], "big") >> 1
        view, legal = self.position.view(seat), self.position.legal(seat)
        return question_for(self.game, view, legal, self.seats[seat].level, seed)
