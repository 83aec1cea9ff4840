"""The games for PettingZoo: `aec` asks one seat after the other, `parallel` all who may act together.

Every agent's observation is a dict with the columns of its view and a mask of the actions that it may give. Who may not
act has an empty mask, and what it gives is not looked at. An action that is not legal ends the game, with a reward of
-1 for who gave it, as the classic games of PettingZoo do; with `illegal_reward=None` it raises instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from handful.envs.play import Form, Play
from handful.game import Game, Illegal

Seen = dict[str, Any]


class Room:
    """What both forms share: agents, spaces, seeds and rewards."""

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        *,
        actions: str = "",
        features: bool = False,
        rewards: str = "win",
        illegal_reward: float | None = -1.0,
        seed: int = 0,
        render_mode: str | None = None,
    ) -> None:
        self.form = Form(game, seats, options, actions)
        self.features, self.points, self.illegal_reward = features, rewards == "points", illegal_reward
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{self.form.game.name}_v{self.form.game.rules.VERSION}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.form.seats)]
        self.agents: list[str] = []
        self._seed, self._number = seed, -1
        self._none = np.zeros(self.form.actions, np.int8)
        shapes = {"observation": (self.form.columns.size,), "action_mask": (self.form.actions,)}
        box: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(0.0, 1.0, shapes["observation"], np.float32),
            "action_mask": spaces.Box(0, 1, shapes["action_mask"], np.int8),
        }
        if features:
            listed = (self.form.actions, self.form.features.size)
            box["action_features"] = spaces.Box(0.0, 1.0, listed, np.float32)
        self._seen = {agent: spaces.Dict(box) for agent in self.possible_agents}
        self._acts = {agent: spaces.Discrete(self.form.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """The columns, the mask, and if asked for what each action is made of."""
        return self._seen[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The actions that can be given."""
        return self._acts[agent]

    def begin(self, seed: int | None) -> Play:
        """The first game of a seed, or the next one of the last seed."""
        if seed is not None:
            self._seed, self._number = seed, -1
        self._number += 1
        return Play(self.form, self._seed, self._number)

    def seen_by(self, play: Play, seat: int, mask: Any) -> Seen:
        """What an agent is told."""
        seen: Seen = {"observation": play.observation(seat), "action_mask": mask}
        if self.features:
            seen["action_features"] = self.features_of(play, seat)
        return seen

    def features_of(self, play: Play, seat: int) -> Any:
        """What each action that may be given is made of."""
        made = np.zeros((self.form.actions, self.form.features.size), np.float32)
        for given in play.given(seat):
            self.form.features.encode(play.meant(seat, given), seat, made[given])
        return made

    def worth(self, play: Play, before: list[int]) -> list[float]:
        """What the seats get for a step: the change of their points, or at the end their shares of the win."""
        if self.points:
            return [float(now - then) for now, then in zip(play.scores(), before, strict=True)]
        return play.shares()

    def blamed(self, seat: int) -> list[float]:
        """What the seats get when one of them does what is not legal."""
        if self.illegal_reward is None:
            raise Illegal(f"seat {seat} gave an action that is not legal")
        return [self.illegal_reward if seat == other else 0.0 for other in range(self.form.seats)]


class aec(Room, AECEnv[str, Seen, int]):  # noqa: N801 (as the environments of PettingZoo are called)
    """One seat after the other; of several who may act at once, who does not wait for another, lowest seat first."""

    metadata: dict[str, Any]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game."""
        self.play = self.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"action_mask": self._none} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        """Ask the next seat; its mask stands in its info, too."""
        seat = self.play.turn()
        if seat >= 0:
            self.agent_selection = self.possible_agents[seat]
        self._mask = self.play.mask(max(seat, 0))
        self.infos[self.agent_selection]["action_mask"] = self._mask

    def observe(self, agent: str) -> Seen:
        """What an agent sees now. Of several who may act only the one that is asked has a mask."""
        mask = self._mask if agent == self.agent_selection else self._none
        return self.seen_by(self.play, self.possible_agents.index(agent), mask.copy())

    def step(self, action: int | None) -> None:
        """Do the action of the agent that is selected."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent, before = self.agent_selection, self.play.scores() if self.points else []
        seat = self.possible_agents.index(agent)
        self._cumulative_rewards[agent] = 0.0
        meant = self.play.meant(seat, int(action)) if action is not None else -1
        if meant < 0:
            worth = self.blamed(seat)
        else:
            self.play.state.apply(seat, meant)
            worth = self.worth(self.play, before)
        self.rewards = dict(zip(self.possible_agents, worth, strict=True))
        if self.play.over or meant < 0:
            self.terminations = dict.fromkeys(self.agents, True)
        self.infos[agent]["action_mask"] = self._none
        self._select()
        if any(worth):
            self._accumulate_rewards()

    def render(self) -> str | None:
        """What the agent that is selected sees, as text."""
        return self.play.text(self.possible_agents.index(self.agent_selection)) if self.render_mode else None

    def close(self) -> None:
        """Nothing is held open."""


class parallel(Room, ParallelEnv[str, Seen, int]):  # noqa: N801
    """All who may act at once; of a team whose members may all act, one action is done."""

    metadata: dict[str, Any]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Begin a game."""
        self.play = self.begin(seed)
        self.agents = self.possible_agents[:]
        return self._told()

    def _told(self) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        masks = [self.play.mask(seat) for seat in range(self.form.seats)]
        seen = {agent: self.seen_by(self.play, seat, masks[seat]) for seat, agent in enumerate(self.possible_agents)}
        return seen, {agent: {"action_mask": seen[agent]["action_mask"]} for agent in seen}

    def step(self, actions: dict[str, int]) -> tuple[Any, ...]:
        """Do the actions of all who may act."""
        before = self.play.scores() if self.points else []
        meant = {seat: self.play.meant(seat, int(actions[self.possible_agents[seat]])) for seat in self.play.able()}
        wrong = [seat for seat, action in meant.items() if action < 0]
        if wrong:
            worth = self.blamed(wrong[0])
        else:
            self.play.act_together(meant)
            worth = self.worth(self.play, before)
        over = self.play.over or bool(wrong)
        seen, infos = self._told()
        agents = self.agents
        if over:
            self.agents = []
        ends = dict.fromkeys(agents, over)
        return seen, dict(zip(agents, worth, strict=True)), ends, dict.fromkeys(agents, False), infos

    def render(self) -> str | None:
        """What the first agent that may act sees, as text."""
        return self.play.text(max(self.play.turn(), 0)) if self.render_mode else None

    def close(self) -> None:
        """Nothing is held open."""
