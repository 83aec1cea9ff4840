"""Whatever a bot does, a question gets a legal answer, the loop goes on, and no process is left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable

import pytest

from handful.bots import Question, levels
from handful.bots import pool as pools
from handful.bots.pool import BotPool, PoolClosed
from handful.bots.questions import question_for
from handful.cards import members
from handful.game import Position
from handful.games import find
from handful.kernel.dice import SeededDice
from tests.patience import PATIENCE_S, until

LEGAL = [3, 1 << 60, 7]


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """No pool gives up because the machine is busy; the tests of giving up say when."""
    monkeypatch.setattr(pools, "PATIENCE_SECONDS", PATIENCE_S)
    monkeypatch.setattr(pools, "START_SECONDS", PATIENCE_S)


def question(way: str, seed: int = 0) -> Question:
    return Question("spar", way, 0, {"hands": [1 << 51, None]}, LEGAL, seed)


def with_pool(story: Callable[[BotPool], Awaitable[None]], workers: int = 1, **settings) -> BotPool:
    """Let a story happen with a pool of strange bots, then close it."""

    async def run() -> BotPool:
        pool = BotPool(workers, module="tests.bots.strange", **settings)
        try:
            await story(pool)
        finally:
            await pool.close()
        return pool

    return asyncio.run(run())


async def a_moment() -> None:
    """Let every task go as far as it can without waiting: questions are put, and a free lane takes the first."""
    for _ in range(5):
        await asyncio.sleep(0)


def test_a_bot_is_asked_in_another_process_that_stays():
    async def story(pool):
        first, again = [await pool.ask(question("tell"), PATIENCE_S) for _ in range(2)]
        assert int(first.reason.split()[0]) != os.getpid()
        assert first == again

    pool = with_pool(story)
    assert (pool.asked, pool.answered, pool.replaced, pool.late, pool.fallbacks) == (2, 2, 0, 0, 0)


def test_a_worker_is_light_and_inherits_no_secrets(monkeypatch):
    monkeypatch.setenv("HANDFUL_SECRET", "x")

    async def story(pool):
        answer = await pool.ask(question("tell"), PATIENCE_S)
        assert " [] [" in answer.reason, "a worker imported something that it does not need"
        assert "SECRET" not in answer.reason

    with_pool(story)


@pytest.mark.parametrize("way", ["crash", "lie", "shout", "ramble", "babble", "stumble"])
def test_a_bot_that_goes_wrong_once_is_replaced_and_a_fresh_one_answers(way, tmp_path):
    async def story(pool):
        answer = await pool.ask(question(f"once {tmp_path / 'done'} {way}"), PATIENCE_S)
        assert (answer.action, answer.reason) == (7, "Last.")

    pool = with_pool(story)
    assert (pool.answered, pool.replaced, pool.late, pool.fallbacks) == (1, 1, 0, 0)


@pytest.mark.parametrize("way", ["crash", "lie", "stumble"])
def test_a_bot_that_always_goes_wrong_is_answered_for(way):
    async def story(pool):
        for seed in range(2):
            answer = await pool.ask(question(way, seed), PATIENCE_S)
            assert answer.action == LEGAL[seed]
        assert (await pool.ask(question("well"), PATIENCE_S)).action == 7

    pool = with_pool(story)
    assert (pool.asked, pool.answered, pool.replaced, pool.fallbacks) == (3, 1, 4, 2)


def test_what_went_wrong_is_counted_without_the_cards():
    async def story(pool):
        await pool.ask(question("stumble"), PATIENCE_S)

    pool = with_pool(story)
    (trouble,) = pool.troubles
    assert trouble.startswith("ValueError in strange.py, line ")
    assert str(1 << 51) not in trouble


def test_a_bot_that_hangs_is_killed_and_the_loop_goes_on_meanwhile():
    async def story(pool):
        await pool.ask(question("well"), PATIENCE_S)
        asked = asyncio.create_task(pool.ask(question("hang"), 1.2))
        turns = 0
        while not asked.done():
            await asyncio.sleep(0.01)
            turns += 1
        assert asked.result().action in LEGAL
        assert turns > 5, "the loop was blocked"
        assert (await pool.ask(question("well"), PATIENCE_S)).action == 7

    pool = with_pool(story)
    assert (pool.late, pool.replaced, pool.fallbacks) == (2, 2, 1)


def test_a_hanging_bot_does_not_hold_up_the_others(tmp_path):
    async def story(pool):
        await asyncio.gather(*(pool.ask(question("think"), PATIENCE_S) for _ in range(2)))
        hanging = asyncio.create_task(pool.ask(question(f"wait {tmp_path / 'enough'}"), PATIENCE_S))
        await a_moment()
        await asyncio.gather(*(pool.ask(question("well"), PATIENCE_S) for _ in range(20)))
        assert not hanging.done()
        (tmp_path / "enough").touch()
        assert (await hanging).action == 7

    assert with_pool(story, workers=2).answered == 23


def test_a_worker_that_died_while_idle_is_replaced_unnoticed():
    async def story(pool):
        pid = int((await pool.ask(question("tell"), PATIENCE_S)).reason.split()[0])
        os.kill(pid, signal.SIGKILL)
        until(lambda: not alive(pid))
        assert (await pool.ask(question("well"), PATIENCE_S)).action == 7

    pool = with_pool(story)
    assert (pool.answered, pool.replaced, pool.fallbacks) == (2, 1, 0)


def test_a_flood_of_questions_is_answered_in_the_order_it_came():
    done: list[int] = []

    async def one(pool, n):
        answer = await pool.ask(question("well", n), PATIENCE_S)
        assert answer.action == 7
        done.append(n)

    async def story(pool):
        await asyncio.gather(*(one(pool, n) for n in range(500)))

    pool = with_pool(story)
    assert pool.answered == 500
    assert done == sorted(done)


def test_tables_take_turns_and_those_with_people_come_first():
    """One with many questions keeps no other waiting for more than one of them; where nobody is, all can wait."""
    done: list[str] = []

    async def one(pool, table, watched):
        await pool.ask(question("well"), PATIENCE_S, table, lambda: watched)
        done.append(table)

    async def story(pool):
        thinking = asyncio.create_task(pool.ask(question("think"), PATIENCE_S))
        await a_moment()
        left = [one(pool, "left", False) for _ in range(3)]
        await asyncio.gather(*left, *(one(pool, table, True) for table in ("a", "a", "a", "b")))
        await thinking

    with_pool(story)
    assert done == ["a", "b", "a", "a", "left", "left", "left"]


def test_where_nobody_watches_a_question_waits_for_its_worker(monkeypatch):
    monkeypatch.setattr(pools, "PATIENCE_SECONDS", 0.05)

    async def story(pool):
        await pool.ask(question("well"), PATIENCE_S)
        thinking = asyncio.create_task(pool.ask(question("think"), PATIENCE_S, watched=lambda: False))
        await a_moment()
        assert (await pool.ask(question("well"), PATIENCE_S, "left", lambda: False)).action == 7
        await thinking

    assert with_pool(story).fallbacks == 0


def test_a_bot_without_time_plays_its_judgement():
    """The answer without a worker is the one that a bot of level normal gives to the same view."""
    position = Position.begin(find("spar"), 3, SeededDice(5))
    judged = 0
    while position.outcome() is None:
        (seat,) = members(find("spar").rules.actors(position.state))
        view, legal = position.view(seat), position.legal(seat)
        asked = question_for(find("spar"), view, legal, "hard", judged)
        normal = levels.choose(question_for(find("spar"), view, legal, "normal", judged))
        assert pools.fallback(asked) == normal
        judged += len(legal) > 1 and normal.action != legal[judged % len(legal)]
        position.act(seat, normal.action)
    assert judged > 0, "chance would have done the same"


def test_many_workers_share_a_flood_that_has_bad_questions_in_it():
    async def story(pool):
        ways = ["crash" if n % 100 == 50 else "lie" if n % 100 == 99 else "well" for n in range(500)]
        answers = await asyncio.gather(*(pool.ask(question(way), PATIENCE_S) for way in ways))
        assert all(answer.action in LEGAL for answer in answers)

    pool = with_pool(story, workers=3)
    assert (pool.asked, pool.answered, pool.fallbacks, pool.replaced) == (500, 490, 10, 20)


def test_more_questions_than_may_wait_are_answered_at_once():
    async def story(pool):
        answers = await asyncio.gather(*(pool.ask(question("well"), PATIENCE_S) for _ in range(50)))
        assert all(answer.action in LEGAL for answer in answers)

    pool = with_pool(story, most_waiting=10)
    assert (pool.answered, pool.fallbacks) == (10, 40)


def test_a_question_that_no_worker_comes_to_in_time_is_answered_for(monkeypatch):
    monkeypatch.setattr(pools, "PATIENCE_SECONDS", 0.3)

    async def story(pool):
        hanging = asyncio.create_task(pool.ask(question("hang"), 1))
        await a_moment()
        assert (await pool.ask(question("well"), PATIENCE_S)).action == LEGAL[0]
        assert not hanging.done()
        await hanging

    pool = with_pool(story)
    assert (pool.answered, pool.fallbacks, pool.late) == (0, 2, 3)


def test_nobody_is_asked_for_a_caller_who_has_gone():
    async def story(pool):
        await pool.ask(question("well"), PATIENCE_S)
        thinking = asyncio.create_task(pool.ask(question("think"), PATIENCE_S))
        waiting = asyncio.create_task(pool.ask(question("hang"), 5))
        await a_moment()
        waiting.cancel()
        assert (await thinking).action == 7
        assert (await pool.ask(question("well"), PATIENCE_S)).action == 7

    assert with_pool(story).replaced == 0


def test_closing_lets_a_thought_finish_and_turns_the_rest_away():
    async def story(pool):
        await pool.ask(question("well"), PATIENCE_S)
        thinking = asyncio.create_task(pool.ask(question("think"), PATIENCE_S))
        waiting = [asyncio.create_task(pool.ask(question("well"), PATIENCE_S)) for _ in range(20)]
        await a_moment()
        await pool.close()
        assert (await thinking).action == 7
        for one in waiting:
            with pytest.raises(PoolClosed):
                await one
        with pytest.raises(PoolClosed):
            await pool.ask(question("well"), PATIENCE_S)

    with_pool(story)


def test_closing_ends_a_hanging_worker_when_its_time_is_up():
    pids: list[int] = []

    async def story(pool):
        pids.append(int((await pool.ask(question("tell"), PATIENCE_S)).reason.split()[0]))
        hanging = asyncio.create_task(pool.ask(question("hang"), 0.3))
        await a_moment()
        await pool.close()
        assert (await hanging).action in LEGAL

    with_pool(story)
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)


def test_a_server_that_stops_without_closing_leaves_no_worker():
    pids: list[int] = []

    async def story():
        pool = BotPool(1, module="tests.bots.strange")
        pids.append(int((await pool.ask(question("tell"), PATIENCE_S)).reason.split()[0]))
        lost = asyncio.create_task(pool.ask(question("hang"), 100))
        await a_moment()
        assert not lost.done()

    asyncio.run(story())
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)


def test_a_pool_whose_bots_cannot_start_still_answers():
    async def story():
        pool = BotPool(1, module="tests.bots.no_such_bot")
        assert (await pool.ask(question("well"), PATIENCE_S)).action in LEGAL
        await pool.close()
        return pool

    pool = asyncio.run(story())
    assert pool.troubles == {"it did not start": 2}


def test_what_a_bot_prints_goes_nowhere(capfd):
    async def story(pool):
        assert (await pool.ask(question("chat"), PATIENCE_S)).action == 7

    with_pool(story)
    assert "a bot that prints" not in capfd.readouterr().out


def test_a_seat_without_a_legal_action_is_a_mistake_of_the_caller():
    async def story(pool):
        with pytest.raises(ValueError, match="legal"):
            await pool.ask(Question("spar", "well", 0, {}, [], 0), 1)

    with_pool(story)


def test_it_works_on_the_loop_of_the_server():
    uvloop = pytest.importorskip("uvloop")

    async def story():
        pool = BotPool(2, module="tests.bots.strange")
        asked = [("well", PATIENCE_S), ("hang", 0.5), ("crash", PATIENCE_S), ("well", PATIENCE_S)]
        answers = await asyncio.gather(*(pool.ask(question(way), seconds) for way, seconds in asked))
        await pool.close()
        return [answer.action for answer in answers]

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        first, *_, last = runner.run(story())
    assert (first, last) == (7, 7)


def test_workers_end_when_the_server_is_killed():
    """A server that is killed with its bot in an endless thought leaves nobody behind."""
    code = f"""
import asyncio
from handful.bots import Question
from handful.bots.pool import BotPool
async def main():
    pool = BotPool(1, module="tests.bots.strange")
    told = await pool.ask(Question("spar", "tell", 0, {{}}, {LEGAL}, 0), {PATIENCE_S})
    print(told.reason.split()[0], flush=True)
    await pool.ask(Question("spar", "hang", 0, {{}}, {LEGAL}, 0), 1000)
asyncio.run(main())
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as server:
        pid = int(server.stdout.readline())
        time.sleep(0.3)
        server.kill()
        server.wait()
    until(lambda: not alive(pid), "a worker outlived its server")


def alive(pid: int) -> bool:
    """Whether a process runs: one that waits to be reaped does not."""
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
