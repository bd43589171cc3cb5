"""A whole lesson with real browsers: phones play, disconnect, return and come late; the server is killed; the debrief
follows.

python -m tests.web.browser.lessons crossroll --phones 40
python -m tests.web.browser.lessons broken-cities --phones 24 --language de
python -m tests.web.browser.lessons crossroll --phones 59 --browsers 0 --seconds 60

Some phones are browser pages with their own cookies, which follow their tables, disconnect and return; all of them
answer over the API. With `--seconds` all phones then play at once, each with its stream open, one tap every `--every`
seconds. Reports how long each answer took until it was stored, and in another language what wasn't translated.
"""

from __future__ import annotations

import argparse
import html
import json
import random
import re
import statistics
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from babel.messages.pofile import read_po
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tabletown.web.testing import Server
from tests.waiting import until
from tests.web.browser.conftest import PATIENCE, chromium
from tests.web.people import ROOT, api
from tests.web.test_every_class import AnyPupil, AnyTeacher

SEATS = {"broken-cities": 4, "crossroll": 1, "cross-bronx": 3, "new-york-crisis": 4, "right-of-way": 2}
LEAD_PAGES = ("lead", "projector", "plan")
LAST_PAGES = ("lead", "projector", "talk", "report", "plan")
TEXT = re.compile(r">([^<>]+)<")
SILENT = re.compile(r"<(script|style|svg|kbd)\b.*?</\1>", re.S)  # drawings say what they show in attributes


def phone(browser_context: BrowserContext, pupil: AnyPupil) -> Page:
    browser_context.add_cookies(
        [{"name": name, "value": value, "url": pupil.url} for name, value in pupil.http.cookies.items()]
    )
    page = browser_context.new_page()
    page.set_default_timeout(PATIENCE)
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


