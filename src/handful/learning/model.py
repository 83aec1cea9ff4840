"""The network in PyTorch, while it learns: the one that is played with later, and a critic that sees all hands."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from handful.bots.network import BIASED, LAYERS, About, Network

Tensor = Any
HIDDEN = -1e9


class Model(nn.Module):
    """From what a seat sees and may do to a score for each action, and what it expects."""

    def __init__(self, seen: int, features: int, secrets: int, width: int, wide: int) -> None:
        """`width` is that of a thought about the table, `wide` that of a thought about an action."""
        super().__init__()
        self.register_buffer("scale", torch.ones(seen))
        self.first, self.second = nn.Linear(seen, width), nn.Linear(width, width)
        self.expect, self.ask = nn.Linear(width, 1), nn.Linear(width, wide)
        self.weigh = nn.Linear(wide, wide // 2)
        self.near, self.offer = nn.Linear(seen, wide, bias=False), nn.Linear(features, wide, bias=False)
        self.score = nn.Linear(wide // 2, 1, bias=False)
        self.critic = nn.Sequential(
            nn.Linear(seen + secrets, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1)
        )
        with torch.no_grad():
            self.score.weight *= 0.1  # it begins with no likings, and so with whole games by chance

    def forward(self, seen: Tensor, offers: Tensor, rows: Tensor) -> tuple[Tensor, Tensor]:
        """By offer the logarithm of the chance that it is taken; by row what is expected, before the sigmoid."""
        seen = seen * self.scale
        thought = torch.relu(self.second(torch.relu(self.first(seen))))
        both = torch.relu((self.ask(thought) + self.near(seen))[rows] + self.offer(offers))
        scores = self.score(torch.relu(self.weigh(both)))[:, 0]
        return log_chances(scores, rows, len(seen)), self.expect(thought)[:, 0]

    def judged(self, seen: Tensor, secrets: Tensor) -> Tensor:
        """What the critic expects, before the sigmoid."""
        return self.critic(torch.cat((seen * self.scale, secrets), dim=1))[:, 0]

    def learn_scale(self, seen: Tensor) -> None:
        """Take from rows of columns how far numbers lie apart, so that small ones are not overlooked."""
        spread = seen.float().std(dim=0)
        scale = torch.where(spread > 1e-4, 0.3 / spread.clamp(min=1e-4), torch.ones_like(spread))
        self.scale.copy_(scale.clamp(1.0, 30.0))

    def network(self, about: About) -> Network:
        """What it has learned so far, for playing."""
        arrays = {}
        for name in LAYERS:
            layer = getattr(self, name)
            arrays[name] = layer.weight.detach().cpu().numpy().T.copy()
            if name in BIASED:
                arrays[f"{name}_bias"] = layer.bias.detach().cpu().numpy().copy()
        for name in ("first", "near"):
            arrays[name] *= self.scale.cpu().numpy()[:, None]
        return Network(about, arrays)

    def take_over(self, network: Network) -> None:
        """Begin with what was learned before; the critic begins anew."""
        with torch.no_grad():
            self.scale.fill_(1.0)
            for name in LAYERS:
                layer = getattr(self, name)
                layer.weight.copy_(torch.as_tensor(network.arrays[name].T.copy()))
                if name in BIASED:
                    layer.bias.copy_(torch.as_tensor(network.arrays[f"{name}_bias"]))


def most_of_rows(values: Tensor, rows: Tensor, n: int) -> Tensor:
    """The largest value of each row."""
    return torch.full((n,), HIDDEN, device=values.device).scatter_reduce(0, rows, values, "amax")


def log_chances(scores: Tensor, rows: Tensor, n: int) -> Tensor:
    """The logarithm of the softmax of each row's scores."""
    moved = scores - most_of_rows(scores.detach(), rows, n)[rows]
    whole = torch.zeros(n, device=scores.device).index_add(0, rows, moved.exp())
    return moved - whole.log()[rows]
