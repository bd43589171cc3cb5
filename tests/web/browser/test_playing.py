"""Whole matches in real browsers."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tabletown.web.testing import Server
from tests.waiting import until
from tests.web.browser.conftest import Visit
from tests.web.browser.person import Person


def seated(visit: Visit) -> tuple[Person, Person]:
    ann, bo = visit("Ann"), visit("Bo")
    ann.opens("signposts", "me", "link")
    bo.joins(ann)
    expect(ann.page.locator("#chips")).to_contain_text("Bo")
    return ann, bo


def test_two_people_play_a_whole_match_by_clicking(visit: Visit) -> None:
    ann, bo = visit("Ann"), visit("Bo")
    ann.fills_in("signposts", "me", "link")
    bo.follows(ann.link("Seat of Player 2"))
    expect(ann.page.locator("#chips")).to_contain_text("Bo")
    turns = 0
    while not ann.is_over:
        asked = until(lambda: [each for each in (ann, bo) if each.is_asked or each.is_over], "somebody is asked")
        if not ann.is_over:
            asked[-1].answers(turns)
            turns += 1
        assert turns < 40
    expect(ann.page.locator(".data tfoot")).to_contain_text("Points")
    expect(bo.prompt).to_have_class(re.compile("over"))
    won = "You win, " + ann.says.partition(", ")[2]  # the course of the match depends on who answers first
    assert won in (ann.says, bo.says) or ann.says == bo.says == "You all win"
    before = ann.page.url
    ann.page.get_by_role("button", name="Play again").click()
    bo.page.get_by_role("link", name="To the next table").click()
    bo.page.wait_for_url(lambda url: "/t/" in url and url != before)


@pytest.mark.long
def test_one_plays_against_a_bot_with_the_keyboard_only(visit: Visit) -> None:
    ann = visit("Ann")
    ann.goes("/")
    page = ann.page
    for _ in range(60):  # reach the button by Tab alone
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('aria-label')") == "Play Signposts now, against bots":
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    ann.sits()
    for turns in range(40):
        expect(ann.prompt).to_have_class(re.compile(r"\b(you|over)\b"))
        if ann.is_over:
            break
        before = ann.number
        if "motto" in ann.says:
            while page.evaluate("document.activeElement.tagName") != "INPUT":
                page.keyboard.press("Tab")
            page.keyboard.type("Look north")
            page.keyboard.press("Enter")
        elif "turn the signpost" in ann.says:
            ann.presses("r", "r", "Shift+R")
            assert "Face east" in page.locator("#acts .go").inner_text()
            ann.presses("Enter")
        else:
            ann.presses("ArrowRight", *(["ArrowDown"] * (turns % 3)), "Enter")
            if "bid" in ann.says:
                ann.presses("Enter")
        ann.waits_for_change(before)
    assert ann.is_over
    ann.reads_in_the_log("Look north")


def test_a_reload_in_the_middle_of_a_turn_changes_nothing(visit: Visit) -> None:
    ann, bo = seated(visit)
    for person in (ann, bo):
        person.page.get_by_role("button", name="Bid 2").click()
        person.answers()
    first = next(person for person in (ann, bo) if wait_asked(person, ann, bo))
    first.page.locator('#plane [data-option="cell:B2"]').click()
    first.is_told("Your turn: turn the signpost on B2")
    first.page.reload()
    first.sits()
    first.is_told("Your turn: turn the signpost on B2")
    first.presses("Escape")
    first.is_told("Your turn: pick a crossing")


def wait_asked(person: Person, *people: Person) -> bool:
    """Whether one of these people is asked alone, and whether it is this one."""
    until(lambda: any(each.is_asked and "bid" not in each.says for each in people), "somebody is asked")
    return person.is_asked


def test_a_lost_connection_comes_back_by_itself(visit: Visit, host: Server) -> None:
    ann = visit("Ann")
    ann.plays("signposts")
    ann.page.get_by_role("button", name="Bid 1").click()
    host.kill()
    ann.is_told(re.compile("Reconnecting"))
    expect(ann.page.locator("body")).to_have_class(re.compile(r"\boff\b"))
    expect(ann.page.get_by_role("button", name="Try now")).to_be_visible()
    host.start()
    ann.is_told(re.compile("bid in secret"))
    ann.answers()  # the selection is still there


def takes_back(person: Person) -> None:
    """Undo a move that needs the others' consent."""
    person.page.locator("#tools").get_by_role("button", name="Undo").click()
    person.page.get_by_role("dialog").get_by_role("button", name="Undo").click()


