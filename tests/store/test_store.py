"""What a store promises, asked of both databases."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any

import pytest
from msgspec.structs import replace

from handful.server.results import rated, save
from handful.server.results import results as seat_results
from handful.store import (
    Conflict,
    PlayerRow,
    RatingRow,
    ResultRow,
    StatisticsRow,
    Store,
    TableRow,
    Unavailable,
    open_store,
    schema,
)
from handful.store.batch import MOST_WAITING
from handful.table.entries import (
    BotSat,
    Kept,
    Left,
    Opened,
    OptionsSet,
    Origin,
    Rematched,
    Returned,
    Sat,
    Started,
    StoodIn,
    StopDeclined,
    Stopped,
    StopWished,
    Swapped,
    encode,
)
from tests.patience import becomes
from tests.server.clients import ALL_RATED
from tests.store.postgres import Postgres
from tests.store.things import SECRET, first, lay_out, move, nodes, open_tables, outcomes, row, whole
from tests.table.evening import Evening

pytestmark = pytest.mark.anyio


async def test_a_table_is_kept_with_its_secret_and_its_first_entry(store: Store) -> None:
    await store.open_table(row("t", public=False, opened=7), SECRET, first(7))
    assert await store.table("t") == TableRow("t", "spar", False, "open", 7, 7, 1)
    assert await store.read("t") == [first(7)]
    assert await store.secret("t") == SECRET


async def test_an_unknown_table_has_nothing(store: Store) -> None:
    assert await store.table("t") is None
    assert await store.read("t") == []
    assert await store.secret("t") is None
    with pytest.raises(Conflict, match="no table t"):
        await store.append("t", 1, [first()], "open")
    with pytest.raises(Conflict, match="no table t"):
        await store.append("t", 2, [move(2)], "open")
    assert not await store.lease("t", "node", LONG)


async def test_a_table_is_opened_once(store: Store) -> None:
    await store.open_table(row("t"), SECRET, first())
    await store.open_table(row("t"), SECRET, first())  # a retry
    with pytest.raises(Conflict, match="a table t already"):
        await store.open_table(row("t"), "another", first())
    with pytest.raises(Conflict):
        await store.open_table(row("t"), SECRET, first(2))
    assert await store.secret("t") == SECRET


async def test_every_kind_of_entry_comes_back_as_it_was(store: Store) -> None:
    await store.open_table(row("t"), SECRET, first())
    entries = [
        Sat(at=2, seat=0, player="p", name="Zoë \u202e\x01 <b>♠", nonce="~"),
        BotSat(at=3, seat=1, level="hard"),
        Swapped(at=4, one=0, other=1),
        Started(at=5),
        move(6, -(1 << 63)),
        move(7, (1 << 63) - 1, id="a"),
        Left(at=8, seat=0),
        Returned(at=9, seat=1),
        Rematched(at=10, table="u"),
        Opened(at=11, by="", game="", rules=0, seats=0, options={"a": "b"}, clock="fast", public=False, commitment=""),
        OptionsSet(at=12, options={"a": "b"}, clock="fast", draw_seats=True, usual_clock=True),
        StoodIn(at=13, seat=1, by=0),
        StopWished(at=14, seat=1),
        StopDeclined(at=15, seat=0),
        Stopped(at=16),
        Opened(
            at=17,
            by="",
            game="",
            rules=0,
            seats=2,
            commitment="",
            kept=[Kept(player="p", name="P"), Kept()],
            origin=Origin(table="t", number=7, shuffle="s"),
        ),
    ]
    await store.append("t", 2, entries, "playing")
    assert await store.read("t") == [first(), *entries]
    assert await store.read("t", after=9) == entries[8:]
    assert await store.read("t", after=17) == []


async def test_an_append_tells_the_tables_row(store: Store) -> None:
    await store.open_table(row("t"), SECRET, first())
    await store.append("t", 2, [move(20), move(30)], "playing")
    assert await store.table("t") == TableRow("t", "spar", True, "playing", 1, 30, 3)
    with pytest.raises(Conflict):
        await store.append("t", 3, [move(40)], "over")
    assert await store.table("t") == TableRow("t", "spar", True, "playing", 1, 30, 3)
    await store.append("t", 4, [], "over")  # nothing to add, nothing said
    assert await store.table("t") == TableRow("t", "spar", True, "playing", 1, 30, 3)


@pytest.mark.parametrize("number", [-1, 0, 1, 2, 4, 100])
async def test_an_append_elsewhere_than_at_the_end_is_a_conflict(store: Store, number: int) -> None:
    await store.open_table(row("t"), SECRET, first())
    await store.append("t", 2, [move(2)], "playing")
    with pytest.raises(Conflict):
        await store.append("t", number, [move(50), move(51)], "over")
    assert await store.read("t") == [first(), move(2)]


async def test_a_retry_is_recognised_by_its_content(store: Store) -> None:
    await store.open_table(row("t"), SECRET, first())
    await store.append("t", 2, [move(2), move(3)], "playing")
    await store.append("t", 2, [move(2), move(3)], "playing")
    await store.append("t", 4, [move(4)], "over")
    await store.append("t", 2, [move(2), move(3)], "playing")
    with pytest.raises(Conflict):
        await store.append("t", 4, [move(4), move(5)], "playing")  # the end of it was never written
    assert await store.read("t") == [first(), move(2), move(3), move(4)]
    assert (await store.table("t")) == TableRow("t", "spar", True, "over", 1, 4, 4)


async def test_of_a_hundred_appends_to_one_number_one_wins(store: Store) -> None:
    await open_tables(store, "t")
    found = await outcomes(*(store.append("t", 2, [move(n), move(n)], "playing") for n in range(100)))
    assert found.count(None) == 1
    assert all(isinstance(error, Conflict) for error in found if error is not None)
    winner = found.index(None)
    assert await store.read("t") == [first(), move(winner), move(winner)]


async def test_of_several_nodes_one_wins_every_number(address: str) -> None:
    async with nodes(address, 3) as stores:
        tables = [f"t{n}" for n in range(8)]
        await open_tables(stores[0], *tables)

        async def race(node: int, store: Store, table: str) -> int:
            won = 0
            for number in range(2, 22):
                try:
                    await store.append(table, number, [move(number, node)], "playing")
                    won += 1
                except Conflict:
                    await asyncio.sleep(0)
            return won

        races = [
            race(node, store, table) for node, store in enumerate(stores) for table in tables[:: 1 - 2 * (node % 2)]
        ]
        assert sum(await asyncio.gather(*races)) == 20 * len(tables)
        for table in tables:
            log = await stores[0].read(table)
            assert len(log) == 21
            assert whole(log)


async def test_a_conflict_in_a_group_fails_only_its_own(store: Store) -> None:
    tables = [f"t{n}" for n in range(50)]
    await open_tables(store, *tables)
    wrong = {"t7", "t8", "t49"}
    asked = [store.append(table, 5 if table in wrong else 2, [move(2)], "playing") for table in tables]
    found = await outcomes(*asked, store.append("nowhere", 2, [move(2)], "playing"))
    assert [isinstance(one, Conflict) for one in found] == [table in wrong for table in tables] + [True]
    assert [len(await store.read(table)) for table in tables] == [1 if table in wrong else 2 for table in tables]


async def test_what_cannot_be_written_fails_only_its_own(store: Store) -> None:
    tables = [f"t{n}" for n in range(20)]
    await open_tables(store, *tables)
    unwritable = "\ud800"
    found = await outcomes(
        store.append(unwritable, 2, [move(2)], "playing"),
        store.save_player(PlayerRow("p", unwritable, 1)),
        store.append("t0", 3, [move(2)], unwritable),
        *(store.append(table, 2, [move(2)], "playing") for table in tables),
        store.save_player(PlayerRow("q", "Q", 1)),
    )
    assert [isinstance(one, Exception) for one in found] == [True] * 3 + [False] * 21
    assert [len(await store.read(table)) for table in tables] == [2] * 20
    assert await store.player("p") is None
    assert await store.player("q") == PlayerRow("q", "Q", 1)
    assert await store.healthy()


async def test_waiting_appends_are_written_together(store: Any) -> None:
    tables = [f"t{n}" for n in range(500)]
    await open_tables(store, *tables)
    before = store.commits
    await asyncio.gather(*(store.append(table, 2, [move(2)], "playing") for table in tables))
    assert 1 <= store.commits - before <= 5


async def test_more_than_may_wait_do_wait_and_keep_their_order(store: Any) -> None:
    await open_tables(store, "t")
    total = MOST_WAITING + 2000
    appends = [asyncio.create_task(store.append("t", n, [move(n)], "playing")) for n in range(2, total + 2)]
    most = 0
    while not all(append.done() for append in appends):
        most = max(most, len(store._writes))
        await asyncio.sleep(0)
    await asyncio.gather(*appends)
    assert most <= MOST_WAITING
    log = await store.read("t")
    assert len(log) == total + 1
    assert whole(log)


async def test_giving_up_waiting_does_no_harm(store: Store) -> None:
    await open_tables(store, "t")
    asked = [asyncio.create_task(store.append("t", n, [move(n)], "playing")) for n in range(2, 300)]
    await asyncio.sleep(0)
    for one in asked[::2]:
        one.cancel()
    await outcomes(*asked)
    log = await store.read("t")
    assert whole(log)
    await store.append("t", len(log) + 1, [move(len(log) + 1)], "playing")


async def test_closing_writes_what_waits(address: str) -> None:
    store = await open_store(address)
    await open_tables(store, "t")
    asked = [asyncio.create_task(store.append("t", n, [move(n)], "playing")) for n in range(2, 3000)]
    await asyncio.sleep(0)
    await asyncio.gather(store.close(), store.close())
    assert await outcomes(*asked) == [None] * len(asked)
    async with nodes(address, 1) as (again,):
        assert len(await again.read("t")) == 2999


async def test_a_closed_store_says_so(address: str) -> None:
    store = await open_store(address)
    await store.close()
    await store.close()
    for asked in (
        store.append("t", 2, [move(2)], "open"),
        store.open_table(row("t"), SECRET, first()),
        store.read("t"),
        store.key("k"),
        store.save_results([ResultRow("t", "spar", 1, 0, "p", 1, True)], []),
    ):
        with pytest.raises(Unavailable, match="closed"):
            await asked
    assert not await store.healthy()


async def test_tables_are_listed_newest_first(store: Store) -> None:
    for number in range(5):
        await store.open_table(row(f"t{number}", public=number != 2, opened=10 + number), SECRET, first())
    await store.append("t4", 2, [move(99)], "playing")
    assert [one.id for one in await store.tables("open")] == ["t3", "t1", "t0"]
    assert [one.id for one in await store.tables("open", public=False)] == ["t3", "t2", "t1", "t0"]
    assert [one.id for one in await store.tables("open", limit=1)] == ["t3"]
    assert [one.id for one in await store.tables("playing")] == ["t4"]
    assert await store.tables("over") == []


async def test_no_source_has_more_than_its_share_of_the_tables(store: Store) -> None:
    for number in range(9):
        source = "there" if number == 0 else "here"
        await store.open_table(row(f"t{number}", opened=10 + number, source=source), SECRET, first())
    await store.open_table(row("unknown", opened=5), SECRET, first())
    await store.open_table(row("old", opened=4), SECRET, first())
    assert [one.id for one in await store.tables("open", each=2, since=5)] == ["t8", "t7", "t0", "unknown"]
    assert (await store.tables("open"))[0].source == "here"


LONG = 1 << 40
"""Milliseconds that no test lasts."""


async def test_a_lease_lasts_until_its_time(store: Store) -> None:
    await open_tables(store, "t", "u")
    await open_tables(store, "open", status="open")
    assert sorted(await store.orphans()) == ["t", "u"]
    assert await store.lease("t", "a", LONG)
    assert list(await store.orphans()) == ["u"]
    assert not await store.lease("t", "b", LONG)
    assert await store.lease("t", "a", LONG)
    assert not await store.lease("t", "b", LONG)
    assert await store.lease("t", "a", 0)
    assert sorted(await store.orphans()) == ["t", "u"]
    assert await store.lease("t", "b", LONG)
    assert not await store.lease("t", "a", LONG)


async def test_leases_go_by_the_clock_of_the_database(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A node whose own clock is an hour ahead holds nothing for longer than others."""
    await open_tables(store, "t", "u")
    ahead = time.time() + 3600
    monkeypatch.setattr(time, "time", lambda: ahead)
    monkeypatch.setattr(time, "time_ns", lambda: round(ahead * 1e9))
    assert await store.lease("t", "ahead", 1)
    assert await store.lease("u", "ahead", LONG)
    monkeypatch.undo()
    await becomes(lambda: store.lease("t", "b", LONG))
    assert not await store.lease("u", "b", LONG)


