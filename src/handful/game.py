"""What a game is: its rules, its words, and a position in it that can be asked, moved on and looked at from a seat."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, TypeVar

from handful.cards import CARD_TEXTS, SUIT_LETTERS, SUIT_NAMES, card_texts, members, pretty
from handful.cards import BadText as BadText  # noqa: PLC0414 (games and their words know it from here)
from handful.kernel import EVERYBODY, OWNER, Dice, Events, Kind, Reasons, State
from handful.kernel.state import Field, Option
from handful.kernel.tables import EventKind

if TYPE_CHECKING:
    from handful.kernel.cuda import CudaGame
    from handful.kernel.native import Compiled

AnyState = TypeVar("AnyState", bound=State)

SPECTATOR = -1
"""The viewer who holds no seat."""

LARGEST_ACTION = (1 << 63) - 1


class Illegal(ValueError):
    """A move that is clear but not allowed: the message is the rules' sentence to the player."""


class Rules(Protocol):
    """What a game's rules page offers. All but the tables are `@rule` functions."""

    State: type[Any]
    EVENTS: Events
    REASONS: Reasons
    SEATS: tuple[int, ...]
    VERSION: int
    MOST_LEGAL: int

    def start(self, s: Any, dice: Dice, /) -> None:
        """Begin the game on a state that has only its seats and options."""

    def actors(self, s: Any, /) -> int:
        """The set of seats that may act now; empty when the game is over."""

    def check(self, s: Any, seat: int, action: int, /) -> int:
        """The reason for which an action is refused, or 0."""

    def legal(self, s: Any, seat: int, out: Any, /) -> int:
        """Put every legal action of a seat into a list; how many."""

    def apply(self, s: Any, seat: int, action: int, dice: Dice, /) -> None:
        """Do a legal action."""

    def lapse(self, s: Any, seat: int, /) -> int:
        """What happens when the clock of a seat runs out: an action, or BOT, or WAITS."""

    def pace(self, s: Any, /) -> int:
        """The seconds that the text itself gives for the decision that is due, or 0."""

    def score(self, s: Any, seat: int, /) -> int:
        """The points of a seat."""

    def winners(self, s: Any, /) -> int:
        """The set of seats that have won; empty before the end."""


class Words(Protocol):
    """What a game's page of words offers."""

    def write_action(self, action: int, /) -> str:
        """The text of an action."""

    def read_action(self, text: str, /) -> int:
        """The action of a text; BadText if it means nothing in this game."""

    # Where a room has it: own(view), what follows by the rules from the options and from what only this seat sees, as
    # plain data that stands beside the fields of its view.


@dataclass(frozen=True)
class Knowledge:
    """What a viewer can be certain of about the hands, from the view alone."""

    holds: tuple[int, ...]
    """By seat: cards that are certainly in that hand."""
    may_hold: tuple[int, ...]
    """By seat: cards that can be in that hand, those certain ones included."""
    some_of: tuple[tuple[int, ...], ...]
    """By seat: sets of which at least one card is in that hand."""
    gone: int
    """Cards that are certainly in no hand: played, shown and put away, out of play."""


@dataclass(frozen=True)
class Hidden:
    """What a seat cannot see, as a question of dealing: which of the unseen cards lie in which place.

    Places 0 … seats - 1 are the hands, the last place is the rest (a pile, or nowhere).
    """

    cards: int
    """The unseen cards: each lies in one of the places."""
    room: tuple[int, ...]
    """By place: how many of them lie there. They sum up to the number of cards; the own seat has no room."""
    may_hold: tuple[int, ...]
    """By place: which of them can lie there."""
    some_of: tuple[tuple[int, ...], ...]
    """By place: sets of unseen cards of which at least one lies there."""


def suggest(wrong: str, right: Sequence[str]) -> str:
    """A hint at what was perhaps meant, or nothing."""
    close = difflib.get_close_matches(wrong, right, n=1)
    return f" Did you mean {close[0]}?" if close else ""