@pytest.mark.long
def test_what_was_revealed_is_taken_back_only_if_the_other_agrees(visit: Visit) -> None:
    ann, bo = visit("Ann"), visit("Bo")
    ann.opens("connect-four", "me", "link")
    bo.joins(ann)
    ann.is_told("Your turn: drop a disc into a column")
    ann.answers(3)
    bo.is_told("Your turn: drop a disc into a column")
    bo.answers(3)
    ann.is_told("Your turn: drop a disc into a column")
    takes_back(ann)
    expect(bo.page.get_by_role("dialog")).to_contain_text("Ann asks to undo the last move")
    bo.page.get_by_role("button", name="Refuse").click()
    expect(bo.page.get_by_role("dialog")).to_have_count(0)
    takes_back(ann)
    bo.page.get_by_role("button", name="Agree").click()
    expect(ann.page.locator(".log li")).to_have_count(0)
    ann.is_told("Your turn: drop a disc into a column")


def test_a_spectator_sees_the_table_and_cannot_act(visit: Visit) -> None:
    ann, zoe = visit("Ann"), visit("Zoe")
    ann.plays("signposts")
    zoe.goes(ann.link("For spectators"))
    zoe.sits()
    assert not zoe.is_asked
    assert zoe.options().count() == 0
    assert "secret points" not in zoe.page.content()
    expect(ann.prompt).to_have_class(re.compile(r"\byou\b"))  # otherwise a bot moves meanwhile
    number = ann.number
    zoe.page.locator("#plane [data-word]").first.click()
    expect(zoe.page.locator("#bubble")).to_contain_text("You're watching")
    zoe.presses("Enter", "u", "Escape")
    assert ann.number == number


def test_a_refused_place_says_why_and_links_its_rule(visit: Visit) -> None:
    ann, bo = seated(visit)
    for person, bid in ((ann, "Bid 3"), (bo, "Bid 0")):
        person.page.get_by_role("button", name=bid).click()
        person.answers()
    ann.is_told("Your turn: pick a crossing")
    ann.page.locator('#plane [data-option="cell:A1"]').click()
    ann.is_told("Your turn: turn the signpost on A1")
    ann.presses("Enter")
    bo.is_told("Your turn: pick a crossing")
    bo.page.locator('[data-word="cell:A1"]').click()
    bubble = bo.page.locator("#bubble")
    expect(bubble).to_contain_text("Not on A1. A signpost stands there already.")
    expect(bubble.get_by_role("link", name="Read the rule")).to_have_attribute("href", re.compile("#place$"))
    assert bo.is_asked
    bo.presses("Escape", "?")
    bo.page.get_by_label("Why can't I…?").fill("crossing a1")
    bo.presses("Enter")
    expect(bubble).to_contain_text("Not on A1.")


@pytest.mark.long
def test_the_title_says_whose_turn_it_is(visit: Visit) -> None:
    ann, bo = visit("Ann"), visit("Bo")
    ann.opens("connect-four", "me", "link")
    bo.joins(ann)
    expect(ann.page).to_have_title("● Your turn: Connect Four")
    expect(ann.page.locator("#favicon")).to_have_attribute("href", re.compile("favicon-turn"))
    ann.answers()
    expect(ann.page).not_to_have_title(re.compile("Your turn"))
    expect(bo.page).to_have_title("● Your turn: Connect Four")


@pytest.mark.long
def test_a_shared_screen_is_covered_while_it_is_handed_over(visit: Visit) -> None:
    ann = visit("Ann")
    ann.fills_in("signposts", "me", "here")
    curtain = ann.page.get_by_role("dialog")
    expect(curtain).to_contain_text("Hand the screen to")
    curtain.get_by_role("button").click()
    ann.page.get_by_role("button", name="Bid 1").click()
    ann.page.locator("#acts .go").click()
    expect(curtain).to_contain_text("Hand the screen to")
    curtain.get_by_role("button").click()
    expect(ann.prompt).to_have_class(re.compile("s2"))


