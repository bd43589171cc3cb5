"""Non-Players: their cards (7.0), the golden rule (7.1), General Principles (7.2) and the chart (7.3)."""

from __future__ import annotations

import pytest

from tabletown.games.cross_bronx import game
from tabletown.games.cross_bronx.components import CHART, POSITIONS
from tabletown.games.cross_bronx.events.non_players import Narrowed
from tabletown.games.cross_bronx.rules.np_priorities import COLUMNS, narrow
from tabletown.games.cross_bronx.state import FACTION_IDS, INDEX, REACT, SPACE_NAMES
from tabletown.kernel import Match, Text
from tests.games.cross_bronx.non_player_tables import (
    ALL,
    COMMUNITY,
    PRIVATE,
    PUBLIC,
    act,
    at,
    bare,
    decide,
    hold,
    log,
    ruin,
    run,
    street,
    table,
    tile,
    turns,
)

# ------------------------------------------------------------------ 7.0 the cards


@pytest.mark.rule("np.card.fields", "np.organizer-box-list", "np.organizer-fundraise-text")
def test_a_non_player_card_has_three_boxes_and_four_rows_the_last_being_the_goal() -> None:
    for card in POSITIONS:
        assert len(set(card.np.boxes)) == 3 and len(card.np.rows) == 4
        assert card.np.rows[3].action == card.player.goal.action
    organizer = next(card for card in POSITIONS if card.id == "organizer")
    assert organizer.np.boxes == ["act", "react", "plan"]
    assert organizer.np.rows[0].instruction == "fundraise-quiet"
    assert [row.action for row in organizer.np.rows] == ["fundraise", "organize", "mobilize", "build"]


@pytest.mark.rule("np.setup.draw-one", "solo.human-faction-positions")
def test_each_non_player_draws_one_position_before_play_and_people_none_unless_they_wish() -> None:
    match = Match(game, 3, {"public": "non-player", "private": "non-player"}, seed=3)
    s = match.state
    assert [position >= 0 for position in s.position] == [True, False, True]
    assert [len(bag) for bag in s.position_bags] == [7, 8, 7]
    both = Match(game, 3, {"public": "non-player", "positions": "one-random"}, seed=3).state
    assert all(position >= 0 for position in both.position)


@pytest.mark.rule("np.card.leaves-play")
def test_a_position_stays_from_round_to_round_while_its_rows_work() -> None:
    s = table()
    for id in ("workhorse", "independent", "loss-leader"):
        hold(s, id)
    s.phase, s.current, s.upcoming = "select", 6, 2
    turns(s, ["end-round"])
    assert [POSITIONS[index].id for index in s.position] == ["workhorse", "independent", "loss-leader"]


# ------------------------------------------------------------------ 7.1 the golden rule


@pytest.mark.rule("np.golden-rule", "np.human-advises", "np.final-ties")
def test_a_person_decides_what_the_chart_leaves_open_the_first_one_in_faction_order() -> None:
    s = bare(["private"])
    tile(s, "1a", PRIVATE, pop=3)
    tile(s, "2a", PRIVATE, pop=3)
    asked = []
    s2 = s.copy()
    assert decide(s2, PRIVATE, "remove-population", ["tile:1a", "tile:2a"], answers=["district:2"]) == "tile:2a"
    from tabletown.games.cross_bronx.rules import non_players
    from tabletown.games.cross_bronx.rules.asking import query

    question = query(PRIVATE, "remove-population", Text("…"), ["tile:1a", "tile:2a"])
    asked = run(non_players.decide(s, question), ["district:2"])
    assert [(choice.seat, list(choice.options)) for choice in asked] == [  # type: ignore[attr-defined]
        (PUBLIC, ["district:1", "district:2"])
    ]


@pytest.mark.rule("np.final-ties")
def test_without_people_the_lowest_district_number_breaks_the_tie() -> None:
    s = bare()
    tile(s, "1a", PRIVATE, pop=3)
    tile(s, "2a", PRIVATE, pop=3)
    assert decide(s, PRIVATE, "remove-population", ["tile:2a", "tile:1a"]) == "tile:1a"


