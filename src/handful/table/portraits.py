"""The face of a person: a sign on a colour, chosen from fixed lists. No two people at a table have the same."""

from __future__ import annotations

from collections.abc import Collection
from itertools import product
from typing import Literal, NamedTuple, get_args

Sign = Literal["initial", "sun", "moon", "leaf", "wave", "mountain", "kite", "boat", "cup", "key", "fish", "star"]
"""Eleven signs, or the first letter of the name."""
Colour = Literal["green", "blue", "rose", "gold", "violet", "rust", "teal", "slate"]
SIGNS: tuple[Sign, ...] = get_args(Sign)
COLOURS: tuple[Colour, ...] = get_args(Colour)


class Portrait(NamedTuple):
    """A sign on a colour."""

    sign: Sign = "initial"
    colour: Colour = "green"


PLAIN = Portrait()
ALL = tuple(Portrait(sign, colour) for sign, colour in product(SIGNS, COLOURS))


def free_portrait(wished: Portrait, taken: Collection[Portrait]) -> Portrait:
    """The portrait that somebody wishes, or the nearest that is free: the same sign on another colour first.

    >>> free_portrait(Portrait("sun", "blue"), [Portrait("sun", "blue")])
    Portrait(sign='sun', colour='green')
    """
    same_sign = (Portrait(wished.sign, colour) for colour in COLOURS)
    return next((one for one in (wished, *same_sign, *ALL) if one not in taken), wished)
