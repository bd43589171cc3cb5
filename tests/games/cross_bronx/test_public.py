"""4.1.2: House, Service, Relocate, Budget."""

import pytest

from tabletown.games.cross_bronx.rules.actions import why_not
from tabletown.games.cross_bronx.state import INDEX, PARTNERS_ACTIVATED

from .boards import C, P, V, act, blight, bronx, exhausted, jail, on, owner, react, street, tile, unhoused


@pytest.mark.rule("public.house.place", "public.house.population", "public.house.vulnerability")
def test_house_places_a_tile_for_four_and_adds_two_population():
    s = bronx()
    act(s, P, "action:house", "district:4")
    assert owner(s, "4a") == P and on(s, "4a") == (2, 0, "") and s.resources[P] == 6
    s.resources[P] = 3
    assert why_not(s, "house", "place", INDEX[4]).rule == "debt.limit.voluntary-spending"


@pytest.mark.rule("public.house.vulnerability")
def test_house_adds_a_vulnerability_only_if_population_is_then_unhoused():
    s = bronx()
    street(s, 4, pop=4)
    act(s, P, "action:house", "district:4")
    assert on(s, "4a") == (5, 1, "") and unhoused(s, 4) == (1, 0)


@pytest.mark.rule("public.house.replace", "infra.replace-own", "infra.exhausted-occupies-space")
def test_house_replaces_another_factions_exhausted_tile_for_two():
    s = bronx()
    tile(s, "5a", P, exhausted=True)
    assert why_not(s, "house", "replace", INDEX[5]).rule == "infra.replace-own"  # not an own one
    tile(s, "5b", V, exhausted=True)
    tile(s, "5c", C, exhausted=True)
    question = act(s.copy(), P, "action:house", "district:5")
    assert question.options == ["tile:5b", "tile:5c"]  # no free space is needed
    act(s, P, "action:house", "district:5", "tile:5c")
    assert owner(s, "5c") == P and not exhausted(s, "5c") and on(s, "5c")[0] == 2 and s.resources[P] == 8


@pytest.mark.rule("public.service.place", "housing.on-placement.active-player-chooses")
def test_service_places_an_organization_for_two():
    s = bronx()
    tile(s, "4a", C, pop=5)
    tile(s, "4b", V, pop=5)
    act(s, P, "action:service", "district:4", "tile:4b")
    assert on(s, "4b")[2] == "P" and s.resources[P] == 8


@pytest.mark.rule("public.service.activate", "activate.without-vulnerability")
def test_service_activates_an_organization_and_takes_a_vulnerability_as_a_case():
    s = bronx()
    tile(s, "4a", P, pop=5, orgs="P")
    assert why_not(s, "service", "activate", INDEX[4]).rule == "activate.without-vulnerability"
    street(s, 4, vul=1)
    act(s, P, "action:service", "district:4")
    assert on(s, "4a")[2] == "p" and s.mitigated == [1, 0, 0] and s.resources[P] == 8 and unhoused(s, 4) == (0, 0)


@pytest.mark.rule("public.service.activate-partner", "activate.partner-consent", "activate.partner-limit")
def test_service_may_pay_one_to_the_partner_for_another_vulnerability():
    s = bronx()
    tile(s, "4a", P, pop=5, vul=1, orgs="PC")
    street(s, 4, vul=1)
    question = act(s.copy(), P, "action:service", "district:4", "street:4")
    assert question.seat == P and question.purpose == "activate-partner"
    act(s, P, "action:service", "district:4", "street:4", "yes")
    assert on(s, "4a") == (5, 0, "pc") and s.mitigated == [2, 0, 0] and s.resources == [7, 11, 10]
    assert s.done[PARTNERS_ACTIVATED] == 1


@pytest.mark.rule("public.service.activate-partner", "activate.partner-limit")
@pytest.mark.parametrize("why", ["active partner", "no vulnerability left", "no resources left"])
def test_the_partner_must_be_inactive_another_vulnerability_left_and_the_resource_there(why):
    s = bronx()
    tile(s, "4a", P, pop=5, vul=1, orgs="Pc" if why == "active partner" else "PC")
    if why != "no vulnerability left":
        street(s, 4, vul=1)
    if why == "no resources left":
        s.resources[P] = 2
    answers = [] if why == "no vulnerability left" else ["tile:4a"]
    assert act(s, P, "action:service", "district:4", *answers) is None
    assert s.mitigated[P] == 1


@pytest.mark.rule("public.service.remove-blight", "service.blight-only-where-org")
def test_service_removes_blight_where_a_public_organization_stands():
    s = bronx()
    tile(s, "4a", C, pop=5, orgs="P")
    blight(s, 4)
    blight(s, 5)
    assert why_not(s, "service", "remove-blight", INDEX[5]).rule == "org.activate.requires-inactive"
    assert why_not(s, "service", "remove-blight", INDEX[6]).rule == "public.service.remove-blight"
    act(s, P, "action:service", "district:4")
    assert s.marker[INDEX[4]] == 0 and on(s, "4a")[2] == "p" and s.resources[P] == 8


@pytest.mark.rule("public.service.one-option-per-district")
def test_each_district_gets_one_of_the_service_options():
    s = bronx()
    tile(s, "4a", P, pop=5, vul=1, orgs="P")
    tile(s, "4b", P, pop=5)
    blight(s, 4)
    question = act(s.copy(), P, "action:service", "district:4")
    assert question.options == ["option:place", "option:activate", "option:remove-blight"]
    tile(s, "5a", P, pop=5)
    act(s, P, "action:service", "district:4", "option:activate", "district:5")
    assert on(s, "5a")[2] == "P" and s.resources[P] == 6


