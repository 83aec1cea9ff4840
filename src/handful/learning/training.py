"""A training from its beginning to its file of weights: it can be stopped at any time, and goes on from there."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import torch

from handful.bots.network import About, Network, digest_of
from handful.cards import BadText
from handful.game import Game
from handful.learning import ppo
from handful.learning.model import Model
from handful.learning.plan import Plan
from handful.learning.strength import Measurements, Strength
from handful.learning.tables import Tables, sizes
from handful.learning.teacher import learn_from_policy

POLICY = "policy"
"""To begin from the room's policy instead of from nothing."""
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
    against: str = ""
    """A file of weights that plays all other seats and learns nothing; or empty: it plays itself."""
    device: str = "cpu"
    seed: int = 1
    threads: int = 1
    measure_s: float = 300.0
    """Seconds between two measurements; 0: none."""
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

    @property
    def snapshot(self) -> Path:
        """What is being measured."""
        return self.out.with_name(f"{self.out.stem}.measured.npz")

    def described(self) -> dict[str, Any]:
        """What must be the same for a training to go on."""
        return {"game": self.game.name, "seats": self.seats, "tables": list(self.tables), "seed": self.seed,
                "begin": self.begin, "against": self.against, "plan": msgspec.to_builtins(self.plan)}  # fmt: skip


class Mark(msgspec.Struct):
    """How far a training had come when it was measured, and what came out."""

    updates: int
    decisions: int
    seconds: float
    entropy: float
    surprise: float
    speed: float
    strength: list[Strength]


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
        torch.set_float32_matmul_precision("high")
        game, plan = wish.game, wish.plan
        self._sizes = (*sizes(game, wish.seats), plan.width, plan.wide)
        self.model: Model = Model(*self._sizes).to(wish.device)
        self.optimizer = torch.optim.Adam(self.model.parameters(), plan.rate)
        self.past: list[dict[str, Any]] = []
        self._rival = self._rival_of(wish.against) if wish.against else None
        kept = wish.checkpoint.exists()
        if kept:
            self._load()
        torch.manual_seed(wish.seed + self.course.stops)
        each = max(1, plan.games // len(wish.tables))
        seed = wish.seed + self.course.stops * NEXT_DEALS
        self.halls = [Tables(game, wish.seats, options, each, seed, plan.limit, wish.device) for options in wish.tables]
        self._measurements = Measurements()
        self._measured: Mark | None = None
        if not kept:
            self._first_steps()

    def _first_steps(self) -> None:
        """What comes before the first update: how large the numbers are, and what is known from elsewhere."""
        wish = self.wish
        if wish.begin and wish.begin != POLICY:
            self.model.take_over(self._read(wish.begin))
            return
        tried = [step for hall in self.halls for step in ppo.play(hall, self.model, ppo.Company(), wish.plan.steps)]
        self.model.learn_scale(torch.cat([step.asked.seen for step in tried]))
        if wish.begin == POLICY:
            learn_from_policy(wish.game, self.model, self.optimizer, self.halls, wish.plan)

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
                self._look_at_measurements(wait=False)
                if self.wish.measure_s and self.course.seconds - self.course.measured_at >= self.wish.measure_s:
                    self.measure()
                if time.monotonic() - saved > SAVE_S:
                    self.save()
                    saved = time.monotonic()
                told(self.course)
            if self.wish.measure_s:
                self._look_at_measurements(wait=True)
                self.measure()
                self._look_at_measurements(wait=True)
            told(self.course)
        finally:
            self._measurements.close()
            self.wish.snapshot.unlink(missing_ok=True)
            self.save()

    def update(self) -> None:
        """Play and learn once."""
        began, plan, course = time.monotonic(), self.wish.plan, self.course
        company = self._company()
        parts = [
            ppo.experience(self.model, ppo.play(hall, self.model, company, plan.steps), plan.trace)
            for hall in self.halls
        ]
        all_of = ppo.joined(parts)
        if len(all_of.chosen) > 1:
            done = ppo.improve(self.model, self.optimizer, self.halls[0], all_of, plan, self.progress)
            course.decisions += done.decisions
            course.entropy, course.surprise = done.entropy, done.surprise
        if course.updates % plan.past_every == 0:
            self.past = [*self.past, {name: value.clone() for name, value in self.model.state_dict().items()}]
            self.past = self.past[-plan.most_past :]
        course.updates += 1
        took = time.monotonic() - began
        course.seconds += took
        course.speed = len(all_of.chosen) / took

    def _company(self) -> ppo.Company:
        """Who sits at the tables this time: somebody it was, and the policy; or only whom it is to beat."""
        plan = self.wish.plan
        if self._rival:
            return ppo.Company(self._rival, share=1.0, alone=True)
        advised = plan.advised if self.wish.game.policy else 0.0
        if not self.past:
            return ppo.Company(advised=advised)
        model: Model = Model(*self._sizes).to(self.wish.device)
        model.load_state_dict(self.past[int(torch.randint(len(self.past), ()))])
        return ppo.Company(model, plan.past, advised)

    def _read(self, file: str) -> Network:
        """The network of a file; BadText if it was trained for other tables."""
        network = Network.read(Path(file))
        if network.about.columns != digest_of(self.wish.game, self.wish.seats):
            raise BadText(f"{file} was trained for other tables: {network.about.game}, {network.about.seats}")
        return network

    def _rival_of(self, file: str) -> Model:
        """Somebody who plays as a file says."""
        network = self._read(file)
        width, wide = network.arrays["second"].shape[0], network.arrays["offer"].shape[1]
        model: Model = Model(*self._sizes[:3], width, wide).to(self.wish.device)
        model.take_over(network)
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
        """Begin to let it play against the levels, unless it is still playing; learning goes on meanwhile."""
        if not self._measurements.idle:
            return
        wish, course = self.wish, self.course
        self.network().write(wish.snapshot)
        course.measured_at = course.seconds
        self._measured = Mark(course.updates, course.decisions, course.seconds, course.entropy, course.surprise,
                              course.speed, [])  # fmt: skip
        self._measurements.begin(wish.game, wish.seats, wish.tables[0], wish.snapshot, wish.blocks, course.updates)

    def _look_at_measurements(self, wait: bool) -> None:
        """Write down what a measurement has brought, if it is done."""
        found = self._measurements.result(wait)
        if found is None or self._measured is None:
            return
        self.course.strength = self._measured.strength = found
        with self.wish.curve.open("a", encoding="utf-8") as file:
            file.write(msgspec.json.encode(self._measured).decode() + "\n")

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
