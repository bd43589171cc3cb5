"""The four nights of the Long Week: wounds, gifts, the FBI's net, turf, and a choice that is remembered."""

from __future__ import annotations

import pytest

from tabletown.games.new_york_crisis.cards import ITEM, POLICE_AT, POLICE_CARDS, RESULTS
from tabletown.games.new_york_crisis.city import INDEX, NAMES
from tabletown.games.new_york_crisis.rules.story import ending, final_challenge, is_dear
from tabletown.games.new_york_crisis.scenarios import GOALS, SCENARIOS, effects_of
from tabletown.games.new_york_crisis.state import DONE, HIDDEN, Crisis

from .tables import AT, Luck, go_on, goal, match, options, own, play, position, put_fbi, reason, roll, turn_up

MENTAL = "red:mental red:mental yellow:mental blue:mental"
WEEK = [id for id in SCENARIOS if id.startswith("long_week")]


def night(number: int, cast: str = "mother son", cards: int = 0, *answers: str) -> Crisis:
    """That night, with this many cards turned up after the first."""
    s = position(cast, f"long_week_{number}")
    for _ in range(cards):
        s.story = SCENARIOS[s.scenario].card[s.card + 1].at[len(s.cast) - 1]
        asked = SCENARIOS[s.scenario].card[s.card + 1].choice is not None
        turn_up(s, *(answers if asked else ()))
    s.lines = []
    return s


def told(s: Crisis) -> str:
    return "\n".join(line.text.render() for line in s.lines or [])


def wound(s: Crisis, figure: int, *colours: int) -> None:
    s.wounds = [list(colours) if n == figure else wounds for n, wounds in enumerate(s.wounds)]


# ------------------------------------------------------------------ Monday: wounds and the father


def test_a_card_wounds_whoever_shares_a_location_with_mafia() -> None:
    s = night(1)
    s.at = [AT["chelsea"], AT["harlem"]]
    s.mafia[AT["chelsea"]] = 1
    turn_up(s)
    assert [len(wounds) for wounds in s.wounds] == [1, 0]


def test_lifting_the_oak_door_costs_a_wound() -> None:
    s = night(1, "mother son", 2)
    s.at[0] = AT["chelsea"]
    roll(s, "red:physical red:physical yellow:mental blue:mental")
    m = play(s, "do:oak_door")
    assert m.decisions[0].rule == "wound.die-lost", "the wound is taken by whoever lifts it"
    go_on(m, "die:red")
    assert len(m.state.wounds[0]) == 1 and m.state.goals[goal(s, "oak_door")] == DONE


def test_the_kitchen_heals_one_of_the_familys_choice_and_then_everybody_there() -> None:
    s = night(1, "mother son daughter", 4)
    wound(s, 0, 0)
    wound(s, 2, 2)
    turn_up(s, "heal:daughter")
    assert [len(wounds) for wounds in s.wounds] == [1, 0, 0]
    assert s.goals[goal(s, "baptiste")] == AT["east_harlem"]
    s.at = [AT["east_harlem"]] * 2 + [AT["harlem"]]
    wound(s, 1, 1)
    wound(s, 2, 2)
    roll(s, "yellow:social blue:social")
    m = play(s, "do:baptiste")
    assert [len(wounds) for wounds in m.state.wounds] == [0, 0, 1], "only those who are there"


def test_nobody_hurt_needs_no_healing() -> None:
    s = night(1, "mother son", 4)
    turn_up(s)
    assert "Nobody had a wound to heal." in told(s)


