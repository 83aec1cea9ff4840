"""What every game must pass, whatever its rules. A new game runs through all of this without a change here."""

from __future__ import annotations

import copy
import itertools
import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from handful.cards import members
from handful.game import SPECTATOR, Event, Game, Illegal, Knowledge, Position, view
from handful.kernel import NOBODY, OWNER, Kind, State, rule, throw
from handful.kernel.bits import count, lowest
from handful.kernel.dice import CHANCE, CHOICE, SeededDice, reseed
from handful.kernel.play import MOST_DECISIONS
from handful.referee import Recorder, Replay
from handful.transcript import read, write

Conserved = Callable[[Any], int]
"""A rule of the test: 0 if every card is in one place and all sums are right, else a number that says what is wrong."""


class Setting(NamedTuple):
    """One way to set a table up."""

    seats: int
    options: dict[str, str]

    def __str__(self) -> str:
        return " ".join([str(self.seats), *(f"{name}={value}" for name, value in self.options.items())])


def settings(game: Game) -> list[Setting]:
    """Every seat count with every combination of the options that are words; numbers at their ends and default."""
    worded = {name: option for name, option in game.options.items() if option.words}
    numbered = {name: option for name, option in game.options.items() if not option.words}
    found = []
    for seats in game.seats:
        able = [
            (name, option.words if not option.seats or seats in option.seats else option.words[:1])
            for name, option in worded.items()
        ]
        for chosen in itertools.product(*(words for _, words in able)):
            options = {
                name: word
                for (name, _), word in zip(able, chosen, strict=True)
                if word != worded[name].words[worded[name].default]
            }
            found.append(Setting(seats, options))
        for name, option in numbered.items():
            found += [Setting(seats, {name: str(value)}) for value in (option.low, option.high)]
    return found


def some_settings(game: Game) -> Iterator[Setting]:
    """All settings, again and again: the caller decides when it has seen enough."""
    return itertools.cycle(settings(game))


# ---------------------------------------------------------------- positions


class Place(NamedTuple):
    """A point in a random game: the state, the dice to come, and what happens next."""

    state: State
    dice: SeededDice
    seat: int
    action: int


def walk(game: Game, setting: Setting, seed: int) -> Iterator[Place]:
    """Every position of a random game, with the action that is taken there."""
    rules, rng = game.rules, random.Random(seed)
    s, dice = game.fresh(*setting), SeededDice(seed)
    rules.start(s, dice)
    while actors := rules.actors(s):
        seat = rng.choice(list(members(actors)))
        actions: list[int] = []
        n = rules.legal(s, seat, actions)
        assert n == len(actions) > 0, f"seat {seat} may act but has no legal action ({game.name}, {setting})"
        action = rng.choice(actions)
        yield Place(s.copy(), copy.copy(dice), seat, action)
        rules.apply(s, seat, action, dice)


def legal(game: Game, s: State, seat: int) -> list[int]:
    """The legal actions of a seat."""
    actions: list[int] = []
    game.rules.legal(s, seat, actions)
    return actions


def acted(game: Game, place: Place, s: State | None = None, action: int | None = None) -> tuple[State, list[Event]]:
    """The state after a place's action (or another, or on another state), and the events."""
    position = Position(game, (s or place.state).copy(), copy.copy(place.dice))
    events = position.act(place.seat, place.action if action is None else action)
    return position.state, events


# ---------------------------------------------------------------- refusals


def strange_actions(game: Game, s: State, rng: random.Random) -> list[int]:
    """Actions that are mostly not allowed: everybody's legal ones, some of them bent, and random integers."""
    everybody = [action for seat in range(s.seats) for action in legal(game, s, seat)]
    known = rng.sample(everybody, min(8, len(everybody)))
    bent = [action ^ (1 << rng.randrange(60)) for action in known]
    wild = [rng.randrange(-(1 << 63), 1 << 63) for _ in range(4)] + [rng.randrange(-4, 128) for _ in range(8)]
    return known + bent + wild + [0, -1, (1 << 63) - 1, -(1 << 63)]


