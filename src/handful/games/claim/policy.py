"""How a bot plays CLAIM: it declares its best suit at once, builds and denies sequences, and calls as soon as it pays.

It takes every showdown that pays, and from the floor what somebody who acts later could use. The policy
looks at nothing but the seat's own hand and what is public.
"""

from __future__ import annotations

from random import Random

from handful.cards import ACE, NO_CARD, STANDARD, SUIT_NAMES, members, of_suit, pretty, rank_of, suit_of
from handful.games.claim.actions import declared_cards, open_suits, showdown_refusal, spent
from handful.games.claim.knowledge import knowledge
from handful.games.claim.scoring import declared_score, sequences, undeclared_score
from handful.games.claim.settlement import final_score
from handful.games.claim.state import (
    BLITZ,
    DECK_SIZE,
    DECLARATION,
    DECLARE,
    DECLARE_NOTHING,
    FLOOR,
    HOLD,
    PASS,
    SHOW,
    SHOWDOWN,
    TAKE,
    State,
)
from handful.kernel import Dice, count, highest, lowest, rule
from handful.observe import View
from handful.policy import Hidden, Policy, Settings, Weights, as_seen, index_of, lay, moved

HUNDRED = 100
"""The policy counts in hundredths of a point."""
GROWTH = 10
"""What a point that one more card can bring is worth, with ten floor rounds to come."""
FAR = 10
"""More floor rounds than these do not add to the hope for cards."""
NEED = 65 * HUNDRED
"""What a showdown must bring from the others together."""
HIDDEN_DECLARED = -2 * HUNDRED
HIDDEN_BESIDE = 4 * HUNDRED
"""What a hidden card of a declared player adds to the score that is seen, and for each seen card of the suit."""
HIDDEN_UNDECLARED = -8 * HUNDRED
BELIEVED, SUSPICION = 0, 2 * HUNDRED
"""What a card of their suit is thought to bring to a later player, for each of its pips, beside what is seen: by most
players, and by one who suspects them. Who suspects denies more, which is the better for it the fewer others do so."""

CARELESS = 0.25
"""How often an easy bot does not think about what it declares or takes."""
HESITANT = 0.5
"""How often an easy bot lets a showdown go."""
FORGOTTEN = 0.6
"""How often an easy bot has forgotten which cards another player took."""

OF_SUIT = (1.0, 50.0, 10.0, 4.0)
"""By the number of hidden cards of a declared player: how much likelier one of the declared suit is among them."""

USUAL = 160
"""How far a deal usually moves two budgets apart."""
ROOTS = tuple(round(n**0.5 * USUAL) for n in range(51))
"""By the deals that are left: how far the budgets can still move apart."""


# ---------------------------------------------------------------- what is good


@rule
def unseen_by(s: State, seat: int) -> int:
    """The cards that a seat has never seen."""
    seen = s.hands[seat] | s.discards | s.bottom
    for p in range(s.seats):
        seen |= s.certain[p]
    if s.floor != NO_CARD:
        seen |= 1 << s.floor
    return STANDARD & ~seen


@rule
def outlook(s: State, hand: int, suit: int, unseen: int) -> int:
    """What a hand scores in a suit, and what one more card of those unseen can add."""
    base = sequences(hand, suit, s.wrap, s.singles)
    more = 0
    rest = unseen & of_suit(suit)
    while rest:
        more += sequences(hand | (rest & -rest), suit, s.wrap, s.singles) - base
        rest &= rest - 1
    rounds = min(s.floor_rounds - s.floor_round, FAR)
    return HUNDRED * declared_score(hand, suit, s.wrap, s.singles) + GROWTH * more * rounds // FAR


@rule
def best_suit(s: State, seat: int, suits: int) -> int:
    """Of some suits, one bit each, that with the best outlook."""
    unseen = unseen_by(s, seat)
    best = lowest(suits)
    most = outlook(s, s.hands[seat], best, unseen)
    for suit in range(best + 1, 4):
        if (suits >> suit) & 1:
            worth = outlook(s, s.hands[seat], suit, unseen)
            if worth > most:
                best = suit
                most = worth
    return best


@rule
def expected(s: State, seat: int) -> int:
    """What another player is likely to score now, by the cards that everybody knows."""
    seen = s.certain[seat]
    lie_hidden = count(s.hands[seat]) - count(seen)
    if not (s.declared >> seat) & 1:
        return HUNDRED * undeclared_score(seen, s.wrap) + HIDDEN_UNDECLARED * lie_hidden
    suit = s.suits[seat]
    each = HIDDEN_DECLARED + HIDDEN_BESIDE * count(seen & of_suit(suit))
    return HUNDRED * declared_score(seen, suit, s.wrap, s.singles) + each * lie_hidden


@rule
def pays(s: State, seat: int) -> int:
    """Whether a showdown is likely to bring enough; in the last floor round, whether nobody is likely to score more."""
    mine = HUNDRED * final_score(s, seat)
    gain = 0
    best = -HUNDRED * HUNDRED
    for p in range(s.seats):
        if p != seat:
            score = expected(s, p)
            gain += mine - score
            best = max(best, score)
    if s.phase == FLOOR and s.floor_round == s.floor_rounds:
        return 1 if mine > best else 0
    return 1 if gain > max(NEED - max(best, 0), 0) else 0


