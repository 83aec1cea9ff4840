"""The rules of Thirteam. The numbers in the comments are those of RULES.md beside this module."""

from __future__ import annotations

from handful import kernel
from handful.cards import NO_CARD, WITH_JOKERS
from handful.games.thirteam.patterns import (
    FOUR,
    JOKERS,
    LONGEST_RUN,
    NO_TRICK,
    PAIR,
    RUN,
    SHORTEST_RUN,
    SINGLE,
    TWOS,
    better_than,
    list_kinds,
    list_runs,
    list_singles,
    pattern_of,
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
    count,
    flag,
    highest,
    lowest,
    number,
    per_seat,
    row,
    rule,
    seat,
    seats,
    shuffle,
    tell,
    word,
    yes,
)

SEATS = (4, 6)
VERSION = 1

MOST_SEATS = 6
DECK_SIZE = 54
THREE_OF_SPADES = 4
MOST_ROUNDS = 100
MEMORISING_SECONDS = 60  # 5.2

MOST_LEGAL = 377
"""What a leader can play depends only on how many cards of each rank are held, and of 13 cards none do better than
1, 2, 2, 3, 2, 2, 1 of seven ranks in a row: 13 single cards, 8 sets of a kind, 356 runs (a test tries all). Jokers and
2s are in no run, fewer cards make fewer tricks, and who follows has one pattern only (and fours of a kind), or skips.
"""

POINTS_OF_FOUR = (3, 1, -1, -3)  # 3.4
POINTS_OF_SIX = (3, 2, 1, -1, -2, -3)  # 4.6
SEATING = (0, 1, 2, 5, 4, 3)  # R9: the places 1st, 2nd, 3rd, 6th, 5th, 4th

SKIP = 1 << 54
READY = SKIP + 1
TRADE = SKIP + 64
"""Actions: a trick is played by the set of its cards; SKIP; READY; TRADE + c sends card c back."""


class State(kernel.State, seats=MOST_SEATS):
    """Everything that is true at a table of Thirteam."""

    teams: int = flag(seats=(6,))
    threshold: int = amount(10, 1, 99)
    must_open_3s: int = flag()
    bombs: int = flag()
    memory_aid: int = flag()

    hands: list[int] = per_seat(cards(OWNER, counted=True))
    first_hands: list[int] = per_seat(cards(OWNER))
    """With memory_aid in a team game: the hand that a seat was dealt in this round."""
    deck: list[int] = row(DECK_SIZE, card(NOBODY))
    played: int = cards(EVERYBODY)
    """Cards that were played in this round."""
    scores: list[int] = per_seat(number(EVERYBODY, letter="h", low=-3 * MOST_ROUNDS, high=99 + 3))
    round: int = number(EVERYBODY, letter="b", high=MOST_ROUNDS)
    order: list[int] = row(MOST_SEATS, seat(EVERYBODY))
    """The seats clockwise; in a team game partners are three apart."""

    memorising: int = yes(EVERYBODY)
    ready: int = seats(EVERYBODY)
    trading: int = yes(EVERYBODY)
    chosen: int = seats(EVERYBODY)
    """Who has chosen the card to send back."""
    sent: list[int] = per_seat(card(OWNER))
    """The card to send back; after the trade it is kept only with memory_aid."""

    opener: int = seat(EVERYBODY)
    """Who held the 3♠ when play began."""
    turn: int = seat(EVERYBODY)
    trick: int = cards(EVERYBODY)
    pattern: int = word(EVERYBODY, "none", "single", "pair", "three", "four", "run")
    by: int = seat(EVERYBODY)
    """Whose trick lies on the table."""
    skipped: int = seats(EVERYBODY)
    """Who has skipped since that trick was played."""
    holding: int = seats(EVERYBODY)
    """Who still holds cards."""
    placed: list[int] = row(MOST_SEATS, seat(EVERYBODY))
    """The seats in the order in which they went out."""
    winners: int = seats(EVERYBODY)
    over: int = yes(EVERYBODY)


