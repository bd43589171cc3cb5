"""The goal is always visible: one line with live numbers, the goal, the standings, what ends the game."""

from __future__ import annotations

import pytest

from tabletown import Match, game
from tabletown.goals import Part, near, standing
from tabletown.learn import course

GOALS = {
    "right-of-way": [
        ("Goal: most points from highways with every end joined", "Goal: fully joined highways"),
        ("You 0, Bo 0", "0 to 0"),
        ("ends when the city is full: 61 plots to go", "61 plots left"),
    ],
    "crossroll": [
        ("Goal: most points from finished routes, landmarks and speed", "Goal: finished routes"),
        ("You 0, Bo 0", "0 to 0"),
        ("ends at 31 filled boxes: now 0", "boxes 0 of 31"),
    ],
    "cross-bronx": [
        ("Goal: most Victory Points after the 1960 Census", "Goal: points in 1960"),
        ("you have 8 Resources", "Resources 8"),
        ("everyone loses at 8 Losses: now 0", "Losses 0 of 8"),
        ("or a city debt of 15: now 0", "debt 0 of 15"),
        ("You 0, Community 0, Private 0", "you 0, best 0"),
    ],
}


def in_full(parts: list[Part]) -> str:
    return " · ".join(words for words, _, _ in parts)


@pytest.mark.parametrize("name", GOALS)
def test_the_goal_is_one_line_with_live_numbers(name: str) -> None:
    seats = ["Public", "Community", "Private"] if name == "cross-bronx" else ["Ann", "Bo"]
    goal = Match(game(name), seats, {}, 1).scene(0).goal
    assert [(words, fewer) for words, fewer, _ in goal] == GOALS[name]
    assert not any(heeded for *_, heeded in goal), "no limit is near at the beginning"


def test_rents_and_damage_and_the_alert_are_in_it() -> None:
    city = Match(game("broken-cities"), ["Ann", "Bo", "Cy"], {}, 1)
    assert in_full(city.scene(1).goal).startswith("Goal: first to 50 rent a turn · ")
    words = in_full(city.scene(1).goal)
    assert " · you have 4 money · damage 0 of 42, next climate card at 9 · " in words, "a phone shows these"
    city.state.damage = 15
    assert city.scene(1).goal[2] == ("damage 15 of 42, next climate card at 17", "damage 15, card at 17", True)
    city.state.damage = 38
    assert city.scene(1).goal[2] == ("damage 38: at 42 the highest rent wins", "damage 38 of 42", False)
    city = Match(game("broken-cities"), ["Ann", "Bo", "Cy"], {"damage_end": "all_lose"}, 1)
    city.state.damage = 38
    assert city.scene(1).goal[2][0] == "damage 38: at 42 everyone loses"
    night = Match(game("new-york-crisis"), ["Ann", "Bo"], {"scenario": "tutorial"}, 1)
    assert in_full(night.scene(0).goal).startswith("Goal: take info"), "before the first card, too"
    while night.state.card < 0:
        asked = night.decisions[0]
        night.choose(asked.seat, asked.options[0])
    words = in_full(night.scene(0).goal)
    assert words.startswith("Goal: take info") and "Story 0, next card at 5" in words and "alert 0 of 8: at 8" in words


def test_after_the_last_card_the_final_challenge_is_the_goal() -> None:
    night = Match(game("new-york-crisis"), ["Ann", "Bo"], {"scenario": "tutorial"}, 1)
    while night.state.card < 0:
        asked = night.decisions[0]
        night.choose(asked.seat, asked.options[0])
    night.state.card, night.state.final_at, night.state.alert = 2, 0, 6
    goal = night.scene(0).goal
    assert goal[0][0].startswith("Goal: ") and " results at " in goal[0][0]
    assert goal[1][1:] == ("alert 6 of 8", True), "two more: it is to be heeded"


def test_a_hand_and_stack_that_run_out_first_are_named() -> None:
    match = Match(game("right-of-way"), ["Ann", "Bo"], {}, 1)
    match.state.stacks[1] = []
    match.state.hands[1] = [2, *[0] * 11]
    words = "ends when a player runs out of tiles: Bo, 2 left"
    assert match.scene(0).goal[2] == (words, "2 tiles left", True)


def test_losses_and_debt_are_heeded_two_before_the_end() -> None:
    match = Match(game("cross-bronx"), ["Public", "Community", "Private"], {}, 1)
    match.state.losses, match.state.resources = 6, [-8, -5, 0]
    assert [heeded for *_, heeded in match.scene(0).goal] == [False, False, True, True, False]
    match.state.losses, match.state.resources = 5, [-8, -4, 0]
    assert not any(heeded for *_, heeded in match.scene(0).goal)


def test_how_it_stands_begins_with_the_best_and_in_few_words_names_own_and_best() -> None:
    assert standing([15, 16, 13, 13], 0, ["Ann", "Sami", "Nur", "Lena"]) == (
        "Sami 16, You 15, Nur 13, Lena 13",
        "you 15, best 16",
        False,
    )
    assert near(6, 8) and not near(5, 8)


def test_what_one_crossed_out_counts_at_once_on_ones_own_table() -> None:
    """While others still choose, the bar and the line agree with one's own map."""
    led = course(game("crossroll"))
    match = led.start()
    while match.number < led.begins[6]:
        match.choose(led.log[match.number].seat, led.log[match.number].option)
    assert match.scene(0).goal[1][0].startswith("You 3, ")
    assert match.scene(0).standing == ["3", "0"] and match.scene(1).standing == ["0", "0"]
