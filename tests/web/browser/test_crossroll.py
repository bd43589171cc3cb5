"""Four people at one Crossroll table, each with a browser of her own, act at the same time."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Locator, expect

from tabletown.games.crossroll import game
from tabletown.games.crossroll.bots import rate
from tabletown.kernel import Answer, Match
from tests.waiting import LIMIT
from tests.web.browser.census import MEASURE, SIZES
from tests.web.browser.conftest import Visit
from tests.web.browser.person import MINE, OVER, Person, settled


def takes(person: Person, word: str) -> None:
    """Click this option wherever it is, and confirm it if a run is previewed first."""
    before, page = person.number, person.page
    place = page.locator(f'[data-option^="{word}"][data-can]:visible, #acts [data-word-of^="{word}"]:visible').first
    place.wait_for()
    drawn = place.locator("circle.hit").count() > 0
    target = place.locator("circle.hit") if drawn else place
    if page.viewport_size == {"width": 390, "height": 844}:
        target.dispatch_event("click")  # it may be off-screen
    else:
        target.click(force=drawn)
    if word.startswith(("run:", "crossroad:")):
        page.locator("#acts .go").click()
    person.waits_for_change(before)


def crosses(person: Person, seat: int) -> Locator:
    """The crosses that this person sees on another seat's small board."""
    return person.page.locator(f"#crossroll-other-{seat} .small .x")


def four_at_a_table(visit: Visit, seed: str) -> tuple[list[Person], str]:
    """A table with four people who haven't opened it yet; returns its address."""
    people = [visit("Ines"), visit("Wei", phone=True), visit("Ana", dark=True), visit("Luke")]
    seats = {"seat-0": "me", "seat-1": "link", "seat-2": "link", "seat-3": "link"}
    table = people[0].asks("/new", game="crossroll", count="4", name="Ines", seed=seed, **seats)
    invitations = people[0].invites(table)
    for seat, guest in enumerate(people[1:], start=1):
        guest.asks(invitations[seat], name=guest.name)
    return people, table


# as at the end of a long drive: every stop crossed out, every landmark circled
ALL_CROSSED = """() => {
  const add = (stop, kind, name, value) => {
    const shape = document.createElementNS("http://www.w3.org/2000/svg", kind);
    shape.setAttribute("class", kind === "circle" ? "circled" : "x");
    shape.setAttribute(name, value);
    stop.append(shape);
  };
  for (const stop of document.querySelectorAll("#plane .stop")) {
    add(stop, "path", "d", "M-6.4,-5.8L6.2,6.2M6,-6.4L-6.2,6");
    if (stop.querySelector(".lm")) add(stop, "circle", "r", "13");
  }
}"""


@pytest.mark.long
def test_no_name_runs_into_a_stop_that_is_crossed_out_or_circled(visit: Visit) -> None:
    person = visit("Ann")
    person.plays("crossroll")
    for size in SIZES[3:]:
        person.page.set_viewport_size({"width": size.width, "height": size.height})
        settled(person.page)
        person.page.evaluate(ALL_CROSSED)
        assert [words for words in person.page.evaluate(MEASURE) if "runs into" in words] == [], size.name


def rolls(person: Person, **form: str) -> None:
    """A solo table on which two dice are rolled."""
    person.sends("/new", game="crossroll", count="1", name=person.name, seed="5", **{"seat-0": "me"}, **form)
    takes(person, "dice:d4+d6")
    settled(person.page)


def test_a_drive_takes_two_clicks(visit: Visit) -> None:
    """A click on its end, and one on the button that confirms it."""
    person = visit("Ann")
    rolls(person)
    page, before = person.page, person.number
    ends = page.locator("#plane .end[data-can]")
    assert ends.count() > 8
    ends.first.hover(force=True)
    expect(page.locator("#plane .run.on")).to_have_count(1)
    expect(page.locator("#hand .die.is-on")).to_have_count(1)
    expect(page.locator("#rail .bx em.on")).to_have_count(1)
    expect(page.locator("#sub")).to_contain_text("Drive")
    ends.first.click(force=True)
    page.mouse.move(5, 5)
    expect(page.locator("#plane .run.on")).to_have_count(1)  # it stays selected
    assert person.number == before
    expect(page.locator("#acts .go")).to_contain_text(re.compile("Drive . on "))
    page.locator("#acts .go").click()
    person.waits_for_change(before)
    expect(page.locator("#plane .x")).not_to_have_count(0)
    person.reads_in_the_log("drove")


@pytest.mark.long
def test_a_drive_is_picked_by_arrows_and_enter_and_put_back_by_escape(visit: Visit) -> None:
    person = visit("Ann")
    rolls(person)
    page, before = person.page, person.number
    page.locator("#plane .end[data-can]").first.focus()
    person.presses("Enter")
    expect(page.locator("#plane .end.is-chosen")).to_have_count(1)
    person.presses("Escape")
    expect(page.locator("#plane .end.is-chosen")).to_have_count(0)
    page.locator("#plane .end[data-can]").first.focus()
    person.presses("ArrowRight", "Enter", "Enter")
    person.waits_for_change(before)
    person.reads_in_the_log("drove")


