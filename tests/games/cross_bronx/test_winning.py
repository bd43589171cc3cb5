"""5.0 and the Setup Instructions: winning, losing, the Record, modes, linked Sessions."""

import random

import pytest

from tabletown.games.cross_bronx import game
from tabletown.games.cross_bronx.components import POSITIONS
from tabletown.games.cross_bronx.rules.winning import biggest_losers, bonus, end_session, outcome
from tabletown.games.cross_bronx.setup import MODES, events_of
from tabletown.kernel import Match

from .boards import C, P, V, bronx, census, perform, play, printed


def ended(vp, ending="final", **options):
    s = bronx(**options)
    s.vp = list(vp)
    end_session(s, ending)
    return s


@pytest.mark.rule("win.most-points")
def test_most_victory_points_win():
    s = ended([3, 5, 4])
    assert outcome(s).winners == (C,) and outcome(s).scores == (3, 5, 4)
    assert "Community" in str(outcome(s).reason)


@pytest.mark.rule("win.ties-share")
@pytest.mark.parametrize(("vp", "winners"), [((5, 5, 4), (P, C)), ((5, 5, 5), (P, C, V))])
def test_tied_factions_share_the_victory(vp, winners):
    s = ended(vp)
    assert outcome(s).winners == winners and outcome(s).rule == "win.ties-share"


@pytest.mark.rule("lose.biggest-loser", "lose.biggest-loser-tie")
def test_after_a_collective_loss_nobody_wins_and_the_leaders_are_the_biggest_losers():
    s = ended([4, 1, 4], "bankruptcy")
    assert outcome(s).winners == () and biggest_losers(s) == [P, V]
    assert "Public and Private" in str(outcome(s).reason)
    assert biggest_losers(ended([4, 1, 2])) == []


@pytest.mark.rule("record.contents", "cards.event.to-record", "record.no-scoring")
def test_the_record_lists_events_in_order_and_positions_at_the_end_of_their_decade():
    s = bronx(positions="draw-two")
    s.position[C], s.achieved[C] = POSITIONS.index(next(p for p in POSITIONS if p.id == "organizer")), 1
    perform(s, C, 32)
    perform(s, C, 36)
    vp = s.vp[:]
    s.position[P], s.position[V] = 0, 16
    s.phase = "reset-positions"
    play(s, "no")
    assert s.record[C] == [32, 36, 194000 + 8] and POSITIONS[8].id == "organizer"
    assert s.vp == vp


@pytest.mark.rule("score.above-14", "track.scoring.range")
def test_victory_points_are_counted_on_above_14():
    s = bronx()
    s.vp = [14, 14, 14]
    census(s, "objectives", until="reset")
    assert s.vp[P] > 14


# ------------------------------------------------------------------ modes


@pytest.mark.rule("setup.start-decades", "session.length", "setup.board.from-decade")
@pytest.mark.parametrize("start", [1940, 1950, 1960, 1970, 1980])
def test_a_session_starts_in_any_decade_from_1940_to_1980_and_lasts_two(start):
    s = printed(session=str(start))
    assert (s.decade, s.start, s.last) == (start, start, start + 10) and s.losses_limit == 8
    assert s.bag == events_of(start, s.edition) and len(s.bag) >= 15


@pytest.mark.rule("linked.series", "linked.separate-sessions", "linked.three-session-series")
def test_a_linked_series_goes_from_session_to_session():
    assert [start for start, _ in MODES["linked-1940-2000"]] == [1940, 1960, 1980]
    assert MODES["linked-1940-1980"] == ((1940, 1950), (1960, 1970))
    assert MODES["linked-1950-1990"] == ((1950, 1960), (1970, 1980))
    assert MODES["linked-1960-2000"] == ((1960, 1970), (1980, 1990))


@pytest.mark.rule(
    "linked.bonus.ranking",
    "linked.bonus.tie-first",
    "linked.bonus.tie-second",
    "linked.bonus.all-tied",
    "linked.bonus.table",
)
@pytest.mark.parametrize(
    ("vp", "points"),
    [((7, 3, 5), [2, 0, 1]), ((6, 6, 2), [1, 1, 0]), ((2, 8, 2), [0, 2, 0]), ((4, 4, 4), [0, 0, 0])],
)
def test_what_the_next_linked_session_begins_with(vp, points):
    s = ended(vp, session="linked-1940-1980")
    assert bonus(s) == points
    play(s, until="draw-positions")
    assert s.vp == points and (s.start, s.last, s.session) == (1960, 1970, 1)


@pytest.mark.rule("linked.board-not-carried", "linked.after-instant-win")
def test_only_the_bonus_is_carried_over_also_after_an_instant_win():
    s = bronx(session="linked-1940-1980")
    s.vp, s.resources, s.losses = [9, 3, 4], [34, 34, 34], 5
    end_session(s, "instant")
    play(s, until="draw-positions")
    fresh = printed(session="1960")
    assert (s.owner, s.pop, s.resources, s.losses) == (fresh.owner, fresh.pop, fresh.resources, fresh.losses)
    assert s.vp == [2, 0, 1]
    played = s.sessions[0]
    assert (played.start, played.last, played.vp, played.winners) == (1940, 1950, [9, 3, 4], [P])


@pytest.mark.rule("linked.after-collective-loss")
def test_after_a_collective_loss_the_series_goes_on_without_a_bonus():
    s = ended([5, 3, 1], "disenfranchisement", session="linked-1940-1980")
    play(s, until="draw-positions")
    assert s.vp == [0, 0, 0] and s.start == 1960


@pytest.mark.rule("six-decades.deck", "six-decades.losses-limit", "losses.limit-vs-track")
def test_six_decades_run_from_1940_to_the_2000_census_with_14_losses():
    s = printed(session="six-decades")
    assert (s.start, s.last, s.losses_limit) == (1940, 1990, 14)
    s.losses, s.phase = 13, "corrections"
    s.corrections, s.vul_pool = 0, s.vul_pool + s.corrections
    play(s, until="blight")
    assert s.ending == ""
    s.losses, s.phase = 14, "corrections"
    play(s, until="blight")
    assert s.ending == "disenfranchisement"


@pytest.mark.rule("nineties.one-decade", "nineties.losses-four", "nineties.losses-limit")
def test_the_nineties_are_one_decade_starting_with_four_losses():
    s = printed(session="1990")
    assert (s.start, s.last, s.losses, s.losses_limit) == (1990, 1990, 4, 8) and s.bag == events_of(1990, s.edition)


@pytest.mark.rule("single-decade.any")
@pytest.mark.parametrize("start", [1940, 1950, 1960, 1970, 1980])
def test_any_decade_can_be_played_alone_with_four_losses(start):
    s = printed(session=f"decade-{start}")
    assert (s.start, s.last, s.losses) == (start, start, 4)


@pytest.mark.parametrize("mode", list(MODES))
def test_every_mode_plays_to_an_end(mode):
    match = Match(game, 3, {"session": mode, "positions": "draw-two"}, seed=4, live=False)
    rng = random.Random(4)
    while not match.over:
        decision = match.decisions[0]
        quiet = [word for word in decision.options if word in ("pass", "done", "no")]
        options = quiet if quiet and rng.random() < 0.7 else decision.options
        match.choose(decision.seat, rng.choice(list(options)))
    game.rules.check(match.state)
    assert match.outcome is not None and len(match.outcome.scores) == 3
    tallied = [sum(points.values()) for points in match.state.tally]
    assert tallied == match.state.vp  # the breakdown accounts for every point
