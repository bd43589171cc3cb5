"""Walk through every guided game like a newcomer, with a picture of each step: `python -m tests.web.browser.walk
FOLDER [--language de]`.

Three ways: straight, at a desk and on a phone; on the phone with two wrong taps before each answer; at the desk with
the keyboard alone, and the page loaded again in the middle. It reports whatever is covered or cut off.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, sync_playwright

from tabletown import game
from tabletown.learn import course
from tabletown.web.testing import Server
from tests.web.browser.conftest import PATIENCE, chromium
from tests.web.browser.person import Person, settled

GAMES = ("right-of-way", "crossroll", "broken-cities", "new-york-crisis", "cross-bronx")
WAYS = ("desk", "phone", "wrong", "keys")
STATE = """() => {
  const card = document.getElementById("coach");
  if (!card) return null;
  const words = (query) => card.querySelector(query)?.innerText ?? "";
  return { head: words("header span"), title: words("h2"), task: words(".task"), number: document.body.dataset.number };
}"""
# problems for newcomers: the card cut off, its target covered or outside the window, unfinished words
LOOKS = """() => {
  const card = document.getElementById("coach"), found = [];
  if (!card) return found;
  const box = card.getBoundingClientRect();
  if (card.scrollHeight > card.clientHeight + 1) found.push("the card is cut");
  if (box.bottom > innerHeight + 1 || box.top < -1) found.push("the card leaves the window");
  if (/[{}]/.test(card.innerText)) found.push("an open part in the words");
  const shown = (element) => {
    const at = element.getBoundingClientRect();
    if (!at.width || at.bottom <= 0 || at.top >= innerHeight || at.right <= 0 || at.left >= innerWidth) return false;
    const points = [[.5, .5], [.25, .25], [.75, .25], [.25, .75], [.75, .75], [.5, .02], [.5, .98]];
    return points.some(([x, y]) => {
      const hit = document.elementFromPoint(at.left + at.width * x, at.top + at.height * y);
      return hit && !card.contains(hit) && (element.ownerSVGElement || element.contains(hit));
    });
  };
  for (const kind of ["wanted", "ringed"]) {
    const all = [...document.querySelectorAll("." + kind)].filter((element) => element.checkVisibility());
    if (all.length && !all.some(shown)) found.push(`what is ${kind} cannot be seen`);
  }
  if (card.querySelector(".task") && !document.querySelector(".wanted")) found.push("nothing is outlined");
  if (document.querySelector(".ringed .ringed")) found.push("a ring within a ring");
  const whole = card.matches(".last") || card.querySelector("table");
  const high = parseFloat(getComputedStyle(document.body).getPropertyValue("--card"));
  if (innerWidth < 600 && !whole && Math.abs(box.height - high) > 1) found.push(`the card is ${box.height} high`);
  const dashed = (one) => one.checkVisibility() && getComputedStyle(one).borderStyle === "dashed";
  const others = [...document.querySelectorAll("#hand [data-can]:not(.wanted), #tray [data-can]:not(.wanted)")];
  if (others.some(dashed)) found.push("something else looks like an option");
  const signal = document.createElement("i");
  signal.style.color = "var(--signal)";
  document.body.append(signal);
  const magenta = getComputedStyle(signal).color;
  signal.remove();
  for (const mark of document.querySelectorAll("svg .wanted > :is(.may, .edge, .mayc, .mayl)")) {
    const { stroke, fill } = getComputedStyle(mark);
    if (stroke !== magenta) found.push("what is wanted has another colour");
    if (!["none", "rgba(0, 0, 0, 0)"].includes(fill)) found.push("the outline lies over what is wanted");
  }
  for (const ring of document.querySelectorAll(".plane .rings circle")) {
    const shown = ring.checkVisibility() && Number(getComputedStyle(ring.closest(".rings")).opacity) > 0;
    if (shown && getComputedStyle(ring).stroke === magenta) found.push("magenta on what cannot be clicked");
  }
  const tabs = document.querySelector("#rail .tabs"), bar = tabs?.getBoundingClientRect();
  if (bar?.height && tabs.checkVisibility({ visibilityProperty: true }) && innerWidth >= 1000) {
    if (box.top < bar.bottom - 1 && box.bottom > bar.top + 1) found.push("the card covers the tabs in part");
  }
  return found;
}"""


class Walk:
    """Pictures are saved if a folder is given."""

    def __init__(
        self, browser: Browser, url: str, folder: Path | None, name: str, way: str, dark: bool, language: str = ""
    ) -> None:
        phone = way in ("phone", "wrong")
        context = browser.new_context(
            viewport={"width": 390, "height": 844} if phone else {"width": 1280, "height": 800},
            is_mobile=phone,
            has_touch=phone,
            device_scale_factor=1,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            service_workers="block",
        )
        context.set_default_timeout(PATIENCE)
        self.found: list[str] = []
        context.on("weberror", lambda error: self.found.append(f"error: {error.error}"))
        self.page: Page = context.new_page()
        self.press: Callable[[Locator], None] = Locator.tap if phone else Locator.click  # type: ignore[assignment]
        self.folder, self.name, self.way = folder, name, way
        self.pictures, self.luck = 0, random.Random(name)
        person = Person(self.page, "Ann", url)
        if language:
            person.goes(f"/?lang={language}")
        person.goes(person.asks(f"/learn/{name}"))
        self.page.wait_for_selector("#coach h2")

    def look(self, what: str = "") -> None:
        settled(self.page)
        state = self.page.evaluate(STATE)
        where = f"{self.name} {self.way} {self.pictures:02} {state['head'] if state else ''} {what}"
        self.found += [f"{where}: {problem}" for problem in self.page.evaluate(LOOKS)]
        if self.folder is not None:
            self.page.screenshot(path=self.folder / f"{self.name}-{self.way}-{self.pictures:02}.png")
        self.pictures += 1

    def goes_on(self, until: int = 80) -> None:
        """Walk to the end, or until this many checks were made."""
        reloaded = False
        steps = len(course(game(self.name)))
        for _ in range(until):
            self.look()
            state = self.page.evaluate(STATE)
            step = int(re.findall(r"\d+", state["head"])[0])
            if step == steps:
                self.page.locator("#coach footer .btn.ink").focus()
                self.go_on(self.page.locator("#coach footer .btn.ink"))
                self.page.wait_for_selector("#coach", state="detached")
                self.look()
                return
            if self.way == "keys" and not reloaded and step == steps // 2:
                self.page.reload()
                self.page.wait_for_selector("#coach h2")
                reloaded = True
                assert self.page.evaluate(STATE)["title"] == state["title"], "another step after loading again"
            if self.way in ("phone", "wrong"):
                self.page.wait_for_timeout(500)  # fingers are slower: see double_tap.js
            if state["task"]:
                self.answer(state["task"])
            else:
                self.go_on(self.page.locator("#coach footer .btn.ink"))
            self.page.wait_for_function(f"before => JSON.stringify(({STATE})()) !== before", arg=self.text(state))
        assert until < 80, f"{self.name}, {self.way}: it does not end"

    def text(self, state: object) -> object:
        return self.page.evaluate("state => JSON.stringify(state)", state)

    def go_on(self, button: Locator) -> None:
        if self.way == "keys":
            self.page.keyboard.press("Enter")
        else:
            self.press(button)

    def answer(self, task: str) -> None:
        if self.way == "wrong" and not task.startswith("Now press"):
            self.miss()
        wanted = self.page.locator(".wanted:visible")
        if self.way == "keys":
            focused = self.page.evaluate("document.activeElement.closest('.wanted') !== null")
            turning = self.page.evaluate("document.activeElement.querySelector('kbd')?.innerText === 'R'")
            if not (focused or turning):
                self.found.append(f"{self.name} keys {task}: the focus is elsewhere")
                wanted.first.focus()
            self.page.keyboard.press("Enter")
            return
        inside = [*wanted.all()]
        option = next((one for one in inside if one.get_attribute("data-option")), inside[0])  # over what it changes
        best = next((one for one in inside if one.evaluate("element => !element.closest('#plane')")), option)
        self.press(best)

    def miss(self) -> None:
        """Try two other options; what they select is cleared by pressing the wanted one."""
        others = self.page.locator(
            "#hand [data-option]:not(.wanted):visible, #tray [data-option]:not(.wanted):visible, "
            "#acts [data-option]:not(.wanted):visible"
        ).element_handles()
        for other in self.luck.sample(others, min(2, len(others))):
            if other.is_visible():
                other.tap()
                settled(self.page)
        if others:
            self.look("after a wrong tap")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", nargs="*", default=GAMES)
    parser.add_argument("--ways", nargs="*", default=WAYS)
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--language", default="", help="not with the way that taps wrongly, which reads the tasks")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    found: list[str] = []
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data), [], ("--unlimited", "--pace", "0"))
        server.start()
        browser = chromium(playwright)
        for name in given.games:
            for way in given.ways:
                walk = Walk(browser, server.url, given.folder, name, way, given.dark, given.language)
                try:
                    walk.goes_on()
                except Exception as error:  # the next walk may still find something
                    walk.found.append(f"{name} {way}: {error}")
                    walk.page.screenshot(path=given.folder / f"{name}-{way}-broken.png")
                print(f"{name} {way}: {walk.pictures} pictures, {len(walk.found)} findings", flush=True)
                found += walk.found
                walk.page.context.close()
        browser.close()
        server.stop()
    print("\n".join(found) or "nothing found")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