@pytest.mark.parametrize(("answer", "results"), [("sleeps", 3), ("talks", 2)])
def test_what_denny_was_given_is_remembered_to_the_end(answer: str, results: int) -> None:
    s = night(1, "mother son", 3, f"decide:{answer}")
    assert s.decided == [f"powder={answer}"] and s.card == 3
    turn_up(s)
    turn_up(s)
    s.alert, s.at = 5, [AT["chelsea"], AT["harlem"]]
    s.mafia = [0] * len(s.mafia)
    turn_up(s)
    assert s.alert == (4 if answer == "sleeps" else 5)
    assert s.mafia[AT["chelsea"]] == (0 if answer == "sleeps" else 1)
    assert ("with his mouth open" in told(s)) == (answer == "sleeps")
    turn_up(s)
    assert final_challenge(s).cost.results == results


def test_the_final_challenge_does_not_wait_for_an_optional_objective() -> None:
    s = night(1, "mother son", 7)
    s.goals = [DONE if n != goal(s, "baptiste") else place for n, place in enumerate(s.goals)]
    s.escorts[goal(s, "denny")] = 0
    s.at[0] = AT["hells_kitchen"]
    s.mafia[s.at[0]] = 0
    roll(s, MENTAL)
    m = play(s, "final")
    assert m.state.result == "won" and not m.state.dear
    assert ending(m.state) == SCENARIOS["long_week_1"].card[-1].ending


def test_who_is_left_behind_is_named() -> None:
    s = night(1, "mother son", 7)
    s.escorts[goal(s, "denny")], s.goals[goal(s, "denny")] = 0, DONE
    s.mafia[s.at[0]] = 1
    m = play(s, "end", "die:red")
    assert m.state.goals[goal(s, "denny")] == s.at[0]
    assert "In the scuffle Denny was left behind." in [line.text.render() for line in m.lines]


# ------------------------------------------------------------------ Tuesday: gifts


def test_items_lie_where_the_card_says_and_the_radio_is_free() -> None:
    s = night(2)
    assert s.item[AT["hamilton_heights"]] == ITEM["police_radio"] and s.item[AT["harlem"]] >= 0 and s.radio_free
    s.item[AT["hamilton_heights"]], s.ready = -1, [[ITEM["police_radio"]], []]
    s.cars = [AT["chelsea"]]
    m = play(s.copy(), "use:police_radio", "car:chelsea")
    go_on(m, options(m)[0])
    assert m.state.alert == 0
    s.radio_free = False
    m = play(s.copy(), "use:police_radio", "car:chelsea")
    go_on(m, options(m)[0])
    assert m.state.alert == 1


def test_a_favour_is_paid_with_an_item_that_returns_to_the_supply() -> None:
    s = night(2, "mother son", 2)
    s.at[0] = AT["morningside_heights"]
    roll(s, "red:social yellow:social blue:social")
    assert reason(play(s.copy()), "do:favour_bakery") == "story.card-rules"
    own(s, 0, "gloves")
    own(s, 0, "bike", used=True)
    m = play(s, "do:favour_bakery")
    assert options(m) == ["item:gloves", "item:bike"]
    go_on(m, "item:bike")
    assert m.state.used[0] == [] and m.state.ready[0] == [ITEM["gloves"]] and "bike" in m.state.item_supply
    assert m.state.spent == [False] * 3, "no dice are spent"
    assert m.state.goals[goal(s, "favour_bakery")] == DONE


@pytest.mark.parametrize(("answer", "place", "cost"), [("carried", "harlem", 2), ("burnt", "", 3)])
def test_the_book_opens_mouths_and_asks_for_a_third_favour(answer: str, place: str, cost: int) -> None:
    s = night(2, "mother son", 3, f"decide:{answer}")
    turn_up(s)
    turn_up(s)
    assert s.info_cost[RESULTS.index("social")] == cost
    assert s.goals[goal(s, "favour_clock")] == HIDDEN
    turn_up(s)
    assert s.goals[goal(s, "favour_clock")] == (AT[place] if place else DONE)


# ------------------------------------------------------------------ Wednesday: the net of the FBI