async def test_leases_are_given_back_and_end_with_the_game(store: Store) -> None:
    await open_tables(store, "t", "u", "v")
    assert all(
        [await store.lease("t", "a", LONG), await store.lease("u", "a", LONG), await store.lease("v", "b", LONG)]
    )
    await store.release("")
    assert list(await store.orphans()) == []
    await store.release("a")
    assert sorted(await store.orphans()) == ["t", "u"]
    assert await store.lease("t", "b", LONG)
    await store.append("t", 2, [move(2)], "over")
    assert list(await store.orphans()) == ["u"]
    assert await store.lease("t", "c", LONG)


async def test_all_leases_of_a_node_are_renewed_at_once(store: Store) -> None:
    await open_tables(store, "t", "u", "v", "w")
    for table in "tuv":
        assert await store.lease(table, "a", 0 if table == "v" else LONG)
    assert await store.lease("w", "b", LONG)
    assert await store.renew("a", LONG) == {"t", "u"}
    assert list(await store.orphans()) == ["v"]
    assert await store.renew("nobody", LONG) == set()
    await store.append("t", 2, [move(2)], "over")
    assert await store.renew("a", LONG) == {"u"}


async def test_a_code_is_good_once_and_for_a_while(address: str) -> None:
    async with nodes(address, 4) as stores:
        await stores[0].save_code("c0de", "p", LONG)
        assert await stores[1].peek_code("c0de") == "p"
        used = await asyncio.gather(*(store.use_code("c0de") for store in stores * 5))
        assert sorted(used) == [""] * 19 + ["p"]
        await stores[0].save_code("late", "p", 0)
        assert await stores[0].use_code("late") == ""
        await stores[0].save_code("old", "p", LONG)
        await stores[0].save_code("new", "p", LONG)
        assert [await stores[0].use_code(code) for code in ("old", "new")] == ["", "p"]


