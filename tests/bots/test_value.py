"""Values: features of every game, weights in a file that is read only for its own rules, chances that add up."""

import dataclasses
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest

import tabletown
from tabletown.bots import Search, make
from tabletown.bots.chances import chances
from tabletown.bots.value import (
    CONSTANT,
    FORMAT,
    Hand,
    Learned,
    Model,
    Rollout,
    ValueFile,
    read_value,
    value_file,
    value_named,
    value_of,
)
from tabletown.features import Features
from tabletown.kernel import Game, Match, Research
from tabletown.kernel.errors import BadOption
from tabletown.registry import games
from tabletown.saves.replay import turns_of
from tabletown.testing import play_randomly
from tests.conformance.test_games import connect_four
from tests.waiting import LIMIT

GAMES = [game.about.id for game in games()]


def features(game: Game) -> Features:
    found = game.research.features
    assert isinstance(found, Features)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_features_are_named_cheap_numbers_at_every_turn(name: str) -> None:
    game = tabletown.game(name)
    found = features(game)
    assert found.names[0] == "progress" and all(found.says.values())
    match = play_randomly(tabletown.new(name, seed=4), Random(4))
    progress = []
    for state in turns_of(match).values():
        rows = found.rows(state)
        assert len(rows) == match.seats and all(len(row) == len(found.names) for row in rows)
        assert all(abs(number) < 1000 for row in rows for number in row)
        assert all(list(row[: found.shared]) == list(rows[0][: found.shared]) for row in rows)
        progress.append(rows[0][0])
    assert all(0 <= part <= 1 for part in progress) and progress[-1] > progress[0]
    assert found(match.state, 0) == dict(zip(found.names, found.rows(match.state)[0], strict=True))


@pytest.mark.parametrize("name", ["right-of-way", "crossroll", "broken-cities"])
def test_features_are_relative_to_the_seat(name: str) -> None:
    """Weights are the same for all seats, so equal rows must mean equal chances."""
    game = tabletown.game(name)
    found = features(game)
    model = Model([{name: [1.0, 2.0, 3.0] for name in found.names[found.shared :]}])
    learned = Learned(game, found, model)
    row = [0.4] * len(found.names)
    assert learned.chances([row, row, row]) == pytest.approx([1 / 3] * 3)
    better = [*row[:-1], 0.9]
    assert learned.chances([row, better])[1] > 0.5


@pytest.mark.parametrize("name", GAMES)
def test_chances_add_up_and_end_in_the_result(name: str) -> None:
    match = play_randomly(tabletown.new(name, seed=5), Random(5))
    game = match.game
    lose = features(game).all_lose
    for number in range(0, match.number, 40):
        said = chances(match.at(number))
        assert len(said) == match.seats and all(0 <= chance <= 1 for chance in said)
        if game.about.cooperative:
            assert len(set(said)) == 1
        elif not lose:
            assert sum(said) == pytest.approx(1)
        else:
            assert sum(said) <= 1 + 1e-9
    outcome = match.outcome
    assert outcome is not None
    assert all((chance > 0) == (seat in outcome.winners) for seat, chance in enumerate(chances(match)))
    if outcome.winners and not game.about.cooperative:
        assert sum(chances(match)) == pytest.approx(1)


def test_a_game_won_together_has_one_chance_for_all() -> None:
    together = dataclasses.replace(
        connect_four(), about=msgspec.structs.replace(connect_four().about, cooperative=True)
    )
    said = Learned(together, Features({"progress": ""}, list), Model([], {CONSTANT: [0.0, 0.0, 2.0]}))
    assert said.chances([[0.0], [0.0]]) == [0.5, 0.5]
    assert said.chances([[1.0], [1.0]])[0] == pytest.approx(0.8808, abs=1e-4)
    lost = Learned(
        connect_four(),
        Features({"progress": "", "points": ""}, list),
        Model([{"points": [1.0, 1.0, 1.0]}], {CONSTANT: [0.0, 0.0, 0.0]}),
    )
    assert lost.chances([[0.5, 0.0], [0.5, 0.0]]) == pytest.approx([1 / 3, 1 / 3])


