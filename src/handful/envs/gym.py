"""The games for Gymnasium: one seat is played by you, the others by bots of ours or by your own function.

`Single` is one game. `Vector` is many games in step, on a batch, with the three autoreset modes. Masks are in `info`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv

from handful.cards import BadText
from handful.envs.batch import Batch
from handful.envs.play import Form, Play, Player, bot
from handful.game import Game


class Single(gymnasium.Env[Any, Any]):
    """One game, played from one seat. An action that is not legal ends it, with a reward of -1."""

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 (Gymnasium wants it on the class)

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        *,
        seat: int = 0,
        others: str | Player = "random",
        actions: str = "",
        rewards: str = "win",
        render_mode: str | None = None,
    ) -> None:
        self.form = Form(game, seats, options, actions)
        self.seat, self.points, self.render_mode = seat, rewards == "points", render_mode
        self.others = others
        self.observation_space = spaces.Box(0.0, 1.0, (self.form.columns.size,), np.float32)
        self.action_space = spaces.Discrete(self.form.actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game and play on until it is the own turn."""
        super().reset(seed=seed)
        deal, choices = (int(word) for word in self.np_random.integers(0, 1 << 62, 2))
        self.play = Play(self.form, deal)
        self.other = bot(self.others, random.Random(choices)) if isinstance(self.others, str) else self.others
        self._play_on()
        return self._seen(), self._info()

    def _play_on(self) -> None:
        """The others act until it is the own turn, or the game is over."""
        while (seat := self.play.turn()) not in (self.seat, -1):
            self.play.act(seat, self.other(self.play, seat))

    def _seen(self) -> Any:
        return self.play.observation(self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.play.mask(self.seat)}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Act, and let the others act."""
        meant = self.play.meant(self.seat, int(action))
        if meant < 0:
            return self._seen(), -1.0, True, False, self._info()
        before = self.play.state.score(self.seat)
        self.play.act(self.seat, meant)
        self._play_on()
        worth = self.play.state.score(self.seat) - before if self.points else self.play.shares()[self.seat]
        return self._seen(), float(worth), self.play.over, False, self._info()

    def render(self) -> Any:
        """What the seat sees, as text."""
        return self.play.text(self.seat) if self.render_mode else None


class Vector(VectorEnv[Any, Any, Any]):
    """Many games in step, each played from one seat; the others play by chance, or by a function of the batch.

    `others(batch)` gives an action for every game; it is done where it is not the own turn.
    """

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        *,
        num_envs: int = 1024,
        seat: int = 0,
        others: Callable[[Batch], Any] | None = None,
        actions: str = "",
        rewards: str = "win",
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
    ) -> None:
        self.form = Form(game, seats, options, actions)
        self.num_envs, self.seat, self.others, self.rewards = num_envs, seat, others, rewards
        self.mode = autoreset_mode
        self.metadata = {"autoreset_mode": autoreset_mode, "render_modes": []}
        self.single_observation_space = spaces.Box(0.0, 1.0, (self.form.columns.size,), np.float32)
        self.single_action_space = spaces.Discrete(self.form.actions)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        self._ended = np.zeros(num_envs, np.bool_)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin all games, or those of `options["reset_mask"]`."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        chosen = (options or {}).get("reset_mask")
        if chosen is None:
            form, deals = self.form, int(self.np_random.integers(1 << 62))
            how: dict[str, Any] = {
                "observations": "floats",
                "actions": "table" if form.table else "index",
                "rewards": self.rewards,
            }
            self.batch = Batch(form.game, form.seats, form.options, self.num_envs, deals, autoreset=False, **how)
            self._ended[:] = False
        else:
            self.batch.reset(chosen)
            self._ended[np.asarray(chosen, np.bool_)] = False
        self._play_on(np.zeros(self.num_envs))
        return self._seen(), self._info()

    def _play_on(self, worth: Any) -> None:
        """The others act until it is the own turn everywhere; what that brings is added."""
        batch = self.batch
        while (theirs := (batch.turn >= 0) & (batch.turn != self.seat)).any():
            given = np.asarray(self.others(batch) if self.others else batch.random_actions())
            batch.step(np.where(theirs, given, -1))
            worth += batch.rewards[:, self.seat]

    def _seen(self) -> Any:
        """What the own seat sees: also where its game is over, for the last observation."""
        seen = self.batch.observations.copy()
        for game in np.flatnonzero(self.batch.turn < 0):
            seen[game] = self.form.columns.of(self.batch.state(int(game)), self.seat)
        return seen

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.batch.mask.astype(np.int8)}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Act in all games; those that ended in the step before begin anew instead, unless that is left to you."""
        batch, worth = self.batch, np.zeros(self.num_envs)
        renewed = self._ended.copy()
        if self.mode is AutoresetMode.NEXT_STEP and renewed.any():
            batch.reset(renewed)
            self._play_on(np.zeros(self.num_envs))
        if self.mode is AutoresetMode.DISABLED and renewed.any():
            raise BadText("some games are over: begin them anew with reset(options={'reset_mask': ...})")
        waits = renewed | (batch.turn < 0)
        batch.step(np.where(waits, -1, np.asarray(actions)))
        worth += batch.rewards[:, self.seat]
        self._play_on(worth)
        over = batch.done & ~renewed
        self._ended = over.copy()
        info = self._info()
        if self.mode is AutoresetMode.SAME_STEP and over.any():
            info |= {"final_obs": self._seen(), "_final_obs": over.copy(), "final_info": {}, "_final_info": over.copy()}
            batch.reset(over)
            self._play_on(np.zeros(self.num_envs))
            self._ended[:] = False
            info |= self._info()
        return self._seen(), worth.astype(np.float64), over, np.zeros(self.num_envs, np.bool_), info
