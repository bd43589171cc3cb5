"""Problems found with real taps: fingers don't hover, tap twice, and have low windows."""

from __future__ import annotations

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.web.browser.conftest import Visit

SECOND_TAP = """([clientX, clientY]) => new MutationObserver((_, observer) => {
  observer.disconnect();
  const how = { pointerType: "touch", detail: 1, bubbles: true, cancelable: true, clientX, clientY };
  document.elementFromPoint(clientX, clientY).dispatchEvent(new PointerEvent("click", how));
  window.tapped = performance.now();
}).observe(document.body, { attributeFilter: ["data-number"] })"""
LOW = ((844, 390), (640, 400), (375, 667), (375, 553))


def test_a_double_tap_does_not_answer_the_question_that_comes_under_the_finger(visit: Visit) -> None:
    ann = visit("Ann", phone=True)
    ann.plays("right-of-way")
    page = ann.page
    go = page.locator("#acts .go")
    while not go.count():
        before = ann.number
        ann.options().first.click()
        page.wait_for_function(
            "n => Number(document.body.dataset.number) !== n || document.querySelector('#acts .go')", arg=before
        )
    before, box = ann.number, go.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.evaluate(SECOND_TAP, [x, y])  # as soon as the next question appears
    page.touchscreen.tap(x, y)
    ann.waits_for_change(before)
    page.wait_for_function("() => window.tapped")
    laid = ann.number
    page.wait_for_function("() => performance.now() > window.tapped + 600")
    assert ann.number == laid and ann.is_asked
    page.touchscreen.tap(x, y)  # now it is intended
    ann.waits_for_change(laid)


@pytest.mark.long
def test_a_finger_leaves_nothing_marked_as_if_it_hovered(visit: Visit) -> None:
    ann = visit("Ann", phone=True)
    ann.plays("right-of-way")
    before = ann.number
    ann.page.locator("#hand [data-can]").first.tap()
    ann.waits_for_change(before)
    assert ann.page.locator(".is-on").count() == 0


@pytest.mark.long
def test_dice_and_the_end_of_the_turn_stay_in_sight_in_low_windows(visit: Visit) -> None:
    ann = visit("Ann")
    ann.opens("new-york-crisis", "me")
    answers = ann.page.locator("#choices .opt")
    while not ann.page.get_by_role("button", name="End my turn").count() or answers.count() > 6:
        ann.answers()
    for width, height in (*LOW, (390, 844), (1280, 800)):
        ann.page.set_viewport_size({"width": width, "height": height})
        expect(ann.page.locator(".nyc-hand .dice")).to_be_visible()
        expect(ann.page.locator("#acts").get_by_role("button", name="End my turn")).to_be_in_viewport(ratio=1)
        if width > height:
            for answer in answers.all():
                expect(answer).to_be_in_viewport(ratio=0.99)


@pytest.mark.long
def test_letters_can_be_turned_off_and_arrows_go_on_working(visit: Visit) -> None:
    ann = visit("Ann")
    ann.goes("/settings")
    ann.page.get_by_label("Single-letter shortcuts").uncheck()
    ann.plays("right-of-way")
    ann.presses("t", "ArrowRight")
    expect(ann.page.locator("#textview")).to_have_attribute("aria-pressed", "false")
    expect(ann.page.locator("[data-option]:focus")).to_have_count(1)


def test_try_now_drops_a_connection_that_hangs(visit: Visit) -> None:
    ann = visit("Ann", own=True)
    made: list[WebSocketRoute] = []

    def connect(route: WebSocketRoute) -> None:
        made.append(route)
        if len(made) != 2:  # the second tap opens the card without answering
            route.connect_to_server()

    ann.page.route_web_socket("**/stream*", connect)
    ann.plays("right-of-way")
    made[0].close()
    again = ann.page.get_by_role("button", name="Try now")
    expect(again).to_be_visible()
    while len(made) < 3:
        again.evaluate_all("found => found[0]?.click()")  # it is gone as soon as a connection answers
        ann.page.wait_for_timeout(50)  # Playwright hears of connections while it waits
    expect(again).to_have_count(0)
    assert ann.is_asked


@pytest.mark.long
def test_the_open_tab_is_remembered_for_each_game(visit: Visit) -> None:
    ann = visit("Ann")
    ann.plays("right-of-way")
    table = ann.page.url
    ann.page.get_by_role("tab", name="Log").click()
    ann.plays("crossroll")
    expect(ann.page.get_by_role("tab", name="Record")).to_have_attribute("aria-selected", "true")
    ann.goes(table)
    ann.sits()
    expect(ann.page.get_by_role("tab", name="Log")).to_have_attribute("aria-selected", "true")


@pytest.mark.long
def test_a_score_is_never_cut_where_the_bar_is_narrow(visit: Visit) -> None:
    ann = visit("Ann")
    ann.plays("cross-bronx")
    ann.page.set_viewport_size({"width": 1024, "height": 600})
    expect(ann.page.locator("#chips .num")).to_have_count(3)
    cut = """() => [...document.querySelectorAll("#chips .num")].filter((number) => {
      const one = number.getBoundingClientRect(), chip = number.closest("li").getBoundingClientRect();
      return number.scrollWidth > number.clientWidth + 1 || one.right > chip.right || one.width < 6;
    }).length"""
    assert ann.page.evaluate(cut) == 0


NUMBERS = """(links) => links.filter((one) => one.checkVisibility({ opacityProperty: true })
  && one.getBoundingClientRect().width > 1).map((one) => Math.round(one.getBoundingClientRect().height))"""


@pytest.mark.parametrize("phone", [True, False])
def test_the_number_of_a_lines_rule_is_shown_to_who_wants_it(visit: Visit, phone: bool) -> None:
    ann = visit("Ann", phone=phone)
    ann.plays("right-of-way")
    page, rules, line = ann.page, ann.page.locator(".log .r"), ann.page.locator(".log li:has(.r)").first
    while not rules.count():
        ann.answers()
    if phone:
        page.get_by_role("button", name="Panels").click()
    page.get_by_role("tab", name="Log").click()
    page.mouse.move(0, 0)
    assert rules.evaluate_all(NUMBERS) == []
    if phone:
        line.tap()
        (height,) = rules.evaluate_all(NUMBERS)
        assert height >= 44, "large enough for a finger"
    else:
        line.hover()
        assert len(rules.evaluate_all(NUMBERS)) == 1
        page.mouse.move(0, 0)
        rules.last.focus()
        assert len(rules.evaluate_all(NUMBERS)) == 1


def test_a_drawer_and_the_tools_never_cover_each_other_on_a_phone(visit: Visit) -> None:
    ann = visit("Ann", phone=True)
    ann.plays("right-of-way")
    tray, tools, commit = ann.page.evaluate("""() => {
      document.body.classList.add("high"); // as while a law is written; looked at before a move draws the table anew
      return ["tray", "tools", "commit"].map((id) => document.getElementById(id).getBoundingClientRect().toJSON());
    }""")
    assert tray["height"] > 200
    assert tray["bottom"] <= tools["top"] + 1 and tools["bottom"] <= commit["top"] + 1


def test_with_wide_letters_no_tab_runs_into_the_next(visit: Visit) -> None:
    ann = visit("Ann")
    ann.opens("cross-bronx", "me", "here", "here")
    ann.page.add_style_tag(content="* { letter-spacing: .12em !important; word-spacing: .16em !important; }")
    cut = ann.page.locator(".tabs button").evaluate_all(
        "(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
    )
    assert cut == []
