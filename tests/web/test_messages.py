"""The browser client tells every event of every game, in every language, and most refusals."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from handful.games import ROOMS, find

MESSAGES = Path(__file__).parents[2] / "web" / "messages"
LANGUAGES = ("en", "fr", "vi")


def texts(name: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((MESSAGES / f"{name}.json").read_text(encoding="utf-8"))
    return found


def values(text: str) -> set[str]:
    return set(re.findall(r"\{([a-z_]+)", text))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS)
def test_every_event_is_told_with_its_values(room: str, language: str) -> None:
    told = texts(f"events.{language}")
    for kind in find(room).rules.EVENTS.kinds:
        key = f"event.{room}.{kind.name}"
        assert values(told[key]) == values(kind.sentence), key
        if kind.secret:
            assert values(told[f"{key}.hidden"]) == values(kind.without), key


def test_the_english_sentences_are_those_of_the_rules() -> None:
    told = texts("events.en")
    for room in ROOMS:
        for kind in find(room).rules.EVENTS.kinds:
            assert told[f"event.{room}.{kind.name}"] == kind.sentence


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
@pytest.mark.parametrize("room", ROOMS)
def test_every_refusal_of_the_rules_is_translated(room: str, language: str) -> None:
    told = texts(f"refusals.{language}")
    assert [sentence for sentence in find(room).rules.REASONS.sentences if sentence and sentence not in told] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS)
def test_every_game_and_option_has_a_name(room: str, language: str) -> None:
    told = texts(language)
    needed = [f"title.{room}", f"summary.{room}", f"prompt.{room}"]
    for name, option in find(room).options.items():
        needed.append(f"option.{room}.{name}")
        needed += [f"option.{room}.{name}.{word}" for word in option.words if word not in ("yes", "no")]
    assert [key for key in needed if key not in told] == []
