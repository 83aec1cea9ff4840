"""The cast: the characters that bots play as, and at which level each of them plays. Strength is the level alone."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from handful.policy import Level


class Character(NamedTuple):
    """Somebody of the cast."""

    id: str
    name: str
    level: Level


CAST = (
    Character("pip", "Pip", "easy"),
    Character("moss", "Moss", "easy"),
    Character("tilda", "Tilda", "easy"),
    Character("bramble", "Bramble", "normal"),
    Character("quill", "Quill", "normal"),
    Character("otto", "Otto", "normal"),
    Character("sable", "Sable", "hard"),
    Character("domino", "Domino", "hard"),
    Character("ember", "Ember", "hard"),
    Character("zephyr", "Zephyr", "instinct"),
    Character("flick", "Flick", "instinct"),
    Character("dart", "Dart", "instinct"),
    Character("onyx", "Onyx", "expert"),
    Character("sage", "Sage", "expert"),
    Character("vesper", "Vesper", "expert"),
)


def called(name: str) -> str:
    """The id of the character with a name, with a numeral or without; empty if there is none.

    >>> called("Ember 2"), called("Ada")
    ('ember', '')
    """
    return next((one.id for one in CAST if one.name == name.partition(" ")[0]), "")


def pick(level: str, taken: Collection[str], first: int = 0) -> tuple[str, str]:
    """The id and name of a character of a level that nobody at a table is called yet; `first` says who is asked first.

    >>> pick("easy", ["Pip"])
    ('moss', 'Moss')
    >>> pick("hard", ["Sable", "Domino", "Ember"], first=2)
    ('ember', 'Ember 2')
    """
    able = [character for character in CAST if character.level == level]
    turn = first % len(able)
    asked = able[turn:] + able[:turn]
    numeral = 1
    while True:
        for character in asked:
            name = character.name if numeral == 1 else f"{character.name} {numeral}"
            if name not in taken:
                return character.id, name
        numeral += 1
