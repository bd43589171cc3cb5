"""The pseudo-language finds words that no translator could reach: they are the ones without accents.

Every question of a match is walked through: text view, prompts, log, refusals, labels, panels and the picture's own
words. Right of Way has none left. In the others some names of content still stand outside; the share may only fall.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from tabletown import registry
from tabletown.kernel import CHANCE, Match
from tabletown.words import PSEUDO, speak, speaking

NAMES = ["Ann", "Bo", "Cy", "Di"]
SAID = ("aria-label", "title", "alt", "placeholder")
WORD = re.compile(r"[^\W\d_]{2,}")
OUTSIDE = {  # the share of visible words outside messages, in percent: to be brought to 0
    "broken-cities": 37,
    "cross-bronx": 11,
    "crossroll": 36,
    "new-york-crisis": 11,
    "right-of-way": 0,
}


class Visible(HTMLParser):
    """The words of a piece of markup that somebody sees or hears."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.words += [value or "" for name, value in attrs if name in SAID]

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def shown(match: Match) -> Iterator[str]:
    decision = match.decisions[0]
    seat = decision.seat if decision.seat != CHANCE else 0
    scene = match.scene(seat)
    yield from Visible(scene.board).words
    for panel in scene.panels:
        yield from (panel.title, panel.tab, *Visible(panel.html).words)
    yield from (scene.text, scene.peek, *scene.crumbs, *scene.labels.values(), *scene.buttons.values())
    yield decision.prompt.render(match.names, seat)
    for option in decision.options if decision.seat != CHANCE else ():
        yield match.label(decision, option)
    if decision.why is not None and decision.seat != CHANCE:
        for word in ("pass", "done", "end", "skill", "plot:A1", "reserve:A1", "tile:2-straight"):
            if word not in decision.options and (reason := decision.why(word)) is not None:
                yield reason.text.render(match.names)


@pytest.mark.parametrize("id", OUTSIDE)
def test_no_visible_word_stands_outside_a_message(id: str) -> None:
    game, rng = registry.game(id), random.Random(1)
    match = Match(game, None if game.about.roles else NAMES[: game.about.default_seats], seed=1)
    words: list[str] = []
    with speaking(speak(PSEUDO)):
        for number in range(90):
            if match.over:
                break
            if number % 6 == 0:
                words += [word for said in shown(match) for word in WORD.findall(said)]
            decision = match.decisions[0]
            match.choose(decision.seat, rng.choice(list(decision.options)))
        words += [word for line in match.lines for word in WORD.findall(line.text.render(match.names, 0))]
    plain = [word for word in words if word.isascii() and word not in NAMES]
    share = 100 * len(plain) / len(words)
    assert share <= OUTSIDE[id], f"{share:.1f} % of the words, such as {sorted(set(plain))[:20]}"
