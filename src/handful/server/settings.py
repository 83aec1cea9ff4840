"""What can be set on a server, with defaults that suit one process at home."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from typing import Literal, TypeVar

import msgspec

from handful.cards import BadText
from handful.game import suggest
from handful.table.entries import Pace as TablePace

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
    lines_per_address: int = 256
    """Lines with plain HTTP; a browser has six."""
    connects_rate: float = 10.0
    connects_burst: int = 200
    tables_rate: float = 0.05
    tables_burst: int = 20
    tables_per_address_rate: float = 0.2
    tables_per_address_burst: int = 60
    identities_rate: float = 0.2
    identities_burst: int = 100
    names_rate: float = 0.01
    names_burst: int = 5
    """Changes of a guest's name: with a reaction beside each of them they would be a chat."""
    reactions_rate: float = 0.2
    reactions_burst: int = 5
    table_reactions_rate: float = 1.0
    table_reactions_burst: int = 10
    """Of everybody at a table."""
    listed_per_address: int = 20
    """Public tables of one address in the lobby; the oldest make room for newer ones."""
    malformed: int = 10
    outgoing: int = 256
    """Frames that may wait for a slow reader."""
    outgoing_bytes: int = 1 << 20
    """Characters that may wait for a slow reader."""
    waiting: int = 64
    """Commands that may wait at one table."""


class RatedGames(msgspec.Struct, frozen=True, kw_only=True):
    """Which games are rated: those that say something, and that one person alone cannot make up."""

    same_address: bool = False
    """Also games between people who came from the same address."""
    age_ms: int = 600_000
    """Everybody must have come at least so long before the first move."""
    moves: int = 3
    """So many moves a seat, at the least."""
    games_a_day: int = 5
    """Rated games of the same two people."""
    bot_games_a_day: int = 20
    """Rated games of a person with bots of one level."""


Choices = TypeVar("Choices", Limits, RatedGames)


def chosen(kind: type[Choices], texts: Iterable[str]) -> Choices:
    """Limits, or what is rated, with some of them said otherwise.

    >>> chosen(Limits, ["tables_burst=50"]).tables_burst
    50
    """
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}
    wanted: dict[str, float] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadText(f"expected a setting such as name=value, found {text!r}")
        if name not in types:
            known = ", ".join(types)
            raise BadText(f"there is no setting {name!r}.{suggest(name, list(types))} It is one of {known}.")
        wanted[name] = _value(name, value, types[name])
    return msgspec.structs.replace(kind(), **wanted)


def _value(name: str, text: str, kind: type[float]) -> float:
    """The value of a setting: a number of at least 0, or yes or no."""
    expected = {bool: "yes or no", int: "a whole number", float: "a number"}[kind]
    try:
        value = msgspec.convert(
            {"yes": "true", "no": "false"}.get(text, text) if kind is bool else text, kind, strict=False
        )
    except msgspec.ValidationError:
        raise BadText(f"{name} is {expected}, not {text!r}") from None
    if not 0 <= value < math.inf:
        raise BadText(f"{name} is {expected} of at least 0, not {text!r}")
    return value


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
    proxies: tuple[str, ...] = ()
    """Proxies that are believed where visitors come from; if there are none, those on this machine."""
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
    abandoned_ms: int = 300_000
    """A game at which nobody has been for so long rests until somebody comes: its bots and clocks stand still."""
    away_ms: int = 60_000
    """After so long an absence the others at a table can let a bot stand in for a player."""
    beat_ms: int = 5_000
    """So often the nodes tell each other who is at their tables."""
    deserted_ms: int = 180_000
    """A table at which nobody has been for so long is no longer in the lobby."""
    hello_ms: int = 10_000
    request_ms: int = 30_000
    """A request that has not come in, or whose answer was not taken, after so long is cut off."""
    kept: int = 200
    """Entries of a loaded table that a client may have missed and still be told."""
    limits: Limits = Limits()
    rated: RatedGames = RatedGames()

    def bot_pause_s(self, table: TablePace = "usual") -> float:
        """How long a bot takes for its next move at a table: drawn by chance alone, so that it tells nothing."""
        if self.bot_floor_ms is not None:
            return self.bot_floor_ms / 1000
        return PACES[self.bot_pace if table == "usual" else table] / 1000 * random.uniform(1 - UNEVEN, 1 + UNEVEN)