async def test_who_logs_out_everywhere_has_another_generation(address: str) -> None:
    async with nodes(address, 2) as (one, other):
        await one.save_player(PlayerRow("p", "Zoë", 5))
        assert await one.generations() == {}
        assert [await one.log_out("p"), await other.log_out("p")] == [1, 2]
        assert await one.log_out("nobody") == 0
        await one.save_player(PlayerRow("p", "Zoe", 5))
        assert await other.generations() == {"p": 2}


async def test_who_has_met_whom_in_rated_games(store: Store) -> None:
    def game(table: str, ended: int, rated: bool, *players: str) -> list[ResultRow]:
        sigma = 8.0 if rated else 0.0
        return [ResultRow(table, "spar", ended, seat, who, 0, False, sigma=sigma) for seat, who in enumerate(players)]

    await store.save_results(game("t", 5, True, "p", "q", "bot:easy", "bot:easy"), [])
    await store.save_results(game("u", 6, True, "p", "q"), [])
    await store.save_results(game("v", 7, False, "p", "q"), [])
    assert await store.met("p", 4) == {"q": 2, "bot:easy": 1}
    assert await store.met("q", 5) == {"p": 1}
    assert await store.met("nobody", 0) == {}
    assert [one.rated for one in await store.history("p")] == [False, True, True]


