"""Story and alert tracks, and the three endings."""

from __future__ import annotations

import pytest

from tabletown.games.new_york_crisis.cards import GOALS, RESULTS, SCENARIOS
from tabletown.games.new_york_crisis.city import IDS, INDEX, NAMES
from tabletown.games.new_york_crisis.rules.tracks import lower_alert, raise_alert, reveal

from .tables import (
    AT,
    Luck,
    empty_bag,
    go_on,
    goal,
    options,
    own,
    play,
    position,
    put_cars,
    put_fbi,
    put_info,
    reason,
    reveal_all,
    reveal_next,
    roll,
)

MENTAL = "red:mental red:mental yellow:mental blue:mental"


def about_to_reveal(cast: str = "mother son", scenario: str = "mission_1", dice: str = MENTAL, **more: str):  # type: ignore[no-untyped-def]
    """One info token short of the next story card, with a blue token here."""
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
    assert any(SCENARIOS["mission_1"].card[1].text == str(line.text) for line in m.lines)
    s = about_to_reveal("mother son father daughter")
    s.story = SCENARIOS["mission_1"].card[1].at[0] - 1  # alone it would lie there, for four further on
    assert play(s, "take:mental").state.card == 0


@pytest.mark.rule("story.card-bag", "story-reshuffle-bag")
def test_a_story_card_adds_tokens_to_the_bag() -> None:
    s = about_to_reveal()
    before = s.bag[:]
    assert play(s, "take:mental").state.bag == [count + 2 for count in before]


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
    assert len(m.state.mafia_deck) == 50 and m.state.mafia_discard == []
    assert len(m.state.police_discard) == 3


@pytest.mark.rule("story-reshuffle-which")
def test_variant_police_discards_are_shuffled_in_as_well() -> None:
    s = about_to_reveal(reshuffle="both")
    s.police_discard, s.police_deck = s.police_deck[:3], s.police_deck[3:]
    assert len(play(s, "take:mental").state.police_deck) == 23


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
    raise_alert(s, 3)
    assert (s.track_cars, s.deck_cars) == ([4, 8, 12], 0)
    raise_alert(s, 1)
    assert (s.track_cars, s.deck_cars) == ([8, 12], 1)
    raise_alert(s, 8)
    assert (s.track_cars, s.deck_cars) == ([], 3)


@pytest.mark.rule("alert.car-not-this-round", "alert.car-joins", "alert-car-timing")
def test_a_released_car_is_placed_from_the_next_round_on() -> None:
    s = position(dice="red:wild red:mental yellow:mental blue:mental")
    put_cars(s, "soho", "harlem")
    s.alert = 3
    s.mafia[AT["herald_square"]] = 1
    m = play(s, "avoid")
    assert (m.state.alert, len(m.state.cars), m.state.deck_cars) == (4, 2, 1)
    go_on(m, "end")
    assert m.state.round == 2 and len(m.state.cars) == 3


@pytest.mark.rule("alert-car-timing")
def test_a_car_reached_in_the_police_phase_joins_a_round_later() -> None:
    s = position("mother son", phase="police")
    put_cars(s, "soho", "harlem")
    s.alert, s.mafia[AT["midtown_east"]] = 3, 1
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
    lower_alert(s, 2)
    assert s.alert == 0
    raise_alert(s, 50)
    assert s.alert == s.limit


@pytest.mark.rule("alert-down")
def test_a_lowered_alert_brings_neither_cars_nor_time_back_unless_the_variant_says_so() -> None:
    for variant, last in (("stays", 1), ("limit_recovers", 0)):
        s = position(limit=variant)
        raise_alert(s, 50)
        lower_alert(s, 2)
        assert (s.last_round, s.track_cars) == (last, [])
    s = position(phase="police", limit_in_police_phase="extra_round")
    s.round = 2
    raise_alert(s, 50)
    lower_alert(s, 1)
    s.round = 3
    raise_alert(s, 1)
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
        said = ["This round", "The next round"][rounds - 2] + " is the last one."
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


# ------------------------------------------------------------------ The scenarios


