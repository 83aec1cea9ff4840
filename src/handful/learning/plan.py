"""How a game is learned: the numbers of a training, from the configuration file in the game's room."""

from __future__ import annotations

import tomllib
from pathlib import Path

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
    past: float
    past_every: int
    most_past: int
    lessons: int
    ahead: int
    tables: tuple[dict[str, str], ...] = ({},)


def plan_of(game: Game, seats: int) -> Plan:
    """The plan of a game: the usual one, with what its room says of it, and of so many seats."""
    numbers = tomllib.loads(USUAL.read_text(encoding="utf-8"))
    own = game.page.with_name("training.toml")
    if own.is_file():
        said = tomllib.loads(own.read_text(encoding="utf-8"))
        by_seats = said.pop("seats", {})
        numbers |= said | by_seats.get(str(seats), {})
    try:
        return msgspec.convert(numbers, Plan)
    except msgspec.ValidationError as error:
        raise BadText(f"{own}: {error}") from None
