"""How Non-Players carry out the instructions of their Positions (7.5)."""

from __future__ import annotations

import pytest

from tabletown.games.cross_bronx.components import INSTRUCTIONS, POSITIONS
from tabletown.games.cross_bronx.rules.counters import numbers
from tabletown.games.cross_bronx.rules.np_selection import applies, first_row
from tabletown.games.cross_bronx.state import (
    ACT,
    ACTIVE,
    INDEX,
    LOAN_UP,
    ORG,
    REACT,
    Bronx,
)
from tests.games.cross_bronx.non_player_tables import (
    COMMUNITY,
    PRIVATE,
    PUBLIC,
    act,
    at,
    bare,
    decide,
    hold,
    log,
    ruin,
    street,
    tile,
)


def test_relocate_only_fills_own_tiles_and_never_takes_from_them() -> None:
    s = bare()
    hold(s, "workhorse")
    tile(s, "1a", PUBLIC, pop=4)
    tile(s, "2a", PUBLIC, pop=5)
    tile(s, "3a", PRIVATE, pop=5)
    act(s, PUBLIC)
    assert s.pop[at("1a")] == 5 and s.pop[at("2a")] == 5
    assert s.pop[at("3a")] == 4, "one fits, one moves"


def test_a_budget_that_must_stay_clean_tires_an_organization() -> None:
    s = bare()
    hold(s, "bean-counter")
    tile(s, "1a", PUBLIC, pop=5, orgs=[PUBLIC])
    tile(s, "2a", PUBLIC, pop=5)
    act(s, PUBLIC, REACT)
    assert s.orgs[at("1a") * 3 + PUBLIC] == ORG | ACTIVE
    assert sum(s.vul) + sum(s.street_vul) == 0 and s.stars[PUBLIC] == 1


def test_service_places_only_where_it_forms_the_scarcer_coalition() -> None:
    s = bare()
    hold(s, "ombudsman")
    tile(s, "1a", PUBLIC, pop=1, orgs=[PUBLIC, COMMUNITY])
    tile(s, "2a", PUBLIC, pop=1, vul=1, orgs=[COMMUNITY])
    street(s, 2, vul=2)
    tile(s, "3a", PUBLIC, pop=1, orgs=[PRIVATE])
    act(s, PUBLIC, REACT)
    assert s.orgs[at("3a") * 3 + PUBLIC] == ORG and not s.orgs[at("2a") * 3 + PUBLIC]


@pytest.mark.rule("np.scarcer-coalition-tie")
def test_a_balance_once_struck_is_left_alone() -> None:
    for id in ("ombudsman", "ward-heeler"):
        s = bare()
        hold(s, id)
        s.mitigated[PUBLIC] = 2
        s.vul_pool -= 2
        tile(s, "1a", PUBLIC, pop=1, orgs=[PUBLIC, COMMUNITY])
        tile(s, "2a", PUBLIC, pop=1, orgs=[PRIVATE])
        tile(s, "3a", PUBLIC, pop=1, orgs=[PRIVATE])
        tile(s, "4a", PUBLIC, pop=1, orgs=[COMMUNITY])
        act(s, PUBLIC)
        joined = [name for name in ("2a", "3a", "4a") if s.orgs[at(name) * 3 + PUBLIC]]
        assert len(joined) == 1 and joined != ["4a"], "one Economic Coalition against one Social: there is no scarcer"


@pytest.mark.rule("np.final-ties")
def test_the_price_of_mobilize_goes_to_the_lowest_of_tied_districts() -> None:
    s = bare()
    options = ["district:5", "district:3"]  # origin and destination: no rule distinguishes them
    assert decide(s, COMMUNITY, "vulnerability-district", options) == "district:3"


@pytest.mark.rule("np.build-empties-own", "community.build.replace")
def test_build_moves_in_from_own_tiles_where_nobody_else_lives_nearby() -> None:
    s = bare()
    hold(s, "rent-striker")
    ruin(s, "1a", PRIVATE)
    tile(s, "4a", COMMUNITY, pop=2)
    act(s, COMMUNITY)
    assert s.owner[at("1a")] == COMMUNITY and s.resources[COMMUNITY] == 8
    assert s.pop[at("1a")] == 2 and s.pop[at("4a")] == 0, "the maximum; own tiles come last, but they come"


def test_together_needs_two_vulnerabilities() -> None:
    for there, works in ((1, False), (2, True)):
        s = bare()
        hold(s, "hiring-boss")
        s.actor, s.box_now = PRIVATE, REACT
        tile(s, "5a", PUBLIC, pop=1, orgs=[PRIVATE, PUBLIC])
        street(s, 5, vul=there)
        assert applies_row(s, 3) == works


