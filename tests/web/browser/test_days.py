"""Playing over days: two devices of one person, a day that passes, offline use, and the requirements for an app."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa
from PIL import Image
from playwright.sync_api import expect

from tabletown.web.notify.messages import Item, NotificationSettings, told
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import connect
from tabletown.web.tables import clock
from tabletown.web.testing import Server, place_of
from tests.waiting import until
from tests.web.browser.conftest import GAMES, Visit
from tests.web.browser.person import Person
from tests.web.browser.test_pages import overflows, violations

DAY = 86400


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Server]:
    """A separate server, because its clock is changed."""
    server = Server(tmp_path, GAMES, ("--unlimited", "--pace", "0"))
    server.start()
    yield server
    server.stop()


def a_day_passes(server: Server) -> None:
    """Let a day and a few hours pass: every stored time becomes that much older."""
    server.stop()
    engine = connect(place_of(server.data))
    passed = DAY + 4 * 3600
    with engine.begin() as connection:
        t = db.tables
        for row in connection.execute(sa.select(t.c.id, t.c.timing, t.c.deadline)).all():
            timing = clock.read(row.timing)
            timing.asked = {seat: (number, since - passed) for seat, (number, since) in timing.asked.items()}
            timing.until = {seat: until - passed for seat, until in timing.until.items()}
            new = {"timing": msgspec.json.encode(timing).decode(), "deadline": row.deadline and row.deadline - passed}
            connection.execute(t.update().where(t.c.id == row.id).values(updated=t.c.updated - passed, **new))
    engine.dispose()
    server.start()


@pytest.mark.long
def test_one_person_on_two_devices_over_a_day(visit: Visit, shelf: Server) -> None:
    ann, phone, bo = visit("Ann"), visit("Ann", phone=True), visit("Bo")
    for person in (ann, phone, bo):
        person.url = shelf.url
    form = {"seat-0": "me", "seat-1": "link", "clock": "move:86400"}
    table = ann.sends("/new", game="connect-four", count="2", name="Ann", title="Sunday", **form)
    bo.joins(ann)
    expect(ann.page.locator("[data-clock='0']")).to_have_text(re.compile("23 h|1 d"))

    # the same person on the phone, by the code of the desktop
    ann.goes("/me")
    expect(ann.page.locator("h1")).to_have_text("One table is waiting for you")
    ann.page.get_by_role("button", name="Show a code").click()
    expect(ann.page.locator("svg.qr")).to_be_visible()
    expect(ann.page.locator("[data-left]")).to_have_text(re.compile(r"^(10:00|9:\d\d) left, works once$"))
    code = ann.page.locator(".code").inner_text()
    assert violations(ann.page) == []
    phone.goes("/me/with")
    phone.page.get_by_label("Code").fill(code)
    phone.page.get_by_role("button", name="Continue").click()
    assert violations(phone.page) == [] and not overflows(phone.page)
    phone.page.get_by_role("button", name="Ask the other device").click()
    expect(phone.page.locator("h1")).to_have_text("Now confirm on the other device")
    expect(ann.page.locator("h1")).to_have_text("Is this other device yours?")  # the page moves on by itself
    assert violations(ann.page) == [] and not overflows(ann.page)
    ann.page.get_by_role("button", name="Yes, link them").click()
    expect(phone.page.get_by_role("link", name=re.compile("Sunday"))).to_be_visible()
    assert violations(phone.page) == [] and not overflows(phone.page)
    phone.page.get_by_role("link", name=re.compile("Sunday")).click()
    phone.sits()
    assert phone.is_asked and phone.page.url == table
    phone.answers()  # she plays on the phone
    ann.goes("/me")
    expect(ann.page.locator("#for-others")).to_have_text("Waiting for others: 1")
    assert violations(ann.page) == [] and not overflows(ann.page)
    expect(ann.page.locator("#install")).to_be_hidden()  # nobody is asked after the first table

    # a day passes without Bo: his time is up, a bot plays, and he gets his seat back on his return
    bo.page.goto("about:blank")
    a_day_passes(shelf)
    ann.goes(table)
    ann.sits()
    expect(ann.prompt).to_have_class(re.compile(r"\byou\b"))
    assert ann.number >= 2
    bo.goes(table)
    bo.sits()
    expect(bo.page.locator("#chips")).not_to_contain_text("bot")
    ann.goes("/me")
    expect(ann.page.locator(".devs li")).to_have_count(2)

    # the phone is lost, so it is signed out from the desktop
    ann.page.locator(".devs li", has_not_text="this one").get_by_role("button").click()
    expect(ann.page.locator(".devs li")).to_have_count(1)
    phone.goes("/me")
    expect(phone.page.locator("h1")).to_have_text("No one is waiting for you")


@pytest.mark.long
def test_the_pages_can_be_installed_and_are_there_without_a_network(visit: Visit) -> None:
    """Lighthouse's requirements for an app: manifest, icons, worker, an offline page."""
    ann = visit("Ann", own=True)
    ann.opens("signposts", "me", "link")
    ann.goes("/me")
    told = ann.page.request.get(ann.url + (ann.page.locator("link[rel=manifest]").get_attribute("href") or "")).json()
    assert told["name"] and told["start_url"] == "/me" and told["display"] == "standalone" and told["scope"] == "/"
    purposes = {(icon["sizes"], icon["purpose"]) for icon in told["icons"]}
    assert purposes == {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    for icon in told["icons"]:
        picture = Image.open(io.BytesIO(ann.page.request.get(ann.url + icon["src"]).body()))
        assert f"{picture.width}x{picture.height}" == icon["sizes"] and picture.format == "PNG"
        if icon["purpose"] == "maskable":  # cutting off its corners removes nothing important
            assert picture.convert("RGBA").getpixel((0, 0)) == (176, 63, 39, 255)
    expect(ann.page.locator("meta[name=theme-color]")).to_have_count(1)
    ann.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    ann.page.reload()  # controlled by the worker from the first request
    ann.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    ann.page.evaluate("""async () => {
        while (!(await caches.match('/me/tables.json'))) await new Promise((later) => setTimeout(later, 50));
    }""")
    ann.goes("/rules/signposts")
    ann.page.evaluate("""async () => {
        const there = () => caches.match('/rules/signposts', { ignoreVary: true });
        while (!(await there())) await new Promise((later) => setTimeout(later, 50));
    }""")
    ann.page.context.set_offline(True)
    ann.goes("/me")
    expect(ann.page.locator("h1")).to_have_text("No network")
    expect(ann.page.locator("#tables")).to_contain_text("Your turn")
    expect(ann.page.locator("#seen")).to_contain_text("As last seen on")
    assert ann.page.locator("#tables li > span").evaluate("one => one.offsetWidth") > 300  # not in place of a cover
    assert violations(ann.page) == []
    ann.goes("/rules/signposts")
    expect(ann.page.locator("h1")).not_to_have_text("No network")
    ann.page.context.set_offline(False)


PAINTED = """
from dataclasses import replace
from msgspec.structs import replace as other
from pathlib import Path
from tests.web.browser.signposts import game as plain
game = replace(plain, about=other(plain.about, id="painted"), folder=Path(__file__).parent)
"""


@pytest.mark.long
def test_what_was_kept_is_there_after_an_update_of_the_server(visit: Visit, tmp_path: Path) -> None:
    """A new version brings a new worker, and a rulebook read before is still available offline."""
    (tmp_path / "painted.py").write_text(PAINTED)
    sheet = tmp_path / "style.css"
    sheet.write_text("/* the first */")
    server = Server(tmp_path / "data", [*GAMES, f"{tmp_path}/painted.py:game"], ("--unlimited", "--workers", "0"))
    server.start()
    ann = visit("Ann", own=True)
    ann.url = server.url
    ann.goes("/me")
    ann.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    ann.goes("/rules/signposts")
    kept = """async () => {
        const [name] = await caches.keys();
        const there = async () => (await caches.open(name)).match('/rules/signposts', { ignoreVary: true });
        while (!(await there())) await new Promise((later) => setTimeout(later, 50));
        return [name, (await (await there()).text()).match(/\\/static\\/v-[^"]+\\.css/)[0]];
    }"""
    before, style = ann.page.evaluate(kept)
    server.stop()
    sheet.write_text("/* the second */")
    server.start()
    ann.goes("/me")
    gone = """async (before) => {
        while ((await caches.keys()).includes(before)) await new Promise((later) => setTimeout(later, 50));
    }"""
    ann.page.evaluate(gone, before)  # the new worker controls everything now
    server.stop()  # no network: pages and worker reach nobody
    ann.goes("/rules/signposts")
    expect(ann.page.locator("h1")).not_to_have_text("No network")
    assert ann.page.evaluate("style => fetch(style).then((answer) => answer.ok)", style)
    ann.goes("/me")
    expect(ann.page.locator("h1")).to_have_text("No network")


@pytest.mark.long
def test_an_invitation_has_a_qr_code_and_chat_can_be_muted_and_reported(visit: Visit) -> None:
    ann, bo = visit("Ann"), visit("Bo")
    ann.opens("connect-four", "me", "link")
    ann.page.locator("#invite").click()
    ann.page.get_by_role("button", name="QR").first.click()
    picture = ann.page.get_by_alt_text(re.compile("QR code")).first
    expect(picture).to_be_visible()
    ann.page.wait_for_function("() => document.querySelector('.linkrow img').naturalWidth > 0")
    ann.page.get_by_role("button", name="Done").click()
    bo.joins(ann)
    says(bo, "rude words")
    ann.page.get_by_role("tab", name=re.compile("Chat")).click()
    expect(ann.page.locator(".chat")).to_contain_text("rude words")
    ann.page.locator(".on-line summary").click()
    ann.page.get_by_role("button", name="Report to the host").click()
    expect(ann.page.locator(".toast")).to_contain_text("Reported to the host")
    ann.page.get_by_role("button", name="Mute Bo").click()
    expect(ann.page.locator(".chat")).not_to_contain_text("rude words")
    ann.page.get_by_role("button", name="Unmute Bo").click()
    expect(ann.page.locator(".chat")).to_contain_text("rude words")


def says(person: Person, words: str) -> None:
    person.page.get_by_role("tab", name=re.compile("Chat")).click()
    person.page.get_by_label("Write a message").fill(words)
    person.page.get_by_label("Write a message").press("Enter")
    expect(person.page.locator(".chat")).to_contain_text(words)


def test_a_push_shows_what_is_asked_and_a_click_opens_the_table(visit: Visit) -> None:
    """The real worker in a real browser, given the server's message."""
    ann = visit("Ann", own=True)
    ann.opens("connect-four", "me", "link")
    table, context = ann.page.url, ann.page.context
    context.grant_permissions(["notifications"])
    ann.goes("/me")
    expect(ann.page.locator(".it.yours .wt")).to_contain_text("drop a disc into a column")
    ann.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    (worker,) = context.service_workers
    worker.evaluate("""() => {
        navigator.setAppBadge = (count) => { globalThis.badge = count; };
        registration.showNotification = (title, shown) => { globalThis.shown = { title, ...shown }; };
    }""")
    item = Item(table.rpartition("/")[2], "turn", "Sunday", "drop a disc into a column")
    news = told([item], NotificationSettings(base=ann.url), 3)
    wire = context.new_cdp_session(ann.page)
    registrations: list[str] = []
    wire.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registrations.extend(one["registrationId"] for one in told["registrations"]),
    )
    wire.send("ServiceWorker.enable")
    until(lambda: ann.page.evaluate("1") and registrations, "the browser tells of the worker")
    data = {"origin": ann.url, "registrationId": registrations[0], "data": json.dumps(news._asdict())}
    wire.send("ServiceWorker.deliverPushMessage", data)
    worker.evaluate("async () => { while (!globalThis.shown) await new Promise((on) => setTimeout(on, 20)); }")
    shown = worker.evaluate("() => [shown.title, shown.body, shown.tag, shown.data.url, globalThis.badge]")
    assert shown == ["Your turn: Sunday", "Drop a disc into a column.", f"t-{item.table}", table, 3]

    # a tap on it opens a new window, or focuses the one with the table
    tap = """async () => {
        const gone = [], opened = [];
        const event = new Event("notificationclick");
        event.notification = { data: shown.data, close: () => gone.push(1) };
        event.waitUntil = (work) => { event.work = work; };
        clients.openWindow = (url) => { opened.push(url); };
        WindowClient.prototype.focus = function () { opened.push(`there: ${this.url}`); };
        globalThis.dispatchEvent(event);
        await event.work;
        return [gone.length, opened];
    }"""
    assert worker.evaluate(tap) == [1, [table]]
    ann.goes(table)
    ann.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    assert worker.evaluate(tap) == [1, [f"there: {table}"]]
