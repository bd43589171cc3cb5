"""The Long Week as a campaign: what remains from night to night, and who helps later."""

from __future__ import annotations

import pytest

from tabletown.games.new_york_crisis.cards import ITEM, ITEM_TOKENS, ITEMS
from tabletown.games.new_york_crisis.rules.story import ending, is_dear
from tabletown.games.new_york_crisis.scenarios import CAMPAIGN, SCENARIOS
from tabletown.games.new_york_crisis.state import Crisis
from tabletown.kernel import Match

from .tables import AT, Luck, go_on, match, options, own, play, position, put_cars, put_fbi, reason


def at_dawn(result: str, cast: str = "mother son", dear: bool = False, night: int = 0) -> Crisis:
    """A state at the end of that night of the week."""
    s = position(cast, CAMPAIGN.order[night])
    s.campaign, s.result, s.dear = True, result, dear
    s.week = ["clean"] * night
    return s


def said(m: Match) -> str:
    return "\n".join(line.text.render(m.names) for line in m.lines)


def test_a_night_stands_alone_unless_the_week_is_played() -> None:
    s = at_dawn("won")
    s.campaign = False
    assert match(s).over
    s = at_dawn("won", night=3)
    assert match(s).over, "Thursday is the last"


def test_the_next_night_begins_on_a_clear_board_with_the_same_family() -> None:
    s = at_dawn("won")
    s.mafia[AT["soho"]], s.fbi, s.alert, s.round = 2, [AT["harlem"]], 7, 9
    m = match(s)
    now = m.state
    assert now.scenario == "long_week_2" and now.cast == s.cast and now.week == ["clean"] and not now.result
    assert now.fbi == [] and now.round == 1 and now.alert <= 2 and now.decided == [] and now.radio_free
    assert set(now.at) <= {AT[SCENARIOS["long_week_2"].start], *now.at} and now.limit == 13


def test_a_clean_night_wins_a_friend_and_a_dear_or_lost_one_does_not() -> None:
    assert match(at_dawn("won")).state.allies == ["denny"]
    assert match(at_dawn("won", dear=True)).state.allies == []
    assert match(at_dawn("alert")).state.allies == []
    assert match(at_dawn("won", night=2)).state.allies == ["kuhn"]


def test_after_a_lost_night_the_alert_starts_at_two_and_the_defeat_is_told() -> None:
    m = match(at_dawn("fbi"))
    assert m.state.week == ["lost"] and m.state.alert >= 2
    assert SCENARIOS["long_week_1"].card[-1].ending_lost in said(m)


def test_everybody_takes_one_wound_along_of_the_own_choice() -> None:
    s = at_dawn("won", "mother son")
    s.wounds = [[0, 2], [1]]  # mother: red and blue
    m = match(s)
    assert m.decisions[0].seat == 0 and options(m) == ["die:red", "die:blue"]
    go_on(m, "die:blue")
    assert m.state.wounds == [[2], [1]]


def test_the_family_takes_one_item_along_and_may_give_it_up_for_a_wound() -> None:
    s = at_dawn("won", "mother son")
    own(s, 0, "gloves", used=True)
    own(s, 1, "bike")
    s.wounds = [[], [1]]
    m = match(s)
    assert options(m) == ["keep:gloves", "keep:bike"]
    asked = go_on(m.clone(), "keep:gloves")
    assert asked.scene(0).options["keep"].label == "Keep the item and the wound"
    kept = go_on(asked, "keep")
    assert kept.state.ready == [[ITEM["gloves"]], []] and kept.state.wounds == [[], [1]]
    lying = [ITEMS[item] for item in kept.state.item if item >= 0]
    assert sorted([*kept.state.item_supply, *lying, "gloves"]) == sorted(ITEM_TOKENS), "all items are there again"
    healed = go_on(m, "keep:bike", "heal:son")
    assert healed.state.ready == [[], []] and healed.state.wounds == [[], []]


def test_nothing_is_asked_where_nothing_can_be_kept() -> None:
    m = match(at_dawn("won"))
    assert m.state.scenario == "long_week_2", "no item, no wound: straight into the night"


# ------------------------------------------------------------------ friends


def with_ally(ally: str, **more: str) -> Crisis:
    s = position("mother son", "long_week_4", **more)
    s.campaign, s.week, s.allies = True, ["clean"] * 3, [ally]
    return s


def test_denny_drives_to_any_open_place_once() -> None:
    s = with_ally("denny")
    put_cars(s, "harlem")
    put_fbi(s, "soho")
    m = play(s, "ally:denny")
    assert "to:harlem" not in options(m) and "to:soho" not in options(m) and "to:tribeca" in options(m)
    go_on(m, "to:tribeca")
    assert m.state.at[0] == AT["tribeca"] and m.state.actions == 2 and m.state.alert == 0
    assert "ally:denny" not in options(m) and reason(m, "ally:denny") == "story.card-rules"


def test_dot_sends_two_items_to_whom_you_like() -> None:
    s = with_ally("dot")
    s.at[1] = AT["harlem"]
    m = play(s, "ally:dot", luck=Luck(item="bike gloves"))
    go_on(m, "to:son", "to:mother")
    assert m.state.ready == [[ITEM["gloves"]], [ITEM["bike"]]]


def test_agent_kuhn_sends_the_fbi_home_or_calms_the_police() -> None:
    s = with_ally("kuhn")
    assert reason(play(s.copy()), "ally:kuhn") == "story.card-rules", "there is nothing to see to"
    s.alert = 5
    assert play(s.copy(), "ally:kuhn").state.alert == 3
    put_fbi(s, "soho")
    m = play(s, "ally:kuhn")
    assert options(m) == ["word:fbi", "word:alert"]
    assert go_on(m.clone(), "word:fbi").state.fbi == []
    assert go_on(m, "word:alert").state.alert == 3


def test_a_friend_does_not_come_while_mafia_must_be_dealt_with() -> None:
    s = with_ally("denny")
    s.mafia[s.at[0]] = 1
    assert reason(play(s), "ally:denny") == "move.mafia-stop"


# ------------------------------------------------------------------ the verdict


@pytest.mark.parametrize(
    ("week", "dear"),
    [(["clean"] * 3, False), (["clean", "lost", "clean"], False), (["dear", "lost", "clean"], True)],
)
def test_thursday_ends_well_if_at_most_one_night_was_lost_or_dear(week: list[str], dear: bool) -> None:
    s = position("mother son", "long_week_4")
    s.campaign, s.week, s.result = True, week, "won"
    s.dear = is_dear(s)
    assert s.dear is dear
    last = SCENARIOS["long_week_4"].card[-1]
    assert ending(s) == (last.ending_price if dear else last.ending)
