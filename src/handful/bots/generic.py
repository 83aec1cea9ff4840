"""The search of a game whose room has no policy: all that it knows is the rules and what the room says is known.

Worlds are played on by chance. What a seat cannot see is imagined from the declaration: unseen cards are dealt to the
hands by the room's `knowledge`, the rest lies in the one other place that hides cards, and a sealed choice is made
again by taking it back and letting the rules do it. Whether that is how this game hides things is tried out first, in
games of our own, where the truth can be looked at (`rehearsed`); where it is not, there is no search.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from handful.bots.deals import Deals
from handful.cards import members
from handful.game import Game
from handful.kernel import NOBODY, OWNER, Dice, Kind, State, rule, throw
from handful.kernel.bits import count
from handful.kernel.dice import SeededDice
from handful.kernel.state import Field
from handful.observe import View, known_state, size_is_seen, view, who_sees
from handful.policy import Hidden, Policy, Settings, by_the_rules

REHEARSALS = 4
"""Games at each kind of table in which the ways to imagine are tried out."""
LONGEST = 300
EVERY = 3
"""Of their first positions every third is looked at."""
WORLD_SEED = 7


@rule
def by_chance(s: Any, seat: int, out: list[int], n: int, dice: Dice) -> int:
    """Any legal action."""
    return throw(dice, n)


@rule
def keep_hand(s: Any, seat: int, cards: int) -> None:
    """Hands are put into a world by `Way.world`."""


@rule
def imagine_nothing(s: Any, me: int, rest: int, dice: Dice) -> None:
    """So is everything else."""


@rule
def no_mark(s: Any) -> int:
    """A world is played on to the end of the game."""
    return 0


@rule
def never_resting(s: Any, mark: int) -> int:
    """It does not stop before."""
    return 0


def weighing(rules: Any) -> Any:
    """What a state is worth: a share of the win; of a game that was too long, whether the seat leads."""
    winners, score = rules.winners, rules.score

    @rule
    def weigh(s: Any, before: Any, seat: int) -> int:
        won = winners(s)
        if won:
            return 1000 // count(won) if (won >> seat) & 1 else 0
        for p in range(int(s.seats)):
            if score(s, p) > score(s, seat):
                return 300
        return 700

    return weigh


class Seal(NamedTuple):
    """How a table shows who has made a sealed choice: who is no longer in one set of seats, but in another."""

    waiting: str
    among: str
    """Empty for all seats."""


@dataclass(frozen=True)
class Way:
    """One way in which a game may hide things."""

    game: Game
    hand: str
    rest: Field | None
    """Where cards lie that are in no hand and hidden."""
    from_end: bool
    """Of a row: whether its last places are filled, or its first."""
    seal: Seal | None

    def hidden(self, seen: View) -> Hidden:
        """The unseen cards as a question of dealing, from the room's knowledge."""
        known, me, seats = self.game.knowledge(seen), seen.seat, range(seen.seats)
        sizes = [0 if p == me else seen.known[f"{self.hand}_size"][p] for p in seats]
        certain = [0 if p == me else known.holds[p] for p in seats]
        all_certain = union(certain)
        may = [0 if p == me else certain[p] | known.may_hold[p] & ~all_certain for p in seats]
        cards = union(may)
        spare = count(cards) - sum(sizes)
        some_of = tuple(() if p == me else known.some_of[p] for p in seats)
        return Hidden(cards, (*sizes, spare), (*may, cards & ~all_certain), (*some_of, ()))

    def world(self, known: State, me: int, dealt: Any, dice: SeededDice) -> State:
        """What `me` knows, with cards dealt, and what is sealed chosen by chance."""
        s: Any = known.copy()
        hands = getattr(s, self.hand)
        for p in range(s.seats):
            if p != me:
                hands[p] = int(dealt[p])
        self._lay(s, int(dealt[-1]), dice)
        if self.seal:
            self._choose(s, me, dice)
        return s  # type: ignore[no-any-return]

    def _lay(self, s: Any, cards: int, dice: SeededDice) -> None:
        if self.rest is None:
            return
        if self.rest.kind is Kind.CARDS:
            setattr(s, self.rest.name, cards)
            return
        pile = list(members(cards))
        dice.shuffle(pile, len(pile))
        gap = [-1] * (self.rest.size - len(pile))
        setattr(s, self.rest.name, gap + pile if self.from_end else pile + gap)

    def _choose(self, s: Any, me: int, dice: SeededDice) -> None:
        """Take every sealed choice of the others back, and let the rules make one."""
        assert self.seal
        rules, (waiting, among) = self.game.rules, self.seal
        able = rules.actors(s)
        for p in range(s.seats):
            bit = 1 << p
            if p == me or getattr(s, waiting) & bit or (among and not getattr(s, among) & bit) or not able:
                continue
            setattr(s, waiting, getattr(s, waiting) | bit)
            actions: list[int] = []
            n = rules.legal(s, p, actions)
            if n and rules.actors(s) == able | bit:
                rules.apply(s, p, actions[throw(dice, n)], dice)
            else:
                setattr(s, waiting, getattr(s, waiting) & ~bit)


