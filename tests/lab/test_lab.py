"""Many matches: the same seeds give the same matches, on one core or two, and shares come with correct intervals."""

import multiprocessing
import subprocess
import sys
from pathlib import Path

import pytest

from tabletown.kernel import Match
from tabletown.lab import MatchRow, interval, report, simulate
from tabletown.lab.matches.play import Task, attempt
from tabletown.lab.matches.speed import answers, clones
from tests.kernel.toys import marks
from tests.waiting import LIMIT


def test_the_same_seed_gives_the_same_matches_and_bots_change_seats() -> None:
    one, other = (list(simulate("right-of-way", ["greedy", "random"], 4, seed=5)) for _ in range(2))
    assert one == other
    assert [match.bots for match in one[:2]] == [("greedy", "random"), ("random", "greedy")]
    assert [match.seed for match in one] == [5, 6, 7, 8]


def test_two_processes_play_the_same_matches() -> None:
    alone = sorted(simulate("right-of-way", ["random", "random"], 4, seed=5), key=lambda match: match.seed)
    shared = sorted(simulate("right-of-way", ["random", "random"], 4, seed=5, jobs=2), key=lambda match: match.seed)
    assert alone == shared


def test_whoever_stops_early_leaves_no_process_behind() -> None:
    before = {*multiprocessing.active_children()}  # a server in this process may have workers
    matches = simulate("right-of-way", ["random", "random"], 1000, seed=5, jobs=2)
    next(matches)
    assert 1 <= len({*multiprocessing.active_children()} - before) <= 2
    matches.close()  # type: ignore[attr-defined]
    assert {*multiprocessing.active_children()} <= before


def test_the_interval_is_wilsons() -> None:
    low, high = interval(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
    assert interval(0, 10)[0] == 0 and interval(10, 10)[1] == 1 and interval(0, 0) == (0, 1)


def test_a_shared_win_counts_in_parts_and_a_common_one_whole() -> None:
    played = [
        MatchRow(1, ("a", "b"), (0,), (3.0, 1.0), "points", 10),
        MatchRow(2, ("b", "a"), (0, 1), (2.0, 2.0), "points", 30),
    ]
    found = report("toy", played)
    assert {row.name: row.wins for row in found.bots} == {"a": 1.5, "b": 0.5}
    assert {row.name: row.mean_score for row in found.seats} == {"seat 1": 2.5, "seat 2": 1.5}
    assert (found.mean_answers, found.most_answers, found.endings) == (20, 30, {"points": 2})
    assert {row.name: row.wins for row in report("toy", played, cooperative=True).bots} == {"a": 2, "b": 1}


def test_speed_is_measured_in_operations_a_second() -> None:
    assert answers(marks, 2)(0.01) > 100 and clones(marks, 2)(0.01) > 100


def test_a_simulated_match_keeps_no_log_in_words() -> None:
    match = Match(marks, 2, seed=1, live=False)
    match.choose(0, "die:1")
    assert match.lines == [] and match.state.lines is None


@pytest.mark.parametrize("bots", [["random"], ["random"] * 3])
def test_a_wrong_number_of_bots_is_refused(bots: list[str]) -> None:
    with pytest.raises(Exception, match="is for 2 seats"):
        list(simulate("right-of-way", bots, 1))


def test_what_goes_wrong_is_a_row_that_says_so() -> None:
    long = attempt(Task("right-of-way", ("random", "random"), {}, 1, limit=20))
    assert "no end after 20 answers" in long.error
    assert "is for 2 seats" in attempt(Task("right-of-way", ("random",) * 3, {}, 1)).error
    assert "no option 'colour'" in attempt(Task("right-of-way", ("random",) * 2, {"colour": "red"}, 1)).error


def test_a_script_without_a_guard_is_told_so(tmp_path: Path) -> None:
    """Every worker process imports the script again, so none can start without a guard."""
    script = tmp_path / "mine.py"
    script.write_text(
        'from tabletown.lab import simulate\nlist(simulate("right-of-way", ["random", "random"], matches=6, jobs=2))\n'
    )
    ended = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=LIMIT)
    assert ended.returncode != 0 and 'if __name__ == "__main__":' in ended.stderr.splitlines()[-1]
    script.write_text(
        "from tabletown.lab import simulate\n"
        'if __name__ == "__main__":\n'
        '    played = list(simulate("right-of-way", ["random", "random"], matches=6, jobs=2))\n'
        "    assert len(played) == 6 and not any(match.error for match in played)\n"
    )
    subprocess.run([sys.executable, str(script)], check=True, timeout=LIMIT)
