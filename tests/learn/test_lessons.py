"""Every lesson, played to its end through the real rules: every answer is legal, other clicks get a reply, numbers in
its texts are correct at that moment, and everything it points at is there."""

from __future__ import annotations

import importlib
import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from tabletown import game
from tabletown.kernel import Match
from tabletown.learn import Course, LessonStep, course
from tabletown.learn.course import READ_ON
from tabletown.learn.lesson import Facts, sentences
from tabletown.rulebook import load_rulebook
from tests.learn.moment import Moment

GAMES = ("right-of-way", "crossroll", "broken-cities", "new-york-crisis", "cross-bronx")
every_game = pytest.mark.parametrize("name", GAMES)

WORDS = {
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "fifty": 50,
}
NAMES = re.compile(  # numbers in names rather than counts
    r"Districts? \d(?:(?:, | and | or )\d)*|\b[Rr]ow \d|\b\d[a-d]\b|\b[A-I]\d\b|\bd(?:4|6|8|10)\b"
)
NUMBER = re.compile(r"\d[\d,]*|\b(?:" + "|".join(WORDS) + r")\b", re.IGNORECASE)


def numbers_in(words: str) -> list[int]:
    found = [number.lower() for number in NUMBER.findall(NAMES.sub("", words))]
    return [WORDS[number] if number in WORDS else int(number.replace(",", "")) for number in found]


def measure(moment: Moment, name: str) -> Any:
    module = importlib.import_module(f"tests.learn.facts.{moment.course.game.about.id.replace('-', '_')}")
    return module.measure(moment, name)


def check(moment: Moment, facts: Facts, where: str, here: str = "") -> set[int]:
    """Check that all of these facts hold; returns their numbers."""
    numbers = set()
    for name, wanted in facts.items():
        name = name.replace("here", here) if here else name
        found = measure(moment, name)
        if type(wanted) is int:  # words say how many there are, and 3 less for -3
            found = len(found) if isinstance(found, list) else abs(found)
            numbers.add(wanted)
        assert found == wanted, f"{where}: {name} is {found!r}, not {wanted!r}"
    return numbers


def said(words: str, true: Iterable[int], where: str) -> None:
    for number in numbers_in(words):
        assert number in true, f"{where}: nothing shows that {number} is true in {words!r}"


def moments(lesson: Course) -> Iterator[tuple[int, LessonStep, Match]]:
    """Iterate over the lesson's steps; the caller plays each."""
    match = lesson.start()
    for number, step in enumerate(lesson.lesson.step):
        lesson.play_rivals(match, number)
        yield number, step, match


@every_game
def test_a_lesson_is_played_to_its_end_and_every_number_in_it_is_true(name: str) -> None:
    lesson = course(game(name))
    start = lesson.start()
    words = lesson.lesson
    for number, step, match in moments(lesson):
        where = f"{name}, step {number + 1}"
        before = match.at(match.number)
        moment = Moment(lesson, match, number, before, start)
        if number == 0:
            said(f"{words.goal} {words.left_out}", check(moment, words.facts, where) | {1}, where)
        true = check(moment, step.facts, where)
        soon: set[int] = {value for value in step.then.values() if type(value) is int}
        for at, answer in enumerate(step.expect):
            if at == len(step.expect) - 1:
                true |= check(moment, step.later, where)
            try_everything_else(moment, answer, true | soon, where)
            assert lesson.task(match, number) == step.task[at]
            assert lesson.choose(match, number, answer) == ""
        assert lesson.done(match, number)
        if number + 1 < len(lesson):
            lesson.play_rivals(match, number + 1)
        true |= check(replace(moment, match=match), step.then, f"{where}, afterwards")
        said(f"{step.title}. {step.say} {' '.join(step.task)} {step.after}", true, where)
        said(" ".join(f"{row} {number}" for row, number in step.sums), true, where)
    assert match.log == lesson.log
    assert match.decision(lesson.lesson.you) is not None


def try_everything_else(moment: Moment, wanted: str, true: set[int], where: str) -> None:
    """Every other option gets a reply of its own, with correct numbers, and changes nothing."""
    lesson, match, number = moment.course, moment.match, moment.step
    you, step = lesson.lesson.you, lesson.step(moment.step)
    asked, at, answers = match.decision(you), lesson.at(match, number), match.number
    assert asked is not None
    for option in asked.options:
        if option == wanted:
            continue
        reply = step.reply(option, at)
        assert reply is not None, f"{where}: no reply to {option}"
        assert lesson.choose(match, number, option) == reply.say
        assert match.number == answers and match.decision(you) is asked, f"{where}: {option} did something"
        here = f"{where}, {option}"
        numbers = true | check(moment, reply.facts, here, option.partition(":")[2])
        if reply.tried:
            twin = match.at(answers)
            twin.choose(you, option)
            numbers |= check(replace(moment, match=twin), reply.tried, here)
        said(reply.say, numbers, here)
    for reply in step.wrong:
        if reply.at in (None, at) and reply.refused:
            assert match.why_not(str(reply.option), you) is not None, f"{where}: {reply.option} is allowed"
            said(reply.say, true | check(moment, reply.facts, where), where)


