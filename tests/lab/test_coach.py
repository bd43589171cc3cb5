"""The coach: chances add up and end in the result; a blunder is found, with the better move."""

from random import Random

import pytest

import tabletown
from tabletown.bots.chances import chances
from tabletown.kernel import Match
from tabletown.kernel.errors import BadOption
from tabletown.lab.coach import analyse, swing_text, words
from tabletown.testing import play_randomly
from tests.bots.test_value import features
from tests.conformance.test_games import connect_four


def test_chances_add_up_and_end_in_the_result() -> None:
    match = play_randomly(tabletown.new("cross-bronx", seed=3), Random(3))
    found = analyse(match, iterations=4, points=12)
    # the rest is the chance that all lose together
    assert all(sum(point.chances) <= 1 + 1e-9 for point in found.points)
    outcome = match.outcome
    assert outcome is not None
    last = found.points[-1].chances
    assert all((last[seat] > 0) == (seat in outcome.winners) for seat in range(3))
    assert all(value is None or 0 <= value <= 1 for value in found.accuracy)
    told = "\n".join(words(match, found))
    assert all(name in told for name in match.names) and "accuracy" in told
    assert ("All lose" in told) == (not outcome.winners or any(sum(p.chances) < 0.99 for p in found.points))


def test_a_blunder_is_found_with_what_was_better() -> None:
    """The first seat could win in column 1 but plays 7."""
    match = Match(connect_four())
    for column in (1, 2, 1, 2, 1, 2, 7):
        match.choose(match.decisions[0].seat, f"column:{column}")
    found = analyse(match, iterations=80)
    blunder = max(found.swings, key=lambda swing: swing.cost)
    assert blunder.number in (5, 6) and blunder.cost > 0.2
    assert any(swing.number == 6 and "1" in swing.better for swing in found.swings)


def test_a_match_that_has_not_begun_says_so() -> None:
    with pytest.raises(BadOption, match="nothing to analyse"):
        analyse(Match(connect_four()))
    match = Match(connect_four())
    assert chances(match) == []  # Connect Four has no evaluation


def test_it_says_why_by_what_the_turn_would_have_left() -> None:
    match = play_randomly(tabletown.new("right-of-way", seed=3), Random(3))
    found = analyse(match, iterations=12, points=12)
    assert found.swings and all(swing.cost > 0 for swing in found.swings)
    reasons = [swing_text(match, swing).why for swing in found.swings]
    says = features(match.game).says.values()
    assert any(reasons)
    assert all(reason.startswith(("More: ", "Less: ")) for reason in reasons if reason)
    assert all(any(each in reason for each in says) for reason in reasons if reason)
