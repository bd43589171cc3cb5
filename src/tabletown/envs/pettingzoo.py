"""Every game as a PettingZoo environment (AEC), with action masks.

    from tabletown.envs.pettingzoo import env
    world = env("right-of-way")
    world.reset(seed=1)
    for agent in world.agent_iter():
        observation, reward, terminated, truncated, info = world.last()
        action = None if terminated or truncated else world.action_space(agent).sample(observation["action_mask"])
        world.step(action)

Action `i` is the i-th option of the agent's question; `info["options"]` has its words, in that order. The observation
is what the seat may know, hashed into a vector; `info["view"]` is the same as data, for features of your own.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from tabletown.envs.features import hashed_features
from tabletown.kernel import Match
from tabletown.registry import game as find_game


def env(game: str, **how: Any) -> Any:
    """The wrapped environment: refuses steps out of order and illegal actions."""
    return wrappers.OrderEnforcingWrapper(Table(game, **how))


class Table(AECEnv):  # type: ignore[misc]
    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: dict[str, str] | None = None,
        width: int = 256,
        size: int = 1024,
        limit: int = 20_000,
    ) -> None:
        """`width`: the most options that any question may have; `size`: of the observation; `limit`: of answers."""
        super().__init__()
        self.game, self.seats, self.options = find_game(game), seats, options
        self.width, self.size, self.limit = width, size, limit
        count = Match(self.game, seats, options, seed=0, live=False).seats
        self.possible_agents = [f"seat_{seat}" for seat in range(count)]
        self.agents: list[str] = []
        self.metadata = {"name": game, "is_parallelizable": False, "render_modes": ["ansi", "svg"]}
        self.render_mode: str | None = None
        seen = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(-64, 64, (size,), np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (width,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(width) for agent in self.possible_agents}
        self.match: Match | None = None

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.match = Match(self.game, self.seats, self.options, seed, live=False)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._ask()

    def observe(self, agent: str) -> dict[str, Any]:
        match, seat = self._now(), self.possible_agents.index(agent)
        mask = np.zeros(self.width, dtype=np.int8)
        decision = match.decision(seat)
        if decision is not None:
            mask[: len(decision.options)] = 1
        return {"observation": hashed_features(match.view(seat), self.size), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        match, seat = self._now(), self.possible_agents.index(agent)
        decision = match.decision(seat)
        assert decision is not None and action is not None
        if action >= len(decision.options):
            raise ValueError(f"Action {action} is masked: {agent} has {len(decision.options)} options.")
        self._cumulative_rewards[agent] = 0.0
        match.choose(seat, decision.options[int(action)])
        self._ask()
        self._accumulate_rewards()

    def _ask(self) -> None:
        match = self._now()
        self.rewards = dict.fromkeys(self.possible_agents, 0.0)
        decisions = match.decisions
        if decisions:
            self.agent_selection = self.possible_agents[decisions[0].seat]
            if len(decisions[0].options) > self.width:
                raise ValueError(
                    f"A question has {len(decisions[0].options)} options; make the env with a larger width."
                )
            if match.number >= self.limit:
                self.truncations = dict.fromkeys(self.possible_agents, True)
        else:
            outcome = match.outcome
            assert outcome is not None
            drawn = len(outcome.winners) > 1 and not self.game.about.cooperative
            for seat, agent in enumerate(self.possible_agents):
                self.rewards[agent] = (0.0 if drawn else 1.0) if seat in outcome.winners else -1.0
            self.terminations = dict.fromkeys(self.possible_agents, True)
        self.infos = {agent: self._info(seat) for seat, agent in enumerate(self.possible_agents)}

    def _info(self, seat: int) -> dict[str, Any]:
        match = self._now()
        decision = match.decision(seat)
        return {"options": list(decision.options) if decision is not None else [], "view": match.view(seat)}

    def _now(self) -> Match:
        if self.match is None:
            raise RuntimeError("Call reset() first.")
        return self.match

    def render(self) -> str:
        match = self._now()
        return match._repr_svg_() if self.render_mode == "svg" else match.text()

    def state(self) -> Any:
        return hashed_features(self._now().state, self.size)

    def close(self) -> None:
        pass
