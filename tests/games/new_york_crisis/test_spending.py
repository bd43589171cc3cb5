"""Spending dice: info, items, mobsters, and dealing with them."""

from __future__ import annotations

import pytest

from tabletown.games.new_york_crisis.cards import ITEM

from .tables import AT, Luck, go_on, options, play, position, put_info, put_item, reason, results, unhurt

HERE = AT["herald_square"]
FIGHTER = "red:physical red:physical yellow:physical blue:social"


def with_mafia(count: int, dice: str, **options: str):  # type: ignore[no-untyped-def]
    s = position(dice=dice, **options)
    s.mafia[HERE] = count
    return s


# ------------------------------------------------------------------ info


@pytest.mark.rule("spend.info-cost", "spend.info-story", "info-owner", "story.advance")
def test_two_results_of_its_type_take_an_info_token_and_move_the_story_one_step() -> None:
    s = position(dice="red:mental red:social yellow:mental blue:physical")
    put_info(s, "herald_square", "mental")
    supply = s.info_supply[1]
    m = play(s, "take:mental")
    assert results(m.state) == [1, 0, 1, 0]
    assert (sum(m.state.info), m.state.story, m.state.info_supply[1]) == (0, 1, supply + 1)


@pytest.mark.rule("spend.info-cost")
def test_one_result_is_not_enough_and_the_token_must_be_here() -> None:
    s = position(dice="red:mental")
    put_info(s, "herald_square", "mental")
    put_info(s, "chelsea", "social")
    m = play(s)
    assert reason(m, "take:mental") == "dice.valid-until"
    assert reason(m, "take:social") == "spend.info-cost"


@pytest.mark.rule("spend.info-three", "info-three", "story.card-rules")
def test_where_a_card_says_so_an_info_token_costs_three_results() -> None:
    s = position(dice="red:mental red:mental yellow:mental")
    s.info_cost = [2, 3, 2]
    put_info(s, "herald_square", "mental")
    m = play(s, "take:mental")
    assert results(m.state) == [0, 0, 0, 0]
    s = position(dice="red:mental red:mental")
    s.info_cost = [2, 3, 2]
    put_info(s, "herald_square", "mental")
    assert "take:mental" not in options(play(s))


@pytest.mark.rule("info-two-tokens")
def test_several_tokens_may_be_taken_in_a_turn() -> None:
    s = position(dice="red:mental red:mental yellow:social blue:social")
    put_info(s, "herald_square", "mental")
    put_info(s, "herald_square", "social")
    assert play(s, "take:mental", "take:social").state.story == 2


# ------------------------------------------------------------------ items


@pytest.mark.rule("spend.item-cost", "spend.item-inventory", "item-when-enter")
@pytest.mark.parametrize("type", ["physical", "mental", "social"])
def test_two_equal_results_of_any_type_pick_up_an_item(type: str) -> None:
    s = position(dice=f"red:{type} red:{type}")
    put_item(s, "herald_square", "bike")
    m = play(s, f"pick:{type}")
    assert m.state.ready[0] == [ITEM["bike"]] and m.state.item[HERE] == -1 and results(m.state) == [0, 0, 0, 0]


@pytest.mark.rule("spend.item-cost")
def test_two_different_results_pick_up_nothing() -> None:
    s = position(dice="red:physical red:mental")
    put_item(s, "herald_square", "bike")
    m = play(s)
    assert not [word for word in options(m) if word.startswith("pick")]
    assert reason(m, "pick:mental") == "dice.valid-until"


@pytest.mark.rule("item-cost-wild")
def test_a_wild_may_copy_the_other_die_for_an_item() -> None:
    s = position(dice="red:wild red:mental")
    put_item(s, "herald_square", "bike")
    assert play(s, "pick:mental").state.alert == 1
    s = position(dice="red:wild red:wild")
    put_item(s, "herald_square", "bike")
    assert play(s, "pick:social").state.alert == 2


# ------------------------------------------------------------------ eliminating


