"""3.2.1, 3.2.2: Quota, Corrections, Petitions and Blight."""

import pytest

from tabletown.games.cross_bronx.state import BLIGHT, GRANT, INDEX, LOAN, NO_MARKER, ORG, PETITION

from .boards import C, P, V, awaiting, blight, bronx, census, helped, jail, on, org, play, street, tile, unhoused


def petition(s, number):
    s.marker[INDEX[number]] = PETITION


@pytest.mark.rule("census.phase-order")
def test_the_phases_run_in_order():
    s = bronx()
    tile(s, "4a", P, pop=5)
    s.phase = "quota"
    phases = []
    for phase in ("corrections", "blight", "petitions", "audit", "loans", "bonds", "comptroller"):
        play(s, until=phase)
        phases.append(s.phase)
    play(s, "no", "no", until="objectives")
    play(s, until="reset")
    play(s, until="reset-debts")
    play(s, until="reset-positions")
    play(s, until="next-decade")
    assert phases == ["corrections", "blight", "petitions", "audit", "loans", "bonds", "comptroller"]


# ------------------------------------------------------------------ Quota


@pytest.mark.rule("census.quota.vulnerability-for-unhoused", "quota.vulnerability-is-housed-first")
def test_a_district_with_unhoused_population_gets_one_vulnerability_housed_if_possible():
    s = bronx()
    tile(s, "4a", P, pop=5)
    street(s, 4, pop=3)
    census(s, "quota", until="corrections")
    assert on(s, "4a")[1] == 1 and unhoused(s, 4) == (3, 0) and s.corrections == 0
    census(s, "quota", until="corrections")
    assert unhoused(s, 4) == (3, 0) and s.corrections == 1  # no room: added unhoused, and half of one rounds to none


@pytest.mark.rule("census.quota.half-to-corrections", "quota.half-rounding")
@pytest.mark.parametrize(("waiting", "leave"), [(0, 0), (1, 1), (2, 1), (3, 2), (7, 4)])
def test_half_of_the_unhoused_rounded_up_go_to_corrections(waiting, leave):
    s = bronx()
    tile(s, "4a", P, pop=5, vul=1)
    street(s, 4, vul=waiting)
    census(s, "quota", until="corrections")
    assert s.corrections == leave and unhoused(s, 4) == (0, waiting - leave) and on(s, "4a")[1] == 1


@pytest.mark.rule("census.quota.petition", "quota.infrastructure-counts-exhausted", "quota.petition-glossary")
@pytest.mark.parametrize(("waiting", "petitions"), [(4, False), (6, True)])
def test_more_unhoused_vulnerabilities_than_tiles_left_is_a_petition(waiting, petitions):
    s = bronx()
    tile(s, "4a", P, pop=5, vul=1)
    tile(s, "4b", C, exhausted=True)  # exhausted tiles count
    street(s, 4, vul=waiting)
    census(s, "quota", until="corrections")
    assert (s.marker[INDEX[4]] == PETITION) is petitions


@pytest.mark.rule("census.quota.steps-per-district", "census.district-order")
def test_districts_are_handled_one_by_one_in_numerical_order():
    s = bronx()
    jail(s, 9)
    street(s, 1, vul=2)
    street(s, 9, pop=1, vul=1)
    lines: list[str] = []
    s.lines = []
    census(s, "quota", until="corrections")
    lines = [str(line.text) for line in s.lines]
    assert lines[1].startswith("Quota in District 1") and "District 1 petition" in lines[2]
    assert lines[3] == "One Vulnerability was added in District 9." and lines[4].startswith("Quota in District 9")
    assert (s.corrections, s.overflow) == (10, 1)


@pytest.mark.rule("housing.census-active-player", "census.decision-order")
def test_public_decides_where_the_quota_vulnerability_lives():
    s = bronx()
    tile(s, "4a", C, pop=5)
    tile(s, "4b", V, pop=5)
    street(s, 4, pop=1)
    question = census(s, "quota", until="corrections")
    assert question.seat == P and question.options == ["tile:4a", "tile:4b"]


