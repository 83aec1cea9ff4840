"""What the searcher of a hard bot must know of Half Suit: the unseen cards, what is worth a try, and how others play.

The first guess follows from the exact odds of all deals that are possible. The best few ideas are then tried in many
of these deals, each played on to its end by a policy that looks at nothing but the seat's own hand and what is public:
hand sizes, where cards went, what was asked in vain, and of which half suits a hand must hold one.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Protocol

from handful.cards import WITH_JOKERS, members
from handful.game import Hidden, View
from handful.games.half_suit.judgement import SURE, Odds, ask_worth, needed
from handful.games.half_suit.knowledge import knowledge
from handful.games.half_suit.rules import points
from handful.games.half_suit.state import (
    CLAIM,
    COUNTER,
    HALF_SUIT_COUNT,
    HALF_SUIT_SIZE,
    HALF_SUITS,
    PLACE,
    PLAYERS,
    State,
    out_of_play,
    whole_half_suits,
)
from handful.kernel import Dice, count, lowest, rule

CLEARLY = 1.0
MOST_STEPS = 1200
DEALT = 600
"""Deals from which the chance of a claim is read off."""
ASKS_TRIED, CLAIMS_TRIED = 6, 4
SAFE_CLAIM = 0.97
"""How likely a claim must be to be the first guess."""
WORTH_A_CLAIM = 0.75
"""How likely a claim must be to be tried while there is something to hope for in an ask."""
TO_BE_COUNTERED = 0.75
"""For what chance a claim is taken that the opponents must counter: they certainly hold it all, and hardly know how."""
LEANS = 1.5
"""How much likelier each card makes it that a hand asks for others of its half suit."""

CERTAIN = 1000
"""The chance of what is certain, in the rules below."""
NEARER = 150
"""What each card of the half suit that is known to be with the team adds to the worth of an ask."""
WEAKER = 40
"""What each card of the opponent who is asked takes from it if the ask misses: the turn should go to a small hand."""
LIKELY = 500
"""From which chance on a half suit is claimed. The true chance is higher, for here cards are taken one by one."""


class Deals(Protocol):
    """All deals that are possible."""

    def odds(self) -> list[list[float]]:
        """By card, then by place: how likely it lies there."""

    def sample(self, n: int, seed: int) -> Any:
        """By deal, then by place: the cards there."""


def hidden(view: View) -> Hidden:
    """The cards in the five other hands; there is no rest."""
    known = knowledge(view)
    others = [seat != view.seat for seat in range(PLAYERS)]
    return Hidden(
        cards=WITH_JOKERS & ~known.gone & ~view.hands[view.seat],
        room=(*(size * yes for size, yes in zip(view.hands_size, others, strict=True)), 0),
        may_hold=(*(cards * yes for cards, yes in zip(known.may_hold, others, strict=True)), 0),
        some_of=(*(sets * yes for sets, yes in zip(known.some_of, others, strict=True)), ()),
    )


def weights(view: View) -> list[list[float]]:
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
    odds = with_own_hand(view, deals.odds())
    asks = [ask for ask in legal if ask < PLACE and needed(view) > 0]
    asks.sort(key=lambda ask: -ask_worth(view, odds, ask))
    sure = [ask for ask in asks if odds[ask & 63][ask >> 6] > SURE]
    if sure:  # the turn goes on: there is nothing better
        return sure[:1]
    hopeful = any(odds[ask & 63][ask >> 6] for ask in asks)
    claims = claims_to_try(view, legal, hands, min(WORTH_A_CLAIM, needed(view)) if hopeful else 0.0)
    safe = [action for action, chance in claims.items() if chance >= SAFE_CLAIM]
    return list(dict.fromkeys([*safe, *asks[:ASKS_TRIED], *claims]))


def with_own_hand(view: View, odds: Odds) -> Odds:
    """Odds that know the own hand too."""
    for card in members(view.hands[view.seat]):
        odds[card][view.seat] = 1.0
    return odds


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
def imagine(s: State, me: int, rest: int, dice: Dice) -> None:
    """With the hands dealt nothing is hidden."""


@rule
def mark(s: State) -> int:
    """A playout goes on to the end of the game."""
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


@rule
def unseen_by(s: State, me: int) -> int:
    """The cards of which a seat does not know the hand by sight."""
    seen = out_of_play(s) | s.hands[me]
    for p in range(PLAYERS):
        seen |= s.taken[p]
    return WITH_JOKERS & ~seen


@rule
def possible(s: State, me: int, unseen: int, p: int) -> int:
    """Which of the unseen cards another hand can hold."""
    if p == me or count(s.hands[p]) == count(s.taken[p]):
        return 0
    return unseen & ~s.lacks[p]


@rule
def with_one_holder(s: State, me: int, unseen: int) -> int:
    """The unseen cards that only one hand can hold."""
    once = 0
    twice = 0
    for p in range(PLAYERS):
        cards = possible(s, me, unseen, p)
        twice |= once & cards
        once |= cards
    return once & ~twice


@rule
def certainly_with(s: State, me: int, unseen: int, single: int, p: int) -> int:
    """The cards that a hand certainly holds."""
    return s.hands[me] if p == me else s.taken[p] | (single & possible(s, me, unseen, p))


@rule
def certainly_with_team(s: State, me: int, unseen: int, single: int, team: int) -> int:
    """The cards that a team certainly holds."""
    cards = 0
    for p in range(team, PLAYERS, 2):
        cards |= certainly_with(s, me, unseen, single, p)
    return cards


@rule
def densities(s: State, me: int, unseen: int) -> int:
    """By seat, ten bits each: how much of each card that it can hold is there, but for those that it must hold."""
    packed = 0
    for p in range(PLAYERS):
        cards = possible(s, me, unseen, p)
        if cards:
            free = count(s.hands[p]) - count(s.taken[p]) - count(s.some[p]) // HALF_SUIT_SIZE
            packed |= max(1, min(CERTAIN, CERTAIN * free // count(cards))) << 10 * p
    return packed


@rule
def share(s: State, packed: int, unknown: int, single: int, p: int, card: int) -> int:
    """How much of a card is likely to be with a seat, before all hands are put together.

    Of its half suit some cards are in unknown hands, and some are known to be with the single hand that can hold them.
    """
    density = (packed >> 10 * p) & 1023
    cards = unknown & ~s.lacks[p]
    if not density or not (cards >> card) & 1:
        return 0
    if s.some[p] & cards and not s.some[p] & single & ~s.lacks[p]:
        among = count(cards)
        return (CERTAIN + (among - 1) * density) // among
    return density


@rule
def all_shares(s: State, packed: int, unknown: int, single: int, card: int) -> int:
    """The sum of all hands' shares in a card."""
    total = 0
    for p in range(PLAYERS):
        total += share(s, packed, unknown, single, p, card)
    return max(total, 1)


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
def best_ask(s: State, me: int, packed: int, ours: int, unknown: int, single: int) -> int:
    """The ask for a card in an unknown hand that is worth most; -1 if there is none."""
    best = -1
    best_worth = 0
    wanted = whole_half_suits(s.hands[me]) & unknown
    while wanted:
        half_suit = whole_half_suits(wanted & -wanted)
        rest = wanted & half_suit
        wanted &= ~half_suit
        bonus = CERTAIN + NEARER * count(ours & half_suit)
        among = rest
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            total = all_shares(s, packed, among, single & half_suit, card)
            for p in range(1 - (me & 1), PLAYERS, 2):
                chance = CERTAIN * share(s, packed, among, single & half_suit, p, card) // total
                worth = bonus + chance - (CERTAIN - chance) * WEAKER * count(s.hands[p]) // CERTAIN
                if chance and worth > best_worth:
                    best_worth = worth
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
    """The index of the step of a claim that names the likeliest holder, in a regular claim one of the team."""
    card = out[0] & 63
    half_suit = whole_half_suits(1 << card)
    unknown = half_suit & unseen & ~single
    best = 0
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
            best = i
    return best


