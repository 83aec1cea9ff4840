"""The browser's types are those of the declarations, and what is sent is of these types."""

from __future__ import annotations

import random
from typing import Any

import pytest

from handful.cards import CARD_NUMBERS, SUIT_LETTERS
from handful.game import Position
from handful.games import ROOMS, find
from handful.kernel import Kind
from handful.kernel.dice import SeededDice
from handful.kernel.state import Field
from handful.observe import SPECTATOR, Shows, sights
from handful.server.faces import face_of, words_version
from handful.server.game_types import MAY_BE_NONE, files, own_entries
from tests.server.clients import ROOT

WEB = ROOT / "web" / "src"
FITS = {
    Kind.NUMBER: lambda value: type(value) is int,
    Kind.YES: lambda value: type(value) is bool,
    Kind.SEAT: lambda value: type(value) is int and value >= 0,
    Kind.SEATS: lambda value: isinstance(value, list) and all(type(seat) is int for seat in value),
    Kind.CARD: lambda value: value in CARD_NUMBERS,
    Kind.CARDS: lambda value: isinstance(value, list) and all(card in CARD_NUMBERS for card in value),
    Kind.SUIT: lambda value: isinstance(value, str) and value in SUIT_LETTERS,
    Kind.ACTION: lambda value: isinstance(value, str),
    Kind.WORD: lambda value: type(value) is int,
}
"""Whether a value is what the generated types say of its kind."""


def fits(field: Field, value: Any) -> bool:
    if field.option:
        return value in field.option.words if field.option.words else type(value) is int
    return (value is None and field.kind in MAY_BE_NONE) or FITS[field.kind](value)


def test_the_types_of_the_games_are_up_to_date() -> None:
    scenes = {scene.with_name("declared.ts") for scene in WEB.glob("games/*/Scene.svelte")}
    assert files().keys() == scenes != set()
    for file, text in files().items():
        assert file.read_text(encoding="utf-8") == text, "run python -m handful.server.game_types"


@pytest.mark.parametrize("room", ROOMS)
def test_what_is_sent_is_of_these_types(room: str) -> None:
    game = find(room)
    own = set(own_entries(game.words.own))
    chance = random.Random(3)
    position = Position.begin(game, game.usual_seats(), SeededDice(3))
    events = list(position.begun)
    while not position.over:
        seat = chance.choice(position.actors())
        for viewer in (seat, SPECTATOR):
            check_view(room, position.view(viewer).json(game.words), own if viewer >= 0 else set())
        events += position.act(seat, chance.choice(position.legal(seat)))
    for event in events:
        assert all(FITS[event.kind.values[key]](value) for key, value in event.json().items() if key != "event"), event


def check_view(room: str, view: dict[str, Any], own: set[str]) -> None:
    shown = sights(find(room).rules.State)
    assert view.keys() == {"seat", *(sight.name for sight in shown), *own}
    for sight in shown:
        value = view[sight.name]
        for one in value if sight.field.size else [value]:
            if sight.shows is Shows.COUNT:
                assert type(one) is int
            else:
                assert fits(sight.field, one) or (one is None and sight.shows is Shows.OWN), (sight.name, one)


@pytest.mark.parametrize("room", ROOMS)
def test_a_face_is_complete(room: str) -> None:
    game, face = find(room), face_of(room)
    assert face.usual_seats in face.seats
    assert face.options.keys() == game.options.keys()
    for option in face.options.values():
        assert option.default in (option.words or map(str, range(option.low, option.high + 1)))
    assert [field.name for field in face.shown] == list(game.face.shown)
    assert face.events.keys() == {event.name for event in game.rules.EVENTS.kinds}
    assert len(words_version(room)) == 12
