"""What a player's own hand of CLAIM is worth as it stands, sequence by sequence: for that player's eyes."""

from __future__ import annotations

from typing import Any

from handful.cards import SUIT_LETTERS, card_text, members
from handful.game import View
from handful.games.claim.scoring import (
    cards_in,
    declared_score,
    in_line,
    lowest_run,
    ranks_of,
    run_points,
    undeclared_score,
)


def own(view: View) -> dict[str, Any]:
    """The final score of the own hand with each suit declared, and with none (5.3, 5.4)."""
    hand = view.hands[view.seat]
    suits = [in_suit(hand, suit, view.wrap, view.singles) for suit in range(len(SUIT_LETTERS))]
    return {"worth": {"suits": suits, "undeclared": undeclared_score(hand, view.wrap)}}


def in_suit(hand: int, suit: int, circular: int, singles: int) -> dict[str, Any]:
    """A hand with one suit declared: the sequences that count, with their points, and the final score."""
    found = []
    line = in_line(ranks_of(hand, suit), circular)
    while line:
        run = lowest_run(line)
        if points := run_points(run, singles):
            found.append({"cards": [card_text(card) for card in members(cards_in(run, suit))], "points": points})
        line ^= run
    return {
        "suit": SUIT_LETTERS[suit],
        "sequences": found,
        "score": declared_score(hand, suit, circular, singles),
    }