EVENTS = Events()
ROUND_BEGAN = EVENTS.add(
    "round_began", "Round {round}: all cards are shuffled and dealt.", round=Number(0, MOST_ROUNDS)
)
TEAMED = EVENTS.add(
    "teamed",
    "{seat} and {other} are a team.",
    seat=You("You and {other} are a team."),
    other=You("You and {seat} are a team."),
)
DEALT = EVENTS.add(
    "dealt",
    "{seat} is dealt {cards}.",
    "{seat} is dealt a hand.",
    seat=You("You are dealt {cards}."),
    cards=Secret(Kind.CARDS),
)
READIED = EVENTS.add("readied", "{seat} is ready.", seat=You("You are ready."))
SWAPPED = EVENTS.add(
    "swapped",
    "{seat} takes over the hand of {other}: {cards}.",
    "{seat} takes over the hand of {other}.",
    seat=You("You take over the hand of {other}: {cards}."),
    other=You("{seat} takes over your hand: {cards}.", "{seat} takes over your hand."),
    cards=Secret(Kind.CARDS),
)
CHOSE = EVENTS.add(
    "chose",
    "{seat} will send back {card}.",
    "{seat} has chosen a card to send back.",
    seat=You("You will send back {card}."),
    card=Secret(Kind.CARD),
)
RECEIVED = EVENTS.add(
    "received",
    "{seat} gets {card} from {other}.",
    "{seat} gets a card from {other}.",
    seat=You("You get {card} from {other}."),
    other=You("{seat} gets {card} from you.", "{seat} gets a card from you."),
    card=Secret(Kind.CARD),
)
OPENED = EVENTS.add(
    "opened",
    "{seat} holds {card} and leads the first hand.",
    seat=You("You hold {card} and lead the first hand."),
    card=Kind.CARD,
)
PLAYED = EVENTS.add("played", "{seat} plays {cards}.", seat=You("You play {cards}."), cards=Kind.CARDS)
SKIPPED = EVENTS.add("skipped", "{seat} skips.", seat=You("You skip."))
WENT_OUT = EVENTS.add(
    "went_out",
    "{seat} is out of cards: place {place}.",
    seat=You("You are out of cards: place {place}."),
    place=Number(1, 6),
)
HAND_WON = EVENTS.add("hand_won", "{seat} wins the hand.", seat=You("You win the hand."))
LED = EVENTS.add("led", "{seat} leads the next hand.", seat=You("You lead the next hand."))
SCORED = EVENTS.add(
    "scored",
    "Place {place}: {seat} scores {points} and has {total}.",
    seat=You("Place {place}: you score {points} and have {total}."),
    place=Number(1, 6),
    points=Number(-5, 5),
    total=Number(-3 * MOST_ROUNDS, 99 + 3),
)
GAME_ENDED = EVENTS.add(
    "game_ended",
    "The game is over. Won by: {winners}.",
    winners=You("The game is over: a win for {winners}.", kind=Kind.SEATS),
)

REASONS = Reasons()
GAME_OVER = REASONS.add("game_over", "The game is over.", rule="3.3")
NOT_YOUR_TURN = REASONS.add("not_your_turn", "It is not your turn.", rule="2.3")
WAIT = REASONS.add("wait", "You have chosen; wait for the others.", rule="R8")
NO_SUCH_ACTION = REASONS.add(
    "no_such_action", "That is no action of Thirteam: play some cards, skip, say ready, or trade a card.", rule="2.2"
)
SAY_READY = REASONS.add("say_ready", "The hands are being memorised: say ready when you know yours.", rule="R8")
TRADE_A_CARD = REASONS.add(
    "trade_a_card", "The hands are swapped: trade one card of the hand you now hold.", rule="5.4"
)
PLAY_OR_SKIP = REASONS.add("play_or_skip", "The round is being played: play some cards or skip.", rule="2.3")
NOT_YOUR_CARDS = REASONS.add("not_your_cards", "You do not hold that.", rule="2.1")
LEADER_PLAYS = REASONS.add("leader_plays", "You lead the hand and may not skip.", rule="R4")
JOKERS_ALONE = REASONS.add("jokers_alone", "A joker can only be played alone.", rule="4.4")
TWOS_TOGETHER = REASONS.add("twos_together", "A 2 can only be played with other 2s.", rule="2.7")
NO_PATTERN = REASONS.add(
    "no_pattern",
    "That is no trick: play a single card, two, three or four of a kind, or a run of three or more ranks in a row.",
    rule="2.2",
)
OPEN_WITH_3S = REASONS.add("open_with_3s", "The first trick of the round must contain the 3♠.", rule="R1")
SAME_PATTERN = REASONS.add(
    "same_pattern", "You must play the pattern that lies on the table, with the same number of cards.", rule="2.4"
)
TOO_LOW = REASONS.add("too_low", "Your highest card must be better than the highest card on the table.", rule="2.4")


