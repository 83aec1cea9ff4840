"""The rules of Top-Suit. The numbers in the comments are those of RULES.md beside this module."""

from __future__ import annotations

from handful import kernel
from handful.cards import CLUBS, DIAMONDS, HEARTS, NO_CARD, SPADES, STANDARD, of_rank, of_suit, rank_of, suit_of
from handful.games.top_suit.patterns import (
    DRAW,
    EACH_RANK,
    EXTEND,
    LONGEST_RUN,
    NOTHING,
    PAIR,
    QUAD,
    RUN,
    SHORTEST_RUN,
    SINGLE,
    TRIPLE,
    add_pairs,
    add_quads,
    add_runs,
    add_singles,
    add_triples,
    chooses_top,
    hand_with,
    of_a_kind,
    pattern_of,
    run_tops,
    top_of,
    well_formed,
)
from handful.kernel import (
    EVERYBODY,
    NOBODY,
    OWNER,
    Dice,
    Events,
    Kind,
    Number,
    Reasons,
    Secret,
    You,
    add,
    amount,
    card,
    cards,
    choice,
    count,
    highest,
    number,
    per_seat,
    row,
    rule,
    seat,
    seats,
    shuffle,
    tell,
    throw,
    word,
    yes,
)

SEATS = (3, 4)
VERSION = 1

DECK_SIZE = 52
LONGEST_EXTENSION = 2
MOST_TRICKS = 25  # at most 52 cards are played and 22 drawn, and a trick takes three of these or more

MOST_LEGAL = 354
"""With 3 seats 22 cards are left after the deal and the last draw ends the game, so nobody acts with more than 31 cards
(10 + 21; with 4 seats 27). Leading allows most. A rank held 1, 2, 3, 4 times gives 1, 4, 12, 29 singles, pairs, triples
and quads with their tops: with 31 cards at most 7 × 29 + 12 = 215. A suit of n cards gives at most (n−1)(n−2)/2 runs:
with 13 + 13 + 5 cards 66 + 66 + 6 = 138. And one may draw: 354."""

SUIT, EITHER, RANK = 0, 1, 2
MATCH, BOMB = 0, 1
ANY, EQUAL = 0, 1

BETTER_SUITS = (
    of_suit(DIAMONDS) | of_suit(HEARTS),  # beat spades
    of_suit(DIAMONDS) | of_suit(SPADES),  # beat clubs
    0,  # 2.1: diamonds beat all
    of_suit(DIAMONDS) | of_suit(CLUBS),  # beat hearts
)
"""By suit: the cards of the suits that beat it (2.1 to 2.4)."""


class State(kernel.State, seats=4, pack=STANDARD):
    """Everything that is true at a table of Top-Suit."""

    beats: int = choice("suit", "either", "rank")
    quads: int = choice("match", "bomb")
    runs: int = choice("any", "equal")
    best_of: int = amount(1, 1, 9)

    hands: list[int] = per_seat(cards(OWNER, counted=True))
    deck: list[int] = row(DECK_SIZE, card(NOBODY))
    """The draw deck, the card that is drawn last at the end; in front of it are no cards."""
    left: int = number(EVERYBODY, letter="b", high=DECK_SIZE)
    """How many cards the draw deck has."""
    seen: int = cards(EVERYBODY)
    """Cards that were played in this game."""
    points: list[int] = per_seat(number(EVERYBODY, letter="b", high=MOST_TRICKS + 1))
    game: int = number(EVERYBODY, letter="b", high=9)
    won: list[int] = per_seat(number(EVERYBODY, letter="b", high=9))
    """Games won in this match."""

    trick: int = number(EVERYBODY, letter="b", high=MOST_TRICKS)
    leader: int = seat(EVERYBODY)
    """Who was the first to act in this trick."""
    turn: int = seat(EVERYBODY)
    acted: int = number(EVERYBODY, letter="b", high=4)
    pattern: int = word(EVERYBODY, "none", "single", "pair", "triple", "quad", "run")
    """The type of the hand to beat."""
    best: int = cards(EVERYBODY)
    """The hand to beat, a run with its extensions."""
    top: int = card(EVERYBODY)
    """The top card of the hand to beat."""
    holder: int = seat(EVERYBODY)
    """Who played the hand to beat, or extended it last."""
    table: list[int] = per_seat(cards(EVERYBODY))
    """What each seat has played in this trick."""
    winners: int = seats(EVERYBODY)
    over: int = yes(EVERYBODY)


