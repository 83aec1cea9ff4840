"""A training from its beginning to its file of weights: it can be stopped at any time, and goes on from there."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch

from handful.bots.features import action_columns
from handful.bots.network import About, Network, digest_of
from handful.cards import BadText
from handful.columns import columns
from handful.game import Game
from handful.learning import ppo
from handful.learning.model import Model
from handful.learning.plan import Plan
from handful.learning.strength import Strength, measured
from handful.learning.tables import Tables, revealing
from handful.learning.teacher import lessons

POLICY = "policy"
"""To begin from the room's policy instead of from nothing."""
LESSON_ROUNDS = 8
SAVE_S = 60.0
"""Seconds between two checkpoints."""
NEXT_DEALS = 1 << 32
"""How far the seeds of games lie apart after every stop, so that no deal comes twice."""


@dataclass
class Wish:
    """What is to be trained, and how."""

    game: Game
    seats: int
    tables: tuple[dict[str, str], ...]
    """The table options, in equal parts."""
    plan: Plan
    out: Path
    minutes: float
    begin: str = ""
    """`policy`, a file of weights, or empty: from nothing."""
    device: str = "cpu"
    seed: int = 1
    threads: int = 1
    measure_s: float = 300.0
    """Seconds between two measurements; 0: only at the end."""
    blocks: int = 10
    """How many deals a measurement plays."""

    @property
    def checkpoint(self) -> Path:
        """Where the training is kept."""
        return self.out.with_name(self.out.name + ".training")

    @property
    def curve(self) -> Path:
        """Where its course is kept."""
        return self.out.with_name(self.out.name + ".curve.jsonl")

    def described(self) -> dict[str, Any]:
        """What must be the same for a training to go on."""
        return {"game": self.game.name, "seats": self.seats, "tables": list(self.tables), "seed": self.seed,
                "begin": self.begin, "plan": msgspec.to_builtins(self.plan)}  # fmt: skip


@dataclass
class Course:
    """How far a training has come."""

    updates: int = 0
    decisions: int = 0
    seconds: float = 0.0
    stops: int = 0
    measured_at: float = 0.0
    entropy: float = 0.0
    surprise: float = 1.0
    speed: float = 0.0
    strength: list[Strength] = field(default_factory=list)


Told = Callable[[Course], None]