@rule
def start(s: State, dice: Dice) -> None:
    """Seat the players in the order of their numbers (R9) and deal the first round."""
    for p in range(MOST_SEATS):
        s.order[p] = p if p < s.seats else -1
        s.sent[p] = NO_CARD
        s.placed[p] = -1
    deal(s, dice)


@rule
def position(s: State, seat: int) -> int:
    """Where a seat is in the clockwise order."""
    at = 0
    while s.order[at] != seat:
        at += 1
    return at


@rule
def opposite(s: State, seat: int) -> int:
    """The partner in a team game: the player sitting across (5.3, R9)."""
    at = position(s, seat)
    return s.order[at - 3 if at >= 3 else at + 3]


@rule
def next_holding(s: State, seat: int) -> int:
    """The next player clockwise who holds cards (2.3)."""
    at = position(s, seat)
    while True:
        at = at + 1 if at + 1 < s.seats else 0
        if (s.holding >> s.order[at]) & 1:
            return s.order[at]


@rule
def give_hands(s: State, dice: Dice) -> None:
    """Shuffle all cards and deal them out: 13 each to four, 9 each to six with the jokers (1.1, 4.1, 4.2)."""
    each = 13 if s.seats == 4 else 9
    left = each * s.seats
    for i in range(DECK_SIZE):
        s.deck[i] = i
    shuffle(s.deck, left, dice)
    for p in range(s.seats):
        hand = 0
        for _ in range(each):
            left -= 1
            hand |= 1 << s.deck[left]
        s.hands[p] = hand
    for i in range(DECK_SIZE):
        s.deck[i] = NO_CARD


@rule
def deal(s: State, dice: Dice) -> None:
    """Begin a round; in a team game with a minute to memorise the hands (5.2, R8)."""
    s.round += 1
    tell(s, ROUND_BEGAN, s.round)
    if s.teams:
        for at in range(3):
            tell(s, TEAMED, s.order[at], s.order[at + 3])
    give_hands(s, dice)
    for p in range(s.seats):
        tell(s, DEALT, p, s.hands[p])
        s.first_hands[p] = s.hands[p] if s.teams and s.memory_aid else 0
        s.sent[p] = NO_CARD
        s.placed[p] = -1
    s.played = 0
    s.holding = (1 << s.seats) - 1
    if s.teams:
        s.memorising = 1
        s.ready = 0
        s.chosen = 0
        s.opener = -1
        lead(s, -1)
    else:
        open_play(s)


@rule
def open_play(s: State) -> None:
    """Whoever holds the 3♠ leads the first hand (1.2, 2.10, 5.6, R1)."""
    for p in range(s.seats):
        if (s.hands[p] >> THREE_OF_SPADES) & 1:
            s.opener = p
    tell(s, OPENED, s.opener, THREE_OF_SPADES)
    lead(s, s.opener)


@rule
def lead(s: State, seat: int) -> None:
    """Clear the table and give the lead of the next hand to a seat."""
    s.turn = seat
    s.trick = 0
    s.pattern = NO_TRICK
    s.by = -1
    s.skipped = 0


@rule
def actors(s: State) -> int:
    """Who may act: all who are not yet ready, or have not yet chosen a card (R8); else the player on turn."""
    if s.over:
        return 0
    if s.memorising:
        return ((1 << s.seats) - 1) & ~s.ready
    if s.trading:
        return ((1 << s.seats) - 1) & ~s.chosen
    return 1 << s.turn


@rule
def must_contain(s: State) -> int:
    """The cards that a leader's trick has to contain: with must_open_3s the 3♠ in the first one (R1)."""
    return 1 << THREE_OF_SPADES if s.must_open_3s and s.played == 0 else 0


@rule
def can_be_bombed(s: State) -> bool:
    """Whether any four of a kind beats the trick: with bombs, if it is one 2 or two (R2)."""
    return s.bombs == 1 and s.pattern <= PAIR and s.trick & ~TWOS == 0


@rule
def check(s: State, seat: int, action: int) -> int:
    """Why this action is refused, or 0."""
    if s.over:
        return GAME_OVER
    if seat < 0 or seat >= s.seats:
        return NOT_YOUR_TURN
    if not (actors(s) >> seat) & 1:
        return WAIT if s.memorising or s.trading else NOT_YOUR_TURN
    if not 0 < action <= READY and not 0 <= action - TRADE < DECK_SIZE:
        return NO_SUCH_ACTION
    if s.memorising:
        return 0 if action == READY else SAY_READY
    if s.trading:
        return check_trade(s, seat, action)
    return check_play(s, seat, action)


