"""Intervals against simulated truth: nineteen of twenty contain it, however matches are correlated."""

import os
from collections.abc import Callable, Sequence
from random import Random

import pytest

from tabletown.lab import MatchRow
from tabletown.lab.statistics import (
    Block,
    Share,
    contrast,
    difference,
    interval,
    level_for,
    precise,
    report,
    share,
    student_quantile,
    within,
)

TIMES = int(os.environ.get("TABLETOWN_TIMES", "400"))  # 10000 is more precise: ± 0.2 points of coverage


def match(seed: int, winners: Sequence[int], bots: Sequence[str] = ("a", "b")) -> MatchRow:
    return MatchRow(seed, tuple(bots), tuple(winners), (), "end", 1)


def independent(rng: Random) -> Share:
    """One seat of four, fair."""
    return share([Block(float(rng.random() < 0.25), 1) for _ in range(80)])


def rare(rng: Random) -> Share:
    return share([Block(float(rng.random() < 0.06), 1) for _ in range(150)])


def team(rng: Random) -> Share:
    """Two equal bots win or lose together: forty matches, not eighty."""
    won = [(0, 1) if rng.random() < 0.48 else () for _ in range(40)]
    row = report("toy", [match(n, w, ("a", "a")) for n, w in enumerate(won)], cooperative=True).bots[0]
    return Share(row.share, row.low, row.high, row.matches)


def three_of_four(rng: Random) -> Share:
    """Three equal bots against one: at most one of them wins a match."""
    played = [match(n, (rng.choices(range(4), (0.4, 0.2, 0.2, 0.2))[0],), "baaa") for n in range(60)]
    row = report("toy", played).bots[1]
    return Share(row.share, row.low, row.high, row.matches)


def paired(rng: Random) -> Share:
    """Every seed in both seatings; the starting player wins half of the seeds."""
    played = []
    for seed in range(50):
        first = rng.random() < 0.5
        for bots in ("ab", "ba"):
            strong = bots.index("a") if rng.random() < 0.7 else bots.index("b")
            played.append(match(seed, (0,) if first else (strong,), bots))
    row = report("toy", played).bots[0]
    return Share(row.share, row.low, row.high, row.matches)


def shared(rng: Random) -> Share:
    """Ties are shared as half wins."""
    played = [match(n, rng.choices([(0,), (1,), (0, 1)], (3, 5, 2))[0]) for n in range(70)]
    row = report("toy", played).bots[0]
    return Share(row.share, row.low, row.high, row.matches)


def with_and_without(rng: Random) -> Share:
    one = [Block(float(rng.random() < 0.35), 1) for _ in range(60)]
    other = [Block(float(rng.random() < 0.25), 1) for _ in range(90)]
    return contrast(one, other)


def had_and_lacked(rng: Random) -> Share:
    """In each match some had it and others hadn't: some win what the others lose."""
    pairs = []
    for _ in range(60):
        had = [rng.random() < 0.5 for _ in range(3)]
        winner = rng.choices(range(3), [1.5 if it else 1.0 for it in had])[0]
        having = Block(float(had[winner]), sum(had))
        pairs.append((having, Block(1 - having.won, 3 - having.of)))
    return within(pairs)


def same_seeds(rng: Random) -> Share:
    return difference([(luck := rng.gauss(0, 3), luck + rng.gauss(0.1, 1)) for _ in range(30)])


# three seats, each has it or not with one half: P(winner had it) over the 8 cases, as shares of 1.5 seats each
_HAD = sum(k * 1.5 / (k * 1.5 + 3 - k) * n / 8 for k, n in ((1, 3), (2, 3), (3, 1)))
TRUTH = _HAD / 1.5 - (1 - _HAD) / 1.5


@pytest.mark.parametrize(
    ("sample", "truth"),
    [
        (independent, 0.25),
        (rare, 0.06),
        (team, 0.48),
        (three_of_four, 0.2),
        (paired, 0.6),
        (shared, 0.4),
        (with_and_without, 0.1),
        (had_and_lacked, TRUTH),
        (same_seeds, 0.1),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_nineteen_of_twenty_intervals_hold_the_truth(sample: Callable[[Random], Share], truth: float) -> None:
    rng = Random(7)
    held = 0
    for _ in range(TIMES):
        found = sample(rng)
        held += found.low <= truth <= found.high
    slack = 0.2 / TIMES**0.5  # a standard deviation for so few samples
    assert 0.93 - slack <= held / TIMES <= 0.97 + slack


def test_stopping_when_it_is_known_well_enough_does_not_spoil_the_interval() -> None:
    rng, held = Random(5), 0
    times = TIMES // 5
    for _ in range(times):
        played: list[MatchRow] = []
        while not precise(played, 7.0, cooperative=False):
            played += [match(n, (int(rng.random() < 0.3),)) for n in range(len(played), len(played) + 50)]
        row = report("toy", played).seats[1]
        assert (row.high - row.low) / 2 <= 0.07 and len(played) >= 100
        held += row.low <= 0.3 <= row.high
    assert 0.90 <= held / times <= 0.99  # 80 runs: ± 2.4 points


def test_a_team_is_counted_once() -> None:
    """Nineteen of forty: [33, 63]; counting both seats would give [37, 58]."""
    played = [match(n, (0, 1) if n < 19 else (), ("a", "a")) for n in range(40)]
    found = report("toy", played, cooperative=True)
    (row,) = found.bots
    assert (row.matches, row.wins) == (40, 19)
    assert (round(row.low, 2), round(row.high, 2)) == (0.33, 0.63)


def test_one_bot_on_every_seat_has_its_share_by_design() -> None:
    row = report("toy", [match(n, (n % 2,), ("a", "a")) for n in range(30)]).bots[0]
    assert (row.share, row.low, row.high) == (0.5, 0.5, 0.5)


def test_single_matches_give_wilsons_interval() -> None:
    found = share([Block(1, 1)] * 8 + [Block(0, 1)] * 2)
    assert (found.low, found.high) == pytest.approx(interval(8, 10))
    assert share([]) == Share(0, 0, 1, 0)


def test_matches_that_failed_are_no_wins_of_anybody() -> None:
    failed = MatchRow(9, ("a", "b"), (), (), "the match failed", 0, error="Traceback …")
    lost = MatchRow(10, ("a", "b"), (1,), (), "a bot failed", 0, error="Traceback …", fault=0)
    found = report("toy", [match(1, (0,)), failed, lost])
    assert (found.matches, found.failed) == (2, 1)
    assert {row.name: row.wins for row in found.bots} == {"a": 1, "b": 1}


def test_many_comparisons_ask_for_wider_intervals() -> None:
    assert level_for(1) == 0.95 and level_for(16) == pytest.approx(0.9968, abs=1e-4)
    blocks = [Block(float(n % 3 == 0), 1) for n in range(60)]
    assert share(blocks, level_for(16)).half > 1.4 * share(blocks).half


@pytest.mark.parametrize(("freedom", "t"), [(1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (100, 1.984)])
def test_quantiles_are_students(freedom: int, t: float) -> None:
    assert student_quantile(0.975, freedom) == pytest.approx(t, rel=0.005)
