"""2.4.1, 3.1.4: the vocabulary of Events, with every verb and target."""

from collections import Counter

import pytest

from tabletown.editions import cards_of
from tabletown.games.cross_bronx.components import EVENTS, Effect, Event
from tabletown.games.cross_bronx.rules import events
from tabletown.games.cross_bronx.rules.events import is_possible
from tabletown.games.cross_bronx.rules.targets import candidates
from tabletown.games.cross_bronx.state import GRANT, INDEX, LOAN, ORG

from .boards import (
    C,
    P,
    V,
    awaiting,
    blight,
    bronx,
    exhausted,
    hold,
    jail,
    on,
    org,
    owner,
    perform,
    street,
    tile,
    unhoused,
)


def carry_out(s, performer, *effects, answers=()):
    """Perform an Event with these effects (in place of card 90)."""
    kept = EVENTS[90]
    EVENTS[90] = Event(90, 1999, "x", "x", ["public", "community", "private"], [Effect(**e) for e in effects])
    try:
        return perform(s, performer, 90, *answers)
    finally:
        EVENTS[90] = kept


# ------------------------------------------------------------------ the cards

PUBLISHED = cards_of(EVENTS.values(), 0)  # later editions may add more


@pytest.mark.rule("cards.event.count", "components.events-96")
def test_there_are_ninety_events_fifteen_for_each_decade():
    assert [event.number for event in PUBLISHED] == list(range(1, 91))
    assert Counter(event.decade for event in PUBLISHED) == dict.fromkeys(range(1940, 2000, 10), 15)


@pytest.mark.rule("cards.event.fields")
def test_every_event_has_year_number_headline_context_effects_and_an_order_of_all_factions():
    for event in EVENTS.values():
        assert event.headline and event.context and event.effects
        assert event.decade <= event.year < event.decade + 10
        assert sorted(event.order) == ["community", "private", "public"]
    for decade in range(1940, 2000, 10):
        orders = [tuple(event.order) for event in PUBLISHED if event.decade == decade]
        assert Counter(order[0] for order in orders) == {"public": 5, "community": 5, "private": 5}
        assert len(set(orders)) == 6


def test_critical_events_are_derived():
    critical = [event.number for event in PUBLISHED if event.critical]
    assert critical == [6, 14, 18, 21, 24, 25, 33, 34, 37, 48, 49, 59, 66, 72, 85]


def test_the_three_known_cards_do_what_is_known_of_them():
    assert EVENTS[2].order == ["public", "private", "community"] and not EVENTS[2].critical
    assert EVENTS[6].order == ["community", "private", "public"] and EVENTS[6].critical
    assert any(effect.do == "lock-loans" and effect.until == 1980 and effect.may for effect in EVENTS[19].effects)


# ------------------------------------------------------------------ verbs


def test_place_population_goes_into_a_district_and_is_housed():
    s = bronx()
    tile(s, "9a", P, pop=4)
    perform(s, P, 1)
    assert on(s, "9a")[0] == 5 and unhoused(s, 9) == (1, 0)


@pytest.mark.rule("losses.sources", "losses.decrease-floor")
def test_losses_fall_and_not_below_zero():
    s = bronx()
    s.losses = 1
    perform(s, P, 32)
    assert s.losses == 0
    perform(s, P, 32)
    assert s.losses == 0


@pytest.mark.rule("np79.r2.community.event")
def test_remove_takes_cubes_to_the_pool_from_wherever_the_performer_wants():
    s = bronx()
    tile(s, "4a", P, pop=2)
    street(s, 5, pop=1)
    jail(s, 10, 1)
    pool = s.pop_pool
    question = perform(s, C, 2)
    assert question.options == ["tile:4a", "street:5"]
    perform(s, C, 2, "tile:4a", "street:5")
    assert s.pop_pool == pool + 2 and (s.corrections, s.overflow) == (10, 0)


def test_vulnerabilities_are_removed_to_the_pool():
    s = bronx()
    tile(s, "4a", P, pop=1, vul=1)
    pool = s.vul_pool
    perform(s, P, 5)
    assert on(s, "4a")[1] == 0 and s.vul_pool == pool + 1 and s.resources[V] == 7


@pytest.mark.rule("event.places-organization-without-room", "event.open-faction-choice")
def test_an_organization_of_an_open_faction_needs_room_and_costs_nothing():
    s = bronx()
    perform(s, P, 6)
    assert s.record[P] == [6] and s.orgs_left == [9, 10, 7]  # no tile, so skipped but recorded
    tile(s, "4a", P, pop=5, orgs="P")
    question = perform(s, P, 6)
    assert question.options == ["faction:community", "faction:private"]
    perform(s, P, 6, "faction:private")
    assert org(s, "4a", V) == ORG | GRANT and s.resources == [10, 10, 10]


