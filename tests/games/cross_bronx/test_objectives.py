"""3.2.4, 4.1.1, 4.2.1, 4.3.1: Objectives and the Final Census."""

import pytest

from tabletown.games.cross_bronx.rules.objectives import FINAL_OBJECTIVES, OBJECTIVES, objectives
from tabletown.games.cross_bronx.state import INDEX, LOAN

from .boards import C, P, V, awaiting, blight, bronx, census, helped, hold, jail, street, tile


def fulfilled(s, faction, id):
    return next(objective for objective in OBJECTIVES[faction] if objective.id == id).why_not(s) is None


def final(s, faction, id):
    return next(objective for objective, _ in FINAL_OBJECTIVES[faction] if objective.id == id).why_not(s) is None


# ------------------------------------------------------------------ Public


@pytest.mark.rule("public.objective.balanced-budget", "public.final.not-in-debt")
def test_public_is_balanced_at_zero():
    s = bronx()
    s.resources[P] = 0
    assert fulfilled(s, P, "balanced-budget") and final(s, P, "final-public-debt")
    s.resources[P] = -1
    assert not fulfilled(s, P, "balanced-budget") and not final(s, P, "final-public-debt")


@pytest.mark.rule("public.objective.social-work", "objective.zero-coalitions")
def test_social_work_wants_as_many_social_as_economic_coalitions():
    s = bronx()
    assert fulfilled(s, P, "social-work")  # none and none
    tile(s, "4a", P, pop=1, orgs="PC")
    assert not fulfilled(s, P, "social-work")
    tile(s, "5a", P, pop=1, orgs="PV")
    assert fulfilled(s, P, "social-work")


@pytest.mark.rule(
    "public.objective.public-relations", "community.objective.people-power", "private.objective.workforce"
)
@pytest.mark.parametrize(
    ("faction", "id", "fewer", "more"),
    [
        (P, "public-relations", (1, 1, 0), (2, 1, 0)),
        (C, "people-power", (0, 1, 1), (0, 2, 1)),
        (V, "workforce", (1, 0, 1), (1, 0, 2)),
    ],
)
def test_each_faction_must_have_helped_strictly_more_than_one_other(faction, id, fewer, more):
    s = bronx()
    helped(s, *fewer)
    assert not fulfilled(s, faction, id)
    s = bronx()
    helped(s, *more)
    assert fulfilled(s, faction, id)


@pytest.mark.rule("public.objective.quality-of-life", "objective.quality-of-life-empty")
def test_quality_of_life_wants_a_district_without_blight_and_vulnerabilities():
    s = bronx()
    for number in (1, 2, 3, 4, 5, 6):
        street(s, number, vul=1)
    assert fulfilled(s, P, "quality-of-life")  # District 9 is empty, which counts
    blight(s, 9)
    assert not fulfilled(s, P, "quality-of-life")
    s.marker[INDEX[9]] = 0
    tile(s, "9a", P, pop=5, vul=1)  # housed Vulnerabilities count too
    assert not fulfilled(s, P, "quality-of-life")


@pytest.mark.rule("public.final.vulnerabilities-below-losses")
def test_final_public_fewer_vulnerabilities_in_districts_than_losses():
    s = bronx()
    street(s, 4, vul=2)
    jail(s, 5)
    s.losses = 2
    assert not final(s, P, "final-vulnerabilities")
    s.losses = 3
    assert final(s, P, "final-vulnerabilities")


# ------------------------------------------------------------------ Community


@pytest.mark.rule("community.objective.rehabilitation")
def test_rehabilitation_wants_more_helped_than_in_corrections_and_overflow():
    s = bronx()
    jail(s, 10, 1)
    helped(s, 4, 3, 4)
    assert not fulfilled(s, C, "rehabilitation")
    s.mitigated[0] += 1
    s.vul_pool -= 1
    assert fulfilled(s, C, "rehabilitation")


@pytest.mark.rule("community.objective.social-movement")
def test_social_movement_wants_two_districts_with_more_social_coalitions():
    s = bronx()
    tile(s, "4a", P, pop=1, orgs="PC")
    tile(s, "4b", P, pop=1, orgs="PC")
    tile(s, "5a", P, pop=1, orgs="PC")
    tile(s, "5b", P, pop=1, orgs="CV")
    assert not fulfilled(s, C, "social-movement")  # District 5 has equal numbers
    tile(s, "6a", P, pop=1, orgs="PC")
    assert fulfilled(s, C, "social-movement")


