"""Pictures and text: options are marked, sums are explained, and typed text is escaped."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import tabletown.web
from tabletown.classroom.wall import beckoning
from tabletown.games.broken_cities import game
from tabletown.games.broken_cities.classroom.session import CitiesSession
from tabletown.games.broken_cities.classroom.wall import projector
from tabletown.games.broken_cities.content import CELLS
from tabletown.games.broken_cities.state import Law
from tabletown.games.broken_cities.view import charts, scene
from tabletown.games.broken_cities.view.board import _lines, _title
from tabletown.games.broken_cities.view.pieces import pill
from tabletown.kernel import Match
from tests.games.broken_cities.positions import (
    CONV,
    ECO,
    LOW,
    ORANGE,
    PURPLE,
    RED,
    YELLOW,
    bare,
    begin,
    end_round,
    play,
    put,
    start,
    turn_of,
    with_laws,
)
from tests.games.broken_cities.rooms import halted, running, show
from tests.games.broken_cities.test_legislation import session


def options_in(markup: str) -> set[str]:
    return set(re.findall(r'data-option="([^"]+)"', markup))


def panel(match: Match, seat: int | None, name: str) -> str:
    return next(panel.html for panel in match.scene(seat).panels if panel.id == name)


def test_every_cell_that_can_be_built_on_is_an_option_with_its_yield() -> None:
    match = play(begin(turn_of(start(), RED, money=20)), "buy:green")
    board = match.scene(RED).board
    assert options_in(board) == set(match.decisions[0].options)
    root = ET.fromstring(board)
    corner = next(cell for cell in root.iter() if cell.get("id") == "bc-A6")
    assert "+7" in [text.text for text in corner.iter() if text.text and text.text.startswith("+")]
    assert match.scene(RED).options["cell:A6"].label == (
        "Build a Green building on A6: pay 16 of 20, emissions 56 to 57, your rent 11 to 18 with a renter"
    )
    assert match.scene(RED).crumbs == ["It costs 16 of your 20 money"], "below the prompt"
    assert options_in(match.scene(YELLOW).board) == set()


def test_a_building_says_how_its_rent_adds_up() -> None:
    s = put(put(bare(), "A6", CONV, YELLOW, True), "B6", ECO, RED)
    board = scene(s, None, None, ["Lena", "Sami", "Nur", "Mila"]).board
    place = "A6: Conventional owned by Lena, emissions 3, rent 7 = 4 Conventional + 1 shore + 1 forest + 1 Eco-Park"
    assert place in board
    assert "Lena: rent 7 = 4 Conventional + 1 shore + 1 forest + 1 Eco-Park" in board
    words = scene(s, None, None, ["Lena", "Sami", "Nur", "Mila"]).text
    assert place in words, "what is seen is what is heard"


def test_the_emissions_track_says_how_it_adds_up() -> None:
    match = begin(turn_of(start(), RED))
    html = panel(match, None, "emissions")
    assert "Emissions 56: 6 damage each round. Sources: 10 Low-Cost +50, 2 Conventional +6." in html


def test_the_price_list_offers_what_can_be_bought_and_shows_surcharges() -> None:
    s = with_laws(start(), Law("surcharge", kinds=(LOW,), amount=4))
    match = begin(turn_of(s, RED, money=12))
    html = panel(match, RED, "prices")
    assert options_in(html) == {word for word in match.decisions[0].options if word.startswith("buy:")}
    assert '<s>6</s> <b class="up">10</b>' in html and 'data-word="buy:green"' in html
    assert "Law 1" in panel(match, RED, "laws")


def test_the_law_form_has_a_slot_for_every_part_that_can_be_set() -> None:
    match = session()
    kinds = match.scene(YELLOW).options
    assert {word for word in match.decisions[0].options if word.startswith("law:")} <= set(kinds)
    assert kinds["law:build_obligation"].lane, "the kinds stand in groups"
    play(match, "law:build_obligation")
    slots = {word for word in match.decisions[0].options if word.startswith("set:")}
    assert slots and options_in(panel(match, YELLOW, "law")) == slots
    assert all(match.scene(YELLOW).options[word].gain for word in slots), "each says what stands in it"
    assert options_in(panel(match, RED, "law")) == set()
    play(match, "set:kinds")
    assert "Which kinds" in panel(match, YELLOW, "law")
    shown = match.scene(YELLOW).options
    assert all("<svg" in shown[word].picture for word in match.decisions[0].options if word.startswith("kind:"))
    play(match, "done", "propose")
    for seat in (RED, ORANGE, PURPLE):
        assert set(match.scene(seat).options) == {"accept", "change", "veto"}


def test_what_people_type_is_never_markup() -> None:
    match = play(session(), "law:honour", "text:<script>alert(1)</script> & greet", "propose")
    match.choose(RED, "veto:<b>no</b>")
    match.choose(ORANGE, "change")
    match.choose(PURPLE, "accept")
    for seat in (None, RED, ORANGE):
        shown = match.scene(seat)
        assert "<script>" not in shown.board + "".join(panel.html for panel in shown.panels)
        assert "<b>no</b>" not in "".join(panel.html for panel in shown.panels)


@pytest.mark.rule("facil.shared-damage")
def test_charts_and_rows_follow_the_history() -> None:
    match = end_round(end_round(begin(start(), cards="news")))
    table = charts.rows(match.state, ["Lena", "Sami", "Nur", "Mila"])
    assert table[0][:5] == ["round", "damage added", "damage", "emissions", "rent of Lena"]
    assert [row[:4] for row in table[1:]] == [[0, 0, 0, 56], [1, 6, 6, 56], [2, 6, 12, 56]]
    assert charts.series(match.state, "rent") == [[11, 11, 11], [11, 11, 11], [10, 10, 10], [10, 10, 10]]
    drawn = charts.charts(match.state, ["Lena", "Sami", "Nur", "Mila <b>"], you=1)
    assert "Lena 11, You 11, Nur 10, Mila &lt;b&gt; 10" in drawn and "Mila <b>" not in drawn
    match.state.end, match.state.rents = "session", [11, 16, 10, 10]  # it ends in mid-round
    assert charts.series(match.state, "rent")[1] == [11, 11, 11, 16] and "the end" in charts.charts(match.state)
    for svg in re.findall(r"<svg.*?</svg>", drawn):
        ET.fromstring(svg)


def test_small_letters_are_never_used_on_the_board() -> None:
    assert game.folder is not None
    css = (game.folder / "style.css").read_text(encoding="utf-8")
    sizes = [float(size) for size in re.findall(r"font(?:-size)?:[^;{}]*?([\d.]+)px", css)]
    assert min(sizes) >= 12
    assert len(CELLS) == 48


@pytest.mark.rule("facil.shared-damage", "facil.same-card", "facil.discussion")
def test_the_projector_shows_damage_cities_card_and_prizes() -> None:
    room = CitiesSession(sizes=[4, 3], seed=2, clock=1200.0)
    room.join("<i>Ada</i>")
    assert "&lt;i&gt;Ada&lt;/i&gt;" in projector(room.projector())
    room.start()
    page = projector(room.projector(30.0))
    assert "16 more, and everyone stops" in page and "19:30" in page and page.count('class="city"') == 2
    room.state.total = 16
    room.choose(0, room.matches[0].decisions[0].seat, "end")
    assert "Hold on" in projector(room.projector())
    show(room)
    assert "Climate card 1" in projector(room.projector())
    room.close()
    page = projector(room.projector())
    assert "Greenest player" in page and page.count("hid") == 4


def words_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


@pytest.mark.rule("facil.discussion")
def test_the_wall_shows_every_law_while_it_is_talked_about() -> None:
    """The card is read aloud first; then the wall shows each table's debate, draft, vote and law."""
    room = halted(2, "news")
    show(room, 100.0)
    assert "evw" in projector(room.projector(140.0))
    talk = projector(room.projector(150.0))
    assert "Law time: 2 tables talking" in talk and talk.count("Talking about a law") == 2
    assert talk.count('data-clock="250"') == 2 and "4:10" in talk
    view = room.projector(150.0)
    first, second = view["cities"]
    first["vote"] = {"text": "Trees & <parks>", "votes": [(0, "yes"), (1, ""), (2, "no")]}
    second["drafts"] = 1
    shown = words_of(projector(view))
    assert "Trees &amp; &lt;parks&gt; 2 of 3 have voted" in shown
    assert f"{second['names'][1]} is writing" in shown
    first.update(vote=None, law_left=None, passed="Be kind")
    second.update(drafts=None, law_left=None, passed="", plays_on=True)
    shown = words_of(projector(view))
    assert "Law time: 0 tables talk" in shown and "Be kind ✓ It is law" in shown and "No law" in shown
    second.update(plays_on=False, effect={"gone": 2, "smaller": 0, "renters": 1})
    assert "2\N{NO-BREAK SPACE}gone, 1\N{NO-BREAK SPACE}renter" in projector(view)
    second["effect"] = {}
    assert "spared" in projector(view)