def test_an_organization_may_come_with_either_marker_but_private_never_with_a_loan():
    s = bronx()
    tile(s, "4a", P, pop=5)
    question = perform(s, P, 59, "faction:community")
    assert question.options == ["grant", "loan"]
    s = bronx()
    tile(s, "4a", P, pop=5)
    perform(s, P, 59, "faction:private")
    assert org(s, "4a", V) == ORG | GRANT


def test_with_a_loan_an_open_faction_is_public_or_community():
    s = bronx()
    tile(s, "4a", C, pop=5)
    effect = {"do": "place", "what": "organization", "owner": "any", "with_": "loan"}
    question = carry_out(s, V, effect)
    assert question.options == ["faction:public", "faction:community"]


def test_remove_organization_sends_it_home():
    s = bronx()
    tile(s, "4a", P, pop=5, orgs="PV")
    hold(s, "4a", V, GRANT)
    perform(s, P, 73)
    assert on(s, "4a")[2] == "P" and s.orgs_left[V] == 7 and s.grants == 6


@pytest.mark.rule("event.replace-organization", "grant-loan.default-on-removal")
def test_replace_organization_puts_the_new_one_inactive_on_the_same_tile():
    s = bronx()
    tile(s, "4a", P, pop=5, orgs="p")
    hold(s, "4a", P, LOAN)
    awaiting(s, 4, GRANT)
    tile(s, "5a", P, pop=5, orgs="PC")  # Community is already there, so it isn't legal
    street(s, 1, vul=1)
    perform(s, C, 46)
    assert org(s, "4a", C) == ORG | GRANT and org(s, "4a", P) == 0
    assert s.loans == 3 and on(s, "5a")[2] == "PC" and s.resources[P] == 10


def test_replace_organization_of_open_factions():
    s = bronx()
    tile(s, "4a", P, pop=5, orgs="PC")
    question = perform(s, V, 21)
    assert question.options == ["org:4a:public", "org:4a:community"]
    perform(s, V, 21, "org:4a:community")  # only Private can replace it
    assert on(s, "4a")[2] == "pV"  # then a Public Organization is activated


@pytest.mark.rule("infra.exhaust.flip")
def test_exhaust_of_a_fixed_faction():
    s = bronx()
    tile(s, "2a", V, pop=2)
    tile(s, "3a", P, pop=5)
    perform(s, C, 42)
    assert exhausted(s, "2a") and not exhausted(s, "3a") and unhoused(s, 2) == (2, 0)


@pytest.mark.rule("infra.replaced-contents")
def test_replace_infrastructure_swaps_an_unexhausted_tile_under_its_contents():
    s = bronx()
    tile(s, "3a", V, pop=3, vul=1, orgs="V")
    perform(s, P, 26, "district:1")
    assert owner(s, "3a") == P and on(s, "3a") == (5, 1, "V") and unhoused(s, 1) == (0, 1)


def test_replace_infrastructure_by_an_open_faction_fills_an_exhausted_place():
    s = bronx()
    tile(s, "3a", V, exhausted=True)
    street(s, 3, pop=2)
    perform(s, C, 66, "faction:community", "faction:community")
    assert owner(s, "3a") == C and on(s, "3a") == (3, 0, "C")


def test_activate_only_turns_organizations():
    s = bronx()
    tile(s, "5a", P, pop=5, vul=0, orgs="C")
    street(s, 4, vul=1)
    perform(s, P, 69)
    assert on(s, "5a") == (5, 1, "c") and s.mitigated == [0, 0, 0]


def test_grant_goes_to_an_organization_without_a_marker():
    s = bronx()
    tile(s, "9a", P, pop=1, orgs="P")
    perform(s, C, 3)
    assert org(s, "9a", P) == ORG | GRANT and s.grants == 5


def test_corrections_grow_from_the_pool_and_overflow():
    s = bronx()
    jail(s, 9)
    pool = s.vul_pool
    carry_out(s, P, {"do": "corrections", "change": 2})
    assert (s.corrections, s.overflow, s.vul_pool) == (10, 1, pool - 2)


@pytest.mark.rule("census.quota.event-no-petition", "quota.by-event.overflow")
def test_a_quota_by_event_places_no_petition_and_counts_no_losses():
    s = bronx()
    jail(s, 10)
    street(s, 4, pop=1, vul=8)
    perform(s, P, 36)
    # one more for the unhoused Population; then half of nine, rounded up, leave
    assert unhoused(s, 4) == (1, 4) and (s.corrections, s.overflow) == (10, 5)
    assert s.marker[INDEX[4]] == 0 and s.losses == 0


