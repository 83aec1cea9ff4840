"""A server process and real clients for it."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Self

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from handful.server.settings import Limits, RatedGames, Settings
from tests.patience import PATIENCE_S, SOCKET, becomes

ROOT = Path(__file__).parents[2]
GENEROUS = Limits(
    messages_rate=1e6,
    messages_burst=1_000_000,
    player_rate=1e6,
    player_burst=1_000_000,
    requests_rate=1e6,
    requests_burst=1_000_000,
    connects_rate=1e6,
    connects_burst=1_000_000,
    identities_rate=1e6,
    identities_burst=1_000_000,
    tables_rate=1e6,
    tables_burst=1_000_000,
    tables_per_address_rate=1e6,
    tables_per_address_burst=1_000_000,
    names_rate=1e6,
    names_burst=1_000_000,
    reactions_rate=1e6,
    reactions_burst=1_000_000,
    table_reactions_rate=1e6,
    table_reactions_burst=1_000_000,
    listed_per_address=1_000_000,
)
ALL_RATED = RatedGames(same_address=True, age_ms=0, moves=0, games_a_day=1_000_000, bot_games_a_day=1_000_000)
"""The guests of a test come all at once, and all from here."""
Message = dict[str, Any]


class Server:
    """A server process on a free port."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        chosen = {"store": str(folder / "tables.db"), "port": 0, "bots": 1, "bot_floor_ms": 0, "limits": GENEROUS}
        self.settings = Settings(**{**chosen, "rated": ALL_RATED, **settings})
        self.folder = folder
        self.runs = 0
        self.http = httpx.Client(timeout=PATIENCE_S)
        self.start()

    def start(self) -> None:
        """Start it, or start it again on the same address."""
        self.runs += 1
        self.log = self.folder / f"log{self.runs}"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.server.serve", msgspec.json.encode(self.settings).decode()],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http://"), self.log.read_text()
        self.settings = msgspec.structs.replace(self.settings, port=int(self.address.rpartition(":")[2]))

    def kill(self) -> None:
        """End it as kill -9 does."""
        self.process.kill()
        self._wait()

    def start_again(self) -> None:
        """Start it if it is dead."""
        if self.process.poll() is not None:
            self.start()

    def stop(self) -> int:
        """End it in order; its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self._wait()

    def _wait(self) -> int:
        assert self.process.stdout
        try:
            return self.process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise
        finally:
            self.process.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.http.close()
        self.stop()

    def logs(self) -> str:
        """Everything it has logged."""
        return "".join((self.folder / f"log{run}").read_text() for run in range(1, self.runs + 1))


class Guest:
    """Somebody with a cookie of their own, and a copy of every byte they were sent."""

    def __init__(self, server: Server, name: str, address: str = "") -> None:
        self.server = server
        self.name = name
        self.headers = {"X-Forwarded-For": address} if address else {}
        """From where the guest comes, as a proxy says it."""
        self.id = ""
        self.got: list[str] = []
        self.cookie = ""

    def introduce(self) -> Self:
        """Say the name and get a cookie."""
        answer = self.post("/api/me", name=self.name)
        assert answer.status_code == 200, answer.text
        self.id = answer.json()["id"]
        return self

    def get(self, path: str, **extra: Any) -> httpx.Response:
        return self.request("GET", path, **extra)

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.request("POST", path, json=body)

    def request(self, method: str, path: str, headers: dict[str, str] | None = None, **extra: Any) -> httpx.Response:
        """Ask, with the cookie, and keep the cookie that comes back."""
        cookie = {"Cookie": f"handful={self.cookie}"} if self.cookie else {}
        answer = self.server.http.request(
            method, self.server.address + path, headers={**self.headers, **cookie, **(headers or {})}, **extra
        )
        self.server.http.cookies.clear()
        self.cookie = answer.cookies.get("handful") or self.cookie
        self.got.append(answer.text)
        return answer

    def open(self, game: str, **wish: Any) -> str:
        """Open a table; its id."""
        answer = self.post("/api/tables", game=game, **wish)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    async def history(self) -> list[Message]:
        """The finished games, once there is one: results are kept just behind the last move."""
        games: list[Message] = []

        async def kept() -> bool:
            games[:] = self.get("/api/players/me/history").json()
            return bool(games)

        await becomes(kept, "no finished game is kept")
        return games

    @asynccontextmanager
    async def at(self, table: str, seen: int = 0, hello: bool = True, **extra: Any) -> AsyncIterator[Seated]:
        """A socket at a table."""
        address = self.server.address.replace("http", "ws")
        headers = {**self.headers, **({"Cookie": f"handful={self.cookie}"} if self.cookie else {})}
        async with connect(
            f"{address}/ws/tables/{table}", additional_headers=headers, compression=None, **{**SOCKET, **extra}
        ) as socket:
            seated = Seated(self, socket)
            if hello:
                await seated.hello(seen)
            yield seated


class Seated:
    """A client at a table, which keeps its picture up to date from what it is sent, and from nothing else."""

    made = 0

    def __init__(self, guest: Guest, socket: ClientConnection) -> None:
        self.guest = guest
        self.socket = socket
        self.picture: Message = {}
        self.told: list[Message] = []
        self.messages: list[Message] = []
        self.ids = 0
        Seated.made += 1
        self.number = Seated.made

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def hello(self, seen: int = 0) -> Message:
        """Say hello and get the picture."""
        await self.send(type="hello", seen=seen)
        return await self.until("welcome")

    async def next(self) -> Message:
        """The next message; the picture follows."""
        async with asyncio.timeout(PATIENCE_S):
            frame = await self.socket.recv()
        assert isinstance(frame, str)
        self.guest.got.append(frame)
        message: Message = json.loads(frame)
        self.messages.append(message)
        self._follow(message)
        return message

    def _follow(self, message: Message) -> None:
        if message["type"] in ("welcome", "fresh"):
            self.picture = message["picture"]
            self.told += message.get("missed", [])
        elif message["type"] == "update":
            self.picture = {**self.picture, **message["picture"]}
            if message.get("view"):
                self.picture["view"] = {**self.picture["view"], **message["view"]}
            self.told += message["told"]
            assert self.picture["number"] == message["number"]

    async def until(self, *kinds: str, id: str | None = None) -> Message:
        """The next message of one of these kinds."""
        while True:
            message = await self.next()
            if message["type"] in kinds and (id is None or message.get("id") in (id, "")):
                return message

    async def until_picture(self, wanted: Callable[[Message], bool]) -> None:
        """Read until the picture is as wanted."""
        while not wanted(self.picture):
            await self.next()

    async def ask(self, type: str, id: str = "", **wish: Any) -> Message:
        """Give a command and get its answer."""
        self.ids += 1
        name = id or f"{type}-{self.number}-{self.ids}"
        await self.send(type=type, id=name, **wish)
        return await self.until("ack", "refused", id=name)

    async def do(self, type: str, id: str = "", **wish: Any) -> Message:
        """Give a command that must be done."""
        answer = await self.ask(type, id, **wish)
        assert answer["type"] == "ack", answer
        return answer

    async def act(self, *actions: str, id: str = "") -> Message:
        """Do an action, chosen by the picture as it is."""
        return await self.ask("act", id, actions=list(actions), seen=self.picture["number"])

    async def closed(self) -> tuple[int, str]:
        """Read to the end: the code and the reason with which the server closed."""
        try:
            while True:
                await self.next()
        except ConnectionClosed as end:
            return (end.rcvd.code, end.rcvd.reason) if end.rcvd else (1006, "")

    async def play(self, dice: random.Random, most: int = 10_000) -> int:
        """Play legal actions at random until the game is over, or so many are done; how many."""
        done = 0
        while self.picture["status"] not in ("over", "stopped") and done < most:
            if self.picture["legal"]:
                answer = await self.act(dice.choice(self.picture["legal"]))
                done += answer["type"] == "ack"
            else:
                await self.next()
        return done
