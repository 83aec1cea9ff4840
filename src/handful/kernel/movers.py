"""Who of several acts next, where somebody has to be asked first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from handful.kernel.bits import lowest
from handful.kernel.dialect import WAITS, rule


def first_mover(lapse: Callable[..., Any]) -> Callable[..., Any]:
    """Who of several acts next in a room that does not say: the first who does not wait for another of its team."""

    @rule
    def mover(s: Any, able: int, dice: Any) -> int:
        rest = able
        while rest & (rest - 1):
            if lapse(s, lowest(rest)) != WAITS:
                return lowest(rest)
            rest &= rest - 1
        return lowest(rest)

    return mover
