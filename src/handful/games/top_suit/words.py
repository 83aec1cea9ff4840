"""The words of Top-Suit: `play 9h`, `play Kc Kd top Kd`, `play 4c 5c 6c`, `extend 7c 8c`, `draw`."""

from __future__ import annotations

from handful.cards import STANDARD, card_number, card_text, cards_list, cards_text, set_of
from handful.game import BadText, Words
from handful.games.top_suit.patterns import DRAW, EXTEND, chooses_top, hand_with, pattern_of, top_of
from handful.kernel import highest

EXPECTED = "draw, or play and cards such as play 4c 5c 6c or play Kc Kd top Kd, or extend and cards such as extend 7c"


def write_action(action: int) -> str:
    """The text of an action."""
    if action == DRAW:
        return "draw"
    cards = action & STANDARD
    if action >= EXTEND:
        return f"extend {cards_text(cards)}"
    if chooses_top(pattern_of(cards)):
        return f"play {cards_text(cards)} top {card_text(top_of(action))}"
    return f"play {cards_text(cards)}"


def read_action(text: str) -> int:
    """The action of a text."""
    if text == "draw":
        return DRAW
    verb, _, rest = text.partition(" ")
    if verb not in ("play", "extend"):
        raise BadText(f"{text!r} is no action of Top-Suit; expected {EXPECTED}")
    listed, chosen, top = rest.partition(" top ") if verb == "play" else (rest, "", "")
    cards = read_cards(text, listed)
    if verb == "extend":
        action = EXTEND | hand_with(cards, highest(cards))
    else:
        action = hand_with(cards, read_top(text, cards, top) if chosen else only_top(text, cards))
    right = write_action(action)
    if text != right:
        raise BadText(f"{text!r} is not written as it should be, the cards lowest first: did you mean {right}?")
    return action


def read_cards(text: str, listed: str) -> int:
    """The set of the cards of a text that may hold only cards of this game."""
    try:
        cards = set_of(cards_list(listed))
    except ValueError as error:
        raise BadText(f"{text!r} is no action of Top-Suit: {error}") from None
    if not cards or cards & ~STANDARD:
        raise BadText(f"{text!r} names no cards of Top-Suit; expected {EXPECTED}")
    return cards


def read_top(text: str, cards: int, top: str) -> int:
    """The top card that was chosen."""
    if not chooses_top(pattern_of(cards)):
        raise BadText(f"{text!r} names a top card, but only of a pair or a triple is it chosen")
    try:
        card = card_number(top)
    except ValueError as error:
        raise BadText(f"{text!r} is no action of Top-Suit: {error}") from None
    if not (cards >> card) & 1:
        raise BadText(f"{text!r} must name one of its own cards as the top card")
    return card


def only_top(text: str, cards: int) -> int:
    """The top card of what is not a pair or a triple."""
    if chooses_top(pattern_of(cards)):
        raise BadText(f"{text!r} must name its top card, such as play Kc Kd top Kd")
    return highest(cards)


WORDS = Words(write_action, read_action)
