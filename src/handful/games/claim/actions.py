"""What a player of CLAIM may do, and why not. The numbers in the comments are those of RULES.md beside this module."""

from __future__ import annotations

from handful.cards import NO_CARD, of_suit
from handful.games.claim.scoring import cards_of, ranks_of, sequences
from handful.games.claim.state import (
    ALREADY_DECLARED,
    DECK_SIZE,
    DECLARE,
    DECLARE_NOTHING,
    DECLARING_WAS_ALL,
    FACE_UP,
    FLOOR_IS_EMPTY,
    FLOOR_IS_OPEN,
    HOLD,
    JUST_TAKEN,
    LEAST_POINTS,
    NOT_YOUR_CARD,
    PASS,
    PAST_DECLARE,
    PENALTIES_TOO_HIGH,
    SHOW,
    SHOW_IN_STEPS,
    SHOW_RISING,
    SHOW_WHEN_DECLARING,
    SHOW_YOUR_SUIT,
    SHOWDOWN,
    SUIT_IS_CLOSED,
    TAKE,
    TOO_FEW_POINTS,
    UNDECLARED,
    State,
)
from handful.kernel import add, highest, lowest, rule


@rule
def positive_points(s: State, seat: int) -> int:
    """The sequences of a declared player's suit (5.1)."""
    return sequences(s.hands[seat], s.suits[seat], s.wrap, s.singles)


@rule
def open_suits(s: State, seat: int) -> int:
    """The suits, one bit each, that a seat may declare in a floor round (4.1, R2)."""
    if (s.declared >> seat) & 1:
        return 0
    closed = 0
    if s.suit_lock:
        for p in range(s.seats):
            if (s.declared >> p) & 1:
                closed |= 1 << s.suits[p]
    return 15 & ~closed


@rule
def spent(s: State) -> int:
    """Whether the declaration was all that the player on turn may do (R4)."""
    return s.declaring & s.declare_costs_turn


@rule
def showable(s: State, seat: int) -> int:
    """The cards that a seat which has just declared may still show: of its suit, above those shown (4.3, R4)."""
    if not s.declaring:
        return 0
    same = s.hands[seat] & of_suit(s.suits[seat])
    if s.shown[seat]:
        return same & ~((2 << highest(s.shown[seat])) - 1)
    return same


@rule
def showdown_refusal(s: State, seat: int) -> int:
    """Why a seat may not call a showdown, or 0 (4.4, 4.5, 6.5, R6)."""
    if not (s.declared >> seat) & 1:
        return UNDECLARED
    points = positive_points(s, seat)
    if points < LEAST_POINTS:
        return TOO_FEW_POINTS
    if points <= s.accumulated[seat]:
        return PENALTIES_TOO_HIGH
    return 0


@rule
def is_action(action: int) -> int:
    """Whether a number is an action of the game at all."""
    if action < DECK_SIZE:
        return 1 if action >= 0 else 0
    if action < SHOW:
        return 1 if DECLARE_NOTHING <= action <= SHOWDOWN else 0
    if action < DECLARE:
        return 1 if action < SHOW + DECK_SIZE else 0
    return 1 if action < PAST_DECLARE else 0


@rule
def declared_cards(action: int) -> int:
    """The cards that a declaration shows."""
    return cards_of((action - DECLARE) >> 2, action & 3)


@rule
def floor_refusal(s: State, seat: int, action: int) -> int:
    """Why an action of a floor round is refused, or 0 (3.6, R4)."""
    if action >= DECLARE:
        return declare_refusal(s, seat, action)
    if action >= SHOW:
        return show_refusal(s, seat, action - SHOW)
    if action == PASS:
        return 0
    if DECLARE_NOTHING <= action <= HOLD:  # the two of the sealed phases
        return FLOOR_IS_OPEN
    if spent(s):
        return DECLARING_WAS_ALL
    if action == SHOWDOWN:
        return showdown_refusal(s, seat)
    if s.floor == NO_CARD:
        return FLOOR_IS_EMPTY
    return 0 if action == TAKE else discard_refusal(s, seat, action)


@rule
def declare_refusal(s: State, seat: int, action: int) -> int:
    """Why a seat may not declare so in a floor round, or 0 (4.1, R2, R4)."""
    if (s.declared >> seat) & 1:
        return ALREADY_DECLARED
    if action >= DECLARE + 4:
        return SHOW_IN_STEPS
    return 0 if (open_suits(s, seat) >> (action - DECLARE)) & 1 else SUIT_IS_CLOSED


@rule
def show_refusal(s: State, seat: int, card: int) -> int:
    """Why a seat may not show a card, or 0 (4.3, R4)."""
    if not s.declaring:
        return SHOW_WHEN_DECLARING
    if not (s.hands[seat] >> card) & 1:
        return NOT_YOUR_CARD
    if not (of_suit(s.suits[seat]) >> card) & 1:
        return SHOW_YOUR_SUIT
    return 0 if (showable(s, seat) >> card) & 1 else SHOW_RISING


@rule
def discard_refusal(s: State, seat: int, card: int) -> int:
    """Why a seat that takes the floor card may not discard this one, or 0 (R2, R4)."""
    if card == s.floor:
        return JUST_TAKEN
    if not (s.hands[seat] >> card) & 1:
        return NOT_YOUR_CARD
    return FACE_UP if (s.shown[seat] >> card) & 1 else 0


@rule
def declarations(s: State, seat: int, out: list[int]) -> int:
    """Nothing, or a suit with any of its cards in hand (3.2, 3.3)."""
    n = add(out, 0, DECLARE_NOTHING)
    for declared in range(4):
        ranks = ranks_of(s.hands[seat], declared)
        shown = 0
        n = add(out, n, DECLARE + declared)
        while shown != ranks:
            shown = (shown - ranks) & ranks  # the next subset
            n = add(out, n, DECLARE + declared + (shown << 2))
    return n


@rule
def floor_actions(s: State, seat: int, out: list[int]) -> int:
    """Take with or without a discard, pass, showdown, show, declare (3.6, R4)."""
    n = 0
    free = not spent(s)
    if free and s.floor != NO_CARD:
        rest = s.hands[seat] & ~s.shown[seat]
        while rest:
            n = add(out, n, lowest(rest))
            rest &= rest - 1
        n = add(out, n, TAKE)
    n = add(out, n, PASS)
    if free and showdown_refusal(s, seat) == 0:
        n = add(out, n, SHOWDOWN)
    rest = showable(s, seat)
    while rest:
        n = add(out, n, SHOW + lowest(rest))
        rest &= rest - 1
    rest = open_suits(s, seat)
    while rest:
        n = add(out, n, DECLARE + lowest(rest))
        rest &= rest - 1
    return n
