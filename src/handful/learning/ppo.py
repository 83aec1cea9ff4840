"""How a network improves: it plays against itself, its past and the room's policy, and does more of what went well.

The algorithm is PPO: of what a decision brought, the part that the critic did not expect tells whether the action is
to be chosen more often; and no chance moves far in one update. What a decision brought is what the critic expects when
the seat decides again, and so on to the end of the episode (a trace that fades): so luck that comes later counts less.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import torch

from handful.learning.model import Model, most_of_rows
from handful.learning.plan import Plan
from handful.learning.tables import Decisions, Tables, Tensor, rows_of

VALUE = 0.5
"""The weight of a wrong expectation."""
LONGEST_STEP = 0.5
"""The longest gradient."""
LESSON_RATE = 0.001
"""How fast a network learns from a teacher, who does not change with it."""
LAST_RATE = 0.02
"""What is left of the rate of learning at the end."""
JUDGED_AT_ONCE = 1 << 18
"""For so many decisions at once the critic is asked."""


class Step(NamedTuple):
    """What was decided in one step of some tables, and with which chance."""

    asked: Decisions
    chosen: Tensor
    chance: Tensor
    """Its logarithm."""
    kept: Tensor
    """By decision: whether it is to be learned from."""
    ended: Tensor
    worth: Tensor


class Experience(NamedTuple):
    """Decisions, and what is known of their outcome."""

    seen: Tensor
    others: Tensor
    seat: Tensor
    actions: Tensor
    counts: Tensor
    starts: Tensor
    """Where the actions of a decision begin."""
    chosen: Tensor
    chance: Tensor
    gain: Tensor
    """What it brought beyond what the critic expected."""
    worth: Tensor
    """What came of it, 0 to 1."""


@dataclass
class Update:
    """What came out of one update."""

    decisions: int
    entropy: float
    surprise: float
    """The mean square of what the critic did not expect, of that of the worth: 1 if it knows nothing."""


class Company(NamedTuple):
    """Who else sits at the tables."""

    past: Model | None = None
    """Somebody the network was, or whom it is to beat."""
    share: float = 0.0
    """Part of the seats in which that one plays."""
    advised: float = 0.0
    """Part of the seats in which the room's policy plays."""
    alone: bool = False
    """Whether the network has one seat a table, and the other one all the rest."""

    def drawn(self, tables: Tables) -> Tensor:
        """By game and seat a number up to 1: below `share` sits the other one, then the policy, then the network."""
        chance = torch.rand((tables.n, tables.seats), device=tables.device)
        if not self.alone:
            return chance
        return (chance == chance.max(dim=1, keepdim=True).values).float()


def decide(model: Model, tables: Tables, asked: Decisions) -> tuple[Tensor, Tensor]:
    """Choose by the chances of a network: the index of the action, and the logarithm of its chance."""
    rows = asked.rows
    with torch.no_grad():
        logs, _ = model(asked.seen, tables.described(asked.actions, asked.seat[rows]), rows)
    noise = -torch.log(-torch.log(torch.rand_like(logs).clamp(1e-9, 1 - 1e-7)))
    drawn = logs + noise
    most = most_of_rows(drawn, rows, len(asked.counts))
    starts = torch.cumsum(asked.counts, 0) - asked.counts
    places = torch.arange(len(rows), device=rows.device)
    won = torch.where(drawn >= most[rows], places, len(rows))
    first = torch.full_like(starts, len(rows)).scatter_reduce(0, rows, won, "amin")
    return first - starts, logs[first.clamp(max=max(len(rows) - 1, 0))]


def some_of(asked: Decisions, kept: Tensor) -> Decisions:
    """Some of the decisions (a mask)."""
    actions = asked.actions[kept[asked.rows]]
    game, seat, seen, others = (part[kept] for part in (asked.game, asked.seat, asked.seen, asked.others))
    return Decisions(game, seat, seen, others, actions, asked.counts[kept])


def play(tables: Tables, model: Model, company: Company, steps: int) -> list[Step]:
    """So many steps of some tables, with others in some of the seats."""
    drawn = company.drawn(tables)
    done: list[Step] = []
    for _ in range(steps):
        asked = tables.decisions()
        if not len(asked.game):
            done.append(stepped(tables, asked, asked.seat, asked.seat.float(), asked.seat.bool()))
            continue
        guest = drawn[asked.game, asked.seat]
        chosen, chance = decide(model, tables, asked)
        kept = guest >= company.share + company.advised
        if company.past:
            sits = guest < company.share
            if bool(sits.any()):
                chosen[sits], _ = decide(company.past, tables, some_of(asked, sits))
        if company.advised:
            sits = (guest >= company.share) & ~kept
            chosen[sits] = tables.advised(asked.game[sits])
        done.append(stepped(tables, asked, chosen, chance, kept))
    return done


def stepped(tables: Tables, asked: Decisions, chosen: Tensor, chance: Tensor, kept: Tensor) -> Step:
    """Do what was chosen, and note what came of it."""
    tables.step(asked.game, chosen)
    small = asked._replace(seen=asked.seen.half(), others=asked.others.half())
    return Step(small, chosen, chance, kept, tables.ended.clone(), tables.worth.clone())


def judged(model: Model, seen: Tensor, others: Tensor) -> Tensor:
    """What the critic expects, 0 to 1."""
    parts = zip(seen.split(JUDGED_AT_ONCE), others.split(JUDGED_AT_ONCE), strict=True)
    with torch.no_grad():
        return torch.sigmoid(torch.cat([model.judged(*(part.float() for part in two)) for two in parts]))