def test_pay_off_exhausts_rivals_unless_the_row_asks_for_own() -> None:
    for instruction, chosen in (("pay-off-home", "tile:5b"), ("pay-off-thin", "tile:5a")):
        s = bare()
        hold(s, "absentee-landlord")
        s.actor, s.box_now, s.action = PRIVATE, REACT, "pay-off"
        rows = POSITIONS[s.position[PRIVATE]].np.rows
        s.np_row = next(number for number, row in enumerate(rows) if row.instruction == instruction)
        tile(s, "5a", PRIVATE, pop=1)
        tile(s, "5b", COMMUNITY, pop=1)
        assert decide(s, PRIVATE, "exhaust-tile", ["tile:5a", "tile:5b"], 5) == chosen


@pytest.mark.rule("np.resolve.first-row", "org.unhoused.works-normally")
def test_hiring_boss_counts_unhoused_organizations_that_are_alike_one_by_one() -> None:
    s = bare()
    hold(s, "hiring-boss")
    s.actor, s.box_now = PRIVATE, REACT
    street(s, 1, orgs=[PRIVATE, PRIVATE])
    street(s, 2, orgs=[PRIVATE])
    tile(s, "3a", PUBLIC, pop=1)
    assert applies_row(s, 2), "three of four"
    street(s, 2, orgs=[PRIVATE])
    assert not applies_row(s, 2), "four: two and two that are alike"
    assert numbers("own-organizations >= 4", s, PRIVATE) == [4]


def test_together_needs_a_ready_partner_and_three_resources() -> None:
    s = bare()
    hold(s, "hiring-boss")
    s.mitigated[PRIVATE] = 1
    s.vul_pool -= 1
    for name in ("1a", "2a", "3a", "4a"):
        tile(s, name, PUBLIC, pop=1, orgs=[PRIVATE], active=[PRIVATE])
    tile(s, "5a", PUBLIC, pop=1, vul=1, orgs=[PRIVATE, PUBLIC])
    street(s, 5, vul=1)
    s.resources[PRIVATE] = -3
    s.actor, s.box_now = PRIVATE, REACT
    assert not applies_row(s, 3)
    s.resources[PRIVATE] = 2
    assert applies_row(s, 3)
    act(s, PRIVATE, REACT)
    assert s.mitigated[PRIVATE] == 3 and s.stars[PRIVATE] == 1


def applies_row(s: Bronx, number: int) -> bool:
    from tabletown.games.cross_bronx.rules.np_instructions import candidates
    from tabletown.games.cross_bronx.state import DISTRICTS

    row = POSITIONS[s.position[PRIVATE]].np.rows[number]
    return applies(s, PRIVATE, row) and bool(candidates(s, PRIVATE, INSTRUCTIONS[row.instruction], DISTRICTS))


def test_loans_go_where_somebody_can_take_them_up() -> None:
    s = bare()
    hold(s, "bondholder")
    tile(s, "1a", PUBLIC, pop=1, orgs=[PUBLIC, COMMUNITY])
    tile(s, "2a", PUBLIC, pop=1)
    act(s, PRIVATE, REACT)
    assert s.awaiting[INDEX[2] * 4 + LOAN_UP] == 1 and s.awaiting[INDEX[1] * 4 + LOAN_UP] == 0


@pytest.mark.rule("np.fundraise-rolls")
def test_fundraise_rolls_once_for_every_inhabited_tile_of_the_quietest_district() -> None:
    s = bare()
    hold(s, "organizer")
    s.resources[COMMUNITY] = 1
    tile(s, "1a", COMMUNITY, pop=5, vul=1)
    tile(s, "2a", COMMUNITY, pop=1)
    tile(s, "2b", COMMUNITY, pop=1)
    tile(s, "2c", COMMUNITY)
    before = s.resources[COMMUNITY]
    act(s, COMMUNITY, REACT)
    assert s.districts == [INDEX[2]]
    assert log(s).count("Community raised") == 2 and s.resources[COMMUNITY] >= before + 2


def test_the_order_of_an_instruction_comes_before_the_chart() -> None:
    s = bare()
    hold(s, "organizer")
    s.resources[COMMUNITY] = 1
    tile(s, "1a", COMMUNITY, pop=5, vul=1)  # fewest Vulnerabilities, as the instruction says
    tile(s, "2a", COMMUNITY, pop=5, vul=1)
    tile(s, "2b", PUBLIC, pop=5, vul=1)
    tile(s, "2c", PUBLIC, pop=5)  # room to house a Vulnerability, as the chart would have it
    act(s, COMMUNITY, REACT)
    assert s.districts == [INDEX[1]]


def test_only_unhoused_population_is_sheltered() -> None:
    s = bare()
    hold(s, "ombudsman")
    tile(s, "3a", PRIVATE, pop=5)
    street(s, 3, pop=1)
    tile(s, "1a", PUBLIC, pop=0)
    act(s, PUBLIC, REACT)
    assert s.street_pop[INDEX[3]] == 0 and s.pop[at("3a")] == 5 and s.pop[at("1a")] == 1
    assert s.stars[PUBLIC] == 1


