"""Films a turn for the README: python docs/pictures/film.py

A rival lays a tile and then you do, at a real table in a real browser. The page's time goes on by a tenth of a second
from frame to frame, so the film runs smoothly however slow the machine is.
"""

from __future__ import annotations

import io
import shutil
import tempfile
import time
from pathlib import Path

from PIL import Image
from playwright.sync_api import Locator, Page, sync_playwright
from take import HERE, MOMENTS, Sitting

from tabletown.web.testing import running_server

WINDOW = {"width": 1280, "height": 800}
WIDTH = 960
RATE = 10  # frames a second
STILL = 4  # frames for which nothing may change
BEGINS = 280  # answers before the film: the rival begins a turn
LAST = 1500  # milliseconds for which the last frame stays

# screenshots don't include the browser's own pointer
POINTER = """
addEventListener("DOMContentLoaded", () => {
  const shape = "M2 1 L2 20 L7 15.5 L10.5 23 L14 21.5 L10.5 14 L17 14 Z";
  const pointer = document.createElement("div");
  pointer.innerHTML = `<svg width="30" height="36" viewBox="0 0 20 25"><path d="${shape}" fill="#14181f" stroke="#fff"
    stroke-width="1.6"/></svg>`;
  pointer.style.cssText = "position:fixed;left:-99px;top:0;z-index:99999;pointer-events:none";
  document.body.append(pointer);
  addEventListener("mousemove", (event) => {
    pointer.style.left = `${event.clientX}px`;
    pointer.style.top = `${event.clientY}px`;
  }, true);
});
"""

# timers are Playwright's; animations are moved on here
ANIMATE = """(ms) => {
  const shown = (window.shown ??= new WeakMap());
  for (const animation of document.getAnimations()) {
    const at = shown.has(animation) ? shown.get(animation) + ms : 0;
    shown.set(animation, at);
    animation.pause();
    if (at >= animation.effect.getComputedTiming().endTime) animation.finish();
    else animation.currentTime = at;
  }
}"""


class Camera:
    def __init__(self, page: Page) -> None:
        self.page, self.frames = page, list[bytes]()
        self.x, self.y = 820.0, 640.0  # where the mouse is

    def shoot(self, frames: int) -> None:
        for _ in range(frames):
            self.page.clock.run_for(1000 // RATE)
            self.page.evaluate(ANIMATE, 1000 // RATE)
            self.frames.append(self.page.screenshot())

    def shoot_until_still(self, most: int) -> None:
        for _ in range(most):
            self.shoot(1)
            if len(set(self.frames[-STILL - 4 :])) == 1:
                return

    def click(self, place: Locator) -> None:
        """Move the mouse visibly, as a person does."""
        box = place.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        for part in (0.35, 0.75, 1):
            self.page.mouse.move(self.x + (x - self.x) * part, self.y + (y - self.y) * part)
            self.shoot(1)
        self.x, self.y = x, y
        self.shoot(2)
        self.page.mouse.click(x, y)

    def wait_for(self, place: Locator) -> None:
        """Let real time pass for the server."""
        deadline = time.monotonic() + 60
        while not place.count():
            assert time.monotonic() < deadline, place
            self.page.clock.run_for(10)

    def develop(self) -> list[Image.Image]:
        """The frames, with long still stretches shortened."""
        kept: list[bytes] = []
        for frame in self.frames:
            if kept[-STILL:] != [frame] * STILL:
                kept.append(frame)
        size = (WIDTH, WIDTH * WINDOW["height"] // WINDOW["width"])
        return [Image.open(io.BytesIO(frame)).convert("RGB").resize(size, Image.Resampling.LANCZOS) for frame in kept]


def sit_down(page: Page, address: str) -> None:
    page.set_default_timeout(60_000)
    page.goto(address)
    page.get_by_role("button", name="Play on this device").click()
    page.wait_for_selector("body[data-number]")


def film(page: Page, url: str, sitting: Sitting) -> Camera:
    page.clock.install()
    sit_down(page, f"{url}/seat/{sitting.keys[0]}")
    page.wait_for_timeout(6000)  # what the others did before is shown, and is not part of the film
    page.clock.pause_at(time.time() + 5)
    camera = Camera(page)
    camera.shoot(3)
    sitting.play_until(lambda match: match.decisions[0].seat == 0)
    camera.wait_for(page.locator('#tray [data-option^="tile:"][data-can]'))
    camera.shoot_until_still(40)
    for place in ("#tray", "#plane"):  # a tile, a plot
        option = sitting.bot.choose(sitting.match.player_view(0))
        camera.click(page.locator(f'{place} [data-option="{option}"]:visible').first)
        sitting.match.choose(0, option)
        following = sitting.match.decisions[0].options[0].partition(":")[0]
        camera.wait_for(page.locator(f'[data-option^="{following}:"][data-can]'))
        camera.shoot(4)
    turned = sitting.bot.choose(sitting.match.player_view(0))
    for _ in range(5):
        if page.locator(f'[data-option="{turned}"].is-chosen').count():
            break
        camera.click(page.locator('#plane [data-turn="1"]:visible, #handles button:visible').last)
        camera.shoot(2)
    camera.click(page.locator("#acts .go:visible"))
    camera.wait_for(page.locator("#acts", has_text="End"))
    camera.shoot_until_still(25)
    return camera


def main() -> None:
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium") or shutil.which("google-chrome")
    with (
        tempfile.TemporaryDirectory() as data,
        running_server(Path(data)) as url,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        context = browser.new_context(viewport=WINDOW, color_scheme="light")
        context.add_init_script("localStorage.setItem('cards', 'never')")
        context.add_init_script(POINTER)
        sitting = Sitting(url, MOMENTS["right-of-way"])
        sitting.play_until(lambda match: match.number >= BEGINS and match.decisions[0].seat == 1)
        sit_down(browser.new_context().new_page(), f"{url}/seat/{sitting.keys[1]}")  # the rival is connected
        pictures = film(context.new_page(), url, sitting).develop()
        browser.close()
    lasts = [1000 // RATE] * (len(pictures) - 1) + [LAST]
    target = HERE / "turn.webp"
    pictures[0].save(target, save_all=True, append_images=pictures[1:], duration=lasts, loop=0, quality=70, method=4)
    print(f"{target.name}: {len(pictures)} frames, {target.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