def play_at_once(teacher: AnyTeacher, pupils: list[AnyPupil], seconds: float, every: float) -> list[float]:
    """Everybody plays at the same time, with an open stream; desk and wall follow. Returns how long each
    tap took until it was stored."""
    took: list[float] = []
    end = time.monotonic() + seconds

    def one(pupil: AnyPupil, seed: int) -> None:
        rng = random.Random(seed)
        with pupil.at(pupil.table):
            while time.monotonic() < end:
                time.sleep(rng.uniform(0.5, 1.5) * every)
                try:
                    plays(pupil, rng, 1, took)
                except httpx.TransportError:  # an idle connection that the server closed at that moment
                    plays(pupil, rng, 1, took)

    def follow(part: str) -> None:
        with teacher.looks_at(f"/class/{teacher.code}", part) as wire:
            while time.monotonic() < end:
                with suppress(TimeoutError):
                    wire.recv(timeout=1)

    threads = [threading.Thread(target=one, args=(pupil, seed)) for seed, pupil in enumerate(pupils)]
    threads += [threading.Thread(target=follow, args=(part,)) for part in ("lead", "projector")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return took


# ------------------------------------------------------------------ another language


def translated(language: str) -> set[str]:
    """Every message in English whose translation differs from it."""
    found: set[str] = set()
    for file in (ROOT / "src" / "tabletown").rglob(f"locale/{language}/LC_MESSAGES/tabletown.po"):
        with file.open("rb") as opened:
            for message in read_po(opened):
                ids = message.id if isinstance(message.id, tuple) else (message.id,)
                said = message.string if isinstance(message.string, tuple) else (message.string,)
                found.update(id for id in ids if id and id not in said)
    return found


def english(page: str, messages: set[str]) -> set[str]:
    """Messages that stand on this page in English, although there is a translation."""
    texts = {html.unescape(text).strip() for text in TEXT.findall(SILENT.sub("", page))}
    return {text for text in texts if text in messages}


# ------------------------------------------------------------------ a lesson


def lesson(
    browser: Browser | None,
    game: str,
    phones: int,
    browsers: int,
    rounds: int,
    language: str = "en",
    seconds: float = 0.0,
    every: float = 4.0,
) -> dict[str, Any]:
    server = Server(Path(tempfile.mkdtemp()), options=("--unlimited", "--pace", "0"))
    server.start()
    try:
        return _lesson(server, browser, game, phones, browsers, rounds, language, seconds, every)
    finally:
        server.stop()


def _lesson(
    server: Server,
    browser: Browser | None,
    game: str,
    phones: int,
    browsers: int,
    rounds: int,
    language: str,
    seconds: float,
    every: float,
) -> dict[str, Any]:
    rng = random.Random(1)
    messages = translated(language) if language != "en" else set[str]()
    raw: set[str] = set()
    teacher = AnyTeacher(server.url)
    teacher.http.headers["Accept-Language"] = language
    teacher.makes_a_class(game, tables=1 if SEATS[game] == 1 else -(-phones // SEATS[game]))
    pupils = [AnyPupil(server.url, f"Pupil {number}") for number in range(phones)]
    for pupil in pupils:
        pupil.http.headers["Accept-Language"] = language
        pupil.joins_class(teacher.code)
    assert teacher.does("story") == ""
    for name in LEAD_PAGES:
        raw |= english(teacher.sees(name), messages)
    raw |= english(pupils[0].http.get(f"/class/{teacher.code}").text, messages)
    assert teacher.does("start") == ""
    for pupil in pupils:
        pupil.finds_table(teacher.code)
    pages = [
        phone(browser.new_context(viewport={"width": 390, "height": 844}, locale=language), pupil)
        for pupil in pupils[:browsers]
        if browser is not None
    ]
    took: list[float] = []
    for _ in range(rounds):
        for pupil in pupils:
            plays(pupil, rng, 2, took)
    for name in LEAD_PAGES:
        raw |= english(teacher.sees(name), messages)
    began = time.monotonic()
    together = play_at_once(teacher, pupils, seconds, every) if seconds else []
    lasted = time.monotonic() - began
    for page in pages[: browsers // 4]:  # phones disconnect and return
        page.context.set_offline(True)
    late = AnyPupil(server.url, "Pupil late")
    late.http.headers["Accept-Language"] = language
    late.joins_class(teacher.code)
    late.finds_table(teacher.code)
    server.kill()
    server.start()
    until(lambda: teacher.http.get(f"/class/{teacher.code}/lead").status_code == 200, "the class is back")
    for page in pages[: browsers // 4]:
        page.context.set_offline(False)
    for page in pages:
        expect(page.locator("body")).not_to_have_class(re.compile(r"\boff\b"), timeout=PATIENCE)
        expect(page.locator("html")).to_have_attribute("lang", re.compile(f"^{language}"))
        raw |= english(page.content(), messages)
    for pupil in (*pupils, late):
        plays(pupil, rng, 1, took)
    assert teacher.does("end") == "" and teacher.does("end-now") == "" and teacher.does("reveal") == ""
    assert teacher.does("ask", number=0) == ""
    for page in pages:  # every phone is taken to the question
        page.wait_for_url("**/mine", wait_until="commit", timeout=PATIENCE)
        expect(page.locator(".ask")).to_be_visible(timeout=PATIENCE)
        raw |= english(page.content(), messages)
    voted = pupils[0].post(f"/class/{teacher.code}/vote", question=0, answer=0)
    assert voted.status_code == 303
    for name in LAST_PAGES:
        raw |= english(teacher.sees(name), messages)
    assert teacher.does("ask", number=-1) == ""
    teacher.sees("turns.csv")
    for page in pages:
        page.context.close()
    told = {"game": game, "language": language, "phones": phones, "in browsers": browsers, **figures(took)}
    if together:
        told |= {f"{what}, all at once": figure for what, figure in figures(together).items()}
        told["answers a second"] = round(len(together) / lasted, 1)
    return told | {"English": sorted(raw)}


def figures(took: list[float]) -> dict[str, int]:
    took = sorted(took)
    last = took[min(len(took) - 1, int(0.99 * len(took)))]
    return {
        "answers": len(took),
        "median ms": round(1000 * statistics.median(took)),
        "p99 ms": round(1000 * last),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", choices=sorted(SEATS))
    parser.add_argument("--phones", type=int, default=24)
    parser.add_argument("--browsers", type=int, default=8, help="how many of the phones are pages of a browser")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--language", default="en")
    parser.add_argument("--seconds", type=float, default=0.0, help="how long all phones play at once")
    parser.add_argument("--every", type=float, default=4.0, help="seconds between two taps of a phone then")
    args = parser.parse_args()
    how = (args.phones, args.browsers, args.rounds, args.language, args.seconds, args.every)
    with sync_playwright() as playwright:
        browser = chromium(playwright) if args.browsers else None
        for game in args.games:
            print(json.dumps(lesson(browser, game, *how), ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