def test_a_message_stands_on_the_wall_whatever_it_shows() -> None:
    room = CitiesSession(sizes=[4, 3], seed=2, clock=1200.0)
    for stage in ("lobby", "playing", "paused", "over"):
        if stage == "playing":
            room.start()
        view = {**room.projector(), "paused": stage == "paused", "message": "Look <here>"}
        if stage == "over":
            room.close()
            view = {**room.projector(), "message": "Look <here>"}
        assert "Look &lt;here&gt;" in projector(view), stage
    room = running(2)
    quiet = {**room.projector(), "paused": True}
    assert "Paused: look up here" in projector(quiet) and "Your turns and clocks wait." in projector(quiet)


def test_the_wall_says_how_to_join_and_what_is_asked() -> None:
    room = CitiesSession(sizes=[4, 3], seed=2)
    join = {"address": "10.0.0.2:8000/join", "code": "123 456", "qr": "<svg>"}
    assert "Scan, or open on your phone 10.0.0.2:8000/join 123 456" in words_of(
        projector(room.projector() | {"join": join})
    )
    unreachable = projector(room.projector() | {"join": join | {"qr": ""}})
    assert "Phones can't reach this machine" in unreachable and "10.0.0.2" not in unreachable
    wall = projector(room.projector() | {"join": join, "story": "Once & again"})
    assert "Once &amp; again" in wall and "at the table with the least damage per round and player." in wall
    room.start()
    asked = {"text": "Was it fair?", "answers": ["Yes", "No"], "votes": [1, 4], "all": 7, "open": False}
    hidden = projector(room.projector() | {"asked": asked})
    assert (
        "Was it fair?" in hidden and "5 of 7 have voted" in hidden and "width:0%" in hidden and "<b>4</b>" not in hidden
    )
    shown = projector(room.projector() | {"asked": asked | {"open": True}})
    assert "width:25%" in shown and "width:100%" in shown and "<b>4</b>" in shown
    seat = beckoning("<Ada>", 2, "<svg>")
    assert "&lt;Ada&gt;, table 2" in seat and "<svg>" in seat


