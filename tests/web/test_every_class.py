"""A class with every game that has one: join, play, come late, a restart, the end, the discussion."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletown.web.testing import Server
from tests.conftest import mostly_long
from tests.waiting import until
from tests.web.people import api
from tests.web.test_classroom import Pupil, Teacher, new_phone

# the number of participants
GAMES = {"broken-cities": 3, "crossroll": 4, "cross-bronx": 3, "new-york-crisis": 4, "right-of-way": 2}


class AnyTeacher(Teacher):
    def makes_a_class(self, game: str, tables: int = 1, **more: str) -> None:
        made = self.post("/class", game=game, title="9b", tables=tables, clock=15, **more)
        assert made.status_code == 303, made.text
        self.code = made.headers["location"].split("/")[2]

    def sees(self, page: str) -> str:
        answer = self.http.get(f"/class/{self.code}/{page}")
        assert answer.status_code == 200, answer.text[-2000:]
        return answer.text


class AnyPupil(Pupil):
    def plays_at_random(self, rng: random.Random, answers: int) -> int:
        """Answer this many questions, as long as there are any."""
        given = 0
        while given < answers and (asked := (seen := self.sees())["asked"]):
            word = rng.choice([option["word"] for option in asked["options"] if not option["word"].endswith(":")])
            wish = {"number": seen["number"], "option": word}
            if self.http.post(api(self.table) + "/choose?scene=no", json=wish).status_code != 200:
                break
            given += 1
        return given


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("classes"), options=("--unlimited", "--pace", "0"))
    server.apart = False
    server.start()
    yield server
    server.stop()


def a_class(server: Server, game: str, people: int) -> tuple[AnyTeacher, list[AnyPupil]]:
    teacher = AnyTeacher(server.url)
    teacher.makes_a_class(game)
    pupils = [AnyPupil(server.url, f"Pupil {number}") for number in range(people)]
    for pupil in pupils:
        pupil.joins_class(teacher.code)
    assert teacher.does("start") == ""
    for pupil in pupils:
        pupil.finds_table(teacher.code)
    return teacher, pupils


@pytest.mark.parametrize("game", mostly_long(GAMES, "broken-cities", "crossroll"))
def test_every_page_of_a_class_opens_before_during_and_after(server: Server, game: str) -> None:
    teacher = AnyTeacher(server.url)
    assert f'value="{game}"' in teacher.http.get(f"/class?game={game}").text
    teacher.makes_a_class(game)
    assert teacher.does("story") == ""
    pupils = [AnyPupil(server.url, f"Pupil {number}") for number in range(GAMES[game])]
    for pupil in pupils:
        pupil.joins_class(teacher.code)
        assert "Before it starts" in pupil.http.get(f"/class/{teacher.code}").text
    for page in ("lead", "projector", "plan", "worksheet"):
        teacher.sees(page)
    assert pupils[0].http.get(f"/class/{teacher.code}/worksheet").status_code == 403
    assert teacher.does("start") == ""
    late = AnyPupil(server.url, "Late")
    late.joins_class(teacher.code)
    for pupil in (*pupils, late):  # latecomers get a seat
        pupil.finds_table(teacher.code)
        assert pupil.table.startswith("/t/")
    rng = random.Random(1)
    assert sum(pupil.plays_at_random(rng, 5) for pupil in pupils)
    for page in ("lead", "projector", "plan"):
        teacher.sees(page)
    assert teacher.does("pause") == "" and "Paused" in teacher.sees("projector") and teacher.does("go-on") == ""
    assert teacher.does("end") == "" and "nded early" in teacher.sees("lead")
    assert teacher.does("end-now") == "" and "The session is over" in teacher.sees("lead")
    assert teacher.does("reveal") == ""
    assert teacher.does("ask", number=0) == ""
    assert pupils[0].post(f"/class/{teacher.code}/vote", question=0, answer=0).status_code == 303
    assert "1 of " in teacher.sees("projector")
    mine = pupils[0].http.get(f"/class/{teacher.code}/mine")
    assert mine.status_code == 200 and "Pupil 0" in mine.text
    for page in ("talk", "report", "turns.csv", "rounds.csv"):
        teacher.sees(page)
    assert teacher.does("forget") == ""
    pages = ("lead", "talk", "report", "turns.csv", "rounds.csv", "projector")
    assert "Pupil 0" not in "".join(teacher.sees(page) for page in pages)


@pytest.mark.parametrize("game", mostly_long(GAMES, "broken-cities", "right-of-way"))
def test_a_class_stands_where_it_stood_after_the_server_died(tmp_path: Path, game: str) -> None:
    server = Server(tmp_path, options=("--unlimited", "--pace", "0"))
    server.start()
    teacher, pupils = a_class(server, game, GAMES[game])
    rng = random.Random(2)
    assert sum(pupil.plays_at_random(rng, 3) for pupil in pupils)
    before = [pupil.sees()["number"] for pupil in pupils]
    server.kill()
    server.start()
    until(lambda: teacher.http.get(f"/class/{teacher.code}/lead").status_code == 200, "the class is back")
    assert [pupil.sees()["number"] for pupil in pupils] == before
    assert "Pause all" in teacher.sees("lead")
    until(lambda: sum(pupil.plays_at_random(rng, 3) for pupil in pupils), "somebody can play on")
    server.stop()


def test_a_class_of_crossroll_plays_in_step_and_goes_on_without_who_is_late(server: Server) -> None:
    teacher, pupils = a_class(server, "crossroll", 3)
    rng = random.Random(3)
    assert "Roll 1: 0 of 3 have played it" in teacher.sees("lead")
    while pupils[0].plays_at_random(rng, 1):
        pass
    assert "Roll 1: 1 of 3 have played it" in teacher.sees("lead")
    assert "1 of 3 have played this roll" in teacher.sees("projector")
    assert "The class is waiting for Pupil 1 and Pupil 2" in teacher.sees("lead")
    new_phone(server, teacher, 1, 0)
    assert "<b>Pupil 1</b> is now playing on another phone" in teacher.sees("lead")  # nobody has a table here
    assert teacher.does("go-without") == ""
    assert "Roll 2: 0 of 1 have played it" in teacher.sees("lead")
    assert pupils[0].sees()["asked"]


def test_an_unknown_game_has_no_class(server: Server) -> None:
    assert AnyTeacher(server.url).http.get("/class?game=chess").status_code == 404


def test_a_ladder_of_matches_seats_everybody_anew_and_forgets_the_names_of_all_rounds(server: Server) -> None:
    teacher = AnyTeacher(server.url)
    teacher.makes_a_class("right-of-way", tables=2)
    pupils = [AnyPupil(server.url, f"Rosalind {letter}") for letter in "ABCD"]
    for pupil in pupils:
        pupil.joins_class(teacher.code)
    assert teacher.does("start") == "" and "Finish this round first" in teacher.does("next-round")
    for pupil in pupils:
        pupil.finds_table(teacher.code)
    before = {pupil.table for pupil in pupils}
    assert teacher.does("end") == "" and teacher.does("end-now") == ""
    assert 'data-do="next-round"' in teacher.sees("lead") and teacher.does("next-round") == ""
    assert "Round 2" in teacher.sees("projector")
    for pupil in pupils:
        pupil.finds_table(teacher.code)
    after = {pupil.table for pupil in pupils}
    assert len(after) == 2 and not after & before
    assert sum(pupil.plays_at_random(random.Random(4), 2) for pupil in pupils)
    old = pupils[0].http.get(api(next(iter(before)))).json()
    assert "Rosalind" in str(old["seats"])
    assert teacher.does("end") == "" and teacher.does("end-now") == "" and teacher.does("forget") == ""
    for table in before | after:
        assert "Rosalind" not in str(teacher.http.get(api(table)).json())


def test_a_latecomer_shares_a_seat_and_has_an_own_one_in_the_next_round(server: Server) -> None:
    teacher, pupils = a_class(server, "right-of-way", 2)
    late = AnyPupil(server.url, "Late")
    late.joins_class(teacher.code)
    late.finds_table(teacher.code)
    assert late.table == pupils[0].table and late.sees().get("holds", []) == []
    assert teacher.does("end") == "" and teacher.does("end-now") == "" and teacher.does("next-round") == ""
    for pupil in (*pupils, late):
        pupil.finds_table(teacher.code)
        assert len(pupil.sees()["holds"]) == 1
    assert late.table != pupils[0].table


def two_pairs_at_play(url: str) -> tuple[AnyTeacher, list[AnyPupil]]:
    """A lesson of Right of Way with four pupils at two tables."""
    teacher = AnyTeacher(url)
    teacher.makes_a_class("right-of-way", tables=2)
    pupils = [AnyPupil(url, f"Pupil {number}") for number in range(4)]
    for pupil in pupils:
        pupil.joins_class(teacher.code)
    assert teacher.does("start") == ""
    for pupil in pupils:
        pupil.finds_table(teacher.code)
    return teacher, pupils


def play_to_the_end(pupils: list[AnyPupil], table: str) -> None:
    there, rng = [pupil for pupil in pupils if pupil.table == table], random.Random(5)
    while sum([pupil.plays_at_random(rng, 50) for pupil in there]):
        pass


def test_a_table_that_finished_early_is_told_what_to_do_and_may_watch_the_others(server: Server) -> None:
    teacher, pupils = two_pairs_at_play(server.url)
    done, other = pupils[0], next(pupil for pupil in pupils if pupil.table != pupils[0].table)
    mine = f"/class/{teacher.code}/mine"
    assert done.http.get(mine).headers["location"] == done.table  # nothing but to play
    play_to_the_end(pupils, done.table)
    assert done.sees()["outcome"]
    assert "Something for them to do:" in teacher.sees("lead")
    page = done.http.get(mine).text
    assert "While the others play" in page and other.table in page and done.table not in page
    assert done.http.get(other.table).status_code == 200
    assert other.http.get(mine).headers["location"] == other.table
    assert teacher.does("mix") != "" and teacher.does("lock") == ""
    assert done.http.get(other.table).status_code == 200
