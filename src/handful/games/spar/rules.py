"""The rules of Spar. The numbers in the comments are those of RULES.md beside this module."""

from __future__ import annotations

from handful import kernel
from handful.cards import NO_CARD, of_suit, rank_of, suit_of
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
    flag,
    lowest,
    number,
    per_seat,
    row,
    rule,
    seat,
    seats,
    shuffle,
    suit,
    tell,
    throw,
    yes,
)

SEATS = (2, 3, 4, 5, 6)
VERSION = 1

DECK_SIZE = 32
LOWEST_CARD = 16  # 1.1: the deck is the cards from the 6♠ (16) to the K♥ (47)
PACK = ((1 << DECK_SIZE) - 1) << LOWEST_CARD
HAND_SIZE = 5
MOST_ROUNDS = 200
MOST_POINTS = 98 + 15  # one point short of the highest target, and a round of sixes and sevens
MOST_LEGAL = 8

RIGHT, LEFT = 0, 1
REPLACE, LAST_ONLY = 0, 1

ACCEPT = 64
CHALLENGE = 65
"""Actions: a card is played by its own number; ACCEPT; CHALLENGE + q challenges seat q."""


class State(kernel.State, seats=6, pack=PACK):
    """Everything that is true at a table of Spar."""

    target: int = amount(20, 1, 99)
    first: int = choice("right", "left")
    same_suit: int = choice("replace", "last_only")
    honour: int = flag()

    hands: list[int] = per_seat(cards(OWNER, counted=True))
    deck: list[int] = row(DECK_SIZE, card(NOBODY))
    left: int = number(EVERYBODY, high=DECK_SIZE)
    seen: int = cards(EVERYBODY)
    """Cards that were played since the last shuffle."""
    scores: list[int] = per_seat(number(EVERYBODY, high=MOST_POINTS))
    round: int = number(EVERYBODY, high=600)
    dealer: int = seat(EVERYBODY)

    trick: int = number(EVERYBODY, high=HAND_SIZE)
    leader: int = seat(EVERYBODY)
    turn: int = seat(EVERYBODY)
    control: int = seat(EVERYBODY)
    called: int = suit(EVERYBODY)
    best: int = card(EVERYBODY)
    table: list[int] = per_seat(card(EVERYBODY))
    accumulated: int = number(EVERYBODY, high=15)
    last_held: int = card(EVERYBODY)
    """The 6 or 7 that was held in the trick before, if it still counts."""
    voids: list[int] = per_seat(number(EVERYBODY, letter="b", bits=4))
    """The suits, one bit each, that a seat has shown in this round not to hold."""

    answering: int = yes(EVERYBODY)
    answers: list[int] = per_seat(number(OWNER, high=CHALLENGE + 5))
    answered: int = seats(EVERYBODY)
    hid: int = seats(NOBODY)
    """Who in this round did not follow suit though able to."""
    out: int = seats(EVERYBODY)
    winners: int = seats(EVERYBODY)
    over: int = yes(EVERYBODY)


EVENTS = Events()
SHUFFLED = EVENTS.add("shuffled", "All 32 cards are shuffled.")
ROUND_BEGAN = EVENTS.add(
    "round_began", "Round {round}: {dealer} deals.", round=Number(0, 600), dealer=You("Round {round}: you deal.")
)
DEALT = EVENTS.add(
    "dealt",
    "{seat} is dealt {cards}.",
    "{seat} is dealt five cards.",
    seat=You("You are dealt {cards}."),
    cards=Secret(Kind.CARDS),
)
PLAYED = EVENTS.add("played", "{seat} plays {card}.", seat=You("You play {card}."), card=Kind.CARD)
TOOK_CONTROL = EVENTS.add("took_control", "{seat} takes control.", seat=You("You take control."))
HELD = EVENTS.add(
    "held",
    "{seat} held control; {points} accumulated.",
    seat=You("You held control; {points} accumulated."),
    points=Number(0, 15),
)
ANSWERED = EVENTS.add("answered", "{seat} has answered.", seat=You("You have answered."))
CHALLENGED = EVENTS.add(
    "challenged",
    "{seat} challenges {other}. Rightly: {rightly}.",
    seat=You("You challenge {other}. Rightly: {rightly}."),
    other=You("{seat} challenges you. Rightly: {rightly}."),
    rightly=Kind.YES,
)
DISQUALIFIED = EVENTS.add("disqualified", "{seat} is disqualified.", seat=You("You are disqualified."))
ROUND_WON = EVENTS.add(
    "round_won",
    "{seat} wins the round and scores {points}.",
    seat=You("You win the round and score {points}."),
    points=Number(0, 15),
)
ROUND_VOID = EVENTS.add("round_void", "Nobody scores this round.")
GAME_ENDED = EVENTS.add(
    "game_ended",
    "The game is over. Won by: {winners}.",
    winners=You("The game is over: a win for {winners}.", kind=Kind.SEATS),
)