def test_prizes_are_hidden_until_they_are_revealed() -> None:
    room = running(2)
    room.close()
    view = room.projector()
    first, second, *_ = view["prizes"]
    first["winners"] = [{"table": 1, "seats": [2], "names": ["Ada"]}]
    second["winners"] = [{"table": 0, "seats": [0, 1], "names": ["Ben", "Cy"]}]
    assert "Ada" not in projector(view)
    shown = words_of(projector(view | {"revealed": [first["id"], second["id"]]}))
    assert "Ada Table 2" in shown and "Table 1 Ben, Cy" in shown
    first["winners"] = []
    assert "nobody" in projector(view | {"revealed": [first["id"]]})


def test_the_lozenge_of_a_number_goes_with_it_where_a_picture_is_too_small_for_letters() -> None:
    static = Path(tabletown.web.__file__).parent / "static" / "css"
    assert 'class="rc lettering"' in pill(0, 0, "7")
    for sheet in ("pages/primer.css", "pages/result.css", "table/recap.css"):
        hidden = re.findall(r"([^{}]*lettered[^{}]*)\{\s*display: none;", (static / sheet).read_text(encoding="utf-8"))
        assert hidden and all(":is(text, .lettering)" in rule for rule in hidden), sheet


def test_a_caption_beside_the_board_is_broken_in_chinese_too() -> None:
    assert _lines("剩 6 張 氣候卡", 10) == ["剩 6 張", "氣候卡"]
    assert _lines("Torrential Rain", 10) == ["Torrential", "Rain"]


def test_the_title_of_a_card_has_three_lines_at_most() -> None:
    assert _title("蚊患之年大流行") == ["蚊患之年", "大流行"]
    assert _title("Schlechte Nachrichten von anderswo") == ["Schlechte", "Nachrichten", "von anderswo"]
