"""A guided first game in the browser: by mouse, by touch, by keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tabletown.web.testing import Server
from tests.conftest import LONG, mostly_long
from tests.web.browser.conftest import Visit
from tests.web.browser.person import Person
from tests.web.browser.walk import Walk


def begins(person: Person, game: str) -> Page:
    person.goes(person.asks(f"/learn/{game}"))
    expect(person.page.locator("#coach h2")).to_be_visible()
    return person.page


@pytest.mark.parametrize("phone", mostly_long([False, True], True), ids=["desktop", "phone"])
def test_the_coach_points_answers_and_goes_on(visit: Visit, phone: bool) -> None:
    page = begins(visit("Ann", phone=phone), "right-of-way")
    press, verb = (Locator.tap, "Tap") if phone else (Locator.click, "Click")
    coach = page.locator("#coach")
    expect(coach.locator("header")).to_contain_text("step 1 of 14")
    assert coach.locator("[aria-live=polite] h2").count() == 1
    press(coach.get_by_role("button", name="Next"))
    press(coach.get_by_role("button", name="Next"))
    expect(coach.locator(".task")).to_have_text(f"{verb} the fan of three")
    press(page.locator('#hand [data-option="tile:2-wide"]').first)
    expect(coach.locator(".wrong")).to_contain_text("Save that one for later.")
    press(page.locator('#hand [data-option="tile:2-straight"]').first)
    expect(coach.get_by_role("button", name="Do it for me")).to_be_visible()
    press(page.locator("#hand .wanted").first)
    expect(coach.locator(".task")).to_have_text(f"{verb} E6")
    expect(page.locator("#plane .wanted").first).to_be_visible()
    assert page.locator("#plane .may:not(.wanted) > g:visible").count() == 0, "labels of other plots hide the city"
    place = page.locator("#choices .wanted" if phone else "#plane .may.wanted").first  # a wide board lists no places
    card, wanted = coach.bounding_box(), place.bounding_box()
    assert card and wanted and wanted["y"] + wanted["height"] <= card["y"] + 1, "the card hides what it wants"
    page.reload()
    expect(coach.locator(".task")).to_have_text(f"{verb} E6")
    press(place)
    expect(coach.locator(".task")).to_have_text("Turn it, then lay it")
    press(page.locator("#choices .wanted").first)
    expect(coach.locator(".task")).to_have_text("Now press “Lay it: draw 3”")
    press(page.locator("#acts .wanted"))
    expect(coach.locator("header")).to_contain_text("step 6 of 14")


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "way"),
    [
        ("right-of-way", "keys"),
        ("crossroll", "wrong"),
        ("cross-bronx", "phone"),
    ],
)
def test_a_walk_through_a_guided_game_finds_nothing(browser: Browser, host: Server, game: str, way: str) -> None:
    """By keyboard with the page reloaded, and by touch with wrong taps; `walk.py` walks every game every way."""
    walk = Walk(browser, host.url, None, game, way, dark=False)
    walk.goes_on(80 if LONG else 10)
    walk.page.context.close()
    assert not walk.found


@pytest.mark.long
def test_a_panel_that_a_step_speaks_of_comes_forward(visit: Visit) -> None:
    for phone in (False, True):
        page = begins(visit("Ann", phone=phone), "crossroll")
        page.locator("#coach").get_by_role("button", name="Next").click()
        record = page.locator('#rail .panel[data-id="record"]')
        expect(record).to_be_visible()
        card, shown = page.locator("#coach").bounding_box(), record.bounding_box()
        assert card and shown
        assert card["y"] + card["height"] <= shown["y"] or shown["y"] + 100 <= card["y"], "the card hides it"
        page.locator("#coach").get_by_role("button", name="Next").click()
        expect(page.locator("#hand .wanted").first).to_be_visible()
        assert page.locator("#rail").is_visible() is not phone


@pytest.mark.long
def test_with_the_keyboard_enter_goes_on_and_escape_goes_back(visit: Visit) -> None:
    page = begins(visit("Ann"), "right-of-way")
    title = page.locator("#coach h2")
    page.keyboard.press("Enter")
    expect(title).to_have_text("Your hand is your money")
    page.keyboard.press("Escape")
    expect(title).to_have_text("Build the best highways")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(title).to_have_text("Pick the fan of three")
    for task in ("Choose E6", "Turn it, then lay it"):  # the focus is on the wanted option, wherever it is drawn
        expect(page.locator(":focus.wanted")).to_have_count(1)
        page.keyboard.press("Enter")
        expect(page.locator("#coach .task")).to_have_text(task)
    expect(page.locator(":focus")).to_contain_text("Rotate")
    for _ in range(6):
        if page.locator("#acts .wanted").count() == 0:
            page.keyboard.press("Enter")
    expect(page.locator("#coach .task")).to_have_text("Now press “Lay it: draw 3”")
    expect(page.locator(":focus.wanted")).to_contain_text("Lay it")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(title).to_have_text("Pick the fan of three")
    page.get_by_role("button", name="Skip lesson").click()
    page.get_by_role("button", name="Leave the lesson").click()
    expect(page.locator("#coach")).to_have_count(0)
    expect(page.locator("#say")).to_have_text(re.compile("pick a tile", re.I))


@pytest.mark.long
@pytest.mark.parametrize("size", [(844, 390), (640, 400)], ids=["on its side", "zoomed"])
def test_in_a_low_window_the_card_stands_at_the_boards_foot(visit: Visit, size: tuple[int, int]) -> None:
    """Options and the button that confirms them are beside the board there, and stay free."""
    page = begins(visit("Ann", phone=True), "right-of-way")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    coach = page.locator("#coach")
    for _ in range(2):
        coach.get_by_role("button", name="Next").tap()
    page.locator("#hand .wanted").first.tap()
    page.locator("#choices .wanted").first.tap()
    page.locator("#choices .wanted").first.tap()
    expect(page.locator("#acts .wanted")).to_be_visible()
    card, view = coach.bounding_box(), page.locator("#view").bounding_box()
    assert card and view and view["y"] + view["height"] <= card["y"] + 1, "the card lies over the board"
    for name in ("#tray", "#commit", "#prompt", ".goal"):
        other = page.locator(name).bounding_box()
        assert other and other["x"] >= card["x"] + card["width"] - 1, f"the card lies over {name}"
    page.locator("#acts .wanted").tap()
    expect(coach.locator("header")).to_contain_text("step 6 of 14")
