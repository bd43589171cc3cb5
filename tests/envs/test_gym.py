"""One seat learns, bots play the others; Gymnasium's own checker agrees."""

from typing import Any

import pytest

pytest.importorskip("gymnasium", reason="the extra `envs` is not installed")

import gymnasium
from gymnasium.utils.env_checker import check_env

from tabletown.bots import Greedy
from tabletown.envs import IllegalAction
from tabletown.envs.gym import Solo
from tabletown.kernel import PlayerView
from tabletown.kernel.errors import BadOption
from tabletown.registry import games


@pytest.mark.parametrize("game", [game.about.id for game in games()])
@pytest.mark.filterwarnings("ignore")
def test_gymnasiums_checker_passes(game: str) -> None:
    check_env(Solo(game), skip_render_check=True)
    check_env(Solo(game, normalise=True), skip_render_check=True)


def test_a_match_against_a_bot_ends_with_a_reward() -> None:
    world = Solo("right-of-way", opponents="greedy")
    seen, _ = world.reset(seed=3)
    reward, over = 0.0, False
    while not over:
        seen, reward, over, _, _ = world.step(int(seen["action_mask"].nonzero()[0][0]))
    assert reward == -1, "whoever always takes the first option loses"
    assert world.action_masks().sum() == 0


def test_a_masked_action_loses_or_is_refused() -> None:
    world = Solo("right-of-way")
    seen, _ = world.reset(seed=3)
    masked = int((seen["action_mask"] == 0).nonzero()[0][0])
    _, reward, over, _, info = world.step(masked)
    assert (reward, over, info) == (-1, True, {"illegal": True})
    strict = Solo("right-of-way", strict=True)
    strict.reset(seed=3)
    with pytest.raises(IllegalAction):
        strict.step(masked)


def first(seen: PlayerView) -> str:
    return seen.decision.options[0]


class Last:
    def choose(self, seen: PlayerView) -> str:
        return seen.decision.options[-1]


def play(world: gymnasium.Env[Any, Any], seed: int = 3) -> list[float]:
    seen, _ = world.reset(seed=seed)
    rewards, over = [], False
    while not over:
        seen, reward, over, _, _ = world.step(int(seen["action_mask"].nonzero()[0][0]))
        rewards.append(float(reward))
    return rewards


@pytest.mark.parametrize("game", [game.about.id for game in games()])
@pytest.mark.filterwarnings("ignore")
def test_every_game_is_registered(game: str) -> None:
    world = gymnasium.make(f"tabletown/{game}-v0", opponents="greedy")
    assert world.reset(seed=1)[0]["action_mask"].any()


@pytest.mark.parametrize("opponents", [Last(), Last, first, Greedy(1), "greedy", [first], "tests.envs.test_gym:Last"])
def test_an_opponent_is_any_bot(opponents: Any) -> None:
    assert play(Solo("right-of-way", opponents=opponents))[-1] in (-1.0, 0.0, 1.0)


def test_each_of_several_opponents_sits_on_its_own_seat() -> None:
    asked: dict[str, set[int]] = {"one": set(), "two": set()}

    def one(seen: PlayerView) -> str:
        asked["one"].add(seen.seat)
        return seen.decision.options[0]

    def two(seen: PlayerView) -> str:
        asked["two"].add(seen.seat)
        return seen.decision.options[0]

    play(Solo("crossroll", opponents=[one, two], seat=1, seats=3))
    assert asked == {"one": {0}, "two": {2}}
    with pytest.raises(BadOption, match="2 other seats but 1 opponents"):
        Solo("crossroll", opponents=[one], seats=3)


def test_alone_the_learner_plays_every_seat() -> None:
    world = Solo("right-of-way", opponents="self")
    seen, info = world.reset(seed=1)
    seats, over = {info["seat"]}, False
    while not over:
        seen, _, over, _, info = world.step(int(seen["action_mask"].nonzero()[0][0]))
        seats.add(info["seat"])
    assert seats == {0, 1}


def test_rewards_by_margin_and_by_chances() -> None:
    margin = play(Solo("right-of-way", opponents="greedy", reward="margin"))
    assert margin[-1] < 0 and not any(margin[:-1])
    chances = play(Solo("right-of-way", opponents="greedy", reward="chances"))
    assert sum(map(bool, chances)) > 5 and -2 <= sum(chances) < 0, "it adds up to the loss"
    with pytest.raises(BadOption, match="There is no reward"):
        Solo("right-of-way", reward="fame")
