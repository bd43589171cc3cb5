"""2.2.1, 2.2.2: cubes, Infrastructure and housing."""

import pytest

from tabletown.games.cross_bronx.rules.housing import (
    ECONOMIC,
    NO_COALITION,
    SOCIAL,
    coalition,
    population,
    room_for_population,
    room_for_vulnerability,
    vulnerabilities,
    why_not_stand,
)
from tabletown.games.cross_bronx.state import GRANT, INDEX, LOAN

from .boards import (
    C,
    P,
    V,
    act,
    bronx,
    census,
    exhausted,
    hold,
    jail,
    on,
    org,
    owner,
    perform,
    street,
    tile,
    unhoused,
)


@pytest.mark.rule("vulnerability.never-population", "audit.income.vulnerability-none")
def test_vulnerabilities_are_never_counted_as_population():
    s = bronx()
    tile(s, "4a", P, pop=4, vul=1)
    street(s, 4, vul=3)
    assert population(s, INDEX[4]) == 4 and vulnerabilities(s, INDEX[4]) == 4
    act(s, P, "action:budget", "district:4", "count:0", "done")
    assert s.resources[P] == 10  # four Population and four Vulnerabilities are not five Population


@pytest.mark.rule(
    "infra.capacity.population-five",
    "infra.capacity.vulnerability-one",
    "infra.capacity.organizations-two",
    "tile.capacity.public-tile",
)
def test_a_tile_houses_five_population_one_vulnerability_two_organizations():
    s = bronx()
    space = tile(s, "4a", P, pop=3)
    assert room_for_population(s, space) == 2 and room_for_vulnerability(s, space) == 1
    s.pop[space], s.vul[space], s.orgs[space * 3 : space * 3 + 2] = 5, 1, [1, 1]
    assert room_for_population(s, space) == 0 and room_for_vulnerability(s, space) == 0
    assert why_not_stand(s, space, V).id == "has-two-organizations"


@pytest.mark.rule("infra.capacity.one-per-faction", "org.place.needs-room")
def test_no_tile_takes_two_organizations_of_one_faction():
    s = bronx()
    one = tile(s, "4a", P, pop=5, orgs="P")
    assert why_not_stand(s, one, P).id == "has-organization" and why_not_stand(s, one, C) is None
    question = act(s, P)
    assert "action:service" not in question.options
    assert question.why(*question.about, "action:service").rule == "org.place.needs-room"


@pytest.mark.rule("infra.any-owner-houses", "components.infrastructure-glossary")
def test_a_tile_houses_pieces_of_every_faction():
    s = bronx()
    tile(s, "4a", V, pop=5)
    act(s, C, "action:organize", "district:4")
    assert on(s, "4a") == (5, 0, "C")


@pytest.mark.rule("housing.on-placement.maximum", "housing.definition", "action.vulnerability-is-housed-first")
def test_entering_pieces_are_housed_as_far_as_there_is_room():
    s = bronx()
    tile(s, "4a", P, pop=4)
    act(s, P, "action:budget", "district:4", "count:2", "done")
    assert on(s, "4a") == (5, 1, "") and unhoused(s, 4) == (1, 0)
    act(s, P, "action:budget", "district:4", "count:0", "done")
    assert unhoused(s, 4) == (1, 1)  # the second Vulnerability finds its place taken


@pytest.mark.rule("housing.on-placement.active-player-chooses")
def test_the_active_player_picks_the_tile():
    s = bronx()
    tile(s, "4a", P, pop=2)
    tile(s, "4b", C, pop=2)
    question = act(s, P, "action:budget", "district:4", "count:1")
    assert question.seat == P and question.options == ["tile:4a", "tile:4b"]
    act(s, P, "action:budget", "district:4", "count:1", "tile:4b", "tile:4a", "done")
    assert on(s, "4b")[0] == 3


@pytest.mark.rule("housing.new-tile.fill", "house.sequence")
def test_a_new_tile_first_takes_in_the_unhoused_of_its_district():
    s = bronx()
    street(s, 4, pop=4, vul=2, orgs="C")
    act(s, P, "action:house", "district:4")
    # four waited and moved in; one of the two newcomers got the fifth place, the other causes a Vulnerability
    assert on(s, "4a") == (5, 1, "C")
    assert unhoused(s, 4) == (1, 2) and s.street_orgs == []


@pytest.mark.rule("housing.new-tile.fill", "housing.replacement-is-placement")
def test_a_replacement_takes_in_the_unhoused_too():
    s = bronx()
    tile(s, "4a", P, exhausted=True)
    street(s, 4, pop=2, vul=1)
    act(s, C, "action:build", "district:4", "option:replace")
    assert owner(s, "4a") == C and on(s, "4a") == (2, 1, "") and unhoused(s, 4) == (0, 0)


@pytest.mark.rule("housing.new-tile.organization-choice")
def test_the_active_player_picks_which_waiting_organizations_move_in():
    s = bronx()
    street(s, 4, orgs="PCV")
    question = act(s, P, "action:house", "district:4")
    assert question.purpose == "rehouse-organization" and len(question.options) == 3
    s = bronx()
    street(s, 4, orgs="PCV")
    act(s, P, "action:house", "district:4", "org:4:private", "org:4:public")
    assert on(s, "4a") == (2, 0, "PV")
    assert coalition(s, 11) == ECONOMIC  # formed at once


@pytest.mark.rule("housing.housed-stay-put", "housing.auto-rehouse")
def test_unhoused_pieces_do_not_move_into_a_gap_by_themselves():
    s = bronx()
    tile(s, "4a", P, pop=5, vul=1, orgs="P")
    street(s, 4, pop=2, vul=1)
    act(s, P, "action:service", "district:4", "tile:4a")
    assert on(s, "4a") == (5, 0, "p") and unhoused(s, 4) == (2, 1)


