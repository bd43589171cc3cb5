"""A class of 24 at six tables: joining by code, one climate for all, and nothing lost when the server is killed."""

from __future__ import annotations

import json
import random
import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection
from websockets.sync.client import connect as connected

from tabletown.web.storage.database import connect
from tabletown.web.storage.maintenance import CONFIRMED
from tabletown.web.tables.clock import GAP
from tabletown.web.testing import Server, on_postgres, place_of
from tests.waiting import LIMIT, until
from tests.web.people import Person, api


class Looking(Person):
    """Somebody who keeps live pages of a class open."""

    @contextmanager
    def looks_at(self, page: str, part: str) -> Iterator[ClientConnection]:
        """Keep a live page of the class open."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        headers = {"Cookie": cookies, "X-Forwarded-For": self.http.headers.get("X-Forwarded-For", "127.0.0.1")}
        address = f"{self.url.replace('http', 'ws')}{page}/stream?part={part}"
        with connected(address, additional_headers=headers, open_timeout=LIMIT) as wire:
            yield wire


class Teacher(Looking):
    def makes_a_session(self, tables: int, clock: int = 0) -> None:
        made = self.post("/class", title="Class 9b", tables=tables, clock=clock)
        assert made.status_code == 303
        self.code = made.headers["location"].split("/")[2]

    def does(self, what: str, **how: Any) -> str:
        answer: str = self.http.post(f"/class/{self.code}/do", json={"do": what, **how}).json()["error"]
        return answer

    def page(self) -> str:
        return self.http.get(f"/class/{self.code}/lead").text

    @property
    def halted(self) -> bool:
        return 'data-do="show"' in self.page()


class Pupil(Looking):
    """A phone with a code and a name."""

    table = ""

    def joins_class(self, code: str) -> None:
        assert self.post("/join", code=code, name=self.name).status_code == 303

    def finds_table(self, code: str) -> None:
        self.table = self.http.get(f"/class/{code}").headers["location"]

    def sees(self) -> Any:
        return self.http.get(api(self.table) + "?scene=no").json()

    def plays(self, rng: random.Random) -> None:
        """Answer as long as asked."""
        seen = self.sees()
        while seen["asked"]:
            word = choice(rng, [option["word"] for option in seen["asked"]["options"]])
            wish = {"number": seen["number"], "option": word}
            answer = self.http.post(api(self.table) + "/choose?scene=no", json=wish)
            if answer.status_code != 200:
                return  # the room has halted, or another was quicker
            seen = answer.json()


def choice(rng: random.Random, words: list[str]) -> str:
    """No laws and short turns, because this tests the room rather than the game."""
    return next((word for word in ("no-law", "withdraw", "veto", "end", "done") if word in words), rng.choice(words))


def all_play(pupils: list[Pupil], rng: random.Random) -> None:
    """Everybody whom a table waits for answers, at every table."""
    for table in {pupil.table: pupil for pupil in pupils}.values():
        seen = table.sees()
        waited_for = {seen["seats"][waiting["seat"]]["player"] for waiting in seen["waiting"] if waiting["seat"] >= 0}
        for pupil in pupils:
            if pupil.table == table.table and pupil.name in waited_for:
                pupil.plays(rng)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("class"), options=("--unlimited", "--pace", "0"))
    server.apart = False
    server.start()
    yield server
    server.stop()


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server process that can be killed or suspended."""
    server = Server(tmp_path, options=("--unlimited", "--pace", "0"))
    server.start()
    yield server
    server.stop()


def a_class(server: Server, tables: int, people: int) -> tuple[Teacher, list[Pupil]]:
    teacher = Teacher(server.url)
    teacher.makes_a_session(tables)
    pupils = [Pupil(server.url, f"Pupil {number}") for number in range(people)]
    for pupil in pupils:
        pupil.joins_class(teacher.code)
    assert teacher.does("start") == ""
    for pupil in pupils:
        pupil.finds_table(teacher.code)
    return teacher, pupils


