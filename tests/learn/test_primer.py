"""Primers: every sentence has its clauses, every number in it is theirs, and figures are moments of a real match."""

from __future__ import annotations

import re

import pytest

from tabletown.kernel import Game
from tabletown.learn import course
from tabletown.learn.lesson import spoken
from tabletown.learn.primer import Primer, figures, load_primer
from tabletown.registry import games
from tabletown.rulebook import load_rulebook

SPELLED = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "half": 2}


def primer(game: Game) -> Primer:
    assert game.folder is not None
    found = load_primer(game.folder)
    assert found is not None, f"{game.about.title} has no primer"
    return found


def numbers(words: str) -> set[int]:
    figures = {int(number) for number in re.findall(r"\d+", words)}
    return figures | {value for word, value in SPELLED.items() if re.search(rf"\b{word}\b", words.lower())}


@pytest.mark.parametrize("game", games(), ids=lambda game: game.about.id)
def test_every_sentence_names_its_clauses_and_has_no_number_that_they_have_not(game: Game) -> None:
    clauses = {clause.id: clause.text for clause in load_rulebook(game).rule}
    for sentence in primer(game).sentences:
        assert sentence.rules, sentence.say
        unknown = [rule for rule in sentence.rules if rule not in clauses]
        assert not unknown, f"{sentence.say}: no such clause: {unknown}"
        text = " ".join(f"{rule} {clauses[rule]}" for rule in sentence.rules).replace("$c", "1")
        plain = set(map(int, re.findall(r"\d+", sentence.say)))
        known = numbers(text) | {1}  # "one" is also a word of its own
        assert plain <= known, f"{sentence.say}: {plain - known} in none of {sentence.rules}"


@pytest.mark.parametrize("game", games(), ids=lambda game: game.about.id)
def test_a_primer_has_all_its_parts_and_its_figures_are_played(game: Game) -> None:
    found = primer(game)
    assert len(found.turn) == 5 and all(one.title for one in found.turn)
    assert 2 <= len(found.ending) <= 4 and 3 <= len(found.mistake) <= 4
    assert 4 <= len(found.figures) <= 6 and found.figures == sorted(set(found.figures))
    drawn = figures(game, found)
    assert len(drawn) == len(found.figures)
    lesson = course(game).lesson
    for number, figure in zip(found.figures, drawn):
        point = found.at.get(str(number), lesson.step[number - 1].point)
        of_panel = bool(point) and point[0].startswith("panel:") and not any(each.startswith("#") for each in point)
        assert bool(figure.panel) == of_panel, "a step that speaks of a panel shows that panel"
        assert figure.board.startswith("<svg") and figure.say == spoken(lesson.step[number - 1].say)
        drawn_there = re.findall(r'(?:id|data-word|data-option|data-place)="([^"]+)"', figure.board)
        shown = {place.removeprefix("#") for place in figure.places} & {*drawn_there}
        assert shown or figure.panel, f"{figure.title}: nothing of {figure.places} is drawn"
    assert len({figure.board for figure in drawn}) > 1