@rule
def check_trade(s: State, seat: int, action: int) -> int:
    """Why this action is refused while cards are traded, or 0 (5.4)."""
    if action < TRADE:
        return TRADE_A_CARD
    return 0 if (s.hands[seat] >> (action - TRADE)) & 1 else NOT_YOUR_CARDS


@rule
def check_play(s: State, seat: int, action: int) -> int:
    """Why this action is refused while the round is played, or 0 (2.3, R4)."""
    if action == SKIP:
        return 0 if s.trick else LEADER_PLAYS
    if action > SKIP:
        return PLAY_OR_SKIP
    if action & ~s.hands[seat]:
        return NOT_YOUR_CARDS
    return check_trick(s, action)


@rule
def check_trick(s: State, cards: int) -> int:
    """Why some cards of the hand on turn may not be played, or 0 (2.2, 2.4)."""
    pattern = pattern_of(cards)
    if pattern == NO_TRICK:
        if cards & JOKERS:
            return JOKERS_ALONE
        return TWOS_TOGETHER if cards & TWOS else NO_PATTERN
    if s.trick == 0:
        must = must_contain(s)
        return 0 if cards & must == must else OPEN_WITH_3S
    if pattern == FOUR and can_be_bombed(s):
        return 0
    if pattern != s.pattern or count(cards) != count(s.trick):
        return SAME_PATTERN
    return 0 if (better_than(highest(s.trick)) >> highest(cards)) & 1 else TOO_LOW


@rule
def legal(s: State, seat: int, out: list[int]) -> int:
    """Every action that `check` allows."""
    n = 0
    if seat < 0 or seat >= s.seats or not (actors(s) >> seat) & 1:
        return n
    if s.memorising:
        return add(out, n, READY)
    hand = s.hands[seat]
    if s.trading:
        while hand:
            n = add(out, n, TRADE + lowest(hand))
            hand &= hand - 1
        return n
    if s.trick == 0:
        must = must_contain(s)
        n = list_singles(hand, must, out, n)
        n = list_kinds(hand, PAIR, FOUR, WITH_JOKERS, must, out, n)
        return list_runs(hand, SHORTEST_RUN, LONGEST_RUN, WITH_JOKERS, must, out, n)
    return list_answers(s, hand, out, add(out, n, SKIP))


@rule
def list_answers(s: State, hand: int, out: list[int], n: int) -> int:
    """Add every trick of a hand that beats the one on the table (2.4, 2.5)."""
    better = better_than(highest(s.trick))
    if s.pattern == RUN:
        n = list_runs(hand, count(s.trick), count(s.trick), better, 0, out, n)
    elif s.pattern == SINGLE:
        n = list_singles(hand & better, 0, out, n)
    else:
        n = list_kinds(hand, s.pattern, s.pattern, better, 0, out, n)
    if can_be_bombed(s):
        n = list_kinds(hand, FOUR, FOUR, WITH_JOKERS, 0, out, n)
    return n


@rule
def apply(s: State, seat: int, action: int, dice: Dice) -> None:
    """Do a legal action."""
    if action < SKIP:
        play(s, seat, action, dice)
    elif action == SKIP:
        skip(s, seat)
    elif action == READY:
        get_ready(s, seat)
    else:
        trade(s, seat, action - TRADE)


@rule
def get_ready(s: State, seat: int) -> None:
    """Say that the hand is memorised; when all are ready, the hands are swapped (5.2, 5.3, R8)."""
    s.ready |= 1 << seat
    tell(s, READIED, seat)
    if actors(s):
        return
    for at in range(3):
        one, other = s.order[at], s.order[at + 3]
        hand = s.hands[one]
        s.hands[one] = s.hands[other]
        s.hands[other] = hand
        tell(s, SWAPPED, one, other, s.hands[one])
        tell(s, SWAPPED, other, one, s.hands[other])
    s.memorising = 0
    s.trading = 1