@rule
def index_of(out: list[int], n: int, action: int) -> int:
    """Where an action is in a list; 0 if it is not there."""
    for i in range(n):
        if out[i] == action:
            return i
    return 0


@rule
def sensible(s: State, me: int, asking: int, unseen: int, single: int, packed: int) -> int:
    """A certain ask, for the turn goes on; else a likely claim, or the ask that is worth most; -1 if there is none."""
    ours = certainly_with_team(s, me, unseen, single, me & 1)
    theirs = certainly_with_team(s, me, unseen, single, 1 - (me & 1))
    ask = -1
    if asking:
        sure = whole_half_suits(s.hands[me]) & theirs
        if sure:
            return sure_ask(s, me, unseen, single, ours, sure)
        ask = best_ask(s, me, packed, ours, unseen & ~single, single)
    claim = best_claim(s, me, packed, ours, theirs, single, LIKELY if ask >= 0 else 0)
    return claim if claim >= 0 else ask


@rule
def likely(s: State, seat: int, out: list[int], n: int, dice: Dice) -> int:
    """What a sensible player does who knows the own hand and what is public."""
    if out[0] == COUNTER:
        return 0
    unseen = unseen_by(s, seat)
    single = with_one_holder(s, seat, unseen)
    packed = densities(s, seat, unseen)
    if s.placer >= 0:
        return likeliest_holder(s, seat, out, n, unseen, single, packed)
    return index_of(out, n, sensible(s, seat, 1 if out[0] < PLACE else 0, unseen, single, packed))