async def test_renewing_and_appending_do_not_wait_for_each_other(server: Postgres) -> None:
    address = server.address()
    deadlocks = "SELECT sum(deadlocks)::bigint FROM pg_stat_database"
    before = await lay_out(address, schema.STEPS, deadlocks)
    async with nodes(address, 2) as (one, other):
        tables = [f"{n * 7919 % 200:03}" for n in range(200)]
        await open_tables(one, *tables)
        await asyncio.gather(*(one.lease(table, "a", LONG) for table in tables))
        for number in range(2, 17):
            appends = [other.append(table, number, [move(number)], "playing") for table in tables]
            await asyncio.gather(one.renew("a", LONG + number), *appends, one.renew("a", LONG + number))
    assert await lay_out(address, schema.STEPS, deadlocks) == before


async def test_one_node_gets_a_lease(address: str) -> None:
    async with nodes(address, 4) as stores:
        await open_tables(stores[0], "t")
        found = await asyncio.gather(*(store.lease("t", f"{n}", LONG) for n, store in enumerate(stores * 5)))
        assert found.count(True) == 1


async def test_a_key_is_made_once(address: str) -> None:
    async with nodes(address, 4) as stores:
        keys = await asyncio.gather(*(store.key("cookies") for store in stores * 5))
        assert len(set(keys)) == 1
        assert len(keys[0]) == 32
        assert await stores[0].key("other") != keys[0]
    async with nodes(address, 1) as (again,):
        assert await again.key("cookies") == keys[0]