@pytest.mark.rule("np.final-ties")
def test_ties_may_be_drawn_at_random_instead() -> None:
    s = bare(np_random_ties="yes")
    tile(s, "1a", PRIVATE, pop=3)
    tile(s, "2a", PRIVATE, pop=3)
    from tabletown.games.cross_bronx.rules.np_priorities import settle
    from tabletown.kernel import Chance

    question = next(settle(s, PRIVATE, ["district:1", "district:2"], "choose"))
    assert isinstance(question, Chance) and list(question.options) == ["district:1", "district:2"]


@pytest.mark.rule("np.human-advises")
def test_two_people_may_have_to_agree_and_the_first_option_stands_if_they_do_not() -> None:
    s = bare(["private"], np_both_agree="yes")
    tile(s, "1a", PRIVATE, pop=3)
    tile(s, "2a", PRIVATE, pop=3)
    options = ["tile:1a", "tile:2a"]
    agreed = decide(s, PRIVATE, "remove-population", options, answers=["district:2", "district:2"])
    split = decide(s, PRIVATE, "remove-population", options, answers=["district:2", "district:1"])
    assert (agreed, split) == ("tile:2a", "tile:1a")


@pytest.mark.rule("np.golden-rule")
def test_non_players_only_ever_take_words_that_a_person_would_be_offered() -> None:
    for seed in range(6):
        session = ("1940", "1950", "1960", "1970", "1980", "1990")[seed]
        match = Match(game, 3, {"session": session, **dict.fromkeys(ALL, "non-player")}, seed=seed)
        assert match.over
        assert game.rules.check is not None
        game.rules.check(match.state)


@pytest.mark.rule("np.precedence")
def test_an_instruction_beats_a_principle_and_a_principle_beats_the_chart() -> None:
    s = bare()
    hold(s, "workhorse")
    # the chart would send Population to District 2 (least Population); the instruction allows only tiles of Public
    tile(s, "2a", PRIVATE, pop=1)
    tile(s, "1a", PUBLIC, pop=3)
    tile(s, "3a", COMMUNITY, pop=5)
    act(s, PUBLIC)
    assert s.pop[at("1a")] == 5 and s.pop[at("2a")] == 1 and s.pop[at("3a")] == 3
    # own Organizations come last (principle), though the chart column would point to District 1
    s = bare()
    tile(s, "1a", PUBLIC, pop=1, orgs=[PUBLIC])
    tile(s, "2a", PUBLIC, pop=5, vul=1, orgs=[COMMUNITY])
    s.current = 56
    options = ["org:1a:public", "org:2a:community"]
    assert decide(s, PUBLIC, "remove-organization", options) == "org:2a:community"


# ------------------------------------------------------------------ 7.2 General Principles


@pytest.mark.rule("np.principle.maximum", "np.maximum-vs-chart")
def test_as_many_pieces_as_possible_are_moved_but_only_within_the_selected_district() -> None:
    s = bare()
    hold(s, "loan-officer")
    s.resources[PRIVATE] = -1
    # the chart selects it (most Vulnerabilities) although only one Population lives there
    tile(s, "1a", PUBLIC, pop=1, vul=1)
    tile(s, "2a", PUBLIC, pop=5)
    act(s, PRIVATE, REACT)
    assert (s.pop[at("1a")], s.pop[at("2a")]) == (0, 5)
    assert s.resources[PRIVATE] == 0
    assert decide(s, PUBLIC, "population-count", ["count:0", "count:1", "count:2"], district=2) == "count:2"


