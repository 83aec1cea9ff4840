"""The rules of CLAIM. The numbers in the comments are those of RULES.md beside this module."""

from __future__ import annotations

from handful import kernel
from handful.cards import ACE, NO_CARD, of_rank, rank_of
from handful.games.claim.actions import (
    declarations,
    declared_cards,
    floor_actions,
    floor_refusal,
    is_action,
    showdown_refusal,
)
from handful.games.claim.scoring import highest_value
from handful.games.claim.settlement import reveal, settle
from handful.games.claim.state import (
    ANSWERED,
    BLITZ,
    BLITZ_BEGAN,
    BUDGET,
    CALL_OR_HOLD,
    CHOSE,
    DEAL_BEGAN,
    DEALT,
    DECK_SIZE,
    DECLARATION,
    DECLARE,
    DECLARE_NOTHING,
    DECLARE_OR_NOT,
    DECLARED,
    DISCARDED,
    EVERY_ROUND,
    FLOOR,
    FLOOR_TURNED,
    GAME_ENDED,
    GAME_OVER,
    HAND_SIZE,
    HOLD,
    NO_SUCH_ACTION,
    NOT_YOUR_CARD,
    NOT_YOUR_TURN,
    PASS,
    PASSED,
    PENALIZED,
    RECKONING_BEGAN,
    SANK,
    SHOW,
    SHOWDOWN,
    SHOWDOWN_CALLED,
    SHOWED,
    TAKE,
    TOOK,
    WHEN_TAKEN,
)
from handful.games.claim.state import EVENTS as EVENTS  # noqa: PLC0414 (the rules offer them)
from handful.games.claim.state import REASONS as REASONS  # noqa: PLC0414
from handful.games.claim.state import State as State  # noqa: PLC0414
from handful.kernel import Dice, add, count, lowest, rule, shuffle, tell, throw

SEATS = (4,)
VERSION = 1

MOST_LEGAL = 58
"""In phase 1 at most 1 + 8 + 3 (three cards of one suit). On the floor: a hand grows by at most one card a floor round,
so it is at most 3 + 39 when its seat acts: 42 discards, take, pass and showdown, and 13 cards to show or 4 suits."""


@rule
def start(s: State, dice: Dice) -> None:
    """Give everybody a budget (2.1) and deal."""
    for p in range(s.seats):
        s.budgets[p] = BUDGET
    deal(s, dice)


@rule
def deal(s: State, dice: Dice) -> None:
    """A dealer is drawn, shuffles and deals three cards each; the other 40 are the pile (1.4, 1.5, 1.6, R1)."""
    s.deal += 1
    s.dealer = throw(dice, s.seats)
    tell(s, DEAL_BEGAN, s.deal, s.dealer)
    for i in range(DECK_SIZE):
        s.pile[i] = i
    shuffle(s.pile, DECK_SIZE, dice)
    s.left = DECK_SIZE
    for p in range(s.seats):
        s.hands[p] = 0
        for _ in range(HAND_SIZE):
            s.hands[p] |= 1 << from_pile(s)
        tell(s, DEALT, p, s.hands[p])
        s.certain[p] = 0
        s.shown[p] = 0
        s.choices[p] = -1
        s.accumulated[p] = 0
        s.ceilings[p] = ACE
        s.suits[p] = -1
    s.bottom = 0
    s.discards = 0
    s.floor = NO_CARD
    s.topped = 0
    s.declared = 0
    s.floor_round = 0
    s.first = -1
    s.turn = -1
    s.declaring = 0
    s.answered = 0
    s.phase = DECLARATION


@rule
def from_pile(s: State) -> int:
    """The top card of the pile, taken off."""
    s.left -= 1
    top = s.pile[s.left]
    s.pile[s.left] = NO_CARD
    return top


@rule
def actors(s: State) -> int:
    """Who may act: all who have yet to choose (3.1), the declared who have yet to answer (R5), or who is on turn."""
    if s.over:
        return 0
    if s.phase == FLOOR:
        return 1 << s.turn
    able = (1 << s.seats) - 1 if s.phase == DECLARATION else s.declared
    return able & ~s.answered


