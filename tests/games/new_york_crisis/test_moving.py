"""Moving: steps, the extra step, the subway."""

from __future__ import annotations

import pytest

from tabletown.games.new_york_crisis.city import STATIONS

from .tables import AT, Luck, go_on, options, play, position, put_cars, put_fbi, put_info, reason


@pytest.mark.rule("move.steps")
def test_a_move_action_gives_two_steps_to_connected_neighbours() -> None:
    m = play(position())
    steps = {word for word in options(m) if word.startswith("step:")}
    assert steps == {f"step:{id}" for id in ("chelsea", "gramercy", "hudson_yards", "murray_hill", "times_square")}
    assert reason(m, "step:soho") == "move.steps"
    go_on(m, "step:chelsea")
    assert (m.state.at[0], m.state.actions, m.state.steps) == (AT["chelsea"], 1, 1)
    go_on(m, "step:greenwich_village")
    assert (m.state.actions, m.state.steps) == (1, 0)


@pytest.mark.rule("move.block")
def test_a_step_into_police_or_fbi_is_illegal() -> None:
    s = position()
    put_cars(s, "chelsea")
    put_fbi(s, "gramercy")
    m = play(s)
    assert not {"step:chelsea", "step:gramercy"} & set(options(m))
    assert (reason(m, "step:chelsea"), reason(m, "step:gramercy")) == ("police.block", "fbi.block")


@pytest.mark.rule("move.subway", "subway-enter")
def test_a_ride_between_two_stations_costs_one_step() -> None:
    m = play(position(at="harlem"), "ride:financial_district")
    assert (m.state.at[0], m.state.actions, m.state.steps) == (AT["financial_district"], 1, 1)
    assert reason(play(position()), "ride:harlem") == "move.subway"
    assert reason(play(position(at="harlem")), "ride:soho") == "move.subway"
    s = position(at="harlem")
    s.actions = 0
    m = play(s, "extra")
    assert "step:washington_heights" in options(m)
    assert reason(m, "ride:washington_heights") == "move.subway"  # not because of the actions: it is next door


@pytest.mark.rule("subway-enter")
def test_variant_a_ride_is_possible_only_after_entering_the_station() -> None:
    m = play(position(at="harlem", subway="enter_only"))
    assert reason(m, "ride:times_square") == "subway-enter"
    go_on(m, "step:washington_heights")
    assert "ride:times_square" in options(m)


@pytest.mark.rule("move.subway-block")
def test_no_ride_goes_to_a_station_with_police_or_fbi() -> None:
    s = position(at="harlem")
    put_cars(s, "times_square")
    put_fbi(s, "financial_district")
    m = play(s)
    assert not {"ride:times_square", "ride:financial_district"} & set(options(m))
    assert reason(m, "ride:times_square") == "police.block"


@pytest.mark.rule("move.mafia-stop", "subway-mafia", "deal-moving-through")
def test_with_undealt_mafia_nothing_goes_but_dealing_and_re_rolling() -> None:
    s = position(at="harlem", dice="red:physical red:physical yellow:social blue:mental")
    s.mafia[AT["harlem"]] = 1
    put_info(s, "harlem", "physical")
    m = play(s)
    assert set(options(m)) == {"kill", "dodge", "avoid", "reroll:all", "reroll", "skill", "end"}
    for word in ("step:central_park", "ride:times_square", "take:physical", "extra"):
        assert reason(m, word) == "move.mafia-stop"


@pytest.mark.rule("deal-moving-through")
def test_mafia_stops_a_walk_in_its_middle() -> None:
    s = position(dice="red:physical red:mental yellow:mental blue:mental")
    s.mafia[AT["chelsea"]] = 1
    m = play(s, "step:chelsea")
    assert m.state.steps == 1 and reason(m, "step:gramercy") == "move.mafia-stop"


@pytest.mark.rule("move.interleave")
def test_a_move_may_be_interrupted_by_spending_and_re_rolling_and_taken_up_again() -> None:
    s = position(dice="red:physical red:physical yellow:social blue:mental")
    put_info(s, "chelsea", "physical")
    m = play(s, "step:chelsea", "take:physical", "reroll:all", "step:greenwich_village")
    assert (m.state.at[0], m.state.actions, m.state.steps) == (AT["greenwich_village"], 0, 0)


@pytest.mark.rule("move-pool", "move-leftover")
def test_steps_left_over_stay_until_the_turn_ends() -> None:
    m = play(position("mother son"), "step:chelsea", "step:gramercy", "step:murray_hill")
    assert (m.state.actions, m.state.steps) == (0, 1)
    m = go_on(m, "end")
    while m.state.active != 1 or m.state.phase != "act":
        go_on(m, options(m)[0])
    assert m.state.steps == 0


@pytest.mark.rule("move.extra-step", "extra-step-when")
def test_once_a_turn_an_extra_step_raises_the_alert_by_one() -> None:
    m = play(position(), "extra", "step:chelsea")
    assert (m.state.at[0], m.state.alert) == (AT["chelsea"], 1)
    assert reason(m, "extra") == "move.extra-step"
    m = play(position(at="harlem"), "extra", "ride:times_square")
    assert (m.state.at[0], m.state.alert) == (AT["times_square"], 1)


@pytest.mark.rule("move.extra-step-no-action")
def test_the_extra_step_costs_no_action() -> None:
    assert play(position(), "extra", "step:chelsea").state.actions == 2
    s = position()
    s.actions = 0
    m = play(s)
    assert not [word for word in options(m) if word.startswith("step:")]
    assert go_on(m, "extra", "step:chelsea").state.at[0] == AT["chelsea"]


@pytest.mark.rule("extra-step-at-limit", "alert-clamp")
def test_at_the_limit_the_extra_step_is_still_allowed() -> None:
    s = position()
    s.alert, s.last_round = s.limit, 1
    m = play(s, "extra", "step:chelsea")
    assert m.state.alert == s.limit and m.state.at[0] == AT["chelsea"]


@pytest.mark.rule("location-capacity")
def test_any_number_of_relatives_may_share_a_location() -> None:
    s = position("mother son father daughter")
    s.at[0] = AT["chelsea"]
    assert play(s, "step:herald_square").state.at == [AT["herald_square"]] * 4


def test_where_nothing_is_open_there_is_no_extra_step() -> None:
    s = position(at="east_harlem")
    put_cars(s, "harlem", "upper_east_side")
    m = play(s, luck=Luck())
    assert reason(m, "extra") == "move.block"


@pytest.mark.rule("free-rides")
def test_free_rides_come_to_an_end() -> None:
    s = position(at="harlem")
    s.event, s.actions, s.steps = "p04", 0, 0  # Open Turnstiles
    m = play(s, "ride:financial_district")
    assert reason(m, "ride:harlem") == "free-rides" and "ride:harlem" not in options(m)
    rides = 1
    while coming := [word for word in options(m) if word.startswith("ride:")]:
        go_on(m, coming[0])
        rides += 1
    assert rides < len(STATIONS)


@pytest.mark.rule("free-rides")
def test_a_ride_that_costs_a_step_may_lead_back() -> None:
    m = play(position(at="harlem"), "ride:financial_district", "ride:harlem")
    assert m.state.at[0] == AT["harlem"]


def test_matches_from_before_the_ruling_keep_their_free_rides() -> None:
    s = position(at="harlem", version="2")
    s.event = "p04"
    m = play(s, *["ride:financial_district", "ride:harlem"] * 5)
    assert m.state.at[0] == AT["harlem"] and "ride:financial_district" in options(m)