def test_the_fbi_takes_over_streets_without_alert_and_more_of_them_where_few_run() -> None:
    s = night(3, "mother son")
    s.mafia[AT["times_square"]] = 2
    turn_up(s)
    assert s.fbi == [AT["times_square"], AT["upper_west_side"]] and s.alert == 0
    assert s.mafia[AT["times_square"]] == 0
    s = night(3, "mother son daughter")
    turn_up(s)
    assert s.fbi == [AT["times_square"]]


def test_a_fifth_fbi_on_a_story_card_loses_the_game_and_nothing_more_happens() -> None:
    s = night(3, "mother son", 3, "decide:silent")
    put_fbi(s, "harlem", "chelsea", "soho", "tribeca")
    turn_up(s)
    assert s.result == "fbi" and len(s.fbi) == 5 and AT["financial_district"] not in s.fbi
    assert ending(s) == SCENARIOS["long_week_3"].card[-1].ending_lost


def test_the_tip_line_brings_the_fbi_where_most_mafia_is_and_cheapens_the_end() -> None:
    s = night(3, "mother son daughter", 2)
    s.mafia[AT["harlem"]] = s.mafia[AT["soho"]] = 2
    alert, fbi = s.alert, len(s.fbi)
    turn_up(s, "decide:rung", "seize:soho")
    assert AT["soho"] in s.fbi and len(s.fbi) == fbi + 1 and s.alert == alert + 2 and s.mafia[AT["soho"]] == 0
    for _ in range(3):
        turn_up(s)
    assert final_challenge(s).cost.results == 2


def test_hanging_up_brings_mafia_and_later_sends_an_agent_home() -> None:
    s = night(3, "mother son daughter", 2)
    turn_up(s, "decide:silent")
    assert s.mafia[AT["murray_hill"]] == 2
    turn_up(s)
    turn_up(s)
    before = list(s.fbi)
    turn_up(s, f"leave:{next(id for id, place in INDEX.items() if place == before[0])}")
    assert s.fbi == before[1:] and final_challenge(s).cost.results == 3


def test_the_pink_copy_sends_one_fbi_home() -> None:
    s = night(3, "mother son", 2)
    s.at[0] = AT["lower_east_side"]
    roll(s, MENTAL)
    m = play(s, "do:pink_copy")
    assert set(options(m)) == {"leave:times_square", "leave:upper_west_side"}
    go_on(m, "leave:times_square")
    assert m.state.fbi == [AT["upper_west_side"]]


# ------------------------------------------------------------------ Thursday: turf


def away_from(place: int) -> Luck:
    """Send the police elsewhere, with a last card that doesn't matter."""
    cards = [card for card, at in POLICE_AT.items() if at != place and POLICE_CARDS[card].effect.kind == "modifier"]
    return Luck(police_card=cards[:2])


def test_a_corner_must_be_clear_and_fills_up_again_until_it_is_won() -> None:
    s = night(4, "mother son", 1)
    corner = AT["lower_east_side"]
    assert s.mafia[corner] == 1
    s.at[0] = corner
    roll(s, "yellow:social red:social")
    m = play(s.copy(), "avoid")
    assert reason(m, "do:corner_umbrellas") == "story.card-rules", "dealt with is not gone"
    s.mafia[corner] = 0
    m = play(s.copy(), "do:corner_umbrellas")
    for state, mafia in ((s, 1), (m.state, 0)):
        state.phase, state.active = "police", -1
        assert match(state, away_from(corner)).state.mafia[corner] == mafia, "back, until it is won"


