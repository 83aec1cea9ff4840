"""The clients, in a process of their own: many tables, a socket for every seat, legal actions at random.

`python -m benchmarks.server.players ORDER` sets the tables up, says how many sockets it has, waits for a line, plays,
and prints what it measured. The texts of the legal actions are those that the server sent.
"""

from __future__ import annotations

import asyncio
import random
import resource
import sys
import time
from typing import Any

import msgspec
import uvloop

from benchmarks.server.wire import Socket, Web, connect
from handful.games import ROOMS

AT_ONCE = 16
"""Tables that are set up at the same time."""
WARM_S = 2.0
"""Seconds of play before the measurement begins."""
MOVE = "m"
"""With this the ids of moves begin; other commands have other letters."""
clock = time.perf_counter


class Order(msgspec.Struct):
    """What a client process is to do."""

    port: int
    tables: int
    seconds: float
    pace: float = 1.0
    """Seconds from move to move at a table; 0: the next as soon as all have seen the last."""
    kind: str = "handful"
    seed: int = 1
    pin: bool = False
    """The server has one core for itself, and all clients have the others."""


class Measured(msgspec.Struct):
    """What a client process saw."""

    seconds: float = 0.0
    acks: list[float] = []
    """Milliseconds from sending an action to its acknowledgement."""
    slowest: list[float] = []
    """Milliseconds until the last of the table's clients has the update."""
    delivered: int = 0
    """Messages that came."""
    received: int = 0
    """Bytes that came."""
    refusals: list[str] = []
    lost: int = 0
    """Sockets that the server closed."""
    games: int = 0
    """Games that ended, after which a new table was opened."""
    late: list[float] = []
    """Milliseconds that the client itself was late with a move."""
    cpu: float = 0.0


class Parts(msgspec.Struct):
    """What a player needs of a picture; what is not given has not changed."""

    number: int = 0
    status: str = ""
    legal: list[str] | None = None
    seats: list[msgspec.Raw] = []


class Welcome(msgspec.Struct, tag_field="type", tag="welcome"):
    """The first picture."""

    picture: Parts


class Update(msgspec.Struct, tag_field="type", tag="update"):
    """What is different now."""

    number: int
    picture: Parts


class Fresh(msgspec.Struct, tag_field="type", tag="fresh"):
    """A whole picture."""

    picture: Parts


class Ack(msgspec.Struct, tag_field="type", tag="ack"):
    """Done."""

    id: str


class Refused(msgspec.Struct, tag_field="type", tag="refused"):
    """Not done."""

    id: str
    sentence: str


class Bye(msgspec.Struct, tag_field="type", tag="bye"):
    """The server hangs up."""

    sentence: str


decode = msgspec.json.Decoder(Welcome | Update | Fresh | Ack | Refused | Bye).decode


class Seat:
    """One player at one table."""

    def __init__(self, table: Table, cookie: str) -> None:
        self.table = table
        self.cookie = cookie
        self.number = 0
        self.legal: list[str] = []
        self.socket: Socket | None = None
        self.answer: asyncio.Future[Any] | None = None

    async def come(self, table: str) -> Any:
        """Connect to a table and say hello."""
        if self.socket:
            self.socket.close()
        self.legal = []
        path = f"/ws/tables/{table}"
        self.socket = await connect(self.table.crowd.address, path, self.cookie, self.heard, self.table.crowd.lost)
        return await self.ask(b'{"type":"hello","seen":0}')

    async def ask(self, text: bytes) -> Any:
        """Send a message and wait for its answer."""
        self.answer = asyncio.get_running_loop().create_future()
        assert self.socket
        self.socket.send(text)
        return await self.answer

    def heard(self, frame: bytes) -> None:
        """Take a message in."""
        measured = self.table.crowd.measured
        measured.delivered += 1
        measured.received += len(frame)
        message = decode(frame)
        if isinstance(message, Update):
            self.look(message.picture)
            self.number = message.number
            self.table.seen()
        elif isinstance(message, Ack) and message.id[0] == MOVE:
            self.table.acknowledged()
        elif isinstance(message, Refused) and message.id[:1] == MOVE:
            self.table.refused(message)
        elif isinstance(message, Bye):
            self.table.crowd.lost()
        elif self.answer and not self.answer.done():
            if isinstance(message, Welcome | Fresh):
                self.look(message.picture)
                self.number = message.picture.number
            self.answer.set_result(message)

    def look(self, picture: Parts) -> None:
        """Keep what may be done now."""
        if picture.legal is not None:
            self.legal = picture.legal
        if picture.status:
            self.table.status = picture.status


