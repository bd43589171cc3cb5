"""3.2.3: Expenses, Income, Resources, Loans, Bonds, Comptroller."""

import pytest

from tabletown.games.cross_bronx.rules.audit import audit, expenses, income
from tabletown.games.cross_bronx.rules.housing import coalitions, population, vulnerabilities
from tabletown.games.cross_bronx.setups import SETUPS
from tabletown.games.cross_bronx.state import DISTRICTS, GRANT, INDEX, LOAN, ORG

from .boards import C, P, V, blight, bronx, census, hold, org, owner, printed, street, tile


def row(s, faction, index, **how):
    return audit(s, **how)[faction * 10 + index]


@pytest.mark.rule("audit.expenses.infrastructure", "audit.expenses.exhausted")
def test_an_unexhausted_tile_costs_four_and_an_exhausted_one_two():
    s = bronx()
    tile(s, "4a", V, pop=5)
    tile(s, "4b", V, pop=5)
    tile(s, "5a", V, exhausted=True)
    assert (row(s, V, 0), row(s, V, 1)) == (8, 2)


@pytest.mark.rule(
    "audit.expenses.exhausted-removed", "tax.exhausted-not-taxed", "audit.exhausted-owner-expense-after-replace"
)
def test_exhausted_tiles_are_removed_in_the_census_and_not_taxed():
    s = bronx()
    tile(s, "4a", V, pop=0)
    tile(s, "5a", V, exhausted=True)
    left = s.tiles_left[V]
    census(s, "audit", until="loans")
    assert owner(s, "5a") == -1 and s.tiles_left[V] == left + 1
    assert s.audit[20 + 4] == 1 and s.audit[8] == 1  # tax on one tile, paid and received


@pytest.mark.rule("audit.expenses.organizations")
def test_each_organization_without_a_marker_costs_one():
    s = bronx()
    tile(s, "4a", P, orgs="PC")
    tile(s, "4b", P, orgs="PV")
    street(s, 5, orgs="C")
    hold(s, "4b", P, GRANT)
    assert [row(s, faction, 2) for faction in (P, C, V)] == [1, 2, 1]


@pytest.mark.rule("audit.expenses.loans", "audit.income.private-loans", "loan.interest")
def test_loans_cost_their_debtors_one_each_and_bring_private_one_each():
    s = bronx()
    tile(s, "4a", P, orgs="PC")
    hold(s, "4a", P, LOAN)
    hold(s, "4a", C, LOAN)
    s.loans, s.owed[C] = 0, 1
    assert [row(s, P, 3), row(s, C, 3), row(s, V, 3), row(s, V, 7)] == [1, 2, 0, 3]


@pytest.mark.rule(
    "audit.expenses.tax", "audit.expenses.public-untaxed", "tax.rounding-asymmetry", "audit.income.public-tax"
)
def test_tax_is_rounded_up_per_payer_and_once_for_public():
    s = bronx()
    tile(s, "4a", C, orgs="CV")  # Community 2 pieces, Private 1
    tile(s, "4b", C, orgs="P")  # Community 3
    assert (row(s, P, 4), row(s, C, 4), row(s, V, 4)) == (0, 2, 1)
    assert row(s, P, 8) == 2  # half of four
    s.tax = 2
    assert (row(s, C, 4), row(s, V, 4), row(s, P, 8)) == (3, 1, 4)


@pytest.mark.rule("audit.income.unhoused-none", "audit.income.vulnerability-none", "audit.income.own-housing")
def test_only_housed_population_earns_and_vulnerabilities_never():
    s = bronx()
    tile(s, "4a", C, pop=3, vul=1)
    tile(s, "4b", V, pop=4)
    tile(s, "4c", P, pop=5)
    street(s, 4, pop=9, vul=9)
    assert (row(s, C, 5), row(s, V, 5), row(s, P, 5)) == (3, 4, 0)
    assert row(s, P, 9) == 2  # twelve housed on the map


@pytest.mark.rule("audit.income.own-housing-blight", "income.blight-half-rounding")
def test_under_blight_own_housing_earns_half_summed_over_the_district():
    s = bronx()
    tile(s, "4a", C, pop=3)
    tile(s, "4b", C, pop=3)
    blight(s, 4)
    assert row(s, C, 5) == 3  # six together, not one and one