def check_refusals(game: Game, place: Place, rng: random.Random) -> None:
    """`check` and `legal` agree; what is refused has a sentence and changes nothing."""
    s = place.state
    before = s.pack()
    for seat in (-1, *range(s.seats), s.seats, 99):
        allowed = legal(game, s, seat)
        assert len(set(allowed)) == len(allowed), "an action is listed twice"
        assert bool(allowed) == bool(0 <= seat < s.seats and (game.rules.actors(s) >> seat) & 1)
        for action in strange_actions(game, s, rng) + allowed[:8]:
            position = Position(game, s, copy.copy(place.dice))
            refusal = position.refusal(seat, action)
            assert (refusal == "") == (action in allowed), f"check and legal disagree on {action} of seat {seat}"
            if refusal:
                assert refusal[0].isupper()
                assert refusal[-1] in ".!?"
                try:
                    position.act(seat, action)
                except Illegal as error:
                    assert str(error) == refusal  # noqa: PT017
                else:
                    raise AssertionError("an illegal action was done")
                assert position.state is s
    assert s.pack() == before, "asking changed the state"


# ---------------------------------------------------------------- nothing hidden leaks


FACE_DOWN = {"hands": OWNER, "deck": NOBODY, "pile": NOBODY}
"""What nobody else may see at any table, whatever its declaration says."""


def hidden_values(s: State, viewer: int) -> Iterator[tuple[str, int | None, Kind]]:
    """Every place that holds cards which the viewer cannot see: field, index, kind."""
    for name, field in s.fields.items():
        sees = FACE_DOWN.get(name, field.sees)
        if field.kind not in (Kind.CARD, Kind.CARDS) or sees not in (OWNER, NOBODY):
            continue
        if not field.size:
            yield name, None, field.kind
        else:
            for index in range(field.size):
                if not (sees is OWNER and index == viewer):
                    yield name, index, field.kind


def in_place(s: State, name: str, index: int | None, kind: Kind) -> int:
    """The set of cards in a place."""
    value: int = getattr(s, name) if index is None else getattr(s, name)[index]
    return value if kind is Kind.CARDS else (1 << value if value >= 0 else 0)


def exchanged(s: State, viewer: int, rng: random.Random, fixed: int = 0) -> State:
    """The same state with the cards that the viewer cannot see exchanged among each other, all but the fixed ones."""
    places = list(hidden_values(s, viewer))
    hidden = 0
    for place in places:
        hidden |= in_place(s, *place)
    own = s.hands[viewer] if viewer >= 0 else 0  # type: ignore[attr-defined]
    old = list(members(hidden & ~own & ~fixed))
    new = rng.sample(old, len(old))
    to = dict(zip(old, new, strict=True))
    other = s.copy()
    for name, index, kind in places:
        moved = sum(1 << to.get(card, card) for card in members(in_place(s, name, index, kind)))
        value = moved if kind is Kind.CARDS else moved.bit_length() - 1
        if index is None:
            setattr(other, name, value)
        else:
            getattr(other, name)[index] = value
    return other


def everything_shown(game: Game, s: State, viewer: int, actions: list[int]) -> str:
    """All that a viewer is ever told about a position: view, who acts, legal actions, refusals, clock and points."""
    rules, position = game.rules, Position(game, s, SeededDice(0))
    shown = {
        "view": view(s, viewer).json(game.words),
        "actors": rules.actors(s),
        "legal": legal(game, s, viewer),
        "refusals": [position.refusal(viewer, action) for action in actions],
        "clock": [rules.pace(s), rules.lapse(s, viewer) if viewer >= 0 else 0],
        "scores": [rules.score(s, seat) for seat in range(s.seats)],
        "winners": rules.winners(s),
    }
    return json.dumps(shown)


def events_shown(events: list[Event], viewer: int) -> str:
    """All that a viewer is told about what happened, as data and as sentences."""
    seen = [event.seen_by(viewer) for event in events]
    return json.dumps([[event.json(), event.sentence()] for event in seen])


def named_cards(events: list[Event], viewer: int) -> int:
    """The cards that the events name to a viewer."""
    named = 0
    for event in events:
        for key, value in event.seen_by(viewer).values.items():
            if value is not None and event.kind.values[key] is Kind.CARDS:
                named |= value
            if value is not None and value >= 0 and event.kind.values[key] is Kind.CARD:
                named |= 1 << value
    return named


def agrees(known: Knowledge, s: State) -> bool:
    """Whether what is known fits the true hands."""
    hands: list[int] = s.hands[: s.seats]  # type: ignore[attr-defined]
    for seat, hand in enumerate(hands):
        certain = known.holds[seat] & ~hand
        impossible = hand & ~known.may_hold[seat]
        missing = [some for some in known.some_of[seat] if not some & hand]
        if certain or impossible or missing or hand & known.gone:
            return False
    return True


