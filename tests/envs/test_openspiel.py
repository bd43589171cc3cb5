"""OpenSpiel's own checks. All games with serialisation take a minute: TABLETOWN_OPENSPIEL=1 runs them."""

import os
import random

import pytest

pytest.importorskip("pyspiel", reason="the extra `openspiel` is not installed")

import pyspiel
from open_spiel.python.algorithms import generate_playthrough, mcts, outcome_sampling_mccfr

import tabletown.envs.openspiel
from tabletown.registry import games

ALL = os.environ.get("TABLETOWN_OPENSPIEL") == "1"
NAMES = [tabletown.envs.openspiel.short_name(game) for game in games()]


@pytest.mark.parametrize("name", NAMES if ALL else ["tabletown_new_york_crisis"])
def test_openspiels_random_simulations_pass(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_luck_is_explicit_and_a_copy_goes_on_alike(name: str) -> None:
    state, rng = pyspiel.load_game(name).new_initial_state(), random.Random(1)
    chances = 0
    for _ in range(60):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            chances += 1
            action = rng.choices(*zip(*outcomes))[0]
        else:
            action = rng.choice(state.legal_actions())
        twin = state.clone()
        state.apply_action(action)
        twin.apply_action(action)
        assert str(twin) == str(state) and twin.history() == state.history()
    assert chances


@pytest.mark.parametrize("name", NAMES if ALL else ["tabletown_right_of_way"])
def test_openspiels_search_plays(name: str) -> None:
    game, rng = pyspiel.load_game(name), random.Random(2)
    bot = mcts.MCTSBot(game, 2.0, 4, mcts.RandomRolloutEvaluator(1))
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choices(*zip(*state.chance_outcomes()))[0])
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", NAMES if ALL else ["tabletown_new_york_crisis"])
def test_a_playthrough_is_written(name: str) -> None:
    alone = "(seats=1)" if pyspiel.load_game(name).get_type().min_num_players == 1 else ""
    told = generate_playthrough.playthrough(name + alone, None, alsologtostdout=False, seed=1)
    assert "IsTerminal() = True" in told and "ObservationString" in told


def test_counterfactual_regret_learns_something() -> None:
    """Outcome sampling on the shortest game there is: one Decade of Cross Bronx."""
    game = pyspiel.load_game("tabletown_cross_bronx(options=session:decade-1980)")
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    solver.iteration()
    assert len(solver._infostates) > 20
