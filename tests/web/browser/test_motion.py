"""Films on the board: others' moves at any time of the film, with reduced motion, and after a press."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import mostly_long
from tests.web.browser.conftest import Visit
from tests.web.browser.person import Person

READY = "() => Boolean(document.getElementById('films')?.player)"
# the others' moves again, stopped at a time (ms)
HOLD = "() => { window.film = document.getElementById('films').player.again(true); return film.length; }"
RUNNING = "() => document.getElementById('films').player.running.size"
AT = """(time) => {
  film.seek(time);
  const seen = (one) => one && Number(getComputedStyle(one).opacity);
  const box = (one) => { const { x, y, width } = one.getBoundingClientRect(); return [x, y, width].map(Math.round); };
  const flies = document.querySelector("svg.films > g:not(.ring)");
  return {
    ring: seen(document.querySelector(".ring .closes")),
    soft: seen(document.querySelector(".ring .soft")),
    caption: seen(document.querySelector(".cap")),
    piece: seen(document.getElementById("films").player.kept[0].pieces[0]),
    flies: flies ? box(flies) : null,
    frame: ["plane", "prompt", "chips", "tray"].map((id) => box(document.getElementById(id))),
  };
}"""


def until_the_bot_built(person: Person, speed: str = "normal") -> Page:
    """One's own turn in a city in which the bot has just laid a tile."""
    page = person.page
    page.add_init_script(f"localStorage.setItem('moves', '{speed}')")
    person.opens("right-of-way", "me", "bot")
    page.wait_for_function(READY)
    table = f"{person.url}/api/tables/{page.url.rpartition('/')[2]}"
    for _ in range(60):
        page.wait_for_selector("#prompt.you")
        view = page.request.get(table).json()
        if view["asked"] is None or view["number"] != person.number:
            continue  # the bot continues
        if page.evaluate("() => document.getElementById('films').player.kept[0]?.pieces.length"):
            return page
        move = {"number": view["number"], "option": view["asked"]["options"][0]["word"], "seat": 0}
        assert page.request.post(f"{table}/choose", data=move).ok
        person.waits_for_change(view["number"])
    raise AssertionError("The bot laid nothing.")


@pytest.mark.parametrize("phone", mostly_long([False, True], True), ids=["desk", "phone"])
def test_a_bot_lays_its_tile_on_the_board(visit: Visit, phone: bool) -> None:
    page = until_the_bot_built(visit("Ann", phone=phone, calm=False, own=True))
    assert page.evaluate(HOLD) in (880, 1400), "as drawn: of one move, or of two that begin 520 apart"
    at: dict[int, Any] = {time: page.evaluate(AT, time) for time in (0, 100, 400, 560, 880)}
    assert at[100]["ring"] == 1 and at[100]["piece"] == 0, "first the ring, round a place where nothing stands yet"
    assert at[400]["caption"] == 1 and at[400]["piece"] == 0 and at[560]["piece"] == 0
    assert at[400]["flies"] != at[560]["flies"], "the tile travels"
    assert at[880]["ring"] == 0 and at[880]["soft"] > 0.3 and at[880]["piece"] == 1
    assert all(each["frame"] == at[0]["frame"] for each in at.values()), "a film changes no box of the page"
    expect(page.locator(".cap").first).to_contain_text("laid")
    assert page.locator(".cap").first.bounding_box()["width"] <= 188  # type: ignore[index]
    plays = "document.getAnimations().filter((one) => one.playState === 'running').length"
    page.evaluate("() => document.getElementById('films').player.skip()")
    assert page.evaluate(f"() => document.getElementById('films').player.again() && {plays}") > 3, (
        "by the browser itself"
    )


@pytest.mark.long
def test_any_press_ends_a_film_and_is_not_swallowed(visit: Visit) -> None:
    person = visit("Ann", own=True)
    page = until_the_bot_built(person)
    page.evaluate(HOLD)
    assert page.evaluate(RUNNING) == 1
    number = person.number
    page.locator("#hand [data-can]").first.click()
    assert page.evaluate(RUNNING) == 0
    expect(page.locator(".cap")).to_have_count(0)
    person.waits_for_change(number)  # the press answered, too