EVENTS = Events()
GAME_BEGAN = EVENTS.add(
    "game_began",
    "Game {game}: the cards are shuffled and dealt; {leader} leads.",
    game=Number(0, 9),
    leader=You("Game {game}: the cards are shuffled and dealt; you lead."),
)
DEALT = EVENTS.add(
    "dealt",
    "{seat} is dealt {cards}.",
    "{seat} is dealt a hand.",
    seat=You("You are dealt {cards}."),
    cards=Secret(Kind.CARDS),
)
PLAYED = EVENTS.add("played", "{seat} plays {cards}.", seat=You("You play {cards}."), cards=Kind.CARDS)
TOPPED = EVENTS.add("topped", "{seat} puts {card} on top.", seat=You("You put {card} on top."), card=Kind.CARD)
EXTENDED = EVENTS.add(
    "extended", "{seat} extends the run with {cards}.", seat=You("You extend the run with {cards}."), cards=Kind.CARDS
)
DREW = EVENTS.add(
    "drew",
    "{seat} draws {card} and passes.",
    "{seat} draws a card and passes.",
    seat=You("You draw {card} and pass."),
    card=Secret(Kind.CARD),
)
TRICK_WON = EVENTS.add("trick_won", "{seat} wins the trick and scores 1.", seat=You("You win the trick and score 1."))
TRICK_PASSED = EVENTS.add("trick_passed", "Everybody passed: nobody scores.")
WENT_OUT = EVENTS.add(
    "went_out", "{seat} has no cards left and scores 1 more.", seat=You("You have no cards left and score 1 more.")
)
DECK_EMPTY = EVENTS.add("deck_empty", "The last card of the deck is drawn.")
GAME_WON = EVENTS.add(
    "game_won",
    "Game {game} is won by: {winners}.",
    game=Number(0, 9),
    winners=You("Game {game}: a win for {winners}.", kind=Kind.SEATS),
)
GAME_ENDED = EVENTS.add(
    "game_ended",
    "The game is over. Won by: {winners}.",
    winners=You("The game is over: a win for {winners}.", kind=Kind.SEATS),
)

REASONS = Reasons()
GAME_OVER = REASONS.add("game_over", "The game is over.", rule="6.1")
NOT_YOUR_TURN = REASONS.add("not_your_turn", "It is not your turn.", rule="4.1")
NO_SUCH_ACTION = REASONS.add(
    "no_such_action", "That is no action of Top-Suit: play a hand, extend a run, or draw.", rule="4.2"
)
NOT_YOUR_CARDS = REASONS.add("not_your_cards", "You do not hold all of those cards.", rule="4.2")
NO_HAND = REASONS.add(
    "no_hand",
    "That is no hand: play a single card, two, three or four of one rank, or a run of three or more in one suit.",
    rule="3.1",
)
WRONG_TYPE = REASONS.add("wrong_type", "Your hand must be of the same type as the hand to beat.", rule="4.4")
TOO_WEAK = REASONS.add("too_weak", "Your hand does not beat the one on the table.", rule="4.5")
WRONG_LENGTH = REASONS.add(
    "wrong_length", "At this table a new run must have as many cards as the run to beat.", rule="R4"
)
NO_RUN = REASONS.add("no_run", "There is no run on the table to extend.", rule="5.1")
NOT_ABOVE = REASONS.add(
    "not_above", "A run is extended with one or two cards of its suit directly above its top card.", rule="R5"
)


@rule
def start(s: State, dice: Dice) -> None:
    """Begin the first game."""
    deal(s, dice)


@rule
def next_seat(s: State, seat: int) -> int:
    """The next player clockwise (4.1)."""
    return 0 if seat + 1 == s.seats else seat + 1


@rule
def hand_size(s: State) -> int:
    """Ten cards each for three players, eight for four (1.2, 1.3)."""
    return 10 if s.seats == 3 else 8


