"""Golden games: transcripts beside each game's tests, and all that their replay tells, kept in a file of its own.

`python -m tests.golden` (or `make golden`) tells every game anew; `--check` only compares, and ends with 1 if one
differs.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from handful.referee import Replay
from handful.transcript import read

GAMES = sorted((Path(__file__).parent / "games").glob("*/*.game"))


def told_file(game: Path) -> Path:
    """Where the telling of a transcript is kept."""
    return game.with_suffix(".told")


def tell(game: Path) -> str:
    """Everything a replay says: each move with its events as data and in words, every seat's last view, the result."""
    replay = Replay(read(game.read_text(encoding="utf-8")))
    lines = []
    for move in replay:
        lines.append(f"{move.line} {move.seat}: {move.text}" if move.seat >= 0 else f"{move.line} start")
        lines += [f"    {event.sentence()}  {json.dumps(event.json(), ensure_ascii=False)}" for event in move.events]
    position = replay.position
    views = [position.view(seat).json(position.game.words) for seat in range(position.seats)]
    lines += [f"seat {seat} sees {json.dumps(view)}" for seat, view in enumerate(views)]
    outcome = position.outcome()
    lines.append(f"result {outcome.scores} won by {outcome.winners}" if outcome else f"to act {position.actors()}")
    return "\n".join(lines) + "\n"


def main() -> int:
    """Tell all games anew, or compare."""
    different = [game for game in GAMES if not told_file(game).exists() or told_file(game).read_text() != tell(game)]
    for game in different:
        print(f"{'differs' if '--check' in sys.argv else 'told anew'}: {game.parent.name}/{game.name}")
        if "--check" not in sys.argv:
            told_file(game).write_text(tell(game), encoding="utf-8")
    print(f"{len(GAMES)} golden games, {len(different)} different")
    return 1 if different and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
