"""What every game must pass, whatever its rules: `handful check GAME`, and the tests of the games of this house.

A new game runs through all of this without a change here. What does not hold is a `Broken`, with a sentence.
"""

from __future__ import annotations

import copy
import itertools
import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from handful.cards import members
from handful.columns import Columns, columns
from handful.event_memory import kept
from handful.game import Game, Illegal, Knowledge, Position, knowing, remembering
from handful.kernel import OWNER, Kind, State, rule, throw
from handful.kernel.bits import count, lowest
from handful.kernel.dialect import hold_most_legal
from handful.kernel.dice import CHANCE, CHOICE, SeededDice, reseed
from handful.kernel.random_games import MOST_DECISIONS
from handful.kernel.state import Sees
from handful.knowledge import Deduction
from handful.match import Match
from handful.observe import SPECTATOR, Event, Unknown, unknown, view
from handful.referee import Replay
from handful.transcript import read, write


class Broken(AssertionError):
    """Something that must hold in every game does not hold in this one; the message is a sentence."""


def demand(holds: object, sentence: str) -> None:
    """Broken, with this sentence, if something does not hold."""
    if not holds:
        raise Broken(sentence)


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


def walk(game: Game, setting: Setting, seed: int, held: bool = True) -> Iterator[Place]:
    """Every position of a random game, with the action that is taken there; MOST_LEGAL is held, if it is to be."""
    rules, rng = game.rules, random.Random(seed)
    s, dice = game.fresh(*setting), SeededDice(seed)
    rules.start(s, dice)
    while actors := rules.actors(s):
        seat = rng.choice(list(members(actors)))
        actions: list[int] = []
        n = rules.legal(s, seat, actions)
        demand(n == len(actions) > 0, f"seat {seat} may act, but `legal` lists nothing for it ({game.name}, {setting})")
        if held:
            hold_most_legal(rules.MOST_LEGAL, n)
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
        demand(len(set(allowed)) == len(allowed), f"`legal` lists an action twice for seat {seat}")
        acts = bool(0 <= seat < s.seats and (game.rules.actors(s) >> seat) & 1)
        demand(
            bool(allowed) == acts,
            f"`legal` lists {len(allowed)} actions for seat {seat}, which {'may' if acts else 'may not'} act; it is "
            "asked for every number of a seat, also for -1 and for seats that are not there",
        )
        for action in strange_actions(game, s, rng) + allowed[:8]:
            position = Position(game, s, copy.copy(place.dice))
            refusal = position.refusal(seat, action)
            demand(
                (refusal == "") == (action in allowed),
                f"`check` and `legal` disagree on action {action} of seat {seat}: `check` "
                + (f"refuses it ({refusal})" if refusal else "allows it"),
            )
            if refusal:
                demand(
                    refusal[0].isupper() and refusal[-1] in ".!?", f"the reason {refusal!r} is no sentence to a player"
                )
                check_refused(position, seat, action, refusal)
                demand(position.state is s, "a refused action changed the state")
    demand(s.pack() == before, "asking what is legal changed the state")


def check_refused(position: Position, seat: int, action: int, refusal: str) -> None:
    """What `check` refuses is not done."""
    try:
        position.act(seat, action)
    except Illegal as error:
        demand(str(error) == refusal, f"an action is refused with {refusal!r} and then with {str(error)!r}")
    else:
        raise Broken("an illegal action was done")


# ---------------------------------------------------------------- nothing hidden leaks


FACE_DOWN: dict[str, Sees] = {}
"""By field: what nobody else may see, whatever its declaration says. Who checks a game may say it here."""


def with_all_columns(game: Game, events: int) -> Game:
    """A game with all among its columns that can be asked for: so many of the last events, and what is certain."""
    game = remembering(game, events)
    return knowing(game) if isinstance(game.knowledge, Deduction) else game


def hidden_values(s: State, viewer: int) -> Iterator[tuple[str, int | None, Kind]]:
    """Every place that holds cards which the viewer cannot see: field, index, kind."""
    for field, owned in face_down(s):
        if field.kind not in (Kind.CARD, Kind.CARDS):
            continue
        if not field.size:
            yield field.name, None, field.kind
        else:
            for index in range(field.size):
                if not (owned and index == viewer):
                    yield field.name, index, field.kind


def face_down(s: State) -> Iterator[Unknown]:
    """The fields that are not for everybody to see."""
    declared = {one.field.name: one.owned for one in unknown(type(s))}
    said = {name: sees is OWNER for name, sees in FACE_DOWN.items()}
    for name, field in s.fields.items():
        if name in declared or name in said:
            yield Unknown(field, said.get(name, declared.get(name, False)))


def hands_of(s: State) -> list[int]:
    """What each seat holds: the first field in which seats have cards of their own."""
    own = [field.name for field, owned in face_down(s) if owned and field.seated and field.kind is Kind.CARDS]
    held: list[int] = getattr(s, own[0])[: s.seats] if own else [0] * s.seats
    return held


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
    own = hands_of(s)[viewer] if viewer >= 0 else 0
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
    if s.memory:
        exchange_secrets(other, viewer, rng)
    return other


