"""A) Police phase."""

from __future__ import annotations

import msgspec
import pytest

from tabletown.games.new_york_crisis.cards import POLICE_AT, POLICE_CARDS
from tabletown.games.new_york_crisis.rules.police import check_counts
from tabletown.games.new_york_crisis.scenarios import SCENARIOS

from .tables import (
    AT,
    Luck,
    empty_bag,
    go_on,
    match,
    options,
    own,
    play,
    position,
    put_cars,
    put_fbi,
    reason,
    reveal_all,
    roll,
)


def police(*cards: str, **options: str):  # type: ignore[no-untyped-def]
    s = position("mother son", phase="police", **options)
    s.round = 1
    put_cars(s, *["turtle_bay", "soho", "harlem", "gramercy"][: len(cards)])
    return s, Luck(police_card=list(cards))


@pytest.mark.rule("police.collect-cars", "police.place-cars", "police.draw-count", "round.phases")
def test_all_cars_leave_the_map_and_one_card_is_drawn_for_each() -> None:
    s, luck = police("p02", "p04")
    m = play(s, luck=luck)
    assert m.state.cars == [AT["midtown_east"], AT["upper_west_side"]]
    assert luck.asked == ["police card", "police card"]
    assert m.state.phase == "order" and m.state.round == 2


@pytest.mark.rule("police.first-round")
def test_round_1_has_as_many_cars_as_card_0_states(monkeypatch: pytest.MonkeyPatch) -> None:
    for cars in (2, 3):
        story = msgspec.structs.replace(SCENARIOS["mission_1"], first_round_cars=cars)
        monkeypatch.setitem(SCENARIOS, "mission_1", story)
        s = position(phase="police")
        s.round, s.track_cars = 0, []
        assert len(play(s).state.cars) == cars


@pytest.mark.rule("police.card-parts")
def test_a_police_card_has_a_location_and_an_event() -> None:
    for card in POLICE_CARDS.values():
        assert card.location and card.title and card.text and card.effect.kind


@pytest.mark.rule("police.block")
def test_nobody_can_enter_a_location_with_a_police_car() -> None:
    s = position()
    put_cars(s, "chelsea")
    m = play(s)
    assert "step:chelsea" not in options(m)
    assert reason(m, "step:chelsea") == "police.block"


@pytest.mark.rule("police.mafia-removed", "police.mafia-alert", "ex.police-on-two-mafia")
def test_a_car_removes_all_mafia_and_each_raises_the_alert() -> None:
    s, luck = police("p04", "p02")
    s.mafia[AT["upper_west_side"]], s.mafia[AT["midtown_east"]] = 2, 1
    m = play(s, luck=luck)
    assert sum(m.state.mafia) == 0
    assert m.state.alert == 3


@pytest.mark.rule("police.on-character-move", "police-char-when", "police-char-subway")
def test_a_character_under_a_police_car_steps_to_a_neighbour_at_the_start_of_its_turn() -> None:
    s = position("mother son", phase="start", at="midtown_east")
    put_cars(s, "midtown_east", "turtle_bay")
    m = play(s, luck=Luck(mafia_card="m04"))
    assert m.state.at[0] == AT["midtown_east"]
    assert set(options(m)) == {
        "step:central_park", "step:murray_hill", "step:times_square", "step:upper_east_side"
    }  # fmt: skip
    assert reason(m, "step:turtle_bay") == "police.block"
    assert reason(m, "step:harlem") == "move.steps"
    go_on(m, "step:murray_hill")
    assert m.state.at == [AT["murray_hill"], AT["midtown_east"]]
    s = position(phase="start", at="midtown_east")
    put_cars(s, "midtown_east")
    put_fbi(s, "turtle_bay")
    m = play(s)
    assert "step:turtle_bay" not in options(m) and reason(m, "step:turtle_bay") == "fbi.block"