@pytest.mark.rule("housing.removal.active-player-chooses", "housing.removal-unhoused-or-housed")
def test_the_active_player_picks_what_is_removed():
    s = bronx()
    tile(s, "4a", P, pop=2)
    tile(s, "4b", C, pop=2)
    street(s, 4, pop=1)
    question = act(s, V, "action:suburbanize", "district:4")
    assert question.options == ["tile:4a", "tile:4b", "street:4", "done"]


@pytest.mark.rule("infra.exhaust.flip", "infra.exhaust.rehouse-maximum", "infra.exhaust.leftovers-unhoused")
def test_an_exhausted_tile_houses_nothing_and_its_pieces_look_for_room():
    s = bronx()
    tile(s, "6a", C, pop=4, vul=1, orgs="CV")
    tile(s, "6b", P, pop=3, vul=1, orgs="P")
    perform(s, P, 18, "tile:6a", "org:6:community", "street:6", "street:6")
    assert exhausted(s, "6a") and owner(s, "6a") == C and on(s, "6a") == (0, 0, "")
    assert on(s, "6b") == (5, 1, "PC")  # two found homes, and one Organization
    assert unhoused(s, 6) == (0, 2)  # the two left over were removed by the Event, which adds a Vulnerability
    assert len(s.street_orgs) == 1


@pytest.mark.rule("infra.exhaust.rehouse-choice", "coalition.rehouse-choice-on-exhaust")
def test_the_active_player_picks_which_organization_finds_room_but_all_that_can_must():
    s = bronx()
    tile(s, "6a", C, orgs="CV")
    tile(s, "6b", P, pop=1, orgs="P")
    tile(s, "6c", P, pop=1, orgs="V")
    # Community fits on both tiles, Private only on 6b, so Community must leave it to Private
    perform(s, P, 18, "tile:6a", "tile:6b", "tile:6c")
    assert on(s, "6b")[2] == "PV" and on(s, "6c")[2] == "CV"


@pytest.mark.rule("infra.exhausted.lifetime")
def test_exhausted_tiles_stay_until_replaced_or_until_the_audit():
    s = bronx()
    tile(s, "4a", P, exhausted=True)
    tile(s, "4b", P, pop=5)
    census(s, "quota", until="audit")
    assert exhausted(s, "4a")
    census(s, "audit", until="loans")
    assert owner(s, "4a") == -1 and not exhausted(s, "4a")


@pytest.mark.rule("unhoused.cubes-persist")
def test_unhoused_cubes_stay_in_their_district_through_the_census():
    s = bronx()
    tile(s, "4a", C, pop=5, vul=1)
    street(s, 4, pop=2, vul=3)
    census(s, "quota", "pass", "no", "no", until="reset")
    census(s, "reset", until="reveal")
    assert unhoused(s, 4) == (2, 2)  # 3 + 1 for the unhoused, half to Corrections


@pytest.mark.rule(
    "coalition.formed-automatically", "coalition.social", "coalition.economic", "coalition.marker.per-tile"
)
@pytest.mark.parametrize(
    ("orgs", "kind"),
    [("P", NO_COALITION), ("PC", SOCIAL), ("PV", ECONOMIC), ("CV", ECONOMIC), ("V", NO_COALITION), ("", NO_COALITION)],
)
def test_two_organizations_on_a_tile_are_a_coalition(orgs, kind):
    s = bronx()
    assert coalition(s, tile(s, "4a", P, pop=1, orgs=orgs)) == kind


@pytest.mark.rule("coalition.dissolves")
def test_a_coalition_ends_when_a_partner_leaves_and_may_form_again_elsewhere():
    s = bronx()
    space = tile(s, "6a", C, pop=1, orgs="PC")
    other = tile(s, "6b", P, pop=1)
    perform(s, V, 18, "tile:6a")
    assert coalition(s, space) == NO_COALITION and coalition(s, other) == SOCIAL


@pytest.mark.rule("infra.replaced-contents", "housing.replacement-is-placement", "private.develop.buy-out")
def test_a_bought_out_tile_is_swapped_under_what_it_houses_and_its_room_is_filled():
    s = bronx()
    tile(s, "4a", C, pop=3, vul=1, orgs="Pc")
    hold(s, "4a", P, LOAN)
    street(s, 4, pop=1)
    act(s, V, "action:develop", "district:4", "option:buy-out", "district:1")
    assert owner(s, "4a") == V and on(s, "4a") == (4, 1, "Pc")
    assert org(s, "4a", P) & LOAN and s.resources == [10, 13, 7]
    assert unhoused(s, 4) == (0, 0)


@pytest.mark.rule("house.pool-short", "pool.empty", "census.quota.vulnerability-for-unhoused")
def test_with_an_empty_pool_the_rest_is_still_done():
    s = bronx()
    s.pop_pool -= 98
    s.pop[0:20] = [0] * 20
    street(s, 9, pop=0)
    s.street_pop[INDEX[9]] += 98
    jail(s, 10, 30)
    act(s, P, "action:house", "district:1")
    assert on(s, "1a") == (1, 0, "") and s.pop_pool == 0
    census(s, "quota", until="corrections")
    assert unhoused(s, 9) == (98, 0)  # no Vulnerability was left to add


@pytest.mark.rule("grant-loan.unhoused-holder", "org.unhoused.only-by-exhaustion")
def test_an_organization_becomes_unhoused_by_exhaustion_and_keeps_its_marker():
    s = bronx()
    tile(s, "6a", C, pop=0, orgs="C")
    hold(s, "6a", C, GRANT)
    perform(s, P, 18)
    assert len(s.street_orgs) == 1 and s.street_orgs[0] & GRANT
