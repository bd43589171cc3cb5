"""Guided first games on a real server: the coach's words, friendly replies, Back, Skip, and a restart in between."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tabletown import game
from tabletown.learn import course
from tabletown.web.testing import running_server
from tests.waiting import LIMIT
from tests.web.people import Person, Wire

GAMES = ("right-of-way", "crossroll", "broken-cities", "new-york-crisis", "cross-bronx")


def learns(person: Person, name: str) -> str:
    answer = person.post(f"/learn/{name}")
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def until(wire: Wire, step: int, wanted: str | None = None) -> None:
    """Wait until the coach is there."""
    end = time.monotonic() + LIMIT
    while wire.table["lesson"]["step"] != step or (wanted is not None and wire.table["lesson"]["wanted"] != wanted):
        assert time.monotonic() < end
        wire.next()


def play(wire: Wire, name: str, first: int, last: int) -> None:
    """Play from step `first` (from 1) to the beginning of step `last`."""
    steps = course(game(name)).lesson.step
    for number in range(first, last):
        until(wire, number)
        for option in steps[number - 1].expect:
            until(wire, number, option)
            wire.choose(option)
        if not steps[number - 1].expect:
            wire.send("lesson", do="next")
    until(wire, last)


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_is_played_at_a_table_to_its_end_and_then_bots_play(ann: Person, name: str) -> None:
    lesson = course(game(name))
    with ann.at(learns(ann, name), "?scene=no") as wire:
        play(wire, name, 1, len(lesson))
        said = wire.table["lesson"]
        assert said["last"] and said["left_out"] == lesson.lesson.left_out
        assert wire.table["answers"] == len(lesson.log)
        wire.send("lesson", do="skip")
        wire.next(when=lambda t: t["lesson"] is None)
        assert wire.table["asked"] is not None


def test_another_click_gets_its_friendly_answer_and_changes_nothing(ann: Person) -> None:
    with ann.at(learns(ann, "right-of-way")) as wire:
        number = wire.table["number"]
        wire.choose("tile:2-wide")
        assert wire.refused()["text"] == "Read this first, then press Next."
        play(wire, "right-of-way", 1, 3)
        wire.choose("tile:2-wide")
        refused = wire.refused()
        assert refused["code"] == "lesson" and refused["text"].startswith("Save that one for later.")
        wire.send("why", option="plot:E6")
        assert wire.next("why")["text"] == "Not that one today. Look for the outlined one."
        assert wire.table["number"] == number
        wire.send("lesson", do="show")
        until(wire, 4)


def test_an_answer_that_the_coach_stops_leaves_the_one_before_it_played(ann: Person) -> None:
    with ann.at(learns(ann, "right-of-way"), "?scene=no") as wire:
        play(wire, "right-of-way", 1, 3)
        until(wire, 3)
        wanted, before = wire.table["lesson"]["wanted"], wire.table["answers"]
        wire.choose(wanted, then=["plot:A1"])
        assert "Only part of that was played" in wire.next("notice")["text"]
        wire.next(when=lambda table: table["answers"] == before + 1)


def test_the_coach_speaks_the_language_of_whoever_learns(ann: Person) -> None:
    ann.http.get("/?lang=de")
    with ann.at(learns(ann, "right-of-way"), "?scene=no") as wire:
        play(wire, "right-of-way", 1, 3)
        said = wire.table["lesson"]
        assert (said["title"], said["task"]) == ("Nimm den Dreierfächer", "{Click} den Dreierfächer an")
        assert said["say"].startswith("Lege in jedem Zug ein Plättchen.") and said["brief"] in said["say"]
        wire.choose("tile:2-wide")
        assert wire.refused()["text"].startswith("Das kommt später dran.")
        wire.send("why", option="plot:E6")
        assert wire.next("why")["text"] == "Heute nicht das. Such das Umrandete."


def test_back_takes_the_rivals_answers_back_too_and_the_lesson_goes_on(ann: Person) -> None:
    with ann.at(learns(ann, "right-of-way"), "?scene=no") as wire:
        play(wire, "right-of-way", 1, 7)
        after_ines = wire.table["answers"]
        wire.send("lesson", do="back")
        until(wire, 6)
        assert wire.table["answers"] == course(game("right-of-way")).begins[5]
        play(wire, "right-of-way", 6, 7)
        assert wire.table["answers"] == after_ines


def test_a_lesson_outlives_the_server(tmp_path: Path) -> None:
    with running_server(tmp_path, []) as url:
        ann = Person(url, "Ann")
        table = learns(ann, "crossroll")
        with ann.at(table, "?scene=no") as wire:
            play(wire, "crossroll", 1, 9)
    with running_server(tmp_path, []) as url:
        again = Person(url, "Ann")
        again.http.cookies.update(ann.http.cookies)
        with again.at(table, "?scene=no") as wire:
            assert wire.table["lesson"]["step"] == 9
            play(wire, "crossroll", 9, 14)  # with the lesson's luck
            assert wire.table["answers"] == len(course(game("crossroll")).log)


def test_nobody_else_hears_the_coach_or_moves_the_lesson(ann: Person, bo: Person) -> None:
    table = learns(ann, "right-of-way")
    assert bo.http.get(table).status_code in (403, 404)
    with ann.at(table) as wire:
        wire.send("lesson", do="next")
        until(wire, 2)


def test_learn_stands_beside_play_now(ann: Person) -> None:
    page = ann.http.get("/").text
    for name in GAMES:
        assert f'action="/learn/{name}"' in page
    assert "no guided first game" in ann.post("/learn/connect-four").text
