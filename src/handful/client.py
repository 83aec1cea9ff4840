"""A connection to a table server: who you are, the table you sit at, and its news. See docs/protocol.md."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator, Mapping
from typing import Any, Self
from urllib import request
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from handful.table.table import Refused

COOKIE = "handful"
TRIES = 6
"""How often a lost connection is tried again, after 0.2, 0.4, 0.8 … seconds."""
SECONDS = 20.0
"""How long an answer may take."""

Data = dict[str, Any]


def parts_of(link: str) -> tuple[str, str]:
    """The server's address and the table's id of a link; the id is empty in the address of a server.

    >>> parts_of("http://localhost:8000/t/abcdefghijklmnop")
    ('http://localhost:8000', 'abcdefghijklmnop')
    >>> parts_of("localhost:8000")
    ('http://localhost:8000', '')
    """
    parts = urlsplit(link if "://" in link else f"http://{link}")
    steps = [step for step in parts.path.split("/") if step]
    if parts.scheme not in ("http", "https") or not parts.netloc or (steps and (steps[0] != "t" or len(steps) != 2)):
        raise Refused(f"{link} is no link to a table; expected such as http://localhost:8000/t/abcdefghijklmnop.")
    return f"{parts.scheme}://{parts.netloc}", steps[1] if steps else ""


class Client:
    """A player at a server's table. `picture` is all that the player may know; iterating gives the news in words."""

    def __init__(self, address: str, name: str, cookie: str = "") -> None:
        self.address = address
        self.name = name
        self.cookie = cookie
        """Who the player is to the server: with it, one comes back to the same seat."""
        self.table = ""
        self.picture: Data = {}
        self.ended = ""
        """Why the connection is gone for good; empty while it is there."""
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self._asked: dict[str, tuple[str, asyncio.Future[Data]]] = {}
        self._news: asyncio.Queue[list[str] | None] = asyncio.Queue()

    # ------------------------------------------------------------ by HTTP

    async def introduce(self) -> None:
        """Say the name; the server gives a cookie, or keeps the one that there is."""
        await self._ask("/api/me", {"name": self.name})

    async def open(
        self, game: str, seats: int | None = None, options: Mapping[str, str] | None = None, public: bool = False
    ) -> str:
        """Open a table and go there; its id."""
        wish = {"game": game, "seats": seats, "options": dict(options or {}), "public": public}
        return await self._go(json.loads(await self._ask("/api/tables", wish))["id"])

    async def play_now(
        self, game: str, seats: int | None = None, options: Mapping[str, str] | None = None, level: str = "normal"
    ) -> str:
        """Open a table, sit down with bots and with a nonce for the shuffle, start, and go there; its id."""
        nonce = secrets.token_hex(8)
        wish = {"game": game, "seats": seats, "options": dict(options or {}), "level": level, "nonce": nonce}
        return await self._go(json.loads(await self._ask("/api/play-now", wish))["id"])

    async def transcript(self) -> str:
        """The finished game as text."""
        return await self._ask(f"/api/tables/{self.table}/transcript")

    @property
    def link(self) -> str:
        """What to send to others, so that they can come to this table."""
        return f"{self.address}/t/{self.table}"

    async def _go(self, table: str) -> str:
        await self.join(table)
        return table

    async def _ask(self, path: str, body: Data | None = None) -> str:
        return await asyncio.to_thread(self._fetch, path, body)

    def _fetch(self, path: str, body: Data | None) -> str:
        headers = {"Content-Type": "application/json", **self._identity()}
        data = None if body is None else json.dumps(body).encode()
        try:
            with request.urlopen(request.Request(self.address + path, data, headers), timeout=SECONDS) as answer:
                self._keep_cookie(answer.headers.get_all("Set-Cookie") or [])
                text: str = answer.read().decode("utf-8")
                return text
        except HTTPError as error:
            with error:
                raise Refused(_sentence_in(error.read(), error.reason)) from None
        except (URLError, OSError) as error:
            raise Refused(f"There is no answer from {self.address}: {getattr(error, 'reason', error)}.") from None

    def _identity(self) -> dict[str, str]:
        return {"Cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {}

    def _keep_cookie(self, cookies: list[str]) -> None:
        for cookie in cookies:
            name, _, value = cookie.partition(";")[0].partition("=")
            if name == COOKIE:
                self.cookie = value

    # ------------------------------------------------------------ at a table

    async def join(self, table: str) -> None:
        """Go to a table, to watch or, if the seat is yours already, to play on."""
        await self.close()
        self.table, self.picture, self.ended, self._news = table, {}, "", asyncio.Queue()
        await self._connect()
        self._reading = asyncio.create_task(self._read())

    async def sit(self, seat: int | None = None) -> None:
        """Take a seat, or the first that is free, with a nonce for the shuffle."""
        await self.command("sit", seat=seat, nonce=secrets.token_hex(8))

    async def seat_bots(self, level: str = "normal") -> None:
        """Put a bot on every free seat; a seat that somebody takes meanwhile is theirs."""
        for seat in range(len(self.picture["seats"])):
            try:
                if self.picture["seats"][seat]["free"]:
                    await self.command("seat_bot", seat=seat, level=level)
            except Refused:
                if self.picture["seats"][seat]["free"]:
                    raise

    async def start(self) -> None:
        """Begin the game."""
        await self.command("start")

    async def act(self, *actions: str) -> None:
        """Do an action, or the steps of one. It is durable when this returns; Refused says why it was not done."""
        await self.command("act", actions=list(actions), seen=self.picture["number"])

    @property
    def seat(self) -> int | None:
        """Your own seat."""
        return self.picture.get("seat")

    @property
    def legal(self) -> list[str]:
        """Every action that you may do now."""
        return list(self.picture.get("legal", []))

    async def command(self, type: str, **wish: Any) -> Data:
        """Give a command and wait until it is done; Refused if it is not. A broken connection does not do it twice."""
        if self.ended or self._socket is None:
            raise Refused(self.ended or "Go to a table first.")
        id = secrets.token_hex(8)
        frame = json.dumps({"type": type, "id": id, **wish})
        answer: asyncio.Future[Data] = asyncio.get_running_loop().create_future()
        self._asked[id] = frame, answer
        try:
            with contextlib.suppress(ConnectionClosed):  # it is sent again on the next connection
                await self._socket.send(frame)
            async with asyncio.timeout(SECONDS):
                message = await answer
        except TimeoutError:
            raise Refused("The server does not answer.") from None
        finally:
            self._asked.pop(id, None)
        if message["type"] == "refused":
            raise Refused(message["sentence"])
        return message

    def __aiter__(self) -> AsyncIterator[list[str]]:
        return self._tell()

    async def _tell(self) -> AsyncIterator[list[str]]:
        """What happened, in words, whenever the picture has changed; ends with the connection."""
        while (sentences := await self._news.get()) is not None:
            yield sentences

    # ------------------------------------------------------------ the socket

    async def _connect(self) -> None:
        """Connect and say hello; the picture is there afterwards."""
        address = f"ws{self.address.removeprefix('http')}/ws/tables/{self.table}"
        try:
            self._socket = await open_socket(address, additional_headers=self._identity(), compression=None)
            await self._socket.send(json.dumps({"type": "hello", "seen": self.picture.get("number", 0)}))
            while (message := json.loads(await self._socket.recv()))["type"] != "welcome":
                self._take(message)
                if self.ended:
                    raise Refused(self.ended)
        except (OSError, InvalidHandshake, ConnectionClosed) as error:
            raise Refused(self.ended or f"The table cannot be reached: {error}.") from None
        self._take(message)

    async def _read(self) -> None:
        """Follow the table until the connection is gone for good."""
        while not self.ended:
            assert self._socket
            with contextlib.suppress(ConnectionClosed):
                async for frame in self._socket:
                    self._take(json.loads(frame))
            if not self.ended:
                await self._again()
        for _, answer in self._asked.values():
            if not answer.done():
                answer.set_result({"type": "refused", "sentence": self.ended})
        self._news.put_nowait(None)

    async def _again(self) -> None:
        """Connect again, after a moment, and say again what was not answered."""
        for tried in range(TRIES):
            await asyncio.sleep(0.2 * 2**tried)
            try:
                await self._connect()
            except Refused as error:
                why = str(error)
                continue
            assert self._socket
            for frame, _ in list(self._asked.values()):
                with contextlib.suppress(ConnectionClosed):
                    await self._socket.send(frame)
            return
        self.ended = why

    def _take(self, message: Data) -> None:
        """Take a message in: lay what changed over the picture, tell the news, answer who waits."""
        match message["type"]:
            case "welcome" | "fresh":
                self.picture = message["picture"]
                self._tell_all(message.get("missed", []))
            case "update":
                view = {**(self.picture.get("view") or {}), **message.get("view", {})}
                self.picture = {**self.picture, **({"view": view} if message.get("view") else {}), **message["picture"]}
                self._tell_all(message["told"])
            case "ack" | "refused":
                answer = self._asked.get(message["id"], ("", None))[1]
                if answer and not answer.done():
                    answer.set_result(message)
            case "reacted":
                self._news.put_nowait([f"{message['name']}: {message['reaction'].replace('_', ' ')}!"])
            case "taken_over":
                self.ended = message["sentence"]
            case "bye" if not message.get("retry"):
                self.ended = message["sentence"]

    def _tell_all(self, told: list[Data]) -> None:
        self._news.put_nowait([event["sentence"] for entry in told for event in entry["events"]])

    async def close(self) -> None:
        """Close the connection to the table; the seat stays yours."""
        self.ended = self.ended or "You have left."
        if self._reading:
            self._reading.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._reading
            self._reading = None
        if self._socket:
            await self._socket.close()
            self._socket = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()


@contextlib.asynccontextmanager
async def connect(link: str, name: str, cookie: str = "") -> AsyncIterator[Client]:
    """A client of a server: at the table of the link, or at none yet if it is the server's address.

    `async with handful.connect("http://localhost:8000", "Ada") as client: await client.play_now("spar")`; Refused says
    why it cannot be. The seat stays the player's when the connection closes, for whoever has the cookie.
    """
    address, table = parts_of(link)
    async with Client(address, name, cookie) as client:
        await client.introduce()
        if table:
            await client.join(table)
        yield client


def _sentence_in(body: bytes, reason: str) -> str:
    try:
        return str(json.loads(body)["sentence"])
    except (ValueError, KeyError, TypeError):
        return f"The server says: {reason}."
