"""Learn Spar from nothing: `python learn_spar.py` trains a masked policy that plays itself, on two cores in minutes.

Then `handful arena spar learn_spar:Learned easy --seats 2`, in the folder of this file, says how good it is. PyTorch
must be installed. Everything else is the batch: what the seat on turn sees, a mask of what it may do, and points.
"""

import argparse
import os
import time
from pathlib import Path

import torch
from torch import nn

from handful.bots import Answer, Question
from handful.bots.questions import view_of
from handful.columns import columns, view_columns
from handful.envs import Batch
from handful.envs.actions import table_of
from handful.games import find

SPAR = find("spar")
SEATS = 2
WEIGHTS = Path(os.environ.get("LEARNED_SPAR", Path(__file__).with_suffix(".pt")))
STEPS, EPOCHS, PIECES = 32, 3, 8
"""Steps between two updates; how often what was played is gone through, and in how many pieces."""
CLIP, CURIOSITY, RATE = 0.2, 0.01, 1e-3


class Policy(nn.Module):
    """From what a seat sees to how it acts, and what it expects."""

    def __init__(self) -> None:
        super().__init__()
        width, actions = columns(SPAR.rules.State, SEATS).size, len(table_of(SPAR, SEATS).codes)
        self.body = nn.Sequential(nn.Linear(width, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU())
        self.act, self.expect = nn.Linear(128, actions), nn.Linear(128, 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        """The odds of the legal actions, and the points that are expected of this round."""
        thought = self.body(seen)
        logits = self.act(thought).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=logits), self.expect(thought)[:, 0]


def play(policy: Policy, batch: Batch) -> list[torch.Tensor]:
    """Step all games some times: what was seen, what was allowed, what was done, its odds, and what came of it."""
    seen, masks, turns, done, odds, points = [], [], [], [], [], []
    for _ in range(STEPS):
        seen.append(torch.tensor(batch.observations))
        masks.append(torch.tensor(batch.mask))
        turns.append(torch.tensor(batch.turn, dtype=torch.int64))
        with torch.no_grad():
            chances, _ = policy(seen[-1], masks[-1])
        done.append(chances.sample())
        odds.append(chances.log_prob(done[-1]))
        batch.step(done[-1].numpy())
        points.append(torch.tensor(batch.rewards))
    worth, known = outcomes(turns, points)
    return [torch.cat(rows)[known] for rows in (seen, masks, done, odds)] + [worth[known]]


def outcomes(turns: list[torch.Tensor], points: list[torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
    """By decision: by how much its seat won or lost the round, and whether that is known yet."""
    worth, known = torch.zeros_like(points[0]), torch.zeros(len(points[0]), dtype=torch.bool)
    rows, sure = [], []
    for turn, won in zip(reversed(turns), reversed(points), strict=True):
        ended = won.any(dim=1)  # every round brings somebody points
        margin = won - (won.sum(dim=1, keepdim=True) - won) / (SEATS - 1)
        worth, known = torch.where(ended[:, None], margin, worth), known | ended
        rows.append(worth.gather(1, turn[:, None])[:, 0])
        sure.append(known)
    return torch.cat(rows[::-1]), torch.cat(sure[::-1])


def learn(policy: Policy, optimizer: torch.optim.Optimizer, played: list[torch.Tensor]) -> None:
    """Do more of what went better than expected, and less of the rest; not too much at once."""
    for _ in range(EPOCHS):
        for piece in torch.randperm(len(played[0])).chunk(PIECES):
            seen, mask, done, before, worth = (rows[piece] for rows in played)
            odds, expected = policy(seen, mask)
            better = worth - expected.detach()
            better = (better - better.mean()) / (better.std() + 1e-6)
            ratio = (odds.log_prob(done) - before).exp()
            gain = torch.min(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
            loss = -gain + 0.5 * (expected - worth).square().mean() - CURIOSITY * odds.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def train(updates: int, games: int, seed: int = 1) -> Policy:
    """A policy that has played itself for some updates."""
    torch.manual_seed(seed)
    batch = Batch(SPAR, SEATS, n=games, seed=seed, observations="floats", actions="table", rewards="points")
    policy = Policy()
    optimizer = torch.optim.Adam(policy.parameters(), RATE)
    for _ in range(updates):
        learn(policy, optimizer, play(policy, batch))
    return policy


class Learned:
    """What was learned, as a bot of the arena."""

    def __init__(self) -> None:
        torch.set_num_threads(1)
        self.policy = Policy()
        self.policy.load_state_dict(torch.load(WEIGHTS))

    def choose(self, question: Question) -> Answer:
        """The likeliest action, by nothing but what the seat may know."""
        table = table_of(SPAR, SEATS)
        row = view_columns(view_of(question))
        mask = torch.zeros(1, len(table.codes), dtype=torch.bool)
        mask[0, [table.index(action) for action in question.legal]] = True
        with torch.no_grad():
            odds, _ = self.policy(torch.tensor([row], dtype=torch.float32), mask)
        return Answer(int(table.codes[int(odds.probs.argmax())]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--updates", type=int, default=50)
    parser.add_argument("--games", type=int, default=1024, help="in step")
    asked, began = parser.parse_args(), time.perf_counter()
    torch.save(train(asked.updates, asked.games).state_dict(), WEIGHTS)
    print(f"{asked.updates * asked.games * STEPS:,} decisions in {time.perf_counter() - began:.0f} s: {WEIGHTS}")
