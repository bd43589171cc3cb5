"""The worked examples of the rulebook, as printed."""

from __future__ import annotations

import pytest

from .tables import AT, Luck, go_on, options, play, position, put_info, results, unhurt

JORGE = "red:physical red:physical yellow:physical blue:social"


@pytest.mark.rule("ex.juan-move", "ex.juan-clue", "ex.juan-reroll", "ex.juan-last-step")
def test_juan_moves_to_two_relatives_takes_a_clue_re_rolls_six_dice_and_fights_a_step_on() -> None:
    s = position("son mother daughter", dice="yellow:mental yellow:social red:mental blue:physical")
    s.at = [AT["hudson_yards"], AT["herald_square"], AT["herald_square"]]
    s.mafia[AT["chelsea"]] = 1
    put_info(s, "herald_square", "mental")
    m = play(s, "step:herald_square")
    assert (m.state.actions, m.state.steps, sum(results(m.state))) == (1, 1, 4)
    go_on(m, "take:mental")
    assert m.state.spent.count(True) == 2 and sum(m.state.info) == 0 and m.state.story == 1
    m.luck = Luck(red_die="physical", blue_die="physical", yellow_die="social social", grey_die="mental social")
    go_on(m, "reroll:all")
    assert (m.state.actions, sum(results(m.state))) == (0, 6)
    go_on(m, "step:chelsea")
    assert "kill" in options(m)
    go_on(m, "kill")
    assert m.state.mafia[AT["chelsea"]] == 0


@pytest.mark.rule("ex.jorge-roll", "ex.jorge-second-kill", "ex.jorge-reroll", "ex.jorge-avoid")
def test_jorge_kills_two_for_three_re_rolls_the_spent_dice_and_avoids_the_last() -> None:
    s = position("mother son", dice=JORGE)
    s.at[1] = AT["soho"]
    s.mafia[AT["herald_square"]], s.mafia[AT["greenwich_village"]] = 1, 2
    m = play(s, "kill")
    assert m.state.mafia[AT["herald_square"]] == 0 and results(m.state) == [1, 0, 1, 0]
    go_on(m, "step:chelsea", "step:greenwich_village", "kill")
    assert m.state.mafia[AT["greenwich_village"]] == 1 and results(m.state) == [0, 0, 1, 0]
    m.luck = Luck(red_die="mental mental", yellow_die="physical")
    go_on(m, "reroll:spent")
    assert results(m.state) == [1, 2, 1, 0] and m.state.actions == 0
    assert {"dodge", "avoid"} <= set(options(m))
    go_on(m, "avoid", "end")
    assert unhurt(m) and m.state.mafia[AT["greenwich_village"]] == 1


@pytest.mark.rule("ex.wild-alert")
def test_one_mental_and_one_wild_take_a_blue_token_for_one_alert() -> None:
    s = position(dice="red:mental red:wild")
    put_info(s, "herald_square", "mental")
    m = play(s, "take:mental")
    assert (m.state.alert, m.state.story) == (1, 1)
