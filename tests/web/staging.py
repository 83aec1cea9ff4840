"""Tables brought to the moment that is wanted: a page and friends at one table, all of them led by the legal actions.

Friends are clients of their own. The page's player acts through the page's own connection, so that whatever is to be
seen can be reached at once; nothing here is known to the page.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any, Self

from playwright.sync_api import Page
from websockets.sync.client import ClientConnection, connect

from tests.patience import PATIENCE_S, SOCKET
from tests.server.clients import Guest, Message, Server

LISTEN = """(() => {
  const Real = WebSocket;
  window.stage = {heard: [], socket: null};
  window.WebSocket = class extends Real {
    constructor(address, ...more) {
      super(address, ...more);
      if (!String(address).includes("/ws/tables/")) return;
      window.stage.socket = this;
      this.addEventListener("message", (event) => window.stage.heard.push(event.data));
    }
  };
})()"""
"""Keeps the page's connection at hand."""

HALVES = {"low": "234567", "high": "9TJQKA"}
SUITS = ("spades", "hearts", "clubs", "diamonds")
HALF_SUITS = {
    **{f"{half}-{suit}": [rank + suit[0] for rank in ranks] for half, ranks in HALVES.items() for suit in SUITS},
    "eights": ["8s", "8c", "8d", "8h", "Xb", "Xr"],
}
Choice = Callable[["Player"], "Sequence[str] | str | None"]


class Player:
    """Somebody at the table, who knows what a player knows."""

    def __init__(self) -> None:
        self.picture: Message = {}
        self.answers: dict[str, Message] = {}
        self.ids = 0

    def hear(self, message: Message) -> None:
        """Keep the picture up to date."""
        if message["type"] in ("welcome", "fresh"):
            self.picture = message["picture"]
        elif message["type"] == "update" and message["number"] > self.picture["number"]:
            self.picture = {**self.picture, **message["picture"], "number": message["number"]}
            if message.get("view"):
                self.picture["view"] = {**self.picture["view"], **message["view"]}
        elif message["type"] in ("ack", "refused"):
            self.answers[message["id"]] = message

    @property
    def seat(self) -> int:
        return int(self.picture["seat"])

    @property
    def view(self) -> dict[str, Any]:
        return dict(self.picture["view"])

    @property
    def hand(self) -> list[str]:
        return list(self.view["hands"][self.seat])

    @property
    def legal(self) -> list[str]:
        return list(self.picture["legal"])

    def send(self, message: Message) -> None:
        raise NotImplementedError

    def listen(self) -> None:
        """Read what has come."""
        raise NotImplementedError

    def ask(self, kind: str, **wish: Any) -> Message:
        """Give a command; its answer."""
        self.ids += 1
        name = f"stage-{id(self)}-{self.ids}"
        self.send({"type": kind, "id": name, **wish})
        self.wait(lambda: name in self.answers)
        return self.answers[name]

    def do(self, kind: str, **wish: Any) -> None:
        """Give a command that must be done."""
        answer = self.ask(kind, **wish)
        assert answer["type"] == "ack", answer

    def attempt(self, *actions: str) -> Message:
        """Do an action, or the steps of one, unless somebody was quicker, and see what came of it."""
        answer = self.ask("act", actions=list(actions), seen=self.picture["number"])
        if answer["type"] == "ack":
            self.wait(lambda: self.picture["number"] >= answer["number"])
        return answer

    def act(self, *actions: str) -> None:
        """Do an action that must be done."""
        answer = self.attempt(*actions)
        assert answer["type"] == "ack", answer

    def wait(self, so: Callable[[], object]) -> None:
        """Listen until something is so."""
        end = time.monotonic() + PATIENCE_S
        while not so():
            assert time.monotonic() < end, f"it does not come to that: {self.picture.get('actors')}"
            self.listen()


class Friend(Player):
    """A player with a connection of their own."""

    def __init__(self, server: Server, table: str, name: str) -> None:
        super().__init__()
        self.guest = Guest(server, name).introduce()
        self.address = f"{server.address.replace('http', 'ws')}/ws/tables/{table}"
        self._opened = ExitStack()
        self.join()

    def join(self) -> None:
        """Connect, or connect again."""
        self.picture = {}
        cookie = {"Cookie": f"handful={self.guest.cookie}"}
        opening = connect(self.address, additional_headers=cookie, **SOCKET)
        self.socket: ClientConnection = self._opened.enter_context(opening)
        self.send({"type": "hello", "seen": 0})
        self.wait(lambda: self.picture)

    def send(self, message: Message) -> None:
        self.socket.send(json.dumps(message))

    def leave(self) -> None:
        """Close the connection."""
        self._opened.close()

    def listen(self) -> None:
        try:
            while True:
                self.hear(json.loads(self.socket.recv(timeout=0.01)))
        except TimeoutError:
            return


