"""Who sits where in a class: a single list, whatever happens to phones, names and seats."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from tabletown.classroom.room import Room
from tabletown.classroom.roster import DOOR, Roster, Spot
from tabletown.games.broken_cities.classroom.guard import guard
from tabletown.games.broken_cities.rules.drafting import LawText, objection
from tabletown.web.seats import Refusal
from tabletown.web.testing import Server
from tests.waiting import until
from tests.web.people import api
from tests.web.test_classroom import Pupil, Teacher, a_class


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("seats"), options=("--unlimited", "--pace", "0"))
    server.apart = False
    server.start()
    yield server
    server.stop()


def sizes(teacher: Teacher) -> list[int]:
    """The number of people at each table before the start."""
    return [int(n) for n in re.findall(r'class="pill">(\d) of 4', teacher.page())]


def held(pupil: Pupil) -> list[int]:
    answer = pupil.http.get(api(pupil.table))
    return answer.json()["holds"] if answer.status_code == 200 else []


def people(teacher: Teacher, table: int, seat: int) -> dict[str, str]:
    """Everybody in a seat as on the desk: ids by name."""
    page = card(teacher, table, seat)
    return {name: id for id, name in re.findall(r'data-rename="(\w+)".*?value="([^"]*)"', page)}


def card(teacher: Teacher, table: int, seat: int) -> str:
    wish = {"do": "seat", "table": table, "seat": seat}
    answer = teacher.http.post(f"/class/{teacher.code}/seat", json=wish)
    assert answer.status_code == 200
    return answer.text


def rejoin_link(teacher: Teacher, table: int, seat: int) -> str:
    found = re.search(r'data-copy="https?://[^/]+([^"]+)"', card(teacher, table, seat))
    assert found is not None
    return found[1]


def spot_of(teacher: Teacher, pupil: Pupil, tables: list[str]) -> dict[str, int]:
    return {"table": tables.index(pupil.table), "seat": held(pupil)[0]}


# ------------------------------------------------------------------ joining


def test_nine_pupils_fill_three_tables_evenly_and_three_adas_get_three_names(server: Server) -> None:
    teacher = Teacher(server.url)
    teacher.makes_a_session(3)
    for name in ("Ada", "Ben", "ada", "Cleo", "Ada", "Dov", "Edda", "Finn", "Gus"):
        Pupil(server.url, name).joins_class(teacher.code)
    assert sizes(teacher) == [3, 3, 3]
    page = teacher.page()
    assert all(f"<b>{name}</b>" in page for name in ("Ada", "ada 2", "Ada 3"))
    assert teacher.does("mix") == "" and sizes(teacher) == [3, 3, 3]
    assert teacher.does("tables", number=6) == "" and "3 tables are enough" in teacher.page()
    assert teacher.does("tables", number=3) == "" and sizes(teacher) == [3, 3, 3]


def test_who_is_away_keeps_the_seat_when_a_latecomer_comes(server: Server) -> None:
    """A phone disconnects, a bot stands in, a latecomer joins, the phone returns: one seat, one holder.

    The latecomer shares a seat, and only watches until the teacher hands it over.
    """
    teacher, pupils = a_class(server, 1, 3)
    seat = held(pupils[0])[0]
    assert teacher.does("bot", table=0, seat=seat) == ""
    late = Pupil(server.url, "Late")
    late.joins_class(teacher.code)
    late.finds_table(teacher.code)  # the bot stands in for a pupil
    assert late.table == pupils[0].table and held(late) == [] and held(pupils[0]) == [seat]
    assert teacher.does("person", table=0, seat=seat) == ""
    seats = pupils[0].http.get(api(pupils[0].table)).json()["seats"]
    assert [one["kind"] for one in seats] == ["person"] * 3
    assert [one["player"] for one in seats] == ["Pupil 0 & Late", "Pupil 1", "Pupil 2"]
    assert "is waiting for a seat" not in teacher.page()


# ------------------------------------------------------------------ another phone


def test_a_seats_link_gives_it_to_another_phone_once_and_the_old_one_only_watches(server: Server) -> None:
    teacher, pupils = a_class(server, 1, 3)
    old = pupils[0]
    seat = held(old)[0]
    link = rejoin_link(teacher, 0, seat)
    new, thief = Pupil(server.url, "x"), Pupil(server.url, "y")
    assert "Continue as Pupil 0" in new.http.get(link).text and held(old) == [seat]  # opening it takes nothing
    assert new.http.post(link).headers["location"] == f"/class/{teacher.code}"
    new.finds_table(teacher.code)
    assert held(new) == [seat] and held(old) == []
    assert "moved to another phone" in old.http.get(f"/class/{teacher.code}").text
    assert thief.http.post(link).status_code == 404  # it works once
    first, second = rejoin_link(teacher, 0, seat), rejoin_link(teacher, 0, seat)
    assert thief.http.get(first).status_code == 404 and thief.http.get(second).status_code == 200
    with old.at(new.table) as wire:
        wire.send("choose", number=0, option="end", seat=seat)
        assert wire.next("refused")["code"] == "not-yours"


# ------------------------------------------------------------------ moving people


def test_two_pupils_swap_tables_in_the_middle_of_the_game_and_their_phones_follow(server: Server) -> None:
    teacher, pupils = a_class(server, 2, 6)
    one = pupils[0]
    other = next(pupil for pupil in pupils if pupil.table != one.table)
    tables = [one.table, other.table] if spot(teacher, one) == 0 else [other.table, one.table]
    a, b = spot_of(teacher, one, tables), spot_of(teacher, other, tables)
    money = one.sees()["seats"][a["seat"]]["standing"]
    with one.at(one.table) as wire:
        assert teacher.does("move", **a, to_table=b["table"], to_seat=b["seat"]) == ""
        assert wire.next("moved")["url"] == f"/class/{teacher.code}"
    before = one.table, other.table
    one.finds_table(teacher.code)
    other.finds_table(teacher.code)
    assert (other.table, one.table) == before
    assert held(one) == [b["seat"]] and held(other) == [a["seat"]]
    assert other.sees()["seats"][a["seat"]]["standing"] == money  # rent and buildings stay with the seat


def spot(teacher: Teacher, pupil: Pupil) -> int:
    """The number of a pupil's table, from the page's title."""
    return int(pupil.http.get(api(pupil.table)).json()["title"].split(",")[0].removeprefix("Table ")) - 1


def test_freed_removed_renamed_and_seated_from_the_door(server: Server) -> None:
    teacher, pupils = a_class(server, 1, 3)
    ben = pupils[1]
    seat = held(ben)[0]
    (id,) = people(teacher, 0, seat).values()
    assert teacher.does("rename", person=id, text="Pupil 2") == ""  # that name is taken
    assert ben.sees()["seats"][seat]["player"] == "Pupil 2 2"
    assert "type your name" in teacher.does("rename", person=id, text=" ")
    assert teacher.does("free", table=0, seat=seat) == ""
    assert held(ben) == [] and ben.sees()["seats"][seat]["kind"] == "bot"
    assert "next in line" in ben.http.get(f"/class/{teacher.code}").text
    assert teacher.does("place", person=id, table=0, seat=seat) == "" and held(ben) == [seat]
    assert teacher.does("remove", person=id) == ""
    assert ben.http.get(api(ben.table)).status_code == 403
    assert ben.http.get(f"/class/{teacher.code}").headers["location"] == f"/join?code={teacher.code}"
    late = Pupil(server.url, "Late")
    late.joins_class(teacher.code)
    late.finds_table(teacher.code)
    assert held(late) == [seat] and late.sees()["seats"][seat]["player"] == "Late"


def test_a_pair_shares_a_seat_one_plays_one_watches_and_they_hand_over(server: Server) -> None:
    teacher, pupils = a_class(server, 1, 3)
    ada, noor = pupils[0], Pupil(server.url, "Noor")
    seat = held(ada)[0]
    noor.joins_class(teacher.code)  # no seat is free, so she shares one
    noor.finds_table(teacher.code)
    shares = next(at for at, one in enumerate(ada.sees()["seats"]) if "Noor" in one["player"])
    noors = people(teacher, 0, shares)["Noor"]
    assert teacher.does("place", person=noors, table=0, seat=seat) == ""
    assert held(ada) == [seat] and held(noor) == []
    assert ada.sees()["seats"][seat]["player"] == "Pupil 0 & Noor"
    assert teacher.does("hand-over", person=noors) == ""
    assert held(ada) == [] and held(noor) == [seat]
    ids = people(teacher, 0, seat)
    assert set(ids) == {"Pupil 0", "Noor"}
    assert teacher.does("remove", person=noors) == "" and held(ada) == [seat]
    assert "share this seat with anyone" in teacher.does("hand-over", person=ids["Pupil 0"])


def test_a_bot_plays_one_turn_only_and_nothing_else_is_done_for_a_pupil(server: Server) -> None:
    teacher, pupils = a_class(server, 1, 3)
    asked = next(pupil for pupil in pupils if pupil.sees()["asked"])
    seat = held(asked)[0]
    assert teacher.does("bot-turn", table=0, seat=seat) == ""
    until(lambda: asked.sees()["seats"][seat]["kind"] == "person", "the bot keeps the seat as long as it is this turn")
    seen = asked.sees()
    assert not seen["seats"][seat]["stand_in"] and seat not in {one["seat"] for one in seen["waiting"]}
    other = next(pupil for pupil in pupils if pupil.sees()["asked"])
    number = other.sees()["number"]
    assert teacher.does("end-turn", table=0) == ""
    journal = other.http.get(api(other.table)).json()["number"] - number
    assert journal >= 1 and not other.sees()["asked"]
    assert "The desk has no action called “skip”." in teacher.does("skip", table=0)


# ------------------------------------------------------------------ the desk


def desk_links(teacher: Teacher) -> list[str]:
    return re.findall(r'data-copy="https?://[^/]+(/class/\d+/desk/[^"]+)"', teacher.page())


def test_the_facilitators_link_opens_the_desk_again_and_a_helper_cannot_end_it(server: Server) -> None:
    teacher, pupils = a_class(server, 1, 3)
    own, helping = desk_links(teacher)
    assert desk_links(teacher) == [own, helping]  # the same each time
    again, helper, pupil = Teacher(server.url, "Ms Li"), Teacher(server.url, "Lena"), pupils[0]
    again.code = helper.code = teacher.code
    assert again.http.get(f"/class/{teacher.code}/lead").status_code == 403
    assert "Lead this session" in again.http.get(own).text
    assert again.post(own, name="Ms Li").headers["location"] == f"/class/{teacher.code}/lead"
    assert helper.post(helping, name="Lena").status_code == 303
    assert helper.does("pause") == "" and again.does("go-on") == ""
    assert "Lena also leads" in teacher.page() and helper.http.get(pupils[0].table).status_code == 200
    assert "Only the facilitator who made" in helper.does("end")
    assert desk_links(helper) == []
    assert "desk link no longer works" in pupil.http.get(f"/class/{teacher.code}/desk/nonsense").text
    assert again.does("close-desks") == ""
    assert helper.http.get(f"/class/{teacher.code}/lead").status_code == 403
    assert helper.post(helping, name="Lena").status_code == 404
    assert again.does("end") == ""


def test_a_message_a_pause_and_the_turn_clock_reach_the_phones_and_the_wall(server: Server) -> None:
    teacher, pupils = a_class(server, 2, 6)
    one = pupils[0]
    with one.at(one.table) as wire:
        assert wire.next("room")["paused"] is False
        assert teacher.does("pause") == ""
        assert wire.next("room", when=lambda room: room["paused"])["left"] is None
        assert "Paused" in teacher.http.get(f"/class/{teacher.code}/projector").text
        assert teacher.does("turn-clock", number=90) == "" and teacher.does("go-on") == ""
        told = wire.next("room", when=lambda room: not room["paused"] and room["clock"])
        assert told["clock"] == 90 and 80 < told["left"] <= 90
        assert teacher.does("say", text="Look up <b>here", pause=True) == ""
        told = wire.next("room", when=lambda room: bool(room["message"]))
        assert told["message"] == "Look up <b>here" and told["paused"]
        assert "Look up &lt;b&gt;here" in teacher.http.get(f"/class/{teacher.code}/projector").text
        read = one.post(f"/class/{teacher.code}/read", number=told["message_number"])
        assert read.status_code == 204 and "was read by 1 of 6" in teacher.page()


# ------------------------------------------------------------------ laws in own words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Whoever is in the red pays nothing this turn", ""),
        ("Nobody may build Low-Cost and less than one park", ""),
        ("Everybody is free to plant trees", ""),
        ("Eco-Parks are free", "are free"),
        ("Parks cost less from now on", "cost less"),
        ("Ada must build a park", "Ada"),
        ("Only Red may build on the shore", "Only Red"),
        ("More renters come for everybody", "More renters"),
    ],
)
def test_a_law_in_own_words_is_refused_with_the_words_that_make_it_none(text: str, words: str) -> None:
    found = objection(text, ["Ada", "Ben & Noor"])
    assert (found[1] if found is not None else "") == words


def test_the_guard_explains_itself_and_the_teacher_may_overrule_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """At an ordinary table the rules decide as always; in a class the desk sees what was refused."""
    hub = SimpleNamespace()
    passed: list[str] = []
    room = Room.__new__(Room)
    place = "tabletown.games.broken_cities.classroom.guard.lets_pass"
    monkeypatch.setattr(place, lambda room, table, seat, text, why: text in passed)
    table: Any = SimpleNamespace(match=SimpleNamespace(names=["Ada", "Ben"]), overseer=None, hub=hub)
    assert guard(table, 0, "end") == "end" and guard(table, 0, "text: Be  kind") == "text:Be kind"
    with pytest.raises(Refusal, match="A law can't say “Ada”") as refused:
        guard(table, 0, "text:!Ada pays")
    assert "teacher" not in str(refused.value)
    table.overseer = room
    with pytest.raises(Refusal, match="ask your teacher to allow it"):
        guard(table, 0, "text:Ada pays")
    passed.append("Ada pays")
    assert guard(table, 0, "text:Ada pays") == "text:!Ada pays"
    assert LawText("text:", "").takes("text:!Parks cost less") and not LawText("text:", "").takes(
        "text:Parks cost less"
    )


# ------------------------------------------------------------------ the list itself


def test_a_roster_never_has_two_phones_at_a_seat() -> None:
    roster = Roster(time.time)
    ada, ben = roster.add("Ada", "a", Spot(0, 0)), roster.add("Ben", "b", Spot(0, 1))
    roster.put(ben, Spot(0, 0))
    assert roster.held_by(0, "a") == [0] and roster.held_by(0, "b") == []
    roster.give(ada, "c")
    assert roster.held_by(0, "c") == [0] and roster.held_by(0, "a") == [] and roster.was_of("a") is ada
    with pytest.raises(Refusal, match="already playing"):
        roster.give(ben, "c")
    roster.put(ada, DOOR)
    assert roster.held_by(0, "b") == [0] and roster.door == [ada]
    roster.give(ben, "c")  # the person waiting on that phone is removed
    assert roster.door == [] and roster.held_by(0, "c") == [0]
    with pytest.raises(Refusal, match="has expired"):
        roster.by_link("nothing")


def test_links_end_after_ten_minutes() -> None:
    roster = Roster(time.time)
    ada = roster.add("Ada", "a", Spot(0, 0))
    link = roster.make_link(ada)
    assert roster.by_link(link) is ada
    roster.now = lambda: ada.until + 1
    with pytest.raises(Refusal, match="has expired"):
        roster.by_link(link)
