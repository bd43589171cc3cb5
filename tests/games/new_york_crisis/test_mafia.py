"""1) Draw mafia cards, and the FBI."""

from __future__ import annotations

import pytest

from tabletown.games.new_york_crisis.city import IDS, nearest
from tabletown.games.new_york_crisis.rules.mafia import fbi_arrives, place_mafia

from .tables import AT, Luck, empty_bag, options, play, position, put_cars, put_fbi, put_item, reason


def start(cards: str, mafia_cards: int = 1, cast: str = "mother", at: str = "herald_square", **options: str):  # type: ignore[no-untyped-def]
    s = position(cast, phase="start", at=at, **options)
    if mafia_cards == 2:
        s.card = 1  # 2 cards a turn
    return s, Luck(mafia_card=cards)


@pytest.mark.rule("mafia.draw-first", "dice.roll-start")
def test_mafia_cards_are_drawn_before_the_dice_are_rolled() -> None:
    s, luck = start("m01")
    play(s, luck=luck)
    assert luck.asked == ["mafia card", "info token", "red die", "red die", "yellow die", "blue die"]


@pytest.mark.rule("mafia.draw-count", "story.card-mafia-count")
def test_the_last_story_card_says_how_many_are_drawn() -> None:
    s, luck = start("m01")
    play(s, luck=luck)
    assert luck.asked.count("mafia card") == 1
    s, luck = start("m01 m02", 2)
    play(s, luck=luck)
    assert luck.asked.count("mafia card") == 2


@pytest.mark.rule("mafia.place-each", "mafia.info-top-card", "mafia.item-top-card", "mafia-top-card")
def test_every_card_places_mafia_but_only_the_last_its_info_and_item() -> None:
    s, luck = start("m10 m03", 2)  # m10 tribeca/washington_heights/midtown_east, m03 morningside/chinatown/gramercy
    m = play(s, luck=luck)
    assert m.state.mafia[AT["tribeca"]] == m.state.mafia[AT["morningside_heights"]] == 1
    assert sum(m.state.info) == 1 and sum(m.state.info[AT["chinatown"] * 3 : AT["chinatown"] * 3 + 3]) == 1
    assert [place for place, item in enumerate(m.state.item) if item >= 0] == [AT["gramercy"]]


@pytest.mark.rule("mafia.order")
def test_all_mafia_comes_first_then_the_info_then_the_item() -> None:
    s, luck = start("m10 m03", 2)
    m = play(s, luck=luck)
    told = [str(line.text) for line in m.lines]
    kinds = [word for line in told for word in ("A mobster came to", "Info at", "Item at") if word in line]
    assert kinds == ["A mobster came to", "A mobster came to", "Info at", "Item at"]


@pytest.mark.rule("mafia.not-on-police", "mafia-blocked-card", "police-info-item")
def test_no_mafia_comes_to_a_police_location_but_info_and_items_do() -> None:
    s, luck = start("m10")
    put_cars(s, "tribeca", "washington_heights", "midtown_east")
    m = play(s, luck=luck)
    assert sum(m.state.mafia) == 0 and m.state.alert == 0
    assert sum(m.state.info) == 1 and m.state.item[AT["midtown_east"]] >= 0


@pytest.mark.rule("mafia.not-on-fbi", "fbi-info-item")
def test_no_mafia_comes_to_an_fbi_location_but_info_and_items_do() -> None:
    s, luck = start("m10")
    put_fbi(s, "tribeca", "washington_heights", "midtown_east")
    m = play(s, luck=luck)
    assert sum(m.state.mafia) == 0 and m.state.alert == 0
    assert sum(m.state.info[AT["washington_heights"] * 3 :][:3]) == 1 and m.state.item[AT["midtown_east"]] >= 0


