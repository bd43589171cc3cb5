"""The example of play of 7.9, from the 1940 setup with the named cards, move by move and number by number."""

from __future__ import annotations

import pytest

from tabletown.games.cross_bronx import game
from tabletown.games.cross_bronx.components import POSITIONS
from tabletown.games.cross_bronx.rules.housing import population, vulnerabilities
from tabletown.games.cross_bronx.state import (
    ACT,
    ACTIVE,
    EVENT,
    GRANT,
    INDEX,
    NO_BOX,
    ORG,
    PLAN,
    REACT,
    Bronx,
)
from tabletown.kernel import Match
from tests.games.cross_bronx.non_player_tables import ALL, COMMUNITY, PRIVATE, PUBLIC, at, log, run

CARDS = ["position:workhorse", "position:independent", "position:loss-leader"]


def start() -> Bronx:
    """1940, three Non-Players with the named cards, Event 006 current and 002 next."""
    s: Bronx = game.rules.setup(3, game.options({"session": "1940", **dict.fromkeys(ALL, "non-player")}))
    s.lines = []
    for phase, luck in (("draw-positions", CARDS), ("reveal", ["006", "002"])):
        assert s.phase == phase
        turn(s, luck)
    return s


def turn(s: Bronx, luck: list[str] | None = None) -> None:
    script = game.rules.step(s)
    assert script is not None
    assert run(script, chances=luck or []) == [], "with three Non-Players nobody is asked anything"
    assert game.rules.check is not None
    game.rules.check(s)


def until(s: Bronx, *phases: str, luck: list[str] | None = None) -> None:
    while True:
        game.rules.step(s)  # skips empty boxes
        if s.phase in phases:
            return
        turn(s, luck)


def vul(s: Bronx, number: int) -> int:
    return vulnerabilities(s, INDEX[number])


def pop(s: Bronx, number: int) -> int:
    return population(s, INDEX[number])


def card(s: Bronx, f: int) -> str:
    return POSITIONS[s.position[f]].id


@pytest.mark.rule("np79.r0.setup")
def test_the_setup_is_the_one_of_the_example() -> None:
    s = start()
    assert [card(s, f) for f in (PUBLIC, COMMUNITY, PRIVATE)] == ["workhorse", "independent", "loss-leader"]
    assert (s.current, s.upcoming) == (6, 2)
    assert s.resources[PRIVATE] == 9 and s.resources[PUBLIC] >= 2
    assert sum(s.street_pop) == 0 and sum(s.exhausted) == 0
    assert s.mitigated == [0, 0, 0] and s.corrections >= 1
    assert [vul(s, number) for number in (3, 4, 5, 6)] == [3, 3, 3, 2]
    unfilled = {space for space, owner in enumerate(s.owner) if owner == PUBLIC and s.pop[space] < 5}
    assert unfilled == {at("4a"), at("5a")}
    assert [space for space in range(25) if s.orgs[space * 3 + PRIVATE]] == [at("6a"), at("9a")]


@pytest.mark.rule("np79.r1.select", "np.select.critical-event", "np.select.priority-list")
def test_first_round_community_takes_the_critical_event_private_react_public_act() -> None:
    s = start()
    until(s, "act")
    assert s.box == [ACT, EVENT, REACT]
    assert PLAN not in s.box
    assert "Roosevelt Signs Bill to Help Veterans is critical because it places an Organization of any Faction." in log(
        s
    )


@pytest.mark.rule("np79.r1.public.row", "np.resolve.first-row")
def test_first_round_public_skips_row_one_and_relocates_by_row_two() -> None:
    s = start()
    until(s, "action")
    assert (s.actor, s.action, s.np_row) == (PUBLIC, "relocate", 1)
    assert "Public (Workhorse): Fewer than 2 Resources: no." in log(s)
    assert "Unfilled Public Infrastructure → Relocate. Only to fill Public Infrastructure." in log(s)


