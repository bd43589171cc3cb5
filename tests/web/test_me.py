"""Your tables, devices and notifications, over HTTP like a browser."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from tabletown.web.catalog import Catalog
from tabletown.web.hub import Hub
from tabletown.web.people.devices import plain
from tabletown.web.protocol import ChatLine, NewSeat, NewTable
from tabletown.web.seats import Actor, player_id
from tabletown.web.settings import Settings
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import connect
from tabletown.web.storage.store import Store
from tabletown.web.tables import chat as chatting
from tabletown.web.testing import place_of, running_server
from tabletown.web.workers.bots import Workers
from tests.waiting import LIMIT
from tests.web.notify.test_sending import Mailbox, mailbox
from tests.web.people import GAMES, Person, in_a_loop
from tests.web.secrets import CARDS

__all__ = ["mailbox"]


def code_of(page: httpx.Response) -> str:
    found = re.search(r'class="code num">([\w-]+)<', page.text)
    assert found is not None, page.text
    return found[1]


def shows_a_code(person: Person) -> str:
    return code_of(person.http.post("/me/code", follow_redirects=True))


def asks(person: Person, code: str) -> httpx.Response:
    """Type the code on another device and ask to be linked; returns the page it gets."""
    page = person.http.post("/me/with", data={"code": code}, follow_redirects=True)
    assert page.status_code == 200, page.text
    return person.http.post(f"/me/with/{plain(code)}", follow_redirects=True)


def answers(person: Person, code: str, do: str = "yes") -> httpx.Response:
    """Answer on the device that showed the code."""
    page = person.http.get(f"/me/code/{plain(code)}")
    device = re.search(r'name="device" value="(\w+)"', page.text)
    assert device is not None, page.text
    return person.post(f"/me/code/{plain(code)}", device=device[1], do=do)


def link(giver: Person, other: Person) -> None:
    code = shows_a_code(giver)
    asks(other, code)
    assert answers(giver, code).status_code == 303


def holds(person: Person, table: str) -> list[int]:
    with person.at(table) as wire:
        held: list[int] = wire.table["holds"]
        return held


def devices_of(person: Person) -> list[str]:
    """The digests of one's devices, the requesting one first."""
    own = player_id(person.http.cookies["tabletown"])
    found = set(re.findall(r'name="device" value="(\w+)"', person.http.get("/me").text)) | {own}
    return sorted(found, key=lambda device: device != own)


def test_a_code_brings_the_same_seats_to_another_device_once(ann: Person, server: str) -> None:
    table = ann.opens("connect-four", "me", "link")
    phone = Person(server)
    own = phone.opens("connect-four", "me", "link")
    shown = ann.http.post("/me/code", follow_redirects=True)
    code = code_of(shown)
    assert "<svg" in shown.text and f"/me/with/{plain(code)}" in shown.text
    asks(phone, code.lower())
    assert answers(ann, code).headers["location"] == "/me#devices"
    assert phone.http.get(f"/me/with/{code}/state").json() == {"state": "linked"}
    assert phone.http.get(f"/me/with/{code}").headers["location"] == "/me#devices"
    assert holds(phone, table) == [0]
    page = ann.http.get("/me").text
    assert own.removeprefix("/t/") in page, "what the phone had is there and here"
    late = Person(server)
    assert late.http.get(f"/me/with/{code}").status_code == 404, "it works once"
    assert late.http.post(f"/me/with/{code}").status_code == 404


