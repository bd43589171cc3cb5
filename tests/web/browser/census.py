"""The layout census: plays a game from a seed and measures the table at every window size, question by question.

The whole census, every question of a match of each game at fourteen sizes, is a command (with text spacing:
--sizes "1280x800 spaced,390x844 spaced"):

    python -m tests.web.browser.census [--games right-of-way,…] [--sizes 390x844,…] [--questions 400] [--language en-XA]
        [--after 60] [--matches 40] [--in-sight] [--pictures FOLDER] [--dark]

With --after so many questions are answered before the windows open: a long match can be measured in parts, and with a
large number only what a finished table shows. How often each kind of question was measured is told at the end, as a
seed leaves some out: with --matches many matches are played, and the windows open only where a kind comes up for the
first time. With --in-sight only one thing is looked at, in every question of every match: at 1280x800 all that can be
answered is seen without scrolling. With --pictures the first question of each kind is also taken as a picture at every
size.

The suite runs a short one (test_census.py). A finding is a sentence: where, which question, what is wrong.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from playwright.sync_api import Browser, BrowserContext, Page, TimeoutError, sync_playwright

from tabletown.registry import game as game_of
from tabletown.web.testing import Server
from tests.waiting import LIMIT, until
from tests.web.browser.conftest import GAMES, PATIENCE, chromium

FIVE = ("right-of-way", "crossroll", "new-york-crisis", "broken-cities", "cross-bronx")


class Size(NamedTuple):
    width: int
    height: int
    touch: bool
    spaced: bool = False  # with the text spacing of WCAG 1.4.12

    @property
    def name(self) -> str:
        return f"{self.width}x{self.height}{' spaced' if self.spaced else ''}"


SIZES = (
    Size(390, 844, True),
    Size(844, 390, True),
    Size(820, 1180, True),
    Size(640, 400, False),  # a window of 1280 px at 200 %
    Size(1280, 800, False),
    Size(1440, 900, False),
    Size(1600, 1000, False),
    Size(320, 568, True),
    Size(360, 640, True),
    Size(375, 553, True),  # a phone with the bars of its browser
    Size(412, 915, True),
    Size(1024, 600, False),
    Size(3440, 1440, False),
    Size(320, 256, False),  # a window of 1280 px at 400 %
)

MEASURE = Path(__file__).with_name("census.js").read_text(encoding="utf-8")
SPACING = "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }"
SPACED = tuple(Size(width, height, touch, True) for width, height, touch in ((1280, 800, False), (390, 844, True)))
IN_SIGHT = Path(__file__).with_name("in_sight.js").read_text(encoding="utf-8")
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
DESK = Size(1280, 800, False)
PLACE = """() => {
  const svg = document.querySelector("#plane > svg"), board = document.querySelector("#board").getBoundingClientRect();
  const at = svg && !document.querySelector("#view").hidden ? svg.getBoundingClientRect() : null;
  const shape = svg && [svg.viewBox.baseVal.width, svg.viewBox.baseVal.height].join();
  const x = scrollX, y = scrollY; // a page that is a column scrolls
  const where = [board.width, board.height, board.x + x, board.y + y, at?.width, at?.height, at?.x + x, at?.y + y];
  return [shape, ...where.map((one) => one && Math.round(one * 100) / 100)]; // px; computed again, it differs by less
}"""


# every tab of the panels in turn: large enough for a finger, and within the panel
PANELS = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const rail = document.querySelector("#rail"), button = document.querySelector('#tools [data-do="panels"]');
  const opened = !rail.checkVisibility();
  if (opened) button.click();
  await frame();
  const found = [], least = matchMedia("(pointer: coarse)").matches ? 44 : 24;
  const tabs = [...rail.querySelectorAll("[role=tab]")], was = tabs.find((tab) => tab.ariaSelected === "true");
  for (const tab of tabs) {
    tab.click();
    await frame();
    for (const one of rail.querySelectorAll("button, a[href], input, select, summary, [data-can]")) {
      if (!one.checkVisibility({ visibilityProperty: true }) || one.matches(".log .r, p a, li a, .vh")) continue;
      const { width, height } = one.getBoundingClientRect(), after = getComputedStyle(one, "::after");
      const grown = after.position === "absolute" && after.content !== "none";
      const high = Math.max(height, grown ? parseFloat(after.height) || 0 : 0);
      const wide = Math.max(width, grown ? parseFloat(after.width) || 0 : 0);
      if (wide && high && Math.min(wide, high) + 0.6 < least) {
        const size = `${Math.round(wide)}x${Math.round(high)}`;
        found.push(`${tab.innerText}: small target ${size} ${one.outerHTML.slice(0, 60)}`);
      }
    }
    const pane = document.getElementById(tab.getAttribute("aria-controls"));
    if (pane && pane.scrollWidth > pane.clientWidth + 2) found.push(`${tab.innerText}: scrolls sideways`);
  }
  was?.click();
  if (opened) button.click();
  await frame();
  return [...new Set(found)];
}"""


