"""What must hold in every state of Half Suit."""

from handful.cards import WITH_JOKERS
from handful.games.half_suit.state import HALF_SUITS, State
from handful.kernel import count, rule


@rule
def conserved(s: State) -> int:
    """Every card is in one hand or out of play, points are whole, and what everybody knows is true."""
    together = s.won[0] | s.won[1]
    n = count(s.won[0]) + count(s.won[1])
    for p in range(s.seats):
        together |= s.hands[p]
        n += count(s.hands[p])
    if n != 54 or together != WITH_JOKERS:
        return 1
    for h in range(9):
        half_suit = HALF_SUITS[h]
        if 0 < count(s.won[0] & half_suit) < 6:
            return 2
        for p in range(s.seats):
            if s.some[p] & half_suit and not s.hands[p] & half_suit & ~s.taken[p] & ~s.lacks[p]:
                return 3
    for p in range(s.seats):
        if s.taken[p] & ~s.hands[p] or s.lacks[p] & s.hands[p]:
            return 4
    if s.spotlight >= 0 and ((s.spotlight & 1) != s.team or (not s.hands[s.spotlight] and not s.over)):
        return 5
    if not s.endless and (s.misses > 60 or s.asks > 120):
        return 6
    return 0
