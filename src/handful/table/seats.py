"""Who sits where: a player with an identity, or a bot, or a bot in a player's place."""

from __future__ import annotations

from dataclasses import dataclass

STAND_IN = "normal"
"""The level of the bot that acts in a player's place."""

TIMEOUTS = 2
"""After so many time-outs in a row the bot keeps the seat until its player is back."""


@dataclass
class SeatInfo:
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

    @property
    def free(self) -> bool:
        return not self.player and not self.bot

    @property
    def by_bot(self) -> bool:
        """Whether a bot acts for this seat."""
        return bool(self.bot) or self.away

    @property
    def level(self) -> str:
        """The level of the bot that acts here, if one has to."""
        return self.bot or STAND_IN

    def acted(self, who: str) -> None:
        """Count a time-out, or forget them all when the player acts."""
        if who == "player":
            self.back()
        elif not self.by_bot:
            self.timeouts += 1
            self.away = self.timeouts >= TIMEOUTS

    def back(self) -> None:
        """The player is here."""
        self.away, self.timeouts = False, 0

    def give_up(self) -> None:
        """The player leaves in the middle of the game: a bot stands in for good."""
        self.player, self.left_by, self.bot = "", self.player, STAND_IN
        self.back()
