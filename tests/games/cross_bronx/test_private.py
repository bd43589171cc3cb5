"""4.3.2: Develop, Invest, Pay Off, Suburbanize."""

import pytest

from tabletown.games.cross_bronx.rules.actions import why_not
from tabletown.games.cross_bronx.state import INDEX, LOAN, LOAN_UP, OWN_THIN_TILES_EXHAUSTED

from .boards import C, P, V, act, awaiting, bronx, exhausted, hold, on, owner, react, street, tile, unhoused


@pytest.mark.rule("private.develop.place", "private.develop.move-in", "private.develop.vulnerability")
def test_develop_places_a_tile_for_four_takes_one_from_each_neighbour_and_troubles_one_of_them():
    s = bronx()
    tile(s, "3a", P, pop=5)
    tile(s, "4a", P, pop=5)
    street(s, 6, pop=1)
    question = act(s.copy(), V, "action:develop", "district:5", "tile:3a")
    assert question.options == ["tile:4a", "street:6", "done"]  # District 3 can give only one
    question = act(s.copy(), V, "action:develop", "district:5", "tile:3a", "tile:4a", "street:6")
    assert list(question.options) == ["district:3", "district:4", "district:6"]
    act(s, V, "action:develop", "district:5", "tile:3a", "tile:4a", "street:6", "district:3")
    assert owner(s, "5a") == V and on(s, "5a") == (3, 0, "") and s.resources[V] == 6 and on(s, "3a")[1] == 1


@pytest.mark.rule("private.develop.buy-out", "develop.consent", "infra.replaced-contents")
def test_develop_buys_an_unexhausted_tile_for_three_paid_to_its_owner_who_cannot_refuse():
    s = bronx()
    tile(s, "5a", C, pop=2, orgs="C")
    tile(s, "5b", P, pop=1)
    question = act(s.copy(), V, "action:develop", "district:5", "option:buy-out")
    assert question.seat == V and question.options == ["tile:5a", "tile:5b"]
    act(s, V, "action:develop", "district:5", "option:buy-out", "tile:5a", "district:4")
    assert owner(s, "5a") == V and on(s, "5a") == (2, 0, "C") and s.resources == [10, 13, 7]
    assert s.tiles_left[C] == 8


@pytest.mark.rule("private.develop.replace-exhausted")
def test_develop_replaces_an_exhausted_tile_for_two_paid_to_nobody():
    s = bronx()
    tile(s, "5a", C, exhausted=True)
    act(s, V, "action:develop", "district:5", "option:replace", "district:4")
    assert owner(s, "5a") == V and s.resources == [10, 10, 8]


@pytest.mark.rule("develop.move-in-unhoused", "private.develop.move-in")
def test_population_moved_in_by_develop_may_end_unhoused_without_a_vulnerability_there():
    s = bronx()
    tile(s, "3a", P, pop=5)
    tile(s, "5a", C, pop=5)
    act(s, V, "action:develop", "district:5", "option:buy-out", "tile:3a", "district:4")
    assert unhoused(s, 5) == (1, 0) and unhoused(s, 4) == (0, 1)


@pytest.mark.rule("private.invest.place", "debt.limit.private")
def test_invest_places_an_organization_for_two_down_to_minus_five():
    s = bronx()
    tile(s, "4a", P, pop=5)
    s.resources[V] = -3
    react(s, V, "action:invest", "district:4", "option:place")
    assert on(s, "4a")[2] == "V" and s.resources[V] == -5
    assert why_not(s, "invest", "loan", INDEX[4]).rule == "debt.limit.voluntary-spending"


@pytest.mark.rule("private.invest.activate", "private.invest.activate-partner", "np79.r1.private.coalition-whatif")
def test_invest_activates_for_employees_and_may_pay_the_partner():
    s = bronx()
    tile(s, "9a", V, pop=5, vul=1, orgs="PV")
    street(s, 9, vul=1)
    s.resources[V] = 9
    act(s, V, "action:invest", "district:9", "option:activate", "street:9", "yes", "done")
    assert s.mitigated == [0, 0, 2] and on(s, "9a") == (5, 0, "pv") and s.resources == [11, 10, 6]


@pytest.mark.rule("private.invest.loan", "invest.no-loan-left", "grant-loan.none-left")
def test_invest_places_a_loan_for_one_where_there_is_none():
    s = bronx()
    act(s, V, "action:invest", "district:4", "district:5", "district:6")
    assert s.resources[V] == 7 and s.loans == 0
    assert [s.awaiting[INDEX[number] * 4 + LOAN_UP] for number in (4, 5, 6)] == [1, 1, 1]
    assert why_not(s, "invest", "loan", INDEX[9]).rule == "invest.no-loan-left"
    s = bronx()
    tile(s, "4a", P, pop=1, orgs="P")
    hold(s, "4a", P, LOAN, down=True)
    awaiting(s, 5, LOAN)
    assert why_not(s, "invest", "loan", INDEX[4]).rule == "private.invest.loan"
    assert why_not(s, "invest", "loan", INDEX[5]).rule == "private.invest.loan"
    s = bronx()
    street(s, 6, orgs="C", bits=LOAN)  # an unhoused Organization keeps its Loan
    assert why_not(s, "invest", "loan", INDEX[6]).rule == "private.invest.loan"


