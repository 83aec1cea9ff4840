"""What must hold in every state of Top-Suit."""

from handful.cards import STANDARD
from handful.games.top_suit.patterns import pattern_of
from handful.games.top_suit.rules import State
from handful.kernel import count, rule


@rule
def conserved(s: State) -> int:
    """Every card is in one hand, in the deck, or seen; the points and the hand to beat follow from the tricks."""
    together = s.seen
    n = count(s.seen)
    points = 0
    on_table = 0
    for p in range(s.seats):
        together |= s.hands[p]
        n += count(s.hands[p])
        points += s.points[p]
        on_table |= s.table[p]
    left = 0
    for i in range(52):
        if s.deck[i] >= 0:
            together |= 1 << s.deck[i]
            left += 1
    if n + left != 52 or together != STANDARD:
        return 1
    if left != s.left:
        return 2
    if points > s.trick + s.over:  # a trick is worth 1, going out 1 more
        return 3
    if s.best & ~on_table or on_table & ~s.seen:
        return 4
    if s.pattern != pattern_of(s.best) or (s.pattern > 0) != (s.holder >= 0):
        return 5
    if s.game < 1 or s.game > s.best_of or s.acted >= s.seats:
        return 6
    return 0
