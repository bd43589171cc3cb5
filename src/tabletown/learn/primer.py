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


class Primer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    goal: Sentence
    turn: list[Sentence]
    ending: list[Sentence]
    mistake: list[Sentence]
    figures: list[int]  # steps of the guided game, counted from 1
    at: dict[str, list[str]] = {}  # by step: what its figure shows, where the step itself names nothing that is drawn

    @property
    def sentences(self) -> list[Sentence]:
        return [self.goal, *self.turn, *self.ending, *self.mistake]


class Figure(NamedTuple):
    """A moment of the guided game: the board as it stood there, and what is to be seen on it; or a panel beside it."""

    board: str
    title: str
    say: str
    sums: list[tuple[str, str]]
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
    """Played by the rules: the match that the lesson leads to, when each of these steps is done."""
    led, found = course(game), []
    match = led.start()
    for number in primer.figures:
        end = led.begins[number] if number < len(led.begins) else len(led.log)
        while match.number < end:
            answer = led.log[match.number]
            match.choose(answer.seat, answer.option)
        step = led.lesson.step[number - 1]
        sums = [(say(what), value) for what, value in step.sums]
        scene = match.scene(led.lesson.you) if game.view.scene is not None else Scene("", "")
        places = primer.at.get(str(number), [*step.point, *step.expect])
        panel = panel_of(scene, places)
        found.append(Figure(scene.board, say(step.title), spoken(named(step.say), say("choose")), sums, places, panel))
    return found


def panel_of(scene: Scene, point: Sequence[str]) -> str:
    """The panel that a step speaks of first, unless it points at something on the board as well."""
    if not point or not point[0].startswith("panel:") or any(each.startswith("#") for each in point):
        return ""
    wanted = point[0].removeprefix("panel:")
    return next((panel.html for panel in scene.panels if panel.id == wanted), "")
