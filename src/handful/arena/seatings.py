"""Who sits where. A block is one deal, played in every rotation of a seating, so that luck and places cancel out.

In a game with fixed teams a bot has a whole team. Elsewhere bots share the seats in every way, evenly and one against
the others; from block to block it is another way.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations, permutations, product

Seating = tuple[int, ...]
"""By seat: the number of the bot that sits there."""

Sides = tuple[tuple[int, ...], ...]
"""The seats that play together."""


class Plan:
    """The blocks of a contest: the same bots at the same table always give the same ones.

    >>> Plan(2, ((0, 2, 4), (1, 3, 5))).block(0)
    ((0, 1, 0, 1, 0, 1), (1, 0, 1, 0, 1, 0))
    >>> Plan(2, ((0,), (1,), (2,))).block(0)
    ((0, 0, 1), (0, 1, 0), (1, 0, 0), (1, 1, 0), (1, 0, 1), (0, 1, 1))
    """

    def __init__(self, bots: int, sides: Sides, even: bool = False) -> None:
        if bots < 2:
            raise ValueError("a contest needs two bots")
        self.bots = bots
        self.sides = sides
        self.even = even

    def block(self, number: int) -> tuple[Seating, ...]:
        """The seatings of a block."""
        turn, group = divmod(number, len(self._groups))
        patterns = self._groups[group]
        return patterns[turn % len(patterns)]

    @cached_property
    def _groups(self) -> list[list[tuple[Seating, ...]]]:
        """Blocks, by how many seats the bots have in them: the evenest first."""
        size = len(self.sides)
        groups: dict[tuple[int, ...], list[tuple[Seating, ...]]] = {}
        for pattern in self._patterns():
            counts = tuple(sorted(pattern.count(bot) for bot in set(pattern)))
            groups.setdefault(counts, []).append(tuple(map(self._seating, self._block_of(pattern))))
        ordered = [groups[counts] for counts in sorted(groups, key=lambda counts: counts[-1] - counts[0])]
        return ordered[:1] if self.even or self.bots >= size else ordered

    def _patterns(self) -> Iterator[Seating]:
        """One pattern of every sort: those that become each other by turning and by renaming bots count once."""
        size = len(self.sides)
        if self.bots >= size:
            for rest in permutations(range(1, size)):
                yield (0, *rest)
            return
        seen: set[Seating] = set()
        for pattern in product(range(self.bots), repeat=size):
            if len(set(pattern)) == self.bots and pattern not in seen:
                seen.update(self._renamed(pattern))
                yield pattern

    def _block_of(self, pattern: Seating) -> list[Seating]:
        """All seatings of the block that a pattern stands for."""
        if self.bots >= len(self.sides):
            chosen = combinations(range(self.bots), len(self.sides))
            return [tuple(some[place] for place in turned) for some in chosen for turned in rotations(pattern)]
        return self._renamed(pattern)

    def _renamed(self, pattern: Seating) -> list[Seating]:
        """A pattern with every bot in the part of every other one, in all rotations; each seating once."""
        found: dict[Seating, None] = {}
        for shift in range(self.bots):
            found.update(dict.fromkeys(rotations(tuple((bot + shift) % self.bots for bot in pattern))))
        return list(found)

    def _seating(self, pattern: Seating) -> Seating:
        """From bots by side to bots by seat."""
        by_seat = {seat: bot for bot, side in zip(pattern, self.sides, strict=True) for seat in side}
        return tuple(by_seat[seat] for seat in sorted(by_seat))


def rotations(pattern: Seating) -> list[Seating]:
    """A pattern, turned round the table seat by seat.

    >>> rotations((0, 1, 2))
    [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    """
    return [pattern[shift:] + pattern[:shift] for shift in range(len(pattern))]
