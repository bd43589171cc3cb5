"""The page of a finished match, on a desktop and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.conftest import mostly_long
from tests.waiting import until
from tests.web.browser.conftest import Visit

# how far the page extends beyond the window, its smallest letters, and the positions of the lanes
LOOKS = """() => {
  const shown = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 0;
  const written = [...document.querySelectorAll("main *")].filter((one) =>
    shown(one) && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
  const size = (one) => {
    const scale = one.ownerSVGElement ? one.getScreenCTM().a : 1;
    return parseFloat(getComputedStyle(one).fontSize) * scale;
  };
  return {
    beyond: document.documentElement.scrollWidth - innerWidth,
    smallest: Math.min(...written.filter((one) => !one.closest(".mini")).map(size)),
    lanes: [...document.querySelectorAll(".lane-of")].map((one) => Math.round(one.getBoundingClientRect().left)),
  };
}"""


@pytest.mark.parametrize("phone", mostly_long([False, True], True), ids=["desk", "phone"])
def test_a_session_that_all_lost_shows_what_decided_it(visit: Visit, phone: bool) -> None:
    ann = visit("Ann", phone=phone)
    played = {f"option-{faction}": "non-player" for faction in ("public", "community", "private")}
    seats = {f"seat-{seat}": "bot" for seat in range(3)}
    wish = {"option-session": "1940", "seed": "3", **played, **seats}
    table = ann.asks("/new", game="cross-bronx", count="3", name="Ann", **wish)
    page = ann.page
    until(lambda: page.request.get(f"{table}/result").ok, "the bots play to the end")
    ann.goes(f"{table}/result")
    expect(page.locator("h1")).to_have_text("Everybody lost: 12 Losses")
    view = page.request.get(table.replace("/t/", "/api/tables/")).json()
    said = [line["text"] for line in view["lines"]]
    told = [line.partition("Losses are now ")[2] for line in said if "Losses are now " in line]
    assert told[-1] == "12.", "as the log has it"
    chart = page.locator(".danger:visible")
    expect(chart).to_have_attribute("aria-label", "Losses: 1950 Census 6, 1960 Census 12; the limit is 8")
    expect(chart.locator("rect")).to_have_count(2)
    expect(page.locator(".lane-of")).to_have_count(3)
    expect(page.locator(".rp", has_text="Points that didn't count").locator("tbody tr").first).to_be_visible()
    looks = page.evaluate(LOOKS)
    assert looks["beyond"] <= 0 and looks["smallest"] >= 11.9, looks
    assert len(set(looks["lanes"])) == (1 if phone else 3), "three lanes side by side, below each other on a phone"