class Table:
    """One table and its players: whoever may act, one of them does."""

    def __init__(self, crowd: Crowd, game: str, dice: random.Random) -> None:
        self.crowd = crowd
        self.game = game
        self.dice = dice
        self.seats: list[Seat] = []
        self.id = ""
        self.status = "open"
        self.sent = 0.0
        """When the move that is under way was sent; 0 if none is."""
        self.due = 0.0
        """When the next move is to be sent, if the table has a pace."""
        self._unseen = 0
        self._acked = False
        self._made = 0

    async def set_up(self, web: Web) -> None:
        """Open a table, and let everybody sit down."""
        self.status = "open"
        host = self.seats[0] if self.seats else await self._guest(web)
        opened, _ = await web.post("/api/tables", {"game": self.game, "clock": "relaxed"}, host.cookie)
        self.id = str(opened["id"])
        welcome = await host.come(self.id)
        while len(self.seats) < len(welcome.picture.seats):
            await self._guest(web)
        for number, seat in enumerate(self.seats):
            if seat is not host:
                await seat.come(self.id)
            await seat.ask(b'{"type":"sit","id":"s","seat":%d}' % number)

    async def _guest(self, web: Web) -> Seat:
        _, cookie = await web.post("/api/me", {"name": f"Guest {len(self.seats)}"})
        self.seats.append(Seat(self, cookie))
        return self.seats[-1]

    async def start(self) -> None:
        """Deal."""
        await self.seats[0].ask(b'{"type":"start","id":"g"}')

    def begin(self, phase: float) -> None:
        """Make the first move in a while."""
        self.due = clock() + phase
        asyncio.get_running_loop().call_later(phase, self.move)

    def move(self) -> None:
        """Let somebody who may act do something legal."""
        crowd = self.crowd
        if crowd.over:
            return
        able = [seat for seat in self.seats if seat.legal]
        if not able:  # the clock or a bot has acted: its updates are on the way
            asyncio.get_running_loop().call_later(0.01, self.move)
            return
        seat = self.dice.choice(able)
        text = self.dice.choice(seat.legal).encode()
        self._unseen, self._acked = len(self.seats), False
        self._made += 1
        self.sent = clock()
        if crowd.order.pace:
            crowd.measured.late.append(1000 * (self.sent - self.due))
        assert seat.socket
        act = b'{"type":"act","id":"m%d","actions":["%s"],"seen":%d}'
        seat.socket.send(act % (self._made, text, seat.number))

    def seen(self) -> None:
        """One more client has the update."""
        if self.sent:
            self._unseen -= 1
            if self._unseen == 0:
                self.crowd.measured.slowest.append(1000 * (clock() - self.sent))
                self._done()

    def acknowledged(self) -> None:
        """The action is done."""
        self.crowd.measured.acks.append(1000 * (clock() - self.sent))
        self._acked = True
        self._done()

    def refused(self, message: Refused) -> None:
        """The action is not done: another one at the next moment."""
        self.crowd.measured.refusals.append(message.sentence)
        self._unseen, self._acked = 0, True
        self._done()

    def _done(self) -> None:
        if self._unseen > 0 or not self._acked:
            return
        self.sent = 0.0
        if self.status == "over":
            self.crowd.begin_anew(self)
            return
        self.due += self.crowd.order.pace
        wait = self.due - clock() if self.crowd.order.pace else 0.0
        asyncio.get_running_loop().call_later(max(0.0, wait), self.move)