def cards_heard(server: Server, pupils: list[Pupil]) -> dict[str, list[str]]:
    """By table of these pupils, the climate cards from the room, according to the journal."""
    with connect(place_of(server.data)).connect() as file:
        wanted = 'select "table", option from journal where seat = -1 order by "table", number'
        rows = file.exec_driver_sql(wanted).all()
    heard: dict[str, list[str]] = {pupil.table.removeprefix("/t/"): [] for pupil in pupils}
    for table, option in rows:
        if table in heard and option.startswith("event:"):
            heard[table].append(option)
    return heard


@pytest.mark.long
def test_24_people_at_six_tables_play_a_whole_session(server: Server) -> None:
    teacher, pupils = a_class(server, 6, 24)
    assert len({pupil.table for pupil in pupils}) == 6
    rng, shown = random.Random(1), 0
    while "The session is over" not in (page := teacher.page()):
        if 'data-do="show"' in page:
            assert teacher.does("show") == ""
            shown += 1
        all_play(pupils, rng)
    # one card for all: every table got the same cards in the same order, each once, and only cards that were shown
    heard = cards_heard(server, pupils)
    assert len(heard) == 6
    longest = max(heard.values(), key=len)
    assert len(longest) == len(set(longest)) == shown > 0
    assert all(cards == longest[: len(cards)] for cards in heard.values())
    wall = teacher.http.get(f"/class/{teacher.code}/projector").text
    assert "The damage track is full" in wall or "All cities have finished" in wall
    rows = teacher.http.get(f"/class/{teacher.code}/rounds.csv").text.splitlines()
    assert {row.split(",")[0] for row in rows if row[0].isdigit()} == {"1", "2", "3", "4", "5", "6"}
    assert teacher.http.get(f"/class/{teacher.code}/talk").status_code == 200


def test_a_session_takes_options_of_the_game_and_shows_them_before_the_start(server: Server) -> None:
    teacher = Teacher(server.url)
    wish = {"title": "", "tables": "1", "clock": "0", "option-last_event": "final_card"}
    made = teacher.http.post("/class", data=wish)
    teacher.code = made.headers["location"].split("/")[2]
    assert "Draw the card, then score" in teacher.page()
    assert teacher.does("tables", number=2) == "" and "Draw the card, then score" in teacher.page()
    refused = teacher.http.post("/class", data=wish | {"option-last_event": "maybe"})
    assert refused.status_code == 400 and "Choose one of:" in refused.text


def test_the_wall_counts_down_and_says_when_all_are_paused(server: Server) -> None:
    teacher = Teacher(server.url)
    teacher.makes_a_session(1, clock=30)
    Pupil(server.url, "Ada").joins_class(teacher.code)
    teacher.does("start")
    wall = f"/class/{teacher.code}/projector"
    assert re.search(r'data-clock="(1800|179\d)"', teacher.http.get(wall).text)
    teacher.does("pause")
    page = teacher.http.get(wall).text
    assert "Paused" in page and "data-clock" not in page


def test_the_server_dies_in_a_halt_and_the_room_stands_where_it_stood(mortal: Server) -> None:
    teacher, pupils = a_class(mortal, 2, 6)
    rng = random.Random(2)
    while not teacher.halted:
        all_play(pupils, rng)
    before = standing(teacher)
    mortal.kill()
    mortal.start()
    # with several servers, a silent one counts as dead after some seconds
    until(lambda: standing(teacher) == before, "the room stands where it stood")
    assert teacher.halted
    assert teacher.does("show") == ""
    assert teacher.does("show") == "There's no climate card to show."
    before_answers = sum(pupil.http.get(api(pupil.table)).json()["number"] for pupil in pupils)
    all_play(pupils, rng)
    assert sum(pupil.http.get(api(pupil.table)).json()["number"] for pupil in pupils) > before_answers


def clock_of(teacher: Teacher) -> int:
    """Seconds left in the session, according to the desk."""
    (seconds,) = re.findall(r'role="timer" data-clock="(\d+)"', teacher.page())
    return int(seconds)