def test_between_the_knots_weights_change_in_straight_lines() -> None:
    said = Learned(connect_four(), Features({"progress": "", "points": ""}, list), Model([{"points": [0.0, 1.0, 3.0]}]))
    assert [said.seats[0][step][0][1] for step in (0, 16, 32, 48, 64)] == [0.0, 0.5, 1.0, 2.0, 3.0]


# ------------------------------------------------------------------ the file


def written(folder: Path, **changed: object) -> Game:
    """Connect Four with a feature and a value of its own: who has more discs in the middle column."""

    def rows(state: object) -> list[list[float]]:
        return [[0.0, 1.0], [0.0, 0.0]]

    game = dataclasses.replace(
        connect_four(), research=Research(features=Features({"progress": "", "middle": "discs"}, rows)), folder=folder
    )
    model = Model([{"middle": [1.0, 1.0, 1.0]}])
    about = game.about
    found = ValueFile(
        FORMAT, about.id, about.version, ["progress", "middle"], [(2, {})], ["greedy"], (1, 9), 9, 90, model
    )
    (folder / "content").mkdir(exist_ok=True)
    (folder / "content" / "value.json").write_bytes(msgspec.json.encode(msgspec.structs.replace(found, **changed)))
    return game


def test_a_value_that_was_learned_of_these_rules_is_used(tmp_path: Path) -> None:
    game = written(tmp_path)
    value = value_of(game, Random(1))
    assert isinstance(value, Learned) and value.says == "the learned value"
    assert value.of(Match(game))[0] == pytest.approx(0.731, abs=1e-3)
    assert isinstance(value_of(game, Random(1), hand=True), Rollout)  # no other value exists


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"format": 9}, "format 9"),
        ({"value": Model([{"rent": [1.0, 1.0, 1.0]}])}, "isn't a feature"),
        ({"value": Model([{"middle": [1.0]}])}, "3 numbers"),
    ],
)
def test_any_other_falls_back_to_the_hand_written_one_and_says_so(
    tmp_path: Path, changed: dict[str, object], why: str, caplog: pytest.LogCaptureFixture
) -> None:
    game = dataclasses.replace(written(tmp_path, **changed), bots=tabletown.game("right-of-way").bots)
    value = value_of(game, Random(1))
    assert isinstance(value, Hand) and why in value.says and why in caplog.text


def test_a_new_version_of_the_rules_or_one_more_feature_unlearns_nothing(tmp_path: Path) -> None:
    game = written(tmp_path, rules="0", features=["middle"])
    value = value_of(game, Random(1))
    assert isinstance(value, Learned) and value.says == "the learned value, measured under rules 0"
    assert value.of(Match(game))[0] == pytest.approx(0.731, abs=1e-3)


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    game = written(tmp_path)
    file = value_file(game)
    assert file is not None
    file.write_text("{")
    with pytest.raises(BadOption, match=r"value\.json can't be read"):
        read_value(file, game)


@pytest.mark.parametrize("name", GAMES)
def test_what_ships_won_at_matches_that_it_was_not_fitted_to(name: str) -> None:
    game = tabletown.game(name)
    file = value_file(game)
    assert file is not None
    if file.exists():
        found = read_value(file, game)
        assert found.gate and (found.value is None or all(gate.low > gate.fair for gate in found.gate))
        fitted = set(range(found.seeds[0], found.seeds[1] + 1))
        assert not any(fitted & set(range(gate.seeds[0], gate.seeds[1] + 1)) for gate in found.gate)