@pytest.mark.rule("np79.r1.public.destination-1", "np79.r1.public.origin-1", "np79.r1.public.move-1")
def test_first_round_public_moves_two_from_the_community_tile_of_district_3_to_district_5() -> None:
    s = start()
    until(s, "action")
    for _ in ("select", "relocate"):
        turn(s)
    assert s.districts == [INDEX[5]]
    assert (s.pop[at("3b")], s.pop[at("3a")], s.pop[at("5a")]) == (3, 5, 3)
    assert s.street_vul[INDEX[5]] == 2 and vul(s, 5) == 4
    told = log(s)
    assert "own Infrastructure with room in 4 and 5, then least Population (5) in 5. Chosen: District 5." in told
    assert "most Vulnerabilities (3) in 3 and 4, then most Population (10) in 3. Chosen: District 3." in told


@pytest.mark.rule("np79.r1.public.move-2", "np.example-four-unhoused")
def test_first_round_public_then_fills_district_4_from_the_private_tile_of_district_5() -> None:
    s = start()
    until(s, "action")
    for _ in ("select", "relocate", "select", "relocate"):
        turn(s)
    assert s.districts == [INDEX[5], INDEX[4]]
    assert (s.pop[at("5b")], s.pop[at("5a")], s.pop[at("4a")]) == (2, 3, 5)
    assert s.street_vul[INDEX[4]] == 2 and vul(s, 4) == 4


@pytest.mark.rule("np79.r1.public.end", "np.example-no-remaining", "np.resolve.fullest-extent")
def test_first_round_public_is_done_after_two_districts_and_paid_nothing() -> None:
    s = start()
    before = s.resources[PUBLIC]
    until(s, "event")
    assert s.resources[PUBLIC] == before
    assert s.pop[at("5a")] == 3, "two places are still free there"
    assert s.box == [NO_BOX, EVENT, REACT]


@pytest.mark.rule("np79.r1.community.event", "np.event.own-pieces-first")
def test_first_round_community_places_its_organization_with_a_grant_in_district_4() -> None:
    s = start()
    until(s, "event")
    grants, resources = s.grants, list(s.resources)
    until(s, "react")
    assert s.orgs[at("4a") * 3 + COMMUNITY] == ORG | GRANT
    assert s.grants == grants - 1 and s.resources == resources
    assert s.record == [[], [6], []]
    assert "most unhoused Vulnerabilities (2) in 4 and 5, then most Vulnerabilities (4) in 4 and 5" in log(s)
    assert "preferred Coalition can be formed: nowhere, then most Population (10) in 4. Chosen: District 4." in log(s)


@pytest.mark.rule("np79.r1.private.row")
def test_first_round_private_invests_by_row_two() -> None:
    s = start()
    until(s, "react")
    until(s, "action")
    assert (s.actor, s.action, s.np_row) == (PRIVATE, "invest", 1)
    assert "Private (Loss Leader): Fewer than -3 Resources: no." in log(s)


@pytest.mark.rule("np79.r1.private.invest", "np.chart.filter")
def test_first_round_private_activates_its_organization_in_district_9() -> None:
    s = start()
    until(s, "end-round")
    assert s.orgs[at("9a") * 3 + PRIVATE] == ORG | ACTIVE
    assert s.orgs[at("6a") * 3 + PRIVATE] == ORG
    assert s.street_vul[INDEX[9]] == 0 and s.mitigated == [0, 0, 1]
    assert s.resources[PRIVATE] == 7


@pytest.mark.rule("np79.r1.private.coalition-whatif", "np.principle.activate-partner")
def test_with_an_inactive_partner_private_would_pay_it_one_and_take_a_second_vulnerability() -> None:
    s = start()
    until(s, "react")
    s.orgs[at("9a") * 3 + COMMUNITY] = ORG
    s.orgs_left[COMMUNITY] -= 1
    community = s.resources[COMMUNITY]
    until(s, "end-round")
    assert s.mitigated == [0, 0, 2]
    assert s.resources[PRIVATE] == 6 and s.resources[COMMUNITY] == community + 1
    assert s.orgs[at("9a") * 3 + COMMUNITY] == ORG | ACTIVE


