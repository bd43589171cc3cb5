"""A batch plays the same matches as single tables do, whatever its size and however many processes play it."""

from multiprocessing import active_children, parent_process
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="the extra `envs` is not installed")

import gymnasium
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import concatenate, create_empty_array
from numpy.typing import NDArray

import tabletown.envs.gym  # noqa: F401  (registers the games)
from tabletown.envs import IllegalAction, Table
from tabletown.envs.pettingzoo import env
from tabletown.envs.vector import VectorTable
from tabletown.envs.vector.gym import SoloVector
from tabletown.envs.vector.turns import VectorTurns
from tabletown.kernel import PlayerView
from tabletown.kernel.chance import Dealer
from tabletown.kernel.errors import BadOption
from tabletown.registry import games

GAMES = [game.about.id for game in games()]


def first(mask: Any) -> NDArray[np.int64]:
    """The first action of each row."""
    found: NDArray[np.int64] = mask.argmax(1)
    return found


def some(mask: Any, step: int) -> NDArray[np.int64]:
    """A different action for each row and step, always the same ones."""
    return np.array([row.nonzero()[0][(7 * step + 3 * n) % int(row.sum())] for n, row in enumerate(mask)])


@pytest.mark.parametrize("game", GAMES)
def test_each_row_is_a_table_of_its_own(game: str) -> None:
    batch = VectorTable(game, 3, seed=5)
    tables = [Table(game) for _ in range(3)]
    for row, table in enumerate(tables):
        table.reset(Dealer(5).word(f"match {row}", 0))
    for step in range(40):
        playing = [(row, table) for row, table in enumerate(tables) if table.seat != -1]  # the batch starts again
        assert playing
        for row, table in playing:
            assert batch.seat[row] == table.seat
            assert (batch.observation[row] == table.observe(table.seat)).all()
            assert (batch.mask[row] == table.mask(table.seat)).all()
        actions = some(batch.mask, step)
        batch.step(actions)
        for row, table in playing:
            table.step(int(actions[row]))


def played(batch: Any, steps: int) -> list[Any]:
    told = []
    for step in range(steps):
        batch.step(some(batch.mask, step)[: batch.n])
        told.append([array.copy() for array in (batch.observation, batch.mask, batch.reward, batch.terminated)])
    return told


def test_a_row_is_the_same_in_any_batch_and_process() -> None:
    whole = played(VectorTable("crossroll", 5, seed=3), 60)
    fewer = played(VectorTable("crossroll", 2, seed=3), 60)
    with VectorTable("crossroll", 5, seed=3, workers=2) as shared:
        parts = played(shared, 60)
    for one, two, three in zip(whole, fewer, parts):
        for mine, small, theirs in zip(one, two, three):
            assert (mine == theirs).all() and (mine[:2] == small).all()


def test_matches_end_pay_and_begin_again() -> None:
    batch, ended, paid = VectorTable("right-of-way", 2, seed=1), 0, np.zeros((2, 2))
    while ended < 3:
        batch.step(first(batch.mask))
        paid += batch.reward
        ended += int(batch.terminated.sum())
        assert (batch.mask.sum(1) > 0).all(), "somebody is always asked"
        assert ((batch.reward != 0).any(1) <= batch.terminated).all(), "only the end pays"
    assert paid.any() and (paid.sum(1) == 0).all(), "what one wins the other loses"


def test_a_match_that_reaches_the_limit_is_cut_off() -> None:
    batch = VectorTable("crossroll", 2, limit=5, seed=1)
    for step in range(5):
        assert not batch.truncated.any()
        batch.step(some(batch.mask, step))
    assert batch.truncated.all() and not batch.terminated.any() and not batch.reward.any()


def test_a_masked_action_is_refused_before_anything_happens() -> None:
    batch = VectorTable("right-of-way", 3, seed=1)
    before = batch.observation.copy()
    actions = first(batch.mask)
    actions[2] = int((batch.mask[2] == 0).argmax())
    for wrong in (actions[2], -1, batch.actions):
        actions[2] = wrong
        with pytest.raises(IllegalAction, match="of row 2 is masked"):
            batch.step(actions)
    assert (batch.observation == before).all()


def test_the_matches_of_a_batch_can_be_reached_where_they_are_played() -> None:
    batch = VectorTable("right-of-way", 3, seed=1)
    batch.step(first(batch.mask))
    for row, table in enumerate(batch.tables):
        assert (table.observe(batch.seat[row]) == batch.observation[row]).all()
    with VectorTable("right-of-way", 2, seed=1, workers=2) as elsewhere, pytest.raises(BadOption, match="workers=1"):
        elsewhere.tables  # noqa: B018


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(BadOption, match="0 matches"):
        VectorTable("right-of-way", 0)
    with pytest.raises(BadOption, match="between 3 processes"):
        VectorTable("right-of-way", 2, workers=3)
    with pytest.raises(BadOption, match="There is no reward"):
        VectorTable("right-of-way", 2, reward="fame")
    with pytest.raises(BadOption, match="1 other seats, but 2 opponents"):
        VectorTable("right-of-way", 2, opponents=["greedy", "greedy"])
    with pytest.raises(BadOption, match="There is no seat 2"):
        VectorTable("right-of-way", 2, seat=2)


def test_chances_are_paid_by_turn_and_add_up_to_the_win() -> None:
    batch = VectorTable("right-of-way", 1, reward="chances", seed=2)
    paid, steps, payments = np.zeros(2), 0, 0
    while not batch.terminated[0]:
        batch.step(first(batch.mask))
        paid += batch.reward[0]
        steps, payments = steps + 1, payments + int(batch.reward[0].any())
    assert abs(abs(paid[0]) - 1) < 0.35 and abs(paid.sum()) < 1e-4
    assert 10 < payments < steps, "turns have several answers"