REASONS = Reasons()
GAME_OVER = REASONS.add("game_over", "The game is over.", rule="6.2")
NOT_YOUR_TURN = REASONS.add("not_your_turn", "It is not your turn.", rule="2.3")
NO_SUCH_ACTION = REASONS.add(
    "no_such_action", "That is no action of Spar: play a card from 6 to K, or answer accept or challenge.", rule="2.2"
)
NOT_YOUR_CARD = REASONS.add("not_your_card", "You do not hold that card.", rule="2.2")
FOLLOW_SUIT = REASONS.add("follow_suit", "You hold a card of the called suit and must play one.", rule="2.3")
PLAY_A_CARD = REASONS.add("play_a_card", "The round is being played: play a card.", rule="2.2")
ANSWER_FIRST = REASONS.add("answer_first", "The round is played: accept it or challenge another player.", rule="R2")
NO_SUCH_PLAYER = REASONS.add(
    "no_such_player", "You can challenge only another player who is still in the game.", rule="R2"
)


@rule
def start(s: State, dice: Dice) -> None:
    """Deal the first round; the first dealer is drawn (R1)."""
    s.dealer = throw(dice, s.seats)
    s.left = 0
    deal(s, dice)


@rule
def next_in(s: State, seat: int) -> int:
    """The next player clockwise who is still in the game."""
    seat = (seat + 1) % s.seats
    while (s.out >> seat) & 1:
        seat = (seat + 1) % s.seats
    return seat


@rule
def first_to_play(s: State) -> int:
    """The player on the dealer's right gets the first card and leads (1.3, 2.1, R1)."""
    if s.first == LEFT:
        return next_in(s, s.dealer)
    seat = (s.dealer + s.seats - 1) % s.seats
    while (s.out >> seat) & 1:
        seat = (seat + s.seats - 1) % s.seats
    return seat


@rule
def playing(s: State) -> int:
    """How many players are still in the game."""
    return s.seats - count(s.out)


@rule
def gather(s: State, dice: Dice) -> None:
    """Shuffle all 32 cards (1.2, 5.2)."""
    for i in range(DECK_SIZE):
        s.deck[i] = LOWEST_CARD + i
    shuffle(s.deck, DECK_SIZE, dice)
    s.left = DECK_SIZE
    s.seen = 0
    tell(s, SHUFFLED)


@rule
def give(s: State, seat: int, n: int) -> None:
    """Deal n cards from the top of the deck."""
    for _ in range(n):
        s.left -= 1
        s.hands[seat] |= 1 << s.deck[s.left]
        s.deck[s.left] = NO_CARD


