"""How a network improves: it plays whole episodes against itself and its past, and does more of what went well.

The algorithm is PPO: of what a decision brought, the part that the critic did not expect tells whether the action is
to be chosen more often; and no chance moves far in one update.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch

from handful.learning.model import HIDDEN, Model
from handful.learning.plan import Plan
from handful.learning.tables import Array, Decisions, Tables

VALUE = 0.5
"""The weight of a wrong expectation."""
LONGEST_STEP = 0.5
"""The longest gradient."""
LAST_RATE = 0.1
"""What is left of the rate of learning at the end."""


class Step(NamedTuple):
    """What was decided in one step of some tables, and with which chance."""

    asked: Decisions
    chosen: Array
    chance: Array
    """Its logarithm."""
    ended: Array
    worth: Array


class Experience(NamedTuple):
    """Decisions whose episode has ended, as tensors."""

    seen: Any
    others: Any
    offers: Any
    counts: Any
    starts: Any
    """Where the offers of a decision begin."""
    chosen: Any
    chance: Any
    worth: Any


@dataclass
class Update:
    """What came out of one update."""

    decisions: int
    entropy: float
    surprise: float
    """The mean square of what the critic did not expect, of that of the worth: 1 if it knows nothing."""


def decide(model: Model, asked: Decisions, rng: np.random.Generator, device: str) -> tuple[Array, Array]:
    """Choose by the chances of a network: the index of the action, and the logarithm of its chance."""
    rows = asked.rows
    with torch.no_grad():
        chances, _ = model(*(torch.as_tensor(part, device=device) for part in (asked.seen, asked.offers, rows)))
    logs = np.full((len(asked.counts), max(int(asked.counts.max(initial=1)), 1)), HIDDEN, np.float32)
    columns = np.arange(len(rows)) - np.repeat(np.cumsum(asked.counts) - asked.counts, asked.counts)
    logs[rows, columns] = chances.cpu().numpy()
    chosen = (logs + rng.gumbel(size=logs.shape).astype(np.float32)).argmax(axis=1)
    return chosen, logs[np.arange(len(chosen)), chosen]


def some_of(asked: Decisions, kept: Array) -> Decisions:
    """Some of the decisions."""
    offers = asked.offers[np.repeat(kept, asked.counts)]
    game, seat, seen, others = (part[kept] for part in (asked.game, asked.seat, asked.seen, asked.others))
    return Decisions(game, seat, seen, others, offers, asked.counts[kept])


class Player:
    """Plays some tables on, with a past self in some of the seats."""

    def __init__(self, tables: Tables, rng: np.random.Generator, device: str) -> None:
        self.tables, self.rng, self.device = tables, rng, device
        self._waiting: list[Step] = []
        """Decisions whose episode has not ended yet."""

    def play(self, model: Model, past: Model | None, share: float, steps: int) -> list[Experience]:
        """So many steps; the decisions of the network that have come to an end."""
        tables = self.tables
        guests = self.rng.random((tables.n, tables.seats)) < (share if past else 0.0)
        done: list[Step] = []
        for _ in range(steps):
            asked = tables.decisions()
            guest = guests[asked.game, asked.seat]
            chosen, chance = decide(model, asked, self.rng, self.device)
            if past and guest.any():
                chosen[guest], _ = decide(past, some_of(asked, guest), self.rng, self.device)
            tables.step(asked.game, chosen)
            own = ~guest
            done.append(Step(some_of(asked, own), chosen[own], chance[own], tables.ended.copy(), tables.worth.copy()))
        return self._settled(done)

    def _settled(self, done: list[Step]) -> list[Experience]:
        """The decisions that have their worth by now; the others wait."""
        tables = self.tables
        worth = np.zeros((tables.n, tables.seats), np.float32)
        known = np.zeros(tables.n, np.bool_)
        found, waiting = [], []
        for step in reversed([*self._waiting, *done]):
            worth[step.ended], known = step.worth[step.ended], known | step.ended
            ripe = known[step.asked.game]
            if ripe.any():
                asked = some_of(step.asked, ripe)
                found.append(experience(asked, step.chosen[ripe], step.chance[ripe], worth[asked.game, asked.seat]))
            if not ripe.all():
                nothing = np.zeros_like(step.ended)
                asked = some_of(step.asked, ~ripe)
                waiting.append(Step(asked, step.chosen[~ripe], step.chance[~ripe], nothing, step.worth))
        self._waiting = waiting[::-1]
        return found


def experience(asked: Decisions, chosen: Array, chance: Array, worth: Array) -> Experience:
    """Decisions with what came of them."""
    starts = np.cumsum(asked.counts) - asked.counts
    arrays = (asked.seen, asked.others, asked.offers, asked.counts.astype(np.int64), starts, chosen, chance, worth)
    return Experience(*(torch.as_tensor(array) for array in arrays))


def joined(parts: Sequence[Experience], device: str) -> Experience:
    """All experience as one."""
    moved, offset = [], 0
    for part in parts:
        moved.append(part._replace(starts=part.starts + offset))
        offset += len(part.offers)
    return Experience(*(torch.cat(column).to(device) for column in zip(*moved, strict=True)))


def offers_of(all_of: Experience, piece: Any) -> tuple[Any, Any]:
    """Where the offers of some decisions lie, and for each whose it is."""
    counts = all_of.counts[piece]
    rows = torch.repeat_interleave(torch.arange(len(piece), device=counts.device), counts)
    before = torch.cumsum(counts, 0) - counts
    places = torch.arange(len(rows), device=counts.device) + (all_of.starts[piece] - before)[rows]
    return places, rows


def improve(model: Model, optimizer: Any, all_of: Experience, plan: Plan, progress: float) -> Update:
    """One update; `progress` is 0 at the beginning of the training and 1 at its end."""
    curiosity = plan.curiosity[0] + (plan.curiosity[1] - plan.curiosity[0]) * progress
    for group in optimizer.param_groups:
        group["lr"] = plan.rate * (1 - (1 - LAST_RATE) * progress)
    with torch.no_grad():
        surprise = all_of.worth - torch.sigmoid(model.judged(all_of.seen, all_of.others))
        gain = (surprise - surprise.mean()) / (surprise.std() + 1e-6)
        spread = float((surprise.square().mean() / (all_of.worth.var() + 1e-9)).cpu())
    entropies: list[float] = []
    for _ in range(plan.epochs):
        order = torch.randperm(len(gain), device=gain.device)
        for piece in order.split(plan.piece):
            if len(piece) < min(plan.piece, len(gain)):
                continue
            loss, entropy = loss_of(model, all_of, gain, piece, plan.clip, curiosity)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), LONGEST_STEP)
            optimizer.step()
            entropies.append(entropy)
    return Update(len(gain), float(np.mean(entropies)), spread)


def loss_of(
    model: Model, all_of: Experience, gain: Any, piece: Any, clip: float, curiosity: float
) -> tuple[Any, float]:
    """What is to be made small, and the mean entropy of the choices."""
    places, rows = offers_of(all_of, piece)
    seen, worth = all_of.seen[piece], all_of.worth[piece]
    logs, expected = model(seen, all_of.offers[places], rows)
    first = torch.cumsum(all_of.counts[piece], 0) - all_of.counts[piece]
    ratio = (logs[first + all_of.chosen[piece]] - all_of.chance[piece]).exp()
    better = gain[piece]
    gained = torch.min(ratio * better, ratio.clamp(1 - clip, 1 + clip) * better).mean()
    entropy = -(logs.exp() * logs).sum() / len(piece)
    wrong = (torch.sigmoid(expected) - worth).square().mean()
    wrong = wrong + (torch.sigmoid(model.judged(seen, all_of.others[piece])) - worth).square().mean()
    return -gained + VALUE * wrong / (worth.var() + 1e-3) - curiosity * entropy, float(entropy.detach().cpu())


def imitate(model: Model, optimizer: Any, all_of: Experience, plan: Plan, rounds: int) -> float:
    """Learn to choose as it was chosen, and to expect what came; the part of choices that are then the same."""
    same = 0.0
    for _ in range(rounds):
        hits = 0
        for piece in torch.randperm(len(all_of.chosen), device=all_of.chosen.device).split(plan.piece // 4):
            places, rows = offers_of(all_of, piece)
            seen, worth = all_of.seen[piece], all_of.worth[piece]
            logs, expected = model(seen, all_of.offers[places], rows)
            first = torch.cumsum(all_of.counts[piece], 0) - all_of.counts[piece]
            taken = logs[first + all_of.chosen[piece]]
            wrong = (torch.sigmoid(expected) - worth).square().mean()
            wrong = wrong + (torch.sigmoid(model.judged(seen, all_of.others[piece])) - worth).square().mean()
            loss = -taken.mean() + VALUE * wrong / (worth.var() + 1e-3)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            hits += int((taken.detach() > np.log(0.5)).sum())
        same = hits / max(len(all_of.chosen), 1)
    return same
