"""How long a decision may take."""

from __future__ import annotations

from typing import Any

SECONDS = {"relaxed": 120, "normal": 45, "fast": 15}


def milliseconds(clock: str, rules: Any, s: Any) -> int | None:
    """The time for the decision that is due: the text's own if it gives one, else the table's; None with the clock off.

    A text may have a "3, 2, 1" counted behind its time: `rules.COUNT` is how many seconds that takes.
    """
    if clock == "off":
        return None
    own: int = rules.pace(s)
    return 1000 * (own + getattr(rules, "COUNT", 0) if own else SECONDS[clock])
