"""Every language says everything, with the same values, and no message is left over."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from handful.games import ROOMS, find
from handful.table.refusals import SENTENCES

SOURCES = Path(__file__).parents[2] / "web" / "src"
PAGE = Path(__file__).parents[2] / "web" / "messages"
LANGUAGES = ("fr", "vi")
PARTS = [PAGE / "en.json", *sorted(SOURCES.glob("games/*/messages.en.json"))]
"""The messages of the page, and of each scene."""
NOT_TO_READERS = {
    *(
        "no_setting",
        "bad_action",
        "unknown_rules",
        "bad_message",
        "bad_request",
        "http",
        "bad_lesson",
    ),  # they pass on what was said
    *("bad_nonce", "no_level", "bad_id", "bad_steps", "bot_not_asked", "hello_first"),  # the page does not do that
    *("no_http", "long_headers", "no_handshake", "no_socket"),
    *("no_link", "only_a_server", "no_answer", "odd_answer", "late_answer", "unreachable"),  # of other clients
    *("no_table_yet", "not_your_move", "no_hints", "no_file"),
}
REFUSAL = "refusal."
"""What the server refuses has its English sentence there, and only its other languages here."""


def texts(file: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return found


def values(text: str) -> set[str]:
    return set(re.findall(r"\{([a-z_]+)[,}]", text))


def keys_of_rooms(room: str) -> dict[str, str]:
    return find(room).texts("en")


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_room_says_everything_in_every_language(room: str, language: str) -> None:
    english = keys_of_rooms(room)
    translated = texts(find(room).page.with_name(f"words.{language}.json"))
    assert translated.keys() == english.keys()
    assert {key: values(text) for key, text in translated.items()} == {
        key: values(text) for key, text in english.items()
    }
    assert [key for key, text in translated.items() if not text.strip()] == []


@pytest.mark.parametrize("room", ROOMS)
def test_words_have_only_values_that_are_given(room: str) -> None:
    """An event's sentence has its values, an ending the table's options, and all else says the same to everybody."""
    game = find(room)
    events = {event.name: set(event.values) for event in game.rules.EVENTS.kinds}
    for key, text in keys_of_rooms(room).items():
        kind, _, code = key.partition(".")
        allowed = (
            events[code.partition(".")[0]] if kind == "event" else set(game.options) if kind == "ending" else set()
        )
        assert values(text) <= allowed, key


@pytest.mark.parametrize("room", ROOMS)
def test_every_option_phase_and_shown_field_has_words(room: str) -> None:
    game, said = find(room), keys_of_rooms(room)
    needed = ["goal", "ending", "prompt", *(f"field.{name}" for name in game.face.shown)]
    for name, option in game.options.items():
        needed += [f"option.{name}", f"option.{name}.meaning", *(f"option.{name}.{word}" for word in option.words)]
    assert [key for key in needed if not said.get(key)] == []
    assert set(game.face.shown) <= {*game.rules.State.fields, *(f"{name}_size" for name in game.rules.State.fields)}
    assert set(game.face.plays) | {game.face.round} - {""} <= {event.name for event in game.rules.EVENTS.kinds}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("english", PARTS, ids=lambda file: file.parent.name)
def test_the_page_and_the_scenes_say_everything_in_every_language(english: Path, language: str) -> None:
    translated = texts(english.with_name(english.name.replace("en.json", f"{language}.json")))
    shared = {key: text for key, text in translated.items() if not key.startswith(REFUSAL)}
    assert shared.keys() == texts(english).keys()
    assert {key: values(text) for key, text in shared.items()} == {
        key: values(text) for key, text in texts(english).items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_server_refuses_is_translated_by_its_codes(language: str) -> None:
    said = texts(PAGE / f"{language}.json")
    told = {key.removeprefix(REFUSAL): text for key, text in said.items() if key.startswith(REFUSAL)}
    assert told.keys() == SENTENCES.keys() - NOT_TO_READERS
    assert {code: values(text) for code, text in told.items()} == {code: values(SENTENCES[code]) for code in told}


def literals(folder: Path, deep: bool) -> str:
    files = [file for file in (folder.rglob("*") if deep else folder.glob("*")) if file.suffix in (".ts", ".svelte")]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def is_used(key: str, source: str, patterns: list[re.Pattern[str]]) -> bool:
    return f'"{key}"' in source or any(pattern.fullmatch(key) for pattern in patterns)


@pytest.mark.parametrize("english", PARTS, ids=lambda file: file.parent.name)
def test_no_message_is_left_over(english: Path) -> None:
    """A key stands in the sources as it is, or is made there: `clock.${clock}`. That it exists, its type says."""
    scene = english.parent != PAGE
    source = literals(english.parent if scene else SOURCES, not scene)
    made = set(re.findall(r"`([a-z_]+[._][^`\s]*\$\{[^`]*\})`", source))
    patterns = [re.compile(re.sub(r"\\\$\\\{.*?\\\}", r"[\\w-]+", re.escape(text))) for text in made]
    assert [key for key in texts(english) if not is_used(key, source, patterns)] == []


@pytest.mark.parametrize(("language", "you"), [("en", "you|your"), ("fr", "vous|votre"), ("vi", "bạn")])
@pytest.mark.parametrize("room", ROOMS)
def test_sentences_to_a_reader_say_you(room: str, language: str, you: str) -> None:
    """In words of their own, or by a list of names that has the reader in it."""
    to_reader = {key: text for key, text in find(room).texts(language).items() if ".to." in key}
    assert to_reader
    addressed = re.compile(rf"\b(?:{you})\b|{{(?:winners|seats)}}", re.IGNORECASE)
    assert [text for text in to_reader.values() if not addressed.search(text)] == []