def test_pay_off_to_exhaust_needs_more_unhoused_vulnerabilities_than_tiles() -> None:
    for waiting, works in ((0, False), (1, True)):
        s = bare()
        hold(s, "loss-leader")
        s.mitigated[PRIVATE] = 1
        s.vul_pool -= 1
        tile(s, "6a", PRIVATE, pop=5, vul=1, orgs=[PRIVATE])
        street(s, 6, vul=1)
        tile(s, "5a", PRIVATE, pop=2, vul=1)
        tile(s, "5b", PUBLIC, pop=5, vul=1)
        street(s, 5, vul=waiting)
        s.actor, s.box_now = PRIVATE, REACT
        assert (first_row(s, PRIVATE) == 3) == works, "two arriving make two against two tiles, or three"


def test_the_organization_whose_partner_can_help_is_used() -> None:
    s = bare(["private"])
    hold(s, "loss-leader")
    tile(s, "1a", PRIVATE, pop=1, vul=1, orgs=[PRIVATE])
    tile(s, "1b", PRIVATE, pop=1, vul=1, orgs=[PRIVATE, COMMUNITY])
    assert act(s, PRIVATE, REACT) == [], "nobody needs to be asked"
    assert s.orgs[at("1b") * 3 + PRIVATE] == ORG | ACTIVE and s.orgs[at("1a") * 3 + PRIVATE] == ORG
    assert s.mitigated[PRIVATE] == 2


def test_mobilize_leaves_an_economic_coalition_for_one_it_prefers() -> None:
    s = bare()
    hold(s, "rent-striker")
    s.mitigated[COMMUNITY] = 1
    s.vul_pool -= 1
    tile(s, "1a", PUBLIC, pop=1, vul=1, orgs=[COMMUNITY, PRIVATE])
    tile(s, "2a", PUBLIC, pop=1, vul=1)
    street(s, 2, vul=1)  # the chart would choose this District, but the instruction asks for a Social Coalition first
    tile(s, "3a", PUBLIC, pop=1, vul=1, orgs=[PUBLIC])
    act(s, COMMUNITY, REACT)
    assert s.orgs[at("3a") * 3 + COMMUNITY] == ORG and not s.orgs[at("1a") * 3 + COMMUNITY]
    assert s.stars[COMMUNITY] == 1


def test_pay_off_out_of_an_own_district_follows_the_chart() -> None:
    s = bare()
    hold(s, "absentee-landlord")
    tile(s, "1a", PRIVATE, pop=5, vul=1, orgs=[PRIVATE, COMMUNITY])
    tile(s, "1b", PRIVATE, pop=5, vul=1)
    tile(s, "2a", PUBLIC, pop=5)
    tile(s, "3a", PUBLIC, pop=5, vul=1)
    act(s, PRIVATE, REACT)
    assert s.vul[at("2a")] == 1, "room to house a Vulnerability first"
    assert s.street_vul[INDEX[4]] == 1 or s.street_vul[INDEX[2]] == 1
    assert s.vul[at("1a")] + s.vul[at("1b")] == 0


def test_buying_the_last_tile_of_others_makes_a_private_district() -> None:
    s = bare()
    hold(s, "land-assembler")
    tile(s, "1a", PRIVATE, pop=5, orgs=[PRIVATE, COMMUNITY])
    tile(s, "1b", COMMUNITY, pop=5)
    tile(s, "2a", PRIVATE, pop=5, orgs=[PRIVATE, PUBLIC])
    tile(s, "2b", PUBLIC, pop=1)
    tile(s, "2c", PUBLIC, pop=1)
    act(s, PRIVATE)
    assert s.owner[at("1b")] == PRIVATE
    assert s.resources[COMMUNITY] == 13 and s.stars[PRIVATE] == 1


def test_house_replaces_a_ruin_where_it_can_and_else_places() -> None:
    for with_ruin in (True, False):
        s = bare()
        hold(s, "workhorse")
        tile(s, "1a", PRIVATE, pop=5)
        if with_ruin:
            ruin(s, "1b", PRIVATE)
        street(s, 1, pop=3)
        act(s, PUBLIC)
        assert s.owner[at("1b")] == PUBLIC and s.pop[at("1b")] == 5
        assert s.resources[PUBLIC] == (8 if with_ruin else 6)


@pytest.mark.rule("np.organizer-two-infrastructure")
def test_the_organizer_counts_unexhausted_infrastructure_or_by_option_all() -> None:
    def builds_in_1(**options: str) -> bool:
        s = bare(**options)
        hold(s, "organizer")
        for number, name in enumerate(("2a", "2b", "3a", "3b", "4a", "4b", "5a", "5b", "6a", "6b", "9a", "9b")):
            tile(s, name, (PRIVATE, PUBLIC)[number % 2], pop=1)
        tile(s, "1a", PUBLIC, pop=1)
        ruin(s, "1b", PRIVATE)
        s.actor, s.box_now = COMMUNITY, ACT
        return first_row(s, COMMUNITY) == 3

    assert builds_in_1()
    assert not builds_in_1(np_organizer_counts_exhausted="yes")
