"""The ten items, and exchanging items."""

from __future__ import annotations

import pytest

from tabletown.games.new_york_crisis.cards import BIKE, CASH, DRONE, GREY, MASK, RAINCOAT, RED

from .tables import (
    AT,
    go_on,
    options,
    own,
    play,
    position,
    put_cars,
    put_fbi,
    put_info,
    put_item,
    reason,
    results,
    unhurt,
)

HERE = AT["herald_square"]


def with_item(
    item: str, dice: str = "red:mental red:mental yellow:social blue:physical", cast: str = "mother", **more: str
):  # type: ignore[no-untyped-def]
    s = position(cast, dice=dice, **more)
    own(s, 0, item)
    return s


@pytest.mark.rule("free.item-use", "item.once", "item-once-turn-round", "item-fresh")
def test_an_item_is_used_for_free_once_and_then_lies_face_down() -> None:
    m = play(with_item("mask"), "use:mask")
    assert m.state.actions == 2 and m.state.used[0] == [MASK] and m.state.ready[0] == []
    assert reason(m, "use:mask") == "item.once"
    assert reason(m, "use:bike") == "free.item-use"
    s = position(dice="red:mental red:mental")
    put_item(s, "herald_square", "gloves")
    assert "use:gloves" in options(play(s, "pick:mental"))


@pytest.mark.rule("item-same-twice", "item-limit-inventory")
def test_two_of_the_same_item_are_used_once_each() -> None:
    s = with_item("bike")
    own(s, 0, "bike")
    m = play(s, "use:bike", "use:bike", "step:chelsea")
    assert m.state.steps == 3


@pytest.mark.rule("item.cell-phone")
def test_the_cell_phone_adds_a_mental_result() -> None:
    assert results(play(with_item("cell_phone"), "use:cell_phone").state) == [1, 3, 1, 0]


@pytest.mark.rule("item.mask")
def test_the_mask_adds_a_social_result() -> None:
    assert results(play(with_item("mask"), "use:mask").state) == [1, 2, 2, 0]


@pytest.mark.rule("item.gloves")
def test_the_gloves_add_a_physical_result() -> None:
    assert results(play(with_item("gloves"), "use:gloves").state) == [2, 2, 1, 0]


@pytest.mark.rule("item.laptop", "laptop-mafia")
def test_the_laptop_takes_info_from_next_door_at_the_usual_price() -> None:
    s = with_item("laptop")
    put_info(s, "chelsea", "mental")
    put_info(s, "chelsea", "social")
    put_info(s, "soho", "mental")
    put_fbi(s, "chelsea")
    m = play(s, "use:laptop")
    assert options(m) == ["take:chelsea:mental"]
    assert reason(m, "take:chelsea:social") == "dice.valid-until"
    assert reason(m, "take:soho:mental") == "spend.info-cost"
    go_on(m, "take:chelsea:mental")
    assert m.state.story == 1 and results(m.state) == [1, 0, 1, 0]
    assert reason(play(with_item("laptop")), "use:laptop") == "item.laptop"


@pytest.mark.rule("item.cash", "cash-used-then", "cash-bribe-where")
def test_cash_bribes_a_mafia_here_and_is_gone() -> None:
    s = with_item("cash")
    s.mafia[HERE] = s.mafia[AT["soho"]] = 1
    m = play(s, "use:cash")
    assert m.state.mafia[HERE] == 0 and m.state.mafia[AT["soho"]] == 1
    assert CASH not in m.state.ready[0] + m.state.used[0] and m.state.gone == 1
    assert m.state.item_supply.count("cash") == 1


@pytest.mark.rule("cash-bribe-where")
def test_variant_cash_bribes_any_mafia() -> None:
    s = with_item("cash", bribe="anywhere")
    s.mafia[HERE] = s.mafia[AT["soho"]] = 1
    m = play(s, "use:cash", "bribe:soho")
    assert m.state.mafia[AT["soho"]] == 0 and m.state.mafia[HERE] == 1