def experience(model: Model, done: Sequence[Step], trace: float) -> Experience:
    """Decisions with what came of them; the last of a seat whose episode has not ended is left out.

    `trace` says how much of what comes later counts: 1 is all of it, 0 only what the critic expects at the next
    decision.
    """
    seen, others, seat, actions, counts = (
        torch.cat([getattr(step.asked, name) for step in done])
        for name in ("seen", "others", "seat", "actions", "counts")
    )
    expected = judged(model, seen, others)
    gain, ripe = traced(done, expected, trace)
    rows = torch.nonzero(ripe)[:, 0]
    chosen, chance = torch.cat([step.chosen for step in done]), torch.cat([step.chance for step in done])
    starts = torch.cumsum(counts, 0) - counts
    worth = (expected + gain).clamp(0.0, 1.0)
    return Experience(
        seen[rows], others[rows], seat[rows], actions, counts[rows], starts[rows], chosen[rows], chance[rows],
        gain[rows], worth[rows],
    )  # fmt: skip


def traced(done: Sequence[Step], expected: Tensor, trace: float) -> tuple[Tensor, Tensor]:
    """By decision: what it brought beyond what was expected, and whether that is known and to be learned from."""
    after, faded = torch.zeros_like(done[-1].worth), torch.zeros_like(done[-1].worth)
    known = torch.zeros_like(after, dtype=torch.bool)
    gains, ripe = [], []
    values = expected.split([len(step.chosen) for step in done])
    for step, value in zip(reversed(done), reversed(values), strict=True):
        ended, at = step.ended[:, None], (step.asked.game, step.asked.seat)
        after = torch.where(ended, step.worth, after)
        faded = faded.masked_fill(ended, 0.0)
        known = known | ended
        gain = torch.where(known[at], after[at] - value + trace * faded[at], torch.zeros_like(value))
        gains.append(gain)
        ripe.append(known[at] & step.kept)
        after[at], faded[at], known[at] = value, gain, True
    return torch.cat(gains[::-1]), torch.cat(ripe[::-1])


def joined(parts: Sequence[Experience]) -> Experience:
    """All experience as one."""
    moved, offset = [], 0
    for part in parts:
        moved.append(part._replace(starts=part.starts + offset))
        offset += len(part.actions)
    return Experience(*(torch.cat(column) for column in zip(*moved, strict=True)))


class Piece(NamedTuple):
    """Some decisions, with what the network makes of them."""

    logs: Tensor
    """By action: the logarithm of its chance."""
    picked: Tensor
    """By decision: that of the action that was chosen."""
    wrong: Tensor
    """How wrong the expectations are, in the measure of how far outcomes lie apart."""


def judge(model: Model, tables: Tables, all_of: Experience, piece: Tensor) -> Piece:
    """Let the network, and the critic, look at some decisions."""
    counts = all_of.counts[piece]
    rows, before = rows_of(counts), torch.cumsum(counts, 0) - counts
    places = torch.arange(len(rows), device=rows.device) + (all_of.starts[piece] - before)[rows]
    seen, worth = all_of.seen[piece].float(), all_of.worth[piece]
    logs, expected = model(seen, tables.described(all_of.actions[places], all_of.seat[piece][rows]), rows)
    wrong = (torch.sigmoid(expected) - worth).square().mean()
    wrong = wrong + (torch.sigmoid(model.judged(seen, all_of.others[piece].float())) - worth).square().mean()
    return Piece(logs, logs[before + all_of.chosen[piece]], wrong / (worth.var(correction=0) + 1e-3))


def improve(
    model: Model, optimizer: torch.optim.Optimizer, tables: Tables, all_of: Experience, plan: Plan, progress: float
) -> Update:
    """One update; `progress` is 0 at the beginning of the training and 1 at its end."""
    curiosity = plan.curiosity[0] + (plan.curiosity[1] - plan.curiosity[0]) * progress
    for group in optimizer.param_groups:
        group["lr"] = plan.rate * (1 - (1 - LAST_RATE) * progress)
    gain = (all_of.gain - all_of.gain.mean()) / (all_of.gain.std() + 1e-6)
    spread = all_of.gain.square().mean() / (all_of.worth.var(correction=0) + 1e-9)
    entropies: list[Tensor] = []
    for _ in range(plan.epochs):
        order = torch.randperm(len(gain), device=gain.device)
        for piece in order.split(plan.piece):
            if len(piece) < min(plan.piece, len(gain)):
                continue
            seen = judge(model, tables, all_of, piece)
            ratio, better = (seen.picked - all_of.chance[piece]).exp(), gain[piece]
            gained = torch.min(ratio * better, ratio.clamp(1 - plan.clip, 1 + plan.clip) * better).mean()
            entropy = -(seen.logs.exp() * seen.logs).sum() / len(piece)
            descend(model, optimizer, -gained + VALUE * seen.wrong - curiosity * entropy)
            entropies.append(entropy.detach())
    return Update(len(gain), float(torch.stack(entropies).mean()), float(spread))


def imitate(model: Model, optimizer: torch.optim.Optimizer, tables: Tables, all_of: Experience, plan: Plan) -> float:
    """Learn to choose as it was chosen, and to expect what came; the part of choices that it would make itself."""
    for group in optimizer.param_groups:
        group["lr"] = LESSON_RATE
    hits = []
    for piece in torch.randperm(len(all_of.chosen), device=all_of.chosen.device).split(max(plan.piece // 4, 2)):
        seen = judge(model, tables, all_of, piece)
        descend(model, optimizer, -seen.picked.mean() + VALUE * seen.wrong)
        hits.append((seen.picked.detach() > -0.693).float().mean())
    return float(torch.stack(hits).mean())


def descend(model: Model, optimizer: torch.optim.Optimizer, loss: Tensor) -> None:
    """One step that makes a loss smaller."""
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), LONGEST_STEP)
    optimizer.step()
