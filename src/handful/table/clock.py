"""How long a decision may take."""

from __future__ import annotations

from typing import NamedTuple

from handful.game import Rules
from handful.kernel import WAITS, State

SECONDS = {"relaxed": 120, "normal": 45, "fast": 15}


class SeatClock(NamedTuple):
    """The clock of one seat."""

    lapse: int
    """What a time-out means: an action, BOT, or WAITS, also where the seat is not asked."""
    deadline: int | None
    """When it runs out, in milliseconds since 1970; None if it does not run."""


STILL = SeatClock(WAITS, None)
"""The clock of a seat that is not asked."""


def milliseconds(clock: str, rules: Rules, s: State) -> int | None:
    """The time for the decision that is due: the text's own, or else the table's; None with the clock off."""
    if clock == "off":
        return None
    return 1000 * (rules.pace(s) or SECONDS[clock])
