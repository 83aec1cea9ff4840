"""Nothing that was acknowledged is lost, whatever happens to the process."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from handful.store import open_store
from handful.table.entries import Acted
from tests.patience import becomes, until
from tests.server.clients import Guest, Seated, Server
from tests.server.games import gather, kept

pytestmark = pytest.mark.xdist_group("server")


async def play_until_cut(client: Seated, dice: random.Random, done: dict[str, int]) -> None:
    """Play on, and write down every acknowledgement, until the line is cut."""
    try:
        while client.picture["status"] != "over":
            if client.picture["legal"]:
                answer = await client.act(dice.choice(client.picture["legal"]))
                if answer["type"] == "ack":
                    done[answer["id"]] = answer["number"]
            else:
                await client.next()
    except ConnectionClosed:
        pass


def test_kill_9_in_mid_game_loses_nothing_acknowledged(tmp_path: Path) -> None:
    async def play(server: Server) -> None:
        done: dict[str, int] = {}
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "spar", seats=4, options={"target": "99"})
            for life in range(4):
                dice = random.Random(life)
                playing = [asyncio.create_task(play_until_cut(one, dice, done)) for one in party.clients]
                enough = len(done) + 6 + dice.randrange(12)

                async def at_a_moment(enough: int = enough) -> bool:
                    return len(done) >= enough

                await becomes(at_a_moment)
                server.kill()
                await asyncio.gather(*playing)
                server.start()
                numbers = {
                    e.id: n for n, e in enumerate((await kept(server, party.table)).entries, 1) if isinstance(e, Acted)
                }
                assert done.items() <= numbers.items()
                seen = [one.picture["number"] for one in party.clients]
                party.clients = [
                    await stack.enter_async_context(guest.at(party.table, seen=number))
                    for guest, number in zip(party.guests, seen, strict=True)
                ]
                for client, number in zip(party.clients, seen, strict=True):
                    assert client.messages[0]["complete"]
                    assert [told["number"] for told in client.told] == list(range(number + 1, len(numbers) + 6 + 1))
        assert len(done) > 20

    with Server(tmp_path) as server:
        asyncio.run(play(server))


def test_sealed_choices_and_bots_survive_a_crash(tmp_path: Path) -> None:
    async def play(server: Server) -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "claim")
            for client in party.clients[:3]:
                await client.act("declare nothing")
            await party.clients[0].until_picture(lambda picture: picture["actors"] == [3])
            server.kill()
            server.start()
            last = await stack.enter_async_context(party.guests[3].at(party.table))
            assert last.picture["actors"] == [3]
            await last.act("declare nothing")
            assert last.picture["actors"] != [3] or last.picture["decision"]
            # A game with bots only: it goes on by itself after the restart.
            alone = Guest(server, "Ada").introduce()
            table = alone.post("/api/play-now", game="spar", seats=3, options={"target": "30"}).json()["id"]
            async with alone.at(table) as client:
                await client.do("resign")
            server.kill()
            server.start()
            assert await alone.history()  # it goes on without anybody coming

    with Server(tmp_path) as server:
        asyncio.run(play(server))


def test_a_graceful_stop_tells_everybody(tmp_path: Path) -> None:
    async def play(server: Server) -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "spar")
            stopping = asyncio.create_task(asyncio.to_thread(server.stop))
            for client in party.clients:
                assert await client.closed() == (1012, "the server is restarting")
                assert client.messages[-1]["type"] == "bye"
                assert client.messages[-1]["retry"]
            await stopping
        assert '"event": "stopped"' in server.logs()
        assert '"level": "error"' not in server.logs()

    with Server(tmp_path) as server:
        asyncio.run(play(server))


def test_an_idle_table_is_put_away_and_comes_back(tmp_path: Path) -> None:
    async def play(server: Server) -> None:
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "spar")
        guest, number = party.guests[0], party.clients[0].picture["number"]
        until(lambda: "handful_tables 0.0" in guest.get("/metrics").text)
        async with guest.at(party.table, seen=number) as client:
            assert client.messages[0]["complete"]
            assert client.picture == party.clients[0].picture

    with Server(tmp_path, idle_ms=200) as server:
        asyncio.run(play(server))


def test_killed_between_the_last_move_and_the_rating(tmp_path: Path) -> None:
    """The game is rated by the next process, and once."""

    async def unrated(server: Server) -> list[str]:
        store = await open_store(server.settings.store)
        try:
            return await store.unrated(1 << 60)
        finally:
            await store.close()

    async def ends(server: Server) -> tuple[Guest, str, bool]:
        """A game whose server is killed as soon as somebody knows that it is over; whether it was not rated yet."""
        async with AsyncExitStack() as stack:
            party = await gather(server, stack, "spar", seats=2, options={"target": "2"})
            playing = [asyncio.create_task(one.play(random.Random(seat))) for seat, one in enumerate(party.clients)]
            await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
            server.kill()
            await asyncio.gather(*playing, return_exceptions=True)
        return party.guests[0], party.table, party.table in await unrated(server)

    async def play(server: Server) -> None:
        for _ in range(20):
            guest, table, not_rated = await ends(server)
            server.start()
            if not_rated:
                break
        else:
            raise AssertionError("it was rated before the server could be killed, every time")
        assert [game["table"] for game in await guest.history()] == [table]
        assert await unrated(server) == []

    with Server(tmp_path) as server:
        asyncio.run(play(server))
