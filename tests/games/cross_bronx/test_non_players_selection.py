"""Non-Players in the Event Round: boxes (7.4), the rows of a Position (7.5), Plan."""

from __future__ import annotations

import pytest

from tabletown.games.cross_bronx.components import EVENTS, POSITIONS, Effect, Event, is_critical
from tabletown.games.cross_bronx.rules.np_selection import first_row
from tabletown.games.cross_bronx.state import (
    ACT,
    ACTIVE,
    CENSUS,
    EVENT,
    ORG,
    PLAN,
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
    hold(s, "loss-leader")  # doesn't even list Event
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
    tile(s, "1a", PRIVATE, pop=5, orgs=[PRIVATE])  # Employees <= Cases, but there is no Vulnerability to help
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
    s.resources[COMMUNITY] = 1  # can afford nothing but Fundraise
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
    assert "could not perform any row of Organizer and drew a new Position." in log(s)
    assert card(s, COMMUNITY) != "organizer" and len(s.position_bags[COMMUNITY]) == 7
    assert next(i for i, c in enumerate(POSITIONS) if c.id == "organizer") in s.position_bags[COMMUNITY]


@pytest.mark.rule("np.resolve.none-at-all", "np.discard-pile", "vp.sources")
def test_if_no_position_gives_an_action_the_faction_gains_a_point_and_keeps_the_last_card() -> None:
    s = bare()
    hold(s, "loss-leader")
    act(s, PRIVATE, REACT)
    told = log(s)
    assert told.count("and drew a new Position.") == 7, "each card is tried once"
    assert "found no action on any Position and gained 1 Victory Point instead." in told
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
