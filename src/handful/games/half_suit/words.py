"""The words of Half Suit.

`ask 3 5h` asks seat 3 for the 5 of hearts. `claim low-hearts` begins a claim, `claim eights for-other-team` one for the
other team; `2h with 0` says that seat 0 holds the 2 of hearts, six times a claim. `counter` volunteers for a
counter-claim.
"""

from __future__ import annotations

from handful.cards import card_number, card_text
from handful.game import BadText, Words, suggest
from handful.games.half_suit.state import CLAIM, COUNTER, PLACE

HALF_SUIT_NAMES = (
    "low-spades",
    "high-spades",
    "low-hearts",
    "high-hearts",
    "low-diamonds",
    "high-diamonds",
    "low-clubs",
    "high-clubs",
    "eights",
)
FOR_OTHER = "for-other-team"
SEAT_TEXTS = ("0", "1", "2", "3", "4", "5")
EXPECTED = "ask 3 5h, claim low-hearts, claim eights for-other-team, 2h with 0, or counter"


def write_action(action: int) -> str:
    """The text of an action."""
    if action == COUNTER:
        return "counter"
    if action >= CLAIM:
        half_suit, for_other = divmod(action - CLAIM, 2)
        return f"claim {HALF_SUIT_NAMES[half_suit]}" + (f" {FOR_OTHER}" if for_other else "")
    seat, card = divmod(action % PLACE, 64)
    return f"{card_text(card)} with {seat}" if action >= PLACE else f"ask {seat} {card_text(card)}"


def read_action(text: str) -> int:
    """The action of a text."""
    match text.split(" "):
        case ["counter"]:
            return COUNTER
        case ["ask", seat, card]:
            return read_seat(text, seat) * 64 + read_card(text, card)
        case [card, "with", seat]:
            return PLACE + read_seat(text, seat) * 64 + read_card(text, card)
        case ["claim", half_suit]:
            return CLAIM + 2 * read_half_suit(text, half_suit)
        case ["claim", half_suit, other] if other == FOR_OTHER:
            return CLAIM + 2 * read_half_suit(text, half_suit) + 1
    raise BadText(f"{text!r} is no action of Half Suit; expected one such as {EXPECTED}")


def read_seat(text: str, seat: str) -> int:
    """The seat of a text."""
    if seat not in SEAT_TEXTS:
        raise BadText(f"{text!r}: {seat!r} is no seat; expected 0 to 5")
    return int(seat)


def read_card(text: str, card: str) -> int:
    """The card of a text."""
    try:
        return card_number(card)
    except ValueError as wrong:
        raise BadText(f"{text!r}: {wrong}") from None


def read_half_suit(text: str, name: str) -> int:
    """The half suit of a name."""
    if name not in HALF_SUIT_NAMES:
        hint = suggest(name, HALF_SUIT_NAMES)
        raise BadText(f"{text!r}: {name!r} is no half suit; expected one of {', '.join(HALF_SUIT_NAMES)}.{hint}")
    return HALF_SUIT_NAMES.index(name)


WORDS = Words(write_action, read_action)
