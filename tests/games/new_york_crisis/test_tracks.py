"""Story and alert tracks, and the three endings."""

from __future__ import annotations

import pytest

from tabletown.games.new_york_crisis.cards import MAFIA_CARDS, POLICE_CARDS
from tabletown.games.new_york_crisis.events.causes import STORY
from tabletown.games.new_york_crisis.rules.tracks import lower_alert, raise_alert
from tabletown.games.new_york_crisis.scenarios import SCENARIOS

from .tables import (
    AT,
    Luck,
    empty_bag,
    go_on,
    options,
    own,
    play,
    position,
    put_cars,
    put_fbi,
    put_info,
    reason,
    reveal_all,
)

MENTAL = "red:mental red:mental yellow:mental blue:mental"


def about_to_reveal(cast: str = "mother son", scenario: str = "mission_1", dice: str = MENTAL, **more: str):  # type: ignore[no-untyped-def]
    """One info token before the next story card, with a blue token here."""
    s = position(cast, scenario, dice=dice, **more)
    s.story = SCENARIOS[scenario].card[1].at[len(s.cast) - 1] - 1
    put_info(s, "herald_square", "mental")
    return s


# ------------------------------------------------------------------ Story track


@pytest.mark.rule("story.advance")
def test_nothing_but_info_moves_the_story() -> None:
    s = position("mother", "mission_3", dice=MENTAL)
    s.goals[0] = AT["herald_square"]
    assert play(s, "do:substation_murray_hill").state.story == 0


@pytest.mark.rule("story.reveal", "story-unread")
def test_a_story_card_is_turned_up_when_the_marker_arrives_there() -> None:
    s = about_to_reveal()
    assert s.card == 0
    m = play(s, "take:mental")
    assert m.state.card == 1
    assert any(SCENARIOS["mission_1"].card[1].brief == str(line.text) for line in m.lines)
    s = about_to_reveal("mother son father daughter")
    s.story = SCENARIOS["mission_1"].card[1].at[0] - 1  # in a solo game it would be four further on
    assert play(s, "take:mental").state.card == 0


@pytest.mark.rule("story.card-bag", "story-reshuffle-bag")
def test_a_story_card_adds_tokens_to_the_bag() -> None:
    s = about_to_reveal()
    before = s.bag[:]
    bag = SCENARIOS["mission_1"].card[1].bag
    added = (bag.physical, bag.mental, bag.social)
    assert play(s, "take:mental").state.bag == [count + more for count, more in zip(before, added)]


@pytest.mark.rule("info-supply-limit")
def test_a_short_supply_adds_what_there_is() -> None:
    s = about_to_reveal()
    s.info[0] += s.info_supply[0] - 1
    s.info_supply[0] = 1
    before = s.bag[0]
    m = play(s, "take:mental")
    assert m.state.bag[0] == before + 1


@pytest.mark.rule("story.card-rules", "story-recalc", "story.mid-turn")
def test_new_prices_hold_at_once_and_the_turn_goes_on() -> None:
    s = about_to_reveal()
    put_info(s, "herald_square", "mental")
    m = play(s, "take:mental")
    assert m.state.active == 0 and m.state.phase == "act" and m.state.info_cost == [2, 3, 2]
    assert "take:mental" not in options(m) and "end" in options(m)


@pytest.mark.rule("story.reshuffle", "reveal-current-cards", "reveal-police-discard", "story-reshuffle-which")
def test_a_reveal_shuffles_all_mafia_cards_together_but_not_the_police_cards() -> None:
    s = about_to_reveal()
    s.mafia_discard, s.mafia_deck = s.mafia_deck[:10], s.mafia_deck[10:]
    s.police_discard, s.police_deck = s.police_deck[:3], s.police_deck[3:]
    m = play(s, "take:mental")
    assert len(m.state.mafia_deck) == len(MAFIA_CARDS) and m.state.mafia_discard == []
    assert len(m.state.police_discard) == 3


@pytest.mark.rule("story-reshuffle-which")
def test_variant_police_discards_are_shuffled_in_as_well() -> None:
    s = about_to_reveal(reshuffle="both")
    s.police_discard, s.police_deck = s.police_deck[:3], s.police_deck[3:]
    assert len(play(s, "take:mental").state.police_deck) == len(POLICE_CARDS)