@pytest.mark.rule("corruption.two-public-orgs", "corruption.once")
def test_two_or_more_public_organizations_add_one_vulnerability_to_corrections():
    s = bronx()
    for number in (4, 5, 6):
        tile(s, f"{number}a", P, pop=5, vul=1, orgs="P")
    act(s, P, "action:service", "district:4", "district:5", "district:6")
    assert s.mitigated[P] == 3 and s.corrections == 1


@pytest.mark.rule("corruption.two-public-orgs", "corruption.react")
def test_one_public_organization_is_no_corruption():
    s = bronx()
    tile(s, "4a", P, pop=5, vul=1, orgs="P")
    act(s, P, "action:service", "district:4")
    tile(s, "5a", P, pop=5, vul=1, orgs="P")
    react(s, P, "action:service", "district:5")
    assert s.corrections == 0


@pytest.mark.rule("corruption.counts-partners", "corrections.corruption-overflow")
def test_public_partners_of_others_count_and_a_full_corrections_overflows():
    s = bronx()
    jail(s, 10)
    for number in (4, 5):
        tile(s, f"{number}a", P, pop=5, vul=1, orgs="PC")
        street(s, number, vul=1)
    act(s, C, "action:organize", "district:4", "street:4", "yes", "district:5", "street:5", "yes")
    assert s.mitigated[C] == 4 and (s.corrections, s.overflow) == (10, 1)


@pytest.mark.rule("corruption.counts-partners")
def test_service_against_blight_counts_but_budget_does_not():
    s = bronx()
    for number in (4, 5):
        tile(s, f"{number}a", P, pop=5, orgs="P")
    act(s, P, "action:budget", "district:4", "count:0", "activate", "district:5", "count:0", "activate", "done")
    assert s.corrections == 0
    s = bronx()
    for number in (4, 5):
        tile(s, f"{number}a", P, pop=5, orgs="P")
        blight(s, number)
    act(s, P, "action:service", "district:4", "district:5")
    assert s.corrections == 1


@pytest.mark.rule("public.relocate.move-in", "public.relocate.vulnerability", "housing.moved-counts-as-entering")
def test_relocate_moves_up_to_two_from_adjacent_districts_in_any_split_and_adds_a_vulnerability():
    s = bronx()
    tile(s, "5a", P, pop=1)
    tile(s, "3a", C, pop=5)
    street(s, 6, pop=1)
    tile(s, "1a", C, pop=5)  # not adjacent to 5
    question = act(s.copy(), P, "action:relocate", "district:5")
    assert question.options == ["tile:3a", "street:6", "done"]
    act(s, P, "action:relocate", "district:5", "tile:3a", "street:6", "done")
    assert on(s, "5a") == (3, 1, "") and on(s, "3a")[0] == 4 and unhoused(s, 6) == (0, 0)
    assert s.resources[P] == 10


@pytest.mark.rule("relocate.zero-population", "public.relocate.free")
def test_relocate_may_move_nobody_but_the_vulnerability_comes():
    s = bronx()
    tile(s, "4a", P, pop=5)
    s.resources[P] = -3
    act(s, P, "action:relocate", "district:5", "done", "done")
    assert unhoused(s, 5) == (0, 1) and s.resources[P] == -3


@pytest.mark.rule("public.budget.population", "public.budget.income", "income.fives-rounding")
def test_budget_adds_population_and_gains_one_per_full_five_on_public_tiles_there():
    s = bronx()
    tile(s, "4a", P, pop=4)
    tile(s, "4b", P, pop=4)
    tile(s, "4c", V, pop=5)
    twin = s.copy()
    act(twin, P, "action:budget", "district:4", "count:0", "tile:4a", "done")
    assert twin.resources[P] == 11  # eight in the District, though no tile has five
    act(s, P, "action:budget", "district:4", "count:2", "tile:4a", "done")
    assert s.resources[P] == 12 and on(s, "4a") == (5, 1, "")


@pytest.mark.rule("public.budget.price", "public.budget.free")
def test_budget_costs_an_activation_a_removal_or_a_vulnerability():
    s = bronx()
    tile(s, "4a", V, pop=5, orgs="P")
    question = act(s.copy(), P, "action:budget", "district:4", "count:0")
    assert question.options == ["activate", "remove", "vulnerability"]
    for answer, orgs, vul in (("activate", "p", 0), ("remove", "", 0), ("vulnerability", "P", 1)):
        twin = s.copy()
        twin.resources[P] = -9
        act(twin, P, "action:budget", "district:4", "count:0", answer, "done")
        assert on(twin, "4a") == (5, vul, orgs) and twin.resources[P] == -9


@pytest.mark.rule("public.relocate.move-in", "public.budget.population")
def test_relocate_and_budget_bring_two_population_to_a_district_and_no_third():
    s = bronx()
    tile(s, "3a", C, pop=5)
    question = act(s.copy(), P, "action:relocate", "district:5", "tile:3a", "tile:3a")
    assert question.purpose == "select-district"
    assert list(act(s, P, "action:budget", "district:3").options) == ["count:0", "count:1", "count:2"]