@dataclass(frozen=True)
class Game:
    """One game: a name, the rules, the words, and what a viewer can know."""

    name: str
    title: str
    summary: str
    rules: Any
    words: Any
    knowledge: Callable[[View], Knowledge]
    page: Path
    """The rules as people read them, in English."""
    earlier: tuple[Game, ...] = ()
    """The game under earlier versions of its rules, which are kept so that what was played can be told again."""

    @cached_property
    def pages(self) -> dict[str, Path]:
        """The rules as people read them, by language (`en`, `fr`, …): what lies beside the English page."""
        others = sorted(self.page.parent.glob(f"{self.page.stem}.*{self.page.suffix}"))
        return {"en": self.page} | {page.suffixes[0][1:]: page for page in others if len(page.suffixes) > 1}

    @property
    def seats(self) -> tuple[int, ...]:
        """The allowed numbers of players."""
        return self.rules.SEATS  # type: ignore[no-any-return]

    @cached_property
    def options(self) -> dict[str, Option]:
        """The table options, by name."""
        return {name: field.option for name, field in self.rules.State.fields.items() if field.option}

    @cached_property
    def compiled(self) -> Compiled:
        """The rules as machine code. Asking for it imports the compiler."""
        from handful.kernel.native import Compiled

        return Compiled(self.rules)

    @cached_property
    def on_cuda(self) -> CudaGame:
        """The rules on a GPU."""
        from handful.kernel.cuda import CudaGame

        return CudaGame(self.rules)

    def version(self, number: int) -> Game:
        """The game under the version of its rules that has this number; BadText if it is not kept."""
        kept = {game.rules.VERSION: game for game in (*self.earlier, self)}
        if number not in kept:
            raise BadText(f"expected rules version {one_of(sorted(kept))} of {self.title}, found '{number}'")
        return kept[number]

    def read_options(self, seats: int, texts: Mapping[str, str]) -> dict[str, int]:
        """Option values from their texts, all of them with defaults filled in; BadText says what is wrong."""
        if seats not in self.seats:
            raise BadText(f"{self.title} is for {one_of(self.seats)} seats, not {seats}")
        values = {name: option.default for name, option in self.options.items()}
        for name, text in texts.items():
            if name not in self.options:
                raise BadText(f"{self.title} has no option {name!r}.{suggest(name, list(self.options))}")
            option = self.options[name]
            value = option.read(text)
            if value is None:
                raise BadText(f"option {name} cannot be {text!r}; it is one of {option.values}")
            if option.seats and seats not in option.seats and value != option.default:
                raise BadText(f"option {name}={text} needs {one_of(option.seats)} seats, not {seats}")
            values[name] = value
        return values

    def fresh(self, seats: int, options: Mapping[str, str] | None = None) -> State:
        """A state with its seats and options, not yet begun."""
        return self.rules.State(seats, **self.read_options(seats, options or {}))  # type: ignore[no-any-return]


def one_of(numbers: Sequence[int]) -> str:
    """A list of numbers in words.

    >>> one_of((2, 3, 4))
    '2, 3 or 4'
    """
    texts = [str(number) for number in numbers]
    return " or ".join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else texts[0]


Write = Callable[[Any], Any]
Speak = Callable[[int, Sequence[str] | None], str]

_WRITE: dict[Kind, Write] = {
    Kind.CARD: lambda card: None if card < 0 else CARD_TEXTS[card],
    Kind.CARDS: card_texts,
    Kind.SEATS: lambda seats: list(members(seats)),
    Kind.SUIT: lambda suit: None if suit < 0 else SUIT_LETTERS[suit],
    Kind.SEAT: lambda seat: None if seat < 0 else seat,
    Kind.YES: bool,
}


