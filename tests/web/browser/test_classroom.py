"""A class as people see it: a facilitator, a projector and three phones, each a separate browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tabletown.web.testing import Server
from tests.conftest import LONG
from tests.web.browser.conftest import Visit
from tests.web.browser.test_pages import violations
from tests.web.test_classroom import Pupil
from tests.web.test_every_class import play_to_the_end, two_pairs_at_play


def a_running_class(visit: Visit, host: Server, names: list[str]) -> tuple[Page, list[Pupil]]:
    """A class with one running table: the desk is a browser, pupils send requests."""
    teacher = visit("Ms. Keller", own=True)
    desk = teacher.page
    teacher.goes(teacher.asks("/class", title="Class 9b", tables="1", clock="40"))
    code = desk.url.split("/")[-2]
    pupils = [Pupil(host.url, name) for name in names]
    for pupil in pupils:
        pupil.joins_class(code)
    desk.get_by_role("button", name="Start", exact=True).click()
    expect(desk.get_by_role("button", name="Pause all")).to_be_visible()
    for pupil in pupils:
        pupil.finds_table(code)
    return desk, pupils


def pressed_while(desk: Page, name: str, happens: Callable[[], object]) -> None:
    """Press the mouse button, and release it after something has happened."""
    desk.get_by_role("button", name=name, exact=True).hover()
    desk.mouse.down()
    happens()
    desk.mouse.up()


def test_no_press_at_the_desk_is_lost_while_it_is_redrawn(visit: Visit, host: Server) -> None:
    """At ten answers a second, one falls into a press of a tenth of a second; here one falls into every press, on any
    machine."""
    presses = 40 if LONG else 10
    desk, _ = a_running_class(visit, host, ["Ada", "Ben", "Cleo"])
    counted: list[str] = []
    desk.on("request", lambda request: counted.append(str(request.post_data)) if request.url.endswith("/do") else None)

    def redrawn(seconds: int) -> None:
        """Another device at the desk changes the turn clock, which redraws the page."""
        wish = {"do": "turn-clock", "number": seconds}
        assert desk.request.post(desk.url.replace("/lead", "/do"), data=wish).ok
        expect(desk.locator(".pre output")).to_have_text(f"{seconds // 60}:{seconds % 60:02}")

    for press in range(presses):
        pressed_while(desk, "+2 min", partial(redrawn, 60 + press))
    desk.get_by_role("button", name="Pause all").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Paused")
    assert [json.loads(wish)["do"] for wish in counted] == ["time"] * presses + ["pause"]


def test_clocks_on_desk_and_phone_stand_still_while_the_server_is_away(visit: Visit, host: Server) -> None:
    desk, (ada, *_) = a_running_class(visit, host, ["Ada", "Ben", "Cleo"])
    assert desk.request.post(desk.url.replace("/lead", "/do"), data={"do": "turn-clock", "number": 300}).ok
    phone = visit("Ada", phone=True, own=True).page
    cookies = [{"name": name, "value": value, "url": host.url} for name, value in ada.http.cookies.items()]
    phone.context.add_cookies(cookies)  # type: ignore[arg-type]
    clocks = ((desk, ".prompt [role=timer]"), (phone, ".ticks b"))
    for page, _ in clocks:
        page.clock.install()
        page.goto(desk.url if page is desk else host.url + ada.table)
    for page, clock in clocks:
        expect(page.locator(clock)).to_have_text(re.compile(r"\d:\d\d"))
    host.kill()
    expect(desk.locator("#away")).to_be_visible()
    expect(phone.locator("body")).to_have_class(re.compile(r"\boff\b"))
    for page, clock in clocks:
        before = page.locator(clock).inner_text()
        page.clock.fast_forward(100_000)
        assert page.locator(clock).inner_text() == before
    host.start()
    for page, _ in clocks:
        page.clock.fast_forward(100_000)  # to its next attempt
    expect(desk.locator("#away")).to_be_hidden()
    expect(desk.locator(".prompt [role=timer]")).to_have_text(re.compile("39:"))


@pytest.mark.long
def test_a_press_does_what_its_button_said_or_nothing(visit: Visit, host: Server) -> None:
    desk, _ = a_running_class(visit, host, ["Ada", "Ben", "Cleo"])
    helper = desk.context.new_page()
    helper.goto(desk.url)

    def paused() -> None:
        helper.get_by_role("button", name="Pause all").click()
        expect(desk.get_by_role("button", name="Resume")).to_be_visible()

    pressed_while(desk, "Pause all", paused)
    desk.get_by_role("button", name="Message").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Paused")


@pytest.mark.long
def test_what_needs_the_teacher_keeps_its_place_under_the_pointer(visit: Visit, host: Server) -> None:
    desk, pupils = a_running_class(visit, host, ["Ada", "Ben", "Cleo"])
    for pupil in pupils[:2]:
        with pupil.at(pupil.table) as wire:
            wire.send("say", text=f"? May {pupil.name} sell?")
            wire.next("chat", when=lambda chat: chat["lines"] and not chat["fresh"])
    second = desk.locator(".needs li", has_text="May Ben sell?").get_by_role("button", name="Yes")
    second.hover()
    before = second.bounding_box()
    field = desk.locator(".needs li", has_text="May Ben sell?").get_by_role("textbox")
    field.press_sequentially("Only to")
    other = desk.context.new_page()
    other.goto(desk.url)
    other.locator(".needs li", has_text="May Ada sell?").get_by_role("button", name="No", exact=True).click()
    expect(desk.locator(".needs li[inert]")).to_contain_text("May Ada sell?")
    expect(desk.locator(".log")).to_contain_text("May Ada sell? No.")
    assert second.bounding_box() == before
    desk.mouse.move(5, 5)
    expect(desk.locator(".needs li")).to_have_count(1)
    expect(field).to_have_value("Only to")
    expect(field).to_be_focused()
    second.click()
    expect(desk.locator(".log")).to_contain_text("May Ben sell? Yes.")


@pytest.mark.long
def test_a_facilitator_a_projector_and_three_phones(visit: Visit) -> None:
    teacher = visit("Ms. Keller", own=True)
    lead = teacher.page
    teacher.goes("/")
    shelf = lead.get_by_role("listitem").filter(has=lead.get_by_role("heading", name="Broken Cities", exact=True))
    shelf.get_by_role("link", name="For a class").click()
    lead.get_by_label("Session name").fill("Class 9b")
    lead.get_by_label("Tables", exact=True).select_option("1")
    assert violations(lead) == []
    lead.get_by_role("button", name="Create session").click()
    code = lead.locator(".code").inner_text()
    assert len(code.replace(" ", "")) == 6

    wall = lead.context.new_page()
    wall.goto(lead.url.replace("/lead", "/projector"))
    expect(wall.locator(".code")).to_have_text(code)

    phones = [visit(name, phone=True) for name in ("Ada", "Ben", "Cleo <b>")]
    for phone in phones:
        phone.goes("/join")
        phone.page.get_by_label("Code on the wall").fill(code)
        phone.page.get_by_label("Your first name").fill(phone.name)
        if phone is phones[0]:  # the same page for all
            assert violations(phone.page) == []
        phone.page.get_by_role("button", name="Join").click()
        expect(phone.page.get_by_role("heading", level=1)).to_contain_text("table 1")
    expect(lead.locator(".prompt .clock")).to_have_text("3of 4 joined")
    expect(wall.get_by_text("Cleo <b>")).to_be_visible()
    assert violations(lead) == [] and violations(wall) == [] and violations(phones[0].page) == []

    lead.get_by_role("button", name="Start", exact=True).click()
    for phone in phones:
        expect(phone.page.locator("#prompt")).to_contain_text("turn")
    (asked,) = [phone for phone in phones if phone.is_asked]
    expect(lead.get_by_text(f"{asked.name}'s turn")).to_be_visible()

    lead.get_by_role("button", name="Pause all").click()
    expect(lead.get_by_role("heading", level=1)).to_have_text("Paused")
    expect(asked.page.get_by_text("Paused. Look up.")).to_be_visible()
    expect(wall.get_by_role("heading", level=1)).to_have_text("Paused: look up here")
    expect(asked.page.get_by_role("button", name="End the turn")).to_have_count(0)  # nothing can be done now
    lead.get_by_role("button", name="Message").click()
    lead.get_by_role("button", name="Five minutes left").click()
    lead.get_by_role("button", name="Send").click()
    expect(asked.page.get_by_text("Five minutes left")).to_be_visible()
    assert violations(asked.page) == []
    asked.page.get_by_role("button", name="Read", exact=True).click()
    expect(lead.get_by_text("was read by 1 of 3")).to_be_visible()
    lead.get_by_role("button", name="Resume").click()
    expect(asked.page.get_by_text("Paused. Look up.")).to_be_hidden()
    asked.page.get_by_role("button", name="End the turn").first.click()
    expect(lead.get_by_text(f"{asked.name}'s turn")).to_be_hidden()
    assert violations(lead) == []

    asked.page.get_by_role("button", name="Panels").click()
    asked.page.get_by_role("tab", name="Chat").click()
    asked.page.get_by_placeholder("Write a message").fill("? Is a corner next to a cell?")
    asked.page.get_by_placeholder("Write a message").press("Enter")
    expect(lead.get_by_role("heading", name="Needs you")).to_be_visible()
    lead.get_by_role("button", name="No", exact=True).click()
    expect(asked.page.get_by_text("Is a corner next to a cell? No.").first).to_be_visible()
    expect(lead.get_by_role("heading", name="Needs you")).to_be_hidden()

    lead.reload()
    lead.on("dialog", lambda dialog: dialog.accept())
    lead.get_by_role("button", name="End session").click()
    expect(lead.locator(".log")).to_contain_text("The facilitator ended the session.")
    expect(lead.get_by_role("heading", level=1)).to_have_text("Ended early: tables are finishing their turns")
    lead.get_by_role("button", name="End turns now").click()
    expect(lead.get_by_role("heading", level=1)).to_have_text("The session is over: you ended it early")
    wall.reload()
    expect(wall.get_by_role("main")).to_be_visible()


def test_a_phone_whose_table_has_finished_offers_something_to_do_and_no_rematch(visit: Visit, host: Server) -> None:
    _, pupils = two_pairs_at_play(host.url)
    play_to_the_end(pupils, pupils[0].table)
    phone = visit("Pupil 0", phone=True)
    phone.page.context.add_cookies(
        [{"name": name, "value": value, "url": host.url} for name, value in pupils[0].http.cookies.items()]
    )
    phone.goes(pupils[0].table)
    task = phone.page.get_by_role("link", name="While you wait: something to do")
    expect(task).to_be_visible()
    expect(phone.page.get_by_role("link", name="The result")).to_be_visible()
    expect(phone.page.get_by_role("button", name="Play again")).to_have_count(0)
    phone.page.locator("#more").click()
    phone.page.get_by_role("button", name="Motion, sound and cards").click()
    expect(phone.page.get_by_role("group", name="Sound").get_by_label("Off")).to_be_checked()
    phone.page.get_by_role("button", name="Done").click()
    task.click()
    expect(phone.page.get_by_role("heading", name="While the others play")).to_be_visible()
    phone.page.get_by_role("link", name="Table 2").click()
    expect(phone.page.locator("#board")).to_be_visible()
