"""A batch for Stable-Baselines3, with masks as `sb3_contrib.MaskablePPO` asks for them.

    from sb3_contrib import MaskablePPO
    from tabletown.envs.vector.sb3 import Batched
    world = Batched(VectorTable("right-of-way", 32, opponents="greedy", reward="chances"))
    MaskablePPO("MlpPolicy", world).learn(1_000_000)

Observations are the normalised ones: numbers from -1 to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from tabletown.envs.vector import VectorTable


class Batched(VecEnv):  # type: ignore[misc]
    def __init__(self, batch: VectorTable) -> None:
        self.batch = batch
        seen = gymnasium.spaces.Box(-1.0, 1.0, (batch.size,), np.float32)
        super().__init__(batch.n, seen, gymnasium.spaces.Discrete(batch.actions))
        self._rows = np.arange(batch.n)
        self._seats = batch.seat.copy()
        self._actions: Any = None
        self._seed: int | None = None

    def reset(self) -> Any:
        self.batch.reset(self._seed)
        self._seed = None
        self._seats = self.batch.seat.copy()
        return self.batch.normalised()

    def seed(self, seed: int | None = None) -> list[int | None]:
        """Set the seed of the matches from the next reset on."""
        self._seed = seed
        return [seed] * self.num_envs

    def step_async(self, actions: Any) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        batch = self.batch
        batch.step(self._actions)
        rewards = batch.reward[self._rows, self._seats]  # of the seat that answered
        done = batch.terminated | batch.truncated
        infos: list[dict[str, Any]] = [{} for _ in range(batch.n)]
        for row in done.nonzero()[0]:
            infos[row] = {
                "terminal_observation": batch.normalised(batch.final_observation[row]),
                "TimeLimit.truncated": bool(batch.truncated[row]),
            }
        self._seats = batch.seat.copy()
        return batch.normalised(), rewards, done, infos

    def close(self) -> None:
        self.batch.close()

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        if method_name != "action_masks":
            raise AttributeError(f"A batch has no method {method_name!r} for each of its matches.")
        return list(self.batch.mask.astype(bool))

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        if attr_name != "render_mode":
            raise AttributeError(f"A batch has no {attr_name!r} for each of its matches.")
        return [None] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"{attr_name!r} can't be changed once a batch is made.")

    def env_is_wrapped(self, wrapper_class: Any, indices: Sequence[int] | None = None) -> list[bool]:
        return [False] * self.num_envs
