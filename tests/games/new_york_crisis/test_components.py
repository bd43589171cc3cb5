"""Components: the contents of the box."""

from __future__ import annotations

from collections import Counter

import pytest

from tabletown.games.new_york_crisis import cards, scenarios
from tabletown.games.new_york_crisis.city import COUNT, LOCATIONS, NEIGHBOURS, STATIONS, STEPS
from tabletown.games.new_york_crisis.rules.mafia import place_mafia

from .tables import AT, Luck, play, position

PUBLISHED = 0  # the edition: cards may have been added since


@pytest.mark.rule("component.characters")
def test_there_are_four_characters_each_once() -> None:
    assert [character.id for character in cards.CHARACTERS] == ["father", "mother", "daughter", "son"]
    assert all(len(character.dice) == 4 for character in cards.CHARACTERS)


@pytest.mark.rule("component.decks")
def test_there_are_50_mafia_23_police_and_15_story_cards_and_four_longer_stories() -> None:
    assert len(cards.mafia_deck(PUBLISHED)) == 50
    assert len(cards.police_deck(PUBLISHED)) == 23
    assert [len(scenario.card) for scenario in scenarios.SCENARIOS.values()] == [3, 4, 4, 4, 8, 8, 8, 8]


@pytest.mark.rule("component.info-tokens")
def test_there_are_ten_info_tokens_of_each_type() -> None:
    s = position()
    assert [s.bag[type] + s.info_supply[type] for type in range(3)] == [10, 10, 10]


@pytest.mark.rule("component.mafia-tokens", "mafia-supply")
def test_there_are_25_mafia_tokens_and_a_26th_raises_the_alert() -> None:
    s = position()
    s.mafia = [1] * COUNT
    assert sum(s.mafia) == 25
    assert not place_mafia(s, AT["soho"])
    assert (sum(s.mafia), s.alert) == (25, 1)


@pytest.mark.rule("component.police-cars", "cars-max")
def test_at_most_five_police_cars_are_in_play() -> None:
    s = position(phase="police")
    s.round, s.cars, s.deck_cars, s.track_cars = 1, [AT["soho"], AT["harlem"], AT["chelsea"]], 3, []
    m = play(s, luck=Luck(police_card="p02 p04 p06 p07 p10"))
    assert len(m.state.cars) == 5


@pytest.mark.rule("component.fbi")
def test_there_are_five_fbi_tokens() -> None:
    assert scenarios.FBI_TOKENS == 5


@pytest.mark.rule("component.item-tokens", "setup-item-supply")
def test_there_are_twenty_items_two_of_each_of_ten_kinds() -> None:
    assert len(cards.ITEM_TOKENS) == 20
    assert set(Counter(cards.ITEM_TOKENS).values()) == {2} and len(set(cards.ITEM_TOKENS)) == 10


@pytest.mark.rule("component.multi-tokens")
def test_story_cards_use_at_most_ten_character_or_building_tokens() -> None:
    for goals in scenarios.GOALS.values():
        assert len(goals) <= 10
        assert {goal.objective.token for goal in goals} <= {"character", "building"}


@pytest.mark.rule("component.skill-tokens")
def test_each_character_has_two_skill_tokens() -> None:
    assert position("father mother daughter son").skills == [2, 2, 2, 2]


@pytest.mark.rule("component.die-red")
def test_a_red_die_has_three_physical_faces() -> None:
    assert Counter(cards.FACES[cards.RED]) == {"physical": 3, "social": 1, "mental": 1, "wild": 1}


@pytest.mark.rule("component.die-yellow")
def test_a_yellow_die_has_three_social_faces() -> None:
    assert Counter(cards.FACES[cards.YELLOW]) == {"social": 3, "physical": 1, "mental": 1, "wild": 1}


@pytest.mark.rule("component.die-blue")
def test_a_blue_die_has_three_mental_faces() -> None:
    assert Counter(cards.FACES[cards.BLUE]) == {"mental": 3, "social": 1, "physical": 1, "wild": 1}


@pytest.mark.rule("component.die-grey")
def test_a_grey_die_has_two_faces_of_each_type_and_no_wild() -> None:
    assert Counter(cards.FACES[cards.GREY]) == {"mental": 2, "social": 2, "physical": 2}
    assert cards.FACES[cards.RELATIVE] == cards.FACES[cards.GREY]


@pytest.mark.rule("dice-supply")
def test_no_character_needs_more_dice_of_a_colour_than_there_are() -> None:
    for dice in cards.OWN_DICE:
        assert all(dice.count(colour) <= 3 for colour in range(4))


def test_the_map_has_25_locations_45_streets_8_stations_and_is_four_steps_across() -> None:
    assert (COUNT, sum(map(len, NEIGHBOURS)), len(STATIONS)) == (25, 90, 8)
    assert max(max(row) for row in STEPS) == 4


def test_every_police_card_has_its_own_location() -> None:
    places = [cards.POLICE_CARDS[id].location for id in cards.police_deck(PUBLISHED)]
    assert len(set(places)) == 23
    assert {location.id for location in LOCATIONS} - set(places) == {"central_park", "washington_heights"}


@pytest.mark.rule("mafia-third-setup")
def test_no_location_is_on_more_than_two_mafia_cards_so_three_never_come_from_one_pass_through_the_deck() -> None:
    for part in ("mafia", "info"):
        named = Counter(getattr(card, part) for card in cards.MAFIA_CARDS.values())
        assert {place for place in named if place >= 0} == set(range(COUNT))
        assert all(count <= 2 for place, count in named.items() if place >= 0)


def test_the_filled_parts_of_a_mafia_card_differ() -> None:
    for card in cards.MAFIA_CARDS.values():
        filled = [place for place in (card.mafia, card.info, card.item) if place >= 0]
        assert len(set(filled)) == len(filled), card.id
