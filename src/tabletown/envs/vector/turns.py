"""A batch that resembles PettingZoo's AEC environments, with an array of n where they have one value.

    worlds = VectorTurns("crossroll", 64)
    worlds.reset(seed=1)
    while learning:
        observation, reward, terminated, truncated = worlds.last()   # of the seats worlds.seat, which are asked
        worlds.step(actions)

`last` gives each seat its reward since its last answer. `terminated` means that the match it answered in is over: this
reward is its last one, and the observation already shows the next match.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

from tabletown.envs.pettingzoo import spaces
from tabletown.envs.vector.table import VectorTable
from tabletown.kernel import Game


class VectorTurns:
    def __init__(self, game: str | Game, n: int, normalise: bool = False, **how: Any) -> None:
        """Further arguments are those of `VectorTable`."""
        self.batch, self.n, self.normalise = VectorTable(game, n, **how), n, normalise
        self.possible_agents = [f"seat_{seat}" for seat in range(self.batch.seats)]
        seen, acts = spaces(self.batch.table, self.batch.actions, normalise)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = dict.fromkeys(self.possible_agents, acts)
        self._rows = np.arange(n)
        self._owed = np.zeros((n, self.batch.seats), np.float32)
        self._terminated = np.zeros((n, self.batch.seats), bool)
        self._truncated = np.zeros((n, self.batch.seats), bool)

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """The observation space of one match."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.action_spaces[agent]

    @property
    def seat(self) -> Any:
        """The seat that is asked in each match."""
        return self.batch.seat

    @property
    def agent_selection(self) -> list[str]:
        return [self.possible_agents[seat] for seat in self.batch.seat]

    def reset(self, seed: int | None = None) -> None:
        self.batch.reset(seed)
        for array in (self._owed, self._terminated, self._truncated):
            array[:] = 0

    def last(self) -> tuple[dict[str, Any], Any, Any, Any]:
        seats, batch = self.batch.seat, self.batch
        seen = batch.normalised() if self.normalise else batch.observation
        return (
            {"observation": seen, "action_mask": batch.mask},
            self._owed[self._rows, seats],
            self._terminated[self._rows, seats],
            self._truncated[self._rows, seats],
        )

    def step(self, actions: Any) -> None:
        batch, answered = self.batch, self.batch.seat.copy()
        batch.step(actions)
        self._owed[self._rows, answered] = 0.0  # given by `last`
        self._terminated[self._rows, answered] = False
        self._truncated[self._rows, answered] = False
        self._owed += batch.reward
        self._terminated[batch.terminated] = True
        self._truncated[batch.truncated] = True

    def close(self) -> None:
        self.batch.close()
