"""How much a visitor may ask for: buckets of tokens that fill up again with time, and counted connections."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict


class Bucket:
    """Tokens: `burst` at most, `rate` new ones a second; a visitor who finds none has to wait."""

    __slots__ = ("burst", "last", "rate", "tokens")

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self.tokens = float(burst)
        self.last = time.monotonic()

    def take(self, cost: int = 1) -> bool:
        """Take a token, or as many as something costs, if there are so many."""
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.last) * self.rate)
        self.last = now
        if self.tokens < cost:
            return False
        self.tokens -= cost
        return True


class Buckets:
    """One bucket for each visitor; those not seen for longest are forgotten first."""

    def __init__(self, rate: float, burst: int, most: int = 100_000) -> None:
        self.rate = rate
        self.burst = burst
        self.most = most
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, visitor: str, cost: int = 1) -> bool:
        """Take a token of a visitor's, or as many as something costs, if there are so many."""
        bucket = self._of.get(visitor)
        if bucket is None:
            bucket = self._of[visitor] = Bucket(self.rate, self.burst)
            if len(self._of) > self.most:
                self._of.popitem(last=False)
        else:
            self._of.move_to_end(visitor)
        return bucket.take(cost)


class Places:
    """Connections, counted: so many in all, so many from one address."""

    def __init__(self, most: int, most_each: int) -> None:
        self.most = most
        self.most_each = most_each
        self.taken: Counter[str] = Counter()
        self.total = 0

    def enter(self, address: str) -> bool:
        """Take a place, if there is one."""
        if self.total >= self.most or self.taken[address] >= self.most_each:
            return False
        self.total += 1
        self.taken[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Give a place back."""
        self.total -= 1
        self.taken[address] -= 1
        if not self.taken[address]:
            del self.taken[address]
