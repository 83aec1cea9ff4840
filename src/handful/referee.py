"""Playing a transcript again under the rules, and what chance gave in it: as lines, and as dice that fall so."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from handful.cards import card_text, cards_list, cards_text, set_of
from handful.game import BadText, Position
from handful.kernel import Dice, State
from handful.kernel.dice import SeededDice, Shuffler
from handful.observe import Event
from handful.transcript import BadLine, IllegalLine, Line, Transcript, at_line

REST = -1
"""Where a card of a deal goes that is dealt to no seat."""

Numbered = tuple[int, Line]
Moving = Callable[[State, Dice], None]
"""A move on a state, with dice: the start of a game or an action."""


def receivers(deck: Sequence[int], s: State, hand: str) -> list[int]:
    """Who was dealt each card of a deck that has just been dealt out: a seat, or REST.

    Seats hold their cards in the field `hand`. In a game without one all cards are the REST: the deck in its order.
    """
    hands = getattr(s, hand)[: s.seats] if hand else []
    return [next((seat for seat, hand in enumerate(hands) if (hand >> card) & 1), REST) for card in deck]


class Written(NamedTuple):
    """What chance gave, as a transcript has it: a number, or a deck in its order; and in which line."""

    line: int
    outcome: int | list[int]


class WrittenDice(Shuffler):
    """Dice that fall as it is written."""

    def __init__(self, outcomes: Sequence[Written]) -> None:
        self.outcomes = list(outcomes)

    def _next(self) -> Written:
        if not self.outcomes:
            raise BadText("the rules leave something to chance here; expected a `draw` or `deal` line after this one")
        return self.outcomes.pop(0)

    def below(self, n: int) -> int:
        """The next written number."""
        line, outcome = self._next()
        if not isinstance(outcome, int) or outcome >= n:
            raise BadLine(line, f"expected `draw: …` with a number from 0 to {n - 1}")
        return outcome

    def shuffle(self, deck: list[int], n: int) -> None:
        """The next written deck."""
        line, outcome = self._next()
        if isinstance(outcome, int):
            raise BadLine(line, "expected `deal` lines")
        deck[:n] = outcome


class ProbingDice(WrittenDice):
    """Dice to find out what the first deal that is not yet written asks for: it is left in the order it has."""

    def __init__(self, outcomes: Sequence[Written]) -> None:
        super().__init__(outcomes)
        self.deck: list[int] = []

    def below(self, n: int) -> int:
        """The next written number; after the deal, any."""
        if self.deck:
            return 0
        if not self.outcomes:
            raise BadText(f"expected `draw: …` with a number from 0 to {n - 1} before this deal")
        return super().below(n)

    def shuffle(self, deck: list[int], n: int) -> None:
        """The next written deck, or the one that is looked for."""
        if self.outcomes:
            super().shuffle(deck, n)
        elif not self.deck:
            self.deck = deck[:n]


class RecordingDice(Shuffler):
    """Other dice, with a memory of what they gave."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.outcomes: list[int | list[int]] = []

    def below(self, n: int) -> int:
        """What the other dice give."""
        self.outcomes.append(self.dice.below(n))
        return self.outcomes[-1]  # type: ignore[return-value]

    def shuffle(self, deck: list[int], n: int) -> None:
        """As the other dice shuffle."""
        self.dice.shuffle(deck, n)
        self.outcomes.append(deck[:n])


def written_chance(outcomes: Sequence[int | list[int]], after: State, hand: str) -> Iterator[Line]:
    """The lines for what chance gave in a move that led to this state."""
    for outcome in outcomes:
        if isinstance(outcome, int):
            yield Line("draw", str(outcome))
            continue
        to = receivers(outcome, after, hand)
        for seat in (*range(after.seats), REST):
            dealt = [card_text(card) for card, receiver in zip(outcome, to, strict=True) if receiver == seat]
            if dealt:
                yield Line("deal rest" if seat == REST else f"deal {seat}", " ".join(dealt))


def read_chance(lines: Sequence[Numbered], before: State, move: Moving, hand: str, partly: bool) -> list[Written]:
    """What is written after a move, as dice can give it; deals may be written partly, if that is said."""
    outcomes: list[Written] = []
    rest = list(lines)
    while rest:
        number, line = rest[0]
        if line.key == "draw":
            outcomes.append(Written(number, int(line.value)))
            rest.pop(0)
            continue
        groups: dict[int, list[int]] = {}
        while rest and rest[0][1].key != "draw":
            name = rest[0][1].key.removeprefix("deal ")
            seat = REST if name == "rest" else int(name)
            if groups and (REST in groups or REST != seat <= max(groups)):
                break
            groups[seat] = cards_list(rest.pop(0)[1].value)
        with at_line(number):
            outcomes.append(Written(number, deck_order(groups, outcomes, before, move, hand, partly)))
    return outcomes


