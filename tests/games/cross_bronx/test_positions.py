"""6.0: Player Positions."""

import pytest

from tabletown.games.cross_bronx.components import INSTRUCTIONS, OBJECTIVES, POSITIONS, WORDS
from tabletown.games.cross_bronx.rules.actions import ACTIONS
from tabletown.games.cross_bronx.rules.counters import BOARD_COUNTERS, DISTRICT_COUNTERS, holds, read
from tabletown.games.cross_bronx.state import DISTRICTS, FACTION_IDS, INDEX

from .boards import C, P, V, act, bronx, census, jail, play, printed, street, tile

IDS = [position.id for position in POSITIONS]


def give(s, faction, id):
    """Give that Faction this Position."""
    index = IDS.index(id)
    s.position[faction] = index
    if index in s.position_bags[faction]:
        s.position_bags[faction].remove(index)


def organizers_board():
    """A board that meets both conditions of the Organizer."""
    s = bronx(positions="draw-two")
    give(s, C, "organizer")
    tile(s, "1a", C, pop=5)
    return s


def missing(s, faction):
    """The conditions of its Position that are not met, in words."""
    conditions = POSITIONS[s.position[faction]].player.conditions
    return [WORDS.condition[each] for each in conditions if not holds(each, s, faction)]


@pytest.mark.rule("cards.position.count")
def test_there_are_eight_positions_for_each_faction():
    assert [sum(position.faction == faction for position in POSITIONS) for faction in FACTION_IDS] == [8, 8, 8]


@pytest.mark.rule("positions.card.fields")
def test_a_position_has_title_priority_target_two_conditions_and_a_goal_its_faction_can_perform():
    for position in POSITIONS:
        faction = FACTION_IDS.index(position.faction)
        assert position.title and 1 <= position.target <= 3
        assert position.priority_objective in OBJECTIVES[faction]
        assert len(position.player.conditions) == 2
        goal = position.player.goal
        assert goal.option in [branch.option for branch in ACTIONS[goal.action].branches]
        for predicate in [*position.player.conditions, goal.restriction]:
            read(predicate)
    spread = [position.priority_objective for position in POSITIONS]
    assert all(spread.count(objective) == 2 for objective in set(spread))


def test_every_predicate_of_a_position_can_be_read_and_has_words():
    for row in [row for position in POSITIONS for row in position.np.rows]:
        assert row.when in WORDS.condition and read(row.when)
    for instruction in INSTRUCTIONS.values():
        for predicate in (*instruction.only, *instruction.other):
            assert read(predicate).scope in ("here", "there")
    with pytest.raises(ValueError, match="no condition"):
        read("here.unicorns > 0")
    with pytest.raises(ValueError, match="no condition"):
        read("resources ~ 2")


def test_every_counter_can_be_read_everywhere():
    s = printed(session="1970")
    for faction in (P, C, V):
        assert all(isinstance(counter(s, faction), int) for counter in BOARD_COUNTERS.values())
        for district in DISTRICTS:
            assert all(counter(s, district, faction) >= 0 for counter in DISTRICT_COUNTERS.values())
    assert holds("any.population >= 8", s, V) and not holds("any.population >= 99", s, V)
    assert holds("here.blight = 1", s, P, here=INDEX[3]) and not holds("there.blight = 1", s, P, there=INDEX[1])
    assert holds("cases <= activists", s, P)


# ------------------------------------------------------------------ 6.1


@pytest.mark.rule("positions.setup.draw-two", "solo.human-faction-positions")
def test_at_the_start_each_player_draws_two_and_keeps_one():
    s = printed(positions="draw-two")
    question = play(s, dice=("position:workhorse", "position:caseworker"))
    assert question.seat == P and question.options == ["position:workhorse", "position:caseworker"]
    s = printed(positions="draw-two")
    question = play(s, "position:caseworker", dice=("position:workhorse", "position:caseworker"))
    assert s.position[P] == IDS.index("caseworker")
    assert IDS.index("workhorse") in s.position_bags[P] and len(s.position_bags[P]) == 7
    assert question.seat == C


@pytest.mark.rule("positions.setup.alternatives")
def test_other_ways_to_get_a_position():
    s = printed(positions="one-random")
    question = play(s, dice=("position:workhorse", "position:organizer", "position:loss-leader", "001", "002"))
    assert question.purpose == "select-box" and [IDS[i] for i in s.position] == [
        "workhorse",
        "organizer",
        "loss-leader",
    ]
    s = printed(positions="free-choice")
    assert len(play(s).options) == 8


