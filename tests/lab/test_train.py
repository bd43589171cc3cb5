"""Training recovers known weights, keeps matches for resuming, and writes only values that win."""

from __future__ import annotations

import dataclasses
import math
import shutil
from array import array
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random

import msgspec
import pytest

import tabletown
from tabletown.bots.greedy import determinized
from tabletown.bots.value import Gate, Model, ValueFile
from tabletown.features import Features
from tabletown.kernel import Game, Match, PlayerView, Research
from tabletown.kernel.errors import BadOption
from tabletown.lab.matches.engine import ENGINES
from tabletown.lab.matches.play import MatchRow, Task, attempt
from tabletown.lab.training.quality import Quality, quality, unpacked
from tabletown.lab.training.train import Training, TrainingSettings

pytest.importorskip("numpy", reason="the extra `lab` is not installed")
from tabletown.lab.training.fit import fit, fit_points, fit_turns


def made_up(features: Features, cooperative: bool = False, roles: bool = False) -> Game:
    game = tabletown.game("right-of-way")
    about = msgspec.structs.replace(game.about, cooperative=cooperative, roles=roles, seats=(2, 2))
    return dataclasses.replace(game, about=about, research=Research(features=features), folder=None)


def tossed(model: Model, game: Game, matches: int, seed: int) -> list[MatchRow]:
    """Matches whose winners are drawn from this model's chances."""
    from tabletown.bots.value import Learned

    features = game.research.features
    assert isinstance(features, Features)
    learned, rng, found = Learned(game, features, model), Random(seed), []
    for number in range(matches):
        progress, danger = rng.random(), rng.gauss(0, 1)
        rows = [[progress, danger, rng.gauss(0, 1), rng.gauss(0, 1)] for _ in range(2)]
        chances, toss = learned.chances(rows), rng.random()
        if game.about.cooperative:
            winners: tuple[int, ...] = (0, 1) if toss < chances[0] else ()
        else:
            winners = (0,) if toss < chances[0] else (1,) if toss < chances[0] + chances[1] else ()
        kept = array("f", [number for row in rows for number in row]).tobytes()
        found.append(MatchRow(number, ("a", "b"), winners, (), "", 1, positions=kept))
    return found


SAYS = {"progress": "", "danger": "", "points": "", "noise": ""}


@pytest.mark.parametrize("kind", ["against", "lose", "roles", "together"])
def test_the_weights_that_made_the_results_are_found_again(kind: str) -> None:
    together = kind == "together"
    features = Features(SAYS, list, shared=4 if together else 2, all_lose=kind == "lose")
    game = made_up(features, together, kind == "roles")
    true = {
        "against": Model([{"points": [0.5, 1.0, 2.0], "noise": [0.0] * 3}]),
        "lose": Model([{"points": [0.5, 1.0, 2.0]}], {"danger": [1.0, 1.0, 1.0], "constant": [-1.0] * 3}),
        "roles": Model([{"points": [1.0] * 3, "constant": [0.7] * 3}, {"points": [2.0] * 3}]),
        "together": Model([], {"points": [0.5, 1.0, 2.0], "danger": [-1.0] * 3, "constant": [0.3] * 3}),
    }[kind]
    found = fit(game, tossed(true, game, 3000, 1))
    for parts, wanted in ((found.seats, true.seats), ([found.table], [true.table])):
        for part, want in zip(parts, wanted, strict=True):
            for name, row in part.items():
                differs = kind == "roles" and name == "constant"  # only their difference is determined
                for number, right in zip(row, want.get(name, [0.0] * 3), strict=True):
                    assert differs or abs(number - right) < 0.6, (kind, name)
    fresh = tossed(true, game, 2000, 2)
    mine, best = quality(game, found, fresh), quality(game, true, fresh)
    assert mine.brier < best.brier + 0.006 and mine.error < 0.05
    assert best.brier < mine.base


