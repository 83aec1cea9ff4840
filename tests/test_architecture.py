"""docs/architecture.md is true: the map is the one that the sources give, and every function it names is there."""

from __future__ import annotations

import re
from importlib import import_module

import pytest
from scripts.pages import DOCS
from scripts.pages.architecture import drawn, imported, layers, with_words

PAGE = DOCS / "architecture.md"
NAMED = sorted(set(re.findall(r"`(handful(?:\.\w+)+)`", PAGE.read_text(encoding="utf-8"))))


def test_the_map_is_the_one_of_the_sources():
    """If the import rules or the imports have changed: `python -m scripts.pages`."""
    assert (DOCS / "architecture.svg").read_text(encoding="utf-8") == drawn()


def test_the_words_are_those_of_contributing():
    page = PAGE.read_text(encoding="utf-8")
    assert with_words(page) == page
    assert "**sight**" in page


def test_imports_go_downward_only():
    order = layers()
    upward = [(part, other) for part in order for other in imported(part) if order.index(other) < order.index(part)]
    assert upward == []


@pytest.mark.parametrize("name", NAMED)
def test_what_the_page_names_is_there(name):
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            found = getattr(found, part)
        return
    pytest.fail(f"there is no {name}")
