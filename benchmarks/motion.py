"""Measure how smoothly a bot's move is shown: frames, and the work of the page's main thread, with the CPU throttled.

python benchmarks/motion.py [--throttle 4] [--times 5] [GAME ...]

A real browser (chromium) plays against a bot until it has moved, and then shows that move again, as *Replay the others'
moves* does. Frames are counted while the film runs; at 60 a second its length allows those in brackets. The work is the
processor time of the main thread's tasks, as if not throttled: on a busy machine, it says more than the frames.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import tempfile
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import CDPSession, Page, sync_playwright

from tabletown.web.testing import Server

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
WINDOWS = ((1280, 800), (390, 844))
PLAYER = "document.getElementById('films')?.player"
FILM = f"""() => new Promise((done) => {{
  const player = {PLAYER}, times = [];
  const film = player.again();
  const look = (now) => {{
    times.push(now);
    film.ended ? done({{ length: film.length, times }}) : requestAnimationFrame(look);
  }};
  requestAnimationFrame(look);
}})"""


def work(line: CDPSession) -> float:
    metrics = {each["name"]: float(each["value"]) for each in line.send("Performance.getMetrics")["metrics"]}
    return 1000 * metrics["TaskDuration"]


def until_a_bot_moved(page: Page, table: str) -> None:
    page.wait_for_function(f"() => {PLAYER}")
    while True:
        page.wait_for_selector("#prompt.you")
        if page.evaluate(f"{PLAYER}.kept.length"):
            return
        view = page.request.get(table).json()
        if view["asked"] and view["number"] == int(page.evaluate("document.body.dataset.number")):
            move = {"number": view["number"], "option": view["asked"]["options"][0]["word"]}
            page.request.post(f"{table}/choose", data=move)
            page.wait_for_function("n => Number(document.body.dataset.number) !== n", arg=view["number"])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=["right-of-way"])
    parser.add_argument("--throttle", type=float, default=4)
    parser.add_argument("--times", type=int, default=5)
    given = parser.parse_args()
    chromium = next(found for name in BROWSERS if (found := shutil.which(name)))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), options=["--unlimited", "--pace", "0"])
        server.start()
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        try:
            for id in given.games:
                for width, height in WINDOWS:
                    page = browser.new_context(viewport={"width": width, "height": height}).new_page()
                    page.add_init_script("localStorage.setItem('cards', 'never')")
                    form = {"game": id, "count": "2", "seat-0": "me", "seat-1": "bot", "seed": "7"}
                    made = page.request.post(f"{server.url}/new", form=form, max_redirects=0)
                    table = made.headers["location"]
                    page.goto(server.url + table)
                    until_a_bot_moved(page, server.url + table.replace("/t/", "/api/tables/"))
                    line = page.context.new_cdp_session(page)
                    line.send("Performance.enable", {"timeDomain": "threadTicks"})
                    frames, gaps, works = list[int](), list[float](), list[float]()
                    length = 0.0
                    for _ in range(given.times):
                        before = work(line)
                        page.evaluate(FILM)
                        works.append(work(line) - before)
                        line.send("Emulation.setCPUThrottlingRate", {"rate": given.throttle})
                        film = page.evaluate(FILM)
                        line.send("Emulation.setCPUThrottlingRate", {"rate": 1})
                        length, times = film["length"], film["times"]
                        frames.append(len(times))
                        gaps += [after - before for before, after in pairwise(times)]
                    late = statistics.quantiles(gaps, n=20)[-1]
                    print(
                        f"{id:<16} {width}x{height}: {statistics.median(frames):.0f} frames ({length * 0.06:.0f}), "
                        f"95 % of the gaps below {late:.1f} ms; work {statistics.median(works):.0f} of {length:.0f} ms"
                    )
                    page.context.close()
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
