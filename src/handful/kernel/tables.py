"""The numbered lists of a game: what may happen (events) and why an action is refused (reasons).

Rules know the numbers; people and clients get the names and sentences.
"""

from __future__ import annotations

from dataclasses import dataclass

from handful.kernel.state import Kind


@dataclass(frozen=True)
class Secret:
    """A value of an event that only the event's own seat may see."""

    kind: Kind


@dataclass(frozen=True, eq=False)
class EventKind:
    """Something that can happen: its name, its sentence, and what each of its values stands for.

    The sentence is for people: `{seat}`, `{card}` … stand for the values. An event with a secret value belongs to the
    seat in its value `seat`; `without` is the sentence for everybody else.
    """

    name: str
    sentence: str
    values: dict[str, Kind]
    secret: frozenset[str]
    without: str


class Events:
    """The events of one game, numbered from 0."""

    def __init__(self) -> None:
        self.kinds: list[EventKind] = []

    def add(self, name: str, sentence: str, without: str = "", **values: Kind | Secret) -> int:
        """Declare an event; its number."""
        secret = frozenset(key for key, value in values.items() if isinstance(value, Secret))
        if secret and not (without and "seat" in values):
            raise ValueError(f"event {name} has secret values: it needs a seat and a sentence without them")
        kinds = {key: value.kind if isinstance(value, Secret) else value for key, value in values.items()}
        self.kinds.append(EventKind(name, sentence, kinds, secret, without))
        return len(self.kinds) - 1


class Reasons:
    """The reasons for which a game refuses an action, numbered from 1. 0 means that it is allowed."""

    def __init__(self) -> None:
        self.sentences: list[str] = [""]

    def add(self, sentence: str) -> int:
        """Declare a reason, as a sentence to the player; its number."""
        self.sentences.append(sentence)
        return len(self.sentences) - 1


BOT = -1
WAITS = -2
"""What a clock that runs out means for a seat, where the rules name no action: its bot acts, or nothing happens."""
