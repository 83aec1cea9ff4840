"""What must hold in every state of Thirteam."""

from handful.cards import NO_CARD, STANDARD, WITH_JOKERS
from handful.games.thirteam.patterns import NO_TRICK, pattern_of
from handful.games.thirteam.rules import DECK_SIZE, State
from handful.kernel import count, rule


@rule
def cards_conserved(s: State) -> bool:
    """Every card is in one hand or was played, and none is left in the deck."""
    together = s.played
    n = count(s.played)
    for p in range(s.seats):
        together |= s.hands[p]
        n += count(s.hands[p])
    for i in range(DECK_SIZE):
        if s.deck[i] != NO_CARD:
            return False
    pack = STANDARD if s.seats == 4 else WITH_JOKERS
    return together == pack and n == count(pack)


@rule
def seats_conserved(s: State) -> bool:
    """The order names every seat once; a seat either holds cards or has a place."""
    order, holding, placed = 0, 0, 0
    for p in range(s.seats):
        order |= 1 << s.order[p]
        if s.hands[p]:
            holding |= 1 << p
        if s.placed[p] >= 0:
            placed |= 1 << s.placed[p]
    everybody = (1 << s.seats) - 1
    if s.over:
        return order == everybody and placed == everybody and holding == s.holding
    return order == everybody and holding == s.holding and placed == everybody & ~holding and count(holding) >= 2


@rule
def table_conserved(s: State) -> bool:
    """The trick on the table was played by somebody, and has the pattern that is to be followed."""
    if (s.memorising or s.trading) and (s.played != 0 or not s.teams):
        return False
    if s.trick == 0:
        return s.by == -1 and s.pattern == NO_TRICK
    return s.by >= 0 and s.trick & ~s.played == 0 and s.pattern == pattern_of(s.trick)


@rule
def conserved(s: State) -> int:
    """Cards, seats and the table are in order, and the points add up to nothing."""
    if not cards_conserved(s):
        return 1
    if not seats_conserved(s):
        return 2
    if not table_conserved(s):
        return 3
    points = 0
    for p in range(s.seats):
        points += s.scores[p]
    return 0 if points == 0 else 4
