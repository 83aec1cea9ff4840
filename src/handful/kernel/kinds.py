"""What the integers of a state, an event and an action stand for."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """What an integer stands for. In a field, -1 is "none" for a seat, a card or a suit."""

    NUMBER = "number"
    YES = "yes"
    SEAT = "seat"
    SEATS = "seats"
    CARD = "card"
    CARDS = "cards"
    SUIT = "suit"
    ACTION = "action"
    WORD = "word"
    OPTION = "option"