def test_opponents_answer_for_the_other_seats() -> None:
    batch = VectorTable("crossroll", 4, opponents="random", seats=3, seed=1)
    for step in range(20):
        assert batch.seat.tolist() == [0, 1, 2, 0]
        batch.step(some(batch.mask, step))
    assert (VectorTable("crossroll", 4, opponents="random", seat=1, seed=1).seat == 1).all()


def fails_elsewhere(seen: PlayerView) -> str:
    if parent_process() is not None:
        raise BadOption("This bot plays in no other process.")
    return seen.decision.options[0]


def test_an_error_in_any_process_reaches_whoever_stepped() -> None:
    for bot, told in (("nobody", "There is no bot"), (fails_elsewhere, "in no other process")):
        with (
            pytest.raises(BadOption, match=told),
            VectorTable("right-of-way", 2, opponents=bot, workers=2, seed=1) as batch,
        ):
            for _ in range(20):
                batch.step(first(batch.mask))


def test_the_death_of_a_worker_is_told() -> None:
    with VectorTable("right-of-way", 2, workers=2, seed=1) as batch:
        for process in active_children():
            process.kill()
            process.join()
        with pytest.raises(RuntimeError, match="has died"):
            batch.step(first(batch.mask))


@pytest.mark.parametrize("game", GAMES)
def test_observations_can_be_normalised(game: str) -> None:
    batch = VectorTable(game, 2, seed=4)
    beyond = 0
    for step in range(150):
        batch.step(some(batch.mask, step))
        normal = batch.normalised()
        assert normal.dtype == np.float32 and abs(normal).max() <= 1
        beyond += int((abs(batch.observation * batch.table.scale) > 1).sum())
    assert beyond <= 150, "hardly a number is cut off"
    assert len(batch.table.scale) == batch.size


# ---------------------------------------------------------------------- Gymnasium


@pytest.mark.parametrize("game", GAMES)
def test_gymnasiums_vector_interface_is_kept(game: str) -> None:
    """Gymnasium's requirements for a vector environment: spaces, shapes, seeds, and restarting episodes."""
    worlds = gymnasium.make_vec(f"tabletown/{game}-v0", num_envs=3, opponents="self", normalise=True, limit=30)
    assert worlds.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    empty = create_empty_array(worlds.single_observation_space, 3)
    runs = []
    for _ in range(2):
        observations, infos = worlds.reset(seed=7)
        told, ends = [], 0
        for step in range(35):
            assert observations in worlds.observation_space
            one = [{key: value[row] for key, value in observations.items()} for row in range(3)]
            assert all(each in worlds.single_observation_space for each in one)
            assert (
                concatenate(worlds.single_observation_space, one, empty)["observation"] == observations["observation"]
            ).all()
            actions = some(observations["action_mask"], step)
            assert actions in worlds.action_space and infos["seat"].shape == (3,)
            observations, rewards, terminations, truncations, infos = worlds.step(actions)
            assert rewards.shape == terminations.shape == truncations.shape == (3,) and rewards.dtype == np.float64
            for row in (terminations | truncations).nonzero()[0]:
                ends += 1
                assert infos["final_obs"][row] in worlds.single_observation_space and infos["_final_obs"][row]
            told.append(observations["observation"].copy())
        assert ends == 3
        runs.append(told)
    assert all((one == two).all() for one, two in zip(*runs)), "the same seed, the same matches"
    assert (worlds.reset()[0]["observation"] != runs[0][0]).any() or game == "broken-cities", "no seed: other matches"
    worlds.close()


def test_the_learner_is_paid_whoever_ends_the_match() -> None:
    worlds = SoloVector("right-of-way", 2, opponents="random", seat=None)
    observations, _ = worlds.reset(seed=3)
    paid: list[float] = []
    while len(paid) < 2:
        observations, rewards, over, _, infos = worlds.step(first(observations["action_mask"]))
        assert infos["seat"].tolist() == [0, 1] and (worlds.action_masks() == observations["action_mask"]).all()
        paid += rewards[over].tolist()
    assert all(abs(one) <= 1 for one in paid) and any(paid)


# ---------------------------------------------------------------------- PettingZoo


@pytest.mark.parametrize("game", ["crossroll", "right-of-way"])
def test_turns_say_what_pettingzoo_says(game: str) -> None:
    batch, world = VectorTurns(game, 1), env(game)
    batch.reset(seed=9)
    world.reset(seed=Dealer(9).word("match 0", 0))
    paid: dict[str, float] = {}
    for step in range(20_000):
        seen, reward, terminated, truncated = batch.last()
        if not world.agents or world.terminations[world.agent_selection]:
            break
        observation, expected, over, cut, _ = world.last()
        assert batch.agent_selection == [world.agent_selection] and seen["action_mask"].shape == (
            1,
            batch.batch.actions,
        )
        assert (seen["observation"][0] == observation["observation"]).all()
        assert (reward[0], bool(terminated[0]), bool(truncated[0])) == (expected, over, cut)
        action = some(seen["action_mask"], step)
        batch.step(action)
        world.step(int(action[0]))
    assert world.terminations[world.possible_agents[0]], "the match ended"
    for step in range(400):  # in the next match each seat is told once how the last one ended
        seen, reward, terminated, _ = batch.last()
        agent = batch.agent_selection[0]
        assert bool(terminated[0]) is (agent not in paid)
        if agent not in paid:
            paid[agent] = float(reward[0])
        if len(paid) == len(batch.possible_agents):
            break
        batch.step(some(seen["action_mask"], step))
    assert paid == world.rewards
