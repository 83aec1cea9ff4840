"""What must hold in every state of Spar."""

from handful.games.spar.rules import PACK, State
from handful.kernel import count, rule


@rule
def conserved(s: State) -> int:
    """Every card is in one hand, in the deck, or seen; scores are not negative."""
    together = s.seen
    n = count(s.seen)
    for p in range(s.seats):
        together |= s.hands[p]
        n += count(s.hands[p])
        if s.scores[p] < 0:
            return 2
    for i in range(s.left):
        together |= 1 << s.deck[i]
        n += 1
    if n != 32 or together != PACK:
        return 1
    return 0
