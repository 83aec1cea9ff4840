"""How a game is shown to people: its goal, teams, score, phases, options, and where each field lies on a table.

A room says this once, in English; the terminal, the browser, the lobby, the waiting room, the result and the arena read
it here. A game that says little is still shown: by the declarations of its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from handful.figures import Watch
from handful.kernel import Kind, State
from handful.observe import Shows, View, sights

Teams = tuple[tuple[int, ...], ...]


class Place(StrEnum):
    """Where a field lies on a table."""

    MIDDLE = "middle"
    """On the felt, for all to look at: the trick, the floor card."""
    SEAT = "seat"
    """Before a seat: what lies there; or, for a field that holds a seat, a mark on it."""
    SIDE = "side"
    """At the side: facts about the game as it stands."""


@dataclass(frozen=True)
class Shown:
    """How an entry of the view is shown."""

    place: Place
    label: str
    short: str = ""
    """The label for where there is little room, as in a terminal; empty if the label is short itself."""
    unit: int = 1
    """Cards are counted in sets of so many, and shown as a number, if it is above 1."""
    best: str = ""
    """For cards by seat: the field that holds the seat whose cards are the best."""


@dataclass(frozen=True)
class OptionWords:
    """A table option in words: what it is called, what it means, and what each of its values is called."""

    title: str
    meaning: str
    values: Mapping[str, str] = field(default_factory=dict)


def no_phase(view: View) -> str:
    """Most games have one phase, which needs no name."""
    return ""


def no_partners(view: View) -> Teams:
    """Everybody plays alone."""
    return ()


@dataclass(frozen=True, eq=False)
class Face:
    """What people see of a game."""

    goal: str
    """What one tries to do, in a sentence."""
    ending: str = ""
    """When the match is over and who has won, in a sentence; `{option}` stands for the value of an option."""
    hand: str = ""
    """The field with the cards that a seat holds, if there is one."""
    score: str = ""
    """The field with the points of each seat."""
    clockwise: str = ""
    """The field with the seats as they sit, clockwise; without one they sit by their numbers."""
    highest: str = ""
    """A rank that stands above the ace."""
    sort: Literal["suit", "rank"] = "suit"
    """How a hand is ordered at first."""
    emblem: tuple[str, ...] = ()
    """A few cards that show what the game is about."""
    plays: tuple[str, ...] = ()
    """The events that put cards on the table; they stay in sight a moment when a trick is over."""
    round: str = ""
    """The event with which a round begins, for a table of points by round."""
    shown: Mapping[str, Shown] = field(default_factory=dict)
    """By entry of the view: how it is shown. Without any, every public field is, by its declaration."""
    options: Mapping[str, OptionWords] = field(default_factory=dict)
    teams: Teams = ()
    """Who wins and loses together from the first card to the last."""
    partners: Callable[[View], Teams] = no_partners
    """Who plays together now, where that is not fixed."""
    phase: Callable[[View], str] = no_phase
    """The code of the phase that the game is in."""
    phases: Mapping[str, str] = field(default_factory=dict)
    """By code: what a phase is called."""
    prompts: Mapping[str, str] = field(default_factory=dict)
    """By the first word of what a seat may do, or "" for anything else: what it is asked for."""
    hints: Mapping[str, str] = field(default_factory=dict)
    """By the first word of what a seat may do: a word of advice to somebody new."""
    actions: Mapping[str, str] = field(default_factory=dict)
    """By word of the notation: what a button says."""
    spoken: Mapping[str, str] = field(default_factory=dict)
    """By the first word of an action: how a terminal says it, `{1}` for its second word; others as they are written."""
    sets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Sets of cards that belong together, by name, where players think in them: a terminal draws them as a grid."""
    watch: type[Watch] = Watch
    """Who reads the figures of good sense off a game."""
    clock: str = "normal"
    """The clock of a table where two or more people play, if nobody chooses one."""
    seats: int = 0
    """At how many seats it is played if nobody says; 0: four if that is possible, else the fewest."""

    def sides(self, seats: int) -> Teams:
        """Who plays together from the first card to the last: the teams, else everybody alone."""
        return self.teams or tuple((seat,) for seat in range(seats))

    def texts(self) -> dict[str, str]:
        """Its English words by their keys, which other languages share; the labels of fields apart."""
        words = {"goal": self.goal, "ending": self.ending}
        for name, option in self.options.items():
            words |= {f"option.{name}": option.title, f"option.{name}.meaning": option.meaning}
            words |= {f"option.{name}.{value}": text for value, text in option.values.items()}
        for kind, texts in (
            ("phase", self.phases),
            ("prompt", self.prompts),
            ("hint", self.hints),
            ("action", self.actions),
        ):
            words |= {f"{kind}.{code}" if code else kind: text for code, text in texts.items()}
        return {key: text for key, text in words.items() if text}


def shown_of(face: Face, state: type[State]) -> Mapping[str, Shown]:
    """How the entries of a view are shown: as the face says, else all that everybody sees, by their declarations."""
    if face.shown:
        return face.shown
    public = [sight for sight in sights(state) if sight.shows is Shows.WHOLE and not sight.field.option]
    return {
        sight.name: Shown(_usual_place(sight.field.seated, sight.field.kind), sight.name.replace("_", " "))
        for sight in public
        if sight.name not in ("seats", face.score)
    }


def _usual_place(seated: bool, kind: Kind) -> Place:
    if seated:
        return Place.SEAT
    return Place.MIDDLE if kind in (Kind.CARD, Kind.CARDS) else Place.SIDE
