"""How a bot plays Half Suit: it asks where a hit is likeliest and claims what it knows.

A hard bot has exact odds beside, and tries the best ideas in many worlds.
"""

from __future__ import annotations

import math
from collections import Counter
from random import Random
from typing import Any

from handful.cards import WITH_JOKERS, members, pretty
from handful.games.half_suit.knowledge import knowledge
from handful.games.half_suit.odds import (
    CERTAIN,
    alike,
    all_shares,
    certainly_with,
    certainly_with_team,
    densities,
    share,
    unseen_by,
    with_one_holder,
)
from handful.games.half_suit.rules import points
from handful.games.half_suit.state import (
    CLAIM,
    COUNTER,
    HALF_SUIT_COUNT,
    HALF_SUITS,
    PLACE,
    PLAYERS,
    State,
    out_of_play,
    whole_half_suits,
)
from handful.games.half_suit.words import HALF_SUIT_NAMES
from handful.kernel import Dice, count, lowest, rule
from handful.observe import View
from handful.policy import Deals, Hidden, Policy, Settings, Weights, as_seen, index_of

NEARER = 150
"""What each card of the half suit that is with the team adds to the worth of an ask."""
WEAKER = 40
"""What each card of the opponent who is asked takes from it if the ask misses: the turn should go to a small hand. Only
a hard bot thinks of that."""
STALE_ASKS, STALE_MISSES = 60, 20
"""After so many asks, or misses in a row, without a claim a bot begins to guess; after so many again it must."""
LIKELY = 500
"""From which chance on a half suit is claimed where a world is played on. The true chance of the claim is higher, for
here cards are taken one by one."""

FORGETFUL = 0.35
"""How often an easy bot asks without thought."""

DEALT = 600
"""Deals from which the chance of a claim is read off."""
ASKS_TRIED, CLAIMS_TRIED = 6, 4
SURE = 0.999
SAFE_CLAIM = 0.97
"""How likely a claim must be to be the first guess."""
WORTH_A_CLAIM = 0.75
"""How likely a claim must be to be tried while there is something to hope for in an ask."""
TO_BE_COUNTERED = 0.75
"""For what chance a claim is taken that the opponents must counter: they certainly hold it all, and hardly know how."""
LEANS = 1.5
"""How much likelier each card makes it that a hand asks for others of its half suit."""


# ---------------------------------------------------------------- what is good


@rule
def ask_worth(hits: int, ours: int, size: int, weaker: int) -> int:
    """What an ask is worth, by its chance, by what the team has of the half suit, and by the size of the asked hand.

    Certain hits come before all others, and what cannot hit after them.
    """
    if hits == 0:
        return -CERTAIN * CERTAIN
    given_away = (CERTAIN - hits) * weaker * size // CERTAIN
    return hits + NEARER * ours // CERTAIN - given_away + (2 * CERTAIN if hits == CERTAIN else 0)


@rule
def needed(s: State, least: int) -> int:
    """How likely a claim must be to be made: so much, but less and less where the game does not go on."""
    by_misses = CERTAIN * (s.misses - STALE_MISSES) // STALE_MISSES
    by_asks = CERTAIN * (s.asks - STALE_ASKS) // STALE_ASKS
    return min(least, CERTAIN - max(by_misses, by_asks))


@rule
def sure_ask(s: State, me: int, unseen: int, single: int, ours: int, sure: int) -> int:
    """A certain hit, of the half suit of which the team has most."""
    most = 0
    wanted = 0
    while sure:
        half_suit = whole_half_suits(sure & -sure)
        if count(half_suit & ours) > most:
            most = count(half_suit & ours)
            wanted = lowest(sure)
        sure &= ~half_suit
    for p in range(1 - (me & 1), PLAYERS, 2):
        if (certainly_with(s, me, unseen, single, p) >> wanted) & 1:
            return p << 6 | wanted
    return 0


