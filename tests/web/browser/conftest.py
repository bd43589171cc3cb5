"""A real browser, a real server, and people who only click, type and read. No browser: the tests are skipped."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tabletown.web.testing import Server
from tests.conftest import NO_BROWSER
from tests.web.browser.person import Person

ROOT = Path(__file__).parents[3]
GAMES = [
    f"{ROOT}/docs/connect_four.py:game",
    f"{ROOT}/tests/web/browser/signposts.py:game",
    f"{ROOT}/tests/kernel/toys.py:marks",
]
# the shell is the same browser without the windows that nobody sees here: it takes a third less of the processors
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((found for name in BROWSERS if (found := shutil.which(name))), None)
# What Playwright switches off in Chromium, and the menus of an address bar that nobody sees: every new window would
# draw two of them, which costs more than our own pages.
OFF = [
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"),
    *("HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning"),
    *("OptimizationHints", "NetworkTimeServiceQuerying", "PreconnectToSearch", "AimEnabled", "Translate"),
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith("tests/web/browser/"):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip(f"{NO_BROWSER} (Debian: apt install chromium-headless-shell)")
    expect.set_options(timeout=15_000)  # a busy machine is no failure
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", f"--disable-features={','.join(OFF)}"]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server itself, for tests that pull its plug."""
    server = Server(tmp_path_factory.mktemp("tables"), GAMES, ("--unlimited", "--pace", "0"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def finished(browser: Browser, host: Server) -> str:
    """The address of a match that was played to its end against a bot."""
    page = browser.new_page(reduced_motion="reduce")
    person = Person(page, "Ann", host.url)
    person.plays("signposts")
    person.plays_on(1)
    address = page.url
    page.context.close()
    return address


Visit = Callable[..., Person]
# cards of what happened have tests of their own (test_tales.py); elsewhere they would lie over what is clicked
NO_CARDS = "try { localStorage.getItem('cards') ?? localStorage.setItem('cards', 'never') } catch {}"


@pytest.fixture
def visit(browser: Browser, host: Server) -> Iterator[Visit]:
    """visit("Ann", phone=True): somebody with a browser of her own. Errors in any page fail the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def come(name: str, phone: bool = False, dark: bool = False, calm: bool = True) -> Person:
        context = browser.new_context(
            viewport={"width": 390, "height": 844} if phone else {"width": 1280, "height": 900},
            is_mobile=phone,
            has_touch=phone,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if calm else "no-preference",
        )
        context.set_default_timeout(20_000)
        context.add_init_script(NO_CARDS)
        context.on("weberror", lambda error: errors.append(str(error.error)))
        contexts.append(context)
        return Person(context.new_page(), name, host.url)

    yield come
    for context in contexts:
        context.close()
    assert errors == []