@pytest.mark.rule("police.on-character-actions", "one-action", "police-char-move-free")
def test_a_displaced_character_has_one_action() -> None:
    s = position(phase="start")
    put_cars(s, "herald_square")
    m = play(s, "step:chelsea", luck=Luck(mafia_card="m04"))
    assert (m.state.actions, m.state.steps) == (1, 0)
    go_on(m, "step:hudson_yards")
    assert (m.state.actions, m.state.steps) == (0, 1)
    assert "extra" in options(m)


@pytest.mark.rule("police-char-move-free")
def test_variant_the_forced_step_begins_a_move_action() -> None:
    s = position(phase="start", forced_step="counts_as_action")
    put_cars(s, "herald_square")
    m = play(s, "step:chelsea", luck=Luck(mafia_card="m04"))
    assert (m.state.actions, m.state.steps) == (1, 1)
    own(m.state, 0, "bike")  # it counts for that move, too
    assert go_on(m, "use:bike").state.steps == 2
    s = position(phase="start", forced_step="counts_as_action")
    s.event = "p01"  # moves of one step only, and the forced step was it
    put_cars(s, "herald_square")
    m = play(s, "step:chelsea", luck=Luck(mafia_card="m04"))
    assert (m.state.actions, m.state.steps) == (1, 0)


@pytest.mark.rule("police-char-nowhere")
def test_without_an_open_neighbour_the_character_stays_with_one_action() -> None:
    s = position(phase="start", at="financial_district")
    put_cars(s, "financial_district", "tribeca", "chinatown")
    m = play(s, luck=Luck(mafia_card="m04"))
    assert (m.state.at[0], m.state.actions) == (AT["financial_district"], 1)
    assert "ride:harlem" in options(m) and "reroll:all" in options(m)


@pytest.mark.rule("police-char-into-mafia", "deal.must")
def test_a_forced_step_may_lead_into_mafia_which_must_then_be_dealt_with() -> None:
    s = position(phase="start")
    put_cars(s, "herald_square")
    s.mafia[AT["chelsea"]] = 1
    m = play(s, "step:chelsea", luck=Luck(mafia_card="m09"))
    assert reason(m, "step:gramercy") == "move.mafia-stop"


@pytest.mark.rule("police-leave-by-radio", "radio-on-character")
def test_a_radio_can_free_a_relative_or_send_a_car_onto_one() -> None:
    s = position("mother son", dice="red:physical")
    put_cars(s, "herald_square")
    own(s, 0, "police_radio")
    m = play(s, "use:police_radio", "car:herald_square", "to:chelsea", "end", luck=Luck(mafia_card="m09 m09"))
    assert m.state.actions == 2  # the son didn't move
    s = position("mother son", dice="red:physical")
    s.at[1] = AT["chelsea"]
    put_cars(s, "hudson_yards")
    own(s, 0, "police_radio")
    m = play(s, "use:police_radio", "car:hudson_yards", "to:chelsea", "end")
    assert m.decisions[0].seat == 1 and "step:gramercy" in options(m)


@pytest.mark.rule("police.event-last-card")
def test_only_the_event_of_the_last_card_counts() -> None:
    s, luck = police("p16", "p04")  # Breaking News, then Open Turnstiles
    m = play(s, luck=luck)
    assert (m.state.event, m.state.alert) == ("p04", 0)
    s, luck = police("p04", "p16")
    m = play(s, luck=luck)
    assert (m.state.event, m.state.alert) == ("p16", 1)


@pytest.mark.rule("police.event-after-cars", "event-first-round")
def test_the_event_comes_after_all_cars() -> None:
    s, luck = police("p04", "p09")  # Turf War: mafia at two random locations, one of them now under a car
    luck.waiting["police card"] += ["p10", "p11"]
    m = play(s, luck=luck)
    assert len(m.state.cars) == 2
    assert m.state.mafia[AT["chinatown"]] == m.state.mafia[AT["lower_east_side"]] == 1
    s, luck = police("p04", "p09")
    s.police_deck.append("p04")  # as if it had been shuffled back: it has a car
    luck.waiting["police card"] += ["p04", "p10"]
    m = play(s, luck=luck)
    assert m.state.mafia[AT["upper_west_side"]] == 0


