"""Rolling, re-rolling and what results are."""

from __future__ import annotations

import pytest

from tabletown.games.new_york_crisis.cards import RELATIVE

from .tables import AT, Luck, go_on, options, play, position, put_info, put_item, reason, results

HERE = AT["herald_square"]
FOUR = "red:physical red:social yellow:mental blue:wild"


@pytest.mark.rule("dice.roll-start", "names")
def test_the_player_rolls_the_dice_of_the_character_card() -> None:
    for who, kinds in {
        "mother": ["blue die", "red die", "red die", "yellow die"],
        "father": ["blue die", "grey die", "red die", "yellow die"],
        "daughter": ["blue die", "blue die", "red die", "yellow die"],
        "son": ["blue die", "red die", "yellow die", "yellow die"],
    }.items():
        luck = Luck(mafia_card="m09")
        play(position(who, phase="start"), luck=luck)
        assert sorted(kind for kind in luck.asked if kind.endswith("die")) == kinds


@pytest.mark.rule("dice.grey-start")
@pytest.mark.parametrize(
    ("cast", "dice"), [("mother son", 5), ("mother son father", 6), ("mother son father daughter", 6)]
)
def test_each_relative_on_the_location_adds_a_grey_die_at_most_two(cast: str, dice: int) -> None:
    m = play(position(cast, phase="start"), luck=Luck(mafia_card="m09"))
    assert len(m.state.colours) == dice and m.state.colours.count(RELATIVE) == dice - 4


@pytest.mark.rule("dice.grey-relatives-only")
def test_relatives_elsewhere_add_nothing() -> None:
    s = position("mother son", phase="start")
    s.at[1] = AT["chelsea"]
    assert len(play(s, luck=Luck(mafia_card="m09")).state.colours) == 4


@pytest.mark.rule("action.count")
@pytest.mark.parametrize("words", [["reroll:all", "reroll:all"], ["reroll:all", "step:chelsea"]])
def test_a_turn_has_two_actions_each_a_move_or_a_re_roll(words: list[str]) -> None:
    m = play(position(dice=FOUR), *words)
    assert m.state.actions == 0
    assert reason(m, "reroll:all") == "action.count"
    m = play(position(dice=FOUR), "step:chelsea", "step:herald_square", "step:gramercy", "step:herald_square")
    assert (m.state.actions, m.state.steps) == (0, 0) and reason(m, "step:gramercy") == "action.count"


@pytest.mark.rule("reroll.cost")
def test_a_re_roll_costs_an_action() -> None:
    assert play(position(dice=FOUR), "reroll:all").state.actions == 1


@pytest.mark.rule("reroll.choice", "reroll.kept", "reroll.spent-revive")
def test_any_dice_may_be_re_rolled_spent_ones_too_and_the_others_keep_their_state() -> None:
    s = position(dice="red:physical* red:social yellow:mental* blue:wild")
    luck = Luck(red_die="mental", blue_die="social")
    m = play(s, "reroll", "die:1", "die:4", "roll", luck=luck)
    assert m.state.faces == [1, 2, 1, 2]
    assert m.state.spent == [False, False, True, False]


@pytest.mark.rule("reroll.choice")
def test_all_dice_or_the_spent_ones_can_be_re_rolled_at_once() -> None:
    s = position(dice="red:physical* red:social yellow:mental* blue:wild")
    m = play(s, "reroll:spent", luck=Luck(red_die="wild", yellow_die="wild"))
    assert m.state.faces == [3, 2, 3, 3] and m.state.spent == [False] * 4
    assert reason(m, "reroll:spent") == "reroll.choice"
    m = play(position(dice="red:physical* red:social"), "reroll:all", luck=Luck(red_die="wild wild"))
    assert m.state.faces == [3, 3]


@pytest.mark.rule("reroll-zero")
def test_a_re_roll_takes_at_least_one_die() -> None:
    m = play(position(dice=FOUR), "reroll")
    assert reason(m, "roll") == "reroll-zero"
    assert reason(go_on(m, "die:2"), "die:2") == "reroll.choice"
    assert reason(m, "die:7") == "reroll.choice"


@pytest.mark.rule("reroll.grey", "grey-on-reroll-only")
def test_a_re_roll_adds_a_grey_die_for_each_relative_here() -> None:
    s = position("mother son father", dice=FOUR)
    m = play(s, "reroll", "die:1", "roll")
    assert m.state.colours.count(RELATIVE) == 2 and len(m.state.colours) == 6


@pytest.mark.rule("grey-cap")
def test_there_are_never_more_than_two_grey_dice_from_relatives_unless_they_stack() -> None:
    s = position("mother son father daughter", dice=FOUR + " relative:mental relative:mental")
    assert len(play(s, "reroll:all").state.colours) == 6
    s = position("mother son father", dice=FOUR + " relative:mental relative:mental", grey_cap="stacking")
    assert len(play(s, "reroll", "die:1", "roll").state.colours) == 7
    s = position("father son mother", dice="red:mental grey:mental relative:mental", grey_cap="stacking")
    assert len(play(s, "reroll", "die:1", "roll").state.colours) == 4  # his own grey die is one of the three


@pytest.mark.rule("grey-cap", "item-same-twice", "reroll.choice")
def test_every_die_can_be_picked_even_among_the_most_there_can_be() -> None:
    items = " item:mental item:mental item:social item:social item:physical item:physical"
    s = position("mother son", dice=FOUR + items + " relative:mental relative:mental relative:social")
    m = play(s, "reroll", "die:13", "roll", luck=Luck(grey_die="physical"))
    assert m.state.faces[12] == 0


