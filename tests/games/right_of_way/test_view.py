"""What people see: the picture, the panels, the labels, and the text that can be played from."""

import random
import re
import xml.etree.ElementTree as ET
from collections import Counter

import pytest

from tabletown.drawing.notebook import picture
from tabletown.games.right_of_way import game
from tabletown.games.right_of_way.tiles import COPIES, IDS
from tabletown.games.right_of_way.view.words import place
from tabletown.kernel import Match, Scene
from tabletown.testing import play_randomly
from tests.games.right_of_way.make_fixtures import VARIANTS, finished, sensible
from tests.games.right_of_way.tables import FLOWER, ME, NE, NW, RIVAL, SW, E, W, lay, play, plot, table


def drawn(scene: Scene) -> set[str]:
    """The options that are drawn on the board or in a panel."""
    return set(re.findall(r'data-option="([^"]+)"', scene.board + "".join(panel.html for panel in scene.panels)))


def parsed(scene: Scene) -> ET.Element:
    return ET.fromstring(scene.board)


def panel(scene: Scene, id: str) -> str:
    return next(panel.html for panel in scene.panels if panel.id == id)


@pytest.mark.parametrize("chosen", [{}, {"city": "manual"}, VARIANTS], ids=["default", "manual", "variants"])
def test_every_option_of_a_match_is_drawn_or_is_a_button_and_has_a_sentence(chosen: dict[str, str]) -> None:
    match, rng = Match(game, ["<Ada>", "B&n"], chosen, seed=6), random.Random(6)
    seen: Counter[str] = Counter()
    while decisions := match.decisions:
        kind = decisions[0].options[0].partition(":")[0]
        seen[kind] += 1
        if seen[kind] > 6:  # six of each kind of question are enough
            play_randomly(match, rng, 1)
            continue
        seat, options = decisions[0].seat, set(decisions[0].options)
        scene = match.scene(seat)
        assert set(scene.options) == options
        assert all(shown.label[0].isupper() for shown in scene.options.values())
        assert drawn(scene) <= options
        assert all(scene.options[word].button for word in options - drawn(scene))
        ids = [element.get("id") for element in parsed(scene).iter() if element.get("id")]
        assert len(ids) == len(set(ids))
        assert scene.peek
        rival = match.scene(1 - seat)
        assert not drawn(rival)
        play_randomly(match, rng, 1)
    assert len(parsed(match.scene()))


def test_a_legal_plot_shows_what_the_tile_brings_there_at_best() -> None:
    match = table(["2-straight"] * 3, rich=["E5", "E6"])
    play(match, "tile:2-straight")
    scene = match.scene(ME)
    pills = dict(re.findall(r'data-option="plot:(\w+)".*?<text[^>]*>([^<]+)</text>', scene.board))
    assert pills["E5"] == "−1"  # cost 2, facing E6 earns 1
    assert pills["E4"] == "+1"
    assert pills["A1"] == "±0"
    assert scene.options["plot:E5"].label == "Plot E5, rich, best result −1"
    assert scene.crumbs == ["Plain plots are free, rich ones cost $2"]
    assert 'aria-pressed="true"' in panel(scene, "hand")


def test_each_turn_previews_the_ghost_its_gains_and_the_ledger() -> None:
    match = table(["2-straight"] * 3, rich=["E5", "E6"], roads={"E4": (RIVAL, E | W), "E3": (RIVAL, E | W)})
    play(match, "tile:2-straight", "plot:E5")
    scene = match.scene(ME)
    assert scene.cycle
    buttons = {word: shown.button for word, shown in scene.options.items()}
    assert buttons == {
        "turn:0": "Lay it: no change",
        "turn:1": "Lay it: pay 2",
        "turn:2": "Lay it: pay 2",
    }
    assert scene.crumbs == ["Rich plot: building costs $2"]
    ghosts = {e.get("data-preview"): e for e in parsed(scene).iter() if "ghostwrap" in (e.get("class") or "")}
    assert set(ghosts) == {"turn:0", "turn:1", "turn:2"}
    gains = [e for e in ghosts["turn:0"].iter() if e.get("class") == "gain"]
    assert len(gains) == 2  # the rich E6 and the road on E4
    ledgers = re.findall(r'<dl class="ledger[^"]*" data-preview="(turn:\d)">(.*?)</dl>', panel(scene, "move"))
    first = re.sub(r"<[^>]+>", " ", dict(ledgers)["turn:0"])
    assert "rich plot  −2" in first
    assert "Facing rich districts  +1" in first
    assert "Roads joined  +1" in first
    assert "Points, Ben  0 → 2" in first  # E4 would be complete


def test_a_reserved_plot_shows_its_holder_its_height_and_keeps_its_dollar() -> None:
    match = table(["2-straight"] * 3, rich="E5", piles={"E5": [(ME, "2-wide"), (RIVAL, "2-wide")]})
    pile = next(e for e in parsed(match.scene(ME)).iter() if e.get("id") == "row-E5")
    words = "".join(pile.itertext())
    assert pile.get("class") == "back o2"
    assert "×2" in words
    assert "$" in words


def test_open_ends_have_stop_bars_in_ink_where_nothing_can_ever_join() -> None:
    match = table(["2-straight"], roads={"E5": (ME, E | W), "E6": (RIVAL, NE | SW), "A1": (ME, E | NW)})
    scene = parsed(match.scene(ME))
    bars = {
        tile.get("id"): sorted(e.get("class") or "" for e in tile.iter() if (e.get("class") or "").startswith("stop"))
        for tile in scene.iter()
        if (tile.get("id") or "").startswith("tile-")
    }
    assert bars["tile-E5"] == ["stop", "stop dead"]  # west is free, east is built without a connection
    assert bars["tile-A1"] == ["stop", "stop dead"]  # north-west is out of the city