class Watcher:
    """One window on the table: what it measures at each question."""

    def __init__(self, page: Page, size: Size, pictures: Path | None = None) -> None:
        self.page, self.size, self.pictures = page, size, pictures
        self.stood: list[Any] | None = None
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(f"an error: {error}"))

    def looks(self, number: int, kind: str) -> list[str]:
        page = self.page
        page.wait_for_function("n => Number(document.body.dataset.number) >= n", arg=number)
        page.evaluate(SETTLED)
        carded = page.evaluate(PLACE)
        while page.locator("#recap .continue:visible").count():  # a card: read it, then look at the table
            page.locator("#recap .continue:visible").click()
        found: list[str] = [*self.errors, *page.evaluate(MEASURE)]
        self.errors.clear()
        stands = page.evaluate(PLACE)
        if stands != carded:
            found.append(f"a card moved the board: {carded} to {stands}")
        if self.stood is not None and self.stood[0] == stands[0] and self.stood != stands:
            found.append(f"the board moved: {self.stood[1:]} to {stands[1:]}")
        if self.stood is None:
            found += page.evaluate(PANELS)
        self.stood = stands
        picture = self.pictures / f"{kind}.{self.size.name}.png" if self.pictures else None
        if picture and not picture.exists():
            page.screenshot(path=picture)
        prompt = page.locator("#say").inner_text()
        return [f"{self.size.name} at {number}, {prompt[:50]!r}: {words}" for words in found]


class Sitting:
    """A player at a table with bots; answers go over the API."""

    def __init__(self, context: BrowserContext, url: str, game: str, seed: int, language: str) -> None:
        seats = game_of(game).about.default_seats
        form = {"game": game, "count": str(seats), "name": "Ann", "seed": str(seed), "seat-0": "me"}
        form |= {f"seat-{seat}": "bot:" for seat in range(1, seats)}
        answer = context.request.post(f"{url}/new", form=form, max_redirects=0)
        assert answer.status == 303, answer.text()
        if language:
            context.add_cookies([{"name": "lang", "value": language, "url": url}])
        self.address = url + answer.headers["location"]
        self.cookies = context.cookies()
        self.rng = random.Random(seed)
        keys: dict[str, str] = {c["name"]: c["value"] for c in self.cookies}  # type: ignore[misc]
        self.client = httpx.Client(cookies=keys, timeout=LIMIT)
        self.table = self.address.replace("/t/", "/api/tables/")
        self.sees()

    def sees(self) -> None:
        until(self.is_asked, "the bots have moved")

    def is_asked(self) -> bool:
        self.seen = self.client.get(f"{self.table}?scene=no").json()
        return bool(self.seen["asked"]) or self.over

    @property
    def over(self) -> bool:
        return bool(self.seen["outcome"])

    @property
    def kind(self) -> str:
        """The kind of a question, by the first word of its first option."""
        return "over" if self.over else str(self.seen["asked"]["options"][0]["word"]).partition(":")[0]

    @property
    def words(self) -> list[str]:
        return [option["word"] for option in self.seen["asked"]["options"]]

    def answers(self, word: str = "") -> None:
        """Give this answer, or one at random."""
        wish = {"number": self.seen["number"], "option": word or self.rng.choice(self.words)}
        answer = self.client.post(f"{self.table}/choose?scene=no", json=wish)
        self.seen = answer.json() if answer.status_code == 200 else {"asked": None, "outcome": None}
        if not self.seen["asked"] and not self.over:  # others are asked, or a bot was quicker
            self.sees()


@contextmanager
def windows(browser: Browser, sizes: tuple[Size, ...]) -> Iterator[list[BrowserContext]]:
    contexts = [
        browser.new_context(
            viewport={"width": size.width, "height": size.height},
            is_mobile=size.touch,
            has_touch=size.touch,
            reduced_motion="reduce",
            service_workers="block",
        )
        for size in sizes
    ]
    for context in contexts:
        context.set_default_timeout(PATIENCE)
    try:
        yield contexts
    finally:
        for context in contexts:
            context.close()


def watched(
    browser: Browser,
    sitting: Sitting,
    sizes: tuple[Size, ...],
    questions: int,
    every: int = 1,
    pictures: Path | None = None,
    kinds: Counter[str] | None = None,
) -> Iterator[str]:
    """Findings about the next questions, with a window of each size on the table. kinds: counts of the questions
    measured."""
    kinds = Counter() if kinds is None else kinds
    with windows(browser, sizes) as contexts:
        watchers = []
        for context, size in zip(contexts, sizes, strict=True):
            context.add_cookies(sitting.cookies)  # type: ignore[arg-type]
            page = context.new_page()
            page.goto(sitting.address)
            if size.spaced:
                page.add_style_tag(content=SPACING)
            page.wait_for_selector("body[data-number]")
            watchers.append(Watcher(page, size, pictures))
        for asked in range(questions):
            if asked % every == 0 or sitting.over:
                kinds[sitting.kind] += 1
                for watcher in watchers:
                    yield from watcher.looks(sitting.seen["number"], sitting.kind)
            if sitting.over:
                return
            sitting.answers()