@pytest.mark.rule("objective-pay", "story.card-rules")
def test_mission_1_needs_both_safes_open_before_the_books_are_closed() -> None:
    s = position("mother son", "mission_1", dice=MENTAL)
    reveal_all(s)
    assert s.goals == [AT["tribeca"], AT["upper_east_side"]] and s.info_cost == [2, 3, 2]
    s.at[0] = AT["financial_district"]
    assert reason(play(s.copy()), "final") == "goal.win"
    assert reason(play(s.copy()), "do:safe_tribeca") == "story.card-rules"
    s.at[0] = AT["tribeca"]
    assert reason(play(s.copy()), "final") == "story.final"  # that is in the Financial District
    s.mafia[AT["tribeca"]] = 1
    assert reason(play(s.copy()), "do:safe_tribeca") == "move.mafia-stop"
    s.mafia[AT["tribeca"]] = 0
    assert reason(play(s.copy()), "do:safe_tribeca") == "dice.valid-until"
    roll(s, "red:physical red:physical yellow:mental blue:mental")
    m = play(s, "do:safe_tribeca")
    assert m.state.goals[0] == -1
    s = m.state.copy()
    s.goals[1], s.at[0] = -1, AT["financial_district"]
    roll(s, MENTAL)
    s.mafia[s.at[0]] = 1
    assert reason(play(s.copy()), "final") == "move.mafia-stop"
    s.mafia[s.at[0]] = 0
    assert play(s, "final").state.result == "won"


@pytest.mark.rule("informant", "objective-pay")
def test_mission_2_the_informant_roams_follows_and_must_be_brought_to_court() -> None:
    s = position("mother son", "mission_2", phase="police")
    reveal_all(s)
    number = goal(s, "informant")
    put_cars(s, "soho", "harlem")
    put_fbi(s, "harlem")
    m = play(s, luck=Luck(police_card="p02 p04 p05 p10"))  # p05 is Harlem: drawn again
    assert m.state.goals[number] == AT["chinatown"]
    s = position("mother son", "mission_2", phase="police")
    reveal_all(s)
    s.goals[number] = AT["chinatown"]
    put_cars(s, "soho", "harlem")
    m = play(s, luck=Luck(police_card="p02 p04 p10 p11"))  # p10 is Chinatown, where he was: drawn again
    assert m.state.goals[number] == AT["lower_east_side"]
    s = position("mother son", "mission_2", dice="red:social red:social yellow:social blue:social")
    reveal_all(s)
    s.goals[number], s.mafia[s.at[0]] = s.at[0], 0
    assert s.final_at == AT["chinatown"]
    m = play(s, "do:informant")
    assert m.state.escorts[number] == 0 and m.state.goals[number] == -1
    s = m.state.copy()
    s.at = [AT["chinatown"]] * 2
    s.active = 1
    roll(s, "yellow:social yellow:social")
    assert reason(play(s.copy()), "final") == "goal.win"  # he follows the mother
    s.active = 0
    roll(s, "red:social red:social")
    assert play(s, "final").state.result == "won"


@pytest.mark.rule("informant", "police.random-location")
def test_mission_2_the_informant_never_turns_up_where_police_or_fbi_is() -> None:
    def turns_up(cards: str, deck: str = "", shut: str = "chinatown") -> str:
        s = position("mother son", "mission_2", dice=MENTAL)
        s.card, s.story = 2, SCENARIOS["mission_2"].card[3].at[1] - 1
        put_info(s, "herald_square", "mental")
        put_cars(s, *shut.split()[:1])
        put_fbi(s, *shut.split()[1:])
        if deck:
            everything, s.police_deck = s.police_deck, deck.split()
            s.police_discard = [card for card in everything if card not in s.police_deck]
        m = play(s, "take:mental", luck=Luck(police_card=cards))
        return IDS[m.state.goals[goal(m.state, "informant")]]

    assert turns_up("p10 p11") == "lower_east_side"
    assert turns_up("p11 p10", shut="soho lower_east_side") == "chinatown"
    assert turns_up("p10 p11", deck="p10") == "lower_east_side"  # the deck has nothing else: discards are shuffled in


@pytest.mark.rule("informant", "police-random-loc-empty")
def test_mission_2_if_every_card_is_shut_the_informant_finds_a_place_all_the_same() -> None:
    s = position("mother son", "mission_2", phase="police")
    reveal_all(s)
    s.goals[goal(s, "informant")] = AT["chinatown"]
    s.police_deck, s.police_drawn = ["p10", "p11"], [card for card in s.police_deck if card not in ("p10", "p11")]
    put_cars(s, "soho")
    m = play(s, luck=Luck(police_card="p11"))  # only Chinatown is left in the deck, where he is
    there = m.state.goals[goal(m.state, "informant")]
    assert there not in (AT["chinatown"], AT["lower_east_side"])


