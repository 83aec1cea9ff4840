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


SIGNS = {
    "number": re.compile(r"^(?:> )?\*\*(\d+\.\d+|R\d+)\*\*"),
    "heading": re.compile(r"^#+(?: \d+)?"),
    "row": re.compile(r"^(?:> )?(?:- |\d\. |\| )", re.MULTILINE),
    "end of a sentence": re.compile(r"([.!?])(?: »|[»\")])*(?=\s(?!»)|$)"),
    "example": re.compile(r"\bexamples?\b|\bexemples?\b|\bví dụ\b", re.IGNORECASE),
    "card": re.compile(r"(?:10|[2-9JQKA])?[♠♥♦♣]"),
    "figure": re.compile(r"[+−×=≥]|\d+"),
    "option": re.compile(r"`(\w+(?:=\w+)?)`"),
}
"""What a paragraph has in every language."""


def signs(block: str) -> dict[str, list[str]]:
    """What of a paragraph is no matter of language, whatever its lines."""
    if not SIGNS["row"].match(block):
        block = " ".join(block.splitlines())
    found = {name: sorted(pattern.findall(block)) for name, pattern in SIGNS.items()}
    return found | {"example": ["example"] * len(found["example"])}


def blocks(page: Path) -> list[str]:
    """The headings, paragraphs, rulings, lists and tables of a page."""
    return re.split(r"\n(?:>?\s*\n)+", page.read_text(encoding="utf-8").strip())


@pytest.mark.parametrize("language", ["fr", "vi"])
@pytest.mark.parametrize("name", ROOMS)
def test_a_translation_loses_no_rule_sentence_example_card_figure_or_option(name, language):
    pages = find(name).pages
    assert set(pages) == {"en", "fr", "vi"}
    english, other = blocks(pages["en"]), blocks(pages[language])
    for text, translated in zip(english, other, strict=False):
        assert signs(translated) == signs(text), f"{text}\n\nis not\n\n{translated}"
    assert len(other) == len(english)


@pytest.mark.parametrize("name", ROOMS)
def test_french_pages_name_valet_dame_and_roi(name):
    """A card with its sign, such as K♠, is notation, and the reader's program draws it; words say V, D and R."""
    _, rules = find(name).pages["fr"].read_text(encoding="utf-8").split("\n## ", 1)
    assert not re.search(r"\b[JQK]\b(?![♠♥♦♣])", rules)
