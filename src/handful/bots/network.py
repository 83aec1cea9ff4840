"""What was learned of a game, as a file of weights, and how it judges: on NumPy alone.

A network looks at a row of columns (what a seat sees) and at the columns of every legal action. Two layers make a
thought of the row. From it comes the expectation of the seat, 0 to 1, in the measure of the room's search. The thought,
the row itself and an action together make a thought about that action, and from it comes its score: the higher, the
more often it is played. The same numbers come out of the network in PyTorch that was trained
(`handful.learning.model`).
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from handful.bots.features import action_columns
from handful.cards import BadText
from handful.columns import columns
from handful.game import ABOUT, Game
from handful.observe import View
from handful.policy import INSTEAD

Array = np.ndarray[Any, Any]
LAYERS = ("first", "second", "expect", "ask", "weigh", "near", "offer", "score")
"""The layers, each with a matrix; all but the last three have a bias."""
BIASED = LAYERS[:5]
LARGEST_FILE = 4_000_000


class About(msgspec.Struct, frozen=True):
    """What a file of weights says of itself."""

    game: str
    rules: int
    """The version of the rules."""
    seats: int
    options: dict[str, list[str]]
    """By table option: the values that it was trained with. Of a number, all between them count as well."""
    columns: str
    """A digest of what the columns mean."""
    ahead: int = 0
    """After how many decisions of its own expert trusts the expectation; 0: it plays on until a world is at rest."""
    levels: tuple[str, ...] = tuple(INSTEAD)
    """Which levels play with it: those in which it is better than who stands beside."""
    decisions: int = 0
    """How many it has learned from."""
    seconds: float = 0.0
    device: str = ""
    seed: int = 0


def digest_of(game: Game, seats: int) -> str:
    """What all columns mean, as a short digest: weights for other columns judge nonsense."""
    described = [*columns(game.rules.State, seats).describe(), *action_columns(game, seats).describe()]
    return hashlib.sha256("\n".join(map(str, described)).encode()).hexdigest()[:16]


def softmax(scores: Array) -> Array:
    """Chances in proportion to the powers of e."""
    powers: Array = np.exp(scores - scores.max())
    chances: Array = powers / powers.sum()
    return chances


class Network:
    """Weights, ready to judge."""

    def __init__(self, about: About, arrays: Mapping[str, Array]) -> None:
        self.about = about
        self.arrays = {name: np.asarray(array, np.float32) for name, array in arrays.items()}

    @classmethod
    def read(cls, file: Path) -> Network:
        """The network of a file; BadText if it is none."""
        try:
            with np.load(file, allow_pickle=False) as kept:
                about = msgspec.json.decode(kept[ABOUT], type=About)
                return cls(about, {name: kept[name] for name in names()})
        except (OSError, KeyError, ValueError, zipfile.BadZipFile, msgspec.MsgspecError) as error:
            raise BadText(f"{file} holds no weights of a bot: {error}") from None

    def write(self, file: Path) -> None:
        """Keep it, in half precision; whole or not at all, and the same bytes for the same network."""
        parts = {ABOUT: msgspec.json.encode(self.about)}
        for name, array in self.arrays.items():
            one = io.BytesIO()
            np.lib.format.write_array(one, array.astype(np.float16), allow_pickle=False)
            parts[f"{name}.npy"] = one.getvalue()
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as packed:
            for name, part in parts.items():
                packed.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), part, zipfile.ZIP_DEFLATED)
        half = file.with_name(file.name + ".half")
        half.write_bytes(buffer.getvalue())
        half.replace(file)

    def fits(self, game: Game, view: View) -> bool:
        """Whether it was trained for the table of a view."""
        about = self.about
        if (about.game, about.rules, about.seats) != (game.name, game.rules.VERSION, view.seats):
            return False
        return about.columns == digest_of(game, view.seats) and all(
            within(game, name, view.known[name], about.options.get(name, [])) for name in game.options
        )

    def judge(self, seen: Array, offers: Array, rows: Array) -> tuple[Array, Array]:
        """By offer the score of an action, by row of `seen` the expectation; `rows` says which row an offer is for."""
        a = self.arrays
        thought = np.maximum(seen @ a["first"] + a["first_bias"], 0)
        thought = np.maximum(thought @ a["second"] + a["second_bias"], 0)
        expected = 1 / (1 + np.exp(-(thought @ a["expect"] + a["expect_bias"])[:, 0]))
        asked = thought @ a["ask"] + a["ask_bias"] + seen @ a["near"]
        both = np.maximum(asked[rows] + offers @ a["offer"], 0)
        weighed = np.maximum(both @ a["weigh"] + a["weigh_bias"], 0)
        return (weighed @ a["score"])[:, 0], expected

    def chances(self, game: Game, row: list[float], actions: list[int], seat: int) -> tuple[Array, float]:
        """How often it would play each of some actions, and what it expects, for what one seat sees."""
        made = action_columns(game, self.about.seats)
        offers = np.array([made.of(action, seat) for action in actions], np.float32)
        scores, expected = self.judge(np.array([row], np.float32), offers, np.zeros(len(actions), np.int64))
        return softmax(scores), float(expected[0])


def names() -> list[str]:
    """The arrays of a file."""
    return [*LAYERS, *(f"{layer}_bias" for layer in BIASED)]


def within(game: Game, name: str, value: int, trained: list[str]) -> bool:
    """Whether an option is as it was in training; of numbers, between the least and the most."""
    option = game.options[name]
    values = [option.read(text) for text in trained] or [option.default]
    known = [one for one in values if one is not None]
    if option.words:
        return value in known
    return bool(known) and min(known) <= value <= max(known)