def drifting(matches: int, seed: int, steps: int = 12) -> list[MatchRow]:
    """Matches in which seats gain points by luck: each point counts 3 in the end, and the noise nothing."""
    rng, found = Random(seed), []
    for number in range(matches):
        rows, kept = [[0.0] * 4 for _ in range(2)], array("f")
        for step in range(steps):
            for row in rows:
                row[0] = step / steps
                row[2] += rng.gauss(0, 1)
                row[3] = rng.gauss(0, 1)
                kept.extend(row)
        scores = tuple(100 + 3 * (row[2] + rng.gauss(0, 1)) for row in rows)
        winner = int(scores[1] > scores[0])
        found.append(MatchRow(number, ("a", "b"), (winner,), scores, "", 1, positions=kept.tobytes()))
    return found


def test_points_are_learned_from_turn_to_turn() -> None:
    played = drifting(300, 7)
    game = made_up(Features(SAYS, list, shared=2, by_points=True))
    found, plain = fit_points(game, played).seats[0], fit(game, played).seats[0]
    assert found["points"][0] < found["points"][1] < found["points"][2]  # a late lead is a surer win
    assert sum(map(abs, found["noise"])) < 0.7 * sum(map(abs, plain["noise"]))  # luck is separated from what counts


def test_chances_are_learned_from_turn_to_turn() -> None:
    """From the same few matches it separates luck from skill better than fitting the results alone."""
    game = made_up(Features(SAYS, list, shared=2))
    for seed in (7, 9, 11):
        few = drifting(150, seed)
        plain, found = (by(game, few).seats[0] for by in (fit, fit_turns))
        assert sum(map(abs, found["noise"])) < 0.7 * sum(map(abs, plain["noise"]))
        assert found["points"][1] == pytest.approx(plain["points"][1], rel=0.5) and found["points"][0] > 0


def test_a_prior_binds_where_matches_are_few() -> None:
    game = made_up(Features(SAYS, list, shared=2))
    true = Model([{"points": [1.0] * 3, "noise": [0.0] * 3}])
    few, fresh = tossed(true, game, 25, 3), tossed(true, game, 3000, 4)
    alone, bound = fit(game, few, ridge=0.1), fit(game, few, ridge=0.1, prior=true)
    assert quality(game, bound, fresh).brier < quality(game, alone, fresh).brier


def test_quality_counts_each_match_once() -> None:
    game = made_up(Features(SAYS, list, shared=2))
    even = Model([{}])
    rows = array("f", [0.5, 0, 0, 0] * 2).tobytes()
    played = [
        MatchRow(1, ("a", "b"), (0,), (), "", 1, positions=rows),
        MatchRow(2, ("a", "b"), (1,), (), "", 1, positions=9 * rows),
    ]
    found = quality(game, even, played)
    assert found.brier == pytest.approx(0.25) and found.base == pytest.approx(0.25) and found.error == 0
    assert math.isclose(sum(each.weight for each in found.bins), 1)


def test_positions_are_those_at_the_end_of_each_turn() -> None:
    task = Task("crossroll", ("greedy:30%",) * 2, tabletown.game("crossroll").options(), 5, features=True)
    played, again = attempt(task), attempt(task)
    assert played.positions == again.positions and not played.error
    names = tabletown.game("crossroll").research.features
    assert isinstance(names, Features)
    assert len(played.positions) % (4 * 2 * len(names.names)) == 0
    plain = attempt(msgspec.structs.replace(task, features=False))
    assert plain.winners == played.winners and plain.positions == b""  # observing changes nothing


def test_chances_are_learned_of_every_turn_and_a_value_of_where_search_asks_it() -> None:
    """Search evaluates a round of Broken Cities when all have had their turn; people see the chances after each
    turn."""
    game = tabletown.game("broken-cities")
    task = Task("broken-cities", ("greedy",) * 4, game.options(), 5, features=True)
    kept = [attempt(msgspec.structs.replace(task, turns=turns)).positions for turns in (False, True)]
    assert isinstance(game.research.features, Features)
    to_act = game.research.features.names.index("to_act")
    waiting = []
    for positions in kept:
        rows = unpacked(positions, 4, len(game.research.features.names))
        waiting.append({sum(row[to_act] for row in position) for position in rows})
    assert waiting == [{0.0, 4.0}, {0.0, 1.0, 2.0, 3.0, 4.0}]


