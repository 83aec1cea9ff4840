"""Figures of good sense, by game: what a bot's play looks like, read off the events and nothing else."""

from __future__ import annotations

from typing import ClassVar

from handful.game import Event

PERCENT, MEAN = "%", "mean"

Figures = dict[str, list[float]]
"""By name: the sum of some values, and how many there were."""


class Watch:
    """Somebody who watches one game, and writes down by seat what its events show.

    A method that has the name of an event is told its values.
    """

    figures: ClassVar[dict[str, str]] = {}
    """The names of the figures, each with its kind."""

    def __init__(self, seats: int) -> None:
        self.found: list[Figures] = [{} for _ in range(seats)]

    def see(self, event: Event) -> None:
        """Take an event in."""
        heard = getattr(self, event.name, None)
        if heard:
            heard(**event.values)

    def note(self, seat: int, figure: str, value: float) -> None:
        """Add a value to a figure of a seat."""
        sums = self.found[seat].setdefault(figure, [0.0, 0])
        sums[0] += value
        sums[1] += 1


class HalfSuit(Watch):
    """Asks that hit, claims and counter-claims that were right, and what became of claims that forced a counter-claim.

    Such a claim is not evaluated (5.3): it is neither right nor wrong, but it may pay.
    """

    ASKS, CLAIMS, COUNTERS, FORCED = (
        "asks that hit",
        "claims right",
        "counter-claims right",
        "forced counters paid",
    )
    figures: ClassVar = {ASKS: PERCENT, CLAIMS: PERCENT, COUNTERS: PERCENT, FORCED: PERCENT}

    claimer = counter = -1
    asker = -1

    def asked(self, seat: int, **_: int) -> None:
        """The answer comes next."""
        self.asker = seat

    def gave(self, **_: int) -> None:
        """A hit."""
        self.note(self.asker, self.ASKS, 1)

    def missed(self, **_: int) -> None:
        """A miss."""
        self.note(self.asker, self.ASKS, 0)

    def claimed(self, seat: int, **_: int) -> None:
        """Whether it is right is seen when somebody scores."""
        self.claimer = seat

    def claimed_for_other(self, seat: int, **_: int) -> None:
        """The same."""
        self.claimer = seat

    def nominated(self, seat: int) -> None:
        """Somebody makes the counter-claim."""
        self.counter = seat

    def scored(self, seats: int, **_: int) -> None:
        """Now it is seen."""
        if self.counter >= 0:
            self.note(self.counter, self.COUNTERS, (seats >> self.counter) & 1)
            self.note(self.claimer, self.FORCED, (seats >> self.claimer) & 1)
        elif self.claimer >= 0:
            self.note(self.claimer, self.CLAIMS, (seats >> self.claimer) & 1)
        self.claimer = self.counter = -1


class Spar(Watch):
    """Rounds won, and what a round that is won brings."""

    ROUNDS, POINTS = "rounds won", "points a round won"
    figures: ClassVar = {ROUNDS: PERCENT, POINTS: MEAN}

    def round_won(self, seat: int, points: int) -> None:
        """One has won it, the others have not."""
        for other in range(len(self.found)):
            self.note(other, self.ROUNDS, other == seat)
        self.note(seat, self.POINTS, points)

    def round_void(self) -> None:
        """Nobody has won it."""
        for seat in range(len(self.found)):
            self.note(seat, self.ROUNDS, 0)


class Thirteam(Watch):
    """The places in which a seat goes out."""

    PLACE, FIRST = "mean place", "rounds won"
    figures: ClassVar = {PLACE: MEAN, FIRST: PERCENT}

    def scored(self, seat: int, place: int, **_: int) -> None:
        """A round is over for all seats."""
        self.note(seat, self.PLACE, place)
        self.note(seat, self.FIRST, place == 1)


class Claim(Watch):
    """Showdowns that paid, what they brought, and the penalties of a deal."""

    PAID, GAIN, PENALTY = "showdowns that paid", "gain a showdown", "penalty a deal"
    figures: ClassVar = {PAID: PERCENT, GAIN: MEAN, PENALTY: MEAN}

    caller = -1
    gain = 0

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.penalties = [0] * seats

    def penalized(self, seat: int, points: int, **_: int) -> None:
        """A penalty for who has not declared."""
        self.penalties[seat] += points

    def showdown_called(self, seat: int) -> None:
        """What is paid comes next."""
        self.caller = seat

    def paid(self, seat: int, other: int, points: int) -> None:
        """One pays another."""
        self.gain += points * ((other == self.caller) - (seat == self.caller))

    def deal_began(self, deal: int, **_: int) -> None:
        """The deal before it is over."""
        if deal > 1:
            self.settle()

    def game_ended(self, **_: int) -> None:
        """So is the last."""
        self.settle()

    def settle(self) -> None:
        """Write down what the deal brought."""
        if self.caller >= 0:
            self.note(self.caller, self.PAID, self.gain > 0)
            self.note(self.caller, self.GAIN, self.gain)
        for seat, points in enumerate(self.penalties):
            self.note(seat, self.PENALTY, points)
        self.caller, self.gain, self.penalties = -1, 0, [0] * len(self.penalties)


class TopSuit(Watch):
    """Tricks won in a game, and games in which a seat got rid of all cards."""

    TRICKS, OUT = "tricks a game", "games gone out"
    figures: ClassVar = {TRICKS: MEAN, OUT: PERCENT}

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.tricks, self.out = [0] * seats, -1

    def trick_won(self, seat: int) -> None:
        """A trick, and a point."""
        self.tricks[seat] += 1

    def went_out(self, seat: int) -> None:
        """The last cards are played."""
        self.out = seat

    def game_began(self, game: int, **_: int) -> None:
        """In a match, the game before it is over."""
        if game > 1:
            self.settle()

    def game_ended(self, **_: int) -> None:
        """So is the last."""
        self.settle()

    def settle(self) -> None:
        """Write down what the game brought."""
        for seat, tricks in enumerate(self.tricks):
            self.note(seat, self.TRICKS, tricks)
            self.note(seat, self.OUT, seat == self.out)
        self.tricks, self.out = [0] * len(self.tricks), -1


WATCHES: dict[str, type[Watch]] = {
    "half_suit": HalfSuit,
    "spar": Spar,
    "thirteam": Thirteam,
    "claim": Claim,
    "top_suit": TopSuit,
}


def watch(game: str, seats: int) -> Watch:
    """Somebody to watch a game; where nothing special is to be seen, somebody who sees nothing."""
    return WATCHES.get(game, Watch)(seats)