@rule
def check(s: State, seat: int, action: int) -> int:
    """Why this action is refused, or 0."""
    if s.over:
        return GAME_OVER
    if seat < 0 or seat >= s.seats or not (actors(s) >> seat) & 1:
        return NOT_YOUR_TURN
    if not is_action(action):
        return NO_SUCH_ACTION
    if s.phase == FLOOR:
        return floor_refusal(s, seat, action)
    if s.phase == BLITZ:
        if action == SHOWDOWN:
            return showdown_refusal(s, seat)
        return 0 if action == HOLD else CALL_OR_HOLD
    if action < DECLARE:
        return 0 if action == DECLARE_NOTHING else DECLARE_OR_NOT
    return NOT_YOUR_CARD if declared_cards(action) & ~s.hands[seat] else 0


@rule
def legal(s: State, seat: int, out: list[int]) -> int:
    """Every action that `check` allows, lowest first."""
    if seat < 0 or seat >= s.seats or not (actors(s) >> seat) & 1:
        return 0
    if s.phase == FLOOR:
        return floor_actions(s, seat, out)
    if s.phase == DECLARATION:
        return declarations(s, seat, out)
    n = add(out, 0, HOLD)
    return add(out, n, SHOWDOWN) if showdown_refusal(s, seat) == 0 else n


@rule
def apply(s: State, seat: int, action: int, dice: Dice) -> None:
    """Do a legal action."""
    if s.phase != FLOOR:
        choose(s, seat, action, dice)
    elif action >= DECLARE:
        declare(s, seat, action - DECLARE)
        s.declaring = 1
    elif action >= SHOW:
        show(s, seat, action - SHOW)
    elif action == SHOWDOWN:
        call_showdown(s, seat, dice)
    elif action == PASS:
        tell(s, PASSED, seat)
        end_turn(s, seat, 1, dice)
    else:
        take(s, seat, action)
        end_turn(s, seat, 0, dice)


@rule
def choose(s: State, seat: int, action: int, dice: Dice) -> None:
    """Choose, sealed until all have (3.1, R2, R5)."""
    s.choices[seat] = action
    s.answered |= 1 << seat
    tell(s, CHOSE, seat)
    if actors(s):
        return
    s.answered = 0
    if s.phase == BLITZ:
        open_answers(s, dice)
        return
    open_declarations(s)
    if s.declared:
        s.phase = BLITZ
        tell(s, BLITZ_BEGAN, s.declared)
    else:  # R5: nobody declared, no blitz
        turn_floor_card(s, dice)


@rule
def open_declarations(s: State) -> None:
    """All declarations at once; then the undeclared take their penalty (3.2, 3.3, R3)."""
    for p in range(s.seats):
        if s.choices[p] >= DECLARE:
            declare(s, p, s.choices[p] & 3)
            rest = declared_cards(s.choices[p])
            while rest:
                show(s, p, lowest(rest))
                rest &= rest - 1
        s.choices[p] = -1
    for p in range(s.seats):
        if not (s.declared >> p) & 1:
            penalize(s, p)


@rule
def open_answers(s: State, dice: Dice) -> None:
    """The blitz: of several callers the first in a random order has the showdown (4.6, R5)."""
    callers = 0
    for p in range(s.seats):
        if (s.declared >> p) & 1:
            called = 1 if s.choices[p] == SHOWDOWN else 0
            tell(s, ANSWERED, p, called)
            callers |= called << p
        s.choices[p] = -1
    if callers == 0:
        turn_floor_card(s, dice)
        return
    if callers & (callers - 1):
        for _ in range(throw(dice, count(callers))):
            callers &= callers - 1
    call_showdown(s, lowest(callers), dice)


@rule
def declare(s: State, seat: int, suit: int) -> None:
    """Commit a seat to a suit, for the rest of the deal (4.2)."""
    s.suits[seat] = suit
    s.declared |= 1 << seat
    tell(s, DECLARED, seat, suit)


@rule
def show(s: State, seat: int, card: int) -> None:
    """Place a card face-up; it stays in the hand (4.3, R2)."""
    lose_hidden(s, seat, card)
    s.shown[seat] |= 1 << card
    s.certain[seat] |= 1 << card
    tell(s, SHOWED, seat, card)


@rule
def lose_hidden(s: State, seat: int, card: int) -> None:
    """A card that was perhaps the one a penalty spoke of is now seen: whether there is another is open."""
    if not (s.certain[seat] >> card) & 1 and rank_of(card) == s.ceilings[seat]:
        s.topped &= ~(1 << seat)


