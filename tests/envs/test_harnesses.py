"""The real harnesses take our interfaces: `pip install kaggle_environments textarena` runs these tests."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tabletown.envs.text import TextEnv
from tabletown.envs.text.kaggle import Harness
from tabletown.envs.text.textarena import ArenaEnv
from tabletown.registry import game, games
from tests.envs.test_text import speak

GAMES = [each.about.id for each in games()]


@pytest.mark.parametrize("listed", [True, False])
@pytest.mark.parametrize("name", GAMES)
def test_kaggles_agents_play_a_whole_match(name: str, listed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    core: Any = pytest.importorskip("kaggle_environments.core_harness", reason="kaggle_environments is not installed")
    harness, rng, refused = Harness(TextEnv(name, listed=listed)), random.Random(name), 0
    env = harness.env
    parts = ("prompt_tokens", "generation_tokens", "total_tokens", "finish_reason", "duration_secs")
    details = dict.fromkeys(parts, 0)

    def model(prompt: str, *settings: Any) -> tuple[str, dict[str, Any]]:
        nonlocal refused
        if "was refused" not in prompt and rng.random() < 0.1:
            refused += 1
            return "I sing.\nsing:a-song", details
        return speak(prompt, env.legal(seat), rng), details

    monkeypatch.setattr(core, "_call_llm", model)
    agents = [core.create_agent_fn(harness, model_override=("scripted", {})) for _ in env.names]
    env.reset(4)
    while not env.over:
        seat = rng.choice(env.waiting)
        told = agents[seat](harness.observation(seat), {})
        assert told["status"] == "OK"
        harness.submit(told["submission"], seat)
    assert refused and env.match.over
    assert agents[0](harness.observation(0), {})["status"] == "INACTIVE"


@pytest.mark.parametrize("name", GAMES)
def test_textarenas_agents_and_wrappers_play_a_whole_match(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    arena: Any = pytest.importorskip("textarena", reason="textarena is not installed")
    monkeypatch.delitem(arena.envs.registration.ENV_REGISTRY, "Tabletown-v0", raising=False)
    wrappers = [arena.wrappers.ActionFormattingWrapper]
    arena.envs.registration.register("Tabletown-v0", ArenaEnv, wrappers, game=name)
    env, rng, done = arena.make("Tabletown-v0"), random.Random(name), False

    class Scripted(arena.Agent):  # type: ignore[misc]
        def __call__(self, observation: str) -> str:
            return rng.choice(list(env.env.env.legal()))

    seats = game(name).about.default_seats
    env.reset(num_players=seats, seed=5)
    agents = [Scripted() for _ in range(seats)]
    while not done:
        player, observation = env.get_observation()
        done, info = env.step(action=agents[player](observation))
        assert info["option"]
    rewards, told = env.close()
    assert set(rewards) == set(told) == set(range(seats)) and not any(each["invalid_move"] for each in told.values())
