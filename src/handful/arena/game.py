"""One game of a contest, played and written down."""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from handful.arena.entrants import RANDOM, Entrant, Player
from handful.arena.plugins import Plugin
from handful.arena.process import Failed
from handful.arena.seatings import Plan, Seating
from handful.bots import Answer, Question
from handful.bots.questions import question_for
from handful.figures import Figures, Watch
from handful.game import BadText, Position
from handful.games import find
from handful.kernel import WAITS
from handful.kernel.dice import SeededDice

MOST_DECISIONS = 100_000
SEED_BITS = 63
STEP = 1.05
"""Think times are kept in classes, each so much longer than the last."""


class Setting(msgspec.Struct, frozen=True):
    """All that decides what is played."""

    game: str
    rules: int
    """The version of the rules."""
    seats: int
    options: dict[str, str]
    bots: list[Entrant]
    seed: int
    even: bool = False
    """Bots share the seats as evenly as they can, and never one against all others."""
    strict: bool = False
    """A bot that fails ends the contest."""
    patience: float = 10.0
    """Seconds that others' bots have for an answer."""
    code: str = ""
    """A digest of the house's bots and games: others play otherwise."""

    @property
    def timeless(self) -> bool:
        """Whether no bot looks at a clock: the same games then come out on every machine, and in the same file."""
        return all(bot.kind == RANDOM or bot.iterations for bot in self.bots)

    @property
    def plan(self) -> Plan:
        """Who sits where, block by block."""
        return Plan(len(self.bots), find(self.game).face.sides(self.seats), self.even)


class Showing(msgspec.Struct):
    """What one bot showed in one game, in all its seats together."""

    decisions: int = 0
    """Decisions in which it had a choice."""
    times: dict[int, int] = {}
    """Think times: the class of a time, and how many there were."""
    troubles: dict[str, int] = {}
    """What went wrong, and how often; each time another action was chosen at random."""
    sense: Figures = {}


class Played(msgspec.Struct):
    """A game that was played."""

    block: int
    game: int
    """Its number in the block."""
    seating: list[int]
    scores: list[int]
    winners: list[int]
    seconds: float
    showings: list[Showing]
    """By bot."""


def without_times(game: Played) -> Played:
    """A game without what depends on the machine."""
    showings = [msgspec.structs.replace(showing, times={}) for showing in game.showings]
    return msgspec.structs.replace(game, seconds=0.0, showings=showings)


class Disgraced(Exception):
    """A bot failed where that ends the contest."""


Who = tuple[Entrant, str, float]
"""A bot, the game that it plays, and the seconds that it has for an answer."""


class Bench:
    """The players of a contest in one process, ready to play."""

    def __init__(self, setting: Setting, known: dict[Who, Player] | None = None) -> None:
        """Players that are known from another contest play here as well."""
        self.setting = setting
        self.game = find(setting.game)
        self.plan = setting.plan
        met: dict[Who, Player] = {} if known is None else known
        for bot in setting.bots:
            if (bot, setting.game, setting.patience) not in met:
                met[bot, setting.game, setting.patience] = bot.player(setting.game, setting.patience)
        self.players = [met[bot, setting.game, setting.patience] for bot in setting.bots]
        self._warm: set[int] = set()

    def play(self, block: int, number: int) -> Played:
        """Play one game of a block. The cards of a block are the same in all its games."""
        setting = self.setting
        seating = self.plan.block(block)[number]
        began = time.perf_counter()
        position = Position.begin(self.game, setting.seats, SeededDice(setting.seed, block), setting.options)
        watch = self.game.face.watch(setting.seats)
        showings = [Showing(times={}, troubles={}, sense={}) for _ in setting.bots]
        rng = random.Random(f"{setting.seed} {block} {number}")
        events = position.begun
        for _ in range(MOST_DECISIONS):
            for event in events:
                watch.see(event)
            if position.over:
                break
            seat = next_seat(position)
            bot = seating[seat]
            events = position.act(seat, self._choice(position, seat, bot, showings[bot], rng.getrandbits(SEED_BITS)))
        else:
            raise RuntimeError(f"{self.game.title} does not end: {MOST_DECISIONS:,} decisions in one game")
        self._add_sense(showings, seating, watch)
        outcome = position.outcome()
        assert outcome is not None
        seconds = time.perf_counter() - began
        return Played(block, number, list(seating), list(outcome.scores), list(outcome.winners), seconds, showings)

    def _choice(self, position: Position, seat: int, bot: int, showing: Showing, seed: int) -> int:
        """What a bot does; where there is nothing to choose it is not asked."""
        legal = position.legal(seat)
        if len(legal) == 1:
            return legal[0]
        question = question_for(self.game, position.view(seat), legal, "normal", seed)
        showing.decisions += 1
        try:
            answer = self._ask(bot, question, showing.times)
            if answer.action not in legal:
                raise Failed(f"it chose {answer.action}, which is not legal")
        except Exception as error:
            trouble = str(error) if isinstance(error, Failed) else f"{type(error).__name__}: {error}"
            if self.setting.strict:
                raise Disgraced(f"{self.setting.bots[bot].spec} failed: {trouble}") from error
            showing.troubles[trouble] = showing.troubles.get(trouble, 0) + 1
            return legal[seed % len(legal)]
        return answer.action

    def _ask(self, bot: int, question: Question, times: dict[int, int]) -> Answer:
        """Ask, and take the time."""
        player = self.players[bot]
        if bot not in self._warm:
            player.warm(question)
            self._warm.add(bot)
        began = time.perf_counter()
        try:
            return player.answer(question)
        finally:
            taken = time_class(time.perf_counter() - began)
            times[taken] = times.get(taken, 0) + 1

    def _add_sense(self, showings: Sequence[Showing], seating: Seating, watch: Watch) -> None:
        for bot, figures in zip(seating, watch.found, strict=True):
            for name, (total, times) in figures.items():
                sums = showings[bot].sense.setdefault(name, [0.0, 0])
                sums[0] += total
                sums[1] += times

    def close(self) -> None:
        """End what was started for the players."""
        for player in self.players:
            player.close()


def try_out(setting: Setting) -> None:
    """Start every bot of others and end it again; BadText if one does not start."""
    game = find(setting.game)
    position = Position.begin(game, setting.seats, SeededDice(setting.seed), setting.options)
    seat = next_seat(position)
    question = question_for(game, position.view(seat), position.legal(seat), "normal", 0)
    for bot in setting.bots:
        player = bot.player(setting.game, setting.patience)
        if isinstance(player, Plugin):
            try:
                player.warm(question)
            except Failed as error:
                raise BadText(f"{bot.spec}: {error}") from None
            finally:
                player.close()


def next_seat(position: Position) -> int:
    """The seat that acts next, as at a table of bots: those who may wait do."""
    rules = position.game.rules
    return next(seat for seat in position.actors() if rules.lapse(position.state, seat) != WAITS)


def time_class(seconds: float) -> int:
    """The class of a think time.

    >>> round(time_of(time_class(0.3)), 2)
    0.3
    """
    return round(math.log(max(seconds, 1e-7), STEP))


def time_of(number: int) -> float:
    """The middle of a class of think times."""
    return float(STEP**number)


def percentile(times: Mapping[int, int], part: float) -> float:
    """A percentile of think times, in seconds.

    >>> round(percentile({time_class(0.1): 9, time_class(0.2): 1}, 0.5), 2)
    0.1
    """
    left = part * Counter(times).total()
    for number in sorted(times):
        left -= times[number]
        if left <= 0:
            return time_of(number)
    return 0.0
