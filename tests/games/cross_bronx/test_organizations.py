"""2.2.3, 2.3: Organizations, Grants, Loans, Bonds and the other markers."""

import pytest

from tabletown.games.cross_bronx.components import BOARD
from tabletown.games.cross_bronx.rules.audit import audit, bonds_left, expenses, income
from tabletown.games.cross_bronx.rules.community import FACES
from tabletown.games.cross_bronx.rules.counters import active_loans
from tabletown.games.cross_bronx.rules.housing import coalition
from tabletown.games.cross_bronx.state import ACTIVE, GRANT, GRANT_UP, INDEX, LOAN, LOAN_UP, ORG

from .boards import (
    C,
    P,
    V,
    act,
    awaiting,
    blight,
    bronx,
    census,
    hold,
    on,
    org,
    perform,
    plan,
    play,
    react,
    street,
    tile,
)


@pytest.mark.rule("org.state.two", "org.place.inactive")
def test_an_organization_enters_play_inactive():
    s = bronx()
    tile(s, "4a", P, pop=5)
    act(s, C, "action:organize", "district:4")
    assert org(s, "4a", C) == ORG


@pytest.mark.rule("org.activate.requires-inactive", "budget.inactive-needed")
def test_an_active_organization_cannot_be_activated_again():
    s = bronx()
    tile(s, "4a", P, pop=5, vul=1, orgs="P")
    act(s, P, "action:service", "district:4")
    assert org(s, "4a", P) & ACTIVE
    street(s, 4, vul=1)
    question = act(s, P)
    assert "action:service" not in question.options
    question = act(s, P, "action:budget", "district:4", "count:0")
    assert question.options == ["remove", "vulnerability"]
    assert question.why(*question.about, "activate").rule == "org.activate.requires-inactive"


@pytest.mark.rule("org.refresh.when", "plan.refresh.own-one", "plan.refresh-whose")
def test_plan_refreshes_one_own_organization_housed_or_not():
    s = bronx()
    tile(s, "4a", P, pop=5, orgs="pc")
    street(s, 5, orgs="p")
    question = plan(s, P, "no")
    assert question.options == ["org:4a:public", "org:5:public:active", "pass"]
    plan(s, P, "no", "org:5:public:active", "box:act")
    assert on(s, "4a")[2] == "pc" and not s.street_orgs[0] & ACTIVE


@pytest.mark.rule("org.refresh.when")
def test_an_event_can_refresh_an_organization():
    s = bronx()
    tile(s, "4a", P, pop=5, orgs="c")

    perform(s, P, 9, "district:2")
    assert on(s, "4a")[2] == "C"


@pytest.mark.rule("org.unhoused.works-normally")
def test_an_unhoused_organization_acts_pays_and_earns():
    s = bronx()
    tile(s, "4a", P, pop=5)
    street(s, 4, vul=1, orgs="C")
    rows = audit(s)
    assert expenses(rows, C) == 1 + 1 and income(rows, C) == 1
    act(s, C, "action:organize", "district:4", "option:activate")
    assert s.mitigated[C] == 1 and s.street_orgs[0] & ACTIVE


@pytest.mark.rule("org.unhoused.no-coalition")
def test_unhoused_organizations_form_no_coalition():
    s = bronx()
    tile(s, "4a", P, exhausted=True)
    street(s, 4, vul=3, orgs="PC")
    act(s, C, "action:organize", "district:4")
    assert s.mitigated[C] == 1 and s.resources == [10, 8, 10]  # no partner to pay
    assert not any(coalition(s, space) for space in range(25))


@pytest.mark.rule("org.unhoused.removed-at-reset", "reset.5.remove-unhoused-organizations")
def test_organizations_still_unhoused_at_reset_go_home_and_their_markers_default():
    s = bronx()
    street(s, 4, orgs="P", bits=GRANT)
    street(s, 4, orgs="C", bits=LOAN)
    left = s.orgs_left[:]
    census(s, "reset", until="reset-debts")
    assert s.street_orgs == [] and s.orgs_left == [left[0] + 1, left[1] + 1, left[2]]
    assert (s.grants, s.loans, s.owed) == (6, 3, [0, 0, 0])


@pytest.mark.rule("loan.reset-order-2-vs-5", "reset.step-order")
def test_a_face_down_loan_of_an_unhoused_organization_is_still_owed():
    from tabletown.games.cross_bronx.state import FACE_DOWN

    s = bronx()
    street(s, 4, orgs="C", bits=LOAN | FACE_DOWN)
    census(s, "reset", until="reset-debts")
    assert s.owed == [0, 1, 0] and s.loans == 2 and s.street_orgs == []


