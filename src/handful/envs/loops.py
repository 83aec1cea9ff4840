"""How many games are stepped at once: loops over some games, in the dialect, the same on a CPU and on a GPU.

The arrays of a batch are a `Board`. A *row* is one place where an action is asked for: in a batch that asks one seat
after the other a row is a game, in one that asks all together it is a seat of a game. What the parts of a step tell
each other about a game are the *facts*, a record a game, because a record is passed on as one pointer and eighteen
arrays are not; the loops copy the facts into the arrays that users see.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from handful.bots.features import action_columns
from handful.columns import columns
from handful.envs.actions import SLOTS
from handful.game import Game
from handful.kernel.bits import count, lowest
from handful.kernel.dialect import rule, throw
from handful.kernel.dice import reseed
from handful.kernel.movers import first_mover
from handful.kernel.random_games import choose_from_list, random_play
from handful.kernel.rules import Rules

BY_INDEX, BY_TABLE, BY_CODE = 0, 1, 2
"""How an action is given: its index in the legal list, its index in the table of all actions, or the action itself."""
NO_MASK, MASK_OF_LIST, MASK_OF_TABLE = 0, 1, 2
NOBODY = -1
WAIT = -1
"""Given instead of an action: the game is left as it is."""
ROLLED, ROLL_CHOICE = 4, 5
"""Streams of dice, beside those of a game and of a search: for playing positions out."""

SETTINGS = ("by", "masked", "drawn", "autoreset", "points", "limit", "seed", "stride", "magic", "shift", "seats",
            "needed")  # fmt: skip
"""The fields of the record of settings, all 64 bits."""
FACTS = ("length", "able", "turn", "done", "cut", "refused")
"""The fields of the record of facts, all 32 bits; it also has the number of the game, and the rewards by seat."""


class Board(NamedTuple):
    """The arrays of a batch."""

    fresh: Any
    """One record: a table that has not begun."""
    states: Any
    dice: Any
    """By game: what chance deals, and what a random player chooses."""
    facts: Any
    turn: Any
    rewards: Any
    done: Any
    cut: Any
    """By game: whether it was ended for being too long."""
    refused: Any
    """By game: whether an action was not legal in the last step; the game has then not moved."""
    counts: Any
    legal: Any
    mask: Any
    observations: Any
    table: Any
    """All actions of the game, if there are few enough."""
    slots: Any
    """Where an action stands in the table, by a digest of it."""
    settings: Any
    """One record."""


class Loops(NamedTuple):
    """What is done with the games from `first` up to `last`."""

    begin: Callable[..., Any]
    take_up: Callable[..., Any]
    show: Callable[..., Any]
    step: Callable[..., Any]
    step_together: Callable[..., Any]
    draw: Callable[..., Any]
    roll: Callable[..., Any]


@rule
def slot_of(action: int, how: Any) -> int:
    """Where the table's index of an action is kept; only compiled, where products wrap around."""
    return ((action * how.magic) >> how.shift) & (SLOTS - 1)  # type: ignore[no-any-return]


@rule
def mark(mask: Any, legal: Any, first: int, last: int, slots: Any, how: Any, value: int) -> None:
    """Mark some actions of the legal list in a mask."""
    if how.masked == MASK_OF_TABLE:
        for k in range(first, last):
            mask[slots[slot_of(legal[k], how)]] = value
    else:
        for k in range(first, last):
            mask[k] = value


@rule
def listed(given: int, legal: Any, n: int, table: Any, how: Any) -> int:
    """The action that is given, or -1 if there is none such; whether it is legal is not asked yet."""
    if how.by == BY_INDEX:
        return legal[given] if 0 <= given < n else -1
    if how.by == BY_TABLE:
        return table[given] if 0 <= given < len(table) else -1
    return given


class MoveRules(NamedTuple):
    """The parts of a step that know only a state, its dice and its facts."""

    ask: Callable[..., Any]
    renew: Callable[..., Any]
    rest: Callable[..., Any]
    settle: Callable[..., Any]
    whose: Callable[..., Any]