def test_resources_ignore_debt_limits():
    s = bronx()
    s.resources = [-1, 0, 0]
    perform(s, C, 61)
    assert s.resources[C] == -1
    carry_out(s, P, {"do": "resources", "owner": "each", "change": -1})
    assert s.resources == [-2, -2, -1]
    carry_out(s, V, {"do": "resources", "owner": "own", "change": 3})
    assert s.resources == [-2, -2, 2]


def test_move_population_to_adjacent_districts():
    s = bronx()
    tile(s, "4a", P, pop=2)
    question = perform(s, P, 28, "tile:4a")
    assert question.options == ["district:1", "district:3", "district:5", "district:6"]
    s = bronx()
    tile(s, "4a", P, pop=2)
    perform(s, P, 28, "tile:4a", "district:5", "done")
    assert on(s, "4a")[0] == 1 and unhoused(s, 5) == (1, 0)


def test_move_out_of_corrections():
    s = bronx()
    jail(s, 10, 1)
    tile(s, "4a", P, pop=2)
    s.losses = 1
    perform(s, P, 68, "district:4", "district:4")
    assert (s.corrections, s.overflow) == (9, 0) and on(s, "4a")[1] == 1 and unhoused(s, 4) == (0, 1)


def test_move_vulnerabilities_into_corrections_and_to_listed_districts():
    s = bronx()
    street(s, 4, vul=2)
    carry_out(s, P, {"do": "move", "what": "vulnerability", "to": "corrections"})
    assert s.corrections == 1
    carry_out(s, P, {"do": "move", "what": "vulnerability", "to": [5]})
    assert unhoused(s, 5) == (0, 1)


@pytest.mark.rule("event.mandatory")
def test_of_two_lists_one_that_changes_nothing_cannot_be_picked():
    s = bronx()
    perform(s, P, 50)  # no Public Organization to remove, so the Resources are lost
    assert s.resources[P] == 7
    tile(s, "4a", P, pop=5, orgs="P")
    question = perform(s, P, 50)
    assert question.options == ["list:1", "list:2"]
    perform(s, P, 50, "list:1")
    assert on(s, "4a")[2] == "" and s.resources[P] == 7


# ------------------------------------------------------------------ targets


def test_same_is_where_the_previous_effect_took_place():
    s = bronx()
    tile(s, "4a", P, pop=5)
    tile(s, "5a", P, pop=5)
    perform(s, V, 34, "tile:5a")
    assert exhausted(s, "5a") and unhoused(s, 5) == (3, 0) and on(s, "4a")[0] == 5


def test_same_is_skipped_if_the_previous_effect_did_nothing():
    s = bronx()
    street(s, 4, pop=3)
    perform(s, V, 34)  # no tile in 4 or 5
    assert unhoused(s, 4) == (3, 0)


def test_different_spreads_the_pieces():
    s = bronx()
    perform(s, P, 8, "district:1", "district:3")
    assert unhoused(s, 1) == (0, 1) and unhoused(s, 3) == (0, 1)


def test_adjacent_is_next_to_the_previous_effect():
    s = bronx()
    tile(s, "5a", P, pop=5, vul=1)
    question = perform(s, P, 57)
    assert exhausted(s, "5a") and unhoused(s, 5) == (3, 1)
    assert question.options == ["district:3", "district:4", "district:6"]


def test_most_and_fewest_narrow_last_and_ties_are_the_performers():
    s = bronx()
    street(s, 4, pop=3)
    street(s, 5, pop=3)
    street(s, 6, pop=1)
    perform(s, P, 38, *["district:9"] * 4)  # District 9 then has the most Population and gets the Vulnerability
    assert unhoused(s, 9) == (4, 1)
    most = Effect(do="remove", what="population", most="population", where=[4, 5, 6])
    assert candidates(s, most, lambda d: s.street_pop[d] > 0) == [INDEX[4], INDEX[5]]
    few = Effect(do="remove", what="population", fewest="population")
    assert candidates(s, few, lambda d: s.street_pop[d] > 0) == [INDEX[6]]


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        ("population", {4, 5}),
        ("unhoused-population", {5}),
        ("vulnerability", {4, 6}),
        ("unhoused-vulnerability", {6}),
        ("infrastructure", {1, 4}),
        ("private-infrastructure", {4}),
        ("public-infrastructure", {1}),
        ("exhausted", {1}),
        ("organization", {4, 9}),
        ("coalition", {4}),
        ("blight", {2}),
    ],
)
def test_has_and_lacks_look_for_what_is_there(what, expected):
    s = bronx()
    tile(s, "4a", V, pop=5, vul=1, orgs="PV")
    tile(s, "1a", P, exhausted=True)
    street(s, 5, pop=1)
    street(s, 6, vul=1)
    street(s, 9, orgs="C")
    blight(s, 2)
    here = {INDEX[number] for number in expected}
    assert set(candidates(s, Effect(do="quota", has=[what]), lambda d: True)) == here
    assert set(candidates(s, Effect(do="quota", lacks=[what]), lambda d: True)) == set(range(7)) - here


