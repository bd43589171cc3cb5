"""A stranger with a class's code, and a pupil with much time: what they can't get."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tabletown.web.app import make_app
from tabletown.web.settings import Settings
from tabletown.web.testing import running_server
from tests.waiting import LIMIT
from tests.web.people import Person, in_a_loop
from tests.web.test_classroom import Pupil, Teacher


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    options = ["--workers", "0", "--unlimited", "--limit", "codes=0,20", "--limit", "joins=0,6"]
    with running_server(tmp_path_factory.mktemp("school"), (), options) as url:
        yield url


def at(person: Person, address: str) -> None:
    person.http.headers["X-Forwarded-For"] = address


def a_class(url: str, address: str, tables: int = 1) -> Teacher:
    teacher = Teacher(url)
    at(teacher, address)
    teacher.makes_a_session(tables)
    return teacher


def test_wrong_codes_count_at_the_page_for_joining(school: str) -> None:
    teacher, eve = a_class(school, "203.0.113.1"), Person(school)
    at(eve, "203.0.113.2")
    wrong = [number for number in range(200_000, 200_030) if str(number) != teacher.code]
    answers = [eve.http.get("/join", params={"code": number}).status_code for number in wrong]
    assert answers[:20] == [404] * 20 and set(answers[20:]) == {429}
    assert eve.http.get("/join", params={"code": teacher.code}).status_code == 429
    assert eve.http.get("/join").status_code == 200


def test_one_phone_does_not_fill_a_class_and_all_can_be_removed(school: str) -> None:
    teacher, other = a_class(school, "203.0.113.3", 3), Pupil(school, "Ada")
    answers = []
    for number in range(9):
        pupil = Pupil(school, f"Eve {number}")  # without the previous one's cookie
        at(pupil, "203.0.113.4")
        answers.append(pupil.post("/join", code=teacher.code, name=pupil.name).status_code)
    assert answers == [303] * 6 + [429] * 3
    at(other, "203.0.113.5")
    other.joins_class(teacher.code)
    assert 'data-do="remove-all"' in teacher.page() and "Eve 3" in teacher.page()
    assert teacher.does("remove-all") == ""
    assert "Eve" not in teacher.page() and "Ada" not in teacher.page()


def test_pupils_read_the_chat_of_their_own_table_and_few_questions_reach_the_desk(school: str) -> None:
    teacher, pupils = a_class(school, "203.0.113.6", 2), [Pupil(school, f"Pupil {n}") for n in range(6)]
    for number, pupil in enumerate(pupils):
        at(pupil, f"203.0.113.{number + 10}")
        pupil.joins_class(teacher.code)
    assert teacher.does("start") == ""
    for pupil in pupils:
        pupil.finds_table(teacher.code)
    ada = pupils[0]
    mate = next(pupil for pupil in pupils[1:] if pupil.table == ada.table)
    stranger = next(pupil for pupil in pupils[1:] if pupil.table != ada.table)
    with ada.at(ada.table) as wire, mate.at(ada.table) as near, stranger.at(ada.table) as far:
        for number in range(5):
            wire.send("say", text=f"? question {number}")
        wire.send("say", text="the last line")
        last = "the last line"
        near.next("chat", lambda chat: last in [line["text"] for line in chat["lines"]])
        assert "questions are still waiting" in wire.next("notice")["text"]
        far.send("ping")
        far.next("pong")
        assert not any("question" in text or last in text for text in far.heard)
    with stranger.at(ada.table) as far:
        assert far.next("chat")["lines"] == []
    with teacher.at(ada.table) as desk:
        assert last in [line["text"] for line in desk.next("chat")["lines"]]
    page = teacher.page()
    assert "question 2" in page and "question 3" not in page


def test_a_code_alone_neither_lists_who_is_away_nor_takes_a_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabletown.classroom.seating.AWAY", -1.0)  # everybody who isn't connected

    async def go() -> None:
        app = make_app(Settings(data=tmp_path, unlimited=True, workers=0))

        def somebody() -> httpx.AsyncClient:
            return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x")

        async with somebody() as teacher, somebody() as ada, somebody() as eve:
            code = (await teacher.post("/class", data={"tables": "1"})).headers["location"].split("/")[2]
            assert (await ada.post("/join", data={"code": code, "name": "Ada"})).status_code == 303
            page = await eve.get("/join", params={"code": code})
            assert page.status_code == 200 and "Ada" not in page.text
            refused = await eve.post("/join", data={"code": code, "name": " ada"})
            assert refused.status_code == 409 and "Ask your teacher to show its code" in refused.text
        await app.state.hub.stop()

    in_a_loop(go())


def test_who_joins_and_never_comes_keeps_nobody_else_out(tmp_path: Path) -> None:
    """A script without cookies gets a few seats; thirty phones behind one address, which load the page, all get in."""
    with running_server(tmp_path, (), ["--workers", "0", "--unlimited", "--limit", "newcomers=3"]) as url:
        teacher = a_class(url, "203.0.113.20", 6)
        answers = []
        for number in range(6):
            eve = Pupil(url, f"Eve {number}")
            at(eve, "203.0.113.21")
            answers.append(eve.post("/join", code=teacher.code, name=eve.name).status_code)
        assert answers == [303] * 3 + [429] * 3
        with ExitStack() as stack:
            for number in range(30):
                pupil = Pupil(url, f"Pupil {number}")
                at(pupil, "203.0.113.22")
                pupil.joins_class(teacher.code)
                wire = stack.enter_context(pupil.looks_at(f"/class/{teacher.code}", "wait"))
                assert pupil.name in json.loads(wire.recv(timeout=LIMIT))["html"]


def test_a_phone_that_floods_the_stream_of_a_class_is_cut_off(tmp_path: Path) -> None:
    with running_server(tmp_path, (), ["--workers", "0", "--unlimited", "--limit", "messages=0,10"]) as url:
        teacher, eve = a_class(url, "203.0.113.23"), Pupil(url, "Eve")
        eve.joins_class(teacher.code)
        with eve.looks_at(f"/class/{teacher.code}", "wait") as wire:
            with pytest.raises(ConnectionClosed):  # it may come before the last message is sent
                for _ in range(12):
                    wire.send('{"type":"ping"}')
                while True:
                    wire.recv(timeout=LIMIT)
            assert wire.protocol.close_code == 4429