@pytest.mark.rule("police.event-last-card", "wound.die-lost")
def test_a_turf_war_wounds_every_relative_who_shares_a_location_with_mafia() -> None:
    for places, wounds in (("chinatown chelsea", [1, 0]), ("chelsea chinatown", [0, 1]), ("chinatown soho", [1, 1])):
        s, luck = police("p04", "p09")
        s.at, s.mafia[AT["soho"]] = [AT[place] for place in places.split()], 1
        luck.waiting["police card"] += ["p10", "p11"]  # Chinatown and the Lower East Side
        m = play(s, luck=luck)
        asked = []
        while m.decisions[0].prompt.template.startswith("choose the die"):
            asked.append(m.decisions[0].seat)
            go_on(m, "die:red")
        assert asked == [figure for figure in (0, 1) if wounds[figure]]  # each player chooses for their own character
        assert [len(lost) for lost in m.state.wounds] == wounds and m.state.phase == "order"


@pytest.mark.rule("police.event-duration", "police-phase-order")
def test_a_lasting_event_ends_with_the_round() -> None:
    s, luck = police("p04", "p01")
    s.event = "p02"
    m = play(s, luck=luck)
    assert m.state.event == "p01"
    s = position("mother", phase="end")
    s.event = "p02"
    put_cars(s, "soho")
    m = play(s, luck=Luck(police_card="p16"))
    assert m.state.event == "p16"


@pytest.mark.rule("police.random-location", "police.random-location-return", "police-random-loc-shuffle")
def test_a_random_location_comes_from_a_police_card_that_returns_to_the_deck() -> None:
    s, luck = police("p15")  # Anonymous Call
    s.police_discard = ["p01"]
    s.police_deck.remove("p01")
    luck.waiting["police card"] += ["p02"]
    m = play(s, luck=luck)
    assert sum(m.state.info[AT["midtown_east"] * 3 : AT["midtown_east"] * 3 + 3]) == sum(m.state.info) == 1
    assert "p02" in m.state.police_deck and m.state.police_discard == ["p01"]


@pytest.mark.rule("police-random-loc-empty", "police-deck-empty")
def test_an_empty_police_deck_is_refilled_from_the_discards() -> None:
    s, luck = police("p15", "p02")
    s.police_discard, s.police_deck = s.police_deck, []
    m = play(s, luck=luck)
    assert len(m.state.cars) == 2
    assert (
        len(m.state.police_deck) == len(POLICE_CARDS) - 2
        and m.state.police_discard == []
        and len(m.state.police_drawn) == 2
    )
    s, luck = police("p02", "p04")  # the deck runs out after the first: what is on the table stays there
    s.police_discard, s.police_deck = [card for card in s.police_deck if card != "p02"], ["p02"]
    assert play(s, luck=luck).state.police_drawn == ["p02", "p04"]
    s, luck = police("p15")
    s.police_deck, s.police_discard = ["p15"], [card for card in s.police_deck if card != "p15"]
    luck.waiting["police card"] += ["p02"]
    m = play(s, luck=luck)
    assert sum(m.state.info[AT["midtown_east"] * 3 : AT["midtown_east"] * 3 + 3]) == 1


@pytest.mark.rule("police-same-location")
def test_two_cars_never_share_a_location() -> None:
    s, luck = police("p02", "p02", "p04")
    s.police_deck.append("p02")
    s.cars = s.cars[:2]
    m = play(s, luck=luck)
    assert m.state.cars == [AT["midtown_east"], AT["upper_west_side"]]


@pytest.mark.rule("police-on-fbi")
def test_a_car_may_stand_on_an_fbi_location_without_effect() -> None:
    s, luck = police("p02", "p04")
    put_fbi(s, "midtown_east")
    m = play(s, luck=luck)
    assert AT["midtown_east"] in m.state.cars and m.state.alert == 0


