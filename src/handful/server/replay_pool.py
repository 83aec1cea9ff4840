"""Games told again in threads of their own, so that nobody else's requests wait for that."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from handful.server.replay import Replay, replay
from handful.table.entries import AnyEntry
from handful.table.refusals import Refused

P = ParamSpec("P")
Result = TypeVar("Result")
THREADS = 2
WAITING = 32
"""So many may wait for a thread."""
KEPT = 64
"""Replays of finished games that are kept for whoever asks next."""


class ReplayPool:
    """Some threads, and the replays that were asked for last."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "handful-replays")
        self._asked = 0
        self._kept: dict[tuple[str, int], asyncio.Task[Replay]] = {}
        """By table and viewer, the newest last."""

    async def do(self, work: Callable[P, Result], *how: P.args, **so: P.kwargs) -> Result:
        """Do some work in a thread; Refused if too much waits before it."""
        if self._asked >= THREADS + WAITING:
            raise Refused("busy")
        self._asked += 1
        try:
            return await asyncio.wrap_future(self._threads.submit(work, *how, **so))
        finally:
            self._asked -= 1

    async def replay(
        self, table: str, secret: bytes, read: Callable[[], Awaitable[list[AnyEntry]]], viewer: int
    ) -> Replay:
        """The replay of a finished game, worked out once however many ask."""

        async def made() -> Replay:
            return await self.do(replay, table, secret, await read(), viewer)

        found = self._kept.pop((table, viewer), None) or asyncio.create_task(made())
        self._kept[table, viewer] = found
        if len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        try:
            return await asyncio.shield(found)
        except Exception:
            self._kept.pop((table, viewer), None)
            raise

    def close(self) -> None:
        """Begin nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)
