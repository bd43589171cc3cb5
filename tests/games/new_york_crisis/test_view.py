"""What people see: the map, the panels, the labels, and the text that can be played from."""

import random
import re
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import combinations

import pytest

from tabletown.games.new_york_crisis import game
from tabletown.games.new_york_crisis.cards import CHARACTERS
from tabletown.games.new_york_crisis.city import COUNT, IDS, NEIGHBOURS
from tabletown.games.new_york_crisis.scenarios import SCENARIOS
from tabletown.games.new_york_crisis.view import pieces
from tabletown.games.new_york_crisis.view.board import layout, plan, skyline
from tabletown.kernel import Match, Scene
from tests.games.new_york_crisis.make_fixtures import VARIANTS

from .tables import AT, match, own, position, put_cars, put_fbi, put_info, put_item, reveal_all


def drawn(scene: Scene) -> set[str]:
    return set(re.findall(r'data-option="([^"]+)"', scene.board + "".join(panel.html for panel in scene.panels)))


def panel(scene: Scene, id: str) -> str:
    return next(panel.html for panel in scene.panels if panel.id == id)


@pytest.mark.parametrize(
    "options", [{"scenario": "tutorial"}, {"scenario": "mission_2", **VARIANTS}], ids=["plain", "variants"]
)
def test_every_option_is_drawn_or_a_button_and_has_a_sentence(options: dict[str, str]) -> None:
    m, rng = Match(game, ["<Ada>", "B&n", "Cy"], options, seed=6), random.Random(6)
    seen: Counter[str] = Counter()
    while decisions := m.decisions:
        decision = decisions[0]
        kind = str(decision.prompt)
        seen[kind] += 1
        if seen[kind] <= 6:
            scene = m.scene(decision.seat)
            assert set(scene.options) == set(decision.options)
            assert all(shown.label[0].isupper() or shown.label[0].isdigit() for shown in scene.options.values())
            assert drawn(scene) <= set(decision.options)
            ids = [element.get("id") for element in ET.fromstring(scene.board).iter() if element.get("id")]
            assert len(ids) == len(set(ids))
            assert scene.peek and all(0 < len(shown.chip) <= 60 or shown.ends for shown in scene.options.values())
            assert "<Ada>" not in "".join(panel.html for panel in scene.panels)
            watching = m.scene(None)
            assert not drawn(watching)
        m.choose(decision.seat, rng.choice(list(decision.options)))
    assert ET.fromstring(m.scene(None).board) is not None


def test_places_tokens_and_dice_carry_their_options() -> None:
    s = position("mother son", dice="red:physical red:physical yellow:physical blue:mental")
    s.mafia[AT["herald_square"]] = 1
    put_info(s, "herald_square", "physical")
    put_item(s, "herald_square", "bike")
    own(s, 0, "mask")
    m = match(s)
    assert 'id="mafia-' in m.scene(0).board and 'data-option="kill"' in m.scene(0).board
    m.choose(0, "kill")
    s = m.state.copy()
    scene = match(s).scene(0)
    for word in ("step:chelsea", "step:gramercy"):
        assert f'data-option="{word}"' in scene.board
    assert 'data-preview="step:chelsea"' in scene.board
    assert scene.options["use:mask"].chip == "Use the mask" and scene.options["step:chelsea"].lane == "Go"
    m = match(m.state.copy())
    m.choose(0, "reroll")
    assert 'data-option="die:1"' in panel(m.scene(0), "dice-hand")


def test_options_that_look_alike_are_told_apart() -> None:
    m = match(position("son", dice="yellow:social yellow:social yellow:wild grey:social*"))
    m.choose(0, "reroll")
    assert [shown.label for shown in m.scene(0).options.values()] == [
        "The yellow die (social), 1 of 2",
        "The yellow die (social), 2 of 2",
        "The yellow die (wild)",
        "The grey die (social, spent)",
    ]
    s = position(dice="red:wild red:wild yellow:mental")
    put_item(s, "herald_square", "bike")
    shown = match(s).scene(0).options
    assert shown["pick:physical"].label == "Pick up the bike: spend 2 wild as physical, alert +2"
    assert shown["pick:social"].label == "Pick up the bike: spend 2 wild as social, alert +2"
    assert shown["pick:mental"].label == "Pick up the bike: spend 1 mental and 1 wild, alert +1"
    assert shown["pick:mental"].place == f"item-{AT['herald_square']}"


def test_the_night_clinic_gives_a_token_and_does_not_ask_to_use_one() -> None:
    s = position("mother son", at="harlem")
    s.event, s.wounds[0], s.skills[0] = "p13", [0], 1
    m = match(s)
    m.choose(0, "end")
    labels = {word: shown.label for word, shown in m.scene(0).options.items()}
    assert labels == {
        "heal": "Heal a wound",
        "token": "Get a skill token back",
    }


def test_only_a_step_that_begins_a_move_is_said_to_cost_an_action() -> None:
    s = position("mother son", at="harlem")
    own(s, 0, "newspaper")
    m = match(s)
    assert m.scene(0).options["step:central_park"].label == "Walk to Central Park (1 action)"
    m.choose(0, "extra")
    assert m.scene(0).options["step:central_park"].label == "Walk to Central Park"
    m = match(s.copy())
    m.choose(0, "use:newspaper")
    assert m.scene(0).options["ride:times_square"].label == "Ride the subway to Times Square"


