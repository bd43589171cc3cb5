"""A whole lesson in browsers: everybody has a window, and everything happens that can go wrong in a real room.

The long form has 24 phones at six tables; the short one, with the same script, four at one table.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Error, expect

from tabletown.web.testing import Server
from tests.web.browser.conftest import Visit
from tests.web.browser.person import Person


class Room:
    """The desk, the wall and all phones of a class."""

    def __init__(self, visit: Visit, tables: int, clock: str = "0") -> None:
        self.visit = visit
        teacher = visit("Ms. Keller", own=True)
        self.desk = teacher.page
        teacher.goes("/class")
        self.desk.get_by_label("Tables", exact=True).select_option(str(tables))
        self.desk.get_by_label("Playing time").select_option(clock)
        self.desk.get_by_role("button", name="Create session").click()
        self.code = self.desk.locator(".code").inner_text().replace(" ", "")
        self.wall = self.desk.context.new_page()
        self.wall.goto(self.desk.url.replace("/lead", "/projector"))
        self.phones: dict[str, Person] = {}
        self.sits: dict[Person, str] = {}  # by person, the table, which doesn't change during turns
        self.holds: dict[Person, list[int]] = {}  # and the seats there
        self.desk.on("dialog", lambda dialog: dialog.accept())

    # ------------------------------------------------------------------ phones

    def joins(self, name: str, shown: str = "") -> Person:
        """Type code and name, as pupils do."""
        phone = self.visit(name, phone=True)
        phone.goes(f"/join?code={self.code}")
        phone.page.get_by_label("Your first name").fill(name)
        phone.page.get_by_role("button", name="Join", exact=True).click()
        phone.page.wait_for_url(re.compile(r"/class/\d+$|/t/"))
        self.phones[shown or name] = phone
        return phone

    def get(self, phone: Person, path: str) -> Any:
        try:
            return context(phone).request.get(phone.url + path)
        except Error:  # a connection kept open over a restart of the server
            return context(phone).request.get(phone.url + path)

    def table_of(self, phone: Person) -> str:
        """The table to which the class sends this phone; a phone without a seat gets another page."""
        self.sits[phone] = str(self.get(phone, f"/class/{self.code}").url).rpartition("/")[2]
        return self.sits[phone]

    def sees(self, phone: Person) -> dict[str, Any]:
        answer = self.get(phone, f"/api/tables/{self.sits.get(phone) or self.table_of(phone)}?scene=no")
        return dict(answer.json()) if answer.ok else {"holds": []}

    def check(self, watching: tuple[str, ...] = ()) -> None:
        """No pupil is locked out, and no seat is held twice."""
        held: dict[tuple[str, int], str] = {}
        self.sits.clear()
        self.holds.clear()
        for name, phone in self.phones.items():
            seen = self.sees(phone)
            assert len(seen["holds"]) == (0 if name in watching else 1), f"{name} holds {seen['holds']}"
            for seat in seen["holds"]:
                place = self.table_of(phone), seat
                assert place not in held, f"{name} and {held[place]} hold one seat"
                held[place] = name

    def answer(self, phone: Person, word: str) -> bool:
        seen = self.sees(phone)
        wish = {"number": seen["number"], "option": word}
        path = f"{phone.url}/api/tables/{seen['id']}/choose?scene=no"
        return bool(context(phone).request.post(path, data=wish).ok)

    def play(self, laws: bool = True) -> None:
        """Everybody whom a table waits for answers once: they build sound houses, propose a ban and accept it, so that
        the air fills and nobody is rich before the fourth card; without laws they build whatever pollutes most."""
        first = ("accept", "propose", "law:ban", "buy:conventional") if laws else ("buy:conventional", "buy:low_cost")
        plain = (*first, "no-law", "withdraw", "veto", "end")
        at: dict[str, list[Person]] = {}
        for phone in self.phones.values():
            at.setdefault(self.sits.get(phone) or self.table_of(phone), []).append(phone)
        for phones in at.values():
            waiting = {each["seat"] for each in self.sees(phones[0]).get("waiting", ())}
            for phone in phones:
                if phone not in self.holds:
                    self.holds[phone] = self.sees(phone)["holds"]
                asked = self.sees(phone).get("asked") if waiting.intersection(self.holds[phone]) else None
                if asked is not None:
                    words = [option["word"] for option in asked["options"]]
                    self.answer(phone, next((word for word in plain if word in words), words[0]))

    def into_pockets(self) -> list[Person]:
        """One phone per table keeps its page open; the others close theirs to save time."""
        first = {self.table_of(phone): phone for phone in reversed(self.phones.values())}
        away = [phone for phone in self.phones.values() if phone not in first.values()]
        for phone in away:
            phone.page.goto("about:blank")
        return away

    # ------------------------------------------------------------------ the desk

    def does(self, what: str, **how: Any) -> str:
        path = self.desk.url.replace("/lead", "/do")
        return str(self.desk.context.request.post(path, data={"do": what, **how}).json()["error"])

    def until_card(self, laws: bool = True) -> None:
        show = self.desk.get_by_role("button", name="Show it on the wall")
        for _ in range(400):
            if self.state() != "play":
                return
            self.play(laws)
        raise AssertionError(f"no card came: {show}")

    def until_laws(self) -> None:
        """Play on until no table is debating a law."""
        for _ in range(60):
            self.play()
            if 'data-do="law-over"' not in self.desk.context.request.get(self.desk.url).text():
                return
        raise AssertionError("the laws are never written")

    def state(self) -> str:
        page = self.desk.context.request.get(self.desk.url).text()
        return "over" if "The session is over" in page else "card" if 'data-do="show"' in page else "play"


def context(phone: Person) -> BrowserContext:
    return phone.page.context


def lesson(room: Room, host: Server, names: list[str], cards: int) -> None:
    for name in names[:-2]:
        room.joins(name)
    # invalid names: none, and one already taken
    nameless = room.visit("", phone=True)
    nameless.goes(f"/join?code={room.code}")
    nameless.page.get_by_label("Your first name").fill("   ")
    nameless.page.get_by_role("button", name="Join", exact=True).click()
    expect(nameless.page.get_by_role("alert")).to_contain_text("type your name")
    nameless.page.get_by_label("Your first name").fill(names[0])
    nameless.page.get_by_role("button", name="Join", exact=True).click()
    expect(nameless.page.get_by_role("heading", level=1)).to_contain_text("table")
    room.phones[names[-2]] = nameless
    expect(room.wall.get_by_text(f"{names[0]} 2", exact=True)).to_be_visible()
    expect(room.desk.locator(".prompt .clock")).to_contain_text(str(len(names) - 1))
    room.desk.get_by_role("button", name=re.compile("^Start")).click()
    first = room.phones[names[0]]
    for phone in room.phones.values():
        expect(phone.page.locator("#prompt")).to_contain_text("turn")
    room.check()

    # latecomers replace a bot if there is one, otherwise they share a seat
    late = room.joins(names[-1])
    expect(late.page.locator("#prompt")).to_be_visible()
    watching = (names[-1],) if not room.sees(late)["holds"] else ()
    room.check(watching=watching)

    # a phone disconnects and returns
    dropped = room.phones[names[1]]
    dropped.page.goto("about:blank")
    expect(room.desk.get_by_role("button", name=f"{names[1]}, no connection")).to_be_visible()
    dropped.goes(f"/class/{room.code}")
    expect(dropped.page.locator("#prompt")).to_contain_text("turn")

    # a pause, with a message on every phone and on the wall
    assert room.does("say", text="Look up here", pause=True) == ""
    for phone in room.phones.values():
        expect(phone.page.get_by_text("Paused. Look up.")).to_be_visible()
        expect(phone.page.locator("#room q")).to_have_text("Look up here")
    expect(room.wall.get_by_role("heading", level=1)).to_have_text("Look up here")
    assert room.does("go-on") == "" and room.does("say", text="") == ""
    expect(first.page.get_by_text("Paused. Look up.")).to_be_hidden()

    # a person's new phone: the old one can only watch
    seat = room.sees(dropped)["holds"][0]
    number = int(room.sees(dropped)["title"].split(",")[0].removeprefix("Table ")) - 1
    path = room.desk.url.replace("/lead", "/seat")
    card = room.desk.context.request.post(path, data={"do": "seat", "table": number, "seat": seat}).text()
    link = re.search(r'data-copy="([^"]+)"', card)
    assert link is not None
    new = room.visit(names[1], phone=True)
    new.page.goto(link[1])
    new.page.get_by_role("button", name="Play on this phone").click()
    expect(new.page.locator("#prompt")).to_contain_text("turn")
    expect(dropped.page.get_by_role("heading", level=1)).to_have_text("This seat moved to another phone")
    room.phones[names[1]] = new
    room.check(watching)

    # a person is away in the middle of a purchase: the turn ends, nothing is bought, and the seat stays theirs
    away = next(phone for phone in room.phones.values() if room.sees(phone).get("asked"))
    seen = room.sees(away)
    at = int(seen["title"].split(",")[0].removeprefix("Table ")) - 1
    buy = next(option["word"] for option in seen["asked"]["options"] if option["word"].startswith("buy:"))
    assert room.answer(away, buy)
    away.page.goto("about:blank")
    player = seen["seats"][seen["holds"][0]]["player"]
    expect(room.desk.get_by_role("button", name=f"{player}, no connection")).to_be_visible()
    assert room.does("end-turn", table=at) == ""
    assert not room.sees(away)["asked"]
    assert not [line for line in room.sees(away)["lines"] if " built " in line["text"]], "bought in a pupil's name"
    away.goes(f"/class/{room.code}")
    expect(away.page.locator("#prompt")).to_contain_text("turn")
    room.check(watching)

    pocketed = room.into_pockets() if len(names) > 4 else []
    for drawn in range(cards):
        room.until_card()
        assert room.state() == "card", f"after {drawn} cards: {room.state()}"
        if drawn == 1:  # the server is killed during a halt, and everything is as it was
            host.kill()
            host.start()
            room.desk.reload()
        if drawn == 0:
            room.desk.reload()
            room.desk.get_by_role("button", name="Show it on the wall").click()
            expect(room.wall.get_by_text("Climate card 1").or_(room.wall.get_by_text("Law time")).first).to_be_visible()
        else:
            assert room.does("show") == ""
    room.until_laws()
    for phone in pocketed:
        phone.goes(f"/class/{room.code}")
    room.check(watching)
    for phone in room.phones.values():
        expect(phone.page.locator("#prompt")).not_to_contain_text("onnecting")


def ends(room: Room, said: str, cards: int = 0) -> None:
    """Prizes, debrief, export, and a pupil's own page."""
    room.desk.reload()
    expect(room.desk.get_by_role("heading", level=1)).to_have_text(f"The session is over: {said}")
    room.wall.reload()
    expect(room.wall.get_by_text("?", exact=True)).to_have_count(4)
    room.desk.get_by_role("button", name="Reveal").first.click()
    expect(room.wall.get_by_text("?", exact=True)).to_have_count(3)
    room.desk.get_by_role("button", name="Ask now").first.click()
    phone = next(iter(room.phones.values()))
    phone.page.wait_for_url("**/mine")  # the page moves on by itself
    phone.page.get_by_role("button", name="Luck with the weather").click()
    expect(phone.page.get_by_text("Your vote is in")).to_be_visible()
    expect(room.wall.get_by_text(re.compile("^1 of"))).to_be_visible()
    http = room.desk.context.request
    base = room.desk.url.replace("/lead", "")
    rows = http.get(f"{base}/turns.csv").text().splitlines()
    assert len(rows) > 5 and {row.split(",")[0] for row in rows[1:]} == {str(n + 1) for n in range(tables_of(rows))}
    room.desk.goto(f"{base}/talk")
    expect(room.desk.get_by_role("heading", name="Decisions that mattered")).to_be_visible()
    if cards:
        expect(room.desk.locator("table.laws thead th")).to_have_count(cards + 1)
        assert room.desk.locator("details.law").count() > 0
    assert http.get(f"{base}/report").text().count('class="a4"') == 2
    # afterwards nobody is called by name any more
    room.desk.goto(f"{base}/lead")
    room.desk.get_by_role("button", name="Delete", exact=True).click()
    expect(room.desk.get_by_text("The names are deleted.")).to_be_visible()
    left = "".join(http.get(f"{base}/{page}").text() for page in ("turns.csv", "talk", "report", "lead"))
    assert not [name for name in room.phones if name in left]


