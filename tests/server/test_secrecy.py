"""Nothing hidden leaves: every byte that a viewer was sent is what the log gives for those eyes, and no more."""

from __future__ import annotations

import asyncio
import json
import random
import re
from contextlib import AsyncExitStack
from typing import Any

import pytest

from handful.cards import card_text, members
from handful.game import BadText
from handful.games import find
from handful.observe import SPECTATOR
from handful.table.entries import Acted, encode
from handful.table.pictures import picture
from handful.table.proposal import Change, fold
from handful.table.table import Table
from tests.server.clients import Guest, Seated, Server
from tests.server.games import SHORT, Kept, Party, gather, kept, plain

pytestmark = pytest.mark.xdist_group("server")
CARD = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][shdc]|X[rb])(?![A-Za-z0-9])")
PLAIN = {
    "ack": {"type", "id", "number", "table"},
    "refused": {"type", "id", "code", "values", "sentence"},
    "reacted": {"type", "seat", "name", "reaction"},
    "presence": {"type", "away", "visitors", "watching", "prepares"},
}


def examples(game: str) -> str:
    """The cards that the game names as examples to whoever writes nonsense: the same for everybody."""
    with pytest.raises(BadText) as said:
        find(game).words.read_action("nonsense")
    return str(said.value).partition("; expected ")[2]


EXAMPLES = {game: examples(game) for game in SHORT}


class Eyes:
    """What the log gives for a viewer: the picture after each entry, and what was told by it."""

    def __init__(self, log: Kept, player: str) -> None:
        self.pictures: dict[int, dict[str, Any]] = {}
        self.told: dict[int, dict[str, Any]] = {}
        self.may_name: dict[int, set[str]] = {}
        self.hidden: dict[int, set[str]] = {}
        table = log.begin()
        self._look(table, table.seat_of(player), None)
        for (change,), table in fold(table, log.entries[1:]):  # noqa: B020 (it goes on from table to table)
            self._look(table, table.seat_of(player), change)

    def _look(self, table: Table, viewer: int, change: Change | None) -> None:
        number = table.number
        self.pictures[number] = plain(picture(table, viewer))
        if change:
            events = [event.seen_by(viewer).json() for event in change.events]
            told = {"number": number, "entry": _kind(change), "events": events}
            if hasattr(change.entry, "seat"):  # all are people here, without a clock: by whom is never said
                told["seat"] = change.entry.seat
            self.told[number] = json.loads(json.dumps(told))
        known = self.may_name.get(number - 1, set())
        shown = [self.pictures[number], self.told.get(number)]
        self.may_name[number] = known | set(CARD.findall(json.dumps(shown)))
        if table.position:
            hands: list[int] = table.position.state.hands[: table.opened.seats]  # type: ignore[attr-defined]
            others = [hand for seat, hand in enumerate(hands) if seat != viewer]
            self.hidden[number] = {card_text(card) for hand in others for card in members(hand)}

    def check(self, message: dict[str, Any]) -> None:
        """Whether a message is what these eyes may see."""
        kind = message["type"]
        if kind in PLAIN:
            assert set(message) <= PLAIN[kind]
        elif kind == "update":
            picture = self.pictures[message["number"]]
            assert message["told"] == [self.told[told["number"]] for told in message["told"]]
            assert all(picture[key] == value for key, value in message["picture"].items())
            assert all(picture["view"][key] == value for key, value in message.get("view", {}).items())
        else:
            assert kind in ("welcome", "fresh")
            assert message["picture"] == self.pictures[message["picture"]["number"]]
            assert message.get("missed", []) == [self.told[told["number"]] for told in message.get("missed", [])]


def _kind(change: Change) -> str:
    return str(json.loads(encode(change.entry))["kind"])


async def pester(client: Seated, dice: random.Random) -> None:
    """Play on, now and then with an action that is out of turn, illegal, old or nonsense."""
    while client.picture["status"] != "over":
        if dice.random() < 0.15:
            text = dice.choice(["6s", "Ah", "skip", "pass", "call", "ask 1 Kd", "claim LS", "declare s", "nonsense"])
            await client.ask("act", actions=[text], seen=dice.choice([0, client.picture["number"]]))
        elif client.picture["legal"]:
            await client.act(dice.choice(client.picture["legal"]))
        else:
            await client.next()


async def look_around(guest: Guest, party: Party) -> None:
    """Ask by HTTP for everything there is during a game."""
    for path in ("", "/shuffle", "/transcript", "/replay?seat=0", "/replay?seat=1", "/replay"):
        guest.get(f"/api/tables/{party.table}{path}")
    guest.get("/api/lobby")
    guest.get("/metrics")


@pytest.mark.parametrize("game", SHORT)
def test_every_frame_is_what_the_log_gives_for_these_eyes(server: Server, game: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, game)
            eve = Guest(server, "Eve").introduce()
            watcher = await stack.enter_async_context(eve.at(party.table))
            spying = asyncio.create_task(pester(watcher, random.Random(9)))
            tabs = await stack.enter_async_context(party.guests[0].at(party.table, seen=3))
            party.clients[0] = tabs
            await asyncio.gather(*(pester(one, random.Random(seat)) for seat, one in enumerate(party.clients)))
            await spying
            log = await kept(server, party.table)
            assert sum(isinstance(entry, Acted) for entry in log.entries) > 5
            for client in (*party.clients, watcher):
                eyes = Eyes(log, client.guest.id)
                for message in client.messages:
                    eyes.check(message)

    asyncio.run(play())


@pytest.mark.parametrize("game", ["spar", "top_suit", "thirteam", "claim"])
def test_no_answer_names_a_card_that_only_others_hold(server: Server, game: str) -> None:
    """In these games a hidden card has no reason to be named at all: not in refusals, not by HTTP, not in the lobby."""

    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, game)
            for one in party.guests:
                one.got.clear()
            eve = Guest(server, "Eve").introduce()
            watcher = await stack.enter_async_context(eve.at(party.table))
            viewers = [*party.clients, watcher]
            for client in viewers:
                await client.ask("act", actions=["skip"], seen=0)
                await client.ask("act", actions=["nonsense"], seen=client.picture["number"])
                await look_around(client.guest, party)
            number = max(client.picture["number"] for client in viewers)
            log = await kept(server, party.table)
            for client in viewers:
                eyes = Eyes(log, client.guest.id)
                secret = eyes.hidden[len(log.entries)] - eyes.may_name[len(log.entries)]
                assert len(secret) > 3
                for text in client.guest.got:
                    assert not secret & set(CARD.findall(text.replace(EXAMPLES[game], ""))), (text, number)

    asyncio.run(play())


def test_the_eyes_of_a_spectator_see_no_hand(server: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "half_suit")
            log = await kept(server, party.table)
            table, _ = log.fold()
            shown = plain(picture(table, SPECTATOR))
            assert shown["view"]["hands"] == [None] * 6
            answer = Guest(server, "x").get(f"/api/tables/{party.table}").json()
            assert answer == shown

    asyncio.run(play())
