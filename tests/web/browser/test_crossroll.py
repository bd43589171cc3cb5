"""Four people at one Crossroll table, each with a browser of her own, act at the same time."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.browser.conftest import Visit
from tests.web.browser.person import Person


def takes(person: Person, word: str) -> None:
    """Click what is drawn or written for this option, and confirm it where a run is previewed first."""
    before, page = person.number, person.page
    place = page.locator(f'[data-option^="{word}"][data-can]:visible, #acts [data-word-of^="{word}"]:visible').first
    drawn = place.locator("circle.hit").count() > 0
    target = place.locator("circle.hit") if drawn else place
    if page.viewport_size == {"width": 390, "height": 844}:
        target.dispatch_event("click")  # it may lie on a part of the map that one would have to pan to
    else:
        target.click(force=drawn)
    if word.startswith(("run:", "crossroad:")):
        page.locator("#acts .go").click()
    person.waits_for_change(before)


def crosses(person: Person, seat: int) -> int:
    """How many crosses this person sees on the small board of another seat."""
    return person.page.locator(f"#crossroll-other-{seat} .small .x").count()


def test_four_people_act_at_the_same_time_and_see_the_others_only_when_all_are_done(visit: Visit) -> None:
    people = [visit("Ines"), visit("Wei", phone=True), visit("Ana", dark=True), visit("Luke")]
    ines = people[0]
    ines.goes("/new?game=crossroll")
    page = ines.page
    page.get_by_label("Your name").fill("Ines")
    page.locator("#count").select_option("4")
    for seat in (1, 2, 3):
        page.locator(f'[data-seat="{seat}"] .seg label', has_text="Friend by link").click()
    page.locator("#seed").evaluate("field => { field.value = '27' }")  # Ana rolls 4 and 2
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    ines.sits()
    for number, guest in enumerate(people[1:], start=2):
        guest.joins(ines.link(f"Seat of Player {number}"))
    for person in people:
        expect(person.page.locator("#plane svg.crossroll-board")).to_be_visible()
    active = next(person for person in people if person.is_asked)
    takes(active, "dice:d8+d10")
    for person in people:
        expect(person.page.locator("#say")).to_contain_text("choose the number you use")
    assert all(person.is_asked for person in people)

    # all walk the same steps at the same time, the last one first
    for word in ("use:d8", "drive", "route:A", "run:A:aberdeen"):
        for person in reversed(people[1:]):
            takes(person, word)
    for person in people[1:]:
        assert person.page.locator("#plane .x.new").count() == 4
        assert not person.is_asked
    assert [crosses(ines, seat) for seat in (1, 2, 3)] == [0, 0, 0]
    takes(ines, "use:d8")
    takes(ines, "upgrade")
    expect(ines.page.locator("#rail")).to_contain_text("Round 2")
    assert [crosses(ines, seat) for seat in (1, 2, 3)] == [4, 4, 4]
    assert people[2].page.locator("#plane .x.new").count() == 0