@pytest.mark.rule("community.objective.grassroots", "objective.grassroots-at-least-one-tile")
def test_grassroots_wants_a_sound_district_of_community_tiles_with_a_coalition():
    s = bronx()
    assert not fulfilled(s, C, "grassroots")
    tile(s, "4a", C, pop=5, orgs="CV")
    assert fulfilled(s, C, "grassroots")  # either type of Coalition
    street(s, 4, pop=1)
    assert not fulfilled(s, C, "grassroots")
    s.street_pop[INDEX[4]] = 0
    s.pop_pool += 1
    blight(s, 4)
    assert not fulfilled(s, C, "grassroots")
    s.marker[INDEX[4]] = 0
    tile(s, "4b", V, pop=5)
    assert not fulfilled(s, C, "grassroots")


@pytest.mark.rule("community.objective.grassroots")
def test_grassroots_needs_a_community_organization_in_the_coalition():
    s = bronx()
    tile(s, "4a", C, pop=5, orgs="PV")
    tile(s, "4b", C, pop=5, orgs="C")
    assert not fulfilled(s, C, "grassroots")


@pytest.mark.rule("community.final.losses", "losses.final-threshold", "losses.final-threshold-1990s")
def test_final_community_at_most_four_losses():
    s = bronx()
    s.losses = 4
    assert final(s, C, "final-losses")
    s.losses = 5
    assert not final(s, C, "final-losses")


@pytest.mark.rule("six-decades.community-final", "six-decades.one-adjustment")
def test_final_community_at_most_seven_losses_in_six_decades():
    s = bronx(session="six-decades")
    s.losses = 7
    assert final(s, C, "final-losses") and s.losses_limit == 14
    s.losses = 8
    assert not final(s, C, "final-losses")


@pytest.mark.rule("community.final.not-in-debt", "private.final.not-in-debt")
@pytest.mark.parametrize(("faction", "id"), [(C, "final-community-debt"), (V, "final-private-debt")])
def test_a_final_objective_asks_for_no_debt(faction, id):
    s = bronx()
    s.resources[faction] = 0
    assert final(s, faction, id)
    s.resources[faction] = -1  # within Private's limit, but debt
    assert not final(s, faction, id)


@pytest.mark.rule("community.final.bond", "private.final.bond", "bond.after-1990")
@pytest.mark.parametrize(("faction", "id"), [(C, "final-community-bond"), (V, "final-private-bond")])
def test_a_final_objective_counts_a_bond_on_the_calendar(faction, id):
    s = bronx()
    s.bonds[6 * 2 + (V + C - faction) - 1] = 1  # the other Faction's Bond
    assert not final(s, faction, id)
    s.bonds[6 * 2 + faction - 1] = 1  # in the box after the 1990s
    assert final(s, faction, id)


# ------------------------------------------------------------------ Private


@pytest.mark.rule("private.objective.recurring-revenue")
def test_recurring_revenue_wants_two_bonds_or_active_loans():
    s = bronx()
    tile(s, "4a", P, pop=1, orgs="P")
    hold(s, "4a", P, LOAN)
    awaiting(s, 5, LOAN)  # inactive
    s.bonds[0] = 1  # Community's
    assert not fulfilled(s, V, "recurring-revenue")
    s.bonds[3] = 1
    assert fulfilled(s, V, "recurring-revenue")
    s.bonds[3], s.loans, s.owed[C] = 0, 0, 1
    assert fulfilled(s, V, "recurring-revenue")


@pytest.mark.rule("private.objective.trickle-down")
def test_trickle_down_wants_more_economic_than_social_coalitions():
    s = bronx()
    assert not fulfilled(s, V, "trickle-down")
    tile(s, "4a", P, pop=1, orgs="CV")
    assert fulfilled(s, V, "trickle-down")
    tile(s, "5a", P, pop=1, orgs="PC")
    assert not fulfilled(s, V, "trickle-down")


