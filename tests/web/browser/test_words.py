"""Everything on the real page, scripts included, is a message: checked in the pseudo-language."""

from __future__ import annotations

import re

import pytest

from tests.web.browser.conftest import Visit
from tests.web.browser.keyboard import OWN_WORDS, plays
from tests.web.browser.person import Person
from tests.words.walk import Said, outside

# all visible text, and its replacements for screen readers
SEEN = """() => {
  const said = [];
  const place = (one) => one ? `${place(one.parentElement)} ${one.localName}${one.id && "#" + one.id}` : "";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: holder, data } = walker.currentNode;
    if (holder.closest("script, style, code, kbd, noscript, title")) continue;
    if (holder.checkVisibility()) said.push([data, place(holder)]);
  }
  for (const name of ["aria-label", "title", "placeholder"]) {
    for (const one of document.querySelectorAll(`[${name}]`)) {
      if (one.checkVisibility()) said.push([one.getAttribute(name), `${place(one)} ${name}`]);
    }
  }
  return said;
}"""


# names of people and bots, typed text, keys, digests
NAMES = re.compile(rf"\b(Ann|{OWN_WORDS}|\w+ \(bot\)|Esc|Enter|[0-9a-f]{{64}})")


def no_word_outside(person: Person) -> None:
    for words, place in person.page.evaluate(SEEN):
        found = outside(Said("", NAMES.sub("", words)))
        assert not found, f"{person.page.url}{place}: {words.strip()[:160]!r}"


def walk(visit: Visit, game: str, answers: int) -> None:
    person = visit("Ann")
    person.goes("/?lang=en-XA")
    person.plays(game)
    no_word_outside(person)
    while answers and plays(person.page, 1):
        no_word_outside(person)
        answers -= 1


@pytest.mark.long
@pytest.mark.parametrize("game", ["broken-cities", "cross-bronx", "crossroll", "new-york-crisis", "right-of-way"])
def test_every_game_is_spoken_in_the_pseudo_language(visit: Visit, game: str) -> None:
    walk(visit, game, 12)


@pytest.mark.long
def test_dialogs_and_the_replay(visit: Visit) -> None:
    person = visit("Ann")
    person.goes("/?lang=en-XA")
    person.plays("crossroll")
    person.page.locator("#more").click()
    no_word_outside(person)
    person.presses("Escape")
    person.page.locator("#textview").click()
    no_word_outside(person)
    person.goes(person.page.url.split("?")[0] + "/replay")
    person.page.wait_for_selector("#plane svg", state="attached")
    no_word_outside(person)


@pytest.mark.long
@pytest.mark.parametrize("language", ["de", "en"])
def test_the_words_of_the_tools_stand_side_by_side_on_a_phone(visit: Visit, language: str) -> None:
    person = visit("Ann", phone=True)
    person.goes(f"/?lang={language}")
    person.plays("right-of-way")
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)"
    assert person.page.locator("#tools button:visible").evaluate_all(cut) == []