@pytest.mark.rule("spend.kill-one", "deal.eliminate")
def test_two_physical_results_eliminate_one_mafia_here() -> None:
    m = play(with_mafia(1, FIGHTER), "kill")
    assert m.state.mafia[HERE] == 0 and results(m.state) == [1, 0, 1, 0]
    assert "step:chelsea" in options(m)


@pytest.mark.rule("spend.kill-two")
def test_three_physical_results_eliminate_two_mafia_here() -> None:
    m = play(with_mafia(2, FIGHTER), "kill:both")
    assert m.state.mafia[HERE] == 0 and results(m.state) == [0, 0, 1, 0]
    assert reason(play(with_mafia(1, FIGHTER)), "kill:both") == "spend.kill-two"


@pytest.mark.rule("kill-two-memory", "kill-two-reroll")
def test_after_two_results_for_the_first_one_more_eliminates_a_second_even_elsewhere() -> None:
    s = with_mafia(1, FIGHTER)
    s.mafia[AT["chelsea"]] = 2
    m = play(s, "kill", "step:chelsea", "kill")
    assert m.state.mafia[AT["chelsea"]] == 1 and results(m.state) == [0, 0, 1, 0]
    go_on(m, "reroll", "die:1", "die:2", "roll")
    assert not m.state.discount  # once per pair: the count restarts
    s = with_mafia(1, FIGHTER)
    s.mafia[AT["chelsea"]] = 1
    m = play(s, "kill", "reroll:spent", "step:chelsea", luck=Luck(red_die="mental mental"))
    assert "kill" in options(m)


@pytest.mark.rule("kill-two-memory")
def test_variant_all_three_must_be_paid_at_once() -> None:
    m = play(with_mafia(2, FIGHTER, second_kill="strict"), "kill")
    assert "kill" not in options(m)
    assert "kill:both" in options(play(with_mafia(2, FIGHTER, second_kill="strict")))


@pytest.mark.rule("kill-two-passed", "spend.kill-two")
def test_three_at_once_may_reach_back_to_a_location_passed_this_turn() -> None:
    s = with_mafia(1, FIGHTER)
    s.mafia[AT["chelsea"]] = 1
    m = play(s, "avoid", "step:chelsea")
    assert "kill:herald_square" in options(m)
    m.state.mafia[AT["soho"]] = 1
    assert reason(m, "kill:soho") == "kill-two-passed"  # she wasn't there
    go_on(m, "kill:herald_square")
    assert m.state.mafia[HERE] == m.state.mafia[AT["chelsea"]] == 0
    assert reason(m, "kill:soho") == "deal.must"
    s = with_mafia(1, FIGHTER, passed_mafia="current_only")
    s.mafia[AT["chelsea"]] = 1
    m = play(s, "avoid", "step:chelsea")
    assert "kill:herald_square" not in options(m)
    assert reason(m, "kill:herald_square") == "kill-two-passed"
    assert str(m.why_not("kill:herald_square")) != str(m.why_not("kill:soho"))  # she did pass the first one


@pytest.mark.rule("kill-two-passed", "spend.kill-two")
def test_every_location_passed_this_turn_is_within_reach_not_only_the_last() -> None:
    s = with_mafia(1, FIGHTER)
    s.mafia[AT["chelsea"]] = 1
    m = play(s, "avoid", "step:gramercy", "step:chelsea")
    assert "kill:herald_square" in options(m) and reason(m, "kill:gramercy") == "kill-two-passed"
    m = play(with_mafia(1, FIGHTER), "avoid", "step:chelsea", "step:herald_square")
    assert "kill:herald_square" not in options(m)  # the same one can't be eliminated twice
    assert reason(m, "kill:herald_square") == "kill-two-passed"


@pytest.mark.rule("spend.kill-two")
def test_a_kill_makes_the_next_one_cheaper_only_within_the_turn() -> None:
    s = position("mother son", dice="red:physical red:physical")
    s.mafia[HERE] = 1
    m = play(s, "kill")
    assert m.state.discount
    go_on(m, "end")
    assert m.state.active == 1 and not m.state.discount