def test_both_names_are_shown_and_nothing_is_linked_before_the_device_that_gave_the_code_agrees(
    ann: Person, bo: Person
) -> None:
    hers, his = ann.opens("connect-four", "me", "link"), bo.opens("connect-four", "me", "link")
    code = shows_a_code(ann)
    page = bo.http.get(f"/me/with/{plain(code)}").text
    assert "<b>Ann</b>" in page and "<b>Bo</b>" in page and "Did someone send you this link?" in page
    waiting = asks(bo, code).text
    assert "Now confirm on the other device" in waiting
    assert (holds(ann, his), holds(bo, hers)) == ([], []), "one click links nobody"
    assert bo.http.get(f"/me/with/{code}/state").json() == {"state": "asked"}
    asked = ann.http.get(f"/me/code/{plain(code)}").text
    assert "<b>Ann</b>" in asked and "<b>Bo</b>" in asked and "Is this other device yours?" in asked
    eve = Person(ann.url, "Eve")
    assert eve.http.get(f"/me/with/{code}").status_code == 404, "nobody else can ask with it any more"
    assert eve.http.get(f"/me/code/{code}").status_code == 404
    assert bo.post(f"/me/code/{code}", device=devices_of(bo)[0], do="yes").status_code == 404
    assert answers(ann, code, "no").status_code == 303
    assert (holds(ann, his), holds(bo, hers)) == ([], [])
    assert bo.http.get(f"/me/with/{code}/state").json() == {"state": "ended"}
    assert bo.http.get(f"/me/with/{code}").status_code == 404


@pytest.mark.parametrize("by", ["giver", "other", "signing out"])
def test_a_link_is_undone_for_a_day_and_each_side_has_only_its_own_again(ann: Person, bo: Person, by: str) -> None:
    """Eve sent Ann her code, and Ann followed it: nothing that Eve does then keeps a seat of Ann's."""
    eve = bo
    hers, his = ann.opens("connect-four", "me", "link"), eve.opens("connect-four", "me", "link")
    link(eve, ann)
    assert (holds(eve, hers), holds(ann, his)) == ([0], [0])
    later = ann.opens("connect-four", "me", "link")
    keys = [re.findall(r"/seat/([\w-]+)", person.http.get(table).text) for person, table in ((eve, hers), (ann, his))]
    assert all(keys)
    own, other = devices_of(eve)
    page = ann.http.get("/me").text
    assert "Undo the link: " in page and "Linked today" in page
    with eve.at(hers) as wire:
        assert wire.table["holds"] == [0]
        if by == "signing out":
            assert eve.post("/me/out", device=other).status_code == 303
        else:
            who = eve if by == "giver" else ann
            assert who.post("/me/unlink", device=other).status_code == 303
        wire.send("refresh")
        assert wire.next(when=lambda table: table["holds"] == [])["asked"] is None, "at once, not after a new visit"
    assert (holds(ann, hers), holds(eve, hers)) == ([0], [])
    assert (holds(eve, his), holds(ann, his)) == ([0], [])
    assert holds(eve, later) == [0], "opened while they were one"
    for (key, *_), table in zip(keys, (hers, his)):
        with Person(ann.url).at(table, f"?key={key}") as wire:
            assert wire.table["holds"] == [], "a link to the seat that was shown meanwhile is worth nothing"
    assert hers.removeprefix("/t/") in ann.http.get("/me").text
    assert hers.removeprefix("/t/") not in eve.http.get("/me").text
    assert eve.post("/me/unlink", device=other).status_code == 404
    assert ann.post("/me/out", device=own).status_code == 404, "nor can she touch his devices"


def test_until_a_link_stays_nobody_gives_away_for_good_what_it_brought(ann: Person, bo: Person) -> None:
    """Eve sent Ann her code, and Ann followed it: Eve gives up Ann's name, adds a passkey to it, erases her."""
    eve = bo
    own = eve.opens("connect-four", "me", "link")
    hers = ann.opens("connect-four", "me", "link")
    assert ann.post("/me/name", name="Anneliese").status_code == 303
    link(eve, ann)
    assert "Anneliese" in eve.http.get("/me").text
    ways: list[tuple[str, dict[str, str]]] = [
        ("/me/name/give-up", {}),
        ("/me/name", {"name": "Evelina"}),
        ("/me/passkey/options", {}),
        ("/me/passkey/remove", {"id": "x"}),
        ("/me/erase", {"word": "erase"}),
    ]
    for path, form in ways:
        refused = eve.post(path, **form)
        assert refused.status_code == 422 and "You linked a device today." in refused.text, path
    refused = eve.http.post(f"{hers}/delete")
    assert refused.status_code == 422 and "You linked a device today." in refused.text
    assert ann.post("/me/unlink", device=devices_of(ann)[0]).status_code == 303
    assert "/people/Anneliese" in ann.http.get("/me/profile").headers["location"]
    assert (holds(ann, hers), holds(eve, hers)) == ([0], [])
    assert eve.http.post(f"{own}/delete").status_code == 303
    assert eve.post("/me/erase", word="erase").status_code == 200
    assert holds(ann, hers) == [0]


