"""A batch with Gymnasium's vector interface.

    import gymnasium
    import tabletown.envs.gym
    worlds = gymnasium.make_vec("tabletown/right-of-way-v0", num_envs=64, opponents="greedy", reward="chances")
    observations, infos = worlds.reset(seed=1)
    observations, rewards, terminations, truncations, infos = worlds.step(actions)

Finished matches restart in the same step (`AutoresetMode.SAME_STEP`): `infos["final_obs"]` has their last observations.
With `opponents="self"` the learner plays every seat: `infos["seat"]` says which one is asked, and a reward is that
of the seat that has just answered.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from tabletown.envs import rewards
from tabletown.envs.gym import SELF
from tabletown.envs.pettingzoo import spaces
from tabletown.envs.vector import VectorTable
from tabletown.kernel import Game


class SoloVector(VectorEnv[Any, Any, Any]):
    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        opponents: Any = "random",
        seat: int | None = 0,
        seats: int | None = None,
        options: dict[str, str] | None = None,
        limit: int = 20_000,
        reward: str = rewards.WIN,
        normalise: bool = False,
        workers: int = 1,
    ) -> None:
        """The same arguments as `Solo` and `VectorTable`. `seat=None`: row i learns seat i modulo seats."""
        others = None if opponents == SELF else opponents
        self.batch = VectorTable(game, num_envs, seats, options, limit, reward, others, seat, workers=workers)
        self.num_envs, self.normalise = num_envs, normalise
        self.single_observation_space, self.single_action_space = spaces(
            self.batch.table, self.batch.actions, normalise
        )
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(2**62)))
        return self._seen(), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        batch = self.batch
        answered = batch.seat.copy()
        batch.step(actions)
        paid = batch.reward[self._rows, answered].astype(np.float64)
        infos = self._infos()
        ended = batch.terminated | batch.truncated
        if ended.any():
            infos.update(final_obs=self._final(ended), _final_obs=ended, final_info={}, _final_info=ended)
        return self._seen(), paid, batch.terminated.copy(), batch.truncated.copy(), infos

    def action_masks(self) -> Any:
        """The legal actions, under the name that some libraries expect."""
        return self.batch.mask.astype(bool)

    def _form(self, observation: Any) -> Any:
        return self.batch.normalised(observation) if self.normalise else observation.copy()

    def _seen(self) -> dict[str, Any]:
        return {"observation": self._form(self.batch.observation), "action_mask": self.batch.mask.copy()}

    def _final(self, ended: Any) -> Any:
        """One observation for each match that is over, without legal actions."""
        found = np.full(self.num_envs, None, object)
        for row in ended.nonzero()[0]:
            seen = self._form(self.batch.final_observation[row])
            found[row] = {"observation": seen, "action_mask": np.zeros(self.batch.actions, np.int8)}
        return found

    def _infos(self) -> dict[str, Any]:
        return {"seat": self.batch.seat.copy(), "_seat": np.ones(self.num_envs, bool)}

    def close_extras(self, **kwargs: Any) -> None:
        self.batch.close()