def move_rules(rules: Rules) -> MoveRules:
    """How a game is begun, who is asked, and what a move is worth."""
    begin = random_play(rules, choose_from_list(rules), traced=False).begin
    actors, score, winners, mover = rules.actors, rules.score, rules.winners, first_mover(rules.lapse)

    @rule
    def whose(s: Any, able: int, choice: Any, drawn: int) -> int:
        """Who of those who may act is asked: the first who does not wait for another, or one that is drawn."""
        if able & (able - 1) == 0:
            return lowest(able) if able else NOBODY
        if not drawn:
            return mover(s, able, choice)  # type: ignore[no-any-return]
        for _ in range(throw(choice, count(able))):
            able &= able - 1
        return lowest(able)

    @rule
    def ask(s: Any, f: Any, choice: Any, how: Any) -> None:
        """Find out who acts next."""
        f.able = actors(s)
        f.turn = whose(s, f.able, choice, how.drawn)

    @rule
    def renew(s: Any, f: Any, dice: Any, choice: Any, how: Any) -> None:
        """Begin the game with this number."""
        begin(s, dice, choice, how.seed, f.number)
        f.length = 0
        ask(s, f, choice, how)

    @rule
    def rest(s: Any, f: Any, how: Any, moves: int) -> None:
        """What a step is before anything is done, and whether something will be."""
        f.refused = 0
        for p in range(how.seats):
            f.rewards[p] = -score(s, p) if how.points and moves else 0.0

    @rule
    def settle(s: Any, f: Any, how: Any) -> None:
        """After a move: whether the game is over or too long, and what each seat gets."""
        f.done = 1 if f.able == 0 else 0
        f.cut = 1 if f.able and 0 < how.limit <= f.length else 0
        if how.points:
            for p in range(how.seats):
                f.rewards[p] += score(s, p)
        elif f.done:
            won = winners(s)
            for p in range(how.seats):
                f.rewards[p] = 1.0 / count(won) if (won >> p) & 1 else 0.0
        if f.cut:
            f.able = 0
            f.turn = NOBODY

    return MoveRules(ask, renew, rest, settle, whose)


def show_rule(rules: Rules, encode: Any, size: int) -> Callable[..., Any]:
    """How a row is filled with what its seat sees and may do."""
    legal, most = rules.legal, rules.MOST_LEGAL

    @rule
    def show(s: Any, seat: int, before: int, out: Any, mask: Any, row: Any, slots: Any, how: Any) -> int:
        """Fill a row for a seat, for nobody with nothing; how many actions are legal. Before there were so many."""
        if how.masked == MASK_OF_TABLE:
            mark(mask, out, 0, before, slots, how, 0)
        n = legal(s, seat, out) if seat >= 0 else 0
        if n > most:  # the list ends there; that it is too short is told afterwards
            how.needed = n
            n = most
        if how.masked == MASK_OF_TABLE:
            mark(mask, out, 0, n, slots, how, 1)
        elif how.masked == MASK_OF_LIST:
            mark(mask, out, n, before, slots, how, 0)
            mark(mask, out, before, n, slots, how, 1)
        if size:
            if seat >= 0:
                encode(s, seat, row)
            else:
                for k in range(size):
                    row[k] = 0
        return n

    return show


