"""Game setup."""

from __future__ import annotations

import pytest

from tabletown.games.new_york_crisis import game
from tabletown.games.new_york_crisis.cards import ITEM
from tabletown.games.new_york_crisis.city import IDS
from tabletown.games.new_york_crisis.events.causes import STORY
from tabletown.games.new_york_crisis.rules.tracks import raise_alert
from tabletown.games.new_york_crisis.scenarios import SCENARIOS
from tabletown.kernel import Match
from tabletown.kernel.errors import BadOption

from .tables import AT, WHO, Luck, go_on, match, play, position, put_fbi, reason

ITEMS = "bike mask gloves cash drone laptop"
PLACES = "soho harlem chelsea tribeca chinatown gramercy"


def fresh(seats: int, *words: str, scenario: str = "mission_1", luck: Luck | None = None, **options: str) -> Match:
    m = Match(game, seats, {"scenario": scenario, **options}, seed=3, luck=luck)
    return go_on(m, *words)


@pytest.mark.rule("setup.characters", "duplicate-character", "turn-order-change")
def test_each_player_picks_a_different_character_with_two_skill_tokens() -> None:
    m = fresh(2, "be:son")
    assert m.decisions[0].seat == 1 and reason(m, "be:son") == "duplicate-character"
    go_on(m, "be:father")
    assert m.state.cast == [WHO["son"], WHO["father"]]
    assert m.state.skills == [2, 2]


@pytest.mark.rule("setup.items")
def test_six_random_items_lie_on_six_different_random_locations() -> None:
    luck = Luck(item=ITEMS, location=PLACES, mafia_card="m04 m09")
    m = fresh(2, "be:son", "be:father", luck=luck)
    placed = {IDS[place]: item for place, item in enumerate(m.state.item) if item >= 0}
    assert placed == dict(zip(PLACES.split(), (ITEM[item] for item in ITEMS.split())))


@pytest.mark.rule("setup.items")
def test_a_location_that_has_one_of_the_six_items_is_not_drawn_again() -> None:
    m = Match(
        game, 1, {"scenario": "mission_1"}, luck=lambda asked, _: asked.options[0] if asked.kind == "location" else None
    )
    go_on(m, "be:son")
    assert all(item >= 0 for item in m.state.item[:6])


@pytest.mark.rule("setup.scenario")
def test_only_the_chosen_scenario_is_used() -> None:
    assert fresh(1, "be:son", scenario="mission_3").state.limit == SCENARIOS["mission_3"].alert_limit[0]
    with pytest.raises(BadOption):
        Match(game, 1, {"scenario": "mission_9"})


@pytest.mark.rule("setup.story-card-0")
def test_card_0_is_open_and_read_before_play() -> None:
    m = fresh(1, "be:son")
    lines = [str(line.text) for line in m.lines]
    assert m.state.card == 0 and SCENARIOS["mission_1"].card[0].text in m.text(0)
    assert lines.index(SCENARIOS["mission_1"].card[0].brief) < lines.index("Round 1")


@pytest.mark.rule("setup.bag")
def test_card_0_says_what_goes_into_the_bag() -> None:
    s = position()
    bag = SCENARIOS["mission_1"].card[0].bag
    assert s.bag == [bag.physical, bag.mental, bag.social]


@pytest.mark.rule("setup.police-on-alert")
def test_card_0_says_where_cars_wait_on_the_alert_track() -> None:
    m = fresh(1, "be:son", scenario="tutorial", luck=Luck(mafia_card="m04", police_card="p02 p04"))
    assert m.state.track_cars == list(SCENARIOS["tutorial"].cars_on_alert)


@pytest.mark.rule("setup.story-cards-hidden", "story.face-down-secret")
def test_nobody_can_read_a_story_card_that_lies_face_down() -> None:
    m = fresh(2, "be:son", "be:father")
    shown = repr(m.view(0)) + repr(m.view(None)) + " ".join(str(line.text) for line in m.lines)
    if game.view.scene is not None:
        scene = m.scene(0)
        shown += scene.board + scene.text + "".join(panel.html for panel in scene.panels)
    for card in SCENARIOS["mission_1"].card[1:]:
        assert card.title not in shown
        assert card.text[:40] not in shown


@pytest.mark.rule("setup.mafia-card-each", "setup-mafia-player-count")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_each_player_draws_one_mafia_card_at_setup(seats: int) -> None:
    luck = Luck(police_card="p04 p05")
    fresh(seats, *["be:father", "be:mother", "be:daughter", "be:son"][: min(seats, 3)], luck=luck)
    before_police = luck.asked[: luck.asked.index("police card")]
    assert before_police.count("mafia card") == seats


