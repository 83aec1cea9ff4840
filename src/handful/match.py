"""A game under way that speaks the notation: what most scripts want. Beneath it are a Position and a Recorder."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from handful.bots import LEVELS, Answer
from handful.bots.choosing import choose as answer
from handful.bots.questions import question_for
from handful.game import BadText, Event, Game, Outcome, Position, View, suggest
from handful.games import find
from handful.kernel.dice import SeededDice
from handful.referee import Recorder, RecordingDice, Replay
from handful.transcript import Transcript, read, write

SEED_BITS = 63


@dataclass
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

    recorder: Recorder

    @property
    def position(self) -> Position:
        """The position: it has the actions as numbers, and the state itself."""
        return self.recorder.position

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
        return [self.game.words.write_action(action) for action in self.position.legal(seat)]

    def act(self, seat: int, action: str | int) -> list[Event]:
        """Do an action; what happened. BadText if it means nothing, Illegal if the rules refuse it.

        >>> begin("spar", seats=2, seed=1).act(0, "Kd")
        Traceback (most recent call last):
        handful.game.Illegal: It is not your turn.
        """
        number = self.game.words.read_action(action) if isinstance(action, str) else action
        return self.recorder.act(seat, number)

    def view(self, seat: int) -> View:
        """What a seat, or SPECTATOR, may know; `.json()` has it in words."""
        return self.position.view(seat)

    def outcome(self) -> Outcome | None:
        """The result, once the game is over."""
        return self.position.outcome()

    def text(self) -> str:
        """The transcript so far: `resume` goes on from it."""
        return write(self.recorder.transcript())


def begin(
    game: str, seats: int | None = None, *, seed: int | None = None, options: Mapping[str, str] | None = None
) -> Match:
    """A new game, at its smallest table if no seats are given; the same seed deals the same cards.

    >>> begin("claim", seed=3, options={"deals": "2"}).seats
    4
    """
    found, chosen = find(game), options or {}
    count = found.seats[0] if seats is None else seats
    dice = SeededDice(secrets.randbits(SEED_BITS) if seed is None else seed)
    return Match(Recorder.begin(found, count, dice, chosen))


def resume(transcript: str | Transcript) -> Match:
    """The game of a transcript, refereed to its last line and ready to go on; TranscriptError names a bad line.

    >>> match = begin("top_suit", seed=5)
    >>> again = resume(match.text())
    >>> again.legal(again.actors()[0]) == match.legal(match.actors()[0])
    True
    """
    told = read(transcript) if isinstance(transcript, str) else transcript
    if told.dice is None:
        return Match(_going_on(told))
    recorder = Recorder.begin(told.game, told.seats, told.dice, told.options)
    for move in Replay(told):
        if move.seat >= 0:
            recorder.act(move.seat, told.game.words.read_action(move.text))
    return Match(recorder)


def _going_on(told: Transcript) -> Recorder:
    """A recorder behind the last line of a transcript in which chance is written out."""
    replay = Replay(told)
    replay.run()
    replay.position.dice = RecordingDice(SeededDice(secrets.randbits(SEED_BITS)))
    return Recorder(replay.position, list(told.lines), told.options)


def choose(position: Position, seat: int, level: str = "normal", seed: int = 0) -> Answer:
    """What a bot in this seat would do, and why, in a sentence. It is shown the view of the seat and nothing else.

    >>> match = begin("spar", seats=2, seed=1)
    >>> choice = choose(match.position, 1, "hard")
    >>> match.game.words.write_action(choice.action) in match.legal(1)
    True
    """
    if level not in LEVELS:
        raise BadText(f"there is no level {level!r}.{suggest(level, LEVELS)} The levels are {', '.join(LEVELS)}")
    legal = position.legal(seat)
    if not legal:
        raise BadText(f"seat {seat} has nothing to decide now")
    return answer(question_for(position.game, position.view(seat), legal, level, seed))