def writer(kind: Kind, words: Any = None) -> Write:
    """How values of a kind are written as JSON has them: cards as their texts, sets as lists, missing ones as null."""
    if kind is Kind.ACTION and words is not None:
        return lambda action: None if action < 0 else words.write_action(action)
    return _WRITE.get(kind, int)


@cache
def field_writers(state: type[State], words: Any) -> dict[str, Write]:
    """By field: how all of it is written. What is hidden stays None."""
    return {name: _field_writer(declared, words) for name, declared in state.fields.items()}


def _field_writer(declared: Field, words: Any) -> Write:
    if declared.option:
        options = declared.option.words
        return (lambda value: options[value]) if options else int
    write = writer(declared.kind, words)
    if declared.size:
        return lambda row: [None if value is None else write(value) for value in row]
    return write


def _spoken_seat(seat: int, names: Sequence[str] | None) -> str:
    return (names[seat] if names else f"Seat {seat}") if seat >= 0 else "nobody"


_SPEAK: dict[Kind, Speak] = {
    Kind.CARD: lambda card, _: pretty(card),
    Kind.CARDS: lambda cards, _: " ".join(pretty(card) for card in members(cards)) or "no cards",
    Kind.SUIT: lambda suit, _: SUIT_NAMES[suit] if suit >= 0 else "no suit",
    Kind.SEAT: _spoken_seat,
    Kind.SEATS: lambda seats, names: ", ".join(_spoken_seat(seat, names) for seat in members(seats)) or "nobody",
    Kind.YES: lambda value, _: "yes" if value else "no",
}


@cache
def event_words(kind: EventKind) -> dict[str, tuple[Write, Speak]]:
    """By value of an event: how it is written, and how a sentence has it."""
    return {
        key: (writer(value), _SPEAK.get(value, lambda number, _: str(number))) for key, value in kind.values.items()
    }


class Event(NamedTuple):
    """Something that happened, as one viewer may know it: values that are hidden from the viewer are None."""

    kind: EventKind
    values: dict[str, int | None]

    @property
    def name(self) -> str:
        return self.kind.name

    def seen_by(self, viewer: int) -> Event:
        """What a seat or a spectator may know of it."""
        if not self.kind.secret or self.values["seat"] == viewer:
            return self
        shown = {key: None if key in self.kind.secret else value for key, value in self.values.items()}
        return Event(self.kind, shown)

    def sentence(self, names: Sequence[str] | None = None) -> str:
        """The event in words."""
        words, values = event_words(self.kind), self.values
        texts = {key: words[key][1](value, names) for key, value in values.items() if value is not None}
        return (self.kind.sentence if len(texts) == len(values) else self.kind.without).format_map(texts)

    def json(self) -> dict[str, Any]:
        """The event as plain data."""
        words = event_words(self.kind)
        data: dict[str, Any] = {"event": self.kind.name}
        for key, value in self.values.items():
            data[key] = None if value is None else words[key][0](value)
        return data


@dataclass(frozen=True)
class View:
    """What one seat, or a spectator, may know of a state. Hidden values are None; hidden fields are not there."""

    seat: int
    state: type[State]
    known: dict[str, Any]

    def __getattr__(self, name: str) -> Any:
        try:
            return self.known[name]
        except KeyError:
            raise AttributeError(f"the view of seat {self.seat} has no field {name}") from None

    def json(self, words: Any = None) -> dict[str, Any]:
        """The view as plain data."""
        data: dict[str, Any] = {"seat": None if self.seat == SPECTATOR else self.seat}
        writers = field_writers(self.state, words)
        for name, value in self.known.items():
            write = writers.get(name)
            data[name] = write(value) if write else value
        return data | derived(self, words)


def derived(seen: View, words: Any) -> dict[str, Any]:
    """What follows by the rules from what only a seat sees, where its game says so; a spectator has nothing."""
    own: Callable[[View], dict[str, Any]] | None = getattr(words, "own", None)
    return own(seen) if own and seen.seat != SPECTATOR else {}


