"""A connection to a table server: who you are, the table you sit at, and its news. See docs/protocol.md."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections.abc import AsyncIterator, Mapping
from email.utils import parsedate_to_datetime
from typing import Any, Self
from urllib import request
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from handful.game import BadText
from handful.games import find
from handful.observe import SPECTATOR, Event
from handful.table.refusals import Refused
from handful.table.seats import seat_name

COOKIE = "handful"
LONGEST_PAUSE_S = 6.4
"""A lost connection is tried again after 0.2, 0.4, 0.8 … seconds, and at last after so many."""
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
        raise Refused("no_link", link=link)
    return f"{parts.scheme}://{parts.netloc}", steps[1] if steps else ""


class Client:
    """A player at a server's table. `picture` is all that the player may know; iterating gives the news in words."""

    tries = 6
    """How often a lost connection is tried again, before it is gone for good."""

    def __init__(self, address: str, name: str, cookie: str = "") -> None:
        self.address = address
        self.name = name
        self.cookie = cookie
        """Who the player is to the server: with it, one comes back to the same seat."""
        self.table = ""
        self.server_time = 0
        """The server's clock at its last answer, in milliseconds since 1970; 0 if it does not say."""
        self.picture: Data = {}
        self.presence: Data = {}
        """Who is here: `away` has by seat since when its player is not; `visitors` and `watching`, who looks on."""
        self.connected = False
        """Whether there is a line to the table now; a lost one is tried again."""
        self.ahead_ms = 0
        """By how much the server's clock is ahead of this machine's, to a second."""
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
        await self.join(json.loads(await self._ask("/api/tables", wish))["id"])
        return self.table

    async def play_now(
        self, game: str, seats: int | None = None, options: Mapping[str, str] | None = None, level: str = "normal"
    ) -> str:
        """Open a table, sit down with bots and with a nonce for the shuffle, start, and go there; its id."""
        nonce = secrets.token_hex(8)
        wish = {"game": game, "seats": seats, "options": dict(options or {}), "level": level, "nonce": nonce}
        await self.join(json.loads(await self._ask("/api/play-now", wish))["id"])
        return self.table

    async def games(self) -> list[Data]:
        """Your games that wait or are being played, at any table; those where it is your turn first."""
        found: list[Data] = json.loads(await self._ask("/api/me/games"))
        return found

    async def choose_face(self, sign: str, colour: str) -> None:
        """Choose the face that others see: a sign on a colour."""
        await self._ask("/api/me/face", {"sign": sign, "colour": colour})

    async def profile(self, page: str = "") -> Data:
        """The public page of a player: ratings and statistics by game; your own if none is named."""
        page = page or json.loads(await self._ask("/api/me"))["page"]
        found: Data = json.loads(await self._ask(f"/api/players/{page}"))
        return found

    async def play_on(self, table: str, number: int, seat: int, level: str = "normal") -> str:
        """Play on from an entry of a finished game, in one of its seats, against bots; the id of the new table."""
        wish = {"number": number, "seat": seat, "level": level}
        await self.join(json.loads(await self._ask(f"/api/tables/{table}/play-on", wish))["id"])
        return self.table

    async def transcript(self) -> str:
        """The finished game as text."""
        return await self._ask(f"/api/tables/{self.table}/transcript")

    async def lobby(self) -> tuple[int, list[Data]]:
        """The server's public tables that are open or being played, and its time (milliseconds since 1970)."""
        listed: list[Data] = json.loads(await self._ask("/api/lobby"))
        return self.server_time or int(time.time() * 1000), listed

    @property
    def link(self) -> str:
        """What to send to others, so that they can come to this table."""
        return f"{self.address}/t/{self.table}"

    async def _ask(self, path: str, body: Data | None = None) -> str:
        return await asyncio.to_thread(self._fetch, path, body)

    def _fetch(self, path: str, body: Data | None) -> str:
        headers = {"Content-Type": "application/json", **self._identity()}
        data = None if body is None else json.dumps(body).encode()
        try:
            with request.urlopen(request.Request(self.address + path, data, headers), timeout=SECONDS) as answer:
                self._keep_cookie(answer.headers.get_all("Set-Cookie") or [])
                if date := parsedate_to_datetime(answer.headers["Date"]) if answer.headers["Date"] else None:
                    self.server_time = int(date.timestamp() * 1000)
                    self.ahead_ms = self.server_time - int(time.time() * 1000)
                text: str = answer.read().decode("utf-8")
                return text
        except HTTPError as error:
            with error:
                raise _refusal(error.read(), error.reason) from None
        except (URLError, OSError) as error:
            raise Refused("no_answer", address=self.address, why=str(getattr(error, "reason", error))) from None

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

    async def leave(self) -> None:
        """Go: before the start the seat is free again; in a game a bot stands in until you are back."""
        await self.command("leave")

    async def resign(self) -> None:
        """Give the seat to a bot for good, and watch."""
        await self.command("resign")

    async def stand_in(self, seat: int) -> None:
        """Let a bot stand in for a player who has been away for a while."""
        await self.command("stand_in", seat=seat)

    async def stop(self, agree: bool = True) -> None:
        """Wish or agree to stop the game, or play on; with only bots around it is stopped at once."""
        await self.command("stop", agree=agree)

    async def set_options(self, **wish: Any) -> None:
        """Set anew what is played, before the start: `options`, `clock`, `draw_seats`."""
        await self.command("set_options", **wish)

    async def rematch(self) -> str:
        """Go on to a table with the same people and bots, to the same seat; its id."""
        new: str = (await self.command("rematch", nonce=secrets.token_hex(8)))["table"]
        await self.join(new)
        return new

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
            raise self._gone() if self.ended else Refused("no_table_yet")
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
            raise Refused("late_answer") from None
        finally:
            self._asked.pop(id, None)
        if message["type"] == "refused":
            raise Refused.told(message["code"], message["sentence"], message.get("values"))
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
                    raise self._gone()
        except (OSError, InvalidHandshake, ConnectionClosed) as error:
            raise (self._gone() if self.ended else Refused("unreachable", why=str(error))) from None
        self.connected = True
        self._take(message)

    def _gone(self) -> Refused:
        return Refused.told("gone", self.ended)

    async def _read(self) -> None:
        """Follow the table until the connection is gone for good."""
        while not self.ended:
            assert self._socket
            with contextlib.suppress(ConnectionClosed):
                async for frame in self._socket:
                    self._take(json.loads(frame))
            self.connected = False
            if not self.ended:
                self._news.put_nowait([])
                await self._again()
        for _, answer in self._asked.values():
            if not answer.done():
                answer.set_result({"type": "refused", "code": "gone", "sentence": self.ended})
        self._news.put_nowait(None)

    async def _again(self) -> None:
        """Connect again, after a moment, and say again what was not answered."""
        for tried in range(self.tries):
            await asyncio.sleep(min(0.2 * 2**tried, LONGEST_PAUSE_S))
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
                self.presence = message.get("presence", self.presence)
                self._tell_all(message.get("missed", []))
            case "presence":
                self._news.put_nowait(self._who_came(message["away"]))
                self.presence = message
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

    def _who_came(self, away: list[int | None]) -> list[str]:
        """Who is away now, or back, in words."""
        before = self.presence.get("away", away)
        names = [info["name"] for info in self.picture["seats"]]
        return [
            f"{name} is back." if since is None else f"{name} is away."
            for name, since, was in zip(names, away, before, strict=True)
            if name and (since is None) != (was is None)
        ]

    def _tell_all(self, told: list[Data]) -> None:
        self._news.put_nowait([self._sentence(event) for entry in told for event in entry["events"]])

    def _sentence(self, event: Data) -> str:
        """An event in words: those of its game, with the names at this table."""
        names = [seat_name(at, info["name"], info["bot"]) for at, info in enumerate(self.picture["seats"])]
        own = self.picture["seat"]
        try:
            game = find(self.picture["game"]).version(self.picture["rules"])
            return Event.read(event, game.rules.EVENTS.kinds).sentence(names, SPECTATOR if own is None else own)
        except (BadText, LookupError):  # of a game, or of rules, that only the server knows
            return str(event["event"]).replace("_", " ")

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


def _refusal(body: bytes, reason: str) -> Refused:
    """What the server says in an answer that is an error."""
    try:
        problem = json.loads(body)
        return Refused.told(problem["code"], problem["sentence"], problem["values"])
    except (ValueError, KeyError, TypeError):
        return Refused("odd_answer", why=reason)