def test_a_device_that_brought_nothing_keeps_nobody_from_a_name_or_from_erasing_all(ann: Person, server: str) -> None:
    ann.opens("connect-four", "me", "link")
    link(ann, Person(server))
    assert ann.post("/me/name", name="Annabella").status_code == 303
    assert ann.post("/me/erase", word="erase").status_code == 200


@pytest.mark.parametrize("both", [False, True], ids=["hers", "of both"])
def test_who_undoes_a_link_is_in_their_clubs_again_and_the_other_only_in_their_own(tmp_path: Path, both: bool) -> None:
    with running_server(tmp_path, GAMES, ["--lobby"]) as url:
        ann, eve = Person(url, "Ann"), Person(url, "Eve")
        club = ann.post("/clubs", title="Elm Street", name="Ann").headers["location"]
        eve.opens("connect-four", "me", "link")
        if both:
            (code,) = set(re.findall(r"/clubs/join/[\w-]+", ann.http.get(club).text))
            assert eve.post(code, name="Eve").status_code == 303
        link(eve, ann)
        assert eve.http.get(club).status_code == 200
        assert ann.post("/me/unlink", device=devices_of(ann)[0]).status_code == 303
        assert ann.post(club, do="code").status_code == 303, "Ann leads it"
        assert eve.http.get(club).status_code == (200 if both else 403)


def test_a_device_that_was_linked_today_decides_over_no_other(ann: Person, bo: Person) -> None:
    """Ann agreed by mistake: Bo tries to sign her out, make a recovery code or link her things on. All of it fails."""
    hers = ann.opens("connect-four", "me", "link")
    bo.opens("connect-four", "me", "link")
    link(ann, bo)
    (mine,) = [device for device in devices_of(bo) if device != player_id(bo.http.cookies["tabletown"])]
    for refused in (bo.post("/me/out", device=mine), bo.post("/me/recovery"), bo.post("/me/code")):
        assert refused.status_code == 403 and "linked today" in refused.text
    eve = Person(ann.url, "Eve")
    code = shows_a_code(eve)
    assert bo.http.post(f"/me/with/{plain(code)}").status_code == 422
    assert holds(ann, hers) == [0]


def test_after_a_day_a_link_stays(tmp_path: Path) -> None:
    with running_server(tmp_path, GAMES) as url:
        ann, phone = Person(url, "Ann"), Person(url)
        table = ann.opens("connect-four", "me", "link")
        link(ann, phone)
        engine = connect(place_of(tmp_path))
        with engine.begin() as connection:
            k = db.kept
            moved = connection.execute(k.update().where(k.c.kind == db.LINK).values(at=k.c.at - 86401)).rowcount
        engine.dispose()
        assert moved == 1 and "Undo the link" not in phone.http.get("/me").text
        (other,) = [device for device in devices_of(phone) if device != player_id(phone.http.cookies["tabletown"])]
        assert phone.post("/me/unlink", device=other).status_code == 404
        assert phone.post("/me/out", device=other).status_code == 303
        assert (holds(phone, table), holds(ann, table)) == ([0], [])


def test_a_device_that_is_signed_out_has_no_seat_any_more(ann: Person, server: str) -> None:
    table = ann.opens("connect-four", "me", "link")
    phone = Person(server)
    link(ann, phone)
    page = ann.http.get("/me").text
    devices = re.findall(r'name="device" value="(\w+)"', page)
    assert len(devices) == 2
    with phone.at(table) as wire:
        assert wire.table["holds"] == [0]
        phones = [one for one in devices if one != devices[0]]
        mine = re.search(r'this one.*?value="(\w+)"', page, re.S)
        assert mine is not None
        (other,) = [one for one in devices if one != mine[1]] or phones
        assert ann.post("/me/out", device=other).status_code == 303
        with pytest.raises(ConnectionClosed):
            while True:
                wire.next("never")
    with phone.at(table) as wire:
        assert wire.table["holds"] == []
    with ann.at(table) as wire:
        assert wire.table["holds"] == [0]
    assert ann.post("/me/out", device="0" * 32).status_code == 404


