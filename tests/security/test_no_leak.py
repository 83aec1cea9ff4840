"""Nothing hidden leaves, byte for byte.

All that a viewer was sent in a real game, by socket and by HTTP, is what would have been sent had the cards that the
viewer cannot see been others. And no byte names a card that was never shown.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest

from handful import kit
from handful.cards import card_text, members
from handful.observe import SPECTATOR
from handful.server import messages as m
from handful.server.commands import command
from handful.server.own_games import own_game
from handful.store import PlayerRow
from handful.table import pictures
from handful.table.entries import Acted
from handful.table.pictures import Picture, listing, picture
from handful.table.proposal import Change, propose
from handful.table.refusals import Refused
from handful.table.table import Table
from handful.table.updates import Step, told
from tests.server.clients import Guest, Seated, Server
from tests.server.games import SHORT, Kept, gather, kept, plain
from tests.server.test_secrecy import CARD, EXAMPLES
from tests.table.test_secrecy import twin

pytestmark = pytest.mark.xdist_group("security")
MOVES = 60
LATER = '{"code":"after_the_game","values":{},"sentence":"This is there when the game is over."}'
NOTHING = {"replay": 409, "replay?seat=0": 409, "replay?seat=1": 409, "transcript": 409}


@dataclass
class Eyes:
    """One viewer, and every byte that this viewer was sent, with the number of the table then."""

    guest: Guest
    client: Seated
    got: list[tuple[int, str, str]] = field(default_factory=list)
    """The number, what it answers ("update", "fresh", "GET", …), and the text itself."""
    asked: list[tuple[int, m.Act, dict[str, Any]]] = field(default_factory=list)
    """Actions that were refused: the number, the message, and the answer."""

    async def read_to(self, number: int) -> None:
        """Read until the table has that number."""
        await self.client.until_picture(lambda picture: picture["number"] >= number)
        self.keep()

    def keep(self) -> None:
        """Note what came by the socket."""
        frames = self.guest.got
        for message, frame in zip(self.client.messages, frames, strict=True):
            number = message.get("picture", {}).get("number") or message.get("number") or self.client.picture["number"]
            self.got.append((number, message["type"], without_presence(frame)))
        frames.clear()
        self.client.messages.clear()

    def fetch(self, path: str) -> tuple[int, str]:
        """Ask by HTTP, and note the answer."""
        answer = self.guest.get(path)
        self.guest.got.pop()
        self.got.append((self.client.picture["number"], "GET", answer.text))
        return answer.status_code, answer.text

    async def probe(self, texts: list[str], seen: int) -> None:
        """Try an action that is not this viewer's to do."""
        number = self.client.picture["number"]
        id = f"probe-{len(self.asked)}"
        answer = await self.client.ask("act", id=id, actions=texts, seen=seen)
        self.keep()
        if answer["type"] == "refused":
            self.asked.append((number, m.Act(id=id, actions=texts, seen=seen), answer))


def without_presence(frame: str) -> str:
    """A frame without who is here, which is no part of the game; that has names and times in it and nothing else."""
    before, there, presence = frame.partition(',"presence":')
    if not there:
        return frame
    msgspec.json.decode(presence.removesuffix("}"), type=m.Presence, strict=True)
    return before + "}"


def strange_texts(picture: dict[str, Any], pool: list[str], dice: random.Random) -> list[str]:
    """An action of somebody else, or two in a row; never one that is allowed."""
    others = [text for text in pool if text not in picture["legal"]] or ["nonsense"]
    return dice.sample(others, min(len(others), dice.choice((1, 1, 2))))


async def look_around(eyes: Eyes, table: str) -> None:
    """Ask by HTTP for all there is."""
    for path, status in NOTHING.items():
        code, text = eyes.fetch(f"/api/tables/{table}/{path}")
        assert (code, text) == (status, LATER)
    for path in (
        f"/api/tables/{table}",
        f"/api/tables/{table}/shuffle",
        f"/api/tables/{table}/story",
        "/api/lobby",
        "/metrics",
        "/healthz",
        "/api/me",
    ):
        assert eyes.fetch(path)[0] == 200