def tables_of(rows: list[str]) -> int:
    return max(int(row.split(",")[0]) for row in rows[1:])


@pytest.mark.long
def test_a_lesson_with_four_phones(visit: Visit, host: Server) -> None:
    room = Room(visit, 1)
    lesson(room, host, ["Adaline", "Benno", "Cleo", "Noor"], cards=1)
    assert room.does("end") == "" and room.does("end-now") == ""
    ends(room, "you ended it early", cards=1)


@pytest.mark.long
def test_a_lesson_with_24_phones_at_six_tables(visit: Visit, host: Server) -> None:
    room = Room(visit, 6, clock="30")
    names = [f"{name}{number}" for number in range(1, 5) for name in ("Ada", "Ben", "Cleo", "Dov", "Edda", "Finn")]
    lesson(room, host, names, cards=4)
    assert room.does("end") == "" and room.does("end-now") == ""
    ends(room, "you ended it early", cards=4)


@pytest.mark.long
def test_a_lesson_that_ends_by_full_damage(visit: Visit, host: Server) -> None:
    room = Room(visit, 2)
    assert room.does("plan") == ""  # the guide's printed numbers
    for name in ("Ada", "Ben", "Cleo", "Dov", "Edda", "Finn"):
        room.joins(name)
    assert room.does("start") == ""
    for _ in range(8):
        room.until_card(laws=False)
        if room.state() == "over":
            break
        assert room.does("show") == ""
    ends(room, "the damage track is full")
