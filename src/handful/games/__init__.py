"""The rooms of the house, one a game. A new game is a new room and its name here, or a file or folder elsewhere.

The environment variable HANDFUL_GAMES names those outside, so that every process of a server or a terminal knows them.
A package that is installed beside this one brings games as entry points of the group `handful.games`.
"""

from __future__ import annotations

import copyreg
import os
import re
import sys
import warnings
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from handful.game import BadText, Game, suggest

ROOMS = ("half_suit", "spar", "thirteam", "claim", "top_suit")

OUTSIDE = "HANDFUL_GAMES"
"""The environment variable with the games from outside: files and folders, as PATH has them."""

GROUP = "handful.games"
"""The group of entry points: each is a `Game`, such as `higher = "higher:GAME"`."""

DECLARED = re.compile(r"^(?:\w+, )*GAME\b.*=", re.MULTILINE)
"""How a file says that it has a game."""

_open: dict[str, Game] = {}
_taken_in: set[str] = set()


def open_room(game: Game) -> None:
    """Make a game that has no room here known by its name, in this process."""
    _open[game.name] = game


def rooms() -> tuple[str, ...]:
    """The names of all games that can be played here: ours first."""
    open_installed()
    for path in filter(None, os.environ.get(OUTSIDE, "").split(os.pathsep)):
        _take_in(Path(path))
    return tuple(dict.fromkeys((*ROOMS, *_open)))


@cache
def open_installed() -> None:
    """Make the games of installed packages known; one that cannot be loaded is told of, and left out."""
    from importlib.metadata import entry_points

    for entry in entry_points(group=GROUP):
        try:
            game = entry.load()
            if not isinstance(game, Game):
                raise TypeError(f"it is a {type(game).__name__}, not a Game")
            game.hold_dialect()
        except Exception as error:
            warnings.warn(f"the game {entry.name} ({entry.value}) cannot be loaded: {error}", stacklevel=3)
        else:
            open_room(game)


def games_at(path: Path) -> list[Path]:
    """The games at a path: one, or all that lie in a folder which is no game itself."""
    if not path.is_dir() or (path / "__init__.py").is_file():
        return [path]
    inside = (one / "__init__.py" if one.is_dir() else one for one in sorted(path.iterdir()))
    pages = [page for page in inside if page.suffix == ".py" and page.is_file()]
    found = [page for page in pages if DECLARED.search(page.read_text(encoding="utf-8"))]
    return [page.parent if page.name == "__init__.py" else page for page in found] or [path]


def take_in(path: Path, held: bool = True) -> Game:
    """Make the game of a file or a folder known, here and in the processes that are started from now on.

    Its rules must be in the dialect, unless they are not yet to be held to it.
    """
    game = _take_in(path, held)
    known = os.environ.get(OUTSIDE, "").split(os.pathsep)
    os.environ[OUTSIDE] = os.pathsep.join(dict.fromkeys([*filter(None, known), str(path.resolve())]))
    return game


def _take_in(path: Path, held: bool = True) -> Game:
    file = path / "__init__.py" if path.is_dir() else path
    if str(file.resolve()) not in _taken_in:
        if not file.is_file():
            raise BadText(f"there is no game at {path}: expected a Python file, or a folder with an __init__.py")
        inside = [str(path)] if path.is_dir() else None
        spec = spec_from_file_location(path.stem, file, submodule_search_locations=inside)
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[path.stem] = module_from_spec(spec)
        spec.loader.exec_module(module)
        _taken_in.add(str(file.resolve()))
    module = sys.modules[path.stem]
    if not isinstance(game := vars(module).get("GAME"), Game):
        raise BadText(f"{file} has no GAME")
    if held and game.name not in _open:
        game.hold_dialect()
    open_room(game)
    return game


def named(name: str, held: bool = True) -> Game:
    """The game of a name, or of a file or a folder such as ./higher.py: for whoever may have files loaded here."""
    return take_in(Path(name), held) if is_path(name) else find(name)


def is_path(name: str) -> bool:
    """Whether a game's name is the path of a file or a folder."""
    return "/" in name or os.sep in name or name.endswith(".py")


def find(name: str) -> Game:
    """The game of a name; BadText with a suggestion if there is none."""
    if name in ROOMS and name not in _open:
        open_room(import_module(f"handful.games.{name}").GAME)
    if name not in _open and name not in (known := rooms()):
        raise BadText(f"there is no game {name!r}.{suggest(name, known)} The games are {', '.join(known)}.")
    return _open[name]


def _find_version(name: str, version: int) -> Game:
    return find(name).version(version)


def _by_name(game: Game) -> tuple[Callable[[str, int], Game], tuple[str, int]]:
    return _find_version, (game.name, game.rules.VERSION)


copyreg.pickle(Game, _by_name)  # a game goes to another process as its name and the version of its rules
