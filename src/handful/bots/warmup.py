"""Compile the searchers of all games, or of some, so that hard bots think from their first move: for set-up scripts.

python -m handful.bots.warmup [GAME …]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from handful.bots.search import thinker_of
from handful.games import ROOMS


def prepare(games: Sequence[str]) -> None:
    """Compile, and tell of it on standard error; what is in the cache already is only loaded."""
    for n, game in enumerate(games, 1):
        began = time.perf_counter()
        ready = "ready" if thinker_of(game) else "has no searcher"
        print(f"{n}/{len(games)} {game}: {ready} ({time.perf_counter() - began:.1f} s)", file=sys.stderr, flush=True)


def main() -> None:
    """Prepare the games that are named, or all."""
    unknown = [name for name in sys.argv[1:] if name not in ROOMS]
    if unknown:
        sys.exit(f"There is no game {unknown[0]!r}; the games are {', '.join(ROOMS)}.")
    prepare(sys.argv[1:] or ROOMS)


if __name__ == "__main__":
    main()
