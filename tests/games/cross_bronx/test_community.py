"""4.2.2: Build, Organize, Mobilize, Fundraise."""

import pytest

from tabletown.games.cross_bronx.rules.actions import why_not
from tabletown.games.cross_bronx.state import ECONOMIC_COALITIONS_LEFT, GRANT, INDEX, LOAN, ORG

from .boards import C, P, V, act, awaiting, bronx, hold, on, org, owner, react, street, tile, unhoused


@pytest.mark.rule("community.build.place", "community.build.vulnerability")
def test_build_places_a_tile_for_four_and_up_to_three_move_in():
    s = bronx()
    tile(s, "3a", P, pop=5)
    street(s, 6, pop=1)
    question = act(s.copy(), C, "action:build", "district:5", "tile:3a", "tile:3a")
    assert "done" in question.options
    act(s, C, "action:build", "district:5", "tile:3a", "tile:3a", "street:6")
    assert owner(s, "5a") == C and on(s, "5a") == (3, 0, "") and s.resources[C] == 6


@pytest.mark.rule("community.build.place", "community.mobilize.population")
def test_build_takes_no_fourth_and_mobilize_no_third_population():
    s = bronx()
    tile(s, "3a", P, pop=5)
    assert act(s.copy(), C, "action:build", "district:5", "tile:3a", "tile:3a", "tile:3a") is None
    question = act(s, C, "action:mobilize", "district:3", "district:5", "tile:3a", "tile:3a")
    assert question.purpose == "vulnerability-district"


@pytest.mark.rule("community.build.replace", "community.build.vulnerability")
def test_build_replaces_an_exhausted_tile_for_two_and_up_to_two_move_in():
    s = bronx()
    tile(s, "3a", P, pop=5)
    tile(s, "5a", V, exhausted=True)
    street(s, 5, pop=4)
    act(s, C, "action:build", "district:5", "option:replace", "tile:3a", "tile:3a")
    # four waited; one of the two found room, the other brings a Vulnerability
    assert owner(s, "5a") == C and on(s, "5a") == (5, 1, "") and unhoused(s, 5) == (1, 0) and s.resources[C] == 8


@pytest.mark.rule("community.build.place", "infra.replace-own")
def test_build_may_move_nobody_in_and_replaces_no_own_tile():
    s = bronx()
    tile(s, "3a", P, pop=5)
    tile(s, "5b", C, exhausted=True)
    assert why_not(s, "build", "replace", INDEX[5]).rule == "infra.replace-own"
    act(s, C, "action:build", "district:5", "done")
    assert on(s, "5a") == (0, 0, "")


@pytest.mark.rule("community.organize.place")
def test_organize_places_an_organization_for_two():
    s = bronx()
    tile(s, "4a", V, pop=5)
    act(s, C, "action:organize", "district:4")
    assert on(s, "4a")[2] == "C" and s.resources[C] == 8


@pytest.mark.rule("community.organize.activate", "community.organize.activate-partner")
def test_organize_activates_for_activists_and_may_pay_the_partner():
    s = bronx()
    tile(s, "4a", P, pop=5, vul=1, orgs="CV")
    street(s, 4, vul=1)
    act(s, C, "action:organize", "district:4", "tile:4a", "yes")
    assert s.mitigated == [0, 2, 0] and on(s, "4a")[2] == "cv" and s.resources == [10, 7, 11]


@pytest.mark.rule("organize-invest-service.one-option")
def test_each_district_gets_one_option_of_organize_and_of_mobilize():
    s = bronx()
    tile(s, "4a", P, pop=5, vul=1, orgs="C")
    tile(s, "4b", P, pop=5)
    tile(s, "5a", P, pop=1)
    assert act(s.copy(), C, "action:organize", "district:4").options == ["option:place", "option:activate"]
    question = act(s, C, "action:mobilize", "district:4")
    assert question.options == ["option:population", "option:organization"]
    assert question.rule == "organize-invest-service.one-option"


