"""Pictures and words: everything is shown, options are drawn in their places, and nobody sees a secret."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path

import pytest

from tabletown.drawing import breadth
from tabletown.games.crossroll import game
from tabletown.games.crossroll.roads import MAP
from tabletown.games.crossroll.view.board import _names
from tabletown.games.crossroll.view.layout import HEIGHT, LAYOUT, WIDTH, check_layout, load_layout
from tabletown.kernel import Match, path_word
from tabletown.kernel.errors import ContentError
from tabletown.translations import speak, speaking
from tests.games.crossroll.tables import answer, board, ids, table


def drawn(markup: str, attribute: str = "data-option") -> set[str]:
    root = ET.fromstring(markup)
    return {element.attrib[attribute] for element in root.iter() if attribute in element.attrib}


def test_every_location_is_one_element_inside_the_picture() -> None:
    svg = Match(game, 2, seed=1).scene(0).board
    assert {f"loc-{id}" for id in MAP.ids} <= drawn(svg, "id")
    for place in LAYOUT.location.values():
        assert 0 < place.at[0] < WIDTH
        assert 0 < place.at[1] < HEIGHT


def test_stops_stand_apart() -> None:
    for (one, first), (other, second) in combinations(LAYOUT.location.items(), 2):
        distance = ((first.at[0] - second.at[0]) ** 2 + (first.at[1] - second.at[1]) ** 2) ** 0.5
        assert distance > 24, f"{one} and {other} are too close"


def test_the_layout_is_checked_against_the_map(tmp_path: Path) -> None:
    text = (Path(str(game.folder)) / "content" / "layout.toml").read_text(encoding="utf-8")
    check_layout(LAYOUT)
    (tmp_path / "layout.toml").write_text(text.replace("\ntai-po = ", "\ntai-pu = "), encoding="utf-8")
    with pytest.raises(ContentError, match="'tai-po' has no place"):
        load_layout(tmp_path)
    swapped = text.replace('"tai-po", "lam-tsuen-wishing-trees"', '"lam-tsuen-wishing-trees", "tai-po"')
    (tmp_path / "layout.toml").write_text(swapped, encoding="utf-8")
    with pytest.raises(ContentError, match="route I does not pass"):
        load_layout(tmp_path)


def test_runs_are_chosen_on_the_map_with_a_preview_and_confirmed() -> None:
    match = table(board(["wong-chuk-hang"]), board(), results=(2, 7))
    answer(match, 0, "use:d6", "drive", "route:A")
    scene = match.scene(0)
    words = set(match.decision(0).options)
    assert drawn(scene.board) == words
    assert drawn(scene.board, "data-preview") == words
    assert scene.confirm
    assert scene.crumbs == ["Use 2", "Drive", "Route A"]
    assert scene.options["run:A:ocean-park>aberdeen-tunnel"].label == "Ocean Park to Aberdeen Tunnel"
    assert scene.options["run:A:ocean-park>aberdeen-tunnel"].button == "Cross out 2"
    # all other stops can be asked about
    assert "stop:tai-po" in drawn(scene.board, "data-word")


def test_a_label_says_what_a_run_brings() -> None:
    match = table(board(ids("D")[:5]), board(), results=(1, 7))
    answer(match, 0, "use:d6", "drive", "route:D")
    assert match.scene(0).options["run:D:golden-bauhinia-square"].label == "Golden Bauhinia Square: landmark, +3"
    match = table(board(ids("J")[:4]), board(), results=(1, 7))
    answer(match, 0, "use:d6", "drive", "route:J")
    assert match.scene(0).options["run:J:lam-tei"].label == "Lam Tei: completes route J"


def test_effects_are_offered_as_what_they_are() -> None:
    car = board(["happy-valley"], engine=((1, 1, 1), (4, 4, 4), (8,)), nitrous=True)
    match = table(car, board(), results=(4, 7), checked="J", nitrous=True)
    labels = {word: shown.label for word, shown in match.scene(0).options.items()}
    assert labels["use:d6"] == "Use the 4 on the d6"
    assert labels["use:d6+1"] == "Use 5: the 4 on the d6, plus 1 from the engine"
    assert labels["use:d10-1"] == "Use 6: the 7 on the d10, minus 1 from the engine"
    assert labels["use:sum"] == "Use 11: the sum, with nitrous oxide"


def test_the_dice_and_the_record_rows_are_options_too() -> None:
    match = table(board(), board(), phase="roll", luck=["4", "7"])
    hand = next(panel for panel in match.scene(0).panels if panel.place == "hand")
    assert drawn(hand.html) == set(match.decision(0).options)
    answer(match, 0, "dice:d6+d10")
    hand = next(panel for panel in match.scene(0).panels if panel.place == "hand")
    assert drawn(hand.html) == {"use:d6", "use:d10"}
    answer(match, 0, "use:d6", "drive")
    scene = match.scene(0)
    record = next(panel for panel in scene.panels if panel.id == "record")
    routes = {word for word in drawn(scene.board) if not word.startswith("path:")}
    assert drawn(record.html) == routes == set(match.decision(0).options)


def reachable(match: Match, before: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    """Every way to a run from here, by trying."""
    decision = match.decision(0)
    if decision is None:
        return set()
    found = set()
    for word in decision.options:
        if word.startswith("run:"):
            found.add((*before, word))
        elif word.startswith(("use:", "drive", "route:")):
            twin = match.clone()
            twin.choose(0, word)
            found |= reachable(twin, (*before, word))
    return found


@pytest.mark.parametrize("answers", [(), ("use:d6",), ("use:d6", "drive")], ids=["number", "action", "route"])
def test_every_drive_can_be_picked_on_the_map_at_once(answers: tuple[str, ...]) -> None:
    match = table(board(["wong-chuk-hang"], engine=((1, 2, 3), (), ())), board(), results=(2, 7))
    answer(match, 0, *answers)
    scene = match.scene(0)
    assert set(scene.paths) == reachable(match)
    ends = {word for element in ET.fromstring(scene.board).iter() for word in also(element)}
    assert ends == {path_word(options) for options in scene.paths} <= drawn(scene.board, "data-preview")


def also(element: ET.Element) -> list[str]:
    word = element.get("data-option") or ""
    return [word, *filter(None, element.get("data-also", "").split("|"))] if word.startswith("path:") else []


def test_the_end_of_a_drive_says_where_it_goes_and_what_it_brings() -> None:
    match = table(board(), board(), results=(4, 7))
    labels = {options[-1]: (path.label, path.button) for options, path in match.scene(0).paths.items()}
    assert labels["run:A:aberdeen>ocean-park"] == (
        "Drive 4 on A: Aberdeen to Ocean Park, landmark, +3",
        "Drive 4 on A",
    )
    record = next(panel for panel in match.scene(0).panels if panel.id == "record")
    assert '<em data-preview="path:use:d6 drive route:A">4</em>' in record.html


def test_a_finished_choice_is_drawn_for_its_seat_only() -> None:
    match = table(board(), board(), results=(4, 7))
    answer(match, 0, "use:d6", "drive", "route:A", "run:A:aberdeen>ocean-park")
    assert match.scene(0).board.count('class="x new"') == 4
    assert 'class="x"' not in match.scene(1).board
    assert 'class="x new"' not in match.scene(1).board
    others = next(panel for panel in match.scene(1).panels if panel.id == "boards")
    assert 'class="x"' not in others.html
    assert "xAberdeen" not in match.text(1)


def test_names_are_escaped() -> None:
    match = Match(game, ["<b>Eve</b>", 'A"b'], seed=1)
    for seat in (None, 0, 1):
        for panel in match.scene(seat).panels:
            assert "<b>Eve" not in panel.html
            ET.fromstring(f"<div>{panel.html}</div>")


def test_the_text_view_tells_everything_needed_to_play() -> None:
    match = table(
        board(["aberdeen"], ticket=[4], engine=((1, 1, 1), (), ()), xs="B", complete="J", written={"J": [5]}),
        board(),
        results=(4, 7),
    )
    words = match.text(0)
    assert "Rolled: 4 on the d6 and 7 on the d10." in words
    assert "Aberdeen (entrance, crossed out), Ap Lei Chau Bridge, Wong Chuk Hang, Ocean Park (landmark)" in words
    assert "Causeway Bay (crossroads with D)" in words
    assert "Route B, 26 points, 10 left. Boxes: closed, 2 free." in words
    assert "Route J, 12 points, completed. Boxes: 5, a dot." in words
    assert "Lotto ticket: 4, free, free" in words
    assert "Engine row 1 to 3: 1, 1, 1; N plus 1 is unlocked." in words
    assert "Seat 2: 0 points" in words


def test_a_spectator_sees_a_board_but_no_options() -> None:
    match = table(board(), board(), results=(4, 7))
    scene = match.scene(None)
    assert not drawn(scene.board)
    assert not scene.options
    assert scene.panels


def test_dice_are_called_as_their_language_calls_them() -> None:
    match = Match(game, ["Ann", "Bo"], {}, seed=1)
    with speaking(speak("de")):
        options = match.scene(match.decisions[0].seat).options
        chips = {f"{shown.label} {shown.button}" for shown in options.values()}
    assert any("W4" in chip for chip in chips) and not any("d4" in chip for chip in chips)


def test_a_stop_that_keeps_its_name_keeps_its_lines() -> None:
    english = _names()
    with speaking(speak("de")):  # calls each stop as the English do
        assert _names() == english
    with speaking(speak("zh-Hant")):
        assert _names() != english


def test_a_translated_name_is_squeezed_but_never_stretched_and_keeps_words_together_that_a_space_joins() -> None:
    with speaking(speak("es")):
        lines = list(ET.fromstring(f"<g>{_names()}</g>").iter("tspan"))
    said = [line.text or "" for line in lines]
    assert said[said.index("Puente\N{NO-BREAK SPACE}Cheung") + 1] == "Tsing"
    lengths = {line.text: float(line.attrib["textLength"]) for line in lines if "textLength" in line.attrib}
    assert "Tsing Ma" not in lengths  # shorter than the original's line: as wide as its letters are
    assert 0.5 < lengths["Bahía de Shenzhen"] / breadth("Bahía de Shenzhen", 13.4) < 0.7
