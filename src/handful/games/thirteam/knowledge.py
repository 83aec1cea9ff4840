"""What good players of Thirteam keep in mind, from what a viewer sees alone."""

from __future__ import annotations

from handful.cards import STANDARD, WITH_JOKERS
from handful.games.thirteam.rules import THREE_OF_SPADES, State, opposite
from handful.kernel import count, rule
from handful.knowledge import GONE, HOLDS, MAY_HOLD, Deduction


@rule
def given(s: State, me: int) -> int:
    """What went from the viewer to the partner, as far as the view still shows it (R8).

    That is the hand first held (with memory_aid), and after the trade the card sent.
    """
    sent = s.sent[me]
    return s.first_hands[me] | (1 << sent if sent >= 0 else 0)


@rule
def deduce(s: State, me: int, known: list[int]) -> None:
    """Played cards are gone; the opener holds the 3♠ until then; your partner what you gave, if you still see it."""
    own = s.hands[me] if me >= 0 else 0
    unseen = (STANDARD if s.seats == 4 else WITH_JOKERS) & ~s.played & ~own
    opened = unseen & (1 << THREE_OF_SPADES)
    partner = opposite(s, me) if me >= 0 and s.teams and not s.memorising else -1
    certain = own
    for p in range(s.seats):
        holds = opened if p == s.opener else 0
        if p == partner:
            holds |= unseen & given(s, me)
        known[HOLDS + p] = own if p == me else holds
        certain |= known[HOLDS + p]
    for p in range(s.seats):
        size, holds = count(s.hands[p]), known[HOLDS + p]
        may = holds if p == me or size == count(holds) else holds | (unseen & ~certain)
        known[MAY_HOLD + p] = may
        known[HOLDS + p] = may if size == count(may) else holds
    known[GONE] = s.played


knowledge = Deduction(deduce)