@pytest.mark.rule("private.payoff.cost", "budget.inactive-needed")
def test_pay_off_needs_a_private_organization_to_activate_or_remove_and_one_resource():
    s = bronx()
    tile(s, "6a", V, pop=4, vul=1, orgs="V")
    assert why_not(s, "pay-off", "move", INDEX[5]).rule == "private.payoff.cost"
    question = act(s.copy(), V, "action:pay-off", "district:6")
    assert question.options == ["activate", "remove"]
    act(s, V, "action:pay-off", "district:6", "activate", "done")
    assert s.resources[V] == 9 and on(s, "6a") == (4, 1, "v")
    act(s, V, "action:pay-off", "district:6", "done")  # only removal is possible
    assert on(s, "6a")[2] == "" and s.resources[V] == 8


@pytest.mark.rule("private.payoff.move", "private.payoff.exhaust", "payoff.exhaust-choice", "np79.r2.private.payoff")
def test_pay_off_moves_vulnerabilities_and_exhausts_where_they_become_too_many():
    s = bronx()
    tile(s, "6a", V, pop=4, vul=1, orgs="V")
    tile(s, "6b", C, pop=3, vul=1)
    tile(s, "5a", P, pop=5, vul=1)
    tile(s, "5b", V, pop=2, vul=1)
    street(s, 5, vul=1)
    question = act(
        s.copy(), V, "action:pay-off", "district:6", "activate", "tile:6a", "district:5", "tile:6b", "district:5"
    )
    assert question.purpose == "exhaust-tile" and question.options == ["tile:5a", "tile:5b"]
    act(
        s,
        V,
        "action:pay-off",
        "district:6",
        "activate",
        "tile:6a",
        "district:5",
        "tile:6b",
        "district:5",
        "tile:5b",
    )
    assert exhausted(s, "5b") and unhoused(s, 5) == (2, 4) and s.resources[V] == 9
    assert s.done[OWN_THIN_TILES_EXHAUSTED] == 1


@pytest.mark.rule("private.payoff.move")
def test_pay_off_moves_no_third_vulnerability():
    s = bronx()
    tile(s, "6a", V, pop=4, orgs="V")
    street(s, 6, vul=3)
    answers = ("activate", "street:6", "district:5", "street:6", "district:4")
    assert act(s, V, "action:pay-off", "district:6", *answers) is None
    assert unhoused(s, 6) == (0, 1) and unhoused(s, 5) == unhoused(s, 4) == (0, 1)


@pytest.mark.rule("private.payoff.exhaust", "quota.infrastructure-counts-exhausted")
def test_as_many_unhoused_as_tiles_exhaust_nothing_and_exhausted_tiles_count():
    s = bronx()
    tile(s, "6a", V, pop=4, vul=1, orgs="V")
    tile(s, "5a", P, pop=5, vul=1)
    tile(s, "5b", V, exhausted=True)
    street(s, 5, vul=1)
    act(s, V, "action:pay-off", "district:6", "activate", "tile:6a", "district:5")
    assert unhoused(s, 5) == (0, 2) and not exhausted(s, "5a")


@pytest.mark.rule("payoff.two-into-one", "payoff.zero-moved", "private.payoff.move")
def test_two_pay_offs_into_one_district_exhaust_twice_and_moving_to_two_districts_is_allowed():
    s = bronx()
    tile(s, "6a", V, pop=4, vul=1, orgs="V")
    tile(s, "4a", V, pop=4, vul=1, orgs="V")
    tile(s, "5a", P, pop=5, vul=1)
    tile(s, "5b", C, pop=5, vul=1)
    street(s, 5, vul=2)
    # one more makes three against two tiles; the vulnerability of the exhausted tile makes it four, one more five
    answers = ("activate", "tile:6a", "district:5", "tile:5a", "district:4", "activate", "tile:4a", "district:5")
    act(s, V, "action:pay-off", "district:6", *answers)
    assert exhausted(s, "5a") and exhausted(s, "5b")


@pytest.mark.rule("private.payoff.exhaust")
def test_pay_off_into_two_districts_exhausts_in_each_of_them():
    s = bronx()
    tile(s, "6a", V, pop=4, orgs="V")
    street(s, 6, vul=2)
    for name, number in (("5a", 5), ("4a", 4)):
        tile(s, name, P, pop=5, vul=1)
        street(s, number, vul=1)
    answers = ("activate", "street:6", "district:5", "street:6", "district:4")
    act(s, V, "action:pay-off", "district:6", *answers)
    assert exhausted(s, "4a") and exhausted(s, "5a")


@pytest.mark.rule("private.suburbanize.remove", "private.suburbanize.price", "private.suburbanize.free")
def test_suburbanize_removes_up_to_two_for_one_resource_each_and_has_its_price():
    s = bronx()
    tile(s, "4a", C, pop=5, orgs="V")
    s.resources[V] = -6
    question = act(s.copy(), V, "action:suburbanize", "district:4", "tile:4a", "tile:4a")
    assert question.options == ["activate", "remove", "vulnerability"]
    act(s, V, "action:suburbanize", "district:4", "tile:4a", "tile:4a", "activate", "done")
    assert on(s, "4a") == (3, 0, "v") and s.resources[V] == -4
    act(s, V, "action:suburbanize", "district:4", "done", "vulnerability", "done")
    assert on(s, "4a") == (3, 1, "v") and s.resources[V] == -4


@pytest.mark.rule("suburbanize.visualisation", "housing.auto-rehouse")
def test_suburbanizing_unhoused_population_leaves_the_housed_where_they_are():
    s = bronx()
    tile(s, "4a", C, pop=5, vul=1)
    street(s, 4, pop=2)
    act(s, V, "action:suburbanize", "district:4", "street:4", "street:4", "done")
    assert s.resources[V] == 12 and on(s, "4a")[0] == 5 and unhoused(s, 4) == (0, 1)
