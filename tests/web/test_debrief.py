"""The discussion afterwards: what happened, according to the matches; votes, what-if, the report, downloads, a
rehearsal."""

from __future__ import annotations

import csv
import io
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletown.classroom.pages.debrief import safe
from tabletown.games.broken_cities.classroom.chronicle import Chronicle, moments, tell
from tabletown.games.broken_cities.classroom.pictures import busiest, fan, small, timeline
from tabletown.games.broken_cities.classroom.plan import planned
from tabletown.games.broken_cities.classroom.session import CitiesSession
from tabletown.games.broken_cities.classroom.what_if import ask
from tabletown.kernel import Match
from tabletown.saves.replay import record_of, replayed
from tabletown.web.testing import Server, running_server
from tabletown.web.workers.bots import bot_task, think
from tests.games.broken_cities.rehearsal import play, seat_bots
from tests.waiting import until
from tests.web.test_classroom import Pupil, Teacher, a_class


@pytest.fixture(scope="module")
def played() -> CitiesSession:
    session = CitiesSession(tables=2, seed=3, clock=2400)
    session.state.plan = planned(2, 40)
    session.start()
    rng = random.Random(3)
    play(session, seat_bots(session, rng), rng)
    return session


@pytest.fixture(scope="module")
def first(played: CitiesSession) -> Match:
    match = played.matches[0]
    return replayed(match.game, record_of(match))


@pytest.fixture(scope="module")
def story(first: Match) -> Chronicle:
    return tell(first)


# ------------------------------------------------------------------ what happened


def test_every_turn_is_told_with_what_it_built_and_changed(first: Match, story: Chronicle) -> None:
    bought = [a for a in first.log if a.option.startswith("buy:")]
    assert sum(count for turn in story.turns for count in turn.built.values()) == len(bought) > 10
    city = first.state
    assert len(story.turns) in (
        city.players * city.round,
        city.players * city.round - city.players + city.turn + 1,
    ) or len(story.turns) > city.players * (city.round - 1)
    assert all(turn.emissions[0] >= 0 and turn.round >= 1 for turn in story.turns)


def test_every_proposal_is_told_with_its_votes_and_every_card_with_its_laws(first: Match, story: Chronicle) -> None:
    assert [(held.round, held.card) for held in story.assemblies] == list(first.state.events)
    proposed = [a for a in first.log if a.option == "propose" or a.option.startswith("repeal:")]
    assert len(story.proposals) == len(proposed) > 0
    passed = [proposal for proposal in story.proposals if proposal.law > 0]
    assert len(passed) == first.state.made
    assert all(len(proposal.votes) == first.state.players - 1 for proposal in story.proposals)
    assert {moment.kind for moment in moments(story)} >= {"smoke", "rent"}


def test_what_if_compares_the_same_luck_each_way_and_keeps_the_match_as_it_was(first: Match, story: Chronicle) -> None:
    down = next(proposal for proposal in story.proposals if not proposal.law)
    before = first.number
    found = ask(first, down.number, games=12)
    assert first.number == before and found.games == len(found.without) == len(found.with_law) == 12
    emissions = found.measures[0]
    assert emissions.low <= emissions.difference <= emissions.high
    assert "<svg" in fan(found)
    assert ask(first, down.number, games=12).measures == found.measures  # computed again, it is the same


def test_pictures_of_the_session_say_what_they_show(played: CitiesSession, story: Chronicle) -> None:
    line = timeline(played)
    assert line.count('class="dia"') == len(played.state.halts) >= 2 and f"{played.state.total} at the end" in line
    drawn = small(played, 0, played.state.tables[0].names, story, busiest([story]))
    assert "Table 1" in drawn and drawn.count('class="card"') == 2 * len(story.assemblies)
    rounds = {turn.round for turn in story.turns if turn.built}
    assert drawn.count('class="bt"') == len(rounds) > 0
    passed = sum(1 for proposal in story.proposals if proposal.law)
    numbers = {style: sum(map(int, re.findall(f'mid {style}"[^>]*>(\\d+)<', drawn))) for style in ("ok", "no", "br")}
    broken = sum(len(turn.broke) for turn in story.turns)
    assert numbers == {"ok": passed, "no": len(story.proposals) - passed, "br": broken}