def certain_cards(game: Game, s: State, viewer: int) -> int:
    """The cards of which the viewer knows who holds them."""
    certain = 0
    for held in game.knowledge(view(s, viewer)).holds:
        certain |= held
    return certain


def check_no_leak(game: Game, place: Place, rng: random.Random) -> int:
    """Exchange what a viewer cannot see: all the viewer is told stays the same. How often events were compared."""
    compared = 0
    s = place.state
    after, events = acted(game, place)
    actions = strange_actions(game, s, rng)
    for viewer in (*range(s.seats), SPECTATOR):
        other = exchanged(s, viewer, rng)
        assert everything_shown(game, s, viewer, actions) == everything_shown(game, other, viewer, actions), (
            f"seat {viewer} is told something that depends on cards it cannot see"
        )
        twin = exchanged(s, viewer, rng, fixed=named_cards(events, viewer) | certain_cards(game, s, viewer))
        if game.rules.check(twin, place.seat, place.action):
            continue
        twin_after, twin_events = acted(game, place, twin)
        if agrees(game.knowledge(view(after, viewer)), twin_after):
            compared += 1
            assert events_shown(events, viewer) == events_shown(twin_events, viewer), (
                f"seat {viewer} hears of something that depends on cards it cannot see"
            )
            assert view(after, viewer).json(game.words) == view(twin_after, viewer).json(game.words)
    return compared


def check_sealed(game: Game, place: Place, rng: random.Random) -> int:
    """A choice that only takes its seat off the list of those asked is sealed: others learn nothing of it."""
    s, compared = place.state, 0
    after, events = acted(game, place)
    before_actors, after_actors = game.rules.actors(s), game.rules.actors(after)
    if after_actors != before_actors & ~(1 << place.seat) or not after_actors:
        return 0
    others = legal(game, s, place.seat)
    for action in rng.sample(others, min(12, len(others))):
        other, other_events = acted(game, place, action=action)
        if game.rules.actors(other) != after_actors:
            continue
        next_seat = rng.choice(list(members(after_actors)))
        later = Place(after, place.dice, next_seat, rng.choice(legal(game, after, next_seat)))
        for viewer in {*range(s.seats), SPECTATOR} - {place.seat}:
            compared += 1
            assert events_shown(events, viewer) == events_shown(other_events, viewer), "a sealed choice was told"
            assert everything_shown(game, after, viewer, []) == everything_shown(game, other, viewer, []), (
                "a sealed choice can be seen"
            )
            check_still_sealed(game, later, other, viewer)
    return compared


def check_still_sealed(game: Game, later: Place, other: State, viewer: int) -> None:
    """A sealed choice stays sealed when the next one is made, as long as somebody has yet to choose."""
    after, events = acted(game, later)
    if game.rules.actors(after) != game.rules.actors(later.state) & ~(1 << later.seat) or not game.rules.actors(after):
        return
    other_after, other_events = acted(game, later, other)
    assert events_shown(events, viewer) == events_shown(other_events, viewer), "an earlier sealed choice was told"
    assert everything_shown(game, after, viewer, []) == everything_shown(game, other_after, viewer, []), (
        "an earlier sealed choice can be seen"
    )


def check_knowledge(game: Game, s: State) -> None:
    """What a viewer may be certain of is true, and a seat is certain of its own hand."""
    for viewer in (*range(s.seats), SPECTATOR):
        known = game.knowledge(view(s, viewer))
        assert agrees(known, s), f"seat {viewer} is certain of something false: {known}"
        if viewer >= 0:
            hand = s.hands[viewer]  # type: ignore[attr-defined]
            assert known.holds[viewer] == known.may_hold[viewer] == hand


# ---------------------------------------------------------------- words


def check_words(game: Game, place: Place) -> None:
    """Every legal action has a text, and the text leads back to it."""
    for action in legal(game, place.state, place.seat):
        text = game.words.write_action(action)
        assert text == text.strip()
        assert game.words.read_action(text) == action


def check_transcript(game: Game, setting: Setting, seed: int, most: int = 400) -> None:
    """A game that was written down reads back letter by letter and plays again to the same state."""
    recorder = Recorder.begin(game, setting.seats, SeededDice(seed), setting.options)
    for place in itertools.islice(walk(game, setting, seed), most):
        assert place.state == recorder.position.state
        recorder.act(place.seat, place.action)
    text = write(recorder.transcript())
    again = read(text)
    assert write(again) == text
    assert again == read(write(again))
    replay = Replay(again)
    moves = replay.run()
    assert replay.position.state == recorder.position.state
    assert all(event.sentence() for move in moves for event in move.events)


