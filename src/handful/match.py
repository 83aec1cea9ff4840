"""A game under way that speaks the notation and is written down: what most scripts want. Beneath it is a Position."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field

from handful.bots.levels import choose as answer
from handful.bots.questions import question_for
from handful.cards import card_text, cards_list
from handful.game import BadText, Game, Outcome, Position, suggest
from handful.games import named
from handful.kernel import Dice, State
from handful.kernel.dice import SeededDice
from handful.observe import SPECTATOR, Event, View
from handful.referee import RecordingDice, Replay, written_chance
from handful.transcript import Line, Transcript, header, read, write

SEED_BITS = 63

OptionValue = str | int | bool
"""An option's value: its text, or the number or truth value that the text stands for."""


@dataclass(frozen=True)
class Choice:
    """What a bot would do, and why."""

    action: str
    """As `Match.act` takes it."""
    reason: str
    """One sentence."""
    number: int
    """The action as `Position.act` takes it."""


@dataclass(repr=False)
class Match:
    """A game that is written down while it is played; actions go in and out as texts.

    >>> match = begin("spar", seats=2, seed=1)
    >>> match.actors(), match.legal(1)
    ([1], ['6h', '7s', '7d', 'Js', 'Jd'])
    >>> [event.sentence(["Ada", "Bo"]) for event in match.act(1, "Jd")]
    ['Bo plays J♦.']
    >>> match.view(0).table
    [-1, 38]
    >>> match.text().splitlines()[:3]
    ['game: spar', 'rules: 1', 'seats: 2']
    """

    position: Position
    """It has the actions as numbers, and the state itself. Its dice remember what they gave."""
    lines: list[Line]
    """What has been written so far."""
    options: Mapping[str, str]
    before: list[tuple[State, int, Dice | None]] = field(default_factory=list, compare=False)
    """By action: the state and the number of lines before it, and the dice unless its chance was written."""

    @classmethod
    def begin(
        cls,
        game: Game,
        seats: int,
        dice: Dice,
        options: Mapping[str, str] | None = None,
        scores: Sequence[int] = (),
    ) -> Match:
        """A new game, with its header and its first deal written down."""
        position = Position.begin(game, seats, RecordingDice(dice), options)
        if scores:
            position.set_scores(scores)
        match = cls(position, [*header(game, seats, options or {}, scores=scores), Line()], options or {})
        match._note_chance()
        return match

    @property
    def game(self) -> Game:
        return self.position.game

    @property
    def seats(self) -> int:
        return self.position.seats

    @property
    def over(self) -> bool:
        return self.position.over

    def actors(self) -> list[int]:
        """The seats that may act now."""
        return self.position.actors()

    def legal(self, seat: int) -> list[str]:
        """The texts of all that a seat may do now."""
        check_seat(self.position, seat)
        return [self.game.words.write_action(action) for action in self.position.legal(seat)]

    def act(self, seat: int, action: str | int) -> list[Event]:
        """Do an action; what happened. BadText if it means nothing, Illegal if the rules refuse it.

        >>> begin("spar", seats=2, seed=1).act(0, "Kd")
        Traceback (most recent call last):
        handful.game.Illegal: It is not your turn.
        """
        check_seat(self.position, seat)
        number = self.game.words.read_action(action) if isinstance(action, str) else action
        before = self.position.state, len(self.lines), copy(self._dice.dice)
        events = self.position.act(seat, number)
        self.before.append(before)
        self.lines.append(Line(str(seat), self.game.words.write_action(number)))
        self._note_chance()
        return events

    @property
    def _dice(self) -> RecordingDice:
        dice = self.position.dice
        assert isinstance(dice, RecordingDice)
        return dice

    def undo(self) -> None:
        """Take the last action back, with what chance gave after it; BadText if there is none.

        >>> match = begin("spar", seats=2, seed=1)
        >>> before = match.text()
        >>> events = match.act(1, "Jd")
        >>> match.undo()
        >>> match.text() == before
        True
        """
        if not self.before:
            raise BadText("there is no action to take back")
        self.position.state, count, dice = self.before.pop()
        del self.lines[count:]
        if dice is not None:
            self.position.dice = RecordingDice(dice)

    def copy(self) -> Match:
        """Another match at the same point, with the same chance to come."""
        position = Position(self.game, self.position.state.copy(), RecordingDice(copy(self._dice.dice)))
        position.begun = self.position.begun[:]
        before = [(state, count, copy(dice)) for state, count, dice in self.before]
        return Match(position, self.lines[:], dict(self.options), before)

    def __repr__(self) -> str:
        acting = ", ".join(map(str, self.actors()))
        return f"<{self.game.title}, {self.seats} seats, {f'to act: {acting}' if acting else 'over'}>"

    def __str__(self) -> str:
        """The table as who only watches sees it; `str(match)` never has a hidden card."""
        from handful.tui.drawing import picture_of, position_text

        return position_text(picture_of(self.position, SPECTATOR)).plain

    def _repr_svg_(self) -> str:
        """The same as a picture, for notebooks."""
        from handful.tui.drawing import picture_of
        from handful.tui.svg import position_svg

        return position_svg(picture_of(self.position, SPECTATOR))

    def _note_chance(self) -> None:
        dice = self._dice
        self.lines += written_chance(dice.outcomes, self.position.state, self.game.face.hand)
        dice.outcomes.clear()

    def view(self, seat: int) -> View:
        """What a seat, or SPECTATOR, may know; `.json()` has it in words."""
        if seat != SPECTATOR:
            check_seat(self.position, seat)
        return self.position.view(seat)

    def outcome(self) -> Outcome | None:
        """The result, once the game is over."""
        return self.position.outcome()

    def text(self) -> str:
        """The transcript so far: `resume` goes on from it."""
        return write(Transcript(self.game, self.seats, self.options, None, tuple(self.lines)))


