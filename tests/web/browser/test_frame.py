"""The frame: clicks, taps and keys on a board that stays in place."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.census import SIZES, Sitting, Size
from tests.web.browser.conftest import Visit
from tests.web.browser.person import MINE, Person, settled
from tests.web.browser.test_pages import violations

PLACE = """() => {
  const { x, y, width } = document.querySelector("#plane > svg").getBoundingClientRect();
  return [x, y, width].map(Math.round);
}"""
CLICKS = """words => {
  for (const word of words) {
    const element = document.querySelector(`[data-option="${word}"]`);
    element.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
  }
}"""


def asked_to_place(visit: Visit, **looks: bool) -> Person:
    """Two people bid on one screen; now a crossing is to be picked."""
    ann = visit("Ann", **looks)
    ann.plays("signposts")
    for _ in range(3):
        expect(ann.prompt).to_have_class(re.compile(r"\byou\b"))
        if "crossing" in ann.says:
            break
        ann.page.locator("#choices .opt, #acts [data-word-of]").first.click()
        ann.answers()
    expect(ann.page.locator("#say")).to_contain_text("pick a crossing")
    return ann


def test_back_stops_at_the_start_of_the_turn_and_what_crosses_it_asks_first(visit: Visit) -> None:
    ann = visit("Ann")
    ann.plays("connect-four")
    expect(ann.prompt).to_have_class(re.compile(r"\byou\b"))
    ann.answers(0)
    ann.is_told("Your turn: drop a disc into a column")
    number = ann.number
    expect(ann.page.locator("#acts").get_by_role("button", name="Back")).to_have_count(0)
    ann.presses("Escape")
    ann.presses("u")
    dialog = ann.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Undo your last move?")
    dialog.get_by_role("button", name="Keep it").click()
    assert ann.number == number
    ann.presses("u")
    dialog.get_by_role("button", name="Undo").click()
    ann.waits_for_change(number)
    expect(ann.page.locator(".log li:not(.when)")).to_have_count(0)


def test_a_click_made_while_the_last_answer_is_on_its_way_comes_after_it(visit: Visit) -> None:
    ann = visit("Ann")
    ann.opens("connect-four", "me", "here")
    ann.page.evaluate(CLICKS, ["column:1", "column:2", "column:3"])
    expect(ann.page.locator(".log li:not(.when)")).to_have_count(3)


def test_a_click_that_came_too_late_is_answered(visit: Visit) -> None:
    ann = asked_to_place(visit)
    ann.page.evaluate(CLICKS, ["cell:B2", "cell:C3"] if "B2" in free(ann.page) else free(ann.page)[:2])
    expect(ann.page.locator("#say")).to_contain_text("turn the signpost")
    expect(ann.page.locator(".toast")).to_have_text("The game moved on first, so your click wasn't played.")


def free(page: Page) -> list[str]:
    words: list[str] = page.eval_on_selector_all("#plane [data-can]", "all => all.map(one => one.dataset.option)")
    return words


def test_what_was_pressed_is_meant_even_if_the_board_is_painted_anew(visit: Visit) -> None:
    ann = asked_to_place(visit)
    place = ann.page.locator("#plane [data-can]").first
    box = place.bounding_box()
    assert box is not None
    ann.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ann.page.mouse.down()
    ann.page.evaluate("() => { const plane = document.querySelector('#plane'); plane.innerHTML = plane.innerHTML; }")
    ann.page.mouse.up()
    expect(ann.page.locator("#say")).to_contain_text("turn the signpost")


def test_a_tap_beside_an_option_means_it(visit: Visit) -> None:
    ann = asked_to_place(visit)
    box = ann.page.locator("#plane [data-can]").first.bounding_box()
    assert box is not None
    ann.page.mouse.click(box["x"] - 12, box["y"] + box["height"] / 2)
    expect(ann.page.locator("#say")).to_contain_text("turn the signpost")


@pytest.mark.long
def test_options_beyond_the_edge_are_counted_and_brought_in(visit: Visit) -> None:
    ann = asked_to_place(visit, phone=True)
    page = ann.page
    for _ in range(5):
        page.get_by_role("button", name="Zoom in").tap()
    arrows = page.locator(".farther")
    expect(arrows.first).to_be_visible()
    stood = page.evaluate(PLACE)
    label = arrows.first.get_attribute("aria-label") or ""
    assert re.match(r"\d+ more (up|down|to the (left|right))$", label)
    arrows.first.tap()
    page.wait_for_function(f"stood => JSON.stringify(({PLACE})()) !== JSON.stringify(stood)", arg=stood)
    assert page.evaluate(PLACE)[2] == stood[2], "an arrow pans and does not zoom"


def test_a_question_a_message_and_a_bots_move_do_not_move_the_board(visit: Visit) -> None:
    ann = asked_to_place(visit, phone=True)
    page = ann.page
    for _ in range(2):
        page.get_by_role("button", name="Zoom in").tap()  # where a person put it
    stood = page.evaluate(PLACE)
    page.locator("#choices .opt").first.tap()
    expect(page.locator("#say")).to_contain_text("turn the signpost")
    assert page.evaluate(PLACE) == stood
    page.locator("#acts .go").tap()
    expect(ann.prompt).to_have_class(re.compile(r"\byou\b"))
    assert page.evaluate(PLACE) == stood
    page.evaluate("() => { document.querySelector('#say').textContent = 'long words '.repeat(22); }")
    assert page.evaluate(PLACE) == stood


@pytest.mark.long
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_what_opens_over_a_table_keeps_nobody_out(visit: Visit, dark: bool) -> None:
    ann = visit("Ann", dark=dark, phone=dark)
    ann.plays("crossroll")
    page = ann.page
    page.get_by_role("button", name="Menu").click()
    assert violations(page) == []
    page.get_by_role("button", name="Keys").click()
    assert violations(page) == []
    ann.presses("Escape")
    page.get_by_role("button", name="Why not?").first.click()
    assert violations(page) == []
    ann.presses("Escape")
    expect(page.locator("#whybar")).to_have_count(0)
    if dark:
        page.get_by_role("button", name="Panels").click()
        assert violations(page) == []
        ann.presses("Escape")
        expect(page.locator("#rail")).to_be_hidden()


@pytest.mark.long
def test_places_have_names_and_lists_of_them_lie_over_no_board(visit: Visit) -> None:
    """Why not? is asked by pointing, or by a name."""
    ann = asked_to_place(visit)
    page = ann.page
    ann.presses("?")
    names = page.locator("#why-names option").evaluate_all("all => all.map(one => one.value)")
    assert not [name for name in names if re.match(r"[a-z]+:", name)], "no ids"
    assert page.get_by_role("dialog").count() == 0


@pytest.mark.long
def test_a_window_made_narrow_keeps_its_board(visit: Visit) -> None:
    ann = visit("Ann")
    ann.plays("new-york-crisis")
    expect(ann.page.locator("body.three #left")).to_be_visible()
    ann.page.set_viewport_size({"width": 390, "height": 844})
    expect(ann.page.locator("body:not(.three) #view")).to_be_visible()
    assert ann.page.locator("#view").bounding_box()["width"] > 380  # type: ignore[index]
    ann.page.set_viewport_size({"width": 1280, "height": 800})
    expect(ann.page.locator("body.three #left")).to_be_visible()


def until_a_law(visit: Visit, word: str, size: Size) -> Page:
    """A table of Broken Cities at which Ann may give this answer."""
    ann = visit("Ann", phone=size.touch)
    ann.page.set_viewport_size({"width": size.width, "height": size.height})
    sitting = Sitting(ann.page.context, ann.url, "broken-cities", 11, "")
    while not any(option["word"] == word for option in sitting.seen["asked"]["options"]):
        sitting.answers()
    ann.goes(sitting.address)
    expect(ann.prompt).to_have_class(MINE)
    return ann.page


@pytest.mark.long
def test_of_several_answers_the_main_one_stands_last_as_in_every_game(visit: Visit) -> None:
    """For example: Drop on the left, Propose on the right."""
    page = until_a_law(visit, "propose", SIZES[3])
    expect(page.locator("#acts .btn:last-child")).to_have_text("Propose it")
    expect(page.locator("#acts .btn:nth-last-child(2)")).to_have_text("Drop it")
    expect(page.locator("#acts .btn.prime")).to_have_text("Propose it")


@pytest.mark.long
@pytest.mark.parametrize("size", (SIZES[0], SIZES[4]), ids=lambda size: size.name)
def test_whoever_praises_a_law_and_presses_the_main_button_accepts_it(visit: Visit, size: Size) -> None:
    page = until_a_law(visit, "accept", size)
    page.locator(".typed input").fill("good idea!")
    coloured = page.locator(":is(#acts, #choices) .btn:is(.go, .prime):visible")
    expect(coloured).to_have_text(["Accept"])
    coloured.click()
    expect(page.locator(".log")).to_contain_text("You accepted.")
    expect(page.locator(".log")).not_to_contain_text("good idea!")


@pytest.mark.long
def test_the_reason_for_a_veto_goes_with_the_button_that_says_so(visit: Visit) -> None:
    """By keyboard alone: Enter in the field moves to the button and doesn't send yet."""
    page = until_a_law(visit, "accept", SIZES[4])
    page.locator(".typed input").focus()
    page.keyboard.press("Enter")  # without a reason nothing happens
    expect(page.locator(".typed input")).to_be_focused()
    page.keyboard.type("too dear")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Veto with this reason")).to_be_focused()
    expect(page.locator("#prompt")).to_have_class(MINE)
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("You vetoed: “too dear”")


