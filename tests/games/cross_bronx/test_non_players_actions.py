"""Non-Players in the Event Round: boxes (7.4), rows and instructions (7.5), Plan, goals (7.7)."""

from __future__ import annotations

import pytest

from tabletown.games.cross_bronx import game
from tabletown.games.cross_bronx.components import EVENTS, INSTRUCTIONS, POSITIONS, Effect, Event, is_critical
from tabletown.games.cross_bronx.rules.np_actions import ROW, applies, first_row
from tabletown.games.cross_bronx.state import (
    ACT,
    ACTIVE,
    CENSUS,
    EVENT,
    INDEX,
    LOAN_UP,
    ORG,
    PLAN,
    REACT,
    Bronx,
)
from tabletown.kernel import Match
from tests.games.cross_bronx.non_player_tables import (
    ALL,
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
    table,
    tile,
    turns,
)

BOXES = ["box:act", "box:event", "box:react", "box:plan"]


def card(s: Bronx, f: int) -> str:
    return POSITIONS[s.position[f]].id


# ------------------------------------------------------------------ 7.4 action selection


@pytest.mark.rule("np.select.priority-list", "np.react-blocked-becomes-act", "np.select-when-list-blocked")
def test_the_first_listed_box_that_is_still_free_is_taken() -> None:
    s = table()
    hold(s, "loss-leader")  # React, Act, Plan
    s.current = 2
    assert decide(s, PRIVATE, "select-box", BOXES) == "box:react"
    assert decide(s, PRIVATE, "select-box", ["box:act", "box:event", "box:plan"]) == "box:act"
    assert decide(s, PRIVATE, "select-box", ["box:event", "box:plan"]) == "box:plan"


@pytest.mark.rule("np.select.critical-event")
def test_a_critical_event_is_taken_whenever_its_box_is_free() -> None:
    s = table()
    hold(s, "loss-leader")  # does not even list Event
    s.current = 14
    assert EVENTS[14].critical
    assert decide(s, PRIVATE, "select-box", BOXES) == "box:event"
    assert decide(s, PRIVATE, "select-box", ["box:act", "box:react", "box:plan"]) == "box:react"


@pytest.mark.rule("np.critical.definition", "event.open-faction-choice")
def test_critical_is_exhausting_any_infrastructure_or_placing_or_replacing_any_organization() -> None:
    assert is_critical(Effect(do="exhaust", owner="any"))
    assert not is_critical(Effect(do="exhaust", owner="private"))
    assert is_critical(Effect(do="place", what="organization", owner="any"))
    assert not is_critical(Effect(do="place", what="organization", owner="community"))
    assert is_critical(Effect(do="replace", what="organization", owner="public", by="any"))
    assert not is_critical(Effect(do="replace", what="organization", owner="public", by="community"))
    assert not is_critical(Effect(do="replace", what="infrastructure", owner="any", by="any"))
    assert not is_critical(Effect(do="remove", what="population"))
    assert is_critical(Effect(choose=[[Effect(do="quota")], [Effect(do="exhaust", owner="any")]]))
    assert EVENTS[6].critical and not EVENTS[2].critical
    assert isinstance(EVENTS[6], Event)


# ------------------------------------------------------------------ 7.5 rows


@pytest.mark.rule("np.resolve.first-row", "np.card.organizer-rows")
def test_the_first_row_that_applies_is_performed() -> None:
    s = bare()
    hold(s, "organizer")
    s.resources[COMMUNITY] = 3
    tile(s, "1a", COMMUNITY, pop=3)
    tile(s, "2a", PRIVATE, pop=4)
    act(s, COMMUNITY)
    assert "Organizer): Fewer than 2 Resources: no." in log(s)
    assert "Organizer): Unhoused Vulnerabilities: no." in log(s)
    assert "Unfilled Community Infrastructure → Mobilize" in log(s)
    assert (s.pop[at("1a")], s.pop[at("2a")]) == (5, 2)