@pytest.mark.rule("audit.income.organizations", "income.fives-rounding")
def test_each_organization_earns_one_per_full_five_housed_in_its_district():
    s = bronx()
    tile(s, "4a", P, pop=5, orgs="CV")
    tile(s, "4b", V, pop=4, orgs="C")
    street(s, 4, pop=1)
    assert (row(s, C, 6), row(s, V, 6)) == (2, 1)
    s.pop[12] += 1
    s.street_pop[INDEX[4]] -= 1
    assert (row(s, C, 6), row(s, V, 6)) == (4, 2)


@pytest.mark.rule("audit.income.organizations-blight", "income.blight-organization-min")
def test_under_blight_an_organization_earns_at_most_one():
    s = bronx()
    tile(s, "4a", P, pop=5, orgs="C")
    tile(s, "4b", P, pop=5)
    tile(s, "5a", P, pop=4, orgs="C")
    blight(s, 4)
    blight(s, 5)
    assert row(s, C, 6) == 1


@pytest.mark.rule("audit.income.public-population", "income.public-blight-all")
def test_public_earns_one_per_five_housed_on_the_whole_map_without_blight():
    s = bronx()
    tile(s, "1a", P, pop=3)
    tile(s, "2a", C, pop=3)
    tile(s, "3a", V, pop=4)
    tile(s, "4a", P, pop=5)
    blight(s, 4)
    assert row(s, P, 9) == 2


@pytest.mark.rule("audit.income.public-organizations-none")
def test_public_organizations_and_tiles_earn_public_nothing_else():
    s = bronx()
    tile(s, "4a", P, pop=4, orgs="P")
    assert income(audit(s), P) == 0


@pytest.mark.rule("audit-markers.above-34")
def test_income_and_expenses_have_no_upper_end():
    s = bronx()
    for name in ("1a", "1b", "1c", "1d", "2a", "2b", "2c", "3a", "3b", "3c"):
        tile(s, name, V, pop=5)
    assert income(audit(s), V) == 50 and expenses(audit(s), V) == 45


@pytest.mark.rule("audit.resources.adjust", "audit.simultaneous", "audit.step-order")
def test_resources_change_by_income_minus_expenses():
    s = printed()
    assert [income(audit(s), f) - expenses(audit(s), f) for f in (P, C, V)] == [3, -1, -4]
    before = s.resources[:]
    census(s, "audit", until="loans")
    assert s.resources == [before[P] + 3, before[C] - 1, before[V] - 4]


@pytest.mark.rule("setup.board.from-decade")
@pytest.mark.parametrize("decade", sorted(SETUPS))
def test_every_setup_has_the_numbers_it_was_made_with(decade):
    s, check = printed(session=str(decade)), SETUPS[decade].check
    assert sum(population(s, d) for d in DISTRICTS) == check.pop and sum(s.street_pop) == check.unhoused_pop
    assert sum(vulnerabilities(s, d) for d in DISTRICTS) == check.vul and sum(s.street_vul) == check.unhoused_vul
    assert coalitions(s) == (check.social, check.economic)
    assert [income(audit(s), f) - expenses(audit(s), f) for f in (P, C, V)] == list(check.audit)
    s.losses = SETUPS[decade].losses
    answers = []
    while (question := census(s.copy(), "quota", *answers, until="comptroller")) is not None:
        quiet = [word for word in question.options if word in ("pass", "no", "done", "roll-over")]
        answers.append(quiet[0] if quiet else question.options[0])
    census(s, "quota", *answers, until="comptroller")
    idle = check.idle
    assert s.resources == [idle.public, idle.community, idle.private] and s.losses == idle.losses
    assert max(0, -s.resources[P]) + max(0, -s.resources[C]) == idle.debt


# ------------------------------------------------------------------ Loans


@pytest.mark.rule(
    "audit.loans.repay", "audit.loans.repay-from-organization", "audit.loans.repay-no-debt", "loan.repay-into-debt"
)
def test_public_and_community_may_pay_loans_back_without_going_into_debt():
    s = bronx()
    tile(s, "4a", P, orgs="P")
    hold(s, "4a", P, LOAN)
    s.loans, s.owed = 0, [1, 1, 0]
    s.resources = [5, 1, 0]
    question = census(s, "loans", until="bonds")
    assert question.seat == P and question.options == ["area", "org:4a:public", "done"]
    assert census(s, "loans", "org:4a:public", "area", until="bonds") is None  # Community with 1 Resource is not asked
    assert s.resources == [1, 1, 4] and s.loans == 2 and s.owed == [0, 1, 0]
    assert org(s, "4a", P) == ORG


# ------------------------------------------------------------------ Bonds and Comptroller