def exchange_secrets(s: Any, viewer: int, rng: random.Random) -> None:
    """What the viewer could not hear of the events that a state keeps in mind becomes anything else."""
    for at, event in kept(s):
        for n, (key, value) in enumerate(event.seen_by(viewer).values.items(), 1):
            if value is None:
                s.heard[at + n] = rng.randrange(1 << 54 if event.kind.values[key] is Kind.CARDS else 2)


def everything_shown(game: Game, s: State, viewer: int, actions: list[int]) -> str:
    """All that a viewer is ever told about a position: view, who acts, legal actions, refusals, clock and points."""
    rules, position = game.rules, Position(game, s, SeededDice(0))
    shown = {
        "view": view(s, viewer).json(game.words),
        "face": [game.face.phase(view(s, viewer)), game.face.partners(view(s, viewer))],
        "actors": rules.actors(s),
        "legal": legal(game, s, viewer),
        "refusals": [position.refusal(viewer, action) for action in actions],
        "clock": [rules.pace(s), rules.lapse(s, viewer) if viewer >= 0 else 0],
        "scores": [rules.score(s, seat) for seat in range(s.seats)],
        "winners": rules.winners(s),
        "columns": columns(type(s), s.seats, packed=True).of(s, viewer) if viewer >= 0 else [],
    }
    return json.dumps(shown)


def who(viewer: int) -> str:
    """A viewer in words."""
    return "a spectator" if viewer == SPECTATOR else f"seat {viewer}"


def difference(shown: str, other: str) -> str:
    """What differs between two things that should have been shown alike."""
    one, two = json.loads(shown), json.loads(other)
    keys = [key for key in one if one[key] != two[key]]
    fields = [name for name in one["view"] if one["view"][name] != two["view"][name]]
    return ", ".join([f"the field `{name}`" for name in fields] + [f"`{key}`" for key in keys if key != "view"])


def events_shown(events: list[Event], viewer: int) -> str:
    """All that a viewer is told about what happened, as data and as sentences."""
    seen = [event.seen_by(viewer) for event in events]
    return json.dumps([[event.json(), event.sentence(None, viewer)] for event in seen])


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
    for seat, hand in enumerate(hands_of(s)):
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
        shown, other_shown = (everything_shown(game, one, viewer, actions) for one in (s, other))
        if shown != other_shown:
            what = difference(shown, other_shown)
            raise Broken(f"{who(viewer)} is told something that depends on cards it cannot see: {what}")
        twin = exchanged(s, viewer, rng, fixed=named_cards(events, viewer) | certain_cards(game, s, viewer))
        if game.rules.check(twin, place.seat, place.action):
            continue
        twin_after, twin_events = acted(game, place, twin)
        if agrees(game.knowledge(view(after, viewer)), twin_after):
            compared += 1
            demand(
                events_shown(events, viewer) == events_shown(twin_events, viewer),
                f"{who(viewer)} hears of something that depends on cards it cannot see",
            )
            demand(
                view(after, viewer).json(game.words) == view(twin_after, viewer).json(game.words),
                f"{who(viewer)} sees something after an action that depends on cards it cannot see",
            )
            if viewer >= 0:
                made = columns(type(s), s.seats)
                demand(
                    made.of(after, viewer) == made.of(twin_after, viewer),
                    f"the columns of {who(viewer)} depend on cards it cannot see",
                )
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
            demand(events_shown(events, viewer) == events_shown(other_events, viewer), "a sealed choice was told")
            shown, other_shown = (everything_shown(game, one, viewer, []) for one in (after, other))
            if shown != other_shown:
                raise Broken(f"a sealed choice can be seen: {difference(shown, other_shown)}")
            check_still_sealed(game, later, other, viewer)
    return compared


def check_still_sealed(game: Game, later: Place, other: State, viewer: int) -> None:
    """A sealed choice stays sealed when the next one is made, as long as somebody has yet to choose."""
    after, events = acted(game, later)
    if game.rules.actors(after) != game.rules.actors(later.state) & ~(1 << later.seat) or not game.rules.actors(after):
        return
    other_after, other_events = acted(game, later, other)
    demand(events_shown(events, viewer) == events_shown(other_events, viewer), "an earlier sealed choice was told")
    shown, other_shown = (everything_shown(game, one, viewer, []) for one in (after, other_after))
    if shown != other_shown:
        raise Broken(f"an earlier sealed choice can be seen: {difference(shown, other_shown)}")


def check_columns(game: Game, s: State, made: Columns, rng: random.Random) -> None:
    """The columns of every seat are the same for a re-deal of what it cannot see."""
    for viewer in range(s.seats):
        other = exchanged(s, viewer, rng)
        assert made.of(s, viewer) == made.of(other, viewer), (
            f"the columns of seat {viewer} depend on cards it cannot see"
        )


