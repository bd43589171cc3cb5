"""The game's own ratings: bots that follow them beat random play and make the obvious moves."""

from __future__ import annotations

import random

from tabletown.bots import make
from tabletown.bots.chances import chances_along, chances_at
from tabletown.bots.value import result, value_of
from tabletown.games.crossroll import game
from tabletown.games.crossroll.bots import evaluate, rate
from tabletown.games.crossroll.state import OVER, ROLL
from tabletown.kernel import Match
from tabletown.saves.replay import turns_of
from tests.games.crossroll.tables import J, answer, board, ids, options, table


def play(bots: list[str], seed: int) -> Match:
    match = Match(game, len(bots), seed=seed)
    players = [make(name, seed=seed) for name in bots]
    while not match.over:
        decision = match.decisions[0]
        match.choose(decision.seat, players[decision.seat].choose(match.player_view(decision.seat)))
    return match


def test_greedy_beats_random() -> None:
    for seed in range(6):
        bots = ["greedy", "random"] if seed % 2 else ["random", "greedy"]
        outcome = play(bots, seed).outcome
        assert outcome is not None
        assert outcome.winners == (bots.index("greedy"),)


def test_greedy_alone_is_no_learner() -> None:
    scores = [play(["greedy"], seed).outcome.scores[0] for seed in range(10)]  # type: ignore[union-attr]
    assert sum(scores) / len(scores) > 380


def test_search_plays_on() -> None:
    match = table(board(ids("J")[:4]), board(), results=(1, 8))
    answer(match, 0, "use:d6", "drive")
    bot = make("search:60:hand", seed=1)  # no match leads to this board, so learned values say little about it
    assert bot.choose(match.player_view(0)) == "route:J"


def test_a_run_that_completes_a_route_is_rated_best() -> None:
    match = table(board([*ids("J")[:4], "happy-valley"]), board(), results=(1, 8))
    answer(match, 0, "use:d6", "drive")
    rates = rate(match.view(0), match.decision(0))
    assert options(match)[rates.index(max(rates))] == "route:J"


def test_ending_on_a_landmark_is_rated_above_passing_it() -> None:
    match = table(
        board([id for id in ids("A") if id not in ("ocean-park", "aberdeen-tunnel")]), board(), results=(2, 8)
    )
    answer(match, 0, "use:d6", "drive", "route:A")
    rates = dict(zip(options(match), rate(match.view(0), match.decision(0)), strict=True))
    assert rates["run:A:aberdeen-tunnel>ocean-park"] > rates["run:A:ocean-park>aberdeen-tunnel"]


def test_evaluate_prefers_the_better_board() -> None:
    match = table(board(complete="AJ", speed=4), board(), board(complete="J"), phase="roll")
    values = evaluate(match.state)
    assert values[0] > values[2] > values[1]
    assert all(0 <= value <= 1 for value in values)


def test_alone_the_points_decide() -> None:
    good = table(board(complete="ABCDEGHIJ", speed=14), phase=OVER)
    poor = table(board(complete="A"), phase=OVER)
    assert result(good) is None  # a single player always wins
    value = value_of(good.game, random.Random(1))
    assert value.of(good)[0] > value.of(poor)[0] + 0.1


def test_every_question_can_be_rated() -> None:
    options = {"nitrous": "on", "slots": "choose"}
    for seed in range(4):
        match, rng = Match(game, 1 + seed, options, seed=seed), random.Random(seed)
        while not match.over:
            decision = rng.choice(match.decisions)
            assert len(rate(match.view(decision.seat), decision)) == len(decision.options)
            match.choose(decision.seat, rng.choice(decision.options))


def test_search_imagines_what_the_others_chose_and_thinks_of_its_own_choice() -> None:
    match = table(board(ids("J")[:4]), board(), board(complete="A"), results=(1, 8))
    match.choose(0, "use:d6")
    imagined = match.imagine(1, random.Random(1))
    assert [decision.seat for decision in imagined.decisions] == [1]
    assert match.decision(0) is not None  # the real match still waits for all
    answer(imagined, 1, "use:d10", "upgrade")
    assert imagined.state.phase == ROLL
    assert imagined.state.boards[0].complete == 1 << J  # what looked best for the first seat
    assert imagined.state.boards[2].crossed != match.state.boards[2].crossed


def test_taking_what_makes_the_board_worth_most_ends_on_a_landmark() -> None:
    ended = board(ids("A")[:4], written={"A": [4]}, landmarks=["ocean-park"])
    passed = board(ids("A")[:4], written={"A": [4]})
    match = table(ended, passed, phase=ROLL)
    assert evaluate(match.state)[0] > evaluate(match.state)[1]


def test_chances_are_told_only_where_everybody_has_done_as_much() -> None:
    """Between two rounds: who has drawn a bonus while the other has not driven yet is not better off for it."""
    match = Match(game, 2, seed=1)
    rng = random.Random(1)
    while not match.over:
        decision = match.decisions[0]
        match.choose(decision.seat, rng.choice(list(decision.options)))
    states = list(turns_of(match).values())[:-1]
    shown, plain = chances_along(game, 2, states), [chances_at(game, 2, state.copy()) for state in states]
    rounds = {state.round for state in states}
    assert len({(state.round, *found) for state, found in zip(states, shown, strict=True)}) == len(rounds)
    assert len({(state.round, *found) for state, found in zip(states, plain, strict=True)}) > len(rounds)


NOISE = 0.06  # what a rival's round changes, who completes nothing in it


def test_who_completes_a_route_has_no_worse_chance_after_it() -> None:
    """Compared at the same moment of two rounds; a chart once fell by a third in the round that completed a route."""
    changes = []
    for seed in range(6):
        match, seen = Match(game, 2, seed=seed), dict[int, tuple[list[float], list[int]]]()
        players = [make("greedy", seed=seed) for _ in range(2)]
        while not match.over:
            if match.state.phase == ROLL and match.state.round not in seen:
                complete = [each.complete for each in match.state.boards]
                seen[match.state.round] = chances_at(game, 2, match.state.copy()), complete
            seat = match.decisions[0].seat
            match.choose(seat, players[seat].choose(match.player_view(seat)))
        for (chances, complete), (later, after) in zip(list(seen.values()), list(seen.values())[1:]):
            for seat, other in ((0, 1), (1, 0)):
                if chances and later and after[seat] != complete[seat] and after[other] == complete[other]:
                    changes.append(later[seat] - chances[seat])
    assert len(changes) >= 6 and min(changes) > -NOISE
    assert sum(changes) > 0