@pytest.mark.rule("informant")
def test_mission_2_a_wound_leaves_the_informant_behind_and_he_roams_no_more() -> None:
    s = position("mother son", "mission_2", dice=MENTAL)
    reveal_all(s)
    s.goals, s.escorts = [-1], [0]
    s.mafia[s.at[0]] = 1
    m = play(s, "end", "die:red")
    assert m.state.goals == [AT["herald_square"]] and m.state.escorts == [-2]
    s = position("mother son", "mission_2", dice=MENTAL)
    reveal_all(s)
    s.goals, s.escorts, s.mafia[s.at[0]] = [-1], [1], 1
    assert play(s, "end", "die:red").state.escorts == [1]  # he walks with the son
    s = m.state.copy()
    s.phase, s.active = "police", -1
    put_cars(s, "soho")
    assert play(s).state.goals == [AT["herald_square"]]


@pytest.mark.rule("story.card-rules")
def test_mission_3_the_subway_stands_still_until_both_substations_run() -> None:
    s = position("mother son", "mission_3", dice="red:physical red:physical yellow:mental blue:mental", at="harlem")
    s.story = 3
    put_info(s, "harlem", "physical")
    m = play(s, "take:physical")
    assert m.state.blackout and reason(m, "ride:times_square") == "story.card-rules"
    s = m.state.copy()
    s.at[0] = AT["murray_hill"]
    roll(s, MENTAL)
    m = play(s, "do:substation_murray_hill")
    assert m.state.blackout
    s = m.state.copy()
    s.at[0] = AT["lower_east_side"]
    roll(s, "red:physical red:physical yellow:mental blue:mental")
    m = play(s, "do:substation_east_side")
    assert not m.state.blackout and "ride:harlem" in options(m)


@pytest.mark.rule("goal.win")
def test_mission_3_two_different_relatives_must_force_the_door() -> None:
    s = position("mother son", "mission_3", dice="red:physical red:physical yellow:physical blue:physical")
    reveal_all(s)
    place = AT["hudson_yards"]
    assert s.mafia[place] == 2 and s.final_at == place
    s.at, s.mafia[place] = [place] * 2, 0
    assert reason(play(s.copy()), "final") == "goal.win"  # first the substations, as the card says
    assert "both substations" in SCENARIOS["mission_3"].card[-1].rule
    s.goals, s.blackout = [-1, -1], False
    m = play(s, "final")
    assert not m.over and m.state.efforts == [0]
    assert reason(m, "final") == "goal.win"
    s = m.state.copy()
    s.active = 1
    roll(s, "yellow:physical yellow:physical")
    assert play(s, "final").state.result == "won"
    s = position("mother", "mission_3", dice="red:physical red:physical")
    reveal_all(s)
    s.goals, s.at, s.mafia[place] = [-1, -1], [place], 0
    assert play(s, "final").state.result == "won"
    s = position("mother son", "mission_3", dice="red:physical red:physical", solo="two")  # two relatives, one seat
    reveal_all(s)
    s.goals, s.at, s.mafia[place] = [-1, -1], [place] * 2, 0
    assert play(s, "final").state.result == ""


@pytest.mark.rule("guards")
def test_guards_never_stand_on_police_or_fbi_and_bring_no_fbi() -> None:
    s = position("mother", "mission_3")
    put_cars(s, "hudson_yards")
    reveal_all(s)
    assert s.mafia[AT["hudson_yards"]] == 0
    s = position("mother", "mission_3")
    s.mafia[AT["hudson_yards"]] = 1
    reveal_all(s)
    assert s.mafia[AT["hudson_yards"]] == 2 and s.fbi == []
    s = position("mother", "mission_3")
    s.mafia = [1] * len(s.mafia)  # all 25 tokens
    reveal_all(s)
    assert s.mafia[AT["hudson_yards"]] == 1


@pytest.mark.rule("ambush", "story.card-rules")
def test_an_ambush_waits_where_a_relative_stands_and_no_mafia_is() -> None:
    for mission, card in (("mission_1", 1), ("mission_2", 2), ("mission_3", 2)):
        s = position("mother son father daughter", mission)
        s.at = [AT[place] for place in ("soho", "harlem", "tribeca", "chelsea")]
        s.mafia[AT["soho"]] = 1
        put_cars(s, "harlem")
        put_fbi(s, "tribeca")
        s.card, before = card - 1, s.mafia[:]
        for _ in reveal(s):
            raise AssertionError("nobody is asked")
        before[AT["chelsea"]] = 1  # the one there was is enough; police and FBI keep them away
        assert s.mafia == before