@pytest.mark.rule("police-discard")
def test_drawn_police_cards_are_discarded_at_the_end_of_the_round() -> None:
    s = position(phase="end")
    s.police_drawn = ["p01", "p02"]
    s.police_deck = s.police_deck[2:]
    put_cars(s, "soho", "harlem")
    m = play(s, luck=Luck(police_card="p04 p05"))
    assert m.state.police_drawn == ["p04", "p05"] and m.state.police_discard == ["p01", "p02"]


@pytest.mark.rule("item.reset", "item-reset-when")
def test_used_items_are_turned_up_first() -> None:
    s = position(phase="police")
    own(s, 0, "bike", used=True)
    put_cars(s, "soho")
    m = play(s)
    assert m.state.used == [[]] and len(m.state.ready[0]) == 1


# ------------------------------------------------------------------ the 23 events


def during(event: str, **kwargs: str):  # type: ignore[no-untyped-def]
    s = position(**kwargs)
    s.event = event
    return s


def test_theatre_crowds_and_green_lights_change_the_steps_of_a_move() -> None:
    assert play(during("p01"), "step:chelsea").state.steps == 0
    assert play(during("p02"), "step:chelsea").state.steps == 2


def test_signal_failure_stops_the_subway() -> None:
    m = play(during("p03", at="harlem"))
    assert reason(m, "ride:times_square") == "police.event-duration"


def test_open_turnstiles_make_rides_free() -> None:
    assert play(during("p04", at="harlem"), "step:central_park").state.steps == 1  # steps have their usual cost
    m = play(during("p04", at="harlem"), "ride:times_square")
    assert (m.state.actions, m.state.steps) == (2, 0)
    m.state.actions = 0
    s = m.state.copy()
    assert "ride:midtown_east" in options(play(s)) and "step:hells_kitchen" not in options(play(s.copy()))


@pytest.mark.parametrize(("event", "alert"), [("p05", 0), ("p06", 2), ("p01", 1)])
def test_events_change_what_a_wild_costs(event: str, alert: int) -> None:
    s = during(event, dice="red:wild")
    s.mafia[AT["herald_square"]] = 1
    assert play(s, "avoid").state.alert == alert


def test_checkpoints_forbid_the_extra_step_and_back_alleys_make_it_free() -> None:
    assert reason(play(during("p07")), "extra") == "police.event-duration"
    assert play(during("p08"), "extra", "step:chelsea").state.alert == 0


def test_an_uneasy_truce_places_no_mafia() -> None:
    s = during("p10", phase="start")
    s.active = 0
    m = play(s, luck=Luck(mafia_card="m10"))
    assert sum(m.state.mafia) == 0 and sum(m.state.info) == 1 and sum(i >= 0 for i in m.state.item) == 1


def test_no_small_talk_forbids_avoiding_and_slip_away_lets_a_dodger_move() -> None:
    s = during("p11", dice="yellow:social red:physical")
    s.mafia[AT["herald_square"]] = 1
    assert reason(play(s), "avoid") == "police.event-duration"
    s = during("p12", dice="red:physical")
    s.mafia[AT["herald_square"]] = 1
    s.mafia[AT["chelsea"]] = 1
    m = play(s, "dodge")
    assert "step:chelsea" in options(m)
    own(m.state, 0, "newspaper")
    m.state.at[0], m.state.mafia[AT["harlem"]] = AT["harlem"], 1
    assert "use:newspaper" in options(match(m.state.copy()))
    m.state.at[0] = AT["herald_square"]
    assert reason(go_on(m, "step:chelsea"), "step:gramercy") == "move.mafia-stop"  # the mobster there isn't dodged


