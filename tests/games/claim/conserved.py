"""What must hold in every state of CLAIM."""

from handful.cards import NO_CARD, STANDARD
from handful.games.claim.state import BUDGET, DECK_SIZE, State
from handful.kernel import count, rule


@rule
def conserved(s: State) -> int:
    """Every card is in one hand, in the pile, on the floor or out of play; the budgets lose only what is forfeited."""
    together = s.bottom | s.discards
    n = count(s.bottom) + count(s.discards)
    budgets = s.forfeited
    for p in range(s.seats):
        together |= s.hands[p]
        n += count(s.hands[p])
        budgets += s.budgets[p]
        if s.shown[p] & ~s.certain[p] or s.certain[p] & ~s.hands[p]:
            return 2
    if s.floor != NO_CARD:
        together |= 1 << s.floor
        n += 1
    for i in range(s.left):
        together |= 1 << s.pile[i]
        n += 1
    if n != DECK_SIZE or together != STANDARD:
        return 1
    for i in range(s.left, DECK_SIZE):
        if s.pile[i] != NO_CARD:
            return 3
    if budgets != s.seats * BUDGET:
        return 4
    return 0