def settings(**changed: int) -> TrainingSettings:
    asked = {"matches": 10, "gate": 2, "strong": 10, "search": 1, **changed}
    return TrainingSettings("crossroll", **asked)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> ValueFile:
    """The result of an uninterrupted training, computed once for all comparisons."""
    folder = tmp_path_factory.mktemp("trained")
    return Training(settings(), folder / "whole", target=folder / "value.json").run()[0]


def test_what_does_not_win_is_not_written_and_training_goes_on_where_it_stopped(
    tmp_path: Path, trained: ValueFile
) -> None:
    target = tmp_path / "value.json"

    class Stop(Exception):
        pass

    def stop(stage: str, done: int, wanted: int) -> None:
        if (stage, done) == ("play", 4):
            raise Stop

    with pytest.raises(Stop):
        Training(settings(), tmp_path / "one", watch=stop, target=target).run()
    with (tmp_path / "one" / "play.jsonl").open("ab") as journal:
        journal.write(b'{"seed": 1')  # cut short by a crash
    found, passed = Training(settings(), tmp_path / "one", target=target).run()
    assert not passed and found.value is not None  # two matches prove nothing
    kept = msgspec.json.decode(target.read_bytes(), type=ValueFile)
    assert kept.value is None and kept.chances == found.chances is not None  # search continues as before
    assert found == trained  # the same as without an interruption
    assert found.matches == 10 and found.gate[0].seeds[0] > found.seeds[1]
    with pytest.raises(BadOption, match="another training"):
        Training(settings(seed=2), tmp_path / "one", target=target).run()


@pytest.mark.long
def test_it_runs_on_any_engine_of_the_lab_and_finds_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trained: ValueFile
) -> None:
    asked: list[int] = []

    def backwards(tasks: Iterable[Task], jobs: int) -> Iterator[MatchRow]:
        asked.append(jobs)
        wanted = list(tasks)
        return reversed([attempt(task) for task in reversed(wanted)])

    monkeypatch.setitem(ENGINES, "backwards", backwards)
    target = tmp_path / "value.json"
    other, _ = Training(settings(), tmp_path / "two", jobs=7, engine="backwards", target=target).run()
    assert other == trained and asked == [7, 7, 7]  # play, gate and strong
    with pytest.raises(BadOption, match="no engine 'none'"):
        Training(settings(), tmp_path / "three", engine="none", target=target).run()


def test_whole_matches_are_split_off_to_measure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fitted: list[set[int]] = []
    measured: list[set[int]] = []
    monkeypatch.setattr(Training, "_gates", lambda self: [])

    def fitting(game: Game, played: Sequence[MatchRow], **how: object) -> Model:
        fitted.append({match.seed for match in played})
        return Model([{}])

    def measuring(game: Game, model: Model, played: Sequence[MatchRow], draws: int = 0) -> Quality:
        measured.append({match.seed for match in played})
        return Quality(0.2, 0.25, 0.01, [], (0.1, 0.3))

    monkeypatch.setattr("tabletown.lab.training.fit.fit_points", fitting)
    monkeypatch.setattr("tabletown.lab.training.fit.fit", fitting)
    monkeypatch.setattr("tabletown.lab.training.quality.quality", measuring)
    Training(settings(), tmp_path / "one", target=tmp_path / "value.json").run()
    assert [len(seeds) for seeds in fitted] == [8, 5] and [len(seeds) for seeds in measured] == [2, 5]
    assert not set().union(*fitted) & set().union(*measured)