def begin(
    game: str, seats: int | None = None, *, seed: int | None = None, options: Mapping[str, OptionValue] | None = None
) -> Match:
    """A new game, with the usual number of seats if none is given; the same seed deals the same cards.

    >>> begin("claim", seed=3, options={"deals": 2, "suit_lock": True}).seats
    4
    """
    found, chosen = named(game), option_texts(options or {})
    count = found.usual_seats(chosen) if seats is None else seats
    dice = SeededDice(secrets.randbits(SEED_BITS) if seed is None else seed)
    return Match.begin(found, count, dice, chosen)


def resume(transcript: str | Transcript) -> Match:
    """The game of a transcript, refereed to its last line and ready to go on; TranscriptError names a bad line.

    >>> match = begin("top_suit", seed=5)
    >>> again = resume(match.text())
    >>> again.legal(again.actors()[0]) == match.legal(match.actors()[0])
    True
    """
    told = read(transcript) if isinstance(transcript, str) else transcript
    replay = Replay(told)
    if told.dice is None:
        before: list[tuple[State, int, Dice | None]] = []
        states: list[State] = []
        for move in replay:
            if move.seat >= 0:
                before.append((states[-1], move.line - 1, None))
            states.append(replay.position.state)
        replay.position.dice = RecordingDice(SeededDice(secrets.randbits(SEED_BITS)))
        return Match(replay.position, list(told.lines), told.options, before)
    match = Match.begin(told.game, told.seats, told.dice, told.options, told.scores)
    for move in replay:
        if move.seat >= 0:
            match.act(move.seat, move.text)
    return match


