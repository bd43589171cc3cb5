"""The environments hold what PettingZoo's own suite asks for, and what it forgets: copies and views."""

import pytest

pytest.importorskip("pettingzoo", reason="the extra `envs` is not installed")

import numpy as np
from pettingzoo.test import api_test, seed_test

from tabletown.envs.features import hashed_features
from tabletown.envs.pettingzoo import env
from tabletown.kernel import Match
from tests.kernel.toys import hands


def test_pettingzoos_own_suite_passes() -> None:
    api_test(env("right-of-way"), num_cycles=150)
    seed_test(lambda: env("right-of-way"), num_cycles=60)


def test_a_match_ends_with_rewards_that_add_up() -> None:
    world = env("right-of-way")
    world.reset(seed=3)
    total = dict.fromkeys(world.possible_agents, 0.0)
    pick = np.random.default_rng(1)
    for agent in world.agent_iter():
        observation, reward, terminated, truncated, info = world.last()
        total[agent] += reward
        if terminated or truncated:
            world.step(None)
            continue
        legal = observation["action_mask"].nonzero()[0]
        assert len(legal) == len(info["options"])
        world.step(int(pick.choice(legal)))
    assert sorted(total.values()) in ([-1, 1], [0, 0])


def test_a_masked_action_is_refused() -> None:
    world = env("right-of-way")
    world.reset(seed=3)
    with pytest.raises(ValueError, match="is masked"):
        world.step(255)


def test_features_show_only_what_the_seat_may_know() -> None:
    match = Match(hands, seed=3)
    other = match.clone()
    other.state.hands[1], other.state.bag = other.state.bag + other.state.hands[1][2:], other.state.hands[1][:2]
    assert (hashed_features(match.view(0)) == hashed_features(other.view(0))).all()
    assert (hashed_features(match.view(1)) != hashed_features(other.view(1))).any()
