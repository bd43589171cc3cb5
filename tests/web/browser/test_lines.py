"""A page on a bad network: nothing hangs, nothing is lost, nothing is played twice."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Route, expect

from tabletown.web.testing import Server
from tests.web.browser.conftest import Visit
from tests.web.browser.person import Person
from tests.web.proxy import Proxy, bad_network


@pytest.fixture
def network(host: Server) -> Iterator[Proxy]:
    with bad_network(host.port) as proxy:
        yield proxy


@pytest.fixture
def ann(visit: Visit, network: Proxy) -> Person:
    ann = visit("Ann")
    ann.url = network.url
    ann.opens("connect-four", "me", "here")
    return ann


def drops(ann: Person, column: int) -> None:
    ann.page.locator(f'[data-option="column:{column}"][data-can]').first.click()


def number(ann: Person, wanted: int) -> None:
    expect(ann.page.locator("body")).to_have_attribute("data-number", str(wanted))


def test_a_tap_on_a_line_that_silently_died_is_kept_and_counts_once(ann: Person, network: Proxy) -> None:
    drops(ann, 3)
    number(ann, 1)
    network.swallow()
    drops(ann, 4)
    number(ann, 2)  # by itself, within the limit for a reply
    assert network.swallowed
    drops(ann, 4)
    number(ann, 3)


@pytest.mark.long
def test_a_line_that_is_cut_comes_back_at_once(ann: Person, network: Proxy) -> None:
    drops(ann, 3)
    number(ann, 1)
    network.cut()
    expect(ann.page.locator("body")).not_to_have_class(re.compile(r"\boff\b"))
    drops(ann, 3)
    number(ann, 2)


@pytest.mark.long
def test_slow_and_doubled_messages_change_nothing(ann: Person, network: Proxy) -> None:
    network.delay, network.twice = 0.2, True
    network.cut()
    expect(ann.page.locator("body")).not_to_have_class(re.compile(r"\boff\b"))
    for turn in range(3):
        drops(ann, 2)
        number(ann, turn + 1)


@pytest.mark.long
def test_a_line_that_died_while_the_device_slept_is_noticed_when_somebody_looks(ann: Person, network: Proxy) -> None:
    bo = ann.page.context.new_page()
    bo.goto(ann.page.url)
    network.swallow()
    ann.page.evaluate("dispatchEvent(new Event('focus'))")
    bo.evaluate("dispatchEvent(new Event('online'))")
    expect(ann.page.locator("body")).not_to_have_class(re.compile(r"\boff\b"))
    drops(ann, 3)
    number(ann, 1)
    expect(bo.locator("body")).to_have_attribute("data-number", "1")


@pytest.mark.long
def test_a_line_so_slow_that_the_first_limit_is_too_short_is_waited_for(ann: Person, network: Proxy) -> None:
    network.delay = 2.7  # the round trip takes longer than the first limit
    network.cut()
    expect(ann.page.locator("body")).to_have_class(re.compile(r"\boff\b"))
    expect(ann.page.locator("body")).not_to_have_class(re.compile(r"\boff\b"))
    drops(ann, 3)
    expect(ann.page.locator("body")).to_have_attribute("data-number", "1")


@pytest.mark.long
def test_a_page_that_was_too_busy_to_listen_does_not_take_a_good_line_for_dead(ann: Person, network: Proxy) -> None:
    count = len(network._lines)
    ann.page.evaluate("""() => {
        dispatchEvent(new Event('focus')); // the line is asked; its answer comes while nobody can hear it
        const until = Date.now() + 4000;
        while (Date.now() < until);
    }""")
    drops(ann, 3)
    number(ann, 1)
    assert len(network._lines) == count


@pytest.mark.long
def test_a_line_that_was_opened_early_and_never_taken_is_not_taken_when_the_other_breaks(
    ann: Person, network: Proxy
) -> None:
    """If the modules load before the script that connects early, its messages are outdated by then."""
    ann.page.evaluate("""() => new Promise((heard) => {
        const url = location.href.replace("http", "ws") + "/stream?changes=yes";
        const line = new WebSocket(url);
        line.onmessage = ({data}) => {
            line.close();
            window.earlyConnection = { url, early: [data], readyState: WebSocket.OPEN, close() {}, send() {} };
            heard();
        };
    })""")
    drops(ann, 3)
    number(ann, 1)
    network.cut()
    drops(ann, 3)
    number(ann, 2)
    expect(ann.page.locator("body")).not_to_have_class(re.compile(r"\boff\b"))


def test_the_board_is_there_before_the_scripts_and_they_keep_it(visit: Visit) -> None:
    ann = visit("Ann")  # without a service worker, whose requests can't be held up
    ann.opens("right-of-way", "me", "here")
    page, waiting = ann.page, list[Route]()
    page.route("**/bundles/table/table.js", lambda route: waiting.append(route))
    with page.expect_request("**/bundles/table/table.js"):
        page.reload(wait_until="commit")
    board = page.locator("#plane > svg")
    expect(board).to_be_visible()
    expect(page.locator("#say")).to_have_text("Pick a tile to lay")
    view, shown = page.locator("#view").bounding_box(), board.bounding_box()
    assert view and shown and abs(view["width"] - shown["width"]) < 1 and abs(view["height"] - shown["height"]) < 1
    expect(page.locator("#goal")).to_contain_text("highways")
    expect(page.locator("#hand svg").first).to_be_visible()
    expect(page.locator("#rail")).to_contain_text("in hand")
    for part in (board, page.locator("#hand svg").first):
        part.evaluate("(it) => { it.early = true }")
    waiting[0].continue_()
    page.unroute_all()
    expect(page.locator("body")).to_have_attribute("data-number", re.compile(r"\d"))
    for part in (board, page.locator("#hand svg").first):
        assert part.evaluate("(it) => it.early"), "the page's own picture stays"
