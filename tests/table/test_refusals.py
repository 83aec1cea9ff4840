"""Every refusal has a code, and every code a sentence with its values."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import handful
from handful.server.http import STATUSES
from handful.store import sqlite_trouble
from handful.table.refusals import SENTENCES, STORE_TROUBLES, Refused

SOURCES = Path(handful.__file__).parent
REFUSALS = {"Refused", "Busy", "Unsaved"}


def codes_in(node: ast.expr) -> list[str]:
    """The codes that an expression can be."""
    if isinstance(node, ast.IfExp):
        return codes_in(node.body) + codes_in(node.orelse)
    assert isinstance(node, ast.Constant), ast.dump(node)
    return [str(node.value)]


def used() -> Iterator[tuple[str, str, set[str | None]]]:
    """Every refusal in the sources: where it is made, its code, and the names of its values."""
    for file in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REFUSALS:
                for code in codes_in(node.args[0]):
                    yield f"{file.name}:{node.lineno}", code, {value.arg for value in node.keywords}


def values_of(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_every_code_has_its_sentence_and_every_sentence_is_used() -> None:
    found = list(used())
    assert {code for _, code, _ in found} == set(SENTENCES)
    for where, code, values in found:
        assert values == values_of(SENTENCES[code]), where


def test_sentences_are_sentences_and_no_two_are_the_same() -> None:
    said = [sentence for sentence in (*SENTENCES.values(), *STORE_TROUBLES.values()) if sentence != "{why}"]
    assert len(set(said)) == len(said)
    assert all(sentence[0].isupper() or sentence[0] == "{" for sentence in said)
    assert all(sentence.endswith(".") for sentence in said)


def test_no_sentence_stands_elsewhere() -> None:
    said = [sentence for sentence in SENTENCES.values() if "{" not in sentence]
    for file in SOURCES.rglob("*.py"):
        if file.name != "refusals.py" and "games" not in file.parts:
            text = file.read_text(encoding="utf-8")
            assert [sentence for sentence in said if f'"{sentence}"' in text] == [], file


def test_statuses_are_of_codes_that_exist() -> None:
    assert set(STATUSES) <= {*SENTENCES, *STORE_TROUBLES}
    assert {STATUSES[code] for code in STORE_TROUBLES} == {503}


def test_every_code_of_a_store_has_its_sentence() -> None:
    made = {one for file in SOURCES.glob("store/*.py") for one in re.findall(r'"([a-z]+_?[a-z]+)"', file.read_text())}
    assert set(STORE_TROUBLES) <= made
    assert set(sqlite_trouble.CODES.values()) <= set(STORE_TROUBLES)


def test_a_refusal_says_its_sentence() -> None:
    refused = Refused("no_seat", seat=9, last=3)
    assert (refused.code, refused.values) == ("no_seat", {"seat": 9, "last": 3})
    assert str(refused) == "There is no seat 9; the seats are 0 to 3."
    told = Refused.told("rules.not_your_turn", "It is not your turn.")
    assert (told.code, told.values, str(told)) == ("rules.not_your_turn", {}, "It is not your turn.")
