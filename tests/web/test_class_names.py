"""Names in a class: made up, checked against the host's list, and deleted on the day that the teacher set."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from tabletown.classroom.nicknames import ANIMALS, nickname
from tabletown.classroom.rooms import Rooms
from tabletown.classroom.roster import Roster
from tabletown.web.storage.database import connect
from tabletown.web.storage.maintenance import CONFIRMED
from tabletown.web.testing import Server, on_postgres, place_of, running_server
from tests.conftest import awaited
from tests.waiting import until
from tests.web.test_classroom import Pupil
from tests.web.test_every_class import AnyTeacher


def test_made_up_names_are_animals_and_nobody_has_anothers() -> None:
    taken: list[str] = []
    for _ in range(60):
        taken.append(nickname(taken))
    assert len(set(taken)) == 60 and set(taken) <= set(ANIMALS)


def test_the_list_of_the_host_is_asked_when_pupils_join_and_rename(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("dumbo\n")
    options = ["--unlimited", "--workers", "0", "--refused-names", str(tmp_path / "words.txt")]
    with running_server(tmp_path, (), options) as url:
        teacher, ann = AnyTeacher(url), Pupil(url, "Dumbo")
        teacher.makes_a_class("crossroll")
        assert "isn&#39;t allowed here" in ann.post("/join", code=teacher.code, name="Dumb0").text
        ann.name = "Ann"
        ann.joins_class(teacher.code)
        assert ann.post(f"/class/{teacher.code}/name", name="Dumbo").status_code == 400


def test_where_names_are_made_up_nobody_types_or_changes_one(tmp_path: Path) -> None:
    with running_server(tmp_path, (), ["--unlimited", "--workers", "0"]) as url:
        teacher, ann, ben = AnyTeacher(url), Pupil(url, "Ann"), Pupil(url, "Ben")
        teacher.makes_a_class("crossroll", nicknames="yes")
        assert 'name="name"' not in ann.http.get(f"/join?code={teacher.code}").text
        for pupil in (ann, ben):
            pupil.joins_class(teacher.code)
        page = teacher.sees("lead")
        names = re.findall(r'<b class="n">([^<]+)</b>', page)
        assert len(set(names)) == 2 and set(names) <= set(ANIMALS) and "Ann" not in page
        assert ann.post(f"/class/{teacher.code}/name", name="Ann").status_code == 403


@pytest.mark.skipif(on_postgres(), reason="of the file")
def test_names_are_deleted_on_the_day_that_the_teacher_set(tmp_path: Path) -> None:
    server = Server(tmp_path, options=("--unlimited", "--pace", "0"))
    server.start()
    teacher, ann = AnyTeacher(server.url), Pupil(server.url, "Wendeline")
    teacher.makes_a_class("crossroll", forget="1")
    ann.joins_class(teacher.code)
    assert teacher.does("start") == ""
    server.stop()
    server.ahead = 4 * 86400
    with connect(place_of(server.data)).begin() as file:
        # a server checks the clock two days later, so that time has really passed
        file.exec_driver_sql(f"update kept set at = at + 2 * 86400 where kind = '{CONFIRMED}'")
    server.start()

    def stored() -> str:
        with connect(place_of(server.data)).connect() as file:
            rows = [file.exec_driver_sql(f"select * from {table}").all() for table in ("seats", "kept", "chat")]
        return str(rows)

    until(lambda: "Wendeline" not in stored(), "the names are deleted, although the class was used a day ago")
    server.stop()


def test_names_that_look_alike_get_numbers_and_nobody_is_called_like_the_teacher(tmp_path: Path) -> None:
    with running_server(tmp_path, (), ["--unlimited", "--workers", "0"]) as url:
        teacher, mia, twin = AnyTeacher(url), Pupil(url, "Mia"), Pupil(url, "M1а")
        teacher.makes_a_class("crossroll")
        for pupil in (mia, twin):
            pupil.joins_class(teacher.code)
        assert re.findall(r'<b class="n">([^<]+)</b>', teacher.sees("lead")) == ["Mia", "M1а 2"]
        for name in ("Teacher", "facil1tator", "Your  Teacher"):
            assert "isn&#39;t allowed here" in Pupil(url).post("/join", code=teacher.code, name=name).text
        german = Pupil(url)
        german.http.headers["Accept-Language"] = "de"
        assert 'role="alert"' in german.post("/join", code=teacher.code, name="Lehrkraft").text


def test_signs_without_letters_are_names_too() -> None:
    roster = Roster(lambda: 0.0)
    assert [roster.add(name, phone).name for name, phone in (("☺", "a"), ("☺", "b"), ("☂", "c"))] == ["☺", "☺ 2", "☂"]


def test_a_class_made_while_old_ones_are_looked_for_is_not_old(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stored classes are read twice, and one may come between."""
    rooms, stored = Rooms.__new__(Rooms), dict[str, str]()

    def kept(kind: str, since: float = 0.0) -> list[tuple[str, str]]:
        found = list(stored.items())
        stored["123456"] = "{}"  # somebody makes a class
        return found

    async def claim(name: str) -> bool:
        return True

    store = SimpleNamespace(kept=kept)
    monkeypatch.setattr(rooms, "hub", SimpleNamespace(store=store, confirmed=1e9, claim=claim), raising=False)
    monkeypatch.setattr(rooms, "rooms", {"123456": object()}, raising=False)
    monkeypatch.setattr(rooms, "_failed", set(), raising=False)
    awaited(rooms.forget_old())
    assert "123456" in rooms.rooms and stored
