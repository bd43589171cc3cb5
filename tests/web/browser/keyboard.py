"""Whole matches by keyboard alone: arrows and Enter only. After every update the focus is on an answer.

    python -m tests.web.browser.keyboard [--games right-of-way,…] [--decisions 2000]

The suite plays some decisions of every game (test_keyboard.py).
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tabletown.web.testing import Server
from tests.web.browser.census import FIVE
from tests.web.browser.conftest import GAMES, chromium
from tests.web.browser.person import Person

# what has the focus: the word of an answer, "typed" in the text field, otherwise what it is
FOCUS = """() => {
  const here = document.activeElement;
  if (here.matches(".typed input")) return "typed";
  const word = here.dataset.option ?? here.dataset.wordOf;
  return word && (here.hasAttribute("data-can") || here.dataset.wordOf) ? word : null;
}"""
WHERE = "() => document.activeElement.outerHTML.slice(0, 120)"
# every visible answer as arrow keys reach it; while a tile is turned, arrows turn it
ANSWERS = """() => {
  if (document.querySelector(".chips-of.turns")) return [];
  const drawn = ["plane", "hand", "left", "rail", "choices", "words"].flatMap((id) =>
    [...document.getElementById(id).querySelectorAll("[data-option][data-can]")].filter((it) => it.checkVisibility()));
  return [...drawn, ...document.querySelectorAll("#acts [data-word-of]")];
}"""
WORDS = f"() => [...new Set(({ANSWERS})().map((one) => one.dataset.option ?? one.dataset.wordOf))]"
# the way by arrow keys from the focus to each answer: the keys, and the answers on the way
WAYS = f"""async () => {{
  const {{ nearest }} = await import("/static/js/board/options.js");
  const word = (one) => one.dataset.option ?? one.dataset.wordOf;
  const all = ({ANSWERS})(), ways = {{ ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }};
  const seen = new Map([[document.activeElement, []]]), found = {{}};
  for (const [one, steps] of seen) {{
    found[word(one)] ??= steps;
    for (const [key, way] of Object.entries(ways)) {{
      const next = nearest(one, all, way);
      if (next && !seen.has(next)) seen.set(next, [...steps, [key, word(next)]]);
    }}
  }}
  return found;
}}"""
SENT = "n => document.body.classList.contains('busy') || Number(document.body.dataset.number) !== n"
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
OWN_WORDS = "a law of our own"
TRIPS = 3  # how often the farthest answer of a question is visited, too
READY = "() => document.querySelector('#prompt').matches('.you, .over')"


def plays(page: Page, decisions: int, seed: int = 3) -> int:
    """Play this many decisions, or to the end; returns how many were answered. A lost focus is an AssertionError."""
    rng, asked = random.Random(seed), Counter[str]()
    keys = page.keyboard
    page.wait_for_function(READY)
    keys.press("ArrowRight")
    for answered in range(decisions):
        page.wait_for_function(READY)
        if page.evaluate("() => document.querySelector('#prompt').matches('.over')"):
            return answered
        while page.evaluate("() => document.activeElement.matches('#recap .continue')"):  # a card: read it first
            keys.press("Enter")
        before = number(page)
        try:
            word = finds_an_answer(page, rng, asked)
        except AssertionError:
            if number(page) == before:
                raise
            continue  # someone else acted meanwhile, and another question is asked
        if word == "typed":
            keys.type(OWN_WORDS)
        # select, then confirm, but no more once the answer is being sent: that would answer the next question
        for _ in range(3):
            keys.press("Enter")
            if page.evaluate(SENT, before):
                break
            page.evaluate(DRAWN)
        page.wait_for_function("n => Number(document.body.dataset.number) !== n", arg=before)
    return decisions


def number(page: Page) -> int:
    return int(page.locator("body").get_attribute("data-number") or -1)


def finds_an_answer(page: Page, rng: random.Random, asked: Counter[str]) -> str:
    """The focus is on an answer, and arrows lead to all others; moves to one of them and returns its word."""
    said = page.locator("#say").inner_text()
    word: str | None = page.evaluate(FOCUS)
    assert word is not None, f"{said}: the focus is on {page.evaluate(WHERE)}"
    words = page.evaluate(WORDS)
    unreached = set(words) - set(page.evaluate(WAYS))
    assert not unreached, f"{said}: no arrows lead to {unreached}"
    asked[said] += 1
    if word != "typed":
        if asked[said] <= TRIPS:
            goes(page, (words or [word])[-1])  # the buttons beside the board come last
        goes(page, rng.choice(words or [word]))
    return word


def goes(page: Page, word: str) -> None:
    """Move the focus to this answer by arrows alone."""
    steps: list[tuple[str, str]] = []
    for _ in range(80):
        if not steps and not (steps := page.evaluate(WAYS).get(word, [])):
            break
        key, next = steps.pop(0)
        page.keyboard.press(key)
        now = page.evaluate(FOCUS)
        assert now is not None, f"an arrow led to {page.evaluate(WHERE)}"
        if now != next:  # the board scrolled with the focus, so everything has moved
            steps = []
    assert page.evaluate(FOCUS) == word, f"arrows led to {page.evaluate(WHERE)}, not to {word}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Play every game to its end by keyboard alone.")
    parser.add_argument("--games", default=",".join(FIVE))
    parser.add_argument("--decisions", type=int, default=2000)
    wish = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), GAMES, ("--unlimited", "--pace", "0"))
        server.start()
        browser = chromium(playwright)
        try:
            for game in wish.games.split(","):
                page = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
                person = Person(page, "Ann", server.url)
                person.plays(game)
                answered = plays(page, wish.decisions)
                print(f"{game}: {answered} answers by keyboard, {'to the end' if person.is_over else 'not over yet'}")
                page.close()
        finally:
            browser.close()
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