@pytest.mark.rule("np.principle.coalition-preference", "np.public-coalition-tie")
def test_community_prefers_social_private_economic_and_public_the_scarcer_coalition() -> None:
    s = bare()
    tile(s, "1a", COMMUNITY, pop=1, orgs=[PUBLIC])
    tile(s, "1b", COMMUNITY, pop=1, orgs=[PRIVATE])
    assert decide(s, COMMUNITY, "house-organization", ["tile:1b", "tile:1a"], 1) == "tile:1a"
    s = bare()
    tile(s, "1a", PRIVATE, pop=1)
    tile(s, "1b", COMMUNITY, pop=1, orgs=[COMMUNITY])
    assert decide(s, PRIVATE, "house-organization", ["tile:1a", "tile:1b"], 1) == "tile:1b"
    s = bare()
    tile(s, "1a", PUBLIC, pop=1, orgs=[PRIVATE])
    tile(s, "1b", PUBLIC, pop=1, orgs=[COMMUNITY])
    tile(s, "2a", PUBLIC, pop=1, orgs=[PUBLIC, COMMUNITY])  # one Social: Economic is scarcer
    assert decide(s, PUBLIC, "house-organization", ["tile:1b", "tile:1a"], 1) == "tile:1a"
    tile(s, "3a", PUBLIC, pop=1, orgs=[PUBLIC, PRIVATE])
    tile(s, "3b", PUBLIC, pop=1, orgs=[COMMUNITY, PRIVATE])  # now two Economic: Social is scarcer
    assert decide(s, PUBLIC, "house-organization", ["tile:1a", "tile:1b"], 1) == "tile:1b"


@pytest.mark.rule("np.public-coalition-tie")
def test_with_equally_many_coalitions_public_likes_either_kind() -> None:
    s = bare(["public"])
    tile(s, "1a", PUBLIC, pop=1)
    tile(s, "1b", PUBLIC, pop=1, orgs=[PRIVATE])
    tile(s, "1c", PUBLIC, pop=1, orgs=[COMMUNITY])
    options = ["tile:1a", "tile:1b", "tile:1c"]
    assert decide(s, PUBLIC, "house-organization", options, 1, ["tile:1c"]) == "tile:1c"
    with_plain = decide(s, PUBLIC, "house-organization", options, 1)
    assert with_plain != "tile:1a", "a person chooses only between the two that form a Coalition"


@pytest.mark.rule("np.tile-inside-district")
def test_among_equal_tiles_a_person_decides_where_the_organization_goes_else_own_first() -> None:
    s = bare()
    tile(s, "1a", PRIVATE, pop=1)
    tile(s, "1b", COMMUNITY, pop=1)
    tile(s, "1c", PUBLIC, pop=1)
    options = ["tile:1a", "tile:1b", "tile:1c"]
    assert decide(s, COMMUNITY, "house-organization", options, 1) == "tile:1b"
    s.non_player = [True, True, False]
    assert decide(s, COMMUNITY, "house-organization", options, 1, ["tile:1a"]) == "tile:1a"


@pytest.mark.rule("np.principle.activate-partner")
def test_a_coalition_partner_is_always_activated_too() -> None:
    s = bare()
    hold(s, "loss-leader")
    tile(s, "1a", PRIVATE, pop=1, vul=1, orgs=[COMMUNITY, PRIVATE])
    street(s, 1, vul=1)
    act(s, PRIVATE, REACT)
    assert s.mitigated == [0, 0, 2] and s.resources == [10, 11, 7]


@pytest.mark.rule("np.principle.remove-active-first")
def test_active_organizations_are_removed_before_inactive_ones() -> None:
    s = bare()
    tile(s, "1a", PRIVATE, pop=1, orgs=[PUBLIC])
    tile(s, "2a", PRIVATE, pop=5, vul=1, orgs=[PUBLIC], active=[PUBLIC])
    s.current = 56
    assert decide(s, COMMUNITY, "remove-organization", ["org:1a:public", "org:2a:public"]) == "org:2a:public"