@pytest.mark.rule("item.cash")
def test_cash_needs_somebody_to_heal_or_to_bribe() -> None:
    assert reason(play(with_item("cash")), "use:cash") == "item.cash"
    s = with_item("cash", cast="mother son")
    s.wounds[1], s.at[1] = [RED], AT["chelsea"]
    assert reason(play(s), "use:cash") == "item.cash"  # only someone at the same location
    s = with_item("cash")
    s.mafia[HERE] = 1
    assert play(s, "avoid", "use:cash").state.mafia[HERE] == 0  # even one that was dealt with


@pytest.mark.rule("item.bike", "bike-per-action")
def test_the_bike_adds_a_step_to_every_move_action_but_not_to_the_extra_step() -> None:
    m = play(with_item("bike"), "use:bike", "step:chelsea")
    assert m.state.steps == 2
    go_on(m, "step:gramercy", "step:murray_hill", "step:turtle_bay")
    assert (m.state.actions, m.state.steps) == (0, 2)
    assert play(with_item("bike"), "step:chelsea", "use:bike").state.steps == 2
    m = play(with_item("bike"), "use:bike", "extra", "step:chelsea")
    assert m.state.steps == 0


@pytest.mark.rule("item.newspaper", "newspaper-start", "newspaper-alert")
def test_the_newspaper_rides_for_free_from_a_station() -> None:
    s = with_item("newspaper", at="harlem")
    put_cars(s, "times_square")
    m = play(s, "use:newspaper")
    assert not {"ride:times_square", "ride:harlem"} & set(options(m))
    go_on(m, "ride:financial_district")
    assert (m.state.at[0], m.state.actions, m.state.steps, m.state.alert) == (AT["financial_district"], 2, 0, 0)
    assert reason(play(with_item("newspaper")), "use:newspaper") == "move.subway"
    s = with_item("newspaper", at="harlem")
    s.event = "p03"
    assert reason(play(s), "use:newspaper") == "police.event-duration"  # no trains
    s = with_item("newspaper", at="harlem")
    s.blackout = True
    assert reason(play(s), "use:newspaper") == "story.card-rules"
    s = with_item("newspaper", at="harlem")
    s.mafia[AT["harlem"]] = 1
    assert reason(play(s, "dodge"), "use:newspaper") == "deal.dodge"  # using it is a move
    s = with_item("newspaper", newspaper="newspaper_anywhere")
    assert play(s, "use:newspaper", "ride:harlem").state.at[0] == AT["harlem"]


@pytest.mark.rule("item.police-radio", "radio-target")
def test_the_radio_moves_a_car_next_door_raises_the_alert_and_scares_mafia() -> None:
    s = with_item("police_radio")
    put_cars(s, "chelsea", "soho")
    put_fbi(s, "gramercy")
    s.mafia[AT["greenwich_village"]] = 2
    m = play(s, "use:police_radio")
    assert options(m) == ["car:chelsea", "car:soho"]
    go_on(m, "car:chelsea")
    assert set(options(m)) == {"to:greenwich_village", "to:herald_square", "to:hudson_yards"}
    go_on(m, "to:greenwich_village")
    assert m.state.cars == [AT["greenwich_village"], AT["soho"]]
    assert m.state.alert == 3 and m.state.mafia[AT["greenwich_village"]] == 0
    s = with_item("police_radio")
    put_cars(s, "chelsea", "greenwich_village")
    assert "to:greenwich_village" not in options(play(s, "use:police_radio", "car:chelsea"))  # one car each
    assert reason(play(with_item("police_radio")), "use:police_radio") == "item.police-radio"