@pytest.mark.rule("positions.optional")
def test_positions_are_optional():
    s = printed()
    question = play(s)
    assert question.purpose == "select-box" and s.position == [-1, -1, -1]


# ------------------------------------------------------------------ 6.2


@pytest.mark.rule("positions.goal.star", "positions.goal.achieved", "position.organizer.goal")
def test_the_organizer_who_builds_while_both_conditions_hold_gets_a_star_and_the_point():
    s = organizers_board()
    assert missing(s, C) == []
    act(s, C, "action:build", "district:5")
    assert s.stars[C] == 1 and s.achieved[C] and s.vp == [0, 1, 0] and s.tally[C] == {"position:organizer": 1}


@pytest.mark.rule("position.organizer.goal-not-met", "position.conditions-when")
@pytest.mark.parametrize("trouble", ["unfilled", "unhoused vulnerability", "two tiles"])
def test_without_its_conditions_or_restriction_the_action_earns_nothing(trouble):
    s = organizers_board()
    if trouble == "unfilled":
        tile(s, "2a", C, pop=4)
        assert missing(s, C) == ["All {own} Infrastructure is filled with Population"]
    if trouble == "unhoused vulnerability":
        street(s, 9, vul=1)
    if trouble == "two tiles":
        tile(s, "5b", P, pop=5, vul=1)
        tile(s, "5c", P, pop=5, vul=1)
    act(s, C, "action:build", "district:5")
    assert s.stars[C] == 0 and s.vp[C] == 0


@pytest.mark.rule("positions.goal.cap", "position.achieved-card-kept")
def test_an_achieved_position_stays_and_takes_no_more_stars():
    s = organizers_board()
    act(s, C, "action:build", "district:5")
    s.pop[15] += 5
    s.pop_pool -= 5
    act(s, C, "action:build", "district:9")
    assert s.stars[C] == 1 and s.vp[C] == 1 and s.position[C] == IDS.index("organizer")


@pytest.mark.rule("position.star-per-action")
def test_one_action_gives_one_star_however_many_districts():
    s = bronx(positions="draw-two")
    give(s, V, "lawn-salesman")  # Suburbanize where there are eight or more
    tile(s, "1a", V, pop=5, orgs="PV")
    for number in (4, 5):
        street(s, number, pop=9)
    act(s, V, "action:suburbanize", "district:4", "done", "district:5", "done", "done")
    assert s.stars[V] == 1


@pytest.mark.rule("position.star-per-action")
def test_one_of_the_districts_is_enough():
    s = bronx(positions="draw-two")
    give(s, V, "lawn-salesman")
    tile(s, "1a", V, pop=5, orgs="PV")
    street(s, 4, pop=9)
    act(s, V, "action:suburbanize", "district:9", "district:4", "done", "done")
    assert s.stars[V] == 1
    act(s, V, "action:suburbanize", "done")  # in no District, so nothing happens
    assert s.stars[V] == 1


@pytest.mark.rule("positions.goal.star", "positions.goal.achieved")
def test_the_loss_leader_pays_off_twice_where_vulnerabilities_are_unhoused():
    s = bronx(positions="draw-two")
    give(s, V, "loss-leader")
    full = tile(s, "5a", V, pop=5, vul=1, orgs="V")
    street(s, 5, vul=2)
    s.resources[V] = 5
    assert missing(s, V)[0] == "Unfilled {own} Infrastructure"
    s.pop[full], s.pop_pool = 4, s.pop_pool + 1
    s.mitigated[P] = 1
    assert missing(s, V)[0] == "At least as many Employees as Cases"
    s.mitigated[P] = 0
    pay_off = ["action:pay-off", "district:5"]
    act(s, V, *pay_off, "activate", "street:5", "district:4", "done")
    assert s.stars[V] == 1 and s.vp[V] == 0
    elsewhere = s.copy()
    elsewhere.street_vul[INDEX[5]], elsewhere.vul_pool = 0, s.vul_pool + 1  # only the one on the tile is left
    act(elsewhere, V, *pay_off, "tile:5a", "district:4")
    assert elsewhere.stars[V] == 1
    act(s, V, *pay_off, "street:5", "district:4", "done")
    assert s.stars[V] == 2 and s.vp[V] == 1 and s.tally[V] == {"position:loss-leader": 1}


@pytest.mark.rule("position.other-box-or-event")
def test_the_same_action_in_reset_earns_no_star():
    s = bronx(positions="draw-two")
    give(s, P, "bean-counter")
    tile(s, "4a", P, pop=5, orgs="P")
    s.resources[P] = -1
    census(s, "reset", "district:4", "count:0", "activate", until="reset-positions")
    assert s.stars[P] == 0
    s.resources[P] = 5
    act(s, P, "action:budget", "district:4", "count:0", "remove", "done")
    assert s.stars[P] == 1  # by Act, without adding a Vulnerability