def check_ranges(s: State) -> None:
    """Every number that declares a range lies in it."""
    for name, field in s.fields.items():
        low, high = (0, (1 << field.bits) - 1) if field.bits else (field.low, field.high)
        value = getattr(s, name)
        values = value[: s.seats] if field.seated else value if field.size else [value]
        assert low == high or all(low <= one <= high for one in values if field.kind is Kind.NUMBER), (
            f"{name} is {value}, and declared to be {low} to {high}"
        )


def check_knowledge(game: Game, s: State) -> None:
    """What a viewer may be certain of is true and follows from the view, and a seat is certain of its own hand."""
    before = s.pack()
    for viewer in (*range(s.seats), SPECTATOR):
        known = game.knowledge(view(s, viewer))
        demand(agrees(known, s), f"{who(viewer)} is certain of something false: {known}")
        if isinstance(game.knowledge, Deduction):
            demand(game.knowledge.of(s, viewer) == known, f"{who(viewer)} is certain of something that it cannot see")
            demand(s.pack() == before, "working out what is known changed the state")
        if viewer >= 0:
            own = known.holds[viewer] == known.may_hold[viewer] == hands_of(s)[viewer]
            demand(own, f"the knowledge of seat {viewer} does not have its own hand")


# ---------------------------------------------------------------- words


def check_words(game: Game, place: Place) -> None:
    """Every legal action has a text, and the text leads back to it."""
    for action in legal(game, place.state, place.seat):
        text = game.words.write_action(action)
        demand(text and text == text.strip(), f"the text {text!r} of action {action} has spaces around it, or is empty")
        demand(
            game.words.read_action(text) == action, f"the text {text!r} of action {action} is read as another action"
        )


def check_transcript(game: Game, setting: Setting, seed: int, most: int = 400) -> None:
    """A game that was written down reads back letter by letter and plays again to the same state."""
    match = Match.begin(game, setting.seats, SeededDice(seed), setting.options)
    for place in itertools.islice(walk(game, setting, seed), most):
        demand(place.state == match.position.state, "the same actions and dice lead to another state the second time")
        match.act(place.seat, place.action)
    text = match.text()
    again = read(text)
    demand(write(again) == text and again == read(write(again)), "a transcript does not read back letter by letter")
    replay = Replay(again)
    moves = replay.run()
    demand(replay.position.state == match.position.state, "a transcript does not lead to the state it was written at")
    for event in (event for move in moves for event in move.events):
        demand(event.sentence(), f"the event `{event.name}` has no sentence")


# ---------------------------------------------------------------- compiled


def check_lockstep(game: Game, setting: Setting, seed: int) -> int:
    """Interpreted and compiled states are the same bytes after every action of a random game. How many actions."""
    native = game.compiled.begin(game.fresh(*setting), seed)
    steps = 0
    for place in walk(game, setting, seed):
        if place.state.pack() != native.pack():
            fields = differing(place.state, native)
            raise Broken(f"interpreted and compiled states differ after {steps} actions: {fields}")
        demand(native.actors() == game.rules.actors(place.state), "`actors` differs when it is compiled")
        demand(native.legal(place.seat) == legal(game, place.state, place.seat), "`legal` differs when it is compiled")
        native.apply(place.seat, place.action)
        steps += 1
    s = native.state()
    demand(native.actors() == 0, "a game that is over, interpreted, is not over when it is compiled")
    demand(native.winners() == game.rules.winners(s), "`winners` differs when it is compiled")
    scores = [game.rules.score(s, seat) for seat in range(s.seats)]
    demand([native.score(seat) for seat in range(s.seats)] == scores, "`score` differs when it is compiled")
    return steps


def differing(s: State, native: Any) -> str:
    """The fields in which an interpreted and a compiled state differ."""
    other = native.state()
    return ", ".join(f"`{name}`" for name in s.fields if getattr(s, name) != getattr(other, name))


NO_LEGAL, REFUSED_LEGAL, ALLOWED_ILLEGAL, LISTED_TWICE, STRANGER_ALLOWED, ENDLESS, TOO_MANY, NOT_CONSERVED = range(1, 9)
"""What a compiled audit can find; what is not conserved adds the game's own number, times 100."""


@cache
def auditor(game: Game, conserved: Conserved) -> Callable[[Setting, int, int], list[int]]:
    """A compiled function that plays random games and examines every position on the way."""
    from handful.kernel import compiler

    rules = game.rules
    start, actors, check, legal_, apply = rules.start, rules.actors, rules.check, rules.legal, rules.apply
    most = rules.MOST_LEGAL

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
        if n > most:
            out[most] = n
            return TOO_MANY
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

    compiler.learn_rules()

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

    with compiler.cached(start, actors, check, legal_, apply, conserved):
        compiled_audit = compiler.compiled(audit)

    def run(setting: Setting, seed: int, games: int) -> list[int]:
        import numpy as np

        fresh = game.compiled.fresh(game.fresh(*setting))
        found = np.zeros(4, np.int64)
        out = compiler.listing(rules)
        compiled_audit(fresh, fresh.copy(), np.zeros(2, compiler.DICE), out, seed, games, found)
        hold_most_legal(rules.MOST_LEGAL, int(out[-1]))
        said: list[int] = found.tolist()
        return said

    return run