def test_nobody_signs_out_or_reads_the_device_of_somebody_else(ann: Person, bo: Person) -> None:
    ann.opens("connect-four", "me", "link")
    bo.opens("connect-four", "me", "link")
    ann.post("/me/code")
    found = re.search(r'name="device" value="(\w+)"', bo.http.get("/me").text)
    assert found is None, "a device alone has nothing to sign out"
    ann.http.get("/me")
    other = ann.http.cookies["tabletown"]
    assert bo.post("/me/out", device=player_id(other)).status_code == 404


def test_a_recovery_code_works_when_every_device_is_gone_and_gives_the_next(ann: Person, server: str) -> None:
    table = ann.opens("connect-four", "me", "link")
    first = code_of(ann.post("/me/recovery"))
    assert len(first.replace("-", "")) == 24
    new = Person(server)
    page = new.http.post("/me/with", data={"code": first}, follow_redirects=True).text
    assert "<b>Ann</b>" in page and "No name yet" in page
    second = code_of(new.http.post(f"/me/with/{first}"))
    assert second != first
    with new.at(table) as wire:
        assert wire.table["holds"] == [0]
    assert Person(server).http.get(f"/me/with/{first}").status_code == 404


def test_a_code_ends_after_ten_minutes(tmp_path: Path) -> None:
    with running_server(tmp_path, GAMES) as url:
        ann = Person(url)
        ann.opens("connect-four", "me", "link")
        began = time.time()
        code = shows_a_code(ann)
        engine = connect(place_of(tmp_path))
        with engine.begin() as connection:
            until = connection.scalar(sa.select(db.codes.c.until))
            assert until is not None and began <= until - 600 <= time.time()
            connection.execute(db.codes.update().values(until=time.time() - 1))
        engine.dispose()
        assert Person(url).http.get(f"/me/with/{code}").status_code == 404


def test_your_turn_comes_first_the_longest_wait_on_top_and_the_next_is_a_click_away(ann: Person, bo: Person) -> None:
    mine = [ann.opens("connect-four", "me", "link") for _ in range(2)]
    his = bo.opens("connect-four", "me", "link")
    ann.joins(bo.invites(his, 1))
    told = ann.http.get("/me/tables.json").json()
    assert told["waiting"] == 2 and [table["yours"] for table in told["tables"]] == [True, True, False]
    assert [table["url"] for table in told["tables"][:2]] == mine
    page = ann.http.get("/me").text
    assert "2 tables are waiting for you" in page and "Waiting for others: 1" in page
    assert ann.http.get("/me/next").headers["location"] == mine[0]
    after = mine[0].removeprefix("/t/")
    assert ann.http.get("/me/next", params={"after": after}).headers["location"] == mine[1]
    assert bo.http.get("/me/next", params={"after": his.removeprefix("/t/")}).headers["location"] == "/me"


def test_every_table_says_what_it_asks_but_not_what_a_seat_may_not_know(ann: Person, bo: Person) -> None:
    table = ann.opens("connect-four", "me", "link", title="Four")
    bo.joins(ann.invites(table, 1))
    assert "drop a disc into a column" in ann.http.get("/me").text
    his = bo.http.get("/me").text
    assert "Ann: drop a disc into a column" in his and "Your turn" not in his
    hidden = ann.opens("secrets", "me", "link", title="Hidden")
    bo.joins(ann.invites(hidden, 1))
    assert "Hidden" in bo.http.get("/me").text
    assert not [card for card in CARDS if card in bo.http.get("/me").text]


def test_what_the_others_wrote_counts_as_unread_until_it_is_read(ann: Person, bo: Person) -> None:
    table = ann.opens("connect-four", "me", "link")
    bo.joins(ann.invites(table, 1))
    with bo.at(table) as his:
        his.send("say", text="hello")
        his.next("chat", lambda chat: bool(chat["lines"]))
    assert "1 new message" in ann.http.get("/me").text and "new message" not in bo.http.get("/me").text
    with ann.at(table) as hers:
        hers.send("read")
        hers.send("ping")
        hers.next("pong")
    assert "new message" not in ann.http.get("/me").text


