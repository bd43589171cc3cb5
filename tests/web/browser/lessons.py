"""A whole lesson with real browsers: phones play, disconnect, return and come late; the server is killed; the debrief
follows.

python -m tests.web.browser.lessons crossroll --phones 40 python -m tests.web.browser.lessons cross-bronx --phones 24

Some phones are browser pages with their own cookies, which follow their tables, disconnect and return; all of them
answer over the API. Reports how long each answer took until it was stored.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tabletown.web.testing import Server
from tests.waiting import until
from tests.web.browser.conftest import chromium
from tests.web.people import api
from tests.web.test_every_class import AnyPupil, AnyTeacher

SEATS = {"broken-cities": 4, "crossroll": 1, "cross-bronx": 3, "new-york-crisis": 4, "right-of-way": 2}


def phone(browser_context: BrowserContext, pupil: AnyPupil) -> Page:
    browser_context.add_cookies(
        [{"name": name, "value": value, "url": pupil.url} for name, value in pupil.http.cookies.items()]
    )
    page = browser_context.new_page()
    page.goto(pupil.url + pupil.table)
    return page


def plays(pupil: AnyPupil, rng: random.Random, answers: int, took: list[float]) -> int:
    """Answer this many questions over the API; returns how long each took until it was stored."""
    given = 0
    while given < answers and (asked := (seen := pupil.sees())["asked"]):
        word = rng.choice([option["word"] for option in asked["options"] if not option["word"].endswith(":")])
        began = time.monotonic()
        wish = {"number": seen["number"], "option": word}
        if pupil.http.post(api(pupil.table) + "/choose?scene=no", json=wish).status_code != 200:
            break
        took.append(time.monotonic() - began)
        given += 1
    return given


def lesson(browser: Browser, game: str, phones: int, browsers: int, rounds: int) -> dict[str, Any]:
    rng = random.Random(1)
    server = Server(Path(tempfile.mkdtemp()), options=("--unlimited", "--pace", "0"))
    server.start()
    teacher = AnyTeacher(server.url)
    teacher.makes_a_class(game, tables=1 if SEATS[game] == 1 else -(-phones // SEATS[game]))
    pupils = [AnyPupil(server.url, f"Pupil {number}") for number in range(phones)]
    for pupil in pupils:
        pupil.joins_class(teacher.code)
    assert teacher.does("start") == ""
    for pupil in pupils:
        pupil.finds_table(teacher.code)
    pages = [phone(browser.new_context(viewport={"width": 390, "height": 844}), pupil) for pupil in pupils[:browsers]]
    took: list[float] = []
    for _ in range(rounds):
        for pupil in pupils:
            plays(pupil, rng, 2, took)
    for page in pages[: browsers // 4]:  # phones disconnect and return
        page.context.set_offline(True)
    late = AnyPupil(server.url, "Late")
    late.joins_class(teacher.code)
    late.finds_table(teacher.code)
    server.kill()
    server.start()
    until(lambda: teacher.http.get(f"/class/{teacher.code}/lead").status_code == 200, "the class is back")
    for page in pages[: browsers // 4]:
        page.context.set_offline(False)
    for page in pages:
        expect(page.locator("body")).not_to_have_class(re.compile(r"\boff\b"), timeout=60_000)
    for pupil in (*pupils, late):
        plays(pupil, rng, 1, took)
    assert teacher.does("end") == "" and teacher.does("end-now") == "" and teacher.does("reveal") == ""
    for page_name in ("lead", "projector", "talk", "report", "turns.csv"):
        teacher.sees(page_name)
    for page in pages:
        page.context.close()
    server.stop()
    took.sort()
    return {
        "game": game,
        "phones": phones,
        "in browsers": browsers,
        "answers": len(took),
        "median ms": round(1000 * statistics.median(took)),
        "p99 ms": round(1000 * took[min(len(took) - 1, int(0.99 * len(took)))]),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", choices=sorted(SEATS))
    parser.add_argument("--phones", type=int, default=24)
    parser.add_argument("--browsers", type=int, default=8, help="how many of the phones are pages of a browser")
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        for game in args.games:
            print(json.dumps(lesson(browser, game, args.phones, args.browsers, args.rounds)), flush=True)


if __name__ == "__main__":
    main()
