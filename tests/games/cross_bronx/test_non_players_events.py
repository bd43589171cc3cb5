"""Events performed by Non-Players (7.6)."""

from __future__ import annotations

import pytest

from tabletown.games.cross_bronx.components import EVENTS
from tabletown.games.cross_bronx.state import (
    EVENT,
    GRANT,
    LOAN,
    NO_BOX,
    ORG,
    Bronx,
)
from tests.games.cross_bronx.non_player_tables import (
    COMMUNITY,
    PRIVATE,
    PUBLIC,
    at,
    bare,
    decide,
    hold,
    ruin,
    street,
    table,
    tile,
    turns,
)


def perform(s: Bronx, number: int, f: int) -> None:
    """Let this Non-Player perform the Event."""
    s.phase, s.current, s.effect, s.box = "event", number, 0, [NO_BOX] * 3
    s.box[f] = EVENT
    turns(s, ["react"])
    assert s.record[f][-1] == number


@pytest.mark.rule("np.event.decisions")
def test_an_event_is_resolved_by_the_chart_and_not_by_the_position() -> None:
    s = bare()
    hold(s, "workhorse")  # its row would only fill Public Infrastructure; an Event may place anywhere
    tile(s, "1a", PRIVATE, pop=1)
    tile(s, "2a", COMMUNITY, pop=3)
    s.np_row = 1
    perform(s, 7, PUBLIC)
    assert s.pop[at("1a")] + s.pop[at("2a")] + sum(s.street_pop) == 8
    assert sum(s.street_pop[d] for d in (2, 3, 4, 5, 6)) == 4, (
        "least Population: the empty Districts, one after the other"
    )


@pytest.mark.rule("np.population-by-event.own-tile-first", "np.principle.place-population-order")
def test_population_of_an_event_goes_to_the_own_tile_with_room() -> None:
    s = bare()
    tile(s, "4a", COMMUNITY, pop=1)
    tile(s, "4b", PRIVATE, pop=0)
    tile(s, "1a", PUBLIC, pop=0)
    perform(s, 38, COMMUNITY)
    assert s.pop[at("4a")] == 5


@pytest.mark.rule("np.default-event", "event.performer.default")
def test_the_first_listed_non_player_performs_an_event_that_nobody_chose() -> None:
    s = table()
    assert EVENTS[2].order[0] == "public"
    s.phase, s.current, s.effect, s.box = "event", 2, 0, [NO_BOX] * 3
    before = s.corrections
    turns(s, ["react", "end-round"])
    assert s.record[PUBLIC] == [2] and s.corrections == before - 1


@pytest.mark.rule("np.event.own-pieces-first")
def test_an_open_organization_is_the_performers_own_and_if_it_has_none_public_community_private() -> None:
    for f in (PUBLIC, COMMUNITY, PRIVATE):
        s = bare()
        tile(s, "1a", PUBLIC, pop=1)
        perform(s, 6, f)
        assert s.orgs[at("1a") * 3 + f] == ORG | GRANT
    s = bare()
    tile(s, "1a", PUBLIC, pop=1)
    assert decide(s, PRIVATE, "choose-faction", ["faction:community", "faction:public"]) == "faction:public"


@pytest.mark.rule("np.event.own-pieces-first")
def test_open_infrastructure_becomes_the_performers_own() -> None:
    s = bare()
    ruin(s, "3a", PUBLIC)
    tile(s, "3b", PUBLIC, pop=1)
    perform(s, 66, PRIVATE)
    assert s.owner[at("3a")] == PRIVATE


@pytest.mark.rule("np.event.grants-or-loans")
def test_public_and_community_place_grants_before_loans_private_loans_before_grants() -> None:
    s = bare()
    assert decide(s, PUBLIC, "which-marker", ["grant", "loan"]) == "grant"
    assert decide(s, COMMUNITY, "which-marker", ["grant", "loan"]) == "grant"
    assert decide(s, PRIVATE, "which-marker", ["grant", "loan"]) == "loan"
    tile(s, "1a", PUBLIC, pop=1)
    perform(s, 59, COMMUNITY)
    assert s.orgs[at("1a") * 3 + COMMUNITY] & GRANT
    s = bare()
    s.orgs_left[PRIVATE] = 0
    tile(s, "1a", PUBLIC, pop=1)
    assert decide(s, PRIVATE, "which-marker", ["loan", "grant"]) == "loan"