@pytest.mark.long
def test_the_end_of_several_drives_goes_through_them(visit: Visit) -> None:
    person = visit("Ann")
    rolls(person)
    page = person.page
    several = page.locator("#plane .end[data-also][data-can]")
    while not several.count():
        person.answers()
    before, told = person.number, []
    for _ in range(3):
        several.first.click(force=True)
        page.mouse.move(5, 5)
        told.append(page.locator("#sub").inner_text())
    assert told[0] != told[1] and len(set(told)) >= 2 and person.number == before


# what covers the letters of each name on the map
COVERED = """() => {
  const names = [...document.querySelectorAll("#crossroll-names .lb")];
  const marks = [...document.querySelectorAll("#plane .end[data-can]")];
  const after = (one, other) => one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
  return marks.filter((mark) => names.some((name) => !after(mark, name))).length;
}"""


def test_names_are_drawn_over_the_marks(visit: Visit) -> None:
    person = visit("Ann")
    rolls(person)
    assert person.page.evaluate(COVERED) == 0


@pytest.mark.long
def test_a_lesson_goes_step_by_step(visit: Visit) -> None:
    person = visit("Ann")
    person.sends("/learn/crossroll")
    expect(person.page.locator("#plane .end:visible")).to_have_count(0)


@pytest.mark.long
def test_four_people_act_at_the_same_time_and_see_the_others_only_when_all_are_done(visit: Visit) -> None:
    people, table = four_at_a_table(visit, seed="382")  # Ana rolls 4 and 2
    for person in people:
        person.goes(table)
        person.sits()
        expect(person.page.locator("#plane svg.crossroll-board")).to_be_visible()
    ines = people[0]
    active = next(person for person in people if person.is_asked)
    takes(active, "dice:d8+d10")
    for person in people:
        expect(person.page.locator("#say")).to_contain_text("choose the number to use")
        expect(person.prompt).to_have_class(MINE)

    # all walk the same steps at the same time, the last one first
    for word in ("use:d8", "drive", "route:A", "run:A:aberdeen"):
        for person in reversed(people[1:]):
            takes(person, word)
    for person in people[1:]:
        expect(person.page.locator("#plane .x.new")).to_have_count(4)
        expect(person.prompt).not_to_have_class(MINE)
    for seat in (1, 2, 3):
        expect(crosses(ines, seat)).to_have_count(0)
    takes(ines, "use:d8")
    takes(ines, "upgrade")
    expect(ines.page.locator("#rail")).to_contain_text("Round 2")
    for seat in (1, 2, 3):
        expect(crosses(ines, seat)).to_have_count(4)
    expect(people[2].page.locator("#plane .x.new")).to_have_count(0)


# Each plays on her own page at her own pace: when asked, she clicks something she may do, then the button that confirms
# it. She drives if possible, so that the match ends.
CLICKS = """
() => {
  const seen = (element) => element.checkVisibility();
  const is = (word) => document.querySelector("#prompt").classList.contains(word);
  const click = (element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  window.clicked = [];
  const word = (element) => element.dataset.option ?? element.dataset.wordOf;
  const main = () => document.querySelector("#acts .go");
  const now = () => [document.body.dataset.number, document.querySelector("#say").textContent, !main()].join();
  let before = "", waited = 0;
  const act = () => {
    if (main() && seen(main())) return click(main());
    const options = [...document.querySelectorAll("[data-option][data-can], #acts [data-word-of]")].filter(seen);
    if (!options.length) return;
    const any = options[window.clicked.length % options.length];
    const chosen = options.find((element) => word(element) === "drive") ?? any;
    window.clicked.push(word(chosen));
    click(chosen);
  };
  const step = () => {
    if (is("over")) return;
    if (is("you") && (now() !== before || waited++ > 100)) {
      before = now();
      waited = 0;
      act();
    }
    setTimeout(step, 40);
  };
  step();
}
"""


def all_but_the_last_two_rounds(seed: int) -> list[Answer]:
    """Answers of four sensible players."""
    match, rounds = Match(game, 4, seed=seed, live=False), [0]
    while decisions := match.decisions:
        if match.state.round > len(rounds):
            rounds.append(match.number)
        rates = rate(match.view(decisions[0].seat), decisions[0])
        match.choose(decisions[0].seat, decisions[0].options[max(range(len(rates)), key=rates.__getitem__)])
    return match.log[: rounds[-2]]


@pytest.mark.long
def test_four_people_click_a_match_to_its_end_each_at_her_own_pace(visit: Visit) -> None:
    people, table = four_at_a_table(visit, seed="29")
    # the long middle of the match is played over the API, each seat with its own person's cookies
    cookies = [{c["name"]: c["value"] for c in person.page.context.cookies()} for person in people]
    clients = [httpx.Client(cookies=own, timeout=LIMIT) for own in cookies]
    api = table.replace("/t/", "/api/tables/")
    for seat, option in all_but_the_last_two_rounds(29):
        if seat >= 0:  # when all choose in secret, each seat has its own number
            number = clients[seat].get(f"{api}?scene=no").json()["number"]
            answer = clients[seat].post(f"{api}/choose?scene=no", json={"number": number, "option": option})
            assert answer.status_code == 200, answer.text
    for person in people:
        person.goes(table)
        person.sits()
    for person in people:
        person.page.evaluate(CLICKS)
    for person in people:
        expect(person.prompt).to_have_class(OVER)
    assert all(len(person.page.evaluate("window.clicked")) >= 3 for person in people)
    assert len({person.number for person in people}) == 1
    for person in people:
        # one player with the most points, or several
        expect(person.prompt).to_contain_text(re.compile(r"\bwins?\b|share"))