# ---------------------------------------------------------------- compiled


def check_lockstep(game: Game, setting: Setting, seed: int) -> int:
    """Interpreted and compiled states are the same bytes after every action of a random game. How many actions."""
    native = game.compiled.begin(game.fresh(*setting), seed)
    steps = 0
    for place in walk(game, setting, seed):
        assert place.state.pack() == native.pack(), f"after {steps} actions"
        assert native.actors() == game.rules.actors(place.state)
        assert native.legal(place.seat) == legal(game, place.state, place.seat)
        native.apply(place.seat, place.action)
        steps += 1
    s = native.state()
    assert native.actors() == 0
    assert native.winners() == game.rules.winners(s)
    assert [native.score(seat) for seat in range(s.seats)] == [game.rules.score(s, seat) for seat in range(s.seats)]
    return steps


NO_LEGAL, REFUSED_LEGAL, ALLOWED_ILLEGAL, LISTED_TWICE, STRANGER_ALLOWED, ENDLESS, NOT_CONSERVED = range(1, 8)
"""What a compiled audit can find; what is not conserved adds the game's own number, times 100."""


@cache
def auditor(game: Game, conserved: Conserved) -> Callable[[Setting, int, int], list[int]]:
    """A compiled function that plays random games and examines every position on the way."""
    from handful.kernel import compiling

    rules = game.rules
    start, actors, check, legal_, apply = rules.start, rules.actors, rules.check, rules.legal, rules.apply

    @rule
    def is_in(actions: Any, n: int, action: int) -> int:
        for i in range(n):
            if actions[i] == action:
                return 1
        return 0

    @rule
    def faults(s: Any, seat: int, out: Any, choice: Any) -> int:
        n = legal_(s, seat, out)
        if n == 0:
            return NO_LEGAL
        some = out[throw(choice, n)]
        for i in range(n):
            if check(s, seat, out[i]) != 0:
                return REFUSED_LEGAL
        first = throw(choice, n)
        if is_in(out, first, out[first]):
            return LISTED_TWICE
        stranger = throw(choice, s.seats)
        if not (actors(s) >> stranger) & 1 and check(s, stranger, some) == 0:
            return STRANGER_ALLOWED
        for i in range(3):
            wild = throw(choice, 128) - 8
            if i == 1:
                wild = some ^ (1 << throw(choice, 60))
            if i == 2:
                wild = (throw(choice, 1 << 30) << 31) ^ throw(choice, 1 << 30)
            if check(s, seat, wild) == 0 and not is_in(out, n, wild):
                return ALLOWED_ILLEGAL
        return 0

    @rule
    def pick(able: int, choice: Any) -> int:
        for _ in range(throw(choice, count(able))):
            able &= able - 1
        return lowest(able)

    compiling.learn_rules()

    def audit(fresh: Any, states: Any, dice: Any, out: Any, seed: int, games: int, found: Any) -> None:
        for number in range(games):
            states[0] = fresh[0]
            s = states[0]
            reseed(dice[0], seed, number, CHANCE)
            reseed(dice[1], seed, number, CHOICE)
            start(s, dice[0])
            decisions = 0
            able = actors(s)
            while able:
                seat = pick(able, dice[1])
                wrong = faults(s, seat, out, dice[1])
                if wrong == 0 and conserved(s) != 0:
                    wrong = NOT_CONSERVED + 100 * conserved(s)
                if wrong == 0 and decisions > MOST_DECISIONS:
                    wrong = ENDLESS
                if wrong != 0:
                    found[0], found[1], found[2] = wrong, number, decisions
                    return
                n = legal_(s, seat, out)
                apply(s, seat, out[throw(dice[1], n)], dice[0])
                decisions += 1
                able = actors(s)
            if conserved(s) != 0:
                found[0], found[1], found[2] = NOT_CONSERVED + 100 * conserved(s), number, decisions
                return
            found[3] += decisions

    with compiling.cached(start, actors, check, legal_, apply, conserved):
        compiled_audit = compiling.compiled(audit)

    def run(setting: Setting, seed: int, games: int) -> list[int]:
        import numpy as np

        fresh = game.compiled.fresh(game.fresh(*setting))
        found = np.zeros(4, np.int64)
        out = np.zeros(rules.MOST_LEGAL, np.int64)
        compiled_audit(fresh, fresh.copy(), np.zeros(2, compiling.DICE), out, seed, games, found)
        return found.tolist()  # type: ignore[no-any-return]

    return run
