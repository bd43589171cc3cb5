"""The goal is always on the table: one line with live numbers."""

import pytest

from tabletown import Match, game

GOALS = {
    "right-of-way": "Goal: points for highways with every end joined · You 0, Bo 0 · "
    "ends when the city is full: 61 to go",
    "crossroll": "Goal: finish routes for points · You 0, Bo 0 · ends at 31 filled boxes: 0",
    "cross-bronx": "Goal: most Victory Points after the 1960 Census · You 0, Community 0, Private 0 · "
    "all lose at 8 Losses: 0",
}


@pytest.mark.parametrize("name", GOALS)
def test_the_goal_is_one_line_with_live_numbers(name: str) -> None:
    seats = ["Public", "Community", "Private"] if name == "cross-bronx" else ["Ann", "Bo"]
    assert Match(game(name), seats, {}, 1).scene(0).goal == GOALS[name]


def test_rents_and_damage_and_the_alert_are_in_it() -> None:
    city = Match(game("broken-cities"), ["Ann", "Bo", "Cy"], {}, 1)
    assert city.scene(1).goal.startswith("Goal: 50 rent a turn, or most at 42 damage · Ann 1")
    night = Match(game("new-york-crisis"), ["Ann", "Bo"], {"scenario": "tutorial"}, 1)
    assert night.scene(0).goal == ""
    while night.state.card < 0:
        asked = night.decisions[0]
        night.choose(asked.seat, asked.options[0])
    assert "alert" in night.scene(0).goal.lower() and night.scene(0).goal.startswith("Goal: take info")