@pytest.mark.rule("community.mobilize.population", "mobilize.zero-population", "community.mobilize.free")
def test_mobilize_moves_up_to_two_to_one_adjacent_district_and_a_vulnerability_to_either():
    s = bronx()
    tile(s, "4a", P, pop=2)
    s.resources[C] = -2
    question = act(s.copy(), C, "action:mobilize", "district:4")
    assert question.purpose == "destination" and "district:9" not in question.options
    question = act(s.copy(), C, "action:mobilize", "district:4", "district:5", "tile:4a", "tile:4a")
    assert question.options == ["district:4", "district:5"]
    act(s, C, "action:mobilize", "district:4", "district:5", "tile:4a", "tile:4a", "district:4", "done")
    assert unhoused(s, 5) == (2, 0) and on(s, "4a") == (0, 1, "") and s.resources[C] == -2
    act(s, C, "action:mobilize", "district:5", "district:6", "done", "district:6", "done")
    assert unhoused(s, 6) == (0, 1)  # nobody moved, but the Vulnerability was added all the same


@pytest.mark.rule("community.mobilize.organization", "org.refresh.when", "mobilize.vulnerability-first")
def test_mobilize_refreshes_and_moves_an_organization_with_its_marker():
    s = bronx()
    tile(s, "4a", P, pop=5, orgs="c")
    tile(s, "5a", P, pop=5)
    hold(s, "4a", C, LOAN)
    awaiting(s, 5, GRANT)  # it has a marker already and leaves this one
    act(s, C, "action:mobilize", "district:4", "option:organization", "done")
    assert on(s, "4a") == (5, 1, "") and org(s, "5a", C) == ORG | LOAN and s.grants == 5


@pytest.mark.rule("community.mobilize.organization-takes-marker", "grant-loan.next-organization-must-take")
def test_a_mobilized_organization_without_a_marker_must_take_an_awaiting_one():
    s = bronx()
    tile(s, "4a", P, pop=5, orgs="C")
    tile(s, "5a", P, pop=5)
    awaiting(s, 5, LOAN)
    act(s, C, "action:mobilize", "district:4", "option:organization", "done")
    assert org(s, "5a", C) == ORG | LOAN


@pytest.mark.rule("mobilize.full-destination", "org.place.needs-room")
def test_an_organization_cannot_move_where_no_tile_has_room():
    s = bronx()
    tile(s, "4a", P, pop=5, orgs="C")
    tile(s, "5a", P, pop=5, orgs="C")
    assert why_not(s, "mobilize", "organization", INDEX[4]).rule == "org.place.needs-room"
    assert why_not(s, "mobilize", "organization", INDEX[6]).rule == "community.mobilize.organization"


def test_leaving_an_economic_coalition_is_noted_for_goals():
    s = bronx()
    tile(s, "4a", P, pop=5, orgs="CV")
    tile(s, "5a", P, pop=5)
    act(s, C, "action:mobilize", "district:4", "option:organization", "done")
    assert s.done[ECONOMIC_COALITIONS_LEFT] == 1


@pytest.mark.rule("community.fundraise.rolls", "community.fundraise.result", "community.fundraise.stop")
def test_fundraise_rolls_once_per_occupied_community_tile_and_may_stop():
    s = bronx()
    tile(s, "4a", C, pop=1)
    tile(s, "4b", C, pop=5)
    tile(s, "4c", C)  # empty: no roll
    question = act(s.copy(), C, "action:fundraise", "district:4", dice=("2/0",))
    assert question.purpose == "roll" and question.options == ["yes", "no"]
    twin = s.copy()
    act(twin, C, "action:fundraise", "district:4", "tile:4c", "no", dice=("1/1",))
    assert twin.resources[C] == 11 and on(twin, "4c")[1] == 1
    assert act(s, C, "action:fundraise", "district:4", "yes", dice=("2/0", "1/0")) is None  # no third roll
    assert s.resources[C] == 13


@pytest.mark.rule("community.fundraise.district-by-district")
def test_fundraise_finishes_one_district_before_the_next():
    s = bronx()
    tile(s, "4a", C, pop=1)
    tile(s, "4b", C, pop=1)
    tile(s, "5a", C, pop=1)
    question = act(s, C, "action:fundraise", "district:4", "no", dice=("1/0",))
    assert question.options == ["district:5", "done"]


@pytest.mark.rule("community.fundraise.free", "community.fundraise.rolls")
def test_fundraise_costs_nothing_and_needs_population_on_a_community_tile():
    s = bronx()
    tile(s, "4a", P, pop=5)
    tile(s, "5a", C, pop=1)
    s.resources[C] = -9
    assert why_not(s, "fundraise", "roll", INDEX[4]).rule == "community.fundraise.rolls"
    react(s, C, "action:fundraise", "district:5", dice=("2/1",))
    assert s.resources[C] == -7 and on(s, "5a")[1] == 1