async def test_a_player_is_kept_and_may_change_the_name(store: Store) -> None:
    assert await store.player("p") is None
    await store.save_player(PlayerRow("p", "Zoë", 5))
    await store.save_player(PlayerRow("p", "Zoe", 6))
    assert await store.player("p") == PlayerRow("p", "Zoe", 5)


async def test_a_player_has_a_face_and_a_page_that_stays(store: Store) -> None:
    await store.save_player(PlayerRow("p", "Zoë", 5))
    assert await store.player_of_page("") is None
    await store.save_player(PlayerRow("p", "Zoë", 6, "kite", "gold", "mine"))
    await store.save_player(PlayerRow("p", "Zoë", 6, "fish", "teal", "other"))
    zoe = PlayerRow("p", "Zoë", 5, "fish", "teal", "mine")
    assert await store.player("p") == await store.player_of_page("mine") == zoe
    assert await store.player_of_page("other") is None


async def test_everybody_finds_their_games(store: Store) -> None:
    await open_tables(store, "t", "u", "v", status="open")
    await store.append("t", 2, [Sat(at=2, seat=0, player="p", name="P"), move(9)], "playing")
    await store.append("u", 2, [Sat(at=3, seat=0, player="p", name="P")], "open")
    await store.append("v", 2, [Sat(at=4, seat=0, player="p", name="P")], "open")
    assert [row.id for row in await store.games_of("p")] == ["t", "v", "u"]
    assert [row.id for row in await store.games_of("p", limit=1)] == ["t"]
    assert {row.id for row in await store.games_of("somebody")} == {"t", "u", "v"}  # who opened them
    await store.append("t", 4, [move(10)], "over")
    await store.append("v", 3, [move(10)], "stopped")
    assert [row.id for row in await store.games_of("p")] == ["u"]
    assert await store.games_of("nobody") == []
    assert await store.unrated(99) == ["t"]  # what was stopped is not rated
    await store.not_rated("t")
    assert await store.unrated(99) == []


async def test_a_stopped_table_is_nobodys_duty(store: Store) -> None:
    await open_tables(store, "t")
    assert await store.lease("t", "a", 100_000)
    await store.append("t", 2, [move(2)], "stopped")
    assert await store.renew("a", 100_000) == set()
    assert await store.orphans() == {}


