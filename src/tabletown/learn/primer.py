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
    """A sentence and its clauses."""

    say: str
    rules: list[str]
    title: str = ""
    key: str = ""  # the decisive words, which are underlined


class PrimerFigure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A figure: a step of the guided game, in its own words unless those give instructions."""

    step: int  # counted from 1
    at: list[str] = []  # what to show, if the step itself names nothing that is drawn
    title: str = ""
    say: str = ""
    sum: str = ""  # the result, in bold


class Primer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    goal: Sentence
    turn: list[Sentence]
    ending: list[Sentence]
    mistake: list[Sentence]
    figure: list[PrimerFigure]
    prices: str = ""  # the panel with prices, if there is one

    @property
    def sentences(self) -> list[Sentence]:
        return [self.goal, *self.turn, *self.ending, *self.mistake]


class Figure(NamedTuple):
    """A moment of the guided game: the board at that moment and what to notice on it; or a panel."""

    board: str
    title: str
    say: str
    sum: str
    places: list[str]  # the places pointed at
    panel: str = ""  # shown instead of the board, if the step isn't about the board


def load_primer(folder: Path) -> Primer | None:
    file = folder / "content" / "primer.toml"
    return load_content(file, Primer) if file.exists() else None


_drawn: dict[tuple[str, str], list[Figure]] = {}  # by game and language, because a lesson is played only once


def figures(game: Game, primer: Primer) -> list[Figure]:
    key = game.about.id, language.get().code
    if key not in _drawn:
        _drawn[key] = _played(game, primer)
    return _drawn[key]


def _played(game: Game, primer: Primer) -> list[Figure]:
    """The match of the lesson, with every step's task done.

    A step without a task is drawn before the others' moves.
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
    """All prices at the start of the guided game, as seen by someone who can't buy."""
    scene = course(game).start().scene(None) if primer.prices else Scene("", "")
    return next((panel.html for panel in scene.panels if panel.id == primer.prices), "")


def underlined(goal: Sentence) -> tuple[str, str, str]:
    """The goal in three parts, with the decisive part in the middle."""
    words, key = named(goal.say), named(goal.key) if goal.key else ""
    return words.partition(key) if key and key in words else (words, "", "")


def panel_of(scene: Scene, point: Sequence[str]) -> str:
    """The panel that a step is about, unless it also points at the board."""
    if not point or not point[0].startswith("panel:") or any(each.startswith("#") for each in point):
        return ""
    wanted = point[0].removeprefix("panel:")
    return next((panel.html for panel in scene.panels if panel.id == wanted), "")
