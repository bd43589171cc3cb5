"""The host's desk: reports are answered, bans hold against a second cookie, and nobody else sees or does any of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tabletown.web.desk.bans import FOLLOWED
from tabletown.web.people.ratings import Pair, StoredMatch, StoredTeam, lopsided
from tabletown.web.storage import schema as db
from tabletown.web.storage.store import Store
from tabletown.web.testing import running_server
from tests.web.authenticator import Authenticator, keeps_a_name, signs_in
from tests.web.people import FOUR, Person
from tests.web.test_store import place_of
from tests.web.test_workshop import Maker

KEY = "correct horse battery"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    options = ("--unlimited", "--pace", "0", "--host-key", KEY)
    with running_server(tmp_path_factory.mktemp("host"), [FOUR], options) as found:
        yield found


@pytest.fixture
def host(url: str) -> Person:
    host = Person(url)
    assert host.post("/host/key", key=KEY).status_code == 303
    return host


def told(person: Person) -> str:
    return person.http.get("/me").text


def test_a_report_comes_with_its_context_and_is_answered_once(url: str, host: Person) -> None:
    hana, vex = Person(url, "Hana"), Person(url, "Vex")
    table = hana.opens("connect-four", "me", "link")
    vex.joins(hana.invites(table, 1))
    with hana.at(table) as one, vex.at(table) as other:
        other.send("say", text="a nasty word")
        heard = one.next("chat", lambda chat: any(line["text"] == "a nasty word" for line in chat["lines"]))
        one.send("report", at=heard["lines"][-1]["at"])
        one.next("notice")
        page = host.http.get("/host").text
        report = re.search(r'name="report" value="(\w+)"', page)
        assert report is not None and "a nasty word" in page and "Hana reported Vex" in page
        answer = {"report": report[1], "do": "chat", "text": "Please be kind."}
        assert host.http.post("/host/report", data=answer).status_code == 303
        assert host.http.post("/host/report", data=answer).status_code == 409
        other.send("say", text="again")
        assert "turned off your chat" in str(other.refused())
    assert "Please be kind." in told(vex) and "Hana reported" not in told(vex)
    assert "dealt with your report" in told(hana) and "Please be kind." not in told(hana)
    assert "Turned off chat for 7 days" in host.http.get("/host").text


def test_a_reported_pack_stays_or_leaves_the_workshop(url: str, host: Person) -> None:
    ines, jo = Maker(url), Maker(url)
    fine, nasty = ines.publishes("Fine"), ines.publishes("Nasty")
    for pack in (fine, nasty):
        jo.web.post(f"{pack}/report", data={"why": f"rude in {pack}"})
    assert "/host/packs" in host.http.get("/host").text
    assert "rude" not in jo.web.get("/host/packs").text
    page = host.http.get("/host/packs").text
    assert f"rude in {fine}" in page and f"rude in {nasty}" in page
    for pack, do in ((fine, "nothing"), (nasty, "hide")):
        decided = {"pack": pack.rpartition("/")[2], "do": do, "text": "an insult"}
        assert jo.web.post("/host/packs", data=decided).status_code == 403
        assert host.http.post("/host/packs", data=decided).status_code == 303
    assert "rude" not in host.http.get("/host/packs").text
    assert "Took a pack out of the workshop: Nasty" in host.http.get("/host").text
    assert "Fine" in jo.web.get("/workshop").text and "Nasty" not in jo.web.get("/workshop").text
    assert "an insult" in jo.web.get(nasty).text
    assert host.http.post("/host/packs", data={"pack": "nothing", "do": "hide"}).status_code == 404


def test_a_report_outlives_its_table_until_the_host_has_answered(url: str, host: Person) -> None:
    """Who opened the table writes something nasty, and deletes it after the match."""
    vex, hana = Person(url, "Vex"), Person(url, "Hana")
    table = vex.opens("connect-four", "me", "link")
    hana.joins(vex.invites(table, 1))
    with vex.at(table) as one, hana.at(table) as other:
        one.send("say", text="the nastiest word")
        heard = other.next("chat", lambda chat: any(line["text"] == "the nastiest word" for line in chat["lines"]))
        other.send("report", at=heard["lines"][-1]["at"])
        other.next("notice")
        for number, column in enumerate((1, 2, 1, 2, 1, 2, 1)):
            mover, watcher = (one, other) if number % 2 == 0 else (other, one)
            watcher.at(mover.play(f"column:{column}")["number"])
    assert vex.post(f"{table}/delete").status_code == 303 and vex.http.get(table).status_code == 404
    page = host.http.get("/host").text.partition("the nastiest word")
    assert page[1] and "Hana reported Vex" in page[0] and f'href="{table}"' not in page[0]
    report = re.search(r'name="report" value="(\w+)"', page[2])
    assert report is not None
    answer = {"report": report[1], "do": "warn", "text": "That was unkind."}
    assert host.http.post("/host/report", data=answer).status_code == 303
    assert "That was unkind." in told(vex) and "the nastiest word" not in host.http.get("/host").text


def test_one_client_cannot_bury_a_report_under_others(tmp_path: Path) -> None:
    options = ["--workers", "0", "--unlimited", "--limit", "reports=0,3", "--host-key", KEY]
    with running_server(tmp_path, [FOUR], options) as url:
        eve, ann, host = Person(url, "Eve"), Person(url, "Ann"), Person(url)
        for person, address in ((eve, "203.0.113.1"), (ann, "203.0.113.2")):
            table = person.opens("connect-four", "me", "here")
            with person.at(table, **{"X-Forwarded-For": address}) as wire:
                for number in range(5):
                    wire.send("say", text=f"{person.name} says {number}")
                    last = f"{person.name} says {number}"
                    line = wire.next("chat", lambda chat, last=last: last in str(chat))["lines"][-1]  # type: ignore[misc]
                    wire.send("report", at=line["at"])
                    assert wire.next("notice" if number < 3 else "refused")
        host.post("/host/key", key=KEY)
        assert host.http.get("/host").text.count('name="report"') == 6


def test_without_the_key_the_desk_does_nothing_and_shows_nothing(url: str, host: Person) -> None:
    zoe = Person(url, "Zoe")
    table = zoe.opens("connect-four", "me", "bot:easy")
    page = zoe.http.get("/host").text
    assert "Audit log" not in page and "Enter the host" in page
    assert zoe.post("/host/key", key="wrong").status_code == 403
    forms = {
        "report": {"report": "x", "do": "ban"},
        "ban": {"who": "203.0.113.7"},
        "unban": {"id": "x"},
        "rename": {"who": "Mia", "name": "Bad"},
        "delete": {"id": table},
        "house": {"announcement": "free coins"},
        "word": {"word": "mia"},
    }
    for path, form in forms.items():
        assert zoe.http.post(f"/host/{path}", data=form).status_code == 403, path
    assert zoe.http.get(table).status_code == 200 and "free coins" not in zoe.http.get("/").text
    thief = Person(url)
    thief.http.cookies.set("tabletown", "made-up.aaaaaaaaaaaaaaaaaaaaaaaa")
    assert thief.post("/host/ban", who="203.0.113.7").status_code == 403
    crossed = {"origin": "https://evil.example"}
    assert host.http.post("/host/ban", data={"who": "203.0.113.7"}, headers=crossed).status_code == 403


def test_a_server_without_a_key_has_no_desk(server: str) -> None:
    zoe = Person(server, "Zoe")
    assert zoe.http.get("/host").status_code == 404
    assert zoe.post("/host/key", key="").status_code == 404


def test_a_ban_holds_against_a_second_cookie_but_not_for_who_has_a_name_there(url: str, host: Person) -> None:
    def at(person: Person, address: str) -> Person:
        person.http.headers["x-forwarded-for"] = address
        return person

    kor, named, elsewhere = (Person(url) for _ in range(3))
    keeps_a_name(kor, "Kor of bans")
    keeps_a_name(named, "Housemate")
    assert host.post("/host/ban", who="Kor of bans", reason="Cheated.", days="3").status_code == 303
    answer = at(kor, "203.0.113.7").http.get("/")
    assert answer.status_code == 403 and "Cheated." in answer.text
    assert kor.http.get("/me/export").status_code == 200, "their data stays theirs"
    second = at(Person(url), "203.0.113.7")
    assert second.http.get("/").status_code == 403
    assert second.post("/new", game="connect-four").status_code == 403
    assert at(named, "203.0.113.7").http.get("/").status_code == 200
    assert at(elsewhere, "203.0.113.8").http.get("/").status_code == 200
    page = host.http.get("/host").text
    ban = re.search(r'value="(\w+)" aria-label="End the ban of Kor of bans"', page)
    assert ban is not None
    for id in re.findall(r'value="(\w+)" aria-label="End the ban of Kor of bans"', page):
        host.post("/host/unban", id=id)
    assert kor.http.get("/").status_code == 200 and second.http.get("/").status_code == 200


def test_somebody_banned_at_many_addresses_does_not_fill_the_list(url: str, host: Person) -> None:
    """Each request of anybody is compared with all of them, and who has a /48 of IPv6 has 65,536."""
    kor = Person(url)
    keeps_a_name(kor, "Kor of many")
    host.post("/host/ban", who="Kor of many", reason="Cheated.", days="3")
    for number in range(FOLLOWED + 5):
        kor.http.headers["x-forwarded-for"] = f"2001:db8:7:{number:x}::1"
        assert kor.http.get("/").status_code == 403
    page = host.http.get("/host").text
    assert page.count("2001:db8:7:") == FOLLOWED
    for id in re.findall(r'value="(\w+)" aria-label="End the ban of Kor of many"', page):
        host.post("/host/unban", id=id)


def test_a_report_names_who_wrote_the_line_and_not_who_shares_the_seat(url: str, host: Person) -> None:
    """Somebody writes something nasty and gives the link to their seat to another."""
    hana, vex = Person(url, "Hana"), Person(url, "Vex")
    table = hana.opens("connect-four", "me", "link")
    vex.joins(hana.invites(table, 1))
    own = re.search(r"/seat/[\w-]+", vex.http.get(table).text)
    assert own is not None
    with hana.at(table) as one, vex.at(table) as wire:
        wire.send("say", text="the nasty word of Vex")
        heard = one.next("chat", lambda chat: any(line["text"] == "the nasty word of Vex" for line in chat["lines"]))
        for _ in range(4):  # people's ids are random: one of them would come first
            assert Person(url).http.post(own[0]).status_code == 303
        one.send("report", at=heard["lines"][-1]["at"])
        one.next("notice")
        page = host.http.get("/host").text
        report = re.findall(r'name="report" value="(\w+)"', page)[-1]
        assert host.post("/host/report", report=report, do="warn", text="Not this, Vex.").status_code == 303
    assert "Not this, Vex." in told(vex)


def test_who_erases_themselves_erases_nothing_that_the_host_has_of_others(url: str, host: Person) -> None:
    """Whatever they called themselves: a letter stands in every report and in every entry of the log."""
    hana, vex = Person(url, "Hana"), Person(url, "Vex")
    table = hana.opens("connect-four", "me", "link")
    vex.joins(hana.invites(table, 1))
    with hana.at(table) as one, vex.at(table) as other:
        other.send("say", text="a word for the host")
        heard = one.next("chat", lambda chat: any(line["text"] == "a word for the host" for line in chat["lines"]))
        one.send("report", at=heard["lines"][-1]["at"])
        one.next("notice")
    host.post("/host/word", word="noxious", do="add")
    assert "a word for the host" in host.http.get("/host").text
    for name in ("e", "words", "Vex", "host"):
        eve = Person(url, name)
        eve.opens("connect-four", "me", "bot:easy")
        assert eve.post("/me/erase", word="Erase").status_code == 200
    page = host.http.get("/host").text
    assert "a word for the host" in page and "Hana reported Vex" in page
    assert re.search(r"Refused a word in names[^<]*(<[^>]*>[^<]*){0,6}noxious", page), "the log says which"
    assert vex.post("/me/erase", word="Erase").status_code == 200
    assert "a word for the host" not in host.http.get("/host").text


def test_a_refused_word_is_in_no_name_at_a_table_either(url: str, host: Person) -> None:
    host.post("/host/word", word="odious", do="add")
    ann, eve = Person(url, "Ann"), Person(url, "Odious Eve")
    assert eve.post("/new", game="connect-four", count=2, name=eve.name).status_code == 400
    seats = [{"kind": "me"}, {"kind": "here", "name": "0d1ous"}]
    new = {"game": "connect-four", "seats": seats}
    assert eve.http.post("/api/tables", json=new).status_code == 400
    table = ann.opens("connect-four", "me", "link")
    invite = ann.invites(table, 1)
    assert eve.http.post(invite, data={"name": eve.name}).status_code == 400
    assert eve.http.post("/api/join", json={"invite": invite, "name": eve.name}).status_code == 400
    eve.name = "Eve"
    eve.joins(invite)
    with eve.at(table) as wire:
        wire.send("name", name="Odious Eve")
        assert "isn't allowed here" in str(wire.refused())
    assert "Odious" not in ann.http.get(table).text
    host.post("/host/word", word="odious", do="remove")


def test_the_host_announces_renames_deletes_and_closes_sign_ups_and_all_is_in_the_log(url: str, host: Person) -> None:
    ann = Person(url, "Ann")
    keeps_a_name(ann, "xx rude")
    table = ann.opens("connect-four", "me", "bot:easy")
    assert host.post("/host/rename", who="xx rude", name="Guest 412").status_code == 303
    assert ann.http.get("/me/profile").headers["location"] == "/people/Guest%20412"
    assert host.post("/host/delete", id=table).status_code == 303
    assert ann.http.get(table).status_code == 404
    host.post("/host/house", announcement="Restart at 04:00.", hours="2")
    assert "Restart at 04:00." in ann.http.get("/").text and "Restart at 04:00." in ann.http.get("/me").text
    assert Person(url).post("/me/name", name="Newcomer").status_code == 403
    host.http.post("/host/house", data={"sign-ups": "on"})
    assert "Restart at 04:00." not in ann.http.get("/").text
    host.post("/host/word", word="newcomer")
    assert Person(url).post("/me/name", name="Newcomer").status_code == 400
    host.http.post("/host/word", data={"word": "newcomer", "do": "remove"})
    assert Person(url).post("/me/name", name="Newcomer").status_code == 303
    log = host.http.get("/host").text.partition('id="log"')[2]
    assert all(words in log for words in ("Renamed", "Deleted a table", "Refused a word", "Opened the desk"))


def test_a_server_for_invited_people_lets_in_who_was_here_and_who_has_an_invitation(url: str, host: Person) -> None:
    old, invited, late, eve = Person(url, "Olga"), Person(url), Person(url), Person(url, "Eve")
    table = old.opens("connect-four", "me", "link")
    seat = old.invites(table, 1)
    host.http.post("/host/house", data={"sign-ups": "on", "invited-only": "on"})
    try:
        made = host.post("/host/invite", people="1")
        link = re.search(r"/welcome/[\w-]+", made.text)
        assert link is not None
        assert old.http.get("/").status_code == old.http.get(table).status_code == 200
        for path in ("/", table, seat, "/api/games", "/rules", f"{table}/replay"):
            assert eve.http.get(path).status_code == 403, path
        assert "invited people" in eve.http.get("/").text
        assert eve.post("/new", game="connect-four").status_code == eve.post(seat, name="Eve").status_code == 403
        with pytest.raises(Exception, match="403"), eve.at(table):
            pass
        assert eve.http.get("/sign-in").status_code == 200
        assert "invited to this server" in invited.http.get(link[0]).text
        assert invited.http.get("/").status_code == 403, "a link that was only opened lets nobody in"
        assert invited.post(link[0]).status_code == 303 and invited.http.get("/").status_code == 200
        assert late.http.get(link[0]).status_code == late.post(link[0]).status_code == 404
        assert late.post("/host/invite", people="9").status_code == 403
    finally:
        host.http.post("/host/house", data={"sign-ups": "on"})
    assert eve.http.get("/").status_code == 200


def test_pupils_of_a_class_need_no_invitation_and_stay_as_long_as_they_have_a_seat(url: str, host: Person) -> None:
    teacher, pupil, other, eve = Person(url, "Tess"), Person(url), Person(url), Person(url)
    teacher.opens("connect-four", "me", "bot:easy")
    host.http.post("/host/house", data={"sign-ups": "on", "invited-only": "on"})
    try:
        class_ = teacher.post("/class", game="crossroll", tables="1").headers["location"].removesuffix("/lead")
        code = class_.rpartition("/")[2]
        assert eve.http.get("/class").status_code == eve.post("/class", game="crossroll").status_code == 403
        for person in (pupil, other):
            assert person.http.get("/join", params={"code": code}).status_code == 200
            assert person.post("/join", code=code, name=f"Pupil {person is pupil}").headers["location"] == class_
            assert person.http.get(class_).status_code == 200
            assert person.http.get("/").status_code == 403, "before the start the class is all they see"
        assert eve.http.get(class_).headers["location"] == f"/join?code={code}"
        assert eve.http.get(f"{class_}/lead").status_code == 403
        assert teacher.http.post(f"{class_}/do", json={"do": "start"}).json() == {"error": ""}
        table = pupil.http.get(class_).headers["location"]
        with pupil.at(table) as wire:
            assert wire.table
        assert pupil.http.get(table).status_code == pupil.http.get("/rules/crossroll").status_code == 200
        assert eve.http.get(table).status_code == eve.http.get("/").status_code == 403
        with pytest.raises(Exception, match="403"), eve.at(table):
            pass
        assert teacher.http.post(f"{class_}/do", json={"do": "end"}).json() == {"error": ""}
    finally:
        host.http.post("/host/house", data={"sign-ups": "on"})


def test_a_limit_set_at_the_desk_holds_at_once_and_goes_back(url: str, host: Person) -> None:
    ann = Person(url, "Ann")
    ann.opens("connect-four", "me", "bot:easy")
    assert host.http.post("/host/limit", data={"name": "nothing", "burst": "1"}).status_code == 400
    locked = host.http.post("/host/limit", data={"name": "requests", "per-second": "0", "burst": "1"})
    assert locked.status_code == 400 and "lock you out" in locked.text
    assert host.http.post("/host/limit", data={"name": "tables", "per-second": "0", "burst": "1"}).status_code == 303
    ann.opens("connect-four", "me", "bot:easy")
    assert ann.post("/new", game="connect-four").status_code == 429
    assert host.http.post("/host/limit", data={"name": "tables", "do": "usual"}).status_code == 303
    ann.opens("connect-four", "me", "bot:easy")
    assert "tables 0/s, 1" in host.http.get("/host").text, "it is in the log"


def test_a_hosts_passkey_opens_the_desk_under_their_name_until_they_are_host_no_more(url: str, host: Person) -> None:
    lena, mia = Person(url), Person(url)
    key, other = Authenticator(), Authenticator()
    keeps_a_name(lena, "Lena", key)
    keeps_a_name(mia, "Mia of desks", other)
    assert lena.post("/host/hosts", who="Lena").status_code == 403
    assert host.post("/host/hosts", who="Lena").status_code == 303
    assert lena.http.get("/host").text.count("Audit log") == 0, "the name alone opens nothing"
    there, away = Person(url), Person(url)
    assert signs_in(there, key).json()["to"] == "/host" and signs_in(away, other).json()["to"] == "/me"
    assert "Audit log" in there.http.get("/host").text and "Audit log" not in away.http.get("/host").text
    there.post("/host/word", word="grue")
    assert "grue <small>Lena</small>" in there.http.get("/host").text
    assert host.post("/host/hosts", who="Lena", do="remove").status_code == 303
    assert there.post("/host/word", word="gnu").status_code == 403


def test_people_who_give_each_other_rated_matches_can_be_seen(tmp_path: Path) -> None:
    store = Store(place_of(tmp_path))
    played = [("ann", "ben")] * 9 + [("ben", "ann")] + [("cem", "dee"), ("dee", "cem")] * 10
    with store.engine.begin() as connection:
        for number, (winner, loser) in enumerate(played, 1):
            match = StoredMatch([StoredTeam([winner], "seat 1 of 2"), StoredTeam([loser], "seat 2 of 2")], [1, 2])
            row = {"number": number, "origin": str(number), "game": "g", "match": msgspec.json.encode(match).decode()}
            connection.execute(db.rated.insert().values(**row, at=1.0))
    assert lopsided(store) == [Pair("ann", "ben", "g", 10, 9, 1.0)]