@pytest.mark.parametrize("how", mostly_long(["calm", "off"], "off"))
def test_without_motion_all_is_still_told(visit: Visit, how: str) -> None:
    person = visit("Ann", calm=how == "calm", own=True)
    page = until_the_bot_built(person, "off" if how == "off" else "normal")
    page.evaluate("() => document.getElementById('films').player.again()")
    assert page.evaluate(RUNNING) == 0, "nothing moves"
    expect(page.locator(".cap").first).to_contain_text("laid")
    assert page.evaluate(AT.replace("film.seek(time);", ""), 0)["soft"] > 0.3, "the place is marked"
    page.keyboard.press("Shift")
    expect(page.locator(".cap")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("how", ["Show", "key"])
def test_show_plays_it_again_on_the_board(visit: Visit, how: str) -> None:
    person = visit("Ann", own=True)
    page = until_the_bot_built(person)
    page.evaluate("() => document.getElementById('films').player.skip()")
    page.evaluate("() => document.getElementById('films').player.stage.clear()")
    number = person.number
    if how == "Show":
        page.locator("#since .btn").click()
    else:
        page.keyboard.press("a")
    expect(page.locator(".ring").first).to_be_attached()
    assert page.locator("#recap").count() == 0, "no card for what a bot did"
    assert person.number == number, "it changes nothing"


@pytest.mark.long
def test_the_speed_and_the_sound_are_kept(visit: Visit) -> None:
    page = until_the_bot_built(visit("Ann", own=True))
    page.locator("#more").click()
    page.get_by_role("button", name="Motion, sound and cards").click()
    page.get_by_label("Fast").check()
    page.get_by_label("Only my turn").check()
    assert page.evaluate("() => [localStorage.getItem('moves'), localStorage.getItem('sound')]") == ["fast", "turn"]
    assert page.evaluate("() => document.getElementById('films').player.speed.step") == 280
    page.get_by_role("button", name="Done").click()
    page.keyboard.press("m")
    assert page.evaluate("() => localStorage.getItem('sound')") == "off"


# each die on each face at rest: the visible result; and halfway through the throw, the number of faces
RESTS = """async () => {
  const { src } = document.querySelector("script[src*=bundles]");
  const { drawDie } = await import(src.replace(/bundles.*/, "js/motion/dice.js"));
  return [["d4", 4], ["d6", 6], ["d8", 8], ["d10", 10]].flatMap(([kind, count]) => {
    const labels = Array.from({ length: count }, (_, at) => String(at + 1));
    return labels.map((label, face) => {
      const { markup, up, away } = drawDie(kind, labels, face, face, 1);
      const read = [...markup.matchAll(/<text[^>]*>([^<]*)</g)].map(([, said]) => said);
      return { kind, label, read, up, away, moves: drawDie(kind, labels, face, face, 0.5).markup !== markup };
    });
  });
}"""


def test_every_die_comes_to_rest_on_what_was_rolled(visit: Visit) -> None:
    person = visit("Ann")
    person.opens("crossroll", "me", "bot")
    for die in person.page.evaluate(RESTS):
        assert die["read"] == [die["label"]] and die["up"] == die["away"] == 0 and die["moves"], die


@pytest.mark.long
@pytest.mark.parametrize("calm", [False, True])
def test_dice_that_may_be_used_shine_once_they_lie_still(visit: Visit, calm: bool) -> None:
    person = visit("Ann", calm=calm)
    person.opens("crossroll", "me", "bot")
    person.page.wait_for_function(READY)
    person.page.evaluate("""() => {
      document.getElementById("hand").innerHTML = '<ul class="dice"><li data-can>6</li><li>4</li></ul>';
    }""")
    shining = person.page.locator("#hand li").evaluate_all(
        "(all) => all.map((one) => one.getAnimations().map((a) => a.animationName))"
    )
    assert shining == ([[], []] if calm else [["may-be-used"], []])


# the end of a match that the bot won, stopped at a time
ENDS = """() => {
  const { player } = document.getElementById("films");
  player.start = (film) => { window.film = film.seek(0); };
  const outcome = { winners: [1], title: "Bo wins, 31 to 24", reason: "Bo completed 9 highways.", lights: ".hw.o{n}" };
  player.finish({ outcome, holds: [0] });
  return film.length;
}"""
ENDED = """(time) => {
  film.seek(time);
  const seen = (one) => Number(getComputedStyle(document.querySelector(`.films ${one}`)).opacity);
  return [seen(".dusk"), seen(".shines"), seen(".ending")].map((value) => Math.round(value * 100));
}"""


@pytest.mark.long
def test_a_match_ends_in_two_seconds_with_a_banner(visit: Visit) -> None:
    page = until_the_bot_built(visit("Ann", own=True))
    assert page.evaluate(ENDS) == 2000
    assert page.evaluate(ENDED, 0) == [0, 0, 0]
    assert page.evaluate(ENDED, 1100) == [66, 100, 0], "dusk, and the winner's highways shine"
    assert page.evaluate(ENDED, 2000) == [66, 100, 100]
    expect(page.locator(".films .ending")).to_contain_text("Bo wins, 31 to 24")


# two lines of one turn about one plot, of which the second brought points
TWO_LINES = """async () => {
  const { src } = document.querySelector("script[src*=bundles]");
  const { movesOf } = await import(src.replace(/bundles.*/, "js/motion/moves.js"));
  const { player } = document.getElementById("films");
  const place = document.querySelector("#plane [id^=plot-]").id.slice(5);
  const lines = [{ text: `The tiles on ${place} were discarded.` }, { text: `Bo laid a fan on ${place}: profit 3.` }];
  const films = [
    { line: 0, event: "pile-cleared", seat: 1, places: [place] },
    { line: 1, event: "laid", seat: 1, places: [place], gain: "Points +9" },
  ];
  player.kept = movesOf({ lines, films, holds: [0] }, document.querySelector("#plane svg"), []);
  player.again(true);
  const [caption] = document.querySelectorAll(".cap span");
  return { place, first: caption.firstChild.data, small: caption.querySelector("small").textContent };
}"""


def test_points_stand_beside_the_line_that_brought_them(visit: Visit) -> None:
    person = visit("Ann", calm=False)
    person.opens("right-of-way", "me", "bot")
    person.page.wait_for_function(READY)
    told = person.page.evaluate(TWO_LINES)
    assert told["first"] == f"The tiles on {told['place']} were discarded"
    assert told["small"] == f"Bo laid a fan on {told['place']} · Points +9"


# a tile replaces a plot, and another piece is new: the number of animations of each
TAKES_PLACE = """async () => {
  const { src } = document.querySelector("script[src*=bundles]");
  const { positions, animateMoves } = await import(src.replace(/bundles.*/, "js/board/piece_motion.js"));
  const plane = document.getElementById("plane"), plot = plane.querySelector("[id^=plot-]");
  const before = positions(plane);
  const tile = plot.cloneNode(true), beside = plot.cloneNode(true);
  tile.id = "tile-new";
  beside.id = "tile-beside";
  beside.setAttribute("transform", "translate(-4000 0)");
  plot.replaceWith(tile, beside);
  animateMoves(plane, before);
  return [tile, beside].map((one) => one.getAnimations().length);
}"""


def test_a_fresh_tile_does_not_let_the_slab_below_its_plot_shine_through(visit: Visit) -> None:
    person = visit("Ann", calm=False)
    person.opens("right-of-way", "me", "bot")
    person.page.wait_for_function(READY)
    assert person.page.evaluate(TAKES_PLACE) == [0, 1]


# each weather over the board, while it is there and once it is over: how much lies there, and how many sounds
WEATHER = """async () => {
  const { src } = document.querySelector("script[src*=bundles]");
  const from = (file) => import(src.replace(/bundles.*/, `js/motion/${file}.js`));
  const { filmEffects } = await from("effects");
  const { Film } = await from("film");
  const { stage } = document.getElementById("films").player;
  const places = [...document.querySelectorAll("#plane [id^=plot-]")].slice(0, 2);
  const lost = places.map((place) => ({ place }));
  return ["water", "mud", "storm", "drought", "dark", "news"].map((effect) => {
    const film = new Film();
    filmEffects(film, stage, [{ effect, lamps: "", places }], lost, 1);
    const seen = () => [...document.querySelectorAll(".films .weather")]
      .filter((one) => Number(getComputedStyle(one).opacity) > 0.02).length;
    const during = film.seek(600) && seen();
    film.skip();
    return [effect, during > 0, document.querySelectorAll(".films .weather").length, film.cues.length, film.length];
  });
}"""


def test_weather_comes_over_the_board_and_leaves_nothing_behind(visit: Visit) -> None:
    person = visit("Ann", calm=False)
    person.opens("right-of-way", "me", "bot")
    person.page.wait_for_function(READY)
    for effect, during, after, sounds, length in person.page.evaluate(WEATHER):
        assert (during, after, sounds) == (effect != "news", 0, 1), effect
        assert length <= 2000


CAPTIONS = """async () => {
  const { player } = document.getElementById("films");
  const places = [...document.querySelectorAll("#plane [id^=plot-]")].slice(0, 6);
  const move = { seat: 1, text: "Bo laid a fan.", gain: "", by: "", pieces: [] };
  player.kept = places.map((place) => ({ ...move, places: [place] }));
  for (const at of [2, 4]) {
    const film = player.film(player.kept.slice(at - 2, at), null);
    film.skip();
  }
  return document.querySelectorAll(".cap").length;
}"""


def test_captions_leave_a_phones_board_in_sight(visit: Visit) -> None:
    person = visit("Ann", calm=False, phone=True)
    person.opens("right-of-way", "me", "bot")
    person.page.wait_for_function(READY)
    assert person.page.evaluate(CAPTIONS) == 2