async def test_results_are_told_as_a_story(store: Store) -> None:
    await store.save_player(PlayerRow("p", "Zoë", 5, "kite", "gold", "mine"))
    for ended, mu in ((3, 26.0), (1, 25.0), (2, 0.0)):
        rows = [
            ResultRow(f"t{ended}", "spar", ended, 0, "p", 20, True, "Zoë", 2, 1, mu, mu and 8.0),
            ResultRow(f"t{ended}", "spar", ended, 1, "bot:hard", -ended, False, "Sable", 2, 2, 1.5, 8.0),
        ]
        assert await store.save_results(rows, [])
    other = [ResultRow("c", "claim", 9, n, player, n, n == 1, player, 3, 2 - n, 0, 0) for n, player in enumerate("qp")]
    assert await store.save_results(other, [])
    assert [one.table for one in await store.history("p", game="spar")] == ["t3", "t2", "t1"]
    assert [(one.table, one.mu) for one in await store.course("p", "spar")] == [("t1", 25.0), ("t3", 26.0)]
    assert [one.table for one in await store.course("p", "spar", limit=1)] == ["t3"]
    assert await store.statistics("p") == [
        StatisticsRow("claim", 3, 1, 1, 1, 1, 1),
        StatisticsRow("spar", 2, 3, 3, 3, 60, 20),
    ]
    assert await store.statistics("bot:hard") == [StatisticsRow("spar", 2, 3, 0, 6, -6, -1)]
    assert await store.statistics("nobody") == []
    found = await store.sitters(["t1", "c", "unknown"])
    assert found.keys() == {"t1", "c"}
    zoe, sable = found["t1"]
    assert (zoe.result.name, zoe.page, zoe.sign, zoe.colour) == ("Zoë", "mine", "kite", "gold")
    assert (sable.result.name, sable.result.score, sable.page) == ("Sable", -1, "")
    assert await store.sitters([]) == {}


def results(table: str, ended: int) -> list[ResultRow]:
    return [
        ResultRow(table, "spar", ended, 0, "p", 20, True),
        ResultRow(table, "spar", ended, 1, "bot:hard", -3, False),
    ]


async def test_results_are_kept_once(address: str) -> None:
    async with nodes(address, 4) as stores:
        ratings = [
            [RatingRow(player, "spar", n + 0.1, 8.3, 1) for player in "pq"[:: 1 - 2 * (n % 2)]] for n in range(20)
        ]
        kept = await asyncio.gather(
            *(store.save_results(results("t", 9), ratings[n]) for n, store in enumerate(stores * 5))
        )
        assert kept.count(True) == 1
        winner = kept.index(True)
        found = await stores[0].ratings("spar", ["p", "q", "nobody"])
        assert found == {row.player: row for row in ratings[winner]}
        assert await stores[0].history("p") == results("t", 9)[:1]


async def test_ratings_are_of_one_game(store: Store) -> None:
    one, other = RatingRow("p", "spar", 25.0, 8.25, 1), RatingRow("p", "claim", 1 / 3, 1e-9, 1)
    assert await store.save_results(results("t", 1), [one, other])
    assert await store.ratings("spar", ["p"]) == {"p": one}
    assert await store.ratings("claim", ["p"]) == {"p": other}
    assert await store.ratings("claim", []) == {}
    newer = RatingRow("p", "spar", 26.5, 8.0, 2)
    assert await store.save_results(results("u", 2), [newer])
    assert await store.ratings("spar", ["p", "q"]) == {"p": newer}


