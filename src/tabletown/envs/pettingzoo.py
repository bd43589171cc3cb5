"""Every game as a PettingZoo environment, with action masks: `env` (AEC) and `parallel_env`.

    from tabletown.envs.pettingzoo import env
    world = env("right-of-way")
    world.reset(seed=1)
    for agent in world.agent_iter():
        observation, reward, terminated, truncated, info = world.last()
        action = None if terminated or truncated else world.action_space(agent).sample(observation["action_mask"])
        world.step(action)

Action `i` is the option word `world.unwrapped.table.words[i]`, the same in every match. The observation is what the
seat may know and what it is asked, seen from that seat: `world.unwrapped.table.planes(observation)` names its parts.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import repeat
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from tabletown.envs.pictures import MODES, picture
from tabletown.envs.table import Table
from tabletown.kernel import Game


def env(game: str | Game, illegal: str = "raise", **how: Any) -> Any:
    """The AEC environment, one question at a time. A masked action raises an error; with `illegal="lose"` it loses."""
    world = Turns(game, **how)
    return wrappers.TerminateIllegalWrapper(world, illegal_reward=-1) if illegal == "lose" else world


def parallel_env(game: str | Game, **how: Any) -> Any:
    """The parallel environment: all seats that are asked act at the same time, the others wait."""
    return Together(game, **how)


def spaces(table: Table, actions: int, normalise: bool) -> tuple[gymnasium.Space[Any], gymnasium.Space[Any]]:
    seen = gymnasium.spaces.Dict(
        {
            "observation": row_space(table.size, normalise),
            "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
        }
    )
    return seen, gymnasium.spaces.Discrete(actions)


def row_space(size: int, normalise: bool) -> gymnasium.Space[Any]:
    """The observation space: small integers, or numbers from -1 to 1."""
    if normalise:
        return gymnasium.spaces.Box(-1.0, 1.0, (size,), np.float32)
    return gymnasium.spaces.Box(-32768, 32767, (size,), np.int16)


class _World:
    """Base class of both environments."""

    def _begin(self, game: str | Game, render_mode: str | None, spare: int, normalise: bool, **how: Any) -> None:
        self.table, self.normalise = Table(game, **how), normalise
        self.render_mode = render_mode
        self._series: np.random.Generator | None = None
        self.metadata = {"name": self.table.game.about.id, "render_modes": list(MODES), "is_parallelizable": True}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.table.seats)]
        self.agents: list[str] = []
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.actions = self.table.actions + spare
        seen, acts = zip(*(spaces(self.table, self.actions, normalise) for _ in self.possible_agents))
        self.observation_spaces = dict(zip(self.possible_agents, seen))
        self.action_spaces = dict(zip(self.possible_agents, acts))
        width = self.table.size * self.table.seats
        self.state_space = row_space(width, normalise)

    def _deal(self, seed: int | None) -> None:
        """Start the match of this seed, or without one the next in the series of the last seed."""
        if seed is not None or self._series is None:
            self._series, _ = seeding.np_random(seed)
        self.table.reset(seed if seed is not None else int(self._series.integers(2**62)))

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def state(self) -> Any:
        """What all seats know together: their observations in order."""
        return np.concatenate([self._form(self.table.observe(seat)) for seat in range(self.table.seats)])

    def _form(self, observation: Any) -> Any:
        return self.table.normalised(observation) if self.normalise else observation

    def render(self) -> Any:
        return picture(self.table.match, self.render_mode)

    def close(self) -> None:
        pass


class Turns(_World, AECEnv):  # type: ignore[misc]
    """One question at a time (AEC)."""

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: dict[str, str] | None = None,
        limit: int = 20_000,
        render_mode: str | None = None,
        normalise: bool = False,
    ) -> None:
        """`limit`: answers per match. `normalise`: observations are numbers from -1 to 1."""
        AECEnv.__init__(self)
        self._begin(game, render_mode, 0, normalise, seats=seats, options=options, limit=limit)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._deal(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[max(0, self.table.seat)]
        self._end()

    def observe(self, agent: str) -> dict[str, Any]:
        observation, mask = self.table.look(self.seat_of[agent])
        return {"observation": self._form(observation), "action_mask": mask}

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        for _ in repeat(None, min(max_iter, sys.maxsize)):
            if not self.agents:
                return
            yield self.agent_selection

    def step(self, action: int | None) -> None:
        if not self.agents:
            raise RuntimeError("Call reset() first: there is no match, or it is over.")
        agent, table = self.agent_selection, self.table
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is asked and must act.")
        table.step(int(action), self.seat_of[agent])
        self._cumulative_rewards[agent] = 0.0
        decisions = table.match.decisions
        if not decisions or table.answers >= table.limit:
            self._end()
            self._accumulate_rewards()
        else:
            self.agent_selection = self.possible_agents[decisions[0].seat]

    def _end(self) -> None:
        table = self.table
        if table.match.over:
            self.rewards = dict(zip(self.possible_agents, table.rewards))
            self.terminations = dict.fromkeys(self.possible_agents, True)
        elif table.truncated:
            self.truncations = dict.fromkeys(self.possible_agents, True)


class Together(_World, ParallelEnv):  # type: ignore[misc]
    """All seats that are asked act at once; the others have only the last action, *wait*.

    A masked action is no answer: that agent is asked again, as at a table.
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: dict[str, str] | None = None,
        max_cycles: int = 20_000,
        render_mode: str | None = None,
        normalise: bool = False,
    ) -> None:
        self._begin(game, render_mode, 1, normalise, seats=seats, options=options, limit=10**9)
        self.max_cycles, self.cycles = max_cycles, 0
        self.wait = self.actions - 1

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        self._deal(seed)
        self.agents, self.cycles = self.possible_agents[:], 0
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[Any, ...]:
        table = self.table
        for seat in table.waiting:  # seats that act together answer the questions they observed
            action = int(actions.get(self.possible_agents[seat], self.wait))
            if action in table.legal(seat):
                table.step(action, seat)
        self.cycles += 1
        over, cut = table.match.over, self.cycles >= self.max_cycles
        live = self.agents
        answer: tuple[Any, ...] = (
            self._observations(),
            dict(zip(live, table.rewards)) if over else dict.fromkeys(live, 0.0),
            dict.fromkeys(live, over),
            dict.fromkeys(live, cut and not over),
            {agent: {} for agent in live},
        )
        if over or cut:
            self.agents = []
        return answer

    def _observations(self) -> dict[str, dict[str, Any]]:
        found = {}
        for agent in self.agents:
            seat = self.seat_of[agent]
            observation, mask = self.table.look(seat)
            mask = np.append(mask, np.int8(0))
            mask[self.wait] = not mask.any()
            found[agent] = {"observation": self._form(observation), "action_mask": mask}
        return found