@pytest.mark.rule("kill-partial")
def test_the_second_of_two_mafia_is_not_dealt_with_by_eliminating_the_first() -> None:
    m = play(with_mafia(2, FIGHTER), "kill")
    assert reason(m, "step:chelsea") == "move.mafia-stop"
    assert len(play(with_mafia(2, FIGHTER), "kill", "end", "die:red").state.wounds[0]) == 1


# ------------------------------------------------------------------ dealing


@pytest.mark.rule("deal.must")
def test_mafia_must_be_dealt_with_before_anything_else_here() -> None:
    s = with_mafia(1, "red:physical red:mental yellow:mental blue:social")
    put_info(s, "herald_square", "mental")
    m = play(s)
    assert reason(m, "take:mental") == "move.mafia-stop"
    assert "take:mental" in options(go_on(m, "avoid"))


@pytest.mark.rule("deal.dodge", "deal-dodge-extra", "deal-scope")
def test_one_physical_result_dodges_all_mafia_but_forbids_any_move() -> None:
    s = with_mafia(2, FIGHTER)
    put_info(s, "herald_square", "physical")
    m = play(s, "dodge")
    assert results(m.state) == [2, 0, 1, 0]
    assert "take:physical" in options(m)
    assert reason(m, "step:chelsea") == reason(m, "extra") == "deal.dodge"
    assert "dodge" not in options(m) and reason(m, "dodge") == "deal.avoid"  # once is enough
    assert unhurt(play(with_mafia(2, FIGHTER, cast="mother son"), "dodge", "end"))


@pytest.mark.rule("deal.avoid", "deal-scope")
def test_one_social_result_avoids_all_mafia_and_leaves_the_way_free() -> None:
    s = with_mafia(2, FIGHTER, cast="mother son")
    m = play(s, "avoid")
    assert results(m.state) == [3, 0, 0, 0] and "step:chelsea" in options(m)
    assert unhurt(go_on(m, "end"))


@pytest.mark.rule("deal.tokens-remain")
def test_dodged_or_avoided_mafia_stays_on_the_map() -> None:
    assert play(with_mafia(2, FIGHTER), "avoid").state.mafia[HERE] == 2
    assert play(with_mafia(2, FIGHTER), "dodge").state.mafia[HERE] == 2


@pytest.mark.rule("deal-dodge-upgrade")
def test_after_dodging_avoiding_or_eliminating_frees_the_way() -> None:
    assert "step:chelsea" in options(play(with_mafia(1, FIGHTER), "dodge", "avoid"))
    assert "step:chelsea" in options(play(with_mafia(1, FIGHTER), "dodge", "kill"))


@pytest.mark.rule("deal-new-mafia")
def test_leaving_ends_the_protection() -> None:
    s = with_mafia(1, "red:physical red:mental yellow:social blue:social")
    m = play(s, "avoid", "step:chelsea", "step:herald_square")
    assert reason(m, "step:chelsea") == "move.mafia-stop"


@pytest.mark.rule("deal-scope")
def test_variant_each_mafia_token_is_dealt_with_by_a_result_of_its_own() -> None:
    m = play(with_mafia(2, "red:physical red:physical yellow:social blue:social", dealing="per_token"), "dodge")
    assert reason(m, "take:physical") == "move.mafia-stop"
    go_on(m, "avoid")
    assert reason(m, "step:chelsea") == "deal.dodge"
    go_on(m, "avoid")
    assert "step:chelsea" in options(m)
    s = with_mafia(2, "red:physical red:physical", cast="mother son", dealing="per_token")
    assert unhurt(play(s, "dodge", "dodge", "end"))


@pytest.mark.rule("deal-free-spend")
def test_re_rolling_is_allowed_with_undealt_mafia() -> None:
    m = play(with_mafia(1, "red:mental red:mental yellow:mental blue:mental"))
    assert {"reroll:all", "reroll", "skill", "end"} == set(options(m))
    assert reason(m, "dodge") == reason(m, "kill") == reason(m, "avoid") == "dice.valid-until"


def test_without_mafia_there_is_nothing_to_deal_with() -> None:
    m = play(position(dice=FIGHTER))
    assert reason(m, "dodge") == reason(m, "kill") == reason(m, "avoid") == "deal.must"
    assert reason(m, "pick:mental") == "spend.item-cost"