@pytest.mark.rule("private.objective.laissez-faire", "objective.laissez-faire-coalition-owner")
def test_laissez_faire_wants_a_sound_district_of_private_tiles_with_an_economic_coalition():
    s = bronx()
    tile(s, "4a", V, pop=5, orgs="PC")
    assert not fulfilled(s, V, "laissez-faire")  # Social
    tile(s, "4b", V, pop=5, orgs="CV")
    assert fulfilled(s, V, "laissez-faire")
    blight(s, 4)
    assert not fulfilled(s, V, "laissez-faire")
    s.marker[INDEX[4]] = 0
    street(s, 4, pop=1)
    assert not fulfilled(s, V, "laissez-faire")
    s.street_pop[INDEX[4]] = 0
    s.pop_pool += 1
    tile(s, "4c", C, pop=5)
    assert not fulfilled(s, V, "laissez-faire")


@pytest.mark.rule("private.final.no-infrastructure", "score.private-deduction-floor", "vp.sources")
def test_final_private_loses_a_point_without_a_tile_but_not_below_zero():
    s = bronx()
    tile(s, "4a", P, pop=4, vul=1)
    s.decade, s.resources, s.vp = s.last, [-1, -1, -1], [0, 0, 3]
    s.phase = "objectives"
    census(s, "objectives", until="over")
    assert "final-no-infrastructure" in s.scored and s.vp[V] == 2
    s = bronx()
    s.decade, s.resources = s.last, [-1, -1, -1]
    census(s, "objectives", until="over")
    assert s.vp[V] == 0


# ------------------------------------------------------------------ the phase


@pytest.mark.rule("objectives.one-each", "objectives.otherwise-reset", "vp.sources")
def test_each_fulfilled_objective_gives_one_point_and_reset_follows():
    s = bronx()
    helped(s, 2, 1, 0)
    census(s, "objectives", until="reset")
    # balanced-budget, social-work (0 = 0), public-relations, quality-of-life; rehabilitation, people-power; none
    assert s.vp == [4, 2, 0] and s.tally[P]["social-work"] == 1
    assert s.phase == "reset"


@pytest.mark.rule("objectives.instant-win", "instant-win.at-least-four", "instant-win.timing")
def test_four_points_more_than_each_other_faction_win_at_once():
    s = bronx()
    s.vp = [3, 0, 2]
    helped(s, 1, 0, 0)
    census(s, "objectives", until="reset")
    # 3 + 4 against rehabilitation 1 and 2
    assert s.ending == "instant" and s.winners == [P] and s.phase == "over"


@pytest.mark.rule("objectives.instant-win")
def test_four_more_than_only_one_of_them_is_not_enough():
    s = bronx()
    s.vp = [3, 0, 4]
    census(s, "objectives", until="reset")
    assert s.ending == ""


@pytest.mark.rule("objectives.instant-win", "instant-win.at-least-four")
def test_a_lead_of_three_is_not_enough():
    s = bronx()
    census(s, "objectives", until="reset")
    assert s.vp == [3, 0, 0] and s.ending == "" and s.phase == "reset"


@pytest.mark.rule("objectives.instant-win-before-final", "win.instant-in-final-census")
def test_in_the_final_census_the_instant_win_comes_before_final_points():
    s = bronx()
    s.decade, s.vp = s.last, [5, 9, 4]
    for number in (1, 2, 3, 4, 5, 6, 9):
        street(s, number, vul=1)
    jail(s, 1)
    s.resources[P] = -1
    tile(s, "4a", P, orgs="PC")
    census(s, "objectives", until="reset")
    assert s.ending == "instant" and s.winners == [C] and s.vp == [5, 9, 4]
    assert not [id for id in s.scored if id.startswith("final")]


@pytest.mark.rule("objectives.final-census", "reset.final-census-skipped", "six-decades.final-census-only-2000")
def test_after_the_final_census_the_winner_is_determined_without_reset():
    s = bronx()
    s.decade = s.last
    tile(s, "4a", V, pop=5, orgs="v")
    census(s, "objectives", until="reset")
    assert s.ending == "final" and s.phase == "over"
    assert s.orgs[11 * 3 + V] & 2  # not refreshed: there is no Reset
    six = bronx(session="six-decades")
    assert six.last == 1990 and six.decade == 1940


def test_objectives_say_why_not():
    s = bronx()
    s.resources[P] = -2
    reasons = {objective.id: reason for objective, reason in objectives(s, P) if reason is not None}
    assert {id: reason.id for id, reason in reasons.items()} == {
        "balanced-budget": "in-debt",
        "public-relations": "not-ahead",
    }
    assert str(reasons["public-relations"]) == "0 Cases against 0 Activists."
    for faction in (P, C, V):
        assert all(objective.rule for objective, _ in objectives(s, faction))
