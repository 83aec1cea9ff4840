"""The rules pages hold every sentence of the games' own texts; every rule and ruling is cited by the name of a test.

The texts, as their authors wrote them, are in `tests/games/<game>/text.md`.
"""

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


ITEM = re.compile(r"\s*(?:[-*>]|\d+\.)\s")
LABEL = re.compile(r"^\s*(?:- |\d+\. )?\*\*[^*]+?(?::\*\*|\*\*\s*:)")
"""Such as **Example:** or 1. **Outcome**: – the page has other words around its sentences."""
WORD = re.compile(r"(?:10|[2-9JQKA])?[♠♥♦♣☆]|[A-Za-z]+(?:['’][a-z]+)?|\d+")
ENDINGS = ("'s", "ing", "ies", "ed", "es", "s", "ly", "e", "y")
SMALL = {
    "a", "an", "the", "of", "to", "in", "and", "or", "is", "are", "be", "it", "its", "it's", "that", "this", "for",
    "with", "by", "on", "at", "as", "from", "if", "then", "you", "your", "you're", "they", "their", "they've", "them",
    "who", "which", "when", "e", "g", "yes", "no",
}  # fmt: skip
ERRATA = {"trick patter ": "trick pattern ", "♦A": "A♦"}
"""Slips of the pen in the texts, and a card that one of them writes the other way round."""


def stem(word: str) -> str:
    """A word without its ending, so that "scores" is "score"."""
    return next((word[: -len(end)] for end in ENDINGS if word.endswith(end) and len(word) - len(end) >= 3), word)


def words(text: str) -> set[str]:
    """The words, cards and figures of a text that carry its meaning."""
    found = (word.lower().replace("’", "'") for word in WORD.findall(text))
    return {stem(word) for word in found if word not in SMALL}


def sentences(text: str) -> list[str]:
    """The sentences of a game's own text, without headings, labels and the questions of its last chapter."""
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith("#") or not line.strip(" -") or re.match(r"\d+\. \[", line):
            lines.append("")
        elif ITEM.match(line) or LABEL.match(line) or not lines or not lines[-1]:
            lines.append(line)
        else:  # the line before goes on
            lines[-1] += f" {line}"
    plain = (rest if len(words(rest := LABEL.sub("", line))) != 1 else line for line in lines)
    said = (part for line in plain for part in re.split(r"(?<=[.!?;:])\s+(?!\d+\+)", line.replace("*", "")))
    return [part for part in said if len(words(part)) > 1]


def lost(text: str, page: str) -> list[tuple[str, set[str]]]:
    """The sentences that no paragraph of a page holds, rulings aside, each with what the nearest one lacks."""
    told = [words(block) for block in re.split(r"\n\s*\n", page) if not block.startswith("> **R")]
    lacks = ((one, min((words(one) - block for block in told), key=len)) for one in sentences(text))
    return [(one, lacking) for one, lacking in lacks if lacking]


def text_of(name: str) -> str:
    """A game's own text."""
    text = (Path(__file__).parent / "games" / name / "text.md").read_text(encoding="utf-8").replace("\ufe0f", "")
    for slip, meant in ERRATA.items():
        text = text.replace(slip, meant)
    return text


@pytest.mark.parametrize("name", ROOMS)
def test_every_sentence_of_the_text_stands_on_the_page(name):
    text = text_of(name)
    assert len(sentences(text)) > 30
    assert lost(text, find(name).page.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("name", "stands", "altered"),
    [
        ("claim", "(A-K wrap around to 2)", ""),
        ("claim", "picked up by any player", "picked up"),
        ("claim", "pays winners the difference in scores", "settles with each of the others"),
        ("claim", "to avoid penalties or to bluff", "to bluff"),
        ("spar", "reshuffle the deck and start a new game.", "reshuffle the deck."),
        ("spar", "points in a single game", "points in a round"),
        ("spar", "Strategy involves saving higher cards for later tricks when possible.", ""),
        ("half_suit", "Ages: 12+.", ""),
        ("half_suit", "(cards split = automatic failure)", ""),
        ("thirteam", "but can have up to 12", ""),
        ("top_suit", ", the highest-value hand", ""),
    ],
)
def test_a_sentence_that_is_altered_or_left_out_is_found(name, stands, altered):
    page = re.sub(r"(?<!\n)\n(?!\n)", " ", find(name).page.read_text(encoding="utf-8"))
    assert stands in page
    assert lost(text_of(name), page.replace(stands, altered)) != []


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
