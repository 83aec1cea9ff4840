"""How long tests wait for what must come: so long that only a hang gets there, however busy the machine is."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

PATIENCE_S = 300.0
PATIENCE_MS = 1000 * PATIENCE_S
"""What a browser is told: it counts in milliseconds."""


SOCKET = {"open_timeout": PATIENCE_S, "ping_timeout": PATIENCE_S}
"""What a library for sockets is told."""


def until(true: Callable[[], object], what: str = "it does not come to that") -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.02)


async def becomes(true: Callable[[], Awaitable[object]], what: str = "it does not come to that") -> None:
    """Wait until something is so that has to be asked for."""
    end = time.monotonic() + PATIENCE_S
    while not await true():
        assert time.monotonic() < end, what
        await asyncio.sleep(0.02)