@cache
def loops(game: Game, seats: int, kind: str) -> Loops:
    """The loops for one game, as rules; `kind` of observations is packed, floats or none (then for any seats)."""
    rules, moves = game.rules, move_rules(game.rules)
    found = columns(rules.State, seats, kind == "packed") if kind != "none" else None
    show = show_rule(rules, found.encode if found else count, found.size if found else 0)
    ask, renew, rest, settle, _ = moves
    actors, apply, check = rules.actors, rules.apply, rules.check

    @rule
    def show_rows(first: int, last: int, together: int, board: Any) -> None:
        """Fill the rows of games, and what users see of the facts."""
        facts, states, how, slots = board.facts, board.states, board.settings[0], board.slots
        counts, legal, mask, seen = board.counts, board.legal, board.mask, board.observations
        turn, rewards, done, cut, refused = board.turn, board.rewards, board.done, board.cut, board.refused
        for i in range(first, last):
            f, s = facts[i], states[i]
            if together:
                for row in range(i * how.seats, (i + 1) * how.seats):
                    seat = row - i * how.seats if (f.able >> (row - i * how.seats)) & 1 else NOBODY
                    counts[row] = show(s, seat, counts[row], legal[row], mask[row], seen[row], slots, how)
            else:
                counts[i] = show(s, f.turn, counts[i], legal[i], mask[i], seen[i], slots, how)
            turn[i], done[i], cut[i], refused[i] = f.turn, f.done, f.cut, f.refused
            for p in range(how.seats):
                rewards[i, p] = f.rewards[p]

    @rule
    def begin(first: int, last: int, chosen: Any, anew: int, together: int, board: Any) -> None:
        """Begin the chosen games: as they are numbered, or anew with the next numbers of their own."""
        states, dice, facts, fresh, how = board.states, board.dice, board.facts, board.fresh, board.settings[0]
        for i in range(first, last):
            if chosen[i]:
                f = facts[i]
                if anew:
                    f.number += how.stride
                states[i] = fresh[0]
                renew(states[i], f, dice[i, 0], dice[i, 1], how)
                f.done, f.cut, f.refused = 0, 0, 0
                for p in range(how.seats):
                    f.rewards[p] = 0.0
                show_rows(i, i + 1, together, board)

    @rule
    def take_up(first: int, last: int, together: int, board: Any) -> None:
        """Go on with states that were put in from outside."""
        states, dice, facts, how = board.states, board.dice, board.facts, board.settings[0]
        for i in range(first, last):
            f = facts[i]
            ask(states[i], f, dice[i, 1], how)
            f.done, f.cut, f.refused = 1 if f.able == 0 else 0, 0, 0
        show_rows(first, last, together, board)

    @rule
    def step(first: int, last: int, given: Any, board: Any) -> None:
        """Do one seat's action in each game."""
        states, dice, facts, fresh, how = board.states, board.dice, board.facts, board.fresh, board.settings[0]
        counts, legal, mask, seen, slots = board.counts, board.legal, board.mask, board.observations, board.slots
        turn, rewards, done, cut, refused = board.turn, board.rewards, board.done, board.cut, board.refused
        for i in range(first, last):
            f, s = facts[i], states[i]
            seat = f.turn
            rest(s, f, how, 1 if seat >= 0 and given[i] != WAIT else 0)
            if seat >= 0 and given[i] != WAIT:
                action = listed(given[i], legal[i], counts[i], board.table, how)
                if action < 0 or (how.by != BY_INDEX and check(s, seat, action) != 0):
                    f.refused = 1
                else:
                    apply(s, seat, action, dice[i, 0])
                    f.length += 1
                    ask(s, f, dice[i, 1], how)
                settle(s, f, how)
                if f.able == 0 and how.autoreset:
                    f.number += how.stride
                    states[i] = fresh[0]
                    renew(s, f, dice[i, 0], dice[i, 1], how)
                counts[i] = show(s, f.turn, counts[i], legal[i], mask[i], seen[i], slots, how)
            turn[i], done[i], cut[i], refused[i] = f.turn, f.done, f.cut, f.refused
            for p in range(how.seats):
                rewards[i, p] = f.rewards[p]

    @rule
    def step_together(first: int, last: int, given: Any, board: Any) -> None:
        """Do the actions of all who may act, from whose turn it is on; only sealed choices are all done."""
        states, dice, facts, fresh, how = board.states, board.dice, board.facts, board.fresh, board.settings[0]
        legal, counts, table = board.legal, board.counts, board.table
        for i in range(first, last):
            f, s = facts[i], states[i]
            rest(s, f, how, f.able)
            start, able = f.turn, f.able
            for p in range(how.seats):
                if (able >> p) & 1:
                    row = i * how.seats + p
                    action = listed(given[row], legal[row], counts[row], table, how)
                    if action < 0 or check(s, p, action) != 0:
                        f.refused = 1
            if start < 0:
                continue
            if not f.refused:
                for k in range(how.seats):
                    p = start + k if start + k < how.seats else start + k - how.seats
                    if (able >> p) & 1:
                        row = i * how.seats + p
                        apply(s, p, listed(given[row], legal[row], counts[row], table, how), dice[i, 0])
                        f.length += 1
                        left = able & ~(1 << p)
                        able = actors(s)
                        if able == 0 or able != left:  # these choices are not sealed, or all are made
                            break
                ask(s, f, dice[i, 1], how)
            settle(s, f, how)
            if f.able == 0 and how.autoreset:
                f.number += how.stride
                states[i] = fresh[0]
                renew(s, f, dice[i, 0], dice[i, 1], how)
        show_rows(first, last, 1, board)

    return Loops(begin, take_up, show_rows, step, step_together, draw, roll_loop(rules, moves))