def test_people_talk_and_watchers_read_it(visit: Visit) -> None:
    ann, bo = seated(visit)
    ann.page.get_by_role("tab", name="Chat").click()
    ann.page.get_by_label("Write a message").fill("<b>Good luck</b>, Bo")
    ann.presses("Enter")
    expect(bo.page.get_by_role("tab", name="Chat 1")).to_be_visible()
    bo.page.get_by_role("tab", name="Chat 1").click()
    expect(bo.page.locator(".chat")).to_contain_text("<b>Good luck</b>, Bo")


SIGNAL = """() => {
  const one = document.createElement("i");
  one.style.color = "var(--signal)";
  document.body.append(one);
  const colour = getComputedStyle(one).color;
  one.remove();
  return colour;
}"""


def test_a_hint_points_at_a_good_option(visit: Visit) -> None:
    ann = visit("Ann")
    ann.plays("connect-four")
    page = ann.page
    expect(ann.prompt).to_have_class(re.compile(r"\byou\b"))
    page.keyboard.press("h")
    expect(page.locator(".hinted")).to_have_count(1)
    card = page.locator("#hintcard")
    expect(card).to_contain_text("Hint 1 of 3")
    first = page.locator(".hinted").get_attribute("data-option")
    card.get_by_role("button", name="Another hint").click()
    expect(card).to_contain_text("Hint 2 of 3")
    assert page.locator(".hinted").get_attribute("data-option") != first
    ground = "one => getComputedStyle(one).backgroundColor"
    take, close = card.get_by_role("button", name="Use this move"), card.get_by_role("button", name="Close")
    assert take.evaluate(ground) == page.evaluate(SIGNAL) != close.evaluate(ground), "what may be pressed is magenta"
    page.keyboard.press("Escape")
    expect(page.locator("#hintcard")).to_have_count(0)