def test_an_effect_takes_place_in_each_or_in_one_district():
    s = bronx()
    effect = {"do": "place", "what": "vulnerability", "count": 2, "where": [1, 2], "pick": "each"}
    carry_out(s, P, effect)
    assert unhoused(s, 1) == (0, 2) and unhoused(s, 2) == (0, 2)
    carry_out(s, P, {**effect, "pick": "one"}, answers=["district:2"])
    assert unhoused(s, 2) == (0, 4)


def test_up_to_may_stop_at_once():
    s = bronx()
    street(s, 4, pop=2)
    carry_out(s, P, {"do": "place", "what": "population", "count": 2, "up_to": True}, answers=["done"])
    carry_out(s, P, {"do": "remove", "what": "population", "count": 2, "up_to": True}, answers=["street:4", "done"])
    assert unhoused(s, 4) == (1, 0)


def test_the_effect_in_progress_is_known():
    s = bronx()
    assert perform(s, P, 13).purpose == "choose-list"
    assert events.current_effect(s).choose is not None
    perform(s, P, 13, "list:2")
    assert events.current_effect(s) is EVENTS[13].effects[0].choose[1][0]
    assert is_possible(s, EVENTS[13].effects[0])


def test_between_two_pieces_the_state_alone_says_where_the_next_may_go():
    s = bronx()
    street(s, 4, pop=1)
    street(s, 5, pop=1)
    effect = {"do": "remove", "what": "population", "count": 2, "pick": "different"}
    carry_out(s, P, effect, answers=["street:4"])
    assert s.phase == "react" and s.found == s.open == [], "only District 5 was left: no question"
    assert s.touched == [INDEX[4], INDEX[5]] and unhoused(s, 5) == (0, 0)
    street(s, 4, pop=2)
    street(s, 5, pop=1)
    carry_out(s, P, {"do": "remove", "what": "population", "count": 3}, answers=["street:4"])
    assert s.phase == "piece" and s.touched == [INDEX[4]] and s.open == [INDEX[4], INDEX[5]]
    assert s.copy().open == s.open


def test_every_event_can_be_performed_on_every_setup():
    import random

    from tabletown.games.cross_bronx.check import check

    from .boards import printed

    for decade in range(1940, 2000, 10):
        for number in EVENTS:
            s = printed(session=str(decade))
            s.round = 1
            rng = random.Random(number)
            answers: list[str] = []
            while True:
                twin = s.copy()
                question = perform(twin, number % 3, number, *answers)
                if question is None:
                    break
                answers.append(rng.choice(list(question.options)))
            assert twin.record[number % 3] == [number]
            check(twin)


@pytest.mark.rule("event.mandatory")
def test_an_event_places_as_many_organizations_as_are_left_and_then_asks_nothing():
    s = bronx()
    for name in ("1a", "1b", "2a", "2b", "3a", "3b", "4a", "4b", "5a"):
        tile(s, name, P if name < "4" else V, orgs="C")
    tile(s, "6a", P)
    tile(s, "9a", P)
    effect = {"do": "place", "what": "organization", "owner": "community", "count": 3}
    assert carry_out(s, P, effect, answers=["district:9"]) is None
    assert org(s, "9a", C) == ORG and s.orgs_left[C] == 0


def test_an_event_of_any_faction_goes_on_with_those_that_have_organizations_left():
    s = bronx()
    for name in ("1a", "1b", "2a", "2b", "3a", "3b", "4a", "4b", "5a"):
        tile(s, name, P if name < "4" else V, orgs="CV" if s.orgs_left[V] else "C")
    tile(s, "9a", P)
    effect = {"do": "place", "what": "organization", "owner": "any", "count": 3, "where": [9]}
    question = carry_out(s, P, effect, answers=["faction:community"])
    assert question is None  # Private has none left, Public fills the tile, and a third doesn't fit
    assert org(s, "9a", C) == ORG and org(s, "9a", P) == ORG
