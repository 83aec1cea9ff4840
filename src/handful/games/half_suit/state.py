"""What is true at a table of Half Suit, what can happen there, and why an action is refused. See RULES.md."""

from __future__ import annotations

from handful import kernel
from handful.kernel import (
    EVERYBODY,
    NOBODY,
    OWNER,
    Events,
    Kind,
    Number,
    Reasons,
    Secret,
    You,
    card,
    cards,
    choice,
    flag,
    number,
    per_seat,
    per_team,
    row,
    rule,
    seat,
    seats,
    team,
    yes,
)

PLAYERS = 6
DECK_SIZE = 54
HAND_SIZE = 9

LOW_SPADES = 0x111111  # 2.2: the same rank of the next suit is one bit higher, the next rank four bits
HIGH_SPADES = LOW_SPADES << 28
EIGHTS_AND_JOKERS = 15 << 24 | 3 << 52
HALF_SUITS = (  # 2.2, in the order of the text: spades, hearts, diamonds, clubs
    LOW_SPADES,
    HIGH_SPADES,
    LOW_SPADES << 3,
    HIGH_SPADES << 3,
    LOW_SPADES << 2,
    HIGH_SPADES << 2,
    LOW_SPADES << 1,
    HIGH_SPADES << 1,
    EIGHTS_AND_JOKERS,
)
HALF_SUIT_COUNT = 9
HALF_SUIT_SIZE = 6

ALL_SEATS = 63
TEAM_OF_SEAT_0 = 21  # 1.2: seats 0, 2 and 4; the other team is one seat further

ON_TURN, ANYTIME = 0, 1
TEAM, SPOTLIGHT = 0, 1

PLACE = PLAYERS * 64
CLAIM = 2 * PLAYERS * 64
COUNTER = CLAIM + 2 * HALF_SUIT_COUNT
"""Actions: 64 q + c asks seat q for card c; PLACE + 64 q + c says that seat q holds card c; CLAIM + 2 h claims half
suit h, CLAIM + 2 h + 1 claims it for the other team; COUNTER volunteers for the counter-claim."""


class State(kernel.State, seats=6):
    """Everything that is true at a table of Half Suit."""

    turns: int = choice("team", "spotlight")
    claims: int = choice("on_turn", "anytime")
    ask_empty: int = flag()
    stop_at_5: int = flag()
    endless: int = flag()

    hands: list[int] = per_seat(cards(OWNER, counted=True))
    deck: list[int] = row(DECK_SIZE, card(NOBODY))
    won: list[int] = per_team(cards(EVERYBODY))
    """By team: the half suits it has the points for. Their cards are out of play."""

    team: int = team(EVERYBODY)
    """The team on turn: 0 for seats 0, 2, 4 and 1 for seats 1, 3, 5."""
    opening: int = yes(EVERYBODY)
    """Nothing was done yet: the first action is that of the seat in the spotlight alone."""
    spotlight: int = seat(EVERYBODY)
    other_spotlight: int = seat(EVERYBODY)
    """Whom the team that is not on turn last had in the spotlight."""
    asks: int = number(EVERYBODY, high=120)
    """Asks since the last claim."""
    misses: int = number(EVERYBODY, high=120)
    """Missed asks in a row since the last claim."""

    claimer: int = seat(EVERYBODY)
    claimed: int = cards(EVERYBODY)
    """The half suit that is being claimed, or no cards."""
    for_other: int = yes(EVERYBODY)
    countering: int = yes(EVERYBODY)
    """A counter-claim is due or being made."""
    placer: int = seat(EVERYBODY)
    """Who is saying card by card who holds the half suit, if anybody is."""
    unplaced: int = cards(EVERYBODY)
    placed: list[int] = per_seat(cards(EVERYBODY))
    """By seat: the cards that the claim says it holds."""

    taken: list[int] = per_seat(cards(EVERYBODY))
    """Cards that everybody saw going into this hand, where they still are."""
    lacks: list[int] = per_seat(cards(EVERYBODY))
    """Cards that everybody knows are not in this hand."""
    some: list[int] = per_seat(cards(EVERYBODY))
    """Half suits of which everybody knows that this hand holds a card besides those in `taken`."""

    winners: int = seats(EVERYBODY)
    over: int = yes(EVERYBODY)