def test_who_is_muted_is_not_heard_and_what_is_reported_reaches_the_host(ann: Person, bo: Person) -> None:
    table = ann.opens("connect-four", "me", "link")
    bo.joins(ann.invites(table, 1))
    with ann.at(table) as hers, bo.at(table) as his:
        his.send("say", text="rude words")
        line = hers.next("chat", lambda chat: bool(chat["lines"]))["lines"][0]
        hers.send("mute", seat=1, on=True)
        assert hers.next("chat", lambda chat: chat["fresh"] and chat["muted"] == [1])["lines"] == []
        his.send("say", text="more of them")
        his.next("chat", lambda chat: any(line["text"] == "more of them" for line in chat["lines"]))
        hers.send("ping")
        hers.next("pong")
        assert "more of them" not in "".join(hers.heard)
        hers.send("mute", seat=1, on=False)
        assert len(hers.next("chat", lambda chat: chat["fresh"] and not chat["muted"])["lines"]) == 2
        hers.send("report", at=line["at"])
        assert "Reported" in hers.next("notice")["text"]
        hers.send("report", at=1.0)
        assert hers.refused()["code"] == "none"
    page = ann.http.get("/me").text
    assert "rude words" in page, "she is the host of this table"
    key = re.search(r'action="/me/remove/([^"]+)"', page)
    assert key is not None and "rude words" not in bo.http.get("/me").text
    assert bo.http.post(f"/me/remove/{key[1]}").status_code in (403, 404)
    assert ann.http.post(f"/me/remove/{key[1]}").status_code == 303
    with bo.at(table) as his:
        assert "rude words" not in str(his.next("chat"))


def test_reports_elsewhere_do_not_bury_those_of_a_host(tmp_path: Path) -> None:
    async def go() -> None:
        catalog = Catalog(GAMES)
        hub = Hub(Store(place_of(tmp_path)), catalog, Workers(catalog), Settings(pace=0))
        for person, lines in (("ann", 1), ("eve", 250)):
            wish = NewTable("connect-four", [NewSeat("me"), NewSeat("link")])
            table = await hub.opening.create(wish, Actor(person), person)
            for number in range(lines):
                table.chat.append(ChatLine(0, person, f"line {number}", 1000.5 + number))
                await chatting.report(table, [0], 1000.5 + number)
        (told,) = chatting.reports(hub, "ann")
        assert (told.name, told.text) == ("ann", "line 0") and len(chatting.reports(hub, "eve")) == 200
        await chatting.remove(hub, "ann", told.key)
        assert chatting.reports(hub, "ann") == []
        await hub.stop()

    in_a_loop(go())


def test_the_same_address_in_capitals_has_the_same_quota(tmp_path: Path, mailbox: tuple[Mailbox, object]) -> None:
    box, smtp = mailbox
    address = f"smtp://{smtp.host}:{smtp.port}"  # type: ignore[attr-defined]
    options = ("--proxies", "127.0.0.1", "--smtp", address, "--mail-from", "tables@example.org")
    with running_server(tmp_path, GAMES, options) as url:
        ann = Person(url)
        ann.opens("connect-four", "me", "link")
        answers = []
        for n in range(12):
            to = "".join(c.upper() if n >> at & 1 else c for at, c in enumerate("anna")) + "@example.org"
            from_elsewhere = {"x-forwarded-for": f"203.0.113.{n + 1}"}
            answers.append(ann.http.post("/me/mail", data={"address": to}, headers=from_elsewhere).status_code)
        assert answers == [303] * 6 + [429] * 6 and len(box.mails) == 6


@pytest.fixture
def mailing(tmp_path: Path, mailbox: tuple[Mailbox, object]) -> Iterator[tuple[str, Mailbox]]:
    box, smtp = mailbox
    address = f"smtp://{smtp.host}:{smtp.port}"  # type: ignore[attr-defined]
    options = ("--unlimited", "--smtp", address, "--mail-from", "tables@example.org", "--webhooks")
    with running_server(tmp_path, GAMES, options) as url:
        yield url, box