@pytest.mark.rule("ambush", "deal.must")
def test_who_is_ambushed_in_mid_turn_must_deal_with_it() -> None:
    s = position("mother", "mission_1", dice="red:physical red:physical yellow:social blue:mental")
    put_info(s, "herald_square", "physical")
    s.story = 2
    m = play(s, "take:physical")
    assert m.state.mafia[AT["herald_square"]] == 1 and reason(m, "step:chelsea") == "move.mafia-stop"
    assert len(go_on(m, "end", "die:blue").state.wounds[0]) == 1


@pytest.mark.rule("objective-blocked")
def test_an_objective_due_at_the_fbi_lies_at_the_nearest_free_location() -> None:
    s = position("mother", "mission_1")
    put_fbi(s, "tribeca")
    reveal_all(s)
    assert IDS[s.goals[goal(s, "safe_tribeca")]] in ("chinatown", "financial_district", "soho")
    assert s.goals[goal(s, "safe_east_side")] == AT["upper_east_side"]


@pytest.mark.rule("objective-blocked")
def test_a_final_challenge_at_the_fbi_moves_to_the_nearest_free_location() -> None:
    s = position("mother", "mission_3")
    put_fbi(s, "hudson_yards")
    reveal_all(s)
    assert s.final_at in (AT["chelsea"], AT["hells_kitchen"], AT["herald_square"])
    assert s.mafia[s.final_at] == 2  # the guards follow it


@pytest.mark.rule("story.card-rules", "spend.info-three", "info-three")
def test_info_prices_follow_the_story() -> None:
    for mission, prices in {
        "tutorial": [[2, 2, 2]] * 3,
        "mission_1": [[2, 2, 2], [2, 3, 2], [2, 3, 2], [2, 3, 2]],
        "mission_2": [[2, 2, 2], [2, 2, 3], [3, 2, 2], [3, 2, 2]],
        "mission_3": [[2, 2, 2], [2, 2, 2], [3, 2, 2], [3, 2, 2]],
    }.items():
        s = position("mother", mission)
        for number, price in enumerate(prices):
            if number:
                reveal_next(s)
            assert s.info_cost == price, (mission, number)


@pytest.mark.rule("story.card-rules", "story.card-mafia-count", "story.final", "objective-pay")
def test_every_story_card_says_what_it_does() -> None:
    for story in SCENARIOS.values():
        mafia_cards = 1
        for card in story.card:
            goals = [(INDEX[o.location], o.cost) for o in card.objectives if o.location != "random"]
            paid = [o.cost for o in card.objectives]
            if card.final is not None:
                paid.append(card.final.cost)
                goals.append((INDEX[card.final.location], card.final.cost))
                assert max(card.final.times) == (2 if "two different relatives" in card.rule else 1)
                assert (card.final.who == "different") == ("two different relatives" in card.rule)
            assert all(f"{cost.results} {RESULTS[cost.type]} results" in card.rule for cost in paid)
            assert all(NAMES[place] in card.rule for place, _ in goals)
            assert (card.mafia_cards != mafia_cards) == (f"{card.mafia_cards} mafia cards a turn" in card.rule)
            mafia_cards = card.mafia_cards
            kinds = {effect.kind for effect in card.effects}
            assert ("ambush" in kinds) == ("1 mafia at once wherever a relative stands" in card.rule)
            assert ("guards" in kinds) == ("guards" in card.rule)
            assert ("subway_closed" in kinds) == ("subway stands still" in card.rule)


def test_story_positions_rise_and_every_scenario_has_its_final_challenge() -> None:
    for id, story in SCENARIOS.items():
        for count in range(4):
            at = [card.at[count] for card in story.card]
            assert at == sorted(set(at)) and at[0] == 0
        assert story.card[-1].final is not None and story.card[-1].ending
        assert all(g.card < len(story.card) for g in GOALS[id])


def test_the_tutorial_explains_a_thing_once_when_it_first_happens() -> None:
    s = position("mother son", "tutorial", dice="red:wild red:wild yellow:mental blue:mental")
    m = play(s, "extra", "step:chelsea")
    told = [str(line.text) for line in m.lines]
    assert sum(line.startswith("The extra step:") for line in told) == 1 and "extra-step" in m.state.taught
    m = play(position("mother son", "mission_1"), "extra", "step:chelsea")
    assert m.state.taught == []


@pytest.mark.rule("text-order", "radio-target")
def test_the_end_of_the_police_text_belongs_to_the_police_phase() -> None:
    s = position("mother son", phase="police")
    put_cars(s, "soho")
    s.mafia[AT["midtown_east"]] = 1
    m = play(s, luck=Luck(police_card="p02"))
    assert m.state.alert == 1 and m.state.event == "p02"