@rule
def deal(s: State, dice: Dice) -> None:
    """Begin a game: a new first leader is drawn, all cards are shuffled and dealt (1.1 to 1.4, R1, R8)."""
    s.game += 1
    first = throw(dice, s.seats)
    for i in range(DECK_SIZE):
        s.deck[i] = i
    shuffle(s.deck, DECK_SIZE, dice)
    s.left = DECK_SIZE
    s.seen = 0
    s.trick = 0
    tell(s, GAME_BEGAN, s.game, first)
    for p in range(s.seats):
        s.points[p] = 0
        s.hands[p] = 0
        for _ in range(hand_size(s)):
            s.hands[p] |= 1 << take(s)
        tell(s, DEALT, p, s.hands[p])
    lead(s, first)


@rule
def take(s: State) -> int:
    """Take the top card of the deck."""
    at = DECK_SIZE - s.left
    top = s.deck[at]
    s.deck[at] = NO_CARD
    s.left -= 1
    return top


@rule
def lead(s: State, seat: int) -> None:
    """Give the lead of the next trick to a seat."""
    s.leader = seat
    s.turn = seat
    s.acted = 0
    s.pattern = NOTHING
    s.best = 0
    s.top = NO_CARD
    s.holder = -1
    for p in range(s.seats):
        s.table[p] = 0


@rule
def actors(s: State) -> int:
    """Who may act: the player on turn."""
    return 0 if s.over else 1 << s.turn


@rule
def better(s: State, pattern: int) -> int:
    """The top cards with which a hand of a type beats; none if the type does not match (4.4, 4.5, 4.6, R2, R3)."""
    if pattern != s.pattern:
        return STANDARD if s.pattern == NOTHING or (s.quads == BOMB and pattern == QUAD) else 0
    suit = suit_of(s.top)
    higher = STANDARD & ~((16 << (s.top - suit)) - 1)
    if pattern == QUAD:
        return higher
    if s.beats == SUIT:
        return BETTER_SUITS[suit] | (higher & of_suit(suit))
    if s.beats == EITHER:
        return BETTER_SUITS[suit] | higher
    return higher | (BETTER_SUITS[suit] & of_rank(rank_of(s.top)))


@rule
def shortest_run(s: State) -> int:
    """How many cards a new run needs: three, or as many as the run to beat (3.5, R4)."""
    return count(s.best) if s.pattern == RUN and s.runs == EQUAL else SHORTEST_RUN


@rule
def longest_run(s: State) -> int:
    """How many cards a new run may have (R4)."""
    return count(s.best) if s.pattern == RUN and s.runs == EQUAL else LONGEST_RUN


@rule
def extension(s: State, n: int) -> int:
    """The n cards directly above the top card of the run to beat; none past the ace (5.1, R5)."""
    if s.pattern != RUN or s.top + 4 * n >= DECK_SIZE:
        return 0
    return (EACH_RANK & ((1 << (4 * n)) - 1)) << (s.top + 4)


@rule
def check(s: State, seat: int, action: int) -> int:
    """Why this action is refused, or 0."""
    if s.over:
        return GAME_OVER
    if seat != s.turn:
        return NOT_YOUR_TURN
    if action == DRAW:
        return 0
    if not well_formed(action):
        return NO_SUCH_ACTION
    cards = action & STANDARD
    if cards & ~s.hands[seat]:
        return NOT_YOUR_CARDS
    if action >= EXTEND:
        return check_extension(s, cards)
    pattern = pattern_of(cards)
    if pattern == NOTHING:
        return NO_HAND
    if not (better(s, pattern) >> top_of(action)) & 1:
        return TOO_WEAK if pattern == s.pattern else WRONG_TYPE
    if pattern == RUN and not shortest_run(s) <= count(cards) <= longest_run(s):
        return WRONG_LENGTH
    return 0


@rule
def check_extension(s: State, cards: int) -> int:
    """Why these cards cannot be added to the table, or 0 (5.1, R5)."""
    if s.pattern != RUN:
        return NO_RUN
    for n in range(1, LONGEST_EXTENSION + 1):
        if cards == extension(s, n):
            return 0
    return NOT_ABOVE


@rule
def legal(s: State, seat: int, out: list[int]) -> int:
    """Every action that `check` allows: draw, then the hands type by type, then extensions."""
    if s.over or seat != s.turn:
        return 0
    hand = s.hands[seat]
    n = add(out, 0, DRAW)
    n = add_singles(hand & better(s, SINGLE), out, n)
    n = add_pairs(hand, of_a_kind(hand, PAIR) & better(s, PAIR), out, n)
    n = add_triples(hand, of_a_kind(hand, TRIPLE) & better(s, TRIPLE), out, n)
    n = add_quads(of_a_kind(hand, QUAD) & better(s, QUAD), out, n)
    n = add_runs(hand, run_tops(hand) & better(s, RUN), shortest_run(s), longest_run(s), out, n)
    return add_extensions(s, hand, out, n)


