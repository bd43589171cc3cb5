"""Every ruling with a variant: what changes when the variant is on."""

import pytest

from tabletown.games.cross_bronx import game
from tabletown.games.cross_bronx.about import VARIANTS
from tabletown.games.cross_bronx.rules.actions import why_not
from tabletown.games.cross_bronx.rules.audit import audit, is_bankrupt
from tabletown.games.cross_bronx.rules.money import pay
from tabletown.games.cross_bronx.rules.objectives import social_work
from tabletown.games.cross_bronx.rules.winning import end_session, score
from tabletown.games.cross_bronx.state import BLIGHT, CENSUS, EVENT, INDEX, LATER, LOAN, ORG, PETITION, Options
from tabletown.rulebook import load_rulebook

from .boards import (
    C,
    P,
    V,
    act,
    awaiting,
    blight,
    bronx,
    census,
    helped,
    hold,
    jail,
    on,
    org,
    owner,
    plan,
    play,
    street,
    tile,
    unhoused,
)


def test_every_ruling_with_a_variant_is_an_option_whose_default_is_the_ruling():
    offered = {setting.rule for setting in VARIANTS}
    wanted = {ruling.id for ruling in load_rulebook(game).ruling if ruling.variant}
    assert wanted - offered == {"adjacency.across-water"}  # this one is content: board.toml
    assert offered <= wanted
    assert [setting.id for setting in VARIANTS] == list(Options.__struct_fields__)
    assert all(setting.default == "no" for setting in VARIANTS)


@pytest.mark.rule("bankruptcy.reaches-or-exceeds", "bankruptcy.surplus-offset")
def test_bankruptcy_can_come_at_14_and_net_debt_can_count():
    s = bronx(bankruptcy_at_14="yes")
    s.resources = [-7, -7, 0]
    assert is_bankrupt(s)
    s = bronx(net_debt="yes")
    s.resources = [-15, 1, 0]
    assert not is_bankrupt(s)


@pytest.mark.rule("score.above-14", "score.private-deduction-floor")
def test_points_may_stop_at_14_or_fall_below_zero():
    s = bronx(clamp_vp_14="yes")
    s.vp[P] = 13
    score(s, P, 2, "x")
    assert s.vp[P] == 14 and s.tally[P]["x"] == 1
    s = bronx(allow_negative_vp="yes")
    score(s, V, -1, "x")
    assert s.vp[V] == -1


@pytest.mark.rule("linked.after-collective-loss")
def test_a_series_may_end_with_a_loss():
    s = bronx(session="linked-1940-1980", campaign_ends_on_loss="yes")
    end_session(s, "bankruptcy")
    assert s.phase == "over"


@pytest.mark.rule("debt.clamp-and-payee")
def test_payments_may_be_conserved():
    s = bronx(conserve_transfers="yes")
    s.resources = [-14, 0, 0]
    pay(s, P, V, 4)
    assert s.resources == [-15, 0, 1]


@pytest.mark.rule("housing.auto-rehouse")
def test_unhoused_cubes_may_move_into_free_room():
    s = bronx(auto_rehouse="yes")
    tile(s, "4a", P, pop=5, vul=1, orgs="P")
    street(s, 4, vul=1)
    act(s, P, "action:service", "district:4", "tile:4a")
    play(s)  # the next turn begins with it
    assert on(s, "4a")[1] == 1 and unhoused(s, 4) == (0, 0)


@pytest.mark.rule("housing.removal-unhoused-or-housed")
def test_unhoused_may_go_first_for_all():
    s = bronx(unhoused_first_for_all="yes")
    tile(s, "4a", P, pop=5)
    street(s, 4, pop=1)
    assert act(s, V, "action:suburbanize", "district:4").options == ["street:4", "done"]


@pytest.mark.rule("housing.census-active-player")
def test_owners_may_decide_in_the_census():
    s = bronx(owner_of_tile_decides="yes")
    tile(s, "4a", V, pop=5)
    tile(s, "4b", V, pop=5)
    street(s, 4, pop=1)
    assert census(s, "quota", until="corrections").seat == V


