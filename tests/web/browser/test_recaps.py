"""Cards about events: over the board, by keyboard, on a phone; and the strip since your last turn."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import mostly_long
from tests.web.browser.conftest import Visit
from tests.web.browser.person import Person

# how far the headlines extend beyond their strip
REACHES = """() => {
  const right = (one) => one.getBoundingClientRect().right, strip = document.querySelector("#since");
  return Math.max(...[...strip.querySelectorAll("*")].filter((one) => one.checkVisibility()).map(right)) - right(strip);
}"""


# the text for screen readers, and the newest lines of the log
LISTEN = """addEventListener("DOMContentLoaded", () => {
  window.spoken = [];
  const hears = (all) => all.forEach(({ addedNodes }) => addedNodes.forEach((one) => spoken.push(one.textContent)));
  const live = document.getElementById("live");
  if (live) new MutationObserver(hears).observe(live, { childList: true });
})"""
UNSAID = """() => [...document.querySelectorAll(".log li:not(.when)")].slice(0, 6)
  .map((one) => one.lastChild.firstChild.textContent).filter((line) => !spoken.join(" ").includes(line))"""


def until_a_card(person: Person) -> Page:
    """A table of Broken Cities at which bots build until a climate card comes."""
    page = person.page
    page.add_init_script("localStorage.setItem('cards', 'matters')")
    page.add_init_script(LISTEN)
    person.opens("broken-cities", "me", "bot", "bot")
    table = f"{person.url}/api/tables/{page.url.rpartition('/')[2]}"
    for _ in range(30):
        page.wait_for_selector("#prompt.you")
        if page.locator("#recap").count():
            return page
        view = page.request.get(table).json()
        words = [option["word"] for option in view["asked"]["options"]]
        move = {
            "number": view["number"],
            "option": "end" if "end" in words else words[0],
            "seat": view["asked"]["seat"],
        }
        assert page.request.post(f"{table}/choose", data=move).ok
        person.waits_for_change(view["number"])
    raise AssertionError("No card came.")


def place(page: Page) -> list[float]:
    box = page.locator("#plane").bounding_box()
    assert box is not None
    return [box["x"], box["y"], box["width"], box["height"]]


@pytest.mark.parametrize(
    "phone", [pytest.param(False, id="desk", marks=pytest.mark.long), pytest.param(True, id="phone")]
)
def test_a_card_lies_over_the_board_moves_nothing_and_goes_to_the_strip(visit: Visit, phone: bool) -> None:
    person = visit("Ann", phone=phone, own=True)
    page = until_a_card(person)
    card, before = page.locator("#recap"), place(page)
    assert card.get_attribute("role") == "dialog"
    assert page.evaluate("document.activeElement.textContent") == "Continue"
    described = page.locator(f"#{card.get_attribute('aria-describedby')}")
    expect(described).to_contain_text("damage rose by")
    title = card.locator("h2").first.inner_text()
    expect(page.locator("#live")).to_contain_text(title)  # the text for screen readers names the event, too
    assert page.locator(".log li:not(.when)").count() > 5
    page.keyboard.press("l")
    page.wait_for_function(f"() => ({UNSAID})().length === 0")  # and, on demand, all of its lines
    view = page.request.get(f"{person.url}/api/tables/{page.url.rpartition('/')[2]}").json()
    told = next(recap for recap in view["recaps"] if recap["title"] == title)
    assert card.locator(".sign .art svg").count() == 1, "the picture of the climate card"
    assert card.locator("figure").count() == 0, "no second picture of the board: it is there"
    assert card.locator(".gone s").count() == (told["lost"][0] if "lost" in told else 0)
    if not phone:
        head, sign = card.locator("header").bounding_box(), card.locator(".sign").bounding_box()
        assert head and sign and round(head["height"]) >= 84 and round(sign["width"]) == 56
    over, prompt = card.bounding_box(), page.locator("#prompt").bounding_box()
    assert over and prompt and over["y"] >= prompt["y"] + prompt["height"], "a card over the prompt"
    expect(page.locator("#since .btn")).to_be_visible()
    page.locator("#since li > span").first.evaluate("one => { one.textContent = 'A long headline '.repeat(8); }")
    assert page.evaluate(REACHES) <= 0, "a long headline takes two lines and ends with a sign"
    for _ in range(6):
        if card.count():
            page.keyboard.press("Enter")
    expect(card).to_have_count(0)
    answers = "#plane [data-can], #choices [data-can], #hand [data-can], #acts [data-word-of], #acts .go, .typed input"
    assert page.evaluate("answers => document.activeElement.matches(answers)", answers), "the focus is on an answer"
    assert place(page) == before, "the board moved"
    page.locator("#since .btn").click()
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    assert page.evaluate("document.activeElement !== document.body")


@pytest.mark.long
def test_whoever_answers_is_not_held_up_and_never_means_never(visit: Visit) -> None:
    person = visit("Ann", own=True)
    page = until_a_card(person)
    page.locator("#more").click()
    page.get_by_role("button", name="Motion, sound and cards").click()
    page.get_by_label("Never (summary strip only)").check()
    page.get_by_role("button", name="Done").click()
    assert page.evaluate("localStorage.getItem('cards')") == "never"
    number = person.number
    page.locator("#choices [data-option], #acts [data-word-of], #choices .opt").last.click()
    if person.number == number and page.locator("#acts .go").count():
        page.locator("#acts .go").click()
    person.waits_for_change(number)
    expect(page.locator("#recap")).to_have_count(0)


@pytest.mark.long
def test_who_comes_back_gets_what_was_missed_in_one_card(visit: Visit) -> None:
    ann = visit("Ann", own=True)
    page = until_a_card(ann)
    address = page.url
    page.keyboard.press("Escape")
    page.reload()
    page.wait_for_selector("#prompt.you")
    expect(page.locator("#since")).to_be_visible()
    assert page.locator("#recap").count() == 0, "it was told before"
    for width, height, place in ((390, 844, "section:has(> #goal) > #since"), (1280, 900, "#lanes > #since")):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(place)).to_be_visible()  # on a phone it would take the answers' room in the tray
    expect(page.locator("#since")).to_have_count(1)
    page.evaluate("id => localStorage.setItem(`told ${id}`, '0')", address.rpartition("/")[2])
    page.reload()
    card = page.locator("#recap")
    expect(card).to_contain_text("While you were away")
    expect(card).to_contain_text("damage rose by")
    back = card.get_by_role("link", name="Replay").get_attribute("href") or ""
    page.keyboard.press("Enter")
    expect(card).to_have_count(0)
    assert 0 <= int(back.rpartition("?at=")[2]) < ann.number, "from before the first thing that was missed"
    ann.goes(back)
    expect(page.locator("#say")).not_to_be_empty()
    assert page.url.startswith(f"{address}/replay")


# the positions of the card's parts, and what they must not cover
COLUMN = """() => {
  const box = (one) => one.getBoundingClientRect(), card = document.getElementById("recap");
  const parts = [...card.querySelectorAll(".body > section, .read > li")].map(box);
  const over = (one) => box(one).bottom > box(card).top && box(one).right > box(card).left;
  return {
    lefts: [...new Set(parts.map((part) => Math.round(part.left)))].length,
    covered: ["prompt", "goal"].filter((id) => over(document.getElementById(id))),
    cut: card.scrollWidth - card.clientWidth,
    overlaps: Math.max(0, box(document.getElementById("view")).right - box(card).left),
    now: box(document.getElementById("recap-now")).top < box(card.querySelector("footer")).top,
  };
}"""


def until_a_non_player_acts(person: Person) -> Page:
    """A table on which Private, played by the rules, has just acted in a District."""
    page = person.page
    page.add_init_script("localStorage.setItem('cards', 'matters')")
    wish = {"option-session": "1940", "option-public": "non-player", "option-private": "non-player", "seed": "5"}
    seats = {"seat-0": "bot", "seat-1": "me", "seat-2": "bot"}
    person.sends("/new", game="cross-bronx", count="3", name=person.name, **seats, **wish)
    table = f"{person.url}/api/tables/{page.url.rpartition('/')[2]}"
    for _ in range(40):
        page.wait_for_selector("#prompt.you")
        view = page.request.get(table).json()
        words = [option["word"] for option in view["asked"]["options"]]
        if page.locator(".recap.docked").count() and len(view["recaps"][0]["steps"]) == 4:
            return page
        page.keyboard.press("Escape")
        move = {"number": view["number"], "option": words[1 % len(words)], "seat": view["asked"]["seat"]}
        assert page.request.post(f"{table}/choose", data=move).ok
        person.waits_for_change(view["number"])
    raise AssertionError("No Non-Player acted.")


@pytest.mark.parametrize(
    "size",
    mostly_long([(1280, 800), (390, 844), (844, 390), (640, 400), (820, 1180)], (390, 844)),
)
def test_a_non_player_is_followed_in_one_column_that_grows(visit: Visit, size: tuple[int, int]) -> None:
    page = until_a_non_player_acts(visit("Ann", phone=size[0] < 600, own=True))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    card = page.locator("#recap")
    for step, heading in enumerate(("The action box", "The card, row by row", "Where", "Result"), 1):
        expect(card.locator("header")).to_contain_text(f"step {step} of 4")
        expect(card.locator(".body > section")).to_have_count(step)
        assert card.locator("#recap-now h3").text_content() == heading
        assert page.evaluate(COLUMN)["covered"] == [], f"step {step}"
        if step < 4:
            page.keyboard.press("Enter")
    stands = page.evaluate(COLUMN)
    assert stands["lefts"] <= 2 and stands["cut"] <= 0 and stands["now"], stands
    assert stands["overlaps"] <= 2 or size[0] < size[1], "beside the board, where there is room beside it"
    assert card.locator(".read .applies").count() == 1
    read = card.locator(".read li").count()
    assert read == 4 and card.locator(".read .unreached").count() == read - 1 - card.locator(".read .skipped").count()
    assert page.locator("svg .recap-place").count(), "the District is outlined"
    page.get_by_role("button", name="Back", exact=True).click()
    expect(card.locator("header")).to_contain_text("step 3 of 4")
    card.get_by_role("button", name="Skip to my turn").click()
    expect(card).to_have_count(0)