def test_an_address_is_confirmed_by_its_mail_and_ended_by_one_click(mailing: tuple[str, Mailbox]) -> None:
    url, box = mailing
    ann = Person(url)
    ann.opens("connect-four", "me", "link")
    assert ann.post("/me/mail", address="nonsense").status_code == 400
    assert ann.post("/me/mail", address="ann@example.org").status_code == 303
    text = box.mails[0][2].get_payload(decode=True).decode()
    link = next(word for word in text.split() if word.startswith(url))
    assert "open the link" in ann.http.get("/me").text
    assert ann.http.get(link[:-2] + "xx").status_code == 404
    stranger = httpx.Client(timeout=LIMIT)  # a mail program that opens links changes nothing
    assert stranger.get(link).status_code == 200 and "open the link" in ann.http.get("/me").text
    assert stranger.post(link).status_code == 303 and "confirmed" in ann.http.get("/me").text
    way = re.search(r'action="/me/end/([\w-]+)"', ann.http.get("/me").text)
    assert way is not None
    assert Person(url).http.post(f"/me/end/{way[1]}").status_code == 403
    assert ann.http.post(f"/me/end/{way[1]}").status_code == 303 and "confirmed" not in ann.http.get("/me").text


def test_no_mail_has_a_link_to_a_name_that_only_the_request_says(tmp_path: Path, mailing: tuple[str, Mailbox]) -> None:
    url, box = mailing
    ann = Person(url)
    ann.opens("connect-four", "me", "link")
    forged = {"host": "evil.example"}
    refused = ann.http.post("/me/mail", data={"address": "ann@example.org"}, headers=forged)
    assert refused.status_code == 403 and "--host-name" in refused.text and box.mails == []
    assert ann.post("/me/mail", address="ann@example.org").status_code == 303
    assert ann.http.post("/me/notifications", data={"when": "day"}, headers=forged).status_code == 303
    engine = connect(place_of(tmp_path))
    with engine.connect() as connection:
        settings = "".join(connection.scalars(sa.select(db.players.c.settings)))
    engine.dispose()
    assert url in settings and '"day"' in settings and "evil" not in settings


def test_a_webhook_into_the_private_network_is_refused(mailing: tuple[str, Mailbox]) -> None:
    url, _ = mailing
    ann = Person(url)
    ann.opens("connect-four", "me", "link")
    for address in (url, "https://127.0.0.1/", "https://169.254.169.254/latest", "http://example.org/"):
        answer = ann.post("/me/hook", address=address)
        assert answer.status_code == 400 and 'action="/me/end/' not in ann.http.get("/me").text, address
    for endpoint in ("https://127.0.0.1/x", "http://10.0.0.1/x"):
        sent = {"endpoint": endpoint, "p256dh": "B" * 87, "auth": "A" * 22}
        assert ann.http.post("/me/push", json=sent).status_code == 400


def test_without_https_nothing_is_offered_that_cannot_work_and_the_reason_is_told(ann: Person) -> None:
    ann.opens("connect-four", "me", "link")
    page = ann.http.get("/me", headers={"host": "school.example:8000"}).text
    assert "only over https" in page and "data-push=" not in page
    here = ann.http.get("/me").text
    assert "data-push=" in here and "only over https" not in here
    assert "This server doesn&#39;t send email" in here and "webhook" not in here
    sent = {"endpoint": "https://push.example.org/x", "p256dh": "B" * 87, "auth": "A" * 22}
    refused = ann.http.post("/me/push", json=sent, headers={"host": "school.example:8000"})
    assert refused.status_code == 403


def test_notification_settings_are_kept(ann: Person) -> None:
    ann.opens("connect-four", "me", "link")
    assert (
        ann.post("/me/notifications", when="day", first="23", last="6", quiet="on", zone="Europe/Rome").status_code
        == 303
    )
    page = ann.http.get("/me").text
    assert re.search(r'value="day" checked', page) and '<option value="23" selected' in page and "Europe/Rome" in page
    assert ann.post("/me/notifications", when="never").status_code == 400
    assert Person(ann.url).post("/me/notifications", when="day").status_code == 403
