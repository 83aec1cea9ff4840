"""People at tables of a cluster, who stay whatever breaks."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

from websockets.exceptions import InvalidHandshake, WebSocketException

from tests.cluster.nodes import Node
from tests.server.clients import Guest, Message, Seated, Server
from tests.server.games import SHORT

TRY_AGAIN = "try again"


def at_node(server: Server, guest: Guest) -> Guest:
    """The same person at another node: the cookie is good there too."""
    other = Guest(server, guest.name)
    other.id, other.cookie, other.got = guest.id, guest.cookie, guest.got
    return other


@dataclass
class Action:
    """What somebody wants to do: sent again with the same id until it is answered."""

    id: str
    text: str
    seen: int


@dataclass
class Player:
    """Somebody at a table who comes again, at another node, when the line is cut, and says again what was not heard."""

    guest: Guest
    table: str
    nodes: Sequence[Node]
    dice: random.Random
    acknowledged: dict[str, int] = field(default_factory=dict)
    sentences: list[str] = field(default_factory=list)
    clients: list[Seated] = field(default_factory=list)
    wish: Action | None = None
    count: int = 0

    @property
    def picture(self) -> Message:
        """What is on the table, as far as this player knows."""
        return self.clients[-1].picture if self.clients else {"status": "open", "number": 0}

    async def play(self, enough: Callable[[Message], bool] = lambda picture: picture["status"] == "over") -> None:
        """Play legal actions at random, until it is enough."""
        while not enough(self.picture):
            try:
                async with self.guest.at(self.table, seen=self.picture["number"], hello=False) as client:
                    await client.hello(self.picture["number"])
                    self.clients.append(client)
                    while not enough(client.picture):
                        await self._go_on(client)
            except (OSError, InvalidHandshake, WebSocketException):
                await self._move_on()

    async def _move_on(self) -> None:
        """Go to the next node."""
        nodes = list(self.nodes)
        here = next(place for place, node in enumerate(nodes) if node is self.guest.server)
        self.guest = at_node(nodes[(here + 1) % len(nodes)], self.guest)
        await asyncio.sleep(0.05)

    async def _go_on(self, client: Seated) -> None:
        if self.wish is None and not client.picture["legal"]:
            await client.next()
            return
        if self.wish is None:
            self.count += 1
            text = self.dice.choice(client.picture["legal"])
            self.wish = Action(f"{self.guest.id}-{self.count}", text, client.picture["number"])
        await self._send(client, self.wish)

    async def _send(self, client: Seated, wish: Action) -> None:
        await client.send(type="act", id=wish.id, actions=[wish.text], seen=wish.seen)
        answer = await client.until("ack", "refused", id=wish.id)
        if answer["type"] == "ack":
            self.acknowledged[wish.id] = answer["number"]
        else:
            self.sentences.append(answer["sentence"])
        if TRY_AGAIN not in answer.get("sentence", ""):
            self.wish = None

    def told(self) -> list[int]:
        """The numbers of all entries that this player was told of, over all connections."""
        return [told["number"] for client in self.clients for told in client.told]


@dataclass
class Party:
    """People at one table, spread over the nodes."""

    table: str
    guests: list[Guest]
    clients: list[Seated]

    @property
    def actor(self) -> Seated:
        """The one whose turn it is, when all have the same picture."""
        (seat,) = self.clients[0].picture["actors"]
        return self.clients[seat]

    async def together(self) -> None:
        """Read until all have the newest picture that anybody has."""
        for client in self.clients:
            newest = max(one.picture["number"] for one in self.clients)
            await client.until_picture(lambda picture, newest=newest: picture["number"] >= newest)

    async def moves(self, count: int) -> None:
        """So many moves, in turn."""
        for _ in range(count):
            answer = await self.actor.act(self.actor.picture["legal"][0])
            assert answer["type"] == "ack", answer
            await self.together()


async def seated(nodes: Sequence[Node], stack: AsyncExitStack, game: str, bots: int = 0, **wish: Any) -> Party:
    """A table in play, with a guest in every seat but the last ones, who come to the nodes in turn."""
    wish = {"clock": "off", **SHORT[game], **wish}
    people = wish["seats"] - bots
    guests = [Guest(nodes[seat % len(nodes)], f"{game} {seat}").introduce() for seat in range(people)]
    table = guests[0].open(game, **wish)
    clients = [await stack.enter_async_context(guest.at(table)) for guest in guests]
    for seat, client in enumerate(clients):
        await client.do("sit", seat=seat, nonce=f"nonce{seat}")
    for seat in range(people, wish["seats"]):
        await clients[0].do("seat_bot", seat=seat)
    await clients[0].do("start")
    party = Party(table, guests, clients)
    await party.together()
    return party