@pytest.mark.rule("np.event.grants-or-loans", "np.principle.grant-loan-order")
def test_an_organization_is_set_on_a_waiting_grant_before_a_loan() -> None:
    s = bare()
    assert decide(s, COMMUNITY, "take-marker", ["grant", "loan"]) == "grant"
    assert decide(s, COMMUNITY, "take-marker", ["loan", "none"]) == "loan"


@pytest.mark.rule("np.event.decisions", "np.tile-inside-district")
def test_a_tile_to_exhaust_is_not_the_own_one_and_follows_chart_and_order_of_removal() -> None:
    s = bare()
    tile(s, "6a", PUBLIC, pop=1)
    tile(s, "6b", COMMUNITY, pop=1)
    tile(s, "6c", PRIVATE, pop=1)
    tile(s, "9a", PRIVATE, pop=5, vul=1)
    perform(s, 14, PUBLIC)
    assert s.exhausted[at("6c")] == 1, "fewest Vulnerabilities, then Private before Community"
    s = bare()
    tile(s, "6a", PRIVATE, pop=1)
    tile(s, "9a", PUBLIC, pop=5, vul=1)
    perform(s, 14, PRIVATE)
    assert s.exhausted[at("9a")] == 1, "own Infrastructure last, whatever the chart says"


@pytest.mark.rule("np.event.decisions")
def test_organizations_of_others_are_activated_before_own_ones_and_refreshed_after_them() -> None:
    s = bare()
    tile(s, "1a", PUBLIC, pop=1, orgs=[PUBLIC], active=[PUBLIC])
    tile(s, "2a", PUBLIC, pop=1, vul=1, orgs=[COMMUNITY], active=[COMMUNITY])
    options = ["org:1a:public", "org:2a:community"]
    assert decide(s, PUBLIC, "activate-organization", options) == "org:2a:community"
    assert decide(s, PUBLIC, "refresh-organization", options) == "org:1a:public"
    perform(s, 9, COMMUNITY)
    assert s.orgs[at("2a") * 3 + COMMUNITY] == ORG


@pytest.mark.rule("np.event.decisions", "np.event.own-pieces-first")
def test_an_organization_is_replaced_by_an_own_one() -> None:
    s = bare()
    tile(s, "1a", PUBLIC, pop=1, orgs=[PUBLIC])
    tile(s, "2a", PUBLIC, pop=1, orgs=[COMMUNITY])
    perform(s, 21, COMMUNITY)
    assert s.orgs[at("1a") * 3 + COMMUNITY] == ORG and not s.orgs[at("1a") * 3 + PUBLIC]


@pytest.mark.rule("np.event.decisions")
def test_of_several_lists_the_first_that_changes_anything_is_taken() -> None:
    s = bare()
    before = s.resources[COMMUNITY]
    perform(s, 13, PUBLIC)
    assert s.resources[COMMUNITY] == before - 1 and sum(s.street_vul) == 0


@pytest.mark.rule("np.event.decisions", "loan.event-019.locked-until-1980")
def test_non_player_private_does_not_lock_its_own_loans_others_do() -> None:
    for f, locked in ((PRIVATE, 0), (PUBLIC, 3)):
        s = table(session="1950")
        s.loans = 3
        perform(s, 19, f)
        assert s.loans_locked == locked


@pytest.mark.rule("np.principle.maximum")
def test_up_to_means_as_many_as_possible() -> None:
    s = bare()
    tile(s, "1a", PRIVATE, pop=4)
    tile(s, "2a", COMMUNITY, pop=0)
    perform(s, 28, COMMUNITY)
    assert s.pop[at("1a")] == 2 and s.pop[at("2a")] == 2


@pytest.mark.rule("np.chart.place-remove-columns")
def test_vulnerabilities_out_of_corrections_go_where_they_can_be_housed() -> None:
    s = bare()
    s.corrections, s.vul_pool = 3, s.vul_pool - 3
    tile(s, "4a", PUBLIC, pop=1)
    tile(s, "5a", PUBLIC, pop=1, vul=1)
    street(s, 5, vul=1)
    perform(s, 68, COMMUNITY)
    assert s.vul[at("4a")] == 1 and s.corrections == 1


def test_a_loan_by_event_goes_to_public_or_community() -> None:
    s = table(session="1980")
    perform(s, 85, PRIVATE)
    held = [bits for bits in s.orgs if bits & LOAN]
    assert held and not any(bits & LOAN for bits in s.orgs[PRIVATE::3])
