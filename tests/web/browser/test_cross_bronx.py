"""One person and two Non-Player Factions, in a real browser."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import expect

from tests.waiting import LIMIT
from tests.web.browser.conftest import Visit
from tests.web.browser.person import MINE, Person


def sits_down_as_community(person: Person, session: str) -> None:
    person.goes("/new?game=cross-bronx")
    page = person.page
    page.get_by_label("Your name").fill(person.name)
    for number, seat in enumerate(("Bot", "Me", "Bot")):
        page.locator(f'[data-seat="{number}"] .seg label', has_text=re.compile(f"^{seat}$")).click()
    page.evaluate(
        """session => {
          for (const faction of ["public", "private"])
            document.querySelector(`[name="option-${faction}"][value="non-player"]`).click();
          document.querySelector('select[name="option-session"]').value = session;
        }""",
        session,
    )
    page.get_by_text("Choose the seed").click()
    page.get_by_label("Seed", exact=True).fill("5")
    page.get_by_role("button", name="Open table").click()
    page.wait_for_url("**/t/*")
    person.sits()


def lets_time_pass(person: Person, heading: str) -> None:
    """The same person plays over the API until the log has this heading, then returns to the page."""
    address = person.page.url
    table = address.replace("/t/", "/api/tables/")
    person.goes("about:blank")
    cookies = {cookie["name"]: cookie["value"] for cookie in person.page.context.cookies()}
    with httpx.Client(cookies=cookies, timeout=LIMIT) as client:
        seen = client.get(f"{table}?scene=no").json()
        while not any(line["text"] == heading for line in seen["lines"]):
            assert seen["asked"], "the Non-Players have chosen by themselves"
            words = [option["word"] for option in seen["asked"]["options"]]
            wish = {"number": seen["number"], "option": words[1 % len(words)]}
            seen = client.post(f"{table}/choose?scene=no", json=wish).json()
    person.goes(address)
    person.sits()


@pytest.mark.long
def test_one_person_plays_a_session_with_two_non_players_to_the_record(visit: Visit) -> None:
    ann = visit("Ann")
    sits_down_as_community(ann, "1940")
    page = ann.page
    expect(page.locator(".clip").first).to_contain_text("No. ")
    expect(ann.prompt, "the Non-Players have chosen by themselves").to_have_class(MINE)
    expect(page.locator("#chips li")).to_have_text(
        [re.compile(rf"^{seat}\s*\d*$") for seat in ("Public", "You · Community", "Private")]
    )
    for _ in range(8):
        expect(ann.prompt).to_have_class(re.compile(r"\byou\b"))
        ann.answers(1)
    lets_time_pass(ann, "1950s, Event Round 6")
    ann.plays_on(pick=1)
    ann.reads_in_the_log("1950s, Event Round 8")  # both Decades, up to the Final Census
    ann.reads_in_the_log("1960 Census")
    expect(page.locator("#plane")).to_contain_text("Final map")
    page.locator('[data-zoom="fit"]').click()  # the whole Record
    page.get_by_role("button", name="Final map").click()
    expect(page.locator("#cb-final-map")).to_be_visible()
    expect(page.locator("#cb-final-map .infra").first).to_be_visible()


def test_a_district_opens_enlarged_and_its_tiles_are_the_buttons(visit: Visit) -> None:
    ann = visit("Ann", phone=True)
    sits_down_as_community(ann, "1940")
    page = ann.page
    wanted = ("box:act", "action:organize", "district:3", "option:place")
    for _ in range(40):
        tiles = page.locator('[data-option^="tile:3"][data-can]:visible')
        if tiles.count() and "Organization" in ann.says:
            break
        before = ann.number
        options = ann.options()
        words = [
            options.nth(i).get_attribute("data-option") or options.nth(i).get_attribute("data-word-of") or ""
            for i in range(options.count())
        ]
        chosen = next((words.index(word) for word in wanted if word in words), 0)
        options.nth(chosen).dispatch_event("click")
        ann.waits_for_change(before)
    before = ann.number
    page.get_by_role("button", name=re.compile("Look closer at District 3")).dispatch_event("click")
    large = page.locator("#cb-large-3")
    expect(large).to_be_visible()
    expect(large).to_contain_text("Put the Organization on the Public tile 3a")
    large.locator("[data-can]").first.tap()
    ann.waits_for_change(before)


# the two cards, and whether anything is cut off or covers the prompt
CARDS = """() => {
  const box = (one) => one.getBoundingClientRect(), cards = [...document.querySelectorAll("#hand .pos")];
  const tray = document.getElementById("tray");
  return {
    heights: new Set(cards.map((card) => Math.round(box(card).height))).size,
    inside: cards.filter((card) => box(card).left >= box(tray).left && box(card).right <= box(tray).right + 1).length,
    wide: Math.round(box(tray).width),
    covers: box(tray).top < box(document.getElementById("prompt")).bottom &&
      box(tray).right > box(document.getElementById("prompt")).left + 1,
    chosen: cards.filter((card) => card.matches(".is-chosen")).map((card) => card.dataset.option),
    cut: cards.filter((card) => card.scrollWidth > card.clientWidth + 1).length,
  };
}"""


@pytest.mark.long
@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390)])
def test_one_of_two_positions_is_kept_in_a_dialog(visit: Visit, size: tuple[int, int]) -> None:
    ann = visit("Ann", phone=size[0] < 600)
    page = ann.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    wish = {"option-session": "1940", "option-positions": "draw-two", "seed": "5"}
    wish |= {"option-public": "non-player", "option-private": "non-player"}
    seats = {"seat-0": "bot", "seat-1": "me", "seat-2": "bot"}
    ann.sends("/new", game="cross-bronx", count="3", name=ann.name, **seats, **wish)
    expect(page.locator("#hand .pos.is-chosen")).to_have_count(1)
    first = page.evaluate(CARDS)
    both = size[0] >= 700 and size[1] > 560
    assert first["heights"] == 1 and not first["covers"] and not first["cut"], first
    assert first["inside"] == (2 if both else 1), "two side by side, or one a page"
    if both:
        assert first["wide"] == 1020
    ann.presses("ArrowRight")
    second = page.evaluate(CARDS)
    assert second["chosen"] != first["chosen"] and second["inside"] == first["inside"]
    kept = second["chosen"][0].partition(":")[2]
    title = page.locator("#hand .pos.is-chosen h4").inner_text()
    expect(page.locator("#acts .go")).to_contain_text(f"Keep {title}")
    page.get_by_role("button", name="Look at the board").click()
    expect(page.locator("#hand .pos .bd").first).to_be_hidden()
    page.get_by_role("button", name="Show the cards").click()
    expect(page.locator("#hand .pos.is-chosen .bd")).to_be_visible()
    if not both:  # a swipe turns the page
        page.locator("#hand .cards").evaluate("one => one.scrollTo({ left: 0, behavior: 'instant' })")
        expect(page.locator("#hand .pos.is-chosen")).to_have_attribute("data-option", first["chosen"][0])
        expect(page.locator(".dots i").first).to_have_class("on")
        page.locator(f'#hand [data-option="position:{kept}"]').focus()
    before = ann.number
    page.locator("#hand .pos.is-chosen").focus()
    ann.presses("Enter")
    ann.waits_for_change(before)
    ann.reads_in_the_log(f"took the Position {title}")
    expect(page.locator("#offer-foot")).to_have_count(0)