@pytest.mark.parametrize(("answer", "dear"), [("taken", True), ("returned", False)])
def test_the_street_remembers_what_became_of_the_purse(answer: str, dear: bool) -> None:
    s = night(4, "mother son", 3)
    s.mafia = [0] * len(s.mafia)
    s.mafia[AT["soho"]] = s.mafia[AT["harlem"]] = s.mafia[AT["chelsea"]] = 1
    s.card, s.story = 2, 4
    s.decided = []
    leaving = ("leave:harlem", "leave:chelsea") if answer == "taken" else ()
    turn_up(s, f"decide:{answer}", *leaving)
    assert sum(s.mafia) == (1 if answer == "taken" else 3)
    while s.card < 6:
        turn_up(s)
    s.alert = 10
    s.mafia[AT["tribeca"]] = 0
    turn_up(s)
    assert s.mafia[AT["tribeca"]] == (2 if answer == "taken" else 1), "two guards, or one"
    s.goals = [DONE] * len(s.goals)
    s.efforts, s.at[0] = [1], AT["tribeca"]
    s.mafia[AT["tribeca"]] = 0
    roll(s, "red:physical red:physical")
    m = play(s, "final")
    assert m.state.result == "won" and m.state.dear is dear
    last = SCENARIOS["long_week_4"].card[-1]
    assert ending(m.state) == (last.ending_price if dear else last.ending)
    assert (ending(m.state) in m.text(0)) and m.outcome is not None


# ------------------------------------------------------------------ how they end


@pytest.mark.parametrize(
    ("number", "prepare"),
    [
        (1, lambda s: wound(s, 0, 0, 1)),
        (2, lambda s: None),  # no item left
        (3, lambda s: put_fbi(s, "harlem", "soho", "chelsea", "tribeca")),
        (4, lambda s: setattr(s, "last_round", s.round)),
    ],
)
def test_what_makes_a_victory_dear(number: int, prepare: object) -> None:
    s = night(number)
    own(s, 1, "gloves")
    assert not is_dear(s)
    if number == 2:
        s.ready = [[], []]
    prepare(s)  # type: ignore[operator]
    assert is_dear(s)


def test_each_defeat_of_the_week_has_its_own_ending() -> None:
    endings = set()
    for id in WEEK:
        s = position("mother", id)
        s.result = "alert"
        endings.add(ending(s))
    assert len(endings) == 4 and all(endings)


def test_the_rule_of_every_card_names_what_it_does() -> None:
    words = {
        "fbi": "FBI takes over",
        "fbi_leaves": "FBI",
        "guards": "guard",
        "guards_leave": "only one",
        "heal": "heal 1 wound",
        "info_cost": "info now costs",
        "mafia_leaves": "2 mobsters of your choice leave",
        "radio_free": "radio raises no alert",
        "wound": "is wounded",
        "ambush": "1 mobster comes at once to every relative",
    }
    for id in WEEK:
        mafia_cards = 1
        for card in SCENARIOS[id].card:
            rule = card.rule
            for effect in effects_of(card):
                later = any(effect in part.effects for part in card.later)
                reward = any(effect in objective.reward for objective in card.objectives)
                if effect.kind in words and not (reward and effect.kind == "heal"):
                    assert words[effect.kind] in rule or (later and effect.kind == "info_cost"), (id, card.title)
                for location in (*effect.locations, effect.location):
                    if location in INDEX and effect.kind in ("fbi", "mafia"):
                        assert NAMES[INDEX[location]] in rule, (id, card.title, location)
            for objective in card.objectives:
                assert NAMES[INDEX[objective.location]] in rule, (id, card.title)
                cost = objective.cost
                assert objective.items or f"{cost.results} {RESULTS[cost.type]} result" in rule
            if card.final is not None:
                assert f"{card.final.cost.results} {RESULTS[card.final.cost.type]} results" in rule
                assert NAMES[INDEX[card.final.location]] in rule
                assert (card.final.who == "different") == ("two different relatives" in rule)
                assert all(f"{price.cost.results} are enough" in rule for price in card.final_if)
            if card.mafia_cards > mafia_cards:
                assert f"{card.mafia_cards} mafia cards a turn" in rule
            mafia_cards = card.mafia_cards


def test_names_keep_their_capitals_where_a_sentence_begins_with_them() -> None:
    named = {goal.objective.begins for goals in GOALS.values() for goal in goals}
    assert {"Mr Abelard's favour", "Mrs Baptiste's kitchen", "The oak door", "Denny"} <= named
