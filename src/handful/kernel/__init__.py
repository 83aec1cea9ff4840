"""The dialect of the rules and the three ways to run them.

This module is what a game's rules import. The compiled forms are in `native` and `cuda`, which are imported only when
something compiled is asked for.
"""

from handful.kernel.bits import count, highest, lowest
from handful.kernel.dialect import BOT, WAITS, Dice, add, rule, shuffle, tell, throw
from handful.kernel.events import Events, Number, Reasons, Secret, You
from handful.kernel.kinds import Kind
from handful.kernel.state import (
    EVERYBODY,
    NOBODY,
    OWNER,
    State,
    action,
    amount,
    card,
    cards,
    choice,
    flag,
    number,
    per_seat,
    per_team,
    row,
    seat,
    seats,
    suit,
    team,
    word,
    yes,
)

__all__ = [
    "BOT",
    "EVERYBODY",
    "NOBODY",
    "OWNER",
    "WAITS",
    "Dice",
    "Events",
    "Kind",
    "Number",
    "Reasons",
    "Secret",
    "State",
    "You",
    "action",
    "add",
    "amount",
    "card",
    "cards",
    "choice",
    "count",
    "flag",
    "highest",
    "lowest",
    "number",
    "per_seat",
    "per_team",
    "row",
    "rule",
    "seat",
    "seats",
    "shuffle",
    "suit",
    "team",
    "tell",
    "throw",
    "word",
    "yes",
]