class Training:
    """One training under way."""

    def __init__(self, wish: Wish) -> None:
        """Begin it, or go on where its checkpoint says."""
        self.wish = wish
        self.course = Course()
        torch.manual_seed(wish.seed)
        torch.set_num_threads(wish.threads)
        game, plan = wish.game, wish.plan
        seen = columns(game.rules.State, wish.seats).size
        features, secrets = action_columns(game, wish.seats).size, revealing(game, wish.seats)[0]
        self._sizes = (seen, features, secrets, plan.width, plan.wide)
        self.model: Model = Model(*self._sizes).to(wish.device)
        self.optimizer = torch.optim.Adam(self.model.parameters(), plan.rate)
        self.past: list[dict[str, Any]] = []
        kept = wish.checkpoint.exists()
        if kept:
            self._load()
        self.rng = np.random.default_rng([wish.seed, self.course.stops])
        each = max(1, plan.games // len(wish.tables))
        seed = wish.seed + self.course.stops * NEXT_DEALS
        halls = [Tables(game, wish.seats, options, each, seed, plan.limit) for options in wish.tables]
        self.players = [ppo.Player(hall, self.rng, wish.device) for hall in halls]
        if not kept:
            self._first_steps(halls)

    def _first_steps(self, halls: list[Tables]) -> None:
        """What comes before the first update: how large the numbers are, and what is known from elsewhere."""
        wish = self.wish
        if wish.begin and wish.begin != POLICY:
            network = Network.read(Path(wish.begin))
            if network.about.columns != digest_of(wish.game, wish.seats):
                raise BadText(f"{wish.begin} was trained for other tables: {network.about.game}, {network.about.seats}")
            self.model.take_over(network)
            return
        tried = [one for player in self.players for one in player.play(self.model, None, 0.0, wish.plan.steps)]
        self.model.learn_scale(ppo.joined(tried, "cpu").seen)
        if wish.begin == POLICY:
            known = ppo.joined(lessons(wish.game, halls, wish.plan.lessons, self.rng), wish.device)
            ppo.imitate(self.model, self.optimizer, known, wish.plan, LESSON_ROUNDS)
            self.players = [ppo.Player(hall, self.rng, wish.device) for hall in halls]

    @property
    def progress(self) -> float:
        """0 at the beginning, 1 at the end."""
        return min(1.0, self.course.seconds / max(60 * self.wish.minutes, 1e-9))

    def run(self, told: Told) -> None:
        """Train until the time is over; a KeyboardInterrupt keeps everything before it goes on its way."""
        saved = time.monotonic()
        try:
            while self.progress < 1.0:
                self.update()
                if self.wish.measure_s and self.course.seconds - self.course.measured_at >= self.wish.measure_s:
                    self.measure()
                if time.monotonic() - saved > SAVE_S:
                    self.save()
                    saved = time.monotonic()
                told(self.course)
            self.measure()
            told(self.course)
        finally:
            self.save()

    def update(self) -> None:
        """Play and learn once."""
        began, plan, course = time.monotonic(), self.wish.plan, self.course
        past = self._past_self()
        parts = [one for player in self.players for one in player.play(self.model, past, plan.past, plan.steps)]
        if parts:
            all_of = ppo.joined(parts, self.wish.device)
            done = ppo.improve(self.model, self.optimizer, all_of, plan, self.progress)
            course.decisions += done.decisions
            course.entropy, course.surprise = done.entropy, done.surprise
        if course.updates % plan.past_every == 0:
            self.past = [*self.past, {name: value.clone() for name, value in self.model.state_dict().items()}]
            self.past = self.past[-plan.most_past :]
        course.updates += 1
        took = time.monotonic() - began
        course.seconds += took
        course.speed = sum(len(one.chosen) for one in parts) / took

    def _past_self(self) -> Model | None:
        """Somebody it was."""
        if not self.past:
            return None
        model: Model = Model(*self._sizes).to(self.wish.device)
        model.load_state_dict(self.past[int(self.rng.integers(len(self.past)))])
        return model

    def network(self) -> Network:
        """What it has learned so far."""
        wish, course = self.wish, self.course
        values = {
            name: sorted({table.get(name, option.write(option.default)) for table in wish.tables})
            for name, option in wish.game.options.items()
        }
        about = About(
            wish.game.name, wish.game.rules.VERSION, wish.seats, values, digest_of(wish.game, wish.seats),
            ahead=wish.plan.ahead, decisions=course.decisions, seconds=round(course.seconds, 1), device=wish.device,
            seed=wish.seed,
        )  # fmt: skip
        return self.model.network(about)

    def measure(self) -> None:
        """Let it play against the levels, and write its course down."""
        course = self.course
        self.network().write(self.wish.out)
        course.measured_at = course.seconds
        wish = self.wish
        course.strength = measured(wish.out, wish.game, wish.seats, wish.tables[0], wish.blocks, course.updates)
        with self.wish.curve.open("a", encoding="utf-8") as file:
            file.write(msgspec.json.encode(asdict(course)).decode() + "\n")

    def save(self) -> None:
        """Keep everything that is needed to go on."""
        self.network().write(self.wish.out)
        half = self.wish.checkpoint.with_name(self.wish.checkpoint.name + ".half")
        kept = {"wish": self.wish.described(), "course": asdict(self.course), "model": self.model.state_dict(),
                "optimizer": self.optimizer.state_dict(), "past": self.past}  # fmt: skip
        torch.save(kept, half)
        half.replace(self.wish.checkpoint)

    def _load(self) -> None:
        """Go on where the checkpoint says; BadText if it is of another training."""
        wish = self.wish
        kept = torch.load(wish.checkpoint, map_location=wish.device, weights_only=True)
        if msgspec.json.encode(kept["wish"]) != msgspec.json.encode(wish.described()):
            raise BadText(f"{wish.checkpoint} holds another training: choose another file, or begin with --anew")
        self.model.load_state_dict(kept["model"])
        self.optimizer.load_state_dict(kept["optimizer"])
        self.past = kept["past"]
        self.course = msgspec.convert(kept["course"], Course)
        self.course.stops += 1