def test_a_plan_spreads_the_cards_over_tables_and_time() -> None:
    assert planned(2, 40)[0] < planned(4, 40)[0] < planned(4, 60)[0] == planned(4, 0)[0]
    for tables in range(1, 7):
        assert planned(tables, 40) == sorted(set(planned(tables, 40))) and len(planned(tables, 40)) == 6


def test_sessions_of_mixed_bots_meet_two_to_four_cards() -> None:
    """A short version of benchmarks/classes.py."""
    good = 0
    for seed in range(12):
        rng = random.Random(seed)
        session = CitiesSession(tables=3, seed=seed, clock=2400)
        session.state.plan = planned(3, 40)
        session.start()
        play(session, seat_bots(session, rng), rng)
        good += len(session.state.halts) in (2, 3, 4)
    assert good >= 10


# ------------------------------------------------------------------ in the browser's words


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("debrief"), options=("--unlimited", "--pace", "0"))
    server.apart = False
    server.start()
    yield server
    server.stop()


def ended(server: Server) -> tuple[Teacher, list[Pupil]]:
    teacher, pupils = a_class(server, 1, 3)
    assert teacher.does("end") == "" and teacher.does("end-now") == ""
    assert "The session is over" in teacher.page()
    return teacher, pupils


def test_prizes_are_revealed_one_by_one_and_questions_voted_on_phones(server: Server) -> None:
    teacher, pupils = ended(server)
    wall = f"/class/{teacher.code}/projector"
    assert teacher.http.get(wall).text.count('class="hid"') == 4
    assert teacher.does("reveal", text="winning_table") == ""
    page = teacher.http.get(wall).text
    assert page.count('class="hid"') == 3 and "Pupil 0, Pupil 1, Pupil 2" in page
    assert "find that prize" in teacher.does("reveal", text="best_hat")
    with pupils[0].at(pupils[0].table) as wire:
        assert teacher.does("ask", number=3) == ""
        assert wire.next("moved")["url"] == f"/class/{teacher.code}/mine"
    assert "Should the people who live with a law" in pupils[0].http.get(f"/class/{teacher.code}/mine").text
    assert pupils[0].post(f"/class/{teacher.code}/vote", question=3, answer=1).status_code == 303
    assert pupils[0].post(f"/class/{teacher.code}/vote", question=3, answer=2).status_code == 303  # changed
    assert pupils[1].post(f"/class/{teacher.code}/vote", question=2, answer=0).status_code == 409
    page = teacher.http.get(wall).text
    assert "1 of 3 have voted" in page and "width:100%" not in page  # nobody sees the votes yet
    assert teacher.does("open-votes", number=3) == "" and "width:100%" in teacher.http.get(wall).text
    assert "(CSV)" in teacher.http.get(f"/class/{teacher.code}/talk").text


def test_the_report_the_rows_and_a_pupils_own_page(server: Server) -> None:
    teacher, pupils = ended(server)
    report = teacher.http.get(f"/class/{teacher.code}/report").text
    assert report.count('class="a4"') == 2 and "Laws after each card" in report
    rows = list(csv.reader(io.StringIO(teacher.http.get(f"/class/{teacher.code}/turns.csv").text)))
    assert rows[0][:4] == ["table", "round", "turn", "player"] and all(len(row) == len(rows[0]) for row in rows)
    assert not any(cell == "'" for row in rows for cell in row) and safe(["=1+1", "", "Ada", 3]) == [
        "'=1+1",
        "",
        "Ada",
        3,
    ]
    own = pupils[2].http.get(f"/class/{teacher.code}/mine").text
    assert "Pupil 2, table 1" in own and "Your turns" in own
    assert Pupil(server.url, "Eve").http.get(f"/class/{teacher.code}/mine").status_code == 303
    plan = teacher.http.get(f"/class/{teacher.code}/plan").text
    assert "in 60 minutes" in plan and "The sea does not stop at the promenade" in plan
    assert pupils[0].http.get(f"/class/{teacher.code}/plan").status_code == 403
    assert teacher.http.get(f"/class/{teacher.code}/what-if?table=0&at=1").status_code == 404