@pytest.mark.rule("quota.vulnerability-is-housed-first")
def test_the_quota_vulnerability_may_always_be_unhoused():
    s = bronx(quota_vulnerability_unhoused="yes")
    tile(s, "4a", V, pop=5)
    street(s, 4, pop=1)
    census(s, "quota", until="corrections")
    assert on(s, "4a")[1] == 0 and s.corrections == 1


@pytest.mark.rule("quota.infrastructure-counts-exhausted")
def test_exhausted_tiles_may_not_count():
    s = bronx(unexhausted_only="yes")
    tile(s, "4a", V, exhausted=True)
    street(s, 4, vul=2)
    census(s, "quota", until="corrections")
    assert s.marker[INDEX[4]] == PETITION


@pytest.mark.rule("corrections.late-overflow", "corrections.bail-destination", "blight.no-vulnerability-left")
def test_corrections_have_variants():
    s = bronx(late_overflow_counts="yes", bail_unexhausted_only="yes", blight_stays_without_vulnerability="yes")
    jail(s, 10)
    tile(s, "5a", P, exhausted=True)
    blight(s, 4)
    blight(s, 6)
    street(s, 4, vul=1)
    assert census(s, "corrections", until="petitions") is None  # Public's only tile is exhausted, so it isn't asked
    assert s.losses == 1 and s.marker[INDEX[4]] == 0
    assert s.marker[INDEX[6]] == BLIGHT and s.resources[P] == 8  # no Vulnerability, so no payment: it stays


@pytest.mark.rule("petition.sequence-over-districts")
def test_petitions_may_be_answered_faction_by_faction():
    s = bronx(petitions_faction_major="yes")
    for number in (4, 5):
        tile(s, f"{number}a", P, pop=5)
        s.marker[INDEX[number]] = PETITION
    question = census(s, "petitions", "no", until="audit")
    assert (question.seat, question.district) == (P, INDEX[5])


@pytest.mark.rule("grant-loan.may-or-must")
def test_an_organization_may_pay_to_dodge_a_loan():
    s = bronx(loans_optional="yes")
    tile(s, "4a", P, pop=5)
    awaiting(s, 4, LOAN)
    assert act(s.copy(), C, "action:organize", "district:4").options == ["loan", "none"]
    act(s, C, "action:organize", "district:4", "none")
    assert org(s, "4a", C) == ORG and s.resources[C] == 8


@pytest.mark.rule("loan.default-forgives")
def test_a_defaulted_loan_may_stay_owed():
    s = bronx(default_to_debtor="yes")
    tile(s, "4a", P, pop=5, orgs="P")
    hold(s, "4a", P, LOAN)
    act(s, P, "action:budget", "district:4", "count:0", "remove", "done")
    assert s.owed == [1, 0, 0] and s.loans == 2


@pytest.mark.rule("plan-audit.unexhausted-typo", "income.blight-half-rounding")
def test_the_audit_has_variants():
    s = bronx(tax_exhausted_in_forecast="yes", blight_income_per_tile="yes")
    tile(s, "4a", C, pop=3)
    tile(s, "4b", C, pop=3)
    tile(s, "5a", C, exhausted=True)
    blight(s, 4)
    assert audit(s)[10 + 4] == 1 and audit(s, forecast=True)[10 + 4] == 2
    assert audit(s)[10 + 5] == 2  # one and one
    tile(s, "6a", C, pop=3)
    assert audit(s)[10 + 5] == 5  # without Blight every Population counts


@pytest.mark.rule("plan.last-round")
def test_the_box_may_be_chosen_after_the_census():
    s = bronx(choose_after_census="yes")
    tile(s, "4a", C, pop=5)
    s.round, s.upcoming = 8, CENSUS
    plan(s, C, "no", until="quota")
    assert s.planned[C] == LATER
    census(s, "quota", "no", "no", until="reveal")
    question = play(s)
    assert question.seat == C and question.purpose == "select-box" and s.current < 0
    s.phase = "reveal"
    play(s, "box:event")
    assert s.box[C] == EVENT