def second_round() -> Bronx:
    s = start()
    until(s, "end-round")
    turn(s, ["001"])
    assert s.current == 2
    return s


@pytest.mark.rule("np79.r2.select")
def test_second_round_public_acts_private_reacts_community_takes_its_second_choice() -> None:
    s = second_round()
    until(s, "act")
    assert s.box == [ACT, EVENT, REACT]
    assert "Community (Independent) prefers React, then Event, then Plan." in log(s)


@pytest.mark.rule("np79.r2.public.relocate")
def test_second_round_public_fills_district_5_from_the_community_tile_of_district_4() -> None:
    s = second_round()
    assert [vul(s, number) for number in (4, 3, 6)] == [4, 3, 2]
    until(s, "event")
    assert (s.pop[at("4b")], s.pop[at("5a")]) == (3, 5)
    assert s.street_vul[INDEX[5]] == 3 and vul(s, 5) == 5
    assert all(s.pop[space] == 5 for space, owner in enumerate(s.owner) if owner == PUBLIC)


@pytest.mark.rule("np79.r2.community.event", "np.chart.repeat", "np.principle.remove-population-order")
def test_second_round_community_removes_two_from_the_private_tile_of_district_5() -> None:
    s = second_round()
    until(s, "event")
    corrections = s.corrections
    until(s, "react")
    assert s.pop[at("5b")] == 0 and s.pop[at("5a")] == 5
    assert s.corrections == corrections - 1
    assert s.record == [[], [6, 2], []]


@pytest.mark.rule("np79.r2.private.row", "np79.r2.private.district")
def test_second_round_private_reads_three_rows_in_vain_and_pays_off_in_district_6() -> None:
    s = second_round()
    until(s, "react")
    assert s.resources[PRIVATE] == 7 and s.mitigated == [0, 0, 1]
    until(s, "action")
    assert (s.action, s.np_row) == ("pay-off", 3)
    turn(s)
    assert s.districts == [INDEX[6]]
    assert "only District 6 qualified" in log(s)


@pytest.mark.rule("np79.r2.private.payoff", "np.principle.activate-before-remove", "np.principle.maximum")
def test_second_round_private_moves_both_vulnerabilities_and_exhausts_its_tile_in_district_5() -> None:
    s = second_round()
    until(s, "end-round")
    assert s.orgs[at("6a") * 3 + PRIVATE] == ORG | ACTIVE
    assert vul(s, 6) == 0 and vul(s, 5) == 7
    assert s.exhausted[at("5b")] == 1
    assert s.resources[PRIVATE] == 6


@pytest.mark.rule("np79.r2.private.goal", "np.goal.star")
def test_second_round_private_gains_its_first_goal_star_and_no_point_yet() -> None:
    s = second_round()
    until(s, "end-round")
    assert s.stars[PRIVATE] == 1 and s.vp == [0, 0, 0] and not s.achieved[PRIVATE]


@pytest.mark.rule("np.setup.draw-one", "np.final-ties")
def test_a_match_of_three_non_players_plays_itself_to_the_end_and_starts_like_the_example() -> None:
    wanted = [*CARDS, "006", "002"]

    def luck(question: object, number: int) -> str | None:
        return wanted[number] if number < len(wanted) else None

    match = Match(game, 3, {"session": "1940", **dict.fromkeys(ALL, "non-player")}, seed=79, luck=luck)
    assert match.over and match.outcome is not None
    words = [str(line.text.render(match.names)) for line in match.lines]
    assert "Private gained a Goal Star on Loss Leader (1 of 2)." in words
    assert len(match.state.record[COMMUNITY]) >= 2