def union(sets: list[int]) -> int:
    """All that is in one of these sets."""
    whole = 0
    for one in sets:
        whole |= one
    return whole


def ways(game: Game) -> Iterator[Way]:
    """All ways in which the declaration of a game allows things to be hidden, the plain ones first."""
    fields = game.rules.State.fields
    hand = next((one for one in fields.values() if is_hand(one)), None)
    if hand is None:
        return
    places = [one for one in fields.values() if who_sees(one) is NOBODY and one.kind in (Kind.CARD, Kind.CARDS)]
    if len(places) > 1 or any(one.kind is Kind.CARDS and one.size for one in places):
        return
    sets = [one.name for one in fields.values() if one.kind is Kind.SEATS and not one.size]
    seals = [None, *(Seal(*pair) for pair in itertools.permutations((*sets, ""), 2) if pair[0])]
    rest = places[0] if places else None
    for seal, from_end in itertools.product(seals, (True, False) if rest and rest.size else (False,)):
        yield Way(game, hand.name, rest, from_end, seal)


def is_hand(field: Field) -> bool:
    """Whether a field holds the hands of the seats, whose sizes everybody sees."""
    return who_sees(field) is OWNER and field.seated and size_is_seen(field) and field.kind is Kind.CARDS


def rehearsed(game: Game) -> Way | None:
    """The first way to imagine that fits the truth in games of our own; None if none does."""
    found = list(positions(game))
    return next((way for way in ways(game) if all(fits(way, *one) for one in found)), None)


def positions(game: Game) -> Iterator[tuple[State, int]]:
    """Positions of random games at tables of all sizes, with a seat that may act."""
    rules = game.rules
    for seats, seed in itertools.product(game.seats, range(REHEARSALS)):
        rng, dice, s = random.Random(seed), SeededDice(seed), game.fresh(seats)
        rules.start(s, dice)
        for step in range(LONGEST):
            able = rules.actors(s)
            if not able:
                break
            seat, actions = rng.choice(list(members(able))), list[int]()
            rules.legal(s, seat, actions)
            if step % EVERY == 0:
                yield s.copy(), seat
            rules.apply(s, seat, rng.choice(actions), dice)


def fits(way: Way, s: State, seat: int) -> bool:
    """Whether a world that is imagined so looks the same to a seat, and hides as much in the same places."""
    seen = view(s, seat)
    try:
        dealt = Deals(way.hidden(seen)).sample(1, WORLD_SEED)[0]
        world = way.world(known_state(seen, type(s)), seat, dealt, SeededDice(WORLD_SEED))
    except (ValueError, IndexError):
        return False
    return view(world, seat) == seen and shape(world) == shape(s)


def shape(s: State) -> list[Any]:
    """How much lies in the hidden places of a state, whatever it is."""
    found: list[Any] = []
    for name, field in s.fields.items():
        if who_sees(field) in (OWNER, NOBODY):
            value = getattr(s, name)
            found += [amount(field.kind, one) for one in (value if field.size else [value])]
    return found


def amount(kind: Kind, value: int) -> int:
    """How much a value is: of cards how many, of anything else whether there is something."""
    if kind is Kind.CARDS:
        return count(value)
    return int(value >= 0 if kind is Kind.CARD else value not in (0, -1))


class Imagining:
    """Fills worlds as the compiled function of a room's policy does, in Python."""

    def __init__(self, way: Way) -> None:
        self.way, self.state = way, way.game.rules.State

    def __call__(self, worlds: Any, dealt: Any, me: int, seed: int) -> None:
        """Every record holds what is known; put in what is dealt and imagined."""
        if not len(worlds):
            return
        known = self.state.unpack(worlds[0].tobytes())
        for w, cards in enumerate(dealt):
            world = self.way.world(known, me, cards, SeededDice(seed, w))
            worlds[w] = np.frombuffer(world.pack(), worlds.dtype)[0]


def explain(seen: View, action: int, chance: float) -> str:
    """Why the search prefers an action."""
    return f"Played on by chance from here, this brought the most: {chance:.0%} of the win."


def plain_policy(game: Game, way: Way) -> Policy:
    """What the searcher needs, from the rules alone."""
    return Policy(
        likely=by_chance, hold=keep_hand, imagine=imagine_nothing, mark=no_mark, resting=never_resting,
        weigh=weighing(game.rules), hidden=way.hidden, choose=by_the_rules, explain=explain,
        settings=Settings(clearly=0.0, most_steps=1000),
    )  # fmt: skip
