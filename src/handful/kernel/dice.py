"""Dice that follow from a seed, the same at all three speeds.

The generator has no state but a counter: the n-th draw of a game is a hash of (seed, game, stream, n). It works on
32-bit words with multipliers below 2^31, so that no product leaves a signed 64-bit integer and Python, Numba and CUDA
compute the same numbers. Draws below n are unbiased (Lemire's method).

It is for experiments. It is not secret: a live table uses a verifiable shuffle instead.
"""

from __future__ import annotations

from typing import Protocol

from handful.kernel.dialect import Dice, rule, throw

WORD = 0xFFFFFFFF

CHANCE = 0
CHOICE = 1
"""The two streams of a simulated game: what chance deals, and what a random player chooses."""


class Counter(Protocol):
    """The fields of a seeded generator, on an object or in a record."""

    key: int
    salt: int
    drawn: int


@rule
def mix(x: int) -> int:
    """A well-mixed 32-bit word from another (a bijection)."""
    x = ((x ^ (x >> 16)) * 0x21F0AAAD) & WORD
    x = ((x ^ (x >> 15)) * 0x735A2D97) & WORD
    return x ^ (x >> 15)


@rule
def absorb(start: int, seed: int, game: int, stream: int) -> int:
    """One 32-bit word that depends on every bit of the three numbers."""
    word = mix(start ^ stream)
    word = mix(word ^ (seed & WORD))
    word = mix(word ^ ((seed >> 32) & WORD))
    word = mix(word ^ (game & WORD))
    return mix(word ^ ((game >> 32) & WORD))


@rule
def reseed(dice: Counter, seed: int, game: int, stream: int) -> None:
    """Set the dice to the beginning of one stream of one game."""
    dice.key = absorb(0x243F6A88, seed, game, stream)
    dice.salt = absorb(0x13198A2E, seed, game, stream)
    dice.drawn = 0


@rule
def draw(dice: Counter) -> int:
    """The next 32-bit word."""
    dice.drawn += 1
    return mix(dice.key ^ mix((dice.salt + dice.drawn * 0x9E3779B9) & WORD))


@rule
def below(dice: Counter, n: int) -> int:
    """One of 0 … n-1, each as likely as the other."""
    product = draw(dice) * n
    if (product & WORD) < n:
        floor = (1 << 32) % n
        while (product & WORD) < floor:
            product = draw(dice) * n
    return product >> 32


@rule
def fisher_yates(deck: list[int], n: int, dice: Dice) -> None:
    """Fisher and Yates: every order of the first n cards is as likely as any other."""
    for last in range(n - 1, 0, -1):
        other = throw(dice, last + 1)
        card = deck[last]
        deck[last] = deck[other]
        deck[other] = card


class Shuffler:
    """What all dice share: a deck is shuffled by draws below n."""

    __slots__ = ()

    def below(self, n: int) -> int:
        raise NotImplementedError

    def shuffle(self, deck: list[int], n: int) -> None:
        """Bring the first n cards of the deck into a random order."""
        fisher_yates(deck, n, self)


class SeededDice(Shuffler):
    """The interpreted form of the seeded generator.

    >>> dice, again = SeededDice(2026), SeededDice(2026)
    >>> [dice.below(6) for _ in range(9)] == [again.below(6) for _ in range(9)]
    True
    """

    __slots__ = ("drawn", "key", "salt")
    key: int
    salt: int
    drawn: int

    def __init__(self, seed: int, game: int = 0, stream: int = CHANCE) -> None:
        reseed(self, seed, game, stream)

    def below(self, n: int) -> int:
        """One of 0 … n-1, each as likely as the other."""
        return below(self, n)
