"""The rooms of the house, one a game. A new game is a new room and its name in this list."""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from importlib import import_module

from handful.game import BadText, Game, suggest

ROOMS = ("half_suit", "spar", "thirteam", "claim", "top_suit")

_open: dict[str, Game] = {}


def open_room(game: Game) -> None:
    """Make a game that has no room here known by its name, in this process."""
    _open[game.name] = game


def find(name: str) -> Game:
    """The game of a name; BadText with a suggestion if there is none."""
    if name in ROOMS and name not in _open:
        open_room(import_module(f"handful.games.{name}").GAME)
    if name not in _open:
        raise BadText(f"there is no game {name!r}.{suggest(name, ROOMS)} The games are {', '.join(ROOMS)}.")
    return _open[name]


def _find_version(name: str, version: int) -> Game:
    return find(name).version(version)


def _by_name(game: Game) -> tuple[Callable[[str, int], Game], tuple[str, int]]:
    return _find_version, (game.name, game.rules.VERSION)


copyreg.pickle(Game, _by_name)  # a game goes to another process as its name and the version of its rules
