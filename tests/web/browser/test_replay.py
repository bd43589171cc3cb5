"""The replay uses a table's frame: nothing covers the map at any size, and dice are shown once."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser.census import SIZES
from tests.web.browser.conftest import Visit

# what covers the map, and whether the page scrolls sideways
OVER = """() => {
  const box = (element) => element.getBoundingClientRect(), board = box(document.querySelector("#board"));
  const over = (one) => Math.min(one.right, board.right) - Math.max(one.left, board.left) > 1
    && Math.min(one.bottom, board.bottom) - Math.max(one.top, board.top) > 1;
  const parts = ["#prompt", "#acts", ".eyes", "#eyes", "#zoom", "#tools", "#time", "#rail", "#left", "#more", "#chips"];
  const found = parts.filter((name) => {
    const element = document.querySelector(name);
    return element?.checkVisibility() && over(box(element));
  });
  const room = document.documentElement.clientWidth;
  if (document.scrollingElement.scrollWidth > room + 1) found.push("sideways");
  for (const name of [".say", "#say", "#sub > p"]) {
    const element = document.querySelector(name);
    const cut = element.scrollHeight > element.clientHeight + 2 || element.scrollWidth > element.clientWidth + 2;
    if (element.checkVisibility() && cut) found.push("cut: " + name);
  }
  if (board.width * board.height < 0.3 * innerWidth * innerHeight) found.push("a small board");
  return found;
}"""


@pytest.mark.long
def test_nothing_lies_over_the_map_at_any_size_and_dice_are_shown_once(visit: Visit) -> None:
    ann = visit("Ann")
    ann.plays("crossroll")
    for pick in range(3):
        expect(ann.prompt).to_have_class("prompt you s1")
        ann.answers(pick)
    ann.goes(f"{ann.page.url}/replay?at=6")
    expect(ann.page.locator("#plane > svg")).to_be_visible()
    wrong = {}
    for size in SIZES:
        ann.page.set_viewport_size({"width": size.width, "height": size.height})
        ann.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        if found := ann.page.evaluate(OVER):
            wrong[size.name] = found
        words = ann.page.locator("#say").bounding_box()
        if words is None or words["width"] < 100:
            wrong[size.name] = ["no room for the title"]
    assert wrong == {}
    expect(ann.page.locator(".crossroll-dice")).to_have_count(1)


def test_a_replay_stops_behind_a_dialog(visit: Visit, finished: str) -> None:
    page = visit("Ann").page
    page.goto(f"{finished}/replay?at=0")
    page.get_by_role("button", name="Play the replay").click()
    page.locator("#more").click()
    at = page.locator("#slider").input_value()
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play the replay")
    assert page.locator("#slider").input_value() == at
