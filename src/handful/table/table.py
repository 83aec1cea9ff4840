"""A table is a value: the fold of its log. Nothing changes it; an entry makes another table of it.

    proposal = commands.act(table, player, ["Kd"], id="7", seen=12, now=now)    # or Refused, with a code
    await store.append(table.id, table.number + 1, proposal.entries, proposal.table.status)
    table = proposal.table

Time comes in from outside, in milliseconds since 1970, so that the same log always gives the same table.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import b32encode
from functools import cached_property, lru_cache
from typing import Literal

import msgspec

from handful.bots import Question
from handful.bots.questions import question_for
from handful.cards import members
from handful.game import Game, Position
from handful.games import find
from handful.kernel import BOT, WAITS
from handful.kernel.fair_shuffle import Shuffle, commitment
from handful.observe import SPECTATOR, View, Words, glance
from handful.table.clock import STILL, SeatClock, milliseconds
from handful.table.entries import Acted, Clock, Kept, Opened
from handful.table.seats import SeatInfo

Status = Literal["open", "playing", "over", "stopped"]
ENDED: tuple[Status, ...] = ("over", "stopped")
"""Nothing is played at such a table any more."""


def new_player() -> str:
    """The random id of a new player, 128 bits."""
    return _random_id(16)


def new_table() -> str:
    """The random id of a new table, 80 bits."""
    return _random_id(10)


def _random_id(size: int) -> str:
    return b32encode(secrets.token_bytes(size)).decode("ascii").rstrip("=").lower()


@lru_cache(1 << 16)
def action_text(words: Words, action: int) -> str:
    """The text of an action: the same ones are legal again and again."""
    return words.write_action(action)


class Table(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What a table's log says, up to the entry `number`."""

    id: str
    secret: bytes
    opened: Opened
    game: Game
    scale: float = 1.0
    """Every time of the clock is so much longer."""
    number: int = 1
    status: Status = "open"
    seats: tuple[SeatInfo, ...]
    seating: tuple[int, ...] = ()
    """By seat: where its player had sat down, once seats have been drawn."""
    position: Position | None = None
    acting: int = 0
    """The set of seats that may act now."""
    asked: tuple[int, ...]
    """By seat: the number of the entry with which the decision of the seat began; 0 if it has none to make."""
    asked_at: tuple[int, ...]
    resumed: int = 0
    """When a server last took the table up again after a silence."""
    rematch: str = ""
    stops: tuple[int, ...] = ()
    """The seats whose players wish to stop the game."""
    acts: tuple[Acted, ...] = ()
    done: dict[tuple[str, str], int] = {}
    """By a player and the player's own id for an action: the number of the entry that did it."""

    def __repr__(self) -> str:
        return f"<table of {self.game.name}, {self.status}, {self.number} entries>"  # its secret stays here

    @classmethod
    def begin(cls, id: str, secret: bytes, first: Opened, scale: float = 1.0) -> Table:
        """A table that has only been opened."""
        if commitment(secret) != first.commitment:
            raise ValueError(f"the secret of table {id} is not the one that was committed to")
        game, nothing = find(first.game).version(first.rules), (0,) * first.seats
        kept = first.kept or [Kept()] * first.seats
        seats = tuple(SeatInfo(kept_for=one.player, kept_name=one.name) for one in kept)
        return cls(
            id=id, secret=secret, opened=first, game=game, scale=scale, seats=seats, asked=nothing, asked_at=nothing
        )

    @property
    def ended(self) -> bool:
        """Whether nothing is played here any more: the game is over, or was stopped."""
        return self.status in ENDED

    # ------------------------------------------------------------ who

    @property
    def people(self) -> list[int]:
        """The seats that belong to people."""
        return [seat for seat, info in enumerate(self.seats) if info.player]

    @property
    def full(self) -> bool:
        """Whether nobody can sit down any more."""
        return not any(info.free for info in self.seats)

    @property
    def shuffle(self) -> Shuffle:
        """What the chance of the game follows from. It never leaves the server before the end."""
        table = self.opened.origin.shuffle if self.opened.origin else self.id
        return Shuffle(table, self.secret, tuple(info.nonce for info in self.seats), self.seating)

    def seat_of(self, player: str) -> int:
        """The seat that belongs to a player, or SPECTATOR."""
        if player:
            for seat, info in enumerate(self.seats):
                if info.player == player:
                    return seat
        return SPECTATOR

    def may_arrange(self, player: str) -> bool:
        """Whether a player may seat bots and start: who opened the table, and all the seated if that one is not."""
        seated = self.seat_of(player) != SPECTATOR
        return player == self.opened.by or (seated and self.seat_of(self.opened.by) == SPECTATOR)

    def actors(self) -> list[int]:
        """The seats that may act now."""
        return list(members(self.acting))

    def legal(self, seat: int) -> list[str]:
        """The texts of all that a seat may do now: only for that seat, as even their number tells of its hand."""
        if not self.asked[seat]:
            return []
        if seat not in self._legal:
            assert self.position is not None
            self._legal[seat] = [action_text(self.game.words, action) for action in self.position.legal(seat)]
        return self._legal[seat]

    @cached_property
    def _legal(self) -> dict[int, list[str]]:
        """Those texts, as far as they were asked for: they are looked at once more when the table has gone on."""
        return {}

    # ------------------------------------------------------------ what everybody sees of the game

    @cached_property
    def overview(self) -> View | None:
        """What a spectator sees of the game, to ask it for few things; None before the start."""
        return glance(self.position.state, SPECTATOR) if self.position else None

    @cached_property
    def phase(self) -> str:
        """The code of the phase that the game is in; empty if it has none."""
        return self.game.face.phase(self.overview) if self.overview else ""

    @cached_property
    def partners(self) -> list[list[int]]:
        """Who plays together now; empty if everybody plays alone, or before the start where that is not fixed."""
        face = self.game.face
        teams = face.teams or (face.partners(self.overview) if self.overview else ())
        return [list(team) for team in teams]

    def scores(self) -> list[int]:
        """The points of each seat, if the game counts them for all to see."""
        name = self.game.face.score
        return list(getattr(self.overview, name)) if self.overview and name else []

    # ------------------------------------------------------------ when

    @property
    def clock(self) -> Clock:
        """The clock that runs here: the usual one only where two or more people play."""
        alone = self.opened.usual_clock and self.status != "open" and len(self.people) < 2
        return "off" if alone else self.opened.clock

    @cached_property
    def clocks(self) -> list[SeatClock]:
        """By seat: its clock."""
        return [self._clock_of(seat) for seat in range(len(self.seats))]

    def _clock_of(self, seat: int) -> SeatClock:
        if not self.asked[seat]:
            return STILL
        assert self.position is not None
        rules, state = self.game.rules, self.position.state
        lapse: int = rules.lapse(state, seat)
        time = milliseconds(self.clock, rules, state)
        if time is None or lapse == WAITS or self.seats[seat].by_bot:
            return SeatClock(lapse, None)
        return SeatClock(lapse, self.asked_at[seat] + round(self.scale * time))

    def deadlines(self) -> list[int | None]:
        """By seat: when its clock runs out; None if none is running."""
        return [clock.deadline for clock in self.clocks]

    def next_deadline(self, after: int = -1) -> int | None:
        """When the next clock runs out, of those that have not by a certain time; None if none is running."""
        return min((time for time in self.deadlines() if time is not None and time > after), default=None)

    def lapsed(self, now: int) -> list[int]:
        """The seats whose clock has run out, and for which the rules themselves say what then happens."""
        clocks = enumerate(self.clocks)
        return [seat for seat, (lapse, time) in clocks if lapse != BOT and time is not None and time <= now]

    # ------------------------------------------------------------ bots

    def bots_due(self, now: int = 0) -> list[int]:
        """The seats whose bot should act: bots' own, those whose player is away, and those timed out by `now`."""
        due = []
        for seat, (lapse, deadline) in enumerate(self.clocks):
            timed_out = lapse == BOT and deadline is not None and deadline <= now
            if timed_out or (lapse != WAITS and self.seats[seat].by_bot):
                due.append(seat)
        return due

    def question(self, seat: int) -> Question:
        """What the bot of a seat is asked: the seat's view, its legal actions, and a seed nobody can foresee."""
        assert self.position is not None
        told = f"handful bot 1\n{self.id}\n{self.number}\n{seat}".encode("ascii")
        seed = int.from_bytes(hmac.digest(self.secret, told, hashlib.sha256)[:8], "big") >> 1
        view, legal = self.position.view(seat), self.position.legal(seat)
        return question_for(self.game, view, legal, self.seats[seat].level, seed)
