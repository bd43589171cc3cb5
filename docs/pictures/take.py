"""Takes the pictures of the README and the docs: python docs/pictures/take.py [words of their names]

Bots play a match up to the moment of the picture; a real browser on a real server shows it.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

import tabletown
from tabletown.bots import make
from tabletown.kernel import Decision, Match
from tabletown.web.testing import running_server

try:
    from PIL import Image
except ImportError:
    Image = None  # the pictures are only larger then

HERE = Path(__file__).parent
DESK, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}


class Moment(NamedTuple):
    """Seat 0 is asked something after this many answers."""

    game: str
    names: tuple[str, ...]
    answers: int
    asks: str  # what the first option begins with
    title: str
    then: Callable[[Page], None] = lambda page: None
    seed: int = 7


def point_at_an_option(page: Page) -> None:
    """Show a preview, as for somebody thinking about a move."""
    options = page.locator("#plane [data-option][data-can]:visible")
    if options.count():
        options.nth(options.count() // 2).hover()


MOMENTS = {
    "right-of-way": Moment("right-of-way", ("Mia", "Ines"), 290, "turn:", "Tuesday hexes"),
    "crossroll": Moment("crossroll", ("Mia", "Wei", "Ana"), 120, "", "Lunch break", point_at_an_option),
    "broken-cities": Moment(
        "broken-cities", ("Mia", "Sami", "Nur", "Lena"), 90, "cell:", "Class 9b", point_at_an_option
    ),
    "new-york-crisis": Moment("new-york-crisis", ("Mia", "Jo"), 60, "", "On the run", point_at_an_option),
    "cross-bronx": Moment("cross-bronx", ("Mia", "Omar", "Ruth"), 80, "", "The long decade", point_at_an_option),
}


class Sitting:
    """A table on the server and the same match here: bots answer for everybody until the moment has come."""

    def __init__(self, url: str, moment: Moment) -> None:
        game = tabletown.game(moment.game)
        kinds = ["me"] + ["link"] * (len(moment.names) - 1)
        seats = [{"kind": kind, "name": name if kind == "me" else ""} for kind, name in zip(kinds, moment.names)]
        wish = {"game": moment.game, "title": moment.title, "seed": moment.seed, "seats": seats}
        self.http = httpx.Client(base_url=url, timeout=60)
        made = self.http.post("/api/tables", json=wish).raise_for_status().json()
        self.id, self.url = made["id"], made["url"]
        self.keys = [made["seats"][0]["key"]]
        for seat, name in zip(made["seats"][1:], moment.names[1:]):
            joined = self.http.post("/api/join", json={"invite": seat["invite"], "name": name}).raise_for_status()
            self.keys.append(joined.json()["key"])
        self.match = Match(game, list(moment.names), seed=moment.seed)
        self.bot = make("greedy", seed=1)

    def play_until(self, done: Callable[[Match], bool]) -> None:
        while not self.match.over and not done(self.match):
            asked = next((d for d in self.match.decisions if d.seat != 0), self.match.decisions[0])
            option = self.bot.choose(self.match.player_view(asked.seat))
            self.answer(asked.seat, option)

    def answer(self, seat: int, option: str) -> None:
        """Here and on the server. In a secret round each seat has a number of its own."""
        headers = {"authorization": f"Bearer {self.keys[seat]}"}
        table = self.http.get(f"/api/tables/{self.id}?scene=no", headers=headers).raise_for_status().json()
        body = {"number": table["number"], "option": option, "seat": seat}
        self.http.post(f"/api/tables/{self.id}/choose", json=body, headers=headers).raise_for_status()
        self.match.choose(seat, option)


def is_here(moment: Moment) -> Callable[[Match], bool]:
    def done(match: Match) -> bool:
        asked: Decision | None = match.decision(0)
        alone = asked is not None and len(match.decisions) == 1
        return alone and match.number >= moment.answers and asked.options[0].startswith(moment.asks)  # type: ignore[union-attr]

    return done


def take(browser: Browser, name: str, address: str, sitting: Sitting | None, then: Callable[[Page], None]) -> None:
    """At 1280 and at 390 px, light and dark."""
    for size, viewport in (("", DESK), ("-phone", PHONE)):
        for scheme in ("light", "dark"):
            context = browser.new_context(
                viewport=viewport,
                color_scheme=scheme,
                device_scale_factor=1,
                is_mobile=bool(size),
                has_touch=bool(size),
                reduced_motion="reduce",
            )
            context.add_init_script("localStorage.setItem('cards', 'never')")  # a card would lie over the board
            page = context.new_page()
            page.set_default_timeout(120_000)
            if sitting is not None:
                page.goto(f"{address.rpartition('/t/')[0]}/seat/{sitting.keys[0]}")
                page.get_by_role("button", name="Play on this device").click()
                page.wait_for_selector("body[data-number]")
            page.goto(address)
            if "/t/" in address and "replay" not in address:
                page.wait_for_selector("body[data-number]")
            page.wait_for_timeout(700)
            then(page)
            page.wait_for_timeout(300)
            picture = HERE / f"{name}{size}{'-dark' if scheme == 'dark' else ''}.png"
            keep(page, picture)
            context.close()


def keep(page: Page, picture: Path) -> None:
    page.screenshot(path=picture)
    if Image is not None:  # flat colours need no more than 256 of them
        Image.open(picture).convert("RGB").quantize(256, Image.Quantize.MEDIANCUT, kmeans=4, dither=0).save(
            picture, optimize=True
        )


def main(wanted: list[str]) -> None:
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium") or shutil.which("google-chrome")
    with (
        tempfile.TemporaryDirectory() as data,
        running_server(Path(data)) as url,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])

        def want(name: str) -> bool:
            return not wanted or any(word in name for word in wanted)

        for name, moment in MOMENTS.items():
            if want(name):
                sitting = Sitting(url, moment)
                sitting.play_until(is_here(moment))
                take(browser, name, sitting.url, sitting, moment.then)
        if want("results") or want("replay"):
            sitting = Sitting(url, MOMENTS["right-of-way"])
            sitting.play_until(lambda match: False)
            take(browser, "results", sitting.url, sitting, lambda page: None)
            take(browser, "replay", f"{sitting.url}/replay?at=200&seat=0", sitting, lambda page: None)
        for name, path in {"home": "/", "new-table": "/new?game=right-of-way", "rules": "/rules/right-of-way"}.items():
            if want(name):
                take(browser, name, url + path, None, lambda page: None)
        if want("report"):
            page = browser.new_page(viewport=DESK)
            page.goto((HERE.parent / "reports" / "right-of-way.html").as_uri())
            keep(page, HERE / "report.png")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