@rule
def add_extensions(s: State, hand: int, out: list[int], n: int) -> int:
    """List the ways to extend the run to beat (5.1, R5)."""
    for more in range(1, LONGEST_EXTENSION + 1):
        cards = extension(s, more)
        if cards and cards & ~hand == 0:
            n = add(out, n, EXTEND | hand_with(cards, highest(cards)))
    return n


@rule
def apply(s: State, seat: int, action: int, dice: Dice) -> None:
    """Do a legal action; a trick is over when each player has acted once (4.7, R7)."""
    if action == DRAW:
        draw(s, seat)
    else:
        play(s, seat, action)
    s.acted += 1
    if s.acted == s.seats:
        end_trick(s)
    else:
        s.turn = next_seat(s, seat)
    if s.hands[seat] == 0 or s.left == 0:
        end_game(s, seat, dice)


@rule
def draw(s: State, seat: int) -> None:
    """Draw one card and pass (4.3, R6)."""
    drawn = take(s)
    s.hands[seat] |= 1 << drawn
    tell(s, DREW, seat, drawn)


@rule
def play(s: State, seat: int, action: int) -> None:
    """Play a hand, or extend the run on the table; it is now the hand to beat (4.2, 5.1, R5)."""
    cards = action & STANDARD
    s.hands[seat] &= ~cards
    s.seen |= cards
    s.table[seat] = cards
    s.top = top_of(action)
    s.holder = seat
    if action >= EXTEND:
        s.best |= cards
        tell(s, EXTENDED, seat, cards)
        return
    s.best = cards
    s.pattern = pattern_of(cards)
    tell(s, PLAYED, seat, cards)
    if chooses_top(s.pattern):
        tell(s, TOPPED, seat, s.top)


@rule
def end_trick(s: State) -> None:
    """The last hand played wins and leads; if all passed, the lead moves one seat clockwise (4.8, 4.9, R1, R2, R6)."""
    s.trick += 1
    if s.holder >= 0:
        s.points[s.holder] += 1
        tell(s, TRICK_WON, s.holder)
        lead(s, s.holder)
    else:
        tell(s, TRICK_PASSED)
        lead(s, next_seat(s, s.leader))


@rule
def end_game(s: State, seat: int, dice: Dice) -> None:
    """A hand or the deck is empty: the game is won, and with it perhaps the match (6.1, 6.2, 7.2, 7.3, R8)."""
    if s.hands[seat] == 0:
        s.points[seat] += 1
        tell(s, WENT_OUT, seat)
    else:
        tell(s, DECK_EMPTY)
    won = most(s, s.points)
    decided = 1 if s.game == s.best_of else 0
    for p in range(s.seats):
        s.won[p] += (won >> p) & 1
        if 2 * s.won[p] > s.best_of:
            decided = 1
    if s.best_of > 1:
        tell(s, GAME_WON, s.game, won)
    if decided:
        s.over = 1
        s.winners = most(s, s.won)
        tell(s, GAME_ENDED, s.winners)
    else:
        deal(s, dice)


@rule
def most(s: State, numbers: list[int]) -> int:
    """The seats that have the largest number; equal ones share (7.3, R8)."""
    largest = 0
    for p in range(s.seats):
        largest = max(largest, numbers[p])
    seats = 0
    for p in range(s.seats):
        if numbers[p] == largest:
            seats |= 1 << p
    return seats


@rule
def lapse(s: State, seat: int) -> int:
    """When the clock of a seat runs out its bot acts."""
    return kernel.BOT


@rule
def pace(s: State) -> int:
    """The text gives no time of its own."""
    return 0


@rule
def score(s: State, seat: int) -> int:
    """The points of a seat in a single game, its games won in a match (7.1, 7.2, R8)."""
    return s.points[seat] if s.best_of == 1 else s.won[seat]


@rule
def winners(s: State) -> int:
    """The seats that have won; nobody before the end."""
    return s.winners
