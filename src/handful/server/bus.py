"""The news between the processes that serve the same tables.

The log decides, the bus only tells: news may be lost or come twice. Who misses a number reads the store.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

import msgspec
import structlog

from handful.table.pictures import Listing, Visitor

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg
    from nats.aio.subscription import Subscription

log = structlog.get_logger()

LOBBY = "handful.lobby"
TABLE = "handful.table."
PLAYER = "handful.player."


class News(msgspec.Struct, frozen=True, kw_only=True, tag_field="news"):
    """What one node tells the others."""

    node: str


class Appended(News, frozen=True, tag="appended"):
    """Entries were added to a table's log, from this number on."""

    table: str
    number: int
    entries: list[msgspec.Raw]


class CameElsewhere(News, frozen=True, tag="came"):
    """A seated player connected to a table on another node."""

    table: str
    player: str
    at: int
    """When: the newest connection has the seat, also if the news of it come late."""


class Present(News, frozen=True, tag="present", omit_defaults=True):
    """Who is at a table on this node; told when it changes, and again and again while anybody is."""

    table: str
    here: list[str] = []
    """Players with a seat."""
    last: dict[str, int] = {}
    """When players who have gone were last here."""
    visitors: list[Visitor] = []
    watching: int = 0
    prepares: bool = False
    """The search of the table's bots is still being made ready on this node."""
    asks: bool = False
    """The node has just loaded the table, and wants to hear who is there."""


class OwnGameNews(News, frozen=True, tag="own_game"):
    """A player's game has changed: the frame for the player's clients in the lobby."""

    player: str
    table: str
    frame: str
    gone: bool


class ReactedElsewhere(News, frozen=True, tag="reacted"):
    """Somebody showed a reaction: the frame for everybody at the table."""

    table: str
    frame: str


class Listed(News, frozen=True, tag="listed"):
    """A public table was opened or changed, or people are still there: its lobby entry, or nothing if it is gone."""

    table: str
    number: int
    """How many entries the table's log had then: news of two nodes may overtake each other."""
    listing: Listing | None
    source: str = ""
    """A mark of the address that it was opened from."""
    owners: list[str] = []
    """The players whose own table it is."""
    seen: int = 0
    """When people were last known to be there."""


class LoggedOut(News, frozen=True, tag="logged_out"):
    """A player has logged out everywhere: cookies of an earlier generation are good no more."""

    player: str
    generation: int


AnyNews = Appended | CameElsewhere | Present | ReactedElsewhere | Listed | OwnGameNews | LoggedOut
Heard = Callable[[AnyNews], None]
Back = Callable[[], None]


def subject_of(news: AnyNews) -> str:
    """Who listens to news: everybody, those who have a table loaded, or those where a player is in the lobby."""
    match news:
        case Listed() | LoggedOut():
            return LOBBY
        case OwnGameNews():
            return PLAYER + news.player
    return TABLE + news.table


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyNews)


class Bus(Protocol):
    """How news travel."""

    @property
    def shared(self) -> bool:
        """Whether there can be other nodes at all."""

    @property
    def connected(self) -> bool:
        """Whether news travel now."""

    async def open(self, heard: Heard, back: Back) -> None:
        """Begin to listen to the lobby's news; `back` is told when the bus was lost and is there again."""

    async def watch(self, subject: str) -> None:
        """Listen to the news of a table or a player."""

    async def unwatch(self, subject: str) -> None:
        """Stop listening to them."""

    async def publish(self, news: AnyNews) -> None:
        """Tell all other nodes; lost if the bus is."""

    async def close(self) -> None:
        """Say what is still to be said, and close."""


class LocalBus:
    """The bus of a single process: there is nobody to tell."""

    shared = False
    connected = True

    async def open(self, heard: Heard, back: Back) -> None:
        """Nothing will be heard."""

    async def watch(self, subject: str) -> None:
        """Nothing will be heard."""

    async def unwatch(self, subject: str) -> None:
        """Nothing was heard."""

    async def publish(self, news: AnyNews) -> None:
        """Nobody hears it."""

    async def close(self) -> None:
        """Nothing is open."""


class NatsBus:
    """News over a NATS server, with one subject a table."""

    shared = True

    def __init__(self, address: str, node: str) -> None:
        self.address = address
        self.node = node
        self._client: Client | None = None
        self._watched: dict[str, Subscription | None] = {}
        self._connecting: asyncio.Task[None] | None = None
        self._heard: Heard | None = None
        self._returned: Back | None = None

    @property
    def connected(self) -> bool:
        """Whether news travel now."""
        return self._client is not None and self._client.is_connected

    async def open(self, heard: Heard, back: Back) -> None:
        """Connect, in the background where the server does not answer at once: tables are served without it too."""
        self._heard, self._returned = heard, back
        self._connecting = asyncio.create_task(self._connect())
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(self._connecting), 3)

    async def _connect(self) -> None:
        import nats

        late = False
        while self._client is None:
            try:
                client = await nats.connect(
                    self.address,
                    max_reconnect_attempts=-1,
                    reconnect_time_wait=0.25,
                    ping_interval=2,
                    max_outstanding_pings=2,
                    error_cb=self._troubled,
                    disconnected_cb=self._lost,
                    reconnected_cb=self._back,
                )
            except Exception as error:  # whatever a server in trouble answers: try again
                log.warning("bus unreachable", error=type(error).__name__)
                await asyncio.sleep(0.5)
                late = True
                continue
            await client.subscribe(LOBBY, cb=self._receive)
            self._client = client
            for subject in list(self._watched):
                await self._subscribe(subject)
        if late and self._returned:
            self._returned()

    async def _troubled(self, error: Exception) -> None:
        log.warning("bus in trouble", error=type(error).__name__)

    async def _lost(self) -> None:
        log.warning("bus lost")

    async def _back(self) -> None:
        log.info("bus back")
        if self._returned:
            self._returned()

    async def _receive(self, message: Msg) -> None:
        try:
            news = _decoder.decode(message.data)
        except msgspec.DecodeError:
            log.warning("bus news unreadable", subject=message.subject)
            return
        if self._heard and news.node != self.node:
            self._heard(news)

    async def watch(self, subject: str) -> None:
        """Listen to the news of a table or a player."""
        self._watched[subject] = None
        if self._client:
            await self._subscribe(subject)

    async def _subscribe(self, subject: str) -> None:
        assert self._client
        self._watched[subject] = await self._client.subscribe(subject, cb=self._receive)

    async def unwatch(self, subject: str) -> None:
        """Stop listening to them."""
        subscription = self._watched.pop(subject, None)
        if subscription:
            with contextlib.suppress(Exception):  # a lost bus has forgotten it anyway
                await subscription.unsubscribe()

    async def publish(self, news: AnyNews) -> None:
        """Tell all other nodes; lost if the bus is."""
        if not self.connected or not self._client:
            return
        try:
            await self._client.publish(subject_of(news), _encoder.encode(news))
        except Exception as error:  # the others will read the store
            log.warning("bus news lost", error=type(error).__name__)

    async def close(self) -> None:
        """Say what is still to be said, and close."""
        if self._connecting:
            self._connecting.cancel()
        if self._client:
            with contextlib.suppress(Exception):
                await asyncio.wait_for(self._client.drain(), 3)


def open_bus(address: str, node: str) -> Bus:
    """The bus of an address; within this process only if there is none."""
    return NatsBus(address, node) if address else LocalBus()