@pytest.mark.rule("positions.goal.star")
@pytest.mark.parametrize(
    ("faction", "id", "prepare", "answers", "star"),
    [
        (P, "workhorse", "vul", ["action:service", "district:4"], True),
        (P, "clearance-agent", "trouble", ["action:relocate", "district:5", "tile:4a", "done", "done"], True),
        (P, "clearance-agent", "calm", ["action:relocate", "district:5", "tile:4a", "done", "done"], False),
        (P, "ombudsman", "home", ["action:relocate", "district:5", "street:4", "done", "done"], True),
        (V, "bondholder", "paper", ["action:suburbanize", "district:4", "street:4", "done", "done"], True),
        (V, "bondholder", "paper", ["action:suburbanize", "district:4", "tile:4a", "done", "done"], False),
    ],
)
def test_goals_read_what_the_action_did(faction, id, prepare, answers, star):
    s = bronx(positions="draw-two")
    give(s, faction, id)
    if prepare == "vul":
        tile(s, "4a", P, pop=5, orgs="P")
        street(s, 4, vul=1)
    if prepare in ("trouble", "calm"):
        tile(s, "4a", P, pop=5, vul=1)
        street(s, 4, vul=2 if prepare == "trouble" else 1)
    if prepare == "home":
        tile(s, "5a", P, pop=1)
        street(s, 4, pop=1)
        answers = [word for word in answers if word != "done"] + ["done"]
    if prepare == "paper":
        tile(s, "4a", C, pop=5, vul=1, orgs="CV")
        street(s, 4, pop=1)
        s.bonds[3] = 2
        answers = [*answers[:-1], "vulnerability", "done"]
    act(s, faction, *answers)
    assert s.stars[faction] == int(star)


# ------------------------------------------------------------------ 6.3, 6.4


@pytest.mark.rule("positions.priority-objective", "position.organizer.priority-objective", "vp.sources")
@pytest.mark.parametrize(("achieved", "points"), [(1, 2), (0, 1)])
def test_the_priority_objective_of_an_achieved_position_scores_two(achieved, points):
    s = bronx(positions="draw-two")
    give(s, C, "organizer")
    s.achieved[C] = achieved
    jail(s, 1)
    for name in ("4a", "5a"):
        tile(s, name, P, pop=1, orgs="PC")
    s.vp[P] = 3  # nobody is four ahead
    census(s, "objectives", until="reset")
    assert s.tally[C] == {"social-movement": points}


@pytest.mark.rule("positions.reset.record", "positions.reset.redraw")
def test_in_reset_an_achieved_position_goes_to_the_record_and_a_new_one_is_drawn():
    s = bronx(positions="draw-two")
    for faction, id in ((P, "workhorse"), (C, "organizer"), (V, "loss-leader")):
        give(s, faction, id)
    s.achieved[C] = 1
    s.phase = "reset-positions"
    question = play(s, "no", dice=("position:independent", "position:advocate"))
    assert question.seat == C and question.options == ["position:independent", "position:advocate"]
    assert s.record[C] == [194000 + IDS.index("organizer")]
    assert IDS.index("organizer") not in s.position_bags[C]


@pytest.mark.rule("positions.reset.discard-option")
def test_in_reset_an_unachieved_position_may_be_put_back():
    s = bronx(positions="draw-two")
    for faction, id in ((P, "workhorse"), (C, "organizer"), (V, "loss-leader")):
        give(s, faction, id)
    s.stars[P] = 1
    s.phase = "reset-positions"
    question = play(s)
    assert question.seat == P and question.purpose == "discard-position"
    s.phase = "reset-positions"
    play(
        s,
        "yes",
        "position:ombudsman",
        "no",
        "no",
        until="next-decade",
        dice=("position:ombudsman", "position:workhorse"),
    )
    assert s.position[P] == IDS.index("ombudsman") and s.stars[P] == 0
    assert IDS.index("workhorse") in s.position_bags[P] and s.position[C] == IDS.index("organizer")


@pytest.mark.rule("reset.final-census-skipped")
def test_in_the_final_census_achieved_positions_are_recorded():
    s = bronx(positions="draw-two")
    give(s, C, "organizer")
    s.achieved[C], s.decade = 1, s.last
    census(s, "objectives", until="over")
    assert s.record[C] == [195000 + IDS.index("organizer")]
