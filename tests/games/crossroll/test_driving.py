from __future__ import annotations

import random
from itertools import pairwise

import pytest

from tabletown.games.crossroll.options import RUNS
from tabletown.games.crossroll.roads import MAP
from tabletown.games.crossroll.rules.driving import run_starts, runs
from tabletown.games.crossroll.rules.main_action import open_crossroads
from tabletown.games.crossroll.state import Board, landmark_points, left
from tests.games.crossroll.tables import A, D, J, answer, board, crossed, ids, options, table, why_not


def driving(start: list[str], n: int, route: str = "A", **more: object):  # type: ignore[no-untyped-def]
    match = table(board(start, **more), board(), results=(n, n))  # type: ignore[arg-type]
    answer(match, 0, "drive", f"route:{route}")
    return match


@pytest.mark.rule("drive.record-box", "drive.cross-n")
def test_a_drive_writes_n_and_crosses_out_exactly_n() -> None:
    match = driving([], 4)
    answer(match, 0, "run:A:aberdeen>ocean-park")
    match.choose(1, "upgrade")
    first = match.state.boards[0]
    assert first.written[A] == (4,)
    assert first.free[A] == 3
    assert crossed(first) == set(ids("A")[:4])
    match = driving(ids("A")[:4], 3, written={"A": [4]})
    answer(match, 0, "run:A:aberdeen-tunnel>causeway-bay")
    match.choose(1, "upgrade")
    assert match.state.boards[0].written[A] == (4, 3)


@pytest.mark.rule("drive.cross-empty-only", "resolve.complete")
def test_a_crossed_crossroad_is_crossed_on_all_its_routes_and_stays_so() -> None:
    match = driving(["happy-valley"], 1)
    answer(match, 0, "run:A:causeway-bay")
    match.choose(1, "upgrade")
    after = match.state.boards[0]
    assert after.crossed & MAP.lines[D] == MAP.places[MAP.index["causeway-bay"]] & MAP.lines[D]
    assert "run:D:causeway-bay" not in runs(after, D, 1)
    assert all("causeway-bay" not in word for word in runs(after, A, 1))


@pytest.mark.rule("drive.boxes-full")
def test_a_route_without_an_empty_box_cannot_be_driven() -> None:
    match = table(board(["shenzhen-bay-port"], written={"J": [1]}, xs="J"), board(), results=(1, 2))
    answer(match, 0, "use:d6", "drive")
    assert "route:J" not in options(match)
    assert why_not(match, "route:J") == "drive.boxes-full"


@pytest.mark.rule("restrict.one-route", "run.direction")
def test_a_run_goes_one_way_along_one_route() -> None:
    for run in RUNS.values():
        places = [MAP.routes[run.route].index(stop) for stop in run.stops]
        steps = {after - before for before, after in pairwise(places)}
        assert steps in ({1}, {-1}, set())
    match = driving(["wong-chuk-hang"], 2)
    # not to both sides of the old cross
    assert set(options(match)) == {
        "run:A:aberdeen>ap-lei-chau-bridge",
        "run:A:ap-lei-chau-bridge>aberdeen",
        "run:A:ocean-park>aberdeen-tunnel",
    }
    assert why_not(match, "stop:admiralty") == "restrict.one-route"


@pytest.mark.rule("restrict.start", "entrance.meaning")
def test_a_run_starts_at_an_empty_entrance_or_next_to_an_old_cross() -> None:
    match = driving([], 4)
    assert options(match) == ["run:A:aberdeen>ocean-park"]
    assert why_not(match, "stop:kowloon-tong") == "restrict.start"
    # the entrance stays open later in the game, and a run may pass through it
    assert "run:A:aberdeen>wong-chuk-hang" in options(driving(["kowloon-tong"], 3))
    assert "run:A:wong-chuk-hang>aberdeen" in options(driving(["ocean-park"], 3))