def set_up(
    game: str,
    seats: int | None = None,
    *,
    hands: Mapping[int, str] | None = None,
    turn: int | None = None,
    scores: Sequence[int] = (),
    seed: int = 0,
    options: Mapping[str, OptionValue] | None = None,
) -> Match:
    """The beginning of a game in which seats hold the cards that are named; the seed deals all that is not named.

    With `turn` this seat may act first, and with `scores` the game is some way on. It is a deal that can happen,
    written down like any other; BadText if none can.

    >>> match = set_up("spar", seats=3, hands={0: "6s Kd", 2: "Kh"}, turn=0)
    >>> "6s" in match.legal(0), "Kd" in match.legal(0)
    (True, True)
    """
    begun = begin(game, seats, seed=seed, options=options)
    match = Match.begin(begun.game, begun.seats, SeededDice(seed), begun.options, scores)
    for seat in (*(hands or {}), *(() if turn is None else (turn,))):
        check_seat(match.position, seat)
    lines = with_hands(match, hands or {})
    draw = next((at for at, line in enumerate(lines) if line.key == "draw"), None)
    for drawn in (None, *range(match.seats)):
        if drawn is not None:
            if draw is None:
                break
            lines[draw] = Line("draw", str(drawn))
        try:
            made = resume(write(Transcript(match.game, match.seats, match.options, None, tuple(lines))))
        except BadText:
            continue  # so much is never drawn
        if turn is None or turn in made.actors():
            made.position.dice = RecordingDice(SeededDice(seed, 1))
            return made
    raise BadText(f"with these hands seat {turn} cannot be the first to act")


def with_hands(match: Match, hands: Mapping[int, str]) -> list[Line]:
    """The lines of a match that has just begun, with cards exchanged until seats are dealt those that are named."""
    dealt = {at: cards_list(line.value) for at, line in enumerate(match.lines) if line.key.startswith("deal ")}
    place = {match.lines[at].key: at for at in dealt}
    wanted = {f"deal {seat}": cards_list(text) for seat, text in hands.items()}
    cards_list(" ".join(hands.values()))  # no card twice
    for key, cards in wanted.items():
        own = dealt[place[key]] if key in place else []
        if len(cards) > len(own):
            raise BadText(f"seat {key.removeprefix('deal ')} is dealt {len(own)} cards, not {len(cards)}")
        for card in cards:
            other = next((pile for pile in dealt.values() if card in pile), None)
            if other is None:
                raise BadText(f"{card_text(card)} is not dealt in this game")
            if card not in own:
                free = next(place for place, one in enumerate(own) if one not in cards)
                there = other.index(card)
                other[there], own[free] = own[free], card
    lines = list(match.lines)
    for at, cards in dealt.items():
        lines[at] = Line(lines[at].key, " ".join(card_text(card) for card in cards))
    return lines


def option_texts(options: Mapping[str, OptionValue]) -> dict[str, str]:
    """Options as texts: True is `yes`, False `no`, 3 is `3`."""
    return {
        name: ("yes" if value else "no") if isinstance(value, bool) else str(value) for name, value in options.items()
    }


def check_seat(position: Position, seat: int) -> None:
    """BadText if nobody can sit there."""
    if not isinstance(seat, int) or not 0 <= seat < position.seats:
        raise BadText(f"there is no seat {seat!r}; the seats are 0 to {position.seats - 1}")


def choose(match: Match | Position, seat: int, level: str = "normal", seed: int = 0) -> Choice:
    """What a bot in this seat would do, and why, in a sentence. It is shown the view of the seat and nothing else.

    >>> match = begin("spar", seats=2, seed=1)
    >>> choose(match, 1).action in match.legal(1)
    True
    """
    position = match.position if isinstance(match, Match) else match
    check_seat(position, seat)
    levels = position.game.levels
    if level not in levels:
        raise BadText(f"there is no level {level!r}.{suggest(level, levels)} The levels are {', '.join(levels)}")
    legal = position.legal(seat)
    if not legal:
        raise BadText(f"seat {seat} has nothing to decide now")
    found = answer(question_for(position.game, position.view(seat), legal, level, seed))
    return Choice(position.game.words.write_action(found.action), found.reason, found.action)