class Crowd:
    """All tables of this process."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.address = ("127.0.0.1", order.port)
        self.measured = Measured()
        self.over = False
        dice = random.Random(order.seed)
        games = list(ROOMS)
        self.tables = [Table(self, games[n % len(games)], random.Random(dice.random())) for n in range(order.tables)]
        self._anew: set[asyncio.Task[None]] = set()
        self._web = Web(self.address)

    async def set_up(self) -> None:
        """Open all tables and let everybody sit down."""
        left = iter(self.tables)

        async def some() -> None:
            web = Web(self.address)
            for table in left:
                await table.set_up(web)
            web.close()

        await asyncio.gather(*(some() for _ in range(AT_ONCE)))

    async def play(self) -> Measured:
        """Deal everywhere, then play for a while."""
        for table in self.tables:
            await table.start()
        await asyncio.sleep(0.5)
        for table in self.tables:
            table.begin(table.dice.uniform(0.0, self.order.pace or 0.05))
        await asyncio.sleep(WARM_S)
        say("begin")
        self.measured = Measured()
        begin, cpu = clock(), cpu_seconds()
        await asyncio.sleep(self.order.seconds)
        measured, self.measured = self.measured, Measured()
        measured.seconds, measured.cpu = clock() - begin, cpu_seconds() - cpu
        self.over = True
        for task in self._anew:
            task.cancel()
        return measured

    def begin_anew(self, table: Table) -> None:
        """After a game, another one, at a new table."""
        self.measured.games += 1

        async def anew() -> None:
            await table.set_up(self._web)
            await table.start()
            table.begin(self.order.pace)

        task = asyncio.create_task(anew())
        self._anew.add(task)
        task.add_done_callback(self._anew.discard)

    def lost(self) -> None:
        """A socket that should be open was closed."""
        self.measured.lost += 1


def cpu_seconds() -> float:
    """What this process has taken of the processor."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


async def hear_a_line() -> None:
    """Wait for the word to go."""
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)


def say(line: str) -> None:
    """Tell the one who started this process."""
    print(line, flush=True)


async def play_tables(order: Order) -> None:
    """Set up, wait, play, tell."""
    crowd = Crowd(order)
    await crowd.set_up()
    say(str(sum(len(table.seats) for table in crowd.tables)))
    await hear_a_line()
    say(msgspec.json.encode(await crowd.play()).decode())


async def watch(order: Order) -> None:
    """Spectators at one table: what a connection takes of the server's memory."""
    one = Crowd(msgspec.structs.replace(order, tables=1))
    await one.set_up()
    say("1")
    await hear_a_line()
    path, sockets = f"/ws/tables/{one.tables[0].id}", []
    for _ in range(order.tables):
        sockets.append(await connect(one.address, path, "", lambda _: None, one.lost))
        sockets[-1].send(b'{"type":"hello","seen":0}')
    await asyncio.sleep(1)
    say("begin")
    say(msgspec.json.encode(Measured(seconds=1.0, lost=one.measured.lost)).decode())
    await hear_a_line()


async def echo(order: Order) -> None:
    """Every socket sends the next message when the last is back: the limit of the stack."""
    measured, over = Measured(), False
    text = b'{"type":"act","id":"m12345","actions":["ask 2 for the 9 of hearts"],"seen":1234}'

    async def one() -> None:
        sent = 0.0

        def heard(frame: bytes) -> None:
            nonlocal sent
            now = clock()
            measured.acks.append(1000 * (now - sent))
            measured.delivered += 1
            if not over:
                sent = clock()
                socket.send(text)

        socket = await connect(("127.0.0.1", order.port), "/echo", "", heard, lambda: None)
        await begun.wait()
        sent = clock()
        socket.send(text)

    begun = asyncio.Event()
    sockets = [asyncio.create_task(one()) for _ in range(order.tables)]
    await asyncio.sleep(0.5)
    say(str(order.tables))
    await hear_a_line()
    begun.set()
    await asyncio.sleep(WARM_S)
    say("begin")
    begin, cpu, before = clock(), cpu_seconds(), measured.delivered
    measured.acks.clear()
    await asyncio.sleep(order.seconds)
    measured.seconds, measured.cpu = clock() - begin, cpu_seconds() - cpu
    measured.delivered -= before
    over = True
    await asyncio.gather(*sockets)
    say(msgspec.json.encode(measured).decode())


KINDS = {"handful": play_tables, "echo": echo, "watch": watch}

if __name__ == "__main__":
    wanted = msgspec.json.decode(sys.argv[1], type=Order)
    uvloop.run(KINDS[wanted.kind](wanted))
