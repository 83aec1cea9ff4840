"""What is true at a table of CLAIM, what can happen there, and why an action is refused. See RULES.md."""

from __future__ import annotations

from handful import kernel
from handful.kernel import (
    EVERYBODY,
    NOBODY,
    OWNER,
    Events,
    Kind,
    Reasons,
    Secret,
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
    yes,
)

DECK_SIZE = 52
HAND_SIZE = 3
BUDGET = 1352
LEAST_POINTS = 27

DECLARATION, BLITZ, FLOOR = 0, 1, 2
"""The phases of a deal."""

EVERY_ROUND, ON_PASS = 0, 1
WHEN_TAKEN, AT_SHOWDOWN = 0, 1

DECLARE_NOTHING, HOLD, TAKE, PASS, SHOWDOWN = 64, 65, 66, 67, 68
SHOW = 128
DECLARE = 256
PAST_DECLARE = DECLARE + (4 << 13)
"""Actions: 0 to 51 take the floor card and discard that card; SHOW + c shows card c. DECLARE + suit + 4 × ranks
declares a suit and shows its cards of these ranks (one bit each, the 2 lowest); in a floor round each is a step."""


class State(kernel.State, seats=4):
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
    left: int = number(EVERYBODY, letter="b")
    """Cards of the pile that were never on the floor; those at the bottom lie below them."""
    bottom: int = cards(EVERYBODY)
    """Floor cards that nobody took. The rounds end before they can come up again, so their order does not matter."""
    discards: int = cards(EVERYBODY)
    floor: int = card(EVERYBODY)

    budgets: list[int] = per_seat(number(EVERYBODY))
    forfeited: int = number(EVERYBODY)
    """All penalties that were paid, to nobody, from the budgets."""
    accumulated: list[int] = per_seat(number(EVERYBODY))
    """Penalties of this deal."""
    finals: list[int] = per_seat(number(EVERYBODY))
    """The final scores of the last deal that was settled."""
    ceilings: list[int] = per_seat(number(EVERYBODY, letter="b"))
    """No hidden card of a hand is higher than this: the penalties have shown it."""
    topped: int = seats(EVERYBODY)
    """Whose hidden cards certainly include one of the rank of the ceiling."""

    deal: int = number(EVERYBODY, letter="b")
    phase: int = number(EVERYBODY, letter="b")
    answered: int = seats(EVERYBODY)
    suits: list[int] = per_seat(suit(EVERYBODY))
    declared: int = seats(EVERYBODY)
    floor_round: int = number(EVERYBODY, letter="b")
    dealer: int = seat(EVERYBODY)
    first: int = seat(EVERYBODY)
    turn: int = seat(EVERYBODY)
    declaring: int = yes(EVERYBODY)
    """The seat on turn has declared in this turn."""
    winners: int = seats(EVERYBODY)
    over: int = yes(EVERYBODY)


