"""What a game is: its rules, its words, its face, and a position in it that can be asked, moved on and looked at."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from zipfile import BadZipFile, ZipFile

from handful.cards import BadText as BadText  # noqa: PLC0414 (games and their words know it from here)
from handful.cards import members
from handful.face import Face as Face  # noqa: PLC0414 (likewise)
from handful.face import shown_of
from handful.kernel import Dice, State, grammar
from handful.kernel.events import Reason
from handful.kernel.memory import LONGEST, with_memory
from handful.kernel.rules import Rules as Rules  # noqa: PLC0414
from handful.kernel.rules import StateClass
from handful.kernel.state import Option
from handful.knowledge import Deduction, with_knowledge
from handful.knowledge import Knowledge as Knowledge  # noqa: PLC0414
from handful.observe import Event, View, view
from handful.observe import Words as Words  # noqa: PLC0414
from handful.policy import ALL_LEVELS, INSTEAD, LEVELS, Level, Policy

if TYPE_CHECKING:
    from handful.kernel.cuda import CudaGame
    from handful.kernel.native import Compiled

LARGEST_ACTION = (1 << 63) - 1
MOST_POINTS = 9999
"""The most points that a seat can be given when a position is set up."""


ABOUT = "about.json"
"""In a file of weights: what it was trained for, and which levels play with it."""


def levels_in(file: Path) -> list[str]:
    """The levels that play with a file of weights; BadText if it is none."""
    try:
        with ZipFile(file) as kept:
            return list(json.loads(kept.read(ABOUT))["levels"])
    except (OSError, BadZipFile, KeyError, ValueError) as error:
        raise BadText(f"{file} holds no weights of a bot: {error}") from None


class Illegal(ValueError):
    """A move that is clear but not allowed: the message is the rules' sentence to the player."""

    def __init__(self, sentence: str, code: str = "") -> None:
        super().__init__(sentence)
        self.code = code
        """The code of the reason, as the rules declare it."""


def never(s: Any, seat: int) -> int:
    """In most games an action is one step."""
    return 0


@dataclass(frozen=True)
class Moves:
    """What the actions of a game are made of, for a program that learns. All but `every` are rules."""

    kinds: tuple[str, ...]
    """What there is to do, in words."""
    kind: Callable[[int], int]
    """Which of the kinds an action is."""
    cards: Callable[[int], int]
    """The set of the cards that an action is about."""
    card: Callable[[int], int] | None = None
    """The one card of these that it points out, or -1."""
    whom: Callable[[int], int] | None = None
    """The seat that it is about, or -1."""
    every: Callable[[int], list[int]] | None = None
    """All actions that there are at a table with so many seats; None if they are too many to list."""


def suggest(wrong: str, right: Sequence[str]) -> str:
    """A hint at what was perhaps meant, or nothing."""
    close = difflib.get_close_matches(wrong, right, n=1)
    return f" Did you mean {close[0]}?" if close else ""


