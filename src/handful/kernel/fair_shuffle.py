"""The dice of a live table: a shuffle that nobody can steer and everybody can check afterwards. See docs/shuffle.md.

A secret is committed to before anybody sits down, every player adds a nonce, and all chance of the game follows from
them by HMAC-SHA-256.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Sequence
from typing import NamedTuple

from handful.kernel.dice import Shuffler

SCHEME = "handful shuffle 1"
SEATS_SCHEME = "handful seats 1"
SECRET_BYTES = 32
LONGEST_NONCE = 64
WORDS = 1 << 32
_BLOCK = struct.Struct(">8I")


def commitment(secret: bytes) -> str:
    """What is shown of a secret before play: its SHA-256, in hex."""
    return hashlib.sha256(secret).hexdigest()


def is_nonce(text: str) -> bool:
    """Whether a text can be a player's nonce: at most 64 visible ASCII characters, no spaces; it may be empty."""
    return len(text) <= LONGEST_NONCE and all("!" <= letter <= "~" for letter in text)


class Shuffle(NamedTuple):
    """All that the chance of one game follows from."""

    table: str
    secret: bytes
    nonces: tuple[str, ...]
    """By seat; empty where a bot sits or a player gave none."""
    seating: tuple[int, ...] = ()
    """By seat: where its player had sat down, if the seats were drawn at the start."""

    @property
    def commitment(self) -> str:
        """What was shown of the secret before play."""
        return commitment(self.secret)

    def text(self) -> bytes:
        """What every block of the stream is made of, up to its number."""
        return stream_text(SCHEME, self.table, self.nonces)

    def dice(self) -> ShuffledDice:
        """The dice at the beginning of the game."""
        return ShuffledDice(self.secret, self.text())

    def seated_as_drawn(self) -> bool:
        """Whether the seats are those that the secret draws; true where they were not drawn at all."""
        before = sorted(zip(self.seating, self.nonces, strict=False))  # as they had sat down
        return not self.seating or self.seating == drawn_seats(self.table, self.secret, [one[1] for one in before])


def stream_text(scheme: str, table: str, nonces: Sequence[str]) -> bytes:
    """What every block of a stream is made of, up to its number."""
    seats = (f"{seat}:{nonce}" for seat, nonce in enumerate(nonces))
    return "\n".join((scheme, table, *seats, "")).encode("ascii")


def drawn_seats(table: str, secret: bytes, nonces: Sequence[str]) -> tuple[int, ...]:
    """The seats in a random order that follows from the secret and from the nonces of those who sit there.

    The player whose seat stands first gets seat 0, and so on.
    """
    order = list(range(len(nonces)))
    ShuffledDice(secret, stream_text(SEATS_SCHEME, table, nonces)).shuffle(order, len(order))
    return tuple(order)


class ShuffledDice(Shuffler):
    """Dice that follow from a secret and the players' nonces: 32-bit words, eight in a block."""

    __slots__ = ("drawn", "secret", "text", "words")

    def __init__(self, secret: bytes, text: bytes) -> None:
        self.secret = secret
        self.text = text
        self.drawn = 0
        self.words: tuple[int, ...] = ()

    def __copy__(self) -> ShuffledDice:
        """Dice that go on alone from here; every action of a live table is tried on some."""
        twin = ShuffledDice(self.secret, self.text)
        twin.drawn, twin.words = self.drawn, self.words
        return twin

    def word(self) -> int:
        """The next 32-bit word."""
        block, place = divmod(self.drawn, 8)
        if not place:
            self.words = _BLOCK.unpack(hmac.digest(self.secret, self.text + str(block).encode("ascii"), "sha256"))
        self.drawn += 1
        return self.words[place]

    def below(self, n: int) -> int:
        """One of 0 … n-1, each as likely as the other: words of the last, incomplete n are thrown away."""
        end = WORDS - WORDS % n
        word = self.word()
        while word >= end:
            word = self.word()
        return word % n
