"""3.0, 3.1: cards, selection of boxes, execution, Plan, the end of a round."""

import pytest

from tabletown.games.cross_bronx import game
from tabletown.games.cross_bronx.components import EVENTS
from tabletown.games.cross_bronx.rules.actions import MENUS
from tabletown.games.cross_bronx.setup import events_of
from tabletown.games.cross_bronx.state import ACT, CENSUS, EVENT, NO_BOX, NO_CARD, PLAN, REACT
from tabletown.kernel import Match

from .boards import C, P, V, act, bronx, census, jail, on, perform, plan, play, printed, react, tile


@pytest.mark.rule("event-round.visible-cards", "setup.first-reveal", "round-end.reveal-next", "round-end.advance")
def test_the_current_and_the_next_event_are_face_up():
    s = printed()
    play(s, dice=("006", "002"))
    assert (s.current, s.upcoming, s.round) == (6, 2, 1)
    s.box = [ACT, NO_BOX, REACT]
    s.phase = "end-round"
    play(s, dice=("010",))
    assert (s.current, s.upcoming, s.round) == (2, 10, 2)
    assert not {2, 6, 10} & set(s.bag)


@pytest.mark.rule("round-end.census", "census.next-card-visible", "decade.eight-rounds", "cards.census.count")
def test_after_eight_rounds_the_census_card_starts_the_census_and_nothing_is_revealed_before_its_end():
    s = printed()
    s.round, s.current, s.upcoming, s.phase = 7, 6, 2, "end-round"
    s.bag = [number for number in s.bag if number not in (2, 6)]
    play(s)
    assert s.round == 8 and s.upcoming == CENSUS
    bag = s.bag[:]
    s.phase = "end-round"
    play(s, until="corrections")
    assert s.current == CENSUS and s.bag == bag
    s.phase = "next-decade"
    play(s, until="reveal")
    assert s.current == NO_CARD and s.bag == events_of(1950, s.edition)


@pytest.mark.rule("select.order", "select.one-per-box")
def test_factions_choose_empty_boxes_in_the_order_of_the_card():
    s = bronx()
    s.current = 6  # Community, Private, Public
    question = play(s)
    assert question.seat == C and len(question.options) == 4
    question = play(s, "box:event")
    assert question.seat == V and "box:event" not in question.options
    assert question.why(*question.about, "box:event").rule == "select.one-per-box"
    question = play(s, "box:act")
    assert question.seat == P and question.options == ["box:react", "box:plan"]


@pytest.mark.rule(
    "execute.after-all-selected", "execute.order", "execute.empty-box-skipped", "execute.cylinder-returns"
)
def test_boxes_are_executed_from_left_to_right_after_all_have_chosen():
    s = bronx()
    s.current = 6
    tile(s, "4a", P, pop=5)
    question = play(s, "box:plan", "box:react")
    assert question.purpose == "select-box" and question.seat == P
    question = play(s, "box:act")
    assert (question.seat, question.purpose) == (P, "choose-action")
    question = play(s, "pass")
    # nobody chose Event, so Community, first on the card, performs it
    assert (question.seat, question.purpose) == (C, "choose-faction")
    assert s.box[P] == NO_BOX  # its cylinder has returned
    question = play(s, "faction:community")
    assert (question.seat, question.purpose) == (V, "choose-action")
    question = play(s, "pass")
    assert (question.seat, question.purpose) == (C, "call-audit")
    question = play(s, "no", "box:event")
    assert s.box == [NO_BOX, EVENT, NO_BOX]  # the planner's cylinder went straight to its box


@pytest.mark.rule("select.preplanned-skips", "plan.preselect.any-box", "plan.consecutive")
def test_a_planner_keeps_its_box_and_does_not_choose_again():
    s = bronx()
    plan(s, C, "no", "box:plan", until="select")
    assert s.box == [NO_BOX, PLAN, NO_BOX]
    question = play(s)
    assert question.seat != C and "box:plan" not in question.options
    question = play(s, question.options[0])
    assert question.seat != C


@pytest.mark.rule("plan.preselect.mandatory", "plan.audit.optional")
def test_plan_may_audit_may_refresh_and_must_choose_a_box():
    s = bronx()
    question = plan(s, P)
    assert question.purpose == "call-audit" and set(question.options) == {"yes", "no"}
    question = plan(s, P, "no")
    assert question.purpose == "select-box"
    assert question.options == ("box:act", "box:event", "box:react", "box:plan")


@pytest.mark.rule("plan.audit.calculation-only", "audit-markers.window", "plan-audit.unexhausted-typo")
def test_a_called_audit_only_calculates():
    s = bronx()
    tile(s, "4a", C, pop=5)
    tile(s, "4b", C, exhausted=True)
    plan(s, P, "yes", "box:act")
    assert len(s.audit) == 30 and s.resources == [10, 10, 10] and s.owner.count(C) == 2
    assert s.audit[10 + 1] == 2 and s.audit[10 + 4] == 1  # the exhausted tile costs 2 and is not taxed
    play(s)
    assert s.audit == []  # it closes at the end of the round


@pytest.mark.rule("plan.preselect.carries-over-census", "plan.last-round")
def test_a_plan_in_the_last_round_chooses_before_the_census_and_holds_after_it():
    s = bronx()
    tile(s, "4a", C, pop=5)
    s.round, s.upcoming = 8, CENSUS
    plan(s, C, "no", "box:event", until="quota")
    assert s.planned[C] == EVENT and s.current == CENSUS
    census(s, "quota", "no", "no", until="reset")
    census(s, "reset", until="reveal")
    play(s)
    assert s.decade == 1950 and s.box[C] == EVENT


