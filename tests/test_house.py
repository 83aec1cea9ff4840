"""What holds in the sources of the whole house, read from them: one observer, and no game named outside its room."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from handful.games import ROOMS, find

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "handful"
WEB = ROOT / "web" / "src"

LIST_OF_ROOMS = "games/__init__.py"

STATES = {"s", "state", "view", "seen", "known", "before", "after"}
"""What states and views are called: an attribute of these is a field of a game."""
EVERY_GAME_HAS = {"seats", "seat", "fields", "layout", "known", "json", "state"}


def sources() -> dict[str, ast.Module]:
    """Every Python file of the package, by its path."""
    paths = {str(path.relative_to(PACKAGE)): path for path in sorted(PACKAGE.rglob("*.py"))}
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in paths.items()}


ALL_SOURCES = sources()
SOURCES = {path: tree for path, tree in ALL_SOURCES.items() if not set(Path(path).parts) & set(ROOMS)}
"""Those outside the rooms."""
FIELDS = {name for room in ROOMS for name in find(room).rules.State.fields} - EVERY_GAME_HAS
ORDINARY = {
    *("acted", "answered", "answers", "asks", "best", "bottom", "by", "called", "chosen", "deals", "deck", "first"),
    *("floor", "game", "left", "misses", "opening", "order", "out", "over", "pattern", "phase", "pile", "played"),
    *("points", "ready", "round", "scores", "seen", "shown", "some", "table", "taken", "target", "team", "teams"),
    *("top", "turn", "turns", "winners", "won"),
}
"""Words of the house, of Python and of the browser that some game has as a field, too: alone they name no game."""
TELLING = FIELDS - ORDINARY
"""Fields and options that can mean nothing else: they stand nowhere outside their room, as attributes or as texts."""


def is_called(node: ast.AST, names: set[str]) -> str:
    """The name that a node of the syntax tree mentions, if it is one of these."""
    name = node.attr if isinstance(node, ast.Attribute) else node.value if isinstance(node, ast.Constant) else None
    return name if isinstance(name, str) and name in names else ""


@pytest.mark.parametrize("path", SOURCES)
def test_no_game_is_named_outside_its_room(path):
    if path == LIST_OF_ROOMS:
        return
    named = []
    for node in ast.walk(SOURCES[path]):
        if isinstance(node, ast.Constant) and node.value in ROOMS:
            named.append((node.lineno, node.value))
        if isinstance(node, ast.ImportFrom) and node.module:
            named += [(node.lineno, part) for part in node.module.split(".") if part in ROOMS]
            named += [(node.lineno, alias.name) for alias in node.names if alias.name in ROOMS]
    assert named == []


@pytest.mark.parametrize("path", SOURCES)
def test_no_field_or_option_of_a_game_is_named_outside_its_room(path):
    named = []
    for node in ast.walk(SOURCES[path]):
        of_a_state = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in STATES
        if name := is_called(node, FIELDS if of_a_state else TELLING):
            named.append((node.lineno, name))
    assert named == []


@pytest.mark.parametrize("path", ALL_SOURCES)
def test_who_may_see_is_read_by_the_observer_alone(path):
    if path == "observe.py":
        return
    read = [
        (node.lineno, node.attr)
        for node in ast.walk(ALL_SOURCES[path])
        if isinstance(node, ast.Attribute)
        and (node.attr in ("sees", "counted") or (node.attr == "secret" and "kind" in ast.unparse(node.value)))
    ]
    assert read == []


@pytest.mark.parametrize("path", SOURCES)
def test_no_optional_hook_is_fetched_by_its_name(path):
    """What a game may offer is a field with a default: nobody asks whether it is there."""
    fetched = [
        node.lineno
        for node in ast.walk(SOURCES[path])
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("getattr", "hasattr")
        and re.search(r"\b(rules|words|face|policy|game)\b", ast.unparse(node.args[0]))
    ]
    assert fetched == []


def web_sources() -> list[Path]:
    """The browser client's files outside the folders of the scenes."""
    paths = [path for path in WEB.rglob("*") if path.suffix in (".ts", ".svelte")]
    return [path for path in sorted(paths) if not (set(path.relative_to(WEB).parts) & set(ROOMS))]


@pytest.mark.parametrize("path", web_sources(), ids=lambda path: str(path.relative_to(WEB)))
def test_no_game_is_named_outside_its_scene(path):
    text = path.read_text(encoding="utf-8")
    assert re.findall(rf"""["'`./]({"|".join(ROOMS)})["'`./]|\b({"|".join(ROOMS)}):""", text) == []
    assert re.findall(rf"""\b(?:view|options)\??\.?\[?["'`]?({"|".join(FIELDS)})\b""", text) == []
    script = re.sub(r"<style>.*?</style>|class=\"[^\"]*\"", "", text, flags=re.DOTALL)  # a class is a look
    assert re.findall(rf"""\.({"|".join(TELLING)})\b|["'`]({"|".join(TELLING)})["'`]""", script) == []


def test_no_game_is_named_in_the_words_of_the_pages():
    """What games say stands in their rooms; the pages' own words are of no game."""
    titles = [find(room).title for room in ROOMS]
    for page in sorted((ROOT / "web" / "messages").glob("*.json")):
        assert re.findall("|".join((*titles, *ROOMS)), page.read_text(encoding="utf-8")) == [], page.name
