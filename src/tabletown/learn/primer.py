"""A game on one page: the goal, a turn at a glance, figures from the guided game, how it ends, common mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from tabletown.content import load_content
from tabletown.drawing import named
from tabletown.kernel import Game, Scene, say
from tabletown.kernel.text import language
from tabletown.learn.course import course
from tabletown.learn.lesson import spoken


class Sentence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said, and the clauses that say so."""

    say: str
    rules: list[str]
    title: str = ""
    key: str = ""  # the words of it that decide, underlined


class PrimerFigure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A figure: a step of the guided game, in its own words where those of the step tell somebody what to do."""

    step: int  # counted from 1
    at: list[str] = []  # what it shows, where the step itself names nothing that is drawn
    title: str = ""
    say: str = ""
    sum: str = ""  # what it comes to, in bold


class Primer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    goal: Sentence
    turn: list[Sentence]
    ending: list[Sentence]
    mistake: list[Sentence]
    figure: list[PrimerFigure]
    prices: str = ""  # the panel that lists them, where there are any

    @property
    def sentences(self) -> list[Sentence]:
        return [self.goal, *self.turn, *self.ending, *self.mistake]


class Figure(NamedTuple):
    """A moment of the guided game: the board as it stood there, and what is to be seen on it; or a panel beside it."""

    board: str
    title: str
    say: str
    sum: str
    places: list[str]  # what is pointed at
    panel: str = ""  # shown in place of the board, where the step speaks of nothing on it


def load_primer(folder: Path) -> Primer | None:
    file = folder / "content" / "primer.toml"
    return load_content(file, Primer) if file.exists() else None


_drawn: dict[tuple[str, str], list[Figure]] = {}  # by game and language: a lesson is played once


def figures(game: Game, primer: Primer) -> list[Figure]:
    key = game.about.id, language.get().code
    if key not in _drawn:
        _drawn[key] = _played(game, primer)
    return _drawn[key]


def _played(game: Game, primer: Primer) -> list[Figure]:
    """Played by the rules: the match that the lesson leads to, when what each step asks for is done.

    A step that only tells is drawn as it finds the table: the others play on when it is over.
    """
    led, found = course(game), []
    match = led.start()
    for figure in primer.figure:
        step = led.lesson.step[figure.step - 1]
        end = led.begins[figure.step] if step.expect else led.begins[figure.step - 1]
        while match.number < end:
            answer = led.log[match.number]
            match.choose(answer.seat, answer.option)
        scene = match.scene(led.lesson.you) if game.view.scene is not None else Scene("", "")
        places = figure.at or [*step.point, *step.expect]
        words = named(figure.say) if figure.say else spoken(named(step.say), say("choose"))
        title, result = named(figure.title or step.title), named(figure.sum) if figure.sum else ""
        found.append(Figure(scene.board, title, words, result, places, panel_of(scene, places)))
    return found


def price_list(game: Game, primer: Primer) -> str:
    """What everything costs when the guided game begins, as seen by someone who cannot buy."""
    scene = course(game).start().scene(None) if primer.prices else Scene("", "")
    return next((panel.html for panel in scene.panels if panel.id == primer.prices), "")


def underlined(goal: Sentence) -> tuple[str, str, str]:
    """The goal in three parts; the middle one decides."""
    words, key = named(goal.say), named(goal.key) if goal.key else ""
    return words.partition(key) if key and key in words else (words, "", "")


def panel_of(scene: Scene, point: Sequence[str]) -> str:
    """The panel that a step speaks of first, unless it points at something on the board as well."""
    if not point or not point[0].startswith("panel:") or any(each.startswith("#") for each in point):
        return ""
    wanted = point[0].removeprefix("panel:")
    return next((panel.html for panel in scene.panels if panel.id == wanted), "")
