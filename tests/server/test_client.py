"""The client library: one's own games, leaving and coming back, stopping, rematches, playing on and public pages."""

from __future__ import annotations

import asyncio

import pytest

import handful
from handful.client import Client
from handful.table.refusals import Refused
from tests.patience import PATIENCE_S
from tests.server.clients import Server


async def sees(client: Client, words: str) -> None:
    """Wait until a client is told something."""
    async for sentences in client:
        if words in sentences:
            return
    raise AssertionError(f"{client.ended}: nobody said {words}")


def test_two_people_go_and_come_back_stop_and_play_again(server: Server) -> None:
    async def play() -> None:
        async with handful.connect(server.address, "Ada") as ada:
            await ada.open("spar", 2, {"target": "30"})
            await ada.sit()
            await ada.set_options(options={"target": "20"}, clock="off")
            async with handful.connect(ada.link, "Bo") as bo:
                await bo.choose_face("kite", "gold")
                await bo.sit()
                assert bo.picture["options"] == {}
                await ada.start()
                (game,) = await bo.games()
                assert (game["table"], game["status"]) == (ada.table, "playing")
                with pytest.raises(Refused, match="Bo is here, or has not been away for long"):
                    await ada.stand_in(1)
                await bo.leave()
                cookie = bo.cookie
            await sees(ada, "Bo is away.")
            assert ada.presence["away"][1]
            async with handful.connect(ada.link, "Bo", cookie) as bo:
                await sees(ada, "Bo is back.")
                await ada.stop()
                await bo.stop(agree=False)
                await ada.stop()
                await bo.stop()
                assert bo.picture["status"] == "stopped"
                old = ada.table
                assert await ada.rematch() == await bo.rematch() != old
                assert (ada.seat, bo.seat, bo.picture["status"]) == (0, 1, "playing")
                await bo.resign()
                assert bo.seat is None
                with pytest.raises(Refused, match="nothing to play on"):
                    await ada.play_on(old, 1, 0)
                await ada.play_on(old, 1000, 0)
                assert ada.picture["origin"]["table"] == old
                assert ada.picture["origin"]["number"] < 100  # the last entry there is
            assert (await ada.profile())["name"] == "Ada"
            with pytest.raises(Refused, match="There is no such player"):
                await ada.profile("nobody")

    asyncio.run(asyncio.wait_for(play(), PATIENCE_S))