@pytest.mark.rule("grey-keep")
def test_grey_dice_are_kept_after_leaving_unless_the_variant_takes_them() -> None:
    dice = FOUR + " relative:mental"
    assert len(play(position("mother son", dice=dice), "step:chelsea").state.colours) == 5
    s = position("mother son", dice=dice, grey_leaving="lost_on_leaving")
    assert len(play(s, "step:chelsea").state.colours) == 4
    s = position("mother son", dice="red:mental relative:social item:physical*", grey_leaving="lost_on_leaving")
    m = play(s, "step:chelsea")
    assert (m.state.faces, m.state.spent) == ([1, 0], [False, True])  # the others keep their state


@pytest.mark.rule("dice.valid-until")
def test_a_result_is_usable_until_spent_re_rolled_or_the_turn_ends() -> None:
    s = position("mother son", dice="red:physical red:physical yellow:physical blue:social")
    put_info(s, "herald_square", "physical", 2)
    m = play(s, "take:physical")
    assert reason(m, "take:physical") == "dice.valid-until"
    go_on(m, "step:chelsea", "step:herald_square")
    assert results(m.state) == [1, 0, 1, 0]
    m = go_on(m, "end")
    assert m.state.active == 1 and m.state.spent == [False] * 5
    assert play(position("mother son father", dice="red:physical"), "end").state.colours == []


@pytest.mark.rule("dice.physical")
def test_physical_results_pay_for_red_info_eliminating_and_dodging() -> None:
    s = position(dice="red:physical red:physical")
    put_info(s, "herald_square", "physical")
    assert "take:physical" in options(play(s))
    s = position(dice="red:physical red:physical")
    s.mafia[HERE] = 1
    assert {"kill", "dodge"} <= set(options(play(s))) and "avoid" not in options(play(s.copy()))


@pytest.mark.rule("dice.mental")
def test_mental_results_pay_for_blue_info_only() -> None:
    s = position(dice="red:mental red:mental")
    for type in ("physical", "mental", "social"):
        put_info(s, "herald_square", type)
    assert [word for word in options(play(s)) if word.startswith("take")] == ["take:mental"]
    s = position(dice="red:mental red:mental yellow:mental")
    s.mafia[HERE] = 1
    assert not {"kill", "dodge", "avoid"} & set(options(play(s)))


@pytest.mark.rule("dice.social")
def test_social_results_pay_for_yellow_info_and_avoiding() -> None:
    s = position(dice="red:social red:social")
    put_info(s, "herald_square", "social")
    assert "take:social" in options(play(s))
    s = position(dice="red:social red:social")
    s.mafia[HERE] = 1
    assert "avoid" in options(play(s)) and not {"kill", "dodge"} & set(options(play(s.copy())))


@pytest.mark.rule("dice.wild", "wild-alert-when", "info-needs-same")
def test_each_wild_used_stands_for_any_type_and_raises_the_alert_by_one() -> None:
    for type in ("physical", "mental", "social"):
        s = position(dice="red:wild red:wild")
        put_info(s, "herald_square", type)
        m = play(s, f"take:{type}")
        assert (m.state.alert, m.state.story) == (2, 1)


@pytest.mark.rule("dice.wild-unused", "wild-as-nothing")
def test_an_unused_wild_costs_nothing() -> None:
    assert play(position("mother son", dice="red:wild red:wild"), "end").state.alert == 0
    s = position(dice="red:wild* red:wild yellow:mental")
    put_info(s, "herald_square", "mental")
    assert play(s, "take:mental").state.spent == [True] * 3  # a wild serves only once
    s = position(dice="red:mental blue:mental yellow:wild")
    put_info(s, "herald_square", "mental")
    m = play(s, "take:mental")
    assert m.state.alert == 0 and results(m.state) == [0, 0, 0, 1]


@pytest.mark.rule("reroll-wild-paid")
def test_re_rolling_a_used_wild_gives_no_alert_back() -> None:
    s = position(dice="red:wild red:mental")
    put_info(s, "herald_square", "mental")
    assert play(s, "take:mental", "reroll:all").state.alert == 1


@pytest.mark.rule("plus-result")
def test_a_result_given_by_an_item_cannot_be_re_rolled() -> None:
    s = position(dice="red:mental item:mental")
    m = play(s, "reroll")
    assert options(m) == ["die:1"] and reason(m, "die:2") == "plus-result"
    m = play(position(dice="red:mental item:mental"), "reroll:all", luck=Luck(red_die="social"))
    assert m.state.faces == [2, 1]
    m = play(position(dice="red:mental blue:mental item:mental*"))
    assert "reroll:spent" not in options(m) and reason(m, "reroll:spent") == "reroll.choice"


@pytest.mark.rule("payment-choice")
def test_a_relatives_die_is_spent_first_and_the_result_of_an_item_last() -> None:
    s = position("father", dice="item:physical red:physical grey:physical relative:physical blue:wild")
    s.mafia[HERE] = 2
    m = play(s, "dodge")
    assert m.state.spent == [False, False, False, True, False]
    s = position("father", dice="item:physical red:physical grey:physical blue:wild")
    s.mafia[HERE] = 1
    assert play(s, "kill").state.spent == [False, True, True, False]


@pytest.mark.rule("payment-choice")
def test_the_dice_to_pay_with_can_be_chosen() -> None:
    s = position(dice="red:physical red:physical yellow:physical blue:wild", payment="ask")
    put_item(s, "herald_square", "bike")
    m = play(s, "pick:physical")
    assert len(options(m)) == 4 and "pay:red-physical+yellow-physical" in options(m)
    go_on(m, "pay:blue-wild+yellow-physical")
    assert m.state.spent == [False, False, True, True] and m.state.alert == 1
    s = position(dice="red:physical red:physical", payment="ask")
    put_item(s, "herald_square", "bike")
    assert play(s, "pick:physical").state.spent == [True, True]  # no choice to make
