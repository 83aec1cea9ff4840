"""How a game is learned: the numbers of a training, from the configuration file in the game's room."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec

from handful.cards import BadText
from handful.game import Game

USUAL = Path(__file__).with_name("training.toml")


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of a training. `training.toml` beside this module says why they are what they are."""

    width: int
    wide: int
    games: int
    steps: int
    limit: int
    epochs: int
    piece: int
    rate: float
    clip: float
    curiosity: tuple[float, float]
    trace: float
    past: float
    advised: float
    past_every: int
    most_past: int
    lessons: int
    ahead: int
    tables: tuple[dict[str, str], ...] = ({},)


def plan_of(game: Game, seats: int, device: str = "cpu") -> Plan:
    """The plan of a game: the usual one, with what its room says of it, of so many seats, and of a GPU."""
    numbers: dict[str, Any] = {}
    own = game.page.with_name("training.toml")
    for file in (USUAL, own):
        said = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
        by_seats, on_gpu = said.pop("seats", {}), said.pop("gpu", {})
        numbers |= said | (on_gpu if device == "cuda" else {}) | by_seats.get(str(seats), {})
    try:
        return msgspec.convert(numbers, Plan)
    except msgspec.ValidationError as error:
        raise BadText(f"{own}: {error}") from None