@rule
def penalize(s: State, seat: int) -> None:
    """An undeclared player's penalty: the highest card (3.3, 3.4, R3); it goes to nobody."""
    points = highest_value(s.hands[seat])
    s.accumulated[seat] += points
    if s.penalties == WHEN_TAKEN:  # R8
        s.budgets[seat] -= points
        s.forfeited += points
    tell(s, PENALIZED, seat, points, s.accumulated[seat])
    if s.certain[seat] & of_rank(points):
        s.ceilings[seat] = min(s.ceilings[seat], points)
    else:
        s.ceilings[seat] = points
        s.topped |= 1 << seat


@rule
def turn_floor_card(s: State, dice: Dice) -> None:
    """Begin a floor round (3.5, 3.8, R1), or reckon after the last (R11).

    The pile has a card for each of the at most 40 rounds; when it is empty they are over.
    """
    if s.floor_round == s.floor_rounds:
        reckon(s, dice)
        return
    if s.floor_round:
        s.dealer = throw(dice, s.seats)
    s.floor_round += 1
    s.floor = from_pile(s)
    s.first = throw(dice, s.seats)
    s.turn = s.first
    s.phase = FLOOR
    tell(s, FLOOR_TURNED, s.floor_round, s.dealer, s.floor, s.first)


@rule
def take(s: State, seat: int, action: int) -> None:
    """Pick up the floor card, and perhaps discard another (3.6, R4)."""
    taken = 1 << s.floor
    s.hands[seat] |= taken
    s.certain[seat] |= taken
    tell(s, TOOK, seat, s.floor)
    s.floor = NO_CARD
    if action != TAKE:
        lose_hidden(s, seat, action)
        s.hands[seat] &= ~(1 << action)
        s.certain[seat] &= ~(1 << action)
        s.discards |= 1 << action
        tell(s, DISCARDED, seat, action)


@rule
def end_turn(s: State, seat: int, passed: int, dice: Dice) -> None:
    """An undeclared player is penalized (3.4, R3); then the next acts, or the floor round is over (3.7)."""
    if not (s.declared >> seat) & 1 and (passed or s.penalty == EVERY_ROUND):
        penalize(s, seat)
    s.declaring = 0
    s.turn = (seat + 1) % s.seats
    if s.turn != s.first:
        return
    if s.floor != NO_CARD:
        s.bottom |= 1 << s.floor
        tell(s, SANK, s.floor)
        s.floor = NO_CARD
    turn_floor_card(s, dice)


@rule
def call_showdown(s: State, caller: int, dice: Dice) -> None:
    """All reveal their hands, and the caller settles (6.1, R9)."""
    tell(s, SHOWDOWN_CALLED, caller)
    reveal(s)
    settle(s, caller)
    end_deal(s, dice)


@rule
def reckon(s: State, dice: Dice) -> None:
    """Nobody called: the highest final score, if positive, settles as the caller would (R11)."""
    tell(s, RECKONING_BEGAN)
    reveal(s)
    best = -1
    for i in range(s.seats):
        p = (s.first + i) % s.seats
        if s.finals[p] > (s.finals[best] if best >= 0 else 0):
            best = p
    settle(s, best)
    end_deal(s, dice)


@rule
def end_deal(s: State, dice: Dice) -> None:
    """Deal again, unless that was the last deal or a budget is used up (R10)."""
    least = s.budgets[0]
    most = s.budgets[0]
    for p in range(1, s.seats):
        least = min(least, s.budgets[p])
        most = max(most, s.budgets[p])
    if s.deal < s.deals and least > 0:
        deal(s, dice)
        return
    for p in range(s.seats):
        if s.budgets[p] == most:
            s.winners |= 1 << p
    s.over = 1
    tell(s, GAME_ENDED, s.winners)


@rule
def lapse(s: State, seat: int) -> int:
    """No choice in time is no declaration (R2), no answer is to hold (R5); else the seat's bot acts."""
    if s.phase == DECLARATION:
        return DECLARE_NOTHING
    if s.phase == BLITZ:
        return HOLD
    return kernel.BOT


@rule
def pace(s: State) -> int:
    """The text gives 30 seconds to declare, then "3, 2, 1" is counted, a second each (3.9)."""
    return 30 + 3 if s.phase == DECLARATION else 0


@rule
def midway(s: State, seat: int) -> int:
    """Whether a seat has declared in its turn and goes on with it (R4)."""
    return 1 if s.phase == FLOOR and s.turn == seat and s.declaring else 0


@rule
def score(s: State, seat: int) -> int:
    """The budget of a seat (2.1, R10)."""
    return s.budgets[seat]


@rule
def winners(s: State) -> int:
    """The seats that have won; nobody before the end."""
    return s.winners
