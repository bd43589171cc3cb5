"""Studies: resumed after any interruption, the same on one process or two, and nothing is overwritten."""

import json
import os
import signal
import subprocess
import sys
import types
from pathlib import Path

import pytest

from tabletown.kernel.errors import BadOption
from tabletown.lab import run_study
from tabletown.lab.matches import engine, play
from tabletown.lab.matches.engine import play_all
from tabletown.lab.matches.play import MatchRow, Task, attempt
from tabletown.lab.matches.ray import begin
from tabletown.lab.studies.results import BadResults, Results, read_results
from tabletown.lab.studies.study import BadStudy, Study, read_study
from tabletown.registry import game
from tests.waiting import LIMIT, until

ROOT = Path(__file__).parents[2]
polars = pytest.importorskip("polars", reason="the extra `lab` is not installed")


def small(**changes: object) -> Study:
    fields = {"game": "cross-bronx", "bots": ("random",) * 3, "matches": 6, "watch": ("box", "chance:event"), **changes}
    return Study(**fields)  # type: ignore[arg-type]


def test_results_are_a_table_with_one_row_a_match(tmp_path: Path) -> None:
    asked = small(sweep={"positions": ["off"]}, decisions=True, ledger=True)
    run_study(asked, tmp_path)
    table = polars.read_parquet(tmp_path / "matches.parquet")
    assert table["arm"].to_list() == ["as printed"] * 6 + ["positions = off"] * 6
    assert table["seed"].to_list() == [1, 2, 3, 4, 5, 6] * 2
    row = table.row(0, named=True)
    assert (row["game"], row["rules"], row["bots"]) == (
        "cross-bronx",
        game("cross-bronx").about.version,
        ["random"] * 3,
    )
    assert json.loads(table.row(6, named=True)["options"])["positions"] == "off"
    assert {thing["thing"].partition(":")[0] for thing in row["things"]} == {"box", "chance"}
    decisions = polars.read_parquet(tmp_path / "decisions.parquet")
    assert decisions.height == table["answers"].sum()
    assert decisions.filter(polars.col("rule") == "select.one-per-box")["option"].str.starts_with("box:").all()
    ledger = polars.read_parquet(tmp_path / "ledger.parquet")
    assert ledger.height > 100 and (ledger["before"] != ledger["after"]).all()
    assert set(ledger["seed"]) == {1, 2, 3, 4, 5, 6}


def test_a_grid_plays_every_combination_and_options_can_change_together() -> None:
    chairs = {"public community": ["person non-player", "non-player person"]}
    arms = small(grid={"session": ["1950", "1990"], **chairs}).arms()
    assert [arm.name for arm in arms] == [f"{s} {c}" for s in ("1950", "1990") for c in chairs["public community"]]
    assert arms[3].options == {"session": "1990", "public": "non-player", "community": "person"}


def test_a_grid_whose_words_do_not_fit_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_text(
        'game = "cross-bronx"\nbots = ["random", "random", "random"]\n[grid]\n"public community" = ["person"]\n'
    )
    with pytest.raises(BadStudy, match=r"line 4: 'public community' needs values of 2 words"):
        read_study(path)


def test_two_processes_write_the_same_file(tmp_path: Path) -> None:
    asked = small(matches=8)
    for jobs in (1, 2):
        run_study(asked, tmp_path / str(jobs), jobs)
    one, two = ((tmp_path / jobs / "matches.jsonl").read_bytes() for jobs in "12")
    assert one == two and one.count(b"\n") == 8


def test_a_study_that_was_cut_short_goes_on(tmp_path: Path) -> None:
    whole = run_study(small(), tmp_path / "whole")
    run_study(small(matches=3), tmp_path / "part")
    journal = tmp_path / "part" / "matches.jsonl"
    journal.write_bytes(journal.read_bytes() + b'{"seed":4,"bo')  # a crash in the middle of a line
    counted: list[int] = []
    assert run_study(small(), tmp_path / "part", watch=lambda match, done: counted.append(done)) == whole
    assert counted == [3, 4, 5, 6]
    assert journal.read_bytes() == (tmp_path / "whole" / "matches.jsonl").read_bytes()


@pytest.mark.parametrize(("end", "jobs"), [(signal.SIGINT, 1), (signal.SIGTERM, 1), (signal.SIGKILL, 2)])
def test_a_run_that_is_ended_keeps_what_it_played_and_goes_on(tmp_path: Path, end: signal.Signals, jobs: int) -> None:
    file, journal = tmp_path / "s.toml", tmp_path / "s.results" / "matches.jsonl"
    file.write_text('game = "cross-bronx"\nbots = ["random", "random", "random"]\nmatches = 100000\n')
    command = [sys.executable, "-m", "tabletown", "study", "run", str(file), "--jobs", str(jobs)]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
        until(lambda: process.poll() is not None or (journal.exists() and journal.stat().st_size), "a first match")
        assert process.poll() is None
        workers = _children(process.pid)
        process.send_signal(end)
        told = process.communicate(timeout=LIMIT)[1]
    if end != signal.SIGKILL:
        assert process.returncode == 130 and "run the same command to resume" in " ".join(told.split())
        assert (tmp_path / "s.results" / "matches.parquet").exists()
    until(lambda: not any(_runs(pid) for pid in workers), "no process left behind, however its parent went")
    kept = len(read_results(tmp_path / "s.results")[1])
    file.write_text(file.read_text().replace("100000", str(kept + 2)))
    again = run_study(read_study(file), tmp_path / "s.results")
    assert [match.seed for match in again] == list(range(1, kept + 3))


