"""Games in this terminal that were left before their end: kept in a file each, to be gone on with."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from handful.table.entries import AnyEntry, decode, encode
from handful.table.proposal import fold
from handful.table.table import Table

MOST = 20
"""So many games are kept; the oldest go first."""


class Kept(msgspec.Struct):
    """A game that was left: all that its table is made of, and how it was played."""

    table: str
    secret: str
    game: str
    name: str
    level: str
    guest: str
    pace: str
    entries: list[str]

    def load(self) -> tuple[Table, list[AnyEntry]]:
        """The table as it was left; BadText if it cannot be played on."""
        first, *rest = entries = [decode(entry.encode()) for entry in self.entries]
        table = Table.begin(self.table, bytes.fromhex(self.secret), first)  # type: ignore[arg-type]
        for step in fold(table, rest):
            table = step.table
        return table, entries


def state_folder() -> Path:
    """Where this machine keeps what belongs to its user: identities, games that were left, the theme."""
    state = os.environ.get("XDG_STATE_HOME", "")
    return (Path(state) if state else Path.home() / ".local" / "state") / "handful"


def folder() -> Path:
    """Where they lie."""
    return state_folder() / "games"


def keep(kept: Kept) -> None:
    """Keep a game, for the eyes of its owner only: its secret is in it."""
    here = folder()
    here.mkdir(parents=True, exist_ok=True, mode=0o700)
    file = here / f"{kept.table}.json"
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as opened:
        opened.write(msgspec.json.encode(kept))
    for old in files()[MOST:]:
        old.unlink(missing_ok=True)


def forget(table: str) -> None:
    """A game is over, or is played: it need not be kept."""
    (folder() / f"{table}.json").unlink(missing_ok=True)


def files() -> list[Path]:
    """The files, the newest first."""
    here = folder()
    return sorted(here.glob("*.json"), key=lambda file: file.stat().st_mtime, reverse=True) if here.is_dir() else []


def newest(game: str = "") -> Kept | None:
    """The game that was left last, or the last of one kind."""
    for file in files():
        try:
            kept = msgspec.json.decode(file.read_bytes(), type=Kept)
        except (OSError, msgspec.MsgspecError):
            continue  # half a file: the machine went down
        if not game or kept.game == game:
            return kept
    return None


def written(entries: list[AnyEntry]) -> list[str]:
    """Entries as they are kept."""
    return [encode(entry).decode() for entry in entries]