# ------------------------------------------------------------------ Grants and Loans


@pytest.mark.rule("grant.count.six", "loan.count.three", "grant-loan.supply")
def test_there_are_six_grants_and_three_loans():
    s = bronx()
    assert (s.grants, s.loans) == (6, 3) == (BOARD.pieces.grants, BOARD.pieces.loans)


@pytest.mark.rule("grant-loan.none-left", "event.placement-with-empty-grant-supply")
def test_without_a_grant_in_supply_the_organization_comes_without():
    s = bronx()
    tile(s, "4a", P, pop=5)
    for number in (1, 1, 2, 2, 3, 3):
        awaiting(s, number, GRANT)
    assert s.grants == 0
    perform(s, P, 6, "faction:public")
    assert org(s, "4a", P) == ORG


@pytest.mark.rule("grant-loan.none-left", "event.placement-with-empty-grant-supply")
def test_then_it_takes_a_marker_that_waits_in_the_district():
    s = bronx()
    tile(s, "4a", P, pop=5)
    for number in (4, 1, 2, 2, 3, 3):
        awaiting(s, number, GRANT)
    perform(s, P, 6, "faction:public")
    assert org(s, "4a", P) == ORG | GRANT and s.awaiting[INDEX[4] * 4 + GRANT_UP] == 0


@pytest.mark.rule("grant-loan.awaiting", "private.invest.loan", "grant-loan.placed-under-existing")
def test_a_placed_loan_waits_for_the_next_organization_that_enters():
    s = bronx()
    tile(s, "4a", P, pop=5, orgs="P")
    act(s, V, "action:invest", "district:4", "option:loan", "done")
    assert s.awaiting[INDEX[4] * 4 + LOAN_UP] == 1 and s.loans == 2 and s.resources[V] == 9
    assert org(s, "4a", P) == ORG  # the one already there does not take it
    act(s, C, "action:organize", "district:4")
    assert org(s, "4a", C) == ORG | LOAN and s.resources[C] == 10


@pytest.mark.rule("grant-loan.next-organization-must-take", "grant-loan.may-or-must", "available.two-meanings")
@pytest.mark.parametrize("kind", [GRANT, LOAN])
def test_the_next_organization_must_be_set_on_an_awaiting_marker(kind):
    s = bronx()
    tile(s, "4a", P, pop=5)
    awaiting(s, 4, kind)
    act(s, P, "action:service", "district:4")
    assert org(s, "4a", P) == ORG | kind and s.resources[P] == 10


@pytest.mark.rule("loan.never-private", "grant.private-allowed", "private.invest.place", "grant-loan.free-placement")
def test_private_ignores_loans_but_stands_on_grants_for_free():
    s = bronx()
    tile(s, "4a", P, pop=5)
    tile(s, "5a", P, pop=5)
    awaiting(s, 4, LOAN)
    awaiting(s, 5, GRANT)
    act(s, V, "action:invest", "district:4", "district:5", "option:place", "done")
    assert org(s, "4a", V) == ORG and s.awaiting[INDEX[4] * 4 + LOAN_UP] == 1
    assert org(s, "5a", V) == ORG | GRANT and s.resources[V] == 8


@pytest.mark.rule("grant-loan.both-awaiting")
def test_with_both_awaiting_the_owner_of_the_organization_picks_one():
    s = bronx()
    tile(s, "4a", P, pop=5)
    awaiting(s, 4, LOAN)
    awaiting(s, 4, GRANT)
    question = act(s, C, "action:organize", "district:4")
    assert question.seat == C and question.options == ["grant", "loan"]


@pytest.mark.rule("grant-loan.event-brings-own", "np79.r1.community.event")
def test_an_organization_placed_with_its_own_marker_leaves_the_awaiting_one_alone():
    s = bronx()
    tile(s, "4a", P, pop=5)
    awaiting(s, 4, LOAN)
    perform(s, P, 6, "faction:public")
    assert org(s, "4a", P) == ORG | GRANT and s.awaiting[INDEX[4] * 4 + LOAN_UP] == 1