async def test_a_rating_rests_on_the_last_one(store: Store) -> None:
    one = RatingRow("p", "spar", 25.0, 8.25, 1)
    assert await store.save_results(results("t", 1), [one])
    for games in (1, 3):
        with pytest.raises(Conflict, match="Another game of p was rated in the meantime"):
            await store.save_results(
                results("u", 2), [RatingRow("n", "spar", 1.0, 2.0, 1), RatingRow("p", "spar", 9.0, 9.0, games)]
            )
    assert await store.ratings("spar", ["p", "n"]) == {"p": one}
    assert await store.history("p") == results("t", 1)[:1]
    two = RatingRow("p", "spar", 26.0, 8.0, 2)
    assert await store.save_results(results("u", 2), [two])
    assert await store.ratings("spar", ["p"]) == {"p": two}


async def test_no_game_is_lost_when_many_are_rated_at_once(address: str) -> None:
    """Forty games of the same two, and a bot whom all share, end on four nodes at the same moment."""
    evening = Evening("spar", 3, {"target": "1"}, seed=4).seated(2)
    evening.play_on(random.Random(4))
    tables = [replace(evening.again(), id=f"t{number}") for number in range(40)]
    async with nodes(address, 4) as stores:
        asked = [save(stores[n % 4], table, n, ALL_RATED) for n, table in enumerate(tables)]
        twice = [save(stores[(n + 1) % 4], table, n, ALL_RATED) for n, table in enumerate(tables)]
        kept = await asyncio.gather(*asked, *twice)
        assert kept.count(True) == 40
        found = await stores[0].ratings("spar", ["p0", "p1", "bot:normal"])
        assert [row.games for row in found.values()] == [40] * 3
        before: dict[str, RatingRow] = {}
        for _ in tables:  # all games ended alike: the order in which they are rated does not matter
            before = {row.player: row for row in rated(evening.table.game, seat_results(evening.table, 0), before)}
        assert found == before


async def test_what_is_over_is_unrated_until_its_results_are_kept(store: Store) -> None:
    await open_tables(store, "t", "u", "v")
    await store.append("t", 2, [move(20)], "over")
    await store.append("u", 2, [move(10)], "over")
    await store.append("v", 2, [move(5)], "playing")
    assert await store.unrated(20) == ["u", "t"]
    assert await store.unrated(19) == ["u"]
    assert await store.unrated(20, limit=1) == ["u"]
    assert await store.save_results(results("u", 10), [])
    assert await store.unrated(99) == ["t"]
    await store.append("u", 3, [move(30)], "over")  # a rematch: the results stay as they are
    assert await store.unrated(99) == ["t", "u"]
    assert not await store.save_results(results("u", 10), [])
    assert await store.unrated(99) == ["t"]


async def test_it_is_known_for_how_long_nobody_has_looked_after_a_table(store: Store) -> None:
    await open_tables(store, "t", "u")  # in 1970
    assert await store.silence("nobody's") == 0
    assert await store.silence("t") > LONG
    assert await store.lease("t", "a", LONG)
    assert await store.silence("t") < LONG
    assert not await store.lease("t", "b", LONG)
    await store.release("a")
    assert await store.silence("t") < LONG
    await store.append("u", 2, [move(1 << 60)], "playing")  # of a node whose clock is ahead
    assert await store.silence("u") == 0


async def test_history_goes_back_page_by_page(store: Store) -> None:
    for ended in (3, 1, 2):
        assert await store.save_results(results(f"t{ended}", ended), [])
    assert [one.table for one in await store.history("p")] == ["t3", "t2", "t1"]
    assert [one.table for one in await store.history("p", limit=2)] == ["t3", "t2"]
    assert [one.table for one in await store.history("p", before=2)] == ["t1"]
    assert await store.history("bot:hard", limit=1) == results("t3", 3)[1:]
    assert await store.history("nobody") == []


async def test_many_nodes_may_open_a_new_store_at_once(address: str) -> None:
    async with nodes(address, 6) as stores:
        assert all(await asyncio.gather(*(store.healthy() for store in stores)))
        assert await lay_out(address, schema.STEPS, "SELECT version FROM schema") == [(len(schema.STEPS),)]


