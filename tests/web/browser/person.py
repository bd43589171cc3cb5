"""What a person can do with a page: look, click, press keys."""

from __future__ import annotations

import json
import re
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

MINE = re.compile(r"\byou\b")
OVER = re.compile(r"\bover\b")
# checked in the page: whether the table has a new number, or there is a main button
CHANGED = "Number(document.body.dataset.number) !== before"
MAIN = "document.querySelector('#acts .go') !== null"

# elements that move when a window is resized: unchanged in ten frames
SETTLED = """() => new Promise((done) => {
  const boxes = () => [...document.querySelectorAll("#plane svg, #plane, #goal, #tray, #coach, #prompt")]
    .map((one) => Object.values(one.getBoundingClientRect().toJSON())).join();
  let before = "", same = 0;
  const look = () => {
    const now = boxes();
    same = now === before ? same + 1 : 0;
    before = now;
    same < 10 ? requestAnimationFrame(look) : done();
  };
  look();
})"""


def settled(page: Page) -> None:
    page.evaluate(SETTLED)


class Person:
    def __init__(self, page: Page, name: str, url: str) -> None:
        self.page, self.name, self.url = page, name, url

    def goes(self, path: str) -> None:
        self.page.goto(self.url + path if path.startswith("/") else path)

    # ------------------------------------------------------------------ tables

    def opens(self, game: str, *seats: str) -> str:
        """Open a new table without its form; returns its address."""
        wish = {f"seat-{number}": seat for number, seat in enumerate(seats)}
        return self.sends("/new", game=game, count=str(len(seats)), name=self.name, **wish)

    def fills_in(self, game: str, *seats: str, title: str = "") -> str:
        """Open a new table with its form: seats are me, link, here, open or bot. Returns its address."""
        self.goes(f"/new?game={game}")
        self.page.get_by_label("Your name").fill(self.name)
        if title:
            self.page.get_by_label("Table name").fill(title)
        for number, seat in enumerate(seats):
            row = self.page.locator(f'[data-seat="{number}"]')
            words = {"me": "Me", "link": "Friend by link", "here": "Same screen", "open": "Anyone", "bot": "Bot"}[seat]
            row.locator(".seg label", has_text=re.compile(f"^{words}$")).click()
        self.page.get_by_role("button", name="Open table").click()
        self.page.wait_for_url("**/t/*")
        self.sits()
        if "link" in seats:
            self.page.get_by_role("button", name="Done").click()  # the invitation
        return self.page.url

    def plays(self, game: str) -> None:
        """Play against bots, without starting from the home page."""
        self.sends(f"/play/{game}")

    def sends(self, path: str, **form: str) -> str:
        """Send what a page's form would send; then open the resulting table."""
        self.goes(self.asks(path, **form))
        self.sits()
        return self.page.url

    def asks(self, path: str, **form: str) -> str:
        """Send what a page's form would send; returns the resulting address."""
        answer = self.page.request.post(self.url + path, form=form, max_redirects=0)
        assert answer.status == 303, answer.text()
        return self.url + answer.headers["location"]

    def plays_now(self, game: str) -> None:
        self.goes("/")
        self.page.get_by_role("button", name=f"Play {game} now, against bots").click()
        self.page.wait_for_url("**/t/*")
        self.sits()

    def sits(self) -> None:
        """Wait until the table is shown."""
        self.page.wait_for_selector("body[data-number]")

    def link(self, label: str) -> str:
        """A link from the invitation dialog."""
        self.page.locator("#invite").click()
        link = self.page.get_by_label(f"Link: {label}").input_value()
        self.page.get_by_role("button", name="Done").click()
        return link

    def invites(self, table: str) -> dict[int, str]:
        """The invitations of a table by seat."""
        data = self.page.request.get(table).text().split('id="data">')[1].split("</script>")[0]
        return {link["seat"]: urlsplit(link["invite_url"]).path for link in json.loads(data)["links"]}

    def joins(self, other: Person, seat: int = 1) -> None:
        """Sit down at another person's table with the invitation to this seat."""
        self.sends(other.invites(other.page.url)[seat], name=self.name)

    def follows(self, link: str) -> None:
        """Follow an invitation by its page."""
        self.goes(link)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name="Take the seat").click()
        self.page.wait_for_url("**/t/*")
        self.sits()

    # ------------------------------------------------------------------ looking

    @property
    def says(self) -> str:
        """The text of the prompt."""
        return self.page.locator("#say").inner_text()

    @property
    def number(self) -> int:
        return int(self.page.locator("body").get_attribute("data-number") or -1)

    @property
    def prompt(self) -> Locator:
        return self.page.locator("#prompt")

    @property
    def is_asked(self) -> bool:
        return bool(MINE.search(self.prompt.get_attribute("class") or ""))

    @property
    def is_over(self) -> bool:
        return bool(OVER.search(self.prompt.get_attribute("class") or ""))

    def is_told(self, words: str | re.Pattern[str]) -> None:
        expect(self.page.locator("#say")).to_have_text(words)

    def reads_in_the_log(self, words: str) -> None:
        expect(self.page.locator(".log")).to_contain_text(words)

    def options(self) -> Locator:
        return self.page.locator("[data-option][data-can]:visible, #acts [data-word-of]:visible")

    # ------------------------------------------------------------------ doing

    def waits_for_change(self, before: int) -> None:
        self.page.wait_for_function(f"before => {CHANGED}", arg=before)

    def answers(self, pick: int = 0) -> None:
        """Answer in any way the page offers: the main button, a place, a button."""
        expect(self.prompt).to_have_class(MINE)
        before = self.number
        main = self.page.locator("#acts .go")
        if not main.count():
            options = self.options()
            options.nth(pick % options.count()).click()
            self.page.wait_for_function(f"before => {CHANGED} || {MAIN}", arg=before)
        # checked at once: otherwise the main button might belong to the next question, whose answer nobody would wait
        # for
        if self.page.evaluate(f"before => !({CHANGED}) && {MAIN}", before) and self.is_asked:
            main.click()
        self.waits_for_change(before)

    def plays_on(self, pick: int = 0) -> None:
        """Play anything, to the end."""
        while True:
            expect(self.prompt).to_have_class(re.compile(r"\b(you|over)\b"))
            if self.is_over:
                return
            self.answers(pick)

    def finishes(self, table: str) -> None:
        """Play to the end over the API, without looking at the page."""
        address = table.replace("/t/", "/api/tables/")
        seen = self.page.request.get(f"{address}?scene=no").json()
        while not seen["outcome"]:
            wish = {"number": seen["number"], "option": seen["asked"]["options"][0]["word"]}
            seen = self.page.request.post(f"{address}/choose?scene=no", data=wish).json()

    def presses(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
