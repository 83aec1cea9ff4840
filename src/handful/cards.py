"""Cards and sets of cards.

A card is a number: 4 × (rank − 2) + suit, ranks 2 to 14 (ace), suits spades, clubs, diamonds, hearts from 0 to 3; the
Black Joker is 52 and the Red Joker 53. A set of cards is an integer with one bit a card. As text a card is its rank and
its suit: `As`, `Td`, `2h`; the jokers are `Xb` and `Xr`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from handful.kernel.dialect import rule

SPADES, CLUBS, DIAMONDS, HEARTS = 0, 1, 2, 3
BLACK_JOKER, RED_JOKER = 52, 53
NO_CARD = -1


class BadText(ValueError):
    """A text that means nothing: the message says what was expected."""


JACK, QUEEN, KING, ACE = 11, 12, 13, 14

STANDARD = (1 << 52) - 1
"""The 52 cards without jokers."""
WITH_JOKERS = (1 << 54) - 1

RANK_LETTERS = "23456789TJQKA"
SUIT_LETTERS = "scdh"
SUIT_SYMBOLS = "♠♣♦♥"
SUIT_NAMES = ("spades", "clubs", "diamonds", "hearts")


@rule
def rank_of(card: int) -> int:
    """2 to 14, the ace high; not for jokers."""
    return (card >> 2) + 2


@rule
def suit_of(card: int) -> int:
    """The suit; not for jokers."""
    return card & 3


@rule
def card_of(rank: int, suit: int) -> int:
    """The card of a rank and a suit."""
    return ((rank - 2) << 2) | suit


@rule
def of_suit(suit: int) -> int:
    """All thirteen cards of a suit."""
    return 0x1111111111111 << suit


@rule
def of_rank(rank: int) -> int:
    """All four cards of a rank."""
    return 15 << ((rank - 2) << 2)


def card_text(card: int) -> str:
    """The text of a card.

    >>> card_text(card_of(14, SPADES)), card_text(RED_JOKER)
    ('As', 'Xr')
    """
    return CARD_TEXTS[card] if card != NO_CARD else "--"


CARD_TEXTS = (*(rank + suit for rank in RANK_LETTERS for suit in SUIT_LETTERS), "Xb", "Xr")
CARD_NUMBERS = {text: card for card, text in enumerate(CARD_TEXTS)}
_TEXTS_BY_BIT = {1 << card: text for card, text in enumerate(CARD_TEXTS)}


def card_number(text: str) -> int:
    """The card of a text; BadText if there is none.

    >>> card_number("Td")
    34
    """
    try:
        return CARD_NUMBERS[text]
    except KeyError:
        raise BadText(
            f"{text!r} is no card: a rank of 23456789TJQKA and a suit of s, c, d, h, such as Td; jokers are Xb and Xr"
        ) from None


def pretty(card: int) -> str:
    """A card as people like to see it: 10♦, A♠."""
    if card == NO_CARD:
        return "no card"
    if card >= BLACK_JOKER:
        return "Black Joker" if card == BLACK_JOKER else "Red Joker"
    rank = RANK_LETTERS[card >> 2]
    return ("10" if rank == "T" else rank) + SUIT_SYMBOLS[card & 3]


def members(cards: int) -> Iterator[int]:
    """The cards of a set, lowest first."""
    while cards:
        yield (cards & -cards).bit_length() - 1
        cards &= cards - 1


def card_texts(cards: int) -> list[str]:
    """The texts of the cards of a set, lowest first."""
    texts = []
    while cards:
        lowest = cards & -cards
        texts.append(_TEXTS_BY_BIT[lowest])
        cards ^= lowest
    return texts


def set_of(cards: Iterable[int]) -> int:
    """The set of some cards."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


def cards_text(cards: int) -> str:
    """The text of a set, lowest card first.

    >>> cards_text(cards_set("Kd 6s 6h"))
    '6s 6h Kd'
    """
    return " ".join(card_texts(cards))


def cards_list(text: str) -> list[int]:
    """The cards of a text in their order; BadText for a bad or repeated card."""
    numbers = [card_number(word) for word in text.split()]
    if len(set(numbers)) != len(numbers):
        twice = next(card for card in numbers if numbers.count(card) > 1)
        raise BadText(f"{card_text(twice)} is there twice")
    return numbers


def cards_set(text: str) -> int:
    """The set of the cards of a text; BadText for a bad or repeated card."""
    return set_of(cards_list(text))
