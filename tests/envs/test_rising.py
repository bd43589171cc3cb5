"""An opponent's level rises with the learner's."""

import pytest

pytest.importorskip("gymnasium", reason="the extra `envs` is not installed")

from tabletown.bots import Greedy
from tabletown.envs.gym import Solo
from tabletown.envs.rising import Rising
from tabletown.envs.vector import VectorTable
from tabletown.kernel.errors import BadOption


def test_it_rises_when_the_learner_wins_enough_and_not_before() -> None:
    rival = Rising(("random", "human:70%", "greedy"), share=0.5, matches=4)
    levels = []
    for won in (True, False, False, False, True, False, True, True, True, True, True, True, True, True, True):
        rival.ended(won)
        levels.append(rival.level)
    assert levels == [0] * 6 + [1] * 4 + [2] * 5, "each level is judged by its own matches; the last one stays"
    with pytest.raises(BadOption, match="at least one level"):
        Rising(())
    with pytest.raises(BadOption, match="There is no bot"):
        Rising(("nobody",))


def test_whoever_beats_random_meets_a_better_one() -> None:
    rival = Rising(("random", "greedy"), matches=3, seed=1)
    world, learner = Solo("right-of-way", opponents=rival), Greedy(1)
    for seed in range(3):
        assert rival.level == 0
        world.reset(seed=seed)
        reward, over = 0.0, False
        while not over:
            word = learner.choose(world.table.match.player_view(world.seat))
            _, reward, over, _, _ = world.step(world.table.action(word, world.seat))
        rival.ended(reward > 0)
    assert rival.level == 1
    world.reset(seed=9)
    view = world.table.match.player_view(world.seat)
    assert rival.choose(view) == Greedy(1).choose(view)


def test_a_batch_takes_it() -> None:
    batch = VectorTable("crossroll", 2, opponents=Rising(), seed=1)
    for _ in range(10):
        batch.step(batch.mask.argmax(1))