@pytest.mark.rule("fbi-info-item")
def test_variant_info_due_at_the_fbi_goes_to_the_nearest_open_place_and_items_are_skipped() -> None:
    s, luck = start("m10", fbi_tokens="fbi_nearest")
    put_fbi(s, "washington_heights", "midtown_east")
    m = play(s, luck=luck)
    assert set(options(m)) == {"to:hamilton_heights", "to:harlem"}
    m.choose(0, "to:harlem")
    assert sum(m.state.info[AT["harlem"] * 3 :][:3]) == 1
    assert m.state.item[AT["midtown_east"]] < 0
    s, luck = start("m10", fbi_tokens="fbi_nearest")
    put_fbi(s, "washington_heights")
    put_cars(s, "hamilton_heights")  # not open either
    assert sum(play(s, luck=luck).state.info[AT["harlem"] * 3 :][:3]) == 1
    s, luck = start("m10", fbi_tokens="fbi_nearest")
    put_fbi(s, "washington_heights")
    empty_bag(s)
    m = play(s, luck=luck)
    assert m.state.alert == 1 and m.state.phase == "act"  # no token, so nobody is asked where


@pytest.mark.rule("mafia.third-becomes-fbi", "ex.third-mafia", "mafia.max-two")
def test_a_third_mafia_becomes_fbi_and_raises_the_alert_by_two() -> None:
    s, luck = start("m19")  # soho
    s.mafia[AT["soho"]] = 2
    put_fbi(s, "harlem")
    m = play(s, luck=luck)
    assert m.state.mafia[AT["soho"]] == 0
    assert m.state.fbi == [AT["harlem"], AT["soho"]]
    assert m.state.alert == 2


@pytest.mark.rule("fbi.block")
def test_nobody_can_enter_a_location_with_the_fbi() -> None:
    s = position()
    put_fbi(s, "chelsea")
    m = play(s)
    assert "step:chelsea" not in options(m) and reason(m, "step:chelsea") == "fbi.block"


@pytest.mark.rule("fbi.permanent")
def test_the_fbi_stays_until_the_end() -> None:
    s = position(phase="end")
    put_fbi(s, "soho")
    put_cars(s, "soho", "harlem")
    m = play(s, luck=Luck(police_card="p02 p04"))
    assert m.state.fbi == [AT["soho"]] and m.state.round == 2


@pytest.mark.rule("fbi-on-character")
def test_the_fbi_moves_a_character_along_at_its_next_turn_unless_the_variant_says_otherwise() -> None:
    s, luck = start("m01")
    put_fbi(s, "herald_square")
    m = play(s, luck=luck)
    assert options(m) and all(word.startswith("step:") for word in options(m))
    m.choose(0, "step:chelsea")
    assert m.state.actions == 1
    s, luck = start("m01", fbi_on_character="stays")
    put_fbi(s, "herald_square")
    m = play(s, luck=luck)
    assert m.state.actions == 2 and m.state.at[0] == AT["herald_square"]


@pytest.mark.rule("fbi-on-character")
def test_fbi_arriving_in_the_own_mafia_step_leaves_that_turn_alone() -> None:
    s, luck = start("m04")  # herald_square
    s.mafia[AT["herald_square"]] = 2
    m = play(s, luck=luck)
    assert m.state.fbi == [AT["herald_square"]] and m.state.actions == 2
    assert "step:chelsea" in options(m)


@pytest.mark.rule("mafia.info-no-limit")
def test_any_number_of_info_tokens_may_lie_on_a_location() -> None:
    s, luck = start("m01")  # info at east_harlem
    s.info[AT["east_harlem"] * 3], s.info_supply[0] = 5, s.info_supply[0] - 5
    m = play(s, luck=luck)
    assert sum(m.state.info[AT["east_harlem"] * 3 :][:3]) == 6


@pytest.mark.rule("mafia.bag-empty")
def test_an_empty_bag_raises_the_alert_for_each_token_that_is_missing() -> None:
    s, luck = start("m01")
    empty_bag(s)
    m = play(s, luck=luck)
    assert (m.state.alert, sum(m.state.info)) == (1, 0)


@pytest.mark.rule("mafia-top-blank")
def test_a_last_card_without_an_info_part_brings_no_info_and_no_alert() -> None:
    s, luck = start("m04")
    empty_bag(s)
    m = play(s, luck=luck)
    assert (m.state.alert, sum(m.state.info)) == (0, 0)


@pytest.mark.rule("mafia-top-blank", "mafia.info-top-card")
def test_a_last_card_without_a_mafia_part_still_brings_its_info() -> None:
    s, luck = start("m13")  # info on the Upper East Side
    m = play(s, luck=luck)
    place = AT["upper_east_side"]
    assert sum(m.state.mafia) == 0 and sum(m.state.info[place * 3 : place * 3 + 3]) == 1