@pytest.mark.rule("select.pass")
def test_at_least_one_district_may_be_demanded():
    s = bronx(force_at_least_one_district="yes")
    assert "pass" not in act(s.copy(), P).options
    assert "done" not in act(s.copy(), P, "action:relocate").options
    assert "done" in act(s, P, "action:relocate", "district:4").options


@pytest.mark.rule("act.order-of-districts")
def test_districts_may_be_declared_before_the_first_is_resolved():
    s = bronx(declare_all_first="yes")
    tile(s, "4a", P, pop=5)
    question = act(s.copy(), P, "action:budget", "district:4", "district:5")
    assert question.purpose == "select-district"
    act(s, P, "action:budget", "district:4", "district:5", "done", "count:0", "count:1")
    assert s.resources[P] == 11 and unhoused(s, 5) == (1, 1)


@pytest.mark.rule("activate.without-vulnerability", "activate.partner-consent")
def test_activation_has_variants():
    s = bronx(allow_empty_activation="yes")
    tile(s, "4a", P, pop=5, orgs="P")
    act(s, P, "action:service", "district:4")
    assert on(s, "4a")[2] == "p" and s.mitigated == [0, 0, 0]
    s = bronx(partner_consent="yes")
    tile(s, "4a", P, pop=5, vul=1, orgs="PC")
    street(s, 4, vul=1)
    question = act(s.copy(), P, "action:service", "district:4", "tile:4a", "yes")
    assert question.seat == C and question.purpose == "partner-consent"
    act(s, P, "action:service", "district:4", "tile:4a", "yes", "no")
    assert s.mitigated == [1, 0, 0] and s.resources == [8, 10, 10]


@pytest.mark.rule("pool.empty")
def test_cubes_may_never_run_out():
    s = bronx(unlimited_cubes="yes")
    assert s.pop_pool > 900 and s.vul_pool > 900


@pytest.mark.rule("infra.replaced-contents", "develop.consent")
def test_the_buy_out_has_variants():
    s = bronx(buyout_unhouses="yes", buyout_consent="yes")
    tile(s, "4a", C, pop=4, vul=1, orgs="C")
    tile(s, "4b", P, pop=4)
    twin = s.copy()
    question = act(twin, V, "action:develop", "district:4", "option:buy-out", "tile:4a")
    assert question.seat == C and question.purpose == "buyout-consent"
    twin = s.copy()
    act(twin, V, "action:develop", "district:4", "option:buy-out", "tile:4a", "no")
    assert owner(twin, "4a") == C and twin.resources == [10, 10, 10]
    places = ["tile:4b", "tile:4a", "tile:4a", "tile:4a"]  # then only 4a has room, and each other piece has one tile
    question = act(s, V, "action:develop", "district:4", "option:buy-out", "tile:4a", "yes", places[0])
    assert owner(s, "4a") == V and question is not None


@pytest.mark.rule("objective.zero-coalitions")
def test_social_work_may_need_a_coalition():
    assert social_work(bronx(require_one_coalition="yes")).rule == "objective.zero-coalitions"


@pytest.mark.rule("position.star-per-action")
def test_stars_may_be_given_per_district():
    from .test_positions import give

    s = bronx(positions="draw-two", star_per_district="yes")
    give(s, V, "lawn-salesman")
    tile(s, "1a", V, pop=5, orgs="PV")
    for number in (4, 5):
        street(s, number, pop=9)
    act(s, V, "action:suburbanize", "district:4", "done", "district:5", "done", "done")
    assert s.stars[V] == 2
    assert why_not(s, "suburbanize", "remove", 0) is None


@pytest.mark.rule("position.star-per-action")
def test_a_district_in_which_the_goal_was_not_reached_gives_no_star():
    from .test_positions import give

    s = bronx(positions="draw-two", star_per_district="yes")
    give(s, C, "advocate")  # Organize, also activating a Coalition partner
    helped(s, 4, 0, 0)
    tile(s, "4a", C, pop=5, vul=1, orgs="PC")
    tile(s, "5a", C, pop=5, vul=1, orgs="PC")
    street(s, 4, vul=1)
    act(s, C, "action:organize", "district:4", "street:4", "yes", "district:5")
    assert s.stars[C] == 1  # District 5 had no second Vulnerability for the partner
