"""n matches of a game, stepped in one call.

    from tabletown.envs.vector import VectorTable
    batch = VectorTable("right-of-way", 64, seed=1)
    while learning:
        batch.step(policy(batch.observation, batch.mask))  # then batch.reward, batch.terminated …

A finished match is replaced at once: its reward is given, and the row already shows the next match.
"""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletown.envs import rewards
from tabletown.envs.table import IllegalAction, Table
from tabletown.envs.vector.batch import Arrays, Batch, How
from tabletown.envs.vector.workers import StepWorkers
from tabletown.kernel import Game
from tabletown.kernel.errors import BadOption


class VectorTable:
    def __init__(
        self,
        game: str | Game,
        n: int,
        seats: int | None = None,
        options: dict[str, str] | None = None,
        limit: int = 20_000,
        reward: str = rewards.WIN,
        opponents: Any = None,
        seat: int | None = None,
        seed: int | None = None,
        workers: int = 1,
    ) -> None:
        """`opponents`: bots for the other seats, as `gym.Solo` takes them; without them the learner plays every seat.
        `seat`: the learner's; by default that of row i is i modulo seats. `workers`: the number of processes that share
        the rows, this one among them."""
        if n < 1 or not 0 <= workers <= n:
            raise BadOption(f"{n} matches can't be split between {workers} processes.")
        how = How(game, seats, options, limit, reward, opponents, seat)
        self.n, self.table = n, how.table()
        self.actions, self.size, self.seats = self.table.actions, self.table.size, self.table.seats
        self._player: Batch | StepWorkers
        if workers > 1:
            self._player = StepWorkers(how, n, workers)
        else:
            memory = np.zeros(Arrays.bytes_for(n, self.table), np.uint8)
            self._player = Batch(how, Arrays.over(memory, n, self.table))
        arrays = self._player.arrays
        self.observation, self.mask, self.seat, self.reward = (
            arrays.observation,
            arrays.mask,
            arrays.seat,
            arrays.reward,
        )
        self.terminated, self.truncated = arrays.terminated, arrays.truncated
        self.final_observation, self._action = arrays.final_observation, arrays.action
        self._rows = np.arange(n)
        try:
            self.reset(seed)
        except BaseException:  # such as unknown bots: leave no process behind
            self.close()
            raise

    def reset(self, seed: int | None = None) -> None:
        """Start new matches. The k-th match of row i is the same for the same seed, whatever n and `workers` are."""
        self._player.reset(secrets.randbits(62) if seed is None else seed)

    def step(self, actions: NDArray[Any]) -> None:
        """Play one action in each row. If any is masked, nothing is played."""
        self._action[:] = actions
        legal = (self._action >= 0) & (self._action < self.actions)
        legal &= self.mask[self._rows, np.where(legal, self._action, 0)] == 1
        if not legal.all():
            row = int(legal.argmin())
            raise IllegalAction(f"Action {self._action[row]} of row {row} is masked.")
        self._player.step()

    @property
    def tables(self) -> list[Table]:
        """The matches, one for each row, to look at or copy: with `workers` some are in other processes."""
        if isinstance(self._player, StepWorkers):
            raise BadOption("Some matches are in other processes. Use workers=1 to reach them.")
        return self._player.tables

    def normalised(self, observation: Any = None) -> NDArray[np.float32]:
        """The observations, or these, as numbers from -1 to 1."""
        return self.table.normalised(self.observation if observation is None else observation)

    def close(self) -> None:
        if isinstance(self._player, StepWorkers):
            self.observation = self.mask = self.seat = self.reward = None  # type: ignore[assignment]
            self.terminated = self.truncated = self.final_observation = self._action = None  # type: ignore[assignment]
            self._player.close()

    def __enter__(self) -> VectorTable:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()
