"""The workshop in a browser: what is made for four games is played by link, checked, shared, remixed and printed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.conftest import mostly_long
from tests.web.browser.conftest import Visit
from tests.web.browser.person import Person
from tests.web.browser.test_meanwhile import pinch
from tests.web.browser.test_pages import complaints


def work(ann: Person) -> Locator:
    return ann.page.locator("#work")


def begins(ann: Person, game: str, kind: str, title: str) -> None:
    ann.goes("/workshop")
    ann.page.get_by_role("link", name="Make something").click()
    ann.page.locator(".ws-make", has_text=game).get_by_role("button", name=kind, exact=True).click()
    ann.page.wait_for_url("**/workshop/draft/*")
    ann.page.locator("#ws-title").fill(title)
    ann.page.locator("#ws-author").fill(ann.name)


def is_saved(ann: Person) -> None:
    expect(ann.page.locator("#saved")).to_have_text("saved")


def makes_a_city(ann: Person) -> None:
    begins(ann, "Right of Way", "City", "Old Harbour")
    board = ann.page.locator(".ws-hexes")
    is_rich, is_plain = (ann.page.locator(f".ws-hexes .{kind}") for kind in ("rich", "plain"))
    before = is_rich.count()
    ann.page.get_by_role("radio", name="Plain").click()
    board.locator("[data-hex='0,0']").click()
    expect(is_plain).to_have_count(61 - before + 1)
    board.focus()  # the same by keyboard: a step to the right, and rich
    ann.presses("ArrowRight", "1", "Space")
    ann.page.get_by_role("button", name="Undo").click()
    expect(is_plain).not_to_have_count(0)
    is_saved(ann)


def makes_a_climate_card(ann: Person) -> None:
    begins(ann, "Broken Cities", "Climate cards", "Long summer")
    ann.page.get_by_role("button", name="Add climate card").click()
    work(ann).get_by_label("Title").fill("Heat Wave")
    expect(ann.page.locator("#problems")).not_to_contain_text("is empty")
    work(ann).get_by_label("Read aloud").fill("For three weeks nobody sleeps.")
    work(ann).get_by_role("button", name="Add effect").click()
    mistake = work(ann).locator(".ws-mistake:not(:empty)")
    expect(mistake).to_have_text("“Which tiles” is empty.")
    work(ann).get_by_text("Green", exact=True).click()
    expect(mistake).to_have_count(0)
    expect(ann.page.locator("#preview")).to_contain_text("Remove Green anywhere.")


def makes_a_mission(ann: Person) -> None:
    begins(ann, "New York Crisis", "Missions", "The Last Matinee")
    ann.page.get_by_role("button", name="Add mission").click()
    work(ann).locator("#f-mission-0-title").fill("The Last Matinee")
    work(ann).locator("#f-mission-0-line").fill("A cinema with one way out.")
    for number in range(3):
        work(ann).get_by_role("button", name="Add story card").click()
        card = work(ann).get_by_role("group", name=f"Story card {number + 1}")
        card.get_by_label("Title").fill(f"Reel {number + 1}")
        card.get_by_label("The story").fill("The lights go out.")
        card.get_by_label("In one sentence").fill("Dark.")
        for place in range(4 if number else 0):
            at = "Place on the track for 1, 2, 3 and 4 relatives"
            card.get_by_label(f"{at}, {place + 1}").fill(str(2 * number))
    second = work(ann).get_by_role("group", name="Story card 2")
    second.get_by_role("button", name="Add task").click()
    second.get_by_label("What it is").fill("the reel")
    second.get_by_label("Where").select_option("Harlem")
    second.get_by_label("Told when it is done").fill("You have it.")
    work(ann).locator("#f-mission-0-final-location").select_option("Tribeca")
    work(ann).get_by_label("How a victory ends").fill("Home, before the credits.")
    expect(ann.page.locator("#preview")).to_contain_text("The reel: 3 physical results in Harlem.")


def makes_an_event(ann: Person) -> None:
    begins(ann, "Cross Bronx", "Events", "Blackout")
    ann.page.get_by_role("button", name="Add Event").click()
    work(ann).get_by_label("Headline").fill("Lights Out in the Bronx")
    work(ann).get_by_label("Year").fill("1977")
    work(ann).get_by_label("What happened").fill("The power fails for a night.")
    work(ann).get_by_role("button", name="Add effect").click()
    expect(ann.page.locator("#preview")).to_contain_text("Lights Out in the Bronx")
    assert ann.page.locator("#preview .clip").evaluate("one => getComputedStyle(one).clipPath") != "none"  # torn paper
    ann.page.locator("#ws-title").fill("")
    work(ann).get_by_label("Headline").fill("Dark")
    expect(ann.page.locator("#preview")).to_contain_text("Dark")  # without a title, too
    work(ann).get_by_label("Headline").fill("Lights Out in the Bronx")
    ann.page.locator("#ws-title").fill("Blackout")
    expect(ann.page.locator("#check-count")).to_have_text("all good")
    expect(ann.page.locator("#preview")).to_contain_text("Lights Out in the Bronx")
    mark = ann.page.locator("#preview .mark").first.bounding_box()
    assert mark is not None and mark["width"] < 40  # as small as on the table


MAKES = [makes_a_city, makes_a_climate_card, makes_a_mission, makes_an_event]


@pytest.mark.parametrize("makes", mostly_long(MAKES, makes_a_city), ids=lambda makes: makes.__name__)
def test_what_ann_makes_is_played_by_link_checked_shared_remixed_and_printed(
    visit: Visit, makes: Callable[[Person], None]
) -> None:
    ann, bo = visit("Ann"), visit("Bo")
    makes(ann)
    is_saved(ann)
    expect(ann.page.locator("#check-count")).not_to_have_class(re.compile("stops"))
    title, draft = ann.page.locator("#ws-title").input_value(), ann.page.url

    # played with a friend, who sees which pack it is
    ann.page.get_by_role("button", name="Play it with friends").click()
    ann.page.wait_for_url("**/t/*")
    ann.sits()
    bo.joins(ann)
    expect(bo.page.locator("header.bar")).to_contain_text(f"{title}, draft")
    assert bo.page.locator("#plane svg").first.is_visible()

    # checked by bots; what was played until it is stopped is a result
    ann.goes(draft)
    ann.page.get_by_role("link", name="Check fairness").click()
    ann.page.get_by_role("button", name="Check fairness").click()
    expect(ann.page.locator("#told")).to_have_text(re.compile(r"^[1-9]\d* of 600 pairs"))
    ann.page.get_by_role("button", name="Stop").click()
    expect(ann.page.locator("main")).to_contain_text("pairs, same luck in both")
    assert complaints(ann) == []

    # shared, found and remixed
    ann.goes(draft)
    ann.page.get_by_role("button", name="Publish").click()
    ann.page.wait_for_url("**/workshop/pack/*")
    bo.goes("/workshop")
    bo.page.get_by_role("searchbox").fill(title)
    bo.presses("Enter")
    bo.page.get_by_role("link", name=re.compile(title)).first.click()
    assert complaints(bo) == []
    pack = bo.page.url
    bo.page.get_by_role("button", name="Remix").click()
    bo.page.wait_for_url("**/workshop/draft/*")
    expect(bo.page.locator("main")).to_contain_text(f"Made from “{title}” by Ann.")
    assert complaints(bo) == []

    # printed
    bo.goes(pack)
    bo.page.get_by_role("link", name="Print").click()
    expect(bo.page.locator("h1 + p")).to_contain_text(title)
    assert complaints(bo) == []
    with bo.page.expect_download() as download:
        bo.page.get_by_role("button", name=re.compile(r"Make PDF, \d+ pages?")).click()
    assert download.value.path().read_bytes().startswith(b"%PDF")


def test_the_longest_form_fits_a_phone_and_its_preview_stays_in_sight_at_a_desk(visit: Visit) -> None:
    ann = visit("Ann")
    makes_a_mission(ann)
    is_saved(ann)
    expect(ann.page.locator("#preview")).to_be_in_viewport()  # the form is scrolled to its end
    ann.page.set_viewport_size({"width": 390, "height": 844})
    assert complaints(ann) == []


def test_two_fingers_zoom_a_city_and_paint_nothing(visit: Visit) -> None:
    ann = visit("Ann", phone=True)
    begins(ann, "Right of Way", "City", "Old Harbour")
    board, undo = ann.page.locator(".ws-hexes"), ann.page.locator("#undo")
    board.scroll_into_view_if_needed()
    before, whole = ann.page.locator(".ws-hexes .rich").count(), board.get_attribute("viewBox")
    pinch(ann.page, [40, 80, 120], ".ws-hexes")
    assert board.get_attribute("viewBox") != whole
    expect(ann.page.locator(".ws-hexes .rich")).to_have_count(before)
    expect(undo).to_be_disabled()
    ann.page.get_by_role("radio", name="Plain").click()
    board.locator("[data-hex='0,0']").tap()  # one finger still paints
    expect(ann.page.locator(".ws-hexes .rich")).to_have_count(before - 1)
    ann.page.get_by_role("button", name="Zoom out").click(click_count=3)
    expect(board).to_have_attribute("viewBox", str(whole))


def test_a_road_map_says_why_its_routes_stay(visit: Visit) -> None:
    ann = visit("Ann")
    begins(ann, "Crossroll", "Road map", "Other roads")
    expect(work(ann)).to_contain_text("The 9 routes stay")
    with ann.page.context.expect_page() as opened:
        work(ann).locator("p", has_text="routes stay").get_by_role("link", name="Rule").click()
    expect(opened.value.locator("[id='map.nine-routes']")).to_contain_text("nine routes")
    opened.value.close()


def test_a_disc_is_dragged_along_the_story_track_and_a_match_begins_at_its_card(visit: Visit) -> None:
    ann = visit("Ann")
    makes_a_mission(ann)
    is_saved(ann)
    disc, card = ann.page.locator("#disc-1"), work(ann).get_by_role("group", name="Story card 2", exact=True)
    at = card.get_by_label("Place on the track for 1, 2, 3 and 4 relatives, 2")
    expect(at).to_have_value("2")
    disc.scroll_into_view_if_needed()
    box = disc.bounding_box()
    assert box is not None
    ann.page.mouse.move(box["x"] + 9, box["y"] + 9)
    ann.page.mouse.down()
    ann.page.mouse.move(box["x"] + 9, box["y"] + 90, steps=4)  # never past the next card
    ann.page.mouse.up()
    expect(disc).to_have_text("3")
    expect(at).to_have_value("3")
    disc.focus()
    ann.presses("ArrowUp")
    expect(at).to_have_value("2")
    expect(disc).to_be_focused()
    ann.page.get_by_role("button", name="Undo").click()
    expect(at).to_have_value("3")
    is_saved(ann)
    assert complaints(ann) == []
    ann.page.get_by_role("button", name="Play from this card").first.click()
    ann.page.wait_for_url("**/t/*")
    expect(ann.page.locator("header.bar")).to_contain_text("The Last Matinee, draft")
    expect(ann.page.locator("body")).to_contain_text("Reel 2")
