"""People who come back, in real browsers: they look for a table, play a rated match, report, are answered by the host,
take a vacation, open their export, and are erased."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tabletown.web.settings import FILE
from tabletown.web.storage.maintenance import back_up
from tabletown.web.testing import Server
from tests.web.browser.conftest import START
from tests.web.browser.person import Person
from tests.web.browser.test_days import says
from tests.web.people import FOUR

KEY = "correct horse battery"
NAME = "Unmistakable"
COLUMNS = (0, 1, 0, 1, 0, 1, 0)  # who begins wins


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    one = Server(tmp_path / "data", [FOUR], ("--unlimited", "--pace", "0", "--lobby", "--host-key", KEY))
    one.start()
    yield one
    one.stop()


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator[list[Person]]:
    size = {"width": 1280, "height": 800}
    contexts = [browser.new_context(viewport=size, service_workers="block") for _ in range(3)]  # type: ignore[arg-type]
    for context in contexts:
        context.add_init_script(START)
    yield [Person(context.new_page(), name, server.url) for context, name in zip(contexts, ("Ann", NAME, "Host"))]
    for context in contexts:
        context.close()


def looks(person: Person) -> None:
    """Look for a rated live table of one game."""
    person.goes("/")
    for box in person.page.locator(".picks input").all():
        box.set_checked("connect-four" in (box.get_attribute("name") or ""), force=True)
    person.page.locator("form.finder [name=rated]").check()
    person.page.get_by_label("Your name").fill(person.name)
    person.page.get_by_role("button", name="Find me a table").click()


def plays(people: list[Person]) -> Person:
    """Play a match to its end; who won it."""
    begins = next(person for person in people if person.is_asked)
    other = next(person for person in people if person is not begins)
    for turn, column in enumerate(COLUMNS):
        player = (begins, other)[turn % 2]
        expect(player.prompt).to_have_class(re.compile(r"\byou\b"))
        player.answers(column)
    expect(other.prompt).to_have_class(re.compile(r"\bover\b"))
    return begins


def test_two_find_each_other_and_one_of_them_is_reported_goes_away_and_is_erased(
    people: list[Person], server: Server, tmp_path: Path
) -> None:
    ann, bo, host = people
    for person in (ann, bo):
        looks(person)
    for person in (ann, bo):
        person.page.get_by_role("alertdialog").get_by_role("button", name="Accept").click()
    for person in (ann, bo):
        person.page.wait_for_url(re.compile("/t/"))
        person.sits()
    table = ann.page.url
    expect(ann.page.locator(".crumb")).to_contain_text("Rated")
    won = plays([ann, bo])

    says(bo, "my rude words")  # reported, and answered by the host
    ann.page.get_by_role("tab", name=re.compile("Chat")).click()
    ann.page.locator(".on-line summary").click()
    ann.page.get_by_role("button", name="Report to the host").click()
    expect(ann.page.locator(".toast")).to_contain_text("Reported to the host")
    host.goes("/host")
    host.page.get_by_label("Key").fill(KEY)
    host.page.get_by_role("button", name="Open the desk").click()
    report = host.page.locator("article.rep")
    expect(report).to_contain_text(f"Ann reported {NAME}")
    expect(report.locator("details")).to_have_js_property("open", False)
    report.get_by_text("Reported: show it").click()
    expect(report.locator("details")).to_contain_text("my rude words")
    report.get_by_label(f"What {NAME} will read").fill("Please be kind.")
    report.get_by_role("button", name="Warn").click()
    expect(host.page.get_by_role("heading", name="No reports")).to_be_visible()
    expect(host.page.locator("#log")).to_contain_text(f"Warned: {NAME}")
    for person, words in ((ann, "dealt with your report"), (bo, "Please be kind.")):
        person.goes("/me")
        expect(person.page.locator(".word")).to_contain_text(words)

    ann.goes("/ratings/connect-four")  # the match counts, and nobody has a place yet
    expect(ann.page.locator("main")).to_contain_text("Not enough matches yet: 1 of 50")
    assert won in (ann, bo)

    bo.goes("/me")  # a vacation
    until = datetime.now(UTC) + timedelta(days=3)
    bo.page.get_by_label("On vacation until").fill(until.date().isoformat())
    bo.page.get_by_role("button", name="Start now").click()
    expect(bo.page.locator("#days-off")).to_contain_text("On vacation until")
    bo.page.get_by_role("button", name="End the vacation now").click()
    expect(bo.page.get_by_role("button", name="Start now")).to_be_visible()

    with bo.page.expect_download() as download:
        bo.page.get_by_role("link", name="Download everything").click()
    download.value.save_as(tmp_path / "mine.zip")
    with zipfile.ZipFile(tmp_path / "mine.zip") as file:
        assert b"my rude words" in file.read("chat.json") and NAME.encode() in file.read("me.json")
        assert [name for name in file.namelist() if name.startswith("matches/connect-four-")]

    bo.page.get_by_role("link", name="Erase everything").click()
    bo.page.get_by_role("textbox").fill("erase")
    bo.page.locator("main form button").last.click()
    expect(bo.page.get_by_role("heading", level=1)).to_have_text("Everything about you is erased")
    ann.goes(table)
    ann.sits()
    expect(ann.page.locator("body")).not_to_contain_text(NAME)
    server.stop()
    back_up(server.data / FILE, tmp_path / "new.sqlite")
    for stored in [*server.data.glob(f"{FILE}*"), tmp_path / "new.sqlite"]:
        assert NAME.encode() not in stored.read_bytes() and b"my rude words" not in stored.read_bytes(), stored
