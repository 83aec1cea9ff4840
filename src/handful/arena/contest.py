"""A contest: its setting, what was played of it, and the file that remembers both.

The first line of the file is the setting, every other one a game. A contest that was stopped goes on where it was.
Where no bot looks at a clock, games are written in the order of the plan and without times: the same contest is then
the same file to the byte, wherever and by however many it was played.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import count
from pathlib import Path

import msgspec

from handful.arena.entrants import Entrant
from handful.arena.game import Played, Setting, without_times
from handful.game import BadText, Game

_encode = msgspec.json.Encoder().encode
_setting = msgspec.json.Decoder(Setting).decode
_played = msgspec.json.Decoder(Played).decode


def setting_of(
    game: Game,
    seats: int,
    options: Mapping[str, str],
    bots: list[Entrant],
    seed: int = 0,
    *,
    even: bool = False,
    strict: bool = False,
    patience: float = 10.0,
) -> Setting:
    """A setting, with the versions of the rules and of the bots that are here now; BadText if it cannot be."""
    game.read_options(seats, options)
    return Setting(
        game.name, game.rules.VERSION, seats, dict(options), bots, seed, even, strict, patience, code_digest(game.name)
    )


@cache
def code_digest(game: str) -> str:
    """A digest of the sources that decide how the house's bots play a game."""
    house = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for room in ("bots", f"games/{game}", "kernel"):
        for file in sorted(one for kind in ("*.py", "*.npz") for one in (house / room).rglob(kind)):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def usual_file(setting: Setting) -> Path:
    """Where a contest is remembered if nobody names a file: by its setting, among things that may be thrown away."""
    home = os.environ.get("HANDFUL_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    digest = hashlib.sha256(_encode(setting)).hexdigest()[:12]
    return Path(home) / "handful-arena" / f"{setting.game}-{digest}.jsonl"


class Contest:
    """Games of one setting."""

    def __init__(self, setting: Setting, file: Path | None = None) -> None:
        self.setting = setting
        self.plan = setting.plan
        self.played: dict[tuple[int, int], Played] = {}
        self.file = file
        self.seconds = 0.0
        """How long all games that were played took together."""
        self.begun = 0
        """The number of blocks of which a game was given or played."""
        self._given: set[tuple[int, int]] = set()
        self._first = 0
        """All games of the blocks before this one are played or given."""
        self._held: dict[tuple[int, int], Played] = {}
        """Games that wait for those before them."""
        if file:
            self._open(file)
        before = set(self.played)
        self._order = (task for task in self._tasks() if task not in before)
        self._due = next(self._order)

    def _open(self, file: Path) -> None:
        """Read what was played before; a last line that was not written to its end is taken away."""
        file.parent.mkdir(parents=True, exist_ok=True)
        text = file.read_bytes() if file.exists() else b""
        whole = text[: text.rfind(b"\n") + 1]
        lines = whole.splitlines()
        if not lines:
            file.write_bytes(_encode(self.setting) + b"\n")
            return
        self._must_be_same(file, lines[0])
        for number, line in enumerate(lines[1:], 2):
            try:
                game = _played(line)
            except msgspec.MsgspecError as error:
                raise BadText(f"{file}, line {number}: no game of a contest: {error}") from None
            self._count(game)
        if len(whole) < len(text):
            os.truncate(file, len(whole))

    def _must_be_same(self, file: Path, line: bytes) -> None:
        try:
            found = _setting(line)
        except msgspec.MsgspecError:
            raise BadText(f"{file} is no file of a contest") from None
        other = [name for name in Setting.__struct_fields__ if getattr(found, name) != getattr(self.setting, name)]
        if other:
            raise BadText(
                f"{file} has games of another contest ({', '.join(other)} differ): name another file, or remove it"
            )

    def add(self, game: Played) -> None:
        """Write a game down."""
        self._count(game)
        if not self.setting.timeless:
            self._write(game)
            return
        self._held[game.block, game.game] = without_times(game)
        while self._due in self._held:
            self._write(self._held.pop(self._due))
            self._due = next(self._order)

    def _write(self, game: Played) -> None:
        if self.file:
            with self.file.open("ab") as out:
                out.write(_encode(game) + b"\n")

    def _tasks(self) -> Iterator[tuple[int, int]]:
        """All games, in the order of the plan."""
        for number in count():
            yield from ((number, game) for game in range(len(self.plan.block(number))))

    def _count(self, game: Played) -> None:
        self.played[game.block, game.game] = game
        self.seconds += game.seconds
        self.begun = max(self.begun, game.block + 1)

    def blocks(self, games: int) -> int:
        """How many blocks have at least so many games."""
        number = 0
        while games > 0:
            games -= len(self.plan.block(number))
            number += 1
        return number

    def size(self, blocks: int) -> int:
        """The number of games in the first blocks."""
        return sum(len(self.plan.block(number)) for number in range(blocks))

    def next(self, blocks: int | None = None) -> tuple[int, int] | None:
        """A game that was neither played nor given to anybody, of the first blocks, or of all; None if there is none.

        Without a number of blocks there is always one.
        """
        number = self._first
        while blocks is None or number < blocks:
            for game in range(len(self.plan.block(number))):
                task = number, game
                if task not in self.played and task not in self._given:
                    self._given.add(task)
                    self.begun = max(self.begun, number + 1)
                    return task
            number += 1
            self._first = number
        return None

    def whole_blocks(self) -> Iterator[list[Played]]:
        """The blocks of which every game was played: the others would be unfair to somebody."""
        for number in range(self.begun):
            games = [self.played.get((number, game)) for game in range(len(self.plan.block(number)))]
            whole = [game for game in games if game]
            if len(whole) == len(games):
                yield whole
