"""What good players of CLAIM keep in mind, from what a viewer sees alone."""

from __future__ import annotations

from handful.cards import NO_CARD, STANDARD, of_rank
from handful.games.claim.state import State
from handful.kernel import count, rule
from handful.knowledge import GONE, HOLDS, MAY_HOLD, SOME_OF, Deduction


@rule
def up_to(rank: int) -> int:
    """All cards that are not above a rank."""
    return (1 << 4 * (rank - 1)) - 1


@rule
def deduce(s: State, me: int, known: list[int]) -> None:
    """Face-up and taken cards are in a hand, floor cards and discards in none; a penalty tells the highest rank."""
    own = s.hands[me] if me >= 0 else 0
    gone = s.discards | s.bottom | (0 if s.floor == NO_CARD else 1 << s.floor)
    unseen = STANDARD & ~own & ~gone
    for p in range(s.seats):
        unseen &= ~s.certain[p]
    known[GONE] = gone
    for p in range(s.seats):
        certain = own if p == me else s.certain[p]
        hidden = unseen & up_to(s.ceilings[p]) if count(s.hands[p]) > count(certain) else 0
        known[HOLDS + p] = certain
        known[MAY_HOLD + p] = certain | hidden
        known[SOME_OF + p] = hidden & of_rank(s.ceilings[p]) if p != me and (s.topped >> p) & 1 else 0


def of_the_ceiling(cards: int) -> tuple[int, ...]:
    """All cards of which one is held are of one rank."""
    return (cards,) if cards else ()


knowledge = Deduction(deduce, of_the_ceiling)
