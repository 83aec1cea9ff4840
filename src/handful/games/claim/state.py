"""What is true at a table of CLAIM, what can happen there, and why an action is refused. See RULES.md."""

from __future__ import annotations

from handful import kernel
from handful.cards import STANDARD
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
    action,
    amount,
    card,
    cards,
    choice,
    flag,
    number,
    per_seat,
    row,
    seat,
    seats,
    suit,
    word,
    yes,
)

DECK_SIZE = 52
HAND_SIZE = 3
BUDGET = 1352
LEAST_POINTS = 27

DECLARATION, BLITZ, FLOOR = 0, 1, 2
"""The phases of a deal, in the order of the words of `phase`."""

EVERY_ROUND, ON_PASS = 0, 1
WHEN_TAKEN, AT_SHOWDOWN = 0, 1

DECLARE_NOTHING, HOLD, TAKE, PASS, SHOWDOWN = 64, 65, 66, 67, 68
SHOW = 128
DECLARE = 256
PAST_DECLARE = DECLARE + (4 << 13)
"""Actions: 0 to 51 take the floor card and discard that card; SHOW + c shows card c. DECLARE + suit + 4 × ranks
declares a suit and shows its cards of these ranks (one bit each, the 2 lowest); in a floor round each is a step."""


class State(kernel.State, seats=4, pack=STANDARD):
    """Everything that is true at a table of CLAIM."""

    deals: int = amount(10, 1, 50)
    floor_rounds: int = amount(20, 1, 40)
    suit_lock: int = flag()
    declare_costs_turn: int = flag()
    penalty: int = choice("every_round", "on_pass")
    penalties: int = choice("when_taken", "at_showdown")
    wrap: int = choice("broken", "circular")
    singles: int = choice("zero", "face")

    hands: list[int] = per_seat(cards(OWNER, counted=True))
    certain: list[int] = per_seat(cards(EVERYBODY))
    """Cards that everybody knows to be in a hand: face-up or taken from the floor."""
    shown: list[int] = per_seat(cards(EVERYBODY))
    """Cards that lie face-up before their owner."""
    choices: list[int] = per_seat(action(OWNER))
    """What a seat has chosen, sealed until all have."""
    pile: list[int] = row(DECK_SIZE, card(NOBODY))
    left: int = number(EVERYBODY, letter="b", high=DECK_SIZE)
    """Cards of the pile that were never on the floor; those at the bottom lie below them."""
    bottom: int = cards(EVERYBODY)
    """Floor cards that nobody took. The rounds end before they can come up again, so their order does not matter."""
    discards: int = cards(EVERYBODY)
    floor: int = card(EVERYBODY)

    budgets: list[int] = per_seat(number(EVERYBODY, low=-4 * BUDGET, high=8 * BUDGET))
    forfeited: int = number(EVERYBODY, high=8 * BUDGET)
    """All penalties that were paid, to nobody, from the budgets."""
    accumulated: list[int] = per_seat(number(EVERYBODY, high=41 * 14))
    """Penalties of this deal."""
    finals: list[int] = per_seat(number(EVERYBODY, low=-4 * BUDGET, high=BUDGET))
    """The final scores of the last deal that was settled."""
    ceilings: list[int] = per_seat(number(EVERYBODY, letter="b", high=14))
    """No hidden card of a hand is higher than this: the penalties have shown it."""
    topped: int = seats(EVERYBODY)
    """Whose hidden cards certainly include one of the rank of the ceiling."""

    deal: int = number(EVERYBODY, letter="b", high=50)
    phase: int = word(EVERYBODY, "declaration", "blitz", "floor")
    answered: int = seats(EVERYBODY)
    suits: list[int] = per_seat(suit(EVERYBODY))
    declared: int = seats(EVERYBODY)
    floor_round: int = number(EVERYBODY, letter="b", high=40)
    dealer: int = seat(EVERYBODY)
    first: int = seat(EVERYBODY)
    turn: int = seat(EVERYBODY)
    declaring: int = yes(EVERYBODY)
    """The seat on turn has declared in this turn."""
    winners: int = seats(EVERYBODY)
    over: int = yes(EVERYBODY)