@pytest.mark.rule("grant-loan.free-placement", "hire.is-invest")
@pytest.mark.parametrize(("faction", "action"), [(P, "service"), (C, "organize")])
def test_a_loan_lets_public_and_community_place_for_free_even_in_debt(faction, action):
    s = bronx()
    tile(s, "4a", P, pop=5)
    awaiting(s, 4, LOAN)
    s.resources[faction] = -4
    react(s, faction, f"action:{action}", "district:4")
    assert org(s, "4a", faction) == ORG | LOAN and s.resources[faction] == -4


@pytest.mark.rule("grant-loan.no-maintenance", "audit.expenses.organizations", "grant-loan.face-down.works")
def test_an_organization_with_grant_or_loan_costs_no_maintenance_face_up_or_down():
    s = bronx()
    tile(s, "4a", P, pop=0, orgs="PC")
    tile(s, "4b", P, pop=0, orgs="P")
    hold(s, "4a", P, GRANT, down=True)
    hold(s, "4a", C, LOAN, down=True)
    rows = audit(s)
    assert rows[2] == 1 and rows[10 + 2] == 0  # Public pays for one Organization, Community for none


@pytest.mark.rule("loan.active.definition", "loan.inactive.definition", "grant.active.definition", "loan.interest")
def test_loans_with_an_organization_or_in_an_area_are_active_and_cost_interest():
    s = bronx()
    tile(s, "4a", P, pop=5, orgs="P")
    hold(s, "4a", P, LOAN)
    awaiting(s, 5, LOAN)  # inactive
    s.loans, s.owed[C] = 0, 1
    assert active_loans(s) == 2
    rows = audit(s)
    assert (rows[3], rows[10 + 3], rows[20 + 7]) == (1, 1, 2)


@pytest.mark.rule("loan.in-faction-area.persists")
def test_a_loan_in_an_area_costs_interest_every_census_until_paid_back():
    s = bronx()
    tile(s, "4a", C, pop=5)
    s.loans, s.owed[C] = 2, 1
    census(s, "audit", "done", until="bonds")
    census(s, "reset", until="reset-debts")
    assert s.owed[C] == 1 and audit(s)[10 + 3] == 1


@pytest.mark.rule("grant-loan.default-on-removal", "loan.default-forgives")
def test_the_marker_of_a_removed_organization_goes_home_and_nothing_is_owed():
    s = bronx()
    tile(s, "4a", P, pop=5, orgs="P")
    hold(s, "4a", P, LOAN)
    act(s, P, "action:budget", "district:4", "count:0", "remove", "done")
    assert s.loans == 3 and s.owed == [0, 0, 0]


@pytest.mark.rule("grant-loan.organization-holds-one")
def test_an_event_grant_passes_over_organizations_that_hold_a_marker():
    s = bronx()
    tile(s, "4a", P, pop=5, orgs="C")
    tile(s, "5a", P, pop=5, orgs="C")
    hold(s, "4a", C, LOAN)
    perform(s, P, 65)
    assert org(s, "5a", C) == ORG | GRANT and org(s, "4a", C) == ORG | LOAN
    grants = s.grants
    perform(s, P, 65)
    assert s.grants == grants  # nobody can take it


@pytest.mark.rule("grant-loan.expiry.organization-stays", "reset.2.return-face-down", "loan.flip-once")
def test_expired_markers_leave_and_their_organizations_stay():
    s = bronx()
    tile(s, "4a", P, pop=5, orgs="PC")
    hold(s, "4a", P, GRANT, down=True)
    hold(s, "4a", C, LOAN, down=True)
    awaiting(s, 5, LOAN, down=True)
    census(s, "reset", until="reset-debts")
    assert (org(s, "4a", P), org(s, "4a", C)) == (ORG, ORG)
    assert s.grants == 6 and s.owed == [0, 1, 0] and s.loans == 2
    assert audit(s)[2] == 1  # maintenance is due from the next Audit on


@pytest.mark.rule("reset.2.flip-face-down", "loan.flip-once")
def test_face_up_markers_are_turned_over_and_stay():
    from tabletown.games.cross_bronx.state import FACE_DOWN, LOAN_DOWN

    s = bronx()
    tile(s, "4a", P, pop=5, orgs="P")
    hold(s, "4a", P, GRANT)
    awaiting(s, 5, LOAN)
    census(s, "reset", until="reset-debts")
    assert org(s, "4a", P) == ORG | GRANT | FACE_DOWN
    assert s.awaiting[INDEX[5] * 4 + LOAN_UP] == 0 and s.awaiting[INDEX[5] * 4 + LOAN_DOWN] == 1


