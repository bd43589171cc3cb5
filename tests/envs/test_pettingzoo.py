"""The environments of every game pass PettingZoo's own test suites."""

import types
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="the extra `envs` is not installed")

import numpy as np
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)
from pettingzoo.utils import parallel_to_aec

from tabletown.envs import IllegalAction
from tabletown.envs.pettingzoo import env, parallel_env
from tabletown.registry import games
from tests.conftest import mostly_long

GAMES = [game.about.id for game in games()]


@pytest.mark.parametrize("game", mostly_long(GAMES, "right-of-way", "new-york-crisis"))
@pytest.mark.filterwarnings("ignore")
def test_pettingzoos_suites_pass(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # rendering takes most of the time: a board 800 pixels wide takes a second
    monkeypatch.setattr("tabletown.envs.pictures.WIDE", 120)
    api_test(env(game), num_cycles=40)
    api_test(env(game, normalise=True), num_cycles=40)
    seed_test(lambda: env(game), num_cycles=15)
    parallel_api_test(parallel_env(game), num_cycles=40)
    parallel_api_test(parallel_env(game, normalise=True), num_cycles=40)
    parallel_seed_test(lambda: parallel_env(game, max_cycles=20), num_cycles=15)
    worlds = types.SimpleNamespace(
        parallel_env=lambda **how: parallel_env(game, **how),
        env=lambda **how: parallel_to_aec(parallel_env(game, **how)),
    )
    max_cycles_test(worlds)
    render_test(lambda render_mode: env(game, render_mode=render_mode), {"svg": lambda shown: "<svg" in shown})
    state_test(env(game, illegal="lose"), parallel_env(game), num_cycles=5)


@pytest.mark.parametrize("game", ["right-of-way", "new-york-crisis"])
def test_a_match_ends_with_rewards_that_add_up(game: str) -> None:
    world = env(game)
    world.reset(seed=3)
    total = dict.fromkeys(world.possible_agents, 0.0)
    pick = np.random.default_rng(1)
    for agent in world.agent_iter():
        observation, reward, terminated, truncated, _ = world.last()
        total[agent] += reward
        action = None if terminated or truncated else int(pick.choice(observation["action_mask"].nonzero()[0]))
        world.step(action)
    assert sorted(total.values()) in ([-1, 1], [0, 0]) if game == "right-of-way" else ([-1, -1], [1, 1])


def test_a_masked_action_is_refused() -> None:
    world = env("right-of-way")
    world.reset(seed=3)
    masked = int((world.observe(world.agent_selection)["action_mask"] == 0).nonzero()[0][0])
    with pytest.raises(IllegalAction, match="is masked"):
        world.step(masked)


def test_seats_that_act_together_do_so_in_one_step() -> None:
    world = parallel_env("crossroll", seats=3)
    before, together = 0, 0
    seen, _ = world.reset(seed=5)
    for _ in range(30):
        asked = world.table.waiting
        acts = {agent: int(seen[agent]["action_mask"].nonzero()[0][0]) for agent in world.agents}
        waits = {agent for agent, act in acts.items() if act == world.wait}
        assert waits == {f"seat_{seat}" for seat in range(3) if seat not in asked}
        seen, *_ = world.step(acts)
        assert world.table.answers == before + len(asked)
        before = world.table.answers
        together = max(together, len(asked))
    assert together == 3


@pytest.mark.parametrize("make", [env, parallel_env])
def test_a_seed_begins_a_series_of_matches(make: Any) -> None:
    def seeds() -> list[int]:
        world = make("right-of-way")
        world.reset(seed=1)
        found = [world.unwrapped.table.match.seed]
        for _ in range(2):
            world.reset()
            found.append(world.unwrapped.table.match.seed)
        return found

    assert seeds() == seeds() and len(set(seeds())) == 3 and seeds()[0] == 1
