"""The layout census: plays a game from a seed and measures the table at every window size, question by question.

The whole census, every question of a match of each game at seven sizes, is a command:

    python -m tests.web.browser.census [--games right-of-way,…] [--sizes 390x844,…] [--questions 400] [--language en-XA]

The suite runs a short one (test_census.py). A finding is a sentence: where, which question, what is wrong.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

from tabletown.web.testing import Server
from tests.web.browser.conftest import CHROMIUM, GAMES, OFF
from tests.web.browser.person import Person

FIVE = ("right-of-way", "crossroll", "new-york-crisis", "broken-cities", "cross-bronx")


class Size(NamedTuple):
    width: int
    height: int
    touch: bool

    @property
    def name(self) -> str:
        return f"{self.width}x{self.height}"


SIZES = (
    Size(390, 844, True),
    Size(844, 390, True),
    Size(820, 1180, True),
    Size(640, 400, False),  # a window of 1280 px at 200 %
    Size(1280, 800, False),
    Size(1440, 900, False),
    Size(1600, 1000, False),
)

# Asked of the page. Numbers and names of what is wrong; an empty list is a table as it should be.
MEASURE = """
() => {
  const found = [];
  const say = (...words) => found.push(words.join(" "));
  const q = (one) => document.querySelector(one);
  const box = (element) => element.getBoundingClientRect();
  const seen = (element) => element.checkVisibility({ visibilityProperty: true });
  const view = box(q("#view")), board = box(q("#board"));
  const touch = matchMedia("(pointer: coarse)").matches;
  const words = !q("#words").hidden;

  // the page itself
  const page = document.scrollingElement;
  if (page.scrollWidth > innerWidth + 1) say("the page scrolls sideways:", page.scrollWidth);

  // the board's share of the screen, less what lies over it
  const drawer = document.body.matches(".high:not(.lowered)") && getComputedStyle(q("#tray")).position === "absolute";
  const foot = drawer ? Math.min(board.bottom, box(q("#tray")).top) : board.bottom;
  const beside = q("#left").hidden ? 0 : box(q("#left")).width; // panels of the game that fill what its map leaves
  const share = ((board.width + beside) * (foot - board.top)) / (innerWidth * innerHeight);
  if (share < (document.body.classList.contains("high") ? 0.4 : 0.45)) say("the board has only", share.toFixed(3));

  // the prompt
  for (const name of ["#say", "#sub > *", "#prompt .say"]) {
    const element = q(name);
    if (!element || !seen(element)) continue;
    const cut = element.scrollHeight > element.clientHeight + 2 || element.scrollWidth > element.clientWidth + 2;
    if (cut && element.clientHeight > 1) say("cut:", name, JSON.stringify(element.innerText.slice(0, 70)));
  }
  for (const button of document.querySelectorAll("#acts .btn, .opt")) {
    if (!seen(button)) continue;
    for (const part of [button, ...button.querySelectorAll("b, small, span")]) {
      if (part.scrollWidth > part.clientWidth + 2 && part.clientWidth && getComputedStyle(part).display !== "inline") {
        say("cut:", button.innerText.slice(0, 40)); break;
      }
    }
    if (button.scrollHeight > button.clientHeight + 3) say("cut below:", button.innerText.slice(0, 40));
  }

  // options on the board: each is seen, counted by an arrow, or a chip; none is covered
  const options = new Map();
  for (const element of document.querySelectorAll("#plane [data-option][data-can]")) {
    if (!seen(element) || element.closest("[popover]")) continue;
    const word = element.dataset.option;
    if (!options.has(word)) options.set(word, []);
    options.get(word).push(element);
  }
  const room = { left: view.left, right: view.right, top: view.top, bottom: foot };
  const inside = (one) => Math.min(one.right, room.right) - Math.max(one.left, room.left) >= Math.min(one.width, 36) * 0.9
    && Math.min(one.bottom, room.bottom) - Math.max(one.top, room.top) >= Math.min(one.height, 36) * 0.9;
  let outside = 0;
  const chips = new Set([...document.querySelectorAll("#choices .opt, #hand [data-can]")].map((one) => one.dataset.option));
  for (const [word, elements] of options) {
    if (words) break;
    if (!elements.some((one) => inside(box(one)))) { outside += 1; continue; }
    const hit = elements.some((element) => {
      const one = box(element);
      for (let i = 0; i < 81; i++) {
        const x = one.left + one.width * (0.06 + 0.11 * (i % 9)), y = one.top + one.height * (0.06 + 0.11 * ((i / 9) | 0));
        if (x < room.left || x > room.right || y < room.top || y > room.bottom) continue;
        if (document.elementFromPoint(x, y)?.closest("[data-option]")?.dataset.option === word) return true;
      }
      return false;
    });
    const lines = elements.some((element) => element.querySelector("path.hit"));
    if (!hit && !lines) say("covered:", word);
    if (!chips.has(word) && !q("#acts [data-word-of]")) say("no chip:", word);
  }
  const counted = [...document.querySelectorAll(".farther")].reduce((sum, one) => sum + parseInt(one.innerText.match(/\\d+/)), 0);
  if (!words && counted !== outside) say("arrows count", counted, "of", outside, "outside");

  // nothing but arrows, sheet, drawer, bubble and cards lies over the board
  for (const element of document.querySelectorAll("#tools, #commit, #zoom, .toast, #prompt, #goal, #tray, #rail")) {
    if (!seen(element) || words) continue;
    const one = box(element);
    const over = Math.min(one.right, board.right) - Math.max(one.left, board.left) > 1
      && Math.min(one.bottom, board.bottom) - Math.max(one.top, board.top) > 1;
    if (over && !(drawer && ["tray", "tools"].includes(element.id))) say("over the board:", element.id || element.className);
  }

  // a list that goes on says so
  const lanes = q("#lanes");
  const hidden = lanes.scrollHeight > lanes.clientHeight + 6 && getComputedStyle(lanes).overflowY !== "visible";
  if (hidden && lanes.scrollTop < 4 && q("#below").hidden) say("the tray goes on without a sign");
  for (const row of document.querySelectorAll(".chips-of")) {
    if (row.scrollWidth > row.clientWidth + 4 && row.scrollLeft < 4 && row.nextElementSibling.hidden
      && row.lastElementChild && box(row.lastElementChild).right > box(row).right + 4) say("a lane goes on without a sign");
  }

  // targets
  const least = touch ? 44 : 24;
  const reach = "button, a[href], input, select, summary, [data-can], [role=tab]";
  for (const element of document.querySelectorAll(reach)) {
    if (!seen(element) || element.disabled || element.closest(".vh, .skip, [hidden]")) continue;
    const onBoard = q("#plane").contains(element);
    if (onBoard && (chips.has(element.dataset.option) || !element.hasAttribute("data-can"))) continue;
    if (q("#hand").contains(element) && q(`#choices [data-option="${CSS.escape(element.dataset.option ?? "-")}"]`)) continue;
    if (element.matches(".log .r, .panel a, .panel summary, .panel button, .panel [data-can]")) continue;
    const one = box(element);
    if (one.width + 0.6 < least || one.height + 0.6 < least) {
      if (one.width && one.height) say("small target:", Math.round(one.width) + "x" + Math.round(one.height),
        element.id || element.className?.baseVal || element.className || element.tagName, element.dataset.option ?? "");
    }
  }

  // letters on the board at the opening scale
  const sizes = [];
  if (!words) for (const text of document.querySelectorAll("#plane > svg text")) {
    if (!text.textContent.trim() || !seen(text) || text.closest("[data-preview]")) continue;
    const matrix = text.getScreenCTM();
    const size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(matrix.a, matrix.b);
    if (size < 11.9) sizes.push(size.toFixed(1) + " " + (text.getAttribute("class") ?? text.parentElement.getAttribute("class")));
  }
  if (sizes.length) say("small letters:", [...new Set(sizes)].slice(0, 3).join(", "));
  return found;
}
"""
PLACE = """
() => {
  const svg = document.querySelector("#plane > svg"), board = document.querySelector("#board").getBoundingClientRect();
  const { viewBox, dataset } = svg ?? {};
  const at = svg && !document.querySelector("#view").hidden ? svg.getBoundingClientRect() : null;
  return [viewBox && [viewBox.baseVal.width, viewBox.baseVal.height].join(), board.width, board.height, board.x, board.y,
    at?.width, at?.height, at?.x, at?.y];
}
"""


class Watcher:
    """One window on the table: what it measures at each question."""

    def __init__(self, page: Page, size: Size) -> None:
        self.page, self.size = page, size
        self.stood: list[Any] | None = None

    def looks(self, number: int) -> list[str]:
        page = self.page
        page.wait_for_function("n => Number(document.body.dataset.number) >= n", arg=number)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found: list[str] = page.evaluate(MEASURE)
        stands = page.evaluate(PLACE)
        if self.stood is not None and self.stood[0] == stands[0] and self.stood != stands:
            found.append(f"the board moved: {self.stood[1:]} to {stands[1:]}")
        self.stood = stands
        prompt = page.locator("#say").inner_text()
        return [f"{self.size.name} at {number}, {prompt[:50]!r}: {words}" for words in found]


def walk(
    browser: Browser, url: str, game: str, sizes: tuple[Size, ...], questions: int, every: int = 1, seed: int = 7, language: str = ""
) -> Iterator[str]:
    """Findings of a match that somebody plays against bots: the answers go over the bot API, all windows watch."""
    contexts = [
        browser.new_context(
            viewport={"width": size.width, "height": size.height},
            is_mobile=size.touch,
            has_touch=size.touch,
            reduced_motion="reduce",
            locale=language or None,
        )
        for size in sizes
    ]
    try:
        first = Person(contexts[0].new_page(), "Ann", url)
        address = first.asks(f"/play/{game}")
        cookies = contexts[0].cookies()
        watchers = []
        for context, size in zip(contexts, sizes, strict=True):
            context.add_cookies([{**cookie, "url": url} if "domain" not in cookie else cookie for cookie in cookies])  # type: ignore[list-item]
            page = context.new_page()
            page.set_default_timeout(30_000)
            page.goto(address)
            page.wait_for_selector("body[data-number]")
            watchers.append(Watcher(page, size))
        yield from play(watchers, address, {c["name"]: c["value"] for c in cookies}, questions, every, random.Random(seed))
    finally:
        for context in contexts:
            context.close()


def play(
    watchers: list[Watcher], address: str, cookies: dict[str, str], questions: int, every: int, rng: random.Random
) -> Iterator[str]:
    table = address.replace("/t/", "/api/tables/")
    with httpx.Client(cookies=cookies, timeout=30) as client:
        seen = client.get(f"{table}?scene=no").json()
        asked = 0
        while asked < questions:
            if seen["asked"] and asked % every == 0 or seen["outcome"]:
                for watcher in watchers:
                    yield from watcher.looks(seen["number"])
            if seen["outcome"]:
                return
            if not seen["asked"]:
                seen = client.get(f"{table}?scene=no").json()
                continue
            words = [option["word"] for option in seen["asked"]["options"]]
            wish = {"number": seen["number"], "option": rng.choice(words)}
            answer = client.post(f"{table}/choose?scene=no", json=wish)
            if answer.status_code != 200:  # a bot was quicker
                answer = client.get(f"{table}?scene=no")
            seen = answer.json()
            asked += 1


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the table of every game at every window size.")
    parser.add_argument("--games", default=",".join(FIVE))
    parser.add_argument("--sizes", default=",".join(size.name for size in SIZES))
    parser.add_argument("--questions", type=int, default=400)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--language", default="")
    wish = parser.parse_args()
    sizes = tuple(size for size in SIZES if size.name in wish.sizes.split(","))
    count = 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), GAMES, ("--unlimited", "--pace", "0"))
        server.start()
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", f"--disable-features={','.join(OFF)}"]
        )
        try:
            for game in wish.games.split(","):
                for words in walk(browser, server.url, game, sizes, wish.questions, wish.every, wish.seed, wish.language):
                    print(f"{game} {words}", flush=True)
                    count += 1
        finally:
            browser.close()
            server.stop()
    print(f"{count} findings")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