@pytest.mark.rule("setup.mafia-card-parts", "setup-item-on-card")
def test_a_mafia_card_places_one_mafia_one_info_and_one_item() -> None:
    luck = Luck(item=ITEMS + " raincoat", location=PLACES, mafia_card="m10", info_token="social", police_card="p02 p04")
    s = fresh(1, "be:son", luck=luck).state  # m10: tribeca, washington_heights, midtown_east
    assert s.mafia[AT["tribeca"]] == 1
    assert s.info[AT["washington_heights"] * 3 + 2] == 1
    assert s.item[AT["midtown_east"]] == ITEM["raincoat"]


@pytest.mark.rule("setup.blank-part")
def test_a_blank_part_is_skipped() -> None:
    luck = Luck(item=ITEMS, location=PLACES, mafia_card="m48 m13", police_card="p02 p04")  # info only
    s = fresh(2, "be:son", "be:father", luck=luck).state
    assert sum(s.mafia) == 0
    assert sum(item >= 0 for item in s.item) == 6
    luck = Luck(item=ITEMS, location=PLACES, mafia_card="m04 m09", police_card="p02 p04")  # mafia only
    s = fresh(2, "be:son", "be:father", luck=luck).state
    assert sum(s.info) == 0 and sum(s.mafia) == 2 and s.alert == 0


@pytest.mark.rule("setup.item-occupied")
def test_no_item_is_placed_where_one_already_lies() -> None:
    luck = Luck(item=ITEMS, location=PLACES, mafia_card="m40", police_card="p02 p04")  # m40: item at chelsea
    s = fresh(1, "be:son", luck=luck).state
    assert s.item[AT["chelsea"]] == ITEM["gloves"]
    assert sum(item >= 0 for item in s.item) == 6


@pytest.mark.rule("setup-start-location")
def test_the_family_starts_where_card_0_says() -> None:
    assert set(fresh(3, "be:son", "be:father", "be:mother", scenario="mission_2").state.at) == {AT["hells_kitchen"]}


@pytest.mark.rule("solo", "two-players")
def test_only_chosen_characters_are_in_play_and_solo_may_run_two() -> None:
    assert len(fresh(1, "be:son").state.cast) == 1
    m = fresh(1, "be:son", "be:mother", solo="two")
    assert m.state.cast == [WHO["son"], WHO["mother"]]
    assert m.state.limit == SCENARIOS["mission_1"].alert_limit[1]
    assert m.decisions[0].seat == 0 and set(m.decisions[0].options) == {"next:son", "next:mother"}
    assert len(fresh(3, "be:son", "be:father", "be:mother", solo="two").state.cast) == 3  # for one player only


@pytest.mark.rule("alert-setup")
def test_the_alert_counts_during_setup_too() -> None:
    s = position("mother son", phase="prepare")
    s.card, s.bag, s.info_supply = -1, [0, 0, 0], [0, 0, 0]  # a supply without info tokens
    m = match(s, Luck(mafia_card="m01 m04", police_card="p02 p04"))
    assert m.state.alert == 1


@pytest.mark.rule("alert-setup", "goal.alert-deadline")
def test_a_limit_reached_at_setup_makes_the_first_round_the_last() -> None:
    s = position("mother son", phase="prepare")
    s.round = 0
    raise_alert(s, s.limit, STORY)
    assert s.last_round == 1


@pytest.mark.rule("mafia-third-setup")
def test_a_third_mafia_at_setup_follows_the_normal_rule() -> None:
    s = position("mother father son", phase="prepare")
    s.card, s.bag, s.info_supply = -1, [0, 0, 0], [10, 10, 10]
    s.mafia[AT["soho"]] = 1
    m = play(s, luck=Luck(mafia_card="m19 m47 m04", location=PLACES, item=ITEMS, police_card="p02 p04"))
    assert m.state.fbi == [AT["soho"]] and m.state.alert == 2


@pytest.mark.rule("mafia-third-setup", "end.fbi-five")
def test_a_fifth_fbi_at_setup_loses_at_once() -> None:
    s = position("mother father", phase="prepare")
    s.card, s.bag, s.info_supply = -1, [0, 0, 0], [10, 10, 10]
    s.mafia[AT["tribeca"]] = 2
    put_fbi(s, "harlem", "chelsea", "gramercy", "chinatown")
    luck = Luck(mafia_card="m10", location=PLACES, item=ITEMS)
    assert play(s, luck=luck).state.result == "fbi"
    assert luck.asked[-1] == "mafia card" and luck.asked.count("mafia card") == 1
