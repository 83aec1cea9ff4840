"""The sockets under a hundred thousand strange frames; and the same attack against the limits that are usual."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from handful.server.settings import Limits
from tests.security.frames import Known, Maker
from tests.security.fuzz import SETTINGS, attack, check
from tests.server.clients import Guest, Seated, Server
from tests.server.games import SHORT, gather, kept

pytestmark = pytest.mark.xdist_group("security")


def test_a_hundred_thousand_frames_change_nothing_that_they_may_not(tmp_path: Path) -> None:
    with Server(tmp_path, **SETTINGS) as server:
        report = asyncio.run(attack(server, 100_000, seed=7))
        asyncio.run(check(server, report))
        assert report.frames >= 100_000
        assert min(report.sent.values()) > 20
        assert report.entries["acted"] > 200


def test_the_usual_limits_cut_a_flood_and_nobody_else_notices(tmp_path: Path) -> None:
    """Each attacker gets a clear answer and is gone; the players at the same table play on."""

    async def play() -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "spar")
            playing = asyncio.create_task(play_slowly(party.clients))
            floods = [await flood(Guest(server, f"Eve {one}"), party.table, one) for one in range(8)]
            assert await playing > 8
            for code, sentence in floods:
                assert (code, sentence) in {
                    (4429, "Too many messages at once."),
                    (4400, "Too many messages that cannot be read."),
                }
            (await kept(server, party.table)).fold()

    with Server(tmp_path, limits=Limits(), bot_floor_ms=0) as server:
        asyncio.run(play())
        assert '"level": "error"' not in server.logs()


async def play_slowly(clients: list[Seated]) -> int:
    """Play as people do, below the limits, for some seconds; how many actions were done."""
    dice, done = random.Random(1), 0
    for _ in range(12):
        for client in clients:
            if client.picture["legal"]:
                answer = await client.act(dice.choice(client.picture["legal"]))
                assert answer["type"] == "ack"
                done += 1
                break
            await client.until_picture(lambda picture: bool(picture["actors"]))
        number = max(client.picture["number"] for client in clients)
        for client in clients:
            await client.until_picture(lambda picture, number=number: picture["number"] >= number)  # type: ignore[misc]
        await asyncio.sleep(0.1)
    return done


async def flood(eve: Guest, table: str, seed: int) -> tuple[int, str]:
    """Send until the line is closed; the code and the last sentence."""
    maker = Maker(seed, Known(), f"eve{seed}")
    maker.kinds = [(maker.random_json, 1)] if seed % 2 else [(maker.hello, 1), (maker.wrong_moment, 3)]
    async with eve.at(table) as client:
        try:
            for _ in range(400):
                await client.socket.send(maker.make()[1])
        except ConnectionClosed:
            pass
        code, _ = await client.closed()
        assert client.messages[-1]["type"] == "bye"
        return code, client.messages[-1]["sentence"]


@pytest.mark.parametrize("game", SHORT)
def test_the_same_seed_makes_the_same_frames(game: str) -> None:
    """What was found once can be found again."""
    one, other = (Maker(5, Known(), game) for _ in range(2))
    assert [one.make() for _ in range(500)] == [other.make() for _ in range(500)]
