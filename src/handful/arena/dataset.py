"""Games as data for supervised learning: every decision with what its seat saw, what it did, and how the game ended.

A data set is made in portions that are kept beside the file until all are there: an interrupted one goes on where it
was, and the file is the same to the byte as if it had not been interrupted, whoever played its portions.
"""

from __future__ import annotations

import io
import json
import random
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from handful.arena.entrants import entrant
from handful.arena.process import Failed
from handful.bots.questions import question_for
from handful.cards import BadText
from handful.cluster import Cluster
from handful.columns import columns
from handful.envs.play import BOTS, Form, Play, Player, bot
from handful.game import Game
from handful.games import find

PORTION = 64
"""Games that are kept together."""
COLUMNS = ("game", "seat", "observation", "legal", "action", "share", "score")


@dataclass(frozen=True)
class Dataset:
    """Which games are kept: two data sets with the same values are the same file."""

    game: str
    seats: int
    options: dict[str, str]
    games: int
    seed: int
    bots: tuple[str, ...]
    """By seat: as bots are named in the arena."""


ITERATIONS = 200
"""What a search of the house does for a move, unless its name says otherwise: the same on every machine."""
PATIENCE = 60.0
"""How many seconds a bot of others has for an answer."""


Parts = Iterable[tuple[int, bytes]]
"""Portions as they come: the number of the first game, and the games as an npz file."""
Workers = Callable[[Dataset, Iterator[int]], Parts]
"""Those who play the portions that begin with these games."""


def dataset_of(
    game: Game, seats: int, options: Mapping[str, str], games: int, seed: int, bots: Sequence[str]
) -> Dataset:
    """What is to be kept; one bot plays all seats, or each seat has its own."""
    if len(bots) not in (1, seats):
        raise BadText(f"there are {seats} seats, and {len(bots)} bots: name one for all seats, or one for each")
    for one in bots:
        entrant(one)
    return Dataset(game.name, seats, dict(options), games, seed, tuple(bots) * (seats if len(bots) == 1 else 1))


class Portions:
    """Who plays portions, here or on one core of a node of a cluster: the bots of others are started once."""

    def __init__(self, what: Dataset, _cores: int = 1) -> None:
        self.what = what
        self.form = Form(what.game, what.seats, what.options, "index")
        self.others = {spec: entrant(spec, iterations=ITERATIONS) for spec in what.bots if spec not in BOTS}
        self.asked = {spec: one.player(what.game, PATIENCE) for spec, one in self.others.items()}

    def do(self, first: int) -> bytes:
        """The portion that begins with this game, as an npz file."""
        rows: list[tuple[Any, ...]] = []
        for number in range(first, min(first + PORTION, self.what.games)):
            rng = random.Random(f"{self.what.seed} {number}")
            players = [self.player(spec, rng) for spec in self.what.bots]
            rows += one_game(Play(self.form, self.what.seed, number), number, players)
        return packed_up(
            {name: np.array(values) for name, values in zip(COLUMNS, zip(*rows, strict=True), strict=True)}
        )

    def player(self, spec: str, rng: random.Random) -> Player:
        """Who plays a seat of a game."""
        if spec in BOTS:
            return bot(spec, rng)
        asked = self.asked[spec]

        def choose(play: Play, seat: int) -> int:
            legal, seed = play.state.legal(seat), rng.randrange(1 << 32)
            if len(legal) == 1:
                return legal[0]
            try:
                answer = asked.answer(question_for(play.form.game, play.view(seat), legal, "normal", seed))
            except Failed as error:
                raise BadText(f"{spec} failed: {error}. What was played before is kept") from None
            if answer.action not in legal:
                raise BadText(f"{spec} failed: it chose {answer.action}, which is not legal")
            return answer.action

        return choose

    def close(self) -> None:
        """End the bots of others."""
        for one in self.asked.values():
            one.close()


def here(what: Dataset, firsts: Iterator[int]) -> Parts:
    """Play one portion after the other in this process."""
    portions = Portions(what)
    try:
        for first in firsts:
            yield first, portions.do(first)
    finally:
        portions.close()


def on_nodes(what: Dataset, firsts: Iterator[int]) -> Parts:
    """Play portions on all cores of all nodes of a Ray cluster."""
    return Cluster(partial(Portions, what), each_core=True).work(firsts)


def write(what: Dataset, file: Path, progress: Callable[[int], None], workers: Workers = here) -> dict[str, Any]:
    """Let what is not yet played be played, and write the file; how many games and decisions it has."""
    parts = file.with_name(file.name + ".parts")
    described = json.dumps(asdict(what))
    if parts.exists() and (parts / "what.json").read_text() != described:
        raise BadText(f"{parts} holds the beginning of other data: delete it, or choose another file")
    parts.mkdir(parents=True, exist_ok=True)
    (parts / "what.json").write_text(described)
    firsts = range(0, what.games, PORTION)
    files = {first: parts / f"{first}.npz" for first in firsts}
    done = sum(min(PORTION, what.games - first) for first in firsts if files[first].exists())
    progress(done)
    for first, data in workers(what, (first for first in firsts if not files[first].exists())):
        replace(files[first], data)
        done += min(PORTION, what.games - first)
        progress(done)
    whole = joined(list(files.values()))
    packed = columns(find(what.game).rules.State, what.seats, packed=True)
    names = ["|".join((one.name, one.of, one.meaning)) for one in packed.describe()]
    replace(file, packed_up(whole | {"columns": np.array(names), "what": np.array(described)}))
    shutil.rmtree(parts)
    return {"games": what.games, "decisions": len(whole["action"]), "columns": packed.width, "file": str(file)}


def replace(file: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    half = file.with_name(file.name + ".half")
    half.write_bytes(data)
    half.replace(file)


def one_game(play: Play, number: int, players: Sequence[Player]) -> list[tuple[Any, ...]]:
    """All decisions of a game, with its end."""
    seen: list[tuple[Any, ...]] = []
    while not play.over:
        seat = play.turn()
        action = players[seat](play, seat)
        seen.append((number, seat, play.packed_observation(seat), len(play.state.legal(seat)), action))
        play.act(seat, action)
    shares, scores = play.shares(), play.scores()
    return [(*one, np.float32(shares[one[1]]), scores[one[1]]) for one in seen]


def joined(parts: Sequence[Path]) -> dict[str, Any]:
    """The columns of all portions, one after the other."""
    loaded = [np.load(io.BytesIO(part.read_bytes())) for part in parts]
    return {name: np.concatenate([one[name] for one in loaded]) for name in COLUMNS}


def packed_up(arrays: Mapping[str, Any]) -> bytes:
    """Arrays as an npz file: compressed, and with no time of day in it."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        for name, array in arrays.items():
            one = io.BytesIO()
            np.lib.format.write_array(one, np.asarray(array), allow_pickle=False)
            file.writestr(zipfile.ZipInfo(f"{name}.npy", (1980, 1, 1, 0, 0, 0)), one.getvalue(), zipfile.ZIP_DEFLATED)
    return buffer.getvalue()