def test_a_hint_shows_the_move_and_plays_all_of_it(visit: Visit) -> None:
    """In Crossroll: the number, the action, the route and the run."""
    ann = visit("Ann", own=True)
    lines: list[WebSocketRoute] = []

    def meets(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    page = ann.page
    page.route_web_socket(re.compile("/stream"), meets)
    ann.sends("/new", game="crossroll", count="1", name="Ann", seed="5", **{"seat-0": "me"})
    page.locator('[data-option="dice:d4+d6"]').first.click()
    end = page.locator("#plane .end[data-can]").first
    expect(end).to_be_visible()
    steps = (end.get_attribute("data-option") or "").removeprefix("path:").split(" ")
    before = ann.number
    news = {"number": before, "option": steps[0], "label": "Use it", "why": "", "changes": [], "others": []}
    lines[-1].send(json.dumps({"type": "hint", "instead": "", "steps": steps, **news}))
    card = page.locator("#hintcard")
    expect(card).to_contain_text("Drive")  # the whole move, not only its first step
    expect(page.locator("#plane .run.on")).to_have_count(1)
    card.get_by_role("button", name="Use this move").click()
    ann.waits_for_change(before)
    expect(card).to_have_count(0)
    ann.reads_in_the_log("drove")


@pytest.mark.long
def test_a_hint_draws_what_it_would_change_and_takes_it_away(visit: Visit) -> None:
    ann = visit("Ann")
    ann.opens("right-of-way", "me", "bot")
    page = ann.page
    expect(ann.prompt).to_have_class(re.compile(r"\byou\b"))
    page.keyboard.press("h")
    expect(page.locator("#hintcard")).to_be_visible()
    expect(page.locator("#plane #ghost")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#plane #ghost")).to_have_count(0)


@pytest.mark.long
def test_a_line_leads_from_the_hint_to_the_thing(visit: Visit) -> None:
    ann = visit("Ann")
    ann.opens("right-of-way", "me", "me")
    page = ann.page
    page.locator("#hand [data-option]").first.click()
    expect(page.locator("#plane [data-can]").first).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator("#lead circle")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#lead")).to_have_count(0)


# how far the ring around the focused piece extends beyond the visible hand, and the ring around a hinted one
AROUND = """() => {
  const one = document.querySelector("#hand .hinted"), style = getComputedStyle(one), hand = one.closest(".handbody");
  const ring = style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset);
  const [piece, shown] = [one, hand].map((each) => each.getBoundingClientRect());
  const beyond = Math.max(shown.top - (piece.top - ring), piece.bottom + ring - shown.bottom);
  return { focused: one.matches(":focus-visible"), beyond, filter: style.filter };
}"""


@pytest.mark.long
def test_nothing_around_a_piece_in_the_hand_is_cut(visit: Visit) -> None:
    ann = visit("Ann")
    ann.opens("right-of-way", "me", "me")
    page = ann.page
    page.wait_for_selector("#hand [data-option]")
    page.keyboard.press("h")
    expect(page.locator("#hintcard")).to_be_visible()
    if not page.locator("#hand .hinted").count():  # the plot to reserve; the others are tiles
        page.get_by_role("button", name="Another hint").press("Enter")
    expect(page.locator("#hand .hinted")).to_have_count(1)
    page.locator("#hand .hinted").focus()
    around = page.evaluate(AROUND)
    assert around["focused"] and around["beyond"] <= 0.5 and around["filter"] == "none", around


@pytest.mark.long
def test_a_hint_for_a_button_rings_it_and_leads_to_it(visit: Visit) -> None:
    ann = visit("Ann", own=True)
    lines: list[WebSocketRoute] = []

    def meets(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    page = ann.page
    page.route_web_socket(re.compile("/stream"), meets)
    ann.opens("right-of-way", "me", "me")
    button = page.locator("#acts [data-word-of]")
    expect(button).to_have_text("Reserve a plot")
    number, word = ann.number, button.get_attribute("data-word-of")
    news = {"number": number, "option": word, "label": "Reserve a plot", "why": "", "changes": [], "others": []}
    lines[-1].send(json.dumps({"type": "hint", "instead": "", **news}))
    expect(page.locator("#acts .hinted")).to_have_count(1)
    page.locator("#acts .hinted").evaluate("one => one.blur()")  # otherwise the focus ring is found
    expect(button).to_have_css("box-shadow", re.compile("inset"))
    page.get_by_role("button", name="Use this move").click()
    ann.waits_for_change(number)


@pytest.mark.long
def test_nothing_of_a_hint_is_cut_on_a_phone(visit: Visit) -> None:
    ann = visit("Ann", phone=True)
    ann.opens("broken-cities", "me", "me", "me")
    page = ann.page
    page.wait_for_selector("#prompt.you")
    page.get_by_role("button", name="Hint", exact=True).tap()
    card = page.locator("#hintcard")
    expect(card).to_be_visible()
    for _ in range(3):
        assert card.evaluate("one => one.scrollHeight <= one.clientHeight + 1"), card.inner_text()
        if card.get_by_role("button", name="Another hint").count():
            card.get_by_role("button", name="Another hint").tap()


@pytest.mark.long
def test_a_game_without_points_ends_with_how_it_ended(visit: Visit) -> None:
    ann, bo = visit("Ann"), visit("Bo")
    ann.opens("connect-four", "me", "link")
    bo.joins(ann)
    for turn in range(7):  # Ann fills the first column, Bo the second
        (ann, bo)[turn % 2].answers(turn % 2)
    expect(bo.prompt).to_have_class(re.compile("over"))
    ending = bo.page.get_by_role("group", name="The end")
    expect(ending).to_contain_text("Ann has four in a row.")
    expect(bo.page.get_by_role("group", name="Points")).to_have_count(0)


@pytest.mark.long
def test_anybody_may_sit_down_at_an_open_table(visit: Visit) -> None:
    ann, zoe = visit("Ann"), visit("Zoe")
    table = ann.opens("connect-four", "me", "open")
    zoe.goes(table)
    zoe.sits()
    ann.answers()
    zoe.page.get_by_role("button", name="Sit down").click()
    zoe.page.get_by_label("Your name").fill("Zoe")
    zoe.page.get_by_role("button", name="Take the seat").click()
    zoe.is_told("Your turn: drop a disc into a column")


@pytest.mark.long
def test_what_a_move_leaves_as_it_was_stays_the_same_element(visit: Visit) -> None:
    """So focus, scrolling and motion on the board survive."""
    ann = visit("Ann")
    ann.plays("right-of-way")
    page = ann.page
    marked = page.evaluate(
        "() => { const all = [...document.querySelectorAll('#plane [id], #plane svg, .panel .body, .handbody')];"
        " all.forEach(one => one.wasHere = true); return all.length }"
    )
    for _ in range(3):
        before = ann.number
        ann.answers(0)
        ann.waits_for_change(before)
    kept = page.evaluate(
        "() => [...document.querySelectorAll('#plane [id], #plane svg, .panel .body, .handbody')]"
        ".filter(one => one.wasHere).length"
    )
    assert marked > 20 and kept > 0.8 * marked