# ------------------------------------------------------------------ Corrections


@pytest.mark.rule("census.corrections.bail", "corrections.bail-destination", "census.decision-order")
def test_each_faction_in_order_may_pay_one_to_release_a_vulnerability_to_a_district_with_its_tile():
    s = bronx()
    jail(s, 3)
    tile(s, "4a", P, pop=5)
    tile(s, "5a", C, exhausted=True)  # an exhausted tile is a tile
    tile(s, "6a", V, pop=5)
    question = census(s.copy(), "corrections", until="blight")
    assert question.seat == P and question.options == ["district:4", "pass"]
    assert question.why(*question.about, "district:5").rule == "census.corrections.bail"
    question = census(s.copy(), "corrections", "district:4", until="blight")
    assert question.seat == C and question.options == ["district:5", "pass"]
    census(s, "corrections", "district:4", "district:5", "pass", until="blight")
    assert s.resources == [9, 9, 10] and s.corrections == 1
    assert on(s, "4a")[1] == 1 and unhoused(s, 5) == (0, 1)


@pytest.mark.rule("census.corrections.bail-debt", "debt.bail-strictly-above", "corrections.bail-empty")
def test_nobody_at_its_debt_limit_may_release():
    s = bronx()
    for number, faction in ((4, P), (5, C), (6, V)):
        tile(s, f"{number}a", faction, pop=5)
    assert census(s, "corrections", until="blight") is None  # Corrections is empty
    jail(s, 3)
    s.resources = [0, 0, -5]
    assert census(s, "corrections", until="blight") is None
    s.resources = [0, 0, -4]
    assert census(s, "corrections", until="blight").seat == V


@pytest.mark.rule("census.corrections.bail-refill", "census.corrections.losses")
def test_corrections_is_refilled_before_losses_are_counted_and_overflow_stays():
    s = bronx()
    jail(s, 10, 3)
    tile(s, "4a", P, pop=5)
    census(s, "corrections", "district:4", until="blight")
    assert (s.corrections, s.overflow, s.losses) == (10, 2, 2)


@pytest.mark.rule("census.corrections.disenfranchisement", "lose.disenfranchisement", "losses.immediate-check")
def test_eight_losses_end_the_game():
    s = bronx()
    jail(s, 10, 3)
    s.losses = 5
    census(s, "corrections", until="blight")
    assert s.phase == "over" and s.ending == "disenfranchisement" and s.winners == []


# ------------------------------------------------------------------ Petitions & Blight


@pytest.mark.rule("census.blight.public-pays", "debt.limit.forced-payments", "census.blight.vulnerability")
def test_public_must_pay_two_for_each_blight_and_a_vulnerability_leaves():
    s = bronx()
    s.resources[P] = 1
    tile(s, "4a", C, pop=5, vul=1)
    blight(s, 4)
    blight(s, 5)
    street(s, 4, vul=1)
    question = census(s, "blight", until="petitions")
    assert question.seat == P and question.options == ["tile:4a", "street:4"]
    s.resources[P] = 1
    blight(s, 4)
    census(s, "blight", "tile:4a", until="petitions")
    assert s.resources[P] == -3 and s.corrections == 1 and not any(s.marker)
    assert on(s, "4a")[1] == 0


@pytest.mark.rule("blight.no-vulnerability-left", "blight.which-vulnerability")
def test_blight_without_a_vulnerability_is_paid_for_all_the_same():
    s = bronx()
    blight(s, 5)
    census(s, "blight", until="petitions")
    assert s.resources[P] == 8 and s.marker[INDEX[5]] == NO_MARKER and s.corrections == 0