async def record(server: Server, stack: AsyncExitStack, game: str, dice: random.Random) -> tuple[Kept, list[Eyes]]:
    """Play a game, or its first part, with people in all seats, a spectator, and a second tab."""
    party = await gather(server, stack, game)
    eve = Guest(server, "Eve").introduce()
    watching = await stack.enter_async_context(eve.at(party.table, seen=2))
    nobody = Guest(server, "nobody")
    party.clients[1] = await stack.enter_async_context(party.guests[1].at(party.table, seen=3))
    viewers = [Eyes(client.guest, client) for client in (*party.clients, watching)]
    viewers.append(Eyes(nobody, await stack.enter_async_context(nobody.at(party.table))))
    for eyes in viewers:  # what came before the cards were dealt is not compared
        eyes.guest.got[:] = eyes.guest.got[-1:]
        eyes.client.messages[:] = eyes.client.messages[-1:]
        eyes.keep()
    pool: list[str] = ["nonsense"]
    for move in range(MOVES):
        seated = [eyes for eyes in viewers if eyes.client.picture["legal"]]
        if not seated:
            break
        pool = [*pool, *(text for eyes in seated for text in eyes.client.picture["legal"])][-80:]
        prober = viewers[move % len(viewers)]
        number = prober.client.picture["number"]
        await prober.probe(strange_texts(prober.client.picture, pool, dice), dice.choice((number, number, number - 1)))
        await prober.client.hello(number - 1)
        prober.keep()
        if move % 6 == 0:
            await look_around(viewers[(move // 6) % len(viewers)], party.table)
        actor = dice.choice(seated)
        answer = await actor.client.act(dice.choice(actor.client.picture["legal"]))
        actor.keep()
        for eyes in viewers:
            await eyes.read_to(answer["number"])
    return await kept(server, party.table), viewers


def exchangeable(old: Table, table: Table, change: Change, viewer: int, dice: random.Random) -> Iterator[Table]:
    """A table as `old` with cards exchanged that the viewer cannot see, where the entry does not tell that they are."""
    assert old.position is not None
    assert table.position is not None
    for _ in range(4):
        fixed = kit.named_cards(change.events, viewer)
        other = twin(old, kit.exchanged(old.position.state, viewer, dice, fixed=fixed))
        entry = change.entry
        assert isinstance(entry, Acted)
        if other.position.refusal(entry.seat, entry.actions[0]):  # type: ignore[union-attr]
            continue
        after = propose(other, entry).table
        if kit.agrees(table.game.knowledge(table.position.view(viewer)), after.position.state):  # type: ignore[union-attr]
            yield other
            return


def frames_of(table: Table, entry: Acted, viewer: int) -> tuple[str, str]:
    """The update of the next entry, and the welcome of a client that missed it, made as a live table makes them."""
    changes, after = propose(table, entry)
    update = Step(table, changes, after).frame(viewer)
    nobody = m.Presence(away=[], visitors=[], watching=0, prepares=False)
    welcome = m.Welcome(picture=picture(after, viewer), missed=told(changes, viewer), complete=True, presence=nobody)
    return update.decode(), without_presence(m.encode(welcome).decode())


def refusal(table: Table, player: str, wish: m.Act) -> dict[str, Any]:
    """The answer with which a table refuses an action, as the socket asks it."""
    try:
        command(wish, PlayerRow(player, "", 0))(table, table.acts[-1].at if table.acts else 0)
    except Refused as refused:
        answer: dict[str, Any] = plain(m.refused(wish.id, refused))
        return answer
    return {}


def answers(table: Table, viewer: int) -> set[str]:
    """What is answered to a viewer without the table going on: the picture by socket, by HTTP and in the lobby."""
    shown = pictures.picture(table, viewer)
    player = table.seats[viewer].player if viewer != SPECTATOR else table.opened.by
    return {
        m.encode(m.OwnGameNow(game=own_game(table, player))).decode(),
        m.encode(m.Fresh(picture=shown)).decode(),
        msgspec.json.encode(shown).decode(),
        m.encode(m.LobbyTable(table=listing(table))).decode(),
    }


class Comparison:
    """Folds a recorded game again, and compares what was sent with what would have been sent on other cards."""

    def __init__(self, log: Kept, dice: random.Random) -> None:
        self.log = log
        self.dice = dice
        self.compared: Counter[str] = Counter()

    def run(self, eyes: Eyes) -> None:
        """Compare everything that one viewer was sent."""
        table = self.log.begin()
        for entry in self.log.entries[1:]:
            viewer = table.seat_of(eyes.guest.id)
            old = table
            (change,), table = propose(old, entry)
            if old.position and isinstance(entry, Acted):
                self._update(eyes, old, table, change, viewer)
            if table.position and table.status == "playing":
                self._standing(eyes, table, viewer)

    def _update(self, eyes: Eyes, old: Table, table: Table, change: Change, viewer: int) -> None:
        entry = change.entry
        assert isinstance(entry, Acted)
        assert old.position is not None
        update, welcome = frames_of(old, entry, viewer)
        sent = [(kind, text) for number, kind, text in eyes.got if number == change.number]
        assert [text for kind, text in sent if kind == "update"] == [update]
        assert {text for kind, text in sent if kind == "welcome"} <= {welcome}
        self.compared["welcomes"] += sum(kind == "welcome" for kind, _ in sent)
        if table.status == "over":  # now the result shows the secret, and with it all cards
            return
        for other in exchangeable(old, table, change, viewer, self.dice):
            assert other.position is not None
            self.compared["exchanged"] += other.position.state != old.position.state
            assert frames_of(other, entry, viewer) == (update, welcome)
            self.compared["updates"] += 1

    def _standing(self, eyes: Eyes, table: Table, viewer: int) -> None:
        assert table.position is not None
        other = twin(table, kit.exchanged(table.position.state, viewer, self.dice))
        real = answers(table, viewer)
        assert answers(other, viewer) == real
        for number, kind, text in eyes.got:
            if number == table.number and (kind == "fresh" or (text.startswith('{"table":"') and '"view":' in text)):
                assert text in real
                self.compared["pictures"] += 1
        for number, wish, answer in eyes.asked:
            if number == table.number and eyes.guest.id:
                assert refusal(other, eyes.guest.id, wish) == refusal(table, eyes.guest.id, wish) == answer
                self.compared["refusals"] += 1


def never_shown(log: Kept, player: str) -> dict[int, set[str]]:
    """By number: the cards that have been hidden from a player all the time up to then, by the true state.

    A card that an event of the rules has named, or that must be where it is, is hidden no more, even in a hand.
    """
    table, found = log.begin(), {}
    hidden = -1
    for entry in log.entries[1:]:
        (change,), table = propose(table, entry)
        if table.position:
            state, viewer, now = table.position.state, table.seat_of(player), 0
            for place in kit.hidden_values(state, viewer):
                now |= kit.in_place(state, *place)
            own = state.hands[viewer] if viewer != SPECTATOR else 0  # type: ignore[attr-defined]
            shown = kit.named_cards(change.events, viewer) | kit.certain_cards(table.game, state, viewer)
            hidden &= now & ~own & ~shown
            found[table.number] = {card_text(card) for card in members(hidden)}
    return found


def scan(log: Kept, eyes: Eyes, game: str) -> int:
    """No text names a card that the viewer was never shown; how many texts were read."""
    secret = never_shown(log, eyes.guest.id)
    probes = {text for _, wish, _ in eyes.asked for text in wish.actions}
    read = 0
    assert len(secret[min(secret)]) > 10
    for number, _, text in eyes.got:
        named = set(CARD.findall(text.replace(EXAMPLES[game], "")))
        named -= set(CARD.findall(" ".join(probes)))  # a refusal may quote what the viewer wrote
        assert not named & secret.get(number, set()), text
        read += 1
    return read


async def compare_a_game(server: Server, game: str, seed: int) -> Counter[str]:
    """Play a game, or its first part, and compare all that everybody was sent; how much of each kind that was."""
    compared: Counter[str] = Counter()
    async with AsyncExitStack() as stack:
        log, viewers = await record(server, stack, game, random.Random(seed))
        for eyes in viewers:
            comparison = Comparison(log, random.Random(seed))
            comparison.run(eyes)
            compared += comparison.compared
            assert all(log.secret.hex() not in text for number, _, text in eyes.got if number < len(log.entries))
            if game != "half_suit":  # there hidden cards are named all the time: people ask for them
                compared["read"] += scan(log, eyes, game)
    return compared


@pytest.mark.parametrize("game", SHORT)
def test_every_byte_is_the_same_on_other_cards(server: Server, game: str) -> None:
    """The cards are dealt by chance, and some games are short: play until enough has been compared."""
    compared: Counter[str] = Counter()
    for seed in range(10):
        compared += asyncio.run(compare_a_game(server, game, seed))
        if compared["updates"] >= 60 and compared["pictures"] >= 20 and compared["refusals"] >= 12:
            break
    else:
        raise AssertionError(f"too little was compared: {compared}")
    assert compared["exchanged"] > compared["updates"] / 2
    assert compared["welcomes"] > 10
    assert game == "half_suit" or compared["read"] > 100


def test_the_comparison_notices_a_leak(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is worth something only if it does: here the size of everybody's list of legal actions is told."""

    async def play() -> tuple[Kept, list[Eyes]]:
        async with AsyncExitStack() as stack:
            return await record(server, stack, "thirteam", random.Random(4))

    log, viewers = asyncio.run(play())

    def leaking(table: Table, viewer: int) -> Picture:
        sizes = [len(table.position.legal(seat)) for seat in range(len(table.seats))] if table.position else []
        return msgspec.structs.replace(picture(table, viewer), actors=sizes)

    monkeypatch.setattr(pictures, "picture", leaking)
    monkeypatch.setattr(Comparison, "_update", lambda *_: None)
    blind = Eyes(viewers[-1].guest, viewers[-1].client)  # was sent nothing: only the two tables are compared
    with pytest.raises(AssertionError):
        Comparison(log, random.Random(5)).run(blind)
    monkeypatch.undo()
    Comparison(log, random.Random(5)).run(viewers[-1])