@pytest.mark.rule("np.principle.organization-cost-first", "np.principle.activate-before-remove")
def test_organizations_are_activated_or_else_removed_before_a_vulnerability_is_placed() -> None:
    s = bare()
    assert decide(s, PUBLIC, "price", ["activate", "remove", "vulnerability"]) == "activate"
    assert decide(s, PUBLIC, "price", ["remove", "vulnerability"]) == "remove"
    hold(s, "lawn-salesman")
    s.resources[PRIVATE] = -1
    tile(s, "1a", PRIVATE, pop=3, orgs=[PRIVATE], active=[PRIVATE])
    act(s, PRIVATE, REACT)
    assert s.orgs[at("1a") * 3 + PRIVATE] == 0, "the Active one cannot be activated, so it is removed"
    assert sum(s.vul) + sum(s.street_vul) == 0


@pytest.mark.rule("np.principle.unhoused-first")
def test_unhoused_cubes_are_taken_first() -> None:
    s = bare()
    tile(s, "1a", PRIVATE, pop=3, vul=1)
    street(s, 1, pop=1, vul=1)
    assert decide(s, PUBLIC, "remove-population", ["tile:1a", "street:1"]) == "street:1"
    assert decide(s, PUBLIC, "take-vulnerability", ["tile:1a", "street:1"], 1) == "street:1"


@pytest.mark.rule("np.principle.place-population-order")
def test_population_is_housed_on_own_tiles_then_public_community_private() -> None:
    s = bare()
    for name, owner in (("1a", PRIVATE), ("1b", COMMUNITY), ("1c", PUBLIC)):
        tile(s, name, owner)
    options = ["tile:1a", "tile:1b", "tile:1c"]
    assert decide(s, PRIVATE, "house-population", options, 1) == "tile:1a"
    assert decide(s, COMMUNITY, "house-population", options, 1) == "tile:1b"
    assert decide(s, PUBLIC, "house-population", options[:2], 1) == "tile:1b"
    assert decide(s, COMMUNITY, "house-population", ["tile:1a", "tile:1c"], 1) == "tile:1c"


@pytest.mark.rule("np.principle.remove-population-order")
def test_population_is_taken_from_private_community_public_tiles_own_ones_last() -> None:
    s = bare()
    for name, owner in (("1a", PUBLIC), ("1b", COMMUNITY), ("1c", PRIVATE)):
        tile(s, name, owner, pop=2)
    options = ["tile:1a", "tile:1b", "tile:1c"]
    assert decide(s, PUBLIC, "remove-population", options) == "tile:1c"
    assert decide(s, PRIVATE, "remove-population", options) == "tile:1b"
    assert decide(s, COMMUNITY, "remove-population", ["tile:1a", "tile:1b"]) == "tile:1a"


@pytest.mark.rule("np.principle.grant-loan-order")
def test_a_grant_goes_to_the_own_organization_then_public_community_private() -> None:
    s = bare()
    tile(s, "1a", PUBLIC, pop=1, orgs=[PRIVATE])
    tile(s, "2a", PUBLIC, pop=1, orgs=[COMMUNITY])
    tile(s, "3a", PUBLIC, pop=1, orgs=[PUBLIC])
    options = ["org:1a:private", "org:2a:community", "org:3a:public"]
    assert decide(s, PRIVATE, "grant-organization", options) == "org:1a:private"
    assert decide(s, COMMUNITY, "grant-organization", options) == "org:2a:community"
    assert decide(s, PRIVATE, "grant-organization", options[1:]) == "org:3a:public"


# ------------------------------------------------------------------ 7.3 the General Priorities chart


@pytest.mark.rule("np.chart.filter")
def test_rows_only_narrow_what_is_left_and_a_row_that_nobody_meets_is_skipped() -> None:
    s = bare()
    tile(s, "1a", PUBLIC, pop=4, vul=1)
    tile(s, "2a", PUBLIC, pop=5, vul=1)
    tile(s, "3a", PUBLIC, pop=5)
    districts = [INDEX[1], INDEX[2], INDEX[3]]
    told: list[Narrowed] = []
    left = narrow(s, PUBLIC, COLUMNS["remove-population"], districts, told)
    assert left == [INDEX[2]], "most Vulnerabilities leaves 1 and 2, most Population among these is 2"
    assert [row for row in told if row[2]] == [("most vulnerabilities", 1, (1, 2)), ("most population", 5, (2,))]
    assert told[0] == ("most unhoused-population", 0, ()), "a row that nobody meets is told too"


