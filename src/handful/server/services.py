"""What every part of a server needs, handed to it as one plain record."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any

import structlog

from handful.server.bus import Bus
from handful.server.metrics import Metrics
from handful.server.settings import Settings
from handful.store import Store

log = structlog.get_logger()


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True)
class Services:
    """The store, the bus, the settings, the metrics, and work beside."""

    node: str
    """The name of this process among those that share a store."""
    settings: Settings
    store: Store
    bus: Bus
    metrics: Metrics = field(default_factory=Metrics)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something beside; what goes wrong is logged."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("task failed", error=type(error).__name__, where=where(error))


def where(error: BaseException) -> str:
    """The place of an error without its message, which could hold something secret."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}" if trace else ""
