"""The words of Thirteam: `play 3s 4h 5c`, `skip`; in a team game `ready` and `trade 5h`."""

from __future__ import annotations

from handful.cards import card_number, card_text, cards_set, cards_text
from handful.game import BadText, Words
from handful.games.thirteam.rules import READY, SKIP, TRADE

EXPECTED = "play and cards such as play 3s 4h 5c, or skip, or ready, or trade and a card such as trade 5h"


def write_action(action: int) -> str:
    """The text of an action."""
    if action < SKIP:
        return f"play {cards_text(action)}"
    if action == SKIP:
        return "skip"
    if action == READY:
        return "ready"
    return f"trade {card_text(action - TRADE)}"


def read_action(text: str) -> int:
    """The action of a text."""
    if text == "skip":
        return SKIP
    if text == "ready":
        return READY
    word, _, rest = text.partition(" ")
    try:
        if word == "trade":
            return TRADE + card_number(rest)
        if word == "play":
            return read_cards(rest)
    except ValueError as wrong:
        raise BadText(f"{text!r} is no action of Thirteam: {wrong}; expected {EXPECTED}") from None
    raise BadText(f"{text!r} is no action of Thirteam; expected {EXPECTED}")


def read_cards(text: str) -> int:
    """The set of some cards, at least one, written in one way only; ValueError otherwise."""
    cards = cards_set(text)
    right = cards_text(cards)
    if not cards:
        raise ValueError("there are no cards")
    if right != text:
        raise ValueError(f"the cards go lowest first with one space between, {right}")
    return cards


WORDS = Words(write_action, read_action)
