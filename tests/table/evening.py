"""A table with its log beside it, as a server keeps them, and people, bots and clocks who do things at random."""

from __future__ import annotations

import hashlib
import json
import random

import msgspec

from handful.games import find
from handful.observe import SPECTATOR
from handful.table import commands
from handful.table.entries import Opened, decode, encode
from handful.table.pictures import Picture, listing, picture
from handful.table.proposal import Change, Proposal, propose
from handful.table.refusals import Refused
from handful.table.table import Table

LATER = 1_000_000
"""Longer than any clock."""


def secret_of(seed: object) -> bytes:
    return hashlib.sha256(str(seed).encode()).digest()


def shown(table: Table) -> str:
    """All that anybody is shown of a table, byte for byte."""
    viewers = (SPECTATOR, *range(len(table.seats)))
    pictures = {viewer: picture(table, viewer) for viewer in viewers}
    if table.position:
        views = [table.position.view(viewer).json(table.game.words) for viewer in viewers]
        assert json.dumps([pictures[viewer].view for viewer in viewers]) == json.dumps(views)
    return msgspec.json.encode([listing(table), pictures]).decode()


def facts(table: Table) -> tuple[Table, object]:
    """All that is true of a table."""
    position = table.position
    dealt = (position.state.pack(), position.dice.drawn) if position else None
    return msgspec.structs.replace(table, position=None), dealt


class Evening:
    """One table from its opening on; every accepted entry goes through its JSON, as through a database."""

    def __init__(self, game="spar", seats=2, options=None, clock="off", seed=1, by="p0", draw_seats=False):
        self.secret = secret_of(seed)
        self.now = 1_800_000_000_000
        first = commands.opening(by, game, seats, options or {}, clock, True, self.secret, self.now, "", draw_seats)
        self.log = [encode(first)]
        self.table = Table.begin("aaaaaaaaaaaaaaaa", self.secret, first)

    @classmethod
    def of(cls, id: str, secret: bytes, first: Opened) -> Evening:
        """A table of this first entry."""
        evening = cls()
        evening.secret, evening.log = secret, [encode(first)]
        evening.table = Table.begin(id, secret, first)
        return evening

    def again_until(self, number: int) -> Table:
        """The table as it was after an entry."""
        entries = [decode(body) for body in self.log[:number]]
        return propose(Table.begin(self.table.id, self.secret, entries[0]), *entries[1:]).table

    def do(self, proposal: Proposal) -> list[Change]:
        """Write what a command proposed, and take it over; what is read from the log gives the same."""
        written = [encode(entry) for entry in proposal.entries]
        read = propose(self.table, *map(decode, written))
        assert read.changes == proposal.changes
        assert facts(read.table) == facts(proposal.table)
        self.log += written
        self.table = proposal.table
        return list(proposal.changes)

    def picture(self, viewer: int) -> Picture:
        """All that a viewer may know now."""
        return picture(self.table, viewer)

    def propose(self, name: str, *values) -> Proposal:
        """What comes of a command, now; it may be refused."""
        return getattr(commands, name)(self.table, *values, self.now)

    def command(self, name: str, *values) -> list[Change]:
        """Give a command to the table, now; it may be refused."""
        return self.do(self.propose(name, *values))

    def refusal(self, name: str, *values) -> str:
        """The sentence with which a command is refused, which changes nothing."""
        before = shown(self.table)
        try:
            self.propose(name, *values)
        except Refused as refused:
            assert shown(self.table) == before
            return str(refused)
        raise AssertionError(f"{name}{values} was not refused")

    def seated(self, players: int, start=True) -> Evening:
        """Some players, bots in the other seats, and the game begun."""
        for player in range(players):
            self.command("sit", f"p{player}", f"Player {player}", None, f"nonce{player}")
        for seat in range(players, len(self.table.seats)):
            self.command("seat_bot", "p0", seat, "normal")
        if start:
            self.command("start", "p0")
        return self

    def again(self) -> Table:
        """The table as a new process finds it: the fold of the log from its beginning."""
        entries = [decode(body) for body in self.log]
        table = Table.begin(self.table.id, self.secret, entries[0])
        return propose(table, *entries[1:]).table

    def act(self, seat: int, *texts: str, id="", seen=None) -> list[Change]:
        """The player of a seat acts."""
        player, number = self.table.seats[seat].player, self.table.number if seen is None else seen
        return self.command("act", player, list(texts), id, number)

    def bot(self, seat: int, rng: random.Random) -> list[Change]:
        """A bot answers at random."""
        question = self.table.question(seat)
        return self.command("bot_act", seat, rng.choice(question.legal), f"One of {len(question.legal)}.")

    def play_on(self, rng: random.Random, most: int = 10**9) -> None:
        """Players and bots act at random, or let the clock run out, until the game is over."""
        while self.table.status == "playing" and most:
            most -= 1
            self.now += rng.randrange(2000)
            due = self.table.bots_due(self.now)
            people = [seat for seat in self.table.actors() if self.table.seats[seat].player]
            if due and (not people or rng.random() < 0.5):
                self.bot(rng.choice(due), rng)
            elif people and not (self.table.next_deadline() and rng.random() < 0.1):
                seat = rng.choice(people)
                self.act(seat, rng.choice(self.table.legal(seat)))
            else:
                self.run_out(rng)

    def run_out(self, rng: random.Random) -> None:
        """Wait for the next clock to run out; the rules or a bot act."""
        deadline = self.table.next_deadline()
        if deadline is None:
            return
        self.now = max(self.now, deadline)
        for seat in range(len(self.table.seats)):
            if self.command("time_out", seat):
                return
        due = self.table.bots_due(self.now)
        assert due, "a clock has run out and nothing happens"
        self.bot(rng.choice(due), rng)


def some_evening(name: str, seed: int, clock: str | None = None) -> tuple[Evening, random.Random]:
    """A table of a game with a random setting."""
    from handful import kit

    rng = random.Random(seed)
    setting = rng.choice(kit.settings(find(name)))
    chosen = clock or rng.choice(("off", "relaxed", "normal", "fast"))
    return Evening(name, setting.seats, setting.options, chosen, seed), rng
