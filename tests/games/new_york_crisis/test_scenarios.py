"""The scenarios: their special rules, final challenges and story cards."""

from __future__ import annotations

import pytest

from tabletown.games.new_york_crisis import game
from tabletown.games.new_york_crisis.cards import RESULTS
from tabletown.games.new_york_crisis.city import IDS, INDEX, NAMES
from tabletown.games.new_york_crisis.rules.story import reveal
from tabletown.games.new_york_crisis.scenarios import GOALS, SCENARIOS
from tabletown.kernel import Match

from .tables import (
    AT,
    Luck,
    go_on,
    goal,
    options,
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


@pytest.mark.rule("objective-pay", "story.card-rules")
def test_mission_1_needs_both_safes_open_before_the_books_are_closed() -> None:
    s = position("mother son", "mission_1", dice=MENTAL)
    reveal_all(s)
    assert s.goals == [AT["tribeca"], AT["upper_east_side"]] and s.info_cost == [2, 3, 2]
    s.at[0] = AT["financial_district"]
    assert reason(play(s.copy()), "final") == "goal.win"
    assert reason(play(s.copy()), "do:safe_tribeca") == "story.card-rules"
    s.at[0] = AT["tribeca"]
    assert reason(play(s.copy()), "final") == "story.final"  # which is in the Financial District
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
    # nothing else is in the deck, so the discards are shuffled in
    assert turns_up("p10 p11", deck="p10") == "lower_east_side"


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
    assert reason(play(s.copy()), "final") == "goal.win"  # the substations come first, as the card says
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
    s = position("mother son father daughter", "mission_1")
    s.at = [AT[place] for place in ("soho", "harlem", "tribeca", "chelsea")]
    s.mafia[AT["soho"]] = 1
    put_cars(s, "harlem")
    put_fbi(s, "tribeca")
    before = s.mafia[:]
    for _ in reveal(s):
        raise AssertionError("nobody is asked")
    before[AT["chelsea"]] = 1  # the one there is enough; police and FBI keep further ones away
    assert s.mafia == before


@pytest.mark.rule("story.card-rules")
def test_the_short_missions_surprise_each_in_its_own_way() -> None:
    s = position("mother son", "mission_2")
    s.card = 1
    list(reveal(s))
    assert [IDS[place] for place, count in enumerate(s.mafia) if count] == sorted(
        ("midtown_east", "times_square", "soho"), key=IDS.index
    )
    s = position("mother son", "mission_3")
    s.at, s.card = [AT["soho"], AT["chelsea"]], 1
    s.mafia[AT["soho"]] = 1
    script = reveal(s)
    first = next(script).options[0]  # the die that the mother loses
    with pytest.raises(StopIteration):
        script.send(first)
    assert [len(wounds) for wounds in s.wounds] == [1, 0]


def test_the_short_missions_have_numbers_of_their_own() -> None:
    stories = [SCENARIOS[f"mission_{number}"] for number in (1, 2, 3)]
    for numbers in (
        [story.cars_on_alert for story in stories],
        [[card.bag for card in story.card] for story in stories],
        [[card.mafia_cards for card in story.card] for story in stories],
        [{effect.kind for card in story.card for effect in card.effects} for story in stories],
    ):
        assert all(one != other for place, one in enumerate(numbers) for other in numbers[:place])


def test_every_car_on_the_track_can_come_before_the_limit() -> None:
    for story in SCENARIOS.values():
        assert max(story.cars_on_alert) < min(story.alert_limit), story.id


@pytest.mark.rule("goal.alert-deadline")
def test_an_expert_has_a_quarter_less_of_the_alert() -> None:
    for level, limit in (("no", 17), ("yes", 13)):
        match = Match(game, 2, {"scenario": "mission_1", "expert": level}, seed=1)
        while match.state.phase == "family":
            match.choose(match.decisions[0].seat, match.decisions[0].options[0])
        assert match.state.limit == limit


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
    for story in list(SCENARIOS.values())[:4]:  # the Long Week has a test of its own
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
            assert ("ambush" in kinds) == ("1 mobster comes at once to every relative" in card.rule)
            assert ("guards" in kinds) == ("guards" in card.rule)
            assert ("wound" in kinds) == ("is wounded at once" in card.rule)
            assert all(f"{NAMES[INDEX[place]]}" in card.rule for e in card.effects for place in e.locations)
            assert ("subway_closed" in kinds) == ("subway stands still" in card.rule)


def test_story_positions_rise_and_every_scenario_has_its_final_challenge() -> None:
    for id, story in SCENARIOS.items():
        for count in range(4):
            at = [card.at[count] for card in story.card]
            assert at == sorted(set(at)) and at[0] == 0
        assert story.card[-1].final is not None and story.card[-1].ending
        assert all(g.card < len(story.card) for g in GOALS[id])


@pytest.mark.rule("text-order", "radio-target")
def test_the_end_of_the_police_text_belongs_to_the_police_phase() -> None:
    s = position("mother son", phase="police")
    put_cars(s, "soho")
    s.mafia[AT["midtown_east"]] = 1
    m = play(s, luck=Luck(police_card="p02"))
    assert m.state.alert == 1 and m.state.event == "p02"