@pytest.mark.rule("grant-loan.second-grant-in-district", "private.invest.loan")
def test_several_grants_may_lie_in_a_district_but_invest_adds_no_second_loan():
    from tabletown.games.cross_bronx.rules.actions import why_not

    s = bronx()
    awaiting(s, 4, GRANT)
    awaiting(s, 4, GRANT)
    assert why_not(s, "invest", "loan", INDEX[4]) is None
    tile(s, "4a", P, pop=5, orgs="P")
    hold(s, "4a", P, LOAN, down=True)
    assert why_not(s, "invest", "loan", INDEX[4]).rule == "private.invest.loan"


@pytest.mark.rule("loan.event-019.locked-until-1980", "loan.event-019-unused")
def test_event_019_may_lock_the_unused_loans_until_1980():
    s = bronx()
    tile(s, "4a", V, pop=5)
    awaiting(s, 4, LOAN)
    perform(s, V, 19, "yes")
    assert (s.loans, s.loans_locked) == (0, 2)
    s.decade = 1960
    census(s, "next-decade", until="reveal")
    assert s.loans_locked == 2
    census(s, "next-decade", until="reveal")
    assert s.decade == 1980 and (s.loans, s.loans_locked) == (2, 0)


@pytest.mark.rule("loan.event-019.locked-until-1980")
def test_event_019_may_leave_the_loans_where_they_are():
    s = bronx()
    tile(s, "4a", V, pop=5)
    perform(s, V, 19, "no")
    assert (s.loans, s.loans_locked) == (3, 0)


# ------------------------------------------------------------------ the other markers


@pytest.mark.rule("bond.count.four", "bond.generic-supply")
def test_there_are_four_bonds_at_most():
    s = bronx()
    assert bonds_left(s) == 4
    s.bonds[2], s.bonds[3] = 1, 3
    assert bonds_left(s) == 0
    question = census(s, "comptroller", until="objectives")
    assert question is None  # none left to offer
    resources = s.resources[:]
    perform(s, P, 63)
    assert s.resources == resources and sum(s.bonds) == 4


@pytest.mark.rule("bond.buyers", "bond.by-event")
def test_an_event_can_place_a_bond_which_its_owner_pays_for():
    s = bronx()
    question = perform(s.copy(), P, 63)
    assert question.options == ["faction:community", "faction:private"]
    perform(s, P, 63, "faction:private")
    assert s.resources == [14, 10, 6] and s.bonds[1 * 2 + 1] == 1  # due in the 1950s


@pytest.mark.rule("die.fundraise.faces")
def test_the_fundraise_die_has_six_faces_with_resources_and_vulnerabilities():
    assert FACES == ("1/0", "1/1", "2/0", "2/1", "3/1", "3/2")


@pytest.mark.rule("petition.placement.automatic", "petition-blight.one-per-district", "quota.petition-with-blight")
def test_a_district_has_at_most_one_petition_or_blight():
    s = bronx()
    street(s, 4, vul=8)
    blight(s, 4)
    census(s, "quota", until="corrections")
    assert s.marker[INDEX[4]] == 2  # still Blight


@pytest.mark.rule("petition.flips-to-blight", "quota.petition-already-there", "petition.markers-number")
def test_an_unanswered_petition_becomes_blight_in_the_same_census():
    s = bronx()
    for number in (1, 2, 3, 4, 5, 6, 9):
        street(s, number, vul=4)
    census(s, "quota", until="corrections")
    assert s.marker == [1] * 7
    census(s, "corrections", until="audit")
    assert s.marker == [2] * 7


@pytest.mark.rule("blight.removal.ways", "blight.optional-or-mandatory")
def test_blight_leaves_through_service_or_the_next_census():
    s = bronx()
    tile(s, "4a", P, pop=5, orgs="P")
    blight(s, 4)
    blight(s, 5)
    act(s, P, "action:service", "district:4")
    assert s.marker[INDEX[4]] == 0 and s.resources[P] == 8
    census(s, "blight", until="petitions")
    assert s.marker[INDEX[5]] == 0 and s.resources[P] == 6


@pytest.mark.rule("goal-star.only-with-positions", "positions.optional")
def test_without_positions_there_are_no_goal_stars():
    s = bronx()
    play(s, until="act")
    assert s.position == [-1, -1, -1] and s.stars == [0, 0, 0]