@pytest.mark.rule("np.resolve.skip-ineffective", "np.ineffective-definition")
def test_a_row_without_an_effect_or_that_cannot_be_paid_is_skipped() -> None:
    s = bare()
    hold(s, "loss-leader")
    tile(s, "1a", PRIVATE, pop=5, orgs=[PRIVATE])  # Employees <= Cases, but there is no Vulnerability to take in
    ruin(s, "2a", PUBLIC)
    act(s, PRIVATE, ACT)
    assert "Employees are equal to or fewer than Cases → Invest: would have no effect." in log(s)
    assert s.owner[at("2a")] == PRIVATE, "row 3 was performed instead"
    s = bare()
    hold(s, "organizer")
    s.resources[COMMUNITY] = 1
    tile(s, "1a", COMMUNITY, vul=1, orgs=[COMMUNITY])  # nobody lives there: no Fundraise; Organize costs 2
    assert first_row(s, COMMUNITY) == -1


@pytest.mark.rule("np.resolve.skip-ineffective", "np.redraw-same-turn-box")
def test_house_build_and_develop_are_ineffective_in_react() -> None:
    s = bare()
    hold(s, "loss-leader")
    ruin(s, "2a", PUBLIC)
    tile(s, "1a", PRIVATE, pop=2, vul=1, orgs=[PRIVATE])
    s.mitigated[PRIVATE] = 1
    s.vul_pool -= 1
    s.actor, s.box_now = PRIVATE, REACT
    assert first_row(s, PRIVATE) == -1
    s.box_now = ACT
    assert first_row(s, PRIVATE) == 2


@pytest.mark.rule("np.resolve.fullest-extent")
def test_act_covers_up_to_three_districts_and_react_one() -> None:
    def employed(box: int) -> int:
        s = bare()
        hold(s, "loss-leader")
        for name in ("1a", "2a", "3a", "4a"):
            tile(s, name, PRIVATE, pop=5, vul=1, orgs=[PRIVATE])
        act(s, PRIVATE, box)
        return s.mitigated[PRIVATE]

    assert (employed(ACT), employed(REACT)) == (3, 1)


@pytest.mark.rule("np.resolve.fullest-extent", "debt.limit.voluntary-spending")
def test_an_action_goes_only_as_far_as_the_resources() -> None:
    s = bare()
    hold(s, "organizer")
    s.resources[COMMUNITY] = 4
    for name in ("1a", "2a", "3a"):
        tile(s, name, COMMUNITY, pop=5, vul=1, orgs=[COMMUNITY])
        street(s, int(name[0]), vul=1)
    act(s, COMMUNITY)
    assert s.resources[COMMUNITY] == 0 and s.mitigated[COMMUNITY] == 2


@pytest.mark.rule("np.resolve.redraw", "np.discard-pile")
def test_with_no_usable_row_the_position_is_discarded_and_another_one_tried_at_once() -> None:
    s = bare()
    hold(s, "organizer")
    s.stars[COMMUNITY] = 0
    for name in ("1a", "2a", "3a", "4a", "5a", "6a", "9a", "1b", "2b", "3b", "4b", "5b", "6b", "9b"):
        if s.tiles_left[PRIVATE]:
            tile(s, name, PRIVATE, pop=1)
        else:
            tile(s, name, PUBLIC, pop=1)
    tile(s, "1c", COMMUNITY, pop=5)
    s.resources[COMMUNITY] = 1  # too poor for anything but Fundraise
    s.phase = "act"
    act(s, COMMUNITY, REACT, chances=["position:block-captain", "position:rent-striker"])
    told = log(s)
    assert "no row of Organizer can be performed" not in told, "Fundraise works for the poor"
    s = bare()
    hold(s, "organizer")
    for number, name in enumerate(("1a", "2a", "3a", "4a", "5a", "6a", "9a", "1b", "2b", "3b", "4b", "5b", "6b", "9b")):
        tile(s, name, (PRIVATE, PUBLIC)[number % 2], pop=1)
    s.stars[COMMUNITY] = 1
    act(s, COMMUNITY, REACT, chances=["position:block-captain"])
    assert "no row of Organizer can be performed; a new Position is drawn." in log(s)
    assert card(s, COMMUNITY) != "organizer" and len(s.position_bags[COMMUNITY]) == 7
    assert next(i for i, c in enumerate(POSITIONS) if c.id == "organizer") in s.position_bags[COMMUNITY]