def test_complete_highways_bear_their_points_and_the_last_move_a_ring() -> None:
    match = table(["2-straight"] * 2, roads={"E4": (ME, E | W), "E6": (ME, E | W)})
    lay(match, "2-straight", "E5", E, W)
    scene = parsed(match.scene(ME))
    scores = {
        tile.get("id"): "".join(e.itertext())
        for tile in scene.iter()
        for e in tile
        if (tile.get("id") or "").startswith("tile-") and e.get("class") == "score"
    }
    assert scores == {"tile-E5": "2"}
    assert [e.get("class") for e in scene.iter()].count("last") == 1
    assert match.scene(ME).standing == ["2", "0"]


def test_a_hand_of_35_tiles_is_grouped_into_at_most_twelve_places() -> None:
    tiles = [id for id, copies in zip(IDS, COPIES) for _ in range(copies)][:35]
    scene = table(tiles).scene(ME)
    hand = panel(scene, "hand")
    assert hand.count("<li>") == len(set(tiles)) <= 12
    assert next(p.title for p in scene.panels if p.id == "hand") == "Your hand, 35 tiles"


def test_the_rivals_open_hand_is_shown() -> None:
    scene = table(["2-straight"], rival=["6-way", "3-fan", "3-fan"]).scene(ME)
    players = panel(scene, "players")
    assert "Hand of Ben" in players
    assert "1 six-way junction" in players
    assert "2 fan of three" in players


def test_names_that_people_typed_are_escaped() -> None:
    match = Match(game, ["<script>", "B&n"], seed=1)
    for seat in (0, 1, None):
        scene = match.scene(seat)
        assert "<script>" not in scene.board + "".join(p.html for p in scene.panels)


def test_at_the_end_scoring_highways_are_marked_with_a_breakdown() -> None:
    match = finished(7, sensible)
    scene = match.scene(0)
    assert 'class="rw rw-board final"' in scene.board
    assert match.outcome is not None
    scoring = {e.get("id") for e in parsed(scene).iter() if "scores" in (e.get("class") or "").split()}
    assert scoring == {f"tile-{name}" for part in match.outcome.breakdown for name in part}
    for seat in (0, 1):
        assert f'<dd class="sum">{match.outcome.scores[seat]:.0f}</dd>' in panel(scene, "points")


def test_the_picture_stands_alone_in_a_notebook() -> None:
    drawn = ET.fromstring(picture(finished(7, sensible)))
    style = next(element for element in drawn.iter() if element.tag.endswith("style"))
    assert ".rw .slab polygon" in (style.text or "")


def test_plots_that_cannot_be_chosen_can_be_asked_about() -> None:
    match = table(["2-straight"] * 2, roads={"E5": (RIVAL, E | W)})
    play(match, "tile:2-straight")
    tile = next(e for e in parsed(match.scene(ME)).iter() if e.get("id") == "tile-E5")
    word = tile.get("data-word")
    assert word == "plot:E5"
    assert "already a highway there" in str(match.why_not(word))


# ---------------------------------------------------------------- words


def test_the_text_holds_the_whole_table() -> None:
    match = table(
        ["2-straight", "3-fan"],
        rich=["B2"],
        roads={"A1": (ME, E | W), "A2": (RIVAL, 0b111111), "C1": (RIVAL, NW | NE | E | W | SW)},
        piles={"B2": [(RIVAL, "2-wide")], "B1": [(ME, "2-wide"), (RIVAL, "2-wide"), (ME, "2-wide")]},
        plan=FLOWER,
    )
    text = match.text(ME)
    for sentence in (
        "You (blue): 0 points, 1 highway, 2 in hand",
        "Hand: 1 × straight (2 connections), 1 × fan of three (3 connections).",
        "A1: blue straight, roads to the east and west, 1 of 2 connected.",
        "A2: amber six-way junction, roads to the east, south-east, south-west, west, north-west and north-east",
        "B1: plain, reserved by blue with 3 tiles.",
        "B2: rich, reserved by amber with 1 tile.",
        "Free plain plots: B3, C2.",
        "Ben (amber)",
    ):
        assert sentence in text
    assert "A1: blue straight, roads to the east and west, 1 of 2 connected" in match.scene(ME).board


def test_a_complete_highway_and_the_last_move_are_said() -> None:
    match = table(["2-straight"], roads={"E4": (ME, E | W), "E6": (ME, E | W)})
    lay(match, "2-straight", "E5", E, W)
    said = "E5: blue straight, roads to the east and west, fully connected, 2 points, last move"
    assert place(match.state, plot("E5")) == said and said in match.text(ME) and said in match.scene(ME).board


def test_the_city_in_words_shows_every_district_while_it_is_laid() -> None:
    match = Match(game, options={"city": "manual"}, seed=2)
    play_randomly(match, random.Random(2), 4)
    text = match.text()
    for (q, r), kind in zip(match.state.plan.places, match.state.districts):
        row = next(line for line in text.splitlines() if line.startswith(f"Row {r}:"))
        assert f" {q} {'rich' if kind == '$' else 'plain'}" in row
    assert "Trios in the stack" in match.scene(0).peek
