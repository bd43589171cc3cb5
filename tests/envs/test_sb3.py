"""A batch as Stable-Baselines3 takes it, and MaskablePPO learns on it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sb3_contrib", reason="the extra `learn` is not installed")

import numpy as np

from tabletown.envs.vector import VectorTable
from tabletown.envs.vector.sb3 import Batched
from tabletown.lab import simulate

ROOT = Path(__file__).parents[2]


def test_steps_masks_and_ends_are_those_of_the_batch() -> None:
    world = Batched(VectorTable("crossroll", 3, limit=6))
    world.seed(5)
    seen = world.reset()
    again = VectorTable("crossroll", 3, limit=6, seed=5)
    assert (seen == again.normalised()).all()
    for step in range(6):
        masks = np.stack(world.env_method("action_masks"))
        actions = masks.argmax(1)
        seen, rewards, done, infos = world.step(actions)
        again.step(actions)
        assert (seen == again.normalised()).all() and rewards.shape == done.shape == (3,)
        assert done.all() == (step == 5)
    assert all(info["TimeLimit.truncated"] and info["terminal_observation"].shape == (again.size,) for info in infos)
    world.close()


def test_masked_ppo_learns_on_it() -> None:
    world = Batched(VectorTable("crossroll", 2, opponents="random", reward="chances"))
    ppo: Any = pytest.importorskip("sb3_contrib")
    model = ppo.MaskablePPO("MlpPolicy", world, n_steps=8, batch_size=8, n_epochs=1, seed=1, device="cpu")
    model.learn(16)
    assert model.num_timesteps == 16
    world.close()


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "examples" / "learning"))


def test_the_example_likes_best_at_first_what_greedy_does_and_learns(example: None) -> None:
    from afterstates import Afterstates
    from network import Scorer

    batch = VectorTable("right-of-way", 2, opponents="greedy", reward="chances", seed=1)
    world = Afterstates(batch, seed=1)
    ppo: Any = pytest.importorskip("sb3_contrib")
    model = ppo.MaskablePPO(Scorer, world, n_steps=8, batch_size=8, n_epochs=1, seed=1, device="cpu")
    seen = world.reset()
    for _ in range(20):
        actions, _ = model.predict(seen, deterministic=True, action_masks=world.mask)
        for words, table, action in zip(world.words, batch.tables, actions):
            asked = table.match.decisions[0]
            rates = dict(zip(asked.options, table.game.bots.rate(table.match.view(table.seat), asked)))
            assert rates[words[action]] == max(rates.values())
        seen = world.step(actions)[0]
    model.learn(32)
    assert model.num_timesteps == 32


def test_the_example_s_weights_beat_random(example: None) -> None:
    from learned import Bot

    played = simulate("right-of-way", [Bot, "random"], matches=2, seed=1)
    assert [[match.bots[seat] for seat in match.winners] for match in played] == [["Bot"], ["Bot"]]
