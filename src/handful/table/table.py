"""A table is the fold of its log. Commands are checked here and become entries; only a folded entry changes anything.

    entries = table.act(player, ["Kd"], id="7", seen=12, now=now)    # or Refused, with a sentence
    await store.append(table.id, table.number + 1, entries, table.status_after(entries))
    changes = [table.fold(entry) for entry in entries]

Time comes in from outside, in milliseconds since 1970, so that the same log always gives the same table.
"""

from __future__ import annotations

import secrets
from base64 import b32encode
from collections.abc import Sequence
from functools import cached_property
from typing import Any, get_args

from handful.bots import LEVELS
from handful.game import SPECTATOR, BadText, Illegal
from handful.games import find
from handful.kernel.verifiable import commitment, drawn_seats, is_nonce
from handful.table import picture
from handful.table.entries import (
    Acted,
    AnyEntry,
    BotSat,
    Clock,
    Left,
    Level,
    Opened,
    Rematched,
    Resumed,
    Returned,
    Sat,
    Started,
    Swapped,
)
from handful.table.fold import Change, Fold
from handful.table.picture import Pictures
from handful.table.seats import SeatInfo
from handful.table.written import written

__all__ = ["Change", "Refused", "Table", "is_name", "new_player", "new_table", "opening", "sentence"]

LONGEST_NAME = 32
LONGEST_ID = 64
LONGEST_REASON = 300
MOST_STEPS = 16
SHORTEST_SILENCE = 1_000
"""Milliseconds: about less no clock is set anew."""


class Refused(Exception):
    """A command that cannot be done: the message is a sentence to the person who gave it."""


def new_player() -> str:
    """The random id of a new player, 128 bits."""
    return _random_id(16)


def new_table() -> str:
    """The random id of a new table, 80 bits."""
    return _random_id(10)


def _random_id(size: int) -> str:
    return b32encode(secrets.token_bytes(size)).decode("ascii").rstrip("=").lower()


def opening(
    by: str,
    game: str,
    seats: int,
    options: dict[str, str],
    clock: str,
    public: bool,
    secret: bytes,
    now: int,
    before: str = "",
    draw_seats: bool = False,
) -> Opened:
    """The first entry of a new table; Refused if there is no such game, seat count, option or clock."""
    if clock not in get_args(Clock):
        raise Refused(f"There is no clock {clock!r}; it is one of {', '.join(get_args(Clock))}.")
    try:
        found = find(game)
        values = found.read_options(seats, options)
    except BadText as error:
        raise Refused(sentence(str(error))) from None
    chosen = {
        name: option.write(values[name]) for name, option in found.options.items() if values[name] != option.default
    }
    return Opened(
        at=now,
        by=by,
        game=game,
        rules=found.rules.VERSION,
        seats=seats,
        options=chosen,
        clock=clock,  # type: ignore[arg-type]
        public=public,
        commitment=commitment(secret),
        before=before,
        draw_seats=draw_seats,
    )


def sentence(text: str) -> str:
    """An error's text as a sentence.

    >>> sentence("there is no game 'spat'")
    "There is no game 'spat'."
    """
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