@rule
def best_ask(s: State, me: int, packed: int, ours: int, unknown: int, single: int, weaker: int) -> int:
    """The ask for a card in an unknown hand that is worth most; -1 if there is none."""
    best = -1
    most = -CERTAIN * CERTAIN
    wanted = whole_half_suits(s.hands[me]) & unknown
    while wanted:
        half_suit = whole_half_suits(wanted & -wanted)
        rest = wanted & half_suit
        among = rest
        wanted &= ~half_suit
        near = CERTAIN * count(ours & half_suit)
        while rest:
            same = alike(s, rest)
            rest &= ~same
            card = lowest(same)
            total = all_shares(s, packed, among, single & half_suit, card)
            for p in range(1 - (me & 1), PLAYERS, 2):
                hits = CERTAIN * share(s, packed, among, single & half_suit, p, card) // total
                worth = ask_worth(hits, near, count(s.hands[p]), weaker)
                if worth > most:
                    most = worth
                    best = p << 6 | card
    return best


@rule
def claim_chance(s: State, packed: int, unknown: int, single: int, team: int, least: int) -> int:
    """How likely the unknown cards of a half suit lie as one would say, all with a team; it stops below the least."""
    chance = CERTAIN
    rest = unknown
    while rest and chance >= least:
        card = lowest(rest)
        rest &= rest - 1
        most = 0
        for p in range(team, PLAYERS, 2):
            most = max(most, share(s, packed, unknown, single, p, card))
        chance = chance * most // all_shares(s, packed, unknown, single, card)
    return chance


@rule
def best_claim(s: State, me: int, packed: int, ours: int, theirs: int, single: int, least: int) -> int:
    """The likeliest claim; -1 if none has the least chance."""
    best = -1
    gone = out_of_play(s)
    for h in range(HALF_SUIT_COUNT):
        half_suit = HALF_SUITS[h]
        if half_suit & gone:
            continue
        unknown = half_suit & ~ours & ~theirs
        for other in range(2):
            if half_suit & (ours if other else theirs):
                continue
            chance = claim_chance(s, packed, unknown, single & half_suit, (me & 1) ^ other, least)
            if chance >= least:
                least = chance + 1
                best = CLAIM + 2 * h + other
    return best


@rule
def likeliest_holder(s: State, me: int, out: list[int], n: int, unseen: int, single: int, packed: int) -> int:
    """The step of a claim that names the likeliest holder, in a regular claim one of the team."""
    card = out[0] & 63
    half_suit = whole_half_suits(1 << card)
    unknown = half_suit & unseen & ~single
    best = out[0]
    most = -1
    for i in range(n):
        p = (out[i] - PLACE) >> 6
        if not s.for_other and (p & 1) != (me & 1):
            continue
        chance = share(s, packed, unknown, single & half_suit, p, card)
        if (certainly_with(s, me, unseen, single, p) >> card) & 1:
            chance = 2 * CERTAIN
        if chance > most:
            most = chance
            best = out[i]
    return best


@rule
def wish(s: State, me: int, out: list[int], n: int, least: int, weaker: int) -> int:
    """A certain ask, for the turn goes on; else a claim that has the least chance, or the ask that is worth most."""
    if out[0] == COUNTER:
        return COUNTER
    unseen = unseen_by(s, me)
    single = with_one_holder(s, me, unseen)
    packed = densities(s, me, unseen)
    if s.placer >= 0:
        return likeliest_holder(s, me, out, n, unseen, single, packed)
    ours = certainly_with_team(s, me, unseen, single, me & 1)
    theirs = certainly_with_team(s, me, unseen, single, 1 - (me & 1))
    ask = -1
    if out[0] < PLACE:
        sure = whole_half_suits(s.hands[me]) & theirs
        if sure:
            return sure_ask(s, me, unseen, single, ours, sure)
        ask = best_ask(s, me, packed, ours, unseen & ~single, single, weaker)
    claim = best_claim(s, me, packed, ours, theirs, single, needed(s, least) if ask >= 0 else 0)
    return claim if claim >= 0 else ask


@rule
def likely(s: State, seat: int, out: list[int], n: int, dice: Dice) -> int:
    """The wish of a seat that does not wait until it is certain."""
    return index_of(out, n, wish(s, seat, out, n, LIKELY, WEAKER))


# ---------------------------------------------------------------- levels