EVENTS = Events()
DEAL_BEGAN = EVENTS.add(
    "deal_began",
    "Deal {deal}: {dealer} shuffles and deals.",
    deal=Number(0, 50),
    dealer=You("Deal {deal}: you shuffle and deal."),
)
DEALT = EVENTS.add(
    "dealt",
    "{seat} is dealt {cards}.",
    "{seat} is dealt three cards.",
    seat=You("You are dealt {cards}."),
    cards=Secret(Kind.CARDS),
)
CHOSE = EVENTS.add("chose", "{seat} has chosen.", seat=You("You have chosen."))
DECLARED = EVENTS.add("declared", "{seat} declares {suit}.", seat=You("You declare {suit}."), suit=Kind.SUIT)
SHOWED = EVENTS.add("showed", "{seat} places {card} face-up.", seat=You("You place {card} face-up."), card=Kind.CARD)
PENALIZED = EVENTS.add(
    "penalized",
    "{seat} is undeclared: a penalty of {points}, {total} in this deal.",
    seat=You("You are undeclared: a penalty of {points}, {total} in this deal."),
    points=Number(0, 14),
    total=Number(0, 41 * 14),
)
BLITZ_BEGAN = EVENTS.add(
    "blitz_began",
    "A blitz may be called by: {seats}.",
    seats=You("A blitz may be called by: {seats}.", kind=Kind.SEATS),
)
ANSWERED = EVENTS.add(
    "answered", "A blitz? {seat} says {called}.", seat=You("A blitz? You say {called}."), called=Kind.YES
)
FLOOR_TURNED = EVENTS.add(
    "floor_turned",
    "Floor round {round}: {dealer} turns {card}, {first} begins.",
    round=Number(0, 40),
    dealer=You("Floor round {round}: you turn {card}, first turn: {first}."),
    card=Kind.CARD,
    first=You("Floor round {round}: {dealer} turns {card}, you begin."),
)
TOOK = EVENTS.add("took", "{seat} takes {card}.", seat=You("You take {card}."), card=Kind.CARD)
DISCARDED = EVENTS.add("discarded", "{seat} discards {card}.", seat=You("You discard {card}."), card=Kind.CARD)
PASSED = EVENTS.add("passed", "{seat} passes.", seat=You("You pass."))
SANK = EVENTS.add("sank", "Nobody took {card}: it goes to the bottom of the pile.", card=Kind.CARD)
SHOWDOWN_CALLED = EVENTS.add("showdown_called", "{seat} calls the showdown.", seat=You("You call the showdown."))
RECKONING_BEGAN = EVENTS.add("reckoning_began", "Nobody called a showdown: the Reckoning.")
REVEALED = EVENTS.add("revealed", "{seat} reveals {cards}.", seat=You("You reveal {cards}."), cards=Kind.CARDS)
SCORED = EVENTS.add(
    "scored",
    "{seat} has a final score of {points}.",
    seat=You("You have a final score of {points}."),
    points=Number(-4 * BUDGET, BUDGET),
)
PAID = EVENTS.add(
    "paid",
    "{seat} pays {other} {points}.",
    seat=You("You pay {other} {points}."),
    other=You("{seat} pays you {points}."),
    points=Number(0, 8 * BUDGET),
)
GAME_ENDED = EVENTS.add(
    "game_ended",
    "The game is over. Won by: {winners}.",
    winners=You("The game is over: a win for {winners}.", kind=Kind.SEATS),
)

REASONS = Reasons()
GAME_OVER = REASONS.add("game_over", "The game is over.", rule="R10")
NOT_YOUR_TURN = REASONS.add("not_your_turn", "It is not your turn.", rule="3.6")
NO_SUCH_ACTION = REASONS.add(
    "no_such_action", "That is no action of CLAIM: declare, show, take, pass, hold or call a showdown.", rule="3.6"
)
DECLARE_OR_NOT = REASONS.add(
    "declare_or_not", "All declare now: declare a suit, with or without cards face-up, or declare nothing.", rule="3.1"
)
CALL_OR_HOLD = REASONS.add("call_or_hold", "The blitz is open: call a showdown, or hold.", rule="R5")
FLOOR_IS_OPEN = REASONS.add(
    "floor_is_open",
    "A floor round is on: take the floor card, pass, call a showdown, or first declare a suit.",
    rule="3.6",
)
NOT_YOUR_CARD = REASONS.add("not_your_card", "You do not hold that card.", rule="3.2")
ALREADY_DECLARED = REASONS.add("already_declared", "You have already declared a suit.", rule="4.1")
SUIT_IS_CLOSED = REASONS.add(
    "suit_is_closed", "Another player has declared that suit, and at this table that closes it.", rule="R2"
)
SHOW_IN_STEPS = REASONS.add(
    "show_in_steps", "In a floor round declare the suit first, then show its cards one by one.", rule="R4"
)
SHOW_WHEN_DECLARING = REASONS.add(
    "show_when_declaring", "You can place cards face-up only in the turn in which you declare.", rule="4.3"
)
SHOW_YOUR_SUIT = REASONS.add("show_your_suit", "You can place only cards of your declared suit face-up.", rule="3.2")
SHOW_RISING = REASONS.add(
    "show_rising", "Show your cards from the lowest to the highest: that one is too low now.", rule="R4"
)
DECLARING_WAS_ALL = REASONS.add(
    "declaring_was_all", "Declaring was your action: you can only show more cards of your suit, or pass.", rule="R4"
)
FLOOR_IS_EMPTY = REASONS.add("floor_is_empty", "The floor card is already taken.", rule="R4")
JUST_TAKEN = REASONS.add("just_taken", "You cannot discard the card that you are taking.", rule="R4")
FACE_UP = REASONS.add("face_up", "That card lies face-up and cannot be discarded.", rule="R2")
UNDECLARED = REASONS.add("undeclared", "You must have declared a suit to call a showdown.", rule="4.5")
TOO_FEW_POINTS = REASONS.add("too_few_points", "A showdown needs at least 27 positive points.", rule="4.4")
PENALTIES_TOO_HIGH = REASONS.add(
    "penalties_too_high", "Your positive points must exceed the penalties you have accumulated.", rule="6.5"
)