EVENTS = Events()
SHUFFLED = EVENTS.add("shuffled", "All 54 cards are shuffled.")
DEALT = EVENTS.add(
    "dealt",
    "{seat} is dealt {cards}.",
    "{seat} is dealt nine cards.",
    seat=You("You are dealt {cards}."),
    cards=Secret(Kind.CARDS),
)
DRAWN = EVENTS.add("drawn", "{seat} is drawn to act first.", seat=You("You are drawn to act first."))
ASKED = EVENTS.add(
    "asked",
    "{seat} asks {other} for {card}.",
    seat=You("You ask {other} for {card}."),
    other=You("{seat} asks you for {card}."),
    card=Kind.CARD,
)
GAVE = EVENTS.add(
    "gave",
    "{seat} gives {card} to {other}.",
    seat=You("You give {card} to {other}."),
    other=You("{seat} gives you {card}."),
    card=Kind.CARD,
)
MISSED = EVENTS.add("missed", "{seat} does not have {card}.", seat=You("You do not have {card}."), card=Kind.CARD)
RAN_OUT = EVENTS.add("ran_out", "{seat} has no cards left.", seat=You("You have no cards left."))
TURN_BEGAN = EVENTS.add(
    "turn_began",
    "It is the turn of {seats}; in the spotlight: {seat}.",
    seats=You("It is your team's turn; in the spotlight: {seat}.", kind=Kind.SEATS),
    seat=Kind.SEAT,
)
WARNED = EVENTS.add(
    "warned",
    "{misses} misses in a row and {asks} asks without a claim: at 60 misses or 120 asks, the team on turn must claim.",
    misses=Number(0, 120),
    asks=Number(0, 120),
)
MUST_CLAIM = EVENTS.add(
    "must_claim",
    "Too many asks without a claim: {seats} must claim.",
    seats=You("Too many asks without a claim: your team must claim.", kind=Kind.SEATS),
)
CLAIMED = EVENTS.add("claimed", "{seat} claims {cards}.", seat=You("You claim {cards}."), cards=Kind.CARDS)
CLAIMED_FOR_OTHER = EVENTS.add(
    "claimed_for_other",
    "{seat} claims {cards} for the other team.",
    seat=You("You claim {cards} for the other team."),
    cards=Kind.CARDS,
)
PLACED = EVENTS.add(
    "placed",
    "{seat} says that {card} is with {holder}.",
    seat=You("You say that {card} is with {holder}."),
    card=Kind.CARD,
    holder=You("{seat} says that {card} is with you."),
)
COUNTER_DUE = EVENTS.add(
    "counter_due",
    "{cards} are all with the team that did not claim: one of {seats} must counter-claim.",
    cards=Kind.CARDS,
    seats=You(
        "{cards} are all with your team, which did not claim: one of {seats} must counter-claim.", kind=Kind.SEATS
    ),
)
NOMINATED = EVENTS.add("nominated", "{seat} makes the counter-claim.", seat=You("You make the counter-claim."))
REVEALED = EVENTS.add("revealed", "{seat} held {cards}.", seat=You("You held {cards}."), cards=Kind.CARDS)
SCORED = EVENTS.add(
    "scored",
    "{seats} score a point for {cards}.",
    seats=You("Your team scores a point for {cards}.", kind=Kind.SEATS),
    cards=Kind.CARDS,
)
GAME_ENDED = EVENTS.add(
    "game_ended",
    "The game is over. Won by: {winners}.",
    winners=You("The game is over: a win for your team.", kind=Kind.SEATS),
)

REASONS = Reasons()
GAME_OVER = REASONS.add("game_over", "The game is over.", rule="6.1")
NOT_YOUR_TURN = REASONS.add("not_your_turn", "It is not your turn.", rule="3.1")
NO_SUCH_ACTION = REASONS.add(
    "no_such_action", "That is no action of Half Suit: ask, claim, counter, or say who holds a card.", rule="3.9"
)
PLACE_A_CARD = REASONS.add("place_a_card", "You are making a claim: say who holds the next card.", rule="4.9")
OTHER_CARD = REASONS.add(
    "other_card", "The cards of a claim are named in order, lowest first, and another card is next.", rule="R4"
)
OPPONENTS_ONLY = REASONS.add(
    "opponents_only", "In a claim for the other team all six cards are with your opponents.", rule="5.6"
)
OWN_TEAM_ONLY = REASONS.add("own_team_only", "In a counter-claim all six cards are with your own team.", rule="R9")
COUNTER_FIRST = REASONS.add(
    "counter_first", "A counter-claim is due: one of your team must volunteer for it.", rule="5.3"
)
NO_COUNTER = REASONS.add("no_counter", "There is no claim to counter.", rule="5.3")
NO_CLAIM = REASONS.add(
    "no_claim", "No claim is being made: claim a half suit before you say who holds its cards.", rule="4.9"
)
OUT_OF_PLAY = REASONS.add("out_of_play", "That half suit has been claimed and is out of play.", rule="5.8")
OTHER_TEAMS_TURN = REASONS.add(
    "other_teams_turn", "It is the other team's turn: you can claim, but not ask.", rule="3.1"
)
FIRST_ACTION = REASONS.add(
    "first_action", "The first action belongs to the player who was drawn: you can claim, but not ask.", rule="R2"
)
NOT_IN_SPOTLIGHT = REASONS.add(
    "not_in_spotlight", "Only the player in the spotlight may ask: you can claim.", rule="R3"
)
CLAIM_NOW = REASONS.add(
    "claim_now", "After 60 misses in a row, or 120 asks without a claim, your team must claim.", rule="R12"
)
NO_CARDS = REASONS.add("no_cards", "You have no cards and cannot ask: you can claim.", rule="3.4")
NOT_AN_OPPONENT = REASONS.add("not_an_opponent", "You can ask only a player of the other team.", rule="4.7")
EMPTY_HAND = REASONS.add("empty_hand", "That player has no cards.", rule="R6")
YOUR_OWN_CARD = REASONS.add("your_own_card", "You hold that card yourself.", rule="4.6")
NONE_OF_IT = REASONS.add(
    "none_of_it", "You can ask for a card only if you hold another card of its half suit.", rule="4.6"
)


@rule
def seats_of(team: int) -> int:
    """The three seats of a team (1.1, 1.2)."""
    return TEAM_OF_SEAT_0 << team


@rule
def out_of_play(s: State) -> int:
    """The cards of all half suits that have been claimed (5.8)."""
    return s.won[0] | s.won[1]


@rule
def whole_half_suits(hand: int) -> int:
    """All cards of the half suits of which there is a card in a hand (2.2)."""
    low = hand & 0xFFFFFF
    low |= low >> 12
    high = (hand >> 28) & 0xFFFFFF
    high |= high >> 12
    low_suits = (low | low >> 4 | low >> 8) & 15
    high_suits = (high | high >> 4 | high >> 8) & 15
    whole = low_suits * LOW_SPADES | high_suits * HIGH_SPADES
    if hand & EIGHTS_AND_JOKERS:
        whole |= EIGHTS_AND_JOKERS
    return whole