@rule
def denied(s: State, seat: int, suspicion: int) -> int:
    """The most that the floor card is likely to bring to one of those who act later."""
    most = 0
    suit = suit_of(s.floor)
    p = (seat + 1) % s.seats
    while p != s.first:
        if (s.declared >> p) & 1 and s.suits[p] == suit:
            seen = s.certain[p]
            with_it = sequences(seen | (1 << s.floor), suit, s.wrap, s.singles)
            brings = HUNDRED * (with_it - sequences(seen, suit, s.wrap, s.singles))
            most = max(most, brings + suspicion * rank_of(s.floor))
        p = (p + 1) % s.seats
    return most


@rule
def floor_wish(s: State, seat: int, suspicion: int) -> int:
    """Take the floor card for the highest card off suit if that and what it denies to others is worth it, or pass."""
    suit = s.suits[seat]
    if s.floor == NO_CARD or suit < 0:
        return PASS
    unseen = unseen_by(s, seat)
    hand = s.hands[seat]
    off_suit = hand & ~s.shown[seat] & ~of_suit(suit)
    action = highest(off_suit) if off_suit else TAKE
    after = hand | (1 << s.floor)
    if off_suit:
        after &= ~(1 << action)
    gain = outlook(s, after, suit, unseen) - outlook(s, hand, suit, unseen)
    return action if gain + denied(s, seat, suspicion) > 0 else PASS


@rule
def wish(s: State, seat: int, suspicion: int) -> int:
    """What a seat would do, if it suspects so much of those who act later."""
    if s.phase == DECLARATION:
        return DECLARE + best_suit(s, seat, 15)
    may_call = 0
    if not spent(s) and showdown_refusal(s, seat) == 0:
        may_call = pays(s, seat)
    if s.phase == BLITZ:
        return SHOWDOWN if may_call else HOLD
    suits = open_suits(s, seat)
    if suits:
        return DECLARE + best_suit(s, seat, suits)
    if may_call:
        return SHOWDOWN
    return PASS if spent(s) else floor_wish(s, seat, suspicion)


@rule
def likely(s: State, seat: int, out: list[int], n: int, dice: Dice) -> int:
    """Where the wish of a seat stands in the list."""
    return index_of(out, n, wish(s, seat, BELIEVED))


@rule
def worth_a_try(s: State, seat: int, action: int) -> int:
    """Not to discard from the own suit, and to show nothing or, in phase 1, all cards of the suit."""
    if action < DECK_SIZE:
        return 0 if s.suits[seat] == suit_of(action) else 1
    if action < DECLARE:
        return 1 if action < SHOW else 0
    shown = declared_cards(action)
    return 1 if shown == 0 or shown == s.hands[seat] & of_suit(action & 3) else 0


@rule
def shortlist(s: State, seat: int, out: list[int], n: int) -> int:
    """The actions that are worth a try."""
    kept = 0
    for i in range(n):
        if worth_a_try(s, seat, out[i]):
            kept = moved(out, i, kept)
    return kept


# ---------------------------------------------------------------- levels


def choose(view: View, legal: list[int], level: str, rng: Random) -> tuple[int, str]:
    """Choose an action, and say why."""
    s = as_seen(view, State)
    if level == "easy":
        return easily(view, s, legal, rng)
    action = wish(s, view.seat, SUSPICION if level == "hard" else BELIEVED)
    return action, explain(view, action, 0.0)


def easily(view: View, s: State, legal: list[int], rng: Random) -> tuple[int, str]:
    """What an easy bot does: it thinks of its own hand only, forgets what others took, and is slow to call."""
    if rng.random() < CARELESS and PASS in legal and view.floor != NO_CARD and (view.declared >> view.seat) & 1:
        return PASS, "I let that one go."
    for seat in range(view.seats):
        if seat != view.seat and rng.random() < FORGOTTEN:
            s.certain[seat] = s.shown[seat]
    if view.turn >= 0:
        s.first = (view.seat + 1) % view.seats  # nobody seems to act later
    action = wish(s, view.seat, BELIEVED)
    if action >= DECLARE and rng.random() < CARELESS:
        suits = [one for one in legal if DECLARE <= one < DECLARE + 4 and view.hands[view.seat] & of_suit(one & 3)]
        return (rng.choice(suits), "I like that suit.") if suits else (action, explain(view, action, 0.0))
    if action == SHOWDOWN and rng.random() < HESITANT:
        action = HOLD if view.phase == BLITZ else floor_wish(s, view.seat, BELIEVED)
    return action, explain(view, action, 0.0)