@pytest.mark.parametrize("name", GAMES)
def test_the_chances_that_ship_are_true(name: str) -> None:
    """They are tested on matches that weren't used for fitting."""
    file = value_file(tabletown.game(name))
    assert file is not None
    found = read_value(file, tabletown.game(name))
    true = found.test
    assert true is not None and true.matches >= 100 and true.error <= 0.04
    assert 1 - true.brier / true.base >= 0.15 and true.better[0] > 0
    fitted = set(range(found.chances_seeds[0], found.chances_seeds[1] + 1))
    assert not fitted & set(range(true.seeds[0], true.seeds[1] + 1))


@pytest.mark.parametrize(
    ("said", "cooperative", "shown"),
    [((3.0, 1.0), False, [0.75, 0.25]), ((0.0, 0.0), False, [0.5, 0.5]), ((0.3, 0.3), True, [0.3, 0.3])],
)
def test_where_nothing_was_learned_chances_are_what_the_game_says_of_itself(
    said: tuple[float, float], cooperative: bool, shown: list[float]
) -> None:
    """In a competitive game they are shares of the whole; in a cooperative one all share one chance."""
    game = connect_four()
    about = msgspec.structs.replace(game.about, cooperative=cooperative)
    silent = Match(dataclasses.replace(game, about=about))
    assert chances(silent) == []
    bots = dataclasses.replace(game.bots, evaluate=lambda state: said)
    assert chances(Match(dataclasses.replace(game, about=about, bots=bots))) == shown


def test_nobody_has_a_chance_alone_for_points_or_where_options_let_it_end_otherwise() -> None:
    assert chances(Match(tabletown.game("crossroll"), 1, seed=1)) == []
    cities = tabletown.game("broken-cities")
    assert chances(Match(cities, 3, seed=1)) and chances(Match(cities, 3, {"damage_end": "all_lose"}, seed=1)) == []


def test_to_play_by_it_needs_no_numpy() -> None:
    program = """
import sys, tabletown
from tabletown.bots import make
from tabletown.bots.chances import chances
match = tabletown.new("right-of-way", seed=2)
make("search:3").choose(match.player_view(match.decisions[0].seat))
make("step:2").choose(match.player_view(match.decisions[0].seat))
assert chances(match) and "numpy" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=LIMIT)


def test_a_bot_can_go_by_the_hand_written_value_or_a_file(tmp_path: Path) -> None:
    game = tabletown.game("right-of-way")
    assert isinstance(value_named("hand", game, Random(1)), Hand)
    file = value_file(game)
    if file is not None and file.exists():
        shutil.copy(file, tmp_path / "mine.json")
        bot = make(f"search:5:{tmp_path / 'mine.json'}")
        assert isinstance(bot, Search)
        match = tabletown.new("right-of-way", seed=2)
        bot.choose(match.player_view(match.decisions[0].seat))
        assert isinstance(bot.value, Learned)
    with pytest.raises(BadOption, match="can't be read"):
        value_named(str(tmp_path / "none.json"), game, Random(1))


def test_a_game_that_says_nothing_of_itself_is_played_on_to_its_end() -> None:
    """The first seat has three in a column, so playing on shows that it mostly wins."""
    match = Match(connect_four())
    for column in (1, 2, 1, 2, 1, 7):
        match.choose(match.decisions[0].seat, f"column:{column}")
    value = value_of(match.game, Random(1))
    assert isinstance(value, Rollout)
    results = [value.of(match.clone())[0] for _ in range(60)]
    assert set(results) <= {0.0, 0.5, 1.0} and sum(results) > 36


def test_nobody_is_said_a_chance_where_all_may_lose_and_no_such_match_was_learned_from() -> None:
    """Under this option everybody loses at full damage: giving one seat 97 % just before would be wrong."""
    broken = next(game for game in games() if game.about.id == "broken-cities")
    assert chances(Match(broken, 4, {"damage_end": "all_lose"}, 3)) == []
    assert sum(chances(Match(broken, 4, {}, 3))) == pytest.approx(1)