@pytest.mark.rule("restrict.start", "lotto.cross-crossroad")
def test_what_is_next_to_an_older_cross_stays_open() -> None:
    start = board(["happy-valley", "ocean-park"])
    match = table(start, start, results=(1, 1))
    answer(match, 0, "drive", "route:J", "run:J:shenzhen-bay-port")
    answer(match, 1, "lotto", "crossroad:causeway-bay")
    for after in match.state.boards:
        assert "run:A:aberdeen-tunnel" in runs(after, A, 1) and "run:A:wong-chuk-hang" in runs(after, A, 1)
    assert "crossroad:causeway-bay" in open_crossroads(match.state.boards[0])


@pytest.mark.rule("adjacency.network")
def test_adjacent_means_consecutive_on_any_route_unless_the_option_says_otherwise() -> None:
    # Fortress Hill lies on route D beside Causeway Bay, which is also on route A
    assert "run:A:causeway-bay>hung-hom" in options(driving(["fortress-hill"], 3))
    match = table(board(["fortress-hill"], by_route=True), board(by_route=True), results=(3, 3), by_route=True)
    answer(match, 0, "drive", "route:A")
    assert options(match) == ["run:A:aberdeen>wong-chuk-hang"]
    # for the lotto, any neighbour will still do
    match = table(board(["fortress-hill"], by_route=True), board(by_route=True), results=(3, 3), by_route=True)
    answer(match, 0, "lotto")
    assert options(match) == ["crossroad:causeway-bay"]


@pytest.mark.rule("restrict.no-skip")
def test_a_run_ends_before_an_old_cross() -> None:
    match = driving(["ocean-park"], 4)
    assert options(match) == ["run:A:aberdeen-tunnel>cross-harbour-tunnel"]
    assert why_not(match, "run:A:aberdeen>ocean-park") == "restrict.no-skip"
    assert why_not(match, "stop:wong-chuk-hang") == "restrict.no-skip"
    match = driving(["cross-harbour-tunnel", "ocean-park"], 2)
    assert "run:A:causeway-bay>happy-valley" in options(match)
    assert "would pass Cross-Harbour Tunnel" in str(match.why_not("run:A:causeway-bay>cross-harbour-tunnel", 0))
    assert why_not(match, "stop:causeway-bay") == "run.direction"


@pytest.mark.rule("restrict.enough-empty", "drive.n-exceeds-route")
def test_a_route_with_too_few_empty_locations_must_be_left() -> None:
    match = table(board(), board(), results=(6, 6))
    answer(match, 0, "drive")
    assert "route:J" not in options(match)
    assert why_not(match, "route:J") == "restrict.enough-empty"
    # a stretch is long enough, but nothing leads to it
    far = ids("A")[0]
    closed = board([far, "ap-lei-chau-bridge"])
    assert has_run(closed, A, 14)
    assert not has_run(closed, A, 15)


@pytest.mark.rule("run.start-end-choice")
def test_if_both_ends_may_start_the_player_chooses() -> None:
    gap = [id for id in ids("A") if id not in ("ocean-park", "aberdeen-tunnel")]
    match = driving(gap, 2)
    assert set(options(match)) == {"run:A:ocean-park>aberdeen-tunnel", "run:A:aberdeen-tunnel>ocean-park"}
    other = match.clone()
    answer(match, 0, "run:A:ocean-park>aberdeen-tunnel")
    answer(match, 1, "upgrade")
    assert match.state.boards[0].landmarks == ()
    answer(other, 0, "run:A:aberdeen-tunnel>ocean-park")
    answer(other, 1, "upgrade")
    assert other.state.boards[0].landmarks == (MAP.index["ocean-park"],)


@pytest.mark.rule("previous-cross-timing")
def test_crosses_of_this_rounds_bonus_count_but_not_those_of_the_run_itself() -> None:
    match = table(board(ticket=[4]), board(), phase="bonus", results=(4, 7))
    answer(match, 0, "route:D", "run:D:chai-wan", "use:d6", "drive", "route:D")
    assert options(match) == ["run:D:shau-kei-wan>north-point"]
    # away from any cross, a run of two would need its own first location as the cross to start from
    assert why_not(match, "run:D:sai-wan-ho>fortress-hill") == "restrict.start"