def explain(view: View, action: int, chance: float) -> str:
    """Why an action is chosen; the chance that a search has found for it makes no better sentence."""
    if action == SHOWDOWN:
        return calling(view)
    if action == DECLARE_NOTHING:
        return "No suit is worth a declaration yet."
    if action >= DECLARE:
        return f"In {SUIT_NAMES[action & 3]} my hand can grow best."
    if action >= SHOW:
        return f"{pretty(action - SHOW)} may keep the others from calling."
    if action == HOLD:
        return "My hand can still grow."
    if action == PASS:
        return "The floor card is gone, and it is too early to call." if view.floor == NO_CARD else passing(view)
    return taking(view, action)


def calling(view: View) -> str:
    """Why a seat calls the showdown."""
    if pays(as_seen(view, State), view.seat):
        return "I am well enough ahead of what I see and expect of the others."
    return "Somebody who has more would call soon, and I still gain from those who have less."


def passing(view: View) -> str:
    """Why a seat lets the floor card lie."""
    return f"{pretty(view.floor)} is of no use to me, and I need not keep it from others."


def taking(view: View, action: int) -> str:
    """Why a seat takes the floor card, and perhaps parts with another."""
    floor = pretty(view.floor)
    if suit_of(view.floor) == view.suits[view.seat]:
        return f"I can use {floor}" + (" and part with nothing." if action == TAKE else f" and not {pretty(action)}.")
    if action != TAKE and rank_of(action) > rank_of(view.floor):
        return f"{floor} costs me less than {pretty(action)}."
    return f"I would rather not leave {floor} to somebody after me."


# ---------------------------------------------------------------- search


def hidden(view: View) -> Hidden:
    """The cards that were never seen lie in the other hands or in the pile."""
    known = knowledge(view)
    unseen = STANDARD & ~known.gone & ~view.hands[view.seat]
    for cards in known.holds:
        unseen &= ~cards
    others = [seat != view.seat for seat in range(view.seats)]
    sizes = [size - cards.bit_count() for size, cards in zip(view.hands_size, known.holds, strict=True)]
    return Hidden(
        cards=unseen,
        sizes=(*(size * yes for size, yes in zip(sizes, others, strict=True)), view.left),
        may_hold=(*(cards & unseen if yes else 0 for cards, yes in zip(known.may_hold, others, strict=True)), unseen),
        some_of=(*known.some_of, ()),
    )


def weights(view: View) -> Weights:
    """Who has declared a suit most likely holds cards of it, and of the others rather low ones than high ones."""
    rows = [[1.0] * (view.seats + 1) for _ in range(STANDARD.bit_length() + 2)]
    for seat in members(view.declared & ~(1 << view.seat)):
        lie_hidden = view.hands_size[seat] - view.certain[seat].bit_count()
        likelier = OF_SUIT[min(lie_hidden, len(OF_SUIT) - 1)]
        for card in range(DECK_SIZE):
            low = (2 * ACE - rank_of(card)) / (2 * ACE)
            rows[card][seat] = likelier if suit_of(card) == view.suits[seat] else low
    return rows


@rule
def hold(s: State, seat: int, cards: int) -> None:
    """Put cards into a hand."""
    s.hands[seat] = cards


@rule
def imagine(s: State, me: int, rest: int, dice: Dice) -> None:
    """Known cards go to the dealt ones, the rest into the pile; sealed choices are what the policy would choose."""
    lay(s.pile, rest, dice)
    for p in range(s.seats):
        if p != me:
            s.hands[p] |= s.certain[p]
            if (s.answered >> p) & 1:
                s.choices[p] = wish(s, p, BELIEVED)


@rule
def mark(s: State) -> int:
    """The deal."""
    return s.deal


@rule
def resting(s: State, mark: int) -> int:
    """A world is played on to the settlement."""
    return 1 if s.over or s.deal != mark else 0


@rule
def lead(s: State, seat: int) -> int:
    """By how much a budget is above the best of the others."""
    best = s.budgets[(seat + 1) % s.seats]
    for p in range(s.seats):
        if p != seat:
            best = max(best, s.budgets[p])
    return s.budgets[seat] - best


@rule
def win_chance(s: State, seat: int) -> int:
    """About the chance to win the match, of 1000."""
    if s.over:
        return 1000 // count(s.winners) if (s.winners >> seat) & 1 else 0
    ahead = lead(s, seat)
    spread: int = abs(ahead) + ROOTS[s.deals - s.deal + 1]
    return 500 + 500 * ahead // spread


@rule
def weigh(s: State, before: State, seat: int) -> int:
    """What the deal brought against the others, and the chance to win the match."""
    change = 0
    for p in range(s.seats):
        moved = s.budgets[p] - before.budgets[p]
        change += 3 * moved if p == seat else -moved
    return (7 * max(0, min(1000, 500 + change // 6)) + 3 * win_chance(s, seat)) // 10


SETTINGS = Settings(enough=400, dropped=4.0, clearly=2.5)
"""Most actions come to the same, and now and then to something very different: it takes many worlds to see which."""

POLICY = Policy(
    likely, hold, imagine, mark, resting, weigh, hidden, choose, explain,
    shortlist=shortlist, weights=weights, settings=SETTINGS,
)  # fmt: skip
