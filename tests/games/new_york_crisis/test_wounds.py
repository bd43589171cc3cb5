"""Wounds, healing and skills."""

from __future__ import annotations

import pytest

from tabletown.games.new_york_crisis.cards import BLUE, GREY, RED, YELLOW
from tabletown.kernel import Chance

from .tables import AT, Luck, go_on, options, own, play, position, reason

HERE = AT["herald_square"]


def hurt(mafia: int, cast: str = "mother son", **options: str):  # type: ignore[no-untyped-def]
    s = position(cast, dice="red:mental red:mental yellow:mental blue:mental", **options)
    s.mafia[HERE] = mafia
    return s


@pytest.mark.rule("wound.amount", "wound.die-lost", "ex.two-wounds", "wound-which-die")
def test_each_undealt_mafia_wounds_and_each_wound_takes_a_die_of_choice() -> None:
    m = play(hurt(2), "end")
    assert set(options(m)) == {"die:red", "die:yellow", "die:blue"}
    go_on(m, "die:blue")
    assert set(options(m)) == {"die:red", "die:yellow"}
    go_on(m, "die:red")
    assert m.state.wounds[0] == [BLUE, RED]
    s = position(phase="start")
    s.wounds[0] = [BLUE, RED]
    assert play(s, luck=Luck(mafia_card="m09")).state.colours == [RED, YELLOW]


@pytest.mark.rule("wound.amount", "deal-scope")
def test_only_the_mafia_that_was_not_dealt_with_wounds() -> None:
    s = position("mother son", dice="red:physical", dealing="per_token")
    s.mafia[HERE] = 2
    m = play(s, "dodge", "end", "die:red")
    assert m.state.wounds[0] == [RED] and m.state.acted[0]


@pytest.mark.rule("wound-which-die")
def test_variant_the_lost_die_is_drawn_at_random() -> None:
    drawn: list[str] = []

    def luck(asked: Chance, number: int) -> str | None:
        if asked.kind != "lost die":
            return None
        drawn.extend(asked.options)
        return "die:yellow"

    m = play(hurt(1, lost_die="random"), "end", luck=luck)
    assert m.state.wounds[0] == [YELLOW]
    assert drawn == ["die:red", "die:red", "die:yellow", "die:blue"]  # each die is as likely as any other


@pytest.mark.rule("wound-min-dice")
def test_the_last_die_is_kept_and_the_alert_rises_instead() -> None:
    s = hurt(1)
    s.wounds[0], s.colours, s.faces, s.spent = [RED, RED, YELLOW], [BLUE], [1], [False]
    m = play(s, "end", luck=Luck(mafia_card="m09"))
    assert m.state.wounds[0] == [RED, RED, YELLOW] and m.state.alert == 1


@pytest.mark.rule("wound-min-dice")
def test_variant_a_character_without_dice_misses_a_turn_and_heals_one_wound() -> None:
    s = hurt(1, cast="mother", last_die="knock_out")
    s.wounds[0], s.colours, s.faces, s.spent = [RED, RED, YELLOW], [BLUE], [1], [False]
    m = play(s, "end", luck=Luck(police_card="p04 p02"))
    assert m.state.round == 2 and options(m) == ["die:red", "die:yellow", "die:blue"]
    go_on(m, "die:blue")
    assert m.state.wounds[0] == [RED, RED, YELLOW]
    assert m.state.round == 3  # that turn was missed
    assert play(hurt(1, last_die="knock_out"), "end", "die:red").state.knocked == [False, False]  # three dice are left


@pytest.mark.rule("wound-min-dice")
def test_variant_the_turn_is_missed_even_if_all_wounds_were_healed_meanwhile() -> None:
    s = position("mother son", phase="start", last_die="knock_out")
    s.knocked = [True, False]
    m = play(s, luck=Luck(mafia_card="m09"))
    assert m.state.active == 1 and m.state.knocked == [False, False] and m.state.acted == [True, False]


@pytest.mark.rule("wound.heal-returns-die")
def test_healing_gives_the_die_back() -> None:
    s = position("father mother", dice="red:mental")
    s.wounds[1] = [RED, BLUE]
    m = play(s, "skill")
    assert options(m) == ["die:red", "die:blue"]
    assert go_on(m, "die:blue").state.wounds[1] == [RED]