@pytest.mark.rule("item.drone-fetch", "drone-fetch-block")
def test_the_drone_fetches_an_item_from_next_door_at_the_usual_price() -> None:
    s = with_item("drone")
    put_item(s, "chelsea", "bike")
    put_item(s, "soho", "mask")  # too far away
    put_cars(s, "chelsea")
    m = play(s, "use:drone")
    assert options(m) == ["fetch:chelsea:mental"]
    assert reason(m, "fetch:chelsea:social") == "dice.valid-until"
    assert reason(m, "fetch:soho:mental") == reason(m, "fetch:gramercy:mental") == "spend.item-cost"
    go_on(m, "fetch:chelsea:mental")
    assert m.state.ready[0] == [BIKE] and m.state.used[0] == [DRONE] and results(m.state) == [1, 0, 1, 0]
    assert reason(play(with_item("drone")), "use:drone") == "item.drone-fetch"


@pytest.mark.rule("item.drone-send", "drone-send-used")
def test_the_drone_carries_itself_and_one_item_to_a_relative_anywhere() -> None:
    s = with_item("drone", cast="mother son")
    own(s, 0, "bike")
    own(s, 0, "mask", used=True)
    s.at[1] = AT["harlem"]
    m = play(s, "use:drone", "send:son")
    assert options(m) == ["item:mask", "item:bike"]
    go_on(m, "item:bike")
    assert m.state.ready[1] == [BIKE] and m.state.used[1] == [DRONE]
    assert m.state.ready[0] == [] and m.state.used[0] == [MASK]
    s = with_item("drone", cast="mother son")
    own(s, 0, "mask", used=True)
    assert play(s, "use:drone", "send:son").state.used == [[], [MASK, DRONE]]  # the mask stays face up or down


@pytest.mark.rule("item.raincoat-mafia", "raincoat-duration", "raincoat-both")
def test_the_raincoat_hides_from_the_mafia_here_until_the_turn_ends() -> None:
    s = with_item("raincoat", dice="red:mental red:mental", cast="mother son")
    s.mafia[HERE] = 2
    m = play(s, "use:raincoat")
    assert m.state.mafia[HERE] == 2 and "step:chelsea" in options(m)
    go_on(m, "step:chelsea", "step:herald_square")
    assert "step:chelsea" in options(m) and reason(m, "use:raincoat") == "item.once"
    assert unhurt(go_on(m, "end"))
    s = with_item("raincoat")
    s.mafia[HERE] = 1
    put_cars(s, "chelsea")
    m = play(s, "use:raincoat")  # stuck here, with only one possible use
    assert m.state.alert == 0 and "step:gramercy" in options(m)


@pytest.mark.rule("item.raincoat-police", "raincoat-police")
def test_the_raincoat_opens_one_location_with_police_or_fbi_for_one_alert() -> None:
    s = with_item("raincoat", cast="mother son")
    put_cars(s, "chelsea")
    put_fbi(s, "gramercy")
    m = play(s, "use:raincoat")
    assert options(m) == ["open:chelsea", "open:gramercy"]
    go_on(m, "open:gramercy")
    assert m.state.alert == 1 and "step:gramercy" in options(m) and "step:chelsea" not in options(m)
    go_on(m, "step:gramercy", "step:chelsea") if "step:chelsea" in options(m) else go_on(m, "step:gramercy")
    assert m.state.at[0] == AT["gramercy"] and "end" in options(m)
    assert reason(play(with_item("raincoat")), "use:raincoat") == "item.raincoat-mafia"
    assert m.state.used[0] == [RAINCOAT]
    go_on(m, "end")
    m.state.at[1], m.state.mafia[HERE] = HERE, 0
    assert m.state.active == 1 and reason(m, "step:gramercy") == "fbi.block"  # it is closed to the next relative