@rule
def draw(first: int, last: int, together: int, given: Any, board: Any) -> None:
    """A legal action by chance for each row, in the way in which actions are given."""
    dice, counts, legal, slots, how = board.dice, board.counts, board.legal, board.slots, board.settings[0]
    each = how.seats if together else 1
    for row in range(first * each, last * each):
        given[row] = 0
        if counts[row]:
            pick = throw(dice[row // each, 1], counts[row])
            given[row] = pick if how.by == BY_INDEX else legal[row, pick]
            if how.by == BY_TABLE:
                given[row] = slots[slot_of(given[row], how)]


@cache
def feature_loop(game: Game, seats: int, packed: bool) -> Callable[..., Any]:
    """How legal actions become columns."""
    made = action_columns(game, seats, packed)
    encode, size = made.encode, made.size

    @rule
    def feature(first: int, last: int, together: int, before: Any, features: Any, board: Any) -> None:
        """Fill the columns of all legal actions; of those that were there before, what is not needed is emptied."""
        counts, legal, facts = board.counts, board.legal, board.facts
        each = board.settings[0].seats if together else 1
        for row in range(first * each, last * each):
            seat = row % each if together else facts[row].turn
            for k in range(counts[row]):
                encode(legal[row, k], seat, features[row, k])
            for k in range(counts[row], before[row]):
                for c in range(size):
                    features[row, k, c] = 0
            before[row] = counts[row]

    return feature


def roll_loop(rules: Rules, moves: MoveRules) -> Callable[..., Any]:
    """How positions are played out by chance."""
    actors, apply, legal, score, winners, whose = (
        rules.actors, rules.apply, rules.legal, rules.score, rules.winners, moves.whose,
    )  # fmt: skip
    most = rules.MOST_LEGAL

    @rule
    def play_out(s: Any, dice: Any, choice: Any, out: Any, how: Any, worth: Any) -> None:
        """Play one game to its end; what it brings each seat."""
        for p in range(how.seats):
            worth[p] = -score(s, p) if how.points else 0.0
        able, steps = actors(s), 0
        while able and (how.limit == 0 or steps < how.limit):
            seat = whose(s, able, choice, 1)
            n = legal(s, seat, out)
            if n > most:
                how.needed = n
                n = most
            apply(s, seat, out[throw(choice, n)], dice)
            able = actors(s)
            steps += 1
        won = winners(s) if able == 0 else 0
        for p in range(how.seats):
            if how.points:
                worth[p] += score(s, p)
            elif (won >> p) & 1:
                worth[p] = 1.0 / count(won)

    @rule
    def roll(
        first: int, last: int, each: int, seed: int, worth: Any, desk: Any, dice: Any, out: Any, board: Any
    ) -> None:
        """Play games out, each several times; a part of the desk, dice and list for each of them."""
        how = board.settings[0]
        for i in range(first, last):
            for k in range(each):
                at = i * each + k
                desk[i] = board.states[i]
                reseed(dice[i, 0], seed, at, ROLLED)
                reseed(dice[i, 1], seed, at, ROLL_CHOICE)
                play_out(desk[i], dice[i, 0], dice[i, 1], out[i], how, worth[at])

    return roll