@pytest.mark.long
def test_what_was_learned_before_must_be_beaten_too(tmp_path: Path) -> None:
    target = tmp_path / "value.json"
    shutil.copy(tabletown.game("right-of-way").folder / "content" / "value.json", target)  # type: ignore[operator]
    few = TrainingSettings("right-of-way", matches=10, gate=2, strong=2, search=1)
    training = Training(few, tmp_path / "one", target=target)
    found, _ = training.run()
    assert [gate.against for gate in found.gate] == ["search:1:hand", "search:1:before"]
    assert found.gate[0].bot == "search:1" and (tmp_path / "one" / "before.json").exists()


def test_positions_are_seen_through_the_eyes_of_who_acted(monkeypatch: pytest.MonkeyPatch) -> None:
    seats: list[int] = []

    def looked(seen: PlayerView, rng: Random) -> Match:
        seats.append(seen.seat)
        return determinized(seen, rng)

    monkeypatch.setattr("tabletown.lab.matches.play.determinized", looked)
    played = attempt(Task("right-of-way", ("greedy", "greedy"), {}, 5, features=True))
    assert not played.error and set(seats) == {0, 1}
    size = 4 * 2 * len(tabletown.game("right-of-way").research.features.names)  # type: ignore[union-attr]
    assert len(seats) == len(played.positions) // size


def test_what_wins_is_written_with_how_true_its_chances_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    won = Gate("search:20", "search:20:hand", 40, (1, 40), 0.9, 0.8, 0.95, 0.5)
    monkeypatch.setattr(Training, "_gates", lambda self: [won])
    target = tmp_path / "value.json"
    found, passed = Training(settings(), tmp_path / "one", target=target).run()
    assert passed and found.test is not None and found.test.matches == 5
    assert msgspec.json.decode(target.read_bytes(), type=ValueFile) == found
    text = target.read_text()
    assert '"routes": [ ' in text  # one feature per line
    assert found.chances_seeds[1] < found.test.seeds[0]  # tested on matches that weren't used for fitting


def test_chances_alone_are_fitted_anew_and_bots_stay_as_they_are(tmp_path: Path) -> None:
    target = tmp_path / "value.json"
    shipped = tabletown.game("crossroll").folder / "content" / "value.json"  # type: ignore[operator]
    before = msgspec.json.decode(shipped.read_bytes(), type=ValueFile)
    stages: list[str] = []
    asked = TrainingSettings("crossroll", strong=12, chances=True)
    watch = lambda stage, done, wanted: stages.append(stage)  # noqa: E731
    found, _ = Training(asked, tmp_path / "one", watch=watch, target=target).run()
    assert set(stages) == {"strong"}
    kept = msgspec.json.decode(target.read_bytes(), type=ValueFile)
    assert kept == found and kept.value == before.value is not None and kept.gate == before.gate
    assert kept.chances != before.chances and kept.chances_bots == ["strong"]
    assert kept.test is not None and kept.test.matches == 6
    again, _ = Training(asked, tmp_path / "two", target=target).run()  # the target's contents stay
    assert again == found
    few = msgspec.structs.replace(asked, strong=4)
    with pytest.raises(BadOption, match="4 matches are too few to fit chances to"):
        Training(few, tmp_path / "three", target=target).run()
    with pytest.raises(BadOption, match="Give --strong, not --matches or --gate"):
        Training(msgspec.structs.replace(asked, gate=4), tmp_path / "four", target=target).run()
    assert msgspec.json.decode(target.read_bytes(), type=ValueFile) == found


def test_what_people_see_is_kept_turn_by_turn_and_never_mixed_with_what_was_not(tmp_path: Path) -> None:
    training = Training(settings(), tmp_path / "one", target=tmp_path / "value.json")
    assert not next(training._lessons()).turns
    assert next(training._strong()).turns and next(training._trials("greedy", "random")).turns
    training._open()
    head = tmp_path / "one" / "training.json"
    head.write_text(head.read_text().replace('"turns": true', '"turns": false'))
    with pytest.raises(BadOption, match="another training"):
        training._open()


def test_a_game_without_features_says_so() -> None:
    with pytest.raises(BadOption, match="too few to learn from"):
        Training(settings(matches=3), Path("/nonexistent"))._fit([])
