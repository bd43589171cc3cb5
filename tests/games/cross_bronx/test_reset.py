"""3.2.5: the Reset phase, step by step."""

import pytest

from tabletown.games.cross_bronx.state import ACTIVE, GRANT, INDEX, LOAN

from .boards import C, P, V, bronx, census, exhausted, hold, on, org, owner, play, street, tile, unhoused


@pytest.mark.rule("reset.1.refresh-all", "org.refresh.when")
def test_step_1_refreshes_every_organization():
    s = bronx()
    tile(s, "4a", P, pop=5, orgs="pc")
    hold(s, "4a", P, GRANT)
    census(s, "reset", until="reset-debts")
    assert on(s, "4a")[2] == "PC"


@pytest.mark.rule("reset.4.exhaust-empty", "reset.empty-exhaust-chain")
def test_step_4_exhausts_every_tile_without_population_together():
    s = bronx()
    tile(s, "4a", P, vul=1, orgs="P")
    tile(s, "4b", V, orgs="V")
    tile(s, "4c", C, pop=1)
    census(s, "reset", until="reset-debts")
    assert exhausted(s, "4a") and exhausted(s, "4b") and not exhausted(s, "4c")
    assert on(s, "4c") == (1, 1, "PV")  # they don't pass over each other's tiles


@pytest.mark.rule("housing.census-active-player")
def test_public_decides_where_their_pieces_go():
    s = bronx()
    tile(s, "4a", C, orgs="C")
    tile(s, "4b", V, pop=1)
    tile(s, "4c", V, pop=1)
    question = census(s, "reset", until="reset-debts")
    assert question.seat == P and question.purpose == "house-organization"


@pytest.mark.rule("reset.4.exhaust-empty")
def test_while_somebody_is_asked_nothing_stands_on_any_of_the_exhausted_tiles():
    s = bronx()
    tile(s, "4a", C, orgs="C")
    tile(s, "4b", V, pop=1)
    tile(s, "4c", V, pop=1)
    tile(s, "5a", P, vul=1, orgs="P")
    question = census(s, "reset", until="reset-debts")
    assert question.purpose == "house-organization"
    assert on(s, "4a") == on(s, "5a") == (0, 0, "")


@pytest.mark.rule("reset.6.private-bailout", "reset.6-needs-inactive", "reset.step-order")
def test_step_6_private_in_debt_may_activate_an_organization_to_have_zero():
    s = bronx()
    tile(s, "4a", P, pop=5, orgs="v")
    s.resources = [0, 0, -8]
    question = census(s.copy(), "reset", until="reset-positions")
    assert question.seat == V and question.options == ["org:4a:private", "pass"]
    census(s, "reset", "org:4a:private", until="reset-positions")
    assert s.resources[V] == 0 and org(s, "4a", V) & ACTIVE  # it starts the next Decade Active
    s = bronx()
    s.resources = [0, 0, -8]
    assert census(s, "reset", until="reset-positions") is None and s.resources[V] == -8


@pytest.mark.rule("reset.7.public-budget", "reset.7-budget-price")
def test_step_7_public_in_debt_may_budget_in_one_district():
    s = bronx()
    tile(s, "4a", P, pop=5, orgs="P")
    s.resources = [-1, 0, 0]
    question = census(s.copy(), "reset", until="reset-positions")
    assert question.seat == P and "district:4" in question.options and "pass" in question.options
    census(s, "reset", "district:4", "count:0", "activate", until="reset-positions")
    assert s.resources[P] == 0 and org(s, "4a", P) & ACTIVE


@pytest.mark.rule("reset.8.community-fundraise")
def test_step_8_community_in_debt_may_fundraise_in_one_district():
    s = bronx()
    tile(s, "4a", C, pop=5)
    s.resources = [0, -1, 0]
    census(s, "reset", "district:4", until="reset-positions", dice=("3/2",))
    assert s.resources[C] == 2 and on(s, "4a")[1] == 1 and unhoused(s, 4) == (0, 1)


@pytest.mark.rule("reset.6.private-bailout", "reset.7.public-budget", "reset.8.community-fundraise")
def test_steps_6_to_8_are_only_for_factions_in_debt():
    s = bronx()
    tile(s, "4a", C, pop=5, orgs="PV")
    s.resources = [0, 0, 0]
    assert census(s, "reset", until="reset-positions") is None and s.resources == [0, 0, 0]


@pytest.mark.rule("reset.9.population-without-infrastructure", "reset.4-vs-9", "quota.infrastructure-counts-exhausted")
def test_step_9_adds_two_population_where_no_tile_is():
    s = bronx()
    tile(s, "4a", P)  # exhausted in step 4, but still a tile
    census(s, "reset", until="reset-positions")
    assert unhoused(s, 4) == (0, 0)
    assert [unhoused(s, number)[0] for number in (1, 2, 3, 5, 6, 9)] == [2] * 6


@pytest.mark.rule("reset.10.next-decade", "reset.positions-when", "decade-marker.current")
def test_step_10_moves_on_to_the_next_decade_and_its_cards():
    s = bronx()
    tile(s, "4a", P, pop=5)
    s.phase = "reset"
    question = play(s, dice=("016", "030"))
    assert (s.decade, s.round, s.current, s.upcoming) == (1950, 1, 16, 30)
    assert question.purpose == "select-box" and len(s.bag) == 13


@pytest.mark.rule("reset.2.return-face-down", "loan.in-faction-area.persists")
def test_step_2_leaves_an_expired_loan_with_its_debtor():
    s = bronx()
    tile(s, "4a", P, pop=5, orgs="PC")
    hold(s, "4a", C, LOAN, down=True)
    hold(s, "4a", P, LOAN)
    census(s, "reset", until="reset-debts")
    assert s.owed == [0, 1, 0] and org(s, "4a", P) & LOAN and s.loans == 1


@pytest.mark.rule("infra.exhausted.lifetime")
def test_a_tile_exhausted_in_reset_lies_there_until_the_next_audit():
    s = bronx()
    tile(s, "4a", P)
    census(s, "reset", until="reveal")
    assert exhausted(s, "4a") and owner(s, "4a") == P
    street(s, 4, vul=0)
    assert s.marker[INDEX[4]] == 0
