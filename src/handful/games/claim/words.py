"""The words of CLAIM.

`declare nothing`, `declare s`, `declare s show Qs Ks` in the first phase; `showdown` or `hold` in the blitz; in a floor
round `take`, `take discard 5h`, `pass`, `showdown`, and before that `declare s` and `show Ks`.
"""

from __future__ import annotations

from handful.cards import SUIT_LETTERS, card_number, card_text, cards_list, cards_text, set_of, suit_of
from handful.game import BadText, Words, suggest
from handful.games.claim.scoring import cards_of, ranks_of
from handful.games.claim.state import DECK_SIZE, DECLARE, DECLARE_NOTHING, HOLD, PASS, SHOW, SHOWDOWN, TAKE
from handful.games.claim.worth import own

PLAIN = {"declare nothing": DECLARE_NOTHING, "take": TAKE, "pass": PASS, "showdown": SHOWDOWN, "hold": HOLD}
PLAIN_TEXTS = {action: text for text, action in PLAIN.items()}

EXPECTED = (
    "declare nothing, declare and a suit such as declare s or declare s show Qs Ks, show Ks, take, take discard 5h, "
    "pass, showdown or hold"
)


def write_action(action: int) -> str:
    """The text of an action."""
    if action in PLAIN_TEXTS:
        return PLAIN_TEXTS[action]
    if action >= DECLARE:
        suit = action & 3
        shown = cards_text(cards_of((action - DECLARE) >> 2, suit))
        return f"declare {SUIT_LETTERS[suit]}" + (f" show {shown}" if shown else "")
    if action >= SHOW:
        return f"show {card_text(action - SHOW)}"
    return f"take discard {card_text(action)}"


def read_action(text: str) -> int:
    """The action of a text."""
    if text in PLAIN:
        return PLAIN[text]
    if text.startswith("take discard "):
        return read_card(text.removeprefix("take discard "))
    if text.startswith("show "):
        return SHOW + read_card(text.removeprefix("show "))
    if text.startswith("declare "):
        return read_declaration(text)
    raise BadText(f"{text!r} is no action of CLAIM; expected {EXPECTED}.{suggest(text, list(PLAIN))}")


def read_card(text: str) -> int:
    """One card of the deck of 52."""
    try:
        card = card_number(text)
    except ValueError as wrong:
        raise BadText(str(wrong)) from None
    if card >= DECK_SIZE:
        raise BadText("CLAIM is played without jokers")
    return card


def read_declaration(text: str) -> int:
    """`declare s`, or `declare s show Qs Ks` with the cards of that suit from the lowest to the highest."""
    letter, _, shown = text.removeprefix("declare ").partition(" show ")
    if len(letter) != 1 or letter not in SUIT_LETTERS:
        raise BadText(f"{text!r} declares no suit; expected declare and one of s, c, d, h, or declare nothing")
    suit = SUIT_LETTERS.index(letter)
    try:
        cards = cards_list(shown)
    except ValueError as wrong:
        raise BadText(str(wrong)) from None
    action = DECLARE + suit + (ranks_of(set_of(cards), suit) << 2)
    if any(suit_of(card) != suit for card in cards) or write_action(action) != text:
        raise BadText(
            f"{text!r} is not how cards are shown; expected cards of the suit, lowest first: declare s show Qs Ks"
        )
    return action


WORDS = Words(write_action, read_action, own)
