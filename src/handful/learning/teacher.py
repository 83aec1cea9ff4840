"""The room's policy as a teacher: what it does at the tables, with what came of it, for a network to begin from."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from handful.cards import BadText
from handful.game import Game
from handful.learning.model import Model
from handful.learning.plan import Plan
from handful.learning.ppo import Step, experience, imitate, stepped
from handful.learning.tables import Tables

BY_CHANCE = 0.1
"""One of so many decisions is left to chance and not learned, so that the lessons have more than perfect play."""


def learn_from_policy(
    game: Game, model: Model, optimizer: torch.optim.Optimizer, halls: Sequence[Tables], plan: Plan
) -> float:
    """Watch the policy for so many decisions as the plan says; the part of them that the network would now make."""
    if game.policy is None:
        raise BadText(f"{game.title} has no policy to begin from: its room has none")
    watched, same = 0, 0.0
    while watched < plan.lessons:
        for hall in halls:
            lessons = experience(model, [watch(hall) for _ in range(plan.steps)], plan.trace)
            if len(lessons.chosen):
                same = imitate(model, optimizer, hall, lessons, plan)
            watched += len(lessons.chosen)
    return same


def watch(tables: Tables) -> Step:
    """What the policy does in one step."""
    asked = tables.decisions()
    chosen = tables.advised(asked.game)
    guess = torch.rand(len(chosen), device=chosen.device) < BY_CHANCE
    guessed = torch.randint(1 << 30, (len(chosen),), device=chosen.device) % asked.counts
    chosen = torch.where(guess, guessed, chosen)
    return stepped(tables, asked, chosen, torch.zeros_like(chosen, dtype=torch.float32), ~guess)