@pytest.mark.rule("mafia.item-limit")
def test_a_location_holds_at_most_one_item() -> None:
    s, luck = start("m03")  # item at gramercy
    put_item(s, "gramercy", "bike")
    m = play(s, luck=luck)
    assert sum(item >= 0 for item in m.state.item) == 1 and len(m.state.item_supply) == 19


@pytest.mark.rule("item-supply-empty")
def test_without_items_left_nothing_is_placed() -> None:
    s, luck = start("m03")
    s.item_supply = []
    assert play(s, luck=luck).state.alert == 0


@pytest.mark.rule("mafia-deck-empty")
def test_an_empty_mafia_deck_is_refilled_from_the_discards() -> None:
    s, luck = start("m03")
    s.mafia_discard, s.mafia_deck = s.mafia_deck, []
    m = play(s, luck=luck)
    assert len(m.state.mafia_deck) == 49 and m.state.mafia_discard == ["m03"] and m.state.alert == 0


@pytest.mark.rule("mafia-draw-zero", "wound-other-turn")
def test_mafia_on_another_character_hurts_only_at_the_end_of_its_own_turn() -> None:
    s, luck = start("m19", cast="mother son")
    s.at[1] = AT["soho"]
    m = play(s, "end", luck=luck)
    assert m.state.mafia[AT["soho"]] >= 1 and m.state.wounds == [[], []] and m.state.acted == [True, False]


@pytest.mark.rule("end.fbi-five", "mafia-fbi-five-timing")
def test_the_fifth_fbi_loses_at_once_even_in_the_middle_of_a_turn() -> None:
    s, luck = start("m19 m01", 2)
    s.mafia[AT["soho"]] = 2
    put_fbi(s, "harlem", "chelsea", "tribeca", "chinatown")
    m = play(s, luck=luck)
    assert m.over and m.state.result == "fbi"
    assert m.outcome is not None and m.outcome.winners == ()
    assert luck.asked == ["mafia card"]


@pytest.mark.rule("objective-blocked", "group-answers")
def test_the_fbi_pushes_an_objective_to_the_nearest_free_location() -> None:
    s = position("mother", scenario="mission_3")
    s.goals = [AT["murray_hill"], -1]
    put_cars(s, "gramercy")  # police block it for the round only
    s.mafia[AT["murray_hill"]] = 2
    assert place_mafia(s, AT["murray_hill"])
    script = fbi_arrives(s, AT["murray_hill"])
    asked = next(script)
    assert set(asked.options) == {"to:gramercy", "to:herald_square", "to:midtown_east", "to:turtle_bay"}
    with pytest.raises(StopIteration):
        script.send("to:gramercy")
    assert s.goals[0] == AT["gramercy"]


@pytest.mark.rule("group-answers")
@pytest.mark.parametrize(("active", "seat"), [(-1, 0), (0, 0), (1, 1)])
def test_the_active_player_answers_for_the_group_and_else_the_first_seat(active: int, seat: int) -> None:
    s = position("mother son", scenario="mission_3")
    s.goals, s.active = [AT["murray_hill"], -1], active
    assert next(fbi_arrives(s, AT["murray_hill"])).seat == seat


@pytest.mark.rule("objective-blocked", "fbi-info-item")
def test_the_nearest_location_is_the_nearest_on_foot() -> None:
    shut = [AT[place] for place in ("washington_heights", "hamilton_heights", "harlem")]
    assert {IDS[place] for place in nearest(shut[0], shut)} == {"central_park", "east_harlem", "morningside_heights"}


@pytest.mark.rule("objective-blocked", "story.final")
def test_the_fbi_pushes_the_final_challenge_to_the_nearest_free_location() -> None:
    s = position("mother", scenario="mission_3")
    s.final_at = AT["hudson_yards"]
    s.mafia[s.final_at] = 2
    assert place_mafia(s, s.final_at)
    script = fbi_arrives(s, s.final_at)
    assert "to:chelsea" in next(script).options
    with pytest.raises(StopIteration):
        script.send("to:chelsea")
    assert s.final_at == AT["chelsea"] and s.fbi == [AT["hudson_yards"]]