class OnPage(Player):
    """The player who looks at the page."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page = page

    def send(self, message: Message) -> None:
        self.page.evaluate("(text) => window.stage.socket.send(text)", json.dumps(message))

    def listen(self) -> None:
        self.page.wait_for_timeout(5)
        for text in self.page.evaluate("window.stage.heard.splice(0)"):
            self.hear(json.loads(text))


class Stage:
    """A table with a page at it, friends, and bots where nobody else sits."""

    def __init__(self, server: Server, page: Page, game: str, friends: Sequence[str] = (), **wish: Any) -> None:
        self.page = page
        page.request.post(f"{server.address}/api/me", data={"name": "Ada"})
        opened = page.request.post(f"{server.address}/api/tables", data={"game": game, "public": False, **wish})
        assert opened.ok, opened.text()
        self.table = opened.json()["id"]
        self.address = f"{server.address}/t/{self.table}"
        page.goto(self.address)
        self.ada = OnPage(page)
        self.ada.wait(lambda: self.ada.picture)
        self.ada.do("sit", seat=0)
        self.friends = [Friend(server, self.table, name) for name in friends]
        for friend in self.friends:
            friend.do("sit")
        self.players: list[Player] = [self.ada, *self.friends]

    def start(self) -> Self:
        """Begin, with easy bots where nobody sits."""
        self.ada.wait(lambda: sum(bool(seat["name"]) for seat in self.ada.picture["seats"]) == len(self.players))
        for at, seat in enumerate(self.ada.picture["seats"]):
            if seat["free"]:
                self.ada.do("seat_bot", seat=at, level="easy")
        self.ada.do("start")
        for player in self.players:
            player.wait(lambda player=player: player.picture["view"])  # type: ignore[misc]
        return self

    def play(self, choose: Choice, until: Callable[[], object]) -> None:
        """Let everybody who can act do as `choose` says, until something is so; None lets the page's player wait."""
        end = time.monotonic() + PATIENCE_S
        while not until():
            assert time.monotonic() < end, "the moment does not come"
            acted = False
            for player in self.players:
                player.listen()
                self.ada.wait(lambda player=player: self.ada.picture["number"] >= player.picture["number"])  # type: ignore[misc]
                if until():
                    return
                chosen = choose(player) if player.legal else None
                if chosen:
                    player.attempt(*([chosen] if isinstance(chosen, str) else chosen))
                    acted = True
            if not acted:
                self.page.wait_for_timeout(5)

    def number(self) -> int:
        """The number of the picture that the page shows."""
        return int(self.page.get_by_test_id("table").get_attribute("data-number") or 0)

    def close(self) -> None:
        """The friends go away."""
        for friend in self.friends:
            friend.leave()


def gather(stage: Stage) -> str:
    """Half Suit: Ada's team takes a whole half suit, then misses, and the others claim it; a counter-claim is due."""
    players = {player.seat: player for player in stage.players}
    team = stage.ada.seat % 2
    ours = [player for player in stage.players if player.seat % 2 == team]

    def holder(card: str) -> int:
        return next(seat for seat, player in players.items() if card in player.hand)

    def missing(name: str) -> list[str]:
        return [card for card in HALF_SUITS[name] if holder(card) % 2 != team]

    name = min(HALF_SUITS, key=lambda one: len(missing(one)))

    def choose(player: Player) -> list[str] | str | None:
        for one in stage.players:
            one.wait(lambda one=one: one.picture["number"] >= player.picture["number"])  # type: ignore[misc]
        if player not in ours and not missing(name) and f"claim {name}" in player.legal:
            return [f"claim {name}", *(f"{card} with {player.seat}" for card in HALF_SUITS[name])]
        asks = [one.split() for one in player.legal if one.startswith("ask")]
        for _, other, card in asks:
            if player in ours and card in missing(name) and holder(card) == int(other):
                return f"ask {other} {card}"
        others = [one for one in ours if one is not player and one.legal]
        if player in ours and missing(name) and any(card in one.hand for one in others for card in HALF_SUITS[name]):
            return None  # a teammate can ask for it
        misses = [f"ask {other} {card}" for _, other, card in asks if holder(card) != int(other)]
        return misses[0] if misses else None

    stage.play(choose, lambda: "counter" in stage.ada.legal)
    return name


def claims(player: Player) -> str:
    """Claim whatever can be claimed: the game is over soon."""
    return next((one for one in player.legal if not one.startswith("ask")), player.legal[0])
