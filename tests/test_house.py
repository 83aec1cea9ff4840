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

LISTS_OF_ROOMS = {"games/__init__.py"}
WEB_LISTS_OF_ROOMS = {"games/scenes.ts"}

STATES = {"s", "state", "view", "seen", "known", "before", "after"}
"""What states and views are called: an attribute of these is a field of a game."""
EVERY_GAME_HAS = {"seats", "seat", "fields", "layout", "known", "json", "state"}


def sources() -> dict[str, ast.Module]:
    """Every Python file of the package outside the rooms, by its path."""
    paths = [path for path in PACKAGE.rglob("*.py") if not (set(path.relative_to(PACKAGE).parts) & set(ROOMS))]
    return {str(path.relative_to(PACKAGE)): ast.parse(path.read_text(encoding="utf-8")) for path in sorted(paths)}


SOURCES = sources()
FIELDS = {name for room in ROOMS for name in find(room).rules.State.fields} - EVERY_GAME_HAS
TELLING = {name for name in FIELDS if "_" in name} | {"hands", "spotlight", "threshold", "budgets"}
"""Fields and options whose names are no ordinary words: they are not to be found as texts either."""


@pytest.mark.parametrize("path", SOURCES)
def test_no_game_is_named_outside_its_room(path):
    if path in LISTS_OF_ROOMS:
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
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in STATES:
            named += [(node.lineno, node.attr)] * (node.attr in FIELDS)
        if isinstance(node, ast.Constant) and node.value in TELLING:
            named.append((node.lineno, node.value))
    assert named == []


@pytest.mark.parametrize("path", SOURCES)
def test_who_may_see_is_read_by_the_observer_alone(path):
    if path == "observe.py" or path.startswith("kernel/"):
        return
    read = [
        (node.lineno, node.attr)
        for node in ast.walk(SOURCES[path])
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
    if str(path.relative_to(WEB)) in WEB_LISTS_OF_ROOMS:
        return
    text = path.read_text(encoding="utf-8")
    assert re.findall(rf"""["'`./]({"|".join(ROOMS)})["'`./]""", text) == []
    assert re.findall(rf"""\bview\??\.({"|".join(FIELDS)})\b""", text) == []
