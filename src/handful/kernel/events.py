"""The numbered lists of a game: what may happen (events) and why an action is refused (reasons).

Rules know the numbers; clients get the codes, and people the sentences. The English sentence stands beside its code
here; a room keeps those of other languages by the same codes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from handful.kernel.kinds import Kind


@dataclass(frozen=True)
class Secret:
    """A value of an event that only the event's own seat may see."""

    kind: Kind


@dataclass(frozen=True)
class You:
    """A value of an event that holds a seat, or seats, and the sentence to a reader who is that seat, or one of them.

    In it, another value that stands for the reader is said as *you*. `without` is for a reader who may not see the
    secret values of the event.
    """

    sentence: str
    without: str = ""
    kind: Kind = Kind.SEAT


@dataclass(frozen=True)
class Number:
    """A number of an event, and where it lies, both ends included: those who learn from events have it scaled."""

    low: int
    high: int
    kind: ClassVar[Kind] = Kind.NUMBER


@dataclass(frozen=True, eq=False)
class EventKind:
    """Something that can happen: its name, its sentence, and what each of its values stands for.

    The sentence is for people: `{seat}`, `{card}` … stand for the values. An event with a secret value belongs to the
    seat in its value `seat`; `without` is the sentence for everybody else. `to_you` has the sentences to those of whom
    it tells, by the value in which they stand: the first that fits is said.
    """

    name: str
    sentence: str
    values: dict[str, Kind]
    secret: frozenset[str]
    without: str
    to_you: dict[str, You]
    ranges: dict[str, Number]
    """Where numbers lie, of those that say it."""

    def texts(self) -> dict[str, str]:
        """Its English sentences by their keys, which other languages share."""
        texts = {"": self.sentence, ".hidden": self.without}
        for key, you in self.to_you.items():
            texts |= {f".to.{key}": you.sentence, f".hidden.to.{key}": you.without}
        return {f"event.{self.name}{key}": text for key, text in texts.items() if text}


class Events:
    """The events of one game, numbered from 0."""

    def __init__(self) -> None:
        self.kinds: list[EventKind] = []

    def add(self, name: str, sentence: str, without: str = "", **values: Kind | Secret | You | Number) -> int:
        """Declare an event; its number."""
        secret = frozenset(key for key, value in values.items() if isinstance(value, Secret))
        if secret and not (without and "seat" in values):
            raise ValueError(f"event {name} has secret values: it needs a seat and a sentence without them")
        kinds = {key: value if isinstance(value, Kind) else value.kind for key, value in values.items()}
        to_you = {key: value for key, value in values.items() if isinstance(value, You)}
        ranges = {key: value for key, value in values.items() if isinstance(value, Number)}
        self.kinds.append(EventKind(name, sentence, kinds, secret, without, to_you, ranges))
        return len(self.kinds) - 1


@dataclass(frozen=True)
class Reason:
    """Why an action is refused: its code, the sentence to the player, and the number of the rule that says so."""

    code: str
    sentence: str
    rule: str = ""


class Reasons:
    """The reasons for which a game refuses an action, numbered from 1. 0 means that it is allowed."""

    def __init__(self) -> None:
        self.kinds: list[Reason] = [Reason("", "")]

    def add(self, code: str, sentence: str, rule: str = "") -> int:
        """Declare a reason, with the rule on the rules page that is behind it; its number."""
        self.kinds.append(Reason(code, sentence, rule))
        return len(self.kinds) - 1