def test_a_teacher_rehearses_alone_with_bots(server: Server) -> None:
    teacher = Teacher(server.url)
    made = teacher.post("/class", title="Rehearsal", tables=1, clock=40, rehearse="yes")
    teacher.code = made.headers["location"].split("/")[2]
    assert "4<small>of 4 joined" in (page := teacher.page()) and "<small>away" not in page
    assert teacher.does("start") == ""

    def over() -> bool:
        page = teacher.page()
        assert 'data-do="show"' not in page or teacher.does("show") == ""
        return "The session is over" in page

    until(over, "the rehearsal ends")
    assert teacher.does("reveal") == ""
    wall = teacher.http.get(f"/class/{teacher.code}/projector").text
    assert 'class="hid"' not in wall and re.search(r"Ada|Ben|Cleo|Dov", wall)
    talk = teacher.http.get(f"/class/{teacher.code}/talk").text
    assert 'class="tline"' in talk and "Decisions that mattered" in talk
    if found := re.search(r'data-what="([^"]+)"', talk):
        answer = teacher.http.get(f"/class/{teacher.code}/what-if?{found[1].replace('&amp;', '&')}")
        assert answer.status_code == 200 and "100 games each" in answer.text
        assert "bots play for you" in answer.text and "your table ended with" in answer.text


def test_a_rehearsal_can_be_followed(tmp_path: Path) -> None:
    """Nobody sits at its tables, but its bots take their time because the facilitator is watching."""
    with running_server(tmp_path, options=("--unlimited", "--pace", "0.2")) as url:
        teacher = Teacher(url)
        made = teacher.post("/class", tables=1, clock=40, rehearse="yes")
        teacher.code = made.headers["location"].split("/")[2]
        began = time.monotonic()
        assert teacher.does("start") == ""
        until(lambda: "round 2" in teacher.page(), "round 2")
        took, table = time.monotonic() - began, next(iter(re.findall(r'href="/t/([^"]+)"', teacher.page())))
        answers = teacher.http.get(f"/api/tables/{table}?scene=no").json()["number"]
        assert took > 0.6 * 0.3 * answers, f"{answers} answers in {took:.1f} s"  # some come without being asked
        # a bot that is thinking when everything is paused withholds its answer
        assert teacher.does("pause") == ""
        numbers = []
        for wait in (0.0, 1.0):
            time.sleep(wait)  # five times a bot's pause: nothing may arrive
            numbers.append(teacher.http.get(f"/api/tables/{table}?scene=no").json()["number"])
        assert numbers[0] == numbers[1]
        assert teacher.does("go-on") == ""
        until(
            lambda: teacher.http.get(f"/api/tables/{table}?scene=no").json()["number"] > numbers[0],
            "the bots go on",
        )


def test_a_bot_that_is_asked_the_same_again_need_not_answer_the_same_again(first: Match) -> None:
    """A bot that overlooks the way out of a form would go in circles for ever."""
    menus = (first.at(number) for number in range(20, first.number))
    asked = next(at for at in menus if at.decisions[0].seat >= 0 and len(at.decisions[0].options) > 3)
    seat = asked.decisions[0].seat
    thoughts = [bot_task(asked, seat, "good")._replace(number=number) for number in range(40)]
    assert len({think(asked.game, each).option for each in thoughts}) > 1
    assert think(asked.game, thoughts[0]).option == think(asked.game, thoughts[0]).option
