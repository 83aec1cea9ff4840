"""Whether the server can do its work; what is wrong is said at once: in the log and by /healthz."""

from __future__ import annotations

import asyncio
import time

import structlog
from litestar import Response, get
from litestar.datastructures import State

from handful.server.services import Services
from handful.store import Unavailable
from handful.table.refusals import Refused

log = structlog.get_logger()
LOOK_S = 5.0
"""How often the store is asked whether it can write, also while nobody plays."""
SELDOM = 100
"""Looking through all of the store's pages may take one part in so many of the time."""


class Health:
    """What is wrong with the store now, as far as anybody knows."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.reason = ""
        """Why the store does not do its work, in a sentence; empty while it does."""

    async def watch(self) -> None:
        """Look again and again, as long as the server runs."""
        while True:
            began = time.monotonic()
            try:
                await self.services.store.look_through()
                await self._wait(SELDOM * (time.monotonic() - began))
            except Exception as error:  # whatever it is: the next look may tell
                log.error("looking after the store failed", error=type(error).__name__)
                await asyncio.sleep(LOOK_S)

    async def _wait(self, seconds: float) -> None:
        """Look at the store every few seconds, for so long; once at least."""
        end = time.monotonic() + seconds
        while True:
            await self.look()
            await asyncio.sleep(LOOK_S)
            if time.monotonic() > end:
                return

    async def look(self) -> str:
        """Ask the store whether it can write: what is wrong, or nothing. What has changed is logged."""
        code = await self.services.store.trouble()
        before, self.reason = self.reason, str(Refused.by_store(code)) if code else ""
        if self.reason and self.reason != before:
            log.error("the store is in trouble", reason=self.reason)
        elif before and not self.reason:
            log.info("the store is well again")
        return self.reason


def refusal(error: Unavailable) -> Refused:
    """What to tell whoever asked for something in the store: why it cannot be had, if the store knows."""
    return Refused.by_store(error.code) if error.code else Refused("unavailable")


@get("/healthz", include_in_schema=True)
async def health(state: State) -> Response[dict[str, str]]:
    """Whether the server can do its work."""
    if state.node.stopping:
        return Response({"status": "stopping"}, status_code=503)
    at: Health = state.node.health
    reason, bus = await at.look(), at.services.bus
    news = ("on" if bus.connected else "lost") if bus.shared else "none"
    return Response({"status": reason or "well", "bus": news}, status_code=503 if reason else 200)