def test_the_night_clinic_heals_or_gives_a_skill_token_to_the_first_on_a_quiet_station() -> None:
    s = during("p13", cast="mother son", at="harlem")
    s.wounds[0], s.skills[0] = [0], 1
    m = play(s, "end")
    assert options(m) == ["heal", "token"]
    go_on(m, "heal")
    assert m.state.wounds[0] == [] and m.state.task_done
    s = during("p13", cast="mother son", at="harlem")
    s.skills[0] = 1
    assert play(s, "end").state.skills[0] == 2
    s = during("p13", cast="mother son", at="harlem")
    s.wounds[0] = [0]
    m = play(s, "end")  # with both skill tokens there is no choice
    assert m.state.wounds[0] == [] and m.state.acted[0]
    s = during("p13", cast="mother son", at="harlem", dice="red:physical")
    s.skills[0], s.mafia[AT["harlem"]] = 1, 1
    assert play(s, "dodge", "end").state.skills[0] == 1  # mobsters are there
    s = during("p13", cast="mother son")
    s.skills[0] = 1
    m = play(s, "end")
    assert m.state.skills[0] == 1 and not m.state.task_done  # no station
    s = during("p13", cast="mother son", at="harlem")
    s.skills[1] = 1
    m = play(s, "end", "end", luck=Luck(mafia_card="m09"))
    assert m.state.skills[1] == 1  # only for the first


@pytest.mark.rule("event-task-reward")
def test_tasks_that_count_are_rewarded_at_once_and_only_once() -> None:
    s = during("p18", dice="red:physical red:physical yellow:physical")  # Clean Streets, solo 2
    s.alert, s.mafia[AT["herald_square"]] = 5, 2
    m = play(s, "kill", "kill")
    assert (m.state.alert, m.state.task_done) == (3, True)
    s = during("p20", dice="red:physical red:physical yellow:physical blue:physical")  # Hot Lead, solo 1
    s.alert, s.info[AT["herald_square"] * 3], s.info_supply[0] = 5, 2, s.info_supply[0] - 2
    assert play(s, "take:physical", "take:physical").state.alert == 4
    s = during("p14", dice="red:physical red:physical")  # Lost Property
    s.alert, s.item[AT["herald_square"]] = 5, 0
    s.item_supply.remove("cell_phone")
    assert play(s, "pick:physical").state.alert == 4


@pytest.mark.rule("event-task-reward")
@pytest.mark.parametrize(("event", "counter"), [("p14", "items"), ("p18", "kills"), ("p20", "infos")])
def test_how_much_a_task_takes_goes_by_the_number_of_relatives(event: str, counter: str) -> None:
    condition = POLICE_CARDS[event].effect.condition
    assert condition is not None and not isinstance(condition.at_least, int)
    most, text = condition.at_least[3], POLICE_CARDS[event].text
    fewer = [wanted for wanted in condition.at_least if wanted < most]
    assert f"at least {most} " in text and len(fewer) in (1, 2)
    assert f"({fewer[0]} with {['one relative', 'one or two relatives'][len(fewer) - 1]})" in text
    for count, wanted in enumerate(condition.at_least, 1):
        s = during(event, cast=" ".join(["mother", "son", "father", "daughter"][:count]))
        setattr(s, counter, wanted - 1)
        check_counts(s)
        assert not s.task_done
        setattr(s, counter, wanted)
        check_counts(s)
        assert s.task_done


@pytest.mark.rule("end.fbi-five")
def test_a_fifth_fbi_in_a_turf_war_ends_the_game_at_once() -> None:
    s, luck = police("p04", "p09", scenario="mission_2")
    reveal_all(s)
    put_fbi(s, "harlem", "chelsea", "tribeca", "financial_district")
    s.mafia[AT["chinatown"]] = 2
    s.at[0], s.mafia[AT["soho"]] = AT["soho"], 1
    luck.waiting["police card"] += ["p10"]
    m = play(s, luck=luck)
    assert m.state.result == "fbi" and m.state.wounds == [[], []]
    assert luck.asked == ["police card"] * 3  # neither a second mobster nor a location for the informant


