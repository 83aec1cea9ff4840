"""Bots at a table, in this process: every action is chosen through a question."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from handful import kit
from handful.bots import Answer, Question
from handful.bots.levels import choose
from handful.bots.questions import question_for
from handful.game import Game, Outcome, Position
from handful.kernel import WAITS
from handful.kernel.dice import SeededDice

RANDOM = "random"
"""The level of a seat that acts at random."""
MOST_DECISIONS = 60_000
ITERATIONS = 24
"""How often a hard bot tries candidates here: few, for it is asked often."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Question).decode


class Decision(NamedTuple):
    """What a bot was asked and what it chose; the position is the one before that."""

    position: Position
    question: Question
    answer: Answer


def asked(question: Question) -> Answer:
    """A bot's answer to what a worker would get."""
    return choose(_decode(_encode(question)))


def next_seat(position: Position) -> int:
    """The seat whose bot acts next, as at a table of bots only."""
    rules = position.game.rules
    return next(seat for seat in position.actors() if rules.lapse(position.state, seat) != WAITS)


def decisions(game: Game, setting: kit.Setting, levels: Sequence[str], seed: int) -> Iterator[Decision]:
    """A whole game; the last decision's position is then over."""
    position = Position.begin(game, setting.seats, SeededDice(seed), setting.options)
    rng = random.Random(seed)
    for _ in range(MOST_DECISIONS):
        if position.over:
            return
        seat = next_seat(position)
        legal = position.legal(seat)
        question = question_for(game, position.view(seat), legal, levels[seat], rng.getrandbits(63), ITERATIONS)
        answer = Answer(rng.choice(legal)) if levels[seat] == RANDOM else asked(question)
        yield Decision(position, question, answer)
        position.act(seat, answer.action)
    raise AssertionError(f"{game.name} does not end ({setting})")


def outcome(game: Game, setting: kit.Setting, levels: Sequence[str], seed: int) -> Outcome:
    """How a whole game ends."""
    *_, last = decisions(game, setting, levels, seed)
    end = last.position.outcome()
    assert end is not None
    return end


def win_share(game: Game, setting: kit.Setting, level: str, other: str, games: int) -> float:
    """The part of some games that a level wins against another, every second seat each and both ways round."""
    won = 0.0
    for n in range(games):
        levels = [(level, other)[(seat + n) % 2] for seat in range(setting.seats)]
        winners = outcome(game, setting, levels, n // 2).winners
        won += sum(levels[seat] == level for seat in winners) / len(winners)
    return won / games
