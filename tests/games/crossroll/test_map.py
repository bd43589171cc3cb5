"""The map is content: the one that ships has the numbers of the rules, and a wrong map is refused with a reason."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tabletown.games.crossroll import game
from tabletown.games.crossroll.roads import MAP, MapFile, check_map, load_roads
from tabletown.kernel import load_content
from tabletown.kernel.errors import ContentError

FILE = Path(str(game.folder)) / "content" / "map.toml"


@pytest.mark.rule("map.nine-routes")
def test_there_are_nine_routes_and_no_f() -> None:
    assert MAP.letters == list("ABCDEGHIJ")


@pytest.mark.rule("map.record-boxes", "boxes.31")
def test_the_nine_rows_have_31_record_boxes() -> None:
    assert dict(zip(MAP.letters, MAP.boxes, strict=True)) == {
        "A": 4, "B": 3, "C": 4, "D": 3, "E": 4, "G": 3, "H": 4, "I": 4, "J": 2,
    }  # fmt: skip
    assert sum(MAP.boxes) == 31


@pytest.mark.rule("score.perfect")
def test_all_printed_scores_add_up_to_500() -> None:
    assert sum(MAP.route_scores) + sum(MAP.speed_scores) + sum(MAP.landmark_scores) == 500
    assert (sum(MAP.route_scores), sum(MAP.speed_scores), sum(MAP.landmark_scores)) == (300, 120, 80)


def test_the_map_has_105_locations_125_entries_19_crossroads_12_landmarks_9_entrances() -> None:
    assert len(MAP.ids) == 105
    assert sum(map(len, MAP.routes)) == 125
    assert len(MAP.crossroads) == 19
    assert len(MAP.landmarks) == 12
    assert MAP.kinds.count("entrance") == 9
    assert [len(route) for route in MAP.routes] == [16, 10, 16, 13, 15, 11, 16, 23, 5]


@pytest.mark.rule("lotto.crossroad-only")
def test_a_crossroad_is_a_location_of_two_or_more_routes() -> None:
    for here, kind in enumerate(MAP.kinds):
        assert (len(MAP.routes_of(here)) > 1) == (kind == "crossroad")
    assert len(MAP.routes_of(MAP.index["kwai-chung"])) == 3


@pytest.mark.rule("map.loop")
def test_route_i_is_an_open_line() -> None:
    line = MAP.routes[MAP.letters.index("I")]
    assert line[0] == MAP.index["wo-yi-hop"]
    assert line[-1] == MAP.index["chai-wan-kok"]
    assert line[0] not in MAP.neighbours[line[-1]]


def damaged(change: str) -> MapFile:
    import msgspec

    data: dict[str, Any] = tomllib.loads(FILE.read_text(encoding="utf-8"))
    exec(change, {"d": data})
    return msgspec.convert(data, MapFile)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("d['route'].pop()", "routes must be A, B"),
        ("d['route'][0]['letter'] = 'F'", "not F, B"),
        ("d['route'][8]['boxes'] = 3", "32 record boxes"),
        ("d['route'][0]['boxes'] = 0; d['route'][1]['boxes'] = 7", "route A needs at least one record box"),
        ("d['map']['record_boxes_total'] = 30", "30 record boxes"),
        ("d['map']['locations'] = 104", "104 locations, there are 105"),
        ("d['map']['entries'] = 124", "124 route entries, there are 125"),
        ("d['map']['routes'] = 8", "8 routes, there are 9"),
        ("d['map']['lotto_slots'] = 7", "a ticket has 8"),
        ("d['map']['perfect_score'] = 499", "499"),
        ("d['scores']['route']['A'] = 39", "add up to 501"),
        ("del d['scores']['route']['A']", "one score for each"),
        ("d['scores']['landmark'][:2] = [7]", "12 landmarks, but 11 landmark scores"),
        ("d['route'][0]['locations'][1] = 'nowhere'", "route A names a location 'nowhere'"),
        ("d['route'][0]['locations'][1] = 'aberdeen'", "route A passes 'aberdeen' twice"),
        ("d['location'][1]['id'] = 'aberdeen'; d['route'][0]['locations'].remove('ap-lei-chau-bridge');"
         "d['map']['entries'] = 124", "'aberdeen' is described twice"),
        ("d['location'][0]['routes'] = ['B']", "'aberdeen' says routes B, but lies on A"),
        ("d['location'][0]['kind'] = 'station'", "'aberdeen' has the kind 'station'"),
        ("d['location'][0]['kind'] = 'crossroad'", "crossroad 'aberdeen' must lie on two routes"),
        ("d['location'][6]['kind'] = 'plain'", "'causeway-bay' lies on several routes"),
        ("d['location'][0]['kind'] = 'plain'", "route A has no entrance"),
        ("d['location'].append({'id': 'x', 'name': 'X', 'routes': [], 'kind': 'plain'}); d['map']['locations'] = 106",
         "'x' lies on no route"),
        ("d['engine']['top']['max'] = 4", "the number 4 in 2 rows"),
        ("d['engine']['top']['max'] = 2", "the number 3 in 0 rows"),
        ("d['engine']['bottom']['max'] = 11", "outside 1 to 10"),
        ("d['engine']['top']['effect'] = 2", "effects are +1, -1 and -2"),
        ("d['engine']['top']['max'] = 4; d['engine']['middle']['min'] = 5", "middle row takes 4 to 7"),
        ("d['engine']['top']['boxes'] = 0", "no box"),
    ],
)  # fmt: skip
def test_a_wrong_map_is_refused_with_what_is_wrong(change: str, problem: str) -> None:
    with pytest.raises(ValueError, match=re.escape(problem)):
        check_map(damaged(change))


def test_a_map_file_names_file_entry_and_field(tmp_path: Path) -> None:
    text = FILE.read_text(encoding="utf-8")
    (tmp_path / "map.toml").write_text(text.replace('kind = "entrance"', "kind = 3", 1), encoding="utf-8")
    with pytest.raises(ContentError, match=r"map\.toml: .*location\[0\]\.kind.*'aberdeen'"):
        load_roads(tmp_path)
    (tmp_path / "map.toml").write_text(text.replace("speed = [3, ", "speed = [4, "), encoding="utf-8")
    with pytest.raises(ContentError, match=r"map\.toml: .*501"):
        load_roads(tmp_path)


def test_another_map_can_be_loaded(tmp_path: Path) -> None:
    text = FILE.read_text(encoding="utf-8").replace('name = "Aberdeen"', 'name = "Aberdeen Harbour"')
    (tmp_path / "map.toml").write_text(text, encoding="utf-8")
    assert load_roads(tmp_path).names[0] == "Aberdeen Harbour"


def test_a_content_pack_replaces_the_map(tmp_path: Path) -> None:
    (tmp_path / "crossroll").mkdir()
    text = FILE.read_text(encoding="utf-8").replace('name = "Aberdeen"', 'name = "Aberdeen Harbour"')
    (tmp_path / "crossroll" / "map.toml").write_text(text, encoding="utf-8")
    words = "import tabletown; print(tabletown.new('crossroll', seed=1).text(0))"
    played = subprocess.run(
        [sys.executable, "-c", words],
        env={**os.environ, "TABLETOWN_CONTENT": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Aberdeen Harbour" in played.stdout


def test_what_ships_passes_its_own_check() -> None:
    check_map(load_content(FILE, MapFile))