@rule
def deal(s: State, dice: Dice) -> None:
    """Begin a round: three cards each, then two (1.3, 1.4), from the same deck while it lasts (5.1, 5.2)."""
    if s.left < HAND_SIZE * playing(s) or s.left < 10:
        gather(s, dice)
    s.round += 1
    tell(s, ROUND_BEGAN, s.round, s.dealer)
    first = first_to_play(s)
    for p in range(s.seats):
        s.hands[p] = 0
        s.voids[p] = 0
        s.answers[p] = 0
    for n in range(3, 1, -1):
        seat = first
        for _ in range(playing(s)):
            give(s, seat, n)
            seat = next_in(s, seat)
    for p in range(s.seats):
        if not (s.out >> p) & 1:
            tell(s, DEALT, p, s.hands[p])
    s.trick = 0
    s.accumulated = 0
    s.last_held = NO_CARD
    s.answering = 0
    s.answered = 0
    s.hid = 0
    lead(s, first)


@rule
def lead(s: State, seat: int) -> None:
    """Give the lead of the next trick to a seat."""
    s.leader = seat
    s.turn = seat
    s.control = seat
    s.called = -1
    s.best = NO_CARD
    for p in range(s.seats):
        s.table[p] = NO_CARD


@rule
def actors(s: State) -> int:
    """Who may act: the player on turn, or all who have yet to answer (R2)."""
    if s.over:
        return 0
    if s.answering:
        return ((1 << s.seats) - 1) & ~s.out & ~s.answered
    return 1 << s.turn


@rule
def follows(s: State, seat: int) -> int:
    """The cards of a hand that may be played: the called suit if there is any (2.3, 3.1)."""
    hand = s.hands[seat]
    if s.called < 0 or s.honour:
        return hand
    same = hand & of_suit(s.called)
    if same:
        return same
    return hand


@rule
def check(s: State, seat: int, action: int) -> int:
    """Why this action is refused, or 0."""
    if s.over:
        return GAME_OVER
    if seat < 0 or seat >= s.seats or not (actors(s) >> seat) & 1:
        return NOT_YOUR_TURN
    is_card = 0 <= action < 64 and (PACK >> action) & 1
    if not is_card and not ACCEPT <= action < CHALLENGE + s.seats:
        return NO_SUCH_ACTION
    if s.answering:
        if is_card:
            return ANSWER_FIRST
        other = action - CHALLENGE
        if action != ACCEPT and (other == seat or (s.out >> other) & 1):
            return NO_SUCH_PLAYER
        return 0
    if not is_card:
        return PLAY_A_CARD
    if not (s.hands[seat] >> action) & 1:
        return NOT_YOUR_CARD
    if not (follows(s, seat) >> action) & 1:
        return FOLLOW_SUIT
    return 0


@rule
def legal(s: State, seat: int, out: list[int]) -> int:
    """Every action that `check` allows, lowest first."""
    n = 0
    if seat < 0 or seat >= s.seats or not (actors(s) >> seat) & 1:
        return n
    if s.answering:
        n = add(out, n, ACCEPT)
        for other in range(s.seats):
            if other != seat and not (s.out >> other) & 1:
                n = add(out, n, CHALLENGE + other)
        return n
    rest = follows(s, seat)
    while rest:
        n = add(out, n, lowest(rest))
        rest &= rest - 1
    return n


@rule
def apply(s: State, seat: int, action: int, dice: Dice) -> None:
    """Do a legal action."""
    if s.answering:
        answer(s, seat, action, dice)
    else:
        play(s, seat, action, dice)


@rule
def play(s: State, seat: int, card: int, dice: Dice) -> None:
    """Play a card to the trick (2.2, 2.3, 2.4)."""
    suit = suit_of(card)
    if s.called >= 0 and suit != s.called:
        if not s.honour:
            s.voids[seat] |= 1 << s.called
        elif s.hands[seat] & of_suit(s.called):
            s.hid |= 1 << seat
    s.hands[seat] &= ~(1 << card)
    s.seen |= 1 << card
    s.table[seat] = card
    tell(s, PLAYED, seat, card)
    if s.called < 0:
        s.called = suit
        s.best = card
    elif suit == s.called and card > s.best:
        take_control(s, seat, card)
    s.turn = next_in(s, seat)
    if s.turn == s.leader:
        end_trick(s, dice)


