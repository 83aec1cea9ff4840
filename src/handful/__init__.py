"""Five card games whose rules are written once: to play, to script, to teach to a machine.

Everything here is imported when it is first asked for, so that `import handful` costs next to nothing.

>>> import handful
>>> match = handful.begin("spar", seats=3, seed=7)
>>> seat = match.actors()[0]
>>> match.legal(seat)
['6c', '6d', '7s', 'Qs', 'Kh']
>>> [event.sentence() for event in match.act(seat, "Kh")]
['Seat 1 plays K♥.']
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from handful.cards import BadText
    from handful.client import connect
    from handful.game import Illegal
    from handful.games import find
    from handful.match import Match, begin, choose, resume, set_up
    from handful.observe import SPECTATOR, View
    from handful.table.refusals import Refused
    from handful.transcript import read, write

__all__ = [
    "SPECTATOR",
    "BadText",
    "Illegal",
    "Match",
    "Refused",
    "View",
    "begin",
    "choose",
    "connect",
    "find",
    "read",
    "resume",
    "set_up",
    "write",
]

_NAMES = {
    "cards": ("BadText",),
    "client": ("connect",),
    "game": ("Illegal",),
    "games": ("find",),
    "match": ("Match", "begin", "choose", "resume", "set_up"),
    "observe": ("SPECTATOR", "View"),
    "table.refusals": ("Refused",),
    "transcript": ("read", "write"),
}
_MODULE_OF = {name: module for module, names in _NAMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("handful")
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'handful' has no attribute {name!r}")
    value = getattr(import_module(f"handful.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