def choose(view: View, legal: list[int], level: str, rng: Random) -> tuple[int, str]:
    """Choose an action, and say why."""
    if legal == [COUNTER]:
        return COUNTER, "We hold all of it."
    s = with_notes(view)
    if level == "easy" and view.placer < 0 and rng.random() < FORGETFUL:
        possible = [ask for ask in legal if ask < PLACE and not (s.lacks[ask >> 6] >> (ask & 63)) & 1]
        if possible:
            return rng.choice(possible), "I just try."
    action = wish(s, view.seat, legal, len(legal), CERTAIN, WEAKER if level == "hard" else 0)
    return action, reason_for(s, view.seat, action)


def with_notes(view: View) -> State:
    """The table as a seat knows it, with all that it has worked out as if everybody had seen it."""
    s, known = as_seen(view, State), knowledge(view)
    for seat in range(PLAYERS):
        s.taken[seat] = known.holds[seat]
        s.lacks[seat] = WITH_JOKERS & ~known.may_hold[seat]
        s.some[seat] = whole_half_suits(sum(known.some_of[seat]))
    return s


def is_certain(s: State, seat: int, action: int) -> bool:
    """Whether an ask hits, or a claim is right, for certain; by the notes of a seat."""
    if action < PLACE:
        return bool((s.taken[action >> 6] >> (action & 63)) & 1)
    half_suit, team = HALF_SUITS[(action - CLAIM) >> 1], (seat & 1) ^ (action & 1)
    return sum(s.taken[team::2]) & half_suit == half_suit


def reason_for(s: State, seat: int, action: int) -> str:
    """Why a bot does this, in a sentence."""
    card, other = pretty(action & 63), action >> 6
    if PLACE <= action < CLAIM:
        return f"{card} is there, as far as I know."
    if action >= CLAIM:
        name = HALF_SUIT_NAMES[(action - CLAIM) >> 1]
        certain = is_certain(s, seat, action)
        return f"I know where all of {name} is." if certain else f"I must guess, and {name} is what I know best."
    if is_certain(s, seat, action):
        return f"Seat {other} has {card} for certain."
    return f"{card} is likeliest to be with seat {other}."


def explain(view: View, action: int, chance: float) -> str:
    """Why a hard bot prefers this after it has tried it in many worlds."""
    s = with_notes(view)
    if PLACE <= action < CLAIM or is_certain(s, view.seat, action):
        return reason_for(s, view.seat, action)
    if action < PLACE:
        return f"To ask seat {action >> 6} for {pretty(action & 63)} did best in the deals that I think possible."
    name = HALF_SUIT_NAMES[(action - CLAIM) >> 1]
    if action & 1:
        return f"I think that I know who of the others has what of {name}."
    return f"To claim {name} now did best in the deals that I think possible."


# ---------------------------------------------------------------- search


def hidden(view: View) -> Hidden:
    """The cards in the five other hands; there is no rest."""
    known = knowledge(view)
    others = [seat != view.seat for seat in range(PLAYERS)]
    return Hidden(
        cards=WITH_JOKERS & ~known.gone & ~view.hands[view.seat],
        sizes=(*(size * yes for size, yes in zip(view.hands_size, others, strict=True)), 0),
        may_hold=(*(cards * yes for cards, yes in zip(known.may_hold, others, strict=True)), 0),
        some_of=(*(sets * yes for sets, yes in zip(known.some_of, others, strict=True)), ()),
    )


def weights(view: View) -> Weights:
    """Who asked for cards of a half suit probably holds more than the one that the ask has shown."""
    table = [[1.0] * (PLAYERS + 1) for _ in range(54)]
    for seat, shown in enumerate(view.some):
        for card in members(shown):
            table[card][seat] = LEANS
    return table