@pytest.mark.rule("np.resolve.none-at-all", "np.discard-pile", "vp.sources")
def test_if_no_position_gives_an_action_the_faction_gains_a_point_and_keeps_the_last_card() -> None:
    s = bare()
    hold(s, "loss-leader")
    act(s, PRIVATE, REACT)
    told = log(s)
    assert told.count("can be performed; a new Position is drawn.") == 7, "each card is tried once"
    assert "no Position gives an action: 1 Victory Point instead." in told
    assert s.vp == [0, 0, 1]
    assert s.position[PRIVATE] >= 0 and len(s.position_bags[PRIVATE]) == 7


@pytest.mark.rule("np.achieved-position-stays")
def test_a_card_that_gave_its_point_is_set_aside_for_the_record_when_it_fails() -> None:
    s = bare()
    hold(s, "loss-leader")
    s.stars[PRIVATE], s.achieved[PRIVATE], s.recorded[PRIVATE] = 2, 1, 1
    index = s.position[PRIVATE]
    act(s, PRIVATE, REACT)
    assert s.record[PRIVATE] == [1940 * 100 + index]
    assert index not in s.position_bags[PRIVATE]


# ------------------------------------------------------------------ instructions


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
    street(s, 2, vul=1)  # the chart would go here; the instruction looks for a Social Coalition first
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


# ------------------------------------------------------------------ Plan


@pytest.mark.rule("np.plan.refresh", "np.plan.no-audit", "np.plan.preselect")
def test_plan_refreshes_by_the_organization_column_calls_no_audit_and_preselects() -> None:
    s = bare()
    hold(s, "bean-counter")  # React, Plan, Act
    tile(s, "1a", PUBLIC, pop=5, orgs=[PUBLIC], active=[PUBLIC])
    tile(s, "2a", PUBLIC, pop=1, orgs=[PUBLIC], active=[PUBLIC])
    street(s, 2, vul=1)
    s.phase, s.current, s.upcoming, s.box = "plan", 2, 1, [PLAN, -1, -1]
    turns(s, ["end-round"])
    assert s.orgs[at("2a") * 3 + PUBLIC] == ORG, "most unhoused Vulnerabilities"
    assert s.orgs[at("1a") * 3 + PUBLIC] == ORG | ACTIVE
    assert s.audit == [] and s.planned == [REACT, -1, -1]


@pytest.mark.rule("np.plan.preselect", "np.critical-when-planning")
def test_planning_looks_at_the_next_event_and_before_a_census_only_at_the_list() -> None:
    for upcoming, expected in ((14, EVENT), (1, REACT), (CENSUS, REACT)):
        s = bare()
        hold(s, "bean-counter")
        s.phase, s.current, s.upcoming, s.box = "plan", 14, upcoming, [PLAN, -1, -1]
        turns(s, ["end-round"])
        assert s.planned[PUBLIC] == expected


# ------------------------------------------------------------------ 7.7 goals


@pytest.mark.rule("np.goal.star", "position.star-per-action")
def test_the_last_row_earns_one_star_however_many_districts_or_by_option_one_for_each() -> None:
    for options, stars in (({}, 1), ({"star_per_district": "yes"}, 2)):
        s = bare(**options)
        hold(s, "workhorse")
        for name in ("1a", "2a"):
            tile(s, name, PUBLIC, pop=5, vul=1, orgs=[PUBLIC])
            street(s, int(name[0]), vul=1)
        act(s, PUBLIC)
        assert s.mitigated[PUBLIC] == 2 and s.stars[PUBLIC] == stars


