"""A real browser, a real server, and people who only click, type and read. Without a browser the tests are skipped."""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Browser, Error, Playwright, ViewportSize, expect, sync_playwright

from tabletown.web.testing import Server
from tests.conftest import NO_BROWSER
from tests.waiting import LIMIT
from tests.web import people
from tests.web.browser.person import Person

T = TypeVar("T")
ROOT = Path(__file__).parents[3]
PATIENCE = LIMIT * 1000  # milliseconds for everything a test waits for in a page
GAMES = [
    f"{ROOT}/docs/connect_four.py:game",
    f"{ROOT}/tests/web/browser/signposts.py:game",
    f"{ROOT}/tests/kernel/toys.py:marks",
]
# the headless shell is the same browser without visible windows: it takes a third less CPU
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((found for name in BROWSERS if (found := shutil.which(name))), None)
# Features that Playwright disables in Chromium, and menus of the address bar, of which every new window would draw two
# at more cost than our own pages.
_OFF = [
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"),
    *("HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning"),
    *("OptimizationHints", "NetworkTimeServiceQuerying", "PreconnectToSearch", "AimEnabled", "Translate"),
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
]
# one process for all pages of a window: otherwise each new page starts one and loads our scripts again
_FLAGS = ["--no-sandbox", "--process-per-site", f"--disable-features={','.join(_OFF)}"]


def chromium(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=CHROMIUM, args=_FLAGS)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith("tests/web/browser/"):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip(f"{NO_BROWSER} (Debian: apt install chromium-headless-shell)")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server object, for tests that stop it."""
    server = Server(tmp_path_factory.mktemp("tables"), GAMES, ("--unlimited", "--pace", "0"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def finished(host: Server) -> str:
    """The address of a match that was played to its end against a bot."""
    ann = people.Person(host.url, "Ann")
    table = ann.opens("signposts", "me", "bot")
    with ann.at(table) as wire:
        while not wire.table["outcome"]:
            if words := wire.words:
                wire.play(words[1 % len(words)])
            else:
                wire.next()
    return host.url + table


Visit = Callable[..., Person]
# cards (test_recaps.py) and films (test_motion.py) have tests of their own; elsewhere cards would cover what is clicked
START = """try {
  if (localStorage.getItem("cards") === null) { // the first page since the window was opened, or has forgotten
    localStorage.setItem("cards", "never");
    localStorage.setItem("moves", "off");
    sessionStorage.clear();
  }
} catch {}"""


class Window:
    """A window with its own cookies. Several tests may use it one after another, because opening one and loading our
    scripts for the first time takes as long as most tests."""

    def __init__(self, browser: Browser, phone: bool, dark: bool, calm: bool, own: bool) -> None:
        self.size: ViewportSize = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 900}
        self.looks: dict[str, Any] = {
            "color_scheme": "dark" if dark else "light",
            "reduced_motion": "reduce" if calm else "no-preference",
        }
        workers = "allow" if own else "block"  # installing one takes as long as the page itself
        self.context = browser.new_context(
            viewport=self.size, is_mobile=phone, has_touch=phone, service_workers=workers, **self.looks
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(START)
        self.errors: list[str] = []
        self.context.on("weberror", lambda error: self._noticed(str(error.error)))
        self.page = self.context.new_page()

    def _noticed(self, error: str) -> None:
        """Chromium calls it an error of the page that is left when the next one, such as /health, has no fade between
        pages; no handler on the page can take it."""
        if "ViewTransition opt-in disabled" not in error:
            self.errors.append(error)

    def hears(self, error: str) -> None:
        # Chromium's own, where the next page of a quick walk doesn't know yet that this window wants less motion
        if not error.endswith("ViewTransition opt-in disabled"):
            self.errors.append(error)

    def forgets(self, url: str) -> None:
        """Reset the window to a fresh state. The page object stays, because a new one would load our scripts again."""
        for page in self.context.pages:
            if page is not self.page:
                page.close()
        try:
            self.page.goto("about:blank")
        except Error:  # the page was just navigating
            self.page.close()
            self.page = self.context.new_page()
        self.context.clear_cookies()
        wire = self.context.new_cdp_session(self.page)
        wire.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": "all"})
        wire.detach()
        self.page.set_viewport_size(self.size)
        self.page.emulate_media(media="null", forced_colors="null", **self.looks)
        self.errors.clear()


Kept = dict[tuple[bool, bool, bool], list[Window]]  # phone, dark, calm


@pytest.fixture(scope="session")
def kept() -> Kept:
    """Windows that are not in use."""
    return defaultdict(list)


@pytest.fixture
def visit(browser: Browser, host: Server, kept: Kept) -> Iterator[Visit]:
    """visit("Ann", phone=True): a person with a browser of her own. Errors in any page fail the test.

    own: in a window that is not shared, because the test makes lasting changes (scripts of every page, permissions,
    service workers, answers to dialogs).
    """
    used: list[tuple[tuple[bool, bool, bool], Window, bool]] = []

    def come(name: str, phone: bool = False, dark: bool = False, calm: bool = True, own: bool = False) -> Person:
        kind = (phone, dark, calm)
        window = kept[kind].pop() if kept[kind] and not own else Window(browser, *kind, own)
        used.append((kind, window, own))
        return Person(window.page, name, host.url)

    yield come
    errors = [error for _, window, _ in used for error in window.errors]
    for kind, window, own in used:
        if own or len(kept[kind]) > 1 or window.page.is_closed():
            window.context.close()
        else:
            window.forgets(host.url)
            kept[kind].append(window)
    assert errors == []