@rule
def trade(s: State, seat: int, card: int) -> None:
    """Choose the card to send back, sealed; when all have chosen, the cards change hands (5.4, 5.5, R8)."""
    s.sent[seat] = card
    s.chosen |= 1 << seat
    tell(s, CHOSE, seat, card)
    if actors(s):
        return
    for p in range(s.seats):
        other = opposite(s, p)
        moved = 1 << s.sent[p]
        s.hands[p] &= ~moved
        s.hands[other] |= moved
        tell(s, RECEIVED, other, p, s.sent[p])
        if not s.memory_aid:
            s.sent[p] = NO_CARD
    s.trading = 0
    open_play(s)


@rule
def play(s: State, seat: int, cards: int, dice: Dice) -> None:
    """Play a trick; a player without cards is out, and with one player left the round is over (2.3, 3.1, R6)."""
    s.hands[seat] &= ~cards
    s.played |= cards
    s.trick = cards
    s.pattern = pattern_of(cards)
    s.by = seat
    s.skipped = 0
    tell(s, PLAYED, seat, cards)
    if s.hands[seat] == 0:
        place = s.seats - count(s.holding)
        s.placed[place] = seat
        s.holding &= ~(1 << seat)
        tell(s, WENT_OUT, seat, place + 1)
        if place + 2 == s.seats:
            end_round(s, dice)
            return
    s.turn = next_holding(s, seat)


@rule
def skip(s: State, seat: int) -> None:
    """Skip; when all others who hold cards have skipped, the hand is over (2.3, 2.8, 6.3, R4)."""
    s.skipped |= 1 << seat
    tell(s, SKIPPED, seat)
    if s.holding & ~s.skipped & ~(1 << s.by):
        s.turn = next_holding(s, seat)
        return
    tell(s, HAND_WON, s.by)
    leader = s.by if (s.holding >> s.by) & 1 else next_leader(s)
    tell(s, LED, leader)
    lead(s, leader)


@rule
def most_cards(s: State, seat: int) -> int:
    """How many cards decide who leads: those of the player, or in a team game those of the team (2.9, 6.4)."""
    own = count(s.hands[seat])
    return own + count(s.hands[opposite(s, seat)]) if s.teams else own


@rule
def next_leader(s: State) -> int:
    """Who leads when the winner of a hand is out of cards: the first with the most cards (2.9, 6.4, 6.5, R5)."""
    seat = next_holding(s, s.by)
    leader = seat
    for _ in range(count(s.holding) - 1):
        seat = next_holding(s, seat)
        if most_cards(s, seat) > most_cards(s, leader):
            leader = seat
    if s.teams:
        partner = opposite(s, leader)
        if count(s.hands[partner]) > count(s.hands[leader]):
            leader = partner
    return leader


@rule
def place_points(s: State, seat: int) -> int:
    """What the place of a seat in this round is worth (3.4, 4.6)."""
    place = 0
    while s.placed[place] != seat:
        place += 1
    return POINTS_OF_FOUR[place] if s.seats == 4 else POINTS_OF_SIX[place]


@rule
def end_round(s: State, dice: Dice) -> None:
    """Score the places; the game ends, or new teams are made and the next round begins (3.2, 3.3, 5.7, 5.8, R7)."""
    s.placed[s.seats - 1] = lowest(s.holding)
    top = -1000
    for place in range(s.seats):
        seat = s.placed[place]
        points = place_points(s, seat)
        if s.teams:
            points += place_points(s, opposite(s, seat))
        s.scores[seat] += points
        top = max(top, s.scores[seat])
        tell(s, SCORED, seat, place + 1, points, s.scores[seat])
    if top >= s.threshold or s.round >= MOST_ROUNDS:
        end_game(s, top)
        return
    if s.teams:
        for at in range(s.seats):
            s.order[at] = s.placed[SEATING[at]]
    deal(s, dice)


@rule
def end_game(s: State, top: int) -> None:
    """The highest total wins; equal totals share (3.3, R7)."""
    for p in range(s.seats):
        if s.scores[p] == top:
            s.winners |= 1 << p
    s.over = 1
    tell(s, GAME_ENDED, s.winners)


@rule
def lapse(s: State, seat: int) -> int:
    """When the minute is over a seat is ready; otherwise its bot acts (5.2, R8)."""
    return READY if s.memorising else kernel.BOT


@rule
def pace(s: State) -> int:
    """A minute to memorise the hand (5.2)."""
    return MEMORISING_SECONDS if s.memorising else 0


@rule
def score(s: State, seat: int) -> int:
    """The points of a seat in the whole game (3.2)."""
    return s.scores[seat]


@rule
def winners(s: State) -> int:
    """The seats that have won; nobody before the end."""
    return s.winners