@pytest.mark.rule("np.chart.filter", "np.chart.place-remove-columns")
def test_the_columns_read_the_rows_of_the_chart_in_one_order() -> None:
    words = {row.id: row.words for row in CHART.chart_row}
    rows = {column.id: [words[row] for row in column.rows] for column in CHART.chart_column}
    assert rows["place-population"][:2] == ["own Infrastructure with room", "least Population"]
    assert rows["remove-population"][:3] == ["most unhoused Population", "most Vulnerabilities", "most Population"]
    assert rows["place-organization"][:4] == [
        "most unhoused Vulnerabilities",
        "most Vulnerabilities",
        "preferred Coalition can be formed",
        "most Population",
    ]
    assert all(column.rows == sorted(column.rows) for column in CHART.chart_column)


@pytest.mark.rule("np.chart.repeat")
def test_the_chart_is_read_anew_for_every_piece() -> None:
    s = table()
    s.phase, s.current, s.box, s.effect = "event", 7, [1, -1, -1], 0  # four Population, anywhere
    before = list(s.pop)
    turns(s, ["react"])
    gained = {SPACE_NAMES[space]: s.pop[space] - before[space] for space in range(25) if s.pop[space] > before[space]}
    assert gained == {"5a": 3, "4a": 1}, "least Population is District 5 until it is level with 4"


@pytest.mark.rule("np.chart.place-remove-columns")
def test_a_move_finds_its_origin_by_the_remove_column_and_its_destination_by_the_place_column() -> None:
    s = bare()
    hold(s, "storefront-pastor")
    street(s, 4, pop=1)
    street(s, 3, pop=2)
    tile(s, "5a", COMMUNITY, pop=3)
    tile(s, "6a", COMMUNITY, pop=2)
    tile(s, "1a", PUBLIC, pop=0)
    act(s, COMMUNITY, REACT)
    assert s.street_pop[INDEX[3]] == 0, "most unhoused Population"
    assert s.pop[at("6a")] == 4, "own Infrastructure with room, then least Population"


@pytest.mark.rule("np.coalition-principle-vs-chart")
def test_the_coalition_preference_is_a_row_below_most_vulnerabilities_or_by_option_above_the_chart() -> None:
    def chosen(**options: str) -> str:
        s = bare(**options)
        tile(s, "1a", PUBLIC, pop=5, vul=1)
        street(s, 1, vul=2)
        tile(s, "2a", PUBLIC, pop=5, orgs=[PUBLIC])
        return decide(s, COMMUNITY, "place-organization", ["district:1", "district:2"])

    assert chosen() == "district:1"
    assert chosen(np_coalition_first="yes") == "district:2"


def test_every_step_is_told_row_by_row() -> None:
    s = table()
    hold(s, "workhorse")
    act(s, PUBLIC)
    told = log(s)
    assert "Public (Workhorse): Fewer than 2 Resources: no." in told
    assert "own Infrastructure with room in 4 and 5, then least Population (5) in 5. Chosen: District 5." in told


def test_a_clone_for_search_tells_nothing() -> None:
    s = table()
    s.lines = None
    hold(s, "workhorse")
    act(s, PUBLIC)
    assert s.lines is None


@pytest.mark.rule("np.card.fields")
def test_all_rows_of_all_cards_can_be_read() -> None:
    from tabletown.games.cross_bronx.rules.np_selection import first_row

    s = table()
    ruin(s, "4c", PRIVATE)
    for index, card in enumerate(POSITIONS):
        f = FACTION_IDS.index(card.faction)
        s.position[f] = index
        assert -1 <= first_row(s, f) <= 3
