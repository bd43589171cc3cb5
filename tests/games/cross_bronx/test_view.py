"""What people see: the board, the panels, labels for every option, the Record."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from itertools import permutations

import msgspec
import pytest
from PIL import ImageFont

from tabletown.drawing import esc
from tabletown.drawing.raster import FONTS
from tabletown.games.cross_bronx import game
from tabletown.games.cross_bronx.components import BOARD, EVENTS, POSITIONS, WORDS
from tabletown.games.cross_bronx.options import STREET_ORG_WORDS
from tabletown.games.cross_bronx.rules.asking import Question
from tabletown.games.cross_bronx.rules.counters import numbers
from tabletown.games.cross_bronx.state import (
    ACTIVE,
    ADJACENT,
    AUDIT_ROWS,
    CENSUS,
    CODES,
    DISTRICTS,
    FACE_DOWN,
    GRANT,
    LOAN,
    NUMBERS,
    ORG,
    Bronx,
)
from tabletown.games.cross_bronx.view import scene, text
from tabletown.games.cross_bronx.view.board import draw
from tabletown.games.cross_bronx.view.cards.clippings import clipping, clippings, source_in_words
from tabletown.games.cross_bronx.view.cards.objectives import objectives
from tabletown.games.cross_bronx.view.cards.positions import conditions, goal, held, rows
from tabletown.games.cross_bronx.view.describe import BRANCH_SENTENCES, describe, purpose_of
from tabletown.games.cross_bronx.view.drawing import layout
from tabletown.games.cross_bronx.view.effects import effects_in_words
from tabletown.games.cross_bronx.view.panels import audit
from tabletown.games.cross_bronx.view.reports import record
from tabletown.games.cross_bronx.view.reports.record import draw as draw_record
from tabletown.kernel import Described, Match, Text, load
from tabletown.learn.background import load_background
from tests.games.cross_bronx.make_fixtures import FIXTURES

NAMES = ("Public", "Community", "Private")


def start(session: str = "1940", **options: str) -> Bronx:
    s: Bronx = game.rules.setup(3, game.options({"session": session, **options}))
    s.current, s.upcoming, s.round = s.bag[0], s.bag[1], 1
    return s


def walk(seed: int, **options: str) -> Match:
    """A random match to its end, with every question checked."""
    match = Match(game, 3, options, seed=seed)
    rng = random.Random(seed)
    while not match.over:
        decision = match.decisions[0]
        match.choose(decision.seat, rng.choice(list(decision.options)))
    return match


# ------------------------------------------------------------------ the plan


def test_the_layout_has_every_district_and_every_space() -> None:
    assert layout.NUMBERS == NUMBERS
    for d, district in enumerate(BOARD.district):
        assert len(layout.DISTRICTS[d].spaces) == district.spaces


def test_no_two_tiles_overlap() -> None:
    tile = layout.PLAN.field.tile
    spaces = [at for plan in layout.DISTRICTS for at in plan.spaces]
    for i, (x, y) in enumerate(spaces):
        for ox, oy in spaces[i + 1 :]:
            assert abs(x - ox) >= tile or abs(y - oy) >= tile, ((x, y), (ox, oy))


@pytest.mark.rule("board.adjacency.border-or-corner", "board.districts.seven")
def test_districts_that_share_a_point_of_their_outline_are_the_adjacent_ones_across_no_river() -> None:
    for d in DISTRICTS:
        for other in DISTRICTS:
            if d == other or 9 in (NUMBERS[d], NUMBERS[other]):
                continue  # District 9 is across the Bronx River
            shared = set(layout.DISTRICTS[d].outline) & set(layout.DISTRICTS[other].outline)
            assert bool(shared) == (other in ADJACENT[d]), (NUMBERS[d], NUMBERS[other])


def test_the_board_is_well_formed_and_marks_exactly_the_options() -> None:
    s = start("1970")
    words = ["district:1", "tile:9a", "org:9b:public", "street:3", "box:act"]
    options = {word: Described(f"say {word}", gain="Place: 2" if word == "district:1" else "") for word in words}
    picture = draw(s, options)
    ET.fromstring(picture)
    shown = set(re.findall(r'data-option="([^"]+)"', picture))
    assert shown == set(options)
    assert 'aria-label="say tile:9a"' in picture and "Place: 2" in picture
    assert 'data-word="district:2"' in picture, "what is no option may be asked about"


def test_a_place_is_one_sentence_on_the_board_enlarged_and_in_the_text_view() -> None:
    s = start("1970")
    picture = draw(s, {"district:1": Described("Act here")})
    titles = set(re.findall(r"<title>([^<]+)</title>", picture))
    lines = [line.strip().removesuffix(".") for line in text(s, None, NAMES).splitlines()]
    told = [line for line in lines if re.match(r"District \d, |\d[a-d]: ", line)]
    assert len(told) == len(DISTRICTS) + sum(owner >= 0 for owner in s.owner)
    assert {esc(line) for line in told} <= titles, "what is seen is what is heard"
    large = picture.split('popover="auto"')[1:]
    assert all(f'aria-label="{esc(line)}"' in "".join(large) for line in told if line.startswith("District"))
    assert "Fordham" in picture and "Morris Heights &" not in picture


def test_nothing_is_marked_while_nobody_is_asked() -> None:
    picture = draw(start())
    assert "data-option" not in picture and "data-word" not in picture


def test_every_piece_is_drawn_once() -> None:
    s = start("1970")
    picture = draw(s)
    board = picture.split('popover="auto"')[0]
    assert board.count('<g id="tile-') == sum(owner >= 0 for owner in s.owner)
    assert board.count('class="space"') == s.owner.count(-1)
    assert "Blight" in board and "Losses" in board


def test_letters_are_never_smaller_than_twelve_pixels() -> None:
    assert game.folder is not None
    css = (game.folder / "style.css").read_text(encoding="utf-8")
    sizes = [float(size) for size in re.findall(r"font(?:-size)?:[^;}]*?(\d+(?:\.\d+)?)px", css)]
    assert sizes and min(sizes) >= 12


def test_every_selector_stays_within_the_game() -> None:
    assert game.folder is not None
    css = re.sub(r"/\*.*?\*/", "", (game.folder / "style.css").read_text(encoding="utf-8"), flags=re.S)
    css = re.sub(r"^(\.lesson|:is\(\.lesson, \.art\)) ", "", css, flags=re.M)  # styles for guided games and figures
    for block in re.findall(r"([^{}]+)\{", css):
        for selector in block.split(","):
            selector = selector.strip()
            assert selector.startswith((".cb", "@media")) or not selector or selector[0] in "0123456789(", selector


# ------------------------------------------------------------------ clippings


def test_every_event_has_words_for_its_effects() -> None:
    for event in EVENTS.values():
        words = effects_in_words(event.effects)
        assert words.endswith(".") and "None" not in words and "{" not in words
    assert effects_in_words(EVENTS[2].effects) == "Remove 2 Population. Remove 1 Vulnerability from Corrections."
    assert effects_in_words(EVENTS[6].effects) == "Place 1 Organization of any Faction with a Grant."


@pytest.mark.rule("event-round.visible-cards")
def test_a_clipping_says_where_its_history_is_from() -> None:
    """Every clipping with a source names its site; the credits explain those without."""
    assert source_in_words(EVENTS[12]) == "Source: snaccooperative.org"
    for event in EVENTS.values():
        said = source_in_words(event)
        assert (said.startswith("Source: ") and said in clipping(event)) if event.source else not said
        assert said not in ("Source: ", "Source: None") and ('class="src"' in clipping(event)) == bool(event.source)
    background = load_background(game)
    assert background is not None and "no source was consulted" in background.note


@pytest.mark.rule("event-round.visible-cards", "round-end.reveal-next")
def test_both_cards_that_are_face_up_show_effect_order_and_critical_mark() -> None:
    s = start()
    s.current, s.upcoming = 2, 6
    html, words = clippings(s), text(s, None, NAMES)
    for event in (EVENTS[2], EVENTS[6]):
        order = ", ".join(faction.title() for faction in event.order)
        effect = effects_in_words(event.effects)
        assert event.headline in html and effect in html and f"Order: {order}" in html
        said = next(line for line in words.splitlines() if event.headline in line)
        assert effect in said and f"Order: {order}." in said and (" Critical." in said) == event.critical
    now, then = html.split('class="clip next"')
    assert 'class="crit"' in then and 'class="crit"' not in now
    assert EVENTS[2].context in html and EVENTS[6].context not in html
    assert "Now: No. 002" in now and "Next: No. 006" in then
    help = re.sub(r"<svg.*?</svg> ", "", then.rpartition('<p class="help">')[2])
    assert f"If nobody takes it, {EVENTS[2].order[0].title()}, listed first, performs it." in help


@pytest.mark.rule("census.next-card-visible")
def test_before_a_census_only_the_census_is_face_up() -> None:
    s = start()
    s.current, s.upcoming = 6, CENSUS
    assert "The Census of 1950" in clippings(s) and "Next: the Census of 1950." in text(s, None, NAMES)
    s.current = CENSUS
    assert "Next" not in clippings(s) and "Next" not in text(s, None, NAMES)


@pytest.mark.rule("positions.card.fields", "positions.goal.star")
def test_a_held_position_and_its_state_are_open_in_picture_and_words() -> None:
    s = start(positions="one-random")
    card = next(card for card in POSITIONS if card.id == "fiscal-monitor")
    s.position, s.stars = [POSITIONS.index(card), -1, -1], [1, 0, 0]
    panel, words = held(s), text(s, None, NAMES)
    assert "Position of Public: Fiscal Monitor, 1 of 2 Goal Stars. Priority Objective: " in words
    for row in conditions(s, card):
        assert f"{row.words} (now: {'yes' if row.met else 'no'})" in words and esc(row.words) in panel
    assert f"Goal: {goal(card)}." in words and esc(goal(card)) in panel


def test_the_goal_of_a_position_reads_as_one_phrase() -> None:
    """Action, option and restriction read as one phrase: no "move by moving"."""
    for card in POSITIONS:
        action, option = (card.player.goal.action, card.player.goal.option)
        verb = WORDS.option[f"{action}.{option}"].split()[0].removesuffix("e")
        assert f"{verb}ing" not in goal(card), goal(card)
    said = {card.id: goal(card) for card in POSITIONS}
    assert said["clearance-agent"] == "Relocate, move in Population from a troubled District to one that is not"
    assert said["bondholder"] == "Suburbanize, remove Population including some that is unhoused"


@pytest.mark.rule("np.resolve.first-row", "np.select.priority-list")
def test_the_rows_of_a_non_player_are_open_in_picture_and_words() -> None:
    s = start(private="non-player")
    card = next(card for card in POSITIONS if card.id == "loss-leader")
    s.position = [-1, -1, POSITIONS.index(card)]
    panel, words = held(s), text(s, None, NAMES)
    assert "Boxes: React, Act, Plan." in words
    for number, row in enumerate(rows(s, card), 1):
        tick = "yes" if row.met else "no"
        assert f"  {number}. {row.words} (now: {tick}) → {row.leads}. {row.how}." in words
        assert esc(row.words) in panel and esc(row.how) in panel


@pytest.mark.rule("positions.setup.draw-two")
def test_choosing_one_of_two_positions_shows_both_cards_in_full() -> None:
    match = Match(game, 3, {"positions": "draw-two"}, seed=4)
    asked = match.decisions[0]
    assert len(asked.options) == 2 and asked.options[0].startswith("position:")
    scene = match.scene(asked.seat)
    (offer,) = [panel for panel in scene.panels if panel.id == "offer"]
    assert offer.place == "dialog" and scene.confirm, "a card is looked at before it is kept"
    for word in asked.options:
        card = next(card for card in POSITIONS if f"position:{card.id}" == word)
        assert f'data-option="{word}"' in offer.html and word in scene.options
        both = conditions(match.state, card)
        parts = [row.words for row in both] + [goal(card), card.title]
        shown = [*parts[:2], *goal(card).split(", ", 1), card.title, *(row.now for row in both)]
        shown += [row.words for row in rows(match.state, card)]
        assert all(esc(part) in offer.html for part in shown)
        assert offer.html.count('class="yes"') + offer.html.count('class="no"') == 4
        f = ["public", "community", "private"].index(card.faction)
        for when, row in zip(card.player.conditions, both, strict=True):
            assert row.now.split()[-1] in ("nowhere", str(numbers(when, match.state, f)[-1]), "District", "Districts")
        assert all(part in scene.options[word].label for part in parts[:4])
        assert f"Goal Stars: {card.target}" in scene.options[word].label
    others = [match.scene(seat).panels for seat in range(3) if seat != asked.seat]
    assert all(panel.id != "offer" for panels in others for panel in panels)


# ------------------------------------------------------------------ panels


def test_objectives_say_whether_they_would_score_now_and_why_not() -> None:
    s = start()
    html = objectives(s)
    assert "Public: 1 of 4 now" in html
    assert "1 Social against 0 Economic Coalitions." in html
    s.resources[0] = -3
    assert "Public is 3 Resources in debt." in objectives(s)


@pytest.mark.rule("audit-markers.window")
def test_the_audit_is_only_shown_when_the_rules_let_people_calculate() -> None:
    s = start()
    assert "<table" not in audit(s)
    from tabletown.games.cross_bronx.rules.audit import audit as calculate

    s.audit = calculate(s)
    html = audit(s)
    assert html.count("<tr") == len(AUDIT_ROWS) + 6
    assert "+3" in html and "−1" in html and "−4" in html, "the untouched board of 1940"


# ------------------------------------------------------------------ words


@pytest.mark.parametrize("seed", range(3))
def test_every_option_of_a_match_has_a_sentence(seed: int) -> None:
    options = [{"positions": "draw-two"}, {"session": "1970"}, {"session": "1980", "partner_consent": "yes"}][seed]
    match = Match(game, 3, options, seed=seed)
    rng = random.Random(seed)
    seen: set[str] = set()
    while not match.over:
        decision = match.decisions[0]
        purpose = purpose_of(decision)
        for word in decision.options:
            say = describe(match.state, decision, word).label
            assert say and say[0].isupper() and "{" not in say, (purpose, word, say)
            assert say != word, f"no words for {word} ({purpose})"
        if purpose not in seen:
            seen.add(purpose)
            drawn = match.scene(decision.seat)
            assert set(drawn.options) == set(decision.options)
            for word, option in drawn.options.items():
                assert not option.place or f'id="{option.place}"' in drawn.board, f"{word} lies at no {option.place}"
            ET.fromstring(drawn.board)
            assert str(decision.options[0]) and drawn.text
        match.choose(decision.seat, rng.choice(list(decision.options)))
    assert len(seen) > 15


def test_unhoused_organizations_that_differ_in_their_state_alone_have_labels_of_their_own() -> None:
    s = start()
    question = Question(0, Text("pick"), STREET_ORG_WORDS, purpose="remove-organization")
    markers = (0, GRANT, LOAN, GRANT | FACE_DOWN, LOAN | FACE_DOWN)
    states = {ORG | active | marker for active in (0, ACTIVE) for marker in markers}
    words = [word for entry, word in enumerate(STREET_ORG_WORDS) if entry % CODES in states]
    labels = [describe(s, question, word).label for word in words]
    assert len(set(labels)) == len(labels)


def test_branches_of_actions_have_words() -> None:
    from tabletown.games.cross_bronx.rules.actions import ACTIONS

    for action in ACTIONS.values():
        if len(action.branches) > 1:
            for branch in action.branches:
                assert f"{action.id}.{branch.option}" in BRANCH_SENTENCES


def test_the_text_tells_every_district_faction_and_track() -> None:
    s = start("1970")
    s.bonds[3 * 2 + 1] = 1  # of Private, in the box of the 1970s
    words = text(s, 0, NAMES)
    for number in NUMBERS:
        assert f"District {number}," in words
    for part in (
        f"Public (you): {s.resources[0]} Resources",
        f"Corrections {s.corrections} of 10",
        "Losses 0 of 8",
        "Blight",
        "Bonds due: Private 1970",
    ):
        assert part in words, part
    assert words.count("tile") >= sum(owner >= 0 for owner in s.owner)


# ------------------------------------------------------------------ the Record


def test_the_record_shows_every_performed_event_in_its_factions_lane() -> None:
    match = walk(11, public="non-player", private="non-player")
    s = match.state
    picture = draw_record(s)
    ET.fromstring(picture)
    lanes = picture.split('popover="auto"')[0]
    assert lanes.count('class="cp"') == sum(entry < 1000 for entries in s.record for entry in entries)
    assert lanes.count('class="ps"') == sum(entry >= 1000 for entries in s.record for entry in entries)
    assert str(game.rules.outcome(s).reason.render(NAMES))[:20] in re.sub("&#x27;", "'", picture)  # type: ignore[union-attr]
    for title in ("Population", "Vulnerabilities", "Losses", "Resources"):
        assert f">{title}</text>" in picture


def test_a_headline_stays_on_its_clipping_in_the_font_of_pictures() -> None:
    font = ImageFont.truetype(str(FONTS / "DejaVuSerif-Bold.ttf"), 13)
    for event in EVENTS.values():
        lines = record._clipped(f"{event.year} {event.headline}")
        longest = max(font.getlength(line) for line in lines)
        assert 8 + longest <= record._width(lines) - 1, lines


def test_at_the_end_the_record_is_the_picture_and_the_text_tells_it() -> None:
    match = walk(12)
    drawn = scene(match.state, 0, None, NAMES)
    assert "The Record" in drawn.board and "Final map" in drawn.board
    assert "The Record" in drawn.text
    ET.fromstring(drawn.board)


def test_the_record_of_linked_sessions_tells_all_of_them() -> None:
    match = load((FIXTURES / "linked.json").read_text(encoding="utf-8"), lambda id: game)
    s = match.state
    picture = draw_record(s)
    ET.fromstring(picture)
    lanes = picture.split('popover="auto"')[0]
    assert lanes.count('class="cp"') == sum(entry < 1000 for entries in s.record for entry in entries)
    places = [float(x) for x in re.findall(r'class="cp" transform="translate\(([-\d.]+) ', lanes)]
    assert places and 100 < min(places) < max(places) < 904, "every clipping is on the page"
    for session in s.sessions:
        assert f"{session.start} to {session.last + 10}. " in lanes
        for f, name in enumerate(NAMES):
            assert f'aria-label="{name} {session.vp[f]} Victory Points"' in lanes
    carried = [session.tally[f]["bonus"] for session in s.sessions for f in range(3) if "bonus" in session.tally[f]]
    assert carried and lanes.count("Victory Points carried over: ") == sum(
        any("bonus" in tally for tally in session.tally) for session in s.sessions
    )
    population = picture.split('aria-label="Population 1940 to 2000')[1].split("</svg>")[0]
    assert population.count('class="l0"') == 3, "a line for each Session over one axis"
    drawn = scene(s, 0, None, NAMES)
    assert drawn.text.count("carried over") == drawn.panels[-1].html.count("carried over") > 0


def test_the_record_of_six_decades_is_a_chapter_for_every_two() -> None:
    s = load((FIXTURES / "six-decades.json").read_text(encoding="utf-8"), lambda id: game).state
    lanes = draw_record(s).split('popover="auto"')[0]
    assert lanes.count(">Community</text>") == (s.decade - 1940) // 20 + 1
    assert lanes.count('class="cp"') == sum(entry < 1000 for entries in s.record for entry in entries)


@pytest.mark.rule("board.roads.no-effect")
def test_expressways_are_drawn_as_far_as_they_were_built() -> None:
    names = [road.name for road in layout.PLAN.road]
    cross_bronx, bruckner = (
        layout.PLAN.road[names.index(f"{name} Expressway")] for name in ("Cross Bronx", "Bruckner")
    )
    done = next(event for event in EVENTS.values() if event.headline == "After 24 Years, the Expressway Is Done")
    assert cross_bronx.opened == f"1948-{done.year}" == "1948-1972", "as the introduction says (1.0)"
    assert "Cross Bronx Expressway, 1948–1972" in layout.names()
    assert [layout.progress(cross_bronx, decade) for decade in (1940, 1950, 1960, 1970)] == [
        "work",
        "work",
        "work",
        "open",
    ]
    assert [layout.progress(bruckner, decade) for decade in (1940, 1950, 1960, 1970)] == [
        "plan",
        "work",
        "work",
        "open",
    ]
    assert "planned" in layout.ground(1940) and "planned" not in layout.ground(1990)


def test_positions_of_one_decade_stand_beside_or_above_each_other_in_the_record() -> None:
    first = [number for number, card in enumerate(POSITIONS) if card.faction == "public"][:3]
    s = msgspec.structs.replace(walk(1).state, record=[[194000 + number for number in first], [], []])
    spots = re.findall(r'class="ps" transform="translate\(([\d.]+) ([\d.]+)\)"><rect width="([\d.]+)"', draw_record(s))
    boxes = [(float(x), float(y), float(width)) for x, y, width in spots]
    assert len(boxes) == 3
    for (x, y, _), (other, high, width) in permutations(boxes, 2):
        assert y != high or x >= other + width or x < other, "one over another"
    assert len({(x, y) for x, y, _ in boxes}) == 3
