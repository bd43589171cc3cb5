"""One seat learns, bots play the others; Gymnasium's own checker agrees."""

import pytest

pytest.importorskip("gymnasium", reason="the extra `envs` is not installed")

from gymnasium.utils.env_checker import check_env

from tabletown.envs import IllegalAction
from tabletown.envs.gym import Solo
from tabletown.registry import games


@pytest.mark.parametrize("game", [game.about.id for game in games()])
@pytest.mark.filterwarnings("ignore")
def test_gymnasiums_checker_passes(game: str) -> None:
    check_env(Solo(game), skip_render_check=True)


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
