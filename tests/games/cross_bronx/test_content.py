"""Errors in a content file name the file, the entry and the field."""

import shutil

import msgspec
import pytest

from tabletown.games.cross_bronx import components, game, predicates, setups
from tabletown.games.cross_bronx.components import CONTENT, EVENTS
from tabletown.games.cross_bronx.rules import counters
from tabletown.games.cross_bronx.rules.verbs import AT_ONCE, PIECES, check_verbs
from tabletown.games.cross_bronx.view.effects import effects_in_words
from tabletown.kernel import load_content
from tabletown.kernel.errors import ContentError
from tabletown.rulebook import chapter_titles, load_rulebook

FILES = {
    "board": (components.Board, components.check_board),
    "events": (components.EventsFile, components.check_events),
    "positions": (components.PositionsFile, components.check_positions),
    "setups": (setups.SetupsFile, setups.check_setups),
    "chart": (components.Chart, components.check_chart),
}


@pytest.mark.parametrize(
    ("file", "old", "new", "complaint"),
    [
        ("board", "adjacent = [2, 3, 4]", "adjacent = [2, 3, 4, 9]", "adjacency is mutual"),
        ("board", "spaces = 4", 'spaces = "four"', "Expected `int`"),
        ("events", "change = -1", "chance = -1", "unknown field `chance`"),
        ("events", "year = 1941", "year = 1951", "Event 002: 1951 is not in its Decade"),
        ("events", "where = [9]", "where = [7]", "no such District"),
        (
            "events",
            'order = ["private", "public", "community"]',
            'order = ["private", "private", "community"]',
            "Event 001",
        ),
        ("positions", 'priority_objective = "public-relations"', 'priority_objective = "grassroots"', "'workhorse'"),
        ("positions", 'instruction = "budget-best"', 'instruction = "budget-worst"', "no instruction 'budget-worst'"),
        (
            "positions",
            '"own-tiles-unfilled <= 2", "unhoused',
            '"own-tiles-filled <= 2", "unhoused',
            "'own-tiles-filled <= 2' is",
        ),
        ("positions", 'when = "own-tiles-unfilled > 0"', 'when = "here.own-tiles > 0"', "may not speak of 'here'"),
        ("positions", 'restriction = "here.own-tiles = 0"', 'restriction = "there.own-tiles = 0"', "of 'there'"),
        ("positions", 'only = ["here.own-tiles = 0"]', 'only = ["here.own-tiles == 0"]', "instruction 'house-new'"),
        ("positions", 'first = ["least rival-tiles"]', 'first = ["fewest rival-tiles"]', "orders no Districts"),
        ("chart", 'keep = "most own-tiles"', 'keep = "most tiles"', "row 11: 'most tiles' orders no Districts"),
        ("chart", "rows = [1, 9, 11, 12]", "rows = [1, 9, 13]", "column 'place-population'"),
        ("setups", "pop = 5, vul = 1", "pop = 6, vul = 1", "setup 1940, District 1"),
        ("setups", "unhoused = { pop = 0, vul = 0 }", "unhoused = { pop = 1, vul = 0 }", "unhoused beside free room"),
        ("setups", 'orgs = ["community", "public"]', 'orgs = ["public", "public"]', "two Organizations of one Faction"),
    ],
)
def test_a_mistake_names_file_entry_and_field(tmp_path, file, old, new, complaint):
    path = tmp_path / f"{file}.toml"
    shutil.copy(CONTENT / f"{file}.toml", path)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ContentError) as error:
        load_content(path, *FILES[file])
    assert complaint in str(error.value) and file in str(error.value)


@pytest.mark.parametrize("file", FILES)
def test_the_content_that_ships_is_sound(file):
    load_content(CONTENT / f"{file}.toml", *FILES[file])


def test_every_counter_that_content_may_name_is_counted():
    assert set(counters.BOARD_COUNTERS) == predicates.BOARD_COUNTERS
    assert set(counters.DISTRICT_COUNTERS) == predicates.DISTRICT_COUNTERS


def test_no_two_events_have_the_same_effects():
    seen: dict[str, int] = {}
    for event in components.EVENTS.values():
        words = repr(event.effects)
        assert words not in seen, f"Events {seen[words]:03} and {event.number:03} do the same"
        seen[words] = event.number
    assert len(seen) == len(components.EVENTS)


def test_every_verb_of_the_events_has_one_row() -> None:
    """Each verb has one table row with its effect, its condition and, if it happens at once, its text."""
    assert not PIECES.keys() & AT_ONCE.keys()
    wrong = msgspec.structs.replace(EVENTS[90], effects=[components.Effect(do="boo")])
    with pytest.raises(ContentError, match=r"events\.toml: Event 090: there is no verb 'boo'"):
        check_verbs([wrong])
    for event in EVENTS.values():
        for effect in event.effects:
            assert effect.do not in AT_ONCE or AT_ONCE[effect.do].says(effect).render() in effects_in_words([effect])


def test_chapters_of_the_rulebook_have_headings_that_people_read() -> None:
    book = load_rulebook(game)
    titles = chapter_titles(book)
    assert (titles["infra"], titles["np"], titles["board"]) == ("Infrastructure", "Non-Player Factions", "Board")
    assert {chapter.id for chapter in book.chapter} <= {clause.id.partition(".")[0] for clause in book.rule}
