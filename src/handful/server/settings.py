"""What can be set on a server, with defaults that suit one process at home."""

from __future__ import annotations

import random
from typing import Literal

import msgspec

Pace = Literal["quick", "normal", "slow"]
PACES: dict[Pace, int] = {"quick": 600, "normal": 1_000, "slow": 2_000}
"""Milliseconds from a bot's turn to its move, about: longer than any bot thinks."""
UNEVEN = 0.25
"""By which part more or less it may be. People are not even either."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How much one visitor may ask of the server. A rate is per second, a burst is what may come at once."""

    messages_rate: float = 10.0
    messages_burst: int = 40
    player_rate: float = 20.0
    player_burst: int = 80
    requests_rate: float = 20.0
    requests_burst: int = 100
    connections: int = 20_000
    connections_per_address: int = 200
    connects_rate: float = 10.0
    connects_burst: int = 200
    tables_rate: float = 0.05
    tables_burst: int = 20
    identities_rate: float = 0.2
    identities_burst: int = 100
    malformed: int = 10
    outgoing: int = 256
    """Frames that may wait for a slow reader."""
    outgoing_bytes: int = 1 << 20
    """Characters that may wait for a slow reader."""
    waiting: int = 64
    """Commands that may wait at one table."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """One server's settings."""

    store: str = "handful.db"
    bus: str = ""
    host: str = "127.0.0.1"
    port: int = 8000
    node: str = ""
    """A name for this process among those that share a store; made up if empty."""
    origins: tuple[str, ...] = ()
    """Origins of other sites that may connect; the server's own may always."""
    web: str = ""
    """A folder with the browser client; the package's own if empty."""
    bots: int = 0
    """Worker processes for bots; 0 for one fewer than there are cores."""
    bot_pace: Pace = "normal"
    """How long bots take for a move, as people see it."""
    bot_floor_ms: int | None = None
    """If it is given, bots take exactly so long instead."""
    bot_timeout_ms: int = 5_000
    clock_scale: float = 1.0
    """Every time of the tables' clocks is so much longer (for tests: 0.01 makes a minute last 0.6 s)."""
    lease_ms: int = 10_000
    idle_ms: int = 60_000
    hello_ms: int = 10_000
    request_ms: int = 30_000
    """A request that has not come in, or whose answer was not taken, after so long is cut off."""
    kept: int = 200
    """Entries of a loaded table that a client may have missed and still be told."""
    limits: Limits = Limits()

    def bot_pause_s(self) -> float:
        """How long a bot takes for its next move: drawn by chance alone, so that it tells nothing."""
        if self.bot_floor_ms is not None:
            return self.bot_floor_ms / 1000
        return PACES[self.bot_pace] / 1000 * random.uniform(1 - UNEVEN, 1 + UNEVEN)