@pytest.mark.rule("landmark.trigger", "drive.landmark", "landmark.effect")
def test_a_drive_that_ends_on_a_landmark_circles_it_and_the_next_score() -> None:
    match = driving(ids("A")[:1], 3, landmarks=["tai-po"])
    answer(match, 0, "run:A:ap-lei-chau-bridge>ocean-park")
    match.choose(1, "upgrade")
    after = match.state.boards[0]
    assert after.landmarks[-1] == MAP.index["ocean-park"]
    assert len(after.landmarks) == 2


@pytest.mark.rule("landmark.pass-through")
def test_a_landmark_passed_does_not_score_and_never_will() -> None:
    match = driving(ids("A")[:1], 4)
    answer(match, 0, "run:A:ap-lei-chau-bridge>aberdeen-tunnel")
    match.choose(1, "upgrade")
    after = match.state.boards[0]
    assert after.landmarks == ()
    assert "ocean-park" in crossed(after)
    assert not [word for n in range(1, 11) for word in runs(after, A, n) if "ocean-park" in word]


@pytest.mark.rule("ex.drive.entrance")
def test_the_example_drives_four_from_an_entrance() -> None:
    match = driving([], 4, route="J")
    answer(match, 0, "run:J:shenzhen-bay-port>ha-tsuen")
    match.choose(1, "upgrade")
    assert crossed(match.state.boards[0]) == {
        "shenzhen-bay-port", "shenzhen-bay-bridge", "ngau-hom-shek", "ha-tsuen",
    }  # fmt: skip
    assert match.state.boards[0].written[J] == (4,)


@pytest.mark.rule("ex.drive.adjacent")
def test_the_example_drives_four_from_beside_an_old_cross() -> None:
    match = driving(["hung-hom"], 4)
    answer(match, 0, "run:A:ho-man-tin>lion-rock-tunnel")
    match.choose(1, "upgrade")
    assert crossed(match.state.boards[0]) == {
        "hung-hom", "ho-man-tin", "kowloon-tong", "beacon-hill", "lion-rock-tunnel",
    }  # fmt: skip


@pytest.mark.rule("ex.drive.landmark")
def test_example_four_that_end_on_a_landmark() -> None:
    match = driving(["fanling"], 4, route="I")
    answer(match, 0, "run:I:sheung-shui>mai-po")
    match.choose(1, "upgrade")
    assert match.state.boards[0].landmarks == (MAP.index["mai-po"],)
    assert landmark_points(match.state.boards[0]) == 3


@pytest.mark.rule("end.no-stall")
def test_an_incomplete_route_always_has_a_drive_of_one() -> None:
    rng = random.Random(5)
    for _ in range(300):
        some = board(rng.sample(MAP.ids, rng.randrange(105)))
        for route in range(9):
            if left(some, route):
                assert has_run(some, route, 1)


def test_it_is_known_for_which_n_there_is_a_run() -> None:
    rng = random.Random(7)
    for by_route in (False, True):
        for _ in range(25):
            some = board(rng.sample(MAP.ids, rng.randrange(105)), by_route=by_route)
            for route in range(9):
                slow = slow_runs(some, route, by_route)
                for n in range(1, 19):
                    assert set(runs(some, route, n)) == {word for word in slow if RUNS[word].size == n}
                    assert has_run(some, route, n) == bool(runs(some, route, n))


def has_run(some: Board, route: int, n: int) -> bool:
    return run_starts(some, n) & MAP.lines[route] > 0


def slow_runs(some: Board, route: int, by_route: bool) -> set[str]:
    """The driving restrictions, taken literally and without bit operations."""
    done = {MAP.index[id] for id in crossed(some)}
    line = MAP.routes[route]
    found = set()
    for word, run in RUNS.items():
        if run.route == route and done.isdisjoint(run.stops):
            start = run.stops[0]
            place = line.index(start)
            beside = set(line[max(place - 1, 0) : place + 2]) if by_route else set(MAP.neighbours[start])
            if MAP.kinds[start] == "entrance" or beside & done:
                found.add(word)
    return found