@dataclass(frozen=True, eq=False)
class Game:
    """One game: a name, the rules, the words, and what a viewer can know."""

    name: str
    title: str
    summary: str
    rules: Rules
    words: Words
    face: Face
    knowledge: Callable[[View], Knowledge]
    """What a viewer can be certain of: a `Deduction`, or any function of a view, which no batch of games can ask."""
    page: Path
    """The rules as people read them, in English."""
    midway: Callable[[Any, int], int] = never
    """Whether a seat is in the middle of an action that is made in steps, from what everybody sees."""
    moves: Moves | None = None
    """What actions are made of; a game that does not say is learned by the bits of its actions."""
    policy: Policy | None = None
    """How it is played well; without it, bots know the rules and nothing else."""
    earlier: tuple[Game, ...] = ()
    """The game under earlier versions of its rules, which are kept so that what was played can be told again."""

    @cached_property
    def pages(self) -> dict[str, Path]:
        """The rules as people read them, by language (`en`, `fr`, …): what lies beside the English page."""
        others = sorted(self.page.parent.glob(f"{self.page.stem}.*{self.page.suffix}"))
        return {"en": self.page} | {page.suffixes[0][1:]: page for page in others if len(page.suffixes) > 1}

    @cached_property
    def preview(self) -> Path | None:
        """A picture of the game for links that people share, if one lies beside the rules."""
        picture = self.page.with_name("preview.png")
        return picture if picture.is_file() else None

    @cached_property
    def trained(self) -> tuple[Path, ...]:
        """The files of weights that lie in the room, each learned for some tables."""
        return tuple(sorted((self.page.parent / "learned").glob("*.npz")))

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """How well bots can play it: those that have learned only where weights say that they are for them."""
        earned = {level for file in self.trained for level in levels_in(file)}
        return tuple(level for level in ALL_LEVELS if level in LEVELS or level in earned)

    def level(self, wished: str) -> str:
        """The level that is wished for, or, where the game has no bots that learned, the one that plays instead."""
        return wished if wished in self.levels else INSTEAD.get(wished, wished)

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages in which the game has words, English first: those of the files of words beside the rules'."""
        others = sorted(page.suffixes[0][1:] for page in self.page.parent.glob("words.*.json"))
        return ("en", *others)

    def texts(self, language: str) -> dict[str, str]:
        """All that the game says in a language, by its keys; English where the room does not have it.

        The English words stand in the declarations themselves, those of another language in a file beside the rules'.
        """
        english = {"title": self.title, "summary": self.summary} | self.face.texts()
        english |= {f"field.{name}": one.label for name, one in shown_of(self.face, self.rules.State).items()}
        for event in self.rules.EVENTS.kinds:
            english |= event.texts()
        english |= {f"refusal.{reason.code}": reason.sentence for reason in self.rules.REASONS.kinds if reason.code}
        if language not in self.languages[1:]:
            return english
        file = self.page.with_name(f"words.{language}.json")
        translated: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
        return english | translated

    def hold_dialect(self) -> int:
        """NotInDialect, or BadText for one that is not there, if a rule cannot be compiled; how many were looked at."""
        all_of = self.rules
        try:
            asked: list[Callable[..., int]] = [
                all_of.actors,
                all_of.check,
                all_of.legal,
                all_of.lapse,
                all_of.pace,
                all_of.score,
                all_of.winners,
            ]
            rules: list[Callable[..., object]] = [
                all_of.start,
                all_of.apply,
                *asked,
                *(self.policy.rules if self.policy else ()),
                *([self.knowledge.deduce] if isinstance(self.knowledge, Deduction) else ()),
            ]
        except AttributeError as error:
            raise BadText(f"the rules of {self.title} have no rule `{error.name}`") from None
        grammar.hold(rules, all_of.EVENTS)
        for rule in asked:
            grammar.hold_answer(rule)
        return len(rules)

    @property
    def seats(self) -> tuple[int, ...]:
        """The allowed numbers of players."""
        return self.rules.SEATS

    def usual_seats(self, options: Mapping[str, str] | None = None) -> int:
        """How many play if nobody says: as the face has it; seats that an option needs win.

        The face may leave it open: then four where the game allows it, else as few as it allows.
        """
        needed = [self.options[name].seats for name in options or {} if name in self.options]
        allowed = [seats for seats in self.seats if all(not able or seats in able for able in needed)] or self.seats
        wanted = self.face.seats or 4
        return wanted if wanted in allowed else allowed[0]

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
                raise BadText(f"option {name} cannot be {text!r}; it is {option.allowed}")
            if option.seats and seats not in option.seats and value != option.default:
                raise BadText(f"option {name}={text} needs {one_of(option.seats)} seats, not {seats}")
            values[name] = value
        return values

    def fresh(self, seats: int, options: Mapping[str, str] | None = None) -> State:
        """A state with its seats and options, not yet begun."""
        return self.rules.State(seats, **self.read_options(seats, options or {}))


class _Rules:
    """The rules of a game on other states."""

    def __init__(self, rules: Rules, state: StateClass) -> None:
        self._rules, self.State = rules, state

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)


@cache
def remembering(game: Game, events: int) -> Game:
    """The same game, but its states keep so many of the last events in mind: as columns for a program that learns."""
    if not 1 <= events <= LONGEST:
        raise BadText(f"a game can keep 1 to {LONGEST:,} events in mind, not {events}")
    state = with_memory(game.rules.State, game.rules.EVENTS, events)
    return replace(game, rules=_Rules(game.rules, state))


@cache
def knowing(game: Game) -> Game:
    """The same game, but what a seat can be certain of is among its columns, for a program that learns."""
    if not isinstance(game.knowledge, Deduction):
        raise BadText(f"what is known in {game.title} is not worked out by a rule, so it cannot be had as columns")
    return replace(game, rules=_Rules(game.rules, with_knowledge(game.rules.State, game.knowledge)))


def one_of(numbers: Sequence[int]) -> str:
    """A list of numbers in words.

    >>> one_of((2, 3, 4))
    '2, 3 or 4'
    """
    texts = [str(number) for number in numbers]
    return " or ".join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else texts[0]


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
        reason = self.reason(seat, action)
        return reason.sentence if reason else ""

    def reason(self, seat: int, action: int) -> Reason | None:
        """Why an action is refused; None if it is allowed."""
        if not -LARGEST_ACTION <= action <= LARGEST_ACTION:
            action = -1
        reason = self.game.rules.check(self.state, seat, action)
        return self.game.rules.REASONS.kinds[reason] if reason else None

    def act(self, seat: int, *actions: int) -> list[Event]:
        """Do an action, or the steps of one, all or none; what happened. Illegal says why, and nothing has changed."""
        before = self.state
        events: list[Event] = []
        try:
            for action in actions:
                if reason := self.reason(seat, action):
                    raise Illegal(reason.sentence, reason.code)
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

    def set_scores(self, scores: Sequence[int]) -> None:
        """Give every seat its points, for a position that is set up; BadText if the game keeps none by seat."""
        field = self.game.face.score
        if not field:
            raise BadText(f"{self.game.title} keeps no points by seat, so there are none to set")
        if len(scores) != self.seats or not all(0 <= points <= MOST_POINTS for points in scores):
            raise BadText(f"expected {self.seats} scores, one a seat, from 0 to {MOST_POINTS}")
        getattr(self.state, field)[: self.seats] = scores

    def outcome(self) -> Outcome | None:
        """The result, once the game is over."""
        if not self.over:
            return None
        rules = self.game.rules
        scores = tuple(rules.score(self.state, seat) for seat in range(self.seats))
        return Outcome(scores, tuple(members(rules.winners(self.state))))
