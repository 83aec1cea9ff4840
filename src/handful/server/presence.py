"""Who is at a table: on this node, or on another that has told so lately. Nothing of it is kept in the log."""

from __future__ import annotations

from collections.abc import Iterable

from handful.server.bus import Present
from handful.server.messages import Presence
from handful.table.seats import SeatInfo

BEATS = 4
"""A node that has not told who is there when it should have so many times is gone, and its clients with it."""
MOST_VISITORS = 12
"""So many who watch are told by name."""


class Attendance:
    """Who of a table's people is here, and since when the others are not."""

    def __init__(self, now: int, beat_ms: int) -> None:
        self.silence_ms = BEATS * beat_ms
        self.began = now
        """When this node began to look: nobody is known to be away for longer."""
        self.last: dict[str, int] = {}
        """When a player who has gone was last here."""
        self.own = Present(node="", table="")
        """Who is on this node."""
        self.heard = now
        """When anybody was last known to be here."""
        self._elsewhere: dict[str, tuple[int, Present]] = {}
        """By other node: when it told what."""

    def _tellers(self) -> list[Present]:
        return [self.own, *(news for _, news in self._elsewhere.values())]

    def look(self, own: Present, now: int) -> None:
        """Take note of who is on this node now."""
        for player in set(self.own.here) - set(own.here):
            self.last[player] = now
        if self.own.watching or self.own.here:
            self.heard = now
        self.own = own

    def told(self, news: Present, now: int) -> None:
        """Another node tells who is there."""
        self._forget(news.node)
        self._elsewhere[news.node] = now, news
        for player, seen in news.last.items():
            self.last[player] = max(seen, self.last.get(player, 0))

    def forget_silent(self, now: int) -> None:
        """Forget nodes that have told nothing for long."""
        for node in [node for node, (heard, _) in self._elsewhere.items() if heard < now - self.silence_ms]:
            self._forget(node)

    def _forget(self, node: str) -> None:
        heard, news = self._elsewhere.pop(node, (0, None))
        if news:
            self.heard = max(self.heard, heard if news.here or news.watching else 0)
            self.last |= {player: max(heard, self.last.get(player, 0)) for player in news.here}

    def anybody(self) -> bool:
        """Whether anybody is here or watches, on any node."""
        return any(one.here or one.watching for one in self._tellers())

    def away_since(self, player: str) -> int | None:
        """Since when a player is not here; None for one who is."""
        if any(player in one.here for one in self._tellers()):
            return None
        return max(self.began, self.last.get(player, 0))

    def message(self, seats: Iterable[SeatInfo]) -> Presence:
        """What the clients of the table are told."""
        tellers = self._tellers()
        return Presence(
            away=[self.away_since(info.player) if info.player else None for info in seats],
            visitors=[visitor for one in tellers for visitor in one.visitors][:MOST_VISITORS],
            watching=sum(one.watching for one in tellers),
            prepares=any(one.prepares for one in tellers),
        )