def test_the_panel_says_what_each_kind_of_result_can_still_pay_for() -> None:
    s = position(dice="red:physical red:mental yellow:wild blue:mental")
    s.info_cost = [2, 3, 2]
    put_info(s, "herald_square", "mental")
    put_info(s, "herald_square", "social")
    html = panel(match(s).scene(0), "uses")
    assert "blue info <b>3</b>" in html and "yellow info <b>2</b>" in html and "1 short" in html


def test_the_panels_promise_only_what_can_come() -> None:
    s = position("mother son", dice="red:physical yellow:social")
    s.mafia[AT["herald_square"]], s.track_cars = 1, [s.limit + 1]
    assert "next police car" not in panel(match(s).scene(0), "alert")  # it is never reached
    html = panel(match(s.copy()).scene(0), "uses")
    assert "extra step" in panel(match(s.copy()).scene(0), "dice-hand")
    assert "dodge <b>" in html and "avoid the mobsters <b>" in html
    s.event, s.dodged = "p07", 9  # reached again: no further round
    html = panel(match(s.copy()).scene(0), "uses")
    assert "extra step" not in panel(match(s.copy()).scene(0), "dice-hand")
    assert "dodge <b>" not in html and "avoid the mobsters <b>" in html
    assert "extra step" not in match(s.copy()).text(0)
    s.avoided = 9
    assert "avoid the mobsters <b>" not in panel(match(s.copy()).scene(0), "uses")


def test_a_crowded_plate_keeps_its_letters_readable() -> None:
    s = position("mother son father daughter", "mission_1")
    reveal_all(s)
    s.at = [AT["tribeca"]] * 4
    s.mafia[AT["tribeca"]] = 2
    for type in ("physical", "mental", "social"):
        put_info(s, "tribeca", type)
    put_item(s, "tribeca", "drone")
    s.phase, s.active = "order", -1
    board = match(s).scene(0).board
    assert "scale(.7)" in board or "scale(0.7)" in board
    put_fbi(s, "soho")
    put_cars(s, "harlem")
    assert "FBI" in match(s).scene(0).board and 'class="car"' in match(s).scene(0).board


def test_the_story_reader_shows_open_cards_only_unless_the_table_plays_open() -> None:
    for how, shown in (("secret", False), ("open", True)):
        s = position("mother son", "mission_1", phase="order", story_cards=how)
        html = panel(match(s).scene(0), "story")
        assert SCENARIOS["mission_1"].card[0].title in html
        assert (SCENARIOS["mission_1"].card[2].title in html) == shown


def test_the_text_names_everything_on_the_map() -> None:
    s = position("mother son", dice="red:physical")
    put_info(s, "soho", "social")
    put_item(s, "harlem", "bike")
    put_cars(s, "chelsea")
    s.mafia[AT["tribeca"]] = 2
    text = match(s).text(0)
    for words in (
        "SoHo: 1 yellow info",
        "Harlem: station, the bike",
        "Chelsea: a police car",
        "Tribeca: 2 mobsters",
    ):
        assert words in text


def test_every_location_has_a_plate_and_no_two_plates_overlap() -> None:
    plan = layout()
    width, height = plan.field.plate
    assert set(plan.location) == set(IDS)
    for (_, one), (_, other) in combinations(plan.location.items(), 2):
        assert abs(one[0] - other[0]) >= width or abs(one[1] - other[1]) >= height


def test_no_street_runs_under_a_third_plate() -> None:
    spots = [layout().location[id] for id in IDS]
    for here in range(COUNT):
        for other in NEIGHBOURS[here]:
            for third in range(COUNT):
                if third in (here, other):
                    continue
                x, y = spots[third]
                for part in range(1, 40):
                    at = [spots[here][axis] + (spots[other][axis] - spots[here][axis]) * part / 40 for axis in (0, 1)]
                    assert abs(at[0] - x) > 72 or abs(at[1] - y) > 25, (IDS[here], IDS[other], IDS[third])


def test_a_relative_who_can_be_named_is_an_option_on_the_map() -> None:
    board = match(position("mother son daughter", phase="order")).scene(1).board
    for who in ("mother", "son", "daughter"):
        assert f'data-option="next:{who}"' in board


def test_the_event_of_the_tutorials_rounds_stands_above_the_story() -> None:
    m, rng = Match(game, 2, {"scenario": "tutorial"}, seed=6), random.Random(6)
    events: set[str] = set()
    while (decisions := m.decisions) and len(events) < 3:
        ids = [panel.id for panel in m.scene(decisions[0].seat).panels]
        if m.state.event:
            events.add(m.state.event)
            assert ids[:3] == ["alert", "police", "story"], "a short panel first: it needs no scrolling"
        m.choose(decisions[0].seat, rng.choice(decisions[0].options))
    assert len(events) == 3


def test_the_family_is_told_apart_by_portraits_and_the_skyline_never_changes() -> None:
    shown = {pieces.pawn(0, character) for character in range(len(CHARACTERS))}
    assert len(shown) == len(CHARACTERS) == 4, "one seat, four relatives: four portraits"
    assert skyline() == skyline() and all(part in plan() for part in skyline())
