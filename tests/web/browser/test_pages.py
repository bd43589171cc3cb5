"""Every page: accessible, on a desktop and on a phone, in light and dark; replay and branch."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from tests.conftest import mostly_long
from tests.web.browser.census import FIVE
from tests.web.browser.conftest import Visit
from tests.web.browser.person import Person

DARK_PHONE = {"dark": True, "phone": True}
VIOLATIONS = """() => axe.run({ resultTypes: ["violations"] }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`)))"""


def violations(page: Page) -> list[str]:
    if not page.evaluate("() => 'axe' in window"):  # once per page, because it is large
        page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(VIOLATIONS)
    return found


def overflows(page: Page) -> bool:
    """Elements wider than the screen. (On phones innerWidth grows with such a page.)"""
    page_and_window = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    wide, room = page.evaluate(page_and_window)
    return bool(wide > room + 1)


def complaints(person: Person) -> list[str]:
    return [*(["wider than the window"] if overflows(person.page) else []), *violations(person.page)]


@pytest.mark.parametrize("looks", mostly_long([{}, DARK_PHONE], DARK_PHONE), ids=["desk", "dark phone"])
def test_no_page_has_accessibility_violations(visit: Visit, looks: dict[str, bool]) -> None:
    ann, bo = visit("Ann", **looks), visit("Bo", **looks)
    table = ann.asks("/new", game="signposts", count="2", name="Ann", **{"seat-0": "me", "seat-1": "link"})
    wrong = {}
    for path in ("/", "/new?game=signposts", "/rules", "/rules/right-of-way", "/nowhere", ann.invites(table)[1]):
        bo.goes(path)
        wrong[path] = complaints(bo)
    assert not any(wrong.values()), wrong


@pytest.mark.long
@pytest.mark.parametrize("looks", [{}, DARK_PHONE], ids=["desk", "dark phone"])
def test_no_state_of_a_table_has_accessibility_violations(visit: Visit, finished: str, looks: dict[str, bool]) -> None:
    ann = visit("Ann", **looks)
    wrong = {}
    ann.goes(finished)
    ann.sits()
    wrong["finished table"] = complaints(ann)
    ann.goes(f"{finished}/replay")
    expect(ann.page.locator("#say")).to_contain_text("Turn")
    time = ann.page.locator("#time")
    assert time.evaluate("one => one.scrollWidth <= one.clientWidth"), "the time line is cut"
    wrong["replay"] = complaints(ann)
    ann.opens("signposts", "me", "link")
    wrong["table"] = complaints(ann)
    ann.page.keyboard.press("t")
    wrong["text view"] = complaints(ann)
    ann.page.keyboard.press("t")
    ann.page.locator("#more").click()
    wrong["menu"] = complaints(ann)
    assert not any(wrong.values()), wrong


def link_of(person: Person) -> str:
    person.page.locator("#more").click()
    person.page.get_by_role("button", name="Invite, watch, other devices").click()
    link = person.page.get_by_label("Link: Seat of Player 2").input_value()
    person.page.get_by_role("button", name="Done").click()
    return link


@pytest.mark.long
def test_home_lists_your_tables_and_those_that_are_open(visit: Visit) -> None:
    ann = visit("Ann")
    ann.fills_in("connect-four", "me", "open", title="Sunday discs")
    ann.goes("/")
    mine = ann.page.get_by_role("region", name="Your tables")
    expect(mine).to_contain_text("Sunday discs")
    expect(mine.locator(".now")).to_have_count(1)
    zoe = visit("Zoe")
    zoe.goes("/")
    expect(zoe.page.get_by_role("region", name="Open tables")).to_contain_text("Sunday discs")


def test_a_match_can_be_replayed_seen_by_each_seat_and_branched(visit: Visit, finished: str) -> None:
    ann = visit("Ann")
    page = ann.page
    ann.goes(finished)
    page.get_by_role("link", name="Replay").click()
    expect(page.locator("#say")).to_contain_text(re.compile(r"Turn \d+ of \d+"))
    page.get_by_role("button", name="Go to the start").click()
    expect(page.locator("#say")).to_have_text("Before the first move")
    expect(page.locator("#plane [id^=post-]")).to_have_count(0)
    page.get_by_role("button", name="Step forward").click()
    page.get_by_role("button", name="Step forward").click()
    expect(page.locator("#plane [id^=post-]")).to_have_count(2)
    page.locator("#eyes label", has_text="Everyone").click()
    expect(page).to_have_url(re.compile("seat=none"))
    page.locator("#slider").fill("0")
    expect(page.locator("#plane [id^=post-]")).to_have_count(0)
    page.locator(".mv", has_text="set a signpost").first.click()
    expect(page.locator("#plane [id^=post-]")).to_have_count(1)
    page.locator("#branch").click()
    page.get_by_role("button", name="Open table").click()
    page.wait_for_url(re.compile(r"/t/[^/]+$"))
    ann.sits()
    expect(page.locator("#plane [id^=post-]").first).to_be_visible()  # it continues from there


@pytest.mark.long
def test_after_the_end_every_hand_lies_open_and_swings_are_found(visit: Visit, finished: str) -> None:
    ann = visit("Ann")
    page = ann.page
    ann.goes(f"{finished}/replay")
    expect(page.locator("#say")).to_contain_text("Turn")
    page.locator("#eyes label", has_text="Everyone").click()
    expect(page.locator(".worth")).to_have_count(0)
    page.locator("#eyes label", has_text="Show everything").click()
    expect(page.locator(".worth")).to_have_count(2)
    expect(page).to_have_url(re.compile("seat=all"))
    page.reload()
    expect(page.locator(".worth")).to_have_count(2)
    page.get_by_role("tab", name="Swings").click()
    expect(page.get_by_label("Largest swings").locator(".mv")).to_have_count(3)  # the last one is the end
    assert violations(page) == []
    page.get_by_role("button", name="Go to the start").click()
    for _ in range(2):
        page.get_by_role("button", name="Next swing").click()
    expect(page.locator("#sub")).to_contain_text("80 %")
    page.get_by_role("button", name="Previous swing").click()
    expect(page.locator("#sub")).to_contain_text("60 %")


@pytest.mark.long
def test_a_replay_lists_the_branches_that_were_played_on(visit: Visit) -> None:
    ann = visit("Ann")
    page = ann.page
    ann.plays("connect-four")
    ann.answers(0)
    table = page.url
    ann.goes(f"{table}/replay?at=1")
    page.get_by_role("tab", name="Branches").click()
    expect(page.get_by_label("Branches").locator("li")).to_contain_text("No one has branched off")
    page.locator("#branch").click()
    page.get_by_role("button", name="Open table").click()
    page.wait_for_url(re.compile(r"/t/[^/]+$"))
    branch = page.url
    assert branch != table
    ann.goes(f"{table}/replay")
    page.get_by_role("tab", name="Branches 1").click()
    page.get_by_role("link", name=re.compile("Connect Four, from 1")).click()
    ann.sits()
    assert page.url == branch
    ann.goes(f"{branch}/replay")
    page.get_by_role("tab", name="Branches").click()
    page.get_by_role("link", name=re.compile("branched off from another one")).click()
    expect(page).to_have_url(re.compile(f"{re.escape(table)}/replay"))


@pytest.mark.parametrize(
    "phone", [pytest.param(False, id="desk", marks=pytest.mark.long), pytest.param(True, id="phone")]
)
def test_a_friend_joins_with_a_pasted_link(visit: Visit, phone: bool) -> None:
    ann, bo = visit("Ann", phone=phone), visit("Bo", phone=phone)
    ann.opens("connect-four", "me", "link")
    link = link_of(ann)
    bo.goes("/")
    bo.page.get_by_text("Join with a link").click()
    assert not overflows(bo.page) and violations(bo.page) == []
    bo.page.get_by_label("Link or code").fill("nothing at all")
    bo.page.get_by_role("button", name="Join", exact=True).click()
    expect(bo.page.locator("main")).to_contain_text("This link or code doesn't work")
    bo.goes("/")
    bo.page.get_by_text("Join with a link").click()
    bo.page.get_by_label("Link or code").fill(link)
    bo.presses("Enter")
    expect(bo.page.locator("h1")).to_contain_text("Ann invites you")


def test_the_link_for_a_friend_is_shown_at_once(visit: Visit) -> None:
    ann = visit("Ann")
    ann.goes("/new?game=connect-four")
    ann.page.get_by_label("Your name").fill("Ann")
    ann.page.locator('[data-seat="1"] .seg label', has_text=re.compile("^Friend by link$")).click()
    ann.page.get_by_role("button", name="Open table").click()
    expect(ann.page.get_by_label(re.compile("^Link: Seat of"))).to_have_value(re.compile("/join/"))
    assert violations(ann.page) == []
    ann.page.get_by_role("button", name="Done").click()
    ann.page.reload()
    ann.sits()
    ann.page.locator("#more").click()
    expect(ann.page.get_by_role("dialog")).to_have_count(1)  # only the menu


def test_a_match_is_left_and_deleted_at_the_table(visit: Visit) -> None:
    ann = visit("Ann")
    ann.opens("connect-four", "me", "bot")
    page = ann.page
    page.locator("#more").click()
    page.get_by_role("button", name="Leave or resign").click()
    assert violations(page) == []
    page.get_by_role("dialog").get_by_role("button", name="Let a bot play").click()
    expect(page.locator("#prompt")).to_have_class(re.compile(r"\bover\b"))  # two bots play it to its end
    page.locator("#more").click()
    expect(page.get_by_role("button", name="Leave or resign")).to_have_count(0)
    page.get_by_role("button", name="Delete this table").click()
    page.get_by_role("button", name="Delete table").click()
    expect(page).to_have_url(ann.url + "/")


@pytest.mark.long
def test_who_plays_alone_sees_the_best_results(visit: Visit) -> None:
    ann = visit("Ann")
    page = ann.page
    ann.finishes(ann.asks("/new", game="marks", count="1", name="Ann", **{"seat-0": "me"}))
    ann.goes("/")
    best = page.get_by_role("link", name=re.compile("Your best solo result: "))
    expect(best).to_have_count(1)
    ann.goes("/new?game=marks")
    expect(page.locator(".alone")).to_contain_text("1 match played")
    assert violations(page) == []
    page.locator(".alone a").click()
    expect(page).to_have_url(re.compile(r"/replay(\?|$)"))  # its script changes the address at once


def test_a_phone_shows_the_board_hand_and_sheet_without_scrolling(visit: Visit) -> None:
    ann = visit("Ann", phone=True)
    ann.plays("signposts")
    page = ann.page
    assert not overflows(page)
    for part in ("#prompt", "#plane svg", "#hand", "#choices .opt >> nth=0", "#tools", "#commit"):
        box = page.locator(part).bounding_box()
        assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= 845, part
    ann.answers(1)
    page.get_by_role("button", name="Panels").tap()
    page.get_by_role("tab", name="Log").tap()
    expect(page.locator("#rail .log")).to_be_visible()
    prompt, rail = page.locator("#prompt").bounding_box(), page.locator("#rail").bounding_box()
    assert prompt is not None and rail is not None and rail["y"] >= prompt["y"] + prompt["height"] - 1
    page.get_by_role("button", name="Close the panels").tap()
    expect(page.locator("#rail")).to_be_hidden()


@pytest.fixture
def rules(visit: Visit) -> Iterator[Person]:
    reader = visit("Ann")
    reader.goes("/rules/right-of-way")
    yield reader


def test_rules_are_found_as_one_types(rules: Person) -> None:
    page = rules.page
    total = page.locator(".cl").count()
    page.get_by_label("Search the rules").fill("highway")
    expect(page.locator("#found")).to_contain_text("Found")
    assert 0 < page.locator(".cl:visible").count() < total
    assert page.locator("mark").count() > 0
    page.get_by_label("Search the rules").fill("")
    expect(page.locator(".cl:visible")).to_have_count(total)


def test_the_board_zooms_and_pans_and_a_drag_chooses_nothing(visit: Visit) -> None:
    ann = visit("Ann")
    ann.opens("signposts", "here", "me")
    ann.page.get_by_role("button", name=re.compile("^I'm")).click()
    page, number = ann.page, ann.number
    before = page.locator("#plane svg").bounding_box()
    page.mouse.move(470, 470)
    page.mouse.wheel(0, -600)
    assert before is not None
    wider = "least => document.querySelector('#plane svg').getBoundingClientRect().width > least"
    page.wait_for_function(wider, arg=before["width"] * 1.5)
    near = page.locator("#plane svg").bounding_box()
    assert near is not None
    page.mouse.down()
    page.mouse.move(570, 540, steps=4)
    page.mouse.up()
    moved = page.locator("#plane svg").bounding_box()
    assert moved is not None and abs(moved["x"] - near["x"] - 100) < 3
    assert page.locator("#bubble").count() == 0 and ann.number == number
    page.get_by_role("button", name="Whole board").click()
    whole = page.locator("#plane svg").bounding_box()
    assert whole is not None and abs(whole["width"] - before["width"]) < 2


def test_the_text_view_is_enough_to_play_and_is_remembered(visit: Visit) -> None:
    ann = visit("Ann")
    ann.plays("signposts")
    page = ann.page
    page.get_by_role("button", name="Text view").click()
    expect(page.locator(".boardtext")).to_contain_text("A1: free")
    page.get_by_role("button", name="Bid 3 in secret").first.click()
    ann.answers()
    page.reload()
    ann.sits()
    expect(page.locator(".boardtext")).to_be_visible()


@pytest.mark.long
def test_the_table_in_words_has_headings_and_answers_about_a_place(visit: Visit) -> None:
    ann = visit("Ann")
    ann.plays("new-york-crisis")
    page = ann.page
    page.locator("#textview").click()
    expect(page.locator(".boardtext h3").filter(has_text="Locations where something is")).to_be_visible()
    page.get_by_label("Ask about a place").fill("harlem")
    page.get_by_role("button", name="Ask", exact=True).click()
    answer = page.locator(".asked-of")
    expect(answer).to_contain_text("Harlem: Central Park, East Harlem, Hamilton Heights")
    while not page.locator(".textoptions .opt").count():
        ann.answers()
    before = ann.number
    page.locator(".textoptions .opt").first.click()
    ann.waits_for_change(before)
    expect(answer).to_contain_text("Harlem")  # the answer stays while the table goes on below it
    page.get_by_label("Ask about a place").fill("Atlantis")
    page.keyboard.press("Enter")
    expect(answer).to_have_text("Nothing is said about “Atlantis”.")
    assert violations(page) == []


def test_the_theme_has_three_states_and_is_remembered(visit: Visit) -> None:
    ann = visit("Ann")
    html = ann.page.locator("html")
    ann.goes("/")
    for look in ("dark", "light", None, "dark"):
        ann.page.get_by_role("button", name="Theme").click()
        assert html.get_attribute("data-theme") == look
    ann.goes("/rules")
    assert html.get_attribute("data-theme") == "dark"
    ann.goes("/settings")
    assert violations(ann.page) == []
    expect(ann.page.get_by_label("Dark")).to_be_checked()
    ann.page.locator("label", has_text="Same as the system").click()
    assert html.get_attribute("data-theme") is None
    ann.page.get_by_label("Text view").check()
    bar = ann.page.get_by_role("radiogroup", name="Theme").bounding_box()
    assert bar is not None and bar["width"] < 480, "as wide as its words"
    ann.page.locator("label", has_text="Never (summary strip only)").click()
    ann.page.locator("label", has_text="Slow").click()
    ann.goes("/settings")
    assert ann.page.evaluate("[localStorage.getItem('cards'), localStorage.getItem('moves')]") == ["never", "slow"]
    expect(ann.page.get_by_label("Text view")).to_be_checked()
    expect(ann.page.get_by_label("Same as the system")).to_be_checked()


@pytest.mark.long
def test_a_new_table_is_of_the_game_one_comes_from_else_of_the_lightest(visit: Visit) -> None:
    ann = visit("Ann")
    ann.goes("/rules/cross-bronx")
    ann.page.evaluate("() => { location.href = '/new'; }")
    expect(ann.page.locator("form.nt")).to_have_attribute("data-game", "Cross Bronx Expressway")
    ann.page.goto("about:blank")
    ann.goes("/new")
    expect(ann.page.locator("form.nt")).to_have_attribute("data-game", re.compile("Connect Four|Marks|Signposts"))
    ann.goes("/new?game=broken-cities")
    assert not ann.page.locator('[name^="option-"]').first.is_visible(), "rulings are folded"
    red = ann.page.locator('[data-seat="1"] .mark').evaluate("mark => getComputedStyle(mark).color")
    assert red == "rgb(191, 52, 39)", "the seat's colour as in play"


def test_play_now_is_above_the_fold_and_leads_to_a_table(visit: Visit) -> None:
    ann = visit("Ann")
    ann.page.set_viewport_size({"width": 1280, "height": 800})
    ann.goes("/")
    tops = [button.bounding_box() for button in ann.page.locator(".game .btn.prime").all()[:5]]
    assert all(box is not None and box["y"] + box["height"] <= 800 for box in tops)
    assert len({round(box["y"]) for box in tops if box is not None}) == 1, "aligned"
    rest = ann.page.locator(".game:nth-child(-n + 5) :is(.btn, .links a)")
    feet = rest.evaluate_all("all => all.map(one => one.getBoundingClientRect().bottom)")
    assert max(feet) <= 800, "all that a game offers is above the fold"
    ann.plays_now("Crossroll Hong Kong")


def test_the_keyboard_reaches_a_match_in_four_presses(visit: Visit) -> None:
    ann = visit("Ann")
    ann.goes("/")
    ann.presses("Tab", "Enter", "Tab", "Enter")
    ann.page.wait_for_url("**/t/*")


@pytest.mark.long
def test_long_names_and_titles_break_nothing(visit: Visit) -> None:
    long = "Wilhelmina Alexandrina von Hohenstaufen"
    ann = visit(long)
    ann.fills_in("signposts", "me", "bot", title="The " + "very " * 10 + "long table")
    assert not overflows(ann.page)
    chips = ann.page.locator("#chips").bounding_box()
    more = ann.page.locator("#more").bounding_box()
    assert chips is not None and more is not None and more["x"] + more["width"] <= 1280


# letters of figures under 12 px
SMALL = """() => [...document.querySelectorAll(".art[data-places]")].flatMap((art) => {
  const box = art.getBoundingClientRect();
  const inside = ({ left, right, top, bottom, width }) =>
    width && right > box.left && left < box.right && bottom > box.top && top < box.bottom;
  const scale = ({ a, b }) => Math.hypot(a, b);
  const size = (one) => parseFloat(getComputedStyle(one).fontSize) * scale(one.getScreenCTM());
  const words = [...art.querySelectorAll("text")].filter((one) => inside(one.getBoundingClientRect()));
  return words.filter((one) => size(one) < 11.95).map((one) => one.textContent);
})"""


@pytest.mark.long
@pytest.mark.parametrize("game", FIVE)
def test_what_a_game_is_about_can_be_read_at_every_size(visit: Visit, game: str) -> None:
    for dark in (False, True):
        person = visit("Ann", dark=dark)
        person.goes(f"/about/{game}")
        page = person.page
        expect(page.get_by_role("heading", name="Credits")).to_be_visible()
        for width, height in ((1280, 800), (390, 844), (844, 390), (640, 400)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
                f"{width}: wider than the window"
            )
            assert violations(page) == []


@pytest.mark.long
def test_the_menu_of_a_table_leads_to_what_the_game_is_about(visit: Visit) -> None:
    ann = visit("Ann")
    ann.opens("broken-cities", "me", "bot", "bot")
    ann.page.get_by_role("button", name="Menu").click()
    ann.page.get_by_role("link", name="About this game").click()
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Broken Cities")
    expect(ann.page.get_by_role("heading", name="Questions to talk about")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("path", ["/", "/about/new-york-crisis"])
def test_a_page_has_its_entries_or_their_menu_at_every_width(visit: Visit, path: str) -> None:
    ann = visit("Ann")
    page = ann.page
    for width in (700, 761, 820, 900, 961, 1024, 1280, 1600):
        page.set_viewport_size({"width": width, "height": 600})
        ann.goes(path)
        header = page.locator("body > :is(.bar, .top)")
        entries, menu = (header.locator(one).is_visible() for one in ("> nav", "> details.menu"))
        assert entries != menu, width
        assert header.evaluate("(one) => one.scrollWidth <= one.clientWidth"), width
        lines = header.locator("> nav a").evaluate_all("(all) => all.map((one) => one.getClientRects().length)")
        assert menu or set(lines) == {1}, width


@pytest.mark.long
@pytest.mark.parametrize("game", FIVE)
def test_a_primer_can_be_read_and_printed_on_two_sheets(visit: Visit, game: str) -> None:
    """One magenta button, for the guided game; figures with legible letters; no bar and no buttons in print."""
    ann = visit("Ann")
    ann.goes(f"/learn/{game}")
    page = ann.page
    signal = page.evaluate("getComputedStyle(document.querySelector('.btn.guided')).backgroundColor")
    other = page.evaluate("getComputedStyle(document.querySelector('.primer a.btn')).backgroundColor")
    assert signal != other and page.locator(".btn.guided").count() == 1
    page.wait_for_selector(".art.lettered")
    assert page.evaluate(SMALL) == []
    for width in (390, 1184):
        page.set_viewport_size({"width": width, "height": 900})
        page.reload()
        page.wait_for_selector(".art.lettered")
        assert page.evaluate(SMALL) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{width}: wider than the window"
    assert len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(format="A4"))) <= 2
    page.emulate_media(media="print")
    assert not page.locator(".bar").is_visible() and page.locator(".primer .btn:visible").count() == 0