class Table(Fold):
    """One table: its fold, and the commands that people, bots and clocks give it."""

    # ------------------------------------------------------------ commands before the start

    def sit(self, player: str, name: str, seat: int | None, nonce: str, now: int) -> list[AnyEntry]:
        """Take a seat, the first free one if none is named."""
        own = self.seat_of(player)
        if own != SPECTATOR and seat in (None, own):
            return []
        self._must_be_open()
        if own != SPECTATOR:
            raise Refused("You have a seat already; swap to move to another.")
        if not is_name(name):
            raise Refused(f"A name has 1 to {LONGEST_NAME} visible characters.")
        if not is_nonce(nonce):
            raise Refused("A nonce has at most 64 visible ASCII characters and no spaces.")
        if seat is None:
            seat = self._first_free()
        elif not self._seat(seat).free:
            raise Refused(f"Seat {seat} is taken.")
        return [Sat(at=now, seat=seat, player=player, name=name, nonce=nonce)]

    def _first_free(self) -> int:
        free = [seat for seat, info in enumerate(self.seats) if info.free]
        if not free:
            raise Refused("All seats are taken.")
        return free[0]

    def seat_bot(self, by: str, seat: int, level: str, now: int) -> list[AnyEntry]:
        """Let a bot take a free seat, or another bot's."""
        self._must_arrange(by)
        if level not in LEVELS:
            raise Refused(f"There is no level {level!r}; it is one of {', '.join(LEVELS)}.")
        found: Level = level  # type: ignore[assignment]
        if self._seat(seat).player:
            raise Refused(f"Seat {seat} is taken.")
        return [] if self.seats[seat].bot == level else [BotSat(at=now, seat=seat, level=found)]

    def remove_bot(self, by: str, seat: int, now: int) -> list[AnyEntry]:
        """Make a bot's seat free again."""
        self._must_arrange(by)
        if not self._seat(seat).bot:
            raise Refused(f"There is no bot in seat {seat}.")
        return [Left(at=now, seat=seat)]

    def swap(self, player: str, seat: int, now: int) -> list[AnyEntry]:
        """Move to a free seat, or change places with a bot; who opened the table, with anybody."""
        self._must_be_open()
        own = self._own_seat(player)
        if self._seat(seat).player and seat != own and player != self.opened.by:
            raise Refused(
                f"{self.seats[seat].name} sits there; only who opened the table can change places with players."
            )
        return [] if seat == own else [Swapped(at=now, one=own, other=seat)]

    def start(self, player: str, now: int) -> list[AnyEntry]:
        """Begin the game."""
        self._must_arrange(player)
        free = [str(seat) for seat, info in enumerate(self.seats) if info.free]
        if free:
            raise Refused(f"Free seats: {', '.join(free)}. The game begins when all are taken, by players or bots.")
        return [Started(at=now, seating=self._drawn_seats())]

    def _drawn_seats(self) -> list[int]:
        """The seats in a random order, if they are to be drawn; it follows from the secret, as the cards do."""
        if not self.opened.draw_seats:
            return []
        return list(drawn_seats(self.id, self.secret, [info.nonce for info in self.seats]))

    def leave(self, player: str, now: int) -> list[AnyEntry]:
        """Give the seat up. In a game a bot stands in for good."""
        if self.status == "over":
            raise Refused("The game is over.")
        return [Left(at=now, seat=self._own_seat(player))]

    # ------------------------------------------------------------ commands in the game

    def act(self, player: str, texts: Sequence[str], id: str, seen: int, now: int) -> list[AnyEntry]:
        """Do an action, or the steps of one, all or none. One whose id was done already gives no entries."""
        if self.done(player, id) is not None:
            return []
        seat = self._own_seat(player)
        self._must_be_playing()
        if len(id) > LONGEST_ID or not id.isprintable():
            raise Refused(f"An id has at most {LONGEST_ID} visible characters.")
        if not 1 <= len(texts) <= MOST_STEPS:
            raise Refused(f"An action has 1 to {MOST_STEPS} steps.")
        if self.asked[seat] > seen:
            raise Refused("The table has moved on since you chose: look again.")
        return self._checked(Acted(at=now, seat=seat, actions=[self._read(text) for text in texts], id=id))

    def _read(self, text: str) -> int:
        try:
            action: int = self.game.words.read_action(text)
        except BadText as error:
            raise Refused(sentence(str(error))) from None
        return action

    def _checked(self, entry: Acted) -> list[AnyEntry]:
        try:
            self._try(entry.seat, entry.actions)
        except Illegal as error:
            raise Refused(str(error)) from None
        return [entry]

    def come_back(self, player: str, now: int) -> list[AnyEntry]:
        """Take the seat back from the bot that stands in; nothing to do if none does."""
        seat = self.seat_of(player)
        away = seat != SPECTATOR and self.status == "playing" and self.seats[seat].away
        return [Returned(at=now, seat=seat)] if away else []

    def bot_act(self, seat: int, action: int, reason: str, now: int, seen: int | None = None) -> list[AnyEntry]:
        """Do what a bot chose; with `seen`, only if the decision is still the one that the bot was asked about then."""
        self._must_be_playing()
        if seat not in self.bots_due(now) or (seen is not None and self.asked[seat] > seen):
            raise Refused(f"The bot of seat {seat} is not asked any more.")
        told = "".join(letter for letter in " ".join(reason.split()) if letter.isprintable())[:LONGEST_REASON]
        return self._checked(Acted(at=now, seat=seat, actions=[action], who="bot", reason=told.strip()))

    def time_out(self, seat: int, now: int) -> list[AnyEntry]:
        """What the rules do when the clock of a seat has run out; nothing if it has not, or if a bot is to be asked."""
        if seat not in self.lapsed(now):
            return []
        assert self.position is not None
        action: int = self.game.rules.lapse(self.position.state, seat)
        return [Acted(at=now, seat=seat, actions=[action], who="clock")]

    def resume(self, since: int, now: int) -> list[AnyEntry]:
        """Give the running clocks back the time since somebody last looked after the table."""
        silence = now - max(since, self.resumed)  # two may take it up at once
        running = self.status == "playing" and self.next_deadline() is not None
        return [Resumed(at=now, silence=silence)] if running and silence >= SHORTEST_SILENCE else []

    def go_on(self, player: str, table: str, now: int) -> list[AnyEntry]:
        """Name the table of the rematch; nothing to do if there is one already."""
        self._own_seat(player)
        if self.status != "over":
            raise Refused("A rematch begins when the game is over.")
        return [] if self.rematch else [Rematched(at=now, table=table)]

    # ------------------------------------------------------------ what a command needs

    def _seat(self, seat: int) -> SeatInfo:
        if not 0 <= seat < len(self.seats):
            raise Refused(f"There is no seat {seat}; the seats are 0 to {len(self.seats) - 1}.")
        return self.seats[seat]

    def _own_seat(self, player: str) -> int:
        seat = self.seat_of(player)
        if seat == SPECTATOR:
            raise Refused("You have no seat at this table.")
        return seat

    def _must_be_open(self) -> None:
        if self.status != "open":
            raise Refused("The game has begun already." if self.status == "playing" else "The game is over.")

    def _must_be_playing(self) -> None:
        if self.status != "playing":
            raise Refused("The game has not begun yet." if self.status == "open" else "The game is over.")

    def _must_arrange(self, player: str) -> None:
        self._must_be_open()
        if not self.may_arrange(player):
            raise Refused("Only who opened the table can do that.")

    # ------------------------------------------------------------ questions

    def picture(self, viewer: int) -> dict[str, Any]:
        """Everything that a seat, or a SPECTATOR, may know now. It shares parts with others': not to be changed."""
        return self.pictures.of(self, viewer)

    @cached_property
    def pictures(self) -> Pictures:
        """The pictures of this table, of which most parts stay as they were from move to move."""
        return Pictures(self)

    def listing(self) -> dict[str, Any]:
        """What the lobby shows of the table: nothing that depends on a card."""
        return picture.listing(self)

    def transcript(self) -> str:
        """The finished game as text, from which it can be replayed and its shuffle checked."""
        if self.status != "over":
            raise Refused("The transcript is there when the game is over.")
        return written(self)


def is_name(name: str) -> bool:
    """Whether a text can be a player's name."""
    return 0 < len(name) <= LONGEST_NAME and name.isprintable() and name == name.strip()