@pytest.mark.rule("skill.recover", "skill.max", "story-skill-card0")
def test_a_reveal_gives_everybody_a_skill_token_back_up_to_two() -> None:
    s = about_to_reveal("mother son daughter")
    s.skills = [0, 1, 2]
    assert play(s, "take:mental").state.skills == [1, 2, 2]
    assert position("mother son").skills == [2, 2]


@pytest.mark.rule("story.final", "final-when", "goal.win")
def test_the_last_card_names_the_final_challenge_and_nothing_counts_before() -> None:
    s = position(dice=MENTAL, scenario="tutorial")
    assert reason(play(s.copy()), "final") == "goal.win"
    reveal_all(s)
    assert s.final_at == AT["herald_square"]
    assert "final" in options(play(s))


@pytest.mark.rule("story-after-last")
def test_info_may_still_be_taken_after_the_last_card() -> None:
    s = position(dice=MENTAL, scenario="tutorial")
    reveal_all(s)
    put_info(s, "herald_square", "mental")
    story = s.story
    assert play(s, "take:mental").state.story == story + 1


@pytest.mark.rule("hidden-info")
def test_the_bag_is_drawn_from_unseen_and_tokens_on_the_map_are_open() -> None:
    s = position(phase="start")
    luck = Luck(mafia_card="m01")
    m = play(s, luck=luck)
    assert "info token" in luck.asked and m.view(0) is m.state


# ------------------------------------------------------------------ Alert track


@pytest.mark.rule("alert.sources")
def test_the_alert_rises_from_every_source() -> None:
    s = position(dice="red:wild red:wild")
    own(s, 0, "police_radio")
    put_cars(s, "soho")
    m = play(s, "extra", "step:chelsea", "use:police_radio", "car:soho", "to:tribeca")
    assert m.state.alert == 2
    s = position(phase="start")
    empty_bag(s)
    s.mafia[AT["upper_west_side"]] = 2
    assert play(s, luck=Luck(mafia_card="m01")).state.alert == 3  # the FBI and the empty bag


@pytest.mark.rule("alert.car-reached", "alert-several-cars", "alert-car-card")
def test_a_car_that_the_alert_reaches_goes_to_the_police_deck() -> None:
    s = position()
    raise_alert(s, 4, STORY)
    assert (s.track_cars, s.deck_cars) == ([5, 9, 13], 0)
    raise_alert(s, 1, STORY)
    assert (s.track_cars, s.deck_cars) == ([9, 13], 1)
    raise_alert(s, 8, STORY)
    assert (s.track_cars, s.deck_cars) == ([], 3)


@pytest.mark.rule("alert.car-not-this-round", "alert.car-joins", "alert-car-timing")
def test_a_released_car_is_placed_from_the_next_round_on() -> None:
    s = position(dice="red:wild red:mental yellow:mental blue:mental")
    put_cars(s, "soho", "harlem")
    s.alert = 4
    s.mafia[AT["herald_square"]] = 1
    m = play(s, "avoid")
    assert (m.state.alert, len(m.state.cars), m.state.deck_cars) == (5, 2, 1)
    go_on(m, "end")
    assert m.state.round == 2 and len(m.state.cars) == 3


@pytest.mark.rule("alert-car-timing")
def test_a_car_reached_in_the_police_phase_joins_a_round_later() -> None:
    s = position("mother son", phase="police")
    put_cars(s, "soho", "harlem")
    s.alert, s.mafia[AT["midtown_east"]] = 4, 1
    m = play(s, luck=Luck(police_card="p02 p04"))
    assert len(m.state.cars) == 2 and m.state.deck_cars == 1


@pytest.mark.rule("alert.car-reshuffle")
def test_when_a_car_joins_the_police_discards_are_shuffled_in() -> None:
    for waiting, discards in ((1, 0), (0, 5)):
        s = position("mother son", phase="police")
        put_cars(s, "soho", "harlem")
        s.track_cars = [8, 12]
        s.deck_cars = waiting
        s.police_discard, s.police_deck = s.police_deck[-5:], s.police_deck[:-5]
        assert len(play(s, luck=Luck(police_card="p02 p04")).state.police_discard) == discards


