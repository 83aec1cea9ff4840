"""The arithmetic of a contest: shares with their 95 % intervals, and ratings.

The games of a block are dealt the same cards, so blocks are what is independent, not games. An interval is Wilson's,
with as many trials as would scatter like the blocks do, and with Student's t for a small number of blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

import msgspec

NORMAL = 1.959964
"""The standard normal distribution has 95 % of its weight within this."""
STUDENT = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912)
"""The same for Student's t with 1 to 6 degrees of freedom."""

TINY = 1e-12

ELO = 400.0
"""So many points more mean ten to one."""
MIDDLE = 1500.0
RESAMPLES = 400
ROUNDS = 300


class Share(msgspec.Struct, frozen=True):
    """A share, and the interval in which it lies with 95 % certainty."""

    value: float
    low: float
    high: float


class Rating(msgspec.Struct, frozen=True):
    """A rating on Elo's scale, with its 95 % interval; the mean of all bots is 1500."""

    value: float
    low: float
    high: float


def student(freedom: int) -> float:
    """Within how many standard errors Student's t has 95 % of its weight.

    >>> round(student(10), 3), round(student(100), 3)
    (2.228, 1.984)
    """
    if freedom <= len(STUDENT):
        return STUDENT[freedom - 1]
    z = NORMAL
    first = (z**3 + z) / (4 * freedom)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    return z + first + second + third


def share(parts: Sequence[float], wholes: Sequence[float], top: float = 1.0) -> Share | None:
    """The sum of the parts in the sum of the wholes, each a block's; at most `top`. None if there is nothing to share.

    >>> share([1, 1, 0, 1], [2, 2, 2, 2]).value
    0.375
    """
    blocks = [(part, whole) for part, whole in zip(parts, wholes, strict=True) if whole]
    if not blocks:
        return None
    total = sum(whole for _, whole in blocks)
    value = sum(part for part, _ in blocks) / total
    if len(blocks) == 1:
        return Share(value, 0.0, top)
    scatter = sum((part - value * whole) ** 2 for part, whole in blocks)
    variance = scatter * len(blocks) / (len(blocks) - 1) / total**2
    low, high = wilson(value / top, variance / top**2, len(blocks), total)
    return Share(value, top * low, top * high)


def wilson(value: float, variance: float, blocks: int, games: float) -> tuple[float, float]:
    """Wilson's interval about a share of 1, of which the variance was measured over some blocks."""
    spread = value * (1 - value)
    if spread < TINY:
        trials = float(blocks)  # all or nothing
    elif variance < TINY:
        trials = games  # all blocks alike
    else:
        trials = spread / variance
    t = student(blocks - 1)
    middle = (value + t * t / (2 * trials)) / (1 + t * t / trials)
    half = t / (1 + t * t / trials) * sqrt(max(0.0, spread / trials + t * t / (4 * trials**2)))
    return max(0.0, middle - half), min(1.0, middle + half)


def ratings(points: Sequence[Sequence[Sequence[float]]], seed: int = 0) -> list[Rating]:
    """Ratings of bots from their points against each other, block by block: Bradley and Terry's model.

    `points[block][one][other]` are the points of one against the other. A drawn game between all who met keeps the
    rating of who won or lost all within bounds. Intervals are those of the bootstrap over blocks, each time with half a
    block more that nobody has seen: so that few blocks which agree are not taken for certainty.
    """
    import numpy as np

    blocks = np.asarray(points, dtype=float)
    count, bots = blocks.shape[:2]
    total = blocks.sum(axis=0)
    met = total + total.T > 0
    whole = _strengths(total[None] + met / 2)[0]
    rng = np.random.default_rng(seed)
    drawn = rng.multinomial(count, np.full(count, 1 / count), size=RESAMPLES)
    unseen = rng.beta(0.5, 0.5, size=(RESAMPLES, bots, bots)).clip(0.02, 0.98)
    unseen = np.triu(unseen, 1) + np.tril(1 - unseen.transpose(0, 2, 1), -1)
    weight = (total + total.T) / (2 * count)
    again = _strengths(np.tensordot(drawn, blocks, axes=1) + unseen * weight + met / 2)
    low, high = np.percentile(again, (2.5, 97.5), axis=0)
    return [
        Rating(float(value), float(min(value, down)), float(max(value, up)))
        for value, down, up in zip(whole, low, high, strict=True)
    ]


def _strengths(points: Any) -> Any:
    """Ratings for each of many tables of points, found by Hunter's iteration."""
    import numpy as np

    games = points + points.transpose(0, 2, 1)
    won = points.sum(axis=2)
    strength = np.ones(won.shape)
    for _ in range(ROUNDS):
        expected = (games / (strength[:, :, None] + strength[:, None, :])).sum(axis=2)
        strength = np.maximum(won / np.maximum(expected, 1e-12), 1e-12)
        strength /= np.exp(np.log(strength).mean(axis=1, keepdims=True))
    return MIDDLE + ELO * np.log10(strength)