@pytest.mark.skipif(on_postgres(), reason="there the database's clock counts, which no test sets")
def test_the_clocks_of_a_class_stand_still_while_the_server_is_down(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    teacher, pupil = Teacher(server.url), Pupil(server.url, "Ann")
    teacher.makes_a_session(1, clock=40)
    pupil.joins_class(teacher.code)
    assert teacher.does("start") == ""
    assert 2300 < clock_of(teacher) <= 2400
    server.kill()
    server.ahead = 1000  # as if it had been down this long
    server.start()
    assert 2200 < clock_of(teacher) <= 2410
    server.stop()


def test_the_clocks_of_a_class_stand_still_while_the_laptop_sleeps(mortal: Server) -> None:
    teacher, pupil = Teacher(mortal.url), Pupil(mortal.url, "Ann")
    teacher.makes_a_session(1, clock=40)
    pupil.joins_class(teacher.code)
    assert teacher.does("start") == ""
    assert mortal.process is not None
    before, began = clock_of(teacher), time.monotonic()
    mortal.process.send_signal(signal.SIGSTOP)
    slept = time.monotonic()
    until(lambda: time.monotonic() - slept > 2 * GAP, "the server counts as away")
    slept = time.monotonic() - slept
    mortal.process.send_signal(signal.SIGCONT)

    def stood_still() -> bool:
        awake = time.monotonic() - began - slept
        return clock_of(teacher) >= before - awake - 2

    until(stood_still, "the clock does not count the sleep")


def standing(teacher: Teacher) -> list[str]:
    page = teacher.page()
    return re.findall(r"Damage reached \d+|<h2>[^<]+</h2>|\d+ → \d+", page)


def test_a_pause_stops_every_table_and_bots_fill_a_table_to_three(server: Server) -> None:
    teacher, pupils = a_class(server, 2, 1)
    (pupil,) = pupils
    seen = pupil.http.get(api(pupil.table)).json()
    assert [seat["kind"] for seat in seen["seats"]] == ["person", "bot", "bot"]
    assert teacher.does("pause") == ""
    number = pupil.http.get(api(pupil.table)).json()["number"]
    refused = pupil.http.post(api(pupil.table) + "/choose", json={"number": number, "option": "end"})
    assert refused.status_code == 409 and "paused all tables" in refused.text
    assert teacher.does("go-on") == ""
    until(lambda: pupil.http.get(api(pupil.table)).json()["asked"], "the bots were first")
    seen = pupil.http.get(api(pupil.table)).json()
    word = choice(random.Random(1), [option["word"] for option in seen["asked"]["options"]])
    played = pupil.http.post(api(pupil.table) + "/choose", json={"number": seen["number"], "option": word})
    assert played.status_code == 200


def test_only_a_class_has_facilitated_tables(server: Server) -> None:
    """An ordinary table would get its cards and its end by chance."""
    teacher = Teacher(server.url)
    assert "option-facilitated" not in teacher.http.get("/new?game=broken-cities").text
    for option, value in (("facilitated", "on"), ("tables", "6")):
        wish = {"game": "broken-cities", "options": {option: value}}
        refused = teacher.http.post("/api/tables", json=wish)
        assert refused.status_code == 400 and "only in a class" in refused.text


def test_only_the_facilitator_leads_and_nobody_speaks_for_the_room(server: Server) -> None:
    teacher, pupils = a_class(server, 2, 3)
    pupil = pupils[0]
    assert pupil.http.get(f"/class/{teacher.code}/lead").status_code == 403
    refused = pupil.http.post(f"/class/{teacher.code}/do", json={"do": "end"})
    assert refused.status_code == 403 and "Only the facilitator" in refused.text
    number = pupil.http.get(api(pupil.table)).json()["number"]
    said = pupil.http.post(api(pupil.table) + "/choose", json={"number": number, "option": "go on", "seat": -1})
    assert said.status_code in (403, 409)
    assert teacher.does("start") == "The session has already started."
    assert "The desk has no action called “dance”." in teacher.does("dance")


def test_the_code_alone_leads_from_the_first_page_into_the_session(server: Server) -> None:
    teacher, pupil = Teacher(server.url, "Ms Li"), Pupil(server.url, "Kim")
    teacher.makes_a_session(tables=2)
    assert pupil.http.post("/go", data={"link": teacher.code}).headers["location"] == f"/join?code={teacher.code}"
    assert pupil.http.post("/go", data={"link": "000000"}).status_code == 404


def test_a_wrong_code_a_full_room_and_a_locked_one_are_refused_in_words(server: Server) -> None:
    teacher = Teacher(server.url)
    teacher.makes_a_session(1)
    late = Pupil(server.url, "Late")
    assert "No session has this code" in late.post("/join", code="000000", name="Late").text
    assert "type your name" in late.post("/join", code=teacher.code, name="  ").text
    assert teacher.does("lock") == ""
    assert "Joining is locked" in late.post("/join", code=teacher.code, name="Late").text
    assert teacher.does("lock") == ""
    for number in range(4):
        Pupil(server.url, f"Pupil {number}").joins_class(teacher.code)
    late.joins_class(teacher.code)
    assert "next in line" in late.http.get(f"/class/{teacher.code}").text
    assert teacher.does("tables", number=0).startswith("0 tables are too few for 4 people")
    assert teacher.does("tables", number=2) == ""
    assert "table 2" in late.http.get(f"/class/{teacher.code}").text


def test_a_question_in_the_chat_reaches_the_facilitator_and_the_answer_every_table(server: Server) -> None:
    teacher, pupils = a_class(server, 2, 8)
    asking = pupils[0]
    other = next(pupil for pupil in pupils if pupil.table != asking.table)
    with asking.at(asking.table) as wire, other.at(other.table) as there:
        wire.send("say", text="? Is a corner next to <b>?")
        wire.next("chat", when=lambda chat: chat["lines"] and not chat["fresh"])
        page = teacher.page()
        assert "Is a corner next to &lt;b&gt;?" in page and "Needs you" in page
        assert teacher.does("decide", number=0, text="No, only along an edge.") == ""
        heard = there.next("chat", when=lambda chat: bool(chat["lines"]) and not chat["fresh"])
        assert heard["lines"][0]["text"].endswith("No, only along an edge.")
    assert "data-decide" not in teacher.page()


def test_somebody_who_comes_late_takes_over_from_a_bot(server: Server) -> None:
    teacher, pupils = a_class(server, 1, 2)
    late = Pupil(server.url, "Late")
    late.joins_class(teacher.code)
    late.finds_table(teacher.code)
    assert late.table == pupils[0].table
    seats = late.http.get(api(late.table)).json()["seats"]
    assert [seat["player"] for seat in seats] == ["Pupil 0", "Pupil 1", "Late"]
    assert seats[2]["kind"] == "person"


def seat_of(pupil: Pupil) -> list[int]:
    seats: list[int] = pupil.sees().get("holds", [])
    return seats


def new_phone(server: Server, teacher: Teacher, table: int, seat: int) -> tuple[Pupil, str]:
    """Open a seat's link on another phone; returns the owner of the seat."""
    card = teacher.http.post(f"/class/{teacher.code}/seat", json={"do": "seat", "table": table, "seat": seat}).text
    link, person = re.search(r'data-copy="([^"]+)"', card), re.search(r'data-rename="(\w+)"', card)
    assert link is not None and person is not None
    phone = Pupil(server.url, "Thief")
    assert phone.post("/class/" + link[1].partition("/class/")[2]).status_code == 303
    phone.finds_table(teacher.code)
    return phone, person[1]


def test_a_seat_that_another_phone_took_is_given_back_for_a_minute(server: Server) -> None:
    teacher, pupils = a_class(server, 1, 3)
    pupil = pupils[0]
    seat = seat_of(pupil)[0]
    thief, person = new_phone(server, teacher, 0, seat)
    assert seat_of(thief) == [seat] and seat_of(pupil) == []
    assert 'data-do="phone-back"' in teacher.page()
    assert teacher.does("phone-back", person=person) == ""
    assert seat_of(pupil) == [seat] and seat_of(thief) == []
    assert "too late to undo" in teacher.does("phone-back", person=person)
    assert 'data-do="phone-back"' not in teacher.page()


def test_the_code_of_a_seat_on_the_wall_until_it_is_used(server: Server) -> None:
    teacher, _ = a_class(server, 1, 3)
    _, person = new_phone(server, teacher, 0, 1)
    wall = f"/class/{teacher.code}/projector"
    assert teacher.does("beckon", person=person) == "" and "get your seat back" in teacher.http.get(wall).text
    new_phone(server, teacher, 0, 1)  # a newer link disables the older one
    assert "get your seat back" not in teacher.http.get(wall).text
    assert teacher.does("beckon", person=person) == "" and teacher.does("beckon") == ""
    assert "get your seat back" not in teacher.http.get(wall).text


def test_the_log_names_the_helper_who_did_it(server: Server) -> None:
    teacher, _ = a_class(server, 1, 3)
    links = re.findall(r'data-copy="([^"]+/desk/[^"]+)"', teacher.page())
    helper = Teacher(server.url, "Lena")
    helper.code = teacher.code
    assert helper.post("/class/" + links[1].partition("/class/")[2], name="Lena").status_code == 303
    assert helper.does("pause") == "" and teacher.does("go-on") == ""
    page = teacher.page()
    assert "<b>Lena:</b> All tables are paused." in page and "<span>The tables are playing again.</span>" in page
    assert "Only the facilitator" in helper.does("forget")


@contextmanager
def live(person: Person, code: str, part: str) -> Iterator[Callable[..., None]]:
    """A live page; messages wait until it shows something or redirects."""
    cookies = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
    address = f"{person.url.replace('http', 'ws')}/class/{code}/stream?part={part}"
    with connected(address, additional_headers={"Cookie": cookies}, open_timeout=LIMIT) as line:
        line.send('{"type":"ping"}')

        def hears(what: str, kind: str = "html") -> None:
            while what not in json.loads(line.recv(timeout=LIMIT)).get(kind, ""):
                pass

        yield hears


def test_desk_wall_and_phones_change_by_themselves(server: Server) -> None:
    teacher, ada, bo, eve = Teacher(server.url), *(Pupil(server.url, name) for name in ("Ada", "Bo", "Eve"))
    teacher.makes_a_session(1)
    code, home = teacher.code, f"/class/{teacher.code}"
    ada.joins_class(code)
    with pytest.raises(InvalidStatus), live(eve, code, "wait"):
        raise AssertionError("she has not joined")
    with pytest.raises(InvalidStatus), live(ada, code, "lead"):
        raise AssertionError("she does not lead")
    with (
        live(teacher, code, "lead") as desk,
        live(teacher, code, "projector") as wall,
        live(ada, code, "wait") as phone,
    ):
        phone("pong", "type")
        bo.joins_class(code)
        desk("Bo")
        assert teacher.does("remove-all") == ""
        phone(home, "go")
        ada.joins_class(code)
        with live(ada, code, "wait") as again:
            assert teacher.does("start") == ""
            again("/t/", "go")
        assert teacher.does("pause") == ""
        wall("Paused")
    assert teacher.does("end") == "" and teacher.does("end-now") == ""
    with live(ada, code, "mine") as own:
        own("<h2>")


def words_of(server: Server) -> str:
    """Everything in the database as one text."""
    with connect(place_of(server.data)).connect() as file:
        found = []
        for table in ("seats", "kept", "chat", "results", "alone", "players"):
            found += [str(row) for row in file.exec_driver_sql(f"select * from {table}").all()]
    return "".join(found)


def a_class_that_ended(server: Server, name: str) -> tuple[Teacher, list[Pupil]]:
    teacher = Teacher(server.url)
    teacher.makes_a_session(1)
    pupils = [Pupil(server.url, f"{name} {letter}") for letter in "ABC"]
    for pupil in pupils:
        pupil.joins_class(teacher.code)
    assert teacher.does("start") == ""
    for pupil in pupils:
        pupil.finds_table(teacher.code)
    with pupils[0].at(pupils[0].table) as wire:
        wire.send("say", text=f"? {name} asks")
        wire.next("chat", when=lambda chat: bool(chat["lines"]) and not chat["fresh"])
    return teacher, pupils


def test_names_are_deleted_everywhere_when_the_teacher_says_so(server: Server) -> None:
    teacher, pupils = a_class_that_ended(server, "Wilhelmina")
    assert teacher.does("forget") == "End the session first."
    assert "Wilhelmina" in words_of(server)
    assert teacher.does("end") == "" and teacher.does("end-now") == "" and teacher.does("forget") == ""
    pages = ("lead", "talk", "report", "turns.csv", "rounds.csv", "projector")
    shown = "".join(teacher.http.get(f"/class/{teacher.code}/{page}").text for page in pages)
    assert "Wilhelmina" not in shown and "Yellow" in shown
    assert "Yellow" in pupils[0].http.get(f"/class/{teacher.code}/mine").text  # each keeps their own page
    assert "Wilhelmina" not in words_of(server)


@pytest.mark.skipif(on_postgres(), reason="of the file")
def test_deleted_names_do_not_stay_in_the_write_ahead_log(server: Server) -> None:
    teacher, _ = a_class_that_ended(server, "Hildegunde")
    logs = list(Path(server.data).rglob("*-wal"))
    assert any(b"Hildegunde" in log.read_bytes() for log in logs)
    assert teacher.does("end") == "" and teacher.does("end-now") == "" and teacher.does("forget") == ""
    assert not any(b"Hildegunde" in log.read_bytes() for log in logs)


def test_pupils_download_the_rows_only_where_the_teacher_shares_them(server: Server) -> None:
    teacher, pupils = a_class_that_ended(server, "Adalbert")
    files = [f"/class/{teacher.code}/{name}.csv" for name in ("turns", "rounds")]
    talk = f"/class/{teacher.code}/talk"
    assert [teacher.http.get(file).status_code for file in files] == [200, 200]
    assert [pupils[0].http.get(file).status_code for file in files] == [403, 403]
    assert "turns.csv" in teacher.http.get(talk).text and "turns.csv" not in pupils[0].http.get(talk).text
    assert teacher.does("rows") == ""
    assert [pupils[0].http.get(file).status_code for file in files] == [200, 200]
    assert "turns.csv" in pupils[0].http.get(talk).text
    assert teacher.does("rows") == "" and pupils[0].http.get(files[0]).status_code == 403


def test_a_session_that_the_teacher_ends_says_so(server: Server) -> None:
    teacher, _ = a_class_that_ended(server, "Ottilie")
    assert teacher.does("end") == ""
    desk = teacher.http.get(f"/class/{teacher.code}/lead").text
    assert "Ended early" in desk and "Time is up" not in desk
    assert teacher.does("end-now") == ""
    assert "you ended it early" in teacher.http.get(f"/class/{teacher.code}/lead").text


def test_names_are_deleted_by_themselves_when_a_class_has_had_its_time(server: Server) -> None:
    teacher, _ = a_class_that_ended(server, "Theodora")
    server.stop()
    with connect(place_of(server.data)).begin() as file:
        # the class ended 16 days ago, and the server checked the clock a day ago, so a day has really passed
        file.exec_driver_sql(f"update kept set at = at - 16 * 86400 where key = '{teacher.code}'")
        file.exec_driver_sql(f"update kept set at = at - 86400 where kind = '{CONFIRMED}'")
    assert "Theodora" in words_of(server)
    server.start()
    # ask the server: reading the whole file without a pause would block its writes
    until(lambda: teacher.http.get(f"/class/{teacher.code}/lead").status_code == 404, "the class is gone")
    until(lambda: "Theodora" not in words_of(server), "its names are deleted, which come after it")


def test_whoever_found_no_free_seat_before_the_start_gets_a_place_when_it_starts(server: Server) -> None:
    teacher, pupils = Teacher(server.url, "Ms Ray"), [Pupil(server.url, f"Pupil {number}") for number in range(5)]
    teacher.makes_a_session(1)
    for pupil in pupils:
        pupil.joins_class(teacher.code)
    assert "in line" in pupils[4].http.get(f"/class/{teacher.code}").text
    assert teacher.does("start") == ""
    for pupil in pupils:
        pupil.finds_table(teacher.code)
    assert [len(seat_of(pupil)) for pupil in pupils] == [1, 1, 1, 1, 0]
    assert any(" & Pupil 4" in seat["player"] for seat in pupils[4].sees()["seats"])
