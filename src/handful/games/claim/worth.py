"""What a player's own hand of CLAIM is worth as it stands, sequence by sequence: for that player's eyes."""

from __future__ import annotations

from functools import lru_cache
from typing import TypedDict

from handful.cards import NO_CARD, SUIT_LETTERS, card_text, members
from handful.games.claim.scoring import (
    cards_in,
    declared_score,
    in_line,
    lowest_run,
    ranks_of,
    run_points,
    undeclared_score,
)
from handful.games.claim.state import FLOOR
from handful.observe import View


class Sequence(TypedDict):
    """Neighbours of one suit, and what they score."""

    cards: list[str]
    points: int


class SuitWorth(TypedDict):
    """A hand with one suit declared: the sequences that count, and the final score."""

    suit: str
    sequences: list[Sequence]
    score: int


class Taking(TypedDict):
    """A hand with the floor card: what is discarded for it, nothing or a card, and what the rest is worth."""

    discard: str
    makes: SuitWorth


class Worth(TypedDict):
    """The final score of a hand with each suit declared, and with none; and what the floor card would make of it."""

    suits: list[SuitWorth]
    undeclared: int
    taking: list[Taking]


class Own(TypedDict):
    """What a seat's view has beside its fields."""

    worth: Worth


def own(view: View) -> Own:
    """The final score of the own hand with each suit declared, and with none (5.3, 5.4)."""
    suits, undeclared = worth_of(view.hands[view.seat], view.wrap, view.singles)
    return {"worth": {"suits": suits, "undeclared": undeclared, "taking": takings(view)}}


@lru_cache(4096)
def worth_of(hand: int, circular: int, singles: int) -> tuple[list[SuitWorth], int]:
    """A hand with each suit declared, and with none. Kept: it is asked for at every move, and hands seldom change."""
    suits = [in_suit(hand, suit, circular, singles) for suit in range(len(SUIT_LETTERS))]
    return suits, undeclared_score(hand, circular)


def takings(view: View) -> list[Taking]:
    """What taking the floor card would make of the hand of a declared seat on turn, by what it discards (3.6, R4)."""
    seat = view.seat
    if view.turn != seat or view.phase != FLOOR or view.floor == NO_CARD or view.suits[seat] < 0:
        return []
    suit = view.suits[seat]
    hand = view.hands[seat]
    taken = hand | 1 << view.floor
    hands = {"": taken} | {card_text(card): taken & ~(1 << card) for card in members(hand & ~view.shown[seat])}
    return [{"discard": gone, "makes": in_suit(left, suit, view.wrap, view.singles)} for gone, left in hands.items()]


@lru_cache(4096)
def in_suit(hand: int, suit: int, circular: int, singles: int) -> SuitWorth:
    """A hand with one suit declared."""
    found: list[Sequence] = []
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
