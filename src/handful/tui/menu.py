"""Long lists of actions as a few short ones: whom, then of which set, then the card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from handful.tui.cards import cards_in
from handful.tui.picture import Picture, face_of, names

FEW = 9
"""So many actions have a number each."""


@dataclass(frozen=True)
class Row:
    """A line of the list: an action, or several that are found behind it."""

    said: str
    offers: tuple[str, ...]

    @property
    def opens(self) -> bool:
        return len(self.offers) > 1


def rows(picture: Picture, offers: Sequence[str], say: dict[str, str]) -> list[Row]:
    """The lines for some actions: each of them if they are few, else by what they have in common."""
    if len(offers) > FEW:
        for key in (_whom, _set):
            groups: dict[str, list[str]] = {}
            for text in offers:
                groups.setdefault(key(picture, text), []).append(text)
            if 1 < len(groups) < len(offers) and (key is _set or _by_player(picture, groups)):
                return [Row(name if len(some) > 1 else say[some[0]], tuple(some)) for name, some in groups.items()]
    return [Row(say[text], (text,)) for text in offers]


def _by_player(picture: Picture, groups: Iterable[str]) -> bool:
    """Whether actions are to players: a verb alone is no step worth a key."""
    return any(group.endswith(f" {name}") for group in groups for name in names(picture))


def _whom(picture: Picture, text: str) -> str:
    """What an action is, and to whom: `ask Bo`."""
    verb, *rest = text.split(" ")
    if verb in cards_in(text):
        return "play"
    who = names(picture)
    return f"{verb} {who[int(rest[0])]}" if rest and rest[0].isdecimal() and int(rest[0]) < len(who) else verb


def _set(picture: Picture, text: str) -> str:
    """The set that the first card of an action belongs to, where the game has sets."""
    cards = cards_in(text)
    sets = face_of(picture).sets
    return next((name for name, some in sets.items() if cards and cards[0] in some), "")
