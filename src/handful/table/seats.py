"""Who sits where: a player with an identity, or a bot, or a bot in a player's place."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from handful.table.portraits import PLAIN, Portrait

STAND_IN = "normal"
"""The level of the bot that acts in a player's place."""
TIMEOUTS = 2
"""After so many time-outs in a row the bot keeps the seat until its player is back."""
LONGEST_NAME = 24


_SIGN = "[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]"
JOINED = re.compile(f"(?<={_SIGN})\u200d(?={_SIGN})")
"""What makes one sign of two, as in a family: nowhere else may a name have something invisible."""


def is_name(name: str) -> bool:
    """Whether a text can be a player's name.

    >>> is_name("Ada"), is_name("👩\u200d🚀"), is_name("A\u200da")
    (True, True, False)
    """
    return 0 < len(name) <= LONGEST_NAME and JOINED.sub("", name).isprintable() and name == name.strip()


class SeatInfo(msgspec.Struct, frozen=True):
    """One seat of a table."""

    player: str = ""
    """The identity that the seat belongs to; empty if it is a bot's, or free."""
    name: str = ""
    nonce: str = ""
    bot: str = ""
    """The level of the bot that sits here for good; empty if none does."""
    away: bool = False
    """A bot stands in until the player is back."""
    timeouts: int = 0
    left_by: str = ""
    """The player who gave the seat up in the middle of the game."""
    left_name: str = ""
    """What that player was called."""
    character: str = ""
    """The bot's character, of the cast."""
    portrait: Portrait = PLAIN
    """The player's face."""
    page: str = ""
    """The id of the player's public page."""
    kept_for: str = ""
    """The player for whom the seat is kept while it is free."""
    kept_name: str = ""

    @property
    def free(self) -> bool:
        return not self.player and not self.bot

    @property
    def by_bot(self) -> bool:
        """Whether a bot acts for this seat."""
        return bool(self.bot) or self.away

    @property
    def given_away(self) -> bool:
        """Whether a bot stands in because its player was not there, and not because of the clock."""
        return self.away and self.timeouts < TIMEOUTS

    @property
    def level(self) -> str:
        """The level of the bot that acts here, if one has to."""
        return self.bot or STAND_IN

    def after_act(self, who: str) -> SeatInfo:
        """The seat after an action: a time-out is counted; all are forgotten when the player acts."""
        if who == "player":
            return self.back()
        if self.by_bot or who == "before":
            return self
        timeouts = self.timeouts + 1
        return msgspec.structs.replace(self, timeouts=timeouts, away=timeouts >= TIMEOUTS)

    def back(self) -> SeatInfo:
        """The seat with its player acting again."""
        return msgspec.structs.replace(self, away=False, timeouts=0) if self.away or self.timeouts else self

    def returned(self) -> SeatInfo:
        """The seat with its player there; only an action makes the time-outs forgotten."""
        return msgspec.structs.replace(self, away=False, timeouts=min(self.timeouts, TIMEOUTS - 1))

    def stood_in_for(self) -> SeatInfo:
        """The seat with a bot in its player's place, until that one is back."""
        return msgspec.structs.replace(self, away=True)

    def given_up(self, character: str, name: str) -> SeatInfo:
        """The seat after its player has left in the middle of the game: a bot has it for good."""
        return SeatInfo(
            name=name,
            nonce=self.nonce,
            bot=STAND_IN,
            character=character,
            left_by=self.player,
            left_name=self.name,
            portrait=self.portrait,
            page=self.page,
        )


def seat_names(seats: Sequence[SeatInfo]) -> list[str]:
    """What those at a table are called, by seat."""
    return [seat_name(at, info.name, info.bot) for at, info in enumerate(seats)]


def seat_name(at: int, name: str, bot: str) -> str:
    """What whoever sits in a seat is called."""
    return name or (f"Bot {at}" if bot else f"Seat {at}")
