"""A copied or pickled environment is independent, and continues like the original."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="the extra `envs` is not installed")

from tabletown.envs.pettingzoo import env


@pytest.mark.parametrize(
    "how", [copy.deepcopy, lambda world: pickle.loads(pickle.dumps(world))], ids=["copy", "pickle"]
)
def test_a_copied_environment_goes_its_own_way_and_the_same(how: Callable[[Any], Any]) -> None:
    world = env("crossroll")
    world.reset(seed=1)

    def play(world: Any, steps: int) -> list[Any]:
        seen = []
        for agent in world.agent_iter(steps):
            observation, reward, terminated, truncated, _ = world.last()
            seen.append((agent, observation["observation"].tolist(), reward, terminated))
            world.step(None if terminated or truncated else int(observation["action_mask"].nonzero()[0][0]))
        return seen

    play(world, 10)
    twin, before = how(world), world.unwrapped.table.match.log
    seen = play(twin, 40)
    assert world.unwrapped.table.match.log == before
    assert play(world, 40) == seen and twin.unwrapped.table.match.log == world.unwrapped.table.match.log
