"""Collect everything that people read in a match, question by question, in the pseudo-language; text without accents is
not translatable.

python -m tests.words.walk GAME [MATCHES] prints untranslatable text of random matches
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from types import SimpleNamespace
from typing import Any, NamedTuple

import msgspec

from tabletown import registry
from tabletown.kernel import CHANCE, Match
from tabletown.story import explain, why_of
from tabletown.story.results import summarize
from tabletown.translations import PSEUDO, speak, speaking
from tabletown.web.tables.recap import Recap
from tabletown.web.views import views

NAMES = ["Anna", "Beto", "Cyro", "Dino"]
SAID = ("aria-label", "title", "alt", "placeholder")
WORD = re.compile(r"[^\W\d_]{2,}")
# the same in every language: people's names, ids of places, sources and keys
SITE = re.compile(r"[\w-]+(\.[\w-]+)*\.(com|edu|gov|in|net|org)")
SAME = {*NAMES, "SHA", "Tabletown", "English", "Deutsch"}
WISHES = (
    "pass",
    "done",
    "end",
    "skill",
    "plot:A1",
    "reserve:A1",
    "tile:2-straight",
    "step:wall_street",
    "kill",
    "stop",
)


class Visible(HTMLParser):
    """The visible or audible text of a piece of markup."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.silent = 0
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in ("script", "style", "code")
        self.words += [value or "" for name, value in attrs if name in SAID]

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in ("script", "style", "code")

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.words.append(data)


class Said(NamedTuple):
    where: str
    words: str


def shown(match: Match, every_view: bool = True) -> Iterator[Said]:
    """Everything shown and announced while this question is open."""
    decision = match.decisions[0]
    seat = None if decision.seat == CHANCE else decision.seat
    scene = match.scene(seat)
    yield from (Said("board", words) for words in Visible(scene.board).words)
    for panel in scene.panels:
        yield from (Said(f"panel {panel.id}", words) for words in (panel.title, panel.tab, *Visible(panel.html).words))
    yield Said("text", scene.text)
    yield Said("peek", scene.peek)
    yield from (Said("goal", said) for words, fewer, _ in scene.goal for said in (words, fewer))
    yield from (Said("crumb", words) for words in scene.crumbs)
    yield from (Said("standing", words) for words in scene.standing)
    for word in decision.options:
        if (shown := scene.options.get(word)) is not None:
            yield Said(f"label {word}", shown.label)
            yield Said(f"button {word}", shown.button)
            yield from (Said(f"chip {word}", words) for words in (shown.chip, shown.gain, shown.lane))
    asked = views.asked(match, decision, seat, scene)
    yield Said("prompt", asked.prompt)
    yield Said("chance", asked.chance)
    if asked.typed is not None:
        yield Said("typed", asked.typed.hint)
    yield from (Said("waiting", one.prompt) for one in views.waiting(match, seat, seat))
    if seat is None:
        return
    for option in dict.fromkeys(decision.options):
        yield Said(f"terminal {option}", match.label(decision, option))
        yield Said(f"hint {option}", explain(match, decision, option))
    yield Said("hint", why_of(match, decision, decision.options[-1]))
    for wish in WISHES if decision.why is not None else ():
        if wish not in decision.options and (reason := decision.why(*decision.about, wish)) is not None:
            yield Said(f"why not {wish}", reason.text.render(match.names))
    if every_view:
        yield Said("text of a spectator", match.text(None))


IDS = ("places", "crossed", "art", "svg", "board", "medal")  # fields of recaps and results without text


def all_words(where: str, told: Any) -> Iterator[Said]:
    """Every text sent to a page, in any field."""
    if isinstance(told, str):
        yield Said(where, told)
    elif isinstance(told, dict):
        for name, value in told.items():
            yield from all_words(f"{where} {name}", value) if name not in IDS else ()
    elif isinstance(told, list):
        for value in told:
            yield from all_words(where, value)


class StillTable(SimpleNamespace):
    """The parts of a table that its recaps read; unlike its base class it supports weak references."""


def recaps_of(match: Match, seat: int) -> Iterator[Said]:
    """The recap cards, as this seat gets them."""
    table: Any = StillTable(match=match, epoch=0, secret=False, questions=range(4))
    eyes: Any = SimpleNamespace(you=seat, holds=[seat])
    yield from all_words("recap", msgspec.to_builtins(Recap(table).since(eyes)))


def said_of(match: Match, rng: random.Random, every: int, most: int) -> Iterator[Said]:
    for number in range(most):
        if match.over:
            break
        decision = match.decisions[0]
        if number % every == 0:
            yield from shown(match)
            yield from recaps_of(match, max(decision.seat, 0))
        match.choose(decision.seat, rng.choice(list(decision.options)))
    for line in match.lines:
        yield Said("log", line.text.render(match.names, 0))
        yield from (Said("change", change.what.text.render(match.names, 0)) for change in line.changes)
    ended = views.outcome(match)
    if ended is not None:
        yield from all_words("result", msgspec.to_builtins(summarize(match)))
        yield Said("outcome", ended.reason)
        yield from (Said("breakdown", what) for part in ended.breakdown for what in part)


def outside(said: Said) -> list[str]:
    words = SITE.sub("", said.words)
    return [word for word in WORD.findall(words) if word.isascii() and word not in SAME]


def new_match(id: str, seed: int, rng: random.Random | None = None) -> Match:
    game = registry.game(id)
    seats = rng.randint(*game.about.seats) if rng is not None else game.about.default_seats
    options = {s.id: rng.choice(list(s.values)) for s in game.about.settings} if rng is not None else None
    names = None if game.about.roles else NAMES[:seats]
    return Match(game, names if names is not None else seats, seed=seed, options=options, changes=True)


def main(id: str, matches: int = 3) -> None:
    found: dict[str, tuple[int, Said]] = {}
    for seed in range(matches):
        rng = random.Random(seed)
        try:
            match = new_match(id, seed, rng)
        except Exception as error:  # options that can't be combined
            print(error)
            continue
        with speaking(speak(PSEUDO)):
            for said in said_of(match, rng, 7, 2000):
                for word in outside(said):
                    found[word] = found.get(word, (0, said))[0] + 1, found.get(word, (0, said))[1]
    for word, (count, said) in sorted(found.items(), key=lambda item: -item[1][0]):
        at = max(0, said.words.find(word) - 50)
        print(count, word, f"[{said.where}]", repr(said.words[at : at + 110]))


if __name__ == "__main__":
    main(sys.argv[1], int((sys.argv[2:] or ["3"])[0]))