@every_game
def test_every_reply_answers_something_that_can_be_clicked(name: str) -> None:
    lesson = course(game(name))
    for number, step, match in moments(lesson):
        heard: set[int] = set()
        for answer in step.expect:
            asked, at = match.decision(lesson.lesson.you), lesson.at(match, number)
            assert asked is not None
            for option in {*asked.options} - {answer}:
                heard.add(id(step.reply(option, at)))
            for wrong in step.wrong:
                if wrong.at in (None, at) and any(match.why_not(o, lesson.lesson.you) for o in wrong.options):
                    heard.add(id(wrong))
            match.choose(lesson.lesson.you, answer)
        unheard = [wrong.option for wrong in step.wrong if id(wrong) not in heard]
        assert not unheard, f"{name}, step {number + 1}: {unheard} cannot be clicked"


@every_game
def test_a_step_is_short_names_its_clauses_and_points_at_what_is_there(name: str) -> None:
    lesson = course(game(name))
    assert 12 <= len(lesson) <= 18 and 5 <= lesson.lesson.minutes <= 9
    for number, step, match in moments(lesson):
        where = f"{name}, step {number + 1}"
        assert len(step.title.split()) <= 6, f"{where}: a long title"
        assert len(sentences(step.say)) <= 4, f"{where}: {sentences(step.say)}"
        assert len(step.say.split()) <= 60, f"{where}: {len(step.say.split())} words"
        assert step.rules, f"{where}: no clause"
        assert not (unknown := set(step.rules) - load_rulebook(lesson.game).ids), f"{where}: no clause {unknown}"
        assert step.point or step.expect, f"{where}: points at nothing"
        scene = match.scene(lesson.lesson.you)
        markup = scene.board + "".join(panel.html for panel in scene.panels)
        for thing in step.point:
            if thing.startswith("panel:"):
                there = any(panel.id == thing.removeprefix("panel:") for panel in scene.panels)
            elif thing.startswith("#"):
                there = f'id="{thing[1:]}"' in markup
            else:
                there = thing in ("board", "goal") or any(f'data-{a}="{thing}"' in markup for a in ("word", "option"))
            assert there, f"{where}: {thing} is not there"
        for answer in step.expect:
            match.choose(lesson.lesson.you, answer)


@pytest.mark.parametrize("name", ["crossroll", "new-york-crisis", "cross-bronx"])
def test_a_task_quotes_the_button_that_is_on_the_page(name: str) -> None:
    lesson = course(game(name))
    for number, step, match in moments(lesson):
        for answer, task in zip(step.expect, step.task, strict=True):
            options = match.scene(lesson.lesson.you).options
            shown = f"{options[answer].label} {options[answer].chip}" if answer in options else ""
            for quoted in re.findall("“(.+?)”", task):
                assert quoted in shown, f"{name}, step {number + 1}: {quoted} is not in {shown!r}"
            match.choose(lesson.lesson.you, answer)


@every_game
def test_how_something_is_chosen_is_left_to_whoever_shows_the_words(name: str) -> None:
    """A mouse clicks, a finger taps, keys choose, so lessons write `{Click}` or `{click}`."""
    lesson, asked = course(game(name)).lesson, 0
    for number, step in enumerate(lesson.step, 1):
        for words in (step.title, step.say, step.after, *step.task, *(wrong.say for wrong in step.wrong)):
            asked += words.count("{Click}") + words.count("{click}")
            plain = words.replace("{Click}", "").replace("{click}", "")
            assert not re.search(r"\b(click|tap|tip)\b|[{}]", plain, re.IGNORECASE), f"{name}, step {number}: {words}"
    assert asked


@every_game
def test_back_undoes_a_step_with_the_rivals_answers_and_goes_on_to_the_same_end(name: str) -> None:
    lesson = course(game(name))
    match, step = lesson.start(), 0
    backs = 0
    while step + 1 < len(lesson):
        for answer in lesson.step(step).expect:
            assert lesson.choose(match, step, answer) == ""
        step = lesson.on(match, step)
        if backs < len(lesson):  # once from every step
            backs += 1
            behind, earlier = lesson.back(match, step)
            assert earlier == step - 1 and behind.number == lesson.begins[step - 1]
            for answer in lesson.step(earlier).expect:
                assert lesson.choose(behind, earlier, answer) == ""
            assert lesson.on(behind, earlier) == step and behind.log == match.log
            match = behind
    assert match.log == lesson.log


def test_back_in_the_middle_of_a_step_goes_to_its_beginning() -> None:
    lesson = course(game("right-of-way"))
    step = 7
    match = lesson.start()
    for before in range(step):
        for answer in lesson.step(before).expect:
            lesson.choose(match, before, answer)
        lesson.on(match, before)
    lesson.choose(match, step, "tile:2-wide")
    back, same = lesson.back(match, step)
    assert (same, back.number) == (step, lesson.begins[step])
    assert lesson.wanted(back, step) == "tile:2-wide"


def test_nothing_is_answered_while_a_step_only_tells() -> None:
    lesson = course(game("right-of-way"))
    match = lesson.start()
    assert lesson.choose(match, 0, "tile:3-fan") == READ_ON
    assert match.number == lesson.begins[0]


@every_game
def test_after_the_last_step_it_is_an_ordinary_game_with_luck_of_its_own(name: str) -> None:
    lesson = course(game(name))
    match = lesson.start()
    for number in range(len(lesson)):
        lesson.play_rivals(match, number)
        for answer in lesson.step(number).expect:
            lesson.choose(match, number, answer)
    rng = random.Random(1)
    free = lesson.free(match, seed=3)
    for _ in range(150):
        if free.over:
            break
        asked = rng.choice(free.decisions)
        free.choose(asked.seat, rng.choice(list(asked.options)))
    assert free.number > match.number