def candidates(view: View, legal: list[int], guess: int, deals: Deals) -> list[int]:
    """The likeliest step of a claim; else the best ask or claim by exact odds, and others that are worth a try."""
    hands = deals.sample(DEALT, 0)[:, :PLAYERS]
    hands[:, view.seat] = view.hands[view.seat]
    if view.placer >= 0:
        return [likeliest_step(view, legal, hands, guess)]
    odds = deals.odds()
    least = needed(as_seen(view, State), CERTAIN) / CERTAIN
    asks = [ask for ask in legal if ask < PLACE and least > 0]
    asks.sort(key=lambda ask: -exact_ask_worth(view, odds, ask))
    sure = [ask for ask in asks if odds[ask & 63][ask >> 6] > SURE]
    if sure:  # the turn goes on: there is nothing better
        return sure[:1]
    hopeful = any(odds[ask & 63][ask >> 6] for ask in asks)
    claims = claims_to_try(view, legal, hands, min(WORTH_A_CLAIM, least) if hopeful else 0.0)
    safe = [action for action, chance in claims.items() if chance >= SAFE_CLAIM]
    return list(dict.fromkeys([*safe, *asks[:ASKS_TRIED], *claims]))


def exact_ask_worth(view: View, odds: Weights, ask: int) -> int:
    """What an ask is worth by exact odds of the unseen cards."""
    card, other = ask & 63, ask >> 6
    half_suit, own = whole_half_suits(1 << card), view.hands[view.seat]
    mates = [odds[mate][seat] for mate in members(half_suit & ~own) for seat in range(view.seat & 1, PLAYERS, 2)]
    ours = (half_suit & own).bit_count() + sum(mates)
    return ask_worth(math.ceil(CERTAIN * odds[card][other]), round(CERTAIN * ours), view.hands_size[other], WEAKER)


def claims_to_try(view: View, legal: list[int], hands: Any, least: float) -> dict[int, float]:
    """The claims that are likely right, best first, and those that the opponents must counter; each with its chance."""
    chances = {}
    for action in legal:
        if action >= CLAIM:
            half_suit, team = HALF_SUITS[(action - CLAIM) >> 1], (view.seat & 1) ^ (action & 1)
            found = ways_held(half_suit, team, hands)
            chances[action] = max(found.values(), default=0) / len(hands)
            if action & 1 and found.total() == len(hands) and (least <= 0 or is_untold(view, half_suit)):
                chances[action - 1] = TO_BE_COUNTERED
    best = sorted((action for action in chances if chances[action] >= least), key=lambda action: -chances[action])
    return {action: chances[action] for action in best[:CLAIMS_TRIED]}


def is_untold(view: View, half_suit: int) -> bool:
    """Whether nobody has seen any card of a half suit going anywhere."""
    return not any(taken & half_suit for taken in view.taken)


def ways_held(half_suit: int, team: int, hands: Any) -> Counter[tuple[int, ...]]:
    """How often a team holds all of a half suit in which way."""
    parts = hands[:, team::2] & half_suit
    whole = parts[parts.sum(axis=1) == half_suit]
    return Counter(map(tuple, whole.tolist()))


def likeliest_step(view: View, legal: list[int], hands: Any, guess: int) -> int:
    """Who holds the next card of a claim in the commonest deals that agree with what was said so far."""
    team: int = (view.seat & 1) ^ view.for_other
    card, said = legal[0] & 63, view.claimed & ~view.unplaced
    found = ways_held(view.claimed, team, hands)
    agree = [way for way in found if all(way[n] & said == view.placed[team + 2 * n] for n in range(3))]
    if not agree:
        return guess
    way = max(agree, key=lambda way: (found[way], way))
    return next(PLACE + 64 * (team + 2 * n) + card for n in range(3) if (way[n] >> card) & 1)


@rule
def hold(s: State, seat: int, cards: int) -> None:
    """Put cards into a hand."""
    s.hands[seat] = cards


@rule
def imagine(s: State, me: int, rest: int, dice: Dice) -> None:
    """With the hands dealt nothing is hidden."""


@rule
def mark(s: State) -> int:
    """A world is played on to the end of the game."""
    return 0


@rule
def resting(s: State, mark: int) -> int:
    """Nothing to stop for before the end."""
    return s.over


@rule
def weigh(s: State, before: State, seat: int) -> int:
    """To win is what counts; more points are a little better."""
    team = seat & 1
    won = points(s, team)
    return 400 * (1 if won > points(s, 1 - team) else 0) + 65 * won


POLICY = Policy(
    likely, hold, imagine, mark, resting, weigh, hidden, choose, explain,
    candidates=candidates, weights=weights, settings=Settings(clearly=1.0, most_steps=1200),
)  # fmt: skip