@pytest.mark.rule("event-task-reward", "police.event-duration")
def test_a_new_round_counts_anew() -> None:
    s, luck = police("p04", "p18")
    s.task_done, s.kills, s.infos, s.items, s.wilds = True, 2, 1, 1, 1
    m = play(s, luck=luck)
    assert not m.state.task_done
    assert (m.state.kills, m.state.infos, m.state.items, m.state.wilds) == (0, 0, 0, 0)


def test_a_wild_that_is_used_breaks_the_quiet_of_the_night() -> None:
    s = during("p17", dice="red:wild")
    s.alert, s.mafia[AT["herald_square"]] = 5, 1
    put_cars(s, "soho")
    m = play(s, "avoid", "end", luck=Luck(police_card="p01"))
    assert m.state.round == 2 and m.state.alert == 6


@pytest.mark.parametrize(("wilds", "alert"), [(0, 4), (1, 5)])
def test_a_quiet_night_rewards_a_round_without_wilds(wilds: int, alert: int) -> None:
    s = during("p17", phase="end")
    s.alert, s.wilds = 5, wilds
    put_cars(s, "soho")
    s.event = "p18"  # a task that doesn't depend on the end of the round
    assert play(s.copy(), luck=Luck(police_card="p01")).state.alert == 5
    s.event = "p17"
    put_cars(s, "soho")
    assert play(s, luck=Luck(police_card="p01")).state.alert == alert


def test_a_family_meeting_gives_everybody_a_skill_token() -> None:
    s = during("p19", phase="end", cast="mother son")
    s.skills = [0, 1]
    put_cars(s, "soho")
    assert play(s.copy(), luck=Luck(police_card="p01")).state.skills == [1, 2]
    s.at[1] = AT["harlem"]
    assert play(s, luck=Luck(police_card="p01")).state.skills == [0, 1]
    s = during("p19", phase="end", cast="mother son father")  # two of three are enough
    s.skills, s.at[1] = [0, 1, 2], AT["harlem"]
    put_cars(s, "soho")
    assert play(s, luck=Luck(police_card="p01")).state.skills == [1, 2, 2]
    s = during("p19", phase="end")
    s.skills, s.mafia[s.at[0]] = [0], 1
    put_cars(s, "soho")
    assert play(s, luck=Luck(police_card="p01")).state.skills == [0]


def test_an_anonymous_call_with_an_empty_bag_has_no_effect() -> None:
    s, luck = police("p15")
    empty_bag(s)
    assert play(s, luck=luck).state.alert == 0


def test_worn_out_lets_a_re_roll_include_two_own_dice() -> None:
    s = during("p21", dice="red:physical red:physical yellow:social relative:mental")
    m = play(s)
    assert reason(m, "reroll:all") == "police.event-duration"
    go_on(m, "reroll", "die:1", "die:4", "die:2")
    assert m.state.actions == 1  # no own die was left to add


def test_walkie_talkies_let_neighbours_add_grey_dice_and_radio_silence_lets_nobody() -> None:
    s = during("p22", phase="start", cast="mother son")
    s.active, s.at[1] = 0, AT["chelsea"]
    assert len(play(s, luck=Luck(mafia_card="m09")).state.colours) == 5
    s = during("p23", phase="start", cast="mother son")
    s.active = 0
    assert len(play(s, luck=Luck(mafia_card="m09")).state.colours) == 4


@pytest.mark.rule("event-conflict")
def test_an_event_acts_besides_a_story_rule() -> None:
    s = during("p04", at="harlem")
    s.blackout = True
    assert reason(play(s), "ride:times_square") == "story.card-rules"


def test_every_event_can_be_the_event_of_a_round() -> None:
    for id in POLICE_CARDS:
        s, luck = police(id)
        luck.waiting["police card"] += ["p02" if id != "p02" else "p04"] * 2
        m = play(s, luck=luck)
        assert m.state.event == id and m.state.cars == [POLICE_AT[id]]
        roll(m.state, "")
