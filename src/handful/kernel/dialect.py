"""The dialect in which rules are written, and the few verbs that mean one thing in Python and another when compiled.

A rule is a plain function over a flat state of integers. It may use integers, `if`, `while`, `for … in range`, tuples
of integers as constants, other rules, and the verbs of this module and of `bits.py`. The same function runs interpreted
on a Python object, compiled on a record, and on a GPU.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from handful.kernel.memory import remember
from handful.kernel.state import State

Function = TypeVar("Function", bound=Callable[..., object])

RULES: list[Callable[..., object]] = []
"""Every rule that has been declared; `native.py` tells Numba about them when something compiled is asked for."""


def rule(function: Function) -> Function:
    """Declare a function as part of the rules: Python calls it as it is, and compiled code may call it too."""
    RULES.append(function)
    return function


ONLY_COMPILED: set[Callable[..., object]] = set()
"""What may compute with fractions: no game calls it, and it never runs interpreted or on a GPU."""


def only_compiled(function: Function) -> Function:
    """Declare a function for compiled code alone, which need not keep to the dialect."""
    ONLY_COMPILED.add(function)
    return rule(function)


class TooManyLegal(ValueError):
    """A game has longer lists of legal actions than its MOST_LEGAL says."""

    def __init__(self, most: int, needed: int) -> None:
        super().__init__(f"MOST_LEGAL is {most}, but {needed} actions are legal here: make it {needed} at least")


def hold_most_legal(most: int, needed: int) -> None:
    """TooManyLegal if a list of that length was needed, and there is less room."""
    if needed > most:
        raise TooManyLegal(most, needed)


class Dice(Protocol):
    """Where chance comes from: a table's verifiable shuffle, a written deal, or a seed."""

    def below(self, n: int) -> int:
        """One of 0 … n-1, each as likely as the other."""

    def shuffle(self, deck: list[int], n: int) -> None:
        """Bring the first n cards of the deck into a random order."""


def throw(dice: Dice, n: int) -> int:
    """One of 0 … n-1, by the dice."""
    return dice.below(n)


def shuffle(deck: list[int], n: int, dice: Dice) -> None:
    """Shuffle the first n cards of a deck, by the dice."""
    dice.shuffle(deck, n)


def add(actions: list[int], n: int, action: int) -> int:
    """Put one more action into a list that holds n of them (and perhaps old ones after them); the new length."""
    if n < len(actions):
        actions[n] = action
    else:
        actions.append(action)
    return n + 1


def tell(s: State, event: int, *values: int) -> None:
    """Say that something happened. Heard where somebody listens, and kept by a state with a memory.

    Compiled play has no listeners, but it can have a memory.
    """
    if s.told is not None:
        s.told.append((event, values))
    if s.memory:
        remember(s, event, values)


BOT = -1
WAITS = -2
"""What a clock that runs out means for a seat, where the rules name no action: its bot acts, or nothing happens."""