@pytest.mark.rule("np.goal.star")
def test_other_rows_earn_no_star() -> None:
    s = table()
    hold(s, "workhorse")
    act(s, PUBLIC)
    assert s.stars == [0, 0, 0]


@pytest.mark.rule("np.goal.vp", "np.achieved-position-stays")
def test_the_last_star_is_worth_a_point_once_and_the_card_stays() -> None:
    s = bare()
    hold(s, "workhorse")
    for name in ("1a", "2a", "3a"):
        tile(s, name, PUBLIC, pop=5, vul=1, orgs=[PUBLIC])
        street(s, int(name[0]), vul=1)
    for _ in range(3):
        act(s, PUBLIC, REACT)
    assert s.stars[PUBLIC] == 2 and s.vp[PUBLIC] == 1
    assert card(s, PUBLIC) == "workhorse"


@pytest.mark.rule("np.achieved-position-stays")
def test_by_option_an_achieved_card_is_replaced_at_once() -> None:
    s = bare(np_replace_at_once="yes")
    hold(s, "workhorse")
    index = s.position[PUBLIC]
    s.stars[PUBLIC] = 1
    tile(s, "1a", PUBLIC, pop=5, vul=1, orgs=[PUBLIC])
    street(s, 1, vul=1)
    act(s, PUBLIC, REACT)
    assert s.vp[PUBLIC] == 1 and s.record[PUBLIC] == [194000 + index]
    assert card(s, PUBLIC) != "workhorse" and s.stars[PUBLIC] == 0


@pytest.mark.rule("np.easier")
def test_in_the_easier_game_non_players_get_no_points_for_goals() -> None:
    s = bare(np_points="no")
    hold(s, "workhorse")
    s.stars[PUBLIC] = 1
    tile(s, "1a", PUBLIC, pop=5, vul=1, orgs=[PUBLIC])
    street(s, 1, vul=1)
    act(s, PUBLIC, REACT)
    assert s.stars[PUBLIC] == 2 and s.vp[PUBLIC] == 0


@pytest.mark.rule("np.position.to-record")
def test_a_card_that_gave_no_point_does_not_go_to_the_record() -> None:
    s = bare(np_points="no", np_replace_at_once="yes")
    hold(s, "workhorse")
    index = s.position[PUBLIC]
    s.stars[PUBLIC] = 1
    tile(s, "1a", PUBLIC, pop=5, vul=1, orgs=[PUBLIC])
    street(s, 1, vul=1)
    act(s, PUBLIC, REACT)
    assert s.record[PUBLIC] == [] and s.stars[PUBLIC] == 0
    assert index in s.position_bags[PUBLIC] or s.position[PUBLIC] == index


# ------------------------------------------------------------------ at a table with people


@pytest.mark.rule("np.golden-rule")
def test_beside_a_person_non_players_answer_by_themselves_until_a_tie() -> None:
    match = Match(game, 3, {"public": "non-player", "private": "non-player"}, seed=5)
    seen = set()
    for _ in range(400):
        if match.over:
            break
        decision = match.decisions[0]
        seen.add(decision.seat)
        match.choose(decision.seat, decision.options[0])
    assert seen == {COMMUNITY}


def test_every_card_gets_to_act_somewhere_in_a_few_matches() -> None:
    acted = set()
    for seed in range(24):
        session = ("1940", "1950", "1960", "1970", "1980", "1990")[seed % 6]
        match = Match(game, 3, {"session": session, **dict.fromkeys(ALL, "non-player")}, seed=seed)
        acted |= {line.text.parts["title"] for line in match.lines if line.text.template == ROW.template}
    assert acted == {card.title for card in POSITIONS}
