"""Accessibility: forced colours, zoom, reduced motion, print, and screen readers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser.census import FIVE
from tests.web.browser.conftest import Visit
from tests.web.browser.person import MINE
from tests.web.browser.test_pages import violations

OUTLINED = """() => [...document.querySelectorAll("#plane [data-can], #choices .opt")]
  .filter((one) => one.checkVisibility())
  .map((one) => getComputedStyle(one))
  .map((style) => [style.outlineStyle, style.borderTopStyle].some((kind) => ["dashed", "solid"].includes(kind)))"""
MOVING = "() => document.getAnimations().map((one) => one.effect.target.outerHTML.slice(0, 60))"
SHOWN = "ids => ids.filter((id) => document.querySelector(id)?.checkVisibility())"


@pytest.mark.long
def test_with_forced_colours_every_option_and_whose_turn_it_is_are_seen(visit: Visit) -> None:
    ann = visit("Ann")
    ann.page.emulate_media(forced_colors="active")
    ann.plays("cross-bronx")
    expect(ann.prompt).to_have_class(MINE)
    seen = ann.page.evaluate(OUTLINED)
    assert seen and all(seen)
    assert ann.prompt.evaluate("one => getComputedStyle(one).outlineWidth") == "4px"
    place = ann.page.locator("#plane [data-can]").first
    place.evaluate("one => one.classList.add('is-chosen')")
    assert place.evaluate("one => getComputedStyle(one).outlineStyle") == "solid"
    for _ in range(5):
        ann.page.get_by_role("button", name="Zoom in", exact=True).click()
    for name in (".farther span", ".more"):  # browsers discard their own backgrounds
        expect(ann.page.locator(name).first).to_have_css("border-top-style", "solid")


@pytest.mark.long
def test_at_400_percent_nothing_scrolls_sideways_and_everything_is_reached(visit: Visit) -> None:
    """A window of 1280x1024 at 400 %."""
    ann = visit("Ann")
    ann.page.set_viewport_size({"width": 320, "height": 256})
    ann.plays("right-of-way")
    page = ann.page
    expect(ann.prompt).to_have_class(MINE)
    assert page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")
    page.mouse.move(160, 128)
    for name in ("#prompt", "#board", "#tray", "#commit", "#board", "#prompt"):  # scroll down, then up again
        down = page.locator(name).evaluate("one => one.getBoundingClientRect().bottom - innerHeight")
        page.mouse.wheel(0, down)
        expect(page.locator(name)).to_be_in_viewport(ratio=0.9)
        assert page.locator(name).bounding_box()["height"] > 40  # type: ignore[index]
    ann.answers()


@pytest.mark.long
def test_with_less_motion_nothing_moves_by_itself(visit: Visit) -> None:
    """Pieces and dice during play, and the sign that others are waited for."""
    ann = visit("Ann", calm=True)
    ann.plays("new-york-crisis")
    for pick in range(4):
        expect(ann.prompt).to_have_class(MINE)
        ann.answers(pick)
        assert ann.page.evaluate(MOVING) == []
    ann.page.locator("#prompt-mark").evaluate("one => { one.innerHTML = '<i class=spin>…</i>'; }")  # a disconnect
    assert ann.page.evaluate(MOVING) == []


@pytest.mark.long
def test_a_table_its_results_and_the_rules_are_printed_without_their_buttons(visit: Visit, finished: str) -> None:
    ann = visit("Ann")
    ann.goes(finished)
    ann.sits()
    page = ann.page
    page.set_viewport_size({"width": 794, "height": 1123})  # A4
    page.emulate_media(media="print")
    assert page.evaluate(SHOWN, ["#plane > svg", ".rail .panel", ".log", "#say"]) == [
        *("#plane > svg", ".rail .panel", ".log", "#say"),
    ]
    assert page.evaluate(SHOWN, ["#tools", "#commit", "#tray", ".bar .links", ".tabs", "#zoom"]) == []
    drawn = page.locator("#plane > svg").bounding_box()
    assert drawn is not None and 600 < drawn["width"] <= 794 and drawn["x"] >= 0
    tabs = page.locator("[role=tabpanel]").count()
    assert tabs > 1 and page.locator("[role=tabpanel]:visible").count() == tabs, "what lies behind tabs is printed too"
    widths = page.locator("[role=tabpanel]").evaluate_all("(all) => all.map((one) => one.offsetWidth)")
    assert min(widths) > 300, "no tab is a narrow column"
    page.set_viewport_size({"width": 520, "height": 740})  # A5: on a screen of this width the panels are a sheet
    assert page.evaluate(SHOWN, [".rail .panel", ".log"]) == [".rail .panel", ".log"]
    ann.goes(f"{finished}/result")
    assert page.evaluate(SHOWN, [".verdict h1", ".rp", ".bar", ".verdict .acts"]) == [".verdict h1", ".rp"]
    ann.goes("/rules/crossroll")
    assert page.evaluate(SHOWN, [".bar", ".toc", "#from", "#search"]) == []
    assert page.evaluate("() => document.querySelector('main').innerText.length") > 2000


def test_the_log_grows_and_every_line_is_read_aloud(visit: Visit) -> None:
    ann = visit("Ann")
    ann.plays("signposts")
    page = ann.page
    page.evaluate("""() => {
      for (const one of document.querySelectorAll(".log li")) one.kept = true;
      window.spoken = [];
      new MutationObserver((all) => {
        for (const { addedNodes } of all) for (const one of addedNodes) window.spoken.push(one.textContent);
      }).observe(document.getElementById("live"), { childList: true });
    }""")
    before = page.locator(".log li").count()
    for _ in range(2):
        expect(ann.prompt).to_have_class(MINE)
        ann.answers()
    page.wait_for_function("n => document.querySelectorAll('.log li').length > n", arg=before)
    expect(ann.prompt).to_have_class(MINE)
    kept, new = page.evaluate("""() => {
      const all = [...document.querySelectorAll(".log li")];
      const fresh = all.filter((one) => !one.kept && one.className !== "when");
      return [all.filter((one) => one.kept).length, fresh.map((one) => one.lastChild.firstChild.textContent)];
    }""")
    assert new and kept == before, "lines that were there stay the same nodes"
    # announcements are made after a short pause: every line, and the present question
    page.wait_for_function("all => all.every((one) => window.spoken.join(' ').includes(one))", arg=[*new, ann.says])


def test_much_that_happened_is_read_in_brief_and_on_demand_whole(visit: Visit) -> None:
    """A police phase once was 1,266 letters in one go."""
    ann = visit("Ann")
    ann.plays("new-york-crisis")
    page = ann.page
    page.evaluate("""() => {
      window.spoken = [];
      new MutationObserver((all) => {
        for (const { addedNodes } of all) for (const one of addedNodes) window.spoken.push(one.textContent);
      }).observe(document.getElementById("live"), { childList: true });
    }""")
    more = "() => window.spoken.findIndex((one) => one.includes('more line')) + 1"
    for _ in range(60):
        ann.answers()
        expect(ann.prompt).to_have_class(MINE)
        page.wait_for_function("says => window.spoken.at(-1)?.includes(says)", arg=ann.says)
        if page.evaluate(more):
            break
    spoken = page.evaluate("() => window.spoken")
    assert max(map(len, spoken)) < 420, "what happened in brief, and what is asked"
    at = page.evaluate(more)
    page.keyboard.press("l")
    page.wait_for_function("() => window.spoken.at(-1).length > 300")
    assert at and ann.says in page.evaluate("() => window.spoken.at(-1)")


@pytest.mark.long
@pytest.mark.parametrize("looks", [{}, {"dark": True}, {"phone": True}, {"dark": True, "phone": True}], ids=str)
@pytest.mark.parametrize("game", FIVE)
def test_no_table_has_accessibility_violations(visit: Visit, game: str, looks: dict[str, bool]) -> None:
    ann = visit("Ann", **looks)
    ann.plays(game)
    expect(ann.prompt).to_have_class(MINE)
    assert violations(ann.page) == []
    ann.page.locator("#textview").evaluate("one => one.click()")
    assert violations(ann.page) == []