def _children(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _runs(pid: int) -> bool:
    try:
        return ") Z" not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


def test_a_process_that_dies_loses_no_match() -> None:
    tasks = [Task("cross-bronx", ("random",) * 3, {}, seed) for seed in range(30)]
    matches = play_all(iter(tasks), 2)
    played = [next(matches)]
    os.kill(_children(os.getpid())[-1], signal.SIGKILL)
    played += matches
    assert played == [attempt(task) for task in tasks]


def test_a_match_that_fails_is_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = play.play_match

    def failing(task: Task) -> MatchRow:
        if task.seed == 2:
            raise RuntimeError("the sky fell")
        return real(task)

    monkeypatch.setattr(play, "play_match", failing)
    played = run_study(small(matches=3), tmp_path)
    assert [bool(match.error) for match in played] == [False, True, False]
    assert "the sky fell" in polars.read_parquet(tmp_path / "matches.parquet")["error"][1]


def test_short_matches_travel_together() -> None:
    sizes = engine.Sizes()
    assert sizes.next == 1
    sizes.learn(([attempt(Task("no-such-game", (), {}, 1))], 0.004))
    assert sizes.next == 100


def test_it_stops_when_it_is_known_well_enough(tmp_path: Path) -> None:
    asked = small(game="right-of-way", bots=("greedy:95%", "random"), matches=400, until=12.0, watch=())
    played = run_study(asked, tmp_path)
    assert len(played) in (100, 150) and run_study(asked, tmp_path) == played


def test_bots_sit_as_the_study_says() -> None:
    seatings = {}
    for seats in ("fixed", "rotate", "paired"):
        asked = Study(game="right-of-way", bots=("a", "b"), seats=seats, matches=4)  # type: ignore[arg-type]
        seatings[seats] = [("".join(task.bots), task.seed) for task in asked.tasks(asked.arms()[0])]
    assert seatings["fixed"] == [("ab", 1), ("ab", 2), ("ab", 3), ("ab", 4)]
    assert seatings["rotate"] == [("ab", 1), ("ba", 2), ("ab", 3), ("ba", 4)]
    assert seatings["paired"] == [("ab", 1), ("ba", 1), ("ab", 2), ("ba", 2)]


def test_two_runs_at_a_time_are_refused(tmp_path: Path) -> None:
    """Two runs would write every match twice."""
    pytest.importorskip("fcntl", reason="files are locked elsewise on this system")
    first = Results(tmp_path, small())
    first.open()
    with pytest.raises(BadResults, match="another run is writing"):
        run_study(small(), tmp_path)
    first.close()
    assert len(run_study(small(), tmp_path)) == 6


def test_a_cluster_that_does_not_start_is_a_sentence() -> None:
    def init(**how: object) -> None:
        raise ConnectionError("nobody answers")

    with pytest.raises(BadOption, match="Ray didn't start on this machine"):
        begin(types.SimpleNamespace(init=init), 2)


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    run_study(small(matches=1), tmp_path / "a")
    with pytest.raises(BadResults, match="holds another study: seed was 1, now it is 2"):
        run_study(small(seed=2), tmp_path / "a")
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "thesis.txt").write_text("years of work")
    with pytest.raises(BadResults, match="isn't empty"):
        run_study(small(), tmp_path / "b")
    journal = tmp_path / "a" / "matches.jsonl"
    journal.write_text(journal.read_text() + "not a match\n")
    with pytest.raises(BadResults, match=r"matches.jsonl, line 2: this isn't a match"):
        run_study(small(), tmp_path / "a")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('game = "right-of-way"\nbots = [', "this isn't valid TOML"),
        ('title = "x"\ngame = "right-of-wey"', "line 2: There is no game 'right-of-wey'"),
        ('game = "right-of-way"\n\nbots = ["greedy", "gredy"]', "line 3: There is no bot 'gredy'"),
        ('game = "right-of-way"\nbots = ["greedy"]', "line 2: Right of Way is for 2 seats, not 1"),
        (
            'game = "right-of-way"\nbots = ["random", "random"]\n[sweep]\ncity = ["moon"]',
            "line 4: Option 'city' can't",
        ),
        ('game = "right-of-way"\nbots = ["random", "random"]\nmatchs = 3', "line 3: Object contains unknown field"),
        ('game = "right-of-way"\nbots = ["random", "random"]\nmatches = "3"', "line 3: Expected `int`, got `str`"),
        ('game = "right-of-way"\nbots = ["random", "random"]\nmatches = -3', "line 3: -3 matches can't be played"),
        ('game = "right-of-way"\nladder = ["random"]', "line 2: a ladder needs two different bots"),
        ('game = "right-of-way"', "a study needs one bot per seat"),
    ],
)
def test_a_mistake_names_file_and_line(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "study.toml"
    file.write_text(text)
    with pytest.raises(BadStudy) as refused:
        read_study(file)
    assert message in str(refused.value) and str(refused.value).startswith(str(file))


def test_without_polars_there_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(BadOption, match=r"run\.py install lab"):
        run_study(small(), tmp_path)


def test_every_shipped_study_can_be_run() -> None:
    files = sorted((ROOT / "studies").glob("*.toml"))
    assert {read_study(file).game for file in files} >= {
        "right-of-way",
        "crossroll",
        "broken-cities",
        "new-york-crisis",
        "cross-bronx",
    }