@pytest.mark.rule("item-same-twice", "raincoat-police", "raincoat-duration")
def test_a_second_raincoat_leaves_the_first_ones_location_open() -> None:
    s = with_item("raincoat")
    own(s, 0, "raincoat")
    put_cars(s, "chelsea")
    put_fbi(s, "gramercy")
    m = play(s, "use:raincoat", "open:chelsea", "use:raincoat")  # only Gramercy is left to open
    assert {"step:chelsea", "step:gramercy"} <= set(options(m)) and m.state.alert == 2
    s = with_item("raincoat")
    own(s, 0, "raincoat")
    s.mafia[HERE] = s.mafia[AT["chelsea"]] = 1
    m = play(s, "use:raincoat", "step:chelsea", "use:raincoat", "step:herald_square")
    assert "step:chelsea" in options(m)


@pytest.mark.rule("free.exchange", "item-exchange-take")
def test_own_items_may_be_given_to_a_relative_here_for_free() -> None:
    s = with_item("bike", cast="mother son daughter")
    own(s, 0, "mask")
    m = play(s, "give")
    assert options(m) == ["item:mask", "item:bike"]
    go_on(m, "item:bike")
    assert options(m) == ["to:son", "to:daughter"]
    go_on(m, "to:daughter")
    assert m.state.ready == [[MASK], [], [BIKE]] and m.state.actions == 2
    go_on(m, "give", "to:son")
    assert m.state.ready == [[], [MASK], [BIKE]]
    assert reason(m, "give") == "free.exchange" and reason(m, "get") == "item-exchange-take"
    s = with_item("bike", cast="mother son")
    s.at[1] = AT["soho"]
    assert reason(play(s), "give") == "free.exchange"


@pytest.mark.rule("free.exchange-used")
def test_a_used_item_stays_face_down_with_the_receiver() -> None:
    s = with_item("bike", cast="mother son")
    m = play(s, "use:bike", "give")
    assert m.state.used == [[], [BIKE]] and m.state.ready == [[], []]
    s = with_item("mask", cast="mother son")
    own(s, 0, "mask", used=True)
    m = play(s, "give")
    assert m.state.ready == [[], [MASK]] and m.state.used == [[MASK], []]  # of two, the ready one


@pytest.mark.rule("item-exchange-take", "borrowed-items")
def test_variant_items_may_also_be_taken_over() -> None:
    s = position("mother son", dice="red:mental", exchange="two_way")
    own(s, 1, "bike")
    m = play(s, "get", "from:son:bike")
    assert m.state.ready == [[BIKE], []]
    assert reason(m, "give") == "free.exchange"  # not passed on in the same turn
    s = position("mother son", dice="red:mental", exchange="two_way")
    own(s, 1, "bike", used=True)
    s.mafia[HERE] = 1
    assert reason(play(s.copy()), "get") == "move.mafia-stop"
    s.mafia[HERE] = 0
    assert play(s, "get", "from:son:bike").state.used == [[BIKE], []]  # face down, as it was
    s = position("mother son daughter", dice="red:mental", exchange="two_way")
    own(s, 0, "bike")
    own(s, 1, "drone")
    m = play(s, "get", "from:son:drone")
    assert reason(m, "use:drone") == "item.drone-fetch"  # it would go on to another relative


@pytest.mark.rule("item-exchange-mafia")
def test_with_undealt_mafia_only_what_helps_against_it_can_be_used() -> None:
    s = with_item("cash", cast="mother son", dice="red:mental")
    for item in ("raincoat", "gloves", "mask", "laptop", "drone", "newspaper", "police_radio", "cell_phone", "bike"):
        own(s, 0, item)
    s.at = [AT["harlem"]] * 2
    s.mafia[AT["harlem"]] = 1
    put_cars(s, "soho")
    put_info(s, "central_park", "mental")
    m = play(s)
    assert {word for word in options(m) if word.startswith("use:")} == {
        "use:cash", "use:raincoat", "use:gloves", "use:mask"
    }  # fmt: skip
    assert "give" not in options(m) and reason(m, "use:laptop") == "item-exchange-mafia"
    s = with_item("cash", dice="red:mental", cast="father mother")
    s.wounds = [[GREY], [RED]]
    s.mafia[HERE] = 1
    assert play(s, "use:cash").state.mafia[HERE] == 0  # healing waits