@pytest.mark.rule("wound-heal", "wound-father", "skill.father")
def test_the_father_heals_another_character_here_but_not_himself() -> None:
    s = position("father mother son", dice="red:mental")
    s.wounds[0] = [GREY]
    assert reason(play(s.copy()), "skill") == "skill.father"
    s.wounds[1], s.wounds[2] = [RED], [BLUE]
    m = play(s, "skill")
    assert options(m) == ["heal:mother", "heal:son"]
    go_on(m, "heal:son")
    assert m.state.wounds == [[GREY], [RED], []] and m.state.skills[0] == 1
    assert len(m.state.colours) == 1  # that die isn't his
    s = position("father mother son", dice="red:mental")
    s.wounds, s.at[1] = [[], [RED], [BLUE]], AT["chelsea"]
    assert play(s, "skill").state.wounds == [[], [RED], []]  # only someone at the same location
    s = position("father mother", dice="red:mental")
    s.wounds[1], s.at[1] = [RED], AT["chelsea"]
    assert "skill" not in options(play(s))
    s = position("father mother", dice="red:mental")
    s.wounds[1], s.mafia[s.at[0]] = [RED], 1
    assert "skill" not in options(play(s.copy())) and reason(play(s), "skill") == "move.mafia-stop"


@pytest.mark.rule("skill.cost", "skill-many")
def test_a_skill_costs_a_token_and_may_be_used_twice() -> None:
    s = position(dice="red:mental red:mental")
    m = play(s, "skill", "skill", luck=Luck(red_die="mental mental"))
    assert m.state.skills[0] == 0 and m.state.actions == 2
    assert reason(m, "skill") == "skill.cost"


@pytest.mark.rule("skill.mother", "skill-reroll-spent", "wild-reroll-skill")
def test_the_mother_re_rolls_one_red_die_spent_or_not() -> None:
    s = position(dice="red:wild* red:mental yellow:social blue:social")
    m = play(s, "skill")
    assert options(m) == ["die:1", "die:2"]
    m = go_on(play(s.copy(), luck=Luck(red_die="physical")), "skill", "die:1")
    assert m.state.faces == [0, 1, 2, 2] and m.state.spent == [False] * 4


@pytest.mark.rule("skill.daughter")
def test_the_daughter_re_rolls_one_blue_die() -> None:
    s = position("daughter", dice="blue:social blue:social red:mental yellow:mental")
    assert play(s, "skill", luck=Luck(blue_die="wild")).state.faces == [3, 2, 1, 1]


@pytest.mark.rule("skill.son")
def test_the_son_re_rolls_one_yellow_die() -> None:
    s = position("son", dice="yellow:mental yellow:mental red:mental blue:mental")
    assert play(s, "skill", luck=Luck(yellow_die="social")).state.faces == [2, 1, 1, 1]


@pytest.mark.rule("skill-reroll-own", "grey-on-reroll-only")
def test_a_skill_re_roll_adds_no_grey_dice() -> None:
    s = position("mother son", dice="red:mental")
    assert len(play(s, "skill").state.colours) == 1


@pytest.mark.rule("skill-lost-colour")
def test_without_a_die_of_the_colour_the_skill_cannot_be_used() -> None:
    s = position(dice="yellow:mental blue:mental")
    s.wounds[0] = [RED, RED]
    assert reason(play(s), "skill") == "skill-lost-colour"


@pytest.mark.rule("wound-cash-target", "item.cash", "heal-mid-turn")
def test_cash_heals_an_own_wound_or_that_of_a_relative_here() -> None:
    s = position("father mother", dice="red:mental yellow:mental blue:mental")
    own(s, 0, "cash")
    s.wounds = [[GREY], [RED]]
    m = play(s, "use:cash")
    assert options(m) == ["heal:father", "heal:mother"]
    go_on(m, "heal:father")
    assert m.state.wounds == [[], [RED]]
    # the die is unrolled, so it counts as spent until it is re-rolled
    assert m.state.colours[-1] == GREY and m.state.spent[-1]