def deck_order(
    groups: Mapping[int, list[int]], earlier: Sequence[Written], before: State, move: Moving, hand: str, partly: bool
) -> list[int]:
    """The order of the deck from which a deal gives each seat its written cards.

    The move is tried on a copy with an unshuffled deck: that shows which place in the deck goes to which seat. Where a
    deal may be written partly, the cards that are not named go where there is room.
    """
    probe, trial = ProbingDice(earlier), before.copy()
    move(trial, probe)
    if not probe.deck:
        raise BadText("nothing is dealt here")
    to = receivers(probe.deck, trial, hand)
    if partly:
        groups = completed(groups, probe.deck, to)
    for seat in sorted({*to, *groups}, key=lambda seat: (seat == REST, seat)):
        wanted, found = to.count(seat), len(groups.get(seat, ()))
        if wanted != found:
            whose = "the rest" if seat == REST else f"seat {seat}"
            raise BadText(f"expected {wanted} cards for {whose} in this deal, found {found}")
    dealt = [card for group in groups.values() for card in group]
    missing = set_of(probe.deck) & ~set_of(dealt)
    if missing or len(set(dealt)) != len(dealt):
        raise BadText(f"expected every card of the deck once; missing here: {cards_text(missing) or 'none'}")
    left = {seat: iter(cards) for seat, cards in groups.items()}
    return [next(left[seat]) for seat in to]


def completed(groups: Mapping[int, list[int]], deck: Sequence[int], to: Sequence[int]) -> dict[int, list[int]]:
    """A deal with the cards that it does not name: always the same ones, in the places that are left."""
    named = {card for group in groups.values() for card in group}
    others = [card for card in deck if card not in named]
    SeededDice(0).shuffle(others, len(others))
    whole = {seat: list(groups.get(seat, ())) for seat in sorted({*to, *groups}, key=lambda seat: (seat == REST, seat))}
    for seat, group in whole.items():
        lacking = max(0, to.count(seat) - len(group))
        place = 0 if seat == REST else len(group)  # the last of the rest are drawn first: those are named
        group[place:place] = others[:lacking]
        del others[:lacking]
    return whole


@dataclass(frozen=True)
class Move:
    """One step of a game that is told again: its line, who acted (-1: the start), the action's text, what happened."""

    line: int
    seat: int
    text: str
    events: list[Event]


class Replay:
    """A transcript being played again, refereed by the rules. Going through it plays it, move by move.

    With `partly`, its deals need not name every card.
    """

    position: Position

    def __init__(self, transcript: Transcript, partly: bool = False) -> None:
        self.transcript = transcript
        self._partly = partly
        numbered = [(number, line) for number, line in enumerate(transcript.lines, 1) if line.key]
        self._head = max(number for number, line in numbered if line.is_header)
        self._body = [(number, line) for number, line in numbered if not line.is_header]
        self._following = transcript.dice is not None

    def __iter__(self) -> Iterator[Move]:
        yield self._begin()
        at = self._end_of_chance(0)
        while at < len(self._body):
            after = self._end_of_chance(at + 1)
            yield self._act(*self._body[at], self._body[at + 1 : after])
            at = after

    def run(self) -> list[Move]:
        """Play to the last line."""
        return list(self)

    def _end_of_chance(self, at: int) -> int:
        while at < len(self._body) and self._body[at][1].is_chance:
            at += 1
        return at

    def _begin(self) -> Move:
        told = self.transcript
        chance = self._body[: self._end_of_chance(0)]
        fresh = told.game.fresh(told.seats, told.options)
        dice = told.dice or self._written(self._head, chance, fresh, told.game.rules.start)
        with at_line(self._head):
            self.position = Position.begin(told.game, told.seats, dice, told.options)
            if told.scores:
                self.position.set_scores(told.scores)
        self._nothing_left(dice)
        return Move(self._head, -1, "", self.position.begun)

    def _act(self, number: int, line: Line, chance: list[Numbered]) -> Move:
        position, seat = self.position, int(line.key)
        rules = position.game.rules
        action = position.game.words.read_action(line.value)
        if refusal := position.refusal(seat, action):
            raise IllegalLine(number, f"{line.key}: {line.value}: {refusal}")
        if not self._following:
            position.dice = self._written(
                number, chance, position.state, lambda s, dice: rules.apply(s, seat, action, dice)
            )
        with at_line(number):
            events = position.act(seat, action)
        self._nothing_left(position.dice)
        return Move(number, seat, line.value, events)

    def _written(self, number: int, chance: list[Numbered], before: State, move: Moving) -> WrittenDice:
        with at_line(number):
            return WrittenDice(read_chance(chance, before, move, self.transcript.game.face.hand, self._partly))

    def _nothing_left(self, dice: Dice) -> None:
        if isinstance(dice, WrittenDice) and dice.outcomes:
            raise BadLine(dice.outcomes[0].line, "nothing is left to chance here; expected a move")