@pytest.mark.long
def test_a_family_of_four_has_whole_names_in_the_bar(visit: Visit) -> None:
    ann = visit("Ann")
    ann.opens("new-york-crisis", "me", "here", "here", "here")
    while ann.page.locator("#chips b").count() < 4:  # read off the players
        ann.answers()
    for size in SIZES:
        ann.page.set_viewport_size({"width": size.width, "height": size.height})
        cut = "all => all.filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1).length"
        assert ann.page.locator("#chips b").evaluate_all(cut) == 0, size.name
        assert ann.page.locator("#chips .asked b:visible").count() > 0, size.name


# the goal's line: its box, letters, number of lines, text, and the colour of a limit that is near
GOAL = """() => {
  const band = document.querySelector(".goal"), line = document.getElementById("goal"), part = line.firstElementChild;
  const bad = document.createElement("i");
  bad.style.color = "var(--bad)";
  document.body.append(bad);
  const red = getComputedStyle(bad).color;
  bad.remove();
  part.classList.add("near");
  const near = getComputedStyle(part).color === red;
  part.classList.remove("near");
  const shown = [...line.children].filter((one) => !one.hidden).length;
  const cut = line.scrollWidth > line.clientWidth;
  return [band.offsetHeight, getComputedStyle(line).fontSize, line.offsetHeight < 24, shown, cut, near, line.innerText];
}"""