@rule
def take_control(s: State, seat: int, card: int) -> None:
    """Overtake: whoever loses control loses at once what they had accumulated (2.4, 4.2, 4.5, R4)."""
    s.best = card
    s.control = seat
    s.accumulated = 0
    s.last_held = NO_CARD
    tell(s, TOOK_CONTROL, seat)


@rule
def worth(card: int) -> int:
    """What holding control with a card adds: a 6 is 3, a 7 is 2, others nothing that lasts (4.1)."""
    if rank_of(card) == 6:
        return 3
    if rank_of(card) == 7:
        return 2
    return 0


@rule
def hold(s: State, card: int) -> None:
    """The leader held control with this card: count it (4.2, 4.3, 4.4, R4)."""
    points = worth(card)
    if points == 0:
        s.accumulated = 0
        s.last_held = NO_CARD
    elif s.last_held == NO_CARD or suit_of(s.last_held) != suit_of(card):
        s.accumulated += points
        s.last_held = card
    elif s.same_suit == LAST_ONLY:
        s.accumulated = points
        s.last_held = card
    else:
        s.accumulated += points - worth(s.last_held)
        s.last_held = card


@rule
def end_trick(s: State, dice: Dice) -> None:
    """Whoever has control leads the next trick; after five the round is decided (2.5, R2)."""
    if s.control == s.leader:
        hold(s, s.table[s.leader])
        tell(s, HELD, s.leader, s.accumulated)
    s.trick += 1
    if s.trick < HAND_SIZE:
        lead(s, s.control)
    elif s.honour:
        s.answering = 1
    else:
        end_round(s, 1, dice)


@rule
def answer(s: State, seat: int, action: int, dice: Dice) -> None:
    """Accept the round or challenge a player, sealed until all have answered (R2)."""
    s.answers[seat] = action
    s.answered |= 1 << seat
    tell(s, ANSWERED, seat)
    if actors(s) == 0:
        judge(s)
        end_round(s, 1 - ((s.out >> s.control) & 1), dice)


@rule
def judge(s: State) -> None:
    """Open the answers: hiders who were challenged are out, false challenges cost a point (3.2, R2)."""
    fallen = 0
    for p in range(s.seats):
        other = s.answers[p] - CHALLENGE
        if not (s.out >> p) & 1 and other >= 0:
            rightly = (s.hid >> other) & 1
            tell(s, CHALLENGED, p, other, rightly)
            if rightly:
                fallen |= 1 << other
            elif s.scores[p] > 0:
                s.scores[p] -= 1
    s.out |= fallen
    for p in range(s.seats):
        if (fallen >> p) & 1:
            s.scores[p] = 0
            tell(s, DISQUALIFIED, p)


@rule
def end_round(s: State, scored: int, dice: Dice) -> None:
    """The player in control after the fifth trick scores and deals (2.5, 4.2, 5.1)."""
    if scored:
        points = s.accumulated if s.accumulated > 0 else 1  # 4.1, 4.5, 4.6
        s.scores[s.control] += points
        tell(s, ROUND_WON, s.control, points)
    else:
        tell(s, ROUND_VOID)
    s.winners = leaders(s)
    if s.winners >= 0:
        s.over = 1
        s.answering = 0
        tell(s, GAME_ENDED, s.winners)
        return
    s.winners = 0
    s.dealer = s.control if scored else next_in(s, s.control)
    deal(s, dice)


@rule
def leaders(s: State) -> int:
    """The winners if the game is over now, else -1 (6.1, 6.2, R2, R7)."""
    remaining = ((1 << s.seats) - 1) & ~s.out
    if playing(s) <= 1:
        return remaining
    top = 0
    for p in range(s.seats):
        top = max(top, s.scores[p])
    if top < s.target and not (s.honour and s.round >= MOST_ROUNDS):
        return -1
    best = 0
    for p in range(s.seats):
        if (remaining >> p) & 1 and s.scores[p] == top:
            best |= 1 << p
    return best


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
    """The points of a seat in the whole game (5.3)."""
    return s.scores[seat]


@rule
def winners(s: State) -> int:
    """The seats that have won; nobody before the end."""
    return s.winners
