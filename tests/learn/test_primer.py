"""Primers: every sentence has its clauses, its numbers come from them, and figures are moments of a real match."""

from __future__ import annotations

import re

import pytest

from tabletown.kernel import Game
from tabletown.learn import course
from tabletown.learn.lesson import spoken
from tabletown.learn.primer import Primer, figures, load_primer, price_list, underlined
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
    book = load_rulebook(game)
    clauses = {clause.id: clause.text for clause in book.rule} | {one.id: one.ruling for one in book.ruling}
    for sentence in primer(game).sentences:
        assert sentence.rules, sentence.say
        unknown = [rule for rule in sentence.rules if rule not in clauses]
        assert not unknown, f"{sentence.say}: no such clause: {unknown}"
        text = " ".join(f"{rule} {clauses[rule]}" for rule in sentence.rules).replace("$c", "1")
        plain = set(map(int, re.findall(r"\d+", sentence.say)))
        known = numbers(text) | {1}  # "one" is also an ordinary word
        assert plain <= known, f"{sentence.say}: {plain - known} in none of {sentence.rules}"


@pytest.mark.parametrize("game", games(), ids=lambda game: game.about.id)
def test_a_primer_has_all_its_parts_and_its_figures_are_played(game: Game) -> None:
    found = primer(game)
    assert len(found.turn) == 5 and all(one.title for one in found.turn)
    assert 2 <= len(found.ending) <= 4 and 3 <= len(found.mistake) <= 4
    steps = [figure.step for figure in found.figure]
    assert 4 <= len(steps) <= 6 and steps == sorted(set(steps))
    drawn = figures(game, found)
    assert len(drawn) == len(steps)
    lesson = course(game).lesson
    for of, figure in zip(found.figure, drawn):
        point, step = of.at or lesson.step[of.step - 1].point, lesson.step[of.step - 1]
        of_panel = bool(point) and point[0].startswith("panel:") and not any(each.startswith("#") for each in point)
        assert bool(figure.panel) == of_panel, "a step that speaks of a panel shows that panel"
        assert figure.board.startswith("<svg") and figure.say == (of.say or spoken(step.say))
        drawn_there = re.findall(r'(?:id|data-word|data-option|data-place)="([^"]+)"', figure.board)
        shown = {place.removeprefix("#") for place in figure.places} & {*drawn_there}
        assert shown or figure.panel, f"{figure.title}: nothing of {figure.places} is drawn"
    assert len({figure.board for figure in drawn}) > 1


NAMES = re.compile(r"\b[A-J]\d\b|\b\d[ab]\b|District \d")  # numbers in names of places


@pytest.mark.parametrize("game", games(), ids=lambda game: game.about.id)
def test_a_figure_has_no_number_that_its_step_does_not_prove(game: Game) -> None:
    """The texts and facts of steps are checked against the table, so a figure with its own text may only repeat
    them."""
    for figure in primer(game).figure:
        step = course(game).lesson.step[figure.step - 1]
        facts = [value for all in (step.facts, step.later, step.then) for value in all.values() if type(value) is int]
        known = numbers(f"{step.title} {step.say}") | {*facts, 1}
        told = numbers(NAMES.sub("", f"{figure.title} {figure.say} {figure.sum}"))
        assert told <= known, f"{figure.title or step.title}: {told - known}"


def test_a_figure_of_a_step_that_only_tells_shows_the_table_it_tells_of() -> None:
    """Emissions are 71 when the step speaks, and 74 after the others have built."""
    city = next(game for game in games() if game.about.id == "broken-cities")
    damage = next(figure for figure in figures(city, primer(city)) if "71 emissions" in figure.sum)
    assert ">71<" in damage.panel and ">74<" not in damage.panel


@pytest.mark.parametrize("game", games(), ids=lambda game: game.about.id)
def test_the_words_that_decide_are_underlined_and_prices_are_listed_where_there_are_any(game: Game) -> None:
    found = primer(game)
    before, key, after = underlined(found.goal)
    assert key == found.goal.key != "" and before + key + after == found.goal.say
    assert bool(price_list(game, found)) == (game.about.id == "broken-cities")
    assert "data-option" not in price_list(game, found)