@pytest.mark.long
@pytest.mark.parametrize("game", ["right-of-way", "broken-cities"])
def test_the_goal_is_one_line_at_every_size(visit: Visit, game: str) -> None:
    """32 px high on a desktop, 30 on a phone, in 13 px letters; complete if the window is high, and never cut off."""
    person = visit("Ann")
    person.opens(game, *(["me", "bot"] if game == "right-of-way" else ["me", "bot", "bot"]))
    person.page.wait_for_selector("#goal b")
    for width, height, band, full in ((1280, 900, 32, True), (1280, 800, 32, False), (390, 844, 30, False)):
        person.page.set_viewport_size({"width": width, "height": height})
        settled(person.page)
        found = person.page.evaluate(GOAL)
        beside = person.page.locator(".goal #since").count()  # on a phone, the button for events takes its room
        parts = 4 if game == "broken-cities" and full else 3  # the bar has everybody's rent, too
        assert found[3] == parts or (beside and found[3] == 2), f"{width}x{height}: {found}"
        assert [*found[:3], *found[4:6]] == [band, "13px", True, False, True], f"{width}x{height}: {found}"
        assert ("every end joined" in found[6] or "next climate card" in found[6]) == full, found[6]
        assert (person.page.locator("#goal").get_attribute("title") or "").startswith("Goal: ")
