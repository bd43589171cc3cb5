"""While others choose, and when someone is absent: plan, remind, hurry, take over, touch."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tabletown.web.testing import Server
from tests.web.browser.conftest import GAMES, Visit
from tests.web.browser.person import Person
from tests.web.browser.test_pages import violations

YOURS = "Your turn: drop a disc into a column"


def discs(visit: Visit, **looks: bool) -> tuple[Person, Person]:
    ann, bo = visit("Ann", **looks), visit("Bo", **looks)
    ann.opens("connect-four", "me", "link")
    bo.joins(ann)
    ann.is_told(YOURS)
    return ann, bo


def button(person: Person, name: str) -> None:
    person.page.locator("#acts").get_by_role("button", name=name).click()


@pytest.mark.parametrize(
    "looks",
    [pytest.param({}, id="desk", marks=pytest.mark.long), pytest.param({"dark": True, "phone": True}, id="dark phone")],
)
def test_a_move_is_planned_while_the_other_chooses_and_played_at_once(visit: Visit, looks: dict[str, bool]) -> None:
    ann, bo = discs(visit, **looks)
    button(bo, "Plan")
    bo.is_told("Planning: drop a disc into a column")
    assert violations(bo.page) == []
    bo.page.locator('[data-option="column:3"][data-can]').first.click()
    bo.is_told("Save this plan?")
    assert ann.number == 0 and not bo.is_asked
    button(bo, "Save plan")
    expect(bo.page.locator("#sub")).to_contain_text("Planned for your turn: ")
    bo.page.reload()
    bo.sits()
    expect(bo.page.locator("#sub")).to_contain_text("Planned for your turn: ")
    ann.answers(0)
    ann.reads_in_the_log("Bo dropped a disc into column 3.")
    ann.is_told(YOURS)
    assert "plan" not in ann.page.locator(".log").inner_text()


def test_a_plan_does_one_thing_if_something_happens_and_otherwise_another(visit: Visit) -> None:
    ann, bo = discs(visit)
    button(bo, "Plan")
    bo.is_told("Planning: drop a disc into a column")
    button(bo, "Add “if”")
    offer = bo.page.get_by_role("dialog", name="If what happens?")
    offer.get_by_role("button", name="Ann dropped a disc into column any.").click()
    expect(bo.page.locator("#sub")).to_contain_text("For this case: Ann dropped a disc into column any.")
    bo.page.locator('[data-option="column:3"][data-can]').first.click()
    bo.is_told("Save this plan?")
    tree = bo.page.get_by_role("region", name="Your plan")
    assert violations(bo.page) == []
    tree.get_by_role("combobox").last.select_option("5")
    expect(tree).to_contain_text("in 10")
    tree.get_by_role("button", name="Choose a move").click()  # otherwise
    bo.page.locator('[data-option="column:4"][data-can]').first.click()
    button(bo, "Save plan")
    expect(tree).to_contain_text("Ready")
    bo.page.reload()
    bo.sits()
    expect(tree).to_contain_text("If this happens: Ann dropped a disc into column 5.")
    ann.answers(4)
    ann.reads_in_the_log("Bo dropped a disc into column 3.")
    assert "plan" not in ann.page.locator(".log").inner_text()


@pytest.mark.long
def test_planning_goes_back_step_by_step_and_ends_when_it_is_ones_turn(visit: Visit) -> None:
    ann, bo = discs(visit)
    bo.presses("p")
    bo.is_told("Planning: drop a disc into a column")
    bo.page.locator('[data-option="column:1"][data-can]').first.click()
    bo.is_told("Save this plan?")
    bo.presses("Escape")
    bo.is_told("Planning: drop a disc into a column")
    bo.presses("Escape")
    bo.is_told("Ann: drop a disc into a column")
    bo.presses("p")
    bo.is_told("Planning: drop a disc into a column")
    ann.answers(0)
    bo.is_told(YOURS)
    bo.answers(1)
    ann.is_told(YOURS)
    button(bo, "Plan")
    bo.page.locator('[data-option="column:2"][data-can]').first.click()
    button(bo, "Save plan")
    button(bo, "Discard plan")
    expect(bo.page.locator("#acts").get_by_role("button", name="Plan", exact=True)).to_be_visible()
    ann.answers(2)
    bo.is_told(YOURS)


@pytest.mark.long
def test_who_is_waited_for_is_reminded(visit: Visit) -> None:
    ann, bo = discs(visit)
    button(bo, "Remind")
    expect(ann.page.locator(".toast")).to_have_text("Bo reminds you: the table is waiting for you.")
    expect(bo.page.locator(".toast")).to_have_text("Ann has been reminded.")
    ann.goes("/")
    expect(ann.page.locator(".mine").first).to_contain_text("Bo reminds you")


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Its bots take half a minute, and people count as absent as soon as they leave."""
    data: Path = tmp_path_factory.mktemp("patient")
    server = Server(data, GAMES, ("--unlimited", "--pace", "30", "--away", "0.3"))
    server.start()
    yield server
    server.stop()


@pytest.mark.long
def test_a_bot_that_takes_its_time_moves_now(visit: Visit, patient: Server) -> None:
    ann = visit("Ann")
    ann.url = patient.url
    ann.plays("connect-four")
    ann.answers(0)
    ann.is_told(re.compile("is thinking"))
    button(ann, "Move now")
    ann.is_told(YOURS)


@pytest.mark.long
def test_a_bot_takes_over_for_who_left_until_that_one_comes_back(visit: Visit, patient: Server) -> None:
    ann, bo = visit("Ann"), visit("Bo")
    ann.url = bo.url = patient.url
    table = ann.opens("connect-four", "me", "link")
    bo.joins(ann)
    ann.answers(0)
    bo.is_told(YOURS)
    bo.goes("/")  # and leaves
    ann.is_told("Bo: drop a disc into a column")
    button(ann, "Let a bot play")
    ann.is_told("Bo is thinking")
    button(ann, "Move now")
    ann.is_told(YOURS)
    ann.reads_in_the_log("Bo dropped a disc")
    bo.goes(table)
    bo.sits()
    button(bo, "Take my seat back")
    ann.answers(1)
    bo.is_told(YOURS)


# ------------------------------------------------------------------ touch


def pinch(page: Page, apart: list[float], board: str = "#view") -> None:
    """Pinch with two fingers on the board, at these distances in turn."""
    box = page.locator(board).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)

    def send(kind: str, distance: float | None) -> None:
        fingers = [] if distance is None else [(0, -distance / 2), (1, distance / 2)]
        points = [{"x": x + aside, "y": y, "id": finger} for finger, aside in fingers]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", apart[0])
    for distance in apart[1:]:
        send("touchMove", distance)
    send("touchEnd", None)


def test_two_fingers_zoom_the_board_and_choose_nothing(visit: Visit) -> None:
    ann = visit("Ann", phone=True)
    ann.plays("signposts")
    width = "() => document.querySelector('#plane svg').getBoundingClientRect().width"
    page = ann.page
    page.wait_for_function("() => document.querySelector('#plane svg')")
    before, number = page.evaluate(width), ann.number
    pinch(page, [80, 110, 150, 200])
    assert page.evaluate(width) == pytest.approx(before * 200 / 80, rel=0.15)
    pinch(page, [220, 160, 100])
    assert page.evaluate(width) < before * 1.6
    assert ann.number == number
    assert page.evaluate("() => visualViewport.scale") == 1  # the page itself isn't zoomed
    ann.answers(0)  # one finger still chooses