@pytest.mark.rule("plan.last-round-of-game")
def test_in_the_last_round_of_the_game_plan_chooses_no_box():
    s = bronx()
    s.decade, s.round, s.upcoming = s.last, 8, CENSUS
    tile(s, "4a", C, pop=5, orgs="c")
    plan(s, C, "yes", "org:4a:community")
    assert s.planned == [NO_BOX] * 3 and on(s, "4a")[2] == "C"


@pytest.mark.rule("plan.first-listed", "event.performer.default", "event.default-performer-both")
def test_the_first_listed_performs_an_event_nobody_chose_besides_its_own_action():
    s = bronx()
    s.current = 2  # Public, Private, Community
    tile(s, "4a", P, pop=5)
    jail(s, 1)
    s.box, s.phase = [REACT, PLAN, ACT], "act"
    play(s, "pass", until="react")
    assert s.record[P] == [2] and s.corrections == 0
    question = play(s)
    assert (question.seat, question.purpose) == (P, "choose-action")


@pytest.mark.rule(
    "event-round.effect-always-happens", "event.performer.chosen", "cards.event.to-record", "event.record-timing"
)
def test_the_faction_in_the_event_box_performs_it_and_records_the_card():
    s = bronx()
    tile(s, "4a", P, pop=5)
    question = perform(s, V, 6)
    assert (question.seat, question.purpose) == (V, "choose-faction")
    perform(s, V, 6, "faction:private")
    assert s.record == [[], [], [6]]


@pytest.mark.rule("event.mandatory", "event.impossible")
def test_what_can_be_done_of_an_event_is_done_and_the_card_is_recorded():
    s = bronx()
    jail(s, 2)
    perform(s, C, 2)  # no Population to remove, but Corrections loses one
    assert s.corrections == 1 and s.record[C] == [2]


@pytest.mark.rule("act.one-action-three-districts", "act.same-district-twice", "act.order-of-districts")
def test_act_is_one_action_in_up_to_three_different_districts():
    s = bronx()
    question = act(s, P, "action:relocate", "district:4", "district:5")
    assert "district:4" not in question.options and "done" in question.options
    assert question.why(*question.about, "district:4").rule == "act.same-district-twice"
    act(s, P, "action:relocate", "district:1", "district:2", "district:3")
    assert s.phase == "event" and s.street_vul[:3] == [1, 1, 1]


@pytest.mark.rule("select.pass")
def test_an_act_may_be_empty():
    s = bronx()
    act(s, P, "pass")
    act(s, P, "action:relocate", "done")
    assert not any(s.street_vul)


@pytest.mark.rule("act.infrastructure-actions.one-district", "act.infrastructure-actions.act-only")
@pytest.mark.parametrize(("faction", "action"), [(P, "house"), (C, "build"), (V, "develop")])
def test_house_build_and_develop_take_one_district_and_act_only(faction, action):
    s = bronx()
    assert next(entry for entry in MENUS[faction] if entry.id == action).act_only
    question = act(s, faction, f"action:{action}", "district:9", *(["district:2"] if faction == V else []))
    assert question is None and s.phase == "event"


@pytest.mark.rule("react.one-district", "react.no-infrastructure-actions")
def test_react_is_one_district_and_never_infrastructure():
    s = bronx()
    question = react(s, P)
    assert "action:house" not in question.options
    assert question.why(*question.about, "action:house").rule == "react.no-infrastructure-actions"
    react(s, P, "action:relocate", "district:4")
    assert s.phase == "plan"


@pytest.mark.rule("partial-cost.no-partial-payment")
def test_a_faction_that_runs_out_of_resources_selects_fewer_districts():
    s = bronx()
    for number in (4, 5, 6):
        tile(s, f"{number}a", P, pop=5)
    s.resources[P] = 3
    act(s, P, "action:service", "district:4")
    assert s.resources[P] == 1 and s.phase == "event"


@pytest.mark.rule("factions.three")
def test_three_factions_take_part_and_one_person_may_lead_several():
    assert game.about.seats == (3, 3) and game.about.seat_names == ("Public", "Community", "Private")
    assert game.rules.automatic(game.options({"private": "non-player"})) == frozenset({2})
    assert game.rules.automatic(game.options({})) == frozenset()


@pytest.mark.rule("session.length", "setup.deck.order", "setup.deck.per-decade", "setup.deck.1940")
def test_a_session_is_sixteen_event_rounds_and_two_censuses():
    for seed in range(30):
        match, seen = Match(game, 3, {"session": "1940"}, seed=seed, live=False), []
        while not match.over:
            s = match.state
            if (s.decade, s.current) not in seen:
                seen.append((s.decade, s.current))
            decision = match.decisions[0]
            rates = list(game.bots.rate(s, decision))
            match.choose(decision.seat, decision.options[rates.index(max(rates))])
        if match.state.ending == "final":
            break
    assert match.state.ending == "final"
    cards = [entry for entry in seen if entry[1] > 0]
    assert len([card for decade, card in cards if decade == EVENTS[card].decade == 1940]) == 8
    assert len([card for decade, card in cards if decade == EVENTS[card].decade == 1950]) == 8
    assert [at for _, at, *_ in match.state.history].count(9) == 2


@pytest.mark.rule("negotiation.transfers", "census.simultaneous-choices")
def test_no_action_gives_resources_away_freely():
    ids = {branch.option for menu in MENUS for action in menu for branch in action.branches}
    assert not {"give", "transfer", "pay"} & ids
