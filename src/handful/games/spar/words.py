"""The words of Spar: `Kd` plays a card; `accept` and `challenge 2` answer a round (option honour)."""

from __future__ import annotations

from handful.cards import card_number, card_text
from handful.game import BadText, Words
from handful.games.spar.rules import ACCEPT, CHALLENGE

EXPECTED = "a card such as Kd, or accept, or challenge and a seat such as challenge 2"


def write_action(action: int) -> str:
    """The text of an action."""
    if action == ACCEPT:
        return "accept"
    if action >= CHALLENGE:
        return f"challenge {action - CHALLENGE}"
    return card_text(action)


def read_action(text: str) -> int:
    """The action of a text."""
    if text == "accept":
        return ACCEPT
    if text.startswith("challenge "):
        seat = text.removeprefix("challenge ")
        if seat in ("0", "1", "2", "3", "4", "5"):
            return CHALLENGE + int(seat)
    try:
        return card_number(text)
    except ValueError:
        raise BadText(f"{text!r} is no action of Spar; expected {EXPECTED}") from None


WORDS = Words(write_action, read_action)