def walk(
    browser: Browser,
    url: str,
    game: str,
    sizes: tuple[Size, ...],
    questions: int,
    every: int = 1,
    seed: int = 7,
    language: str = "",
    after: int = 0,
    pictures: Path | None = None,
    kinds: Counter[str] | None = None,
) -> Iterator[str]:
    """Findings about one match."""
    with windows(browser, SIZES[:1]) as [context]:
        sitting = Sitting(context, url, game, seed, language)
        while after and not sitting.over:
            sitting.answers()
            after -= 1
        yield from watched(browser, sitting, sizes, questions, every, pictures, kinds)


def seldom(
    browser: Browser,
    url: str,
    game: str,
    sizes: tuple[Size, ...],
    seeds: range,
    kinds: Counter[str],
    language: str = "",
    pictures: Path | None = None,
) -> Iterator[str]:
    """Findings about many matches, checked when a kind of question comes up for the first time, and once after it."""
    for seed in seeds:
        with windows(browser, SIZES[:1]) as [context]:
            sitting = Sitting(context, url, game, seed, language)
            while not sitting.over:
                if sitting.kind in kinds:
                    sitting.answers()
                else:
                    yield from watched(browser, sitting, sizes, 2, 1, pictures, kinds)


def hidden_answers(page: Page, sitting: Sitting) -> list[str]:
    """The options of the present question that the page doesn't show."""
    page.wait_for_function("n => Number(document.body.dataset.number) >= n", arg=sitting.seen["number"])
    page.evaluate(SETTLED)
    with suppress(TimeoutError):  # a busy machine lays out the tray some frames later
        page.wait_for_function(
            f"(words) => (\n{IN_SIGHT})(words).length === 0", arg=sitting.words, timeout=PATIENCE / 6
        )
    hidden: list[str] = page.evaluate(IN_SIGHT, sitting.words)
    return hidden


def out_of_sight(
    browser: Browser, url: str, game: str, seeds: range, kinds: Counter[str], questions: int
) -> Iterator[str]:
    """Options of whole matches that cannot be seen at a desk without scrolling."""
    for seed in seeds:
        with windows(browser, (DESK,)) as [context]:
            sitting = Sitting(context, url, game, seed, "")
            page = context.new_page()
            page.add_init_script("localStorage.setItem('cards', 'never'); localStorage.setItem('moves', 'off')")
            page.goto(sitting.address)
            for _ in range(questions):
                if sitting.over:
                    break
                number = sitting.seen["number"]
                kinds[sitting.kind] += 1
                hidden = hidden_answers(page, sitting)
                if hidden:
                    prompt = page.locator("#say").inner_text()
                    which = f"{len(hidden)} of {len(sitting.words)} out of sight: {hidden[:4]}"
                    yield f"seed {seed} at {number}, {prompt[:50]!r}: {which}"
                sitting.answers()


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the table of every game at every window size.")
    parser.add_argument("--games", default=",".join(FIVE))
    parser.add_argument("--sizes", default=",".join(size.name for size in SIZES))
    parser.add_argument("--questions", type=int, default=400)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--language", default="")
    parser.add_argument("--after", type=int, default=0)
    parser.add_argument("--matches", type=int, default=0, help="so many, only at new kinds of questions")
    parser.add_argument("--in-sight", action="store_true", help="only: is every answer seen at 1280x800?")
    parser.add_argument("--pictures", type=Path, help="a folder for pictures of every kind of question")
    wish = parser.parse_args()
    sizes = tuple(size for size in (*SIZES, *SPACED) if size.name in wish.sizes.split(","))
    count = 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), GAMES, ("--unlimited", "--pace", "0"))
        server.start()
        browser = chromium(playwright)
        try:
            for game in wish.games.split(","):
                pictures = wish.pictures / game if wish.pictures else None
                if pictures:
                    pictures.mkdir(parents=True, exist_ok=True)
                kinds: Counter[str] = Counter()
                where = (browser, server.url, game, sizes)
                seeds = range(wish.seed, wish.seed + wish.matches)
                if wish.in_sight:
                    findings = out_of_sight(
                        browser, server.url, game, seeds or range(wish.seed, wish.seed + 10), kinds, wish.questions
                    )
                elif wish.matches:
                    findings = seldom(*where, seeds, kinds, wish.language, pictures)
                else:
                    how = (wish.questions, wish.every, wish.seed, wish.language, wish.after, pictures, kinds)
                    findings = walk(*where, *how)
                for words in findings:
                    print(f"{game} {words}", flush=True)
                    count += 1
                told = ", ".join(f"{kind} {times}" for kind, times in kinds.most_common())
                print(f"{game}, seed {wish.seed}: {kinds.total()} looks at {len(sizes)} sizes: {told}", flush=True)
        finally:
            browser.close()
            server.stop()
    print(f"{count} findings")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