@pytest.mark.rule("alert-clamp")
def test_the_alert_stays_between_zero_and_its_limit() -> None:
    s = position()
    lower_alert(s, 2, STORY)
    assert s.alert == 0
    raise_alert(s, 50, STORY)
    assert s.alert == s.limit


@pytest.mark.rule("alert-down")
def test_a_lowered_alert_brings_neither_cars_nor_time_back_unless_the_variant_says_so() -> None:
    for variant, last in (("stays", 1), ("limit_recovers", 0)):
        s = position(limit=variant)
        raise_alert(s, 50, STORY)
        lower_alert(s, 2, STORY)
        assert (s.last_round, s.track_cars) == (last, [])
    s = position(phase="police", limit_in_police_phase="extra_round")
    s.round = 2
    raise_alert(s, 50, STORY)
    lower_alert(s, 1, STORY)
    s.round = 3
    raise_alert(s, 1, STORY)
    assert s.last_round == 3  # reached again: no further round


# ------------------------------------------------------------------ The end


@pytest.mark.rule("end.alert-limit", "alert-limit-position")
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_card_0_states_the_alert_limit(count: int) -> None:
    for id, story in SCENARIOS.items():
        s = position(" ".join(["mother", "son", "father", "daughter"][:count]), id)
        assert s.limit == story.alert_limit[count - 1]


@pytest.mark.rule("goal.alert-deadline", "end.alert-player-phase")
def test_at_the_limit_the_round_is_played_out_and_then_lost() -> None:
    s = position("mother son", dice="red:wild red:mental yellow:mental blue:mental")
    s.alert = s.limit - 1
    s.mafia[AT["herald_square"]] = 1
    m = play(s, "avoid")
    assert not m.over and m.state.alert == m.state.limit
    go_on(m, "end")
    assert not m.over  # the son still has his turn
    while not m.over:
        go_on(m, "end" if "end" in options(m) else options(m)[0])
    assert m.state.result == "alert" and m.state.round == 1
    assert m.outcome is not None and m.outcome.winners == ()


@pytest.mark.rule("end.alert-police-phase", "alert-limit-police")
def test_at_the_limit_in_the_police_phase_the_whole_player_phase_is_still_played() -> None:
    for variant, rounds in (("this_round", 2), ("extra_round", 3)):
        s = position("mother son", phase="police", limit_in_police_phase=variant)
        put_cars(s, "soho", "harlem")
        s.alert, s.mafia[AT["midtown_east"]] = s.limit - 1, 1
        m = play(s, luck=Luck(police_card="p02 p04"))
        assert m.state.alert == m.state.limit and not m.over
        while not m.over:
            go_on(m, "end" if "end" in options(m) else options(m)[0])
        assert (m.state.result, m.state.round) == ("alert", rounds)
        said = ["this round", "the next round"][rounds - 2] + " is the last."
        assert any(said in str(line.text) for line in m.lines)


@pytest.mark.rule("alert-limit-police", "end.alert-player-phase")
def test_the_extra_round_is_only_for_a_limit_reached_in_the_police_phase() -> None:
    s = position("mother", limit_in_police_phase="extra_round")
    s.alert = s.limit - 1
    m = play(s, "extra", "step:chelsea", "end")
    assert (m.state.result, m.state.round) == ("alert", 1)


@pytest.mark.rule("end.win", "loss-vs-win-same-round", "goal.win")
def test_overcoming_the_final_challenge_wins_at_once_even_in_the_last_round() -> None:
    s = position("mother son", "tutorial", dice=MENTAL)
    reveal_all(s)
    s.alert, s.last_round = s.limit, 1
    m = play(s, "final")
    assert m.over and m.state.result == "won"
    assert m.outcome is not None and m.outcome.winners == (0, 1)


@pytest.mark.rule("end.fbi-five")
def test_four_fbi_do_not_lose() -> None:
    s = position(phase="start")
    put_fbi(s, "soho", "harlem", "chelsea")
    s.mafia[AT["upper_west_side"]] = 2
    m = play(s, luck=Luck(mafia_card="m01"))
    assert len(m.state.fbi) == 4 and not m.over