async def test_everything_is_there_after_closing_and_opening(address: str) -> None:
    async with nodes(address, 1) as (store,):
        await open_tables(store, "t")
        await store.append("t", 2, [move(2)], "over")
        await store.save_results(results("t", 9), [])
    async with nodes(address, 1) as (again,):
        assert await again.read("t") == [first(), move(2)]
        assert await again.secret("t") == SECRET
        assert not await again.save_results(results("t", 9), [])


async def test_an_older_layout_is_brought_up_to_date_with_all_that_is_in_it(address: str) -> None:
    await lay_out(
        address,
        schema.STEPS[:1],
        "INSERT INTO players (id, name, created) VALUES ('p', 'Zoë', 5)",
    )
    async with nodes(address, 3) as stores:
        assert await stores[0].player("p") == PlayerRow("p", "Zoë", 5)
        assert await stores[1].save_results(results("t", 9), [])
    found = await lay_out(address, schema.STEPS, "SELECT version FROM schema")
    assert found == [(len(schema.STEPS),)]


async def test_games_that_an_older_version_did_not_rate_are_still_to_be_rated(address: str) -> None:
    columns = "id, game, public, status, opened, changed, entries"
    over = f"INSERT INTO tables ({columns}) VALUES ('{{}}', 'spar', {{}}, 'over', 1, 5, 2)"
    yes = "true" if address.startswith("postgresql") else "1"
    await lay_out(
        address,
        schema.STEPS[:2],
        over.format("rated", yes),
        over.format("forgotten", yes),
        f"INSERT INTO results VALUES ('rated', 'spar', 5, 0, 'p', 1, {yes})",
    )
    async with nodes(address, 1) as (store,):
        assert await store.unrated(9) == ["forgotten"]


async def test_who_sits_where_and_who_came_in_first_is_known_of_an_older_layout_too(address: str) -> None:
    yes, no = ("true", "false") if address.startswith("postgresql") else ("1", "0")
    columns = "id, game, public, status, opened, changed, entries"
    sat = Sat(at=2, seat=0, player="p", name="Zoë “Z”")
    body = encode(sat).hex()
    written = f"decode('{body}', 'hex')" if address.startswith("postgresql") else f"x'{body}'"
    result = "INSERT INTO results VALUES ('r', 'spar', 5, {}, '{}', {}, {})"
    await lay_out(
        address,
        schema.STEPS[:3],
        f"INSERT INTO tables ({columns}) VALUES ('t', 'spar', {yes}, 'playing', 1, 5, 2)",
        f"INSERT INTO entries (table_key, number, body) SELECT key, 2, {written} FROM tables",
        f"INSERT INTO entries (table_key, number, body) SELECT key, 3, {written} FROM tables",
        result.format(0, "a", 1, no),
        result.format(1, "b", 7, yes),
        result.format(2, "c", 9, no),
    )
    async with nodes(address, 1) as (store,):
        assert [row.id for row in await store.games_of("p")] == ["t"]
        assert [one.result.place for one in (await store.sitters(["r"]))["r"]] == [3, 1, 2]
        assert (await store.statistics("b"))[0].seats == 3


async def test_a_newer_layout_is_left_alone(address: str) -> None:
    future, known = (*schema.STEPS, ("CREATE TABLE wishes (id {whole})",)), len(schema.STEPS)
    await lay_out(address, future, "SELECT * FROM wishes")
    with pytest.raises(Unavailable, match=rf"newer Handful \(its layout is {known + 1}, this one knows {known}\)"):
        await open_store(address)
    assert await lay_out(address, future, "SELECT version FROM schema") == [(known + 1,)]


async def test_a_step_that_fails_leaves_the_layout_as_it_was(address: str) -> None:
    async with nodes(address, 1) as (store,):
        await store.save_player(PlayerRow("p", "Zoë", 5))
    broken = (*schema.STEPS, ("CREATE TABLE wishes (id {whole})", "CREATE TABLE players (id {whole})"))
    with pytest.raises(Exception, match="already exists"):
        await lay_out(address, broken)
    async with nodes(address, 1) as (again,):
        assert await again.player("p") == PlayerRow("p", "Zoë", 5)