@pytest.mark.rule("census.corrections.before-blight", "corrections.late-overflow", "census.blight.before-petitions")
def test_a_vulnerability_sent_to_overflow_by_blight_adds_no_loss():
    s = bronx()
    jail(s, 10)
    street(s, 4, vul=1)
    blight(s, 4)
    petition(s, 3)
    census(s, "corrections", until="petitions")
    assert (s.overflow, s.losses) == (1, 0) and s.marker[INDEX[3]] == PETITION


@pytest.mark.rule("census.petition.answer", "census.petition.answer-order", "petition.sequence-over-districts")
def test_public_then_community_then_private_may_answer_each_petition():
    s = bronx()
    for number in (4, 5):
        tile(s, f"{number}a", P, pop=5)
        petition(s, number)
    order = []
    question = census(s, "petitions", until="audit")
    order.append((question.seat, question.district))
    question = census(s, "petitions", "no", until="audit")
    order.append((question.seat, question.district))
    question = census(s, "petitions", "no", "yes", until="audit")
    order.append((question.seat, question.district))
    assert order == [(P, INDEX[4]), (C, INDEX[4]), (P, INDEX[5])]
    assert s.marker[INDEX[4]] == NO_MARKER and on(s, "4a")[2] == "C" and s.resources[C] == 8


@pytest.mark.rule("census.petition.answer-limit", "petition.no-room")
def test_who_cannot_pay_or_has_no_room_is_not_asked():
    s = bronx()
    tile(s, "4a", P, pop=5, orgs="C")
    petition(s, 4)
    petition(s, 5)  # no tile at all in the District
    s.resources = [1, 10, -4]
    assert census(s, "petitions", until="audit") is None
    assert s.marker[INDEX[4]] == BLIGHT and s.marker[INDEX[5]] == BLIGHT


@pytest.mark.rule("census.petition.answer-free", "petition.debt-and-free", "petition.private-and-loan")
def test_on_an_awaiting_marker_the_answer_is_free_but_private_cannot_use_a_loan():
    s = bronx()
    tile(s, "4a", P, pop=5)
    petition(s, 4)
    awaiting(s, 4, LOAN)
    s.resources = [-3, -3, 10]
    question = census(s, "petitions", until="audit")
    assert question.seat == P
    census(s, "petitions", "yes", until="audit")
    assert org(s, "4a", P) == ORG | LOAN and s.resources[P] == -3
    s = bronx()
    tile(s, "4a", P, pop=5)
    petition(s, 4)
    awaiting(s, 4, LOAN)
    census(s, "petitions", "no", "no", "yes", until="audit")
    assert org(s, "4a", V) == ORG and s.resources[V] == 8
    s = bronx()
    tile(s, "4a", P, pop=5)
    petition(s, 4)
    awaiting(s, 4, GRANT)
    s.resources[V] = -5
    census(s, "petitions", "no", "no", "yes", until="audit")
    assert org(s, "4a", V) == ORG | GRANT and s.resources[V] == -5


@pytest.mark.rule("census.petition.unanswered", "blight.lasts-one-audit")
def test_an_unanswered_petition_is_blight_in_this_censuss_audit():
    from tabletown.games.cross_bronx.rules.audit import income

    s = bronx()
    tile(s, "4a", C, pop=5)
    petition(s, 4)
    census(s, "petitions", "no", "no", "no", until="loans")
    assert s.marker[INDEX[4]] == BLIGHT
    assert income(s.audit, C) == 2 and income(s.audit, P) == 1  # half of five; Public has only the tax


@pytest.mark.rule("vulnerability.mitigated-not-returned", "reset.3.return-vulnerabilities")
def test_helped_vulnerabilities_stay_away_until_reset():
    s = bronx()
    tile(s, "4a", P, pop=5)
    helped(s, 1, 2, 3)
    jail(s, 10, 2)
    pool = s.vul_pool
    census(s, "quota", "pass", "no", "no", until="reset")
    assert s.mitigated == [1, 2, 3]
    census(s, "reset", until="reset-debts")
    assert s.mitigated == [0, 0, 0] and s.overflow == 0 and s.corrections == 10 and s.vul_pool == pool + 8