@pytest.mark.rule("audit.bonds.due", "audit.bonds.redeem", "audit.bonds.roll-over", "audit.bonds.past-limit")
def test_public_redeems_each_due_bond_or_rolls_it_over_even_into_debt():
    s = bronx()
    s.bonds[0], s.bonds[1], s.bonds[3] = 1, 1, 1  # due: one of each; one Private Bond of the 1950s is not
    s.resources = [0, 0, 0]
    question = census(s, "bonds", until="comptroller")
    assert question.seat == P and question.options == ["redeem", "roll-over"]
    census(s, "bonds", "redeem", "roll-over", until="comptroller")
    assert s.resources == [-5, 1, 4]
    assert s.bonds[:4] == [0, 0, 1, 1]


@pytest.mark.rule("bond.after-1990", "audit.bonds.roll-over")
def test_after_the_1990s_a_bond_moves_to_a_box_that_is_not_printed():
    s = bronx(session="1990")
    s.bonds[5 * 2 + 1] = 1
    census(s, "bonds", "roll-over", until="comptroller")
    assert s.bonds[6 * 2 + 1] == 1


@pytest.mark.rule(
    "audit.comptroller.bankruptcy", "lose.bankruptcy", "bankruptcy.reaches-or-exceeds", "bankruptcy.surplus-offset"
)
@pytest.mark.parametrize(
    ("public", "community", "lost"), [(-7, -7, False), (-7, -8, True), (-15, 20, True), (-14, 9, False)]
)
def test_the_city_is_bankrupt_when_the_debts_exceed_14(public, community, lost):
    s = bronx()
    s.resources = [public, community, 0]
    census(s, "comptroller", *([] if lost else ["no", "no", "no"]), until="objectives")
    assert (s.ending == "bankruptcy") is lost


@pytest.mark.rule("audit.comptroller.bankruptcy-before-bonds", "bankruptcy.only-in-comptroller")
def test_bankruptcy_comes_before_new_bonds():
    s = bronx()
    s.resources = [-15, 34, 34]
    assert census(s, "comptroller", until="objectives") is None and s.ending == "bankruptcy"


@pytest.mark.rule(
    "audit.comptroller.bond-offer",
    "audit.comptroller.bond-price",
    "audit.comptroller.bond-due-next",
    "bond.offer-order",
    "bond.human-must-honour-offer",
)
def test_public_may_offer_one_bond_to_each_and_the_buyer_pays_four_past_its_limit():
    s = bronx()
    s.resources = [0, 1, -3]
    question = census(s, "comptroller", "yes", until="objectives")
    assert question.seat == C and question.purpose == "buy-bond"
    census(s, "comptroller", "yes", "yes", "yes", "yes", until="objectives")
    assert s.resources == [8, -3, -7] and s.bonds[2:4] == [1, 1]
    assert s.bonds[0:2] == [0, 0]


@pytest.mark.rule("audit.comptroller.bond-voluntary", "bond.generic-supply", "debt.clamp-and-payee")
def test_a_bond_may_be_refused_and_the_last_one_goes_to_whom_public_offers_it():
    s = bronx()
    s.bonds[6] = 3
    census(s, "comptroller", "yes", "no", "yes", "yes", until="objectives")
    assert s.bonds[2:4] == [0, 1] and s.resources == [14, 10, 6]
    s = bronx()
    s.resources[V] = -12  # buying would go beyond the end of the track
    census(s, "comptroller", "no", "yes", until="objectives")
    assert s.bonds[2:4] == [0, 0]


@pytest.mark.rule("audit.comptroller.tax-high", "audit.comptroller.tax-default", "tax.declined")
def test_public_five_or_more_in_debt_may_set_the_tax_rate_to_one():
    s = bronx()
    s.resources[P] = -4
    s.tax = 2
    census(s, "comptroller", "no", "no", until="objectives")
    assert s.tax == 1  # -4 is too little, so one half
    s.resources[P] = -5
    census(s, "comptroller", "no", "no", "yes", until="objectives")
    assert s.tax == 2
    census(s, "comptroller", "no", "no", "no", until="objectives")
    assert s.tax == 1  # declined


@pytest.mark.rule("audit.comptroller.tax-takes-effect-later")
def test_the_new_rate_applies_from_the_next_audit():
    s = bronx()
    tile(s, "4a", C, pop=4)
    tile(s, "4b", C, pop=4)
    tile(s, "1a", P)
    s.resources[P] = -3
    census(s, "audit", "no", "no", "yes", until="objectives")
    assert s.audit[10 + 4] == 1 and s.tax == 2 and audit(s)[10 + 4] == 2
