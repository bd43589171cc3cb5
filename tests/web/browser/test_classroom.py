"""A classroom as people see it: a facilitator, a projector and three phones, each a browser of its own."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Visit
from tests.web.browser.test_pages import violations


@pytest.mark.long
def test_a_facilitator_a_projector_and_three_phones(visit: Visit) -> None:
    teacher = visit("Ms. Keller", own=True)
    lead = teacher.page
    teacher.goes("/")
    lead.get_by_role("link", name="For a class").click()
    lead.get_by_label("Name of the session").fill("Class 9b")
    lead.get_by_label("Tables", exact=True).select_option("1")
    assert violations(lead) == []
    lead.get_by_role("button", name="Make the session").click()
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
    expect(lead.locator(".prompt .clock")).to_have_text("3of 4 here")
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
    lead.get_by_role("button", name="Play on").click()
    expect(asked.page.get_by_text("Paused. Look up.")).to_be_hidden()
    asked.page.get_by_role("button", name="End the turn").first.click()
    expect(lead.get_by_text(f"{asked.name}'s turn")).to_be_hidden()
    assert violations(lead) == []

    asked.page.get_by_role("button", name="Panels").click()
    asked.page.get_by_role("tab", name="Chat").click()
    asked.page.get_by_placeholder("Say something").fill("? Is a corner next to a cell?")
    asked.page.get_by_placeholder("Say something").press("Enter")
    expect(lead.get_by_role("heading", name="Needs you")).to_be_visible()
    lead.get_by_role("button", name="No", exact=True).click()
    expect(asked.page.get_by_text("Is a corner next to a cell? No.").first).to_be_visible()
    expect(lead.get_by_role("heading", name="Needs you")).to_be_hidden()

    lead.reload()
    lead.on("dialog", lambda dialog: dialog.accept())
    lead.get_by_role("button", name="End session").click()
    expect(lead.locator(".log")).to_contain_text("Time is up")
    expect(lead.get_by_role("heading", level=1)).to_have_text("Time is up: the tables finish their turns")
    lead.get_by_role("button", name="End their turns").click()
    expect(lead.get_by_role("heading", level=1)).to_have_text("The session is over: time is up")
    wall.reload()
    expect(wall.get_by_role("main")).to_be_visible()