EVENTS = Events()
DEAL_BEGAN = EVENTS.add("deal_began", "Deal {deal}: {dealer} shuffles and deals.", deal=Kind.NUMBER, dealer=Kind.SEAT)
DEALT = EVENTS.add(
    "dealt", "{seat} is dealt {cards}.", "{seat} is dealt three cards.", seat=Kind.SEAT, cards=Secret(Kind.CARDS)
)
CHOSE = EVENTS.add("chose", "{seat} has chosen.", seat=Kind.SEAT)
DECLARED = EVENTS.add("declared", "{seat} declares {suit}.", seat=Kind.SEAT, suit=Kind.SUIT)
SHOWED = EVENTS.add("showed", "{seat} places {card} face-up.", seat=Kind.SEAT, card=Kind.CARD)
PENALIZED = EVENTS.add(
    "penalized",
    "{seat} is undeclared: a penalty of {points}, {total} in this deal.",
    seat=Kind.SEAT,
    points=Kind.NUMBER,
    total=Kind.NUMBER,
)
BLITZ_BEGAN = EVENTS.add("blitz_began", "A blitz may be called by: {seats}.", seats=Kind.SEATS)
ANSWERED = EVENTS.add("answered", "{seat} calls a blitz: {called}.", seat=Kind.SEAT, called=Kind.YES)
FLOOR_TURNED = EVENTS.add(
    "floor_turned",
    "Floor round {round}: {dealer} turns {card}, {first} begins.",
    round=Kind.NUMBER,
    dealer=Kind.SEAT,
    card=Kind.CARD,
    first=Kind.SEAT,
)
TOOK = EVENTS.add("took", "{seat} takes {card}.", seat=Kind.SEAT, card=Kind.CARD)
DISCARDED = EVENTS.add("discarded", "{seat} discards {card}.", seat=Kind.SEAT, card=Kind.CARD)
PASSED = EVENTS.add("passed", "{seat} passes.", seat=Kind.SEAT)
SANK = EVENTS.add("sank", "Nobody took {card}: it goes to the bottom of the pile.", card=Kind.CARD)
SHOWDOWN_CALLED = EVENTS.add("showdown_called", "{seat} calls the showdown.", seat=Kind.SEAT)
RECKONING_BEGAN = EVENTS.add("reckoning_began", "Nobody called a showdown: the Reckoning.")
REVEALED = EVENTS.add("revealed", "{seat} reveals {cards}.", seat=Kind.SEAT, cards=Kind.CARDS)
SCORED = EVENTS.add("scored", "{seat} has a final score of {points}.", seat=Kind.SEAT, points=Kind.NUMBER)
PAID = EVENTS.add("paid", "{seat} pays {other} {points}.", seat=Kind.SEAT, other=Kind.SEAT, points=Kind.NUMBER)
GAME_ENDED = EVENTS.add("game_ended", "The game is over. Won by: {winners}.", winners=Kind.SEATS)

REASONS = Reasons()
GAME_OVER = REASONS.add("The game is over.")
NOT_YOUR_TURN = REASONS.add("It is not your turn.")
NO_SUCH_ACTION = REASONS.add("That is no action of CLAIM: declare, show, take, pass, hold or call a showdown.")
DECLARE_OR_NOT = REASONS.add("All declare now: declare a suit, with or without cards face-up, or declare nothing.")
CALL_OR_HOLD = REASONS.add("The blitz is open: call a showdown, or hold.")
FLOOR_IS_OPEN = REASONS.add("A floor round is on: take the floor card, pass, call a showdown, or first declare a suit.")
NOT_YOUR_CARD = REASONS.add("You do not hold that card.")
ALREADY_DECLARED = REASONS.add("You have already declared a suit.")
SUIT_IS_CLOSED = REASONS.add("Another player has declared that suit, and at this table that closes it.")
SHOW_IN_STEPS = REASONS.add("In a floor round declare the suit first, then show its cards one by one.")
SHOW_WHEN_DECLARING = REASONS.add("You can place cards face-up only in the turn in which you declare.")
SHOW_YOUR_SUIT = REASONS.add("You can place only cards of your declared suit face-up.")
SHOW_RISING = REASONS.add("Show your cards from the lowest to the highest: that one is too low now.")
DECLARING_WAS_ALL = REASONS.add("Declaring was your action: you can only show more cards of your suit, or pass.")
FLOOR_IS_EMPTY = REASONS.add("The floor card is already taken.")
JUST_TAKEN = REASONS.add("You cannot discard the card that you are taking.")
FACE_UP = REASONS.add("That card lies face-up and cannot be discarded.")
UNDECLARED = REASONS.add("You must have declared a suit to call a showdown.")
TOO_FEW_POINTS = REASONS.add("A showdown needs at least 27 positive points.")
PENALTIES_TOO_HIGH = REASONS.add("Your positive points must exceed the penalties you have accumulated.")
