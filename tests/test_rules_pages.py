"""Every numbered rule and ruling of a rules page is cited by the name of a test, and every option is explained."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from handful.games import ROOMS, find

CITED = re.compile(r"def test_((?:(?:\d+_\d+|r\d+)_)+)")
ONE = re.compile(r"(\d+)_(\d+)_|(r\d+)_")


def cited(game: str) -> set[str]:
    """The numbers that the tests of a game name: 2.3, R4."""
    found = set()
    for file in (Path(__file__).parent / "games" / game).glob("test_*.py"):
        for name in CITED.findall(file.read_text(encoding="utf-8")):
            for rule, part, ruling in ONE.findall(name):
                found.add(ruling.upper() if ruling else f"{rule}.{part}")
    return found


@pytest.mark.parametrize("name", ROOMS)
def test_every_number_has_a_test(name):
    page = find(name).page.read_text(encoding="utf-8")
    numbers = re.findall(r"^(?:> )?\*\*(\d+\.\d+|R\d+)\*\*", page, re.MULTILINE)
    assert len(numbers) > 15
    assert len(set(numbers)) == len(numbers), "a number stands twice on the page"
    assert set(numbers) - cited(name) == set(), "rules without a test"
    assert cited(name) - set(numbers) == set(), "tests of rules that do not exist"


@pytest.mark.parametrize("name", ROOMS)
def test_rulings_are_all_there(name):
    page = find(name).page.read_text(encoding="utf-8")
    rulings = [int(number) for number in re.findall(r"^> \*\*R(\d+)\*\*", page, re.MULTILINE)]
    how_many = {"half_suit": 14, "spar": 7, "thirteam": 10, "claim": 12, "top_suit": 9}
    assert sorted(rulings) == list(range(1, how_many[name] + 1))


@pytest.mark.parametrize("name", ROOMS)
def test_every_option_is_explained(name):
    game = find(name)
    page = game.page.read_text(encoding="utf-8")
    for option in game.options:
        assert re.search(rf"`{option}[`=]", page), f"option {option} is not on the rules page"


OPTION = re.compile(r"`(\w+(?:=\w+)?)`")
NUMBER = re.compile(r"^(?:> )?\*\*(\d+\.\d+|R\d+)\*\*", re.MULTILINE)
CARD = re.compile(r"(?:10|[2-9JQKA])[♠♥♦♣]")


@pytest.mark.parametrize("name", ROOMS)
def test_every_language_has_every_number_option_and_card_of_the_english_page(name):
    pages = {language: page.read_text(encoding="utf-8") for language, page in find(name).pages.items()}
    assert set(pages) == {"en", "fr", "vi"}
    for pattern in (NUMBER, CARD):
        found = {language: pattern.findall(page) for language, page in pages.items()}
        assert found["fr"] == found["en"]
        assert found["vi"] == found["en"]
    options = {language: sorted(OPTION.findall(page)) for language, page in pages.items()}
    assert options["fr"] == options["en"] == options["vi"]