def view(s: State, seat: int, fields: Mapping[str, Field] | None = None) -> View:
    """What a seat (or SPECTATOR) may know: built from the declarations of the fields, for every game alike.

    With `fields` it is a view of these alone, for somebody who knows the others already.
    """
    known: dict[str, Any] = {}
    for name, declared in (s.fields if fields is None else fields).items():
        value = getattr(s, name)
        if declared.seated:
            value = value[: s.seats]
        if declared.sees is EVERYBODY:
            known[name] = value[:] if declared.size else value
        elif declared.sees is OWNER and declared.seated:
            known[name] = [item if owner == seat else None for owner, item in enumerate(value)]
        if declared.counted:
            known[f"{name}_size"] = [item.bit_count() for item in value] if declared.size else value.bit_count()
    return View(seat, type(s), known)


def known_state(view: View, state: type[AnyState]) -> AnyState:
    """All that the seat of a view may know, as a state; what it cannot see is empty."""
    s = state(view.seats)
    for name, declared in state.fields.items():
        if name not in view.known:
            continue
        value = view.known[name]
        if not declared.size:
            setattr(s, name, value)
        else:
            row = getattr(s, name)
            row[: len(value)] = [empty if item is None else item for item, empty in zip(value, row, strict=False)]
    return s


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the points by seat, and who won (several share the win)."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass
class Position:
    """A game under way, interpreted: ask what is legal, act, and look through a seat's eyes."""

    game: Game
    state: State
    dice: Dice
    begun: list[Event] = field(default_factory=list)
    """What happened when the game began."""

    @classmethod
    def begin(cls, game: Game, seats: int, dice: Dice, options: Mapping[str, str] | None = None) -> Self:
        """A new game."""
        position = cls(game, game.fresh(seats, options), dice)
        position.begun = position._listen(game.rules.start, dice)
        return position

    @property
    def seats(self) -> int:
        return self.state.seats

    @property
    def over(self) -> bool:
        return not self.game.rules.actors(self.state)

    def actors(self) -> list[int]:
        """The seats that may act now."""
        return list(members(self.game.rules.actors(self.state)))

    def legal(self, seat: int) -> list[int]:
        """Every legal action of a seat."""
        actions: list[int] = []
        self.game.rules.legal(self.state, seat, actions)
        return actions

    def refusal(self, seat: int, action: int) -> str:
        """Why an action is refused, as a sentence; empty if it is allowed."""
        if not -LARGEST_ACTION <= action <= LARGEST_ACTION:
            action = -1
        return self.game.rules.REASONS.sentences[self.game.rules.check(self.state, seat, action)]  # type: ignore[no-any-return]

    def act(self, seat: int, *actions: int) -> list[Event]:
        """Do an action, or the steps of one, all or none; what happened. Illegal says why, and nothing has changed."""
        before = self.state
        events: list[Event] = []
        try:
            for action in actions:
                refusal = self.refusal(seat, action)
                if refusal:
                    raise Illegal(refusal)
                self.state = self.state.copy()
                events += self._listen(self.game.rules.apply, seat, action, self.dice)
        except Exception:
            self.state = before
            raise
        return events

    def _listen(self, move: Callable[..., None], *how: Any) -> list[Event]:
        told: list[tuple[int, tuple[int, ...]]] = []
        self.state.told = told
        move(self.state, *how)
        self.state.told = None
        kinds = self.game.rules.EVENTS.kinds
        return [Event(kinds[n], dict(zip(kinds[n].values, values, strict=True))) for n, values in told]

    def view(self, seat: int) -> View:
        """What a seat, or SPECTATOR, may know."""
        return view(self.state, seat)

    def outcome(self) -> Outcome | None:
        """The result, once the game is over."""
        if not self.over:
            return None
        rules = self.game.rules
        scores = tuple(rules.score(self.state, seat) for seat in range(self.seats))
        return Outcome(scores, tuple(members(rules.winners(self.state))))
