"""The rooms of the house, one a game. A new game is a new room and its name in this list."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from handful.game import BadText, Game, suggest

ROOMS = ("half_suit", "spar", "thirteam", "claim", "top_suit")


@cache
def find(name: str) -> Game:
    """The game of a name; BadText with a suggestion if there is none."""
    if name not in ROOMS:
        raise BadText(f"there is no game {name!r}.{suggest(name, ROOMS)} The games are {', '.join(ROOMS)}.")
    game: Game = import_module(f"handful.games.{name}").GAME
    return game
